/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Chooses among the basecase, the FFT, the NTT, Toom-2 and Toom in more points for squares, and provides
   the scratch. */

#include "mul/ladder.h"
#include "mul/toom/toom.h"
#include "arith/scratch.h"
#include "mul/fft/fft.h"
#include "mul/ntt/ntt.h"

static inline int
is_basecase (const struct comba_config *k, mp_size_t n)
{
  return n < k->thresholds.sqr_toom2 || n < COMBA_TOOM22_MIN;
}

size_t
comba_sqr_itch (mp_size_t n)
{
  return comba_toom_itch (n);
}

void
comba_sqr_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                   mp_ptr scratch)
{
  ASSERT (n >= 1);
  const struct comba_thresholds *t = &k->thresholds;
  struct comba_split s;
  if (is_basecase (k, n))
    comba_sqr_basecase (k, rp, ap, n);
  else if (comba_toom_has_points (k)
           && ((n >= t->sqr_toom8 && comba_toom_split (&s, n, n, 15))
               || (n >= t->sqr_toom6 && comba_toom_split (&s, n, n, 11))
               || (n >= t->sqr_toom4 && comba_toom_split (&s, n, n, 7))
               || (n >= t->sqr_toom3 && k->toom->sqr3 == NULL && comba_toom_split (&s, n, n, 5))))
    comba_toom_sqr (k, rp, ap, n, &s, scratch);
  else if (n >= t->sqr_toom3 && k->toom->sqr3 != NULL && n >= COMBA_TOOM3_MIN)
    k->toom->sqr3 (k, rp, ap, n, scratch);
  else if (k->toom->sqr2 != NULL)
    k->toom->sqr2 (k, rp, ap, n, scratch);
  else
    comba_toom2_sqr (k, rp, ap, n, scratch);
}

/* The lengths of transforms grow in steps of up to a quarter, those of Toom do not.  So a transform
   longer than the one at the threshold by such a step, more than 7/32, is used only from an eighth
   above the step on. */
static int
is_ntt (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t from = k->thresholds.sqr_ntt;
  if (k->ntt == NULL || n < from)
    return 0;
  if (n - from >= from / 8)
    return 1;
  const size_t least = k->ntt->itch (from, from, 1);
  return k->ntt->itch (n, n, 1) <= least + least / 4 - least / 32;
}

static inline int
is_fft (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t from = k->thresholds.sqr_fft;
  return n >= from && k->fft != NULL && comba_fft_gains (k->fft, from, n, n, n);
}

/* As comba_sqr_itch, but no more than is used where all squares are comba_toom2_sqr and the
   basecase, with the thresholds of k. */
static size_t
itch_with (const struct comba_config *k, mp_size_t n)
{
  const struct comba_thresholds *t = &k->thresholds;
  if (k->toom->sqr2 != NULL || n >= t->sqr_toom3 || n >= t->sqr_toom4 || n >= t->sqr_toom6 || n >= t->sqr_toom8)
    return comba_sqr_itch (n);
  size_t all = 0;
  for (; n >= t->sqr_toom2 && n >= COMBA_TOOM22_MIN; n -= n / 2)
    all += 2 * (size_t) (n - n / 2);
  return all;
}

/* A separate function, so that the basecase does not pay for the stack buffer. */
static void __attribute__ ((noinline))
sqr_with_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (is_fft (k, n) && comba_fft_mul (k->fft, rp, ap, n, ap, n))
    return;
  const int ntt = is_ntt (k, n);
  if (ntt && comba_ntt_mul (k->ntt, rp, ap, n, ap, n))
    return;

  struct comba_scratch s;
  mp_ptr scratch = ntt && k->ntt->itch (n, n, 1) != 0 ? NULL : COMBA_SCRATCH_GET (&s, itch_with (k, n), 0);
  if (unlikely (scratch == NULL))
    {
      comba_mul_tiles (k, rp, ap, n, ap, n);
      return;
    }
  comba_sqr_scratch (k, rp, ap, n, scratch);
  comba_scratch_put (&s);
}

void
comba_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (is_basecase (k, n) && !is_fft (k, n))
    comba_sqr_basecase (k, rp, ap, n);
  else
    sqr_with_scratch (k, rp, ap, n);
}

void
comba_product_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                   mp_ptr scratch)
{
  if (comba_kernel_sqr (k, rp, ap, n))
    return;
  if (n >= COMBA_PRODUCT_NTT_MIN && 2 * n <= COMBA_PRODUCT_FFT_MAX && is_fft (k, n)
      && k->fft->mul (rp, ap, n, ap, n, scratch))
    return;
  if (n >= COMBA_PRODUCT_NTT_MIN && is_ntt (k, n) && k->ntt->itch (n, n, 1) != 0)
    k->ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, n, ap, n, scratch);
  else
    comba_sqr_scratch (k, rp, ap, n, scratch);
}
