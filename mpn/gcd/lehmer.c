/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Single steps of Lehmer's and of Euclid's algorithm. */

#include "gcd/lehmer.h"
#include "div/div.h"
#include "mul/mul.h"
#include <string.h>

#if GMP_LIMB_BITS == 64
#define upper_matrix comba_hgcd2
#else
/* comba_hgcd2 for limbs whose pairs the compiler divides: Euclid's algorithm until a number would be
   below 2 beta. */
static int
upper_matrix (const struct comba_config *k, mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl,
              struct comba_matrix1 *m)
{
  (void) k;
  const comba_dlimb least = (comba_dlimb) 2 << GMP_LIMB_BITS;
  comba_dlimb a = (comba_dlimb) ah << GMP_LIMB_BITS | al, b = (comba_dlimb) bh << GMP_LIMB_BITS | bl;
  if (a < least || b < least)
    return 0;
  mp_limb_t u00 = 1, u01 = 0, u10 = 0, u11 = 1;
  for (;;)
    {
      const int first = a >= b;
      const comba_dlimb x = first ? a : b, y = first ? b : a;
      mp_limb_t q = (mp_limb_t) (x / y);
      comba_dlimb r = x - y * q;
      const int last = r < least;
      if (last)
        q--, r += y;
      if (first)
        u01 += q * u00, u11 += q * u10, a = r;
      else
        u00 += q * u01, u10 += q * u11, b = r;
      if (last)
        break;
    }
  if (u01 == 0 && u10 == 0)
    return 0;
  m->u[0][0] = u00, m->u[0][1] = u01, m->u[1][0] = u10, m->u[1][1] = u11;
  return 1;
}
#endif

/* The upper limb of (high, low) 2^s. */
static ALWAYS_INLINE mp_limb_t
shifted (mp_limb_t high, mp_limb_t low, int s)
{
  return high << s | (low >> 1) >> (GMP_LIMB_BITS - 1 - s);
}

int
comba_lehmer_matrix (const struct comba_config *k, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_size_t least,
                     struct comba_matrix1 *m)
{
  const mp_limb_t ah = ap[n - 1], bh = bp[n - 1];
  /* The two upper limbs stay at least 2 beta, and above 3 beta / 2 whatever is below them, as entries
     are below beta / 2.  So the numbers keep n limbs; or n - 1 if the limbs are shifted ones. */
  if (n <= least)
    return upper_matrix (k, ah, ap[n - 2], bh, bp[n - 2], m);
  const int s = __builtin_clzll (ah | bh) - (64 - GMP_LIMB_BITS);
  const mp_limb_t a = n > 2 ? ap[n - 3] : 0, b = n > 2 ? bp[n - 3] : 0;
  return upper_matrix (k, shifted (ah, ap[n - 2], s), shifted (ap[n - 2], a, s), shifted (bh, bp[n - 2], s),
                       shifted (bp[n - 2], b, s), m);
}

/* Whether a loop does two products a limb at once, instead of four calls for n limbs.  It does if the
   calls would be loops in C themselves, and up to SHORT limbs.  No CPU needs a SHORT of its own: with
   kernels in assembly both take the same time, within 5 %, from 4 to 24 limbs (Zen 3, with the
   kernels of four configurations). */
enum { SHORT = 8 };

static int
is_loop (comba_mul_1_fn *mul_1, mp_size_t n)
{
  return n <= SHORT || mul_1 == NULL || mul_1 == comba_mul_1;
}

#if GMP_LIMB_BITS == 64
typedef __int128 signed_dlimb;
#else
typedef int64_t signed_dlimb;
#endif

/* Entries of M are below beta / 2, so that two products and a carry are less than beta^2 / 2 in size. */
static void
reduce_in_loop (const struct comba_matrix1 *m, mp_ptr tp, mp_srcptr ap, mp_ptr bp, mp_size_t n)
{
  const comba_dlimb u00 = m->u[0][0], u01 = m->u[0][1], u10 = m->u[1][0], u11 = m->u[1][1];
  mp_limb_t a_carry = 0, b_carry = 0;   /* two's complement */
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_limb_t a = ap[i], b = bp[i];
      const signed_dlimb x = (signed_dlimb) (u11 * a - u01 * b) + (mp_limb_signed_t) a_carry;
      const signed_dlimb y = (signed_dlimb) (u00 * b - u10 * a) + (mp_limb_signed_t) b_carry;
      tp[i] = (mp_limb_t) x, a_carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
      bp[i] = (mp_limb_t) y, b_carry = (mp_limb_t) (y >> GMP_LIMB_BITS);
    }
  ASSERT (a_carry == 0 && b_carry == 0);
}

void
comba_reduce_by (const struct comba_config *k, const struct comba_matrix1 *m, mp_ptr tp, mp_srcptr ap, mp_ptr bp,
                 mp_size_t n)
{
  const mp_size_t kernel = comba_by_limb_of (n);
  comba_mul_1_fn *const mul_1 = k->by_limb.mul_1[kernel];
  if (is_loop (mul_1, n))
    {
      reduce_in_loop (m, tp, ap, bp, n);
      return;
    }
  comba_addmul_1_fn *const submul_1 = comba_div_submul_1 (k, n);
  mp_limb_t carry = mul_1 (tp, ap, n, m->u[1][1], 0);
  carry -= submul_1 (tp, bp, n, m->u[0][1]);
  ASSERT (carry == 0);
  carry = mul_1 (bp, bp, n, m->u[0][0], 0);
  carry -= submul_1 (bp, ap, n, m->u[1][0]);
  ASSERT (carry == 0);
  (void) carry;
}

static mp_size_t
row_in_loop (mp_ptr tp, mp_srcptr up, mp_ptr vp, mp_size_t n, const struct comba_matrix1 *m)
{
  const comba_dlimb u00 = m->u[0][0], u01 = m->u[0][1], u10 = m->u[1][0], u11 = m->u[1][1];
  mp_limb_t u_carry = 0, v_carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_limb_t u = up[i], v = vp[i];
      const comba_dlimb x = u00 * u + u10 * v + u_carry, y = u01 * u + u11 * v + v_carry;
      tp[i] = (mp_limb_t) x, u_carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
      vp[i] = (mp_limb_t) y, v_carry = (mp_limb_t) (y >> GMP_LIMB_BITS);
    }
  tp[n] = u_carry, vp[n] = v_carry;
  return n + ((u_carry | v_carry) != 0);
}

mp_size_t
comba_row_times (const struct comba_config *k, mp_ptr tp, mp_srcptr up, mp_ptr vp, mp_size_t n,
                 const struct comba_matrix1 *m)
{
  const mp_size_t kernel = comba_by_limb_of (n);
  comba_mul_1_fn *const mul_1 = k->by_limb.mul_1[kernel];
  if (is_loop (mul_1, n))
    return row_in_loop (tp, up, vp, n, m);
  comba_addmul_1_fn *const addmul_1
    = k->by_limb.addmul_1[kernel] != NULL ? k->by_limb.addmul_1[kernel] : comba_addmul_1;
  tp[n] = mul_1 (tp, up, n, m->u[0][0], 0);
  tp[n] += addmul_1 (tp, vp, n, m->u[1][0]);
  vp[n] = mul_1 (vp, vp, n, m->u[1][1], 0);
  vp[n] += addmul_1 (vp, up, n, m->u[0][1]);
  return n + ((tp[n] | vp[n]) != 0);
}

static mp_size_t
size_of (mp_srcptr p, mp_size_t n)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  return n;
}

int
comba_euclid_step (const struct comba_config *k, mp_ptr ap, mp_ptr bp, mp_size_t n, mp_size_t least, mp_ptr qp,
                   mp_size_t *qn, const struct comba_room *room)
{
  mp_size_t an = size_of (ap, n), bn = size_of (bp, n);
  const int order = an != bn ? (an > bn ? 1 : -1) : comba_cmp_var (ap, bp, an);
  if (order == 0 || an == 0 || bn == 0)
    return 0;
  const int first = order > 0;
  if (!first)
    {
      const mp_ptr p = ap;
      ap = bp, bp = p;
      const mp_size_t size = an;
      an = bn, bn = size;
    }
  comba_divide_in (k, qp, ap, ap, an, bp, bn, qp + n + 1, room);
  memset (ap + bn, 0, (size_t) (an - bn) * sizeof (mp_limb_t));
  mp_size_t size = size_of (qp, an - bn + 1);
  if (least > 0 && size_of (ap, bn) < least)
    {
      comba_sub_1_var (qp, size, 1);
      const mp_limb_t carry = comba_add_n (ap, ap, bp, bn);
      if (carry)
        ap[bn] = carry;
      size = size_of (qp, size);
    }
  *qn = size;
  return size == 0 ? 0 : first ? 1 : -1;
}

mp_size_t
comba_add_multiple (const struct comba_config *k, mp_ptr up, mp_ptr vp, mp_size_t n, mp_srcptr qp, mp_size_t qn,
                    mp_ptr scratch, const struct comba_room *room)
{
  const mp_size_t vn = size_of (vp, n);
  if (vn == 0)
    return n;
  comba_mul_in (k, scratch, vp, vn, qp, qn, room);
  const mp_size_t pn = size_of (scratch, vn + qn);
  for (; n < pn; n++)
    up[n] = vp[n] = 0;
  const mp_limb_t carry = comba_add_in_var (up, n, scratch, pn);
  if (carry != 0)
    up[n] = carry, vp[n++] = 0;
  return n;
}
