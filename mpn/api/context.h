/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What is behind the modular functions of comba.h. */

#ifndef COMBA_API_CONTEXT_H
#define COMBA_API_CONTEXT_H

#include "comba.h"
#include "residue/representation.h"
#include "residue/reduce.h"
#include "split/split.h"
#include "arith/scratch.h"

struct comba_mod
{
  struct comba_mod_choice chosen;
  int path;                     /* what a team has done counts as (mul/paths/paths.h) */
  const struct comba_config *k;
  mp_size_t n;

  /* For plain residues, whatever the algorithm: Barrett's form for any modulus, whose
     elements are limbs, and of its context (residue/contexts.h) P, and nu of n + 1 limbs. */
  const struct comba_representation *plain;
  mp_srcptr plain_context, pp, np;

  /* The working form: of FORM with form_context.  If SHARED is not NULL, it is
     shared->shared with a context made for each call, from form_context; if SPLIT is not
     NULL, comba_representation_split, from split_context and entry = beta^2h mod P. */
  const struct comba_representation *rep;
  const struct comba_pool_representation *pooled;
  mp_srcptr form_context;
  const struct comba_split_method *split;
  mp_srcptr split_context, entry, redc_context;     /* the last: split/methods.h, reduction alone */

  /* Scratch: of calls of plain residues, and of elements; and what these and powm need besides. */
  size_t plain_itch, form_itch, split_itch;

  void *memory;
};

/* comba_mod_init with the kernels k. */
int comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp,
                   mp_size_t n, const struct comba_mod_choice *choice);

/* What plan mod, or mod_even unless ODD, says of a modulus of n limbs and of THREADS threads at
   most; sequential with one thread where that is nothing, or does not suit. */
struct comba_step comba_mod_planned (const struct comba_config *k, mp_size_t n, int odd,
                                     int threads);

/* What is wrong with a modulus: a status. */
int comba_mod_bad_modulus (mp_srcptr pp, mp_size_t n);

/* The methods by algorithm; NULL for those that split nothing. */
const struct comba_split_method *comba_split_method (int algorithm);

/* The algorithm of a modular path; COMBA_MOD_AUTO for others. */
int comba_path_algorithm (int path);

/* A method's working form, x beta^h mod P, as a form.  Its contexts are of one call:
   they know the team and the method's scratch. */
struct comba_split_context
{
  const struct comba_split_method *method;
  mp_size_t n;
  mp_srcptr context, entry, pp, np;
  const struct comba_pool *pool;
  mp_ptr scratch;
};
extern const struct comba_representation comba_representation_split;

/* One call: scratch, the context of the form, the team if there is one. */
struct comba_mod_call
{
  const struct comba_mod *m;
  mp_srcptr context;
  mp_ptr scratch;
  int has_team;
  struct comba_pool alone;
  struct comba_split_context split;
  struct comba_on_pool_context on_pool;
  struct comba_scratch memory;
};

/* With ITCH limbs of scratch, aligned.  The team is taken if the context is for several
   threads, for one product (MANY = 0: sleeping workers are woken where the product is large)
   or many.  Returns COMBA_OK, and then comba_mod_end is due, or COMBA_NO_MEMORY. */
int comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                     int many);

/* The same for one product of elements: scratch is for copies of two of them and, unless a team has memory for its product,
   for the form. */
int comba_mod_begin_product (struct comba_mod_call *call, const struct comba_mod *m);

/* The same with a team that was taken, which comba_mod_end gives back; or with TEAM = NULL. */
int comba_mod_begin_with (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                          const struct comba_pool *pool);
void comba_mod_end (struct comba_mod_call *call);

#endif
