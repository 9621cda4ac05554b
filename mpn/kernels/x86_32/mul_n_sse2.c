/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of n x n limbs with SSE2, one function for each n: Modified Comba, two columns a vector,
   all loops unrolled.

   Digits are the limbs: so few products do not pay for a conversion (kernels/x86_32/digits28.h).
   The products of a column are summed modulo 2^64, and their high halves once more separately: 2^32
   times that sum is subtracted to get the sum of the low halves.  So a pair of products takes four
   instructions and a load, and a column needs one addition instead of the three registers and the
   carry chain of scalar columns (kernels/x86_32/small_products.c).

   The contract is that of comba_mul_fixed_fn (dispatch/config.h). */

#include "kernels/x86_32/x86_32.h"
#include "arith/unroll.h"
#include "kernels/portable/column.h"
#include <emmintrin.h>

enum { N_MAX = 24 };

/* Stores limb k: the low word of column k plus the carry from below. */
static ALWAYS_INLINE __m128i
put_limb (mp_ptr rp, __m128i column, __m128i below)
{
  column = _mm_add_epi64 (column, _mm_srli_epi64 (below, 32));
  *rp = (mp_limb_t) _mm_cvtsi128_si32 (column);
  return column;
}

static ALWAYS_INLINE mp_limb_t
mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, int n)
{
  /* b_{i-1}, b_i, each in 64 bits, between zeros, then a_i, a_i.  The function aligns them
     itself: the stack of an old program is aligned to only four bytes. */
  _Alignas (64) __m128i b[2 * N_MAX + 1], *const a = b + n + 1;
  UNROLL for (int i = 0; i < n; i++)
    a[i] = _mm_shuffle_epi32 (_mm_cvtsi32_si128 ((int) ap[i]), 0);
  b[0] = _mm_slli_si128 (_mm_cvtsi32_si128 ((int) bp[0]), 8);
  UNROLL for (int i = 1; i < n; i++)
    b[i] = _mm_shuffle_epi32 (_mm_loadl_epi64 ((const __m128i *) (bp + i - 1)), 0x50);
  b[n] = _mm_cvtsi32_si128 ((int) bp[n - 1]);

  __m128i high_below = _mm_setzero_si128 (), limb = high_below;
  UNROLL for (int k = 0; k < 2 * n; k += 2)
    {
      __m128i sum = _mm_setzero_si128 (), high = sum;
      /* Hidden: the compiler would keep too much of it in registers, and sums in memory. */
      __asm__ ("" : "+m" (b));
      const int last = COLUMN_LAST (k + 1, n);
      UNROLL for (int i = COLUMN_FIRST (k, n); i <= last; i++)
        {
          __m128i product = _mm_mul_epu32 (a[i], b[k + 1 - i]);
          sum = _mm_add_epi64 (sum, product);
          high = _mm_add_epi64 (high, _mm_srli_epi64 (product, 32));
          __asm__ ("" : "+x" (sum), "+x" (high));
        }

      /* The low halves of columns k and k + 1, and the high ones of k - 1 and k. */
      sum = _mm_sub_epi64 (sum, _mm_slli_epi64 (high, 32));
      sum = _mm_add_epi64 (sum, _mm_castpd_si128 (_mm_shuffle_pd (_mm_castsi128_pd (high_below),
                                                                  _mm_castsi128_pd (high), 1)));
      high_below = high;
      limb = put_limb (rp + k, sum, limb);
      limb = put_limb (rp + k + 1, _mm_srli_si128 (sum, 8), limb);
    }
  return (mp_limb_t) _mm_cvtsi128_si32 (limb);
}

#define DEFINE(n)                                                                       \
  _Static_assert (n <= N_MAX, "operands must fit");                                     \
  mp_limb_t                                                                             \
  comba_mul_n_##n##_sse2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)          \
  {                                                                                     \
    (void) an;                                                                          \
    return mul_n (rp, ap, bp, n);                                                       \
  }
COMBA_SSE2_MUL_N (DEFINE)
