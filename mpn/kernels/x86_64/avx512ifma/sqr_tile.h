/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of vectors of radix-2^52 digits in registers: Modified Comba (paper 001), eight columns
   a vector.

   Let a be s vectors and b be t vectors of digits, digit 8v+l in lane l of vector v.  The product
   a_j b_i has a low half, which belongs to column i+j, and a high half, which belongs to column
   i+j+1.  vpmadd52luq and vpmadd52huq add one or the other to eight columns.

   Write i = 8u+r.  With b_i broadcast, lane l of the product with vector v belongs to column 8(u+v)
   + l + r: to lane l of column vector u+v, except for r, which is the same for all digits of class
   r.  So the columns are held r lanes down while class r is added, and the classes go from 7 to 0,
   as in Horner's scheme:

     for r = 7, ..., 0
       add the high halves of class r     (the columns are r+1 lanes down)
       move the columns up by one lane
       add the low halves of class r      (the columns are r lanes down)

   That is s*t*16 multiplications and 8(s+t) lane moves, with all columns and all of a in registers
   and digits of b broadcast from memory.  Operands need no transposition and no alignment.

   Each column is a chain of 2 * 8t additions.  Where s is too small to keep the multipliers busy
   meanwhile, classes 0 to 3 and 4 to 7 have a chain each, and these are added at the end.

   Bound: no carry moves; a column of m products is below 2m * 2^52. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_SQR_TILE_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_SQR_TILE_H

#include "kernels/x86_64/avx512ifma/radix52.h"

/* The most vectors of a squared operand. */
enum { SQR_TILE = 19, TILE_COLUMNS = 2 * SQR_TILE, CHAINS = 2 };

/* A chain: one sum for each column. */
typedef __m512i chain[TILE_COLUMNS];

/* Moves the columns up by one lane. */
static ALWAYS_INLINE void
move_up (__m512i *c, int n)
{
  UNROLL for (int k = n - 1; k > 0; k--)
    c[k] = _mm512_alignr_epi64 (c[k], c[k - 1], 7);
  c[0] = _mm512_alignr_epi64 (c[0], _mm512_setzero_si512 (), 7);
}

/* c += d, where d is held four lanes down. */
static ALWAYS_INLINE void
add_lowered (__m512i *c, const __m512i *d, int n)
{
  __m512i below = _mm512_setzero_si512 ();
  UNROLL for (int k = 0; k < n; k++)
    {
      c[k] = _mm512_add_epi64 (c[k], _mm512_alignr_epi64 (d[k], below, 4));
      below = d[k];
    }
}

/* The half of the products to add. */
enum half { LOW, HIGH };

static ALWAYS_INLINE __m512i
add_half (enum half half, __m512i c, __mmask8 lanes, __m512i a, __m512i b)
{
  return half == LOW ? _mm512_mask_madd52lo_epu64 (c, lanes, a, b)
         : _mm512_mask_madd52hi_epu64 (c, lanes, a, b);
}

/* The operands of a tile; s, t, square and chains are constants. */
struct tile
{
  const __m512i *a;             /* s vectors */
  const uint64_t *b[2];         /* t vectors for each half; the last one has `last` digits */
  int s, t;
  mp_size_t last;
  int square;                   /* b = a: only the products with i < j */
  int chains;
};

/* c += the high or low halves of class r of b times a.

   The address for one half is hidden: a compiler that saw that the digits are those of the other
   half would keep them in registers, and there is no room. */
static ALWAYS_INLINE void
add_class (__m512i *c, enum half half, const struct tile *p, int r)
{
  const __mmask8 above = _cvtu32_mask8 (0xfe << r);     /* the lanes where j > i, if v = u */
  UNROLL for (int u = 0; u < p->t; u++)
    if (u < p->t - 1 || r < p->last)
      {
        __m512i digit = _mm512_set1_epi64 ((long long) p->b[half][8 * u + r]);
        UNROLL for (int v = p->square ? u : 0; v < p->s; v++)
          c[u + v] = add_half (half, c[u + v], p->square && v == u ? above : 0xff, p->a[v], digit);
      }
}

static ALWAYS_INLINE void
horner (chain *c, const struct tile *p)
{
  const int classes = 8 / p->chains;
  UNROLL for (int h = 0; h < p->chains; h++)
    UNROLL for (int k = 0; k < p->s + p->t; k++)
      c[h][k] = _mm512_setzero_si512 ();
  NO_UNROLL for (int r = classes - 1; r >= 0; r--)
    {
      UNROLL for (int h = 0; h < p->chains; h++)
        add_class (c[h], HIGH, p, r + h * classes);
      UNROLL for (int h = 0; h < p->chains; h++)
        move_up (c[h], p->s + p->t);
      UNROLL for (int h = 0; h < p->chains; h++)
        add_class (c[h], LOW, p, r + h * classes);
    }
  if (p->chains == 2)
    add_lowered (c[0], c[1], p->s + p->t);
}

/* c[0][0..2s-1] = the columns of a[0..s-1]^2, where b has the same digits as a.

   Products of two different digits are formed once, i < j: of vector u, the lanes above r.
   Their columns are doubled, and then the squares of the digits are added: that of digit j has
   its halves in columns 2j and 2j+1. */
static ALWAYS_INLINE void
sqr_tile (chain *c, const __m512i *a, const uint64_t *b, int s, mp_size_t last)
{
  const uint64_t *again = b;
  __asm__ ("" : "+r" (again));
  struct tile p = { .a = a, .b = { [LOW] = again, [HIGH] = b }, .s = s, .t = s, .last = last, .square = 1, .chains = 1 };
  horner (c, &p);

  const __m512i lower = _mm512_set_epi64 (11, 3, 10, 2, 9, 1, 8, 0);
  const __m512i upper = _mm512_set_epi64 (15, 7, 14, 6, 13, 5, 12, 4);
  UNROLL for (int v = 0; v < s; v++)
    {
      __m512i lo = _mm512_madd52lo_epu64 (_mm512_setzero_si512 (), a[v], a[v]);
      __m512i hi = _mm512_madd52hi_epu64 (_mm512_setzero_si512 (), a[v], a[v]);
      __m512i c0 = _mm512_add_epi64 (c[0][2 * v], c[0][2 * v]);
      __m512i c1 = _mm512_add_epi64 (c[0][2 * v + 1], c[0][2 * v + 1]);
      c[0][2 * v] = _mm512_add_epi64 (c0, _mm512_permutex2var_epi64 (lo, lower, hi));
      c[0][2 * v + 1] = _mm512_add_epi64 (c1, _mm512_permutex2var_epi64 (lo, upper, hi));
    }
}

/* Stores the number with the columns c[0..vectors-1]. */
static ALWAYS_INLINE void
store_columns (struct result r, const __m512i *c, int vectors)
{
  UNROLL for (int k = 0; k < vectors; k += 2)
    {
      __m512i hi = k + 1 < vectors ? c[k + 1] : _mm512_setzero_si512 ();
      put_columns (&r, k / 2, even_columns (c[k], hi), odd_columns (c[k], hi),
                   _mm512_setzero_si512 ());
    }
}

#endif
