/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Barrett's representation with the cached transforms of nu and -P.  Elements are those of
   comba_representation_barrett.  So is the context, and the transforms follow it.

   C = X Y is C1 beta^n + C0.  Q = floor (C1 nu / beta^n), of n + 1 limbs, is at most C / P, and R =
   C - QP is below beta^n + 2P (residue/reduce.h, PBR with t = n and the full product C1 nu).  So R
   has n + 1 limbs, the highest at most 2, and C - QP modulo beta^m - 1, m > n, is R.  Zero has two
   representatives there; the highest limb of beta^m - 1 is larger than that of R. */

#include "residue/contexts.h"
#include "residue/representation.h"
#include "residue/cached.h"
#include "arith/arith.h"
#include "mul/toom/toom.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* C and the scratch of its product; or C1 nu, QP and the scratch of these products. */
static size_t
itch_for (mp_size_t n, int threads)
{
  const size_t wrap = comba_cached_most_wrapped (n);
  const size_t reduction = 2 * (size_t) n + 1 + wrap + comba_cached_itch (n, 1, threads);
  const size_t product = comba_cached_product_itch (n, threads), rep = comba_barrett_itch (n);
  const size_t all = comba_whole_lines (2 * (size_t) n + (product > reduction ? product : reduction));
  const size_t most = rep > all ? rep : all;
  return most > comba_whole_lines (wrap) ? most : comba_whole_lines (wrap);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_barrett_init (k, context, pp, n, scratch);
  const mp_size_t m = comba_cached_wrapped (k, n);
  const mp_ptr negative = scratch;
  for (mp_size_t i = 0; i < n; i++)
    negative[i] = ~pp[i];
  memset (negative + n, 0xff, BYTES (m - n));
  comba_cached_init (k, context + comba_barrett_size (n), comba_barrett_parts (context).np, negative,
                   m, n, 1);
}

static size_t
product_limbs (mp_size_t n)
{
  (void) n;
  return 0;
}

/* tp[0..m-1] += cp[0..cn-1] modulo beta^m - 1, cn <= m. */
static void
add_around (const struct comba_config *k, mp_ptr tp, mp_size_t m, mp_srcptr cp, mp_size_t cn)
{
  mp_limb_t carry = comba_add_1_var (tp + cn, m - cn, k->toom->add_n (tp, tp, cp, cn));
  comba_add_1_var (tp, m, carry);
}

/* rp[0..n-1] = C - QP, minus P or 2P if that is needed, C = cp[0..2n-1]. */
static void
reduce (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr rp,
        mp_srcptr cp, mp_ptr scratch)
{
  const struct comba_barrett_context c = comba_barrett_parts (context);
  const mp_size_t n = c.n, m = comba_cached_wrapped (k, n), first = m < 2 * n ? m : 2 * n;
  const mp_srcptr cached = context + comba_barrett_size (n);
  const mp_ptr qp = scratch, tp = qp + 2 * n + 1, free = tp + m;

  comba_cached_quotient (pool, k, cached, qp, 2 * n + 1, cp + n, n, 1, free);
  comba_cached_multiple (pool, k, cached, tp, qp + n, n, 1, free);
  add_around (k, tp, m, cp, first);
  add_around (k, tp, m, cp + first, 2 * n - first);

  memcpy (rp, tp, BYTES (n));
  mp_limb_t high = tp[n];
  if (high == ~(mp_limb_t) 0)
    {
      memset (rp, 0, BYTES (n));
      high = 0;
    }
  while (high != 0)
    high -= k->toom->sub_n (rp, rp, c.pp, n);
}

#define KIND barrett
#define ODD_ONLY 0
#define EXTRA 1
#define ENCODE comba_barrett_encode
#define DECODE comba_barrett_decode
#include "residue/representation_cached_tpl.h"
