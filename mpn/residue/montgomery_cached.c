/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation with the cached transforms of mu and P.  Elements are those of
   comba_representation_montgomery.  So is the context, and the prepared operands follow it.

   C = X Y is reduced by Q = mu C mod beta^n, of which only the lower half is put together, and QP
   modulo beta^m - 1, m > n, half as long as the full product.  C + QP = beta^n H + beta^n floor (C
   / beta^n) with 0 <= H <= P < beta^m - 1, so (C mod beta^n) + QP modulo beta^m - 1 is H, rotated
   by n limbs. */

#include "residue/cached.h"
#include "residue/contexts.h"
#include "residue/representation.h"
#include "arith/arith.h"
#include "mul/toom/toom.h"

/* C and the scratch of its product; or Q, QP and the scratch of these products. */
static size_t
itch_for (mp_size_t n, int threads)
{
  const size_t reduction = (size_t) n + comba_cached_most_wrapped (n) + comba_cached_itch (n, 0, threads);
  const size_t product = comba_cached_product_itch (n, threads), rep = comba_montgomery_itch (n);
  const size_t all = comba_whole_lines (2 * (size_t) n + (product > reduction ? product : reduction));
  return rep > all ? rep : all;
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_montgomery_init (k, context, pp, n, scratch);
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
  const mp_ptr qp = scratch, tp = qp + n, free = tp + m;

  comba_cached_quotient (pool, k, cached, qp, n, cp, n, 0, free);
  comba_cached_multiple (pool, k, cached, tp, qp, n, 0, free);
  comba_add_n_fn *const add_n = k->toom->add_n;
  mp_limb_t carry = comba_add_1_var (tp + n, m - n, add_n (tp, tp, cp, n));
  comba_add_1_var (tp, m, carry);

  carry = add_n (rp, cp + n, tp + n, first);
  carry = comba_add_1_var (tp, n - first, carry);
  carry += add_n (rp + first, cp + n + first, tp, n - first);
  if (carry != 0)
    k->toom->sub_n (rp, rp, c.pp, n);
}

#define KIND montgomery
#define ODD_ONLY 1
#define EXTRA 0
#include "residue/representation_cached_tpl.h"
