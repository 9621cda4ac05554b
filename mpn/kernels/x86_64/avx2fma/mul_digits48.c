/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products on radix-2^48 digits in doubles: bn from COMBA_AVX2_DIGITS_MIN to
   COMBA_AVX2_DIGITS_MAX, any an >= bn.  Otherwise the contract is that of comba_mul_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/digits48_tpl.h"
#include "arith/arith.h"

/* The digits of n >= LEAST limbs, and up to three zeros. */
static void BY_ITSELF
put_digits (double *d, mp_srcptr ap, mp_size_t n)
{
  _mm256_store_pd (d, first_digits (ap));
  for (n -= VECTOR_LIMBS, ap += VECTOR_LIMBS, d += VECTOR; n > VECTOR_LIMBS;
       n -= VECTOR_LIMBS, ap += VECTOR_LIMBS, d += VECTOR)
    _mm256_store_pd (d, four_digits (ap));
  _mm256_store_pd (d, last_digits (ap, n));
}

/* All columns: low halves, and high halves, which belong to the next column; da is rounded up to
   whole vectors. */
static void BY_ITSELF
mul_tiles (int64_t *low, const double *a, mp_size_t da, const double *b, mp_size_t db)
{
  low[TILE_HIGH_AT - 1] = TILE_CONSTANT;
  for (mp_size_t c = 0; c < da + db; c += TILE)
    mul_tile (low, a, da, b, db, c);
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from LEAST to MOST.
   The arrays belong to a function that does nothing else: tests/ct/disassembly takes what lies
   beside an array in a frame for operands. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  _Alignas (64) double a[VECTORS (MOST) * VECTOR], b[VECTOR][TILE_COPY];
  put_digits (a, ap, an);
  put_copies (b, bp, bn);

  _Alignas (64) int64_t low[2 * TILE_HIGH_AT];
  mul_tiles (low, a, VECTORS (an) * VECTOR, b[0], DIGITS (bn));
  put_columns (rp, an + bn, low, low + TILE_HIGH_AT - 1);
}

/* rp[0..n+bn-1] = rp[0..bn-1] + tp[0..n+bn-1]; the sum fits.  Time depends on n and bn alone. */
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
