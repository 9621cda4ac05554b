/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A representation of residues of one CPU configuration, by one worker and by pools of two,
   compared with GMP. */

#ifndef COMBA_TESTS_RING_H
#define COMBA_TESTS_RING_H

#include "../../parallel/pool_tests.h"
#include "residue/representation.h"
#include <gmp.h>
#include <pthread.h>

/* The representation under test; its pooled version, if any; and the kernels that it receives, if
   any. */
static const struct comba_representation *rep;
static const struct comba_pool_representation *pool_rep;
static const struct comba_config *kernels;

static void
choose_pool_representation (const struct comba_pool_representation *tested, const struct comba_config *k)
{
  pool_rep = tested, rep = &tested->rep, kernels = k;
}

/* A modulus with its context and operands. */
struct ring
{
  mp_size_t n;
  mp_ptr pp, context, x, y, z, scratch, result;
  mpz_t p, a, b, c;
};

/* Aligned as the representation requires, with guards. */
static mp_ptr
new_aligned (size_t n)
{
  mp_ptr p = aligned_alloc (64, (n + 16) * sizeof (mp_limb_t));
  if (p == NULL)
    abort ();
  for (size_t i = 0; i < n + 16; i++)
    p[i] = 0x5a5a5a5a5a5a5a5a;
  return p + 8;
}

static void
free_aligned (mp_ptr p, size_t n, const char *what)
{
  for (size_t i = 0; i < 8; i++)
    if (p[-1 - (ptrdiff_t) i] != 0x5a5a5a5a5a5a5a5a || p[n + i] != 0x5a5a5a5a5a5a5a5a)
      {
        check_fail ("%s: written outside", what);
        break;
      }
  free (p - 8);
}

/* Nothing may depend on the old contents of the scratch. */
static void
soil (struct ring *r)
{
  memset (r->scratch, 0xa5, rep->itch (r->n) * sizeof (mp_limb_t));
}

static void
ring_init (struct ring *r, mp_srcptr pp, mp_size_t n)
{
  r->n = n;
  r->pp = new_edge_area (n, 1);
  memcpy (r->pp, pp, n * sizeof (mp_limb_t));
  make_read_only (r->pp, n);
  r->context = new_aligned (rep->context_size (n));
  r->x = new_aligned (rep->element_size (n));
  r->y = new_aligned (rep->element_size (n));
  r->z = new_aligned (rep->element_size (n));
  r->scratch = new_aligned (rep->itch (n));
  r->result = new_edge_area (n, 1);
  mpz_inits (r->p, r->a, r->b, r->c, NULL);
  mpz_import (r->p, n, -1, sizeof (mp_limb_t), 0, 0, pp);
  soil (r);
  rep->init (kernels, r->context, r->pp, n, r->scratch);
}

static void
ring_clear (struct ring *r)
{
  mpz_clears (r->p, r->a, r->b, r->c, NULL);
  free_edge_area (r->pp, r->n);
  free_aligned (r->context, rep->context_size (r->n), "context");
  free_aligned (r->x, rep->element_size (r->n), "x");
  free_aligned (r->y, rep->element_size (r->n), "y");
  free_aligned (r->z, rep->element_size (r->n), "z");
  free_aligned (r->scratch, rep->itch (r->n), "scratch");
  free_edge_area (r->result, r->n);
}

/* x represents ap[0..an-1], and a is that number. */
static void
ring_enter (struct ring *r, mp_ptr x, mpz_t a, mp_srcptr ap, mp_size_t an)
{
  mp_ptr copy = new_edge_area (an > 0 ? an : 1, 1);
  mp_size_t gap = an > 0 ? 0 : 1;
  memcpy (copy, ap, an * sizeof (mp_limb_t));
  soil (r);
  rep->encode (kernels, r->context, x, copy + gap, an, r->scratch);
  free_edge_area (copy, an > 0 ? an : 1);
  mpz_import (a, an, -1, sizeof (mp_limb_t), 0, 0, ap);
  mpz_mod (a, a, r->p);
}

static void
ring_expect (struct ring *r, mp_srcptr x, mpz_srcptr expected, const char *what)
{
  mp_ptr limbs = calloc (r->n, sizeof (mp_limb_t));
  mpz_export (limbs, NULL, -1, sizeof (mp_limb_t), 0, 0, expected);
  memset (r->result, 0xa5, r->n * sizeof (mp_limb_t));
  soil (r);
  rep->decode (kernels, r->context, r->result, x, r->scratch);
  expect_equal (r->result, limbs, r->n, "%s, %ld limbs", what, (long) r->n);
  free (limbs);
}

/* c = a b, c = a^2; also in place of x and y. */
static void
try_products (struct ring *r)
{
  mpz_mul (r->c, r->a, r->b);
  mpz_mod (r->c, r->c, r->p);
  soil (r);
  rep->mul (kernels, r->context, r->z, r->x, r->y, r->scratch);
  ring_expect (r, r->z, r->c, "mul");
  rep->mul (kernels, r->context, r->y, r->x, r->y, r->scratch);
  ring_expect (r, r->y, r->c, "mul in place of the second");
  mpz_mul (r->c, r->c, r->a);
  mpz_mod (r->c, r->c, r->p);
  rep->mul (kernels, r->context, r->y, r->y, r->x, r->scratch);
  ring_expect (r, r->y, r->c, "mul in place of the first");

  mpz_mul (r->c, r->a, r->a);
  mpz_mod (r->c, r->c, r->p);
  soil (r);
  rep->sqr (kernels, r->context, r->z, r->x, r->scratch);
  ring_expect (r, r->z, r->c, "sqr");
  mpz_mul (r->c, r->c, r->c);
  mpz_mod (r->c, r->c, r->p);
  rep->sqr (kernels, r->context, r->z, r->z, r->scratch);
  ring_expect (r, r->z, r->c, "sqr in place");
}

/* A chain of products without reductions in between. */
static void
try_chain (struct ring *r, int length)
{
  for (int i = 0; i < length; i++)
    {
      if (random_below (3) == 0)
        {
          rep->mul (kernels, r->context, r->x, r->x, r->y, r->scratch);
          mpz_mul (r->a, r->a, r->b);
        }
      else
        {
          rep->sqr (kernels, r->context, r->x, r->x, r->scratch);
          mpz_mul (r->a, r->a, r->a);
        }
      mpz_mod (r->a, r->a, r->p);
    }
  ring_expect (r, r->x, r->a, "chain");
}

/* Pools of two: one does the jobs one after the other.  In the other one, worker 1 is a thread of
   its own that sees only what was posted, before or during the caller's job. */
struct posted
{
  comba_job_fn *f;
  void *arg;
};

static void *
do_posted (void *arg)
{
  struct posted *t = arg;
  t->f (t->arg, 1);
  return NULL;
}

static void
post_at_once (const struct comba_pool *pool, comba_job_fn *f, void *arg, size_t size)
{
  (void) pool;
  uint64_t copy[COMBA_POST_BYTES / sizeof (uint64_t) + 8];
  if (size > COMBA_POST_BYTES)
    check_fail ("%zu bytes to be posted", size);
  memset (copy, 0x5a, sizeof copy);
  memcpy (copy, arg, size);
  struct posted posted = { f, copy };
  pthread_t worker;
  if (pthread_create (&worker, NULL, do_posted, &posted) != 0)
    abort ();
  f (arg, 0);
  pthread_join (worker, NULL);
}

static int
at_any_time (const struct comba_pool *pool, int share)
{
  (void) pool;
  return share == 1 && random_below (2);
}

/* x^(2^s) y by a pool, x in place. */
static void
try_pool (struct ring *r, const struct comba_pool *pool)
{
  for (int i = (int) random_below (6); i > 0; i--)
    {
      pool_rep->sqr (pool, kernels, r->context, r->x, r->x, r->scratch);
      mpz_mul (r->a, r->a, r->a);
      mpz_mod (r->a, r->a, r->p);
    }
  pool_rep->mul (pool, kernels, r->context, r->z, r->x, r->y, r->scratch);
  mpz_mul (r->c, r->a, r->b);
  mpz_mod (r->c, r->c, r->p);
  ring_expect (r, r->z, r->c, "by a pool");
}

enum { OPERANDS = 6 };

/* 0, 1, P-1, digits of ones, or any; an limbs. */
static mp_size_t
choose_operand (struct ring *r, mp_ptr ap, int kind)
{
  memset (ap, 0, r->n * sizeof (mp_limb_t));
  switch (kind)
    {
    case 0:
      return random_below (2) ? r->n : 0;
    case 1:
      ap[0] = 1;
      break;
    case 2:
      memcpy (ap, r->pp, r->n * sizeof (mp_limb_t));
      ap[0]--;
      break;
    case 3:
      memset (ap, 0xff, r->n * sizeof (mp_limb_t));
      break;
    default:
      random_operand (ap, r->n, (int) random_below (OPERAND_KINDS));
    }
  return r->n;
}

static void
try_modulus (mp_srcptr pp, mp_size_t n, int chain)
{
  struct ring r;
  mp_ptr ap = new_area (4 * n + 1);

  ring_init (&r, pp, n);
  for (int i = 0; i < OPERANDS; i++)
    for (int j = i; j < OPERANDS; j += 1 + (int) random_below (2))
      {
        ring_enter (&r, r.x, r.a, ap, choose_operand (&r, ap, i));
        ring_enter (&r, r.y, r.b, ap, choose_operand (&r, ap, j));
        try_products (&r);
      }

  ring_enter (&r, r.x, r.a, ap, choose_operand (&r, ap, 4));
  ring_enter (&r, r.y, r.b, ap, choose_operand (&r, ap, 5));
  try_chain (&r, chain);

  /* Longer and shorter than P. */
  for (int i = 0; i < 6; i++)
    {
      mp_size_t an = i == 0 ? n + 1 : i == 1 ? 4 * n + 1 : 1 + (mp_size_t) random_below (4 * n + 1);
      random_operand (ap, an, i < 3 ? 0 : (int) random_below (OPERAND_KINDS));
      ring_enter (&r, r.x, r.a, ap, an);
      ring_expect (&r, r.x, r.a, "enter");
    }
  free_area (ap);
  ring_clear (&r);
}

/* Random, B^n - small, B^(n-1) + small, ones, few bits. */
enum { MODULI = 5 };

static void
try_size (mp_size_t n, int moduli, int chain)
{
  mp_ptr pp = new_area (n);
  for (int i = 0; i < moduli; i++)
    {
      switch (i)
        {
        case 0:
          random_operand (pp, n, 5);
          pp[n - 1] >>= random_below (64);
          break;
        case 1:
          memset (pp, 0xff, n * sizeof (mp_limb_t));
          break;
        case 2:
          memset (pp, 0, n * sizeof (mp_limb_t));
          pp[n - 1] = 1;
          break;
        case 3:
          memset (pp, 0xff, n * sizeof (mp_limb_t));
          pp[0] -= random_limb ();
          break;
        default:
          random_operand (pp, n, (int) random_below (OPERAND_KINDS));
        }
      pp[0] |= 1;
      if (pp[n - 1] == 0)
        pp[n - 1] = 1;
      try_modulus (pp, n, chain);
    }
  free_area (pp);
}

/* A random modulus of n limbs, and two operands. */
static void
ring_begin (struct ring *r, mp_size_t n, int kind)
{
  mp_ptr pp = new_area (n), ap = new_area (n);
  random_operand (pp, n, kind);
  pp[0] |= 1;
  pp[n - 1] |= pp[n - 1] == 0;
  ring_init (r, pp, n);
  ring_enter (r, r->x, r->a, ap, choose_operand (r, ap, (int) random_below (OPERANDS)));
  ring_enter (r, r->y, r->b, ap, choose_operand (r, ap, (int) random_below (OPERANDS)));
  free_area (pp), free_area (ap);
}

static void
try_pools (mp_size_t n)
{
  const struct comba_pool alone = COMBA_POOL_ALONE (2);
  const struct comba_pool posted = { .threads = 2, .run = NULL, .post = post_at_once,
                                   .is_done = at_any_time };
  for (int kind = 0; kind < 8; kind++)
    {
      const struct comba_pool *pool = NULL;
      struct ring r;
      ring_begin (&r, n, kind < 2 ? kind : (int) random_below (OPERAND_KINDS));
      if (kind >= 3)
        pool = take_patiently (2);
      try_pool (&r, kind == 0 ? &alone : pool != NULL ? pool : &posted);
      if (pool != NULL)
        comba_pool_give ();
      ring_clear (&r);
    }
}

/* By pools with a worker of the process's pool. */
static void
by_pools (void)
{
  const mp_size_t most = tests_max (rep->max);
  allow_threads (2);
  check_begin ("%s: by two workers", rep->name);
  for (mp_size_t n = rep->min; n <= most; n += 1 + n / 9)
    try_pools (n);
  try_pools (most > rep->min ? most : rep->min);
  check_end ();
}

#endif
