/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels that compute in doubles: results do not depend on the caller's rounding mode, MXCSR
   does not change, no unmasked exception is raised, and no stack slot is read before it is
   written. */

#include "each_config.h"
#include "../residue/moduli.h"
#include "entry/undeclared.h"
#include <comba.h>

enum { FLAGS = 0x3f, INEXACT = 0x20, ZEROS = 0x8040, MASKS = 0x1f80, ROUNDING = 0x6000, RESULTS = 9 };

/* All exceptions unmasked, and masked.  Long operands take the same code: only the first
   LONG_SETTINGS are tried. */
static const unsigned settings[] = {
  0, ROUNDING | FLAGS | ZEROS, MASKS | 0x4000 | FLAGS | ZEROS, MASKS | 0x2000,
  0x2000, 0x4000 | FLAGS, 0x6000 | ZEROS, MASKS, MASKS | ROUNDING, MASKS | FLAGS, MASKS | INEXACT
};
enum { SETTINGS = sizeof settings / sizeof settings[0], LONG_SETTINGS = 4, LONG = 100 };

static unsigned
get (void)
{
  unsigned x;
  __asm__ volatile ("stmxcsr %0" : "=m" (x) : : "memory");
  return x;
}

static void
set (unsigned x)
{
  __asm__ volatile ("ldmxcsr %0" : : "m" (x) : "memory");
}

/* Doubles whose addition raises a flag: a signalling NaN, a subnormal. */
static const uint64_t poisons[] = { 0x7ff0000000000001, 1 };

static __attribute__ ((noinline)) void
poison_stack (uint64_t poison)
{
  uint64_t words[6000];
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    words[i] = poison;
  __asm__ volatile ("" : : "r" (words) : "memory");
}

/* r = a^b mod m, eight times at once, with two limbs of b; for n up to 60. */
static void
compute_many (mp_ptr r, mp_srcptr a, mp_srcptr b, mp_srcptr m, mp_size_t n, int sec)
{
  enum { COUNT = 8, MOST = 60 };
  static mp_limb_t rest[COUNT][MOST];
  struct comba_power powers[COUNT];
  memset (r, 0, (size_t) n * sizeof *r);
  if (n > MOST)
    return;
  for (int i = 0; i < COUNT; i++)
    powers[i] = (struct comba_power) { i == 0 ? r : rest[i], a, n, b, 2, m, n };
  if ((sec ? comba_powm_many_sec (powers, COUNT) : comba_powm_many (powers, COUNT)) != COMBA_OK)
    check_fail ("%ld limbs: no powers", (long) n);
}

/* r[0] = a b, r[1] = a^2, r[2] = a^e mod m, r[3] = a b mod m, r[4] = its square; r[5] and r[6] are
   products of a and a part of b; r[7] and r[8] are powers of compute_many. */
static void
compute (mp_ptr *r, mp_srcptr a, mp_srcptr b, mp_srcptr m, mp_size_t n, uint64_t poison)
{
  const mp_limb_t e = 0x10001;
  struct comba_mod *context;
  poison_stack (poison);
  mpn_mul_n (r[0], a, b, n);
  poison_stack (poison);
  mpn_sqr (r[1], a, n);
  poison_stack (poison);
  mpn_mul (r[5], a, n, b, n - n / 8);
  poison_stack (poison);
  mpn_mul (r[6], a, n, b, n - n / 3);
  poison_stack (poison);
  __gmpn_powm (r[2], a, n, &e, 1, m, n, NULL);
  if (comba_mod_init (&context, m, n) != COMBA_OK
      || comba_mod_reduce (context, r[3], a, n) != COMBA_OK
      || comba_mod_reduce (context, r[4], b, n) != COMBA_OK
      || comba_mod_mul (context, r[3], r[3], r[4]) != COMBA_OK
      || comba_mod_sqr (context, r[4], r[3]) != COMBA_OK)
    check_fail ("%ld limbs: no product", (long) n);
  comba_mod_clear (context);
  compute_many (r[7], a, b, m, n, 0);
  compute_many (r[8], a, b, m, n, 1);
}

static mp_size_t
size_of (int i, mp_size_t n)
{
  return i < 2 ? 2 * n : i == 5 ? 2 * n - n / 8 : i == 6 ? 2 * n - n / 3 : n;
}

static void
try_size (mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n), m = new_area (n), r[RESULTS], expected[RESULTS];
  for (int i = 0; i < RESULTS; i++)
    r[i] = new_area (2 * n), expected[i] = new_area (2 * n);
  random_operand (a, n, (int) random_below (OPERAND_KINDS));
  random_operand (b, n, (int) random_below (OPERAND_KINDS));
  random_modulus (m, n, (int) random_below (MODULUS_KINDS), 1);
  compute (expected, a, b, m, n, 0);
  const unsigned before = get ();
  for (int s = 0; s < (n < LONG ? SETTINGS : LONG_SETTINGS); s++)
    {
      set (settings[s]);
      compute (r, a, b, m, n, poisons[s % 2]);
      const unsigned after = get ();
      set (before);
      if (after != settings[s])
        check_fail ("%ld limbs: MXCSR was %#x and is %#x", (long) n, settings[s], after);
      for (int i = 0; i < RESULTS; i++)
        expect_equal (r[i], expected[i], size_of (i, n), "%ld limbs, MXCSR %#x, result %d", (long) n,
                      settings[s], i);
    }
  for (int i = 0; i < RESULTS; i++)
    free_area (r[i]), free_area (expected[i]);
  free_area (a), free_area (b), free_area (m);
}

static void
body (const char *name)
{
  for (int threads = 1; threads <= 2; threads++)
    {
      comba_set_num_threads (threads);
      check_begin ("%s: MXCSR, %d thread%s", name, threads, threads == 1 ? "" : "s");
      for (mp_size_t n = 2; n <= tests_max_of (name, 3000); n += 1 + n / 3)
        try_size (n);
      check_end ();
    }
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
