/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Classical Comba multiplication of limbs.
   The contracts are those of comba_mul_basecase_fn and comba_mul_columns_fn
   (dispatch/config.h). */

#include "kernels/portable/portable.h"
#if GMP_LIMB_BITS == 64
#include "kernels/portable/word64.h"
#else
#include "kernels/portable/word32.h"
#endif
#include "kernels/portable/mul_comba_tpl.h"

void
comba_mul_comba (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  rp[an + bn - 1] = (mp_limb_t) classical_columns (rp, ap, an, bp, bn, 0, an + bn - 1);
}

void
comba_mul_columns_comba (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                         mp_size_t first, mp_size_t end, mp_limb_t pending[2])
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (0 <= first && first < end && end <= an + bn);

  put_pending (pending, classical_columns (rp, ap, an, bp, bn, first, end));
}
