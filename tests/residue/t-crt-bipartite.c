/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CRT-split bipartite products with cached transforms (residue/crt_bipartite.c), for each CPU
   configuration with such transforms: elements of any value below beta^n, moduli of all kinds, at
   the edges of the sizes for a length of transforms, by pools, in place; in exactly the required
   scratch. */

#include "moduli.h"
#include "../parallel/pool_tests.h"
#include "residue/representation.h"
#include "mul/ntt/ntt.h"

static const struct comba_pool_representation *const halves = &comba_pool_representation_crt_bipartite;

struct trial
{
  const struct comba_config *k;
  mp_size_t n, h;
  mp_ptr p, context, scratch, x, y, z, power;   /* the last: beta^h / 2 mod P */
};

/* z beta^h / 2 == x y. */
static void
expect_product (const struct trial *t, mp_srcptr z, mp_srcptr x, mp_srcptr y, const char *what, int kind)
{
  const mp_size_t n = t->n;
  mp_ptr product = new_area (2 * n), expected = new_area (n), r = new_area (n);
  reference_mul (product, x, n, y, n);
  reference_mod (expected, product, 2 * n, t->p, n);
  reference_mod (r, z, n, t->p, n);
  reference_mulmod (r, r, t->power, t->p, n);
  expect_equal (r, expected, n, "%s, %ld limbs, modulus of kind %d", what, (long) n, kind);
  free_area (product), free_area (expected), free_area (r);
}

static void
try_pool (const struct trial *t, const struct comba_pool *pool, int kind)
{
  const size_t bytes = BYTES (t->n);
  mp_ptr copy = new_area (t->n);
  halves->mul (pool, t->k, t->context, t->z, t->x, t->y, t->scratch);
  expect_product (t, t->z, t->x, t->y, "product", kind);
  memcpy (t->z, t->x, bytes);
  halves->mul (pool, t->k, t->context, t->z, t->z, t->y, t->scratch);
  expect_product (t, t->z, t->x, t->y, "product in place of the first", kind);
  memcpy (t->z, t->y, bytes);
  halves->mul (pool, t->k, t->context, t->z, t->x, t->z, t->scratch);
  expect_product (t, t->z, t->x, t->y, "product in place of the second", kind);
  halves->sqr (pool, t->k, t->context, t->z, t->x, t->scratch);
  expect_product (t, t->z, t->x, t->x, "square", kind);
  memcpy (copy, t->z, bytes);
  halves->sqr (pool, t->k, t->context, t->z, t->z, t->scratch);
  expect_product (t, t->z, copy, copy, "square in place", kind);
  free_area (copy);
}

/* Beyond those of random_modulus: a little more than beta^n / 2, where results before the last
   reduction are the most multiples of P. */
enum { HALF = MODULUS_KINDS };

/* A = xp[0..n-1] and B for which the quotients leave much.  Of t = n - h limbs, A1 = beta^t -
   beta^(t-f) and B1 = beta^t - beta^f + 1, so that A1 B1 mod beta^t is almost beta^t. */
static void
large_operands (mp_ptr xp, mp_ptr yp, mp_size_t n, mp_size_t h)
{
  const mp_size_t t = n - h, f = t / 2;
  memset (xp, 0xff, BYTES (n));
  memset (yp, 0xff, BYTES (n));
  memset (xp + h, 0, BYTES (t - f));
  memset (yp + h, 0, BYTES (f));
  yp[h] = 1;
}

static void
try_modulus (const struct comba_config *k, mp_size_t n, int kind, const struct comba_pool *pool)
{
  const struct comba_representation *rep = &halves->rep;
  struct trial t = { .k = k, .n = n, .h = k->ntt->crt_size (n + 1) / 2 };
  t.p = new_area (n), t.power = new_area (n);
  t.context = new_scratch (rep->context_size (n)), t.scratch = new_scratch (rep->itch (n));
  t.x = new_element (rep, n), t.y = new_element (rep, n), t.z = new_element (rep, n);
  random_modulus (t.p, n, kind == HALF ? 7 : kind, 1);
  if (kind == HALF)
    t.p[n - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1) | random_limb () >> 5;
  mp_ptr beta = new_area (t.h), a = new_area (n), r = new_area (n);
  memset (beta, 0, BYTES (t.h));
  beta[t.h - 1] = COMBA_LIMB_MAX / 2 + 1;
  reference_mod (t.power, beta, t.h, t.p, n);
  rep->init (k, t.context, t.p, n, t.scratch);

  for (int i = 0; i < 4; i++)
    {
      random_operand (t.x, n, i == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (t.y, n, i == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      if (i == 2 && kind == HALF)
        large_operands (t.x, t.y, n, t.h);
      if (i == 3)               /* the quotients leave nothing, or at most P */
        {
          memset (t.x, 0, BYTES (n));
          if (random_below (2) != 0)
            memcpy (t.y, t.p, BYTES (n));
        }
      try_pool (&t, pool, kind);
    }
  random_residue (a, t.p, n, (int) random_below (RESIDUE_KINDS));
  rep->encode (k, t.context, t.x, a, n, t.scratch);
  rep->decode (k, t.context, r, t.x, t.scratch);
  expect_equal (r, a, n, "in and out, %ld limbs", (long) n);
  rep->sqr (k, t.context, t.x, t.x, t.scratch);
  rep->decode (k, t.context, r, t.x, t.scratch);
  reference_mulmod (a, a, a, t.p, n);
  expect_equal (r, a, n, "in, squared and out, %ld limbs", (long) n);
  free_area (t.p), free_area (t.power), free_area (beta), free_area (a), free_area (r);
  free_scratch (t.context), free_scratch (t.scratch);
  free_scratch (t.x), free_scratch (t.y), free_scratch (t.z);
}

/* The next size after N whose transforms are longer or have other bits, or the first possible
   one. */
static mp_size_t
next_edge (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t m = k->ntt->crt_size (n + 1);
  const int served = comba_representation_serves (&halves->rep, k, n, 1);
  do
    n++;
  while (k->ntt->crt_size (n + 1) == m && comba_representation_serves (&halves->rep, k, n, 1) == served);
  return n;
}

static void
try_size (const struct comba_config *k, mp_size_t n, const struct comba_pool *pool)
{
  if (!comba_representation_serves (&halves->rep, k, n, 1))
    return;
  for (int kind = 0; kind < MODULUS_KINDS; kind++)
    if (n < 300 || kind == 0 || kind == 7 || random_below (4) == 0)
      try_modulus (k, n, kind, pool);
  for (int i = 0; i < (n < 300 ? 2 : 1); i++)
    try_modulus (k, n, HALF, pool);
}

static void
body (const struct comba_config *k, const char *name)
{
  static const int threads[] = { 1, 2, 3, 10 };
  const mp_size_t most = tests_max_of (k->name, k->ntt == COMBA_NTT_PORTABLE ? 220 : 560);
  if (k->ntt == NULL || k->ntt->crt_size == NULL)
    {
      check_skip ("no such transforms", "%s", name);
      return;
    }
  int turn = 0;
  for (mp_size_t n = next_edge (k, 1); n <= most; n = next_edge (k, n))
    {
      const int wanted = threads[turn++ % 4];
      const struct comba_pool alone = POOL_OF_COPIES (2), *pool = NULL;
      allow_threads (wanted);
      if (wanted > 1)
        pool = take_patiently (wanted);
      check_begin ("%s: to %ld and from %ld limbs, %d threads", name, (long) n - 1, (long) n, wanted);
      if (wanted > 1 && pool == NULL)
        check_fail ("no pool");
      try_size (k, n - 1, pool != NULL ? pool : &alone);
      try_size (k, n, pool != NULL ? pool : &alone);
      check_end ();
      if (pool != NULL)
        comba_pool_give ();
    }
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  return tests_end ();
}
