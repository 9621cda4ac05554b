/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of digit vectors in registers: Modified Comba (paper 001), eight columns
   a vector.

   Let a be s vectors and b be t vectors of digits of 52 bits, digit 8v+l in lane l
   of vector v.  The product a_j b_i has a low half, which belongs to column i+j,
   and a high half, which belongs to column i+j+1.  vpmadd52luq and vpmadd52huq add
   the one or the other to eight columns.

   Write i = 8u+r.  With b_i in every lane, product lane l of vector v belongs to
   column 8(u+v) + l + r: to lane l of vector u+v of columns, but for r, the same for
   all digits of class r.  So the columns are held r lanes down while class r is
   added, and the classes are taken from 7 to 0, as in Horner's scheme:

     for r = 7, ..., 0
       add the high halves of class r     (the columns are r+1 lanes down)
       move the columns up by one lane
       add the low halves of class r      (the columns are r lanes down)

   That is s*t*16 multiplications and 8(s+t) lane moves, with all columns and all of
   a in registers, digits of b broadcast from memory, and neither a transposition nor
   an alignment of the operands.

   Each column is a chain of 2 * 8t additions.  Where s is too small to keep the
   multipliers busy meanwhile, the classes are shared out to 2 or 4 chains of
   columns, which are joined at the end: chain h has classes 8h/chains and up.

   No carry moves: a column of m products is less than 2m * 2^52. */

#ifndef COMBA_IFMA_TILE_H
#define COMBA_IFMA_TILE_H

#include "x86_64/ifma/digits.h"

/* Vectors in the larger and in the smaller operand of a tile; in a squared one. */
enum { MUL_TILE = 10, SQR_TILE = 14, TILE_COLUMNS = 2 * SQR_TILE, CHAINS = 4 };

/* One sum of columns each. */
typedef __m512i chain[TILE_COLUMNS];

/* The columns move up by one lane. */
static ALWAYS_INLINE void
move_up (__m512i *c, int n)
{
  UNROLL for (int k = n - 1; k > 0; k--)
    c[k] = _mm512_alignr_epi64 (c[k], c[k - 1], 7);
  c[0] = _mm512_alignr_epi64 (c[0], _mm512_setzero_si512 (), 7);
}

/* c += d, where d is `lanes` (a constant) lanes down. */
#define ADD_LOWERED(c, d, n, lanes)                                             \
  do                                                                            \
    {                                                                           \
      __m512i below = _mm512_setzero_si512 ();                                  \
      UNROLL for (int k = 0; k < (n); k++)                                      \
        {                                                                       \
          __m512i up = _mm512_alignr_epi64 ((d)[k], below, 8 - (lanes));        \
          (c)[k] = _mm512_add_epi64 ((c)[k], up);                               \
          below = (d)[k];                                                       \
        }                                                                       \
    }                                                                           \
  while (0)

static ALWAYS_INLINE void
join_chains (chain *c, int n, int chains)
{
  if (chains == 4)
    {
      ADD_LOWERED (c[0], c[1], n, 2);
      ADD_LOWERED (c[2], c[3], n, 2);
      ADD_LOWERED (c[0], c[2], n, 4);
    }
  if (chains == 2)
    ADD_LOWERED (c[0], c[1], n, 4);
}

/* c = 0; then for each chain, the classes downward: add (hi), move, add (lo), where
   add (half, columns, r) is a macro of the caller's. */
#define HORNER(c, n, chains, ADD)                                               \
  do                                                                            \
    {                                                                           \
      const int classes = 8 / (chains);                                         \
      UNROLL for (int h = 0; h < (chains); h++)                                 \
        UNROLL for (int k = 0; k < (n); k++)                                    \
          (c)[h][k] = _mm512_setzero_si512 ();                                  \
      NO_UNROLL for (int r = classes - 1; r >= 0; r--)                          \
        {                                                                       \
          UNROLL for (int h = 0; h < (chains); h++)                             \
            ADD (hi, (c)[h], r + h * classes);                                  \
          UNROLL for (int h = 0; h < (chains); h++)                             \
            move_up ((c)[h], (n));                                              \
          UNROLL for (int h = 0; h < (chains); h++)                             \
            ADD (lo, (c)[h], r + h * classes);                                  \
        }                                                                       \
      join_chains ((c), (n), (chains));                                         \
    }                                                                           \
  while (0)

/* The digits of class r: all vectors of b have one but for the last, which has
   `last` digits. */
#define EACH_OF_CLASS(u, t, r, last)                                            \
  UNROLL for (int u = 0; u < (t); u++)                                          \
    if (u < (t) - 1 || (r) < (last))

/* c[0][0..s+t-1] = a[0..s-1] * b, where b has t vectors, the last of them with
   `last` digits.  s, t and chains are constants. */
static ALWAYS_INLINE void
mul_tile (chain *c, const __m512i *a, int s, const uint64_t *b, int t, mp_size_t last, int chains)
{
#define ADD_MUL(half, c, r)                                                     \
  EACH_OF_CLASS (u, t, r, last)                                                 \
    {                                                                           \
      __m512i digit = _mm512_set1_epi64 ((long long) b[8 * u + (r)]);           \
      UNROLL for (int v = 0; v < s; v++)                                        \
        (c)[u + v] = _mm512_madd52##half##_epu64 ((c)[u + v], a[v], digit);     \
    }
  HORNER (c, s + t, chains, ADD_MUL);
#undef ADD_MUL
}

/* c[0][0..2s-1] = a[0..s-1]^2, where b has the same digits as a.

   Products of two different digits are formed once, i < j: of vector u those lanes
   that are above r.  Their columns are doubled, and then the squares of the digits
   are added: that of digit j has its halves in columns 2j and 2j+1. */
static ALWAYS_INLINE void
sqr_tile (chain *c, const __m512i *a, const uint64_t *b, int s, mp_size_t last, int chains)
{
#define ADD_SQR(half, c, r)                                                     \
  EACH_OF_CLASS (u, s, r, last)                                                 \
    {                                                                           \
      __mmask8 above = (__mmask8) (0xfe << (r));                                \
      __m512i digit = _mm512_set1_epi64 ((long long) b[8 * u + (r)]);           \
      (c)[2 * u] = _mm512_mask_madd52##half##_epu64 ((c)[2 * u], above, a[u], digit); \
      UNROLL for (int v = u + 1; v < s; v++)                                    \
        (c)[u + v] = _mm512_madd52##half##_epu64 ((c)[u + v], a[v], digit);     \
    }
  HORNER (c, 2 * s, chains, ADD_SQR);
#undef ADD_SQR

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

/* rp[0..n-1] = the sum of the columns c[0..vectors-1]. */
static ALWAYS_INLINE void
store_columns (mp_ptr rp, mp_size_t n, const __m512i *c, int vectors)
{
  unsigned char even[COLUMN_BYTES (TILE_COLUMNS)], odd[COLUMN_BYTES (TILE_COLUMNS)];
  struct columns bytes = { .even = even, .odd = odd };
  UNROLL for (int k = 0; k < vectors; k++)
    put_columns (bytes, k, c[k]);
  put_columns (bytes, vectors, _mm512_setzero_si512 ());
  add_columns (rp, n, bytes);
}

#endif
