/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products (paper 003, section 2.3) with transforms kept, for two workers: each makes
   the quotient of an end, by transforms of its own, half as long as a product; and then the product
   of both quotients and P, which is one, and that of the operands are added up as residues modulo
   beta^m - 1, of which each worker has half the primes.  So they tell each other quotients, half
   the residues of the sum, and half of its limbs.

   h = floor (n / 2) + 1, t = n - h < h.  An element is x beta^h mod P, or that and some P more, below
   beta^n; A = A0 + A1 beta^h, B likewise.

     Worker 0, partial Montgomery: Q0 = mu A0 B0 mod beta^h, R0 = (A0 B + Q0 P) / beta^h < beta^n + P.
     Worker 1, partial Barrett: C = floor (A1 B1 / beta^t), Q1 = floor (C nu / beta^t) with
       nu = floor (beta^(n+t) / P), R1 = A1 B - Q1 P.  It is not negative; C beta^n - Q1 P is below 2P,
       and one P more for a Q1 that is too small by one, and what C leaves out of A1 B is below
       2 beta^n, and one beta^n more for a C that is too small by one: R1 < 6 beta^n.

   R0 + R1 = (A B + (Q0 - beta^h Q1) P) / beta^h is below 8 beta^n < beta^m - 1, so it is known by what
   it is modulo that.  With q = beta^(t+1) - 1 - Q1 for Q1, which is complemented limbs, the sum is

     S = A B + (Q0 + beta^h q) P,    R0 + R1 = S beta^(m-h) + P - beta^(t+1) P mod beta^m - 1:

   S turned by h limbs, and a constant. */

#include "barrett.h"
#include "kept.h"
#include "form.h"
#include "generic/generic.h"
#include "parallel/areas.h"
#include "parallel/lines.h"
#include <stddef.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static mp_size_t
h_of (mp_size_t n)
{
  return n / 2 + 1;
}

static mp_size_t
m_of (const struct comba_ntt *ntt, mp_size_t n)
{
  return ntt->wrap != NULL ? ntt->wrap (n + 1) : 0;
}

static int
serves (const struct comba_kernels *k, mp_size_t n)
{
  return k->ntt != NULL && m_of (k->ntt, n) != 0 && k->ntt->end_itch (h_of (n)) != 0;
}

/* Limbs of a factor prepared, and of P. */
static size_t
factor_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const struct comba_ntt_kind kind = { .an = h_of (n), .bn = h_of (n) };
  return m_of (ntt, n) != 0 ? ntt->prepared_size (&kind) : 0;
}

static size_t
multiple_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const struct comba_ntt_kind kind = { .m = m_of (ntt, n) };
  return kind.m != 0 ? ntt->prepared_size (&kind) : 0;
}

static size_t
end_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  return m_of (ntt, n) != 0 ? comba_area (ntt->end_itch (h_of (n))) : 0;
}

static size_t
sum_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const mp_size_t m = m_of (ntt, n);
  return m != 0 ? comba_area (ntt->sum_itch (m)) : 0;
}

static size_t
wrap_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  return (size_t) m_of (ntt, n);
}

/* A context: Barrett's, for P and nu of n + 1 limbs; m and the sizes of areas, which take long to find;
   beta^n - P; beta^2h mod P, which makes an element of a residue; mu, nu and P prepared; for k from 0 on
   P - beta^(t+1) P + k (beta^n - P) mod beta^m - 1, which takes k P from the sum and leaves k in limb n. */
struct halves
{
  mp_size_t n, m, h;
  size_t end, sum;              /* areas of these */
  mp_srcptr pp, np, complement, entry, factor[2], multiple, constants;
};
/* The sum is below 8 beta^n: these are all that may be in it of a P whose highest bit is set. */
enum { MULTIPLES = 16 };

enum { HALVES_M, HALVES_END, HALVES_SUM, HALVES_FACTOR, HALVES_MULTIPLE, HALVES_SIZES = 8 };

static size_t
context_size (mp_size_t n)
{
  return comba_barrett_size (n) + HALVES_SIZES + 2 * comba_whole_lines (n)
         + 2 * comba_kept_most (factor_with, n, 0, 2) + comba_kept_most (multiple_with, n, 0, 2)
         + MULTIPLES * comba_whole_lines (comba_kept_most (wrap_with, n, 0, 2));
}

static void
set_sizes (const struct comba_ntt *ntt, mp_ptr context, mp_size_t n)
{
  const mp_ptr sizes = context + comba_barrett_size (n);
  sizes[HALVES_M] = (mp_limb_t) m_of (ntt, n);
  sizes[HALVES_END] = end_with (ntt, n, 0, 2);
  sizes[HALVES_SUM] = sum_with (ntt, n, 0, 2);
  sizes[HALVES_FACTOR] = factor_with (ntt, n, 0, 2);
  sizes[HALVES_MULTIPLE] = multiple_with (ntt, n, 0, 2);
}

static struct halves
parts_of (mp_srcptr context)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  const mp_srcptr sizes = context + comba_barrett_size (c.n);
  struct halves b = {
    .n = c.n, .m = (mp_size_t) sizes[HALVES_M], .h = h_of (c.n), .end = sizes[HALVES_END],
    .sum = sizes[HALVES_SUM], .pp = c.pp, .np = c.np,
  };
  b.complement = sizes + HALVES_SIZES;
  b.entry = b.complement + comba_whole_lines (c.n);
  b.factor[0] = b.entry + comba_whole_lines (c.n);
  b.factor[1] = b.factor[0] + sizes[HALVES_FACTOR];
  b.multiple = b.factor[1] + sizes[HALVES_FACTOR];
  b.constants = b.multiple + sizes[HALVES_MULTIPLE];
  return b;
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (n);
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* What the ends take, the quotient, what the sum takes, the sum, and it turned; or mu, or
   beta^2h, and what makes them; or an element. */
static size_t
itch (mp_size_t n)
{
  const size_t m = comba_kept_most (wrap_with, n, 0, 2), h = (size_t) h_of (n);
  const size_t product = 2 * comba_kept_most (end_with, n, 0, 2)
                         + comba_kept_most (sum_with, n, 0, 2)
                         + 3 * comba_area (m) + COMBA_AREA_LIMBS;
  const size_t mu = h + comba_mod_mu_itch (h), fold = 2 * h + 1 + comba_mod_fold_itch (n);
  return comba_whole_lines (larger ((size_t) n + larger (product, fold),
                                    larger (mu, comba_mod_nu_itch (n, n))));
}

/* One product, of which worker 1 is told the first five: yp is NULL in squares. */
struct call
{
  const struct comba_ntt *ntt;
  mp_srcptr context, xp, yp;
  mp_ptr memory;

  /* What the caller alone knows. */
  const struct comba_kernels *k;
  mp_ptr zp;                    /* may be xp or yp */
};
_Static_assert (offsetof (struct call, k) <= COMBA_TOLD_BYTES, "worker 1 must be told");

static mp_ptr
end_area (const struct call *c, const struct halves *b, int worker)
{
  return c->memory + (size_t) worker * b->end;
}

static mp_ptr
sum_area (const struct call *c, const struct halves *b)
{
  return end_area (c, b, 2);
}

/* m limbs each: 0, the quotient; 1, the sum; 2, the sum turned. */
static mp_ptr
limbs_area (const struct call *c, const struct halves *b, int which)
{
  return sum_area (c, b) + b->sum + which * comba_area (b->m);
}

static mp_srcptr
second_of (const struct call *c)
{
  return c->yp == NULL ? c->xp : c->yp;
}

static void
share_quotients (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct halves b = parts_of (c->context);
  const mp_size_t h = b.h, t = b.n - h, at = worker ? h : 0;
  const struct comba_ntt_end e = {
    .h = h, .up = c->xp + at, .vp = second_of (c) + at, .un = worker ? t : h,
    .factor = b.factor[worker], .t = worker ? t : 0, .qn = worker ? t + 1 : h,
  };
  const mp_ptr qp = limbs_area (c, &b, 0) + at;
  if (worker)
    {
      comba_fetch (e.up, e.un);
      if (c->yp != NULL)
        comba_fetch (e.vp, e.un);
    }
  c->ntt->end (&e, qp, end_area (c, &b, worker));
  if (worker)
    for (mp_size_t i = 0; i <= t; i++)
      qp[i] = ~qp[i];
}

static struct comba_ntt_sum
sum_of (const struct call *c, const struct halves *b)
{
  return (struct comba_ntt_sum) {
    .m = b->m, .ap = c->xp, .bp = second_of (c), .qp = limbs_area (c, b, 0), .n = b->n, .qn = b->n + 1,
    .multiple = b->multiple,
  };
}

static void
share_operands (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct halves b = parts_of (c->context);
  const struct comba_ntt_sum s = sum_of (c, &b);
  c->ntt->sum_operands (&s, worker, sum_area (c, &b));
}

static void
share_residues (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct halves b = parts_of (c->context);
  const struct comba_ntt_sum s = sum_of (c, &b);
  comba_fetch (worker ? s.qp : s.qp + b.h, b.h);
  c->ntt->sum (&s, worker, sum_area (c, &b));
}

static void
share_limbs (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct halves b = parts_of (c->context);
  c->ntt->sum_limbs (b.m, worker, limbs_area (c, &b, 1), sum_area (c, &b));
}

static mp_srcptr
constant_of (const struct halves *b, mp_limb_t k)
{
  return b->constants + k * comba_whole_lines (b->m);
}

/* What is certainly in high beta^n + top beta^(n-1), high < 16, of P as a multiple: at most 2 less than is in it. */
static mp_limb_t
certain_quotient (const struct halves *b, mp_limb_t high, mp_limb_t top)
{
  const mp_srcptr nu = b->np + b->n - 1;        /* floor (beta^(n+1) / P) */
  const comba_dlimb low = (comba_dlimb) high * nu[0] + (comba_dlimb) top * nu[1];
  return high * nu[1] + (mp_limb_t) (low >> GMP_LIMB_BITS);
}

/* xp[0..n-1] = (high beta^n + xp[0..n-1]) - Q P, below beta^n, for some Q, 0 < high < 16: by one row. */
static void
reduce_above (const struct call *c, const struct halves *b, mp_ptr xp, mp_limb_t high)
{
  const mp_size_t n = b->n;
  const mp_srcptr nu = b->np + n - 1;
  if (c->k->addmul_1 == NULL || nu[1] >> (GMP_LIMB_BITS - 8) != 0)
    {
      comba_mod_finish (xp, high, xp, b->pp, n, nu);
      return;
    }
  const mp_limb_t q = certain_quotient (b, high, xp[n - 1]);
  high += c->k->addmul_1 (xp, b->complement, n, q) - q;
  while (high != 0)
    high -= comba_sub_n (xp, xp, b->pp, n);
}

/* How many P to take from R = S turned and the constant, going by limbs n and n - 1 of it; 0 if P is not
   one that the constants are for.  What is carried into these may make 0 of -1. */
static mp_limb_t
multiple_within (const struct halves *b, mp_srcptr sp)
{
  const mp_size_t n = b->n, m = b->m, at = b->h + n;
  if (b->pp[n - 1] >> (GMP_LIMB_BITS - 1) == 0)
    return 0;
  const mp_srcptr constant = constant_of (b, 0);
  const mp_limb_t s = sp[at - 1 < m ? at - 1 : at - 1 - m], top = s + constant[n - 1];
  const mp_limb_t high = sp[at < m ? at : at - m] + constant[n] + (top < s);
  return high < 8 ? certain_quotient (b, high, top) : 0;
}

/* z = S turned by h limbs, and the constant, less some P. */
static void
turn_sum (const struct call *c, const struct halves *b)
{
  const mp_size_t n = b->n, m = b->m, h = b->h;
  const mp_ptr sp = limbs_area (c, b, 1), tp = limbs_area (c, b, 2);
  c->ntt->sum_carries (m, sp, sum_area (c, b));
  const mp_limb_t k = multiple_within (b, sp);
  const mp_srcptr constant = constant_of (b, k);
  mp_limb_t carry = comba_add_n (tp, sp + h, constant, m - h);
  mp_limb_t above = comba_add_n (tp + (m - h), sp, constant + (m - h), h);
  above += comba_add_1_var (tp + (m - h), h, carry);
  comba_add_1_var (tp, m, above);
  if (tp[m - 1] == ~(mp_limb_t) 0)
    memset (tp, 0, BYTES (m));
  if (tp[n] != k)
    reduce_above (c, b, tp, tp[n] - k);
  memcpy (c->zp, tp, BYTES (n));
}

static void
product (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
         mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const struct halves b = parts_of (context);
  struct call call = { k->ntt, context, xp, yp, comba_areas (scratch), k, zp };
  static const struct comba_stage stages[] = {
    { share_quotients, 0 }, { share_operands, 0 }, { share_residues, 1 }, { share_limbs, 3 }, { NULL, 0 },
  };
  comba_team_stages (team, stages, &call, offsetof (struct call, k));
  turn_sum (&call, &b);
}

static void
team_mul (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  product (team, k, context, zp, xp, yp == xp ? NULL : yp, scratch);
}

static void
team_sqr (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  product (team, k, context, zp, xp, NULL, scratch);
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  team_mul (&COMBA_TEAM_ALONE (2), k, context, zp, xp, yp, scratch);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  team_sqr (&COMBA_TEAM_ALONE (2), k, context, zp, xp, scratch);
}

/* rp[0..n-1] = ap[0..an-1] mod P. */
static void
residue (const struct comba_kernels *k, const struct comba_barrett *c, mp_ptr rp, mp_srcptr ap,
         mp_size_t an, mp_ptr scratch)
{
  comba_mod_fold (k, rp, ap, an, c->pp, c->n, c->np, scratch);
  comba_mod_finish (rp, 0, rp, c->pp, c->n, c->np + c->n - 1);
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[0] = (mp_limb_t) n;
  set_sizes (k->ntt, context, n);
  const struct comba_barrett c = comba_barrett_parts (context);
  const struct halves b = parts_of (context);
  const mp_size_t m = b.m, h = b.h, t = n - h;
  const struct comba_ntt_kind end = { .an = h, .bn = h }, sum = { .m = m };
  const mp_ptr x = scratch, rest = scratch + 2 * h + 1;
  const mp_ptr complement = (mp_ptr) b.complement, constant = (mp_ptr) b.constants;
  memcpy (c.pp, pp, BYTES (n));
  for (mp_size_t i = 0; i < n; i++)
    complement[i] = ~pp[i];
  complement[0]++;              /* P is odd */
  comba_mod_nu (k, c.np, n, pp, n, scratch);

  memset (x, 0, BYTES (2 * h));
  x[2 * h] = 1;
  residue (k, &c, (mp_ptr) b.entry, x, 2 * h + 1, rest);

  comba_mod_mu (k, x, h, pp, n, scratch + h);
  k->ntt->prepare (&end, (mp_ptr) b.factor[0], x, h);
  k->ntt->prepare (&end, (mp_ptr) b.factor[1], c.np + h, t + 1);
  k->ntt->prepare (&sum, (mp_ptr) b.multiple, pp, n);

  memset (constant, 0xff, BYTES (m));
  for (mp_size_t i = 0; i < n; i++)
    constant[(t + 1 + i) % m] = ~pp[i];
  mp_limb_t carry = comba_add_in_var (constant, m, pp, n);
  comba_add_1_var (constant, m, carry);
  for (mp_limb_t k = 1; k < MULTIPLES; k++)
    {
      const mp_ptr next = (mp_ptr) constant_of (&b, k);
      memcpy (next, constant_of (&b, k - 1), BYTES (m));
      carry = comba_add_in_var (next, m, complement, n);
      comba_add_1_var (next, m, carry);
    }
}

/* a beta^2h / beta^h. */
static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  residue (k, &c, xp, ap, an, scratch);
  mul (k, context, xp, xp, parts_of (context).entry, scratch);
}

/* x / beta^h. */
static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  memset (scratch, 0, BYTES (c.n));
  scratch[0] = 1;
  mul (k, context, rp, xp, scratch, scratch + c.n);
  comba_mod_finish (rp, 0, rp, c.pp, c.n, c.np + c.n - 1);
}

#define RANGE                                                   \
  .name = "bipartite_ntt", .odd_only = 1, .min = 3, .max = COMBA_FORM_MAX, .pays = serves,   \
  .element_size = element_size, .itch = itch

const struct comba_team_form comba_team_form_bipartite_ntt = {
  .form = {
    RANGE, .context_size = context_size, .init = init, .enter = enter, .leave = leave,
    .mul = mul, .sqr = sqr,
  },
  .shares = 2,
  .most = 2,
  .mul = team_mul,
  .sqr = team_sqr,
  .shared = { RANGE, COMBA_SHARED_FUNCTIONS },
};
