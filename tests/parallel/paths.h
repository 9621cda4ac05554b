/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For tests of the parallel paths. */

#ifndef COMBA_TEST_PATHS_H
#define COMBA_TEST_PATHS_H

#include "../tests.h"
#include "mul/paths/paths.h"

/* A path with a CPU configuration and a pool; where the path does not suit the sizes, the basecase.
   `done` counts the products by the path. */
struct path_trial
{
  const struct comba_config *kernels;
  const struct comba_pool *pool;
  comba_mul_path_fn *mul;
  comba_sqr_path_fn *sqr;       /* NULL if there is none */
  long done;
};
void path_mul (void *trial, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);
void path_sqr (void *trial, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* Calls BODY for every configuration that can run here, with every pool: one that does N jobs
   itself, N from 1 to 64, and a real one of two threads, if possible. */
void tests_each_pool (const char *path, void (*body) (const struct comba_config *k,
                                                      const struct comba_pool *pool,
                                                      const char *name));

/* Balanced and unbalanced products, overlapping sources, edges of memory, and squares, a check
   each, by a path for sizes from LEAST on. */
void tests_try_path (struct path_trial t, const char *name, mp_size_t least);

#endif
