/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by up to COMBA_AVX2_DIGITS_MAX limbs in digits of 48 bits in doubles. */

#include "avx2.h"
#include "mxcsr.h"
#include "sums.h"
#include "generic/generic.h"

/* The digits of n limbs, and up to three zeros. */
static void BY_ITSELF
put_digits (double *d, mp_srcptr ap, mp_size_t n)
{
  for (; n > VECTOR_LIMBS; n -= VECTOR_LIMBS, ap += VECTOR_LIMBS, d += VECTOR)
    _mm256_store_pd (d, four_digits (ap));
  _mm256_store_pd (d, last_digits (ap, n));
}

/* The high halves are so far above the low ones. */
enum { HIGH_AT = COLUMNS + VECTOR };

/* A tile's columns, of a_i b_j for i = 0..n-1, n a multiple of 4, perhaps 0; b points at b_j of its first column for
   i = 0.  tests/ct/disassembly takes addresses that are put aside beside sums for operands: no other function's are. */
static void BY_ITSELF
add_tile (int64_t *low, const double *a, mp_size_t n, const double *b)
{
  struct tile t;
  start_tile (&t, (double *) low, low + HIGH_AT);
  add_products (&t, a, b, n);
  put_tile (&t);
}

/* All columns: their low halves, and the high ones, which belong to the next ones.  A tile takes digits of a that only
   some of its columns have, the others times zeros; da is rounded up to whole vectors. */
static void BY_ITSELF
add_tiles (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db)
{
  for (mp_size_t c = 0; c < da + db; c += TILE)
    {
      const mp_size_t first = at_least (c - (db - 1), 0) / VECTOR * VECTOR, end = at_most (c + TILE, da);
      add_tile (low + c, a + first, end - first, b + PAD + c - first);
    }
}

/* The arrays are those of a caller that does nothing else: tests/ct/disassembly takes what stands beside an array in
   a frame for operands. */
/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from 1 to MOST. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  _Alignas (64) double a[VECTORS (MOST) * VECTOR], b[VECTOR][COPY];
  put_digits (a, ap, an);
  put_copies (b, bp, bn);

  _Alignas (64) int64_t low[HIGH_AT + COLUMNS];
  low[HIGH_AT - 1] = 0;
  add_tiles (low, a, VECTORS (an) * VECTOR, b[0], DIGITS (bn));
  put_columns (rp, an + bn, low, low + HIGH_AT - 1);
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
  ASSERT (an >= bn && bn >= 1 && bn <= MOST);
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
