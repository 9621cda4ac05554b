/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The products of two different digits of a number, by strips of columns.

   A multiplication of eight digits starts in every cycle, with one operand from memory at no cost.
   So the columns of a strip stay in registers, and the vectors of digits that have no register are
   reloaded each time: a column that is stored and reloaded between two additions would delay them.

   The digits of the last vector meet all others class by class, as far as they exist: a square of
   slightly more than a multiple of eight digits takes little longer than one of that multiple.

   Bound: a column has at most 8 SQR_TILE products of two halves each, counted twice at the end. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_SQR_STRIPS_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_SQR_STRIPS_H

#include "kernels/x86_64/avx512ifma/sqr_tile.h"

/* For numbers of vectors s: X (s, cached, first, second): the number of vectors of digits in
   registers, and the pair of column vectors, of s, at which the first and second strips end;
   first = 0, or both are 0, if there are fewer strips.  STRIPS_OF_HALVES are also used for the
   halves of a longer square (kernels/x86_64/avx512ifma/toom2_sqr_radix52.c). */
#define STRIPS_OF_HALVES(X)                                                             \
  X (10, 9, 0, 5) X (11, 11, 0, 5) X (12, 11, 0, 6) X (13, 11, 4, 8) X (14, 11, 4, 9)   \
  X (15, 12, 5, 10) X (16, 12, 5, 10) X (17, 11, 6, 11)
#define STRIPS(X)                                                                       \
  X (6, 6, 0, 0) X (7, 6, 0, 0) X (8, 7, 0, 0) X (9, 9, 0, 4) STRIPS_OF_HALVES (X)      \
  X (18, 10, 6, 12) X (19, 10, 6, 12)
enum { STRIPS_MOST = 19 };
_Static_assert (2 * 8 * STRIPS_MOST <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

/* The parameters of a strip; all constant except the addresses and LAST. */
struct strip
{
  int s;
  int from, end;                /* the vectors of columns; one more receives their high halves */
  int cached;
  const __m512i *a;             /* the digits: some vectors in registers, */
  const uint64_t *digits;       /* and all of them in memory */
  mp_size_t last;               /* digits of the last vector */
};

/* Adds the low or high halves of a digit of vector u, broadcast from b on, times vector v, to
   column vector u+v of the strip. */
static ALWAYS_INLINE void
add_vector (__m512i *c, enum half half, const struct strip *p, int u, int v, __mmask8 lanes,
            const uint64_t *b, __m512i digit)
{
  __m512i *x = c + u + v - p->from;
  *x = add_half (half, *x, lanes, v < p->cached ? p->a[v] : _mm512_load_si512 (b + 8 * v), digit);
}

/* c += the low or high halves of class r, in lanes ABOVE where a vector meets its own digits, j >
   i; columns move up by one lane as soon as they have all their high halves.

   The last vector comes first.  The address is hidden for every vector: the compiler would keep
   values that it has read, and has no registers for them. */
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

#endif
