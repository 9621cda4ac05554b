/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Basecases for i386 with AVX-512 IFMA: eight columns a vector, radix-2^52 digits. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/sqr_windows.h"

typedef __m512i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm512_loadu_si512 (p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm512_storeu_si512 (p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm512_set1_epi64 ((long long) x); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm512_add_epi64 (x, y); }
static ALWAYS_INLINE vec and (vec x, vec y) { return _mm512_and_si512 (x, y); }

static ALWAYS_INLINE vec
spread (const uint64_t *p)
{
  vec x = _mm512_castsi256_si512 (_mm256_loadu_si256 ((const __m256i *) p));
  return _mm512_maskz_permutexvar_epi64 (0x55, _mm512_set_epi64 (3, 3, 2, 2, 1, 1, 0, 0), x);
}

static ALWAYS_INLINE void
multiply_add (vec *sum, vec x, vec y)
{
  sum[0] = _mm512_madd52lo_epu64 (sum[0], x, y);
  sum[1] = _mm512_madd52hi_epu64 (sum[1], x, y);
}

static ALWAYS_INLINE void
digits_of (uint64_t *d, mp_srcptr p, mp_size_t n)
{
  int s = VECTORS (n);
  for (int v = 0; v < s; v++)
    store (d + 8 * v, load_digits (p, n, s, v));
}

#define BLOCK 512
#define BLOCK_MIN 1
enum { PARTS = 2, LANES = 8, WIDTH = 3 };

/* Bound: a column has the low or the high half of at most one product for each digit. */
_Static_assert (2 * DIGITS (BLOCK) <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

static ALWAYS_INLINE void
limbs_of (mp_ptr rp, mp_size_t n, const uint64_t *c, const uint64_t *high)
{
  struct result r = { .rp = rp, .n = n, .least = n, .most = n };
  for (int w = 0; 16 * w < DIGITS (n); w++, c += 16, high += 16)
    {
      vec low0 = load (c), low1 = load (c + 8), high0 = load (high), high1 = load (high + 8);
      put_columns (&r, w, even_columns (low0, low1),
                   add (odd_columns (low0, low1), even_columns (high0, high1)),
                   odd_columns (high0, high1));
    }
}

#define MUL_BASECASE comba_mul_basecase_ifma
#define SQR_BASECASE comba_sqr_basecase_ifma
#include "kernels/x86_32/vector_columns_tpl.h"

#define DEFINE(n)                                               \
  mp_limb_t                                                     \
  comba_sqr_n_##n##_ifma (mp_ptr rp, mp_srcptr ap)              \
  {                                                             \
    struct result r = window_square (rp, ap, n, (DIGITS (n) + 3) / 4 * 4); \
    return top_limb (&r);                                             \
  }
COMBA_IFMA_SQR_N (DEFINE)
