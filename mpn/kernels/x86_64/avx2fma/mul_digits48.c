/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products on radix-2^48 digits in doubles: bn from COMBA_AVX2_DIGITS_MIN to
   COMBA_AVX2_DIGITS_MAX, any an >= bn.  Otherwise the contract is that of comba_mul_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"
#include "kernels/x86_64/avx2fma/digits48_tpl.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "kernels/portable/portable.h"

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

/* The arrays of a product; the last one is for the product of a piece. */
struct arrays
{
  _Alignas (64) double a[VECTORS (MOST) * VECTOR], b[VECTOR][TILE_COPY];
  _Alignas (64) int64_t low[2 * TILE_HIGH_AT];
  mp_limb_t product[2 * MOST];
};

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from LEAST to MOST. */
static void BY_ITSELF
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, struct arrays *x)
{
  put_digits (x->a, ap, an);
  put_copies (x->b, bp, bn);
  mul_tiles (x->low, x->a, VECTORS (an) * VECTOR, x->b[0], DIGITS (bn));
  put_columns (rp, an + bn, x->low, x->low + TILE_HIGH_AT - 1);
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

static void
mul_in (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, struct arrays *x)
{
  const unsigned before = begin_arithmetic ();
  const mp_size_t pieces = (an + MOST - 1) / MOST;
  mul_block (rp, ap, an / pieces, bp, bn, x);
  for (mp_size_t i = 1; i < pieces; i++)
    {
      const mp_size_t from = an * i / pieces, to = an * (i + 1) / pieces;
      mul_block (x->product, ap + from, to - from, bp, bn, x);
      add_piece (rp + from, x->product, to - from, bn);
    }
  end_arithmetic (before);
}

/* Not at the beginning of a page, where operands often begin: loads wait for stores at the same
   place in another page.  By timings. */
enum { OFFSET = 2240 };
_Static_assert (OFFSET + sizeof (struct arrays) <= COMBA_OWN_LIMBS * sizeof (mp_limb_t), "the arrays must fit");

/* The same, where the thread has no memory of its own; without memory, by columns of limbs. */
static void __attribute__ ((noinline))
mul_elsewhere (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct comba_scratch s;
  struct arrays *const x = (struct arrays *) comba_scratch_get (&s, sizeof *x / sizeof (mp_limb_t), 0);
  if (x != NULL)
    mul_in (rp, ap, an, bp, bn, x);
  else
    comba_mul_comba (rp, ap, an, bp, bn);
  comba_scratch_put (&s);
}

void
comba_mul_digits_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= LEAST && bn <= MOST);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));
  const mp_ptr own = comba_own_take ();
  if (unlikely (own == NULL))
    {
      mul_elsewhere (rp, ap, an, bp, bn);
      return;
    }
  mul_in (rp, ap, an, bp, bn, (struct arrays *) ((char *) own + OFFSET));
  comba_own_leave (own);
}
