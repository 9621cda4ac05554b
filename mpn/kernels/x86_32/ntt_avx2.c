/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT for i386 with AVX2: four residues a vector. */

#include "mul/ntt/field_tpl.h"
#include "kernels/x86_32/x86_32.h"
#include "kernels/x86_32/primes_28.h"
#include <immintrin.h>

enum { LANES = 4, BLOCK_LEVELS = 9, FIELDS_READ = 29 };

typedef __m256i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm256_load_si256 ((const vec *) p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm256_store_si256 ((vec *) p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm256_set1_epi64x ((long long) x); }
static ALWAYS_INLINE vec reverse (vec x) { return _mm256_permute4x64_epi64 (x, 0x1b); }
static ALWAYS_INLINE vec mul (vec x, vec y) { return _mm256_mul_epu32 (x, y); }
static ALWAYS_INLINE vec right (vec x, int n) { return _mm256_srli_epi64 (x, n); }

static ALWAYS_INLINE vec
negative (vec x)
{
  return _mm256_cmpgt_epi64 (_mm256_setzero_si256 (), x);
}

static ALWAYS_INLINE __m128i
two_fields (const char *p)
{
  return _mm_unpacklo_epi64 (_mm_loadl_epi64 ((const __m128i *) p),
                             _mm_loadl_epi64 ((const __m128i *) (p + 7)));
}

static ALWAYS_INLINE vec
fields (const char *p)
{
  return _mm256_inserti128_si256 (_mm256_castsi128_si256 (two_fields (p)), two_fields (p + 14), 1);
}

static ALWAYS_INLINE vec
lookup (const uint64_t *t, vec x)
{
  vec low = _mm256_permutevar8x32_epi32 (x, _mm256_set_epi32 (7, 6, 5, 4, 6, 4, 2, 0));
  return _mm256_i32gather_epi64 ((const long long *) t, _mm256_castsi256_si128 (low), 8);
}

static ALWAYS_INLINE vec
rotated (vec y, vec wy, int i)
{
  switch (i)
    {
    case 1: return _mm256_permute4x64_epi64 (_mm256_blend_epi32 (y, wy, 0xc0), 0x93);
    case 2: return _mm256_permute2x128_si256 (wy, y, 0x21);
    default: return _mm256_permute4x64_epi64 (_mm256_blend_epi32 (wy, y, 0x03), 0x39);
    }
}

#include "kernels/x86_32/ntt28_tpl.h"

const struct comba_ntt comba_ntt_avx2 = { .itch = one_length_itch, .itch_exactly = one_length_itch, .mul = multiply_limbs };
