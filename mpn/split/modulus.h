/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A modulus made ready for many products, by one thread or several: the algorithm, the representation,
   and all that these precompute, in one piece of memory.  Powers by several threads and the modular
   functions of comba.h work with it; comba.h's struct comba_mod is this one. */

#ifndef COMBA_SPLIT_MODULUS_H
#define COMBA_SPLIT_MODULUS_H

#include "residue/representation.h"
#include "split/method.h"
#include "parallel/pool.h"
#include "arith/scratch.h"

/* What may be asked for; zeros mean "as the configuration says".  PARTS is the k of multipartite. */
struct comba_modulus_choice
{
  enum comba_algorithm algorithm;
  int parts, threads;
};

struct comba_mod
{
  struct comba_modulus_choice chosen;   /* no zeros */
  int path;                             /* under which products by several threads count (mul/paths/paths.h) */
  const struct comba_config *k;
  mp_size_t n;

  /* For canonical residues, whatever the algorithm: a Barrett representation for any modulus, whose
     elements are limbs; and, of its context (residue/contexts.h), P, and nu of n + 1 limbs. */
  const struct comba_representation *canonical;
  mp_srcptr canonical_context, pp, np;

  /* The representation that products are in, with rep_context.  If POOLED is not NULL, it is pooled->on_pool,
     with a context made for each call from rep_context; if SPLIT is not NULL, it is
     comba_representation_split, from split_context and entry = beta^2h mod P. */
  const struct comba_representation *rep;
  const struct comba_pool_representation *pooled;
  mp_srcptr rep_context;
  const struct comba_split_method *split;
  mp_srcptr split_context, entry, redc_context;         /* the last: reduction alone (split/method.h) */

  /* Limbs of scratch: for calls with canonical residues, and with elements; and what these and powers
     need besides. */
  size_t canonical_itch, rep_itch, split_itch;

  void *memory;
};

/* The step of plan mod, or mod_even unless ODD, for a modulus of n limbs and at most THREADS threads;
   sequential with one thread where the plan has none, or none that serves. */
struct comba_step comba_mod_planned (const struct comba_config *k, mp_size_t n, int odd, int threads);

/* Makes *MODULUS for P = pp[0..n-1] > 1, pp[n-1] != 0, n <= COMBA_REPRESENTATION_MAX.  CHOICE suits P:
   P is odd unless the algorithm is Barrett or AUTO, and 2 <= parts <= n where there are parts.  Returns
   1, or 0 without memory.  errno is preserved. */
int comba_mod_make (struct comba_mod **modulus, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
                    const struct comba_modulus_choice *choice);
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
};

/* With ITCH limbs of scratch, aligned.  The pool is taken if M is for several threads, for one product
   (MANY = 0: sleeping workers are woken only for a large one) or many.  Returns 1, and then
   comba_mod_end is due; or 0 without memory. */
int comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch, int many);

/* The same for one product of elements: scratch is for copies of two of them and, unless a pool has memory
   for its product, for the representation. */
int comba_mod_begin_product (struct comba_mod_call *call, const struct comba_mod *m);

/* The same with a pool that was taken, which comba_mod_end gives back; or with POOL = NULL. */
int comba_mod_begin_with (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                          const struct comba_pool *pool);
void comba_mod_end (struct comba_mod_call *call);

#endif
