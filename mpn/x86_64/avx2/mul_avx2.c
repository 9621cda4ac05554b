/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by up to COMBA_AVX2_DIGITS_MAX limbs in digits of 48 bits in doubles. */

#include "avx2.h"
#include "mxcsr.h"
#include "sums.h"
#include "generic/generic.h"

/* Columns c..c+15 of a_i b_j for i < da, a multiple of 4, and j < db.  Vector v has no products of digits of a below
   first + 4v, with c - (db - 1) rounded down to a multiple of 4, perhaps negative, as first, and none from c + 4v + 4 on:
   db is at least 9, so no four digits make a corner at both ends. */
static inline void
mul_tile (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db, mp_size_t c)
{
  const mp_size_t first = (c - (db - 1)) & -VECTOR, from = at_least (first, 0);
  const mp_size_t skipped = at_most (at_least (-first, 0) / VECTOR, TILE_VECTORS - 1);
  const mp_size_t before = at_most (TILE_VECTORS - 1 - skipped, at_least (da - from, 0) / VECTOR);
  const mp_size_t behind = at_most (at_least (da - c, VECTOR) / VECTOR - 1, TILE_VECTORS - 1);
  const mp_size_t rows = at_least (at_most (c + VECTOR, da) - from - VECTOR * before, 0);
  const unsigned corners = ((1u << before) - 1) << skipped | ((1u << behind) - 1) * TILE_LAST (1);
  comba_mul_tile_avx2 (low + c, a + from, b + COPIES * (c - from), rows, corners, TILE_RUN - VECTOR * before);
}

void BY_ITSELF
comba_mul_tiles_avx2 (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db, mp_size_t from,
                      mp_size_t to)
{
  for (mp_size_t c = from; c < to; c += TILE)
    mul_tile (low, a, da, b, db, c);
}

/* The arrays are those of a caller that does nothing else: tests/ct/disassembly takes what stands beside an array in
   a frame for operands. */
/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from LEAST to MOST. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  _Alignas (64) double a[VECTORS (MOST) * VECTOR], b[(VECTORS (MOST) + 1) * VECTOR * COPIES];
  comba_put_digits_avx2 (a, ap, an);
  comba_put_copies_avx2 (b, bp, bn);

  _Alignas (64) int64_t low[2 * TILE_HIGH_AT];
  low[TILE_HIGH_AT - 1] = TILE_CONSTANT;
  const mp_size_t da = VECTORS (an) * VECTOR, db = DIGITS (bn);
  comba_mul_tiles_avx2 (low, a, da, b, db, 0, da + db);
  comba_put_columns_avx2 (rp, an + bn, low, low + TILE_HIGH_AT - 1);
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
  ASSERT (an >= bn && bn >= LEAST && bn <= MOST);
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
