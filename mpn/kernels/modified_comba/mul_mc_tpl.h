/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba multiplication (paper 001; paper 000, algorithm 1), for the word that
   kernels/portable/word32.h or kernels/portable/word64.h defines.  Without MC_NAME it defines
   mul_columns alone.

   A product is the word pair (u, v).  A column adds all v in accumulator r0 and all u in
   accumulator r1, each of 2w bits, with no carry between them.  At the end of the column its word
   is the low half of r0 plus the carry from the columns below, and r1 + hi (r0) is the carry to the
   next column.  The upper half of that sum, which the paper calls r2, stays in place here.

   Bound: a column of m products and the carry of columns that are no longer stay below
   2m (2^w - 1), which fits 2w bits for m <= 2^(w-1) (doc/algorithms/comba.md).

   The pending carry of a range of columns is that of its last column.  The very last column has no
   products and takes the carry.

   The contracts are those of comba_mul_basecase_fn and comba_mul_columns_fn (dispatch/config.h). */

#include "kernels/modified_comba/modified_comba.h"
#include "kernels/portable/column.h"

/* Columns first..end-1, in words; returns the pending carry. */
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
/* Aligned so that the inner loop never crosses a cache line by chance, which costs speed with w
   = 32. */
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
