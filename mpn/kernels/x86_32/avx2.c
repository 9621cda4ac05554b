/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Basecases for i386 with AVX2: four columns a vector, radix-2^28 digits. */

#include "kernels/x86_32/x86_32.h"
enum { LANES = 4, WIDTH = 5 };

#include "kernels/x86_32/digits28.h"
#include <immintrin.h>

typedef __m256i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm256_loadu_si256 ((const vec *) p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm256_storeu_si256 ((vec *) p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm256_set1_epi64x ((long long) x); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm256_add_epi64 (x, y); }
static ALWAYS_INLINE vec and (vec x, vec y) { return _mm256_and_si256 (x, y); }

static ALWAYS_INLINE vec
spread (const uint64_t *p)
{
  vec x = _mm256_permute4x64_epi64 (_mm256_castsi128_si256 (_mm_loadu_si128 ((const __m128i *) p)),
                                    0x50);
  return _mm256_blend_epi32 (x, _mm256_setzero_si256 (), 0xcc);
}

static ALWAYS_INLINE void
multiply_add (vec *sum, vec x, vec y)
{
  *sum = add (*sum, _mm256_mul_epu32 (x, y));
}

#define MUL_BASECASE comba_mul_basecase_avx2
#define SQR_BASECASE comba_sqr_basecase_avx2
#include "kernels/x86_32/vector_columns_tpl.h"
