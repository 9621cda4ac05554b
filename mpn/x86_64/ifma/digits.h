/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs to digits of 52 bits and back.

   A digit vector holds eight digits, digit 8v+l in lane l of vector v: 52 bytes
   of the number.  13 limbs are 16 digits. */

#ifndef COMBA_IFMA_DIGITS_H
#define COMBA_IFMA_DIGITS_H

#include "limb.h"
#include <immintrin.h>
#include <string.h>

#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#define NO_UNROLL _Pragma ("clang loop unroll(disable)")
#else
#define UNROLL _Pragma ("GCC unroll 64")
#define NO_UNROLL _Pragma ("GCC unroll 1")
#endif

/* How many digits n limbs are, and how many vectors. */
#define DIGITS(n) ((64 * (n) + 51) / 52)
#define VECTORS(n) ((DIGITS (n) + 7) / 8)

enum { VECTOR_BYTES = 52 };

/* Digit l of a vector begins at bit 52 l: at byte 13 (l / 2), or at the middle of
   the seventh byte from there. */
static const _Alignas (64) uint8_t comba_ifma_digit_bytes[64] = {
  0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8, 9, 10, 11, 12, 13,
  13, 14, 15, 16, 17, 18, 19, 20, 19, 20, 21, 22, 23, 24, 25, 26,
  26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35, 36, 37, 38, 39,
  39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52,
};

/* Vector v of the n limbs at ap, which are s vectors; what lies beyond them reads as
   zero.  Lanes have the digit in their lower 52 bits and anything above it, which
   vpmadd52 does not look at. */
static ALWAYS_INLINE __m512i
load_digits (mp_srcptr ap, mp_size_t n, int s, int v)
{
  const __m512i bytes = _mm512_load_si512 (comba_ifma_digit_bytes);
  const __m512i shifts = _mm512_set_epi64 (4, 0, 4, 0, 4, 0, 4, 0);
  const char *p = (const char *) ap + VECTOR_BYTES * v;
  __m512i x;
  if (v < s - 2)                /* 64 bytes from here are within the limbs */
    x = _mm512_loadu_si512 (p);
  else
    {
      unsigned left = 2 * n - VECTOR_BYTES / 4 * v;     /* in halves of limbs */
      x = _mm512_maskz_loadu_epi32 ((__mmask16) _bzhi_u32 (0xffff, left), p);
    }
  return _mm512_srlv_epi64 (_mm512_permutexvar_epi8 (bytes, x), shifts);
}

/* Columns to limbs.

   A column is an accumulator of less than 2^60; column k counts 2^(52k).  The even
   columns alone are 104 bits apart and do not overlap: they are a number E, whose
   bytes one permutation finds.  So are the odd ones, shifted left by half a byte:
   O.  The result is E + O, and no carry has to be known before this sum.  In it one
   addition of masks resolves the carries of eight limbs: with g the limbs that
   overflowed and p those that would pass a carry on,
     c = p + 2g + carry in,
   the limbs to increment are c XOR p and the carry out is bit 8 of c. */
enum { COLUMN_BITS = 60 };

/* E and O: enough for any read and write below of this many vectors of columns. */
#define COLUMN_BYTES(vectors) (VECTOR_BYTES * (vectors) + 64)

struct columns
{
  unsigned char *even, *odd;
};

/* Lane 2l of a vector goes to byte 13l of E; lane 2l+1, of O, six bytes further. */
static const _Alignas (64) uint8_t comba_ifma_column_bytes[64] = {
  0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0,
  16, 17, 18, 19, 20, 21, 22, 23, 0, 0, 0, 0, 0,
  32, 33, 34, 35, 36, 37, 38, 39, 0, 0, 0, 0, 0,
  48, 49, 50, 51, 52, 53, 54, 55,
};
#define COLUMN_BYTES_USED 0x7f83fc1fe0ff

/* Writes vector v of the columns.  To be called with v = 0, 1, 2, ...: each call writes
   some bytes too many, which the next one overwrites. */
static ALWAYS_INLINE void
put_columns (struct columns to, int v, __m512i c)
{
  const __m512i from = _mm512_load_si512 (comba_ifma_column_bytes);
  const __m512i above = _mm512_or_si512 (from, _mm512_set1_epi8 (8));
  __m512i even = _mm512_maskz_permutexvar_epi8 (COLUMN_BYTES_USED, from, c);
  __m512i odd = _mm512_maskz_permutexvar_epi8 (COLUMN_BYTES_USED, above,
                                               _mm512_slli_epi64 (c, 4));
  if (v == 0)
    memset (to.odd, 0, 6);
  _mm512_storeu_si512 (to.even + VECTOR_BYTES * v, even);
  _mm512_storeu_si512 (to.odd + 6 + VECTOR_BYTES * v, odd);
}

/* rp[0..n-1] = the lowest n limbs of E + O. */
static ALWAYS_INLINE void
add_columns (mp_ptr rp, mp_size_t n, struct columns from)
{
  const __m512i ones = _mm512_set1_epi64 (-1);
  unsigned c = 0;
  for (mp_size_t i = 0; i < n; i += 8)
    {
      __m512i even = _mm512_loadu_si512 (from.even + 8 * i);
      __m512i sum = _mm512_add_epi64 (even, _mm512_loadu_si512 (from.odd + 8 * i));
      unsigned g = _mm512_cmplt_epu64_mask (sum, even);
      unsigned p = _mm512_cmpeq_epu64_mask (sum, ones);
      c = (c >> 8) + p + 2 * g;
      sum = _mm512_mask_sub_epi64 (sum, (__mmask8) (c ^ p), sum, ones);
      if (n - i >= 8)
        _mm512_storeu_si512 (rp + i, sum);
      else
        _mm512_mask_storeu_epi64 (rp + i, (__mmask8) _bzhi_u32 (0xff, n - i), sum);
    }
}

#endif
