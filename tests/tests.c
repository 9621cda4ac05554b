/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "tests.h"
#ifdef HAVE_VALGRIND_MEMCHECK_H
#include <valgrind/memcheck.h>
#endif
#include <stdarg.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* TAP */

static int checks, failures_in_check, shown_in_check;
static char check_name[512];
static uint64_t seed, state;

static unsigned long long
number_from (const char *variable, unsigned long long otherwise)
{
  const char *text = getenv (variable);
  if (text == NULL || *text == '\0')
    return otherwise;
  char *end;
  unsigned long long value = strtoull (text, &end, 10);
  if (*end != '\0')
    {
      fprintf (stderr, "%s=%s is not a number\n", variable, text);
      exit (2);
    }
  return value;
}

void
tests_begin (void)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  seed = state = number_from ("COMBA_TEST_SEED",
                              (unsigned long long) time (NULL) * 1000003
                                + (unsigned long long) getpid ());
  printf ("# COMBA_TEST_SEED=%llu repeats this run\n", (unsigned long long) state);
}

int
tests_end (void)
{
  printf ("1..%d\n", checks);
  return 0;                     /* the TAP driver counts */
}

int
tests_count (int more)
{
  return checks += more;
}

void
check_begin (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (check_name, sizeof check_name, format, args);
  va_end (args);
  failures_in_check = shown_in_check = 0;
}

void
check_fail (const char *format, ...)
{
  failures_in_check++;
  if (shown_in_check++ >= 5)
    return;
  va_list args;
  va_start (args, format);
  printf ("# ");
  vprintf (format, args);
  printf ("\n");
  va_end (args);
}

int
check_failures (void)
{
  return failures_in_check;
}

void
check_end (void)
{
  printf ("%s - %s\n", failures_in_check ? "not ok" : "ok", check_name);
  checks++;
}

void
check_skip (const char *reason, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (check_name, sizeof check_name, format, args);
  va_end (args);
  printf ("ok - %s # SKIP %s\n", check_name, reason);
  checks++;
}

const char *
tests_why_left_out (const char *config)
{
  const char *only = getenv ("COMBA_TEST_CONFIG");
  return only == NULL || strcmp (only, config) == 0 ? NULL : "COMBA_TEST_CONFIG is another";
}

const char *
tests_why_not (const struct comba_config *k)
{
  if (tests_why_left_out (k->name) != NULL)
    return tests_why_left_out (k->name);
#if defined HAVE_VALGRIND_MEMCHECK_H && defined __x86_64__
  if (RUNNING_ON_VALGRIND && strcmp (k->name, "x86_64_adx") == 0 && __builtin_cpu_supports ("bmi2"))
    return NULL;
#endif
  return k->why_not ();
}

int
tests_effort (void)
{
  return (int) number_from ("COMBA_TEST_EFFORT", 1);
}

mp_size_t
tests_max (mp_size_t wanted)
{
  mp_size_t limit = (mp_size_t) number_from ("COMBA_TEST_MAX", wanted);
  return limit < wanted ? limit : wanted;
}

mp_size_t
tests_max_of (const char *config, mp_size_t wanted)
{
  return tests_max (strcmp (config, "no_multiplier") == 0 ? (wanted + 3) / 4 : wanted);
}

mp_size_t
tests_every_to (mp_size_t wanted)
{
  return tests_max (60) == 60 ? wanted : wanted / 3;
}

/* Numbers */

static uint64_t
splitmix (uint64_t z)
{
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

mp_limb_t
random_limb (void)
{
  return (mp_limb_t) splitmix (state += 0x9e3779b97f4a7c15u);
}

unsigned long
random_below (unsigned long n)
{
  return (unsigned long) (splitmix (state += 0x9e3779b97f4a7c15u) % n);
}

unsigned long
random_for (mp_size_t size, unsigned long n)
{
  return (unsigned long) (splitmix (seed + (uint64_t) size) % n);
}

static void
set_bit (mp_ptr p, mp_size_t bit)
{
  p[bit / GMP_LIMB_BITS] |= (mp_limb_t) 1 << bit % GMP_LIMB_BITS;
}

static void
random_runs (mp_ptr p, mp_size_t n)
{
  mp_size_t bits = n * GMP_LIMB_BITS;
  int ones = (int) random_below (2);
  for (mp_size_t bit = 0; bit < bits; ones = !ones)
    {
      mp_size_t end = bit + 1 + (mp_size_t) random_below (2 * GMP_LIMB_BITS);
      end = end < bits ? end : bits;
      while (bit < end)         /* the part of the run in one limb */
        {
          mp_size_t low = bit % GMP_LIMB_BITS, part = GMP_LIMB_BITS - low;
          part = part < end - bit ? part : end - bit;
          if (ones)
            p[bit / GMP_LIMB_BITS] |= GMP_NUMB_MAX >> (GMP_LIMB_BITS - part) << low;
          bit += part;
        }
    }
}

void
random_operand (mp_ptr p, mp_size_t n, int kind)
{
  mp_size_t half = n / 2;
  memset (p, 0, n * sizeof (mp_limb_t));
  switch (kind)
    {
    case 0:
      memset (p, 0xff, n * sizeof (mp_limb_t));
      break;
    case 1:
      break;
    case 2:
      set_bit (p, (mp_size_t) random_below (n * GMP_LIMB_BITS));
      break;
    case 3:
      for (int i = 0; i < 5; i++)
        set_bit (p, (mp_size_t) random_below (n * GMP_LIMB_BITS));
      break;
    case 4:
      random_runs (p, n);
      break;
    case 5:
      memset (p, 0xff, half * sizeof (mp_limb_t));
      random_runs (p + half, n - half);
      break;
    case 6:
      random_runs (p, n - half);
      memset (p + n - half, 0xff, half * sizeof (mp_limb_t));
      break;
    case 7:
      random_runs (p + half, n - half);
      break;
    default:
      for (mp_size_t i = 0; i < n; i++)
        p[i] = random_limb ();
    }
}

/* Areas */

enum { GUARD = 8 };
#define GUARD_LIMB ((mp_limb_t) 0xdeadbeefcafef00du)

mp_ptr
new_area (mp_size_t n)
{
  mp_ptr all = malloc ((n + 2 * GUARD + 1) * sizeof (mp_limb_t));
  if (all == NULL)
    {
      fprintf (stderr, "tests: out of memory\n");
      exit (2);
    }
  all[0] = (mp_limb_t) n;
  for (mp_size_t i = 0; i < GUARD; i++)
    all[1 + i] = all[1 + GUARD + n + i] = GUARD_LIMB + i;
  memset (all + 1 + GUARD, 0x5a, n * sizeof (mp_limb_t));
  return all + 1 + GUARD;
}

void
check_area (mp_srcptr p, const char *what)
{
  mp_size_t n = (mp_size_t) p[-GUARD - 1];
  for (mp_size_t i = 0; i < GUARD; i++)
    if (p[-GUARD + i] != GUARD_LIMB + i || p[n + i] != GUARD_LIMB + i)
      {
        check_fail ("%s: written outside its %ld limbs", what, (long) n);
        return;
      }
}

void
free_area (mp_ptr p)
{
  free (p - GUARD - 1);
}

static size_t
edge_bytes (mp_size_t n)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  return (n * sizeof (mp_limb_t) + page - 1) / page * page;
}

mp_ptr
new_edge_area (mp_size_t n, int at_end)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE), bytes = edge_bytes (n);
  char *all = mmap (NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect (all + page, bytes, PROT_READ | PROT_WRITE) != 0)
    {
      perror ("tests: mmap");
      exit (2);
    }
  return (mp_ptr) (all + page + (at_end ? bytes - n * sizeof (mp_limb_t) : 0));
}

static char *
edge_start (mp_ptr p)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  return (char *) ((uintptr_t) p / page * page);
}

void
make_read_only (mp_ptr p, mp_size_t n)
{
  if (mprotect (edge_start (p), edge_bytes (n), PROT_READ) != 0)
    {
      perror ("tests: mprotect");
      exit (2);
    }
}

void
free_edge_area (mp_ptr p, mp_size_t n)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  munmap (edge_start (p) - page, edge_bytes (n) + 2 * page);
}

/* The reference: the schoolbook's method, with Karatsuba's above SCHOOLBOOK_LIMBS, where the
   schoolbook would take most of a test's time.  It uses no code of libcomba. */

static void
schoolbook (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (mp_size_t j = 0; j < bn; j++)
    {
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < an; i++)
        {
          comba_dlimb t = (comba_dlimb) ap[i] * bp[j] + rp[i + j] + carry;
          rp[i + j] = (mp_limb_t) t;
          carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
        }
      rp[an + j] = carry;
    }
}

/* r += a or r -= a, where a has no more limbs than r except zeros, and no carry or borrow leaves
   r. */

static void
reference_add (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < rn && (i < an || carry != 0); i++)
    {
      comba_dlimb t = (comba_dlimb) rp[i] + (i < an ? ap[i] : 0) + carry;
      rp[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
}

static void
reference_sub (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < rn && (i < an || borrow != 0); i++)
    {
      comba_dlimb t = (comba_dlimb) rp[i] - (i < an ? ap[i] : 0) - borrow;
      rp[i] = (mp_limb_t) t;
      borrow = (mp_limb_t) (t >> GMP_LIMB_BITS) & 1;
    }
}

void
reference_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an < bn)
    {
      reference_mul (rp, bp, bn, ap, an);
      return;
    }
  if (bn <= SCHOOLBOOK_LIMBS)
    {
      schoolbook (rp, ap, an, bp, bn);
      return;
    }
  const mp_size_t h = (an + 1) / 2, rn = an + bn;
  mp_ptr t = new_area (4 * (h + 1)), as = t + 2 * (h + 1), bs = as + h + 1;
  reference_mul (rp, ap, h, bp, bn < h ? bn : h);
  if (bn <= h)                  /* a0 b + beta^h a1 b */
    {
      reference_mul (t, ap + h, an - h, bp, bn);
      memset (rp + h + bn, 0, (an - h) * sizeof (mp_limb_t));
      reference_add (rp + h, rn - h, t, rn - h);
    }
  else                          /* between a0 b0 and beta^2h a1 b1, beta^h ((a0 + a1) (b0 + b1) - a0 b0 - a1 b1) */
    {
      reference_mul (rp + 2 * h, ap + h, an - h, bp + h, bn - h);
      memcpy (as, ap, h * sizeof (mp_limb_t));
      memcpy (bs, bp, h * sizeof (mp_limb_t));
      as[h] = bs[h] = 0;
      reference_add (as, h + 1, ap + h, an - h);
      reference_add (bs, h + 1, bp + h, bn - h);
      reference_mul (t, as, h + 1, bs, h + 1);
      reference_sub (t, 2 * (h + 1), rp, 2 * h);
      reference_sub (t, 2 * (h + 1), rp + 2 * h, rn - 2 * h);
      reference_add (rp + h, rn - h, t, 2 * (h + 1));
    }
  free_area (t);
}

void
expect_equal (mp_srcptr rp, mp_srcptr expected, mp_size_t n, const char *format, ...)
{
  for (mp_size_t i = 0; i < n; i++)
    if (rp[i] != expected[i])
      {
        char what[256];
        va_list args;
        va_start (args, format);
        vsnprintf (what, sizeof what, format, args);
        va_end (args);
        check_fail ("%s: limb %ld of %ld is %llx, not %llx", what, (long) i, (long) n,
                    (unsigned long long) rp[i], (unsigned long long) expected[i]);
        return;
      }
}

mp_size_t
next_size (mp_size_t n)
{
  return n < 200 ? n + 1 : n + n / 5 + (mp_size_t) random_for (n, 7);
}

int
kinds_at (mp_size_t an, mp_size_t bn)
{
  double products = (double) an * bn;
  return products > 3e7 ? 1 : products > 1e6 ? 2 : tests_max (60) < 60 ? 3 : products > 1e4 ? 4 : OPERAND_KINDS;
}

/* Operands of a shape and their product.  The reference is slower than most code under test, so
   these are stored for the next path, pool or CPU configuration with the same shape, up to
   SAMPLE_LIMBS in all. */
struct sample
{
  struct sample *next;
  mp_size_t an, bn;             /* bn is 0 for squares */
  int turn, a_kind, b_kind, cached;
  mp_ptr a, b, product;
};

enum { SAMPLE_LISTS = 1 << 12, SAMPLE_LIMBS = 1 << 23 };
static struct sample *samples[SAMPLE_LISTS];
static mp_size_t sample_limbs;

/* Number TURN of its shape; the kinds are those of a new one. */
static struct sample *
get_sample (mp_size_t an, mp_size_t bn, int turn, int a_kind, int b_kind)
{
  struct sample **list = &samples[(an * 31 + bn * 7 + turn) % SAMPLE_LISTS];
  for (struct sample *s = *list; s != NULL; s = s->next)
    if (s->an == an && s->bn == bn && s->turn == turn)
      return s;

  struct sample *s = malloc (sizeof *s);
  mp_size_t n = an + (bn == 0 ? an : bn);
  mp_ptr all = malloc (2 * n * sizeof (mp_limb_t));
  if (s == NULL || all == NULL)
    {
      fprintf (stderr, "tests: out of memory\n");
      exit (2);
    }
  *s = (struct sample) { NULL, an, bn, turn, a_kind, b_kind, 0, all, all + an, all + n };
  random_operand (s->a, an, a_kind);
  if (bn != 0)
    random_operand (s->b, bn, b_kind);
  reference_mul (s->product, s->a, an, bn == 0 ? s->a : s->b, bn == 0 ? an : bn);
  if (sample_limbs + 2 * n <= SAMPLE_LIMBS)
    {
      sample_limbs += 2 * n;
      s->cached = 1;
      s->next = *list;
      *list = s;
    }
  return s;
}

static void
put_sample (struct sample *s)
{
  if (s->cached)
    return;
  free (s->a);
  free (s);
}

static void
try_mul_kinds (mul_function *f, void *context, mp_size_t an, mp_size_t bn, int turn, int a_kind,
               int b_kind)
{
  struct sample *s = get_sample (an, bn, turn, a_kind, b_kind);
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn);
  memcpy (a, s->a, an * sizeof (mp_limb_t));
  memcpy (b, s->b, bn * sizeof (mp_limb_t));

  f (context, r, a, an, b, bn);

  expect_equal (r, s->product, an + bn, "%ldx%ld limbs, operands of kind %d and %d", (long) an,
                (long) bn, s->a_kind, s->b_kind);
  expect_equal (a, s->a, an, "source a of %ldx%ld", (long) an, (long) bn);
  expect_equal (b, s->b, bn, "source b of %ldx%ld", (long) an, (long) bn);
  check_area (r, "result");
  check_area (a, "source a");
  check_area (b, "source b");
  free_area (a), free_area (b), free_area (r);
  put_sample (s);
}

void
try_mul (mul_function *f, void *context, mp_size_t an, mp_size_t bn)
{
  int kinds = kinds_at (an, bn);
  if (kinds > 1)
    try_mul_kinds (f, context, an, bn, 0, 0, 0);
  for (int turn = 0; turn < tests_effort (); turn++)
    for (int i = 0; i < kinds; i++)
      {
        int a_kind = kinds == OPERAND_KINDS ? i : (int) random_below (OPERAND_KINDS);
        try_mul_kinds (f, context, an, bn, 1 + turn * kinds + i, a_kind,
                       (int) random_below (OPERAND_KINDS));
      }
}

void
try_mul_briefly (mul_function *f, void *context, mp_size_t an, mp_size_t bn)
{
  try_mul_kinds (f, context, an, bn, 0, 0, 0);
  int kind = (int) random_below (OPERAND_KINDS);
  try_mul_kinds (f, context, an, bn, 1 + kind, kind, (int) random_below (OPERAND_KINDS));
}

static void
try_sqr_kind (sqr_function *f, void *context, mp_size_t n, int turn, int kind)
{
  struct sample *s = get_sample (n, 0, turn, kind, 0);
  mp_ptr a = new_area (n), r = new_area (2 * n);
  memcpy (a, s->a, n * sizeof (mp_limb_t));

  f (context, r, a, n);

  expect_equal (r, s->product, 2 * n, "square of %ld limbs, operand of kind %d", (long) n, s->a_kind);
  expect_equal (a, s->a, n, "source of the square of %ld", (long) n);
  check_area (r, "result");
  check_area (a, "source");
  free_area (a), free_area (r);
  put_sample (s);
}

void
try_sqr (sqr_function *f, void *context, mp_size_t n)
{
  int kinds = kinds_at (n, n);
  for (int turn = 0; turn < tests_effort (); turn++)
    for (int i = 0; i < kinds; i++)
      {
        int kind = kinds == OPERAND_KINDS || (kinds > 1 && i == 0) ? i : (int) random_below (OPERAND_KINDS);
        try_sqr_kind (f, context, n, turn * kinds + i, kind);
      }
}

void
try_sqr_briefly (sqr_function *f, void *context, mp_size_t n)
{
  try_sqr_kind (f, context, n, 0, 0);
  int kind = 1 + (int) random_below (OPERAND_KINDS - 1);
  try_sqr_kind (f, context, n, kind, kind);
}

void
try_mul_overlaps (mul_function *f, void *context, mp_size_t an, mp_size_t bn)
{
  mp_ptr area = new_area (an + bn), r = new_area (an + bn), expected = new_area (an + bn);
  for (mp_size_t offset = 0; offset <= an; offset++)
    {
      random_operand (area, an + bn, 4);
      reference_mul (expected, area, an, area + offset, bn);
      f (context, r, area, an, area + offset, bn);
      expect_equal (r, expected, an + bn, "%ldx%ld limbs, b begins at limb %ld of a", (long) an,
                    (long) bn, (long) offset);
      check_area (r, "result");
    }
  for (mp_size_t offset = 1; offset <= bn; offset++)
    {
      random_operand (area, an + bn, 4);
      reference_mul (expected, area + offset, an, area, bn);
      f (context, r, area + offset, an, area, bn);
      expect_equal (r, expected, an + bn, "%ldx%ld limbs, a begins at limb %ld of b", (long) an,
                    (long) bn, (long) offset);
      check_area (r, "result");
    }
  free_area (area), free_area (r), free_area (expected);
}

void
try_mul_edges (mul_function *f, void *context, mp_size_t an, mp_size_t bn)
{
  mp_ptr expected = new_area (an + bn);
  for (int at_end = 0; at_end <= 1; at_end++)
    {
      mp_ptr a = new_edge_area (an, at_end), b = new_edge_area (bn, at_end);
      mp_ptr r = new_edge_area (an + bn, at_end);
      random_operand (a, an, 4);
      random_operand (b, bn, 4);
      make_read_only (a, an);
      make_read_only (b, bn);
      reference_mul (expected, a, an, b, bn);
      f (context, r, a, an, b, bn);
      expect_equal (r, expected, an + bn, "%ldx%ld limbs at the edge of memory", (long) an,
                    (long) bn);
      free_edge_area (a, an), free_edge_area (b, bn), free_edge_area (r, an + bn);
    }
  free_area (expected);
}

void
try_sqr_edges (sqr_function *f, void *context, mp_size_t n)
{
  mp_ptr expected = new_area (2 * n);
  for (int at_end = 0; at_end <= 1; at_end++)
    {
      mp_ptr a = new_edge_area (n, at_end), r = new_edge_area (2 * n, at_end);
      random_operand (a, n, 4);
      make_read_only (a, n);
      reference_mul (expected, a, n, a, n);
      f (context, r, a, n);
      expect_equal (r, expected, 2 * n, "square of %ld limbs at the edge of memory", (long) n);
      free_edge_area (a, n), free_edge_area (r, 2 * n);
    }
  free_area (expected);
}
