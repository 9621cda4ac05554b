/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by one limb without the latency of a division step a limb.

   Remainders come from folding: the limbs of a block are multiplied by beta^j mod d and added, four
   limbs a step.  Folding from the top passes every position, so that remainders of leading parts
   cost little more: they are the carries at which independent chains of exact (Hensel) division
   begin.  Divisors that leave five bits free need sums of two limbs ("narrow"), others of three
   ("wide"). */

#ifndef COMBA_DIV_ONE_LIMB_H
#define COMBA_DIV_ONE_LIMB_H

#include "arith/limb_pair.h"

/* Limbs a step, chains of exact division. */
enum { COMBA_FOLD = 4, COMBA_CHAINS = 4 };

struct comba_limb_divisor
{
  mp_limb_t d, normalized;      /* d >= 1; d 2^shift with its top bit set */
  mp_limb_t reciprocal;         /* floor ((beta^2 - 1) / normalized) - beta */
  int shift;
  /* [j] == beta^j, from j = 1 on.  For narrow sums modulo d: [1] < d, the others below 4d, [5] the
     last one.  For wide ones modulo NORMALIZED, at most that. */
  mp_limb_t power[COMBA_FOLD + 3];
};

/* A sum of three limbs, the highest one small. */
struct comba_fold_sum
{
  struct comba_pair low;
  mp_limb_t high;
};

static ALWAYS_INLINE int
comba_leading_zeros (mp_limb_t x)
{
  return __builtin_clzll (x) - (64 - GMP_LIMB_BITS);
}

/* floor ((beta^2 - 1) / d) - beta, for d with its top bit set. */
static ALWAYS_INLINE mp_limb_t
comba_inverse_2by1 (mp_limb_t d)
{
  mp_limb_t unused;
  return comba_divide_limbs (~d, COMBA_LIMB_MAX, d, &unused);
}

/* x + d and q - 1 if x > bound; else x and q. */
static ALWAYS_INLINE mp_limb_t
comba_correct_up (mp_limb_t x, mp_limb_t bound, mp_limb_t d, mp_limb_t *q)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  mp_limb_t more = x + d;
  __asm__ ("cmpq %[x], %[bound]\n\tcmovcq %[more], %[x]\n\tsbbq $0, %[q]"
           : [x] "+&r" (x), [q] "+r" (*q) : [bound] "r" (bound), [more] "r" (more) : "cc");
  return x;
#else
  const mp_limb_t back = -(mp_limb_t) (x > bound);
  *q += back;
  return x + (d & back);
#endif
}

/* Returns q = floor ((*r beta + low) / d), where *r < d and d has its top bit set; *r becomes the
   remainder.  INVERSE is comba_inverse_2by1 (d).
   Algorithm 4 of Moeller and Granlund, "Improved division by invariant integers" (2011). */
static ALWAYS_INLINE mp_limb_t
comba_quotient_2by1 (mp_limb_t *r, mp_limb_t low, mp_limb_t d, mp_limb_t inverse)
{
  const struct comba_pair q = comba_pair_add (comba_pair_product (inverse, *r),
                                              (struct comba_pair) { .low = low, .high = *r + 1 });
  mp_limb_t quotient = q.high;
  mp_limb_t rest = comba_correct_up (low - quotient * d, q.low, d, &quotient);
  if (unlikely (rest >= d))
    rest -= d, quotient++;
  *r = rest;
  return quotient;
}

/* x + y, plus C after a carry and without it. */
static ALWAYS_INLINE struct comba_pair
comba_pair_add_folded (struct comba_pair x, struct comba_pair y, mp_limb_t c)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  __asm__ ("addq %[y0], %[x0]\n\tadcq %[y1], %[x1]\n\tsbbq %[y1], %[y1]\n\tandq %[c], %[y1]\n\t"
           "addq %[y1], %[x0]\n\tadcq $0, %[x1]"
           : [x0] "+&r" (x.low), [x1] "+&r" (x.high), [y1] "+&r" (y.high) : [y0] "r" (y.low), [c] "r" (c) : "cc");
  return x;
#else
  x = comba_pair_add (x, y);
  const mp_limb_t carry = (mp_limb_t) comba_pair_below (x, y);
  return comba_pair_add_limb (x, c & -carry);
#endif
}

/* x 2^shift of two limbs, without the bits that leave it. */
static ALWAYS_INLINE struct comba_pair
comba_shifted (struct comba_pair x, int shift)
{
  return (struct comba_pair) { .low = x.low << shift,
                               .high = x.high << shift | x.low >> 1 >> (GMP_LIMB_BITS - 1 - shift) };
}

/* Whether sums of two limbs are enough. */
static ALWAYS_INLINE int
comba_fold_is_narrow (mp_limb_t d)
{
  return d >> (GMP_LIMB_BITS - 5) == 0;
}

/* A number below 4d that is congruent to x modulo d, where x.high < d < beta / 32.  The quotient
   lacks two units at most because the low limb is ignored, and two because it is rounded down. */
static ALWAYS_INLINE mp_limb_t
comba_fold_reduce (const struct comba_limb_divisor *d, struct comba_pair x)
{
  const mp_limb_t high = comba_shifted (x, d->shift).high;
  return x.low - (comba_pair_product (d->reciprocal, high).high + high) * d->d;
}

static ALWAYS_INLINE void
comba_limb_divisor_init (struct comba_limb_divisor *d, mp_limb_t divisor, int narrow)
{
  const int s = comba_leading_zeros (divisor);
  mp_limb_t square;
  d->d = divisor;
  d->shift = s;
  d->normalized = divisor << s;
  d->reciprocal = comba_divide_limbs (~d->normalized, COMBA_LIMB_MAX, d->normalized, &square);
  square++;                     /* beta^2 modulo NORMALIZED; perhaps that itself */
  if (narrow)
    {
      /* The multiple is floor ((beta - 1) / d). */
      mp_limb_t *const power = d->power;
      power[1] = -(divisor * (((mp_limb_t) 1 << s) + (d->reciprocal >> (GMP_LIMB_BITS - s))));
      power[1] -= divisor & -(mp_limb_t) (power[1] >= divisor);         /* for a power of two */
      power[2] = comba_fold_reduce (d, (struct comba_pair) { .low = square });
      power[3] = comba_fold_reduce (d, comba_pair_product (power[1], square));
      power[4] = comba_fold_reduce (d, comba_pair_product (power[2], power[2]));
      power[5] = comba_fold_reduce (d, comba_pair_product (power[2], power[3]));
    }
  else
    {
      mp_limb_t *const power = d->power;
      struct comba_pair x;
      power[1] = -d->normalized;
      power[2] = square;
#define POWER(i, j) \
      x = comba_pair_product (power[i], power[j]); \
      comba_quotient_2by1 (&x.high, x.low, d->normalized, d->reciprocal); \
      power[i + j] = x.high
      POWER (1, 2);
      POWER (2, 2);
      POWER (2, 3);
      POWER (3, 3);
#undef POWER
    }
}

#if defined __x86_64__ && GMP_LIMB_BITS == 64
static ALWAYS_INLINE void
comba_fold_add_pair (struct comba_fold_sum *x, struct comba_pair y)
{
  __asm__ ("addq %[y0], %[x0]\n\tadcq %[y1], %[x1]\n\tadcq $0, %[x2]"
           : [x0] "+&r" (x->low.low), [x1] "+&r" (x->low.high), [x2] "+r" (x->high)
           : [y0] "r" (y.low), [y1] "r" (y.high) : "cc");
}
#else
static ALWAYS_INLINE void
comba_fold_add_pair (struct comba_fold_sum *x, struct comba_pair y)
{
  x->low = comba_pair_add (x->low, y);
  x->high += (mp_limb_t) comba_pair_below (x->low, y);
}
#endif

/* X beta^n + np[0..n-1] modulo d, 1 <= n <= COMBA_FOLD.  A narrow sum is of five products below
   4 d (beta - 1) and a limb, so it is below 20 d beta + beta < beta^2.  A wide one is below
   6 beta^2, since X.high < 6. */
static ALWAYS_INLINE struct comba_fold_sum
comba_fold_step (const struct comba_limb_divisor *d, struct comba_fold_sum x, mp_srcptr np, mp_size_t n, int narrow)
{
  struct comba_fold_sum sum = { .low = { .low = np[0] } };
#define ADD(a, j)                                                               \
  do                                                                            \
    if (narrow)                                                                 \
      sum.low = comba_pair_add (sum.low, comba_pair_product (a, d->power[j]));  \
    else                                                                        \
      comba_fold_add_pair (&sum, comba_pair_product (a, d->power[j]));          \
  while (0)
  if (n > 1)
    ADD (np[1], 1);
  if (n > 2)
    ADD (np[2], 2);
  if (n > 3)
    ADD (np[3], 3);
  if (!narrow)
    ADD (x.high, n + 2);
  ADD (x.low.low, n);
  ADD (x.low.high, n + 1);
#undef ADD
  return sum;
}

/* X beta^n + np[0..n-1] modulo d, n >= 0. */
static ALWAYS_INLINE struct comba_fold_sum
comba_fold_limbs (const struct comba_limb_divisor *d, struct comba_fold_sum x, mp_srcptr np, mp_size_t n, int narrow)
{
  for (; n >= COMBA_FOLD; n -= COMBA_FOLD)
    x = comba_fold_step (d, x, np + n - COMBA_FOLD, COMBA_FOLD, narrow);
  if (n == 3)
    x = comba_fold_step (d, x, np, 3, narrow);
  else if (n == 2)
    x = comba_fold_step (d, x, np, 2, narrow);
  else if (n == 1)
    x = comba_fold_step (d, x, np, 1, narrow);
  return x;
}

/* x mod d.  The high limb of a narrow sum is at most 20 d, so that its product with power[1] < d
   and the low limb stay below d beta. */
static ALWAYS_INLINE mp_limb_t
comba_fold_end (const struct comba_limb_divisor *d, struct comba_fold_sum x, int narrow)
{
  const int s = d->shift;
  struct comba_pair low = x.low;
  if (narrow)
    low = comba_shifted (comba_pair_add_limb (comba_pair_product (low.high, d->power[1]), low.low), s);
  else
    {
      mp_limb_t r = x.high << s | low.high >> 1 >> (GMP_LIMB_BITS - 1 - s);
      low = comba_shifted (low, s);
      comba_quotient_2by1 (&r, low.high, d->normalized, d->reciprocal);
      low.high = r;
    }
  comba_quotient_2by1 (&low.high, low.low, d->normalized, d->reciprocal);
  return low.high >> s;
}

#endif
