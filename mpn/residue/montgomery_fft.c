/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation with cached complex transforms of mu and P (mul/fft/fft.h).  Elements are
   those of comba_representation_montgomery.  So is the context, and the prepared operands follow it.

   C = X Y is reduced by Q = mu C mod beta^n, and QP modulo beta^m + 1, m > n, half as long as the full
   product.  (C mod beta^n) + QP = beta^n H, below beta^n (P + 1), so 0 <= H <= P < beta^n; T is this sum
   modulo beta^m + 1, and H = -beta^(m-n) T there.

   While another thread computes the roots of unity there are no prepared operands; such a context says
   so, and reduces as comba_representation_montgomery. */

#include "residue/contexts.h"
#include "residue/reduce.h"
#include "residue/representation.h"
#include "arith/arith.h"
#include "mul/fft/fft.h"
#include "mul/mul.h"
#include "mul/toom/toom.h"
#include <string.h>

/* The lengths for n limbs: of full products of n x n limbs, and of QP. */
struct lengths
{
  mp_size_t full, multiple;
};

/* The first one is 0 if FFT has no such lengths. */
static struct lengths
lengths_of (const struct comba_fft *fft, mp_size_t n)
{
  const struct lengths l = { fft->size (2 * n), fft->size (n + 1) };
  return l.full != 0 && l.multiple <= fft->plus_max ? l : (struct lengths) { 0, 0 };
}

static int
pays (const struct comba_config *k, mp_size_t n)
{
  return n >= k->thresholds.mod_fft && k->fft != NULL && lengths_of (k->fft, n).full != 0;
}

/* The prepared operands follow a line whose first limb says whether they are there. */
static size_t
prepared_with (const struct comba_fft *fft, struct lengths l)
{
  return 8 + fft->prepared_size (l.full) + fft->prepared_size (l.multiple);
}

/* Q, T, and the scratch of their products; or that of C. */
static size_t
work_with (const struct comba_fft *fft, struct lengths l)
{
  return comba_larger (fft->itch ((l.full + 1) / 2, l.full / 2), (size_t) (l.full + l.multiple) + fft->prepared_itch (l.full));
}

/* The most for any configuration. */
static size_t
most (size_t (*size) (const struct comba_fft *fft, struct lengths l), mp_size_t n)
{
  size_t result = 0;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    if (comba_configs[i]->fft != NULL && comba_config_runs (i))
      {
        const struct lengths l = lengths_of (comba_configs[i]->fft, n);
        if (l.full != 0)
          result = comba_larger (result, size (comba_configs[i]->fft, l));
      }
  return result;
}

static size_t
context_size (mp_size_t n)
{
  return comba_montgomery_size (n) + most (prepared_with, n);
}

static size_t
itch (mp_size_t n)
{
  return comba_larger (comba_montgomery_itch (n), comba_whole_lines (2 * (size_t) n + most (work_with, n)));
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_montgomery_init (k, context, pp, n, scratch);
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  const struct lengths l = lengths_of (k->fft, n);
  const mp_ptr is_prepared = context + comba_montgomery_size (n), mu = is_prepared + 8;
  *is_prepared = (mp_limb_t) (k->fft->prepare (l.full, mu, c.mp, n)
                              && k->fft->prepare (l.multiple, mu + k->fft->prepared_size (l.full), pp, n));
}

/* hp[0..n-1] = H, where T = tp[0..m-1] + TOP beta^m, TOP = 1 only if tp is 0: with T = t1 beta^n + t0
   that is t1 - beta^(m-n) t0, plus beta^m + 1 if t0 > 0.  H is below beta^n, so this is computed modulo
   beta^n, where beta^m is 0. */
static void
take_high (mp_ptr hp, mp_srcptr tp, mp_limb_t top, mp_size_t m, mp_size_t n)
{
  const mp_size_t first = m - n < n ? m - n : n;
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < n && any == 0; i++)
    any = tp[i];
  memcpy (hp, tp + n, (size_t) first * sizeof (mp_limb_t));
  memset (hp + first, 0, (size_t) (n - first) * sizeof (mp_limb_t));
  comba_sub_in_var (hp + first, n - first, tp, n - first);
  comba_add_1_var (hp, n, any != 0);
  if (top != 0)
    comba_add_1_var (hp + first, n - first, 1);
}

/* rp[0..n-1] = (C + QP) / beta^n, minus P if that is needed, C = cp[0..2n-1]. */
static void
reduce (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr cp, mp_ptr scratch)
{
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  const mp_size_t n = c.n;
  const mp_srcptr is_prepared = context + comba_montgomery_size (n), mu = is_prepared + 8;
  if (unlikely (!*is_prepared))
    {
      comba_pmr (k, rp, cp, 2 * n, n, c.pp, n, c.mp, scratch);
      return;
    }
  const struct lengths l = lengths_of (k->fft, n);
  const mp_size_t m = l.multiple;
  const mp_ptr qp = scratch, tp = qp + n, free = tp + m;
  k->fft->mul_prepared (l.full, qp, n, cp, n, mu, free);
  /* A carry TOP means beta^m = -1; what it is subtracted from is 0 only if the sum is -1 = beta^m. */
  mp_limb_t top = k->fft->mul_prepared (m, tp, m, qp, n, mu + k->fft->prepared_size (l.full), free);
  top += comba_add_1_var (tp + n, m - n, k->toom->add_n (tp, tp, cp, n));
  top = comba_add_1_var (tp, m, comba_sub_1_var (tp, m, top));
  take_high (qp, tp, top, m, n);
  if (k->toom->add_n (rp, cp + n, qp, n) != 0)
    k->toom->sub_n (rp, rp, c.pp, n);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const mp_size_t n = comba_montgomery_parts (context).n;
  const mp_ptr cp = scratch, free = cp + 2 * n;
  if (!k->fft->mul (cp, xp, n, yp, n, free))
    comba_product (k, cp, xp, n, yp, n, free);
  reduce (k, context, zp, cp, free);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  mul (k, context, zp, xp, xp, scratch);
}

const struct comba_representation comba_representation_montgomery_fft = {
  .name = "montgomery_fft", .odd_only = 1, .setup = 5, .min = 1, .max = COMBA_REPRESENTATION_MAX, .pays = pays,
  .context_size = context_size, .element_size = comba_montgomery_element_size, .itch = itch, .init = init,
  .encode = comba_montgomery_encode, .decode = comba_montgomery_decode, .mul = mul, .sqr = sqr,
  .mul_limb = comba_montgomery_mul_limb,
};
