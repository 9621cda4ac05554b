/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by several threads: the paths, and the choice among them.

   A path says what each thread of a team does; the team (parallel/pool.h) does it.  Results
   are those of the sequential functions, for every number of threads. */

#ifndef COMBA_MUL_PATHS_PATHS_H
#define COMBA_MUL_PATHS_PATHS_H

#include "dispatch/config.h"
#include "parallel/threads.h"
#include "parallel/pool.h"

/* A path's product: rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] and its square:
   rp[0..2n-1] = ap[0..n-1]^2, by a team of at least 2 threads.  an >= bn >= 1; rp
   overlaps neither source; the sources may overlap.  The caller takes what memory is
   needed, before any share is given out.  Returns 1; or 0, with nothing done but in
   rp, if there is no memory, or the path does not suit these sizes. */
typedef int comba_mul_path_fn (const struct comba_config *k, const struct comba_pool *pool,
                               mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);
typedef int comba_sqr_path_fn (const struct comba_config *k, const struct comba_pool *pool,
                               mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* Columns: MC2x and MCMx, MCSQR2x and MCSQRMx (papers 004, 000). */
comba_mul_path_fn comba_mul_columns;
comba_sqr_path_fn comba_sqr_columns;

/* Blocks: products of parts of a and b, each sequential (paper 003, section 4). */
comba_mul_path_fn comba_mul_blocks;

/* Toom's point products. */
comba_mul_path_fn comba_mul_points;
comba_sqr_path_fn comba_sqr_points;

/* Transforms. */
comba_mul_path_fn comba_mul_transforms;
comba_sqr_path_fn comba_sqr_transforms;

/* The functions of a path, by its number (struct comba_step); NULL where there is none.  Modular
   paths have neither. */
struct comba_path
{
  comba_mul_path_fn *mul;
  comba_sqr_path_fn *sqr;
};
extern const struct comba_path comba_paths[COMBA_PATHS];

/* Whether a call that takes as long as a product of an and bn limbs has sleeping workers woken. */
enum comba_wake comba_wake_for (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* The last step of a plan that begins at or before the geometric mean of the sizes. */
struct comba_step comba_step_for (const struct comba_plan *plan, mp_size_t an, mp_size_t bn);

/* What the plans of k say of a product or a square; returns 1 if a team did it, or 0
   with nothing done but in rp.  (paths.c) */
int comba_parallel_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn);
int comba_parallel_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* How many products, squares and powers a team did in a path; one more, for whoever has the team; and all of these
   to zero. */
unsigned long long comba_parallel_calls (enum comba_path_number path);
void comba_parallel_count (enum comba_path_number path);
void comba_parallel_forget_calls (void);

#endif
