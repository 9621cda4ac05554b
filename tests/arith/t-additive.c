/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The additive primitives, compared with additions bit by bit. */

#include "../tests.h"
#include "arith/arith.h"
#include "arith/limb_pair.h"

/* rp[0..n-1] = ap + bp + carry, or ap - bp - carry with SUBTRACT; returns the carry. */
static mp_limb_t
reference_add (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry, int subtract)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t r = 0;
      for (int bit = 0; bit < GMP_LIMB_BITS; bit++)
        {
          int a = ap[i] >> bit & 1, b = bp[i] >> bit & 1, c = (int) carry;
          r |= (mp_limb_t) (a ^ b ^ c) << bit;
          if (subtract)
            a = !a;             /* a borrow where a + b + c of the complement carries */
          carry = (a & b) | (a & c) | (b & c);
        }
      rp[i] = r;
    }
  return carry;
}

/* All pairs of pairs of these limbs. */
static void
try_pair_below (void)
{
  static const mp_limb_t limbs[] = { 0, 1, COMBA_LIMB_MAX / 2, COMBA_LIMB_MAX / 2 + 1, COMBA_LIMB_MAX - 1, COMBA_LIMB_MAX };
  enum { LIMBS = sizeof limbs / sizeof limbs[0], PAIRS = LIMBS * LIMBS };
  for (int i = 0; i < PAIRS; i++)
    for (int j = 0; j < PAIRS; j++)
      {
        const struct comba_pair x = { .high = limbs[i / LIMBS], .low = limbs[i % LIMBS] };
        const struct comba_pair y = { .high = limbs[j / LIMBS], .low = limbs[j % LIMBS] };
        if (comba_pair_below (x, y) != (i < j))         /* the limbs ascend */
          check_fail ("pairs %d and %d", i, j);
      }
}

/* Where the result is: elsewhere, over a, over b. */
enum { APART, OVER_A, OVER_B, PLACES };

static void
try_n (mp_size_t n, int subtract, int place)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      if (n > 0)
        {
          random_operand (a, n, kind);
          random_operand (b, n, (int) random_below (OPERAND_KINDS));
        }
      mp_limb_t carry = reference_add (expected, a, b, n, 0, subtract);
      mp_ptr to = place == APART ? r : place == OVER_A ? a : b;
      mp_limb_t got = (subtract ? comba_sub_n : comba_add_n) (to, a, b, n);
      expect_equal (to, expected, n, "%ld limbs, place %d", (long) n, place);
      if (got != carry)
        check_fail ("%ld limbs: wrong carry", (long) n);
      check_area (a, "a"), check_area (b, "b"), check_area (r, "r");
    }
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* Of a shift by s, the limb I; the limbs beyond a are zero. */
static mp_limb_t
reference_shift (mp_srcptr ap, mp_size_t n, mp_size_t i, unsigned s, int left)
{
  mp_limb_t r = 0;
  for (int bit = 0; bit < GMP_LIMB_BITS; bit++)
    {
      const long from = (long) i * GMP_LIMB_BITS + bit + (left ? -(long) s : (long) s);
      if (from >= 0 && from < (long) n * GMP_LIMB_BITS)
        r |= (ap[from / GMP_LIMB_BITS] >> from % GMP_LIMB_BITS & 1) << bit;
    }
  return r;
}

/* The result is DISTANCE limbs above a, or below it for a shift to the right. */
static void
try_shift (mp_size_t n, unsigned s, mp_size_t distance, int left)
{
  mp_ptr area = new_area (n + distance), a = new_area (n), expected = new_area (n);
  mp_ptr source = left ? area : area + distance, to = left ? area + distance : area;
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      random_operand (a, n, kind);
      memcpy (source, a, BYTES (n));
      for (mp_size_t i = 0; i < n; i++)
        expected[i] = reference_shift (a, n, i, s, left);
      const mp_limb_t out = reference_shift (a, n, left ? n : -1, s, left);
      const mp_limb_t got = (left ? comba_lshift : comba_rshift) (to, source, n, s);
      expect_equal (to, expected, n, "%ld limbs by %u bits, distance %ld", (long) n, s, (long) distance);
      if (got != out)
        check_fail ("%ld limbs by %u bits: wrong bits shifted out", (long) n, s);
      check_area (area, "area");
    }
  free_area (area), free_area (a), free_area (expected);
}

static void
try_add_1 (mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n), expected = new_area (n);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    for (int small = 0; small < 3; small++)
      {
        mp_limb_t add = small == 2 ? random_limb () : (mp_limb_t) small;
        mp_limb_t carry = add;
        if (n > 0)
          {
            random_operand (a, n, kind);
            memset (b, 0, n * sizeof (mp_limb_t));
            b[0] = add;
            carry = reference_add (expected, a, b, n, 0, 0);
          }
        mp_limb_t got = comba_add_1_var (a, n, add);
        expect_equal (a, expected, n, "%ld limbs", (long) n);
        if (got != carry)
          check_fail ("%ld limbs: wrong carry", (long) n);
        check_area (a, "a");
      }
  free_area (a), free_area (b), free_area (expected);
}

static void
try_add_in (mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), b = new_area (bn), full = new_area (an), expected = new_area (an);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      memset (full, 0, an * sizeof (mp_limb_t));
      if (an > 0)
        random_operand (a, an, kind);
      if (bn > 0)
        random_operand (b, bn, (int) random_below (OPERAND_KINDS));
      memcpy (full, b, bn * sizeof (mp_limb_t));
      mp_limb_t carry = reference_add (expected, a, full, an, 0, 0);
      mp_limb_t got = comba_add_in_var (a, an, b, bn);
      expect_equal (a, expected, an, "%ld + %ld limbs", (long) an, (long) bn);
      if (got != carry)
        check_fail ("%ld + %ld limbs: wrong carry", (long) an, (long) bn);
      check_area (a, "a"), check_area (b, "b");
    }
  free_area (a), free_area (b), free_area (full), free_area (expected);
}

static void
try_cmp (mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      if (n > 0)
        random_operand (a, n, kind);
      memcpy (b, a, n * sizeof (mp_limb_t));
      if (comba_cmp_var (a, b, n) != 0)
        check_fail ("%ld equal limbs differ", (long) n);
      if (n == 0)
        continue;
      mp_size_t i = (mp_size_t) random_below (n);
      b[i] ^= (mp_limb_t) 1 << random_below (GMP_LIMB_BITS);
      int expected = a[i] > b[i] ? 1 : -1;
      if (comba_cmp_var (a, b, n) * expected <= 0 || comba_cmp_var (b, a, n) * expected >= 0)
        check_fail ("%ld limbs that differ in limb %ld", (long) n, (long) i);
    }
  free_area (a), free_area (b);
}

int
main (void)
{
  tests_begin ();
  static const char *const places[] = { "apart", "over a", "over b" };
  for (int subtract = 0; subtract <= 1; subtract++)
    for (int place = 0; place < PLACES; place++)
      {
        check_begin ("%s, result %s", subtract ? "sub_n" : "add_n", places[place]);
        for (mp_size_t n = 0; n <= 40; n++)
          try_n (n, subtract, place);
        check_end ();
      }

  for (int left = 0; left <= 1; left++)
    {
      check_begin (left ? "lshift" : "rshift");
      for (mp_size_t n = 1; n <= 24; n++)
        for (mp_size_t distance = 0; distance <= n; distance += 1 + distance / 8)
          try_shift (n, 1 + (unsigned) random_below (GMP_LIMB_BITS - 1), distance, left);
      for (unsigned s = 1; s < GMP_LIMB_BITS; s++)
        try_shift (7, s, 0, left);
      check_end ();
    }

  check_begin ("pair_below");
  try_pair_below ();
  check_end ();

  check_begin ("add_1_var");
  for (mp_size_t n = 0; n <= 40; n++)
    try_add_1 (n);
  check_end ();

  check_begin ("add_in_var");
  for (mp_size_t an = 0; an <= 16; an++)
    for (mp_size_t bn = 0; bn <= an; bn++)
      try_add_in (an, bn);
  check_end ();

  check_begin ("cmp_var");
  for (mp_size_t n = 0; n <= 40; n++)
    try_cmp (n);
  check_end ();
  return tests_end ();
}
