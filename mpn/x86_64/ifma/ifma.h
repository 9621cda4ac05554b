/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels for AVX-512 IFMA (with F, BW, VL and VBMI, and BMI2).  Limbs of 64 bits.
   Instructions and addresses depend on the sizes alone. */

#ifndef COMBA_IFMA_H
#define COMBA_IFMA_H

#include "toom/points.h"

comba_mul_basecase_fn comba_mul_ifma;
comba_sqr_basecase_fn comba_sqr_ifma;

/* The linear steps of Toom-Cook. */
comba_add_n_fn comba_add_n_ifma, comba_sub_n_ifma;
comba_toom2_recompose_fn comba_toom2_recompose_ifma;
comba_toom_evaluate_fn comba_toom_evaluate_ifma;
comba_toom_eliminate_fn comba_toom_eliminate_ifma;
comba_toom_combine_fn comba_toom_combine_ifma;

/* Transforms. */
extern const struct comba_ntt comba_ntt_ifma;

extern const struct comba_kernels comba_ifma_kernels;

#endif
