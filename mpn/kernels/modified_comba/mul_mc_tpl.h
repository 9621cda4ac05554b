/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba multiplication (paper 001; paper 000, algorithm 1), for the
   word that kernels/portable/word32.h or kernels/portable/word64.h defines; without MC_NAME the columns alone.

   The products (u,v) of a column are added up in two accumulators of 2w bits,
   r0 the low halves, r1 the high halves, without a carry between them.  When
   the column is done, its word is the low half of r0 plus what came in from the
   columns below, and r1 + hi(r0) goes into the next column.  The paper's r2 is
   the upper half of that sum, which stays in place here.
   A column of m products, as all below it, and its carry are below 2m (2^w - 1), which
   fits for m <= 2^(w-1) (doc/algorithms/comba.md).

   The pending carry of a range of columns is that of its last column.  The last column
   of all has no products, and takes the carry.

   The contracts are those of comba_mul_basecase_fn and comba_mul_columns_fn
   (dispatch/config.h). */

#include "kernels/modified_comba/modified_comba.h"
#include "kernels/portable/column.h"

/* Columns first..end-1, in words; returns what is carried on. */
static ALWAYS_INLINE comba_acc
mul_columns (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
             mp_size_t first, mp_size_t end)
{
  comba_acc carry = 0;
  for (mp_size_t k = first; k < end; k++)
    {
      comba_acc r0 = 0, r1 = 0;
      mp_size_t last = COLUMN_LAST (k, an);
      for (mp_size_t i = COLUMN_FIRST (k, bn); i <= last; i++)
        {
          comba_acc uv = WORD_MUL (WORD (ap, i), WORD (bp, k - i));
          ACC_ADD (r0, (comba_word) uv);
          ACC_ADD (r1, uv >> WORD_BITS);
        }
      ACC_ADD (r0, carry);
      WORD (rp, k) = (comba_word) r0;
      carry = ACC_ADD (r1, r0 >> WORD_BITS);
    }
  return carry;
}

#ifdef MC_NAME
/* Aligned so that the inner loop does not lie across two cache lines by chance: with
   w = 32 that takes a seventh of the speed. */
void __attribute__ ((aligned (64)))
MC_NAME (comba_mul) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  const int w = WORDS_PER_LIMB;
  mp_size_t top = w * (an + bn) - 1;
  WORD (rp, top) = (comba_word) mul_columns (rp, ap, w * an, bp, w * bn, 0, top);
}

void
MC_NAME (comba_mul_columns) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                             mp_size_t first, mp_size_t end, mp_limb_t pending[2])
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (0 <= first && first < end && end <= an + bn);

  const int w = WORDS_PER_LIMB;
  put_pending (pending, mul_columns (rp, ap, w * an, bp, w * bn, w * first, w * end));
}
#endif
