/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues modulo odd P as signed radix-2^51 digits in doubles, with AVX2 and FMA
   (doc/algorithms/doubles.md).

   B = 2^51, N = 4m digits, B^N >= 8 beta^n.  An element is N doubles, integers of at most 2^50 +
   2^12 in absolute value, and stands for x B^N mod P, |x| < P.

   Products (kernels/x86_64/avx2fma/integer_columns.h) are exact.  With C = A B, q = C mu mod B^N,
   mu = -1/P mod B^N, the product is (C + q P) / B^N: all columns of a product, then the lower half,
   then the upper half.  Digits are at most about B / 2, so |q| < B^N (1/2 + 2^-38), and with |A B|
   < B^N P / 8 the result is below (1/8 + 1/2 + 2^-38) P.  Twice a square of such an element is
   below B^N P / 8, too, so 2 A^2 takes no longer than A^2.

   The lower half of C + q P is zero modulo B^N.  Its carry follows from column N - 1: with the
   digit of C that is a multiple of B except for the carry from below, which is less than 2^10.

   The low half of a product by a second FMA: N.  Emmart, F.  Zheng, C.  Weems, Faster modular
   exponentiation using double precision floating point arithmetic on the GPU, ARITH 2018. */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/integer_columns.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/representation_tpl.h"
#include "arith/limb_steps.h"

/* The sums of a column have room for products of 60 digits (square_times); asserted at the end
   of this file. */
enum { MOD_MIN = 10, MOD_MAX = 47 };

/* The number of blocks, m: 204 m >= 64 n + 3. */
static inline mp_size_t
blocks_for (mp_size_t n)
{
  return (64 * n + 3 + 4 * DIGIT_BITS - 1) / (4 * DIGIT_BITS);
}

/* The context: m; the digits of B^2N mod P, mu and P; constants of 2m blocks of products and of
   squares. */
enum { AT_BLOCKS = AT_OWN };
enum part { PART_R2, PART_MU, PART_P, PARTS };
enum constants { PRODUCTS, SQUARES, CONSTANTS };

static inline size_t
digits_size (mp_size_t m)
{
  return comba_whole_lines (4 * (size_t) m);
}

static inline double *
part (mp_srcptr context, enum part i)
{
  return r2_digits (context) + i * digits_size ((mp_size_t) context[AT_BLOCKS]);
}

static inline __m256i *
constants_of (mp_srcptr context, enum constants i)
{
  return (__m256i *) part (context, PARTS) + i * 2 * (mp_size_t) context[AT_BLOCKS];
}

static inline mp_size_t
element_digits (mp_srcptr context)
{
  return 4 * (mp_size_t) context[AT_BLOCKS];
}

static mp_size_t
whole_digits (mp_size_t n)
{
  return 4 * blocks_for (n);
}

static size_t
context_size (mp_size_t n)
{
  const mp_size_t m = blocks_for (n);
  return limbs_size (n) + PARTS * digits_size (m) + CONSTANTS * 8 * (size_t) m;
}

static size_t
element_size (mp_size_t n)
{
  return digits_size (blocks_for (n));
}

/* Columns, and two arrays of digits; or the scratch of a division. */
static size_t
itch (mp_size_t n)
{
  return comba_whole_lines (4 * digits_size (blocks_for (n)) + 4 * n + 8);
}

/* zp = x y mod B^N, in digits of m blocks; zp overlaps neither. */
static ALWAYS_INLINE void
lower_product (double *zp, const double *x, const double *y, mp_size_t m, const __m256i *constants)
{
  struct columns s = NO_COLUMNS;
  struct carry carry = NO_CARRY;
  mp_size_t k = 0;
  for (; k + 1 < m; k += 2)
    {
      __m256i pair[2];
      product_blocks (&s, pair, x, y, m, k, constants);
      for (int i = 0; i < 2; i++)
        _mm256_store_pd (zp + 4 * (k + i), digits_of (&carry, pair[i]));
    }
  if (k < m)
    _mm256_store_pd (zp + 4 * k, digits_of (&carry, product_block (&s, x, y, k, constants)));
}

/* zp = (C + q P) / B^N; the columns of C are at c, followed by room for two arrays of N digits. */
static ALWAYS_INLINE void
reduce (mp_srcptr context, double *zp, __m256i *c, mp_size_t m)
{
  double *low = (double *) (c + 2 * m), *q = low + 4 * m;
  const double *p = part (context, PART_P), *mu = part (context, PART_MU);
  const __m256i *constants = constants_of (context, PRODUCTS);
  struct carry carry = NO_CARRY;
  for (mp_size_t k = 0; k < m; k++)
    _mm256_store_pd (low + 4 * k, digits_of (&carry, c[k]));
  c[m] = _mm256_add_epi64 (c[m], carried_out (&carry));
  lower_product (q, low, mu, m, constants);

  /* From column N - 1 on, which includes upper parts of the blocks below. */
  const mp_size_t odd = m % 2;
  struct columns s = NO_COLUMNS;
  struct carry z_carry = NO_CARRY;
  __m256i pair[2], *last = pair;
  if (odd)
    product_blocks (&s, pair, q, p, m, m - 1, constants);
  else
    pair[0] = product_block (&s, q, p, m - 1, constants);
  *last = _mm256_add_epi64 (*last, upper_halves (q, p, m - 2));
  *last = _mm256_add_epi64 (*last, whole (_mm256_load_pd (low + 4 * (m - 1))));
  digits_of (&z_carry, *last);
  if (odd)
    _mm256_store_pd (zp, digits_of (&z_carry, _mm256_add_epi64 (c[m], pair[1])));
  for (mp_size_t k = m + odd; k < 2 * m; k += 2)
    {
      product_blocks (&s, pair, q, p, m, k, constants);
      for (int i = 0; i < 2; i++)
        _mm256_store_pd (zp + 4 * (k + i - m), digits_of (&z_carry, _mm256_add_epi64 (c[k + i], pair[i])));
    }
}

static void
product (mp_srcptr context, double *zp, const double *xp, const double *yp, mp_ptr scratch)
{
  const mp_size_t m = (mp_size_t) context[AT_BLOCKS];
  const unsigned mxcsr = begin_arithmetic ();
  __m256i *c = (__m256i *) scratch;
  struct columns s = NO_COLUMNS;
  for (mp_size_t k = 0; k < 2 * m; k += 2)
    product_blocks (&s, c + k, xp, yp, m, k, constants_of (context, PRODUCTS));
  reduce (context, zp, c, m);
  end_arithmetic (mxcsr);
}

/* zp = x^2 / B^N, or 2 x^2 / B^N if DOUBLED.  Bound: columns are then at most 3/2 N 2^50 with N
   <= 60. */
static ALWAYS_INLINE void
square_times (mp_srcptr context, double *zp, const double *xp, mp_ptr scratch, int doubled)
{
  const mp_size_t m = (mp_size_t) context[AT_BLOCKS];
  const unsigned mxcsr = begin_arithmetic ();
  __m256i *c = (__m256i *) scratch;
  double *twice = (double *) (c + 2 * m);
  for (mp_size_t k = 0; k < m; k++)
    {
      const __m256d x = _mm256_load_pd (xp + 4 * k);
      _mm256_store_pd (twice + 4 * k, _mm256_add_pd (x, x));
    }
  struct columns s = NO_COLUMNS;
  for (mp_size_t k = 0; k < 2 * m; k += 2)
    {
      square_blocks (&s, c + k, xp, twice, m, k, constants_of (context, SQUARES));
      if (doubled)
        for (mp_size_t i = k; i < k + 2; i++)
          c[i] = _mm256_add_epi64 (c[i], c[i]);
    }
  reduce (context, zp, c, m);
  end_arithmetic (mxcsr);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  const mp_size_t m = (mp_size_t) context[AT_BLOCKS];
  __m256i *c = (__m256i *) scratch;
  double *z = (double *) (c + 4 * m);
  const unsigned mxcsr = begin_arithmetic ();
  for (mp_size_t i = 0; i < m; i++)
    {
      c[i] = whole (_mm256_load_pd ((const double *) xp + 4 * i));
      c[m + i] = _mm256_setzero_si256 ();
    }
  reduce (context, z, c, m);
  end_arithmetic (mxcsr);
  limbs_of_digits (context, rp, z);
}

/* mu = -1/P mod B^N by Newton iteration, mu (2 + mu P): the number of digits doubles each time. */
static void
make_mu (double *mu, const double *p, mp_limb_t low, mp_size_t m, const __m256i *constants,
         mp_ptr scratch)
{
  double *t = (double *) scratch;
  const mp_limb_t inverse = -comba_inverse_limb (low);
  digits_of_limbs (mu, 4 * m, &inverse, 1);
  for (mp_size_t i = 1; i < 4 * m; i++)
    mu[i] = 0;
  for (mp_size_t known = 1; known < 4 * m; )
    {
      known = 2 * known < 4 * m ? 2 * known : 4 * m;
      const mp_size_t blocks = (known + 3) / 4;
      double *u = t + 4 * blocks;
      lower_product (t, mu, p, blocks, constants);
      t[0] += 2;
      lower_product (u, mu, t, blocks, constants);
      memcpy (mu, u, BYTES (4 * blocks));
    }
}

/* Everything but R^2.  Its time depends on n alone. */
static void
init_digits (mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const mp_size_t m = blocks_for (n);
  digits_of_limbs (part (context, PART_P), 4 * m, pp, n);
  const unsigned mxcsr = begin_arithmetic ();
  for (mp_size_t i = 0; i < 2 * m; i++)
    {
      __m256i *at = constants_of (context, PRODUCTS) + i;
      at[0] = constants_at (product_count (m, i), i > 0 ? product_count (m, i - 1) : 0);
      at[2 * m] = constants_at (square_count (m, i), i > 0 ? square_count (m, i - 1) : 0);
    }
  make_mu (part (context, PART_MU), part (context, PART_P), pp[0], m,
           constants_of (context, PRODUCTS), scratch);
  end_arithmetic (mxcsr);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[AT_BLOCKS] = (mp_limb_t) blocks_for (n);
  init_limbs (k, context, pp, n);
  init_digits (context, pp, n, scratch);
  make_r2 (k, context, element_digits (context), scratch);
}

static void
init_sec (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p, mp_ptr scratch)
{
  (void) k;
  context[AT_BLOCKS] = (mp_limb_t) blocks_for (n);
  init_limbs_sec (context, pp, n);
  init_digits (context, pp, n, scratch);
  digits_of_limbs (r2_digits (context), element_digits (context), r2p, n);
}

static size_t
radix_bits (mp_size_t n)
{
  return (size_t) (DIGIT_BITS * whole_digits (n));
}

/* Radix-2^48 digits, where this configuration uses them at this size, are faster unless they
   need more vectors. */
static int
pays (const struct comba_config *k, mp_size_t n)
{
  const struct comba_representation *other = &comba_representation_montgomery48;
  return !comba_representation_listed (other, k, n) || whole_digits (n) < other->digits (n);
}

REPRESENTATION (montgomery51, MOD_MIN, MOD_MAX, pays);
_Static_assert ((64 * MOD_MAX + 3 + 4 * DIGIT_BITS - 1) / (4 * DIGIT_BITS) * 4 <= 60, "room in sums of columns");
