/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for AArch64, where every CPU has mul and umulh.  The assembly files state the
   contracts. */

#ifndef COMBA_KERNELS_ARM64_ARM64_H
#define COMBA_KERNELS_ARM64_ARM64_H

#include "dispatch/config.h"

/* For every n that has fixed-size kernels: X (n). */
#define COMBA_ARM64_FIXED(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8)
#define COMBA_ARM64_FIXED_MAX 8

#define X(n)                                            \
  comba_mul_fixed_fn comba_mul_n_##n##_arm64;           \
  comba_mul_fixed_fn comba_mul_by_##n##_arm64;          \
  comba_sqr_fixed_fn comba_sqr_n_##n##_arm64;
COMBA_ARM64_FIXED (X)
#undef X
#define COMBA_ARM64_MUL_N_ROW(n) [n] = comba_mul_n_##n##_arm64,
#define COMBA_ARM64_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_arm64,
#define COMBA_ARM64_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_arm64,

/* rp[0..an+7] = rp[0..an-1] + ap[0..an-1] * bp[0..7]; returns rp[an+7].
   an >= 1, here and in comba_mul_by_<n>_arm64; otherwise as comba_mul_fixed_fn. */
comba_mul_fixed_fn comba_add_mul_by_8_arm64;

/* With t the sum of a_i * a_j * beta^(i+j-1) for i < j, i < w, j < an: rp[0..an+w-2] = t;
   comba_add_triangle_by_8_arm64, w = 8: rp[0..an+6] = rp[0..an-2] + t.
   an >= w, an > 1; rp does not overlap ap.  No scratch.  Time depends on an alone. */
typedef void comba_triangle_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an);
#define X(w) comba_triangle_fn comba_triangle_by_##w##_arm64;
COMBA_ARM64_FIXED (X)
#undef X
comba_triangle_fn comba_add_triangle_by_8_arm64;

/* rp[0..2n-1] = 2 * rp[0..2n-1] + the sum of a_i^2 * beta^(2i), i < n, which must be below
   beta^(2n).
   n >= 1; rp does not overlap ap.  No scratch.  Time depends on n alone. */
void comba_double_add_squares_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t n);

comba_mul_basecase_fn comba_mul_basecase_arm64;
comba_sqr_basecase_fn comba_sqr_basecase_arm64;

#endif
