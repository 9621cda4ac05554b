/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels for AVX-512 IFMA (with F, BW, VL and VBMI, and BMI2).  Limbs of 64 bits.
   Instructions and addresses depend on the sizes alone. */

#ifndef COMBA_IFMA_H
#define COMBA_IFMA_H

#include "kernels.h"

comba_mul_basecase_fn comba_mul_ifma;
comba_sqr_basecase_fn comba_sqr_ifma;

extern const struct comba_ntt comba_ntt_ifma;

extern const struct comba_kernels comba_ifma_kernels;

#endif
