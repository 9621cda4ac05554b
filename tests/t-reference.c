/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The reference of other tests: long products compared with sums of its short ones, which are the
   schoolbook's; and the distribution of operands with runs of ones. */

#include "tests.h"

/* By pieces of b. */
static void
mul_by_pieces (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_ptr t = new_area (an + SCHOOLBOOK_LIMBS);
  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (mp_size_t begin = 0; begin < bn; begin += SCHOOLBOOK_LIMBS)
    {
      const mp_size_t n = bn - begin < SCHOOLBOOK_LIMBS ? bn - begin : SCHOOLBOOK_LIMBS;
      reference_mul (t, ap, an, bp + begin, n);
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < an + n; i++)
        {
          const mp_limb_t sum = rp[begin + i] + t[i], with_carry = sum + carry;
          carry = (sum < t[i]) + (with_carry < sum);
          rp[begin + i] = with_carry;
        }
      if (carry != 0)
        check_fail ("%ld x %ld limbs: more limbs than both have", (long) an, (long) bn);
    }
  free_area (t);
}

static void
try (mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      random_operand (a, an, kind);
      random_operand (b, bn, kind == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      reference_mul (r, a, an, b, bn);
      mul_by_pieces (expected, a, an, b, bn);
      expect_equal (r, expected, an + bn, "%ld x %ld limbs, kind %d", (long) an, (long) bn, kind);
    }
  check_area (r, "the product");
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* The lengths of the runs of equal bits in an operand of kind 4 are 1 bit to two limbs, each about
   as often. */
static void
count_runs (void)
{
  enum { LIMBS = 20000, MOST = 2 * GMP_LIMB_BITS };
  static long runs[MOST + 1];
  mp_ptr a = new_area (LIMBS);
  random_operand (a, LIMBS, 4);
  check_begin ("runs of 1 to %d equal bits", MOST);
  long run = 1, all = 0;
  for (long bit = 1; bit < (long) LIMBS * GMP_LIMB_BITS; bit++)
    if ((a[bit / GMP_LIMB_BITS] >> bit % GMP_LIMB_BITS & 1)
        == (a[(bit - 1) / GMP_LIMB_BITS] >> (bit - 1) % GMP_LIMB_BITS & 1))
      run++;
    else
      {
        if (run > MOST)
          check_fail ("a run of %ld bits", run);
        else
          runs[run]++;
        all++;
        run = 1;
      }
  for (int i = 1; i <= MOST; i++)
    if (runs[i] < all / MOST / 2 || runs[i] > 2 * all / MOST)
      check_fail ("%ld of %ld runs have %d bits", runs[i], all, i);
  check_area (a, "the operand");
  check_end ();
  free_area (a);
}

int
main (void)
{
  tests_begin ();
  check_begin ("products, shapes round the schoolbook's limit");
  for (mp_size_t an = SCHOOLBOOK_LIMBS - 2; an <= SCHOOLBOOK_LIMBS + 8; an++)
    for (mp_size_t bn = 1; bn <= an; bn += bn < SCHOOLBOOK_LIMBS - 4 ? 12 : 1)
      {
        try (an, bn);
        try (bn, an);
      }
  check_end ();
  check_begin ("long products, balanced to unbalanced");
  for (mp_size_t an = 2 * SCHOOLBOOK_LIMBS - 3; an <= 10 * SCHOOLBOOK_LIMBS; an += 1 + an / 9)
    {
      const mp_size_t bns[] = { an, an - 1, an - an / 10, an / 2 + 1, an / 2, (an + 1) / 2, an / 3, SCHOOLBOOK_LIMBS + 1 };
      for (size_t i = 0; i < sizeof bns / sizeof bns[0]; i++)
        try (an, bns[i]);
    }
  check_end ();
  count_runs ();
  return tests_end ();
}
