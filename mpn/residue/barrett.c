/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues below beta^n, not always canonical, for any P.  A product is reduced by PBR with t = n
   (paper 003, section 2.2). */

#include "residue/contexts.h"
#include "residue/reduce.h"
#include "residue/representation.h"
#include "mul/mul.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

size_t
comba_barrett_itch (mp_size_t n)
{
  size_t product = 2 * (size_t) n + comba_product_itch (n, n);
  size_t nu = comba_mod_nu_itch (n, n), fold = comba_mod_fold_itch (n);
  size_t most = nu > fold ? nu : fold;
  return comba_whole_lines (most > product ? most : product);
}

void
comba_barrett_init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[0] = (mp_limb_t) n;
  const struct comba_barrett_context c = comba_barrett_of (context, n);
  memcpy (c.pp, pp, BYTES (n));
  comba_mod_nu (k, c.np, n, pp, n, scratch);
}

void
comba_barrett_encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_barrett_context c = comba_barrett_parts (context);
  comba_mod_fold (k, xp, ap, an, c.pp, c.n, c.np, scratch);
}

void
comba_barrett_decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct comba_barrett_context c = comba_barrett_parts (context);
  comba_mod_finish (rp, 0, xp, c.pp, c.n, c.np + c.n - 1);
}

/* PBR with t = n. */
static ALWAYS_INLINE void
reduce (const struct comba_config *k, const struct comba_barrett_context *c, mp_ptr rp, mp_srcptr cp, mp_ptr scratch)
{
  comba_pbr (k, rp, cp, 2 * c->n, c->n, c->pp, c->n, c->np, scratch);
}

#define KIND barrett
#define ODD_ONLY 0
#define SETUP 0             /* not for odd P, where Montgomery is faster */
#include "residue/limbs_tpl.h"
