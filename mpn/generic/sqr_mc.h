/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba squaring, MCSQR (paper 000, squaring algorithm 1), for the
   word that word32.h or word64.h defines.

   As mul_mc.h, with each product of two different words formed once.  The
   listing doubles every product and so loses or repeats its top bit (step
   2.1.2); here the accumulators are doubled once, when the column is done, and
   the diagonal is added after that.

   The contract is that of comba_sqr_basecase_fn (kernels.h). */

#include "generic.h"
#include "column.h"

void
MC_NAME (comba_sqr) (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  n *= WORDS_PER_LIMB;

  comba_acc carry = 0;
  for (mp_size_t k = 0; k < 2 * n - 1; k++)
    {
      comba_acc r0 = 0, r1 = 0;
      for (mp_size_t i = COLUMN_FIRST (k, n); i < k - i; i++)
        {
          comba_acc uv = (comba_acc) WORD (ap, i) * WORD (ap, k - i);
          r0 += (comba_word) uv;
          r1 += uv >> WORD_BITS;
        }
      r0 *= 2;
      r1 *= 2;
      if (k % 2 == 0)
        {
          comba_acc uu = (comba_acc) WORD (ap, k / 2) * WORD (ap, k / 2);
          r0 += (comba_word) uu;
          r1 += uu >> WORD_BITS;
        }
      r0 += carry;
      WORD (rp, k) = (comba_word) r0;
      carry = r1 + (r0 >> WORD_BITS);
    }
  WORD (rp, 2 * n - 1) = (comba_word) carry;
}
