/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Two limbs in registers.  Compilers pass the halves of a double limb through memory, where the use
   of a sum waits for a store and a load, and they make branches of conditions on a carry.  They also
   compare the lower limbs first, by a branch that random limbs make unpredictable. */

#ifndef COMBA_ARITH_LIMB_PAIR_H
#define COMBA_ARITH_LIMB_PAIR_H

#include "arith/limb_steps.h"

struct comba_pair
{
  mp_limb_t low, high;
};

static ALWAYS_INLINE struct comba_pair
comba_pair_product (mp_limb_t a, mp_limb_t b)
{
  struct comba_pair x;
  x.high = comba_multiply_limbs (a, b, &x.low);
  return x;
}

/* comba_pair_below: 1 if x < y, else 0.  comba_pair_add_limb: x + y, below beta^2.  comba_pair_add,
   comba_pair_sub: x + y, x - y modulo beta^2.  comba_pair_add_mod: x + y, minus P if that is not
   below beta^2.  comba_pair_sub_mod: x - y, plus P if that is below 0. */

#if defined __x86_64__ && GMP_LIMB_BITS == 64

static ALWAYS_INLINE int
comba_pair_below (struct comba_pair x, struct comba_pair y)
{
  int below;
  __asm__ ("cmpq %[y0], %[x0]\n\tsbbq %[y1], %[x1]"
           : [x1] "+r" (x.high), "=@ccc" (below) : [x0] "r" (x.low), [y0] "r" (y.low), [y1] "r" (y.high));
  return below;
}

static ALWAYS_INLINE struct comba_pair
comba_pair_add_limb (struct comba_pair x, mp_limb_t y)
{
  __asm__ ("addq %[y], %[low]\n\tadcq $0, %[high]" : [low] "+&r" (x.low), [high] "+r" (x.high) : [y] "r" (y) : "cc");
  return x;
}

static ALWAYS_INLINE struct comba_pair
comba_pair_add (struct comba_pair x, struct comba_pair y)
{
  __asm__ ("addq %[y0], %[low]\n\tadcq %[y1], %[high]"
           : [low] "+&r" (x.low), [high] "+r" (x.high) : [y0] "r" (y.low), [y1] "r" (y.high) : "cc");
  return x;
}

static ALWAYS_INLINE struct comba_pair
comba_pair_sub (struct comba_pair x, struct comba_pair y)
{
  __asm__ ("subq %[y0], %[low]\n\tsbbq %[y1], %[high]"
           : [low] "+&r" (x.low), [high] "+r" (x.high) : [y0] "r" (y.low), [y1] "r" (y.high) : "cc");
  return x;
}

/* x becomes the result of the two instructions on x and y, or OTHER if the second one sets the
   carry. */
#define COMBA_PAIR_CHOOSE(x, first, second, y, other)                                                               \
  __asm__ (first " %[y0], %[low]\n\t" second " %[y1], %[high]\n\tcmovcq %[other0], %[low]\n\tcmovcq %[other1], %[high]" \
           : [low] "+&r" (x.low), [high] "+&r" (x.high)                                                             \
           : [y0] "r" (y.low), [y1] "r" (y.high), [other0] "r" (other.low), [other1] "r" (other.high) : "cc")

static ALWAYS_INLINE struct comba_pair
comba_pair_add_mod (struct comba_pair x, struct comba_pair y, struct comba_pair p)
{
  const struct comba_pair less = comba_pair_add (comba_pair_sub (x, p), y);
  COMBA_PAIR_CHOOSE (x, "addq", "adcq", y, less);
  return x;
}

static ALWAYS_INLINE struct comba_pair
comba_pair_sub_mod (struct comba_pair x, struct comba_pair y, struct comba_pair p)
{
  const struct comba_pair more = comba_pair_sub (comba_pair_add (x, p), y);
  COMBA_PAIR_CHOOSE (x, "subq", "sbbq", y, more);
  return x;
}

#else

static ALWAYS_INLINE int
comba_pair_below (struct comba_pair x, struct comba_pair y)
{
  return (x.high < y.high) | ((x.high == y.high) & (x.low < y.low));
}

static ALWAYS_INLINE struct comba_pair
comba_pair_add_limb (struct comba_pair x, mp_limb_t y)
{
  const mp_limb_t low = x.low + y;
  return (struct comba_pair) { low, x.high + (low < y) };
}

static ALWAYS_INLINE struct comba_pair
comba_pair_add (struct comba_pair x, struct comba_pair y)
{
  const mp_limb_t low = x.low + y.low;
  return (struct comba_pair) { low, x.high + y.high + (low < y.low) };
}

static ALWAYS_INLINE struct comba_pair
comba_pair_sub (struct comba_pair x, struct comba_pair y)
{
  return (struct comba_pair) { x.low - y.low, x.high - y.high - (x.low < y.low) };
}

static ALWAYS_INLINE struct comba_pair
comba_pair_add_mod (struct comba_pair x, struct comba_pair y, struct comba_pair p)
{
  const struct comba_pair sum = comba_pair_add (x, y);
  const mp_limb_t mask = -(mp_limb_t) comba_pair_below (sum, y);
  return comba_pair_sub (sum, (struct comba_pair) { p.low & mask, p.high & mask });
}

static ALWAYS_INLINE struct comba_pair
comba_pair_sub_mod (struct comba_pair x, struct comba_pair y, struct comba_pair p)
{
  const mp_limb_t mask = -(mp_limb_t) comba_pair_below (x, y);
  return comba_pair_add (comba_pair_sub (x, y), (struct comba_pair) { p.low & mask, p.high & mask });
}

#endif

#endif
