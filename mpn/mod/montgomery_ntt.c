/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's form with the transforms of mu and P kept: elements and context are those of
   comba_form_montgomery, and behind that context there are the prepared operands.

   C = X Y is reduced by Q = mu C mod beta^n, of which only the lower half is put together,
   and QP modulo beta^m - 1, m > n, half as long: C + QP = beta^n H + beta^n floor (C / beta^n)
   with 0 <= H <= P < beta^m - 1, so C mod beta^n + QP modulo beta^m - 1 is H, turned by n
   limbs. */

#include "form.h"
#include "montgomery.h"
#include "ntt/ntt.h"
#include "toom/toom.h"
#include "generic/generic.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* mu C mod beta^n, and QP mod beta^m - 1. */
struct kinds
{
  struct comba_ntt_kind quotient, multiple;
};

static struct kinds
kinds_of (const struct comba_ntt *ntt, mp_size_t n)
{
  return (struct kinds) { { .an = n, .bn = n }, { .m = ntt->wrap (n + 1) } };
}

static int
pays (const struct comba_kernels *k, mp_size_t n)
{
  if (k->ntt == NULL || n < k->thresholds.mod_ntt)
    return 0;
  const struct kinds kinds = kinds_of (k->ntt, n);
  return kinds.multiple.m != 0 && k->ntt->prepared_size (&kinds.quotient) != 0;
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* The most of any kernel set. */
static size_t
most (size_t (*size) (const struct comba_ntt *ntt, mp_size_t n), mp_size_t n)
{
  size_t result = 0;
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    if (comba_kernel_sets[i]->ntt != NULL)
      result = larger (result, size (comba_kernel_sets[i]->ntt, n));
  return result;
}

static size_t
prepared_size (const struct comba_ntt *ntt, mp_size_t n)
{
  const struct kinds kinds = kinds_of (ntt, n);
  return ntt->prepared_size (&kinds.quotient) + ntt->prepared_size (&kinds.multiple);
}

/* Q, QP, and scratch for each. */
static size_t
reduction_itch (const struct comba_ntt *ntt, mp_size_t n)
{
  const struct kinds kinds = kinds_of (ntt, n);
  return (size_t) n + kinds.multiple.m
    + larger (ntt->prepared_itch (&kinds.quotient), ntt->prepared_itch (&kinds.multiple));
}

static size_t
context_size (mp_size_t n)
{
  return comba_montgomery_size (n) + most (prepared_size, n);
}

static size_t
element_size (mp_size_t n)
{
  return comba_form_montgomery.element_size (n);
}

static size_t
itch (mp_size_t n)
{
  size_t product = 2 * (size_t) n + larger (comba_product_itch (n, n), most (reduction_itch, n));
  return larger (comba_form_montgomery.itch (n), comba_whole_lines (product));
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_form_montgomery.init (k, context, pp, n, scratch);
  const struct comba_montgomery c = comba_montgomery_parts (context);
  const struct kinds kinds = kinds_of (k->ntt, n);
  const mp_ptr prepared = context + comba_montgomery_size (n);
  k->ntt->prepare (&kinds.quotient, prepared, c.mp, n);
  k->ntt->prepare (&kinds.multiple, prepared + k->ntt->prepared_size (&kinds.quotient), pp, n);
}

static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  comba_form_montgomery.enter (k, context, xp, ap, an, scratch);
}

static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  comba_form_montgomery.leave (k, context, rp, xp, scratch);
}

/* rp[0..n-1] = (C + QP) / beta^n, or that less P, C = cp[0..2n-1]. */
static void
reduce (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr cp, mp_ptr scratch)
{
  const struct comba_montgomery c = comba_montgomery_parts (context);
  const mp_size_t n = c.n;
  const struct kinds kinds = kinds_of (k->ntt, n);
  const mp_size_t m = kinds.multiple.m, first = m - n < n ? m - n : n;
  const mp_srcptr mu = context + comba_montgomery_size (n);
  const mp_srcptr p = mu + k->ntt->prepared_size (&kinds.quotient);
  const mp_ptr qp = scratch, tp = qp + n, free = tp + m;

  k->ntt->mul_prepared (&kinds.quotient, qp, n, cp, n, mu, free);
  k->ntt->mul_prepared (&kinds.multiple, tp, m, qp, n, p, free);
  mp_limb_t carry = comba_add_in_var (tp, m, cp, n);
  comba_add_1_var (tp, m, carry);

  carry = comba_add_n (rp, cp + n, tp + n, first);
  carry = comba_add_1_var (tp, n - first, carry);
  carry += comba_add_n (rp + first, cp + n + first, tp, n - first);
  if (carry != 0)
    comba_sub_n (rp, rp, c.pp, n);
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  const mp_size_t n = comba_montgomery_parts (context).n;
  comba_product (k, scratch, xp, n, yp, n, scratch + 2 * n);
  reduce (k, context, zp, scratch, scratch + 2 * n);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_size_t n = comba_montgomery_parts (context).n;
  comba_product_sqr (k, scratch, xp, n, scratch + 2 * n);
  reduce (k, context, zp, scratch, scratch + 2 * n);
}

const struct comba_form comba_form_montgomery_ntt = {
  .name = "montgomery_ntt",
  .odd_only = 1,
  .min = 1,
  .max = COMBA_FORM_MAX,
  .pays = pays,
  .context_size = context_size,
  .element_size = element_size,
  .itch = itch,
  .init = init,
  .enter = enter,
  .leave = leave,
  .mul = mul,
  .sqr = sqr,
};
