/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba squaring, MCSQR (paper 000, squaring algorithm 1), for the word that
   kernels/portable/word32.h or kernels/portable/word64.h defines.

   As kernels/modified_comba/mul_mc_tpl.h, but each product of two different words is computed once.
   The paper's listing doubles every product, and so loses or repeats its top bit (step 2.1.2).
   Here the accumulators are doubled once, at the end of the column, and then the diagonal is added.

   Bound: as in kernels/modified_comba/mul_mc_tpl.h, where m counts each product of two different
   words twice.

   The contracts are those of comba_sqr_basecase_fn and comba_sqr_columns_fn (dispatch/config.h). */

#include "kernels/modified_comba/modified_comba.h"
#include "kernels/portable/column.h"

/* Columns first..end-1, in words; returns the pending carry. */
static ALWAYS_INLINE comba_acc
sqr_columns (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first, mp_size_t end)
{
  comba_acc carry = 0;
  for (mp_size_t k = first; k < end; k++)
    {
      comba_acc r0 = 0, r1 = 0;
      for (mp_size_t i = COLUMN_FIRST (k, n); i < k - i; i++)
        {
          comba_acc uv = WORD_MUL (WORD (ap, i), WORD (ap, k - i));
          ACC_ADD (r0, (comba_word) uv);
          ACC_ADD (r1, uv >> WORD_BITS);
        }
      ACC_DOUBLE (r0);
      ACC_DOUBLE (r1);
      if (k % 2 == 0)
        {
          comba_acc uu = WORD_MUL (WORD (ap, k / 2), WORD (ap, k / 2));
          ACC_ADD (r0, (comba_word) uu);
          ACC_ADD (r1, uu >> WORD_BITS);
        }
      ACC_ADD (r0, carry);
      WORD (rp, k) = (comba_word) r0;
      carry = ACC_ADD (r1, r0 >> WORD_BITS);
    }
  return carry;
}

void
MC_NAME (comba_sqr) (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  const int w = WORDS_PER_LIMB;
  mp_size_t top = w * 2 * n - 1;
  WORD (rp, top) = (comba_word) sqr_columns (rp, ap, w * n, 0, top);
}

void
MC_NAME (comba_sqr_columns) (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first, mp_size_t end,
                             mp_limb_t pending[2])
{
  ASSERT (n >= 1);
  ASSERT (0 <= first && first < end && end <= 2 * n);

  const int w = WORDS_PER_LIMB;
  put_pending (pending, sqr_columns (rp, ap, w * n, w * first, w * end));
}
