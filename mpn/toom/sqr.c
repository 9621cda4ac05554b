/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice among basecase, transforms, Toom-2 and Toom in more points for squaring, and the
   scratch for it. */

#include "toom.h"
#include "scratch.h"
#include "ntt/ntt.h"

static inline int
is_basecase (const struct comba_kernels *k, mp_size_t n)
{
  return n < k->thresholds.sqr_toom2 || n < COMBA_TOOM22_MIN;
}

size_t
comba_sqr_itch (mp_size_t n)
{
  return comba_toom_itch (n);
}

void
comba_sqr_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                   mp_ptr scratch)
{
  ASSERT (n >= 1);
  const struct comba_thresholds *t = &k->thresholds;
  struct comba_split s;
  if (is_basecase (k, n))
    k->sqr_basecase (rp, ap, n);
  else if ((n >= t->sqr_toom8 && comba_toom_split (&s, n, n, 15))
           || (n >= t->sqr_toom6 && comba_toom_split (&s, n, n, 11))
           || (n >= t->sqr_toom4 && comba_toom_split (&s, n, n, 7))
           || (n >= t->sqr_toom3 && comba_toom_split (&s, n, n, 5)))
    comba_toom_sqr (k, rp, ap, n, &s, scratch);
  else
    comba_toom2_sqr (k, rp, ap, n, scratch);
}

/* Apart, so that the basecase does not pay for the buffer. */
static void __attribute__ ((noinline))
sqr_with_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (k->ntt != NULL && n >= k->thresholds.sqr_ntt && comba_ntt_mul (k->ntt, rp, ap, n, ap, n))
    return;

  struct comba_scratch s;
  mp_ptr scratch = comba_scratch_get (&s, comba_sqr_itch (n));
  if (likely (scratch != NULL))
    comba_sqr_scratch (k, rp, ap, n, scratch);
  else
    k->sqr_basecase (rp, ap, n);
  comba_scratch_put (&s);
}

void
comba_sqr (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (is_basecase (k, n))
    k->sqr_basecase (rp, ap, n);
  else
    sqr_with_scratch (k, rp, ap, n);
}
