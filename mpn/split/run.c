/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Executes recipes; all split methods share this code.  The contracts are in split/method.h.

   Each worker adds up its parts of the result, of Q and of C in accumulators of its own, in two's
   complement: intermediate values may be negative, and limbs beyond the end cancel.  Between phases
   the caller adds these up.  All sums are exact, so the result does not depend on which worker did
   which unit. */

#include "split/method.h"
#include "residue/reduce.h"
#include "split/schedule.h"
#include "arith/arith.h"
#include "mul/ntt/ntt.h"
#include "parallel/job_memory.h"
#include "parallel/hand_over.h"
#include "mul/toom/toom.h"
#include "mul/mul.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

struct context
{
  mp_size_t n, h;
  int threads;
  size_t each;                  /* limbs of a worker's memory */
  mp_size_t nun;
  mp_ptr pp, mu, nu;            /* of n, h, and nun limbs */
  struct comba_recipe recipes[2];       /* for products, and for squares */
};

/* n' is even, so the power of beta is the same for all methods and parts. */
mp_size_t
comba_split_size (mp_size_t n, int k)
{
  (void) k;
  return n + n % 2;
}

static size_t
whole_lines (size_t n)
{
  return comba_whole_lines (n);
}

#define LIMBS_OF(bytes) whole_lines (((bytes) + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t))

size_t
comba_split_context_size (mp_size_t n, int k, int threads)
{
  size_t room = comba_recipe_room (k, threads);
  return LIMBS_OF (sizeof (struct context)) + 3 * whole_lines (n + 1)
         + 2 * LIMBS_OF (room * sizeof (struct comba_block))
         + 2 * LIMBS_OF (room * sizeof (struct comba_unit));
}

/* Accumulators: the result from limb 0 (with gather_q) or limb h on, Q and C. */
static mp_size_t
result_size (const struct comba_recipe *r)
{
  return r->n + 2 + (r->gather_q ? r->h : 0);
}

static mp_size_t
quotient_size (mp_size_t n)
{
  return n + 4;
}

/* The memory of a worker: accumulators; a term with its carry, its quotient, and a product, with
   scratch. */
struct area
{
  mp_ptr x, q, c, term, quotient, product;
};

static size_t
product_itch (mp_size_t n)
{
  size_t quotient = comba_larger (comba_pmr_itch (2 * n + 1, n, n), comba_pbr_itch (2 * n, n, n));
  return 8 * n + 64 + comba_larger (comba_product_itch (n + 4, n), quotient);
}

static size_t
area_size (mp_size_t n)
{
  return comba_worker_limbs (2 * n + 2) + comba_worker_limbs (quotient_size (n)) + comba_worker_limbs (2 * n)
         + comba_worker_limbs (2 * n + 2) + comba_worker_limbs (n + 4) + comba_worker_limbs (product_itch (n));
}

static struct area
area_of (mp_size_t n, mp_ptr memory)
{
  struct area a;
  a.x = memory;
  a.q = a.x + comba_worker_limbs (2 * n + 2);
  a.c = a.q + comba_worker_limbs (quotient_size (n));
  a.term = a.c + comba_worker_limbs (2 * n);
  a.quotient = a.term + comba_worker_limbs (2 * n + 2);
  a.product = a.quotient + comba_worker_limbs (n + 4);
  return a;
}

/* For the transforms of any configuration that runs on this CPU, by up to THREADS threads. */
static size_t
transforms_itch (mp_size_t n, int threads)
{
  size_t most = 0;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    for (int t = 1; comba_config_runs (i) && comba_configs[i]->ntt != NULL && t <= threads; t++)
      most = comba_larger (most, comba_configs[i]->ntt->itch (n, n, t));
  return most;
}

size_t
comba_split_itch (mp_size_t n, int k, int threads)
{
  (void) k;
  return comba_larger (whole_lines (threads * area_size (n) + COMBA_WORKER_ALIGNMENT_LIMBS
                              + (threads > 1 ? transforms_itch (n, threads) : 0)),
                 whole_lines (comba_larger (comba_mod_mu_itch (n), comba_mod_nu_itch (n, n))));
}

/* The recipe R, except for its room, for THREADS threads. */
static void
init_recipe (struct comba_recipe *r, comba_recipe_fn *write, const struct comba_config *kernels,
             int threads, mp_ptr *memory)
{
  size_t room = comba_recipe_room (r->parts, threads);
  r->block = (struct comba_block *) *memory;
  *memory += LIMBS_OF (room * sizeof *r->block);
  r->unit = (struct comba_unit *) *memory;
  *memory += LIMBS_OF (room * sizeof *r->unit);
  comba_recipe_make (r, write, kernels, threads);
}

/* Inverses for h limbs from below and HIGH from above.  Returns the address of the remaining
   memory. */
static mp_ptr
init_inverses (struct context *c, const struct comba_config *kernels, mp_srcptr pp,
               mp_size_t high, mp_ptr scratch)
{
  mp_ptr memory = (mp_ptr) c + LIMBS_OF (sizeof *c);
  if (high == 0)
    high = 1;                   /* the last step needs as much */
  c->nun = high + 1;
  c->pp = memory, memory += whole_lines (c->n + 1);
  c->mu = memory, memory += whole_lines (c->n + 1);
  c->nu = memory, memory += whole_lines (c->n + 1);
  memcpy (c->pp, pp, BYTES (c->n));
  if (c->h > 0)
    comba_mod_mu (kernels, c->mu, c->h, pp, c->n, scratch);
  comba_mod_nu (kernels, c->nu, high, pp, c->n, scratch);
  return memory;
}

void
comba_split_init (comba_recipe_fn *write, const struct comba_config *kernels, mp_ptr context,
                  mp_srcptr pp, mp_size_t n, int k, int threads, mp_ptr scratch)
{
  ASSERT (n >= 2 && k >= 2 && k <= n && threads >= 1);
  struct context *c = (struct context *) context;
  mp_size_t h = comba_split_size (n, k) / 2;
  *c = (struct context) { .n = n, .h = h, .threads = threads, .each = area_size (n) };
  mp_ptr memory = init_inverses (c, kernels, pp, n - h, scratch);
  for (int square = 0; square <= 1; square++)
    {
      c->recipes[square] = (struct comba_recipe) { .n = n, .h = h, .parts = k, .square = square };
      init_recipe (&c->recipes[square], write, kernels, threads, &memory);
    }
}

/* The h with the shortest predicted time among some 32 candidates; MEMORY has room for a recipe. */
static mp_size_t
shortest_reduction (const struct comba_config *kernels, mp_size_t n, mp_size_t cn, int threads,
                    mp_ptr memory)
{
  struct comba_recipe best = { .predicted = UINT64_MAX };
  for (mp_size_t h = 0, step = 1 + (cn - n) / 32; h <= cn - n; h += step)
    {
      mp_ptr room = memory;
      struct comba_recipe r = { .n = n, .h = h, .parts = 2, .cn = cn };
      init_recipe (&r, comba_reduction_recipe, kernels, threads, &room);
      if (r.predicted < best.predicted)
        best = r;
    }
  return best.h;
}

void
comba_reduction_init (const struct comba_config *kernels, mp_ptr context, mp_srcptr pp,
                      mp_size_t n, mp_size_t cn, mp_size_t shift, int threads, mp_ptr scratch)
{
  ASSERT (n >= 1 && cn > n && cn <= 2 * n && shift <= cn - n && threads >= 1);
  struct context *c = (struct context *) context;
  *c = (struct context) { .n = n, .threads = threads, .each = area_size (n) };
  mp_ptr memory = context + LIMBS_OF (sizeof *c) + 3 * whole_lines (n + 1);
  c->h = shift >= 0 ? shift : shortest_reduction (kernels, n, cn, threads, memory);
  c->recipes[0] = (struct comba_recipe) { .n = n, .h = c->h, .parts = 2, .cn = cn };
  init_recipe (&c->recipes[0], comba_reduction_recipe, kernels, threads, &memory);
  init_inverses (c, kernels, pp, cn - n - c->h, scratch);
}

mp_size_t
comba_reduction_shift (mp_srcptr context)
{
  return ((const struct context *) context)->h;
}

const struct comba_recipe *
comba_split_recipe (mp_srcptr context, int square)
{
  return &((const struct context *) context)->recipes[square];
}

/* One product or square. */
struct work
{
  const struct comba_config *k;
  const struct context *c;
  const struct comba_recipe *r;
  mp_srcptr ap, bp, cp;         /* cp: C, given or gathered */
  mp_ptr memory;
  int phase, step;              /* there are as many workers as STEP threads have work for */
};

static struct area
area (const struct work *w, int worker)
{
  return area_of (w->c->n, w->memory + worker * w->c->each);
}

/* x[at..] += or -= y[0..yn-1], modulo beta^xn; AT may be negative or beyond the end. */
static void
add_at (const struct work *w, mp_ptr x, mp_size_t xn, mp_size_t at, mp_srcptr y, mp_size_t yn,
        int subtract)
{
  if (at < 0)
    y -= at, yn += at, at = 0;
  if (yn > xn - at)
    yn = xn - at;
  if (yn <= 0)
    return;
  x += at, xn -= at;
  if (subtract)
    comba_sub_1_var (x + yn, xn - yn, w->k->toom->sub_n (x, x, y, yn));
  else
    comba_add_1_var (x + yn, xn - yn, w->k->toom->add_n (x, x, y, yn));
}

/* Adds limbs of C to the accumulator of the result. */
static void
add_to_result (const struct work *w, const struct area *m, mp_size_t at, mp_srcptr y, mp_size_t yn,
               int subtract)
{
  add_at (w, m->x, result_size (w->r), w->r->gather_q ? at : at - w->r->h, y, yn, subtract);
}

/* rp[0..an+bn-1] = a product, with scratch after it. */
static void
multiply (const struct work *w, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
          mp_ptr scratch)
{
  if (ap == bp && an == bn)
    comba_product_sqr (w->k, rp, ap, an, scratch);
  else
    comba_product (w->k, rp, ap, an, bp, bn, scratch);
}

/* sp[0..h] = the sum of the two parts of ap[0..n-1], cut at h. */
static void
fold (const struct work *w, mp_ptr sp, mp_srcptr ap)
{
  mp_size_t h = w->c->h, rest = w->c->n - h;
  memcpy (sp, ap, BYTES (h));
  sp[h] = comba_add_1_var (sp + rest, h - rest, w->k->toom->add_n (sp, sp, ap + h, rest));
}

/* rp[0..an+bn-1] = a block, counted once. */
static void
block_product (const struct work *w, mp_ptr rp, const struct comba_block *b, mp_ptr scratch)
{
  mp_srcptr ap = w->ap, bp = w->bp;
  if (b->folded)
    {
      mp_ptr fa = scratch, fb = fa + w->c->h + 1;
      fold (w, fa, ap);
      if (ap == bp)
        fb = fa;
      else
        fold (w, fb, bp);
      scratch += 2 * (w->c->h + 1);
      ap = fa, bp = fb;
    }
  multiply (w, rp, ap + b->a, b->an, bp + b->b, b->bn, scratch);
}

/* rp[0..n] = 2 rp[0..n-1] */
static void
twice (const struct work *w, mp_ptr rp, mp_size_t n)
{
  rp[n] = w->k->toom->add_n (rp, rp, rp, n);
}

static void
do_block (const struct work *w, const struct area *m, const struct comba_unit *u)
{
  const struct comba_block *b = &w->r->block[u->first];
  mp_ptr p = m->product;
  mp_size_t n = b->an + b->bn;
  block_product (w, p, b, p + n + 1);
  if (b->twice)
    twice (w, p, n++);
  if (w->r->gather_c)
    {
      add_at (w, m->c, 2 * w->c->n, u->at, p, n, 0);
      if (u->less_at != 0)
        add_at (w, m->c, 2 * w->c->n, u->less_at, p, n, 1);
    }
  else
    add_to_result (w, m, u->at, p, n, 0);
}

/* C_w, LEN limbs and a carry: in the worker's own memory, unless C is gathered.  Blocks that count
   twice come first. */
static mp_ptr
sum_of_blocks (const struct work *w, const struct area *m, const struct comba_unit *u)
{
  const struct comba_block *b = &w->r->block[u->first];
  mp_ptr sum = m->term, p = m->product;
  for (int i = 0; i < u->blocks; i++)
    {
      mp_size_t n = b[i].an + b[i].bn;
      mp_ptr rp = i == 0 ? sum : p;
      block_product (w, rp, &b[i], p + n);
      if (i == 0)
        memset (sum + n, 0, BYTES (u->len + 1 - n));
      else
        add_at (w, sum, u->len + 1, 0, p, n, 0);
      if (b[i].twice && (i + 1 == u->blocks || !b[i + 1].twice))
        w->k->toom->add_n (sum, sum, sum, u->len + 1);
    }
  return sum;
}

/* The result from limb AT on -= q[0..qn-1] y[0..yn-1].  The limbs of q from T on are one or two and
   mostly 0 or 1.  A product of t limbs and some by one limb are faster than one of t + 1 limbs, an
   unusual size for kernels. */
static void
subtract_multiple (const struct work *w, const struct area *m, mp_size_t at, mp_srcptr q,
                   mp_size_t qn, mp_size_t t, mp_srcptr y, mp_size_t yn)
{
  mp_size_t xn = result_size (w->r);
  if (t > 0)
    {
      comba_product (w->k, m->product, y, yn, q, t, m->product + yn + t);
      add_at (w, m->x, xn, at, m->product, yn + t, 1);
    }
  for (mp_size_t i = t; i < qn; i++)
    if (q[i] == 1)
      add_at (w, m->x, xn, at + i, y, yn, 1);
    else if (q[i] != 0)
      {
        comba_product (w->k, m->product, y, yn, q + i, 1, m->product + yn + 1);
        add_at (w, m->x, xn, at + i, m->product, yn + 1, 1);
      }
}

/* From below: C + QP is 0 below limb h. */
static void
zero_low (const struct work *w, const struct area *m, const struct comba_unit *u, mp_srcptr cp,
          mp_size_t cn)
{
  const struct context *c = w->c;
  mp_size_t t = u->low;
  if (w->r->gather_q)
    {
      comba_pmr_quotient (w->k, m->quotient, cp, cn, t, c->mu, m->product);
      add_at (w, m->q, quotient_size (c->n), u->at, m->quotient, t, 1);
      return;
    }
  mp_size_t rn = cn - t > c->n ? cn - t : c->n;
  comba_pmr (w->k, m->product, cp, cn, t, c->pp, c->n, c->mu, m->product + rn);
  add_at (w, m->x, result_size (w->r), 0, m->product, rn, 0);
}

/* From above: C - QP is small from limb n + h on.  The quotient of a carry is nu times that
   carry. */
static void
zero_high (const struct work *w, const struct area *m, const struct comba_unit *u, mp_srcptr cp,
           mp_limb_t carry)
{
  const struct context *c = w->c;
  mp_size_t t = u->high, s = u->len < t ? u->len : t;
  mp_srcptr nu = c->nu + (c->nun - 1 - t);
  mp_ptr q = m->quotient;
  comba_pbr_quotient (w->k, q, cp + u->len - s, s, t, nu, m->product);
  mp_size_t qn = t + 1;
  if (carry != 0)
    {
      comba_product (w->k, m->product, nu, t + 1, &carry, 1, m->product + t + 2);
      q[qn] = m->product[t + 1] + w->k->toom->add_n (q, q, m->product, t + 1);
      qn++;
    }
  if (w->r->gather_q)
    {
      add_at (w, m->q, quotient_size (c->n), c->h, q, qn, 0);
      return;
    }
  subtract_multiple (w, m, 0, q, qn, t, c->pp, c->n);
}

static void
do_term (const struct work *w, const struct area *m, const struct comba_unit *u)
{
  int own = u->blocks > 0;
  mp_srcptr cp = own ? sum_of_blocks (w, m, u) : w->cp + u->at;
  mp_limb_t carry = own ? cp[u->len] : 0;
  mp_size_t cn = u->len + (carry != 0);
  if (own && (u->low == 0 || w->r->gather_q))
    add_to_result (w, m, u->at, cp, cn, 0);
  if (u->less_at != 0)
    add_to_result (w, m, u->less_at, cp, cn, 1);
  if (u->low > 0)
    zero_low (w, m, u, cp, cn);
  else
    zero_high (w, m, u, cp, carry);
}

/* A part of QP; the last one includes the limbs of Q beyond n. */
static void
do_slice (const struct work *w, const struct area *m, const struct comba_unit *u)
{
  const struct comba_block *b = &w->r->block[u->first];
  mp_srcptr q = area (w, 0).q + b->a;
  mp_size_t qn = b->a + b->an == w->c->n ? quotient_size (w->c->n) - b->a : b->an;
  subtract_multiple (w, m, u->at, q, qn, b->an, w->c->pp + b->b, b->bn);
}

static void
do_worker (const struct work *w, int worker)
{
  const struct comba_recipe *r = w->r;
  const struct area m = area (w, worker);
  if (w->phase == (r->transforms ? 1 : 0))
    {
      memset (m.x, 0, BYTES (result_size (r)));
      if (r->gather_q)
        memset (m.q, 0, BYTES (quotient_size (r->n)));
      if (r->gather_c && !r->transforms)
        memset (m.c, 0, BYTES (2 * r->n));
    }
  for (int i = r->start[w->phase][worker]; i < r->start[w->phase][worker + 1]; i++)
    {
      const struct comba_unit *u = &r->unit[i];
      switch (u->kind)
        {
        case COMBA_UNIT_BLOCK:
          do_block (w, &m, u);
          break;
        case COMBA_UNIT_TERM:
          do_term (w, &m, u);
          break;
        case COMBA_UNIT_SLICE:
          do_slice (w, &m, u);
        }
    }
}

static void
share (void *arg, int i)
{
  const struct work *w = arg;
  for (int worker = i; worker < w->r->workers; worker += w->step)
    do_worker (w, worker);
}

/* x[0..n-1] += y[0..n-1] of another worker. */
static void
gather_from (const struct work *w, mp_ptr x, mp_srcptr y, mp_size_t n)
{
  comba_fetch_result (y, n);
  w->k->toom->add_n (x, x, y, n);
}

/* Whether a worker has any unit in phases FIRST to LAST. */
static int
has_worked (const struct comba_recipe *r, int worker, int first, int last)
{
  for (int p = first; p <= last; p++)
    if (r->start[p][worker] < r->start[p][worker + 1])
      return 1;
  return 0;
}

/* A phase that the pool does as a whole: AB, or QP except for the few high limbs of Q. */
static void
transform (struct work *w, const struct comba_pool *pool)
{
  const struct area m = area (w, 0);
  mp_size_t n = w->c->n;
  mp_ptr scratch = w->memory + w->r->workers * w->c->each;
  if (w->phase == 0)
    w->k->ntt->mul (pool, m.c, w->ap, n, w->bp, n, scratch);
  else
    {
      mp_ptr qp = m.term;
      w->k->ntt->mul (pool, qp, m.q, n, w->c->pp, n, scratch);
      add_at (w, m.x, result_size (w->r), 0, qp, 2 * n, 1);
      subtract_multiple (w, &m, n, m.q + n, quotient_size (n) - n, 0, w->c->pp, n);
    }
}

/* After the phase of the blocks. */
static void
gather_c (struct work *w)
{
  mp_size_t n = 2 * w->c->n;
  mp_ptr c = area (w, 0).c;
  for (int j = 1; j < w->r->workers; j++)
    if (has_worked (w->r, j, w->phase, w->phase))
      gather_from (w, c, area (w, j).c, n);
  w->cp = c;
}

/* After the phase of the terms.  A negative Q is replaced by its residue modulo beta^h: the result
   is then above -P. */
static void
gather_q (const struct work *w)
{
  mp_size_t n = quotient_size (w->c->n);
  mp_ptr q = area (w, 0).q;
  for (int j = 1; j < w->r->workers; j++)
    if (has_worked (w->r, j, w->phase, w->phase))
      gather_from (w, q, area (w, j).q, n);
  if (q[n - 1] >> (GMP_LIMB_BITS - 1) != 0)
    memset (q + w->c->h, 0, BYTES (n - w->c->h));
}

static void
finish (const struct work *w, mp_ptr rp)
{
  const struct context *c = w->c;
  const struct comba_recipe *r = w->r;
  const struct area m = area (w, 0);
  mp_size_t xn = result_size (r);
  for (int j = 1; j < r->workers; j++)
    if (has_worked (r, j, 0, r->phases - 1))
      gather_from (w, m.x, area (w, j).x, xn);
  if (w->cp != NULL)
    add_to_result (w, &m, 0, w->cp, r->cn > 0 ? r->cn : 2 * c->n, 0);
  mp_ptr x = m.x + xn - (c->n + 2);
  if (x[c->n + 1] >> (GMP_LIMB_BITS - 1) != 0)
    x[c->n] += w->k->toom->add_n (x, x, c->pp, c->n);
  comba_mod_finish (rp, x[c->n], x, c->pp, c->n, c->nu + (c->nun - 2));
}

static void
run (struct work *w, const struct comba_pool *pool, mp_ptr rp, mp_ptr scratch)
{
  const struct comba_recipe *r = w->r;
  w->memory = comba_worker_memory (scratch);
  w->step = pool->threads;
  for (; w->phase < r->phases; w->phase++)
    {
      if (r->transforms && w->phase != 1)
        transform (w, pool);
      else if (r->workers == 1)
        do_worker (w, 0);
      else
        comba_pool_run (pool, share, w);
      if (r->gather_c && w->phase == 0)
        gather_c (w);
      else if (r->gather_q && w->phase == r->phases - 2)
        gather_q (w);
    }
  finish (w, rp);
}

void
comba_split_mul (const struct comba_config *kernels, mp_srcptr context,
                 const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                 mp_ptr scratch)
{
  const struct context *c = (const struct context *) context;
  run (&(struct work) { .k = kernels, .c = c, .r = &c->recipes[0], .ap = ap, .bp = bp }, pool, rp,
       scratch);
}

void
comba_split_sqr (const struct comba_config *kernels, mp_srcptr context,
                 const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_ptr scratch)
{
  const struct context *c = (const struct context *) context;
  run (&(struct work) { .k = kernels, .c = c, .r = &c->recipes[1], .ap = ap, .bp = ap }, pool, rp,
       scratch);
}

void
comba_reduction (const struct comba_config *kernels, mp_srcptr context,
                 const struct comba_pool *pool, mp_ptr rp, mp_srcptr cp, mp_ptr scratch)
{
  const struct context *c = (const struct context *) context;
  run (&(struct work) { .k = kernels, .c = c, .r = &c->recipes[0], .cp = cp }, pool, rp, scratch);
}
