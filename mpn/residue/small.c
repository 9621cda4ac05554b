/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#define COMBA_FOLD_MAX COMBA_SMALL_MAX
#include "residue/small.h"
#include "arith/limb_steps.h"
#include "arith/arith.h"
#include "mul/ladder.h"
#include <string.h>

size_t
comba_small_context_size (mp_size_t n)
{
  (void) n;
  return COMBA_SMALL_SIZE;
}

size_t
comba_small_element_size (mp_size_t n)
{
  (void) n;
  return COMBA_SMALL_MAX;
}

size_t
comba_small_itch (mp_size_t n)
{
  (void) n;
  return 2 * COMBA_SMALL_MAX;
}

/* Everything but what encode and decode divide with. */
static ALWAYS_INLINE void
init_reduction (mp_ptr context, mp_srcptr pp, mp_size_t n)
{
  mp_ptr f = context + COMBA_SMALL_F, p = context + COMBA_SMALL_P;
  mp_limb_t m0 = -comba_inverse_limb (pp[0]);

  comba_dlimb t = (comba_dlimb) m0 * pp[0] + 1;
  for (mp_size_t i = 1; i < n; i++)
    {
      t = (comba_dlimb) m0 * pp[i] + COMBA_HIGH (t);
      f[i - 1] = (mp_limb_t) t;
      p[i] = pp[i];
    }
  f[n - 1] = COMBA_HIGH (t);
  p[0] = pp[0];
  context[COMBA_SMALL_M] = m0;
  context[COMBA_SMALL_M + 1] = m0 * f[0];
  context[COMBA_SMALL_N] = (mp_limb_t) n;
}

static ALWAYS_INLINE void
init (mp_ptr context, mp_srcptr pp, mp_size_t n)
{
  init_reduction (context, pp, n);
  comba_fold_init (context + COMBA_SMALL_K, context + COMBA_SMALL_D, pp, n);
  for (mp_size_t i = 0; i < n + COMBA_SMALL_ZEROS && i < COMBA_SMALL_MAX; i++)
    context[COMBA_SMALL_ZERO + i] = 0;
}

void
comba_small_init_sec (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p,
                      mp_ptr scratch)
{
  (void) k, (void) scratch;
  init_reduction (context, pp, n);
  memcpy (context + COMBA_SMALL_K, r2p, (size_t) n * sizeof (mp_limb_t));
}

/* For the smallest moduli most of the time is loop overhead. */
void
comba_small_init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
                  mp_ptr scratch)
{
  (void) k, (void) scratch;
  ASSERT (n >= 2 && n < COMBA_SMALL_MAX && (pp[0] & 1) != 0);
  if (n == 3)
    init (context, pp, 3);
  else if (n == 4)
    init (context, pp, 4);
  else
    init (context, pp, n);
}

void
comba_small_encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                   mp_size_t an, mp_ptr scratch)
{
  (void) k, (void) scratch;
  comba_fold_encode (xp, ap, an, context + COMBA_SMALL_P, (mp_size_t) context[COMBA_SMALL_N],
                    context + COMBA_SMALL_K, -context[COMBA_SMALL_M], 1);
}

/* r minus a multiple of P that leaves at most P, or little more.  r has at least two bits more than
   P.  The upper limbs of r 2^s and of P 2^s give a quotient that is too large by two at most. */
static void
subtract_many (mp_srcptr context, mp_ptr r)
{
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  const mp_srcptr p = context + COMBA_SMALL_P, d = context + COMBA_SMALL_D;
  const int s = __builtin_clzll (p[n - 1]) - (64 - GMP_LIMB_BITS), down = GMP_LIMB_BITS - s;
  mp_limb_t unused;
  const mp_limb_t q = comba_divide_limbs (r[n - 1] >> down, r[n - 1] << s | r[n - 2] >> down, d[n - 1],
                                          &unused);
  for (mp_limb_t borrow = comba_fold_sub (r, p, n, q); borrow != 0; )
    borrow -= comba_fold_add (r, p, n, 1);
}

/* rp = r mod P, where r is little more than P, or any value if it comes from encode. */
static void
subtract (mp_srcptr context, mp_ptr rp, mp_ptr r)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  mp_srcptr p = context + COMBA_SMALL_P;
  while (comba_cmp_var (r, p, n) >= 0)
    if (unlikely (r[n - 1] >> 2 > p[n - 1]))    /* a short P */
      subtract_many (context, r);
    else
      comba_sub_n (r, r, p, n);
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = r[i];
}

/* rp = tp[0..2n-1] / beta^(n+1) mod P, below P.  Before the last subtraction it is at most 2P, or
   little more. */
static void
finish (mp_srcptr context, mp_ptr rp, mp_ptr tp, comba_redc_fn *redc)
{
  mp_limb_t r[COMBA_SMALL_MAX];
  redc (r, tp, context);
  subtract (context, rp, r);
}

void
comba_small_decode (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch, comba_redc_fn *redc)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  for (mp_size_t i = 0; i < n; i++)
    {
      scratch[i] = xp[i];
      scratch[n + i] = 0;
    }
  finish (context, rp, scratch, redc);
}

void
comba_small_decode_times (mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_srcptr bp, mp_size_t bn,
                         mp_ptr scratch, comba_mul_fixed_fn *mul, comba_redc_fn *redc)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  mp_limb_t b[COMBA_SMALL_MAX];
  for (mp_size_t i = 0; i < n; i++)
    b[i] = i < bn ? bp[i] : 0;
  mul (scratch, xp, n, b);
  finish (context, rp, scratch, redc);
}

/* x c minus a multiple of D.  The quotient comes from a division of an upper limb of x c, and one
   or two corrections. */
void
comba_small_mul_limb (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                      mp_limb_t c, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  const mp_srcptr d = context + COMBA_SMALL_D;
  mp_limb_t t[COMBA_SMALL_MAX + 1], high = 0, q = COMBA_LIMB_MAX, unused;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb product = (comba_dlimb) xp[i] * c + high;
      t[i] = (mp_limb_t) product;
      high = COMBA_HIGH (product);
    }
  t[n] = high;
  if (high >= d[n - 1] && comba_cmp_var (t + 1, d, n) >= 0)
    comba_sub_n (t + 1, t + 1, d, n);
  if (t[n] < d[n - 1])
    q = comba_divide_limbs (t[n], t[n - 1], d[n - 1], &unused);
  high = t[n] - comba_fold_sub (t, d, n, q);
  while (high != 0)
    high += comba_fold_add (t, d, n, 1);
  for (mp_size_t i = 0; i < n; i++)
    zp[i] = t[i];
}

struct comba_odd_modulus
comba_small_odd_modulus (mp_srcptr context)
{
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  return (struct comba_odd_modulus) {
    .p = context + COMBA_SMALL_P, .n = n, .mu = context[COMBA_SMALL_M], .weight = n + 1
  };
}

void
comba_small_remainder (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                       mp_ptr scratch)
{
  (void) k, (void) scratch;
  mp_limb_t r[COMBA_SMALL_MAX];
  for (mp_size_t i = 0; i < (mp_size_t) context[COMBA_SMALL_N]; i++)
    r[i] = xp[i];
  subtract (context, rp, r);
}

static void
redc (mp_ptr zp, mp_ptr tp, mp_srcptr context)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  mp_limb_t top = 0, carry = 0;
  for (mp_size_t i = 0; i <= n; i++)
    {
      mp_limb_t high = i < n - 1 ? comba_fold_add (tp + i + 1, context + COMBA_SMALL_F, n, tp[i])
        : comba_fold_add (tp + i, context + COMBA_SMALL_P, n, tp[i] * context[COMBA_SMALL_M]);
      mp_size_t next = i < n - 1 ? n + i + 1 : n + i;
      high = comba_add_1_var (tp + next, 2 * n - next, high);
      top += high;
      carry += top < high;
    }
  memcpy (zp, tp + n + 1, (n - 1) * sizeof (mp_limb_t));
  zp[n - 1] = top;
  if (unlikely (carry != 0))
    comba_sub_n (zp, zp, context + COMBA_SMALL_P, n);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_small_decode (context, rp, xp, scratch, redc);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_mul_basecase (k, scratch, xp, n, yp, n);
  redc (zp, scratch, context);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_sqr_basecase (k, scratch, xp, n);
  redc (zp, scratch, context);
}

const struct comba_representation comba_representation_small = {
  .name = "small",
  .setup = 3,
  .odd_only = 1,
  .min = 2,
  .max = COMBA_SMALL_MAX - 1,
  .context_size = comba_small_context_size,
  .element_size = comba_small_element_size,
  .itch = comba_small_itch,
  .init = comba_small_init,
  .encode = comba_small_encode,
  .decode = decode,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = comba_small_mul_limb,
  .odd_modulus = comba_small_odd_modulus,
  .remainder = comba_small_remainder,
};
