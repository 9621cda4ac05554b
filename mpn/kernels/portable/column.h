/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Column k of the product of a (an words) and b (bn words) is the sum of a_i * b_{k-i} for
   COLUMN_FIRST <= i <= COLUMN_LAST. */

#ifndef COMBA_KERNELS_PORTABLE_COLUMN_H
#define COMBA_KERNELS_PORTABLE_COLUMN_H

#include "limb.h"

#define COLUMN_FIRST(k, bn) ((k) < (bn) ? 0 : (k) - (bn) + 1)
#define COLUMN_LAST(k, an) ((k) < (an) ? (k) : (an) - 1)

/* The operations on words and accumulators in the loops over columns, which papers 001 and 000
   count.  tune/papers/counted.h redefines them to count them. */
#ifndef WORD_MUL
#define WORD_MUL(x, y) ((comba_acc) (x) * (y))  /* the product of two words */
#define ACC_ADD(r, x) ((r) += (x))
#define ACC_ADD_2(r, x) ((r) += (x))            /* of two words */
#define ACC_DOUBLE(r) ((r) *= 2)
#endif

/* Stores the carry out of a range of columns, a double limb, as pending carry
   (dispatch/config.h). */
static inline void
put_pending (mp_limb_t pending[2], comba_dlimb carry)
{
  pending[0] = (mp_limb_t) carry;
  pending[1] = (mp_limb_t) (carry >> GMP_LIMB_BITS);
}

#endif
