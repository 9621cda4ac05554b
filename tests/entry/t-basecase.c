/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_mul_basecase, mpn_sqr_basecase, mpn_redc_1 and mpn_redc_2. */

#include "each_config.h"
#include "../tests.h"
#include "entry/undeclared.h"
#include <comba.h>

static unsigned long long calls[COMBA_ENTRIES];

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  __gmpn_mul_basecase (rp, ap, an, bp, bn);
  calls[COMBA_ENTRY_MUL_BASECASE]++;
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  __gmpn_sqr_basecase (rp, ap, n);
  calls[COMBA_ENTRY_SQR_BASECASE]++;
}

/* -1/P mod beta^2, bit by bit. */
static void
negative_inverse (mp_limb_t mu[2], mp_srcptr pp, mp_size_t n)
{
  mp_limb_t p[2] = { pp[0], n > 1 ? pp[1] : 0 }, sum[2] = { 1, 0 };
  mu[0] = mu[1] = 0;
  for (int i = 0; i < 2 * GMP_LIMB_BITS; i++)
    {
      const int word = i / GMP_LIMB_BITS, shift = i % GMP_LIMB_BITS;
      if ((sum[word] >> shift & 1) != 0)
        {
          mu[word] |= (mp_limb_t) 1 << shift;
          sum[0] += p[0];
          sum[1] += p[1] + (sum[0] < p[0]);
        }
      p[1] = p[1] << 1 | p[0] >> (GMP_LIMB_BITS - 1);
      p[0] <<= 1;
    }
}

/* tp[0..2n-1] + q P, limb by limb; the result is tp[n..2n-1] and the returned carry. */
static mp_limb_t
reference_redc (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  mp_limb_t above = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_limb_t q = tp[i] * mu;
      mp_limb_t carry = 0;
      for (mp_size_t j = 0; i + j < 2 * n; j++)
        {
          const comba_dlimb t = (comba_dlimb) q * (j < n ? pp[j] : 0) + tp[i + j] + carry;
          tp[i + j] = (mp_limb_t) t;
          carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
        }
      above += carry;
    }
  return above;
}

/* Where the result is: elsewhere, or in one of the halves of t. */
enum place { APART, LOWER, UPPER, PLACES };

static void
try_redc (mp_size_t n, int p_kind, int t_kind, enum place place)
{
  mp_ptr p = new_area (n), t = new_area (2 * n), expected = new_area (2 * n), z = new_area (n);
  mp_limb_t mu[2];
  random_operand (p, n, p_kind);
  p[0] |= 1;
  negative_inverse (mu, p, n);
  random_operand (expected, 2 * n, t_kind);
  mp_srcptr const cached = memcpy (t, expected, 2 * BYTES (n));
  const mp_limb_t above = reference_redc (expected, p, n, mu[0]);
  for (int two = 0; two < 2; two++)
    {
      mp_ptr u = new_area (2 * n), r = place == APART ? z : place == LOWER ? u : u + n;
      memcpy (u, cached, 2 * BYTES (n));
      const mp_limb_t carry = two ? __gmpn_redc_2 (r, u, p, n, mu) : __gmpn_redc_1 (r, u, p, n, mu[0]);
      calls[COMBA_ENTRY_REDC]++;
      expect_equal (r, expected + n, n, "redc_%d, %ld limbs, place %d", 1 + two, (long) n, (int) place);
      expect_equal (&carry, &above, 1, "redc_%d, %ld limbs: carry", 1 + two, (long) n);
      check_area (u, "t");
      check_area (z, "r");
      free_area (u);
    }
  free_area (p), free_area (t), free_area (expected), free_area (z);
}

static void
body (const char *config)
{
  const mp_size_t max = tests_max_of (config, 3000), small = tests_max (60);
  comba_count_calls (1);

  check_begin ("%s: mpn_mul_basecase, every shape to %ld x %ld", config, (long) small, (long) small);
  for (mp_size_t an = 1; an <= small; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      try_mul_briefly (mul, NULL, an, bn);
  check_end ();

  check_begin ("%s: mpn_mul_basecase, longer", config);
  for (mp_size_t an = 61; an <= max; an = next_size (an))
    {
      try_mul_briefly (mul, NULL, an, an);
      try_mul_briefly (mul, NULL, an, 1 + (mp_size_t) random_for (an, (unsigned long) an));
      try_mul_briefly (mul, NULL, an, 1 + an / 64);
    }
  check_end ();

  check_begin ("%s: mpn_mul_basecase, overlapping sources, edges of memory", config);
  for (mp_size_t an = 1; an <= small; an += 1 + an / 8)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      {
        try_mul_overlaps (mul, NULL, an, bn);
        try_mul_edges (mul, NULL, an, bn);
      }
  check_end ();

  check_begin ("%s: mpn_sqr_basecase", config);
  for (mp_size_t n = 1; n <= max; n = next_size (n))
    {
      try_sqr_briefly (sqr, NULL, n);
      if (n <= 100)
        try_sqr_edges (sqr, NULL, n);
    }
  check_end ();

  check_begin ("%s: mpn_redc_1, mpn_redc_2", config);
  for (mp_size_t n = 1; n <= tests_max_of (config, 400); n = next_size (n))
    for (int kind = 0; kind < kinds_at (2 * n, n); kind++)
      {
        try_redc (n, kind, 0, APART);
        try_redc (n, kind, (int) random_below (OPERAND_KINDS), (enum place) random_below (PLACES));
        try_redc (n, OPERAND_KINDS - 1, kind, (enum place) (n % PLACES));
      }
  check_end ();

  for (enum comba_entry e = COMBA_ENTRY_MUL_BASECASE; e <= COMBA_ENTRY_REDC; e++)
    CHECK_THAT (comba_calls (e, -1) == calls[e], "%s: every call was comba's: entry %d", config, (int) e);

  comba_count_calls (0);
  check_begin ("%s: uncounted", config);
  for (mp_size_t n = 1; n <= tests_max (COMBA_FIXED_MAX + 1); n++)
    {
      try_mul_briefly (mul, NULL, n, n);
      try_mul_briefly (mul, NULL, n + n / 3, n);
      try_sqr_briefly (sqr, NULL, n);
      try_redc (n, OPERAND_KINDS - 1, 4, APART);
    }
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
