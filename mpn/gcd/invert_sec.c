/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Inverses modulo an odd M in constant time, by division steps.

   A division step looks at the lowest bits of F and G, and at a counter.  62 of them depend on the
   lowest 62 bits alone, and make a matrix of small entries.  F and G, which begin as M and A, are
   multiplied by it and divided by 2^62.  D and E take the same steps modulo M, so that D A = F and
   E A = G modulo M.  After a number of steps that depends on the lengths alone, G = 0 and F is the
   greatest common divisor or its negative.

   All of them are digits of 62 bits, the highest one signed.  Then a division by 2^62 is a shift by
   one digit, and a product of two digits leaves room for sums. */

#include "gcd/gcd.h"
#include "arith/limb_steps.h"
#include <string.h>

_Static_assert (GMP_LIMB_BITS == 64, "the digits are for limbs of 64 bits");

typedef __int128 wide;

#define BITS 62
#define DIGIT_MASK (((int64_t) 1 << BITS) - 1)

/* So that the compiler does not see a condition in a mask. */
#define HIDE(mask) __asm__ ("" : "+r" (mask))

/* D and E are above -2M and at most M, M < 2^(64n): two bits more than n limbs have. */
static mp_size_t
digits_of (mp_size_t n)
{
  return (GMP_LIMB_BITS * n + 2 + BITS - 1) / BITS;
}

size_t
comba_invert_sec_itch (mp_size_t n)
{
  return 5 * (size_t) digits_of (n);
}

/* The number of steps for F and G below 2^d.
   D. J. Bernstein, B.-Y. Yang, Fast constant-time gcd computation and modular inversion (2019),
   theorem 11.2. */
static size_t
steps_for (size_t d)
{
  return (49 * d + (d < 46 ? 80 : 57)) / 17;
}

/* 2^62 (F'; G') = (u v; q r) (F; G).  |u| + |v| and |q| + |r| are at most 2^62. */
struct steps
{
  int64_t u, v, q, r;
};

/* BITS steps from the lowest digits of F and G.  Returns the new counter. */
static int64_t
divide (struct steps *t, int64_t delta, uint64_t f, uint64_t g)
{
  uint64_t u = 1, v = 0, q = 0, r = 1;
  for (int i = 0; i < BITS; i++)
    {
      uint64_t odd = -(g & 1), swap = (uint64_t) (-delta >> 63) & odd;
      HIDE (odd);
      HIDE (swap);
      /* If SWAP: F' = G and G' = (G - F) / 2.  Else F' = F and G' = (G + F) / 2 or G / 2. */
      g += ((f ^ swap) - swap) & odd;
      q += ((u ^ swap) - swap) & odd;
      r += ((v ^ swap) - swap) & odd;
      f += g & swap;
      u += q & swap;
      v += r & swap;
      delta = (int64_t) (((uint64_t) delta ^ swap) - swap) + 1;
      g >>= 1;
      u <<= 1;
      v <<= 1;
    }
  *t = (struct steps) { (int64_t) u, (int64_t) v, (int64_t) q, (int64_t) r };
  return delta;
}

/* (F; G) = t (F; G) / 2^62, which is exact; digits from the lowest one on. */
static void
apply (const struct steps *t, int64_t *f, int64_t *g, mp_size_t digits)
{
  wide cf = (wide) t->u * f[0] + (wide) t->v * g[0];
  wide cg = (wide) t->q * f[0] + (wide) t->r * g[0];
  for (mp_size_t i = 1; i < digits; i++)
    {
      cf = (cf >> BITS) + (wide) t->u * f[i] + (wide) t->v * g[i];
      cg = (cg >> BITS) + (wide) t->q * f[i] + (wide) t->r * g[i];
      f[i - 1] = (int64_t) cf & DIGIT_MASK;
      g[i - 1] = (int64_t) cg & DIGIT_MASK;
    }
  f[digits - 1] = (int64_t) (cf >> BITS);
  g[digits - 1] = (int64_t) (cg >> BITS);
}

/* The multiple of M that makes a sum divisible by 2^62, whose lowest digit without it is LOW; START
   is the multiple so far, and what is added to it is in (-2^62, 0]. */
static int64_t
multiple_for (int64_t start, int64_t low, int64_t m0, uint64_t inverse)
{
  const uint64_t sum = (uint64_t) low + (uint64_t) start * (uint64_t) m0;
  return start - (int64_t) (sum * inverse & DIGIT_MASK);
}

/* (D; E) = t (D; E) / 2^62 modulo M, m[0..digits-1].  If D, E in (-2M, M], the new ones are: a
   negative one counts as the number plus M, so that both are at most M in absolute value; the
   product with a row of t is at most 2^62 M, and less than 2^62 M is subtracted. */
static void
apply_mod (const struct steps *t, int64_t *d, int64_t *e, const int64_t *m, uint64_t inverse,
           mp_size_t digits)
{
  int64_t d_negative = d[digits - 1] >> 63, e_negative = e[digits - 1] >> 63;
  HIDE (d_negative);
  HIDE (e_negative);
  wide cd = (wide) t->u * d[0] + (wide) t->v * e[0];
  wide ce = (wide) t->q * d[0] + (wide) t->r * e[0];
  const int64_t md = multiple_for ((t->u & d_negative) + (t->v & e_negative), (int64_t) cd, m[0],
                                   inverse);
  const int64_t me = multiple_for ((t->q & d_negative) + (t->r & e_negative), (int64_t) ce, m[0],
                                   inverse);
  cd += (wide) md * m[0];
  ce += (wide) me * m[0];
  for (mp_size_t i = 1; i < digits; i++)
    {
      cd = (cd >> BITS) + (wide) t->u * d[i] + (wide) t->v * e[i] + (wide) md * m[i];
      ce = (ce >> BITS) + (wide) t->q * d[i] + (wide) t->r * e[i] + (wide) me * m[i];
      d[i - 1] = (int64_t) cd & DIGIT_MASK;
      e[i - 1] = (int64_t) ce & DIGIT_MASK;
    }
  d[digits - 1] = (int64_t) (cd >> BITS);
  e[digits - 1] = (int64_t) (ce >> BITS);
}

/* X = X, or -X if the mask NEGATE is set, plus M if the mask ADD is set. */
static void
correct (int64_t *x, int64_t negate, const int64_t *m, int64_t add, mp_size_t digits)
{
  HIDE (negate);
  HIDE (add);
  int64_t carry = 0;
  for (mp_size_t i = 0; i < digits; i++)
    {
      const int64_t sum = carry + ((x[i] ^ negate) - negate) + (m[i] & add);
      x[i] = i < digits - 1 ? sum & DIGIT_MASK : sum;
      carry = sum >> BITS;
    }
}

static void
to_digits (int64_t *x, mp_size_t digits, mp_srcptr ap, mp_size_t n)
{
  for (mp_size_t i = 0; i < digits; i++)
    {
      const mp_size_t at = BITS * i, limb = at / GMP_LIMB_BITS;
      const int shift = (int) (at % GMP_LIMB_BITS);
      const comba_dlimb low = limb < n ? ap[limb] : 0, high = limb + 1 < n ? ap[limb + 1] : 0;
      x[i] = (int64_t) ((high << GMP_LIMB_BITS | low) >> shift) & DIGIT_MASK;
    }
}

/* For X in [0, beta^n).  A limb has bits of two digits: it begins at an even bit of the first one,
   so at most at bit 60. */
static void
from_digits (mp_ptr rp, mp_size_t n, const int64_t *x)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_size_t at = GMP_LIMB_BITS * i, digit = at / BITS;
      const comba_dlimb low = (comba_dlimb) x[digit], high = (comba_dlimb) x[digit + 1];
      rp[i] = (mp_limb_t) ((high << BITS | low) >> at % BITS);
    }
}

int
comba_invert_sec (mp_ptr vp, mp_srcptr ap, mp_srcptr mp, mp_size_t n, size_t bits, mp_ptr scratch)
{
  ASSERT (n >= 1 && (mp[0] & 1) != 0);
  const mp_size_t digits = digits_of (n);
  int64_t *const f = (int64_t *) scratch, *const g = f + digits;
  int64_t *const d = g + digits, *const e = d + digits, *const m = e + digits;
  to_digits (m, digits, mp, n);
  to_digits (g, digits, ap, n);
  memcpy (f, m, (size_t) digits * sizeof *f);
  memset (d, 0, 2 * (size_t) digits * sizeof *d);
  e[0] = 1;

  const size_t most = (size_t) n * GMP_LIMB_BITS, steps = steps_for (bits < most ? bits : most);
  const uint64_t inverse = comba_inverse_limb (mp[0]);
  int64_t delta = 1;
  for (size_t i = 0; i < steps; i += BITS)
    {
      struct steps t;
      delta = divide (&t, delta, (uint64_t) f[0], (uint64_t) g[0]);
      apply (&t, f, g, digits);
      apply_mod (&t, d, e, m, inverse, digits);
    }

  /* To (-M, M], [-M, M], [0, M] and [0, M); M itself occurs for M = 1. */
  const int64_t negate = f[digits - 1] >> 63;
  correct (d, 0, m, d[digits - 1] >> 63, digits);
  correct (d, negate, m, 0, digits);
  correct (d, 0, m, d[digits - 1] >> 63, digits);
  int64_t unequal = 0;
  for (mp_size_t i = 0; i < digits; i++)
    unequal |= d[i] ^ m[i];
  int64_t keep = (unequal | -unequal) >> 63;
  HIDE (keep);
  for (mp_size_t i = 0; i < digits; i++)
    d[i] &= keep;
  from_digits (vp, n, d);

  correct (f, negate, m, 0, digits);
  int64_t other = f[0] ^ 1;
  for (mp_size_t i = 1; i < digits; i++)
    other |= f[i];
  const int is_one = (int) (1 + ((other | -other) >> 63));

  memset (scratch, 0, comba_invert_sec_itch (n) * sizeof *scratch);
  __asm__ volatile ("" : : "r" (scratch) : "memory");
  return is_one;
}
