/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for any x86-64 CPU: mul, add and adc. */

#ifndef COMBA_KERNELS_X86_64_MUL_MULQ_H
#define COMBA_KERNELS_X86_64_MUL_MULQ_H

#include "dispatch/config.h"
#include "kernels/x86_64/mul/by_limb_few.h"

/* For every n of a table: X (n). */
#define COMBA_MULQ_TO_8(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8)
#define COMBA_MULQ_TO_12(X) COMBA_MULQ_TO_8 (X) X (9) X (10) X (11) X (12)
#define COMBA_MULQ_TO_23(X) COMBA_MULQ_TO_12 (X) \
  X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) X (22) X (23)
#define COMBA_MULQ_REDC_N(X) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) \
  X (13) X (14) X (15) X (16)
#define COMBA_MULQ_SQR_N(X) COMBA_MULQ_TO_23 (X) \
  X (24) X (25) X (26) X (27)

#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_mulq;
COMBA_MULQ_TO_23 (X)
#undef X
#define X(w) comba_mul_fixed_fn comba_mul_by_##w##_mulq;
COMBA_MULQ_TO_8 (X)
#undef X
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_mulq;
COMBA_MULQ_SQR_N (X)
#undef X

/* Entries of the tables in struct comba_config. */
#define COMBA_MULQ_MUL_N_ROW(n) [n] = comba_mul_n_##n##_mulq,
#define COMBA_MULQ_MUL_BY_ROW(w) [w] = comba_mul_by_##w##_mulq,
#define COMBA_MULQ_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_mulq,

/* rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; an >= w (add_mul_by[] in
   dispatch/config.h). */
#define COMBA_MULQ_ADD_MUL_BY(X) X (6) X (7) X (8)
#define X(w) comba_mul_fixed_fn comba_add_mul_by_##w##_mulq;
COMBA_MULQ_ADD_MUL_BY (X)
#undef X
#define COMBA_MULQ_ADD_MUL_BY_ROW(w) [w] = comba_add_mul_by_##w##_mulq,

/* rp[0..n+w] = b^2 + 2 b (a - b), where b is the lowest w limbs of a = ap[0..n-1] and w is in the
   name.  comba_sqr_add_strip_8_mulq adds rp[0..n]; that sum must be below beta^(n+w+1).
   n >= 2w; rp does not overlap ap.  No scratch.  Time depends on n alone. */
typedef void comba_sqr_strip_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n);
#define X(w) comba_sqr_strip_fn comba_sqr_strip_##w##_mulq;
COMBA_MULQ_TO_8 (X)
#undef X
comba_sqr_strip_fn comba_sqr_add_strip_8_mulq;

/* rp[0..15] = rp[0..8] + ap[0..7]^2, which must be below beta^16; returns rp[15].  Otherwise as
   comba_sqr_fixed_fn. */
comba_sqr_fixed_fn comba_sqr_add_8_mulq;

comba_addmul_1_fn comba_addmul_1_mulq, comba_submul_1_mulq;
comba_mul_1_fn comba_mul_1_mulq;
#define COMBA_MULQ_BY_LIMB \
  COMBA_BY_LIMB_FEW (comba_mul_1_mulq, comba_addmul_1_mulq, comba_submul_1_mulq)

extern const struct comba_linear comba_linear_x86_64;

#define X(w) comba_redc_rows_fn comba_redc_strip_##w##_mulq;
COMBA_MULQ_TO_8 (X)
#undef X
comba_redc_rows_fn comba_redc_rows_mulq;
#define X(n) comba_redc_fixed_fn comba_redc_n_##n##_mulq;
COMBA_MULQ_REDC_N (X)
#undef X
#define COMBA_MULQ_REDC_N_ROW(n) [n] = { comba_redc_n_##n##_mulq, 1, (n) + 1 },

comba_mul_basecase_fn comba_mul_basecase_mulq;
comba_sqr_basecase_fn comba_sqr_basecase_mulq;

/* The linear steps of Toom: comba_toom_x86_64 has its own Toom-33 for products and squares,
   comba_toom_x86_64_sqr3 for squares alone. */
extern const struct comba_toom_linear comba_toom_x86_64, comba_toom_x86_64_sqr3;

#endif
