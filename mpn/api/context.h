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

/* The status of a call that can only run out of memory: DONE is whether it did not. */
static inline int
comba_mod_status (int done)
{
  return done ? COMBA_OK : COMBA_NO_MEMORY;
}

#endif
