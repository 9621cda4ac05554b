/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products without the memory of the whole product: tiles, as few as there is memory for; then
   GMP's message, but where the program has set a bound itself, tiles that fit on the stack.

   Mappings of more than MOST bytes fail. */

#include "../mapping_tpl.h"
#include "../parallel/pool_tests.h"
#include "arith/scratch.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"
#include "powm/powm.h"
#include "root/root.h"
#include <sys/resource.h>
#include <sys/wait.h>

/* Longer than what GMP multiplies with scratch on the stack. */
enum { N = GMP_LIMB_BITS == 64 ? 3600 : 7200, NTT_FROM = 300 };

static size_t most = SIZE_MAX, mapped;  /* bytes; the largest mapping so far */

static int
is_allowed (size_t bytes)
{
  if (bytes > most)
    {
      errno = ENOMEM;
      return 0;
    }
  mapped = bytes > mapped ? bytes : mapped;
  return 1;
}

/* From here on a call may map so many bytes, and has nothing from earlier calls. */
static void
allow (size_t bytes)
{
  comba_scratch_release ();
  most = bytes;
  mapped = 0;
}

/* A configuration that counts what it does.  It has no FFT, which needs more memory at once. */
static struct comba_config counting;
static struct comba_ntt counting_ntt;
static const struct comba_config *real;
static unsigned long transforms;
static mp_size_t longest_basecase;

static void
count_ntt (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_ptr scratch)
{
  transforms++;
  real->ntt->mul (pool, rp, ap, an, bp, bn, scratch);
}

static void
count_mul_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  longest_basecase = bn > longest_basecase ? bn : longest_basecase;
  real->mul_basecase (rp, ap, an, bp, bn);
}

static void
count_sqr_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  longest_basecase = n > longest_basecase ? n : longest_basecase;
  real->sqr_basecase (rp, ap, n);
}

static void
count (const struct comba_config *k)
{
  real = k;
  counting = *k;
  counting.fft = NULL;
  counting.mul_basecase = count_mul_basecase;
  counting.sqr_basecase = count_sqr_basecase;
  if (k->ntt != NULL)
    {
      counting_ntt = *k->ntt;
      counting_ntt.mul = count_ntt;
      counting.ntt = &counting_ntt;
      counting.thresholds.mul_ntt = counting.thresholds.mul_ntt_by = counting.thresholds.sqr_ntt = NTT_FROM;
    }
}

static mp_ptr a, b, r, expected;

static void
multiply (mp_size_t an, mp_size_t bn, int square)
{
  transforms = 0, longest_basecase = 0;
  memset (r, 0x55, BYTES (an + bn));
  if (square)
    comba_sqr (&counting, r, a, an);
  else
    comba_mul (&counting, r, a, an, b, bn);
}

/* A product of each kind with less and less memory.  Returns the number of different ways seen. */
static int
try_shape (mp_size_t an, mp_size_t bn, int square)
{
  const char *const what = square ? "square" : "product";
  check_begin ("%s: %s of %ld x %ld limbs", real->name, what, (long) an, (long) bn);
  reference_mul (expected, a, an, square ? a : b, bn);
  allow (SIZE_MAX);
  multiply (an, bn, square);
  expect_equal (r, expected, an + bn, "%s with all memory", what);
  int ways = 1;
  unsigned long before = transforms;
  if (counting.ntt != NULL && transforms != 1)
    check_fail ("%lu transforms with all memory", transforms);
  const mp_size_t whole = longest_basecase;

  /* Down to what GMP's largest block needs at least.  GMP has 5 (an + bn) / 2 limbs in all. */
  for (size_t limbs = 10 * (size_t) (an + bn); limbs > 2 * (size_t) bn + 2048; limbs -= limbs / 6)
    {
      allow (limbs * sizeof (mp_limb_t));
      errno = 1234;
      multiply (an, bn, square);
      expect_equal (r, expected, an + bn, "%s with %zu limbs of memory", what, limbs);
      if (errno != 1234)
        check_fail ("errno is %d", errno);
      if (mapped > limbs * sizeof (mp_limb_t))
        check_fail ("%zu bytes of %zu limbs", mapped, limbs);
      if (transforms < before)
        check_fail ("%lu transforms, %lu with more memory", transforms, before);
      ways += transforms > before;
      before = transforms;
      /* Pieces of b: three take three times as long.  Transforms for limbs of 32 bits need twice as
         much memory as others. */
      const unsigned long columns = (unsigned long) ((an - 1) / bn + 1), pieces = GMP_LIMB_BITS == 64 ? 4 : 5;
      const unsigned long enough = square ? pieces * (pieces + 1) / 2 : pieces * pieces * columns;
      if (2 * limbs >= 5 * (size_t) (an + bn) && transforms > enough)
        check_fail ("%lu tiles with as much memory as GMP has, %zu limbs", transforms, limbs);
      if (longest_basecase > (whole > 2 * NTT_FROM ? whole : 2 * NTT_FROM))
        check_fail ("a basecase of %ld limbs", (long) longest_basecase);
    }
  check_end ();
  return ways;
}

/* The same where the program has set the bound. */
static void
try_bound (mp_size_t an, mp_size_t bn, int square)
{
  check_begin ("%s: %s of %ld x %ld limbs with a bound", real->name, square ? "square" : "product", (long) an, (long) bn);
  unsigned long before = 0;
  for (size_t limbs = 8 * (size_t) (an + bn);; limbs /= 2)
    {
      allow (SIZE_MAX);
      comba_memory_max = limbs * sizeof (mp_limb_t);
      multiply (an, bn, square);
      comba_memory_max = SIZE_MAX;
      expect_equal (r, expected, an + bn, "%zu limbs", limbs);
      if (mapped > limbs * sizeof (mp_limb_t) + 4095)
        check_fail ("%zu bytes of %zu limbs", mapped, limbs);
      /* Transforms as long as they fit, then Toom, then short basecases. */
      if (counting.ntt != NULL && limbs >= 16 * 2 * NTT_FROM && transforms < (before > 1 ? before : 1))
        check_fail ("%lu transforms with %zu limbs, %lu with more", transforms, limbs, before);
      if (longest_basecase > 2 * NTT_FROM)
        check_fail ("a basecase of %ld limbs with %zu limbs", (long) longest_basecase, limbs);
      before = transforms;
      if (limbs == 0)
        break;
    }
  check_end ();
}

/* No memory at all, and thresholds with which products of single limbs are transforms. */
static void
try_tiny (void)
{
  check_begin ("%s: tiny thresholds, no memory", real->name);
  struct comba_config *const k = &counting;
  const struct comba_thresholds saved = k->thresholds;
#define X(name) k->thresholds.name = 0;
  COMBA_THRESHOLDS (X)
#undef X
  allow (0);
  for (mp_size_t an = 1; an <= 60; an += 1 + an / 4)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 3)
      {
        multiply (an, bn, 0);
        reference_mul (expected, a, an, b, bn);
        expect_equal (r, expected, an + bn, "%ld x %ld limbs", (long) an, (long) bn);
        if (an != bn)
          continue;
        multiply (an, an, 1);
        reference_mul (expected, a, an, a, an);
        expect_equal (r, expected, 2 * an, "square of %ld limbs", (long) an);
      }
  k->thresholds = saved;
  check_end ();
}

/* Runs F in a child.  Returns whether it ends with GMP's message. */
static int
ends_as_gmp (void (*f) (void))
{
  static const char message[] = "GNU MP: Cannot allocate memory (size=";
  int pipes[2], status;
  char text[200] = "";
  if (pipe (pipes) != 0)
    return 0;
  fflush (stdout);
  const pid_t child = fork ();
  if (child == 0)
    {
      const struct rlimit none = { 0, 0 };
      setrlimit (RLIMIT_CORE, &none);
      dup2 (pipes[1], STDERR_FILENO);
      f ();
      _exit (0);
    }
  close (pipes[1]);
  const ssize_t length = read (pipes[0], text, sizeof text - 1);
  close (pipes[0]);
  waitpid (child, &status, 0);
  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT && length > 2 && text[length - 1] == '\n' && text[length - 2] == ')'
      && strncmp (text, message, sizeof message - 1) == 0)
    return 1;
  check_fail ("status %d, message %s", status, text);
  return 0;
}

static void
mul_without_memory (void)
{
  allow (N * sizeof (mp_limb_t));
  multiply (2 * N, N, 0);
}

static void
sqr_without_memory (void)
{
  allow (N * sizeof (mp_limb_t));
  multiply (N, N, 1);
}

static void
mul_at_limit (void)
{
  const struct rlimit none = { 0, 0 };
  allow (SIZE_MAX);
  if (setrlimit (RLIMIT_AS, &none) == 0)
    multiply (N, N, 0);
}

/* Paths that have no memory for their jobs leave the product to one thread. */
static void
try_paths (void)
{
  check_begin ("several threads");
  reference_mul (expected, a, N, b, N);
  allow_threads (2);
  const struct comba_pool *pool = take_patiently (2);
  allow (N / 2 * sizeof (mp_limb_t));
  for (int i = 0; i < COMBA_PATHS && pool != NULL; i++)
    if (comba_paths[i].mul != NULL)
      {
        if (comba_paths[i].mul (&counting, pool, r, a, N, b, N))
          expect_equal (r, expected, 2 * N, "path %d", i);
        else if (mapped > 0)
          check_fail ("path %d has mapped memory and not used it", i);
      }
  if (pool != NULL)
    comba_pool_give ();
  allow (6 * N * sizeof (mp_limb_t));
  if (comba_parallel_mul (&counting, r, a, N, b, N) == 0)
    multiply (N, N, 0);
  expect_equal (r, expected, 2 * N, "with less memory than a path needs");
  check_end ();
}

/* Powers take another representation; without memory for any, their products are divided, in spite
   of the program's bound. */
static mp_limb_t exponent[3] = { 0x1234567, 0x89abcdef, 0x7654321 };

static void
raise_b (mp_ptr rp)
{
  b[0] |= 1;
  comba_powm_any (rp, a, N / 4, exponent, 3, b, N / 4, real);
}

static void
power_without_memory (void)
{
  allow (0);
  raise_b (r);
}

static void
square_root_without_memory (void)
{
  allow (0);
  comba_sqrtrem (real, r, NULL, a, N);
}

static void
cube_root_without_memory (void)
{
  allow (0);
  comba_rootrem (real, r, NULL, a, N, 3);
}

static void
try_roots (void)
{
  check_begin ("%s: roots without memory", real->name);
  a[N - 1] |= 1;
  ends_as_gmp (square_root_without_memory);
  ends_as_gmp (cube_root_without_memory);
  check_end ();
}

static void
try_powers (void)
{
  check_begin ("%s: powers", real->name);
  allow (SIZE_MAX);
  raise_b (expected);
  for (size_t bytes = mapped; bytes > 0; bytes /= 2)
    {
      allow (SIZE_MAX);
      comba_memory_max = bytes;
      raise_b (r);
      comba_memory_max = SIZE_MAX;
      expect_equal (r, expected, N / 4, "with a bound of %zu bytes", bytes);
    }
  /* P, the table, a product, its quotient and what the division needs. */
  const size_t few = 6 + comba_powm_itch (&comba_representation_canonical, 1, exponent, 3) / 8;
  allow (few * (N / 4) * sizeof (mp_limb_t));
  raise_b (r);
  expect_equal (r, expected, N / 4, "with %zu times the modulus", few);
  if (mapped > few * (N / 4) * sizeof (mp_limb_t))
    check_fail ("%zu bytes are mapped at once", mapped);
  if (comba_scratch_wiping != 0)
    check_fail ("scratch is wiped after the power");
  ends_as_gmp (power_without_memory);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  const struct comba_config *const active = comba_active ();
  a = new_area (4 * N), b = new_area (N), r = new_area (5 * N), expected = new_area (5 * N);
  random_operand (a, 4 * N, 5);
  random_operand (b, N, 0);
  for (int i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *const k = comba_configs[i];
      if (tests_why_not (k) != NULL || (k->ntt == NULL && k != active))
        continue;
      count (k);
      const int ways = try_shape (N, N, 0);
      CHECK_THAT (ways >= 3 || k->ntt == NULL, "%s: a whole product, and tiles of several sizes", k->name);
      try_bound (N, N, 0);
      try_shape (N, N, 1);
      try_bound (N, N, 1);
      try_shape (N + N / 3, N, 0);
      try_shape (4 * N, N, 0);
      try_bound (4 * N, N, 0);
      try_tiny ();
      check_begin ("%s: without memory for either", k->name);
      ends_as_gmp (mul_without_memory);
      ends_as_gmp (sqr_without_memory);
      ends_as_gmp (mul_at_limit);
      check_end ();

      check_begin ("%s: GMP has scratch on the stack", k->name);
      reference_mul (expected, a, N / 2, b, N / 2);
      allow (0);
      multiply (N / 2, N / 2, 0);
      expect_equal (r, expected, N, "product");
      check_end ();
    }
  count (active);
  try_powers ();
  try_roots ();
  try_paths ();
  allow (SIZE_MAX);
  return tests_end ();
}
