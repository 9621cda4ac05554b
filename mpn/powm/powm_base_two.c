/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of two modulo an odd P.

   With R = 2^r an element of Montgomery's representation is x R mod P.  So the element of 2^(e - r)
   is 2^e mod P itself and need not be decoded. 2^(e - r) is (2^u)^(2^s) 2^-W, W < 2^s, where u has
   as many bits as leave 2^u no longer than P.  Squares start from 2^u, and the bits of W are
   collected, from the highest on, until a division by 2^w, w < GMP_LIMB_BITS, is worthwhile.  Such
   a division is a shift up by a limb minus w bits and one row of Montgomery's reduction; a product
   would have to wait for the quotient of a division.  If e is below r, but by less than a limb, 2^0
   is divided likewise. */

#include "powm/powm.h"
#include "arith/limb_steps.h"
#include "arith/arith.h"

/* xp == xp 2^-w (mod P), below 2^-w beta^n + P, minus P if that is not below beta^n; 0 < w <
   GMP_LIMB_BITS. */
static void
divide (const struct comba_odd_modulus *m, mp_ptr xp, int w)
{
  const int up = GMP_LIMB_BITS - w;
  mp_limb_t below = xp[0], limb, q = (below << up) * m->mu;
  mp_limb_t carry = comba_multiply_limbs (q, m->p[0], &limb) + (limb != 0);
  mp_size_t i;
  for (i = 1; i < m->n; i++)
    {
      const mp_limb_t x = xp[i];
      const comba_dlimb t = (comba_dlimb) q * m->p[i] + (x << up | below >> w) + carry;
      xp[i - 1] = (mp_limb_t) t;
      carry = COMBA_HIGH (t);
      below = x;
    }
  below = (below >> w) + carry;
  xp[i - 1] = below;
  if (below < carry)
    comba_sub_n (xp, xp, m->p, m->n);
}

int
comba_powm_two (const struct comba_config *k, const struct comba_representation *rep, mp_srcptr context,
                mp_size_t n, mp_ptr rp, mp_srcptr ep, mp_size_t en, mp_ptr scratch)
{
  const struct comba_odd_modulus m = rep->odd_modulus (context);
  const mp_limb_t leaves = (mp_limb_t) m.weight * GMP_LIMB_BITS;
  if (en != 1 || ep[0] <= leaves - GMP_LIMB_BITS)
    return 0;
  const mp_ptr xp = scratch, whole = xp + rep->element_size (n);
  scratch = whole + rep->element_size (n);

  mp_limb_t u = 0, v = 0;
  int s = 0, w = 0;
  if (ep[0] > leaves)
    {
      v = ep[0] - leaves - 1;
      s = comba_powm_two_squares (v, (mp_limb_t) n * GMP_LIMB_BITS - 1);
      u = (v >> s) + 1;
    }
  else
    w = (int) (leaves - ep[0]);
  const mp_size_t un = (mp_size_t) (u / GMP_LIMB_BITS) + 1;
  memset (whole, 0, (size_t) un * sizeof (mp_limb_t));
  whole[un - 1] = (mp_limb_t) 1 << u % GMP_LIMB_BITS;
  rep->encode (k, context, xp, whole, un, scratch);
  for (;;)
    {
      if (w >= GMP_LIMB_BITS / 2 || (s == 0 && w > 0))
        {
          divide (&m, xp, w);
          w = 0;
        }
      if (s == 0)
        break;
      rep->sqr (k, context, xp, xp, scratch);
      s--;
      w = 2 * w + (int) (~v >> s & 1);
    }
  rep->remainder (k, context, rp, xp, scratch);
  return 1;
}
