/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by up to COMBA_AVX2_DIGITS_MAX limbs in digits of 51 bits in doubles. */

#include "avx2.h"
#include "mxcsr.h"
#include "tiles.h"
#include "generic/generic.h"

/* Vectors FROM..TO-1 of the columns get a_i b_j for i = first..end-1, first a multiple of 4 or END. */
static ALWAYS_INLINE void
add_products (struct tile *t, const double *ap, const double *bp, mp_size_t first, mp_size_t end,
              int from, int to)
{
  const mp_size_t i = add_fours (t, ap, bp, first, end, from, to);
  UNROLL for (int r = 0; r < VECTOR - 1; r++)
    if (i + r < end)
      add_digit (t, ap + i, bp - i, r, from, to);
}

/* The digits of n limbs, and up to seven zeros. */
static void __attribute__ ((noinline))
put_digits (double *d, mp_srcptr ap, mp_size_t n)
{
  const struct bytes x = { (const char *) ap, (const char *) (ap + n) };
  mp_size_t i = 0;
#define PUT_EIGHT(end)                                                         \
  _mm256_store_pd (d + VECTOR * i, four_digits (x, i, 0, end));                \
  _mm256_store_pd (d + VECTOR * (i + 1), four_digits (x, i + 1, 1, end))
  for (; i < 2 * eights_inside (n); i += 2)
    {
      PUT_EIGHT (0);
    }
  for (; VECTOR * i < DIGITS (n); i += 2)
    {
      PUT_EIGHT (1);
    }
}

/* All columns: their low halves, and the high ones of the columns below. */
static void __attribute__ ((noinline))
add_tiles (int64_t *low, int64_t *high, const double *a, mp_size_t da, const double *b, mp_size_t db)
{
  for (mp_size_t c = 0; c < da + db; c += TILE)
    {
      struct tile t;
      mp_size_t first[TILE_VECTORS], end[TILE_VECTORS];
      UNROLL for (int v = 0; v < TILE_VECTORS; v++)
        {
          const mp_size_t column = c + VECTOR * v;
          first[v] = at_most (at_least (column - (db - 1), 0) / VECTOR * VECTOR, da);
          end[v] = at_most (column + VECTOR, da);
          start_vector (&t, v, end[v] - first[v]);
        }
      const double *bc = b + PAD + c;
      UNROLL for (int v = 0; v < TILE_VECTORS - 1; v++)
        add_products (&t, a, bc, first[v], first[v + 1], 0, v + 1);
      add_products (&t, a, bc, first[TILE_VECTORS - 1], end[0], 0, TILE_VECTORS);
      UNROLL for (int v = 1; v < TILE_VECTORS; v++)
        add_products (&t, a, bc, end[v - 1], end[v], v, TILE_VECTORS);
      put_tile (low, high, c, &t);
    }
}

/* The arrays are those of a caller that does nothing else: tests/ct/disassembly takes what stands beside an array in
   a frame for operands. */
/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from COMBA_AVX2_DIGITS_MIN to MOST. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  _Alignas (64) double a[DIGITS (MOST) + 8], b[VECTOR][COPY];
  const mp_size_t da = DIGITS (an), db = DIGITS (bn);
  put_digits (a, ap, an);
  put_copies (b, bp, bn);

  int64_t low[2 * DIGITS (MOST) + TILE + 8], high[2 * DIGITS (MOST) + TILE + 8];
  high[0] = 0;
  add_tiles (low, high, a, da, b[0], db);
  put_columns (rp, an + bn, low, high);
}

/* rp[0..n+bn-1] = rp[0..bn-1] + tp[0..n+bn-1]; no carry is left. */
static void __attribute__ ((noinline))
add_piece (mp_ptr rp, mp_srcptr tp, mp_size_t n, mp_size_t bn)
{
  mp_limb_t carry = comba_add_n (rp, rp, tp, bn);
  for (mp_size_t i = bn; i < n + bn; i++)
    {
      rp[i] = tp[i] + carry;
      carry = rp[i] < carry;
    }
}

static void __attribute__ ((noinline))
mul_piece (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t t[2 * MOST];
  mul_block (t, ap, n, bp, bn);
  add_piece (rp, t, n, bn);
}

void
comba_mul_digits_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  /* Where a tile's vectors have products must overlap. */
  _Static_assert (DIGITS (COMBA_AVX2_DIGITS_MIN) >= 9, "vectors without overlap");
  ASSERT (an >= bn && bn >= COMBA_AVX2_DIGITS_MIN && bn <= MOST);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));
  unsigned before = begin_arithmetic ();
  const mp_size_t pieces = (an + MOST - 1) / MOST;
  mul_block (rp, ap, an / pieces, bp, bn);
  for (mp_size_t i = 1; i < pieces; i++)
    {
      const mp_size_t from = an * i / pieces, to = an * (i + 1) / pieces;
      mul_piece (rp + from, ap + from, to - from, bp, bn);
    }
  end_arithmetic (before);
}
