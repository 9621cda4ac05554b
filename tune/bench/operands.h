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
size_t operands_room_limbs (mp_size_t an, mp_size_t bn);

/* Steele, Lea and Flood, Fast splittable pseudorandom number generators. */
uint64_t splitmix (uint64_t *state);

/* Puts fresh operands at placement I of a room that was made for AN and BN; the same
   placement in every run.  Any number will do. */
struct operands operands_place (mp_ptr room, mp_size_t an, mp_size_t bn, int i);

/* Returns a random number of limbs by which the beginning of an operand may be moved, if its size
   is the one for which it was placed. */
mp_size_t operands_offset (uint64_t *state);

#endif
