/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division with remainder, by multiplication: operands are built from the quotient and the
   remainder, with quotients that need every correction. */

#include "../tests.h"
#include "div/div.h"

/* np[0..nn-1] = Q D + R, if that fits; returns whether it does. */
static int
build (mp_ptr np, mp_size_t nn, mp_srcptr qp, mp_size_t qn, mp_srcptr dp, mp_size_t dn, mp_srcptr rp)
{
  mp_ptr product = new_area (qn + dn);
  reference_mul (product, qp, qn, dp, dn);
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < qn + dn; i++)
    {
      const comba_dlimb x = (comba_dlimb) product[i] + (i < dn ? rp[i] : 0) + carry;
      product[i] = (mp_limb_t) x, carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  for (mp_size_t i = nn; i < qn + dn; i++)
    carry |= product[i];
  memcpy (np, product, BYTES (nn));
  free_area (product);
  return carry == 0;
}

/* R is 0, D - 1, or any below D. */
enum { REST_ZERO, REST_MOST, REST_ANY, REST_KINDS };

static void
rest_below (mp_ptr rp, mp_srcptr dp, mp_size_t dn, int kind)
{
  if (kind == REST_ZERO)
    memset (rp, 0, BYTES (dn));
  else if (kind == REST_MOST)
    {
      mp_limb_t borrow = 1;
      for (mp_size_t i = 0; i < dn; i++)
        rp[i] = dp[i] - borrow, borrow = dp[i] < borrow;
    }
  else
    {
      random_operand (rp, dn, 5);
      rp[dn - 1] = random_below (dp[dn - 1] > (1ul << 30) ? 1ul << 30 : dp[dn - 1]);
    }
}

static void
try (const struct comba_config *k, mp_size_t nn, mp_size_t dn, int q_kind, int d_kind, int top, int rest)
{
  const mp_size_t qn = nn - dn + 1;
  mp_ptr n = new_area (nn), d = new_area (dn), q = new_area (qn), r = new_area (dn);
  mp_ptr want_q = new_area (qn), want_r = new_area (dn);
  random_operand (d, dn, d_kind);
  if (top == 0)
    d[dn - 1] = 1;
  else if (top == 1)
    d[dn - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  else if (d[dn - 1] == 0)
    d[dn - 1] = 1 + random_below (1000);
  random_operand (want_q, qn, q_kind);
  rest_below (want_r, d, dn, rest);
  if (!build (n, nn, want_q, qn, d, dn, want_r))
    {
      want_q[qn - 1] = 0;
      if (!build (n, nn, want_q, qn, d, dn, want_r))
        check_fail ("%ld by %ld limbs: the test's own operands", (long) nn, (long) dn);
    }
  comba_divide (k, q, r, n, nn, d, dn);
  expect_equal (q, want_q, qn, "quotient of %ld by %ld limbs, kinds %d and %d, remainder %d", (long) nn, (long) dn,
                q_kind, d_kind, rest);
  expect_equal (r, want_r, dn, "remainder of %ld by %ld limbs, kinds %d and %d, remainder %d", (long) nn, (long) dn,
                q_kind, d_kind, rest);
  check_area (n, "n"), check_area (d, "d"), check_area (q, "q"), check_area (r, "r");

  mp_ptr in_place = new_area (nn);
  memcpy (in_place, n, BYTES (nn));
  comba_divide (k, q, in_place, in_place, nn, d, dn);
  expect_equal (in_place, want_r, dn, "remainder in place of %ld by %ld limbs", (long) nn, (long) dn);
  check_area (in_place, "n and r");
  free_area (in_place);
  free_area (n), free_area (d), free_area (q), free_area (r), free_area (want_q), free_area (want_r);
}

#if GMP_LIMB_BITS == 64
/* The 128 highest bits of D, one by one, and 1: M.  For the reciprocal R, R M <= 2^255 < (R + 4) M. */
static void
try_reciprocal (mp_size_t dn, int kind, int shift)
{
  mp_ptr d = new_area (dn), r = new_area (2), m = new_area (3), x = new_area (3), product = new_area (6);
  random_operand (d, dn, kind);
  d[dn - 1] = (d[dn - 1] | (mp_limb_t) 1 << 63) >> shift;
  memset (m, 0, BYTES (3));
  for (mp_size_t bit = 64 * dn - 1 - shift, i = 127; i >= 0; i--, bit--)
    m[i / 64] |= (d[bit / 64] >> bit % 64 & 1) << i % 64;
  for (mp_size_t i = 0; i < 3 && ++m[i] == 0;)
    i++;
  comba_div_reciprocal_of (r, d, dn);
  x[0] = r[0], x[1] = r[1], x[2] = 0;
  for (int above = 0; above < 2; above++)
    {
      reference_mul (product, m, 3, x, 3);
      const mp_limb_t top = product[3] >> 63, below = product[3] << 1 | product[2] | product[1] | product[0];
      if ((product[4] | product[5]) != 0 ? !above : above ? top == 0 || below == 0 : top != 0 && below != 0)
        check_fail ("%ld limbs, kind %d, %d zeros: %lx %lx is too %s", (long) dn, kind, shift, (unsigned long) r[1],
                    (unsigned long) r[0], above ? "small" : "large");
      for (mp_limb_t i = 0, carry = 4; i < 3; i++)
        x[i] += carry, carry = x[i] < carry;
    }
  check_area (r, "reciprocal");
  free_area (d), free_area (r), free_area (m), free_area (x), free_area (product);
}
#endif

int
main (void)
{
  tests_begin ();
#if GMP_LIMB_BITS == 64
  check_begin ("reciprocals of divisors, for vectors");
  for (mp_size_t dn = 3; dn <= 6; dn++)
    for (int kind = 0; kind < OPERAND_KINDS; kind++)
      for (int shift = 0; shift < 64; shift++)
        try_reciprocal (dn, kind, shift);
  check_end ();
#endif
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (why != NULL)
        {
          check_skip (why, "%s: divisions", k->name);
          continue;
        }
      check_begin ("%s: divisions of up to %ld limbs", k->name, (long) tests_every_to (40));
      for (mp_size_t dn = 1; dn <= tests_every_to (20); dn++)
        for (mp_size_t nn = dn; nn <= 2 * dn + 3; nn++)
          for (int kind = 0; kind < OPERAND_KINDS; kind++)
            try (k, nn, dn, kind, (int) random_below (OPERAND_KINDS), kind % 3, (int) random_below (REST_KINDS));
      check_end ();
    }
  return tests_end ();
}
