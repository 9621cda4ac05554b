/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Partial Barrett reduction: paper 003, algorithm 2 and lemma 1. */

#include "residue/reduce.h"
#include "mul/cost.h"
#include "mul/short.h"
#include "mul/wrapped.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* rp[0..n-1] += ap[0..n-1] * b; returns the carry. */
static mp_limb_t
addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  if (b == 1)
    return comba_add_n (rp, rp, ap, n);
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) ap[i] * b + rp[i] + carry;
      rp[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
  return carry;
}

static size_t
quotient_itch (mp_size_t s, mp_size_t t)
{
  size_t whole = (size_t) s + t + 1 + comba_product_itch (t, s);
  size_t high = 3 * (size_t) t + 4 + comba_mulhi_itch (t + 1);
  return comba_larger (whole, high);
}

/* The quotient; returns its address in SCRATCH.  The highest limb of nu, which is 1 if the top bit
   of P is set, is multiplied separately: the others and c1 have equal sizes.  The short product of
   c1 beta and these times beta has a limb below the quotient that absorbs its error. */
static mp_ptr
quotient (const struct comba_config *k, mp_srcptr c1p, mp_size_t s, mp_size_t t, mp_srcptr np,
          mp_ptr scratch)
{
  mp_ptr q;
  if (s < t || !comba_short_pays (k, t))
    {
      comba_product (k, scratch, np, t, c1p, s, scratch + s + t + 1);
      q = scratch + s;
    }
  else
    {
      const mp_ptr c = scratch + t + 2, nu = c + t + 1;
      c[0] = nu[0] = 0;
      memcpy (c + 1, c1p, BYTES (t));
      memcpy (nu + 1, np, BYTES (t));
      comba_mulhi_n (k, scratch, c, nu, t + 1, nu + t + 1);
      q = scratch + 1;
    }
  q[t] = addmul_1 (q + t - s, c1p, s, np[t]);
  return q;
}

void
comba_pbr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr c1p, mp_size_t s,
                    mp_size_t t, mp_srcptr np, mp_ptr scratch)
{
  ASSERT (1 <= s && s <= t);
  memcpy (qp, quotient (k, c1p, s, t, np, scratch), BYTES (t + 1));
}

/* A row for nu's highest limb, and the other limbs. */
uint64_t
comba_pbr_quotient_cost (const struct comba_config *k, mp_size_t s, mp_size_t t)
{
  const uint64_t product = s < t ? comba_mul_cost (k, t, s) : comba_short_cost (k, t);
  return product + comba_steps_cost (k, s + 2 * t + 24);
}

/* Above the quotient: 2t + 1 limbs of scratch hold that. */
size_t
comba_pbr_itch (mp_size_t m, mp_size_t t, mp_size_t n)
{
  (void) m;
  if (t == 0)
    return 0;
  /* With zeros at its end c1 has less than t limbs, and its product is unbalanced. */
  size_t quotient = 4 * (size_t) t + quotient_itch (t, t);
  size_t whole = (size_t) n + t + comba_product_itch (n, t);
  size_t low = 2 * ((size_t) n + 1) + comba_mullo_itch (n + 1), most = comba_wrapped_most (n + 1);
  if (t == n)
    low = comba_larger (low, most + comba_wrapped_itch (most));
  return comba_larger (quotient, 2 * (size_t) t + 1 + comba_larger (low, whole));
}

/* The n+1 lowest limbs of QP; returns their address in SCRATCH.  The product of limb t of Q is
   added separately: if t = n, the lowest limb of P is enough. */
static mp_srcptr
low_of_multiple (const struct comba_config *k, mp_srcptr qp, mp_size_t t, mp_srcptr pp,
                 mp_size_t n, mp_ptr scratch)
{
  if (t < n || (t == n && !comba_short_pays (k, n)))
    {
      comba_product (k, scratch, pp, n, qp, t, scratch + n + t);
      addmul_1 (scratch + t, pp, n + 1 - t, qp[t]);
    }
  else
    {
      const mp_ptr p = scratch + n + 1;
      memcpy (p, pp, BYTES (n));
      p[n] = 0;
      comba_mullo_n (k, scratch, qp, p, n + 1, p + n + 1);
    }
  return scratch;
}

/* rp[0..n-1] = rp[0..n-1] + top beta^n, minus P as often as that is not below beta^n.  The number
   of subtractions is bounded by lemma 1 and the error of the quotient: with a wrong nu the loop
   still ends, with a wrong R. */
static void
subtract (mp_ptr rp, mp_limb_t top, mp_srcptr pp, mp_size_t n)
{
  ASSERT (top <= 3);
  for (int most = 3; top != 0 && most > 0; most--)
    top -= comba_sub_n (rp, rp, pp, n);
}

/* rp[0..n-1] = C - QP, minus P as often as needed, C = cp[0..2n-1].  C - QP has n + 1 limbs, the
   highest of them small, so C - QP modulo beta^m - 1, m > n, is the same. */
static void
wrap_difference (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_srcptr qp,
                 mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const mp_size_t m = comba_wrapped_size (k, n + 1), first = m < 2 * n ? m : 2 * n;
  const mp_ptr tp = scratch;
  comba_wrapped_product (k, tp, qp, n + 1, pp, n, m, tp + m);
  for (mp_size_t i = 0; i < m; i++)
    tp[i] = ~tp[i];             /* beta^m - 1 - QP */
  mp_limb_t carry = comba_add_in_var (tp, m, cp, first);
  carry = comba_add_1_var (tp, m, carry) + comba_add_in_var (tp, m, cp + first, 2 * n - first);
  comba_add_1_var (tp, m, carry);

  mp_limb_t high = tp[n];
  memcpy (rp, tp, BYTES (n));
  if (high == COMBA_LIMB_MAX)   /* zero */
    {
      memset (rp, 0, BYTES (n));
      high = 0;
    }
  subtract (rp, high, pp, n);
}

/* Q ends in m-n-t zero limbs, below which R is C.  Above, R < beta^n + 3P: 2P by lemma 1, and P for
   the error of the quotient. */
void
comba_pbr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t,
           mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch)
{
  ASSERT (0 <= t && t <= m - n);
  if (t == 0)
    {
      memmove (rp, cp, BYTES (m));
      return;
    }
  mp_srcptr c1p = cp + m - t;
  mp_size_t s = t;
  while (s > 1 && c1p[0] == 0)
    c1p++, s--;
  const mp_srcptr qp = quotient (k, c1p, s, t, np, scratch);
  const mp_size_t below = m - n - t;
  if (t == n && comba_wrapped_pays (k, n))
    {
      wrap_difference (k, rp + below, cp + below, qp, pp, n, scratch + 2 * t + 1);
      memmove (rp, cp, BYTES (below));
      return;
    }
  const mp_srcptr lp = low_of_multiple (k, qp, t, pp, n, scratch + 2 * t + 1);

  mp_limb_t top = cp[below + n] - lp[n];
  top -= comba_sub_n (rp + below, cp + below, lp, n);
  subtract (rp + below, top, pp, n);
  memmove (rp, cp, BYTES (below));
}
