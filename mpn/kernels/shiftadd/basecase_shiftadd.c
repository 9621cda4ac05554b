/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication bit by bit: for each bit position, from the top down, the sum is doubled, and a
   B^j is added where b_j has that bit.  And the linear steps that send longer operands to
   sliding windows.  The contracts are in kernels/shiftadd/shiftadd.h. */

#include "kernels/shiftadd/shiftadd.h"
#include "arith/arith.h"
#include <string.h>

/* One pass over the sum does two bit positions. */
enum { PASS = 2 };

/* rp[0..an+bn-1] = 4 rp[0..an+bn-1] + the sum of a B^j where b_j has bit i, and of 2 a B^j where it
   has bit i + 1.
   Column by column, so that additions go to a sum in registers and wait for no store.  There is
   no array of masks: counters would lie beside it on the stack, and the constant-time check
   (tests/ct/disassembly) takes everything there for secret. */
static void
add_pass (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, int i)
{
  comba_dlimb sum = 0;
  mp_limb_t before = 0;
  for (mp_size_t k = 0; k < an + bn; k++)
    {
      comba_dlimb once = 0, twice = 0;
      const mp_size_t end = k < bn ? k + 1 : bn;
      for (mp_size_t j = k < an ? 0 : k - an + 1; j < end; j++)
        {
          const mp_limb_t bits = bp[j] >> i, a = ap[k - j];
          once += a & -(bits & 1);
          twice += a & -(bits >> 1 & 1);
        }
      sum += once + (twice << 1) + (rp[k] << PASS | before);
      before = rp[k] >> (GMP_LIMB_BITS - PASS);
      rp[k] = (mp_limb_t) sum;
      sum >>= GMP_LIMB_BITS;
    }
}

void
comba_mul_bit_by_bit (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (int i = GMP_LIMB_BITS - PASS; i >= 0; i -= PASS)
    add_pass (rp, ap, an, bp, bn, i);
}

void
comba_sqr_bit_by_bit (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_mul_bit_by_bit (rp, ap, n, ap, n);
}

/* Operands of up to 576 bits, those of elliptic curves, go bit by bit whatever the thresholds
   are. */
enum { WINDOWS_LEAST = 576 / GMP_LIMB_BITS + 1 };

/* The width of the windows for multiples of an operand of n limbs. */
static int
window_width (mp_size_t n)
{
  return n < 640 / GMP_LIMB_BITS ? 5 : n < 2048 / GMP_LIMB_BITS ? 6 : 7;
}

static void
mul_shiftadd (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
              mp_ptr scratch)
{
  (void) k, (void) scratch;
  if (bn < WINDOWS_LEAST)
    comba_mul_bit_by_bit (rp, ap, an, bp, bn);
  else
    comba_mul_windows (rp, ap, an, bp, bn, window_width (bn), 1);
}

static void
sqr_shiftadd (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_ptr scratch)
{
  if (n < WINDOWS_LEAST)
    comba_sqr_bit_by_bit (rp, ap, n);
  else if (n < k->thresholds.sqr_toom3)
    comba_sqr_windows (rp, ap, n, window_width (n), 1);
  else
    comba_toom2_sqr (k, rp, ap, n, scratch);
}

const struct comba_toom_linear comba_toom_additions = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .recompose2 = comba_toom2_recompose,
  .mul2 = mul_shiftadd,
  .sqr2 = sqr_shiftadd,
};
