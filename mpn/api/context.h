/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the modular functions of comba.h share. */

#ifndef COMBA_API_CONTEXT_H
#define COMBA_API_CONTEXT_H

#include "comba.h"
#include "split/modulus.h"
#include "residue/reduce.h"

/* Returns COMBA_OK, or the status for a modulus that no context can have: COMBA_BAD_SIZE or
   COMBA_BAD_MODULUS. */
int comba_mod_bad_modulus (mp_srcptr pp, mp_size_t n);

/* comba_mod_init_with, for CPU configuration K instead of the one in use. */
int comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
                   int algorithm, int parts, int threads);

/* n limbs congruent to A modulo P, where A = ap[0..|an|-1], negative if an < 0
   COPY has n limbs and overlaps nothing.  Scratch: canonical_itch limbs.
   Returns AP if an = n, else COPY, with a value below beta^n. */
mp_srcptr comba_mod_congruent (const struct comba_mod *m, mp_ptr copy, mp_srcptr ap, mp_size_t an, mp_ptr scratch);

/* The status of a call that can only run out of memory: DONE is whether it did not. */
static inline int
comba_mod_status (int done)
{
  return done ? COMBA_OK : COMBA_NO_MEMORY;
}

#endif
