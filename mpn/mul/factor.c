/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms from the size on from which reductions use cached ones; below, the factors of
   beta^m - 1, or the whole product where that is faster. */

#include "mul/factor.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "mul/wrapped.h"
#include "mul/ntt/ntt.h"
#include <string.h>

static int
has_transforms (const struct comba_config *k, mp_size_t m)
{
  return k->ntt != NULL && k->ntt->wrapped_size != NULL && m >= k->thresholds.mod_ntt && k->ntt->wrapped_size (m) == m;
}

mp_size_t
comba_factor_size (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t cyclic = k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mod_ntt
                           ? k->ntt->wrapped_size (n) : 0;
  return cyclic != 0 ? cyclic : comba_wrapped_size (k, n);
}

size_t
comba_factor_limbs (const struct comba_config *k, mp_size_t m)
{
  return has_transforms (k, m) ? k->ntt->prepared_size (&(struct comba_ntt_kind) { .m = m }) : 0;
}

size_t
comba_factor_itch (const struct comba_config *k, mp_size_t m, int threads)
{
  return has_transforms (k, m) ? k->ntt->prepared_itch (&(struct comba_ntt_kind) { .m = m }, threads)
    : comba_wrapped_itch (m);
}

void
comba_factor_set (struct comba_factor *f, const struct comba_config *k, const struct comba_pool *pool,
                  mp_size_t m, mp_srcptr bp, mp_size_t bn, mp_ptr prepared)
{
  *f = (struct comba_factor) { k, pool, m, bn, bp, has_transforms (k, m) ? prepared : NULL };
  if (f->prepared != NULL)
    k->ntt->prepare (&(struct comba_ntt_kind) { .m = m }, prepared, bp, bn);
}

static void
whole_product (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an)
{
  if (an >= f->bn)
    comba_mul (f->k, rp, ap, an, f->bp, f->bn);
  else
    comba_mul (f->k, rp, f->bp, f->bn, ap, an);
}

void
comba_factor_product (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const struct comba_config *k = f->k;
  const mp_size_t all = an + f->bn, m = f->m;
  if (f->prepared != NULL)
    k->ntt->mul_prepared (f->pool, &(struct comba_ntt_kind) { .m = m }, rp, m, ap, an, f->prepared, scratch);
  else if (all <= m)
    {
      whole_product (f, rp, ap, an);
      memset (rp + all, 0, (size_t) (m - all) * sizeof (mp_limb_t));
    }
  else if (comba_mul_cost (k, an, f->bn) <= comba_wrapped_cost (k, an, f->bn, m))
    {
      whole_product (f, scratch, ap, an);
      comba_wrapped_fold (rp, scratch, all, m);
    }
  else
    comba_wrapped_product (k, rp, ap, an, f->bp, f->bn, m, scratch);
}
