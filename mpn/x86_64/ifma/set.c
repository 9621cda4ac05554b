/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The set for CPUs with AVX-512 IFMA. */

#include "x86_64/ifma/ifma.h"
#include "cpu/x86.h"
#include "ntt/ntt.h"

const struct comba_kernels comba_ifma_kernels = {
  .name = "ifma",
  .why_not = comba_why_not_ifma,
  .mul_basecase = comba_mul_ifma,
  .sqr_basecase = comba_sqr_ifma,
  .ntt = &comba_ntt_ifma,
  .thresholds = {
    .mul_toom22 = 66,
    .mul_ntt = 200,
    .sqr_toom2 = 92,
    .sqr_ntt = 250,
  },
};
