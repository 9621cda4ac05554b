/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modular exponentiation.

   For all functions here, unless stated: E > 0, ep[en-1] != 0, P = pp[0..n-1], pp[n-1] != 0.
   rp has n limbs and may be any operand.  Time depends on the values.  A "representation" is one of
   residue/representation.h. */

#ifndef COMBA_POWM_POWM_H
#define COMBA_POWM_POWM_H

#include "residue/representation.h"
#include "arith/arith.h"
#include <string.h>

/* comba_bits, which is not inline for the entry points' sake (arith/arith.h): a short power counts bits
   six times. */
static ALWAYS_INLINE size_t
comba_powm_bits (mp_srcptr xp, mp_size_t xn)
{
  return (size_t) xn * GMP_LIMB_BITS - (size_t) (__builtin_clzll (xp[xn - 1]) - (64 - GMP_LIMB_BITS));
}

/* The beginning of a power, without reduction: p[0..n-1] = B^(E >> left). */
#define COMBA_UNREDUCED_MAX 64
#define COMBA_UNREDUCED(most) ((most) < COMBA_UNREDUCED_MAX ? (most) : COMBA_UNREDUCED_MAX)

struct comba_unreduced
{
  size_t left;
  mp_size_t n;
  mp_srcptr p;
  mp_ptr limbs[2];              /* memory for W, COMBA_UNREDUCED (MOST) limbs each */
};

/* Computes W with the smallest LEFT for which B^(E >> left) fits in MOST limbs, or in
   COMBA_UNREDUCED_MAX limbs; at least the first bit of E is used.  The caller has set w->limbs.
   bn, en >= 1; B may have leading zeros, and then the power may, too.  (powm/powm_unreduced.c) */
void comba_powm_unreduced (const struct comba_config *k, struct comba_unreduced *w, mp_srcptr bp,
                       mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_size_t most);

/* The same while the power fits in one limb: returns B^(E >> *left), and sets *LEFT. */
mp_limb_t comba_powm_in_limb (mp_limb_t b, mp_srcptr ep, mp_size_t en, size_t *left);

/* rp[0..n-1] = 2^e if that is below P
   e > 0, P odd, n >= 1.
   Returns 1; or 0, with rp unchanged. */
static ALWAYS_INLINE int
comba_powm_is_shift (mp_ptr rp, mp_limb_t e, mp_srcptr pp, mp_size_t n)
{
  const mp_limb_t at = e / GMP_LIMB_BITS, limb = (mp_limb_t) 1 << e % GMP_LIMB_BITS;
  /* P is odd, so it is larger than a power of two that its highest limb is not below. */
  if (at >= (mp_limb_t) n || (at == (mp_limb_t) n - 1 && pp[n - 1] < limb))
    return 0;
  memset (rp, 0, (size_t) n * sizeof (mp_limb_t));
  rp[at] = limb;
  return 1;
}

/* rp[0..n-1] = B^E if that is below P
   bn, n >= 1, B has BITS bits, bp[bn-1] != 0, P odd.
   Returns 1; or 0, with rp unchanged. */
int comba_powm_is_unreduced (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                         size_t bits, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n);

/* Returns whether the test above is worthwhile: whether B^2 may be no longer than P. */
static ALWAYS_INLINE int
comba_powm_may_be_unreduced (mp_size_t bn, mp_size_t en, mp_size_t n)
{
  return en == 1 && 2 * (bn - 1) < n;
}

/* rp[0..n-1] = B^E mod P for P of one or two limbs, without a representation
   P odd, 1 <= n <= COMBA_POWM_ONE_TWO_LIMBS, bn >= 1.  No scratch. */
#define COMBA_POWM_ONE_TWO_LIMBS 2
void comba_powm_one_two_limbs (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                     mp_srcptr pp, mp_size_t n);

/* rp[0..n-1] = B^e mod P for exponents that need only a few products, without a representation
   n >= 3, bn >= 1, e > 0; k->addmul_1 is not NULL.
   Scratch: COMBA_POWM_SHORT_ITCH (n) limbs.  (powm/powm_short_exponent.c) */
void comba_powm_short (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                       mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch);
#define COMBA_POWM_SHORT_ITCH(n) (7 * (size_t) (n))

/* Returns the number of rows in the reductions of the products of B^e.  B has BITS > 0 bits. */
mp_size_t comba_powm_rows (mp_limb_t e, size_t bits, mp_size_t n);

/* How to compute a power modulo P of 3 to 16 limbs, where IS_TWO says whether B is 2: by
   comba_powm_limb; by comba_powm_short, whose scratch is small at these sizes; or by the general
   functions.  B has BITS bits. */
enum comba_powm_way
{
  COMBA_POWM_OTHERWISE,
  COMBA_POWM_LIMB,
  COMBA_POWM_DIVIDED
};
enum comba_powm_way comba_powm_way (const struct comba_config *k, mp_size_t n, int is_two,
                                    size_t bits, mp_srcptr ep, mp_size_t en);
#define COMBA_POWM_LIMB_LEAST 3
#define COMBA_POWM_LIMB_MOST 16         /* the largest n of any k->powm_limb */

/* rp[0..n-1] = B^e mod P for an exponent of one limb
   P odd, COMBA_POWM_LIMB_LEAST <= n <= k->powm_limb->rep->max, bn >= 1, e > 0.
   No scratch, bounded stack.
   Time depends on e, n, bn, pp[n-1], on the size of the last subtraction, and on B if it is short.
   (powm/powm_limb.c) */
void comba_powm_limb (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr pp,
                      mp_size_t n);

/* As comba_powm_short, but by partial Barrett reductions, n >= 2; k->addmul_1 may be NULL.
   Scratch: comba_powm_barrett_itch (n) limbs.  (powm/powm_barrett.c) */
void comba_powm_barrett (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                    mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch);

/* Returns the scratch of comba_powm_barrett in limbs. */
size_t comba_powm_barrett_itch (mp_size_t n);

/* Returns whether E has so few ones that windows, which Barrett's representation uses, would save
   no products. */
int comba_powm_barrett_suits (mp_limb_t e);

/* Returns the fastest method for B^E mod P, P odd and of n limbs, by the estimates in
   k->powm_costs: division (comba_powm_short); Montgomery's representation, word by word; Barrett's
   reductions with a single precomputed inverse (comba_powm_barrett or, with many ones in E, the
   representation); or the first suitable representation in k's list.  B has BITS bits; IS_TWO says
   whether it is 2.  An E of several limbs and n < 3 always use a representation.  All methods give
   correct results, for any costs and thresholds. */
enum comba_powm_method
{
  COMBA_POWM_IN_REPRESENTATION,
  COMBA_POWM_BY_DIVISION,
  COMBA_POWM_BY_ROWS,
  COMBA_POWM_BY_BARRETT
};
enum comba_powm_method comba_powm_method (const struct comba_config *k, mp_size_t n, int is_two, size_t bits,
                                          mp_srcptr ep, mp_size_t en);

/* rp[0..n-1] = B^E mod P by METHOD
   P = mp[0..n-1] odd, n >= 3, mp[n-1] != 0, bn >= 1; en = 1 unless METHOD is
   COMBA_POWM_IN_REPRESENTATION.
   Scratch comes from the stack or the heap.
   Returns 1, or 0 if an allocation fails.  (powm/powm_any.c) */
int comba_powm_by (enum comba_powm_method method, const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                   mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n);

/* In place, in a representation that has mul_limb: from the element xp of B^(E >> left) to that of
   B^E, for a B of one limb
   Factors of x are collected in one limb before each product. */
void comba_powm_limbs (const struct comba_config *k, const struct comba_representation *rep,
                       mp_srcptr context, mp_ptr xp, mp_limb_t b, mp_srcptr ep, size_t left,
                       mp_ptr scratch);

/* Returns whether that is faster than windows of WIDTH bits over powers of B. */
int comba_powm_limbs_pay (mp_size_t n, mp_limb_t b, mp_srcptr ep, size_t left, int width);

/* Returns the least s for which 2^(v + 1) is (2^u)^(2^s) 2^-W, with u = (v >> s) + 1 <= MOST and W
   = 2^s - 1 minus the lowest s bits of v.  MOST has at least two bits. */
static inline int
comba_powm_two_squares (mp_limb_t v, mp_limb_t most)
{
  const int bits = v == 0 ? 0 : (int) comba_powm_bits (&v, 1), room = (int) comba_powm_bits (&most, 1) - 1;
  int s = bits > room ? bits - room : 0;
  if (s > 0 && v >> (s - 1) < most)
    s--;
  return s;
}

/* rp[0..n-1] = 2^E mod P in a representation that has odd_modulus
   Scratch: that of the representation and two elements.
   Returns 1; or 0, with rp unchanged, if E has several limbs, or is a limb or more below the number
   of bits that decoding removes. */
int comba_powm_two (const struct comba_config *k, const struct comba_representation *rep,
                    mp_srcptr context, mp_size_t n, mp_ptr rp, mp_srcptr ep, mp_size_t en,
                    mp_ptr scratch);

/* Returns the number of bits of windows over E that needs the fewest products. */
int comba_powm_width (mp_srcptr ep, mp_size_t en);

/* A step of sliding windows from bit AT of E on: at - low squares, and then, if ODD is not zero, a
   product by B^ODD.  All squares up to the next product are one step: their number is
   unpredictable, and so there is only one mispredicted branch a window. */
struct comba_window
{
  size_t low;
  unsigned odd;                 /* at most 16 bits */
};

/* Returns the step from bit AT of E on, at >= 1, with windows of WIDTH bits, 1 to 16.  Reads only
   the limbs of E that have bits below AT. */
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

/* Returns whether a power starts with unreduced powers of B before these windows.  B has BITS bits.
   Without them the first window gains nothing, and B has to be encoded anyway. */
static inline int
comba_powm_begins_unreduced (mp_size_t n, size_t bits, int width)
{
  return width == 1 || bits << (width + 2) <= (size_t) n * GMP_LIMB_BITS;
}

/* rp[0..n-1] = B^E mod P, in [0, P), by the fastest method
   P odd, n, bn, en >= 1.
   Scratch comes from the stack or the heap.  If no method has memory, the program aborts with GMP's
   message.
   K is in the place of mpn_powm's scratch argument, so the exported function need not move its
   arguments.  (powm/powm_any.c) */
void comba_powm_any (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n,
                     const struct comba_config *k);

/* The same with an error: returns 1; or 0, with rp unchanged, if no representation has memory. */
int comba_powm_try (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                    mp_srcptr pp, mp_size_t n);

/* rp[0..n-1] = B^E mod P, in [0, P), for an even P
   n, bn, en >= 1.
   Scratch: O (n) limbs and a table of powers modulo 2^t, from comba_scratch_get.
   Returns 1; or 0, with rp unchanged, if an allocation fails.
   The odd part of P as comba_powm_try, 2^t by sliding windows, Chinese remainders.
   (powm/powm_even.c) */
int comba_powm_even (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                     mp_srcptr pp, mp_size_t n);

/* rp[0..n-1] = B^E mod P by several threads, if plan mod says so
   P odd, bn, en >= 1.
   Returns 1; or 0, with rp unchanged, if the plan has no threads for this size, E is short, the
   pool is not available, or an allocation fails.  (powm/powm_threads.c) */
int comba_powm_on_pool (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                       mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n);

/* Canonical residues of any modulus, whose products are divided by P.  The context, an element and
   the scratch take n, n and 3n limbs; products and divisions find their own scratch.  No
   configuration lists it.  (powm/canonical.c) */
extern const struct comba_representation comba_representation_canonical;

/* rp[0..n-1] = B^E mod P in a representation, for the P of n limbs of CONTEXT, by sliding windows
   over the odd powers of B
   bn, en >= 0; leading zero limbs are allowed; B^0 = 1.  rp may be bp.  Scratch: comba_powm_itch
   limbs.
   If B is short, the powers of B that are shorter than P are not reduced, and one of them is
   encoded instead of B.
   Time depends on E, on the number of limbs of B without leading zeros, on whether B is below P,
   and on B if it is short. */
void comba_powm (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                 mp_size_t n, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                 mp_ptr scratch);

/* Element zp = xp^E mod P, by sliding windows over the odd powers of x
   en >= 0; leading zero limbs are allowed; x^0 = 1.  zp may overlap xp and ep.  Elements need no
   alignment.  Scratch: comba_powm_itch limbs.
   Time depends on E, and on x as products do. */
void comba_powm_element (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                         mp_size_t n, mp_ptr zp, mp_srcptr xp, mp_srcptr ep, mp_size_t en, mp_ptr scratch);

/* Returns the scratch of both in limbs: the representation's own, and a table of elements. */
size_t comba_powm_itch (const struct comba_representation *rep, mp_size_t n, mp_srcptr ep, mp_size_t en);

/* rp[0..n-1] = B^E mod P, canonical, for E = the lowest BITS bits of ep
   bn >= 0, bits >= 1, P odd.  B may exceed P; all operands may have leading zeros, but P.
   Scratch: comba_powm_sec_itch (k, bits, n) limbs, at any limb; wiped.
   Time depends on bn, BITS and n alone.  (powm/powm_sec.c) */
void comba_powm_sec (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, size_t bits,
                     mp_srcptr pp, mp_size_t n, mp_ptr tp);

/* Returns the representation for that, one with .sec: the first one on digits that k lists for n
   limbs; the first one over limbs; the first one that k lists for fewer limbs, where others may be
   better in powers that need not be constant-time; or comba_representation_montgomery_sec. */
const struct comba_representation *comba_powm_sec_representation (const struct comba_config *k, mp_size_t n);

/* Returns the scratch of comba_powm_sec in limbs.  It does not decrease when BITS or n increases. */
size_t comba_powm_sec_itch (const struct comba_config *k, size_t bits, mp_size_t n);

#endif
