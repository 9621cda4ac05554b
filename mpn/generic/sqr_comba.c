/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring by columns, classical form: the products a_i * a_{k-i} with
   i < k-i once, in three limbs; their sum doubled; the diagonal added.
   The contract is that of comba_sqr_basecase_fn (kernels.h). */

#include "generic.h"
#include "column.h"

void
comba_sqr_comba (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  /* What the columns so far carry into this one, in three limbs. */
  comba_dlimb c10 = 0;
  mp_limb_t c2 = 0;

  for (mp_size_t k = 0; k < 2 * n - 1; k++)
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
      r10 += c10;
      r2 += c2 + (r10 < c10);
      rp[k] = (mp_limb_t) r10;
      c10 = r10 >> GMP_LIMB_BITS | (comba_dlimb) r2 << GMP_LIMB_BITS;
      c2 = 0;
    }
  rp[2 * n - 1] = (mp_limb_t) c10;
}
