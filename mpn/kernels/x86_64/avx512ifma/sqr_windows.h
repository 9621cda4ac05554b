/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of vectors of radix-2^52 digits in registers, without lane moves of the columns.

   Let a be s vectors of digits, and x_j the window of the digits j..j+7, zeros where there are
   none.  Two digits whose places differ by an even number, 2i, are equally far from their middle e;
   so, except for one place, are those that differ by 2i+1:

     a_(e-i) a_(e+i)    belongs to column 2e,
     a_(e-i) a_(e+i+1)  belongs to column 2e+1.

   So for every i the products x_(8w-i) x_(8w+i) and x_(8w-i) x_(8w+i+1) have, in lane l, products
   with the same e = 8w+l.  Their low and high halves go to

     even[w]   columns 2e       low halves of the former
     odd[w]    columns 2e+1     high halves of the former, low ones of the latter
     next[w]   columns 2e+2     high halves of the latter

   with i >= 1 in the former.  Every product of two different digits is formed once, no digit is
   broadcast, and nothing waits except for additions to the same columns.  Instead of the columns
   the windows move, at most 7 (s+1) times in all: x_(j+8) is x_j of the next vectors.  Then the
   columns are doubled, and the squares of the digits, i = 0 in the former, are added in the
   lanes of their digits. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_SQR_WINDOWS_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_SQR_WINDOWS_H

#include "kernels/x86_64/avx512ifma/radix52.h"

/* The most vectors of an operand, and their limbs. */
enum { WINDOWS_TILE = 6, WINDOWS_LIMBS = LIMBS (8 * WINDOWS_TILE) };

/* Up to this many vectors there are registers for two sums of odd columns, which halves the
   chain of additions. */
enum { ODD_SUMS = 4 };

/* The products of different digits of a, which has d digits: those with e in the vectors FROM to TO
   - 1.

   i modulo 8 takes the values 0, 7, 1, 6, 2, 5, 3, 4: two thirds of the windows are the same as
   for the value before, and the registers suffice. */
static ALWAYS_INLINE void
window_products (__m512i *even, __m512i *odd, __m512i *odd_too, __m512i *next,
                 const __m512i *a, int d, int from, int to)
{
  const int s = (d + 7) / 8;
  UNROLL for (int w = from; w < to; w++)
    even[w] = odd[w] = next[w] = odd_too[w] = _mm512_setzero_si512 ();

  UNROLL for (int turn = 0; turn < 8; turn++)
    UNROLL for (int q = 0; q < (s + 1) / 2; q++)
      UNROLL for (int w = from; w < to; w++)
        {
          const int i = 8 * q + (turn % 2 == 0 ? turn / 2 : 8 - (turn + 1) / 2);
          if (w < q)
            continue;
          const __m512i x = window (a, s, 8 * w - i);
          const __m512i y = window (a, s, 8 * w + i), z = window (a, s, 8 * w + i + 1);
          /* Does vector w have an e with i <= e < d-i, and with i <= e < d-i-1? */
          if (i > 0 && 8 * w < d - i && i < d - i)
            {
              even[w] = _mm512_madd52lo_epu64 (even[w], x, y);
              if (s <= ODD_SUMS)
                odd_too[w] = _mm512_madd52hi_epu64 (odd_too[w], x, y);
              else
                odd[w] = _mm512_madd52hi_epu64 (odd[w], x, y);
            }
          if (8 * w < d - i - 1 && i < d - i - 1)
            {
              odd[w] = _mm512_madd52lo_epu64 (odd[w], x, z);
              next[w] = _mm512_madd52hi_epu64 (next[w], x, z);
            }
        }
}

/* rp[0..2n-1] = ap[0..n-1]^2; returns where it was stored.  DIGITS (n) is d, d-1, d-2 or d-3; d
   is a constant, and a multiple of 4 unless n is constant, too. */
static ALWAYS_INLINE struct result
window_square (mp_ptr rp, mp_srcptr ap, mp_size_t n, int d)
{
  const int s = (d + 7) / 8;
  __m512i a[WINDOWS_TILE];
  __m512i even[WINDOWS_TILE], odd[WINDOWS_TILE], odd_too[WINDOWS_TILE], next[WINDOWS_TILE];

  UNROLL for (int v = 0; v < s; v++)
    a[v] = load_digits (ap, n, s, v);
  window_products (even, odd, odd_too, next, a, d, 0, s);

  const int known = __builtin_constant_p (n);
  struct result r = { .rp = rp, .n = 2 * n, .least = known ? 2 * n : 2 * LIMBS (d - 4) + 2,
                      .most = known ? 2 * n : 2 * LIMBS (d) };
  UNROLL for (int w = 0; w < s; w++)
    {
      __m512i o = _mm512_add_epi64 (odd[w], odd_too[w]);
      o = _mm512_madd52hi_epu64 (_mm512_add_epi64 (o, o), a[w], a[w]);
      __m512i e = _mm512_madd52lo_epu64 (_mm512_add_epi64 (even[w], even[w]), a[w], a[w]);
      put_columns (&r, w, e, o, _mm512_add_epi64 (next[w], next[w]));
    }
  return r;
}

#endif
