/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues on digits of 52 or 51 bits: their layout, and columns to digits. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_RESIDUES52_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_RESIDUES52_H

#include "kernels/x86_64/avx512ifma/half_products.h"
#include <string.h>

/* The vectors of digits for n limbs: 32 bits more than n limbs, as 416 - 64 is a multiple of
   32.  Up to SHORT_MAX vectors digits have 51 bits, and the same number of vectors holds n limbs
   and 8 bits more. */
#define MOD_VECTORS(n) ((int) ((64 * (n) + 32 + 415) / 416))
enum { SHORT_MAX = 4, SHORT_LIMBS = 25, SHORT_BITS = 51 };

/* The possible numbers of 51-bit digits: X (digits). */
#define DIGIT_COUNTS(X) X (12) X (14) X (16) X (19) X (21) X (23) X (24) X (28) X (31) X (32)

/* The digits of n limbs: enough for 8 bits more, or whole vectors of 52-bit digits. */
static inline int
digits_for (mp_size_t n)
{
#define AT_LEAST(d) if (64 * n + 8 <= SHORT_BITS * d) return d;
  DIGIT_COUNTS (AT_LEAST)
#undef AT_LEAST
  return 8 * MOD_VECTORS (n);
}

#define HOLDS(n) _Static_assert ((64 * (n) + 8 + 407) / 408 == MOD_VECTORS (n), "vectors must hold n limbs");
HOLDS (8) HOLDS (12) HOLDS (13) HOLDS (19) HOLDS (20) HOLDS (SHORT_LIMBS)
#undef HOLDS
_Static_assert (MOD_VECTORS (SHORT_LIMBS) == SHORT_MAX && MOD_VECTORS (SHORT_LIMBS + 1) > SHORT_MAX,
                "digits must be of one kind");

/* The lane of digit 0 of an element: 0, or 1 if there is room; then lane 0 is zero. */
static ALWAYS_INLINE int
lead (int digits)
{
  return digits % 8 != 0;
}

static ALWAYS_INLINE int
digit_bits (int s)
{
  return s <= SHORT_MAX ? SHORT_BITS : 52;
}

static ALWAYS_INLINE uint64_t
digit_mask (int bits)
{
  return ((uint64_t) 1 << bits) - 1;
}

/* The layout of a context: n and N, two sizes, then framed digits.  Reversed means the digits of
   P, digit N-1 first. */
enum { CONTEXT_LIMBS, CONTEXT_COUNT, CONTEXT_KARATSUBA, CONTEXT_DIGITS = 8 };
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
context_digits (mp_srcptr context)
{
  return (int) context[CONTEXT_COUNT];
}

static inline int
context_vectors (mp_srcptr context)
{
  return (context_digits (context) + 7) / 8;
}

/* Digits as unaligned vectors: elements belong to the user. */
static inline __m512i_u *
vectors (uint64_t *digits)
{
  return (__m512i_u *) digits;
}

/* Columns, in aligned scratch. */
static inline __m512i *
columns_at (mp_ptr scratch)
{
  return (__m512i *) scratch;
}

static inline void
clear_frame (uint64_t *digits, int s)
{
  _mm512_storeu_si512 (digits - FRAME, _mm512_setzero_si512 ());
  _mm512_storeu_si512 (digits + 8 * s, _mm512_setzero_si512 ());
}

/* Columns to digits.

   The bits of a column above a digit move one lane up.  Then digits overflow by at most one, and
   one addition of masks (kernels/x86_64/avx512ifma/eight_limbs.h) carries through eight of them. */
struct normal
{
  __m512i above;                /* lane 7 goes to lane 0 of the next vector */
  unsigned carry;
};

/* Redundant digits: no carry moves by more than one lane, so digits may slightly exceed BITS
   bits. */
static ALWAYS_INLINE __m512i
loose_digits (struct normal *r, __m512i columns, int bits, __m512i mask)
{
  __m512i above = _mm512_srli_epi64 (columns, (unsigned) bits);
  __m512i sum = _mm512_add_epi64 (_mm512_and_si512 (columns, mask),
                                  lanes_from (r->above, above, 7));
  r->above = above;
  return sum;
}

static ALWAYS_INLINE __m512i
normal_digits (struct normal *r, __m512i columns, int bits)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask (bits));
  __m512i sum = loose_digits (r, columns, bits, mask);
  unsigned g = _mm512_cmpgt_epu64_mask (sum, mask), p = _mm512_cmpeq_epu64_mask (sum, mask);
  unsigned c = r->carry + p + 2 * g;
  r->carry = c >> 8;
  sum = _mm512_mask_sub_epi64 (sum, (__mmask8) (c ^ p), sum, _mm512_set1_epi64 (-1));
  return _mm512_and_si512 (sum, mask);
}

/* The carry out above the digits. */
static ALWAYS_INLINE uint64_t
carry_out (const struct normal *r)
{
  return r->carry + (uint64_t) _mm_extract_epi64 (_mm512_extracti64x2_epi64 (r->above, 3), 1);
}

/* digits = the normal digits of s vectors of columns, with CARRY into the lowest one; returns
   the carry out. */
static ALWAYS_INLINE uint64_t
normalise (uint64_t *digits, int bits, const __m512i_u *columns, int s, uint64_t carry)
{
  struct normal r = { .above = _mm512_maskz_set1_epi64 (0x80, (long long) carry) };
  if (__builtin_constant_p (s))
    UNROLL for (int v = 0; v < s; v++)
      vectors (digits)[v] = normal_digits (&r, columns[v], bits);
  else
    for (int v = 0; v < s; v++)
      vectors (digits)[v] = normal_digits (&r, columns[v], bits);
  return carry_out (&r);
}

/* Column N-1 of q P. */
static ALWAYS_INLINE uint64_t
column_below (const uint64_t *q, const uint64_t *reversed, int s, int bits)
{
  __m512i lo = _mm512_setzero_si512 (), hi = lo;
  for (int v = 0; v < s; v++)
    {
      __m512i x = vectors ((uint64_t *) q)[v];
      lo = _mm512_madd52lo_epu64 (lo, x, _mm512_load_si512 (reversed + 8 * v));
      hi = _mm512_madd52hi_epu64 (hi, x, _mm512_loadu_si512 (reversed + 8 * v + 1));
    }
  hi = _mm512_slli_epi64 (hi, 52 - (unsigned) bits);
  return (uint64_t) _mm512_reduce_add_epi64 (_mm512_add_epi64 (lo, hi));
}

/* The byte in which digit l of 51 bits begins, at bit 51 l. */
#define BYTES_FROM(i) i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7
static const _Alignas (64) uint8_t comba_ifma_short_digit_bytes[64] = {
  BYTES_FROM (0), BYTES_FROM (6), BYTES_FROM (12), BYTES_FROM (19),
  BYTES_FROM (25), BYTES_FROM (31), BYTES_FROM (38), BYTES_FROM (44),
};

/* Vector v of the n limbs at ap in 51-bit digits, with other bits above them. */
static inline __m512i
load_short_digits (mp_srcptr ap, mp_size_t n, int v)
{
  const __m512i shifts = _mm512_set_epi64 (5, 2, 7, 4, 1, 6, 3, 0);
  const long from = SHORT_BITS * v, left = (long) (n * sizeof (mp_limb_t)) - from;
  if (left <= 0)
    return _mm512_setzero_si512 ();
  __mmask64 bytes = _cvtu64_mask64 (left < 64 ? ((uint64_t) 1 << left) - 1 : ~(uint64_t) 0);
  __m512i x = _mm512_maskz_loadu_epi8 (bytes, (const char *) ap + from);
  x = _mm512_permutexvar_epi8 (_mm512_load_si512 (comba_ifma_short_digit_bytes), x);
  return _mm512_srlv_epi64 (x, shifts);
}

/* digits[at..at+8s-1] = ap[0..n-1], framed. */
static inline void
digits_of_limbs (uint64_t *digits, int at, int bits, int s, mp_srcptr ap, mp_size_t n)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask (bits));
  int full = VECTORS (n);
  clear_frame (digits, s);
  digits[0] = 0;
  for (int v = 0; v < s; v++)
    _mm512_storeu_si512 (digits + at + 8 * v,
                         _mm512_and_si512 (bits == SHORT_BITS ? load_short_digits (ap, n, v)
                                           : v < full ? load_digits (ap, n, full, v)
                                           : _mm512_setzero_si512 (), mask));
}

/* The 62 bits from bit i on, and two above them, of framed digits. */
static inline uint64_t
bits_from (const uint64_t *x, int bits, mp_size_t i)
{
  const int shift = (int) (i % bits);
  x += i / bits;
  unsigned __int128 y = x[0] >> shift;
  y += (unsigned __int128) x[1] << (bits - shift);
  y += (unsigned __int128) x[2] << (2 * bits - shift);
  return (uint64_t) y;
}

/* x[at..at+8s-1] = 2^bit, framed. */
static inline void
digits_of_power (uint64_t *x, int at, int bits, int s, mp_size_t bit)
{
  memset (x - FRAME, 0, framed_size (s) * sizeof (uint64_t));
  x[at + bit / bits] = (uint64_t) 1 << bit % bits;
}

/* x = beta^N - P, P odd, framed. */
static inline void
make_complement (uint64_t *x, int bits, const uint64_t *p, int s)
{
  for (int v = 0; v < s; v++)
    vectors (x)[v] = _mm512_xor_si512 (_mm512_load_si512 (p + 8 * v),
                                       _mm512_set1_epi64 ((long long) digit_mask (bits)));
  clear_frame (x, s);
  x[0]++;
}

static inline mp_size_t
bits_of_limbs (mp_srcptr pp, mp_size_t n)
{
  return 64 * n - __builtin_clzll (pp[n - 1]);
}

#endif
