/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues modulo P whose time depends on the sizes alone.

   P is shifted to D = P 2^s, whose top bit is set, and X is n + 1 limbs below 4D.  A step shifts X
   by at most STEP bits, then subtracts q D, where q is too small by less than 3:

     d = the top limb of D, plus 1;   r <= 2^(2L-6) / d < r + 2;   L = GMP_LIMB_BITS;
     y = the top L bits of X 2^6;     q = floor (y r / beta).

   The error is less than 1 for each of: q itself; y, which r / beta < 1/8 multiplies; r, less than
   2, which y / beta < 1 multiplies; d, with q < 2^(L-5).  These add up to less than 3 1/4.  So X
   stays below 4D, and no step looks at a value. */

#include "residue/precompute.h"
#include "arith/limb_steps.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum { STEP = GMP_LIMB_BITS - 8, UP = 6 };

struct division
{
  mp_size_t n;
  comba_addmul_1_fn *addmul_1;
  int shift;                    /* s */
  mp_limb_t reciprocal;         /* r */
  mp_ptr complement;            /* beta^n - D */
  mp_ptr x, spare;              /* X, and as many limbs */
};

static comba_addmul_1_fn *
row_of (const struct comba_config *k)
{
  return k->addmul_1 != NULL ? k->addmul_1 : comba_addmul_1;
}

/* Newton's iteration for z = 2^(2L-2) / d from a linear approximation, whose error is at most 1/17.
   Roundings leave an error of a few units.  Divisions take longer for some values. */
static mp_limb_t
reciprocal_of (mp_limb_t d)
{
  mp_limb_t z = COMBA_LIMB_MAX / 17 * 12 - COMBA_HIGH ((comba_dlimb) (COMBA_LIMB_MAX / 17 * 8) * d);
  for (int bits = 4; bits < GMP_LIMB_BITS; bits *= 2)
    {
      const mp_limb_t u = -(mp_limb_t) ((comba_dlimb) z * d >> (GMP_LIMB_BITS - 1));
      z = (mp_limb_t) ((comba_dlimb) z * u >> (GMP_LIMB_BITS - 1));
    }
  return (z - 8) >> 4;
}

static struct division
begin (const struct comba_config *k, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const int s = __builtin_clzll (pp[n - 1]) - (64 - GMP_LIMB_BITS);
  struct division d = { .n = n, .addmul_1 = row_of (k), .shift = s, .complement = scratch, .x = scratch + n,
                        .spare = scratch + 2 * n + 1 };
  mp_limb_t below = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      d.x[i] = pp[i] << s | (below >> 1) >> (GMP_LIMB_BITS - 1 - s);
      below = pp[i];
    }
  d.reciprocal = reciprocal_of (d.x[n - 1]);
  memset (d.spare, 0, BYTES (n));
  comba_sub_n (d.complement, d.spare, d.x, n);
  memset (d.x, 0, BYTES (n + 1));
  return d;
}

/* X = X 2^bits + next - q D; 0 < bits <= STEP, next < 2^bits. */
static void
step (struct division *d, int bits, mp_limb_t next)
{
  const mp_size_t n = d->n;
  const mp_ptr x = d->spare;
  comba_lshift (x, d->x, n + 1, bits);
  x[0] |= next;
  const mp_limb_t y = x[n] << UP | x[n - 1] >> (GMP_LIMB_BITS - UP);
  const mp_limb_t q = COMBA_HIGH ((comba_dlimb) y * d->reciprocal);
  x[n] += d->addmul_1 (x, d->complement, n, q) - q;
  d->spare = d->x;
  d->x = x;
}

/* X mod D, from X < 4D: subtracts 2D, then D, each time if X stays positive. */
static void
finish (struct division *d)
{
  const mp_size_t n = d->n;
  for (mp_limb_t c = 2; c > 0; c--)
    {
      memcpy (d->spare, d->x, BYTES (n + 1));
      d->spare[n] += d->addmul_1 (d->spare, d->complement, n, c) - c;
      const mp_limb_t negative = -(d->spare[n] >> (GMP_LIMB_BITS - 1));
      for (mp_size_t i = 0; i <= n; i++)
        d->x[i] = (d->x[i] & negative) | (d->spare[i] & ~negative);
    }
}

/* (2^bits mod P) 2^s = 2^s 2^bits mod D.  X begins at 2^s beta^(n-1), which is at most D. */
void
comba_mod_power_sec (const struct comba_config *k, mp_ptr rp, size_t bits, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  struct division d = begin (k, pp, n, scratch);
  d.x[n - 1] = (mp_limb_t) 1 << d.shift;
  for (size_t left = bits - GMP_LIMB_BITS * (size_t) (n - 1); left > 0; )
    {
      const int most = left < STEP ? (int) left : STEP;
      step (&d, most, 0);
      left -= (size_t) most;
    }
  finish (&d);
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = d.x[i] >> d.shift | (d.x[i + 1] << 1) << (GMP_LIMB_BITS - 1 - d.shift);
}

/* A mod D, as D is a multiple of P.  X begins with the top n limbs of A, which are below 2D. */
void
comba_mod_fold_sec (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n,
                    mp_ptr scratch)
{
  struct division d = begin (k, pp, n, scratch);
  memcpy (d.x, ap + (an - n), BYTES (n));
  for (size_t at = GMP_LIMB_BITS * (size_t) (an - n); at > 0; )
    {
      const int most = at < STEP ? (int) at : STEP;
      at -= (size_t) most;
      step (&d, most, comba_bits_from (ap, at, most));
    }
  finish (&d);
  memcpy (rp, d.x, BYTES (n));
}

/* mu P + 1 = T, whose limbs become zero from the lowest on. */
void
comba_mod_mu_sec (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_addmul_1_fn *const addmul_1 = row_of (k);
  const mp_limb_t mu = -comba_inverse_limb (pp[0]);
  memset (scratch, 0, BYTES (t));
  scratch[0] = 1;
  for (mp_size_t i = 0; i < t; i++)
    {
      mp[i] = scratch[i] * mu;
      const mp_limb_t carry = addmul_1 (scratch + i, pp, n < t - i ? n : t - i, mp[i]);
      if (i + n < t)
        scratch[i + n] = carry;
    }
}
