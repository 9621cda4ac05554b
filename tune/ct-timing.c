/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tests whether the time of mpn_mul_n and mpn_sqr depends on operand values, at the sizes of the
   basecase.  A t-test on this machine, after O.  Reparaz, J.  Balasch, I.  Verbauwhede, Dude, is my
   code constant time?  (2017).

     comba-ct-timing [SIZE]...          (COMBA_CPU chooses the CPU configuration)

   Samples of two classes are taken in random order: operands that are always the same (all ones,
   zeros, or one bit), and random ones.  A sample is the time of CALLS calls.  Operands of both
   classes come from tables of equal size and are copied to the same place.  Long times come from
   the machine: samples above a quantile of both classes together are ignored, for several
   quantiles, and Welch's t is the largest of theirs.  A difference counts if |t| is above THRESHOLD
   in REPEATS independent runs.

   Two controls come first: random operands against random ones must not differ, and a
   multiplication that makes one more pass over the result if b is odd must be found.

   Exit code: 0 no difference found, which proves nothing; 1 a difference found; 2 usage; 3 a
   control failed: the machine is too noisy. */

#include "clock.h"
#include "bench/machine.h"
#include "dispatch/config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THRESHOLD 10.0

enum
{
  REPEATS = 3, SAMPLES = 30000, CALLS = 4,
  MAX_SIZE = 256,
  ENTRIES = 32                  /* of a table of operands; two in each */
};

enum class { ONES, ZEROS, ONE_BIT, RANDOM };
static const char *const class_names[] = { "all ones", "zeros", "one bit", "random" };

typedef void function (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

static void
mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mpn_mul_n (rp, ap, bp, n);
}

static void
sqr (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  (void) bp;
  mpn_sqr (rp, ap, n);
}

static void
leaky_mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mpn_mul_n (rp, ap, bp, n);
  if (bp[0] & 1)
    for (mp_size_t i = 0; i < n; i++)
      __asm__ volatile ("" : "+r" (rp[i]));
}

/* Marsaglia, Xorshift RNGs. */
static mp_limb_t
random_limb (void)
{
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (mp_limb_t) (x * 0x9e3779b97f4a7c15u >> (64 - GMP_LIMB_BITS));
}

static void
fill (mp_limb_t table[ENTRIES][2 * MAX_SIZE], enum class class, mp_size_t n)
{
  for (int e = 0; e < ENTRIES; e++)
    for (mp_size_t i = 0; i < 2 * n; i++)
      table[e][i] = class == RANDOM ? random_limb () : class == ONES ? ~(mp_limb_t) 0
                    : class == ONE_BIT && i % n == n / 2;
}

struct sample
{
  double ns;
  int second;                   /* its class */
};

static int
compare_samples (const void *a, const void *b)
{
  double x = ((const struct sample *) a)->ns, y = ((const struct sample *) b)->ns;
  return (x > y) - (x < y);
}

/* Welch's t of the first n samples. */
static double
welch (const struct sample *s, int n)
{
  double mean[2] = { 0, 0 }, squares[2] = { 0, 0 }, count[2] = { 0, 0 };
  for (int i = 0; i < n; i++)
    {
      int k = s[i].second;
      double delta = s[i].ns - mean[k];
      mean[k] += delta / ++count[k];
      squares[k] += delta * (s[i].ns - mean[k]);
    }
  double variance = 0;
  for (int k = 0; k < 2; k++)
    variance += squares[k] / (count[k] - 1) / count[k];
  return variance > 0 ? (mean[0] - mean[1]) / sqrt (variance) : 0;
}

/* The largest t in absolute value of one run. */
static double
run (function *f, mp_size_t n, enum class first, enum class second)
{
  static const double quantiles[] = { 0.5, 0.8, 0.95 };
  static mp_limb_t tables[2][ENTRIES][2 * MAX_SIZE];
  static mp_limb_t operands[2 * MAX_SIZE], product[2 * MAX_SIZE];
  static struct sample samples[SAMPLES];

  fill (tables[0], first, n);
  fill (tables[1], second, n);
  for (int i = 0; i < SAMPLES; i++)
    {
      mp_limb_t r = random_limb ();
      samples[i].second = r >> 16 & 1;
      memcpy (operands, tables[samples[i].second][(r >> 20) % ENTRIES], 2 * n * sizeof (mp_limb_t));
      f (product, operands, operands + n, n);
      double start = now_ns ();
      for (int call = 0; call < CALLS; call++)
        f (product, operands, operands + n, n);
      samples[i].ns = now_ns () - start;
    }
  qsort (samples, SAMPLES, sizeof *samples, compare_samples);
  double largest = 0;
  for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; q++)
    {
      double t = welch (samples, (int) (SAMPLES * quantiles[q]));
      if (fabs (t) > fabs (largest))
        largest = t;
    }
  return largest;
}

/* The smallest t of REPEATS runs, all of which must have the same sign; else 0.  Stops early when
   the result is 0. */
static double
repeated (function *f, mp_size_t n, enum class first, enum class second)
{
  double t = run (f, n, first, second);
  for (int i = 1; i < REPEATS && fabs (t) > THRESHOLD; i++)
    {
      double again = run (f, n, first, second);
      if (again * t < 0)
        return 0;
      t = copysign (fmin (fabs (t), fabs (again)), t);
    }
  return t;
}

/* Returns whether all fixed classes take as long as random operands. */
static int
try_function (const char *name, function *f, mp_size_t n)
{
  int same = 1;
  printf ("%-9s %4ld", name, (long) n);
  for (enum class class = ONES; class < RANDOM; class++)
    {
      double t = repeated (f, n, class, RANDOM);
      printf ("  %s %+6.1f", class_names[class], t);
      same &= fabs (t) <= THRESHOLD;
    }
  printf ("  %s\n", same ? "no difference found" : "DEPENDS ON VALUES");
  fflush (stdout);
  return same;
}

static int
controls (void)
{
  const mp_size_t n = 16;
  double null = repeated (mul_n, n, RANDOM, RANDOM);
  double leak = repeated (leaky_mul_n, n, ONES, RANDOM);
  printf ("controls  %4ld  random %+.1f  a leak %+.1f\n", (long) n, null, leak);
  return fabs (null) <= THRESHOLD && fabs (leak) > THRESHOLD;
}

int
main (int argc, char **argv)
{
  static const mp_size_t standard[] = { 1, 4, 8, 9, 12, 16, 20, 24, 32, 40, 52, 64, 80, 91 };
  mp_size_t sizes[64];
  int count = argc > 1 ? argc - 1 : (int) (sizeof standard / sizeof *standard);
  for (int i = 0; i < count; i++)
    {
      sizes[i % 64] = argc > 1 ? atol (argv[1 + i]) : standard[i];
      if (count > 64 || sizes[i] < 1 || sizes[i] > MAX_SIZE)
        {
          fprintf (stderr, "usage: comba-ct-timing [SIZE]...   (sizes from 1 to %d limbs)\n", MAX_SIZE);
          return 2;
        }
    }

  char cpu[128];
  cpu_model (cpu, sizeof cpu);
  const struct comba_config *k = comba_active ();
  printf ("CPU configuration %s, %s, t of fixed against random operands:\n", k->name, cpu);
  stay_on_cpus (1);
  if (!controls ())
    {
      printf ("a control failed: this machine is too noisy to tell\n");
      return 3;
    }

  int same = 1;
  for (int i = 0; i < count; i++)
    {
      mp_size_t n = sizes[i];
      if (n < k->thresholds.mul_toom22)
        same &= try_function ("mpn_mul_n", mul_n, n);
      if (n < k->thresholds.sqr_toom2)
        same &= try_function ("mpn_sqr", sqr, n);
    }
  return !same;
}
