/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation with the cached transforms of mu and P.  Elements are those of
   comba_representation_montgomery.  So is the context, and the prepared operands follow it.

   C = X Y is reduced by Q = mu C mod beta^n, of which only the lower half is put together, and QP
   modulo beta^m - 1, m > n, half as long as the full product.  C + QP = beta^n H + beta^n floor (C
   / beta^n) with 0 <= H <= P < beta^m - 1, so (C mod beta^n) + QP modulo beta^m - 1 is H, rotated
   by n limbs. */

#include "residue/cached.h"
#include "residue/contexts.h"
#include "residue/precompute.h"
#include "residue/representation.h"
#include "arith/arith.h"
#include "mul/mul.h"
#include "mul/toom/toom.h"
#include <string.h>

/* Q, then QP, and the scratch of these products. */
static size_t
reduction_itch (mp_size_t n, int threads)
{
  return comba_cached_most_wrapped (n) + comba_cached_itch (n, 0, threads);
}

/* From COMBA_NTT_LITTLE_FROM limbs on, products find so many limbs enough as a rule, those of C and of
   the inverses. */
#define PRODUCT_LITTLE(n) (4 * (size_t) (n) + 64)

/* Without all that shorter products need; 0 below that size. */
static size_t
product_limbs (mp_size_t n)
{
  return n < COMBA_NTT_LITTLE_FROM ? 0 : comba_larger (PRODUCT_LITTLE (n), reduction_itch (n, 1));
}

/* C and the scratch of its product or of its reduction; or what init needs. */
static size_t
itch_for (mp_size_t n, int threads)
{
  const size_t c = 2 * (size_t) n, reduction = c + reduction_itch (n, threads);
  if (n < COMBA_NTT_LITTLE_FROM)
    return comba_whole_lines (comba_larger (comba_larger (comba_montgomery_itch (n), reduction),
                                      c + comba_cached_product_itch (n, threads)));
  const size_t product = threads > 1 ? comba_cached_product_itch (n, threads) : product_limbs (n);
  return comba_whole_lines (comba_larger (comba_larger (c + product, reduction), COMBA_MONTGOMERY_INIT_ITCH (n) + PRODUCT_LITTLE (n)));
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const struct comba_room room = { scratch + COMBA_MONTGOMERY_INIT_ITCH (n), PRODUCT_LITTLE (n) };
  comba_montgomery_init_in (k, context, pp, n, scratch, n < COMBA_NTT_LITTLE_FROM ? NULL : &room);
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  comba_cached_init (k, context + comba_montgomery_size (n), c.mp, pp, n, n, 0);
}

/* rp[0..n-1] = (C + QP) / beta^n, minus P if that is needed, C = cp[0..2n-1]. */
static void
reduce (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr rp,
        mp_srcptr cp, mp_ptr scratch)
{
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  const mp_size_t n = c.n;
  const mp_size_t m = comba_cached_wrapped (k, n), first = m - n < n ? m - n : n;
  const mp_srcptr cached = context + comba_montgomery_size (n);
  const mp_ptr tp = scratch, free = tp + m;

  comba_cached_quotient (pool, k, cached, tp, n, cp, n, 0, free);
  comba_cached_multiple (pool, k, cached, tp, tp, n, 0, free);
  comba_add_n_fn *const add_n = k->toom->add_n;
  mp_limb_t carry = comba_add_1_var (tp + n, m - n, add_n (tp, tp, cp, n));
  comba_add_1_var (tp, m, carry);

  carry = add_n (rp, cp + n, tp + n, first);
  carry = comba_add_1_var (tp, n - first, carry);
  carry += add_n (rp + first, cp + n + first, tp, n - first);
  if (carry != 0)
    k->toom->sub_n (rp, rp, c.pp, n);
}

static comba_residue_mul_fn mul;

/* As comba_montgomery_encode and comba_montgomery_decode, with these products. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  const mp_size_t n = c.n, first = an > 0 ? (an - 1) % n + 1 : 0;
  memcpy (xp, ap + an - first, (size_t) first * sizeof (mp_limb_t));
  memset (xp + first, 0, (size_t) (n - first) * sizeof (mp_limb_t));
  mul (k, context, xp, xp, c.square, scratch);
  for (mp_size_t left = an - first; left > 0; left -= n)
    {
      mp_limb_t carry = comba_add_n (xp, xp, ap + left - n, n);
      while (carry != 0)
        carry -= comba_sub_n (xp, xp, c.pp, n);
      mul (k, context, xp, xp, c.square, scratch);
    }
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct comba_montgomery_context c = comba_montgomery_parts (context);
  memcpy (scratch, xp, (size_t) c.n * sizeof (mp_limb_t));
  memset (scratch + c.n, 0, (size_t) c.n * sizeof (mp_limb_t));
  reduce (&COMBA_POOL_ALONE (1), k, context, rp, scratch, scratch + 2 * c.n);
  if (comba_cmp_var (rp, c.pp, c.n) >= 0)
    comba_sub_n (rp, rp, c.pp, c.n);
}

#define KIND montgomery
#define ODD_ONLY 1
#define EXTRA 0
#define ENCODE encode
#define DECODE decode
#include "residue/representation_cached_tpl.h"
