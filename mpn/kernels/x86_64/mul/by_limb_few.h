/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of one and two limbs by one limb, in C, for configurations whose kernels take any
   number of limbs. */

#ifndef COMBA_KERNELS_X86_64_MUL_BY_LIMB_FEW_H
#define COMBA_KERNELS_X86_64_MUL_BY_LIMB_FEW_H

#include "dispatch/config.h"

/* The contracts of dispatch/config.h, for n = 1 and 2 only. */
comba_mul_1_fn comba_mul_1_few;
comba_addmul_1_fn comba_addmul_1_few, comba_submul_1_few;

/* A struct comba_by_limb of these and of kernels for any size. */
#define COMBA_BY_LIMB_ROW(any, few) { any, few, few, [3 ... COMBA_BY_LIMB_MAX] = any }
#define COMBA_BY_LIMB_FEW(mul, addmul, submul) \
  { COMBA_BY_LIMB_ROW (mul, comba_mul_1_few), COMBA_BY_LIMB_ROW (addmul, comba_addmul_1_few), \
    COMBA_BY_LIMB_ROW (submul, comba_submul_1_few) }

#endif
