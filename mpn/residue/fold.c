/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reduction of any number of limbs to n, by partial Barrett reductions. */

#include "residue/reduce.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* The first step may be of any smaller number of limbs: its products are unbalanced, which takes at
   most 3n limbs more. */
size_t
comba_mod_fold_itch (mp_size_t n)
{
  return 5 * (size_t) n + comba_pbr_itch (2 * n, n, n);
}

void
comba_mod_fold (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch)
{
  const mp_ptr c = scratch;
  if (an <= n)
    {
      memmove (rp, ap, BYTES (an));
      memset (rp + an, 0, BYTES (n - an));
      return;
    }
  /* The first step leaves a multiple of n limbs. */
  mp_size_t t = (an - n) % n, left = an - n - t;
  memcpy (c, ap + left, BYTES (n + t));
  comba_pbr (k, c, c, n + t, t, pp, n, np + n - t, scratch + 2 * n);
  for (; left > 0; left -= n)
    {
      memmove (c + n, c, BYTES (n));
      memcpy (c, ap + left - n, BYTES (n));
      comba_pbr (k, c, c, 2 * n, n, pp, n, np, scratch + 2 * n);
    }
  memcpy (rp, c, BYTES (n));
}
