/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operands for a measurement: random, and at different places in memory, as a pair of
   addresses may happen to collide in the cache. */

#ifndef BENCH_OPERANDS_H
#define BENCH_OPERANDS_H

#include "limb.h"

struct operands
{
  mp_ptr rp, ap, bp;
  mp_size_t an, bn;
};

/* Room for operands of up to an and bn limbs and their product, for free (); NULL if
   there is no memory. */
mp_ptr operands_room (mp_size_t an, mp_size_t bn);

/* Puts fresh operands at placement I of a room that was made for AN and BN; the same
   placement in every run.  Any number will do. */
struct operands operands_place (mp_ptr room, mp_size_t an, mp_size_t bn, int i);

#endif
