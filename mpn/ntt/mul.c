/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "ntt/ntt.h"
#include "toom/scratch.h"

int
comba_ntt_mul (const struct comba_ntt *ntt, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  size_t itch = ntt->itch (an, bn);
  if (itch == 0)
    return 0;
  struct comba_scratch s;
  mp_ptr scratch = comba_scratch_get (&s, itch);
  if (scratch != NULL)
    ntt->mul (rp, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}
