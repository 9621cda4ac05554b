/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modular exponentiation. */

#ifndef COMBA_POWM_POWM_H
#define COMBA_POWM_POWM_H

#include "residue/representation.h"
#include "arith/arith.h"
#include <string.h>

/* A power no longer than P: p[0..n-1] = B^(E >> left). */
#define COMBA_UNREDUCED_MAX 64

struct comba_unreduced
{
  size_t left;
  mp_size_t n;
  mp_srcptr p;
  mp_limb_t limbs[2][COMBA_UNREDUCED_MAX];
};

/* With as little left of E as MOST limbs, or COMBA_UNREDUCED_MAX, have room for, or all but its
   first bit.  bn, en >= 1, ep[en-1] != 0; leading zeros of B may be the power's.
   (powm_unreduced.c) */
void comba_powm_unreduced (const struct comba_config *k, struct comba_unreduced *w, mp_srcptr bp,
                       mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_size_t most);

/* The same while the power is a limb: returns B^(E >> *left). */
mp_limb_t comba_powm_in_limb (mp_limb_t b, mp_srcptr ep, mp_size_t en, size_t *left);

/* rp[0..n-1] = 2^e, if that is below P: returns 1, or 0 with nothing done.  e > 0, P odd, n >= 1,
   pp[n-1] != 0.  rp may be any operand. */
static ALWAYS_INLINE int
comba_powm_is_shift (mp_ptr rp, mp_limb_t e, mp_srcptr pp, mp_size_t n)
{
  const mp_limb_t at = e / GMP_LIMB_BITS, limb = (mp_limb_t) 1 << e % GMP_LIMB_BITS;
  /* P has a one below, so it is above what its highest limb is not below. */
  if (at >= (mp_limb_t) n || (at == (mp_limb_t) n - 1 && pp[n - 1] < limb))
    return 0;
  memset (rp, 0, (size_t) n * sizeof (mp_limb_t));
  rp[at] = limb;
  return 1;
}

/* rp[0..n-1] = B^E, if that is below P: returns 1, or 0 with nothing done.  bn, n >= 1, E > 0,
   B has BITS, bp[bn-1] != 0, ep[en-1] != 0, P odd, pp[n-1] != 0.  rp may be any operand. */
int comba_powm_is_unreduced (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                         size_t bits, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n);

/* Whether that is worth asking: B^2 may be no longer than P. */
static ALWAYS_INLINE int
comba_powm_may_be_unreduced (mp_size_t bn, mp_size_t en, mp_size_t n)
{
  return en == 1 && 2 * (bn - 1) < n;
}

/* Powers modulo P of few limbs, without a form: rp[0..n-1] = B^E mod P, P odd,
   1 <= n <= COMBA_POWM_ONE_TWO_LIMBS, bn >= 1, E > 0, ep[en-1] != 0.  rp may be any operand. */
#define COMBA_POWM_ONE_TWO_LIMBS 2
void comba_powm_one_two_limbs (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                     mp_srcptr pp, mp_size_t n);

/* Powers of few products, without a form: rp[0..n-1] = B^E mod P, any P, n >= 3, bn >= 1, E > 0,
   pp[n-1] != 0; k->addmul_1 is not NULL.  rp may be any operand. */
void comba_powm_short (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                       mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch);
#define COMBA_POWM_SHORT_ITCH(n) (7 * (size_t) (n))

/* How many rows the reductions of B^e's products take; B has BITS, not 0. */
mp_size_t comba_powm_rows (mp_limb_t e, size_t bits, mp_size_t n);

/* How a power modulo few limbs goes, B being 2 or not: by comba_powm_limb; by comba_powm_short, with so few
   limbs that its scratch is little; or as powers modulo any number. */
enum comba_powm_way
{
  COMBA_POWM_OTHERWISE,
  COMBA_POWM_LIMB,
  COMBA_POWM_DIVIDED
};
enum comba_powm_way comba_powm_way (const struct comba_config *k, mp_size_t n, int is_two,
                                    size_t bits, mp_srcptr ep, mp_size_t en);
#define COMBA_POWM_LIMB_LEAST 3
#define COMBA_POWM_LIMB_MOST 16         /* no k->powm_limb serves more */

/* Powers by an exponent of one limb: rp[0..n-1] = B^e mod P; P = pp[0..n-1] is odd, pp[n-1] != 0,
   COMBA_POWM_LIMB_LEAST <= n <= k->powm_limb->rep->max, bn >= 1, e > 0.  rp may be any operand.  No scratch, bounded
   stack.  Time depends on values: e, n, bn, pp[n-1], how much is subtracted at last, and B if it is short.
   (powm_limb.c) */
void comba_powm_limb (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr pp,
                      mp_size_t n);

/* As comba_powm_short, by partial Barrett reductions, n >= 2; k->addmul_1 may be NULL.  Time depends on the
   values.  (powm_barrett.c) */
void comba_powm_barrett (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                    mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch);
size_t comba_powm_barrett_itch (mp_size_t n);

/* Whether E has so few ones that windows, which Barrett's form has, would save no products. */
int comba_powm_barrett_suits (mp_limb_t e);

/* The way to B^E mod P, P odd and of n limbs, that takes the least time by the estimates in k->powm_costs: division
   (comba_powm_short); Montgomery's representation by rows; Barrett's reductions with one inverse (comba_powm_barrett
   or, with many ones, the representation of the same); or the first representation in k's list that serves.  B has
   BITS, IS_TWO says whether it is 2; E > 0, ep[en-1] != 0.  An E of several limbs and n < 3 always take a
   representation.  Every way gives right results, for any costs and thresholds. */
enum comba_powm_method
{
  COMBA_POWM_IN_REPRESENTATION,
  COMBA_POWM_BY_DIVISION,
  COMBA_POWM_BY_ROWS,
  COMBA_POWM_BY_BARRETT
};
enum comba_powm_method comba_powm_method (const struct comba_config *k, mp_size_t n, int is_two, size_t bits,
                                          mp_srcptr ep, mp_size_t en);

/* rp[0..n-1] = B^E mod P by METHOD, with scratch of its own: P = mp[0..n-1] odd, n >= 3, mp[n-1] != 0, bn >= 1, E > 0,
   ep[en-1] != 0, and but for COMBA_POWM_IN_REPRESENTATION en = 1.  rp may be any operand.  Returns 1, or 0 if there is
   no memory.  Time depends on values.  (powm_any.c) */
int comba_powm_by (enum comba_powm_method method, const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                   mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n);

/* For B of one limb, in a form that has mul_limb: xp, which is B^(E >> left), becomes B^E.  What x
   has to be multiplied by waits in one limb. */
void comba_powm_limbs (const struct comba_config *k, const struct comba_representation *rep,
                       mp_srcptr context, mp_ptr xp, mp_limb_t b, mp_srcptr ep, size_t left,
                       mp_ptr scratch);

/* Whether that is faster than windows of WIDTH bits over powers of B. */
int comba_powm_limbs_pay (mp_size_t n, mp_limb_t b, mp_srcptr ep, size_t left, int width);

/* 2^(v + 1) as (2^u)^(2^s) less W twos, u = (v >> s) + 1 <= MOST, W what v has not below 2^s: the
   least s.  MOST has two bits at least. */
static inline int
comba_powm_two_squares (mp_limb_t v, mp_limb_t most)
{
  const int bits = v == 0 ? 0 : (int) comba_bits (&v, 1), room = (int) comba_bits (&most, 1) - 1;
  int s = bits > room ? bits - room : 0;
  if (s > 0 && v >> (s - 1) < most)
    s--;
  return s;
}

/* rp[0..n-1] = 2^E mod P, E > 0, ep[en-1] != 0, in a form that has odd_modulus; scratch for two
   elements more than the form's.  Returns 1; or 0 with nothing done: E is of several limbs, or a
   limb or more below the bits that leaving the form takes away. */
int comba_powm_two (const struct comba_config *k, const struct comba_representation *rep,
                    mp_srcptr context, mp_size_t n, mp_ptr rp, mp_srcptr ep, mp_size_t en,
                    mp_ptr scratch);

/* Of how many bits windows over E's take the fewest products. */
int comba_powm_width (mp_srcptr ep, mp_size_t en);

/* A step of sliding windows from bit AT of E on: at - low squares, and then, if ODD is not zero, a product by B^ODD.
   All squares to the next product are one step: how many is what no branch foresees, once for each window. */
struct comba_window
{
  size_t low;
  unsigned odd;                 /* at most 16 bits */
};

static inline struct comba_window
comba_next_window (mp_srcptr ep, size_t at, int width)
{
  size_t i = (at - 1) / GMP_LIMB_BITS;
  const mp_limb_t limb = ep[i] << (i * GMP_LIMB_BITS + GMP_LIMB_BITS - at);
  if (limb == 0)
    return (struct comba_window) { i * GMP_LIMB_BITS, 0 };
  at -= (size_t) __builtin_clzll (limb) - (64 - GMP_LIMB_BITS);
  const size_t low = at > (size_t) width ? at - (size_t) width : 0, shift = low % GMP_LIMB_BITS;
  i = low / GMP_LIMB_BITS;
  mp_limb_t bits = ep[i] >> shift;
  if ((at - 1) / GMP_LIMB_BITS != i)
    bits |= ep[i + 1] << (GMP_LIMB_BITS - shift);
  const unsigned digit = (unsigned) bits & ((1u << (at - low)) - 1);
  const int zeros = __builtin_ctz (digit);
  return (struct comba_window) { low + (size_t) zeros, digit >> zeros };
}

/* Whether to begin with whole powers of B, which has BITS, before such windows: without, the first
   window is for nothing, and B is entered anyway. */
static inline int
comba_powm_begins_unreduced (mp_size_t n, size_t bits, int width)
{
  return width == 1 || bits << (width + 2) <= (size_t) n * GMP_LIMB_BITS;
}

/* Any power modulo odd P, in the way that takes the least time: rp[0..n-1] = B^E mod P, below P; n, bn, en >= 1,
   pp[n-1] != 0, ep[en-1] != 0.  rp may be any operand.  Allocates; without memory for any way it ends the
   program with GMP's message.  K stands where mpn_powm has its scratch: the exported function need not move
   its arguments.  Time depends on the values.  (powm_any.c) */
void comba_powm_any (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n,
                     const struct comba_config *k);

/* By several threads, as plan mod says: rp[0..n-1] = B^E mod P, P odd, bn, en >= 1, pp[n-1] != 0,
   ep[en-1] != 0.  rp may be any operand.  Returns 1; or 0 with nothing done: the plan has no
   threads for this size, E is short, the pool is busy, or there is no memory.
   (powm_threads.c) */
int comba_powm_on_pool (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                       mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n);

/* In a form: rp[0..n-1] = B^E mod P for the P of n limbs that CONTEXT was made for, by
   sliding windows over the odd powers of B.  While these are shorter than P they are whole
   numbers: a short B enters as a power of it.  bn, en >= 0, leading zero limbs allowed;
   B^0 = 1.  rp may be B.  Time depends on E, on how many limbs B has that are not leading zeros,
   on whether B is below P, and on B if it is short. */
void comba_powm (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                 mp_size_t n, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                 mp_ptr scratch);
size_t comba_powm_itch (const struct comba_representation *rep, mp_size_t n, mp_srcptr ep, mp_size_t en);

#endif
