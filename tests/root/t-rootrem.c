/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* K-th roots.  S^K + R = N and (S + 1)^K > N prove a result; the powers are the reference's. */

#include "../tests.h"
#include "root/root.h"
#include "mul/mul.h"

static mp_size_t
size_of (mp_srcptr p, mp_size_t n)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  return n;
}

/* *rp = ap[0..an-1]^power, from new_area, n limbs; or returns 0, *rp = NULL, if it has more than
   MOST limbs. */
static mp_size_t
power_of (mp_ptr *rp, mp_srcptr ap, mp_size_t an, mp_limb_t power, mp_size_t most)
{
  an = size_of (ap, an);
  mp_ptr x = new_area (an);
  memcpy (x, ap, BYTES (an));
  mp_size_t n = an;
  for (int bit = 62 - __builtin_clzll (power); bit >= 0; bit--)
    for (int odd = 0; odd <= (int) (power >> bit & 1); odd++)
      {
        const mp_size_t bn = odd ? an : n;
        mp_ptr y = new_area (n + bn);
        reference_mul (y, x, n, odd ? ap : x, bn);
        free_area (x);
        x = y, n = size_of (y, n + bn);
        if (n > most)
          {
            free_area (x);
            *rp = NULL;
            return 0;
          }
      }
  *rp = x;
  return n;
}

static int
compare (mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return an != bn ? (an > bn) - (an < bn) : comba_cmp_var (ap, bp, an);
}

static const char *
wrong (mp_srcptr sp, mp_srcptr rp, mp_size_t rn, mp_srcptr np, mp_size_t n, mp_limb_t power)
{
  const mp_size_t m = (mp_size_t) ((mp_limb_t) (n - 1) / power) + 1;
  if (rn < 0 || rn > n || (rn > 0 && rp[rn - 1] == 0))
    return "the size of the remainder";
  if (size_of (sp, m) == 0)
    return "the root is 0";
  const char *what = NULL;
  mp_ptr x, s = new_area (m + 1), sum = new_area (n + 1);
  mp_size_t xn = power_of (&x, sp, m, power, n);
  if (x == NULL)
    what = "S^K > N";
  else
    {
      memset (sum, 0, BYTES (n + 1));
      memcpy (sum, x, BYTES (xn));
      sum[n] = comba_add_in_var (sum, n, rp, rn);
      if (sum[n] != 0 || comba_cmp_var (sum, np, n) != 0)
        what = "S^K + R";
      free_area (x);
    }
  memcpy (s, sp, BYTES (m));
  s[m] = comba_add_1_var (s, m, 1);
  xn = power_of (&x, s, m + 1, power, n);
  if (x != NULL && compare (x, xn, np, n) <= 0)
    what = "(S + 1)^K <= N";
  if (x != NULL)
    free_area (x);
  free_area (s), free_area (sum);
  return what;
}

static void
try (const struct comba_config *k, mp_srcptr number, mp_size_t n, mp_limb_t power, const char *kind)
{
  const mp_size_t m = (mp_size_t) ((mp_limb_t) (n - 1) / power) + 1;
  mp_ptr np = new_edge_area (n, 1), s = new_edge_area (m, 1), r = new_edge_area (n, 1), t = new_area (m),
         both = new_area (n);
  memcpy (np, number, BYTES (n));
  memcpy (both, number, BYTES (n));
  make_read_only (np, n);
  const mp_size_t rn = comba_rootrem (k, s, r, np, n, power);
  const char *what = wrong (s, r, rn, number, n, power);
  if (what != NULL)
    check_fail ("%ld limbs, root %lu, %s: %s", (long) n, (unsigned long) power, kind, what);
  if ((comba_rootrem (k, t, NULL, np, n, power) != 0) != (rn != 0))
    check_fail ("%ld limbs, root %lu, %s: whether it is a power", (long) n, (unsigned long) power, kind);
  expect_equal (t, s, m, "%ld limbs, root %lu, %s: without a remainder", (long) n, (unsigned long) power, kind);
  if (comba_rootrem (k, t, both, both, n, power) != rn)
    check_fail ("%ld limbs, root %lu, %s: the remainder's size in place", (long) n, (unsigned long) power, kind);
  expect_equal (both, r, rn, "%ld limbs, root %lu, %s: the remainder in place", (long) n, (unsigned long) power, kind);
  check_area (t, "s"), check_area (both, "r");
  free_edge_area (np, n), free_edge_area (s, m), free_edge_area (r, n), free_area (t), free_area (both);
}

/* Any number of n limbs; s^power - 1, s^power and s^power + 1 of about n limbs. */
static void
try_size (const struct comba_config *k, mp_size_t n, mp_limb_t power, int kind)
{
  const mp_size_t m = (mp_size_t) ((mp_limb_t) (n - 1) / power) + 1;
  mp_ptr x = new_area (n), s = new_area (m), y;
  random_operand (x, n, kind);
  x[n - 1] = kind == 0 ? COMBA_LIMB_MAX : x[n - 1] >> random_below (GMP_LIMB_BITS) | 1;
  try (k, x, n, power, "any");
  random_operand (s, m, kind);
  if (s[m - 1] == 0)
    s[m - 1] = random_limb () >> random_below (GMP_LIMB_BITS) | 1;
  if (power > (mp_limb_t) n)    /* short roots: a few bits */
    s[0] = 2 + random_below (1 + 2ul * (1ul << (unsigned) (n * GMP_LIMB_BITS / (mp_size_t) (power > 1000000 ? 1000000 : power) % 20)));
  mp_size_t yn = power_of (&y, s, m, power, 2 * n + 60);
  if (y != NULL)
    {
      try (k, y, yn, power, "a power");
      if (comba_add_1_var (y, yn, 1) == 0)
        try (k, y, yn, power, "a power + 1");
      if (comba_sub_1_var (y, yn, 2) == 0 && y[yn - 1] != 0)
        try (k, y, yn, power, "a power - 1");
      free_area (y);
    }
  free_area (x), free_area (s);
}

/* xp[0..n-1] = 3^power, n the result; tp has room for it, too. */
static mp_size_t
power_of_3 (const struct comba_config *k, mp_ptr xp, mp_ptr tp, mp_limb_t power)
{
  mp_size_t n = 1;
  xp[0] = 1;
  for (int bit = 31 - __builtin_clz ((unsigned) power); bit >= 0; bit--)
    {
      comba_sqr (k, tp, xp, n);
      n = size_of (tp, 2 * n);
      tp[n] = (power >> bit & 1) != 0 ? comba_mul_1 (tp, tp, n, 3, 0) : 0;
      n += tp[n] != 0;
      memcpy (xp, tp, BYTES (n));
    }
  return n;
}

/* The root of a number is 2. */
static void
expect_two (const struct comba_config *k, mp_srcptr number, mp_size_t n, mp_limb_t power, const char *what)
{
  const mp_size_t at = (mp_size_t) (power / GMP_LIMB_BITS);
  mp_ptr x = new_area (n), y = new_area (n), r = new_area (n);
  memcpy (x, number, BYTES (n));
  memcpy (y, number, BYTES (n));
  comba_sub_1_var (y + at, n - at, (mp_limb_t) 1 << power % GMP_LIMB_BITS);
  mp_limb_t s = 0;
  const mp_size_t rn = comba_rootrem (k, &s, r, x, n, power);
  if (s != 2 || rn != size_of (y, n))
    check_fail ("%s: root %lu, remainder of %ld limbs", what, (unsigned long) s, (long) rn);
  expect_equal (x, number, n, "%s: the operand afterwards", what);
  expect_equal (r, y, rn, "%s: the remainder", what);
  check_area (r, "remainder"), check_area (x, "operand");
  free_area (x), free_area (y), free_area (r);
}

/* 3^K / 2^1500 has the root 2, and the estimate 3, whose power is 23 limbs longer than the number. */
static void
try_rounded_up (const struct comba_config *k)
{
  enum { POWER = 1000000, BITS = 1500, LIMBS = 160 * 10000 / GMP_LIMB_BITS + 100 };
  if (tests_max (LIMBS) < LIMBS)
    return;
  check_begin ("%s: an estimate that is 1 too large, to the power %d", k->name, POWER);
  mp_ptr x = new_area (LIMBS), y = new_area (LIMBS);
  mp_size_t n = power_of_3 (k, x, y, POWER);
  comba_rshift (x, x + BITS / GMP_LIMB_BITS, n - BITS / GMP_LIMB_BITS, BITS % GMP_LIMB_BITS);
  expect_two (k, x, size_of (x, n - BITS / GMP_LIMB_BITS), POWER, "3^K / 2^1500");
  free_area (x), free_area (y);
  check_end ();
}

/* K of 25 bits, for which there is no estimate. */
static void
try_huge (const struct comba_config *k)
{
  enum { POWER = (1 << 24) + 1, LIMBS = 160 * (POWER / 100) / GMP_LIMB_BITS + 100, AT = POWER / GMP_LIMB_BITS };
  if (tests_max (LIMBS) < LIMBS)
    return;
  check_begin ("%s: roots of 2 and 3, to the power %d", k->name, POWER);
  mp_ptr x = new_area (LIMBS), y = new_area (LIMBS);
  const mp_size_t n = power_of_3 (k, x, y, POWER);
  mp_limb_t s = 0;
  if (comba_rootrem (k, &s, NULL, x, n, POWER) != 0 || s != 3)
    check_fail ("3^K: root %lu, or not a power", (unsigned long) s);
  comba_add_1_var (x, n, 7);
  mp_size_t rn = comba_rootrem (k, &s, y, x, n, POWER);
  if (s != 3 || rn != 1 || y[0] != 7)
    check_fail ("3^K + 7: root %lu, remainder of %ld limbs", (unsigned long) s, (long) rn);
  comba_sub_1_var (x, n, 8);
  expect_two (k, x, n, POWER, "3^K - 1");
  memset (x, 0, BYTES (AT + 1));
  x[AT] = (mp_limb_t) 1 << POWER % GMP_LIMB_BITS;
  expect_two (k, x, AT + 1, POWER, "2^K");
  x[0] = 5;
  expect_two (k, x, AT + 1, POWER, "2^K + 5");
  free_area (x), free_area (y);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (why != NULL)
        {
          check_skip (why, "%s: roots", k->name);
          continue;
        }
      check_begin ("%s: roots of numbers of up to %ld limbs", k->name, (long) tests_every_to (40));
      for (mp_limb_t power = 2; power <= 70; power++)
        for (mp_size_t n = 1; n <= tests_every_to (40); n += 1 + n / 6 + (mp_size_t) random_below (2))
          try_size (k, n, power, (int) random_below (OPERAND_KINDS));
      for (mp_limb_t power = 100; power > 0 && power < COMBA_LIMB_MAX / 8; power *= 1 + random_below (8))
        for (mp_size_t n = 1; n <= tests_every_to (30); n += n < 6 ? 1 : 8)
          {
            mp_ptr x = new_area (n);
            random_operand (x, n, 5);
            x[n - 1] |= 1;
            try (k, x, n, power, "any");
            try (k, x, n, (mp_limb_t) n * GMP_LIMB_BITS + 2 - random_below (GMP_LIMB_BITS), "as many as bits");
            try (k, x, n, COMBA_LIMB_MAX, "the largest root");
            free_area (x);
            if (power < 2000)
              try_size (k, n, power, (int) random_below (OPERAND_KINDS));
          }
      check_end ();
    }
  try_rounded_up (comba_active ());
  try_huge (comba_active ());
  if (tests_max_of (comba_active ()->name, 3000) == 3000)
    {
      check_begin ("%s: long roots", comba_active ()->name);
      for (mp_limb_t power = 3; power <= 8; power++)
        for (mp_size_t n = 1000; n <= 3000; n += n)
          for (int kind = 0; kind < 3; kind++)
            try_size (comba_active (), n + (mp_size_t) power, power, kind);
      check_end ();
    }
  return tests_end ();
}
