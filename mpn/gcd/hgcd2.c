/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Half a gcd of numbers of two limbs: matrices for Lehmer's algorithm.

   GMP defines the result by two runs of Euclid's algorithm.  The first works on both limbs until the
   larger number is below beta^(3/2); the second drops the lowest half limb of each number and works
   on one limb.  A quotient that would make a number smaller than 2 beta is lowered by one, and is
   the last.

   Divisions of one limb take the place of those of two.  Euclid's algorithm on the upper limbs
   finds the same quotients while numbers stay well above the entries of the matrix: those bound the
   error.  So the first part runs in two phases.  Each begins with exact numbers.  Where a phase cannot
   be sure of its quotients, first_part_exactly starts again: once in a hundred pairs of numbers.

   The loops do not branch on small quotients: a misprediction costs more than a division. */

#include "gcd/gcd.h"

/* The phases are for limbs of 64 bits.  For others: gcd/lehmer.c. */
#if GMP_LIMB_BITS == 64

#define BIT(i) ((mp_limb_t) 1 << (i))
enum
{
  HALF = GMP_LIMB_BITS / 2,
  STEPS_1 = 9,                  /* of the first phase: a fixed number, for a branch less to predict */
  ERROR_1 = 34,                 /* numbers of more bits are larger than the entries of its matrix */
  ERROR_2 = 28                  /* the same for the second phase */
};

/* (X; Y) = (u0 u1; v0 v1) (x; y) for the operands X >= Y, of which x and y are approximations.
   ODD is a mask: the determinant is -1, and x comes from Y. */
struct euclid
{
  mp_limb_t x, y, u0, u1, v0, v1, odd;

  /* For Jacobi symbols.  S and T are, modulo 4, the numbers that x and y approximate, and bit 1 of
     SIGN is set if the symbol was negated.  The last subtraction was from y's number. */
  mp_limb_t s, t, sign;
};

/* Bit 1: whether s and t are both 3 modulo 4, so that exchanging them negates the symbol. */
static ALWAYS_INLINE mp_limb_t
reciprocity (mp_limb_t s, mp_limb_t t)
{
  return s & t & 2 * (s & t);
}

/* Bit 1: whether the symbol changes its sign when q t is subtracted from s: only if t = 2 modulo
   4. */
static ALWAYS_INLINE mp_limb_t
subtraction (mp_limb_t s, mp_limb_t t, mp_limb_t q)
{
  return ((2 * q & s) ^ q) & t & ~(2 * t);
}

/* Subtracts q times y's number from x's, and exchanges them. */
static ALWAYS_INLINE void
divide_by (struct euclid *e, mp_limb_t q, const int jacobi)
{
  const mp_limb_t u = e->u0 * q + e->u1, v = e->v0 * q + e->v1;
  e->u1 = e->u0, e->v1 = e->v0;
  e->u0 = u, e->v0 = v;
  e->odd = ~e->odd;
  if (jacobi)
    {
      const mp_limb_t s = e->s - q * e->t;
      e->sign ^= reciprocity (e->s, e->t) ^ subtraction (e->s, e->t, q);
      e->s = e->t, e->t = s;
    }
}

/* Returns floor (x / y) and sets *r to the remainder; 0 < y <= x.  DIVIDES: by the CPU's division;
   else by comparisons, where the quotient is below 8, as five of six are. */
static ALWAYS_INLINE mp_limb_t
quotient (mp_limb_t *r, mp_limb_t x, mp_limb_t y, const int divides)
{
  if (divides || unlikely (x / 8 >= y || y >> (GMP_LIMB_BITS - 3) != 0))
    {
      *r = x % y;
      return x / y;
    }
  mp_limb_t q = 0;
#pragma GCC unroll 3
  for (int i = 2; i >= 0; i--)
    {
      const mp_limb_t taken = - (mp_limb_t) (x >= y << i);
      x -= taken & y << i;
      q += taken & BIT (i);
    }
  *r = x;
  return q;
}

static ALWAYS_INLINE mp_limb_t
step (struct euclid *e, const int divides, const int jacobi)
{
  mp_limb_t r;
  const mp_limb_t q = quotient (&r, e->x, e->y, divides);
  e->x = e->y, e->y = r;
  divide_by (e, q, jacobi);
  return q;
}

static ALWAYS_INLINE comba_dlimb
pair (mp_limb_t high, mp_limb_t low)
{
  return (comba_dlimb) high << GMP_LIMB_BITS | low;
}

/* Returns p a - q b, or its negative if the mask NEGATE is set. */
static ALWAYS_INLINE comba_dlimb
combine (mp_limb_t p, comba_dlimb a, mp_limb_t q, comba_dlimb b, mp_limb_t negate)
{
  const comba_dlimb mask = pair (negate, negate);
  return ((p * a - q * b) ^ mask) - mask;
}

static ALWAYS_INLINE mp_limb_t
high (comba_dlimb x)
{
  return (mp_limb_t) (x >> GMP_LIMB_BITS);
}

/* The first part for any X >= Y.  Returns whether there is a second part, with x and y its operands.
   Otherwise E holds the result; where not even one subtraction is possible, that is E as it was. */
static int __attribute__ ((noinline, cold))
first_part_exactly (struct euclid *e, comba_dlimb x, comba_dlimb y)
{
  if (high (y) < 2 || high (x - y) < 2)
    return 0;
  /* One subtraction comes before the test of the size of x. */
  x -= y;
  e->u1 = 1;
  e->sign ^= reciprocity (e->s, e->t) ^ subtraction (e->s, e->t, 1);
  e->s -= e->t;
  if (high (x) < high (y))
    {
      const comba_dlimb z = x;
      x = y, y = z;
      divide_by (e, 0, 0);
      const mp_limb_t s = e->s;
      e->s = e->t, e->t = s;
    }
  else
    e->sign ^= reciprocity (e->s, e->t);        /* the next subtraction is from the same number */
  while (high (x) != high (y))
    {
      if (high (x) < BIT (HALF))
        {
          e->x = (mp_limb_t) (x >> HALF), e->y = (mp_limb_t) (y >> HALF);
          return 1;
        }
      const mp_limb_t q = (mp_limb_t) (x / y);
      const comba_dlimb r = x - q * y;
      if (high (r) < 2)
        {
          /* (x; y) = (1 q-1; 0 1) (x'; y) */
          e->u1 += (q - 1) * e->u0, e->v1 += (q - 1) * e->v0;
          if (q > 1)
            {
              e->sign ^= reciprocity (e->s, e->t) ^ subtraction (e->s, e->t, q - 1);
              e->s -= (q - 1) * e->t;
              e->sign ^= reciprocity (e->s, e->t);
            }
          return 0;
        }
      x = y, y = r;
      divide_by (e, q, 1);
    }
  return 0;
}

/* The same for nearly all numbers.  Returns 0, with E spoilt, if it cannot be sure. */
static ALWAYS_INLINE int
first_part (struct euclid *e, comba_dlimb a, comba_dlimb b, const int divides, const int jacobi)
{
  e->x = high (a), e->y = high (b);
  if (unlikely (e->x >> (GMP_LIMB_BITS - 2) == 0))
    return 0;
  for (int i = 0; i < STEPS_1; i++)
    {
      if (unlikely (e->y < BIT (ERROR_1)))
        return 0;
      step (e, divides, jacobi);
    }
  if (unlikely (e->y < BIT (ERROR_1)))
    return 0;

  comba_dlimb x = combine (e->v1, a, e->u1, b, e->odd), y = combine (e->u0, b, e->v0, a, e->odd);
  const int shift = __builtin_clzl (high (x));
  if (unlikely (shift <= HALF - ERROR_2))
    return 0;
  e->x = high (x << shift), e->y = high (y << shift);
  const mp_limb_t end = BIT (HALF + shift) + BIT (ERROR_2);
  while (e->y >= end)
    step (e, divides, jacobi);
  if (unlikely (e->y < BIT (ERROR_2 + 8)))
    return 0;
  step (e, divides, jacobi);

  /* The x before this step was not below beta^(3/2), for it was END or more. */
  x = combine (e->v1, a, e->u1, b, e->odd), y = combine (e->u0, b, e->v0, a, e->odd);
  e->x = (mp_limb_t) (x >> HALF), e->y = (mp_limb_t) (y >> HALF);
  return likely (high (x) < BIT (HALF) && high (y) >= 2 && y < x);
}

/* Exchanges *x and *y if the mask is set. */
static ALWAYS_INLINE void
exchange (mp_limb_t *x, mp_limb_t *y, mp_limb_t mask)
{
  const mp_limb_t difference = (*x ^ *y) & mask;
  *x ^= difference, *y ^= difference;
}

/* GMP's state of a Jacobi symbol (a|b), or (b|a) if b is even, is 2 i + 1 if the symbol was negated
   and 2 i if not, where i stands for a and b modulo 4, one of them odd: 2 a + b / 2 for an odd b,
   and 8 + a + b / 2 - 1 for an even one.  Only for a = b = 3 it matters which was subtracted last:
   i is 7 if b was, and 12 if a was. */

static ALWAYS_INLINE void
decode_state (struct euclid *e, unsigned bits, mp_limb_t swapped)
{
  const unsigned i = bits >> 1;
  mp_limb_t a = i / 2, b = 2 * (i & 1) + 1;
  if (i >= 8)
    a = i < 10 ? 1 : 3, b = i == 12 ? 3 : 2 * (i & 1);
  /* The next subtraction is from X's number.  If the last one was, too, the symbol stays. */
  const mp_limb_t from_a = - (mp_limb_t) (i == 7);
  e->sign = 2 * (bits & 1) ^ (reciprocity (a, b) & (from_a ^ swapped));
  exchange (&a, &b, swapped);
  e->s = a, e->t = b;
}

static ALWAYS_INLINE unsigned
encode_state (const struct euclid *e, mp_limb_t exchanged)
{
  mp_limb_t a = e->s & 3, b = e->t & 3;
  exchange (&a, &b, exchanged);
  unsigned i = (unsigned) (b & 1 ? 2 * a + b / 2 : 8 + a - 1 + b / 2);
  if (i == 7 && !exchanged)
    i = 12;                     /* the last subtraction was from y's number, which is B's */
  return 2 * i + (e->sign >> 1 & 1);
}

static ALWAYS_INLINE int
hgcd2 (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m, unsigned *bits,
       const int divides, const int jacobi)
{
  const mp_limb_t swapped = - (mp_limb_t) (pair (ah, al) < pair (bh, bl));
  exchange (&ah, &bh, swapped);
  exchange (&al, &bl, swapped);
  const comba_dlimb a = pair (ah, al), b = pair (bh, bl);

  const struct euclid one = { .u0 = 1, .v1 = 1 };
  struct euclid e = one;
  if (jacobi)
    decode_state (&e, *bits, swapped);
  int second_part = first_part (&e, a, b, divides, jacobi);
  if (unlikely (!second_part))
    {
      e = one;
      if (jacobi)
        decode_state (&e, *bits, swapped);
      second_part = first_part_exactly (&e, a, b);
      if (!second_part && e.u1 == 0 && e.v0 == 0)
        return 0;
    }

  if (second_part)
    {
      mp_limb_t sign, q;
      do
        {
          sign = e.sign;
          q = step (&e, divides, jacobi);
        }
      while (e.y >= BIT (HALF + 1));
      /* The last quotient is one too large: (x; y) = (1 q-1; 0 1) (x'; y), and x and y stand
         exchanged. */
      e.u0 -= e.u1, e.v0 -= e.v1;
      if (jacobi)
        {
          const mp_limb_t t = e.s, s = e.t + q * t;
          e.t += t;
          e.sign = sign;
          if (q > 1)
            e.sign ^= reciprocity (s, t) ^ subtraction (s, t, q - 1);
          else
            e.sign ^= reciprocity (s, t);
        }
    }

  exchange (&e.u0, &e.v0, swapped);
  exchange (&e.u1, &e.v1, swapped);
  const mp_limb_t columns = swapped ^ e.odd;
  exchange (&e.u0, &e.u1, columns);
  exchange (&e.v0, &e.v1, columns);
  m->u[0][0] = e.u0, m->u[0][1] = e.u1;
  m->u[1][0] = e.v0, m->u[1][1] = e.v1;
  if (jacobi)
    *bits = encode_state (&e, columns);
  return 1;
}

int
comba_hgcd2 (const struct comba_config *k, mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl,
             struct comba_matrix1 *m)
{
  return k->hgcd2_divides ? hgcd2 (ah, al, bh, bl, m, NULL, 1, 0) : hgcd2 (ah, al, bh, bl, m, NULL, 0, 0);
}

int
comba_hgcd2_jacobi (const struct comba_config *k, mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl,
                    struct comba_matrix1 *m, unsigned *bits)
{
  return k->hgcd2_divides ? hgcd2 (ah, al, bh, bl, m, bits, 1, 1) : hgcd2 (ah, al, bh, bl, m, bits, 0, 1);
}

#endif
