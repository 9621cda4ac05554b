/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The common part of kernels/x86_64/avx2fma/montgomery48.c and representations that share its
   products: the context, columns by tiles, and columns to digits. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_MONTGOMERY48_TPL_H
#define COMBA_KERNELS_X86_64_AVX2FMA_MONTGOMERY48_TPL_H

#define COMBA_TILES_OF_RESIDUES
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/squares.h"
#include "kernels/x86_64/avx2fma/residue_steps.h"

/* Sizes: there is at least one tile of lower columns, and a column has at most 360 products
   (kernels/x86_64/avx2fma/montgomery48.c). */
enum { MOD_MIN = 32, MOD_MAX = 270 };

/* N and M for n limbs: 4k and 4k + 4 for n = 3k; both 4k + 2 for 3k + 1; both 4k + 4 for 3k + 2. */
#define ELEMENT_DIGITS(n) ((DIGITS (n) + 1) / 2 * 2)
#define RADIX_DIGITS(n) (ELEMENT_DIGITS (n) + ((n) % VECTOR_LIMBS == 0 ? VECTOR : 0))
#define WHOLE_VECTORS(digits) (((digits) + VECTOR - 1) & -VECTOR)
#define RADIX_LIMBS(n) (WHOLE_VECTORS (RADIX_DIGITS (n)) / VECTOR * VECTOR_LIMBS)

/* The tiles of the lower columns end where these do, so the first one begins up to 12 columns
   below column 0, where mu has two vectors of zeros. */
enum { TILE_BEFORE = TILE - VECTOR, ZEROS = 2 * TILE_NEXT };

_Static_assert (RADIX_DIGITS (MOD_MIN) > TILE_BEFORE && ELEMENT_DIGITS (MOD_MAX) <= 360, "a tile and sums");

/* The size of copies of this many digits in whole vectors, and of MORE vectors of zeros. */
static inline size_t
copies_size (mp_size_t digits, mp_size_t more)
{
  return TILE_NEXT / VECTOR * (size_t) (WHOLE_VECTORS (digits) + more * VECTOR);
}

/* The context: N and M; the digits of R^2 mod P; copies of the digits of P, and, after zeros, of
   mu. */
enum { AT_DIGITS = AT_OWN, AT_RADIX };

static inline size_t
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

/* Columns to be turned into digits: those of c, doubled if DOUBLED, plus those of q unless it is
   NULL. */
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

/* Half the range of a digit, and of the top digit, which keeps all its bits: where N is no
   multiple of 4 the top digit of P has only 16 bits, and no more range is needed than elsewhere. */
#define HALF ((int64_t) 1 << (DIGIT_BITS - 1))
#define HALF_TOP ((int64_t) 1 << (DIGIT_BITS + 1))

/* The carries, moved one column up; that of lane 3 goes to lane 0. */
static ALWAYS_INLINE __m256i
carries_of (__m256i columns)
{
  const __m256i u = _mm256_add_epi64 (columns, _mm256_set1_epi64x (HALF));
  return _mm256_permute4x64_epi64 (_mm256_srli_epi64 (u, DIGIT_BITS), 0x93);
}

/* Four digits, from -HALF on, of columns and the carries from the digits below.  A carry goes to
   the next digit and no further.  The columns already contain BIAS_ABOVE. */
static ALWAYS_INLINE __m256d
digits_of (__m256i columns, __m256i carries, __m256i half)
{
  const __m256i two_52 = _mm256_set1_epi64x (0x4330000000000000);
  const __m256i mask = _mm256_sub_epi64 (_mm256_add_epi64 (half, half), _mm256_set1_epi64x (1));
  const __m256i own = _mm256_and_si256 (_mm256_add_epi64 (columns, half), mask);
  return _mm256_sub_pd (_mm256_castsi256_pd (_mm256_add_epi64 (_mm256_add_epi64 (own, carries), two_52)),
                        _mm256_castsi256_pd (_mm256_or_si256 (half, two_52)));
}

/* The digits of four columns; lane 0 of BEFORE holds the carry from the columns below. */
static ALWAYS_INLINE __m256d
next_digits (__m256i *before, __m256i columns, __m256i half)
{
  const __m256i carries = carries_of (columns);
  const __m256d digits = digits_of (columns, _mm256_blend_epi32 (carries, *before, 0x03), half);
  *before = carries;
  return digits;
}

/* COUNT digits, an even number, from column k on, padded with zeros to a whole vector. */
static ALWAYS_INLINE void
put_digits (double *d, struct columns s, mp_size_t k, mp_size_t count, int64_t half_last)
{
  const __m256i half = _mm256_set1_epi64x (HALF);
  __m256i before = carries_of (columns_at (&s, k - VECTOR));
  double *const end = d + count, *const last = d + WHOLE_VECTORS (count) - VECTOR;
  for (; d < last; d += VECTOR, k += VECTOR)
    _mm256_store_pd (d, next_digits (&before, columns_at (&s, k), half));
  _mm256_store_pd (d, next_digits (&before, columns_at (&s, k), _mm256_setr_epi64x (HALF, HALF, HALF, half_last)));
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

/* Columns FROM..TO-1 of the products a_i b_j, i < da, a multiple of 4, j < db: low halves, and
   high halves, which belong to the next column.  FROM is a multiple of 4, at least -12; below 0
   b must have vectors of zeros before it.  Whole tiles are written. */
static void BY_ITSELF
mul_tiles (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db, mp_size_t from, mp_size_t to)
{
  for (mp_size_t c = from; c < to; c += TILE)
    mul_tile (low, a, da, b, db, c);
}

/* The same for a square of d digits; FROM is a multiple of 8. */
static void BY_ITSELF
sqr_tiles (int64_t *low, const double *a, const double *b, mp_size_t d, mp_size_t from, mp_size_t to)
{
  for (mp_size_t c = from; c < to; c += SQUARE_TILE)
    sqr_tile_at (low, a, b, d, c);
}

/* Four copies of DIGITS digits, and MORE vectors of zeros. */
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

#endif
