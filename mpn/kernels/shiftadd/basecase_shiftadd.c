/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication bit by bit: for each bit i of a limb, from the top one down, the sum is
   doubled, and where bit i of b_j is set, a B^j is added.  And the basecases, which leave
   long operands to sliding windows.  The contracts are in shiftadd.h. */

#include "kernels/shiftadd/shiftadd.h"
#include "arith/arith.h"
#include <string.h>

static void
double_sum (mp_ptr rp, mp_size_t n)
{
  mp_limb_t before = 0;
  for (mp_size_t k = 0; k < n; k++)
    {
      mp_limb_t x = rp[k];
      rp[k] = x << 1 | before;
      before = x >> (GMP_LIMB_BITS - 1);
    }
}

/* Adds ap[0..n-1] where MASK is set; *CARRY, 0 to 2, goes into rp[n-1], and what comes out
   of that goes on. */
static void
add_masked (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t mask, mp_limb_t *carry)
{
  comba_dlimb c = 0;
  for (mp_size_t k = 0; k < n - 1; k++)
    {
      c += (comba_dlimb) rp[k] + (ap[k] & mask);
      rp[k] = (mp_limb_t) c;
      c >>= GMP_LIMB_BITS;
    }
  c += (comba_dlimb) rp[n - 1] + (ap[n - 1] & mask) + *carry;
  rp[n - 1] = (mp_limb_t) c;
  *carry = (mp_limb_t) (c >> GMP_LIMB_BITS);
}

void
comba_mul_bit_by_bit (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (int i = GMP_LIMB_BITS - 1; i >= 0; i--)
    {
      double_sum (rp, an + bn);
      mp_limb_t carry = 0;
      for (mp_size_t j = 0; j < bn; j++)
        add_masked (rp + j, ap, an, -(bp[j] >> i & 1), &carry);
      rp[an + bn - 1] += carry;
    }
}

void
comba_sqr_bit_by_bit (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_mul_bit_by_bit (rp, ap, n, ap, n);
}

/* The width of the windows for an operand of n limbs, of which multiples are computed. */
static int
window_width (mp_size_t n)
{
  return n < 640 / GMP_LIMB_BITS ? 5 : n < 2048 / GMP_LIMB_BITS ? 6 : 7;
}

void
comba_mul_shiftadd (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn < COMBA_WINDOWS_FROM)
    comba_mul_bit_by_bit (rp, ap, an, bp, bn);
  else
    comba_mul_windows (rp, ap, an, bp, bn, window_width (bn), 1);
}

void
comba_sqr_shiftadd (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n < COMBA_WINDOWS_FROM)
    comba_sqr_bit_by_bit (rp, ap, n);
  else
    comba_sqr_windows (rp, ap, n, window_width (n), 1);
}

const struct comba_toom_linear comba_toom_additions = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .recompose2 = comba_toom2_recompose,
};
