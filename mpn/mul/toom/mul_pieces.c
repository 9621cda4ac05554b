/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* a * b for an a much longer than b: a is cut into pieces, whose products with b
   overlap by bn limbs.  The contract is in mul/mul.h. */

#include "mul/toom/toom.h"
#include "arith/arith.h"
#include <string.h>

void
comba_mul_pieces (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn, mp_size_t n, mp_ptr scratch)
{
  ASSERT (bn <= n && n < an);

  mp_ptr product = scratch;
  scratch += n + 2 * bn;        /* the longest product has a limb less */

  comba_mul_scratch (k, rp, ap, n, bp, bn, scratch);
  for (mp_size_t done = n; done < an; done += n)
    {
      if (an - done < n + bn)
        n = an - done;
      if (n >= bn)
        comba_mul_scratch (k, product, ap + done, n, bp, bn, scratch);
      else
        comba_mul_scratch (k, product, bp, bn, ap + done, n, scratch);

      /* rp[0..done+bn-1] is there; the piece adds to the last bn limbs of it. */
      mp_limb_t carry = k->toom->add_n (rp + done, rp + done, product, bn);
      memcpy (rp + done + bn, product + bn, n * sizeof (mp_limb_t));
      carry = comba_add_1_var (rp + done + bn, n, carry);
      ASSERT (carry == 0);
      (void) carry;
    }
}
