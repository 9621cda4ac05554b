/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Conversions between limbs of 32 bits and radix-2^28 digits, for pmuludq, which multiplies 32-bit
   integers.

   A pair of digits is seven bytes.

   Bound: products are below 2^56, so eight bits of a 64-bit column are left for the sum, and no
   product needs a carry. */

#ifndef COMBA_KERNELS_X86_32_DIGITS28_H
#define COMBA_KERNELS_X86_32_DIGITS28_H

#include "limb.h"
#include <emmintrin.h>

#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#else
#define UNROLL _Pragma ("GCC unroll 16")
#endif

#define DIGIT_BITS 28
#define DIGITS(n) ((32 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)
enum { PAIR_BYTES = 7 };

/* A column is one sum.  Bound: it has fewer than 2^8 products, because the carry from below is
   less than a product. */
#define PARTS 1
#define BLOCK 220
_Static_assert (DIGITS (BLOCK) < 1 << (64 - 2 * DIGIT_BITS), "columns must not overflow");

/* At least 2, because the last eight bytes of a number are loaded and stored at once. */
#define BLOCK_MIN 4

static ALWAYS_INLINE __m128i
load_pair (const void *p)
{
  return _mm_loadl_epi64 (p);
}

static ALWAYS_INLINE void
store_pair (void *p, __m128i x)
{
  _mm_storel_epi64 (p, x);
}

static ALWAYS_INLINE __m128i
digit_mask (void)
{
  return _mm_set1_epi64x ((1 << DIGIT_BITS) - 1);
}

static ALWAYS_INLINE __m128i
split_pair (__m128i x)
{
  return _mm_and_si128 (_mm_unpacklo_epi64 (x, _mm_srli_epi64 (x, DIGIT_BITS)), digit_mask ());
}

static ALWAYS_INLINE void
digits_of (uint64_t *d, mp_srcptr p, mp_size_t n)
{
  const char *bytes = (const char *) p;
  mp_size_t left = 4 * n;
  uint64_t *end = d + (DIGITS (n) + LANES - 1) / LANES * LANES;
  for (; left >= 8; left -= PAIR_BYTES, bytes += PAIR_BYTES, d += 2)
    _mm_storeu_si128 ((__m128i *) d, split_pair (load_pair (bytes)));
  __m128i last = _mm_srl_epi64 (load_pair (p + n - 2), _mm_cvtsi32_si128 (8 * (8 - (int) left)));
  for (; d < end; d += 2)
    {
      _mm_storeu_si128 ((__m128i *) d, split_pair (last));
      last = _mm_setzero_si128 ();
    }
}

/* The next pair of columns with its carry in, reduced to 56 bits; *carry becomes the carry out. */
static ALWAYS_INLINE __m128i
join_pair (const uint64_t *c, __m128i *carry)
{
  __m128i low = _mm_add_epi64 (load_pair (c), *carry);
  __m128i high = _mm_add_epi64 (load_pair (c + 1), _mm_srli_epi64 (low, DIGIT_BITS));
  *carry = _mm_srli_epi64 (high, DIGIT_BITS);
  low = _mm_and_si128 (low, digit_mask ());
  high = _mm_and_si128 (high, digit_mask ());
  return _mm_or_si128 (low, _mm_slli_epi64 (high, DIGIT_BITS));
}

static ALWAYS_INLINE void
limbs_of (mp_ptr rp, mp_size_t n, const uint64_t *c, const uint64_t *high)
{
  (void) high;
  char *bytes = (char *) rp;
  mp_size_t left = 4 * n;
  __m128i carry = _mm_setzero_si128 (), pair = carry;
  for (; left >= 8; left -= PAIR_BYTES, bytes += PAIR_BYTES, c += 2)
    store_pair (bytes, pair = join_pair (c, &carry));

  /* 1 to 7 bytes remain: the last eight begin in the pair before. */
  __m128i before = _mm_srl_epi64 (pair, _mm_cvtsi32_si128 (8 * ((int) left - 1)));
  pair = _mm_sll_epi64 (join_pair (c, &carry), _mm_cvtsi32_si128 (8 * (8 - (int) left)));
  store_pair (rp + n - 2, _mm_or_si128 (before, pair));
}

#endif
