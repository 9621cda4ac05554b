/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's form with the transforms of mu and P kept: elements and context are those of
   comba_form_montgomery, and behind that context there are the prepared operands.

   C = X Y is reduced by Q = mu C mod beta^n, of which only the lower half is put together,
   and QP modulo beta^m - 1, m > n, half as long: C + QP = beta^n H + beta^n floor (C / beta^n)
   with 0 <= H <= P < beta^m - 1, so C mod beta^n + QP modulo beta^m - 1 is H, turned by n
   limbs. */

#include "form.h"
#include "kept.h"
#include "montgomery.h"
#include "parallel/threads.h"
#include "generic/generic.h"

static int
pays (const struct comba_kernels *k, mp_size_t n)
{
  return comba_kept_pays (k, n, 0);
}

static size_t
context_size (mp_size_t n)
{
  return comba_montgomery_size (n) + comba_kept_size (n, 0);
}

static size_t
element_size (mp_size_t n)
{
  return comba_form_montgomery.element_size (n);
}

/* C, then the product's, or Q, QP and their products'. */
static size_t
itch_for (mp_size_t n, int threads)
{
  const size_t reduction = (size_t) n + comba_kept_most_wrap (n) + comba_kept_itch (n, 0, threads);
  const size_t product = comba_kept_product_itch (n, threads), form = comba_form_montgomery.itch (n);
  const size_t all = comba_whole_lines (2 * (size_t) n + (product > reduction ? product : reduction));
  return form > all ? form : all;
}

static size_t
itch (mp_size_t n)
{
  return itch_for (n, 1);
}

static size_t
team_itch (mp_size_t n)
{
  return itch_for (n, COMBA_THREADS_MAX);
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_form_montgomery.init (k, context, pp, n, scratch);
  const struct comba_montgomery c = comba_montgomery_parts (context);
  comba_kept_init (k, context + comba_montgomery_size (n), c.mp, pp, n, n, 0);
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
reduce (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context, mp_ptr rp,
        mp_srcptr cp, mp_ptr scratch)
{
  const struct comba_montgomery c = comba_montgomery_parts (context);
  const mp_size_t n = c.n;
  const mp_size_t m = comba_kept_wrap (k, n), first = m - n < n ? m - n : n;
  const mp_srcptr kept = context + comba_montgomery_size (n);
  const mp_ptr qp = scratch, tp = qp + n, free = tp + m;

  comba_kept_quotient (team, k, kept, qp, n, cp, n, 0, free);
  comba_kept_multiple (team, k, kept, tp, qp, n, 0, free);
  mp_limb_t carry = comba_add_in_var (tp, m, cp, n);
  comba_add_1_var (tp, m, carry);

  carry = comba_add_n (rp, cp + n, tp + n, first);
  carry = comba_add_1_var (tp, n - first, carry);
  carry += comba_add_n (rp + first, cp + n + first, tp, n - first);
  if (carry != 0)
    comba_sub_n (rp, rp, c.pp, n);
}

static void
team_mul (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const mp_size_t n = comba_montgomery_parts (context).n;
  comba_kept_product (team, k, scratch, xp, yp, n, scratch + 2 * n);
  reduce (team, k, context, zp, scratch, scratch + 2 * n);
}

static void
team_sqr (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  team_mul (team, k, context, zp, xp, xp, scratch);
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  team_mul (&COMBA_TEAM_ALONE (1), k, context, zp, xp, yp, scratch);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  mul (k, context, zp, xp, xp, scratch);
}

/* What the form and that of a team share. */
#define NAME_AND_RANGE \
  .name = "montgomery_ntt", .odd_only = 1, .min = 1, .max = COMBA_FORM_MAX, .pays = pays, \
  .element_size = element_size
#define FUNCTIONS \
  .context_size = context_size, .init = init, .enter = enter, .leave = leave, \
  .mul = mul, .sqr = sqr

const struct comba_form comba_form_montgomery_ntt = { NAME_AND_RANGE, FUNCTIONS, .itch = itch };

const struct comba_team_form comba_team_form_montgomery_ntt = {
  .form = { NAME_AND_RANGE, FUNCTIONS, .itch = team_itch },
  .mul = team_mul,
  .sqr = team_sqr,
  .shared = { NAME_AND_RANGE, COMBA_SHARED_FUNCTIONS, .itch = team_itch },
};
