/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the modular functions of comba.h have in common. */

#ifndef COMBA_API_CONTEXT_H
#define COMBA_API_CONTEXT_H

#include "comba.h"
#include "split/modulus.h"
#include "residue/reduce.h"

/* What is wrong with a modulus: a status. */
int comba_mod_bad_modulus (mp_srcptr pp, mp_size_t n);

/* comba_mod_init_with, with CPU configuration K. */
int comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
                   int algorithm, int parts, int threads);

/* The status of a call that fails only for want of memory. */
static inline int
comba_mod_status (int done)
{
  return done ? COMBA_OK : COMBA_NO_MEMORY;
}

#endif
