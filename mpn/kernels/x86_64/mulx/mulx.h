/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for CPUs with AVX2, FMA and mulx (BMI2), but without adcx and adox. */

#ifndef COMBA_KERNELS_X86_64_MULX_MULX_H
#define COMBA_KERNELS_X86_64_MULX_MULX_H

#include "dispatch/config.h"
#include "kernels/x86_64/mul/by_limb_few.h"

/* Products of 2 to 15 limbs. */
#define COMBA_MULX_MUL_N(X) \
  X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_mulx;
COMBA_MULX_MUL_N (X)
#undef X
#define COMBA_MULX_MUL_N_ROW(n) [n] = comba_mul_n_##n##_mulx,

/* Products by 3 to 5 limbs. */
#define COMBA_MULX_MUL_BY(X) X (3) X (4) X (5)
#define X(w) comba_mul_fixed_fn comba_mul_by_##w##_mulx;
COMBA_MULX_MUL_BY (X)
#undef X
#define COMBA_MULX_MUL_BY_ROW(w) [w] = comba_mul_by_##w##_mulx,

/* rp[0..an+4] = rp[0..an-1] + ap[0..an-1] * bp[0..4], an >= 1 (add_mul_by[] in
   dispatch/config.h). */
comba_mul_fixed_fn comba_add_mul_by_5_mulx;

comba_addmul_1_fn comba_addmul_1_mulx, comba_submul_1_mulx;
comba_mul_1_fn comba_mul_1_mulx;
#define COMBA_MULX_BY_LIMB \
  COMBA_BY_LIMB_FEW (comba_mul_1_mulx, comba_addmul_1_mulx, comba_submul_1_mulx)

comba_mul_basecase_fn comba_mul_basecase_mulx;

#endif
