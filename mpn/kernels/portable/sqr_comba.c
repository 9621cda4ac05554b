/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Classical Comba squaring: each product a_i * a_{k-i} with i < k-i once, in three limbs; the sum
   is doubled, then the diagonal is added.
   Bound: a column of n limbs and its carry in stay below beta^3 for n < beta.
   The contracts are those of comba_sqr_basecase_fn and comba_sqr_columns_fn (dispatch/config.h). */

#include "kernels/portable/portable.h"
#include "kernels/portable/column.h"

/* Columns first..end-1; returns the pending carry. */
static ALWAYS_INLINE comba_dlimb
sqr_columns (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first, mp_size_t end)
{
  comba_dlimb carry = 0;

  for (mp_size_t k = first; k < end; k++)
    {
      comba_dlimb r10 = 0;
      mp_limb_t r2 = 0;
      for (mp_size_t i = COLUMN_FIRST (k, n); i < k - i; i++)
        {
          comba_dlimb uv = (comba_dlimb) ap[i] * ap[k - i];
          r10 += uv;
          r2 += r10 < uv;
        }
      r2 = 2 * r2 + (mp_limb_t) (r10 >> (2 * GMP_LIMB_BITS - 1));
      r10 <<= 1;
      if (k % 2 == 0)
        {
          comba_dlimb uu = (comba_dlimb) ap[k / 2] * ap[k / 2];
          r10 += uu;
          r2 += r10 < uu;
        }
      r10 += carry;
      r2 += r10 < carry;
      rp[k] = (mp_limb_t) r10;
      carry = r10 >> GMP_LIMB_BITS | (comba_dlimb) r2 << GMP_LIMB_BITS;
    }
  return carry;
}

void
comba_sqr_comba (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  rp[2 * n - 1] = (mp_limb_t) sqr_columns (rp, ap, n, 0, 2 * n - 1);
}

void
comba_sqr_columns_comba (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first, mp_size_t end,
                         mp_limb_t pending[2])
{
  ASSERT (n >= 1);
  ASSERT (0 <= first && first < end && end <= 2 * n);

  put_pending (pending, sqr_columns (rp, ap, n, first, end));
}
