/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Methods that split the reduction of a product between its low and its high end
   (paper 003, sections 2.3, 2.4, 3): bipartite, tripartite, k-ary multipartite.  Each
   divides by beta^h, h = floor (n'/2), where n' >= n is the padded size: a number of
   limbs that the method's parts divide, as its split_size says.

   P = pp[0..n-1] is odd, > 1, pp[n-1] != 0.  A and B have n limbs and are below P, as is
   the result, R = A B beta^-h mod P; rp may be ap or bp.

   A context is made once, never written again, and may serve any number of threads; it
   copies what it needs of P.  Contexts and scratch are aligned to 64 bytes, sizes are
   in limbs and multiples of 8.  Nothing here takes memory. */

#ifndef COMBA_SPLIT_SPLIT_H
#define COMBA_SPLIT_SPLIT_H

#include "dispatch/config.h"
#include "parallel/pool.h"

struct comba_split_method
{
  const char *name;

  /* Parts served, MIN to MAX: the k of multipartite; 2 and 2 for the others.  A modulus
     has at least k limbs. */
  int min_parts, max_parts;

  /* n', for a modulus of n limbs in k parts. */
  mp_size_t (*split_size) (mp_size_t n, int k);

  /* Limbs of the context, and of the scratch of init, mul and sqr, for teams of THREADS
     threads, 1 or more. */
  size_t (*context_size) (mp_size_t n, int k, int threads);
  size_t (*itch) (mp_size_t n, int k, int threads);

  void (*init) (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp, mp_size_t n,
                int k, int threads, mp_ptr scratch);

  /* R = A B beta^-h mod P and R = A^2 beta^-h mod P, by a team of 1 to THREADS threads:
     &COMBA_POOL_ALONE (1) for one. */
  void (*mul) (const struct comba_config *kernels, mp_srcptr context,
               const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
               mp_ptr scratch);
  void (*sqr) (const struct comba_config *kernels, mp_srcptr context,
               const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_ptr scratch);
};

extern const struct comba_split_method comba_bipartite, comba_tripartite, comba_multipartite_1,
  comba_multipartite_2;

#endif
