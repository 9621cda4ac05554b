/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Methods that split the reduction of a product between its low and its high end (paper 003,
   sections 2.3, 2.4, 3): bipartite, tripartite, k-ary multipartite.  Each divides by beta^h, h =
   floor (n'/2), where n' >= n is the padded size: a number of limbs that the number of parts
   divides, from split_size.

   P = pp[0..n-1] is odd, P > 1, pp[n-1] != 0.  A and B have n limbs and are below P, and so is the
   result, R = A B beta^-h mod P; rp may be ap or bp.  Time depends on the values.

   A context is written once and then read-only, and any number of threads may share it; it contains
   copies of the needed parts of P.  Contexts and scratch are aligned to 64 bytes, sizes are in
   limbs and multiples of 8.  Nothing here allocates. */

#ifndef COMBA_SPLIT_METHOD_H
#define COMBA_SPLIT_METHOD_H

#include "residue/representation.h"
#include "parallel/pool.h"
#include "split/recipe.h"

/* How products modulo P are computed.  comba.h has the same numbers. */
enum comba_algorithm
{
  COMBA_ALGORITHM_AUTO,
  COMBA_ALGORITHM_MONTGOMERY,
  COMBA_ALGORITHM_BARRETT,
  COMBA_ALGORITHM_BIPARTITE,
  COMBA_ALGORITHM_TRIPARTITE,
  COMBA_ALGORITHM_MULTIPARTITE_1,
  COMBA_ALGORITHM_MULTIPARTITE_2,
  COMBA_ALGORITHMS
};

/* The largest number of parts of any method. */
#define COMBA_PARTS_MAX 16

struct comba_split_method
{
  const char *name;

  /* The allowed numbers of parts, MIN to MAX: the k of multipartite; 2 and 2 for the others.  A
     modulus has at least k limbs. */
  int min_parts, max_parts;

  /* Returns n' for a modulus of n limbs in k parts. */
  mp_size_t (*split_size) (mp_size_t n, int k);

  /* Return the limbs of the context, and of the scratch of init, mul and sqr, for 1 to THREADS
     threads. */
  size_t (*context_size) (mp_size_t n, int k, int threads);
  size_t (*itch) (mp_size_t n, int k, int threads);

  /* Writes the context for P = pp[0..n-1] in k parts, and for 1 to THREADS threads. */
  void (*init) (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp, mp_size_t n,
                int k, int threads, mp_ptr scratch);

  /* R = A B beta^-h mod P and R = A^2 beta^-h mod P, by a pool of 1 to THREADS threads;
     &COMBA_POOL_ALONE (1) is a pool of one. */
  void (*mul) (const struct comba_config *kernels, mp_srcptr context,
               const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
               mp_ptr scratch);
  void (*sqr) (const struct comba_config *kernels, mp_srcptr context,
               const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_ptr scratch);
};

/* Returns the method of an algorithm; NULL for algorithms that do not split the reduction. */
const struct comba_split_method *comba_split_method (enum comba_algorithm algorithm);

/* Returns the algorithm of a modular path; COMBA_ALGORITHM_AUTO for other paths. */
enum comba_algorithm comba_path_algorithm (int path);

extern const struct comba_split_method comba_bipartite, comba_tripartite, comba_multipartite_1,
  comba_multipartite_2;

/* The parts of methods: a recipe, and the functions that execute it, with the contracts of the
   members above.  comba_split_init has in addition WRITE, the recipe.  (split/run.c) */
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

/* Reduction alone: R = C beta^-h mod P, C = cp[0..cn-1], n < cn <= 2n, P odd.  The h lowest limbs
   are removed by Montgomery's reduction and the cn-n-h highest by Barrett's, at the same time.
   h is SHIFT; SHIFT = -1 means the h with the shortest predicted time, which is not half.  Contexts
   and scratch are as for a method with k = 2, but n may be 1.

   Writes the context. */
void comba_reduction_init (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp,
                           mp_size_t n, mp_size_t cn, mp_size_t shift, int threads,
                           mp_ptr scratch);

/* Returns the h of a context. */
mp_size_t comba_reduction_shift (mp_srcptr context);

/* rp[0..n-1] = R, by a pool of 1 to THREADS threads.  rp may overlap cp at any offset. */
void comba_reduction (const struct comba_config *kernels, mp_srcptr context,
                      const struct comba_pool *pool, mp_ptr rp, mp_srcptr cp, mp_ptr scratch);

/* The recipe of such a reduction. */
comba_recipe_fn comba_reduction_recipe;

/* Returns the recipe of a context, for products or, with SQUARE, for squares; it lives as long as
   the context. */
const struct comba_recipe *comba_split_recipe (mp_srcptr context, int square);

/* The residues of a method, x beta^h mod P, as a representation.  A context is a struct
   comba_split_context, made for one call: it contains the pool and the scratch of the method. */
struct comba_split_context
{
  const struct comba_split_method *method;
  mp_size_t n;
  mp_srcptr context, entry, pp, np;     /* entry: beta^2h mod P; np: nu, n + 1 limbs */
  const struct comba_pool *pool;
  mp_ptr scratch;
};
extern const struct comba_representation comba_representation_split;

/* Defines a method from comba_METHOD_recipe. */
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
