/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring on Zen 4, of 36 to 123 limbs: the products of tile.h by strips of columns, one
   function for each number of vectors.  Shorter and longer operands are ifma's.

   A multiplication of eight digits starts in every cycle, one operand of it from memory at no
   cost.  So the columns of a strip stay in registers, and those vectors of digits that find no
   room beside them are read each time: a column that is written to memory and read back
   between two additions to it makes them wait.  While a strip is multiplied, the columns of
   the one below it become limbs: that hardly needs the multipliers.

   The last vector's digits meet all the others, class by class as far as there are any: a
   square of few digits above a multiple of eight takes little more than one of that multiple.

   The contract is that of comba_sqr_basecase_fn (kernels.h). */

#include "zen4.h"
#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/tile.h"

/* For every number of vectors s: X (s, kept, first, second), how many vectors of digits have
   registers, and at which of the s pairs of vectors of columns the strips end, but for the
   last one; first = 0, or both, if there are fewer strips. */
#define SQUARES(X)                                                                      \
  X (6, 6, 0, 0) X (7, 6, 0, 0) X (8, 7, 0, 0) X (9, 9, 0, 4) X (10, 9, 0, 5)           \
  X (11, 11, 0, 5) X (12, 11, 0, 6) X (13, 11, 4, 8) X (14, 11, 4, 9) X (15, 12, 5, 10) \
  X (16, 12, 5, 10) X (17, 11, 6, 11) X (18, 10, 6, 12) X (19, 10, 6, 12)
enum { LEAST_LIMBS = 36, MOST = 19, MOST_LIMBS = LIMBS (8 * MOST) };
_Static_assert (2 * 8 * MOST <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

/* All constant, but for the addresses and the last vector. */
struct strip
{
  int s;
  int from, end;                /* the vectors of columns; what they carry out is one more */
  int kept;
  const __m512i *a;             /* the digits: kept vectors of them, */
  const uint64_t *digits;       /* and all in memory */
  mp_size_t last;               /* digits of the last vector */
};

/* The low or high halves of a digit of vector u times vector v of the digits, which begin at b,
   are added to column u+v of the strip. */
static ALWAYS_INLINE void
add_vector (__m512i *c, enum half half, const struct strip *p, int u, int v, __mmask8 lanes,
            const uint64_t *b, __m512i digit)
{
  __m512i *x = c + u + v - p->from;
  *x = add_half (half, *x, lanes, v < p->kept ? p->a[v] : _mm512_load_si512 (b + 8 * v), digit);
}

/* c += the low or high halves of class r, in lanes `above` where a vector meets its own
   digits, j > i; columns move up by one lane as soon as they have all their high halves.

   The last vector's turn is first.  The address is hidden for every vector: a compiler that
   saw what has been read already would keep it, and there is no room. */
static ALWAYS_INLINE void
add_strip (__m512i *c, enum half half, const struct strip *p, int r, __mmask8 above)
{
  const int top = p->s - 1;
  const uint64_t *b = p->digits;
  __m512i below = _mm512_setzero_si512 ();

  __asm__ ("" : "+r" (b));
  if (top < p->end && r < p->last)
    {
      __m512i digit = _mm512_set1_epi64 ((long long) b[8 * top + r]);
      UNROLL for (int v = 0; v <= top; v++)
        if (p->from <= top + v && top + v < p->end)
          add_vector (c, half, p, top, v, v == top ? above : 0xff, b, digit);
    }
  UNROLL for (int u = 0; u <= top; u++)
    {
      const int first = p->from - u > u ? p->from - u : u;
      const int end = p->end - u < top ? p->end - u : top;
      __asm__ ("" : "+r" (b));
      if (first < end)
        {
          __m512i digit = _mm512_set1_epi64 ((long long) b[8 * u + r]);
          UNROLL for (int v = first; v < end; v++)
            add_vector (c, half, p, u, v, v == u ? above : 0xff, b, digit);
        }
      if (half == HIGH)
        UNROLL for (int k = 2 * u; k < 2 * u + 2; k++)
          if (p->from <= k && k <= p->end)
            {
              __m512i x = c[k - p->from];
              c[k - p->from] = _mm512_alignr_epi64 (x, below, 7);
              below = x;
            }
    }
}

/* Columns 16w..16w+15, but for their doubling and the squares of the digits, are lo and hi. */
static ALWAYS_INLINE void
put_pair (struct result *r, int w, __m512i lo, __m512i hi, const uint64_t *digits)
{
  __m512i x = _mm512_load_si512 (digits + 8 * w);
  __m512i even = even_columns (lo, hi), odd = odd_columns (lo, hi);
  even = _mm512_madd52lo_epu64 (_mm512_add_epi64 (even, even), x, x);
  odd = _mm512_madd52hi_epu64 (_mm512_add_epi64 (odd, odd), x, x);
  put_columns (r, w, even, odd, _mm512_setzero_si512 ());
}

/* c[0..end-from] = the columns of a strip; meanwhile pairs w..pairs-1 of those below, which
   are in memory, are put. */
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

/* A strip has its end below the last two pairs: so far every store is within 2n limbs. */
static ALWAYS_INLINE void
square (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s, int kept, int first, int second)
{
  __m512i a[MOST], c[2 * MOST], columns[2 * MOST];
  _Alignas (64) uint64_t digits[8 * MOST];
  struct result r = { .rp = rp, .n = PTRDIFF_MAX, .least = PTRDIFF_MAX, .most = PTRDIFF_MAX };
  struct strip p = { .s = s, .kept = kept, .a = a, .digits = digits,
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

#define DEFINE(s, kept, first, second)                                  \
  static void                                                           \
  sqr_##s (mp_ptr rp, mp_srcptr ap, mp_size_t n)                        \
  {                                                                     \
    _Static_assert (second <= s - 2, "the last strip ends the result"); \
    square (rp, ap, n, s, kept, first, second);                         \
  }
SQUARES (DEFINE)
#undef DEFINE

static comba_sqr_basecase_fn *const squares[MOST + 1] = {
#define ROW(s, kept, first, second) [s] = sqr_##s,
  SQUARES (ROW)
#undef ROW
};

void
comba_sqr_zen4 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < LEAST_LIMBS || n > MOST_LIMBS)
    comba_sqr_ifma (rp, ap, n);
  else
    squares[VECTORS (n)] (rp, ap, n);
}
