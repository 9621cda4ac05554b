/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues modulo odd P as signed radix-2^48 digits in doubles, with AVX2 and FMA
   (doc/algorithms/doubles.md).

   B = 2^48; N digits, B^N >= beta^n; R = B^M, M >= N, R >= 2^32 beta^n; N and M are even.  An
   element is N doubles, padded with zeros to whole vectors, and stands for x R mod P, |x| < P.
   Digits are integers of at most 2^47 + 2^11 in absolute value, the top digit at most 2^48.

   With C = A B, q = C mu mod R, mu = -1/P mod R, the product is (C + q P) / R.  It takes all
   columns of a product, then the lower ones, then the upper ones, in the tiles of
   kernels/x86_64/avx2fma/sums.h.  The digits of q are at most about B / 2, so |q| < R (1/2 +
   2^-36).  With |A B| < beta^n P the result is below (1/2 + 2^-30) P; its top digit is at most B/2
   + B/2^29.  There is room for A < beta^n in encode and for 2 A^2.

   The lower M columns of C + q P are a multiple of R.  Their carry follows from column M - 1, which
   is a multiple of B except for the carry from below it: that lies between 0, thanks to BIAS, and
   2^11, below B / 2.

   Bounds of kernels/x86_64/avx2fma/sums.h.  Digits of 2^47 + 2^11 instead of 2^47 enlarge 28 or 30
   products by 2^-30 of 2^94 in all, and there is room for half of 2^94.  A column has at most 360
   products (asserted in kernels/x86_64/avx2fma/montgomery48_tpl.h), 2^46 each in the high parts;
   with 57 2^47 in the low parts it is below 2^55.  Twice the column of C plus that of q P, with
   BIAS, lies between 0 and 3 (2^55 + 2^56) < 2^59, so a digit of at most 2^47 receives 0 to 2^11
   from the one below.

   The low half of a product by a second FMA: N.  Emmart, F.  Zheng, C.  Weems, Faster modular
   exponentiation using double precision floating point arithmetic on the GPU, ARITH 2018. */

#include "kernels/x86_64/avx2fma/montgomery48_tpl.h"
#include "kernels/x86_64/avx2fma/representation_tpl.h"

static mp_size_t
whole_digits (mp_size_t n)
{
  return WHOLE_VECTORS (ELEMENT_DIGITS (n));
}

static size_t
context_size (mp_size_t n)
{
  return limbs_size (n) + element_size (n) + copies_size (ELEMENT_DIGITS (n), 1) + ZEROS + copies_size (RADIX_DIGITS (n), 1);
}

/* Scratch: the columns of C; those of C mu and q P replace columns that have become digits;
   copies of an operand, replaced by the digits of C and q. */
enum { BEFORE = 2 * TILE + 2 * VECTOR };

/* Columns up to the end of the last tile. */
static inline mp_size_t
columns_size (mp_size_t digits, mp_size_t radix)
{
  return WHOLE_VECTORS (digits + radix) + SQUARE_TILE;
}

_Static_assert (TILE_HIGH_AT % VECTOR == 0 && TILE_HIGH_AT >= 2 * ELEMENT_DIGITS (MOD_MAX) + SQUARE_TILE + BEFORE, "columns, in tiles");

static inline int64_t *
columns_in (mp_ptr scratch)
{
  return (int64_t *) scratch + BEFORE;
}

static inline double *
digits_in (mp_srcptr context, mp_ptr scratch)
{
  return (double *) (columns_in (scratch) + TILE_HIGH_AT)
         + columns_size ((mp_size_t) context[AT_DIGITS], (mp_size_t) context[AT_RADIX]);
}

/* A product, or mu and its precomputation; R^2 takes no more than the rest. */
static size_t
itch (mp_size_t n)
{
  const mp_size_t digits = ELEMENT_DIGITS (n), radix = RADIX_DIGITS (n);
  const size_t product = BEFORE + TILE_HIGH_AT + (size_t) columns_size (digits, radix) + copies_size (digits, SQUARE_VECTORS);
  const size_t mu = RADIX_LIMBS (n) + comba_mod_mu_itch (RADIX_LIMBS (n));
  return comba_whole_lines (product > mu ? product : mu);
}

/* zp = (C + q P) / R, where SCRATCH has the 2N columns of C, or of C / 2 if DOUBLED. |zp| < P. */
static ALWAYS_INLINE void
reduce (mp_srcptr context, double *zp, mp_ptr scratch, int doubled)
{
  const mp_size_t digits = (mp_size_t) context[AT_DIGITS], radix = (mp_size_t) context[AT_RADIX];
  const mp_size_t whole = WHOLE_VECTORS (radix);
  int64_t *const columns = columns_in (scratch);
  double *const low = digits_in (context, scratch), *const q = low + whole;
  put_zero_columns (columns - VECTOR);
  put_zero_columns (columns + 2 * digits);
  put_digits (low, (struct columns) { columns, NULL, doubled }, 0, whole, HALF);

  /* Columns of C from M - 4 on are still needed; q P is written from column M - 2 or lower on. */
  const mp_size_t from = (radix - 2) & -VECTOR;
  int64_t *const lower = columns - TILE, *const upper = columns - 2 * TILE - from;
  put_zero_columns (lower - VECTOR);
  mul_tiles (lower, low, whole, mu_copies (context), whole, -(-whole & (TILE - 1)), whole);
  put_digits (q, (struct columns) { lower, NULL, 0 }, 0, radix, HALF);

  mul_tiles (upper, q, whole, p_copies (context), digits, from, radix + digits);
  put_digits (zp, (struct columns) { columns, upper, doubled }, radix, digits, HALF_TOP);
}

/* zp = x y / R mod P, x of xn digits; zp may equal xp or yp. */
static void BY_ITSELF
product_by (mp_srcptr context, double *zp, const double *xp, mp_size_t xn, const double *yp, mp_ptr scratch)
{
  const mp_size_t digits = (mp_size_t) context[AT_DIGITS];
  double *const y = digits_in (context, scratch);
  const unsigned mxcsr = begin_arithmetic ();
  put_copies (y, yp, digits, 1);
  mul_tiles (columns_in (scratch), xp, WHOLE_VECTORS (xn), y, digits, 0, 2 * digits);
  reduce (context, zp, scratch, 0);
  end_arithmetic (mxcsr);
}

static void
product (mp_srcptr context, double *zp, const double *xp, const double *yp, mp_ptr scratch)
{
  product_by (context, zp, xp, (mp_size_t) context[AT_DIGITS], yp, scratch);
}

static void BY_ITSELF
square_times (mp_srcptr context, double *zp, const double *xp, mp_ptr scratch, int doubled)
{
  const mp_size_t digits = (mp_size_t) context[AT_DIGITS];
  double *const x = digits_in (context, scratch);
  const unsigned mxcsr = begin_arithmetic ();
  put_copies (x, xp, digits, SQUARE_VECTORS);
  sqr_tiles (columns_in (scratch), xp, x, digits, 0, 2 * digits);
  reduce (context, zp, scratch, doubled);
  end_arithmetic (mxcsr);
}

/* A product by one. */
static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  static const _Alignas (VECTOR * sizeof (double)) double one[VECTOR] = { 1 };
  double *const z = digits_in (context, scratch);
  product_by (context, z, one, VECTOR, (const double *) xp, scratch);
  limbs_of_digits (context, rp, z);
}

/* Everything but R^2; -1/P mod beta^t is at the beginning of the scratch.  Its time depends on n
   alone. */
static void
init_digits (mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const mp_size_t whole = WHOLE_VECTORS (RADIX_DIGITS (n));
  double *const d = digits_in (context, scratch);
  memset (mu_copies (context) - ZEROS, 0, BYTES (ZEROS));
  digits_of_limbs (d, whole, scratch, RADIX_LIMBS (n));
  put_copies (mu_copies (context), d, whole, 1);
  digits_of_limbs (d, element_digits (context), pp, n);
  put_copies (p_copies (context), d, element_digits (context), 1);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[AT_DIGITS] = (mp_limb_t) ELEMENT_DIGITS (n);
  context[AT_RADIX] = (mp_limb_t) RADIX_DIGITS (n);
  init_limbs (k, context, pp, n);
  comba_mod_mu (k, scratch, RADIX_LIMBS (n), pp, n, scratch + RADIX_LIMBS (n));
  init_digits (context, pp, n, scratch);
  make_r2 (k, context, RADIX_DIGITS (n), scratch);
}

static void
init_sec (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p, mp_ptr scratch)
{
  context[AT_DIGITS] = (mp_limb_t) ELEMENT_DIGITS (n);
  context[AT_RADIX] = (mp_limb_t) RADIX_DIGITS (n);
  init_limbs_sec (context, pp, n);
  comba_mod_mu_sec (k, scratch, RADIX_LIMBS (n), pp, n, scratch + RADIX_LIMBS (n));
  init_digits (context, pp, n, scratch);
  digits_of_limbs (r2_digits (context), element_digits (context), r2p, n);
}

static size_t
radix_bits (mp_size_t n)
{
  return (size_t) (DIGIT_BITS * RADIX_DIGITS (n));
}

REPRESENTATION (montgomery48, MOD_MIN, MOD_MAX, NULL);
