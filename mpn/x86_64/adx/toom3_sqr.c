/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-3 squaring with sums of three operands in one pass.  The contract is in toom/points.h.

   a(x) = a_0 + a_1 x + a_2 x^2, in x = B^h; c(x) is its square, w(x) the value of that in x.

     t = (w(2) - w(-1)) / 3 = c_1 + c_2 + 3 c_3 + 5 c_4
     o = (w(1) - w(-1)) / 2 = c_1 + c_3
     u = w(1) - c_0         = c_1 + c_2 + c_3 + c_4
     c_2 = u - o - c_4,  c_3 = (t - u) / 2 - 2 c_4,  c_1 = o - c_3

   None of these is negative.  w(2) < 49 B^2h, so that all have 2h + 1 limbs.  The idea to take
   these steps in such an order: Bodrato and Zanoni, ISSAC 2007. */

#include "adx.h"
#include "generic/generic.h"
#include "toom/points.h"
#include <string.h>

/* rp[0..h] = |a_0 - a_1 + a_2|.  The sign is guessed from the top limbs: a wrong guess
   costs a pass. */
static void
evaluate_minus_1 (mp_ptr rp, mp_srcptr a0, mp_srcptr a1, mp_srcptr a2, mp_size_t h)
{
  __int128 top = (__int128) a0[h - 1] - a1[h - 1] + a2[h - 1];
  long carry = top < 0 ? -1 : comba_add_sub_n_adx (rp, a0, a2, a1, h);
  if (carry < 0)
    {
      carry = comba_sub_sub_n_adx (rp, a1, a0, a2, h);
      if (carry < 0)
        carry = comba_add_sub_n_adx (rp, a0, a2, a1, h);
    }
  ASSERT (carry >= 0);
  rp[h] = (mp_limb_t) carry;
}

/* rp[0..2h] = vp[0..h]^2; rp has room for one limb more.  The top limb of a(-1) is mostly zero. */
static void
square_value (const struct comba_kernels *k, mp_ptr rp, mp_srcptr vp, mp_size_t h, mp_ptr scratch)
{
  rp[2 * h] = 0;
  comba_sqr_scratch (k, rp, vp, vp[h] != 0 ? h + 1 : h, scratch);
}

void
comba_toom3_sqr_adx (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                     mp_ptr scratch)
{
  ASSERT (n >= COMBA_TOOM3_SQR_MIN);
  const mp_size_t h = (n + 2) / 3, s = n - 2 * h, value = h + 1, row = 2 * h + 1;

  /* The squares of values fill one limb more than a row.  c_4 and a_2 have zeros on top. */
  mp_ptr w1 = scratch, minus = w1 + 2 * value, w2 = minus + 2 * value;
  mp_ptr c4 = w2 + 2 * value, a2 = c4 + 2 * h;
  scratch = a2 + h;

  mp_srcptr a0 = ap, a1 = ap + h;
  memcpy (a2, ap + 2 * h, s * sizeof (mp_limb_t));
  for (mp_size_t i = s; i < h; i++)
    a2[i] = 0;
  mp_ptr a_1 = rp, a_minus = a_1 + value, a_2 = a_minus + value;
  a_1[h] = (mp_limb_t) comba_add_add_n_adx (a_1, a0, a1, a2, h);
  evaluate_minus_1 (a_minus, a0, a1, a2, h);
  long top = comba_add_add_n_adx (a_2, a1, a2, a2, h);
  a_2[h] = (mp_limb_t) (2 * top + comba_add_add_n_adx (a_2, a0, a_2, a_2, h));

  square_value (k, w1, a_1, h, scratch);
  square_value (k, minus, a_minus, h, scratch);
  square_value (k, w2, a_2, h, scratch);
  comba_sqr_scratch (k, rp, a0, h, scratch);
  comba_sqr_scratch (k, c4, a2, h, scratch);

  mp_ptr t = w2, o = minus, u = w1, c0 = rp, c2 = rp + 2 * h, c3 = w2;
  comba_sub_divide_3_adx (t, w2, minus, row);
  comba_sub_n (o, w1, minus, row);
  comba_rshift (o, o, row, 1);
  u[2 * h] = w1[2 * h] - comba_sub_n (u, w1, c0, 2 * h);
  comba_sub_n (t, t, u, row);
  comba_rshift (t, t, row, 1);
  long c2_top = (long) (u[2 * h] - o[2 * h]) + comba_sub_sub_n_adx (c2, u, o, c4, 2 * h);
  c3[2 * h] = t[2 * h] + (mp_limb_t) comba_sub_sub_n_adx (c3, t, c4, c4, 2 * h);

  /* c_4 with what c_3 has there; then the rest of that, and c_1. */
  const mp_size_t above = 2 * s - value;
  mp_limb_t carry = comba_add_n (rp + 4 * h, c4, c3 + h, value);
  memcpy (rp + 5 * h + 1, c4 + value, above * sizeof (mp_limb_t));
  carry = comba_add_1_var (rp + 5 * h + 1, above, carry);
  ASSERT (carry == 0);
  carry = (mp_limb_t) c2_top + comba_add_n (rp + 3 * h, rp + 3 * h, c3, h);
  carry = comba_add_1_var (rp + 4 * h, 2 * s, carry);
  ASSERT (carry == 0);
  top = (long) (o[2 * h] - c3[2 * h]) + comba_add_sub_n_adx (rp + h, rp + h, o, c3, 2 * h);
  ASSERT (top >= 0);
  carry = comba_add_1_var (rp + 3 * h, 2 * s + h, (mp_limb_t) top);
  ASSERT (carry == 0);
  (void) carry;
}
