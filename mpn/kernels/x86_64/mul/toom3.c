/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-3 whose sums of three operands take one pass.  The contracts are in mul/toom/toom.h.

   a(x) = a_0 + a_1 x + a_2 x^2 with x = B^h, and b(x) likewise; c(x) is their product, and w(x) its
   value at x.

        t = (w(2) - w(-1)) / 3 = c_1 + c_2 + 3 c_3 + 5 c_4
        o = (w(1) - w(-1)) / 2 = c_1 + c_3
        u = w(1) - c_0         = c_1 + c_2 + c_3 + c_4
        c_2 = u - o - c_4,  c_3 = (t - u) / 2 - 2 c_4,  c_1 = o - c_3

   Only w(-1) can be negative, and only for a product. w(2) < 49 B^2h, so 2h + 1 limbs hold every
   value.  The idea of taking the steps in such an order: Bodrato and Zanoni, ISSAC 2007. */

#include "kernels/x86_64/mul/toom_linear.h"
#include "arith/arith.h"
#include <string.h>

/* An operand in pieces of h limbs; the last one is padded with zeros. */
struct pieces
{
  mp_srcptr p0, p1, p2;
};

/* Cuts p[0..n-1]; copies p[2h..n-1], at most h limbs, to LAST[0..h-1]. */
static struct pieces
cut (mp_srcptr p, mp_size_t n, mp_size_t h, mp_ptr last)
{
  const mp_size_t s = n - 2 * h;
  memcpy (last, p + 2 * h, s * sizeof (mp_limb_t));
  for (mp_size_t i = s; i < h; i++)
    last[i] = 0;
  return (struct pieces) { p, p + h, last };
}

/* rp[0..h] = a(1); and a(2). */
static void
evaluate_1 (mp_ptr rp, const struct pieces *a, mp_size_t h)
{
  rp[h] = (mp_limb_t) comba_add_add_n (rp, a->p0, a->p1, a->p2, h);
}

static void
evaluate_2 (mp_ptr rp, const struct pieces *a, mp_size_t h)
{
  const long top = comba_add_add_n (rp, a->p1, a->p2, a->p2, h);
  rp[h] = (mp_limb_t) (2 * top + comba_add_add_n (rp, a->p0, rp, rp, h));
}

/* rp[0..h] = |a(-1)|; returns 1 if a(-1) < 0.  The sign is guessed from the top limbs; a wrong
   guess costs one more pass.  Time depends on the sign. */
static int
evaluate_minus_1 (mp_ptr rp, const struct pieces *a, mp_size_t h)
{
  const __int128 top = (__int128) a->p0[h - 1] - a->p1[h - 1] + a->p2[h - 1];
  int negative = top < 0;
  long carry = negative ? -1 : comba_add_sub_n (rp, a->p0, a->p2, a->p1, h);
  if (carry < 0)
    {
      negative = 1;
      carry = comba_sub_sub_n (rp, a->p1, a->p0, a->p2, h);
      if (carry < 0)
        {
          negative = 0;
          carry = comba_add_sub_n (rp, a->p0, a->p2, a->p1, h);
        }
    }
  ASSERT (carry >= 0);
  rp[h] = (mp_limb_t) carry;
  return negative;
}

/* rp[0..2n-1] = x[0..n-1] * y[0..n-1], or x^2 if y is NULL. */
static void
multiply (const struct comba_config *k, mp_ptr rp, mp_srcptr x, mp_srcptr y, mp_size_t n, mp_ptr scratch)
{
  if (y == NULL)
    comba_sqr_scratch (k, rp, x, n, scratch);
  else
    comba_mul_scratch (k, rp, x, n, y, n, scratch);
}

/* rp[0..2h] = x[0..h] * y[0..h], for values; rp has room for one more limb.  The top limbs of
   values are often zero. */
static void
multiply_values (const struct comba_config *k, mp_ptr rp, mp_srcptr x, mp_srcptr y, mp_size_t h,
                 mp_ptr scratch)
{
  rp[2 * h] = 0;
  const int short_values = x[h] == 0 && (y == NULL || y[h] == 0);
  multiply (k, rp, x, y, short_values ? h : h + 1, scratch);
}

/* p = -p modulo B^n. */
static void
negate (mp_ptr p, mp_size_t n)
{
  mp_limb_t carry = 1;
  for (mp_size_t i = 0; i < n; i++)
    {
      p[i] = ~p[i] + carry;
      carry &= p[i] == 0;
    }
}

/* The product, or the square if bp is NULL. */
static void
toom3 (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
       mp_ptr scratch)
{
  ASSERT (an >= COMBA_TOOM3_MIN && COMBA_TOOM3_SHAPE (an, bn));
  const mp_size_t h = (an + 2) / 3, value = h + 1, row = 2 * h + 1, top_limbs = an + bn - 4 * h;

  /* Products of values have one limb more than a row. */
  mp_ptr w1 = scratch, minus = w1 + 2 * value, w2 = minus + 2 * value, c4 = w2 + 2 * value;
  mp_ptr a2 = c4 + 2 * h, b2 = a2 + h;
  scratch = b2 + h;

  const struct pieces a = cut (ap, an, h, a2);
  struct pieces b = { NULL, NULL, NULL };
  if (bp != NULL)
    b = cut (bp, bn, h, b2);
  mp_ptr x = rp, y = bp != NULL ? rp + value : NULL;

  evaluate_1 (x, &a, h);
  if (bp != NULL)
    evaluate_1 (y, &b, h);
  multiply_values (k, w1, x, y, h, scratch);
  int negative = evaluate_minus_1 (x, &a, h);
  negative = bp != NULL && evaluate_minus_1 (y, &b, h) != negative;
  multiply_values (k, minus, x, y, h, scratch);
  if (negative)
    negate (minus, row);
  evaluate_2 (x, &a, h);
  if (bp != NULL)
    evaluate_2 (y, &b, h);
  multiply_values (k, w2, x, y, h, scratch);
  multiply (k, rp, a.p0, b.p0, h, scratch);
  multiply (k, c4, a.p2, b.p2, h, scratch);

  mp_ptr t = w2, o = minus, u = w1, c0 = rp, c2 = rp + 2 * h, c3 = w2;
  comba_sub_divide_3 (t, w2, minus, row);
  comba_sub_n (o, w1, minus, row);
  comba_rshift (o, o, row, 1);
  u[2 * h] = w1[2 * h] - comba_sub_n (u, w1, c0, 2 * h);
  comba_sub_n (t, t, u, row);
  comba_rshift (t, t, row, 1);
  long c2_top = (long) (u[2 * h] - o[2 * h]) + comba_sub_sub_n (c2, u, o, c4, 2 * h);
  c3[2 * h] = t[2 * h] + (mp_limb_t) comba_sub_sub_n (c3, t, c4, c4, 2 * h);

  /* c_4, with the overlapping part of c_3; then the rest of c_3, and c_1. */
  const mp_size_t above = top_limbs - value;
  mp_limb_t carry = comba_add_n (rp + 4 * h, c4, c3 + h, value);
  memcpy (rp + 5 * h + 1, c4 + value, above * sizeof (mp_limb_t));
  carry = comba_add_1_var (rp + 5 * h + 1, above, carry);
  ASSERT (carry == 0);
  carry = (mp_limb_t) c2_top + comba_add_n (rp + 3 * h, rp + 3 * h, c3, h);
  carry = comba_add_1_var (rp + 4 * h, top_limbs, carry);
  ASSERT (carry == 0);
  const long top = (long) (o[2 * h] - c3[2 * h]) + comba_add_sub_n (rp + h, rp + h, o, c3, 2 * h);
  ASSERT (top >= 0);
  carry = comba_add_1_var (rp + 3 * h, top_limbs + h, (mp_limb_t) top);
  ASSERT (carry == 0);
  (void) carry;
}

void
comba_toom3_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                 mp_size_t bn, mp_ptr scratch)
{
  toom3 (k, rp, ap, an, bp, bn, scratch);
}

void
comba_toom3_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_ptr scratch)
{
  toom3 (k, rp, ap, n, NULL, n, scratch);
}

const struct comba_toom_linear comba_toom_x86_64 = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .mul3 = comba_toom3_mul,
  .sqr3 = comba_toom3_sqr,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};

const struct comba_toom_linear comba_toom_x86_64_sqr3 = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .sqr3 = comba_toom3_sqr,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};
