/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels in C for any CPU: classical Comba, with a column in three limbs and carries propagated
   after every product.  The contracts are in dispatch/config.h. */

#ifndef COMBA_KERNELS_PORTABLE_PORTABLE_H
#define COMBA_KERNELS_PORTABLE_PORTABLE_H

#include "dispatch/config.h"

comba_mul_basecase_fn comba_mul_comba;
comba_sqr_basecase_fn comba_sqr_comba;
comba_mul_columns_fn comba_mul_columns_comba;
comba_sqr_columns_fn comba_sqr_columns_comba;

#define COMBA_BY_LIMB_PORTABLE \
  { COMBA_BY_LIMB_ANY (comba_mul_1), COMBA_BY_LIMB_ANY (comba_addmul_1), COMBA_BY_LIMB_ANY (comba_submul_1) }

#endif
