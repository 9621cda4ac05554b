/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of some sizes by one Karatsuba step on radix-2^52 digits and columns: only the result
   becomes limbs.  With a = x0 + x1 beta^(8h), beta = 2^52, where x0 is h vectors of digits:

     a^2 = x0^2 + (x0^2 + x1^2 - (x0 - x1)^2) beta^(8h) + x1^2 beta^(16h),

   column by column.  The middle columns may be negative, above -2^62.  So columns from 8h on have
   2^62 more, and those above 8h 2^10 less for the carry of the one below.

   That saves the conversion of a third of the columns, and the sums of limbs.  Instructions and
   addresses depend on n alone. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/sqr_strips.h"
#include "mul/toom/toom.h"
#include "arith/scratch.h"

/* The vectors of a half. */
enum { HALF_LEAST = 10, HALF_MOST = 17 };
/* Bound: a column of a half has at most 8 HALF_MOST products of two halves each; one of the
   result has three times as many, 2^62 and a carry. */
_Static_assert (3 * 2 * 8 * HALF_MOST + (1 << 10) + 1 < 1 << (64 - 52) && 2 * 8 * HALF_MOST < 1 << 10,
                "columns must not overflow");

/* c[from..end-1] = the columns of a strip, where c[from] already has the high halves from the
   strip below; c[end] = those of this strip. */
static ALWAYS_INLINE void
multiply_strip (__m512i *c, const struct strip *p)
{
  const int n = p->end - p->from + 1;
  __m512i x[2 * HALF_MOST];
  UNROLL for (int k = 0; k < n; k++)
    x[k] = _mm512_setzero_si512 ();
  NO_UNROLL for (int r = 7; r >= 0; r--)
    {
      const __mmask8 above = _cvtu32_mask8 (0xfe << r);
      add_strip (x, HIGH, p, r, above);
      add_strip (x, LOW, p, r, above);
    }
  x[0] = _mm512_add_epi64 (x[0], c[p->from]);
  UNROLL for (int k = 0; k < n; k++)
    c[p->from + k] = x[k];
}

/* c[0..2s-1] = the columns of the products of two different digits, each product once, of s
   vectors of digits, the last of which has LAST. */
typedef void pairs_fn (__m512i *c, const uint64_t *digits, mp_size_t last);

static ALWAYS_INLINE void
multiply_pairs (__m512i *c, const uint64_t *digits, mp_size_t last, int s, int cached, int first,
                int second)
{
  __m512i a[HALF_MOST];
  struct strip p = { .s = s, .cached = cached, .a = a, .digits = digits, .last = last };

  UNROLL for (int v = 0; v < cached; v++)
    a[v] = _mm512_load_si512 (digits + 8 * v);
  c[0] = _mm512_setzero_si512 ();
  if (first > 0)
    {
      p.from = 0, p.end = 2 * first;
      multiply_strip (c, &p);
    }
  p.from = 2 * first, p.end = 2 * second;
  multiply_strip (c, &p);
  p.from = 2 * second, p.end = 2 * s - 1;
  multiply_strip (c, &p);
}

#define DEFINE(s, cached, first, second)                                          \
  static void                                                                   \
  multiply_pairs_##s (__m512i *c, const uint64_t *digits, mp_size_t last)       \
  {                                                                             \
    multiply_pairs (c, digits, last, s, cached, first, second);                   \
  }
STRIPS_OF_HALVES (DEFINE)
#undef DEFINE

static pairs_fn *const pairs[HALF_MOST + 1] = {
#define ROW(s, cached, first, second) [s] = multiply_pairs_##s,
  STRIPS_OF_HALVES (ROW)
#undef ROW
};

/* c[0..2s-1] = the columns of the square of s vectors of digits. */
static inline void
square_columns (__m512i *c, const uint64_t *digits, mp_size_t last, int s)
{
  const __m512i lower = _mm512_set_epi64 (11, 3, 10, 2, 9, 1, 8, 0);
  const __m512i upper = _mm512_set_epi64 (15, 7, 14, 6, 13, 5, 12, 4);
  pairs[s] (c, digits, last);
  NO_UNROLL for (int v = 0; v < s; v++)
    {
      __m512i x = _mm512_load_si512 (digits + 8 * v);
      __m512i lo = _mm512_madd52lo_epu64 (_mm512_setzero_si512 (), x, x);
      __m512i hi = _mm512_madd52hi_epu64 (_mm512_setzero_si512 (), x, x);
      __m512i c0 = _mm512_add_epi64 (c[2 * v], c[2 * v]);
      __m512i c1 = _mm512_add_epi64 (c[2 * v + 1], c[2 * v + 1]);
      c[2 * v] = _mm512_add_epi64 (c0, _mm512_permutex2var_epi64 (lo, lower, hi));
      c[2 * v + 1] = _mm512_add_epi64 (c1, _mm512_permutex2var_epi64 (lo, upper, hi));
    }
}

/* d = |x - y|, h vectors of digits; d may equal x.  The borrows of both differences are found
   first, lane by lane; then it is known which one to take, without a branch. */
static inline void
difference (uint64_t *d, const uint64_t *x, const uint64_t *y, int h)
{
  unsigned char borrows[2][HALF_MOST];
  unsigned less = 0, more = 0;
  NO_UNROLL for (int v = 0; v < h; v++)
    {
      __m512i a = _mm512_load_si512 (x + 8 * v), b = _mm512_load_si512 (y + 8 * v);
      unsigned g = _mm512_cmplt_epu64_mask (a, b), p = _mm512_cmpeq_epu64_mask (a, b);
      less += p + 2 * g;
      more += p + 2 * (0xff - g - p);
      borrows[0][v] = (unsigned char) (less ^ p);
      borrows[1][v] = (unsigned char) (more ^ p);
      less >>= 8, more >>= 8;
    }
  const __m512i mask = _mm512_set1_epi64 (((long long) 1 << 52) - 1);
  const __m512i sign = _mm512_set1_epi64 (-(long long) less);
  NO_UNROLL for (int v = 0; v < h; v++)
    {
      __m512i r = _mm512_sub_epi64 (_mm512_load_si512 (x + 8 * v), _mm512_load_si512 (y + 8 * v));
      unsigned b = borrows[0][v] ^ (-less & (borrows[0][v] ^ borrows[1][v]));
      r = _mm512_sub_epi64 (_mm512_xor_si512 (r, sign), sign);
      r = _mm512_mask_add_epi64 (r, (__mmask8) b, r, _mm512_set1_epi64 (-1));
      _mm512_store_si512 (d + 8 * v, _mm512_and_si512 (r, mask));
    }
}

struct arrays
{
  __m512i c[4 * HALF_MOST + 2], middle[2 * HALF_MOST];
  uint64_t digits[16 * HALF_MOST + 8];
};

static void
square_by_halves (mp_ptr rp, mp_srcptr ap, mp_size_t n, struct arrays *x)
{
  const __m512i mask = _mm512_set1_epi64 (((long long) 1 << 52) - 1);
  const __m512i bias = _mm512_set1_epi64 ((1LL << 62) - (1 << 10));
  ASSERT (VECTORS (n) >= 2 * HALF_LEAST && VECTORS (n) <= 2 * HALF_MOST);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  __m512i *const c = x->c, *const middle = x->middle;
  uint64_t *const digits = x->digits;
  const int s = VECTORS (n), h = (s + 1) / 2;

  NO_UNROLL for (int v = 0; v < s; v++)
    _mm512_store_si512 (digits + 8 * v, _mm512_and_si512 (load_digits (ap, n, s, v), mask));
  _mm512_store_si512 (digits + 8 * s, _mm512_setzero_si512 ());

  square_columns (c, digits, 8, h);
  square_columns (c + 2 * h, digits + 8 * h, DIGITS (n) - 8 * (s - 1), s - h);
  c[2 * s] = c[2 * s + 1] = _mm512_setzero_si512 ();
  difference (digits, digits, digits + 8 * h, h);
  square_columns (middle, digits, 8, h);

  NO_UNROLL for (int v = 0; v < h; v++)
    {
      __m512i between = _mm512_add_epi64 (_mm512_add_epi64 (c[h + v], c[2 * h + v]), bias);
      __m512i top = c[3 * h + v];
      c[h + v] = _mm512_add_epi64 (between, _mm512_sub_epi64 (c[v], middle[v]));
      c[2 * h + v] = _mm512_add_epi64 (between, _mm512_sub_epi64 (top, middle[h + v]));
      c[3 * h + v] = _mm512_add_epi64 (top, bias);
    }
  ((uint64_t *) c)[8 * h] += 1 << 10;

  struct result r = { .rp = rp, .n = 2 * n, .least = 2 * n, .most = 2 * n };
  NO_UNROLL for (int w = 0; w < s; w++)
    put_columns (&r, w, even_columns (c[2 * w], c[2 * w + 1]), odd_columns (c[2 * w], c[2 * w + 1]),
                 _mm512_setzero_si512 ());
}

void
comba_sqr_halves_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct arrays x;
  square_by_halves (rp, ap, n, &x);
}

/* The scratch has 10n limbs and more (comba_toom_itch). */
_Static_assert (10 * LIMBS (8 * (2 * HALF_LEAST - 1)) >= sizeof (struct arrays) / sizeof (mp_limb_t) + COMBA_ALIGNED_LIMBS,
                "the arrays must fit in the scratch");

void
comba_toom2_sqr_ifma (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                      mp_ptr scratch)
{
  if (n >= k->thresholds.sqr_halves && VECTORS (n) >= 2 * HALF_LEAST && VECTORS (n) <= 2 * HALF_MOST)
    square_by_halves (rp, ap, n, (struct arrays *) comba_align (scratch));
  else
    comba_toom2_sqr (k, rp, ap, n, scratch);
}

const struct comba_toom_linear comba_toom_halves_ifma = {
  .add_n = comba_add_n_ifma,
  .sub_n = comba_sub_n_ifma,
  .join = comba_join_ifma,
  .recompose2 = comba_toom2_recompose_ifma,
  .sqr2 = comba_toom2_sqr_ifma,
  .evaluate = comba_toom_evaluate_ifma,
  .eliminate = comba_toom_eliminate_ifma,
  .combine = comba_toom_combine_ifma,
};
