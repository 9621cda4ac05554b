/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Classical Comba multiplication (paper 001, "Comba's integer multiplication"), for the word that
   kernels/portable/word32.h or kernels/portable/word64.h defines.  Column k, the sum of a_i *
   b_{k-i}, is accumulated in three words (r2, r1, r0), and every product propagates its carry.  r10
   is (r1, r0).

   Bound: a column of m products and its carry in stay below 2^(3w) for m < 2^w. */

#include "kernels/portable/column.h"

/* Columns first..end-1, in words; returns the pending carry. */
static ALWAYS_INLINE comba_acc
classical_columns (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                   mp_size_t first, mp_size_t end)
{
  comba_acc r10 = 0;
  comba_word r2 = 0;

  for (mp_size_t k = first; k < end; k++)
    {
      mp_size_t last = COLUMN_LAST (k, an);
      for (mp_size_t i = COLUMN_FIRST (k, bn); i <= last; i++)
        {
          comba_acc uv = WORD_MUL (WORD (ap, i), WORD (bp, k - i));
          ACC_ADD_2 (r10, uv);
          ACC_ADD (r2, r10 < uv);
        }
      WORD (rp, k) = (comba_word) r10;
      r10 = r10 >> WORD_BITS | (comba_acc) r2 << WORD_BITS;
      r2 = 0;
    }
  return r10;
}
