/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products (paper 003, section 2.3) with transforms kept, for two workers, each of
   which has an end of the product (struct comba_ntt_end): all transforms are as long as the
   modulus, half as long as a product, and all that the workers tell each other is operands and
   results.

   beta^m - 1 is the modulus of the transforms, m = 2h > n; t = n - h.  An element is x beta^h mod P, or
   that and some P more, below beta^n; A = A0 + A1 beta^h, B likewise.

     Worker 0, partial Montgomery: Q = mu A0 B0 mod beta^h, R0 = (A0 B + Q P) / beta^h < beta^n + P,
       or < 2 beta^n + P for squares (see below).
     Worker 1, partial Barrett: C = floor (A1 B1 / beta^t), Q = floor (C nu / beta^t) with
       nu = floor (beta^(n+t) / P), R1 = A1 B - Q P.  It is not negative; C beta^n - Q P is below 2P,
       and one P more for a Q that is too small by one, and what C leaves out of A1 B is below
       2 beta^n, and one beta^n more for a C that is too small by one: R1 < 6 beta^n; for squares
       A1 B is A1^2 beta^h alone, C leaves out one beta^n and one more, and R1 < 5 beta^n.

   As A^2 = A0^2 + 2 A0 A1 beta^h + A1^2 beta^2h, worker 0 has all of the middle of squares: worker 1
   begins later, has to wait for A1, and has to be done before the sum is made.

   The sum is below 8 beta^n < beta^m - 1, so it is known by what it is modulo beta^m - 1; and so
   are beta^h R0 and beta^h R1, which are sums of products as the two ends of a product want
   them, A0 B0 + beta^h A0 B1 + Q P and A1 B1 + beta^h A1 B0 + Q (-beta^h P). */

#include "barrett.h"
#include "kept.h"
#include "form.h"
#include "generic/generic.h"
#include "parallel/areas.h"
#include <stddef.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static int
serves (const struct comba_kernels *k, mp_size_t n)
{
  if (k->ntt == NULL || k->ntt->end_wrap == NULL)
    return 0;
  const mp_size_t m = k->ntt->end_wrap (n + 1);
  return m != 0 && n > m / 2;
}

static size_t
prepared_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const struct comba_ntt_kind kind = { .m = ntt->end_wrap != NULL ? ntt->end_wrap (n + 1) : 0,
                                       .halves = 1 };
  return kind.m != 0 ? ntt->prepared_size (&kind) : 0;
}

/* The area of a worker: what its end takes, and its result. */
static size_t
area_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const mp_size_t m = ntt->end_wrap != NULL ? ntt->end_wrap (n + 1) : 0;
  return m != 0 ? comba_area (m) + comba_area (ntt->end_itch (m)) : 0;
}

static size_t
wrap_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  return ntt->end_wrap != NULL ? (size_t) ntt->end_wrap (n + 1) : 0;
}

/* A context: Barrett's, for P and nu of n + 1 limbs; beta^n - P; beta^m mod P, which makes an
   element of a residue; mu and P, nu and -beta^h P prepared. */
struct halves
{
  mp_size_t n, m, h;
  mp_srcptr pp, np, complement, entry, factor[2], multiple[2];
};

static size_t
context_size (mp_size_t n)
{
  return comba_barrett_size (n) + 2 * comba_whole_lines (n) + 4 * comba_kept_most (prepared_with, n, 0, 2);
}

static struct halves
parts_of (const struct comba_ntt *ntt, mp_srcptr context)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  struct halves b = { .n = c.n, .m = ntt->end_wrap (c.n + 1), .pp = c.pp, .np = c.np };
  const size_t size = prepared_with (ntt, c.n, 0, 2);
  b.h = b.m / 2;
  b.complement = context + comba_barrett_size (c.n);
  b.entry = b.complement + comba_whole_lines (c.n);
  b.factor[0] = b.entry + comba_whole_lines (c.n);
  b.multiple[0] = b.factor[0] + size;
  b.factor[1] = b.multiple[0] + size;
  b.multiple[1] = b.factor[1] + size;
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

/* Two areas and the sum; or beta^m, or mu, and what makes them; or an element. */
static size_t
itch (mp_size_t n)
{
  const mp_size_t m = (mp_size_t) comba_kept_most (wrap_with, n, 0, 2);
  const size_t product = 2 * comba_kept_most (area_with, n, 0, 2) + COMBA_AREA_LIMBS + m;
  const size_t mu = m + comba_mod_mu_itch (m), fold = m + 1 + comba_mod_fold_itch (n);
  return comba_whole_lines (larger (n + larger (product, fold),
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
  const struct comba_team *team;
  mp_ptr zp;                    /* may be xp or yp */
};
_Static_assert (offsetof (struct call, k) <= COMBA_TOLD_BYTES, "worker 1 must be told");

/* The result of a worker, and the scratch of its end. */
static mp_ptr
result_of (const struct call *c, const struct halves *b, int worker)
{
  return c->memory + worker * area_with (c->ntt, b->n, 0, 2);
}

static mp_ptr
free_of (const struct call *c, const struct halves *b, int worker)
{
  return result_of (c, b, worker) + comba_area (b->m);
}

static struct comba_ntt_end
end_of (const struct call *c, const struct halves *b, int worker)
{
  const mp_size_t h = b->h, t = b->n - h, own = worker ? t : h;
  const mp_srcptr x = c->xp + worker * h, y = c->yp == NULL ? x : c->yp + worker * h;
  struct comba_ntt_end e = {
    .m = b->m, .up = x, .vp = y, .un = own, .vn = own,
    .factor = b->factor[worker], .multiple = b->multiple[worker],
    .t = worker ? t : 0, .cn = own, .qn = worker ? t + 1 : h,
  };
  if (c->yp != NULL || !worker)
    {
      e.wp = (c->yp == NULL ? c->xp : c->yp) + (worker ? 0 : h);
      e.wn = b->n - own;
      e.twice = c->yp == NULL;
    }
  return e;
}

/* Lines that another worker wrote come one by one unless they are asked for before; and
   those that it has read are claimed before they are written. */
static void
fetch (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i += 64 / (mp_size_t) sizeof *p)
    __builtin_prefetch (p + i);
}

static void
claim (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i += 64 / (mp_size_t) sizeof *p)
    __builtin_prefetch (p + i, 1);
}

static void
share (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct halves b = parts_of (c->ntt, c->context);
  const struct comba_ntt_end e = end_of (c, &b, worker);
  const mp_ptr result = result_of (c, &b, worker), scratch = free_of (c, &b, worker);
  if (worker == 1)
    {
      fetch (e.up, e.un);
      if (e.vp != e.up)
        fetch (e.vp, e.vn);
      fetch (e.wp, e.wn);
      c->ntt->end (&e, scratch);
      claim (result, b.m);
      c->ntt->end_limbs (b.m, result, scratch);
    }
  else
    {
      c->ntt->end (&e, scratch);
      if (comba_team_is_done (c->team, 1))
        fetch (result_of (c, &b, 1), b.m);
      claim (c->zp, b.n);
      c->ntt->end_limbs (b.m, result, scratch);
    }
}

/* xp[0..n-1] = (high beta^n + xp[0..n-1]) - Q P, below beta^n, for some Q, high < 16: by one estimate
   of the quotient, which is too small by 2 at most, and one row. */
static void
reduce_above (const struct call *c, const struct halves *b, mp_ptr xp, mp_limb_t high)
{
  const mp_size_t n = b->n;
  const mp_srcptr nu = b->np + n - 1;   /* floor (beta^(n+1) / P) */
  if (c->k->addmul_1 == NULL || nu[1] >> (GMP_LIMB_BITS - 8) != 0)
    {
      comba_mod_finish (xp, high, xp, b->pp, n, nu);
      return;
    }
  const comba_dlimb low = (comba_dlimb) high * nu[0] + (comba_dlimb) xp[n - 1] * nu[1];
  const mp_limb_t q = high * nu[1] + (mp_limb_t) (low >> GMP_LIMB_BITS);
  if (q != 0)
    high += c->k->addmul_1 (xp, b->complement, n, q) - q;
  while (high != 0)
    high -= comba_sub_n (xp, xp, b->pp, n);
}

/* z = the sum of beta^h R0 and beta^h R1, turned by h limbs, less some P. */
static void
add_shares (const struct call *c, const struct halves *b, mp_ptr tp)
{
  const mp_size_t n = b->n, m = b->m, h = b->h;
  const mp_srcptr r0 = result_of (c, b, 0), r1 = result_of (c, b, 1);
  fetch (r1, m);
  mp_limb_t carry = comba_add_n (tp, r0 + h, r1 + h, h);
  mp_limb_t above = comba_add_n (tp + h, r0, r1, h);
  above += comba_add_1_var (tp + h, h, carry);
  comba_add_1_var (tp, m, above);
  if (tp[m - 1] == ~(mp_limb_t) 0)
    memset (tp, 0, BYTES (m));
  reduce_above (c, b, tp, tp[n]);
  memcpy (c->zp, tp, BYTES (n));
}

static void
product (const struct comba_team *team, const struct comba_kernels *k, mp_srcptr context,
         mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const struct halves b = parts_of (k->ntt, context);
  struct call call = { k->ntt, context, xp, yp, comba_areas (scratch), k, team, zp };
  comba_team_tell (team, share, &call, offsetof (struct call, k));
  add_shares (&call, &b, result_of (&call, &b, 2));
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
  const struct comba_barrett c = comba_barrett_parts (context);
  const struct halves b = parts_of (k->ntt, context);
  const struct comba_ntt_kind kind = { .m = b.m, .halves = 1 };
  const mp_size_t h = b.h, t = n - h;
  const mp_ptr x = scratch, rest = scratch + b.m + 1, complement = (mp_ptr) b.complement;
  memcpy (c.pp, pp, BYTES (n));
  for (mp_size_t i = 0; i < n; i++)
    complement[i] = ~pp[i];
  complement[0]++;              /* P is odd */
  comba_mod_nu (k, c.np, n, pp, n, scratch);

  memset (x, 0, BYTES (b.m));
  x[b.m] = 1;
  residue (k, &c, (mp_ptr) b.entry, x, b.m + 1, rest);

  comba_mod_mu (k, x, h, pp, n, scratch + h);
  k->ntt->prepare (&kind, (mp_ptr) b.factor[0], x, h);
  k->ntt->prepare (&kind, (mp_ptr) b.multiple[0], pp, n);
  k->ntt->prepare (&kind, (mp_ptr) b.factor[1], c.np + h, t + 1);
  memset (x, 0xff, BYTES (b.m));
  for (mp_size_t i = 0; i < h; i++)
    x[h + i] = ~pp[i];
  for (mp_size_t i = h; i < n; i++)
    x[i - h] = ~pp[i];
  k->ntt->prepare (&kind, (mp_ptr) b.multiple[1], x, b.m);
}

/* a beta^2h / beta^h. */
static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_barrett c = comba_barrett_parts (context);
  residue (k, &c, xp, ap, an, scratch);
  mul (k, context, xp, xp, parts_of (k->ntt, context).entry, scratch);
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
  .name = "bipartite_ntt", .odd_only = 1, .min = 1, .max = COMBA_FORM_MAX, .pays = serves,   \
  .element_size = element_size, .itch = itch

const struct comba_team_form comba_team_form_bipartite_ntt = {
  .form = {
    RANGE, .context_size = context_size, .init = init, .enter = enter, .leave = leave,
    .mul = mul, .sqr = sqr,
  },
  .shares = 2,
  .mul = team_mul,
  .sqr = team_sqr,
  .shared = { RANGE, COMBA_SHARED_FUNCTIONS },
};
