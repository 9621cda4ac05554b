/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT for i386 with SSE2: two residues a vector. */

#include "mul/ntt/field_tpl.h"
#include "kernels/x86_32/x86_32.h"
#include "kernels/x86_32/primes_28.h"
#include <emmintrin.h>

enum { LANES = 2, BLOCK_LEVELS = 10, FIELDS_READ = 15 };

typedef __m128i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm_load_si128 ((const vec *) p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm_store_si128 ((vec *) p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm_set1_epi64x ((long long) x); }
static ALWAYS_INLINE vec reverse (vec x) { return _mm_shuffle_epi32 (x, 0x4e); }
static ALWAYS_INLINE vec mul (vec x, vec y) { return _mm_mul_epu32 (x, y); }
static ALWAYS_INLINE vec right (vec x, int n) { return _mm_srli_epi64 (x, n); }

static ALWAYS_INLINE vec
negative (vec x)
{
  return _mm_shuffle_epi32 (_mm_srai_epi32 (x, 31), 0xf5);
}

static ALWAYS_INLINE vec
fields (const char *p)
{
  return _mm_unpacklo_epi64 (_mm_loadl_epi64 ((const vec *) p),
                             _mm_loadl_epi64 ((const vec *) (p + 7)));
}

static ALWAYS_INLINE vec
lookup (const uint64_t *t, vec x)
{
  int i = _mm_cvtsi128_si32 (x), j = _mm_cvtsi128_si32 (reverse (x));
  return _mm_unpacklo_epi64 (_mm_loadl_epi64 ((const vec *) (t + i)),
                             _mm_loadl_epi64 ((const vec *) (t + j)));
}

static ALWAYS_INLINE vec
rotated (vec y, vec wy, int i)
{
  (void) i;
  return _mm_castpd_si128 (_mm_shuffle_pd (_mm_castsi128_pd (wy), _mm_castsi128_pd (y), 1));
}

#include "kernels/x86_32/ntt28_tpl.h"

const struct comba_ntt comba_ntt_sse2 = { .itch = one_length_itch, .itch_exactly = one_length_itch, .mul = multiply_limbs };
