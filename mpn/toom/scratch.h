/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Scratch for one call: on the stack while it is small, else from malloc. */

#ifndef COMBA_SCRATCH_H
#define COMBA_SCRATCH_H

#include "limb.h"

#define COMBA_SCRATCH_STACK 2048        /* limbs */

struct comba_scratch
{
  mp_ptr heap;
  mp_limb_t stack[COMBA_SCRATCH_STACK];
};

/* Room for n limbs, or NULL if there is no memory.  errno is preserved. */
mp_ptr comba_scratch_get (struct comba_scratch *s, size_t n);

/* Gives it back; after a NULL as well. */
void comba_scratch_put (struct comba_scratch *s);

#endif
