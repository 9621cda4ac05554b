/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Basecases for i386 with SSE2: two columns a vector, radix-2^28 digits. */

#include "kernels/x86_32/x86_32.h"
enum { LANES = 2, WIDTH = 5 };

#include "kernels/x86_32/digits28.h"

typedef __m128i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm_loadu_si128 ((const vec *) p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm_storeu_si128 ((vec *) p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm_set1_epi64x ((long long) x); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm_add_epi64 (x, y); }
static ALWAYS_INLINE vec and (vec x, vec y) { return _mm_and_si128 (x, y); }
static ALWAYS_INLINE vec spread (const uint64_t *p) { return load_pair (p); }

static ALWAYS_INLINE void
multiply_add (vec *sum, vec x, vec y)
{
  *sum = add (*sum, _mm_mul_epu32 (x, y));
}

#define MUL_BASECASE comba_mul_basecase_sse2
#define SQR_BASECASE comba_sqr_basecase_sse2
#include "kernels/x86_32/vector_columns_tpl.h"
