/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation for constant-time powers, over limbs: basecase products and word-by-word
   reduction, as GMP's mpn_sec_powm.  An element is congruent to x beta^n, and below beta^n. */

#define SELECT_BYTES 16
#include "residue/select_tpl.h"
#include "residue/redc.h"
#include "arith/limb_steps.h"
#include "arith/scratch.h"
#include "mul/ladder.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Up to this size a product has a function for each. */
enum { FEW = COMBA_REDC_FEW };

/* The context: n, -1/P mod beta, P, beta^(2n) mod P. */
enum { AT_N, AT_MU, AT_P = 8 };

static mp_srcptr
square_of (mp_srcptr context)
{
  return context + AT_P + comba_whole_lines (context[AT_N]);
}

static size_t
context_size (mp_size_t n)
{
  return AT_P + 2 * comba_whole_lines ((size_t) n);
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines ((size_t) n);
}

/* A product, and a multiple of P. */
static size_t
itch (mp_size_t n)
{
  return comba_whole_lines (3 * (size_t) n);
}

static size_t
radix_bits (mp_size_t n)
{
  return GMP_LIMB_BITS * (size_t) n;
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p, mp_ptr scratch)
{
  (void) k, (void) scratch;
  context[AT_N] = (mp_limb_t) n;
  context[AT_MU] = -comba_inverse_limb (pp[0]);
  memcpy (context + AT_P, pp, BYTES (n));
  memcpy ((mp_ptr) square_of (context), r2p, BYTES (n));
}

/* t[0..n-1] + beta^n t[n] += x y, t one limb longer than that; the top limb is set. */
static ALWAYS_INLINE void
add_row (mp_limb_t *t, const mp_limb_t *x, mp_limb_t y, const int n)
{
  mp_limb_t carry = 0;
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const comba_dlimb sum = (comba_dlimb) x[i] * y + t[i] + carry;
      t[i] = (mp_limb_t) sum;
      carry = COMBA_HIGH (sum);
    }
  t[n] += carry;
  t[n + 1] = t[n] < carry;
}

/* zp = x y / beta^n mod P, for a constant n: row by row, in registers.  T stays below beta^n + P, so P
   is subtracted once, if there is a carry. */
static ALWAYS_INLINE void
mul_few (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr p, mp_limb_t mu, const int n)
{
  mp_limb_t t[FEW + 2] = { 0 }, borrow = 0;
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      add_row (t, xp, yp[i], n);
      const mp_limb_t top = t[n + 1];
      add_row (t, p, t[0] * mu, n);
      t[n + 1] += top;
#pragma GCC unroll 8
      for (int j = 0; j <= n; j++)
        t[j] = t[j + 1];
    }
  const mp_limb_t mask = -t[n];
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const comba_dlimb difference = (comba_dlimb) t[i] - (p[i] & mask) - borrow;
      zp[i] = (mp_limb_t) difference;
      borrow = COMBA_HIGH (difference) & 1;
    }
}

/* zp = T / beta^n mod P, for T = tp[0..2n-1]; tp has 3n limbs.  With a carry it is below beta^n + P,
   so P is subtracted once. */
static ALWAYS_INLINE void
reduce (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_ptr tp)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  const mp_srcptr p = context + AT_P;
  const mp_ptr subtracted = tp + 2 * n;
  const mp_limb_t mask = -comba_redc_rows (k, zp, tp, p, n, context[AT_MU]);
  for (mp_size_t i = 0; i < n; i++)
    subtracted[i] = p[i] & mask;
  comba_sub_n (zp, zp, subtracted, n);
}

/* The same if n is that small; returns whether it is. */
static ALWAYS_INLINE int
multiplied_few (mp_size_t n, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp)
{
  switch (n)
    {
#define X(n) case n: mul_few (zp, xp, yp, context + AT_P, context[AT_MU], n); return 1;
      COMBA_REDC_FEW_SIZES (X)
#undef X
    }
  return 0;
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  if (multiplied_few (n, context, zp, xp, yp))
    return;
  comba_mul_fixed_fn *const mul_n = comba_row_mul_n (k, n);
  if (mul_n != NULL)
    mul_n (scratch, xp, n, yp);
  else
    comba_mul_basecase (k, scratch, xp, n, yp, n);
  reduce (k, context, zp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  comba_sqr_fixed_fn *const sqr_n = comba_row_sqr_n (k, n);
  if (multiplied_few (n, context, zp, xp, xp))
    return;
  if (sqr_n != NULL)
    sqr_n (scratch, xp);
  else
    comba_sqr_basecase (k, scratch, xp, n);
  reduce (k, context, zp, scratch);
}

/* Only for an = n. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  (void) an;
  mul (k, context, xp, ap, square_of (context), scratch);
}

/* A product by one is at most P: P itself becomes zero. */
static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  const mp_srcptr p = context + AT_P;
  memcpy (scratch, xp, BYTES (n));
  memset (scratch + n, 0, BYTES (n));
  comba_redc_rows (k, rp, scratch, p, n, context[AT_MU]);
  const mp_limb_t below = -comba_sub_n (scratch, rp, p, n);
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = (rp[i] & below) | (scratch[i] & ~below);
}

static const struct comba_representation_sec sec = {
  .rep = &comba_representation_montgomery_sec, .radix_bits = radix_bits, .init = init, .select = select_entry
};

const struct comba_representation comba_representation_montgomery_sec = {
  .name = "montgomery_sec", .odd_only = 1, .min = 1, .max = COMBA_REPRESENTATION_MAX, .context_size = context_size,
  .element_size = element_size, .itch = itch, .encode = encode, .decode = decode, .mul = mul, .sqr = sqr, .sec = &sec,
};
