/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What makes a split method of a recipe. (split.c) */

#ifndef COMBA_SPLIT_METHODS_H
#define COMBA_SPLIT_METHODS_H

#include "split/recipe.h"
#include "split/split.h"

mp_size_t comba_split_size (mp_size_t n, int k);
size_t comba_split_context_size (mp_size_t n, int k, int threads);
size_t comba_split_itch (mp_size_t n, int k, int threads);
void comba_split_init (comba_recipe_fn *write, const struct comba_config *kernels,
                       mp_ptr context, mp_srcptr pp, mp_size_t n, int k, int threads,
                       mp_ptr scratch);
void comba_split_mul (const struct comba_config *kernels, mp_srcptr context,
                      const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                      mp_ptr scratch);
void comba_split_sqr (const struct comba_config *kernels, mp_srcptr context,
                      const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_ptr scratch);

comba_recipe_fn comba_bipartite_recipe, comba_tripartite_recipe, comba_multipartite_1_recipe,
  comba_multipartite_2_recipe;

/* Reduction alone: R = C beta^-h mod P, C = cp[0..cn-1], n < cn <= 2n, P odd: the h lowest
   limbs by Montgomery's reduction and the cn-n-h highest by Barrett's at the same time.  h
   is SHIFT, or, with -1 for it, what makes the prediction shortest: cut by costs, not in the
   middle.  Contexts and
   scratch as for a method with k = 2, but n may be 1.  rp may be in cp. */
void comba_reduction_init (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp,
                           mp_size_t n, mp_size_t cn, mp_size_t shift, int threads,
                           mp_ptr scratch);
mp_size_t comba_reduction_shift (mp_srcptr context);
void comba_reduction (const struct comba_config *kernels, mp_srcptr context,
                      const struct comba_pool *pool, mp_ptr rp, mp_srcptr cp, mp_ptr scratch);
comba_recipe_fn comba_reduction_recipe;

/* The recipes of a context, of products and of squares. */
const struct comba_recipe *comba_split_recipe (mp_srcptr context, int square);

/* A method, from comba_METHOD_recipe. */
#define COMBA_SPLIT_METHOD(method, text, min, max)                                              \
  static void                                                                                   \
  init_##method (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp, mp_size_t n, \
                 int k, int threads, mp_ptr scratch)                                            \
  {                                                                                             \
    comba_split_init (comba_##method##_recipe, kernels, context, pp, n, k, threads, scratch);   \
  }                                                                                             \
  const struct comba_split_method comba_##method = {                                            \
    .name = text, .min_parts = min, .max_parts = max, .split_size = comba_split_size,           \
    .context_size = comba_split_context_size, .itch = comba_split_itch, .init = init_##method,  \
    .mul = comba_split_mul, .sqr = comba_split_sqr,                                             \
  };

#endif
