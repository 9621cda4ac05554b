/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products and squares of digits in doubles (x86_64/avx2fma), called directly, with operands whose
   48-bit digits have the largest absolute values of signed digits: their sums get as large as the
   tiles allow, and are carried as late.  All ones are not such an operand: they become 2^48 at the
   top and zeros.  tests/config/t-kernels tests sizes and shapes in general. */

#include "../../../tests.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mulx/mulx.h"
#include "config/list.h"

#ifdef COMBA_AVX2

/* Digits: all 1 - 2^47; all 2^47 - 1; -2^47 and 2^47 in turn, so that all terms of a column have
   the same sign; and any of them, with 0 and -1. */
enum kind { LEAST, MOST, IN_TURN, ANY, KINDS };

enum { DIGIT_BITS = 48 };
#define HALF ((mp_limb_t) 1 << (DIGIT_BITS - 1))

static mp_limb_t
digit_of (enum kind kind, mp_size_t i)
{
  static const mp_limb_t values[] = { HALF, HALF - 1, 0, 2 * HALF - 1 };
  switch (kind)
    {
    case LEAST:
      return values[0];
    case MOST:
      return values[1];
    case IN_TURN:
      return values[i % 2];
    default:
      return values[random_below (4)];
    }
}

/* n limbs of such digits; TOP: the highest digit, if it ends with a limb, has all bits. */
static void
fill (mp_ptr p, mp_size_t n, enum kind kind, int top)
{
  memset (p, 0, BYTES (n));
  for (mp_size_t i = 0; DIGIT_BITS * i < GMP_LIMB_BITS * n; i++)
    {
      const mp_size_t bit = DIGIT_BITS * i, at = bit / GMP_LIMB_BITS;
      const int shift = (int) (bit % GMP_LIMB_BITS);
      const mp_limb_t d = top && bit + DIGIT_BITS == GMP_LIMB_BITS * n ? 2 * HALF - 1 : digit_of (kind, i);
      p[at] |= d << shift;
      if (shift > GMP_LIMB_BITS - DIGIT_BITS && at + 1 < n)
        p[at + 1] |= d >> (GMP_LIMB_BITS - shift);
    }
}

static void
try_product (mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
  for (int i = 0; i < KINDS * KINDS * 2; i++)
    {
      fill (a, an, i / 2 / KINDS, i % 2);
      fill (b, bn, i / 2 % KINDS, i % 2);
      comba_mul_digits_avx2 (r, a, an, b, bn);
      reference_mul (expected, a, an, b, bn);
      expect_equal (r, expected, an + bn, "%ld x %ld limbs, digits %d", (long) an, (long) bn, i);
    }
  check_area (r, "product");
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

static void
try_square (mp_size_t n)
{
  mp_ptr a = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  for (int i = 0; i < KINDS * 2; i++)
    {
      fill (a, n, i / 2, i % 2);
      comba_sqr_digits_avx2 (r, a, n);
      reference_mul (expected, a, n, a, n);
      expect_equal (r, expected, 2 * n, "%ld limbs, digits %d", (long) n, i);
    }
  check_area (r, "square");
  free_area (a), free_area (r), free_area (expected);
}

static void
any_product (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  comba_mul_digits_avx2 (rp, ap, an, bp, bn);
}

static void
all (void)
{
  const mp_size_t max = tests_max (COMBA_AVX2_DIGITS_MAX), small = tests_max (50);

  check_begin ("products of the largest digits, n x n, to %ld", (long) max);
  for (mp_size_t n = COMBA_AVX2_DIGITS_MIN; n <= max; n++)
    try_product (n, n);
  check_end ();

  check_begin ("products of the largest digits, other shapes");
  for (mp_size_t bn = COMBA_AVX2_DIGITS_MIN; bn <= max; bn += 1 + bn / 9)
    for (mp_size_t more = 1; bn + more <= 3 * max; more += 1 + more)
      try_product (bn + more, bn);
  check_end ();

  check_begin ("products in digits, every shape to %ld x %ld", (long) small, (long) small);
  for (mp_size_t an = COMBA_AVX2_DIGITS_MIN; an <= small; an++)
    for (mp_size_t bn = COMBA_AVX2_DIGITS_MIN; bn <= an; bn++)
      {
        try_mul (any_product, NULL, an, bn);
        try_mul_edges (any_product, NULL, an, bn);
      }
  check_end ();

  check_begin ("squares of the largest digits, to %ld", (long) max);
  for (mp_size_t n = COMBA_AVX2_DIGITS_MIN; n <= max; n++)
    try_square (n);
  check_end ();
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_AVX2
  const char *reason = comba_config_haswell.why_not ();
  if (reason == NULL)
    all ();
  else
    check_skip (reason, "AVX2 and FMA");
#else
  check_skip ("not in this build", "AVX2 and FMA");
#endif
  return tests_end ();
}
