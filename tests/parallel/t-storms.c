/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Calls in a hostile process: storms of signals whose handlers multiply, forks in the middle of other
   threads' calls, many callers on one CPU, cancellation, short stacks, a standard error that is closed
   or that nobody reads, a library that is opened and closed again and again, stops of the process, and
   CPUs that are taken away. */

#include "pool_tests.h"
#include "../residue/moduli.h"
#include "entry/undeclared.h"
#include <comba.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What every caller computes: products, squares and quotients of these sizes, and a power. */
static const mp_size_t sizes[] = { 3, 20, 45, 100, 190, 700 };
enum { SIZES = sizeof sizes / sizeof *sizes, LARGEST = 700, POWER = 20 };
enum { SECONDS = 120 };         /* of a child, before it is taken to hang */

static mp_limb_t a[LARGEST], b[LARGEST], products[SIZES][2 * LARGEST], squares[SIZES][2 * LARGEST];
static mp_limb_t modulus[POWER], power[POWER], remainders[SIZES][LARGEST], quotients[SIZES][2];
static const mp_limb_t exponent = 0x10001;
static int count;               /* sizes in use */

/* Operands that one caller needs for its results. */
struct room
{
  mp_limb_t r[2 * LARGEST], q[2], rest[LARGEST];
};

static void
prepare (void)
{
  const mp_size_t max = tests_max (LARGEST);
  random_operand (a, LARGEST, 5);
  random_operand (b, LARGEST, 5);
  b[0] |= 1;
  for (int i = 0; i < SIZES; i++)
    {
      const mp_size_t n = sizes[i];
      b[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
      a[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
    }
  for (count = 0; count < SIZES && sizes[count] <= max; count++)
    {
      const mp_size_t n = sizes[count];
      reference_mul (products[count], a, n, b, n);
      reference_mul (squares[count], a, n, a, n);
      /* a / b is 0 or 1 */
      mp_limb_t borrow = 0;
      for (mp_size_t j = 0; j < n; j++)
        {
          const mp_limb_t x = a[j] - b[j], y = x - borrow;
          borrow = (a[j] < b[j]) | (x < borrow);
          remainders[count][j] = y;
        }
      quotients[count][0] = !borrow;
      if (borrow)
        memcpy (remainders[count], a, BYTES (n));
    }
  memcpy (modulus, b, sizeof modulus);
  reference_powm (power, a, POWER, &exponent, 1, modulus, POWER);
}

/* Returns whether all results are right. */
static int
verify (struct room *room)
{
  int right = 1;
  for (int i = 0; i < count; i++)
    {
      const mp_size_t n = sizes[i];
      mpn_mul_n (room->r, a, b, n);
      right &= memcmp (room->r, products[i], BYTES (2 * n)) == 0;
      mpn_sqr (room->r, a, n);
      right &= memcmp (room->r, squares[i], BYTES (2 * n)) == 0;
      mpn_tdiv_qr (room->q, room->rest, 0, a, n, b, n);
      right &= room->q[0] == quotients[i][0] && memcmp (room->rest, remainders[i], BYTES (n)) == 0;
    }
  __gmpn_powm (room->r, a, POWER, &exponent, 1, modulus, POWER, NULL);
  return right & (memcmp (room->r, power, sizeof power) == 0);
}

/* --- Callers: threads that compute until they are told to stop. */

enum { CALLERS = 64 };
static struct caller
{
  pthread_t thread;
  struct room room, handlers;
  _Atomic int rounds, handled;
} callers[CALLERS];
static _Atomic int stop, wrong;
static __thread struct caller *self;

static void *
call (void *arg)
{
  self = arg;
  do
    {
      if (!verify (&self->room))
        wrong++;
      self->rounds++;
    }
  while (!stop);
  return NULL;
}

static void
start (int n)
{
  stop = wrong = 0;
  for (int i = 0; i < n; i++)
    {
      callers[i].rounds = callers[i].handled = 0;
      if (pthread_create (&callers[i].thread, NULL, call, &callers[i]) != 0)
        abort ();
    }
}

static void
finish (int n)
{
  stop = 1;
  for (int i = 0; i < n; i++)
    pthread_join (callers[i].thread, NULL);
}

static void
handle (int signal)
{
  const int saved = errno;
  (void) signal;
  if (self != NULL)
    {
      if (!verify (&self->handlers))
        wrong++;
      self->handled++;
    }
  errno = saved;
}

static void
storm (int n, int signals, const char *how)
{
  check_begin ("%d callers, %s, and handlers that multiply", n, how);
  sigaction (SIGUSR1, &(struct sigaction) { .sa_handler = handle, .sa_flags = SA_RESTART }, NULL);
  start (n);
  for (int least = 0; least < signals; usleep (200))
    {
      least = signals;
      for (int i = 0; i < n; i++)
        {
          /* One after the other: pending ones would be merged. */
          if (callers[i].rounds > 0)
            pthread_kill (callers[i].thread, SIGUSR1);
          least = callers[i].handled < least ? callers[i].handled : least;
        }
    }
  finish (n);
  if (wrong != 0)
    check_fail ("%d wrong results", wrong);
  check_end ();
}

static void
crowd (int n, int rounds, const char *how)
{
  check_begin ("%d callers, %s", n, how);
  start (n);
  for (int i = 0; i < n; i++)
    while (callers[i].rounds < rounds)
      usleep (1000);
  finish (n);
  if (wrong != 0)
    check_fail ("%d wrong results", wrong);
  check_end ();
}

static void
on_one_cpu (int n, int rounds, const char *how)
{
  cpu_set_t before, one;
  const int cpu = sched_getcpu ();
  CPU_ZERO (&one);
  CPU_SET (cpu < 0 ? 0 : cpu, &one);
  if (cpu < 0 || sched_getaffinity (0, sizeof before, &before) != 0 || sched_setaffinity (0, sizeof one, &one) != 0)
    {
      check_skip ("the system does not bind threads", "%d callers, %s, on one CPU", n, how);
      return;
    }
  crowd (n, rounds, "on one CPU");
  sched_setaffinity (0, sizeof before, &before);
}

/* --- Children */

/* Returns what was wrong with a child: 0, if nothing was. */
static int
status_of (pid_t pid)
{
  int status;
  while (waitpid (pid, &status, 0) != pid)
    if (errno != EINTR)
      return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1000 + WTERMSIG (status);
}

static void
try_children (pid_t (*fork_by) (void), const char *name, int children)
{
  static struct room room;
  check_begin ("children by %s, while other threads are in calls", name);
  start (3);
  for (int i = 0; i < children && check_failures () == 0; i++)
    {
      const pid_t pid = fork_by ();
      if (pid == 0)
        {
          alarm (SECONDS);
          _exit (!verify (&room) || !verify (&room));
        }
      const int status = pid < 0 ? -1 : status_of (pid);
      if (status != 0)
        check_fail ("child %d: %d", i, status);
      usleep ((useconds_t) (i * 37 % 1000));
    }
  finish (3);
  if (wrong != 0)
    check_fail ("%d wrong results in the parent", wrong);
  check_end ();
}

/* As posix_spawn does: the child has the parent's memory, and the parent waits. */
static void __attribute__ ((noinline))
try_vfork (void)
{
  static struct room room;
  check_begin ("a child by vfork multiplies, while other threads are in calls");
  start (2);
  for (int i = 0; i < 20; i++)
    {
      const pid_t pid = vfork ();
      if (pid == 0)
        _exit (!verify (&room));
      const int status = pid < 0 ? -1 : status_of (pid);
      if (status != 0)
        check_fail ("child %d: %d", i, status);
    }
  finish (2);
  if (wrong != 0 || !verify (&room))
    check_fail ("wrong results in the parent");
  check_end ();
}

/* --- This program again, in a process that is not like others.  Its exit code is 0 if the results
   are right. */

enum { AS_IT_IS, CLOSED, UNREAD, SHORT_STACK, NO_HOME };

static void
try_process (int how, const char *mode, const char *threads, const char *name)
{
  char path[4096];
  const ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0 || getenv ("COMBA_TEST_EXEC") != NULL)
    {
      check_skip ("this program is not found", "%s", name);
      return;
    }
  path[length] = '\0';
  fflush (stdout);
  const pid_t pid = fork ();
  if (pid == 0)
    {
      int ends[2];
      alarm (SECONDS);
      setenv ("COMBA_NUM_THREADS", threads, 1);
      signal (SIGPIPE, SIG_DFL);
      if (how == CLOSED)
        close (STDERR_FILENO);
      else if (how == UNREAD && (pipe (ends) != 0 || dup2 (ends[1], STDERR_FILENO) < 0 || close (ends[0]) != 0
                                 || close (ends[1]) != 0))
        _exit (90);
      else if (how == SHORT_STACK && setrlimit (RLIMIT_STACK, &(struct rlimit) { 64 << 10, 64 << 10 }) != 0)
        _exit (91);
      else if (how == NO_HOME && (setenv ("HOME", "/proc/self", 1) != 0 || unsetenv ("COMBA_TUNING") != 0))
        _exit (92);
      execl (path, path, mode, (char *) NULL);
      _exit (93);
    }
  const int status = pid < 0 ? -1 : status_of (pid);
  check_begin ("%s", name);
  if (status != 0)
    check_fail ("%d", status);
  check_end ();
}

static _Atomic int finished;

/* The first call of the process, and later ones, in a thread that is to be cancelled. */
static void *
cancelled (void *arg)
{
  pthread_cancel (pthread_self ());
  if (comba_set_num_threads (0) < 1 || !verify (arg) || !verify (arg))
    return NULL;
  finished = 1;
  pthread_testcancel ();
  return NULL;
}

static void *
in_thread (void *arg)
{
  return verify (arg) && verify (arg) ? arg : NULL;
}

/* Calls F in a thread with a stack of that size, or the usual one; returns its result. */
static void *
run_thread (void *(*f) (void *), size_t stack, void *arg)
{
  pthread_t thread;
  pthread_attr_t attributes;
  void *result;
  pthread_attr_init (&attributes);
  if ((stack > 0 && pthread_attr_setstacksize (&attributes, stack) != 0)
      || pthread_create (&thread, &attributes, f, arg) != 0 || pthread_join (thread, &result) != 0)
    return NULL;
  pthread_attr_destroy (&attributes);
  return result;
}

static void
tell_to_stop (int signal)
{
  (void) signal;
  stop = 1;
}

/* Callers, and jobs on the pool, until there is a signal.  Writes a byte when the pool has workers. */
static int
work_on (struct room *room)
{
  unsigned long jobs = 0;
  sigaction (SIGUSR1, &(struct sigaction) { .sa_handler = tell_to_stop, .sa_flags = SA_RESTART }, NULL);
  comba_set_num_threads (COMBA_THREADS_MAX);
  allow_threads (3);
  const struct comba_pool *pool = take_patiently (3);
  if (pool == NULL)
    return 94;
  comba_pool_give ();
  start (2);
  if (write (STDOUT_FILENO, "", 1) != 1)
    return 95;
  while (!stop)
    {
      comba_pool_end_back_off ();
      if ((pool = comba_pool_take (3, COMBA_WAKE_NOW)) != NULL)
        {
          wrong += !runs_once (pool);
          jobs++;
          comba_pool_give ();
        }
      wrong += !verify (room);
    }
  finish (2);
  return wrong != 0 ? 96 : jobs == 0 || callers[0].rounds == 0 || callers[1].rounds == 0 ? 97 : 0;
}

static int
again (const char *mode)
{
  static struct room room;
  prepare ();
  if (strcmp (mode, "work") == 0)
    return work_on (&room);
  if (strcmp (mode, "cancel") == 0)
    return run_thread (cancelled, 0, &room) != PTHREAD_CANCELED || !finished || !verify (&room);
  if (strcmp (mode, "thread") == 0)
    return run_thread (in_thread, 64 << 10, &room) != &room;
  return !verify (&room) || !verify (&room);
}

/* --- This program again, while it works */

static void
stop_and_continue (pid_t pid)
{
  for (int i = 0; i < 60; i++)
    {
      kill (pid, SIGSTOP);
      usleep (500 + (useconds_t) random_below (4000));
      kill (pid, SIGCONT);
      usleep (500 + (useconds_t) random_below (8000));
    }
}

/* Calls F for each thread of the process until one call is not 0; returns that. */
static int
for_each_thread (pid_t pid, int (*f) (pid_t thread, const cpu_set_t *cpus), const cpu_set_t *cpus)
{
  char path[64];
  int result = 0;
  snprintf (path, sizeof path, "/proc/%ld/task", (long) pid);
  DIR *const d = opendir (path);
  if (d == NULL)
    return -1;
  for (struct dirent *e; result == 0 && (e = readdir (d)) != NULL; )
    if (e->d_name[0] != '.')
      result = f ((pid_t) atol (e->d_name), cpus);
  closedir (d);
  return result;
}

static int
give_cpus (pid_t thread, const cpu_set_t *cpus)
{
  return sched_setaffinity (thread, sizeof *cpus, cpus);
}

static int
has_others (pid_t thread, const cpu_set_t *cpus)
{
  cpu_set_t now;
  return sched_getaffinity (thread, sizeof now, &now) != 0 || !CPU_EQUAL (&now, cpus);
}

/* As by taskset -a -p, or when CPUs go offline: all threads share one, then another one, then have all.
   comba, which moves its workers, keeps that, but for the moment between reading a mask and writing it. */
static void
take_cpus (pid_t pid)
{
  cpu_set_t all, one;
  sched_getaffinity (0, sizeof all, &all);
  int undone = 0, cpu = 0;
  for (int i = 0; i < 20; i++)
    {
      do
        cpu = (cpu + 1) % CPU_SETSIZE;
      while (!CPU_ISSET (cpu, &all));
      CPU_ZERO (&one);
      CPU_SET (cpu, &one);
      if (for_each_thread (pid, give_cpus, &one) != 0)
        check_fail ("the threads cannot be bound");
      usleep (30000);
      undone += for_each_thread (pid, has_others, &one) != 0;
      if (i % 2 != 0)
        for_each_thread (pid, give_cpus, &all);
      usleep (10000);
    }
  if (undone > 2)
    check_fail ("%d times of 20 threads have other CPUs", undone);
}

/* The highest CPU of this process. */
static const char *
highest_cpu (void)
{
  static char path[64];
  cpu_set_t all;
  sched_getaffinity (0, sizeof all, &all);
  int cpu = CPU_SETSIZE - 1;
  while (cpu > 0 && !CPU_ISSET (cpu, &all))
    cpu--;
  snprintf (path, sizeof path, "/sys/devices/system/cpu/cpu%d/online", cpu);
  return path;
}

static int
put_online (const char *path, const char *value)
{
  const int fd = open (path, O_WRONLY | O_CLOEXEC);
  const int done = fd >= 0 && write (fd, value, 1) == 1;
  if (!done)
    check_fail ("%s cannot be written", path);
  close (fd);
  return done;
}

/* Threads that are bound to it may then run anywhere, and those that bind themselves to it fail. */
static void
take_offline (pid_t pid)
{
  const char *const path = highest_cpu ();
  (void) pid;
  for (int i = 0; i < 10 && put_online (path, "0"); i++)
    {
      usleep (30000);
      put_online (path, "1");
      usleep (30000);
    }
}

static void
try_at_work (void (*disturb) (pid_t pid), const char *name)
{
  char path[4096], byte;
  int ends[2];
  const ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0 || getenv ("COMBA_TEST_EXEC") != NULL || pipe (ends) != 0)
    {
      check_skip ("this program is not found", "%s", name);
      return;
    }
  path[length] = '\0';
  check_begin ("%s", name);
  fflush (stdout);
  const pid_t pid = fork ();
  if (pid == 0)
    {
      alarm (SECONDS);
      dup2 (ends[1], STDOUT_FILENO);
      close (ends[0]), close (ends[1]);
      execl (path, path, "work", (char *) NULL);
      _exit (93);
    }
  close (ends[1]);
  if (pid > 0 && read (ends[0], &byte, 1) == 1)
    {
      disturb (pid);
      kill (pid, SIGUSR1);
    }
  close (ends[0]);
  const int status = pid < 0 ? -1 : status_of (pid);
  if (status != 0)
    check_fail ("%d", status);
  check_end ();
}

/* --- A library that is opened and closed */

static long
mapped_pages (void)
{
  long pages = -1;
  FILE *const f = fopen ("/proc/self/statm", "r");
  if (f == NULL || fscanf (f, "%ld", &pages) != 1)
    pages = -1;
  if (f != NULL)
    fclose (f);
  return pages;
}

static void
open_and_close (int cycles)
{
  const char *const build = getenv ("top_builddir");
  char path[4096];
  snprintf (path, sizeof path, "%s/.libs/libcomba.so", build != NULL ? build : ".");
  if (access (path, R_OK) != 0)
    {
      check_skip ("there is no shared library", "a library that is opened and closed");
      return;
    }
  enum { N = 700 };
  static mp_limb_t r[2 * N], expected[2 * N];
  reference_mul (expected, a, N, b, N);
  const int threads = count_threads ();
  long first = 0, pages = 0;
  check_begin ("opened and closed %d times, with workers", cycles);
  for (int i = 0; i < cycles && check_failures () == 0; i++)
    {
      void *const library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
      if (library == NULL)
        {
          check_fail ("%s", dlerror ());
          break;
        }
      union
      {
        void *symbol;
        __typeof (comba_set_num_threads) *set;
        __typeof (mpn_mul_n) *mul_n;
      } set = { .symbol = dlsym (library, "comba_set_num_threads") }, mul_n = { .symbol = dlsym (library, "__gmpn_mul_n") };
      if (set.symbol == NULL || mul_n.symbol == NULL || mul_n.mul_n == mpn_mul_n)
        {
          check_fail ("not the library's functions");
          break;
        }
      set.set (2);
      for (int k = 0; k < 5; k++)
        {
          mul_n.mul_n (r, a, b, N);
          if (memcmp (r, expected, sizeof r) != 0)
            check_fail ("a wrong product");
        }
      dlclose (library);
      pages = mapped_pages ();
      first = i == 4 ? pages : first;
    }
  /* It stays loaded (-z nodelete), with one worker; or its destructor has ended that. */
  if (count_threads () > threads + 1)
    check_fail ("%d threads are left", count_threads () - threads);
  if ((pages - first) * sysconf (_SC_PAGESIZE) > 1 << 20)
    check_fail ("%ld pages more", pages - first);
  check_end ();
}

int
main (int argc, char **argv)
{
  if (argc == 2)
    return again (argv[1]);
  tests_begin ();
  prepare ();
  alarm (20 * SECONDS);
  const int rounds = 2 * tests_effort ();

  open_and_close (60);
  try_process (AS_IT_IS, "cancel", "1", "a thread that is cancelled finishes its call");
  try_process (AS_IT_IS, "cancel", "2", "a thread that is cancelled finishes its call, with workers");
  try_process (AS_IT_IS, "thread", "1", "a thread with a stack of 64 KiB");
  try_process (AS_IT_IS, "thread", "2", "a thread with a stack of 64 KiB, with workers");
  try_process (SHORT_STACK, "once", "1", "a process with a stack of 64 KiB");
  try_process (SHORT_STACK, "once", "2", "a process with a stack of 64 KiB, with workers");
  try_process (CLOSED, "once", "none", "standard error is closed, and there is a message");
  try_process (UNREAD, "once", "none", "nobody reads standard error, and there is a message");
  try_process (NO_HOME, "once", "1", "a home that cannot be written");

  storm (4, 60, "one thread each");
  crowd (CALLERS, rounds, "one thread each");
  on_one_cpu (CALLERS, rounds, "one thread each");
  try_children (fork, "fork", 30);
  try_vfork ();

  comba_set_num_threads (COMBA_THREADS_MAX);
  allow_threads (3);
  if (comba_threads_limit (NULL) < 2)
    {
      check_skip ("one CPU: there are no workers", "the same with workers");
      return tests_end ();
    }
  const struct comba_pool *const pool = take_patiently (3);
  CHECK_THAT (pool != NULL && runs_once (pool), "there are workers");
  comba_pool_give ();
  storm (4, 60, "with workers");
  crowd (CALLERS, rounds, "with workers");
  on_one_cpu (CALLERS, rounds, "with workers");
  try_children (fork, "fork, with workers", 30);
  try_vfork ();
  try_at_work (stop_and_continue, "stopped and continued at work");
  try_at_work (take_cpus, "CPUs are taken away at work");
  const char *const may = getenv ("COMBA_TEST_OFFLINE");
  if (may != NULL && strcmp (may, "1") == 0)
    try_at_work (take_offline, "a CPU goes offline at work");
  else
    check_skip ("COMBA_TEST_OFFLINE=1 would let it take one of this machine's CPUs offline", "a CPU goes offline at work");
  union
  {
    void *symbol;
    pid_t (*f) (void);
  } bare_fork = { .symbol = dlsym (RTLD_DEFAULT, "_Fork") };
  if (bare_fork.symbol == NULL || is_openmp ())
    check_skip ("no _Fork, or a runtime that waits for its threads", "children by _Fork");
  else
    try_children (bare_fork.f, "_Fork", 30);
  return tests_end ();
}
