/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues as signed digits of 48 bits in doubles: a form for odd moduli, with AVX2 and FMA.

   B = 2^48, N digits, B^N >= beta^n; R = B^M, M >= N, R >= 2^32 beta^n; N and M are even.  An element is N
   doubles and zeros to whole vectors: whole numbers of at most 2^47 + 2^11, but for the uppermost, which is at most 2^48.  It
   stands for x R mod P, |x| < P.

   With C = A B, q = C mu mod R, mu = -1/P mod R, the product is (C + q P) / R: all columns of a product, the lower ones,
   the upper ones, by the tiles of sums.h.  q's digits are at most about half of B, so |q| < R (1/2 + 2^-36), and
   with |A B| < beta^n P the result is below (1/2 + 2^-30) P: half of B and B / 2^29 for its uppermost digit.  An A below
   beta^n that enters and 2 A^2 leave room enough.

   The lower M columns of C + q P are a multiple of R, and what they carry is known from column M - 1: that is a multiple
   of B but for what is carried from below, which is from 0, with all BIAS, to 2^11 and so less than half of B.

   Bounds of sums.h: digits of 2^47 + 2^11 instead of 2^47 make 28 or 30 products larger by 2^-30 of 2^94 in all, and there
   is room for half of 2^94.  A column has at most 360 products, 2^46 each in its high halves: with 57 2^47 in the low
   ones it is below 2^55, as sums.h has it.  Twice C's and q P's with BIAS are from 0 to 3 (2^55 + 2^56) < 2^59: a digit
   of at most 2^47 gets 0 to 2^11 from the one before.

   The idea of two FMAs for the halves of a product: N. Emmart, F. Zheng, C. Weems, Faster modular
   exponentiation using double precision floating point arithmetic on the GPU, ARITH 2018. */

#define COMBA_TILES_OF_RESIDUES
#include "x86_64/avx2/avx2.h"
#include "x86_64/avx2/mxcsr.h"
#include "x86_64/avx2/squares.h"
#include "x86_64/avx2/residues.h"

/* Timed: kept transforms are faster above, for products. */
enum { MOD_MIN = 32, MOD_MAX = 270 };

/* N and M: 4k and 4k + 4 for 3k limbs, 4k + 2 for 3k + 1, 4k + 4 for 3k + 2. */
#define ELEMENT_DIGITS(n) ((DIGITS (n) + 1) / 2 * 2)
#define RADIX_DIGITS(n) (ELEMENT_DIGITS (n) + ((n) % VECTOR_LIMBS == 0 ? VECTOR : 0))
#define WHOLE_VECTORS(digits) (((digits) + VECTOR - 1) & -VECTOR)
#define RADIX_LIMBS(n) (WHOLE_VECTORS (RADIX_DIGITS (n)) / VECTOR * VECTOR_LIMBS)

/* Timed: below, tiles take longer to begin and to end than 51 bits (mod_avx2.c) take longer for a product, unless these make
   as many digits, in fours. */
static int
pays (const struct comba_kernels *k, mp_size_t n)
{
  (void) k;
  return n >= COMBA_AVX2_MOD48 || WHOLE_VECTORS (ELEMENT_DIGITS (n)) <= WHOLE_VECTORS ((64 * n + 3 + 50) / 51);
}

/* Tiles of lower columns end with them; the first one begins up to 12 columns before, where mu has zeros, two vectors. */
enum { TILE_BEFORE = TILE - VECTOR, ZEROS = 2 * TILE_NEXT };

_Static_assert (RADIX_DIGITS (MOD_MIN) > TILE_BEFORE, "a whole tile of lower columns");

/* What the context has: N and M; digits of R^2 mod P; copies of the digits of P, and, after zeros, of mu. */
enum { AT_DIGITS = AT_OWN, AT_RADIX };

/* Copies of so many digits in whole vectors, and more vectors of zeros. */
static inline size_t
copies_size (mp_size_t digits, mp_size_t more)
{
  return TILE_NEXT / VECTOR * (size_t) (WHOLE_VECTORS (digits) + more * VECTOR);
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (WHOLE_VECTORS (ELEMENT_DIGITS (n)));
}

static inline mp_size_t
element_digits (mp_srcptr context)
{
  return WHOLE_VECTORS ((mp_size_t) context[AT_DIGITS]);
}

static inline double *
p_copies (mp_srcptr context)
{
  return r2_digits (context) + element_size ((mp_size_t) context[AT_N]);
}

static inline double *
mu_copies (mp_srcptr context)
{
  return p_copies (context) + copies_size ((mp_size_t) context[AT_DIGITS], 1) + ZEROS;
}

static size_t
context_size (mp_size_t n)
{
  return limbs_size (n) + element_size (n) + copies_size (ELEMENT_DIGITS (n), 1) + ZEROS + copies_size (RADIX_DIGITS (n), 1);
}

/* Scratch: columns of C, and of q mu and of q P in the place of those that have become digits; copies of an operand, and
   in their place digits of C and of q. */
enum { BEFORE = 2 * TILE + 2 * VECTOR };

/* Of the columns, to the end of the last tile. */
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

/* Or mu and what makes it; R^2 takes no more than the rest. */
static size_t
itch (mp_size_t n)
{
  const mp_size_t digits = ELEMENT_DIGITS (n), radix = RADIX_DIGITS (n);
  const size_t product = BEFORE + TILE_HIGH_AT + (size_t) columns_size (digits, radix) + copies_size (digits, SQUARE_VECTORS);
  const size_t mu = RADIX_LIMBS (n) + comba_mod_mu_itch (RADIX_LIMBS (n));
  return comba_whole_lines (product > mu ? product : mu);
}

/* Columns that are to become digits: c's, twice if DOUBLED, and, unless q is NULL, q's. */
struct columns
{
  const int64_t *c, *q;
  int doubled;
};

static ALWAYS_INLINE __m256i
sums_at (const int64_t *low, mp_size_t k)
{
  return _mm256_add_epi64 (_mm256_loadu_si256 ((const __m256i *) (low + k)),
                           _mm256_loadu_si256 ((const __m256i *) (low + TILE_HIGH_AT - 1 + k)));
}

static ALWAYS_INLINE __m256i
columns_at (const struct columns *s, mp_size_t k)
{
  const __m256i cs = _mm256_sll_epi64 (sums_at (s->c, k), _mm_cvtsi32_si128 (s->doubled));
  return s->q == NULL ? cs : _mm256_add_epi64 (cs, sums_at (s->q, k));
}

/* Half of a digit's range; of the uppermost one, so that it keeps all that it has: where N is no multiple of 4, P's has 16
   bits only, and no more than any other is needed. */
#define HALF ((int64_t) 1 << (DIGIT_BITS - 1))
#define HALF_TOP ((int64_t) 1 << (DIGIT_BITS + 1))

/* What goes one column up; out of lane 3 to lane 0. */
static ALWAYS_INLINE __m256i
carries_of (__m256i columns)
{
  const __m256i u = _mm256_add_epi64 (columns, _mm256_set1_epi64x (HALF));
  return _mm256_permute4x64_epi64 (_mm256_srli_epi64 (u, DIGIT_BITS), 0x93);
}

/* Four digits, from -HALF on, from columns and what those before carry: what is above goes to the next digit, but no further.
   BIAS_ABOVE is in the columns already. */
static ALWAYS_INLINE __m256d
digits_of (__m256i columns, __m256i carries, __m256i half)
{
  const __m256i two_52 = _mm256_set1_epi64x (0x4330000000000000);
  const __m256i mask = _mm256_sub_epi64 (_mm256_add_epi64 (half, half), _mm256_set1_epi64x (1));
  const __m256i own = _mm256_and_si256 (_mm256_add_epi64 (columns, half), mask);
  return _mm256_sub_pd (_mm256_castsi256_pd (_mm256_add_epi64 (_mm256_add_epi64 (own, carries), two_52)),
                        _mm256_castsi256_pd (_mm256_or_si256 (half, two_52)));
}

/* The digits of columns k..k+3; BEFORE has in lane 0 what comes from the columns before. */
static ALWAYS_INLINE __m256d
next_digits (__m256i *before, const struct columns *s, mp_size_t k, __m256i half)
{
  const __m256i columns = columns_at (s, k), carries = carries_of (columns);
  const __m256d digits = digits_of (columns, _mm256_blend_epi32 (carries, *before, 0x03), half);
  *before = carries;
  return digits;
}

/* COUNT digits from column k on, an even number, and zeros to a whole vector. */
static ALWAYS_INLINE void
put_digits (double *d, struct columns s, mp_size_t k, mp_size_t count, int64_t half_last)
{
  const __m256i half = _mm256_set1_epi64x (HALF);
  __m256i before = carries_of (columns_at (&s, k - VECTOR));
  double *const end = d + count, *const last = d + WHOLE_VECTORS (count) - VECTOR;
  for (; d < last; d += VECTOR, k += VECTOR)
    _mm256_store_pd (d, next_digits (&before, &s, k, half));
  _mm256_store_pd (d, next_digits (&before, &s, k, _mm256_setr_epi64x (HALF, HALF, HALF, half_last)));
  if (count % VECTOR != 0)
    _mm_store_pd (end, _mm_setzero_pd ());
}

/* Four columns of zeros. */
static ALWAYS_INLINE void
put_zero_columns (int64_t *low)
{
  _mm256_store_si256 ((__m256i *) low, _mm256_set1_epi64x (TILE_LOW_BITS));
  _mm256_store_si256 ((__m256i *) (low + TILE_HIGH_AT), _mm256_set1_epi64x (TILE_CONSTANT - TILE_BIAS_ABOVE));
}

/* Columns FROM..TO-1 of a_i b_j for i < da, a multiple of 4, and j < db: their low halves, and the high ones, which belong to
   the next ones.  FROM is a multiple of 4, to -12: b then has vectors of zeros before.  Whole tiles are written. */
static void BY_ITSELF
mul_tiles (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db, mp_size_t from, mp_size_t to)
{
  for (mp_size_t c = from; c < to; c += TILE)
    mul_tile (low, a, da, b, db, c);
}

static void BY_ITSELF
sqr_tiles (int64_t *low, const double *a, const double *b, mp_size_t d)
{
  for (mp_size_t c = 0; c < 2 * d; c += SQUARE_TILE)
    sqr_tile_at (low, a, b, d, c);
}

/* zp = (C + q P) / R, C's 2N columns, or half of them if DOUBLED, in SCRATCH. */
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

  /* From column M - 2 on at the latest, M - 4 of C is kept. */
  const mp_size_t from = (radix - 2) & -VECTOR;
  int64_t *const lower = columns - TILE, *const upper = columns - 2 * TILE - from;
  put_zero_columns (lower - VECTOR);
  mul_tiles (lower, low, whole, mu_copies (context), whole, -(-whole & (TILE - 1)), whole);
  put_digits (q, (struct columns) { lower, NULL, 0 }, 0, radix, HALF);

  mul_tiles (upper, q, whole, p_copies (context), digits, from, radix + digits);
  put_digits (zp, (struct columns) { columns, upper, doubled }, radix, digits, HALF_TOP);
}

/* Four copies of N digits, and more vectors of zeros. */
static ALWAYS_INLINE void
put_copies (double *d, const double *xp, mp_size_t digits, int more)
{
  const __m256d zero = _mm256_setzero_pd ();
  __m256d before = zero;
  for (mp_size_t k = 0; k < digits; k += VECTOR, d += TILE_NEXT)
    {
      const __m256d four = _mm256_load_pd (xp + k);
      put_four (d, TILE_COPY, before, four);
      before = four;
    }
  put_four (d, TILE_COPY, before, zero);
  for (int k = 1; k < more; k++)
    put_four (d + k * TILE_NEXT, TILE_COPY, zero, zero);
}

/* x of xn digits. */
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
  sqr_tiles (columns_in (scratch), xp, x, digits);
  reduce (context, zp, scratch, doubled);
  end_arithmetic (mxcsr);
}

/* By one. */
static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  static const _Alignas (VECTOR * sizeof (double)) double one[VECTOR] = { 1 };
  double *const z = digits_in (context, scratch);
  product_by (context, z, one, VECTOR, (const double *) xp, scratch);
  limbs_of_digits (context, rp, z);
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[AT_DIGITS] = (mp_limb_t) ELEMENT_DIGITS (n);
  context[AT_RADIX] = (mp_limb_t) RADIX_DIGITS (n);
  init_limbs (k, context, pp, n);
  const mp_size_t t = RADIX_LIMBS (n), whole = WHOLE_VECTORS (RADIX_DIGITS (n));
  double *const d = digits_in (context, scratch);
  comba_mod_mu (k, scratch, t, pp, n, scratch + t);
  memset (mu_copies (context) - ZEROS, 0, BYTES (ZEROS));
  digits_of_limbs (d, whole, scratch, t);
  put_copies (mu_copies (context), d, whole, 1);
  digits_of_limbs (d, element_digits (context), pp, n);
  put_copies (p_copies (context), d, element_digits (context), 1);
  make_r2 (k, context, RADIX_DIGITS (n), scratch);
}

const struct comba_form comba_form_mod48_avx2 = FORM ("digits48", MOD_MIN, MOD_MAX, pays);
