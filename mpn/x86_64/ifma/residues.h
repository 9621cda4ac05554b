/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues as digits of 52 bits: where they are, and how columns become digits. */

#ifndef COMBA_IFMA_RESIDUES_H
#define COMBA_IFMA_RESIDUES_H

#include "x86_64/ifma/strips.h"
#include <string.h>

/* Vectors of digits for n limbs: with 32 bits more, as 416 - 64 is a multiple of 32. */
#define MOD_VECTORS(n) ((int) ((64 * (n) + 32 + 415) / 416))

static const uint64_t digit_mask = ((uint64_t) 1 << 52) - 1;

/* Where things are in a context: n and s, then framed digits.  reversed is P's, digit N-1
   first. */
enum { CONTEXT_N, CONTEXT_S, CONTEXT_DIGITS = 8 };
enum part { PART_MU, PART_P, PART_REVERSED, PART_R2, PARTS };

static inline size_t
framed_size (int s)
{
  return 8 * (size_t) s + 2 * FRAME;
}

/* Digit 0 of a part. */
static inline const uint64_t *
part (mp_srcptr context, int s, enum part i)
{
  return context + CONTEXT_DIGITS + i * framed_size (s) + FRAME;
}

static inline uint64_t *
part_to_make (mp_ptr context, int s, enum part i)
{
  return context + CONTEXT_DIGITS + i * framed_size (s) + FRAME;
}

static inline int
context_vectors (mp_srcptr context)
{
  return (int) context[CONTEXT_S];
}

static inline __m512i *
vectors (uint64_t *digits)
{
  return (__m512i *) digits;
}

static inline void
clear_frame (uint64_t *digits, int s)
{
  _mm512_store_si512 (digits - FRAME, _mm512_setzero_si512 ());
  _mm512_store_si512 (digits + 8 * s, _mm512_setzero_si512 ());
}

/* Columns to digits.

   What a column has above 52 bits goes one lane up; then digits overflow by one at most,
   and one addition of masks (eight.h) carries through eight of them. */
struct normal
{
  __m512i above;                /* lane 7 belongs to the next lane 0 */
  unsigned carry;
};

static ALWAYS_INLINE __m512i
normal_digits (struct normal *r, __m512i columns)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask);
  __m512i above = _mm512_srli_epi64 (columns, 52);
  __m512i sum = _mm512_add_epi64 (_mm512_and_si512 (columns, mask),
                                  lanes_from (r->above, above, 7));
  unsigned g = _mm512_cmpgt_epu64_mask (sum, mask), p = _mm512_cmpeq_epu64_mask (sum, mask);
  unsigned c = r->carry + p + 2 * g;
  r->above = above;
  r->carry = c >> 8;
  sum = _mm512_mask_sub_epi64 (sum, (__mmask8) (c ^ p), sum, _mm512_set1_epi64 (-1));
  return _mm512_and_si512 (sum, mask);
}

/* digits = columns, s vectors; CARRY goes into the lowest, and what goes out is returned. */
static ALWAYS_INLINE uint64_t
normalise (uint64_t *digits, const __m512i *columns, int s, uint64_t carry)
{
  struct normal r = { .above = _mm512_maskz_set1_epi64 (0x80, (long long) carry) };
  if (__builtin_constant_p (s))
    UNROLL for (int v = 0; v < s; v++)
      vectors (digits)[v] = normal_digits (&r, columns[v]);
  else
    for (int v = 0; v < s; v++)
      vectors (digits)[v] = normal_digits (&r, columns[v]);
  return r.carry + (uint64_t) _mm_extract_epi64 (_mm512_extracti64x2_epi64 (r.above, 3), 1);
}

/* Column N-1 of q P. */
static ALWAYS_INLINE uint64_t
column_below (const uint64_t *q, const uint64_t *reversed, int s)
{
  __m512i lo = _mm512_setzero_si512 (), hi = lo;
  for (int v = 0; v < s; v++)
    {
      __m512i x = vectors ((uint64_t *) q)[v];
      lo = _mm512_madd52lo_epu64 (lo, x, _mm512_load_si512 (reversed + 8 * v));
      hi = _mm512_madd52hi_epu64 (hi, x, _mm512_loadu_si512 (reversed + 8 * v + 1));
    }
  return (uint64_t) _mm512_reduce_add_epi64 (_mm512_add_epi64 (lo, hi));
}

/* digits[0..8s-1] = ap[0..n-1], with a frame. */
static inline void
digits_of_limbs (uint64_t *digits, int s, mp_srcptr ap, mp_size_t n)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask);
  int full = VECTORS (n);
  for (int v = 0; v < s; v++)
    vectors (digits)[v] = v < full ? _mm512_and_si512 (load_digits (ap, n, full, v), mask)
                          : _mm512_setzero_si512 ();
  clear_frame (digits, s);
}


/* x[0..8s-1] = 2^bit, with a frame. */
static inline void
digits_of_power (uint64_t *x, int s, mp_size_t bit)
{
  memset (x - FRAME, 0, framed_size (s) * sizeof (uint64_t));
  x[bit / 52] = (uint64_t) 1 << bit % 52;
}

/* beta^N - P, P odd, with a frame. */
static inline void
make_complement (uint64_t *x, const uint64_t *p, int s)
{
  for (int v = 0; v < s; v++)
    vectors (x)[v] = _mm512_xor_si512 (_mm512_load_si512 (p + 8 * v),
                                       _mm512_set1_epi64 ((long long) digit_mask));
  clear_frame (x, s);
  x[0]++;
}

static inline mp_size_t
bits_of_limbs (mp_srcptr pp, mp_size_t n)
{
  return 64 * n - __builtin_clzll (pp[n - 1]);
}

#endif
