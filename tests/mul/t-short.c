/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products, and those modulo beta^m - 1, compared with full ones. */

#include "../residue/moduli.h"
#include "mul/short.h"
#include "mul/wrapped.h"

/* Returns 0 if HIGH violates the contract. */
static int
is_close (mp_srcptr high, mp_srcptr exact, mp_size_t n)
{
  mp_ptr less = new_area (n);
  mp_limb_t borrow = 0, above = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t x = exact[i], y = x - high[i], z = y - borrow;
      borrow = (y > x) + (z > y);
      less[i] = z;
      above |= i > 0 ? z : 0;
    }
  int close = borrow == 0 && above == 0 && less[0] <= (mp_limb_t) n;
  free_area (less);
  return close;
}

static void
try (const struct comba_config *k, mp_size_t n, int a_kind, int b_kind)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), exact = new_area (2 * n);
  random_operand (a, n, a_kind);
  random_operand (b, n, b_kind);
  reference_mul (exact, a, n, b, n);

  mp_ptr scratch = new_scratch (comba_mullo_itch (n));
  comba_mullo_n (k, r, a, b, n, scratch);
  expect_equal (r, exact, n, "low half, %ld limbs, kinds %d and %d", (long) n, a_kind, b_kind);
  free_scratch (scratch);

  scratch = new_scratch (comba_mulhi_itch (n));
  comba_mulhi_n (k, r, a, b, n, scratch);
  if (!is_close (r, exact + n, n))
    check_fail ("high half, %ld limbs, kinds %d and %d", (long) n, a_kind, b_kind);
  comba_mulhi_exact (k, r, a, b, n, exact[n - 1], scratch);
  expect_equal (r, exact + n, n, "high half after its last limb, %ld limbs, kinds %d and %d",
                (long) n, a_kind, b_kind);
  free_scratch (scratch);
  check_area (r, "result"), check_area (a, "a"), check_area (b, "b");
  free_area (a), free_area (b), free_area (r), free_area (exact);
}

/* ap[0..m-1] += bp[0..bn-1] modulo beta^m - 1, limb by limb; beta^m - 1 becomes 0. */
static void
add_modulo (mp_ptr ap, mp_size_t m, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t carry = 0, all = COMBA_LIMB_MAX;
  for (mp_size_t i = 0; i < bn || carry != 0; i++)
    {
      mp_limb_t b = i < bn ? bp[i] : 0, x = ap[i % m] + b, y = x + carry;
      carry = (x < b) | (y < carry);
      ap[i % m] = y;
    }
  for (mp_size_t i = 0; i < m; i++)
    all &= ap[i];
  if (all == COMBA_LIMB_MAX)
    memset (ap, 0, (size_t) m * sizeof (mp_limb_t));
}

/* Any number.  Or, with h = m/2, one of beta^h - 1, beta^h, beta^h + 1, which are -2, -1 and 0
   modulo beta^h + 1, or 1.  Or, with h = 3j and z = beta^j, one of z, z + 1, z^2 - z + 1, which are
   -1 and 0 modulo the factors of that.  Or a number whose product by 1 is (z^2 - z + 1) w, w = z or
   a third of z, modulo z + 1.  Or a root of z^3. */
enum { MODULO_KINDS = 11 };

static void
operand_modulo (mp_ptr p, mp_size_t n, mp_size_t m, int kind)
{
  const mp_size_t h = m / 2, j = h / 3;
  random_operand (p, n, (int) random_below (OPERAND_KINDS));
  if (kind == 0 || n <= h)
    return;
  memset (p + h, 0, (size_t) (n - h) * sizeof (mp_limb_t));
  if (kind == 8)
    {
      memset (p + h - j, 0xff, (size_t) j * sizeof (mp_limb_t));
      return;
    }
  if (kind == 9 && j > 0)
    {
      memset (p, 0xff, (size_t) j * sizeof (mp_limb_t));
      memset (p + j, 0, (size_t) j * sizeof (mp_limb_t));
      memset (p + h - j, 0xaa, (size_t) j * sizeof (mp_limb_t));
      p[h - j]++;
      return;
    }
  memset (p, kind == 1 ? 0xff : 0, (size_t) h * sizeof (mp_limb_t));
  if (kind == 7)
    memset (p + j, 0xff, (size_t) j * sizeof (mp_limb_t));
  else if (kind == 5 || kind == 6)
    p[j] = 1;
  else if (kind == 10)
    {
      p[j + j / 2] = (mp_limb_t) 1 << (j % 2 != 0 ? GMP_LIMB_BITS / 2 : 0);
      return;
    }
  else
    p[h] = kind == 2 || kind == 3;
  p[0] |= kind > 2 && kind != 5;
}

static void
try_wrap (const struct comba_config *k, mp_size_t m, int a_kind, int b_kind)
{
  const mp_size_t an = a_kind == 0 ? 1 + (mp_size_t) random_below (m) : m;
  const mp_size_t bn = b_kind == 0 && random_below (2) == 0 ? 1 + (mp_size_t) random_below (m) : m;
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (m), exact = new_area (an + bn);
  mp_ptr expected = new_area (m), scratch = new_scratch (comba_wrapped_itch (m));
  operand_modulo (a, an, m, a_kind), operand_modulo (b, bn, m, b_kind);
  if (an >= bn)
    reference_mul (exact, a, an, b, bn);
  else
    reference_mul (exact, b, bn, a, an);
  memset (expected, 0, (size_t) m * sizeof (mp_limb_t));
  add_modulo (expected, m, exact, an + bn);
  comba_wrapped_product (k, r, a, an, b, bn, m, scratch);
  add_modulo (r, m, NULL, 0);
  expect_equal (r, expected, m, "modulo beta^%ld - 1, %ld by %ld limbs, kinds %d and %d", (long) m,
                (long) an, (long) bn, a_kind, b_kind);
  check_area (r, "result"), check_area (a, "a"), check_area (b, "b");
  free_area (a), free_area (b), free_area (r), free_area (exact), free_area (expected);
  free_scratch (scratch);
}

static void
try_wraps (const struct comba_config *k, mp_size_t m)
{
  for (int i = 0; i < MODULO_KINDS * MODULO_KINDS; i++)
    if (m <= tests_every_to (72) || random_below (4) == 0)
      try_wrap (k, m, i % MODULO_KINDS, i / MODULO_KINDS);
}

/* The size is within bounds; sizes from 3 times the threshold on are halved, and some of them
   divided in thirds. */
static void
try_wrap_sizes (const struct comba_config *k)
{
  int whole = 0, thirds = 0;
  const mp_size_t least = 3 * k->thresholds.mul_toom22;
  for (mp_size_t n = 1; n < 4 * least && n < 2000; n++)
    {
      const mp_size_t m = comba_wrapped_size (k, n);
      if (m < n || m > comba_wrapped_most (n))
        check_fail ("%ld limbs of %ld", (long) m, (long) n);
      whole += n >= least && m % 2 != 0;
      thirds += n >= least && m % 6 == 0;
    }
  if (least < 1000 && (whole > 0 || thirds < least))
    check_fail ("from %ld limbs on %d whole, %d in thirds", (long) least, whole, thirds);
}

/* At the basecase a half product uses rows where the configuration has them, and not where its
   basecase uses AVX-512 vectors: there the full product is faster. */
static void
try_rows (const struct comba_config *k, const char *name)
{
  struct comba_config rows = *k;
  rows.thresholds.mul_toom22 = 45;
  rows.mul_by_max = COMBA_ADD_MUL_BY_MAX;
  rows.mul_columns = NULL;
  const int wanted = GMP_LIMB_BITS == 64
                     && (strcmp (k->name, "zen3") == 0 || strcmp (k->name, "haswell") == 0 || strcmp (k->name, "x86_64_adx") == 0
                         || strcmp (k->name, "x86_64") == 0);
  check_begin ("%s: halves in blocks of rows", name);
  for (mp_size_t n = 18; n < 30; n++)
    if (comba_short_pays (&rows, n) != wanted)
      check_fail ("%ld limbs: %s", (long) n, wanted ? "not in rows" : "in rows");
  check_end ();
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: low and high halves", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 1500); n = next_size (n))
    {
      int kinds = kinds_at (n, n);
      try (k, n, 0, 0);
      for (int i = 0; i < kinds; i++)
        try (k, n, kinds == OPERAND_KINDS ? i : (int) random_below (OPERAND_KINDS),
             (int) random_below (OPERAND_KINDS));
    }
  check_end ();

  try_rows (k, name);

  check_begin ("%s: products modulo beta^m - 1", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 400); n += 1 + n / 6)
    try_wraps (k, comba_wrapped_size (k, n));
  for (mp_size_t m = 2; m <= tests_max (72); m += m < 24 ? 2 : 6)       /* thirds of thirds */
    try_wraps (k, m);
  try_wrap_sizes (k);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  return tests_end ();
}
