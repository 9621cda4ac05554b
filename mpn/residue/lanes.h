/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues side by side: lane l of every vector belongs to a number of its own, with a
   modulus of its own.  So nothing moves between lanes, and no vector is padded.

   An element is N digits of LANES words each, digit i of lane l in word i LANES + l, aligned to 64
   bytes.  It is congruent to x R mod P in each lane, R = 2^(digit_bits N), and R >= 8 beta^n.
   Elements are lazy: -P < X < 2P.  Digits of other representations of X are no elements.

   For all functions: 1 <= N <= max.  Results may be operands; scratch overlaps nothing.  Time
   depends on N alone unless stated.  (residue/lanes_tpl.h) */

#ifndef COMBA_RESIDUE_LANES_H
#define COMBA_RESIDUE_LANES_H

#include "limb.h"

#define COMBA_LANES_MAX 8

/* The number of zero digits that follow the digits of an element and of P. */
#define COMBA_LANES_PADDING 3

/* zp = xp * yp / R mod P, in each lane.
   |X Y| < R P / 4: one may be any number below beta^n, the other below 2P.  For Y = 1 the result
   lies between -P and P, or is P.  pp is the digits of P, its padding, then one of -1/P mod 2^digit_bits.
   Scratch: N LANES words.
   Montgomery 1985, by columns. */
typedef void comba_lanes_mul_fn (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr pp,
                                 mp_size_t digits, mp_ptr scratch);
typedef void comba_lanes_sqr_fn (mp_ptr zp, mp_srcptr xp, mp_srcptr pp, mp_size_t digits,
                                 mp_ptr scratch);

struct comba_lanes
{
  int lanes, digit_bits;
  mp_size_t max;                /* most digits */
  comba_lanes_mul_fn *mul;
  comba_lanes_sqr_fn *sqr;

  /* Lane LANE of xp = ap[0..an-1], an >= 0, below 2^(digit_bits N - 1). */
  void (*put) (mp_ptr xp, int lane, mp_size_t digits, mp_srcptr ap, mp_size_t an);

  /* rp[0..n-1] = lane LANE of xp modulo beta^n, for X between -beta^n and 2 beta^n; rp does not
     overlap xp.  Returns floor (X / beta^n) modulo 8, in its lowest bits. */
  mp_limb_t (*get) (mp_ptr rp, mp_size_t n, mp_srcptr xp, int lane, mp_size_t digits);

  /* Lane l of xp = lane l of entry index[l] of TABLE, which is COUNT elements.  xp does not overlap
     TABLE.  Reads all of TABLE. */
  void (*select) (mp_ptr xp, mp_srcptr table, mp_size_t digits, size_t count,
                  const mp_limb_t *index);
};

#endif
