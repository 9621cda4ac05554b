/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The last steps of a reduction: from the ends of many limbs to n limbs, and to values below P. */

#include "residue/reduce.h"
#include "arith/arith.h"
#include <string.h>

/* rp[0..n-1] -= q pp[0..n-1]; returns the borrow from limb n. */
static mp_limb_t
submul_1 (mp_ptr rp, mp_srcptr pp, mp_size_t n, mp_limb_t q)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) q * pp[i] + borrow;
      mp_limb_t x = rp[i];
      rp[i] = x - (mp_limb_t) t;
      borrow = (mp_limb_t) (t >> GMP_LIMB_BITS) + (x < (mp_limb_t) t);
    }
  return borrow;
}

/* floor (x np[0..1] / beta^2).  With x = limb n-1 of X it is floor (X / P), or less by 2 at most,
   because P >= beta^(n-1). */
static mp_limb_t
estimate (mp_limb_t x, mp_srcptr np)
{
  comba_dlimb low = (comba_dlimb) x * np[0] >> GMP_LIMB_BITS;
  return (mp_limb_t) (((comba_dlimb) x * np[1] + low) >> GMP_LIMB_BITS);
}

void
comba_mod_finish (mp_ptr rp, mp_limb_t high, mp_srcptr xp, mp_srcptr pp, mp_size_t n,
                  mp_srcptr np)
{
  if (rp != xp)
    memcpy (rp, xp, (size_t) n * sizeof (mp_limb_t));
  if (high != 0)
    {
      /* floor (high np[0..1] / beta) has up to two limbs; the upper one counts multiples of beta
         P. */
      comba_dlimb low = (comba_dlimb) high * np[0] >> GMP_LIMB_BITS;
      comba_dlimb q = (comba_dlimb) high * np[1] + low;
      mp_limb_t q1 = (mp_limb_t) (q >> GMP_LIMB_BITS);
      if (q1 != 0)
        {
          mp_limb_t borrow = n > 1 ? submul_1 (rp + 1, pp, n - 1, q1) : 0;
          high -= q1 * pp[n - 1] + borrow;
        }
      high -= submul_1 (rp, pp, n, (mp_limb_t) q);
      while (high != 0)
        high -= comba_sub_n (rp, rp, pp, n);
    }
  mp_limb_t q = estimate (rp[n - 1], np);
  if (q == 1)                   /* the most common quotient */
    comba_sub_n (rp, rp, pp, n);
  else if (q != 0)
    submul_1 (rp, pp, n, q);
  while (comba_cmp_var (rp, pp, n) >= 0)
    comba_sub_n (rp, rp, pp, n);
}
