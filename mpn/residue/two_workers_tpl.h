/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The common part of bipartite representations: the caller does a partial Montgomery reduction,
   worker 1 a partial Barrett reduction (paper 003).  Part of the interface for kernels.  A file
   includes this template after it has defined

     struct task                     one product; members mp_ptr zp and
                                     const struct comba_pool *pool are valid only in the caller's
     product_itch (n)                limbs of memory that both jobs use, for P of n limbs
     modulus_limbs (context)         n
     task_of (context, xp, yp, memory)
                                     the task without zp and pool; yp is NULL for squares
     partial_montgomery (task)       the caller's job
     partial_barrett (task)          worker 1's job
     add_shares (task)               computes zp from the results of both jobs
     MOST_WORKERS                    2, or the largest number of workers; if more than 2,
                                     product_by_more (pool, context, zp, xp, yp, memory)
                                     does products for three or more threads
     context_size, element_size, itch, init, encode, decode
                                     as in struct comba_representation;
                                     itch (n) >= product_itch (n)

   It defines mul, sqr and their versions on a pool.  zp may equal xp or yp. */

#ifndef COMBA_RESIDUE_TWO_WORKERS_TPL_H
#define COMBA_RESIDUE_TWO_WORKERS_TPL_H

#include "residue/representation.h"
#include "parallel/pool.h"
#include <stddef.h>

/* The arguments posted to worker 1, and the caller's own task. */
struct call
{
  mp_srcptr context, xp, yp;
  mp_ptr memory;
  struct task *task;
};
_Static_assert (offsetof (struct call, task) <= COMBA_POST_BYTES, "must fit in a mailbox");

/* The job of worker i, and of the caller, i = 0. */
static void
share (void *arg, int i)
{
  const struct call *c = arg;
  if (i == 0)
    partial_montgomery (c->task);
  else if (i == 1)
    {
      const struct task task = task_of (c->context, c->xp, c->yp, c->memory);
      partial_barrett (&task);
    }
}

/* zp = the element of x y, or of x^2 if yp is NULL, by the pool. */
static void
product (const struct comba_pool *pool, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  const mp_ptr memory = product_itch (modulus_limbs (context)) <= pool->memory_limbs ? pool->memory : scratch;
#if MOST_WORKERS > 2
  if (pool->threads > 2)
    {
      product_by_more (pool, context, zp, xp, yp, memory);
      return;
    }
#endif
  struct task task = task_of (context, xp, yp, memory);
  struct call call = { .context = context, .xp = xp, .yp = yp, .memory = memory, .task = &task };
  task.zp = zp, task.pool = pool;
  comba_pool_post (pool, share, &call, offsetof (struct call, task));
  add_shares (&task);
}

/* The functions below are members of struct comba_representation or struct
   comba_pool_representation and have their contracts. */
static void
pool_mul (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
          mp_srcptr yp, mp_ptr scratch)
{
  (void) k;
  product (pool, context, zp, xp, yp, scratch);
}

static void
pool_sqr (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
          mp_ptr scratch)
{
  (void) k;
  product (pool, context, zp, xp, NULL, scratch);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  pool_mul (&COMBA_POOL_ALONE (2), k, context, zp, xp, yp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  pool_sqr (&COMBA_POOL_ALONE (2), k, context, zp, xp, scratch);
}

/* The representation, for odd moduli of FROM to TO limbs; IS_ALIGNED: elements are aligned to 64
   bytes. */
#define COMBA_TWO_WORKERS_REPRESENTATION(text, from, to, is_aligned)                                     \
  {                                                                                            \
    .rep = {                                                                                  \
      COMBA_TWO_WORKERS_RANGE (text, from, to, is_aligned),                                    \
      .context_size = context_size, .init = init, .encode = encode, .decode = decode,              \
      .mul = mul, .sqr = sqr                                                                   \
    },                                                                                         \
    .shares = 2,                                                                               \
    .most = MOST_WORKERS,                                                                      \
    .mul = pool_mul,                                                                           \
    .sqr = pool_sqr,                                                                           \
    .product_itch = product_itch,                                                              \
    .on_pool = { COMBA_TWO_WORKERS_RANGE (text, from, to, is_aligned), COMBA_ON_POOL_FUNCTIONS } \
  }
#define COMBA_TWO_WORKERS_RANGE(text, from, to, is_aligned)                                    \
  .name = text, .odd_only = 1, .min = from, .max = to, .aligned = is_aligned, .element_size = element_size, .itch = itch

#endif
