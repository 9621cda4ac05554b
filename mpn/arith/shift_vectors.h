/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Some limbs at once, at any address: the compiler uses the vectors of the target, if there are
   any. */

#ifndef COMBA_ARITH_SHIFT_VECTORS_H
#define COMBA_ARITH_SHIFT_VECTORS_H

#include "limb.h"

#define FEW 4
typedef mp_limb_t limb_vector
  __attribute__ ((vector_size (FEW * sizeof (mp_limb_t)), aligned (sizeof (mp_limb_t)),
                  may_alias));

#endif
