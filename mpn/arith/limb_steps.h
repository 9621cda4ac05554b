/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reductions by one limb at a time without division, for short residues.  In both directions they
   use a multiple of P whose limb at the removed position is known (all ones, or a one).

   K == beta^(n+1) (mod P), K < beta^n: an upper limb q at beta^(n+1) becomes q K.  i = 1/P mod
   beta: the lowest limb w is removed by subtracting (w i mod beta) P. */

#ifndef COMBA_ARITH_LIMB_STEPS_H
#define COMBA_ARITH_LIMB_STEPS_H

#include "limb.h"

#define COMBA_HIGH(x) ((mp_limb_t) ((x) >> GMP_LIMB_BITS))

/* Returns floor ((high * beta + low) / d); high < d. *remainder receives the remainder. */
static inline mp_limb_t
comba_divide_limbs (mp_limb_t high, mp_limb_t low, mp_limb_t d, mp_limb_t *remainder)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  mp_limb_t q;
  __asm__ ("divq %4" : "=a" (q), "=d" (*remainder) : "0" (low), "1" (high), "r" (d) : "cc");
  return q;
#else
  comba_dlimb x = (comba_dlimb) high << GMP_LIMB_BITS | low;
  *remainder = (mp_limb_t) (x % d);
  return (mp_limb_t) (x / d);
#endif
}

/* Returns the upper limb of a * b; *low is the lower one.  (Compilers pass the halves of a double
   limb through memory.) */
static ALWAYS_INLINE mp_limb_t
comba_multiply_limbs (mp_limb_t a, mp_limb_t b, mp_limb_t *low)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  mp_limb_t high;
  __asm__ ("mulq %3" : "=a" (*low), "=d" (high) : "%0" (a), "rm" (b) : "cc");
  return high;
#else
  comba_dlimb x = (comba_dlimb) a * b;
  *low = (mp_limb_t) x;
  return COMBA_HIGH (x);
#endif
}

/* The BITS bits of ap from bit AT on; 0 < bits < GMP_LIMB_BITS.  Reads no limb that has none of
   them. */
static inline mp_limb_t
comba_bits_from (mp_srcptr ap, size_t at, int bits)
{
  const size_t i = at / GMP_LIMB_BITS;
  const int shift = (int) (at % GMP_LIMB_BITS);
  mp_limb_t x = ap[i] >> shift;
  if (shift + bits > GMP_LIMB_BITS)
    x |= ap[i + 1] << (GMP_LIMB_BITS - shift);
  return x & (((mp_limb_t) 1 << bits) - 1);
}

/* 1/p mod beta, p odd. */
static inline mp_limb_t
comba_inverse_limb (mp_limb_t p)
{
  /* x has 5 correct bits; the inverse is x / (1 - y) = x (1 + y) (1 + y^2) (1 + y^4) ..., y = 1 - p
     x.  The factors do not depend on the product so far. */
  mp_limb_t x = 3 * p ^ 2, y = 1 - p * x;
  for (int bits = 5; bits < GMP_LIMB_BITS; bits *= 2, y *= y)
    x *= 1 + y;
  return x;
}

/* rp[0..n-1] += ap[0..n-1] * b; returns the carry. */
static ALWAYS_INLINE mp_limb_t
comba_fold_add (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) ap[i] * b + rp[i] + carry;
      rp[i] = (mp_limb_t) t;
      carry = COMBA_HIGH (t);
    }
  return carry;
}

/* rp[0..n-1] -= ap[0..n-1] * b; returns the borrow. */
static ALWAYS_INLINE mp_limb_t
comba_fold_sub (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) ap[i] * b + borrow;
      borrow = COMBA_HIGH (t) + (rp[i] < (mp_limb_t) t);
      rp[i] -= (mp_limb_t) t;
    }
  return borrow;
}

#ifdef COMBA_FOLD_MAX           /* the largest n */

/* kp[0..n-1] = K for pp[0..n-1], n >= 2; ps[0..n-1] = P 2^s with its highest bit set.  beta^n is
   reduced modulo that, and one step of a division multiplies it by beta. */
static ALWAYS_INLINE void
comba_fold_init (mp_ptr kp, mp_ptr ps, mp_srcptr pp, mp_size_t n)
{
  int s = __builtin_clzll (pp[n - 1]) - (64 - GMP_LIMB_BITS);
  mp_limb_t r[COMBA_FOLD_MAX + 1], unused;
  for (mp_size_t i = n - 1; i > 0; i--)
    ps[i] = pp[i] << s | pp[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s);
  ps[0] = pp[0] << s;

  r[0] = 0;
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      r[i + 1] = -ps[i] - borrow;
      borrow |= ps[i] != 0;
    }
  mp_limb_t q = COMBA_LIMB_MAX;
  if (likely (r[n] < ps[n - 1]))
    q = comba_divide_limbs (r[n], r[n - 1], ps[n - 1], &unused);
  mp_limb_t high = r[n] - comba_fold_sub (r, ps, n, q);
  while (high != 0)             /* q is too large by 1 or 2 */
    high += comba_fold_add (r, ps, n, 1);
  for (mp_size_t i = 0; i < n; i++)
    kp[i] = r[i];
}

/* rp[0..n-1] == ap[0..an-1] * beta^(n+up) (mod P), rp < beta^n; an >= 0. */
static ALWAYS_INLINE void
comba_fold_encode (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n, mp_srcptr kp,
                  mp_limb_t inverse, int up)
{
  /* a and n + 1 + up zero limbs, from the top; r has n + 1 limbs. */
  mp_limb_t r[COMBA_FOLD_MAX + 1];
  mp_size_t next = an;
  for (mp_size_t i = n; i >= 0; i--)
    r[i] = --next >= 0 ? ap[next] : 0;
  for (mp_size_t folds = an + up; folds > 0; folds--)
    {
      mp_limb_t q = r[n];
      for (mp_size_t i = n; i > 0; i--)
        r[i] = r[i - 1];
      r[0] = --next >= 0 ? ap[next] : 0;
      mp_limb_t carry = comba_fold_add (r, kp, n, q);
      r[n] += carry;
      mp_limb_t mask = -(mp_limb_t) (r[n] < carry);
      carry = 0;
      for (mp_size_t i = 0; i < n; i++)
        {
          comba_dlimb t = (comba_dlimb) r[i] + (kp[i] & mask) + carry;
          r[i] = (mp_limb_t) t;
          carry = COMBA_HIGH (t);
        }
      r[n] += carry;
    }

  mp_limb_t borrow = comba_fold_sub (r, pp, n, r[0] * inverse);
  mp_limb_t mask = -(mp_limb_t) (r[n] < borrow), carry = 0;
  r[n] -= borrow;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) r[i + 1] + (pp[i] & mask) + carry;
      rp[i] = (mp_limb_t) t;
      carry = COMBA_HIGH (t);
    }
}

#endif

#endif
