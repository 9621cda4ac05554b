/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice between basecase and Toom-2 squaring, and the scratch for it. */

#include "toom.h"
#include "scratch.h"

static inline int
is_basecase (const struct comba_kernels *k, mp_size_t n)
{
  return n < k->thresholds.sqr_toom2 || n < COMBA_TOOM22_MIN;
}

/* 2 ceil(n/2) limbs a level, fewer than GMP_LIMB_BITS levels. */
size_t
comba_sqr_itch (mp_size_t n)
{
  return 2 * ((size_t) n + GMP_LIMB_BITS);
}

void
comba_sqr_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                   mp_ptr scratch)
{
  ASSERT (n >= 1);
  if (is_basecase (k, n))
    k->sqr_basecase (rp, ap, n);
  else
    comba_toom2_sqr (k, rp, ap, n, scratch);
}

/* Apart, so that the basecase does not pay for the buffer. */
static void __attribute__ ((noinline))
sqr_with_scratch (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
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
