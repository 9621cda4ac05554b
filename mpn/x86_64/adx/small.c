/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The form for small moduli (mod/small.h) with the reductions in registers. */

#include "adx.h"
#include "mod/powm.h"

static comba_redc_fn *const redc[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_ROW) };
static comba_redc_fn *const redc_2[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_2_ROW) };
static comba_fold_fn *const fold[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_FOLD_ROW) };

/* The upper limbs of a, then the lower ones, then zeros, until two limbs are too many
   below. */
static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N], upper = an < n + 1 ? an : n + 1;
  for (mp_size_t i = 0; i < 2 * n; i++)
    scratch[i] = 0;
  for (mp_size_t i = 0; i < upper; i++)
    scratch[n - i] = ap[an - 1 - i];
  if (an > upper)
    fold[n] (scratch, ap, an - upper, context);
  fold[n] (scratch, context + COMBA_SMALL_ZERO, upper + 2, context);
  redc_2[n] (xp, scratch, context);
}

static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_small_leave (context, rp, xp, scratch, redc[context[COMBA_SMALL_N]]);
}

static int
leave_times (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
             mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_small_leave_times (context, rp, xp, bp, bn, scratch, comba_adx_kernels.mul_n[n], redc[n]);
  return 1;
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_adx_kernels.mul_n[n] (scratch, xp, n, yp);
  redc[n] (zp, scratch, context);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_adx_kernels.sqr_n[n] (scratch, xp);
  redc[n] (zp, scratch, context);
}

const struct comba_form comba_form_small_adx = {
  .name = "small_adx",
  .odd_only = 1,
  .min = 3,
  .max = COMBA_ADX_SMALL_MAX - 1,
  .context_size = comba_small_context_size,
  .element_size = comba_small_element_size,
  .itch = comba_small_itch,
  .init = comba_small_init,
  .enter = enter,
  .leave = leave,
  .leave_times = leave_times,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = comba_small_mul_limb,
};

void
comba_powm_limb_adx (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr pp, mp_size_t n)
{
  ASSERT (n >= 3 && n <= COMBA_ADX_SMALL_MAX - (pp[n - 1] >= COMBA_LIMB_MAX - 3)
          && (pp[0] & 1) != 0 && bn >= 1 && e > 0);
  mp_limb_t context[COMBA_SMALL_SIZE], t[2 * COMBA_SMALL_MAX];
  mp_limb_t base[COMBA_SMALL_MAX], x[COMBA_SMALL_MAX];
  comba_small_init (NULL, context, pp, n, NULL);
  const mp_size_t as = (mp_size_t) context[COMBA_SMALL_N];
  comba_redc_fn *const reduce = redc[as];
  comba_mul_fixed_fn *const product = comba_adx_kernels.mul_n[as];
  comba_sqr_fixed_fn *const square = comba_adx_kernels.sqr_n[as];

  while (bn > 1 && bp[bn - 1] == 0)
    bn--;
  mp_srcptr from = base;
  size_t left = comba_bits (&e, 1) - 1;
  struct comba_whole whole;
  if (2 * bn <= n && bp[bn - 1] != 0)
    {
      comba_powm_whole (&comba_adx_kernels, &whole, bp, bn, &e, 1, n);
      if (whole.left < left)
        {
          left = whole.left;
          enter (NULL, context, x, whole.p, whole.n, t);
          from = x;
        }
    }
  const mp_limb_t rest = e & (((mp_limb_t) 1 << left) - 1);
  if (from == x && bn == 1 && comba_powm_limbs_pay (n, bp[0], &e, left, 1))
    {
      comba_powm_limbs (NULL, &comba_form_small_adx, context, x, bp[0], &e, left, t);
      comba_small_leave (context, rp, x, t, reduce);
      return;
    }
  /* The last product is by B as it is, if it can be. */
  const int last = left > 0 && (e & 1) != 0 && bn <= n;
  if (from == base || rest >> last != 0)
    enter (NULL, context, base, bp, bn, t);
  while (left-- > 0)
    {
      square (t, from);
      reduce (x, t, context);
      from = x;
      if ((e >> left & 1) != 0 && left >= (size_t) last)
        {
          product (t, x, as, base);
          reduce (x, t, context);
        }
    }
  if (last)
    comba_small_leave_times (context, rp, from, bp, bn, t, product, reduce);
  else
    comba_small_leave (context, rp, from, t, reduce);
}
