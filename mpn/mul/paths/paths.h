/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by several threads: the paths, and the choice among them.

   A path divides a product into jobs for the worker pool (parallel/pool.h).  The result does not
   depend on the path or on the number of threads. */

#ifndef COMBA_MUL_PATHS_PATHS_H
#define COMBA_MUL_PATHS_PATHS_H

#include "dispatch/config.h"
#include "parallel/pool.h"

/* The product of a path: rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1, pool->threads >= 2.  rp overlaps neither source; the sources may overlap.
   Memory is allocated before any job is posted.
   Returns 1; or 0, with rp undefined, if an allocation fails or the path does not suit these sizes.
   Time depends on the values. */
typedef int comba_mul_path_fn (const struct comba_config *k, const struct comba_pool *pool,
                               mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* The square of a path: rp[0..2n-1] = ap[0..n-1]^2
   n >= 1.  Otherwise the contract of comba_mul_path_fn. */
typedef int comba_sqr_path_fn (const struct comba_config *k, const struct comba_pool *pool,
                               mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* Columns: MC2x and MCMx, MCSQR2x and MCSQRMx (papers 004, 000). */
comba_mul_path_fn comba_mul_columns;
comba_sqr_path_fn comba_sqr_columns;

/* Blocks: sequential products of parts of a and b (paper 003, section 4). */
comba_mul_path_fn comba_mul_blocks;

/* The point products of Toom. */
comba_mul_path_fn comba_mul_points;
comba_sqr_path_fn comba_sqr_points;

/* Transforms. */
comba_mul_path_fn comba_mul_transforms;
comba_sqr_path_fn comba_sqr_transforms;

/* The functions of a path, by its number (struct comba_step).  They are NULL where a path has none,
   as for all modular paths. */
struct comba_path
{
  comba_mul_path_fn *mul;
  comba_sqr_path_fn *sqr;
};
extern const struct comba_path comba_paths[COMBA_PATHS];

/* Returns when a call that takes as long as a product of an x bn limbs wakes sleeping workers. */
enum comba_wake comba_wake_for (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* Returns the last step of a plan whose FROM is at most the geometric mean of the sizes; a
   sequential one if there is none. */
struct comba_step comba_step_for (const struct comba_plan *plan, mp_size_t an, mp_size_t bn);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] by the pool, if the plans of k say so
   Contract of comba_mul_path_fn.  Also returns 0 if the plan is sequential or the pool is not
   available.  (mul/paths/paths.c) */
int comba_parallel_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2; otherwise as comba_parallel_mul. */
int comba_parallel_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], by the pool or else by the caller alone
   an, bn >= 1 in any order.  rp overlaps neither source; the sources may overlap, and equal ones
   are squared.  Scratch and time as for comba_mul (mul/mul.h), but long operands take less
   scratch and up to 5 % more time. */
void comba_mul_any (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                    mp_size_t bn);

/* Returns the number of products, squares and powers that the pool has done in a path. */
unsigned long long comba_parallel_calls (enum comba_path_number path);

/* Increments that number.  Only for the thread that has the pool. */
void comba_parallel_count (enum comba_path_number path);

/* Sets all these numbers to zero. */
void comba_parallel_forget_calls (void);

#endif
