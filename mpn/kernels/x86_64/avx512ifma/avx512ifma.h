/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Kernels for AVX-512 IFMA (with F, BW, VL, VBMI and BMI2) on radix-2^52 digits
   (doc/algorithms/radix52.md): for limbs of 64 bits and, with eight vector registers only, of 32
   bits (kernels/x86_32/avx512ifma.c).  The contracts are in dispatch/config.h.  Instructions and
   addresses depend on the sizes alone.

   CPUs with these instructions differ in the speed of some of them, so some kernels exist in
   several variants:

                  multiplications of eight   vpermt2b, which takes bytes   tuned
        name      digits started a cycle     from two registers, costs     for
        (none)    two                        three operations              Intel's
        _permute2 two                        one operation                 Zen 5
        _one_port one                        one operation                 Zen 4 */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_AVX512IFMA_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_AVX512IFMA_H

#include "residue/representation.h"
#include "residue/lanes.h"
#include "mul/toom/toom.h"

comba_mul_basecase_fn comba_mul_basecase_ifma;
comba_sqr_basecase_fn comba_sqr_basecase_ifma;

/* For every n that has windows of its own: X (n). */
#if GMP_LIMB_BITS == 64
#define COMBA_IFMA_SQR_N(X) \
  X (12) X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) \
  X (22) X (23) X (24) X (25) X (26) X (27) X (28) X (29) X (30)
#define COMBA_IFMA_MUL_N(X) X (9) X (10) X (11) COMBA_IFMA_SQR_N (X)
/* And for every n that is done by a tile. */
#define COMBA_IFMA_MUL_N_SMALL_TILES(X) X (31) X (32) X (33) X (34) X (35) X (36) X (37) X (38) X (39)
#define COMBA_IFMA_MUL_N_LARGE_TILES(X) \
  X (40) X (41) X (42) X (43) X (44) X (45) X (46) X (47) X (48) X (49) X (50) X (51) X (52) X (53) X (54) \
  X (55) X (56) X (57) X (58) X (59) X (60) X (61) X (62) X (63) X (64) X (65) X (66) X (67) X (68) X (69) \
  X (70) X (71)
#define COMBA_IFMA_MUL_N_TILES(X) COMBA_IFMA_MUL_N_SMALL_TILES (X) COMBA_IFMA_MUL_N_LARGE_TILES (X)
#else
#define COMBA_IFMA_MUL_N(X) \
  X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) X (19) X (20) X (21) X (22) X (23) \
  X (24) X (25) X (26) X (27) X (28) X (29) X (30) X (31) X (32)
#define COMBA_IFMA_SQR_N(X) X (10) COMBA_IFMA_MUL_N (X)
#endif

#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_ifma;
COMBA_IFMA_MUL_N (X)
#if GMP_LIMB_BITS == 64
COMBA_IFMA_MUL_N_TILES (X)
#endif
#undef X
#define COMBA_IFMA_MUL_N_ROW(n) [n] = comba_mul_n_##n##_ifma,
#if GMP_LIMB_BITS == 64
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_permute2_ifma;
COMBA_IFMA_MUL_N (X)
#undef X
#define COMBA_IFMA_PERMUTE2_MUL_N_ROW(n) [n] = comba_mul_n_##n##_permute2_ifma,
#define X(n) comba_mul_fixed_fn comba_mul_n_##n##_one_port_ifma;
COMBA_IFMA_MUL_N_SMALL_TILES (X)
#undef X
#define COMBA_IFMA_ONE_PORT_MUL_N_ROW(n) [n] = comba_mul_n_##n##_one_port_ifma,
#endif

#define X(n) comba_sqr_fixed_fn comba_sqr_n_##n##_ifma;
COMBA_IFMA_SQR_N (X)
#if GMP_LIMB_BITS == 64
/* Faster than scalar kernels where two multiplications of eight digits start in a cycle and one
   by mulx.  In a loop, products of 7 and 8 limbs and squares of 8 and 9 would be, too; but code
   that reads their limbs at once, as division does, waits longer for the vectors. */
#define COMBA_IFMA_SQR_N_10_11(X) X (10) X (11)
COMBA_IFMA_SQR_N_10_11 (X)
#endif
#undef X
#define COMBA_IFMA_SQR_N_ROW(n) [n] = comba_sqr_n_##n##_ifma,

#if GMP_LIMB_BITS == 64
/* As mul_by[] in struct comba_config, by scalar kernels while a is short. */
#define COMBA_IFMA_MUL_BY(X) X (4) X (5) X (6) X (7) X (8)
#define X(n) \
  comba_mul_fixed_fn comba_mul_by_##n##_ifma, comba_mul_by_##n##_permute2_ifma, comba_mul_by_##n##_one_port_ifma;
COMBA_IFMA_MUL_BY (X)
#undef X
/* The crossover inside comba_mul_by_<n>_ifma.  mul_rows_to[] should agree with it, for speed; comba-tune
   measures mul_rows_to[] alone. */
#define COMBA_IFMA_MUL_ROWS_TO { [1] = 32, 32, 32, 32, 22, 12, 15, 11 }
#define COMBA_IFMA_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_ifma,
#define COMBA_IFMA_PERMUTE2_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_permute2_ifma,
#define COMBA_IFMA_ONE_PORT_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_one_port_ifma,
comba_mul_rows_fn comba_mul_unequal_ifma, comba_mul_unequal_permute2_ifma, comba_mul_unequal_one_port_ifma;
comba_mul_basecase_fn comba_mul_basecase_permute2_ifma, comba_mul_basecase_one_port_ifma;

/* On vectors alone.  Requires bn >= 4, an >= 10. */
comba_mul_rows_fn comba_mul_vectors_one_port_ifma;

/* Squares by strips of columns in registers, for CPUs that start one multiplication in a cycle;
   n must be in this range. */
enum { COMBA_IFMA_STRIPS_MIN = 33, COMBA_IFMA_STRIPS_MAX = 123 };
comba_sqr_basecase_fn comba_sqr_strips_ifma;

/* Division of up to so many limbs by up to so many (comba_div_vectors_fn). */
enum { COMBA_IFMA_DIV_VECTORS_MAX = 16, COMBA_IFMA_DIV_MAX = (416 * COMBA_IFMA_DIV_VECTORS_MAX - 1) / 64 };
comba_div_vectors_fn comba_div_digits_ifma;

/* The products by windows, and a few by tiles: [i][j] is for operands of 4i and 4j digits, or 1
   to 3 digits less.  They return the top limb; NULL where there is none. */
enum { COMBA_IFMA_FOURS = 9 };
typedef mp_limb_t comba_mul_windows_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                                        mp_size_t bn);
extern comba_mul_windows_fn *const
  comba_mul_windows_ifma[COMBA_IFMA_FOURS + 1][COMBA_IFMA_FOURS + 1],
  *const comba_mul_windows_one_port_ifma[COMBA_IFMA_FOURS + 1][COMBA_IFMA_FOURS + 1];

/* [n]: the product of n limbs by n - 1 to n - LESS limbs; LESS is zero where there is none. */
enum { COMBA_IFMA_NEAR_MAX = 30 };
struct comba_mul_near { comba_mul_windows_fn *mul; mp_size_t less; };
extern const struct comba_mul_near comba_mul_near_ifma[COMBA_IFMA_NEAR_MAX + 1],
  comba_mul_near_one_port_ifma[COMBA_IFMA_NEAR_MAX + 1];

/* Squares by one Karatsuba step, at some sizes on radix-2^52 digits from end to end:
   comba_sqr_halves_ifma does those, as a basecase, for 124 to 221 limbs. */
comba_toom2_sqr_fn comba_toom2_sqr_ifma;
comba_sqr_basecase_fn comba_sqr_halves_ifma;
#endif

/* The linear steps of Toom-Cook. */
comba_add_n_fn comba_add_n_ifma, comba_sub_n_ifma;
comba_join_fn comba_join_ifma;
comba_toom2_recompose_fn comba_toom2_recompose_ifma;
comba_toom_evaluate_fn comba_toom_evaluate_ifma;
comba_toom_eliminate_fn comba_toom_eliminate_ifma;
comba_toom_combine_fn comba_toom_combine_ifma;
extern const struct comba_toom_linear comba_toom_ifma, comba_toom_halves_ifma;

/* NTT products. */
extern const struct comba_ntt comba_ntt_ifma, comba_ntt_half_nodes_ifma;

/* Residues modulo odd P, with the number of digits passed instead of read from the context, and
   whether to take a Karatsuba step, which only _blocks do, from ten vectors on
   (kernels/x86_64/avx512ifma/montgomery52_tpl.h); otherwise as in residue/representation.h.
   _blocks is faster where one multiplication starts in a cycle, and at medium sizes. */
extern const struct comba_representation comba_representation_montgomery52, comba_representation_montgomery52_blocks,
  comba_representation_barrett52, comba_representation_barrett52_blocks;
#if GMP_LIMB_BITS == 64
/* Eight residues side by side. */
extern const struct comba_lanes comba_lanes_ifma;
#endif
typedef void comba_mod_mul_digits_fn (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int digits,
                                      int divided, mp_ptr scratch);
typedef void comba_mod_sqr_digits_fn (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int digits, int divided,
                                      mp_ptr scratch);
typedef void comba_mod_decode_digits_fn (mp_ptr rp, mp_size_t n, mp_srcptr xp, mp_srcptr context, int digits,
                                         mp_ptr scratch);
/* xp = the element for ap[0..an-1] times FACTOR / beta^N, where FACTOR is an element; an >= 0. */
typedef void comba_mod_encode_digits_fn (mp_srcptr context, mp_srcptr factor, mp_ptr xp, mp_srcptr ap,
                                         mp_size_t an, mp_ptr scratch);
/* The element of ap[0..n-1], n the limbs of P. */
typedef void comba_mod_encode_n_fn (mp_ptr xp, mp_size_t n, mp_srcptr ap, mp_srcptr context, mp_ptr scratch);
/* For constant-time powers (struct comba_representation_sec). */
typedef void comba_mod_init_sec_fn (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
                                    mp_srcptr r2p, mp_ptr scratch);
comba_mod_mul_digits_fn comba_mod_mul_ifma, comba_mod_mul_blocks_ifma;
comba_mod_sqr_digits_fn comba_mod_sqr_ifma, comba_mod_sqr_blocks_ifma;
comba_mod_decode_digits_fn comba_mod_decode_ifma;
comba_mod_encode_digits_fn comba_mod_encode_ifma, comba_mod_encode_blocks_ifma;
comba_mod_encode_n_fn comba_mod_encode_n_ifma, comba_mod_encode_n_blocks_ifma;
comba_mod_init_sec_fn comba_mod_init_sec_ifma, comba_mod_init_sec_blocks_ifma;
comba_residue_select_fn comba_mod_select_ifma, comba_mod_select_blocks_ifma;

/* Bipartite products by two or more workers (kernels/x86_64/avx512ifma/bipartite52_two_workers.c),
   up to this many limbs; contexts extend those of comba_representation_montgomery52. */
enum { COMBA_BIPARTITE52_MAX = 800 };
extern const struct comba_pool_representation comba_pool_representation_bipartite52;

/* Such a product by three or more workers (kernels/x86_64/avx512ifma/bipartite52_more_workers.c);
   yp is NULL for a square, zp may equal xp or yp.  MEMORY has comba_bipartite52_more_itch (s) limbs
   for s vectors of digits, aligned as for the pool (parallel/job_memory.h). */
void comba_bipartite52_more (const struct comba_pool *pool, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
                                mp_ptr memory);
size_t comba_bipartite52_more_itch (int s);

#endif
