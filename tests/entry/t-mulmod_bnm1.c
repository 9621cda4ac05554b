/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_mulmod_bnm1 and mpn_mulmod_bnm1_next_size. */

#include "each_config.h"
#include "../tests.h"
#include "entry/mulmod_bnm1.h"
#include "entry/undeclared.h"
#include <comba.h>

static unsigned long long calls, paths[COMBA_BNM1_PATHS];

/* rp[0..rn-1] = xp[0..xn-1] mod beta^rn - 1, limb by limb; a nonzero number never yields 0. */
static void
reference_fold (mp_ptr rp, mp_size_t rn, mp_srcptr xp, mp_size_t xn)
{
  memset (rp, 0, BYTES (rn));
  for (mp_size_t i = 0; i < xn; i++)
    {
      mp_limb_t carry = xp[i];
      for (mp_size_t j = i % rn; carry != 0; j = (j + 1) % rn)
        {
          rp[j] += carry;
          carry = rp[j] < carry;
        }
    }
}

/* GMP's scratch (mpn_mulmod_bnm1_itch). */
static mp_size_t
given_scratch (mp_size_t rn, mp_size_t an, mp_size_t bn)
{
  const mp_size_t half = rn / 2;
  return rn + 4 + (an > half ? (bn > half ? rn : half) : 0);
}

static void
try_product (mp_size_t rn, mp_size_t an, mp_size_t bn, int a_kind, int b_kind)
{
  const mp_size_t n = an + bn < rn ? an + bn : rn;
  mp_ptr a = new_area (an), b = new_area (bn), whole = new_area (an + bn), expected = new_area (rn);
  mp_ptr r = new_area (n), t = new_area (given_scratch (rn, an, bn));
  random_operand (a, an, a_kind);
  random_operand (b, bn, b_kind);
  reference_mul (whole, a, an, b, bn);
  reference_fold (expected, rn, whole, an + bn);
  __gmpn_mulmod_bnm1 (r, rn, a, an, b, bn, t);
  calls++;
  if (an + bn > rn)
    paths[comba_bnm1_path (comba_active (), rn, an, bn)]++;
  expect_equal (r, expected, n, "%ld x %ld limbs modulo beta^%ld - 1, kinds %d and %d", (long) an, (long) bn, (long) rn,
                a_kind, b_kind);
  check_area (r, "r"), check_area (t, "scratch"), check_area (a, "a"), check_area (b, "b");
  free_area (a), free_area (b), free_area (whole), free_area (expected), free_area (r), free_area (t);
}

/* Shapes of callers: rn limbs, one less, half of it, few limbs, an + bn = rn and rn + 1, any. */
static void
try_size (mp_size_t rn)
{
  const mp_size_t halves = (rn + 1) / 2, any = 1 + (mp_size_t) random_below (rn);
  const mp_size_t shapes[][2] = {
    { rn, rn }, { rn, (rn + 3) / 4 }, { rn - rn / 8, halves }, { halves, rn - halves + 1 }, { halves, rn - halves },
    { any, 1 + (mp_size_t) random_below (any) },
  };
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
    {
      const mp_size_t an = shapes[i][0] > shapes[i][1] ? shapes[i][0] : shapes[i][1];
      const mp_size_t bn = shapes[i][0] > shapes[i][1] ? shapes[i][1] : shapes[i][0];
      if (bn < 1)
        continue;
      /* Ones: a multiple of the modulus. */
      try_product (rn, an, bn, 0, (int) random_below (OPERAND_KINDS));
      if (rn < 400 || i == 0)
        try_product (rn, an, bn, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
    }
}

/* Sizes increase with n and stay below 2n; GMP's own test requires 2048 to be a size. */
static void
try_next_sizes (mp_size_t most)
{
  for (mp_size_t n = 1; n <= most; n += 1 + n / 1000)
    {
      const mp_size_t rn = __gmpn_mulmod_bnm1_next_size (n);
      if (rn < n || (rn >= 2 * n && rn != n) || rn != __gmpn_mulmod_bnm1_next_size (n))
        check_fail ("%ld limbs for %ld", (long) rn, (long) n);
      if (n <= 2048 && rn > 2048)
        check_fail ("%ld limbs for %ld: more than 2048", (long) rn, (long) n);
    }
}

static void
body (const char *config)
{
  const mp_size_t ntt = comba_active ()->thresholds.mul_ntt, has_ntt = comba_active ()->ntt != NULL;
  const mp_size_t max = tests_max_of (config, 700), large = tests_max_of (config, 11000);
  comba_count_calls (1);

  check_begin ("%s: mpn_mulmod_bnm1_next_size", config);
  try_next_sizes (100000);
  check_end ();

  check_begin ("%s: mpn_mulmod_bnm1, every size to 40, then in steps, to %ld limbs", config, (long) max);
  for (mp_size_t n = 1; n <= max; n += 1 + (n > 40) * n / 12)
    {
      try_size (n);
      try_size (__gmpn_mulmod_bnm1_next_size (n));
    }
  check_end ();

  if (has_ntt && ntt <= large)
    {
      check_begin ("%s: mpn_mulmod_bnm1, where transforms begin", config);
      for (mp_size_t n = ntt; n <= large && n <= 6 * ntt; n += n / 3)
        try_size (__gmpn_mulmod_bnm1_next_size (n));
      check_end ();
    }

  CHECK_THAT (comba_calls (COMBA_ENTRY_MULMOD_BNM1, -1) == calls, "%s: every call was comba's", config);
  CHECK_THAT (paths[COMBA_BNM1_WHOLE] > 0, "%s: some products were whole", config);
  if (max >= 4 * comba_active ()->thresholds.mul_toom22)
    CHECK_THAT (paths[COMBA_BNM1_FACTORS] > 0, "%s: some were modulo factors", config);
  if (has_ntt && ntt + ntt / 3 <= large)
    CHECK_THAT (paths[COMBA_BNM1_CYCLIC] > 0, "%s: some were cyclic transforms", config);

  comba_count_calls (0);
  check_begin ("%s: uncounted", config);
  for (mp_size_t n = 1; n <= tests_max (60); n++)
    try_size (n);
  check_end ();

  comba_set_num_threads (3);
  check_begin ("%s: by three threads", config);
  for (mp_size_t n = 2; n <= max; n += 1 + n / 4)
    try_size (__gmpn_mulmod_bnm1_next_size (n));
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
