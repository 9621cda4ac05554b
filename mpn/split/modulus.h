/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A modulus prepared for many products, by one thread or several: the algorithm, the
   representation, and all precomputed values, in one block of memory.  Powers by several threads
   and the modular functions of comba.h use it; comba.h's struct comba_mod is this one. */

#ifndef COMBA_SPLIT_MODULUS_H
#define COMBA_SPLIT_MODULUS_H

#include "residue/representation.h"
#include "split/method.h"
#include "parallel/pool.h"
#include "arith/scratch.h"

/* A requested choice; zeros mean "as the configuration says".  PARTS is the k of multipartite. */
struct comba_modulus_choice
{
  enum comba_algorithm algorithm;
  int parts, threads;
};

struct comba_mod
{
  struct comba_modulus_choice chosen;   /* no zeros */
  int path;                             /* under which the pool counts products (mul/paths/paths.h) */
  const struct comba_config *k;
  mp_size_t n;

  /* For canonical residues, whatever the algorithm is: a Barrett representation for any modulus,
     whose elements are any n limbs; and, from its context (residue/contexts.h), P, and nu of n + 1
     limbs. */
  const struct comba_representation *canonical;
  mp_srcptr canonical_context, pp, np;

  /* The representation of products, with rep_context.  If POOLED is not NULL, it is
     pooled->on_pool, with a context that each call makes from rep_context.  If SPLIT is not NULL,
     it is comba_representation_split, from split_context and entry = beta^2h mod P. */
  const struct comba_representation *rep;
  const struct comba_pool_representation *pooled;
  mp_srcptr rep_context;
  const struct comba_split_method *split;
  mp_srcptr split_context, entry;
  mp_srcptr redc_context;               /* for a reduction alone (split/method.h) */

  /* Scratch in limbs: for calls with canonical residues, for calls with elements, and what both and
     powers need in addition. */
  size_t canonical_itch, rep_itch, split_itch;

  void *memory;
};

/* Returns the step of plan mod, or of mod_even unless ODD, for a modulus of n limbs and at most
   THREADS threads; a sequential step with one thread if the plan has none that applies. */
struct comba_step comba_mod_planned (const struct comba_config *k, mp_size_t n, int odd, int threads);

/* Makes *MODULUS for P = pp[0..n-1] > 1
   pp[n-1] != 0, n <= COMBA_REPRESENTATION_MAX.  CHOICE must suit P: P is odd unless the algorithm
   is Barrett or AUTO, and 2 <= parts <= n where there are parts.
   Returns 1, or 0 if an allocation fails.  Preserves errno. */
int comba_mod_make (struct comba_mod **modulus, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
                    const struct comba_modulus_choice *choice);

/* The same in *M with memory from CONTEXT, which comba_scratch_put gives back also after a
   failure.  Without malloc; comba_mod_free must not be called. */
int comba_mod_make_in_scratch (struct comba_mod *m, struct comba_scratch *context, const struct comba_config *k,
                               mp_srcptr pp, mp_size_t n, const struct comba_modulus_choice *choice);

/* Frees a modulus.  Preserves errno. */
void comba_mod_free (struct comba_mod *modulus);

/* One call: scratch, the context of the representation, and the pool if there is one. */
struct comba_mod_call
{
  const struct comba_mod *m;
  mp_srcptr context;
  mp_ptr scratch;
  int has_pool;
  struct comba_pool alone;
  struct comba_split_context split;
  struct comba_on_pool_context on_pool;
  struct comba_scratch memory;
  mp_limb_t small[512];         /* scratch, if that is enough */
};

/* Begins a call with ITCH limbs of scratch, aligned.  If M is for several threads, takes the pool,
   for one product (MANY = 0: wakes sleeping workers only for a large one) or for many.  Returns 1,
   and then the caller must call comba_mod_end; or 0 if an allocation fails. */
int comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch, int many);

/* The same for one product of elements.  Scratch is for copies of two elements and, unless a pool
   has memory for its product, for the representation. */
int comba_mod_begin_product (struct comba_mod_call *call, const struct comba_mod *m);

/* The same with a pool that the caller has taken, or with POOL = NULL.  comba_mod_end gives it
   back.  FLAGS: COMBA_SCRATCH_SECRET in powers (arith/scratch.h), else 0. */
int comba_mod_begin_with (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                          const struct comba_pool *pool, int flags);

/* Ends a call: frees its scratch and gives the pool back. */
void comba_mod_end (struct comba_mod_call *call);

#endif
