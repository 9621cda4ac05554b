/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of 33 to 123 limbs, for CPUs that start one multiplication of eight digits in a cycle:
   the products of kernels/x86_64/avx512ifma/sqr_tile.h by strips of columns
   (kernels/x86_64/avx512ifma/sqr_strips.h), one function for each number of vectors.  While a strip
   is multiplied, the columns of the one below become limbs.

   The contract is that of comba_sqr_basecase_fn (dispatch/config.h), for these n. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/sqr_strips.h"

_Static_assert (VECTORS (COMBA_IFMA_STRIPS_MIN) == 6 && COMBA_IFMA_STRIPS_MAX == LIMBS (8 * STRIPS_MOST),
                "strips must have a function");

/* Stores columns 16w..16w+15; lo and hi are these columns before they are doubled and the
   squares of digits are added. */
static ALWAYS_INLINE void
put_pair (struct result *r, int w, __m512i lo, __m512i hi, const uint64_t *digits)
{
  __m512i x = _mm512_load_si512 (digits + 8 * w);
  __m512i even = even_columns (lo, hi), odd = odd_columns (lo, hi);
  even = _mm512_madd52lo_epu64 (_mm512_add_epi64 (even, even), x, x);
  odd = _mm512_madd52hi_epu64 (_mm512_add_epi64 (odd, odd), x, x);
  put_columns (r, w, even, odd, _mm512_setzero_si512 ());
}

/* c[0..end-from] = the columns of a strip; meanwhile it stores pairs w..pairs-1 of the columns
   BELOW, which are in memory. */
static ALWAYS_INLINE void
sqr_strip (__m512i *c, const struct strip *p, struct result *result, const __m512i *below, int w,
           int pairs)
{
  const int n = p->end - p->from + 1, each = (pairs - w + 7) / 8;
  UNROLL for (int k = 0; k < n; k++)
    c[k] = _mm512_setzero_si512 ();
  NO_UNROLL for (int r = 7; r >= 0; r--)
    {
      const __mmask8 above = _cvtu32_mask8 (0xfe << r);
      add_strip (c, HIGH, p, r, above);
      UNROLL for (int i = 0; i < each; i++)
        if (w < pairs)
          {
            put_pair (result, w, below[2 * w], below[2 * w + 1], p->digits);
            w++;
          }
      add_strip (c, LOW, p, r, above);
    }
}

/* rp[0..2n-1] = ap[0..n-1]^2.  DIGITS has room for s vectors, COLUMNS for 2 second.  A strip ends
   below the last two pairs, so up to there every store lies within 2n limbs. */
static ALWAYS_INLINE void
square (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s, int cached, int first, int second, uint64_t *digits,
        __m512i *columns)
{
  __m512i a[STRIPS_MOST], c[2 * STRIPS_MOST];
  struct result r = { .rp = rp, .n = PTRDIFF_MAX, .least = PTRDIFF_MAX, .most = PTRDIFF_MAX };
  struct strip p = { .s = s, .cached = cached, .a = a, .digits = digits,
                     .last = DIGITS (n) - 8 * (s - 1) };

  UNROLL for (int v = 0; v < s; v++)
    _mm512_store_si512 (digits + 8 * v, a[v] = load_digits (ap, n, s, v));

  __m512i carry = _mm512_setzero_si512 ();
  if (first > 0)
    {
      p.from = 0, p.end = 2 * first;
      sqr_strip (c, &p, &r, columns, 0, 0);
      UNROLL for (int k = 0; k < 2 * first; k++)
        columns[k] = c[k];
      carry = c[2 * first];
    }
  if (second > first)
    {
      p.from = 2 * first, p.end = 2 * second;
      sqr_strip (c, &p, &r, columns, 0, first);
      c[0] = _mm512_add_epi64 (c[0], carry);
      UNROLL for (int k = 2 * first; k < 2 * second; k++)
        columns[k] = c[k - 2 * first];
      carry = c[2 * second - 2 * first];
    }
  p.from = 2 * second, p.end = 2 * s - 1;
  sqr_strip (c, &p, &r, columns, first, second);
  c[0] = _mm512_add_epi64 (c[0], carry);

  r.n = 2 * n, r.least = 2 * LIMBS (8 * s - 8) + 2, r.most = 2 * LIMBS (8 * s);
  UNROLL for (int w = second; w < s; w++)
    put_pair (&r, w, c[2 * (w - second)], c[2 * (w - second) + 1], digits);
}

#define DEFINE(s, cached, first, second)                                  \
  static void                                                           \
  sqr_##s (mp_ptr rp, mp_srcptr ap, mp_size_t n)                        \
  {                                                                     \
    _Static_assert (second <= s - 2, "the last strip ends the result"); \
    _Alignas (64) uint64_t digits[8 * s];                                 \
    __m512i columns[2 * second + 1];                                      \
    square (rp, ap, n, s, cached, first, second, digits, columns);        \
  }
STRIPS (DEFINE)
#undef DEFINE

static comba_sqr_basecase_fn *const squares[STRIPS_MOST + 1] = {
#define ROW(s, cached, first, second) [s] = sqr_##s,
  STRIPS (ROW)
#undef ROW
};

void
comba_sqr_strips_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= COMBA_IFMA_STRIPS_MIN && n <= COMBA_IFMA_STRIPS_MAX);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));
  squares[VECTORS (n)] (rp, ap, n);
}
