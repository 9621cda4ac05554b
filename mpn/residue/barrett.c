/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Plain residues below beta^n, not always below P, for any P.  A product is reduced by
   PBR with t = n (paper 003, section 2.2). */

#include "residue/contexts.h"
#include "residue/reduce.h"
#include "residue/divide_rows.h"
#include "residue/representation.h"
#include "mul/mul.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (n);
}

static size_t
itch (mp_size_t n)
{
  size_t product = 2 * (size_t) n + comba_product_itch (n, n);
  size_t nu = comba_mod_nu_itch (n, n), fold = comba_mod_fold_itch (n);
  size_t most = nu > fold ? nu : fold;
  return comba_whole_lines (most > product ? most : product);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[0] = (mp_limb_t) n;
  const struct comba_barrett c = comba_barrett_of (context, n);
  memcpy (c.pp, pp, BYTES (n));
  comba_mod_nu (k, c.np, n, pp, n, scratch);
}

static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  comba_mod_fold (k, xp, ap, an, c.pp, c.n, c.np, scratch);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct comba_barrett c = comba_barrett_parts (context);
  comba_mod_finish (rp, 0, xp, c.pp, c.n, c.np + c.n - 1);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  comba_product (k, scratch, xp, c.n, yp, c.n, scratch + 2 * c.n);
  comba_pbr (k, zp, scratch, 2 * c.n, c.n, c.pp, c.n, c.np, scratch + 2 * c.n);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  comba_product_sqr (k, scratch, xp, c.n, scratch + 2 * c.n);
  comba_pbr (k, zp, scratch, 2 * c.n, c.n, c.pp, c.n, c.np, scratch + 2 * c.n);
}

static void
mul_limb (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_limb_t b,
          mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  comba_mul_limb_once (k, zp, xp, b, c.pp, c.n, scratch);
}

const struct comba_representation comba_representation_barrett = {
  .name = "barrett",
  .min = 1,
  .max = COMBA_REPRESENTATION_MAX,
  .context_size = comba_barrett_size,
  .element_size = element_size,
  .itch = itch,
  .init = init,
  .encode = encode,
  .decode = decode,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = mul_limb,
};
