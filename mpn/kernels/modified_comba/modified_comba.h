/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba on words of 32 bits with 64-bit accumulators, and on words of 64 bits with
   128-bit accumulators.  The contracts are in dispatch/config.h. */

#ifndef COMBA_KERNELS_MODIFIED_COMBA_MODIFIED_COMBA_H
#define COMBA_KERNELS_MODIFIED_COMBA_MODIFIED_COMBA_H

#include "dispatch/config.h"

comba_mul_basecase_fn comba_mul_mc32;
comba_sqr_basecase_fn comba_sqr_mc32;
comba_mul_columns_fn comba_mul_columns_mc32;
comba_sqr_columns_fn comba_sqr_columns_mc32;

#if GMP_LIMB_BITS == 64
comba_mul_basecase_fn comba_mul_mc64;
comba_sqr_basecase_fn comba_sqr_mc64;
comba_mul_columns_fn comba_mul_columns_mc64;
comba_sqr_columns_fn comba_sqr_columns_mc64;
#endif

#endif
