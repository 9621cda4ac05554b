/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication by columns, classical form (paper 001, "Comba's integer
   multiplication"): column k is the sum of a_i * b_{k-i} in three limbs
   (r2, r1, r0), the carry passed on after every product.
   The contracts are those of comba_mul_basecase_fn and comba_mul_columns_fn
   (kernels.h). */

#include "generic.h"
#include "column.h"

/* Columns first..end-1; returns what is carried on. */
static ALWAYS_INLINE comba_dlimb
mul_columns (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_size_t first,
             mp_size_t end)
{
  comba_dlimb r10 = 0;
  mp_limb_t r2 = 0;

  for (mp_size_t k = first; k < end; k++)
    {
      mp_size_t last = COLUMN_LAST (k, an);
      for (mp_size_t i = COLUMN_FIRST (k, bn); i <= last; i++)
        {
          comba_dlimb uv = (comba_dlimb) ap[i] * bp[k - i];
          r10 += uv;
          r2 += r10 < uv;
        }
      rp[k] = (mp_limb_t) r10;
      r10 = r10 >> GMP_LIMB_BITS | (comba_dlimb) r2 << GMP_LIMB_BITS;
      r2 = 0;
    }
  return r10;
}

void
comba_mul_comba (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  rp[an + bn - 1] = (mp_limb_t) mul_columns (rp, ap, an, bp, bn, 0, an + bn - 1);
}

void
comba_mul_columns_comba (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                         mp_size_t first, mp_size_t end, mp_limb_t pending[2])
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (0 <= first && first < end && end <= an + bn);

  put_pending (pending, mul_columns (rp, ap, an, bp, bn, first, end));
}
