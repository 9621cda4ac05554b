/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for CPUs with mulx (BMI2), adcx and adox (ADX). */

#ifndef COMBA_KERNELS_X86_64_ADX_ADX_H
#define COMBA_KERNELS_X86_64_ADX_ADX_H

#include "dispatch/config.h"
#include "kernels/x86_64/mul/by_limb_few.h"
#include "kernels/x86_64/adx/redc_n.h"
#include "residue/small.h"
#include "mul/toom/toom.h"

/* There are several kernels for most products of up to 32 limbs.  Their names state the technique:

        (none)                by columns, or in place, with accumulators in registers
        _equal                for mul_equal[] in struct comba_config
        _memory_rows          a straight line of n limbs for each limb of b, added in memory: rows
                              need not wait for each other, but each limb costs a store and a load
                              (Intel's CPUs)
        _register_rows        a row for each limb of a, by w limbs of b, in accumulators that stay
                           in registers; adcx and adox stand where AMD's CPUs, which assign them
                           to units by position, need them
        _register_rows_ahead  the same, with the next row's first mulx before the end of this row
        _ahead                by columns, with the next limb of a loaded ahead
        _jump                 products by one limb that begin with a jump into a straight line
        _straight             with straight code for some sizes */

/* For every n of a table: X (n). */
#define COMBA_ADX_TO_4(X) X (1) X (2) X (3) X (4)
#define COMBA_ADX_TO_8(X) COMBA_ADX_TO_4 (X) X (5) X (6) X (7) X (8)
#define COMBA_ADX_TO_11(X) COMBA_ADX_TO_8 (X) X (9) X (10) X (11)
#define COMBA_ADX_TO_12(X) COMBA_ADX_TO_11 (X) X (12)
#define COMBA_ADX_TO_20(X) COMBA_ADX_TO_12 (X) X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20)
#define COMBA_ADX_10_TO_23(X) X (10) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) \
  X (21) X (22) X (23)
#define COMBA_ADX_25_TO_32(X) X (25) X (26) X (27) X (28) X (29) X (30) X (31) X (32)
#define COMBA_ADX_9_TO_32(X) X (9) X (10) X (11) X (12) \
  X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) X (22) X (23) X (24) COMBA_ADX_25_TO_32 (X)
#define COMBA_ADX_TO_32(X) COMBA_ADX_TO_8 (X) COMBA_ADX_9_TO_32 (X)
#define COMBA_ADX_TO_24(X) COMBA_ADX_TO_20 (X) X (21) X (22) X (23) X (24)
#define COMBA_ADX_MUL_N(X) COMBA_ADX_TO_8 (X)
#define COMBA_ADX_MUL_BY(X) COMBA_ADX_TO_8 (X)
#define COMBA_ADX_SQR_N(X) COMBA_ADX_TO_24 (X)

/* Rows in memory. */
#define COMBA_ADX_MUL_ROWS(X) COMBA_ADX_TO_32 (X)
#define X(n) comba_mul_rows_fn comba_mul_rows_##n##_adx;
COMBA_ADX_MUL_ROWS (X)
#undef X
#define COMBA_ADX_MUL_ROWS_ROW(n) [n] = comba_mul_rows_##n##_adx,
#define COMBA_ADX_MEMORY_ROWS_MUL_N(X) COMBA_ADX_9_TO_32 (X)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_memory_rows_adx;
COMBA_ADX_MEMORY_ROWS_MUL_N (X)
#undef X
#define COMBA_ADX_MEMORY_ROWS_MUL_N_ROW(n) [n] = comba_mul_n_##n##_memory_rows_adx,
#define COMBA_ADX_MEMORY_ROWS_SQR_N(X) COMBA_ADX_25_TO_32 (X)
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_memory_rows_adx;
COMBA_ADX_MEMORY_ROWS_SQR_N (X)
#undef X
#define COMBA_ADX_MEMORY_ROWS_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_memory_rows_adx,

#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_adx;
COMBA_ADX_MUL_N (X)
#undef X
/* For mpn_mul (mul_equal[] in dispatch/config.h). */
#define COMBA_ADX_EQUAL(X) X (5) X (6) X (7) X (8)
#define X(n) comba_mul_fixed_fn comba_mul_equal_##n##_adx;
COMBA_ADX_EQUAL (X)
#undef X
#define COMBA_ADX_MUL_EQUAL_ROW(n) [n] = comba_mul_equal_##n##_adx,
#define X(n) comba_mul_fixed_fn comba_mul_by_##n##_adx, comba_mul_by_##n##_memory_rows_adx;
COMBA_ADX_MUL_BY (X)
#undef X
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_adx;
COMBA_ADX_SQR_N (X)
#undef X

/* Entries of the tables in struct comba_config. */
#define COMBA_ADX_MUL_N_ROW(n) [n] = comba_mul_n_##n##_adx,
#define COMBA_ADX_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_adx,
#define COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_memory_rows_adx,
#define COMBA_ADX_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_adx,

/* rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1], an >= 1 (add_mul_by[] in
   dispatch/config.h). */
#define COMBA_ADX_ADD_MUL_BY(X) X (6) X (7) X (8)
#define X(w) comba_mul_fixed_fn comba_add_mul_by_##w##_adx;
COMBA_ADX_ADD_MUL_BY (X)
#undef X
#define COMBA_ADX_ADD_MUL_BY_ROW(w) [w] = comba_add_mul_by_##w##_adx,

/* As comba_sqr_fixed_fn, for n = 25..32. */
mp_limb_t comba_sqr_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* As comba_sqr_basecase_fn, for n >= 10; the basecases use it from 33 limbs on. */
comba_sqr_basecase_fn comba_sqr_strips_adx;

comba_addmul_1_fn comba_addmul_1_adx, comba_submul_1_adx, comba_addmul_1_jump_adx, comba_submul_1_jump_adx;
comba_mul_1_fn comba_mul_1_adx;
#define COMBA_ADX_BY_LIMB \
  COMBA_BY_LIMB_FEW (comba_mul_1_adx, comba_addmul_1_adx, comba_submul_1_adx)

/* Products by one limb, straight code: 1 to 32 limbs, subtractions 1 to 20. */
#define X(n) \
  comba_mul_1_fn comba_mul_1_##n##_adx; \
  comba_addmul_1_fn comba_addmul_1_##n##_adx;
COMBA_ADX_TO_32 (X)
#undef X
#define X(n) comba_addmul_1_fn comba_submul_1_##n##_adx;
COMBA_ADX_TO_20 (X)
#undef X
#define COMBA_ADX_MUL_1_ROW(n) [n] = comba_mul_1_##n##_adx,
#define COMBA_ADX_ADDMUL_1_ROW(n) [n] = comba_addmul_1_##n##_adx,
#define COMBA_ADX_SUBMUL_1_ROW(n) [n] = comba_submul_1_##n##_adx,
#define COMBA_ADX_JUMP_BY_LIMB \
  { { comba_mul_1_adx, COMBA_ADX_TO_32 (COMBA_ADX_MUL_1_ROW) }, \
    { comba_addmul_1_jump_adx, COMBA_ADX_TO_32 (COMBA_ADX_ADDMUL_1_ROW) }, \
    { comba_submul_1_jump_adx, COMBA_ADX_TO_20 (COMBA_ADX_SUBMUL_1_ROW) \
      [21 ... COMBA_BY_LIMB_MAX] = comba_submul_1_jump_adx } }

/* Rows in registers. */
#define COMBA_ADX_REGISTER_ROWS_MUL_N(X) \
  X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) \
  X (19) X (20) X (21) X (22) X (23) X (24) X (25)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_register_rows_adx;
COMBA_ADX_REGISTER_ROWS_MUL_N (X)
#undef X
#define COMBA_ADX_REGISTER_ROWS_MUL_N_ROW(n) [n] = comba_mul_n_##n##_register_rows_adx,
#define COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N(X) X (4) X (5) X (6) X (7) X (8)
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_register_rows_ahead_adx;
COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N (X)
#undef X
#define COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N_ROW(n) [n] = comba_mul_n_##n##_register_rows_ahead_adx,
#define COMBA_ADX_REGISTER_ROWS_SQR_N(X) \
  X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) X (22) X (23) X (24) COMBA_ADX_25_TO_32 (X)
#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_register_rows_adx;
COMBA_ADX_REGISTER_ROWS_SQR_N (X)
#undef X
#define COMBA_ADX_REGISTER_ROWS_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_register_rows_adx,

/* By 1 to 9 limbs.  comba_add_mul_by_9_ahead_adx is for the basecases alone. */
#define COMBA_ADX_AHEAD_MUL_BY(X) COMBA_ADX_TO_8 (X) X (9)
#define X(w) comba_mul_fixed_fn comba_mul_by_##w##_ahead_adx;
COMBA_ADX_AHEAD_MUL_BY (X)
#undef X
#define COMBA_ADX_AHEAD_MUL_BY_ROW(w) [w] = comba_mul_by_##w##_ahead_adx,
#define COMBA_ADX_AHEAD_ADD_MUL_BY(X) X (6) X (7) X (8)
#define X(w) comba_mul_fixed_fn comba_add_mul_by_##w##_ahead_adx;
COMBA_ADX_AHEAD_ADD_MUL_BY (X) X (9)
#undef X
#define COMBA_ADX_AHEAD_ADD_MUL_BY_ROW(w) [w] = comba_add_mul_by_##w##_ahead_adx,

/* Rows of reductions: any number; 11 to 18 rows modulo as many limbs; and whole reductions, with
   F. */
comba_redc_rows_fn comba_redc_rows_adx, comba_redc_rows_straight_adx;
#define COMBA_ADX_REDC_ROWS_MIN 11
#define COMBA_ADX_REDC_ROWS(X) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18)
#define X(n) comba_redc_rows_fn comba_redc_rows_##n##_adx;
COMBA_ADX_REDC_ROWS (X)
#undef X
#define X(n, count, v) comba_redc_fixed_fn comba_redc_n_##n##_adx;
COMBA_ADX_REDC_N (X)
#undef X
#define COMBA_ADX_REDC_N_ROW(n, count, v) [n] = { comba_redc_n_##n##_adx, v, n },

comba_mul_basecase_fn comba_mul_basecase_memory_rows_adx, comba_mul_basecase_register_rows_adx;
comba_sqr_basecase_fn comba_sqr_basecase_memory_rows_adx, comba_sqr_basecase_register_rows_adx;

/* The representation for small moduli (residue/small.h), 3 to 10 limbs. */
#define COMBA_ADX_SMALL_MAX 10
#define COMBA_ADX_SMALL(X) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10)
#define COMBA_ADX_REDC_ROW(n) [n] = comba_redc_##n##_adx,
#define COMBA_ADX_REDC_1_ROW(n) [n] = comba_redc_1_##n##_adx,
#define COMBA_ADX_REDC_CARRY_ROW(n) [n] = comba_redc_carry_##n##_adx,
#define COMBA_ADX_FOLD_ROW(n) [n] = comba_fold_##n##_adx,

/* comba_redc_<n>_adx is for P <= beta^n - 2 beta^(n-1), where nothing carries out;
   comba_redc_carry_<n>_adx returns the carry.  comba_redc_1_<n>_adx removes one limb: zp[0..n-1]
   == tp[0..n] / beta (mod P).  comba_fold_<n>_adx: rp[0..n] == rp[0..n] beta^count +
   ap[0..count-1] (mod P), count > 0.  (kernels/x86_64/adx/redc.S) */
typedef mp_limb_t comba_redc_carry_fn (mp_ptr zp, mp_ptr tp, mp_srcptr context);
typedef void comba_fold_fn (mp_ptr rp, mp_srcptr ap, mp_size_t count, mp_srcptr context);
#define X(n) \
  comba_redc_fn comba_redc_##n##_adx, comba_redc_1_##n##_adx; \
  comba_redc_carry_fn comba_redc_carry_##n##_adx; \
  comba_fold_fn comba_fold_##n##_adx;
COMBA_ADX_SMALL (X)
#undef X
extern const struct comba_representation comba_representation_small_adx;

extern const struct comba_small_kernels comba_small_adx;

#endif
