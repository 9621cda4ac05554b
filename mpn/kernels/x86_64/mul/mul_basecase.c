/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size: by the kernel for it, or in strips.  The contract is that of comba_mul_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/mul/mulq.h"
#include "kernels/portable/mul_strips_tpl.h"
#include "config/list.h"

void
comba_mul_basecase_mulq (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an == bn && an <= comba_config_x86_64.mul_n_max)
    {
      comba_config_x86_64.mul_n[an] (rp, ap, an, bp);
      return;
    }
  comba_mul_strips (rp, ap, an, bp, bn, comba_config_x86_64.mul_by, 8, comba_add_mul_by_8_mulq);
}
