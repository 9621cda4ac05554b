/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Partial Montgomery reduction: paper 003, algorithm 1. */

#include "residue/reduce.h"
#include "mul/cost.h"
#include "mul/short.h"
#include "mul/wrapped.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static int
is_zero (mp_srcptr p, mp_size_t n)
{
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < n; i++)
    any |= p[i];
  return any == 0;
}

void
comba_pmr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr cp, mp_size_t m,
                    mp_size_t t, mp_srcptr mp, mp_ptr scratch)
{
  ASSERT (m >= 1 && t >= 1);
  if (m >= t)
    comba_mullo_n (k, qp, mp, cp, t, scratch);
  else
    {
      comba_product (k, scratch, mp, t, cp, m, scratch + t + m);
      memcpy (qp, scratch, BYTES (t));
    }
}

size_t
comba_pmr_itch (mp_size_t m, mp_size_t t, mp_size_t n)
{
  if (t == 0)
    return 0;
  size_t quotient = m >= t ? comba_mullo_itch (t) : (size_t) t + m + comba_product_itch (t, m);
  size_t product = t == n ? comba_mulhi_itch (n) : (size_t) n + t + comba_product_itch (n, t);
  size_t wrap = comba_wrapped_most (n);
  if (t == n)
    product = comba_larger (product, wrap + comba_wrapped_itch (wrap));
  return (size_t) t + n + comba_larger (quotient, product);
}

/* The limbs of QP from t on; those below are -C. */
static void
high_of_multiple (const struct comba_config *k, mp_ptr hp, mp_srcptr qp, mp_size_t t,
                  mp_srcptr pp, mp_size_t n, mp_srcptr cp, mp_size_t m, mp_ptr scratch)
{
  if (t == n && m >= t)
    {
      mp_limb_t last = -cp[t - 1] - !is_zero (cp, t - 1);
      comba_mulhi_exact (k, hp, qp, pp, n, last, scratch);
      return;
    }
  comba_product (k, scratch, qp, t, pp, n, scratch + t + n);
  memcpy (hp, scratch + t, BYTES (n));
}

static int
is_all_ones_var (mp_srcptr p, mp_size_t n)
{
  while (n > 0 && p[n - 1] == COMBA_LIMB_MAX)
    n--;
  return n == 0;
}

/* The same plus 1, with t = n.  QP + C mod beta^n is H beta^n, H <= P, so modulo beta^m - 1, m >=
   n, it is H rotated by n limbs, with zeros above.  n limbs of ones are 0, or P if P is all ones,
   for which 0 is as good. */
static void
wrap_high (const struct comba_config *k, mp_ptr hp, mp_srcptr qp, mp_srcptr pp, mp_size_t n,
           mp_srcptr cp, mp_ptr scratch)
{
  const mp_size_t m = comba_wrapped_size (k, n), first = m - n < n ? m - n : n;
  const mp_ptr tp = scratch;
  comba_wrapped_product (k, tp, qp, n, pp, n, m, tp + m);
  mp_limb_t carry = comba_add_in_var (tp, m, cp, n);
  comba_add_1_var (tp, m, carry);
  memcpy (hp, tp + n, BYTES (first));
  memcpy (hp + first, tp, BYTES (n - first));
  if (is_all_ones_var (hp, n))
    memset (hp, 0, BYTES (n));
}

/* Whether QP is computed modulo beta^m - 1. */
static int
is_wrapped (const struct comba_config *k, mp_size_t m, mp_size_t t, mp_size_t n)
{
  return t == n && m >= t && comba_wrapped_pays (k, n);
}

uint64_t
comba_pmr_quotient_cost (const struct comba_config *k, mp_size_t m, mp_size_t t)
{
  return m >= t ? comba_short_cost (k, t) : comba_mul_cost (k, t, m) + comba_steps_cost (k, t);
}

uint64_t
comba_pmr_cost (const struct comba_config *k, mp_size_t m, mp_size_t t, mp_size_t n)
{
  if (t == 0)
    return comba_steps_cost (k, m);
  const uint64_t multiple = is_wrapped (k, m, t, n)
                              ? comba_wrapped_cost (k, n, n, comba_wrapped_size (k, n))
                            : t == n && m >= t ? comba_short_cost (k, n) : comba_mul_cost (k, n, t);
  const mp_size_t steps = 2 * n + (m > t ? m - t : n);
  return comba_pmr_quotient_cost (k, m, t) + multiple + comba_steps_cost (k, steps + 24);
}

/* R = C' + QP' + 1 unless C is 0 below beta^t, where X' = floor (X / beta^t). */
void
comba_pmr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t,
           mp_srcptr pp, mp_size_t n, mp_srcptr mp, mp_ptr scratch)
{
  ASSERT (m >= 1 && t >= 0);
  const mp_size_t high = m > t ? m - t : 0;
  if (t == 0)
    {
      memmove (rp, cp, BYTES (m));
      if (m < n)
        memset (rp + m, 0, BYTES (n - m));
      return;
    }
  const mp_ptr qp = scratch, hp = qp + t;
  comba_pmr_quotient (k, qp, cp, m, t, mp, hp + n);
  if (is_wrapped (k, m, t, n))
    wrap_high (k, hp, qp, pp, n, cp, hp + n);
  else
    {
      high_of_multiple (k, hp, qp, t, pp, n, cp, m, hp + n);
      comba_add_1_var (hp, n, !is_zero (cp, m < t ? m : t));
    }

  mp_size_t rn;
  mp_limb_t carry;
  if (high >= n)
    {
      rn = high;
      carry = comba_add_n (rp, cp + t, hp, n);
      memmove (rp + n, cp + t + n, BYTES (high - n));
      carry = comba_add_1_var (rp + n, high - n, carry);
    }
  else
    {
      rn = n;
      carry = comba_add_n (rp, cp + t, hp, high);
      memcpy (rp + high, hp + high, BYTES (n - high));
      carry = comba_add_1_var (rp + high, n - high, carry);
    }
  if (carry != 0)
    comba_sub_in_var (rp, rn, pp, n);
}
