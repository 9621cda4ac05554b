/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of vectors of radix-2^52 digits in registers, without lane moves of the columns:
   Modified Comba (paper 001), eight columns a vector.

   As in kernels/x86_64/avx512ifma/sqr_tile.h, digit b_i, i = 8u+r, is broadcast and meets all
   vectors of a.  But here a is moved up by r lanes: lane l of the product of its vector v and b_i
   belongs to lane l of column vector u+v, and its high half to the column above.  Low and high
   halves have columns of their own, so each sum is a short chain of additions, and none waits for
   anything else.

   Moved up far enough, a is one vector longer, so there are a few more multiplications than in a
   tile.  They take less time than the moves of a tile's columns while a has at most 36 digits,
   except for some shapes (kernels/x86_64/avx512ifma/mul_basecase.c). */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_MUL_WINDOWS_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_MUL_WINDOWS_H

#include "kernels/x86_64/avx512ifma/radix52.h"

/* The most vectors of each operand. */
enum { MUL_WINDOWS_TILE = 5 };

/* Bound: a column has at most one product for each digit, of two halves. */
_Static_assert (2 * 8 * MUL_WINDOWS_TILE <= 1 << (NARROW_COLUMN_BITS - 52),
                "columns must not overflow");

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; returns where the result was stored.
   DIGITS (an) <= da and DIGITS (bn) <= db with equal VECTORS; an >= least_an, bn >= least_bn.  All
   arguments but the operands, an and bn are constants; step is 1 or 4, and divides da and db.

   There is code for STEP classes r.  With step 1 it is straight and does exactly the work of da
   and db digits. */
static ALWAYS_INLINE struct result
window_product (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, int da, int db,
                int step, mp_size_t least_an, mp_size_t least_bn)
{
  const int s = (da + 7) / 8, t = (db + 7) / 8, columns = (da + db + 7) / 8;
  const __m512i zero = _mm512_setzero_si512 ();
  __m512i x[MUL_WINDOWS_TILE + 1], low[2 * MUL_WINDOWS_TILE], high[2 * MUL_WINDOWS_TILE];
  _Alignas (64) uint64_t b[8 * MUL_WINDOWS_TILE];

  UNROLL for (int v = 0; v < t; v++)
    _mm512_store_si512 (b + 8 * v, load_digits_of_least (bp, bn, least_bn, t, v));
  /* Hidden: the compiler would shuffle the digits out of their vectors. */
  __asm__ ("" : "+m" (b));
  UNROLL for (int v = 0; v < s; v++)
    x[v] = load_digits_of_least (ap, an, least_an, s, v);
  x[s] = zero;

  UNROLL for (int k = 0; k < s + t; k++)
    low[k] = high[k] = zero;
  UNROLL for (int first = 0; first < 8; first += step)
    NO_UNROLL for (int r = first; r < first + step; r++)
      {
        UNROLL for (int u = 0; u < t; u++)
          if (8 * u + first < db)
            {
              __m512i digit = _mm512_set1_epi64 ((long long) b[8 * u + r]);
              UNROLL for (int v = 0; 8 * v < da + first + step - 1; v++)
                {
                  low[u + v] = _mm512_madd52lo_epu64 (low[u + v], x[v], digit);
                  high[u + v] = _mm512_madd52hi_epu64 (high[u + v], x[v], digit);
                }
            }
        UNROLL for (int v = s; v > 0; v--)
          x[v] = lanes_from (x[v - 1], x[v], 7);
        x[0] = lanes_from (zero, x[0], 7);
      }

  struct result result = { .rp = rp, .n = an + bn, .least = least_an + least_bn,
                           .most = __builtin_constant_p (an + bn) ? an + bn : LIMBS (da) + LIMBS (db) };
  UNROLL for (int k = 0; k < columns; k++)
    low[k] = _mm512_add_epi64 (low[k], lanes_from (k > 0 ? high[k - 1] : zero, high[k], 7));
  return store_narrow_columns (result, low, columns);
}

#endif
