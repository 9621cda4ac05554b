/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch: cached between calls, never two users of one block, taken back from calls that a handler
   left, given back beyond a bound. */

#include "../tests.h"
#include "arith/scratch.h"
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

enum { SMALL = 2000, LONG = (24 << 20) / sizeof (mp_limb_t), MANY = 200 };

static mp_ptr
once (size_t n, int flags)
{
  struct comba_scratch s;
  const mp_ptr p = comba_scratch_get (&s, n, flags);
  if (p != NULL)
    memset (p, 0x55, n * sizeof *p);
  comba_scratch_put (&s);
  return p;
}

static void
try_kept (void)
{
  errno = 1234;
  const mp_ptr first = once (SMALL, 0), again = once (SMALL, 0), less = once (SMALL / 2, 0);
  CHECK_THAT (first != NULL && again == first && less == first, "the next calls have the same memory");
  CHECK_THAT (first[0] != 0, "which is not wiped");
  once (SMALL, COMBA_SCRATCH_SECRET);
  int zero = 1;
  for (size_t i = 0; i < SMALL; i++)
    zero &= first[i] == 0;
  CHECK_THAT (zero, "unless it was secret");

  struct comba_scratch s, t;
  const mp_ptr outer = comba_scratch_get (&s, SMALL, 0), inner = comba_scratch_get (&t, SMALL, 0);
  CHECK_THAT (outer != NULL && inner != NULL && (inner + SMALL <= outer || outer + SMALL <= inner),
              "two calls at a time have their own");
  comba_scratch_put (&t);
  comba_scratch_put (&s);
  CHECK_THAT (errno == 1234, "errno is preserved");

  const mp_ptr more = once (LONG, 0);
  unsigned char resident;
  const char *const end = (const char *) (more + LONG) - 4096;
  CHECK_THAT (more != NULL && mincore ((void *) end, 4096, &resident) != 0, "the end of a long block is unmapped");
  const mp_ptr cached = once (SMALL, 0);
  CHECK_THAT (mincore ((void *) cached, 4096, &resident) == 0, "its beginning is cached");
  comba_scratch_release ();
  CHECK_THAT (mincore ((void *) cached, 4096, &resident) != 0, "until it is released");
}

/* Whether 4 MiB of a long block are still mapped after another call for n limbs, under a limit of
   memory. */
static int
is_cached_under (rlim_t limit, size_t n)
{
  struct rlimit before;
  unsigned char resident;
  getrlimit (RLIMIT_DATA, &before);
  const struct rlimit now = { limit < before.rlim_max ? limit : before.rlim_max, before.rlim_max };
  comba_scratch_release ();
  mp_ptr p = once (LONG, 0);
  setrlimit (RLIMIT_DATA, &now);
  const mp_ptr last = once (n, 0);
  if (n == LONG)
    p = last;
  setrlimit (RLIMIT_DATA, &before);
  return p != NULL && mincore ((char *) p + (4 << 20), 4096, &resident) == 0;
}

/* qemu-user sets none. */
static int
can_limit (void)
{
  struct rlimit before, now;
  getrlimit (RLIMIT_DATA, &before);
  setrlimit (RLIMIT_DATA, &(struct rlimit) { 512 << 20, before.rlim_max });
  getrlimit (RLIMIT_DATA, &now);
  setrlimit (RLIMIT_DATA, &before);
  return now.rlim_cur == 512 << 20;
}

static void
try_limit (void)
{
  CHECK_THAT (is_cached_under (RLIM_INFINITY, LONG), "4 MiB are cached");
  CHECK_THAT (is_cached_under (512 << 20, SMALL), "a short call does not ask for limits");
  if (can_limit ())
    CHECK_THAT (!is_cached_under (512 << 20, LONG), "a long one does: none are if the program may have 512 MiB only");
  else
    check_skip ("this system sets no limits", "a long one does: none are if the program may have 512 MiB only");
  comba_scratch_release ();
}

static void
try_many (void)
{
  static struct comba_scratch s[MANY];
  mp_ptr p[MANY];
  check_begin ("%d calls at a time", MANY);
  for (int i = 0; i < MANY; i++)
    {
      p[i] = comba_scratch_get (&s[i], SMALL, 0);
      if (p[i] == NULL)
        check_fail ("call %d has none", i);
      else
        p[i][0] = p[i][SMALL - 1] = (mp_limb_t) i;
    }
  for (int i = 0; i < MANY; i++)
    {
      if (p[i] != NULL && (p[i][0] != (mp_limb_t) i || p[i][SMALL - 1] != (mp_limb_t) i))
        check_fail ("call %d shares its memory", i);
      comba_scratch_put (&s[i]);
    }
  check_end ();
}

/* A call that is left, as a handler does by siglongjmp, and its memory. */
static sigjmp_buf left;
static mp_ptr lost;

static void __attribute__ ((noinline))
leave_call (int flags)
{
  struct comba_scratch s;
  lost = comba_scratch_get (&s, SMALL, flags);
  memset (lost, 0x55, SMALL * sizeof *lost);
  siglongjmp (left, 1);
}

static mp_ptr
leave (int flags)
{
  if (sigsetjmp (left, 0) == 0)
    leave_call (flags);
  return lost;
}

static void __attribute__ ((noinline))
overwrite_stack (void)
{
  volatile char room[4096];
  for (size_t i = 0; i < sizeof room; i++)
    room[i] = 1;
}

static void
try_left (void)
{
  const mp_ptr one = leave (0);
  overwrite_stack ();
  CHECK_THAT (once (SMALL, 0) == one, "memory of a call that was left is used again");

  int same = 0;
  for (int i = 0; i < 1000; i++)
    same += leave (0) == lost && once (SMALL, 0) != NULL;
  overwrite_stack ();
  const mp_ptr after = once (SMALL, 0);
  CHECK_THAT (same == 1000 && once (SMALL, 0) == after, "and so it is after many such calls");

  int slots = 0;
  for (int i = 0; i < MANY; i++)
    {
      const mp_ptr before = lost;
      slots += leave (0) != before;
    }
  overwrite_stack ();
  CHECK_THAT (slots <= 1 && once (SMALL, 0) == after, "and if the next call is at the same place in the stack");

  struct comba_scratch s;
  const mp_ptr outer = comba_scratch_get (&s, SMALL, 0), second = leave (0);
  int others = 0;
  for (int i = 0; i < MANY; i++)
    {
      overwrite_stack ();
      others += leave (0) != second;
    }
  comba_scratch_put (&s);
  CHECK_THAT (outer != second && others == 0, "and if a call around them goes on");

  overwrite_stack ();
  leave (COMBA_SCRATCH_SECRET);
  overwrite_stack ();
  const mp_ptr again = comba_scratch_get (&s, SMALL, 0);
  int zero = again == lost;
  for (size_t i = 0; i < SMALL; i++)
    zero &= again[i] == 0;
  comba_scratch_put (&s);
  CHECK_THAT (zero, "which is wiped");

  const mp_ptr shared = leave (COMBA_SCRATCH_SHARED);
  overwrite_stack ();
  CHECK_THAT (once (SMALL, 0) != shared, "but not if other threads may still write there");
}

#if HAVE_MAKECONTEXT
/* A call on a stack that is unmapped before the next call. */
static ucontext_t back, there;

static void
get_there (void)
{
  struct comba_scratch s;
  lost = comba_scratch_get (&s, SMALL, 0);
  setcontext (&back);
}

static void
try_lost_stack (void)
{
  enum { BYTES_OF_STACK = 1 << 16 };
  void *stack = mmap (NULL, BYTES_OF_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  volatile int times = 0;
  getcontext (&back);
  if (stack != MAP_FAILED && times++ == 0)
    {
      getcontext (&there);
      there.uc_stack.ss_sp = stack;
      there.uc_stack.ss_size = BYTES_OF_STACK;
      there.uc_link = NULL;
      makecontext (&there, get_there, 0);
      setcontext (&there);
    }
  munmap (stack, BYTES_OF_STACK);
  CHECK_THAT (lost != NULL && once (SMALL, 0) != lost, "a frame whose stack is gone is not looked at");
}
#else
static void
try_lost_stack (void)
{
  check_skip ("this C library has no makecontext", "a frame whose stack is gone is not looked at");
}
#endif

/* Threads whose calls overlap. */
static _Atomic int wrong;

static void *
use (void *number)
{
  for (int i = 0; i < 2000; i++)
    {
      struct comba_scratch s;
      const size_t n = 1 + (size_t) (i * 37 % SMALL);
      const mp_ptr p = comba_scratch_get (&s, n, 0);
      const mp_limb_t mine = (mp_limb_t) (uintptr_t) number * 10000 + (mp_limb_t) i;
      if (p == NULL)
        wrong = 1;
      else
        {
          for (size_t j = 0; j < n; j += 64)
            p[j] = mine;
          for (size_t j = 0; j < n; j += 64)
            wrong |= p[j] != mine;
        }
      comba_scratch_put (&s);
    }
  return NULL;
}

static void
try_threads (void)
{
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  int n = 0;
  while (n < THREADS && pthread_create (&threads[n], NULL, use, (void *) (uintptr_t) (n + 1)) == 0)
    n++;
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  CHECK_THAT (n == THREADS && !wrong, "threads do not share memory");
}

static void
try_bound (void)
{
  comba_memory_max = SMALL * sizeof (mp_limb_t);
  CHECK_THAT (once (SMALL, 0) != NULL && once (SMALL + 1, 0) == NULL, "no more than comba_memory_max");
  comba_memory_max = SIZE_MAX;
  CHECK_THAT (once (SIZE_MAX / sizeof (mp_limb_t), 0) == NULL && once (SIZE_MAX, 0) == NULL,
              "sizes that cannot be are refused");
}

int
main (void)
{
  tests_begin ();
  try_kept ();
  try_limit ();
  try_left ();
  try_lost_stack ();
  try_many ();
  try_threads ();
  try_bound ();
  return tests_end ();
}
