/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CRT-split bipartite reduction (paper 003, section 2.3) with cached transforms, for two workers.
   Each computes the quotient of one end.  Then each computes the sum of both quotients times P and
   the product of the operands, one modulo beta^h + 1, the other modulo beta^h - 1.  So they
   exchange quotients, and one of them sends the other its residue of the sum.

   m = 2h > n, t = n - h < h.  An element is x beta^h / 2 mod P, or a value congruent to it, below
   beta^n.  A = A0 + A1 beta^h, B likewise.

     End 0, partial Montgomery: Q0 = mu A0 B0 mod beta^h, R0 = (A0 B + Q0 P) / beta^h < beta^n + P.
     End 1, partial Barrett: C = floor (A1 B1 / beta^t), Q1 = floor (C nu / beta^t) with
       nu = floor (beta^(n+t) / P), R1 = A1 B - Q1 P.  It is not negative.  C beta^n - Q1 P is below 2P,
       plus P if Q1 is too small by one, and A1 B - C beta^n is below 2 beta^n, plus beta^n if C is too
       small by one: R1 < 6 beta^n.

   R0 + R1 = (A B + (Q0 - beta^h Q1) P) / beta^h is below 8 beta^n.  Let q = beta^(t+1) - 1 - Q1,
   the complement of Q1, S = A B + (Q0 + beta^h q) P, and S0 and S1 its residues modulo beta^h - 1
   and beta^h + 1.  Then

     R0 + R1 = S beta^h + P - beta^(t+1) P   and   2 S beta^h = (S0 - S1) + (S0 + S1) beta^h   mod beta^m - 1:

   2 (R0 + R1), which is 2 A B / beta^h mod P and below 16 beta^n < beta^m - 1, is a sum, a
   difference, and a constant. */

#include "residue/contexts.h"
#include "residue/reduce.h"
#include "residue/cached.h"
#include "residue/representation.h"
#include "arith/arith.h"
#include "parallel/job_memory.h"
#include "parallel/hand_over.h"
#include "mul/toom/toom.h"
#include <stddef.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static mp_size_t
m_of (const struct comba_ntt *ntt, mp_size_t n)
{
  return ntt->crt_size != NULL ? ntt->crt_size (n + 1) : 0;
}

/* t: the two limbs that are added from h on must be below limb n - 1 of the result
   (multiple_within). */
enum { T_MIN = 3 };

static int
serves (const struct comba_config *k, mp_size_t n)
{
  if (k->ntt == NULL)
    return 0;
  const mp_size_t m = m_of (k->ntt, n);
  return m != 0 && n - m / 2 >= T_MIN;
}

/* Limbs of the cached transforms of mu, nu and P. */
static size_t
prepared_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const struct comba_ntt_kind kind = { .m = m_of (ntt, n), .for_crt = 1 };
  return kind.m != 0 ? ntt->prepared_size (&kind) : 0;
}

static size_t
work_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  const mp_size_t m = m_of (ntt, n);
  return m != 0 ? comba_worker_limbs (ntt->crt_itch (m)) : 0;
}

static size_t
wrapped_with (const struct comba_ntt *ntt, mp_size_t n, int extra, int threads)
{
  (void) extra, (void) threads;
  return (size_t) m_of (ntt, n);
}

/* A context: Barrett's, with P and nu of n + 1 limbs; m and the sizes of the areas, which take long
   to compute; beta^n - P; beta^2h / 4 mod P, which encodes; the cached transforms of mu, nu and P;
   and for each k >= 0 the constant that turns the sums into 2 (R0 + R1) - k P and leaves k in limb
   n. */
struct crt
{
  mp_size_t n, m, h;
  size_t work;                  /* area of that size */
  mp_srcptr pp, np, minus_p, entry, factor[2], multiple, constants;
};
/* If the highest bit of P is set, 16 beta^n holds fewer than 32 multiples of P, and hardly ever
   16. */
enum { MULTIPLES = 16 };

enum { HALVES_M, HALVES_WORK, HALVES_PREPARED, HALVES_SIZES = 8 };

static size_t
context_size (mp_size_t n)
{
  return comba_barrett_size (n) + HALVES_SIZES + 2 * comba_whole_lines (n)
         + 3 * comba_cached_most (prepared_with, n, 0, 2)
         + MULTIPLES * comba_whole_lines (comba_cached_most (wrapped_with, n, 0, 2));
}

static void
set_sizes (const struct comba_ntt *ntt, mp_ptr context, mp_size_t n)
{
  const mp_ptr sizes = context + comba_barrett_size (n);
  sizes[HALVES_M] = (mp_limb_t) m_of (ntt, n);
  sizes[HALVES_WORK] = work_with (ntt, n, 0, 2);
  sizes[HALVES_PREPARED] = prepared_with (ntt, n, 0, 2);
}

static struct crt
parts_of (mp_srcptr context)
{
  const struct comba_barrett_context c = comba_barrett_parts (context);
  const mp_srcptr sizes = context + comba_barrett_size (c.n);
  const mp_limb_t prepared = sizes[HALVES_PREPARED];
  struct crt b = {
    .n = c.n, .m = (mp_size_t) sizes[HALVES_M], .work = sizes[HALVES_WORK], .pp = c.pp, .np = c.np,
  };
  b.h = b.m / 2;
  b.minus_p = sizes + HALVES_SIZES;
  b.entry = b.minus_p + comba_whole_lines (c.n);
  b.factor[0] = b.entry + comba_whole_lines (c.n);
  b.factor[1] = b.factor[0] + prepared;
  b.multiple = b.factor[1] + prepared;
  b.constants = b.multiple + prepared;
  return b;
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (n);
}

/* An element, and the memory of a product: the work areas, the quotient, the sums and their result.
   Or mu, or beta^2h / 4, and the scratch to compute it. */
static size_t
itch (mp_size_t n)
{
  const size_t m = comba_cached_most (wrapped_with, n, 0, 2), h = m / 2;
  const size_t product = comba_cached_most (work_with, n, 0, 2) + 2 * comba_worker_limbs (m)
                         + 2 * comba_worker_limbs (h + COMBA_NTT_BEYOND) + COMBA_WORKER_ALIGNMENT_LIMBS;
  const size_t mu = h + comba_mod_mu_itch (h), fold = m + comba_mod_fold_itch (n);
  return comba_whole_lines (comba_larger ((size_t) n + comba_larger (product, fold),
                                    comba_larger (mu, comba_mod_nu_itch (n, n))));
}

/* One product.  The first five members are posted to worker 1.  yp is NULL in squares. */
struct call
{
  const struct comba_ntt *ntt;
  mp_srcptr context, xp, yp;
  mp_ptr memory;

  /* Not posted. */
  const struct comba_config *k;
  mp_ptr zp;                    /* may equal xp or yp */
};
_Static_assert (offsetof (struct call, k) <= COMBA_POST_BYTES, "must fit in a mailbox");

/* The quotients, n + 1 limbs. */
static mp_ptr
quotients (const struct call *c, const struct crt *b)
{
  return c->memory + b->work;
}

/* The sums joined, m limbs; in a product the lower n are the result. */
static mp_ptr
joined (const struct call *c, const struct crt *b)
{
  return quotients (c, b) + comba_worker_limbs (b->m);
}

/* The residue of the sum that an end computes: S1 by end 0, S0 by end 1. */
static mp_ptr
sum_of (const struct call *c, const struct crt *b, int end)
{
  return joined (c, b) + comba_worker_limbs (b->m) + (size_t) end * comba_worker_limbs (b->h + COMBA_NTT_BEYOND);
}

static struct comba_ntt_crt
job_of (const struct call *c, const struct crt *b)
{
  return (struct comba_ntt_crt) {
    .m = b->m, .n = b->n, .ap = c->xp, .bp = c->yp == NULL ? c->xp : c->yp,
    .factor = { b->factor[0], b->factor[1] }, .multiple = b->multiple,
  };
}

/* rp[0..n-1] = beta^n - 1 - rp[0..n-1], four limbs at a time, so that compilers use vectors. */
static void
complement (mp_ptr rp, mp_size_t n)
{
  mp_size_t i = 0;
  for (; i + 4 <= n; i += 4)
    rp[i] = ~rp[i], rp[i + 1] = ~rp[i + 1], rp[i + 2] = ~rp[i + 2], rp[i + 3] = ~rp[i + 3];
  for (; i < n; i++)
    rp[i] = ~rp[i];
}

/* The caller begins earlier, so it has end 1, which takes longer. */
static int
end_of (int worker)
{
  return 1 - worker;
}

static void
share_quotients (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct crt b = parts_of (c->context);
  struct comba_ntt_crt e = job_of (c, &b);
  const int end = end_of (worker);
  const mp_ptr qp = quotients (c, &b) + (end ? b.h : 0);
  e.next = qp, e.next_n = end ? b.n + 1 - b.h : b.h;
  c->ntt->crt_quotient (&e, end, qp, c->memory);
  if (end)
    complement (qp, b.n - b.h + 1);
}

static void
share_products (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct crt b = parts_of (c->context);
  const struct comba_ntt_crt e = job_of (c, &b);
  const int end = end_of (worker);
  c->ntt->crt_products (&e, end, c->memory);
}

static void
share_sums (void *arg, int worker)
{
  if (worker > 1)
    return;
  const struct call *c = arg;
  const struct crt b = parts_of (c->context);
  struct comba_ntt_crt e = job_of (c, &b);
  const int end = end_of (worker);
  const mp_srcptr qp = quotients (c, &b);
  if (worker)
    e.next = sum_of (c, &b, end), e.next_n = b.h + COMBA_NTT_BEYOND;
  else
    e.next = c->zp, e.next_n = b.n;     /* an operand, in chains */
  c->ntt->crt_sum (&e, end, sum_of (c, &b, end), qp, c->memory);
  if (worker == 0)
    comba_fetch_result (sum_of (c, &b, 1 - end), b.h / 2);   /* most likely complete by now */
}

static mp_srcptr
constant_of (const struct crt *b, mp_limb_t k)
{
  return b->constants + k * comba_whole_lines (b->m);
}

/* A lower bound for the quotient of high beta^n + top beta^(n-1) by P, high < 16: at most 2 too
   small. */
static mp_limb_t
certain_quotient (const struct crt *b, mp_limb_t high, mp_limb_t top)
{
  const mp_srcptr nu = b->np + b->n - 1;        /* floor (beta^(n+1) / P) */
  const comba_dlimb low = (comba_dlimb) high * nu[0] + (comba_dlimb) top * nu[1];
  return high * nu[1] + (mp_limb_t) (low >> GMP_LIMB_BITS);
}

/* xp[0..n-1] = (high beta^n + xp[0..n-1]) - Q P, below beta^n, for some Q, in one row. 0 < high <
   16. */
static void
reduce_above (const struct call *c, const struct crt *b, mp_ptr xp, mp_limb_t high)
{
  const mp_size_t n = b->n;
  const mp_srcptr nu = b->np + n - 1;
  if (c->k->addmul_1 == NULL || nu[1] >> (GMP_LIMB_BITS - 8) != 0)
    {
      comba_mod_finish (xp, high, xp, b->pp, n, nu);
      return;
    }
  const mp_limb_t q = certain_quotient (b, high, xp[n - 1]);
  high += c->k->addmul_1 (xp, b->minus_p, n, q) - q;
  while (high != 0)
    high -= comba_sub_n (xp, xp, b->pp, n);
}

/* How many P to subtract from 2 (R0 + R1), judged by limbs n and n - 1 of S0 + S1 and the constant;
   0 if the constants are not for this P.  A carry into these limbs, at most 3, may turn -1 into
   0. */
static mp_limb_t
multiple_within (const struct crt *b, mp_srcptr s0, mp_srcptr s1)
{
  const mp_size_t n = b->n, at = n - b->h;
  if (b->pp[n - 1] >> (GMP_LIMB_BITS - 1) == 0)
    return 0;
  const mp_srcptr constant = constant_of (b, 0);
  const comba_dlimb top = (comba_dlimb) s0[at - 1] + s1[at - 1] + constant[n - 1];
  const mp_limb_t high = s0[at] + s1[at] + constant[n] + (mp_limb_t) (top >> GMP_LIMB_BITS);
  const mp_limb_t k = high < 16 ? certain_quotient (b, high, (mp_limb_t) top) : 0;
  return k < MULTIPLES ? k : MULTIPLES - 1;
}

/* z + top beta^n += x beta^at; returns the carry. */
static mp_limb_t
add_at (const struct crt *b, mp_ptr zp, mp_ptr top, mp_size_t at, comba_dlimb x)
{
  const mp_limb_t limbs[] = { (mp_limb_t) x, (mp_limb_t) (x >> GMP_LIMB_BITS) };
  const mp_limb_t carry = comba_add_in_var (zp + at, b->n - at, limbs, 2);
  return comba_add_1_var (top, b->m - b->n, carry);
}

/* z + top beta^n = (S0 - S1) + (S0 + S1) beta^h + 2^127 beta^h + CONSTANT mod beta^m - 1; z is its
   lower n limbs. */
static void
join_sums (const struct comba_config *k, const struct crt *b, mp_ptr zp, mp_ptr top, mp_srcptr s0, mp_srcptr s1,
           mp_srcptr constant)
{
  const mp_size_t h = b->h, t = b->n - h;
  struct comba_join_carry carry = { 0 };
  k->toom->join (zp, zp + h, s0, s1, constant, constant + h, t, &carry);
  k->toom->join (zp + t, top, s0 + t, s1 + t, constant + t, constant + h + t, h - t, &carry);
  const comba_dlimb e0 = (comba_dlimb) s0[h + 1] << GMP_LIMB_BITS | s0[h];
  const comba_dlimb e1 = (comba_dlimb) s1[h + 1] << GMP_LIMB_BITS | s1[h];
  const comba_dlimb middle = ((comba_dlimb) 1 << (2 * GMP_LIMB_BITS - 1)) + e0 - e1 + (comba_dlimb) carry.x;
  mp_limb_t out = add_at (b, zp, top, h, middle);
  out += add_at (b, zp, top, 0, e0 + e1 + (mp_limb_t) carry.y);
  while (out != 0)
    out = add_at (b, zp, top, 0, out);
}

/* z = 2 (R0 + R1) minus a multiple of P. */
static void
finish (const struct call *c, const struct crt *b)
{
  const mp_size_t n = b->n, above = b->m - n;
  const mp_srcptr s0 = sum_of (c, b, 1), s1 = sum_of (c, b, 0);
  const mp_ptr top = joined (c, b) + n;
  const mp_srcptr other = sum_of (c, b, end_of (1));
  comba_fetch_result (other + (n - b->h - 1), 2);
  comba_fetch_result (other, b->h + COMBA_NTT_BEYOND);
  const mp_limb_t k = multiple_within (b, s0, s1);
  join_sums (c->k, b, c->zp, top, s0, s1, constant_of (b, k));
  if (top[above - 1] == ~(mp_limb_t) 0)         /* beta^m - 1 */
    {
      memset (c->zp, 0, BYTES (n));
      memset (top, 0, BYTES (above));
    }
  if (top[0] != k)
    reduce_above (c, b, c->zp, top[0] - k);
}

static void
product (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
         mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const struct crt b = parts_of (context);
  struct call call = { k->ntt, context, xp, yp, comba_worker_memory (scratch), k, zp };
  static const struct comba_stage stages[] = {
    { share_quotients, 0 }, { share_products, 0 }, { share_sums, 1 }, { NULL, 0 },
  };
  comba_pool_stages (pool, stages, &call, offsetof (struct call, k));
  finish (&call, &b);
}

static void
pool_mul (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  product (pool, k, context, zp, xp, yp == xp ? NULL : yp, scratch);
}

static void
pool_sqr (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
          mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  product (pool, k, context, zp, xp, NULL, scratch);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  pool_mul (&COMBA_POOL_ALONE (2), k, context, zp, xp, yp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  pool_sqr (&COMBA_POOL_ALONE (2), k, context, zp, xp, scratch);
}

/* rp[0..n-1] = ap[0..an-1] mod P. */
static void
residue (const struct comba_config *k, const struct comba_barrett_context *c, mp_ptr rp, mp_srcptr ap,
         mp_size_t an, mp_ptr scratch)
{
  comba_mod_fold (k, rp, ap, an, c->pp, c->n, c->np, scratch);
  comba_mod_finish (rp, 0, rp, c->pp, c->n, c->np + c->n - 1);
}

/* rp[0..m-1] += ap[0..n-1] mod beta^m - 1. */
static void
add_around (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t n)
{
  const mp_limb_t carry = comba_add_in_var (rp, m, ap, n);
  comba_add_1_var (rp, m, carry);
}

/* The constants: 2 (P - beta^(t+1) P) minus the sums that crt_sum yields for S = 0, plus k (beta^n
   - P) for each k. */
static void
set_constants (const struct comba_config *k, mp_srcptr context, mp_ptr scratch)
{
  const struct crt b = parts_of (context);
  const mp_size_t n = b.n, m = b.m;
  const mp_ptr zero = scratch, constant = (mp_ptr) b.constants;
  memset (zero, 0, BYTES (n));
  struct call call = { k->ntt, context, zero, NULL, comba_worker_memory (scratch + n), k, zero };
  comba_job_fn *const shares[] = { share_quotients, share_products, share_sums };
  for (int i = 0; i < 6; i++)
    {
      if (i == 4)               /* the quotients for A B = 0, one of them complemented */
        memset (quotients (&call, &b), 0, BYTES (n + 1));
      shares[i / 2] (&call, i % 2);
    }

  memset (constant, 0, BYTES (m));
  for (mp_size_t i = 0; i < n; i++)
    constant[(n - b.h + 1 + i) % m] = b.pp[i];
  complement (constant, m);
  add_around (constant, m, b.pp, n);
  const mp_ptr nothing = joined (&call, &b);
  memcpy (nothing, constant, BYTES (m));
  add_around (constant, m, nothing, m);
  const mp_ptr no_constant = (mp_ptr) constant_of (&b, 1);
  memset (no_constant, 0, BYTES (m));
  join_sums (k, &b, nothing, nothing + n, sum_of (&call, &b, 1), sum_of (&call, &b, 0), no_constant);
  complement (nothing, m);
  add_around (constant, m, nothing, m);
  for (mp_limb_t i = 1; i < MULTIPLES; i++)
    {
      const mp_ptr next = (mp_ptr) constant_of (&b, i);
      memcpy (next, constant_of (&b, i - 1), BYTES (m));
      add_around (next, m, b.minus_p, n);
    }
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  context[0] = (mp_limb_t) n;
  set_sizes (k->ntt, context, n);
  const struct comba_barrett_context c = comba_barrett_parts (context);
  const struct crt b = parts_of (context);
  const mp_size_t h = b.h;
  const struct comba_ntt_kind kind = { .m = b.m, .for_crt = 1 };
  const mp_ptr x = scratch, minus_p = (mp_ptr) b.minus_p;
  memcpy (c.pp, pp, BYTES (n));
  memcpy (minus_p, pp, BYTES (n));
  complement (minus_p, n);
  minus_p[0]++;                 /* P is odd */
  comba_mod_nu (k, c.np, n, pp, n, scratch);

  memset (x, 0, BYTES (2 * h));
  x[2 * h - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 2);
  residue (k, &c, (mp_ptr) b.entry, x, 2 * h, scratch + 2 * h);

  comba_mod_mu (k, x, h, pp, n, scratch + h);
  k->ntt->prepare (&kind, (mp_ptr) b.factor[0], x, h);
  k->ntt->prepare (&kind, (mp_ptr) b.factor[1], c.np + h, n - h + 1);
  k->ntt->prepare (&kind, (mp_ptr) b.multiple, pp, n);
  set_constants (k, context, scratch);
}

/* a beta^2h / 4, times 2 / beta^h. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_barrett_context c = comba_barrett_parts (context);
  residue (k, &c, xp, ap, an, scratch);
  mul (k, context, xp, xp, parts_of (context).entry, scratch);
}

/* x, times 2 / beta^h. */
static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct comba_barrett_context c = comba_barrett_parts (context);
  memset (scratch, 0, BYTES (c.n));
  scratch[0] = 1;
  mul (k, context, rp, xp, scratch, scratch + c.n);
  comba_mod_finish (rp, 0, rp, c.pp, c.n, c.np + c.n - 1);
}

#define RANGE                                                   \
  .name = "bipartite_ntt", .odd_only = 1, .min = 3, .max = COMBA_REPRESENTATION_MAX, .pays = serves,   \
  .element_size = element_size, .itch = itch

const struct comba_pool_representation comba_pool_representation_crt_bipartite = {
  .rep = {
    RANGE, .context_size = context_size, .init = init, .encode = encode, .decode = decode,
    .mul = mul, .sqr = sqr,
  },
  .shares = 2,
  .most = 2,
  .mul = pool_mul,
  .sqr = pool_sqr,
  .on_pool = { RANGE, COMBA_ON_POOL_FUNCTIONS },
};
