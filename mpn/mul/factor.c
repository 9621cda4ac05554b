/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms from the size on from which reductions use cached ones; below, the factors of
   beta^m - 1, or the whole product where that is faster. */

#include "mul/factor.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "mul/wrapped.h"
#include "arith/arith.h"
#include <string.h>

static int
has_transforms (const struct comba_config *k, mp_size_t m)
{
  return k->ntt != NULL && k->ntt->wrapped_size != NULL && m >= k->thresholds.mod_ntt && k->ntt->wrapped_size (m) == m;
}

static mp_size_t
cyclic_size (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t m = k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mod_ntt
                      ? k->ntt->wrapped_size (n) : 0;
  return m != 0 ? m : comba_wrapped_size (k, n);
}

struct comba_factor_way
comba_factor_way (const struct comba_config *k, mp_size_t n, int threads)
{
  struct comba_factor_way w = { .m = cyclic_size (k, n) };
  if (has_transforms (k, w.m))
    {
      const struct comba_ntt_kind kind = { .m = w.m };
      w.kept = k->ntt->prepared_size (&kind);
      w.itch = k->ntt->prepared_itch (&kind, threads);
    }
  else
    w.itch = comba_wrapped_itch (w.m);
  return w;
}

/* One limb more, because M may be below beta^(k+m). */
struct comba_factor_way
comba_factor_way_by_moduli (const struct comba_config *k, mp_size_t n, mp_size_t bn, int threads)
{
  struct comba_factor_way w = { .kept = 0 };
  w.itch = k->ntt->moduli_itch (&w.moduli, n + 1, bn, threads);
  w.m = w.moduli.k + w.moduli.m;
  return w;
}

struct comba_factor_way
comba_factor_way_within (const struct comba_config *k, mp_size_t n, mp_size_t bn, int threads, size_t most)
{
  const struct comba_factor_way w = comba_factor_way (k, n, threads);
  if (w.kept == 0 || w.kept + w.itch <= most)
    return w;
  const struct comba_factor_way less = comba_factor_way_by_moduli (k, n, bn, threads);
  return less.itch != 0 ? less : w;
}

void
comba_factor_set (struct comba_factor *f, const struct comba_config *k, const struct comba_pool *pool,
                  const struct comba_factor_way *way, mp_srcptr bp, mp_size_t bn, mp_ptr kept)
{
  *f = (struct comba_factor) { k, pool, *way, bn, bp, way->kept != 0 ? kept : NULL };
  if (f->kept != NULL)
    k->ntt->prepare (&(struct comba_ntt_kind) { .m = way->m }, kept, bp, bn);
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
  const mp_size_t all = an + f->bn, m = f->way.m;
  if (f->kept != NULL)
    k->ntt->mul_prepared (f->pool, &(struct comba_ntt_kind) { .m = m }, rp, m, ap, an, f->kept, scratch);
  else if (f->way.moduli.k != 0 && an >= f->bn)
    k->ntt->mul_moduli (f->pool, &f->way.moduli, rp, ap, an, f->bp, f->bn, scratch);
  else if (f->way.moduli.k != 0)
    k->ntt->mul_moduli (f->pool, &f->way.moduli, rp, f->bp, f->bn, ap, an, scratch);
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

/* rp[0..m-1] = rp +- ap[0..an-1] beta^at.  Limbs from beta^(k+m) on, and the carry, are added at 1 and
   beta^k and subtracted at beta^m; or at 1 alone for beta^m - 1.  A carry's beta^k comes first: the
   others then yield no carry, as k > m. */
static void
accumulate (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at, int minus)
{
  static const mp_limb_t one = 1;
  const struct comba_ntt_moduli *const moduli = &f->way.moduli;
  const mp_size_t m = f->way.m, room = at < m ? m - at : 0, below = an < room ? an : room;
  mp_limb_t carry = 0;
  if (below > 0)
    carry = minus ? comba_sub_in_var (rp + at, room, ap, below) : comba_add_in_var (rp + at, room, ap, below);
  for (int is_carry = 0; is_carry < 2; is_carry++)
    {
      const mp_srcptr high = is_carry ? &one : ap + below;
      const mp_size_t n = is_carry ? (mp_size_t) carry : an - below, above = is_carry || at < m ? 0 : at - m;
      if (n == 0)
        continue;
      if (moduli->k != moduli->m)
        {
          accumulate (f, rp, high, n, above + moduli->k, minus);
          accumulate (f, rp, high, n, above + moduli->m, !minus);
        }
      accumulate (f, rp, high, n, above, minus);
    }
}

void
comba_factor_add (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at)
{
  accumulate (f, rp, ap, an, at, 0);
}

void
comba_factor_sub (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at)
{
  accumulate (f, rp, ap, an, at, 1);
}

static int
is_all_ones (mp_srcptr ap, mp_size_t n)
{
  mp_limb_t all = COMBA_LIMB_MAX;
  for (mp_size_t i = 0; i < n && all == COMBA_LIMB_MAX; i++)
    all &= ap[i];
  return all == COMBA_LIMB_MAX;
}

/* Without its known limbs, P is L + H beta^(k+m), L < beta^(k+m).  Modulo M it is V = L + H (1 +
   beta^k - beta^m) - j M for some j.  Here V's known limbs are those of (H + j) (1 - beta^m), which
   yields H + j, and V - (H + j) (1 + beta^k - beta^m) is L - j beta^(k+m).  Only for a P below 1 +
   beta^k - beta^m, j may be -1, and H + j, too; otherwise neither is negative. */
void
comba_factor_take_low (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t known)
{
  const mp_size_t all = f->way.m, k = f->way.moduli.k, m = f->way.moduli.m;
  comba_factor_sub (f, rp, ap, an, 0);
  if (k == 0)
    {
      if (is_all_ones (rp, all))
        memset (rp, 0, (size_t) all * sizeof (mp_limb_t));
      return;
    }
  ASSERT (known <= 2 * m && known <= k);
  const mp_size_t high = known > m ? known - m : 0;
  const mp_limb_t over = comba_add_in_var (rp + known - high, high, rp, high);
  if (is_all_ones (rp, known))
    {
      memset (rp, 0, (size_t) known * sizeof (mp_limb_t));
      if (high == 0)
        comba_add_1_var (rp + known, all - known, 1);
      if (k != m && high == 0)
        comba_sub_1_var (rp + m, k, 1);
      if (k != m)
        comba_add_1_var (rp + k, m, 1);
      return;
    }
  if (k == m)
    return;
  const mp_limb_t less = comba_sub_in_var (rp + k, m, rp, known - high);
  mp_limb_t more = comba_add_in_var (rp + m + high, k - high, rp + high, known - high);
  more += comba_add_1_var (rp + m + high, k - high, over);
  comba_sub_in_var (rp, known, rp + known - high, high);
  comba_sub_1_var (rp, known, less);
  comba_add_1_var (rp, known, more);
}

void
comba_factor_to_signed (const struct comba_factor *f, mp_ptr rp)
{
  const struct comba_ntt_moduli *const moduli = &f->way.moduli;
  const mp_size_t m = f->way.m;
  if (rp[m - 1] >> (GMP_LIMB_BITS - 1) == 0)
    return;
  /* Less M, modulo beta^m or beta^(k+m). */
  comba_add_1_var (rp, m, 1);
  if (moduli->k != moduli->m)
    {
      comba_add_1_var (rp + moduli->k, m - moduli->k, 1);
      comba_sub_1_var (rp + moduli->m, m - moduli->m, 1);
    }
}
