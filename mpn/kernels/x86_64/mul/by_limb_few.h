/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by one limb of one or two limbs, in C, for sets whose other kernels are for any number of them. */

#ifndef COMBA_KERNELS_X86_64_MUL_BY_LIMB_FEW_H
#define COMBA_KERNELS_X86_64_MUL_BY_LIMB_FEW_H

#include "dispatch/config.h"

/* n is 1 or 2; otherwise as the contracts in dispatch/config.h. */
comba_mul_1_fn comba_mul_1_few;
comba_addmul_1_fn comba_addmul_1_few, comba_submul_1_few;

/* struct comba_by_limb of these and of kernels for any size. */
#define COMBA_BY_LIMB_ROW(any, few) { any, few, few, [3 ... COMBA_BY_LIMB_MAX] = any }
#define COMBA_BY_LIMB_FEW(mul, addmul, submul) \
  { COMBA_BY_LIMB_ROW (mul, comba_mul_1_few), COMBA_BY_LIMB_ROW (addmul, comba_addmul_1_few), \
    COMBA_BY_LIMB_ROW (submul, comba_submul_1_few) }

#endif
