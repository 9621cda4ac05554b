/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's products modulo an odd P of one or two limbs, in registers: for a representation
   (residue/one_two_limbs.c), and for powers in one function (powm/powm_one_two_limbs.c). */

#ifndef COMBA_RESIDUE_ONE_TWO_LIMBS_TPL_H
#define COMBA_RESIDUE_ONE_TWO_LIMBS_TPL_H

#define COMBA_FOLD_MAX 2
#include "arith/limb_steps.h"
#include "arith/limb_pair.h"

/* P of one or two limbs.  A residue is a pair, below beta^n; for one limb its upper limb is
   unused. */
struct modulus
{
  mp_limb_t p[2];
  mp_limb_t inverse;            /* i = 1/P mod beta */
  /* For n = 2: F = (m P + 1) / beta, m = -i mod beta.  Its lowest limb times i. */
  mp_limb_t f[2];
  mp_limb_t f_inverse;
};

/* The modulus p; p odd. */
static inline struct modulus
modulus_1 (mp_limb_t p)
{
  return (struct modulus) { .p = { p }, .inverse = comba_inverse_limb (p) };
}

/* The modulus pp[0..1], odd. */
static inline struct modulus
modulus_2 (mp_srcptr pp)
{
  struct modulus m = { .p = { pp[0], pp[1] }, .inverse = comba_inverse_limb (pp[0]) };
  comba_dlimb t = (comba_dlimb) -m.inverse * pp[0];
  t = (comba_dlimb) -m.inverse * pp[1] + COMBA_HIGH (t) + 1;
  m.f[0] = (mp_limb_t) t;
  m.f[1] = COMBA_HIGH (t);
  m.f_inverse = m.f[0] * m.inverse;
  return m;
}

/* The pair xp[0..1]. */
static ALWAYS_INLINE struct comba_pair
pair (mp_srcptr xp)
{
  return (struct comba_pair) { xp[0], xp[1] };
}

/* high beta + low. */
static ALWAYS_INLINE comba_dlimb
join (mp_limb_t high, mp_limb_t low)
{
  return (comba_dlimb) high << GMP_LIMB_BITS | low;
}

/* (high beta + low) / beta mod P; high < P. */
static ALWAYS_INLINE struct comba_pair
reduce_1 (const struct modulus *m, comba_dlimb t)
{
  mp_limb_t high = COMBA_HIGH (t);
  mp_limb_t away = COMBA_HIGH ((comba_dlimb) ((mp_limb_t) t * m->inverse) * m->p[0]);
  mp_limb_t r = high - away, up = high + m->p[0] - away;
  return (struct comba_pair) { .low = high < away ? up : r };
}

/* x y / beta mod P and x^2 / beta mod P, for one limb; x, y < P, or one of them any limb. */
static ALWAYS_INLINE struct comba_pair
mul_1 (const struct modulus *m, struct comba_pair x, struct comba_pair y)
{
  return reduce_1 (m, (comba_dlimb) x.low * y.low);
}

static ALWAYS_INLINE struct comba_pair
sqr_1 (const struct modulus *m, struct comba_pair x)
{
  return mul_1 (m, x, x);
}

/* q = (t1 + t0 F) / P mod beta, *carried = floor ((t0 F + t1) / beta), *away = floor (q P / beta).
   Two limbs up, t0 and t1 become *carried - *away (mod P), both at most P.

   beta F - 1 is a multiple of P: t0 F replaces t0, one limb up.  The next limb is removed in the
   ordinary way, but its quotient q need not wait for t0 F. */
static ALWAYS_INLINE void
two_rows (const struct modulus *m, mp_limb_t t0, mp_limb_t t1, struct comba_pair *carried, struct comba_pair *away)
{
  const mp_limb_t q = t1 * m->inverse + t0 * m->f_inverse;
  const struct comba_pair w = comba_pair_add_limb (comba_pair_product (t0, m->f[0]), t1);
  *carried = comba_pair_add_limb (comba_pair_product (t0, m->f[1]), w.high);
  *away = comba_pair_add_limb (comba_pair_product (q, m->p[1]), comba_pair_product (q, m->p[0]).high);
}

/* (high beta^2 + t1 beta + t0) / beta^2 mod P, or a congruent value below beta^2. */
static ALWAYS_INLINE struct comba_pair
reduce_2 (const struct modulus *m, mp_limb_t t0, mp_limb_t t1, struct comba_pair high)
{
  struct comba_pair w, away;
  two_rows (m, t0, t1, &w, &away);
  return comba_pair_sub_mod (comba_pair_add_mod (high, w, pair (m->p)), away, pair (m->p));
}

typedef struct comba_pair reduce_fn (const struct modulus *, mp_limb_t, mp_limb_t, struct comba_pair);

/* REDUCE of the product x y, for two limbs. */
static ALWAYS_INLINE struct comba_pair
product_2 (const struct modulus *m, struct comba_pair x, struct comba_pair y, reduce_fn *reduce)
{
  const struct comba_pair low = comba_pair_product (x.low, y.low), high = comba_pair_product (x.high, y.high);
  const struct comba_pair a = comba_pair_add_limb (comba_pair_product (x.low, y.high), low.high);
  const struct comba_pair b = comba_pair_add_limb (comba_pair_product (x.high, y.low), a.low);
  return reduce (m, low.low, b.low, comba_pair_add_limb (comba_pair_add_limb (high, a.high), b.high));
}

/* REDUCE of the square x^2.  The upper limb of x is doubled, because doubling a product takes
   longer.  LOST is the low limb of x if that doubling loses a bit, else 0. */
static ALWAYS_INLINE struct comba_pair
square_2 (const struct modulus *m, struct comba_pair x, mp_limb_t lost, reduce_fn *reduce)
{
  const struct comba_pair low = comba_pair_product (x.low, x.low), cross = comba_pair_product (x.low, 2 * x.high);
  const struct comba_pair high = comba_pair_product (x.high, x.high), a = comba_pair_add_limb (cross, low.high);
  return reduce (m, low.low, a.low, comba_pair_add_limb (comba_pair_add_limb (high, lost), a.high));
}

/* x y / beta^2 mod P and x^2 / beta^2 mod P, or congruent values below beta^2, for two limbs. */
static ALWAYS_INLINE struct comba_pair
mul_2 (const struct modulus *m, struct comba_pair x, struct comba_pair y)
{
  return product_2 (m, x, y, reduce_2);
}

static ALWAYS_INLINE struct comba_pair
sqr_2 (const struct modulus *m, struct comba_pair x)
{
  return square_2 (m, x, x.low & -(x.high >> (GMP_LIMB_BITS - 1)), reduce_2);
}

/* From this number of limbs on a base is reduced two limbs at a time.  A division for each limb
   waits for the previous one and takes at least as long as two steps here.  The constants and the
   end are seven divisions.  So the slower a CPU divides, the nearer to 8 the crossover is, but never
   below. */
#define LONG_BASE 12

/* bp[0..bn-1] mod p, p > 1.  With c_i = beta^i mod p, r2 beta^2 + r1 beta + r0 becomes r2 c_4 + r1
   c_3 + r0 c_2 two limbs up.  r2 <= 2, because (beta^2 - 1) + 2 (beta - 1) (p - 1) + 2 (p - 1) < 3
   beta^2. */
static mp_limb_t __attribute__ ((noinline))
long_mod_1 (mp_srcptr bp, mp_size_t bn, mp_limb_t p)
{
  mp_limb_t c = 1, c2, c3, c4;
  comba_divide_limbs (c, 0, p, &c);
  comba_divide_limbs (c, 0, p, &c2);
  comba_divide_limbs (c2, 0, p, &c3);
  comba_divide_limbs (c3, 0, p, &c4);
  mp_limb_t r0 = 0, r1 = 0, r2 = 0;
  if (bn % 2 != 0)
    r0 = bp[--bn];
  while (bn > 0)
    {
      bn -= 2;
      const comba_dlimb b = join (bp[bn + 1], bp[bn]), y = (comba_dlimb) r1 * c3;
      const comba_dlimb x = (comba_dlimb) r0 * c2 + (comba_dlimb) r2 * c4;      /* below beta^2 */
      const comba_dlimb upper = b + y, sum = upper + x;
      r2 = (mp_limb_t) (upper < y) + (sum < x);
      r1 = COMBA_HIGH (sum);
      r0 = (mp_limb_t) sum;
    }
  mp_limb_t r;
  comba_divide_limbs (0, r2, p, &r);
  comba_divide_limbs (r, r1, p, &r);
  comba_divide_limbs (r, r0, p, &r);
  return r;
}

/* bp[0..bn-1] beta mod p; bn >= 0. */
static struct comba_pair
encode_1 (mp_srcptr bp, mp_size_t bn, mp_limb_t p)
{
  struct comba_pair x = { 0, 0 };
  mp_limb_t r = 0;
  if (bn >= LONG_BASE)
    r = long_mod_1 (bp, bn, p);
  else
    while (bn > 0)
      comba_divide_limbs (r, bp[--bn], p, &r);
  comba_divide_limbs (r, 0, p, &x.low);
  return x;
}

#endif
