/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The form for small moduli (mod/small.h) with the reductions in registers. */

#include "adx.h"

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
};
