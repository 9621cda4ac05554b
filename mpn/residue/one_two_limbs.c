/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues modulo an odd P of one or two limbs, in Montgomery's representation.  An element has n
   limbs: it is below P if n = 1, and any congruent value below beta^2 if n = 2. */

#include "residue/one_two_limbs_tpl.h"
#include "residue/representation.h"
#include <string.h>

/* The layout of the context. */
enum { FEW_N, FEW_MODULUS, FEW_K = 8, FEW_SIZE = 16 };
_Static_assert (sizeof (struct modulus) <= (FEW_K - FEW_MODULUS) * sizeof (mp_limb_t), "a modulus must have room");

static ALWAYS_INLINE struct modulus
modulus_of (mp_srcptr context)
{
  struct modulus m;
  memcpy (&m, context + FEW_MODULUS, sizeof m);
  return m;
}

static size_t
context_size (mp_size_t n)
{
  (void) n;
  return FEW_SIZE;
}

static size_t
element_size (mp_size_t n)
{
  (void) n;
  return 8;
}

static size_t
itch (mp_size_t n)
{
  (void) n;
  return 8;
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  (void) k, (void) scratch;
  ASSERT ((n == 1 || n == 2) && (pp[0] & 1) != 0);
  const struct modulus m = n == 1 ? modulus_1 (pp[0]) : modulus_2 (pp);
  mp_limb_t d[2];
  memset (context, 0, FEW_SIZE * sizeof (mp_limb_t));
  context[FEW_N] = (mp_limb_t) n;
  memcpy (context + FEW_MODULUS, &m, sizeof m);
  if (n == 2)
    comba_fold_init (context + FEW_K, d, pp, 2);
}

static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct modulus m = modulus_of (context);
  if (context[FEW_N] == 1)
    xp[0] = encode_1 (ap, an, m.p[0]).low;
  else
    comba_fold_encode (xp, ap, an, m.p, 2, context + FEW_K, m.inverse, 0);
}

/* The result is below P: two rows of an element alone leave less. */
static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct modulus m = modulus_of (context);
  if (context[FEW_N] == 1)
    {
      rp[0] = reduce_1 (&m, xp[0]).low;
      return;
    }
  const struct comba_pair r = reduce_2 (&m, xp[0], xp[1], (struct comba_pair) { 0, 0 });
  rp[0] = r.low, rp[1] = r.high;
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct modulus m = modulus_of (context);
  if (context[FEW_N] == 1)
    {
      zp[0] = reduce_1 (&m, (comba_dlimb) xp[0] * yp[0]).low;
      return;
    }
  const struct comba_pair z = mul_2 (&m, pair (xp), pair (yp));
  zp[0] = z.low, zp[1] = z.high;
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  const struct modulus m = modulus_of (context);
  if (context[FEW_N] == 1)
    {
      zp[0] = reduce_1 (&m, (comba_dlimb) xp[0] * xp[0]).low;
      return;
    }
  const struct comba_pair z = sqr_2 (&m, pair (xp));
  zp[0] = z.low, zp[1] = z.high;
}

const struct comba_representation comba_representation_one_two_limbs = {
  .name = "one_two_limbs",
  .odd_only = 1,
  .min = 1,
  .max = 2,
  .context_size = context_size,
  .element_size = element_size,
  .itch = itch,
  .init = init,
  .encode = encode,
  .decode = decode,
  .mul = mul,
  .sqr = sqr,
};
