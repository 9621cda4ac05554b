/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms from the size on from which reductions use cached ones: complex ones as far as those go,
   then number-theoretic ones.  Below, the factors of beta^m - 1, or the whole product where that is
   faster. */

#include "mul/factor.h"
#include "mul/cost.h"
#include "mul/fft/fft.h"
#include "mul/mul.h"
#include "mul/wrapped.h"
#include "arith/arith.h"
#include <string.h>

enum { LINE = 8 };      /* limbs */

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

/* The length of complex transforms, or 0.  Threads do not share them. */
static mp_size_t
complex_size (const struct comba_config *k, mp_size_t n, mp_size_t an, int threads)
{
  if (k->fft == NULL || n < k->thresholds.mod_fft || threads > 1)
    return 0;
  const mp_size_t m = k->fft->size (n > an ? n : an + 1);
  return m <= k->fft->plus_max ? m : 0;
}

/* A line before the prepared operand says whether it is there.  Scratch: also for the whole product. */
static struct comba_factor_way
complex_way (const struct comba_fft *fft, mp_size_t m)
{
  return (struct comba_factor_way) { .m = m + 1, .plus = m, .kept = LINE + fft->prepared_size (m),
                                     .itch = comba_larger (fft->prepared_itch (m), 2 * (size_t) m) };
}

struct comba_factor_way
comba_factor_way (const struct comba_config *k, mp_size_t n, mp_size_t an, int threads)
{
  ASSERT (1 <= an && an <= n);
  const mp_size_t plus = complex_size (k, n, an, threads);
  if (plus != 0)
    return complex_way (k->fft, plus);
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
comba_factor_way_within (const struct comba_config *k, mp_size_t n, mp_size_t an, mp_size_t bn, int threads, size_t most)
{
  const struct comba_factor_way w = comba_factor_way (k, n, an, threads);
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
  if (way->plus != 0)
    kept[0] = (mp_limb_t) k->fft->prepare (way->plus, kept + LINE, bp, bn);
  else if (f->kept != NULL)
    k->ntt->prepare (&(struct comba_ntt_kind) { .m = way->m }, kept, bp, bn);
}

void
comba_factor_product_whole (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const mp_size_t all = an + f->bn, m = f->way.m, plus = f->way.plus, fits = plus != 0 ? plus : m;
  ASSERT (f->way.moduli.k == 0);
  comba_mul_unordered (f->k, all <= fits ? rp : scratch, ap, an, f->bp, f->bn);
  if (all <= fits)
    memset (rp + all, 0, (size_t) (m - all) * sizeof (mp_limb_t));
  else if (plus != 0)
    rp[plus] = comba_wrapped_fold_plus (rp, scratch, all, plus);
  else
    comba_wrapped_fold (rp, scratch, all, m);
}

void
comba_factor_product (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const struct comba_config *k = f->k;
  const mp_size_t all = an + f->bn, m = f->way.m;
  const mp_size_t plus = f->way.plus;
  if (plus != 0 && likely (f->kept[0] != 0))
    rp[plus] = k->fft->mul_prepared (plus, rp, plus, ap, an, f->kept + LINE, scratch);
  else if (plus == 0 && f->kept != NULL)
    k->ntt->mul_prepared (f->pool, &(struct comba_ntt_kind) { .m = m }, rp, m, ap, an, f->kept, scratch);
  else if (f->way.moduli.k != 0 && an >= f->bn)
    k->ntt->mul_moduli (f->pool, &f->way.moduli, rp, ap, an, f->bp, f->bn, scratch);
  else if (f->way.moduli.k != 0)
    k->ntt->mul_moduli (f->pool, &f->way.moduli, rp, f->bp, f->bn, ap, an, scratch);
  else if (plus != 0 || all <= m || comba_mul_cost (k, an, f->bn) <= comba_wrapped_cost (k, an, f->bn, m))
    comba_factor_product_whole (f, rp, ap, an, scratch);
  else
    comba_wrapped_product (k, rp, ap, an, f->bp, f->bn, m, scratch);
}

/* rp[0..m] = rp +- ap[0..an-1] beta^at modulo beta^m + 1 */
static void
accumulate_plus (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t an, mp_size_t at, int minus)
{
  for (; at >= m; at -= m)
    minus = !minus;
  while (an > 0)
    {
      const mp_size_t room = m - at, n = an < room ? an : room;
      const int top = (int) rp[m] + (minus ? -(int) comba_sub_in_var (rp + at, room, ap, n)
                                           : (int) comba_add_in_var (rp + at, room, ap, n));
      rp[m] = comba_wrapped_carry_plus (rp, m, top);
      ap += n, an -= n, at = 0, minus = !minus;
    }
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
  if (f->way.plus != 0)
    accumulate_plus (rp, f->way.plus, ap, an, at, 0);
  else
    accumulate (f, rp, ap, an, at, 0);
}

void
comba_factor_sub (const struct comba_factor *f, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t at)
{
  if (f->way.plus != 0)
    accumulate_plus (rp, f->way.plus, ap, an, at, 1);
  else
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

/* Without its known limbs, P is L + H beta^m, L < beta^m and H < beta^known, modulo beta^m + 1: rp is
   L - H, or that and beta^m + 1.  So the known limbs are those of -H, with a borrow from L.  Only for
   L = 0 is there none to borrow from, and the known limbs are those of 1 - H. */
static void
take_low_plus (mp_ptr rp, mp_size_t m, mp_size_t known)
{
  ASSERT (known <= m);
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < known; i++)
    {
      const mp_limb_t limb = rp[i];
      rp[i] = -limb - (any != 0);
      any |= limb;
    }
  const mp_limb_t more = any != 0 ? comba_add_1_var (rp + known, m - known, 1) : 0;
  comba_add_1_var (rp, known, more + rp[m]);
  /* Limbs from m + 1 on. */
  rp[m] = rp[0];
  memmove (rp, rp + 1, (size_t) (known - 1) * sizeof (mp_limb_t));
  rp[known - 1] = 0;
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
  if (f->way.plus != 0)
    {
      take_low_plus (rp, f->way.plus, known);
      return;
    }
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
  const mp_size_t m = f->way.m, plus = f->way.plus;
  if (plus != 0)
    {
      if (rp[plus] != 0 || rp[plus - 1] >> (GMP_LIMB_BITS - 1) != 0)
        {
          rp[plus]--;
          comba_sub_1_var (rp, m, 1);
        }
      return;
    }
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
