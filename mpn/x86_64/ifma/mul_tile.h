/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of digit vectors in registers, of any number of digits.

   The scheme is that of tile.h: columns are held r lanes down while the products with digits of
   class r are added, r from 7 to 0, and move up by a lane between its high and its low halves.

   But whole vectors of a meet whole vectors of b alone.  Let a be s vectors and then la digits, 1 to 8,
   b be t vectors and then lb digits.  These digits above are broadcast, those of b to meet the s
   vectors of a, those of a to meet the vectors of b: as many multiplications as there are digits, not as
   there are lanes. */

#ifndef COMBA_IFMA_MUL_TILE_H
#define COMBA_IFMA_MUL_TILE_H

#include "x86_64/ifma/tile.h"

/* Vectors of an operand, with that of the digits above. */
enum { MUL_TILE = 11 };

/* s, t and chains are constants. */
struct mul_tile
{
  const __m512i *a;             /* s vectors */
  const uint64_t *above;        /* la digits of a */
  const digits *b;              /* t + 1 vectors, of the last of them lb digits and zeros */
  int s, t;
  mp_size_t la, lb;
  int chains;
};

/* c[0..s-1] += the high or low halves of a digit of b times a. */
static ALWAYS_INLINE void
add_digit (__m512i *c, enum half half, const struct mul_tile *p, const uint64_t *b)
{
  __m512i digit = _mm512_set1_epi64 ((long long) *b);
  UNROLL for (int v = 0; v < p->s; v++)
    c[v] = add_half (half, c[v], 0xff, p->a[v], digit);
}

/* c += the high or low halves of class r. */
static ALWAYS_INLINE void
add_digits (__m512i *c, enum half half, const struct mul_tile *p, int r)
{
  const uint64_t *b = p->b[half];
  UNROLL for (int u = 0; u < p->t; u++)
    add_digit (c + u, half, p, b + 8 * u + r);
  if (r < p->lb)
    add_digit (c + p->t, half, p, b + 8 * p->t + r);
  if (r < p->la)
    {
      __m512i digit = _mm512_set1_epi64 ((long long) p->above[r]);
      UNROLL for (int v = 0; v <= p->t; v++)
        c[p->s + v] = add_half (half, c[p->s + v], 0xff, _mm512_load_si512 (b + 8 * v), digit);
    }
}

/* c[0][0..s+t+1] = a * b */
static ALWAYS_INLINE void
mul_tile (chain *c, const struct mul_tile *p)
{
  const int classes = 8 / p->chains, vectors = p->s + p->t + 2;
  UNROLL for (int h = 0; h < p->chains; h++)
    UNROLL for (int k = 0; k < vectors; k++)
      c[h][k] = _mm512_setzero_si512 ();
  NO_UNROLL for (int r = classes - 1; r >= 0; r--)
    {
      UNROLL for (int h = 0; h < p->chains; h++)
        add_digits (c[h], HIGH, p, r + h * classes);
      UNROLL for (int h = 0; h < p->chains; h++)
        move_up (c[h], vectors);
      UNROLL for (int h = 0; h < p->chains; h++)
        add_digits (c[h], LOW, p, r + h * classes);
    }
  if (p->chains == 2)
    add_lowered (c[0], c[1], vectors);
}

/* As store_columns, for columns of less than 2^60: these keep within 64 bits when they are shifted left by
   half a byte, so that a permutation of two vectors at once finds the bytes of E, and another those
   of O (digits.h).  The last byte of O belongs to the words above. */
enum { NARROW_COLUMN_BITS = 60 };

/* Column 2l goes to byte 13l, column 2l+1, shifted, to byte 13l+6. */
#define COLUMN_BYTES(k) 8 * (k), 8 * (k) + 1, 8 * (k) + 2, 8 * (k) + 3, 8 * (k) + 4, 8 * (k) + 5, 8 * (k) + 6, 8 * (k) + 7
#define EVEN_COLUMN_SLOT(l) COLUMN_BYTES (2 * l), 0, 0, 0, 0, 0
#define ODD_COLUMN_SLOT(l) COLUMN_BYTES (2 * l + 1), 0, 0, 0, 0, 0
static const _Alignas (64) uint8_t comba_ifma_pair_bytes[2][128] = {
  { EIGHT_SLOTS (EVEN_COLUMN_SLOT) },
  { 0, 0, 0, 0, 0, 0, EIGHT_SLOTS (ODD_COLUMN_SLOT) },
};

/* Those of the bytes that are of a slot: words 0 to 7, and 8 to 13. */
static const uint64_t comba_ifma_pair_masks[2][2] = {
  { 0x0ff07f83fc1fe0ff, 0x00000007f83fc1fe },
  { 0xfc1fe0ff07f83fc0, 0x000001fe0ff07f83 },
};

/* Words 8h, ... of the slots of the even, or the odd, columns of two vectors. */
static ALWAYS_INLINE __m512i
pair_words (__m512i lo, __m512i hi, int odd, int h)
{
  return _mm512_maskz_permutex2var_epi8 (_cvtu64_mask64 (comba_ifma_pair_masks[odd][h]), lo,
                                         _mm512_load_si512 (comba_ifma_pair_bytes[odd] + 64 * h), hi);
}

/* The result is the sum of the columns c[0..vectors-1].  Returns where that went. */
static ALWAYS_INLINE struct result
store_narrow_columns (struct result r, const __m512i *c, int vectors)
{
  const __m512i shifts = _mm512_set_epi64 (4, 0, 4, 0, 4, 0, 4, 0);
  __m512i over = _mm512_setzero_si512 ();
  UNROLL for (int k = 0; k < vectors; k += 2)
    {
      __m512i lo = _mm512_sllv_epi64 (c[k], shifts), hi = _mm512_setzero_si512 ();
      if (k + 1 < vectors)
        hi = _mm512_sllv_epi64 (c[k + 1], shifts);
      const mp_size_t i = 13 * (k / 2);
      put_words (&r, i, 8, pair_words (lo, hi, 0, 0),
                 _mm512_or_si512 (over, pair_words (lo, hi, 1, 0)));
      __m512i odd = pair_words (lo, hi, 1, 1);
      put_words (&r, i + 8, 5, pair_words (lo, hi, 0, 1), odd);
      over = _mm512_maskz_alignr_epi64 (1, odd, odd, 5);
    }
  return r;
}

#endif
