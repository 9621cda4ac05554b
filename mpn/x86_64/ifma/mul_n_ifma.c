/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs, a function for each n: in registers, without lane moves of
   the columns.

   As in tile.h, digit b_i, i = 8u+r, is in every lane and meets all vectors of a.  But
   it is a that is moved up by r lanes: product lane l of the window x_(8v-r) (windows.h)
   and b_i belongs to lane l of vector u+v of columns, and its high half to the column
   above.  Low and high halves have columns of their own, so each sum is a short chain
   of additions, and none waits for anything else.

   Moved up far enough, a is one vector more: some more multiplications than a tile
   has.  They take less time than the moves of its columns up to 30 limbs.

   The contract is that of comba_mul_fixed_fn (kernels.h). */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/windows.h"

enum { VECTORS_MAX = 5 };

/* A column has at most one product for each digit, of two halves. */
_Static_assert (2 * 8 * VECTORS_MAX <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

static ALWAYS_INLINE mp_limb_t
window_product (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, int n)
{
  const int d = DIGITS (n), s = VECTORS (n);
  __m512i a[VECTORS_MAX], low[2 * VECTORS_MAX], high[2 * VECTORS_MAX];
  _Alignas (64) uint64_t b[8 * VECTORS_MAX];

  UNROLL for (int v = 0; v < s; v++)
    _mm512_store_si512 (b + 8 * v, load_digits (bp, n, s, v));
  /* A compiler that knew what b is would shuffle the digits out of their vectors. */
  __asm__ ("" : "+m" (b));
  UNROLL for (int v = 0; v < s; v++)
    a[v] = load_digits (ap, n, s, v);

  UNROLL for (int k = 0; k < 2 * s; k++)
    low[k] = high[k] = _mm512_setzero_si512 ();
  UNROLL for (int r = 0; r < 8; r++)
    UNROLL for (int u = 0; u < s; u++)
      if (8 * u + r < d)
        {
          __m512i digit = _mm512_set1_epi64 ((long long) b[8 * u + r]);
          UNROLL for (int v = 0; 8 * v < d + r; v++)
            {
              __m512i x = window (a, s, 8 * v - r);
              low[u + v] = _mm512_madd52lo_epu64 (low[u + v], x, digit);
              high[u + v] = _mm512_madd52hi_epu64 (high[u + v], x, digit);
            }
        }

  struct result result = { .rp = rp, .n = 2 * n, .least = 2 * n, .most = 2 * n };
  UNROLL for (int k = 0; k < 2 * s; k += 2)
    put_columns (&result, k / 2, even_columns (low[k], low[k + 1]),
                 _mm512_add_epi64 (odd_columns (low[k], low[k + 1]),
                                   even_columns (high[k], high[k + 1])),
                 odd_columns (high[k], high[k + 1]));
  return top_limb (&result);
}

#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_n_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)          \
  {                                                                                     \
    (void) an;                                                                          \
    return window_product (rp, ap, bp, n);                                              \
  }
COMBA_IFMA_MUL_N (DEFINE)
