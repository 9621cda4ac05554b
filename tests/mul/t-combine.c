/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_wrapped_combine finds a number by its residues, which are made limb by limb. */

#include "../tests.h"
#include "mul/wrapped.h"
#include <string.h>

/* rp[0..m-1] = xp[0..n-1] modulo beta^m - 1, below it. */
static void
residue_minus (mp_ptr rp, mp_size_t m, mp_srcptr xp, mp_size_t n)
{
  memset (rp, 0, (size_t) m * sizeof *rp);
  mp_limb_t carry = 0, all = COMBA_LIMB_MAX;
  for (mp_size_t i = 0; i < n || carry != 0; i++)
    {
      const mp_limb_t x = i < n ? xp[i] : 0, y = rp[i % m] + x, z = y + carry;
      carry = (y < x) | (z < carry);
      rp[i % m] = z;
    }
  for (mp_size_t i = 0; i < m; i++)
    all &= rp[i];
  if (all == COMBA_LIMB_MAX)
    memset (rp, 0, (size_t) m * sizeof *rp);
}

/* rp[0..k-1] + the returned limb times beta^k = xp[0..n-1] modulo beta^k + 1, by subtracting and
   adding blocks of k limbs in turn. */
static mp_limb_t
residue_plus (mp_ptr rp, mp_size_t k, mp_srcptr xp, mp_size_t n)
{
  long top = 0;                 /* of beta^k */
  memset (rp, 0, (size_t) k * sizeof *rp);
  for (mp_size_t from = 0, odd = 0; from < n; from += k, odd = !odd)
    {
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < k; i++)
        {
          const mp_limb_t x = from + i < n ? xp[from + i] : 0, y = odd ? rp[i] - x : rp[i] + x;
          const mp_limb_t z = odd ? y - carry : y + carry;
          carry = odd ? (y > rp[i]) | (z > y) : (y < x) | (z < y);
          rp[i] = z;
        }
      top += odd ? -(long) carry : (long) carry;
    }
  while (top > 0 || top < 0)    /* beta^k is -1 */
    {
      const int more = top < 0;
      mp_limb_t carry = 1;
      for (mp_size_t i = 0; i < k && carry != 0; i++)
        {
          const mp_limb_t x = rp[i];
          rp[i] = more ? x + 1 : x - 1;
          carry = more ? rp[i] == 0 : x == 0;
        }
      top += more ? 1 : -1;
      if (carry != 0 && more)
        return 1;               /* beta^k, which is the largest residue */
      top -= !more && carry != 0;
    }
  return 0;
}

/* Returns whether p[0..n-1] is 0. */
static int
is_zero (mp_srcptr p, mp_size_t n)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  return n == 0;
}

/* The number x of rn limbs; OTHER_ZERO: from beta^m - 1 instead of 0, where that is allowed. */
static void
try_residues (mp_srcptr x, mp_size_t rn, mp_size_t k, mp_size_t m, int other_zero)
{
  const int p_first = k >= m;
  mp_ptr r = new_area (rn), other = new_area (p_first ? m : k);
  const mp_ptr p = p_first ? r : other, q = p_first ? other : r;
  const mp_limb_t top = residue_plus (p, k, x, rn);
  residue_minus (q, m, x, rn);
  if (other_zero && is_zero (q, m) && !(is_zero (p, k) && top == 0))
    memset (q, 0xff, (size_t) m * sizeof *q);
  mp_ptr scratch = new_area ((mp_size_t) comba_wrapped_combine_itch (m));
  comba_wrapped_combine (r, rn, p, top, k, q, m, scratch);
  expect_equal (r, x, rn, "%ld limbs from %ld and %ld", (long) rn, (long) k, (long) m);
  check_area (r, "result"), check_area (other, "residue");
  check_area (scratch, "scratch"), free_area (scratch), free_area (r), free_area (other);
}

static void
try_number (mp_srcptr x, mp_size_t rn, mp_size_t k, mp_size_t m)
{
  try_residues (x, rn, k, m, 0);
  try_residues (x, rn, k, m, 1);
}

/* x is below (beta^k + 1) (beta^m - 1), of which only the limb at its top keeps it if k > m. */
static void
try_lengths (mp_size_t k, mp_size_t m)
{
  const mp_size_t longest = k > m ? k : m;
  for (int times = 0; times < 12; times++)
    {
      const mp_size_t rn = times < 4 ? k + m : longest + 1 + (mp_size_t) random_below ((unsigned long) (k + m - longest));
      mp_ptr x = new_area (rn);
      random_operand (x, rn, times % 6);
      if (rn == k + m)
        x[rn - 1] >>= 1;
      try_number (x, rn, k, m);
      /* Residues near 0 and near the moduli: beta^k, and multiples of beta^k + 1 less one. */
      memset (x, 0, (size_t) rn * sizeof *x);
      x[k < rn ? k : 0] = 1;
      try_number (x, rn, k, m);
      x[0] += (mp_limb_t) (times & 1);
      try_number (x, rn, k, m);
      for (mp_size_t i = 0; i < k; i++)
        x[i] = COMBA_LIMB_MAX;
      x[k] = times & 1;
      try_number (x, rn, k, m);
      /* beta^m - 1 itself. */
      memset (x, 0, (size_t) rn * sizeof *x);
      memset (x, 0xff, (size_t) m * sizeof *x);
      try_number (x, rn, k, m);
      memset (x, 0, (size_t) rn * sizeof *x);
      x[random_below ((unsigned long) rn)] = (mp_limb_t) times;
      x[rn - 1] >>= 1;
      try_number (x, rn, k, m);
      free_area (x);
    }
}

int
main (void)
{
  static const struct { int k, m; } units[] = { { 1, 1 }, { 2, 1 }, { 4, 3 }, { 2, 3 }, { 8, 3 } };
  static const int sizes[] = { 1, 2, 3, 7, 63, 255, 256, 257, 511, 512, 513, 1030 };
  tests_begin ();
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    {
      check_begin ("residues modulo beta^%dj + 1 and beta^%dj - 1", units[u].k, units[u].m);
      for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        try_lengths ((mp_size_t) units[u].k * sizes[i], (mp_size_t) units[u].m * sizes[i]);
      check_end ();
    }
  return tests_end ();
}
