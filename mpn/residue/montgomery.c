/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation over limbs: an element is congruent to x beta^n modulo P, and below
   beta^n.  A product is reduced by PMR with t = n (paper 003, section 2.1). */

#include "residue/representation.h"
#include "residue/contexts.h"
#include "residue/reduce.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static size_t
product_itch (mp_size_t n)
{
  size_t product = comba_product_itch (n, n), reduction = comba_pmr_itch (2 * n, n, n);
  return 2 * (size_t) n + (product > reduction ? product : reduction);
}

size_t
comba_montgomery_itch (mp_size_t n)
{
  size_t mu = comba_mod_mu_itch (n), nu = n + 1 + comba_mod_nu_itch (n, n);
  size_t encode = (size_t) n + product_itch (n);
  size_t most = mu > nu ? mu : nu;
  return comba_whole_lines (most > encode ? most : encode);
}

void
comba_montgomery_init_in (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch,
                          const struct comba_room *room)
{
  context[0] = (mp_limb_t) n;
  struct comba_montgomery_context c = comba_montgomery_of (context, n);
  memcpy (c.pp, pp, BYTES (n));
  comba_mod_mu_in (k, c.mp, n, pp, n, scratch, room);
  comba_mod_nu_rest_in (k, scratch, c.square, n, pp, n, scratch + n + 1, room);
}

void
comba_montgomery_init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_montgomery_init_in (k, context, pp, n, scratch, NULL);
}

/* From the top, n limbs at a time: x becomes (x + a) beta^n, by a product with beta^2n, which is
   below 2P. */
void
comba_montgomery_encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  struct comba_montgomery_context c = comba_montgomery_parts (context);
  const mp_size_t n = c.n, first = an > 0 ? (an - 1) % n + 1 : 0;
  const mp_ptr x = scratch;
  memcpy (x, ap + an - first, BYTES (first));
  memset (x + first, 0, BYTES (n - first));
  comba_montgomery_mul (k, context, x, x, c.square, x + n);
  for (mp_size_t left = an - first; left > 0; left -= n)
    {
      mp_limb_t carry = comba_add_n (x, x, ap + left - n, n);
      while (carry != 0)
        carry -= comba_sub_n (x, x, c.pp, n);
      comba_montgomery_mul (k, context, x, x, c.square, x + n);
    }
  memcpy (xp, x, BYTES (n));
}

/* PMR of n limbs is at most P. */
void
comba_montgomery_decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  struct comba_montgomery_context c = comba_montgomery_parts (context);
  comba_pmr (k, rp, xp, c.n, c.n, c.pp, c.n, c.mp, scratch);
  if (comba_cmp_var (rp, c.pp, c.n) >= 0)
    comba_sub_n (rp, rp, c.pp, c.n);
}

/* PMR with t = n. */
static ALWAYS_INLINE void
reduce (const struct comba_config *k, const struct comba_montgomery_context *c, mp_ptr rp, mp_srcptr cp,
        mp_ptr scratch)
{
  comba_pmr (k, rp, cp, 2 * c->n, c->n, c->pp, c->n, c->mp, scratch);
}

#define KIND montgomery
#define ODD_ONLY 1
#define SETUP 4
#include "residue/limbs_tpl.h"
