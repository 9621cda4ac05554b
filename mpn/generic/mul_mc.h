/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba multiplication (paper 001; paper 000, algorithm 1), for the
   word that word32.h or word64.h defines.

   The products (u,v) of a column are added up in two accumulators of 2w bits,
   r0 the low halves, r1 the high halves, without a carry between them.  When
   the column is done, its word is the low half of r0 plus what came in from the
   columns below, and r1 + hi(r0) goes into the next column.  The paper's r2 is
   the upper half of that sum, which stays in place here.
   A column of m products needs m * (2^w - 1) + carry < 2^2w: any m < 2^w - 2.

   The contract is that of comba_mul_basecase_fn (kernels.h). */

#include "generic.h"
#include "column.h"

void
MC_NAME (comba_mul) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  an *= WORDS_PER_LIMB;
  bn *= WORDS_PER_LIMB;

  comba_acc carry = 0;
  for (mp_size_t k = 0; k < an + bn - 1; k++)
    {
      comba_acc r0 = 0, r1 = 0;
      mp_size_t last = COLUMN_LAST (k, an);
      for (mp_size_t i = COLUMN_FIRST (k, bn); i <= last; i++)
        {
          comba_acc uv = (comba_acc) WORD (ap, i) * WORD (bp, k - i);
          r0 += (comba_word) uv;
          r1 += uv >> WORD_BITS;
        }
      r0 += carry;
      WORD (rp, k) = (comba_word) r0;
      carry = r1 + (r0 >> WORD_BITS);
    }
  WORD (rp, an + bn - 1) = (comba_word) carry;
}
