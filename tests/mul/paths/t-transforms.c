/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms by pools, for every CPU configuration that has its own: small products compared with
   the schoolbook, others with one thread's, in exactly the scratch of itch.  Pools of one thread do
   the jobs of many threads, in order or backwards; the process's pool is tried as well. */

#include "../../parallel/pool_tests.h"
#include "comba.h"
#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"

/* Jobs do not depend on each other. */
static void
run_backwards (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  for (int i = pool->threads - 1; i >= 0; i--)
    f (arg, i);
}

struct context
{
  const struct comba_ntt *ntt;
  const struct comba_pool *pool;
};

static void
mul_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct context *c = context;
  mp_ptr scratch = new_area ((mp_size_t) c->ntt->itch (an, bn, c->pool->threads));
  c->ntt->mul (c->pool, rp, ap, an, bp, bn, scratch);
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
sqr_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mul_exact_itch (context, rp, ap, n, ap, n);
}

static void
try_small (struct context *c, const char *name, const char *pool)
{
  check_begin ("%s: %d threads%s: mul and sqr, small sizes", name, c->pool->threads, pool);
  for (mp_size_t n = 1; n <= tests_max (300); n += 1 + n / 16)
    {
      try_mul (mul_exact_itch, c, n, n);
      try_mul (mul_exact_itch, c, n + 1 + (mp_size_t) random_below (n), n);
      try_sqr (sqr_exact_itch, c, n);
    }
  check_end ();

  check_begin ("%s: %d threads%s: mul, unbalanced", name, c->pool->threads, pool);
  for (mp_size_t bn = 1; bn <= tests_max (200); bn += 1 + bn / 3)
    for (mp_size_t an = 2 * bn; an <= tests_max (3000); an += 1 + an / 2)
      try_mul (mul_exact_itch, c, an, bn);
  check_end ();

  check_begin ("%s: %d threads%s: edges of memory, overlapping sources", name, c->pool->threads,
               pool);
  for (mp_size_t n = 1; n <= tests_max (100); n += 1 + n / 2)
    {
      try_mul_edges (mul_exact_itch, c, n + n / 3, n);
      try_sqr_edges (sqr_exact_itch, c, n);
      try_mul_overlaps (mul_exact_itch, c, n + n / 3, n);
    }
  check_end ();
}

/* Compared with one thread, which t-ntt tests. */
static void
try_one (struct context *c, mp_size_t an, mp_size_t bn, int a_kind, int b_kind)
{
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
  random_operand (a, an, a_kind);
  random_operand (b, bn, b_kind);
  comba_ntt_mul (c->ntt, expected, a, an, b, bn);
  mul_exact_itch (c, r, a, an, b, bn);
  expect_equal (r, expected, an + bn, "%ldx%ld, kinds %d and %d", (long) an, (long) bn, a_kind,
                b_kind);
  check_area (r, "result");

  comba_ntt_mul (c->ntt, expected, b, bn, b, bn);
  sqr_exact_itch (c, r, b, bn);
  expect_equal (r, expected, 2 * bn, "square of %ld, kind %d", (long) bn, b_kind);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* All ones times all ones: carries go through the whole lower half. */
static void
try_kinds (struct context *c, mp_size_t an, mp_size_t bn)
{
  try_one (c, an, bn, 0, 0);
  try_one (c, an, bn, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
}

static void
try_large (struct context *c, const char *name, const char *pool)
{
  check_begin ("%s: %d threads%s: as one thread", name, c->pool->threads, pool);
  for (mp_size_t n = 2; n <= tests_max (20000); n += 1 + n / 9)
    {
      try_kinds (c, n, n);
      try_kinds (c, n + n / 5, n);
      try_kinds (c, n, 1 + n / 20);
    }
  try_kinds (c, tests_max (150000), tests_max (100000));
  try_kinds (c, tests_max (300000), tests_max (20000));
  check_end ();
}

/* The path, called as usual. */
static void
mul_path (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  const struct comba_pool *pool = comba_pool_take (2, COMBA_WAKE_NOW);
  struct comba_pool alone = COMBA_POOL_ALONE (2);
  if (!comba_mul_transforms (k, pool != NULL ? pool : &alone, rp, ap, an, bp, bn))
    check_fail ("no memory");
  if (pool != NULL)
    comba_pool_give ();
}

static void
sqr_path (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = context;
  struct comba_pool alone = COMBA_POOL_ALONE (2);
  if (!comba_sqr_transforms (k, &alone, rp, ap, n))
    check_fail ("no memory");
}

static void
try_config (const struct comba_config *config)
{
  static const int threads[] = { 2, 3, 4, 5, 8, 16, 64 };
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
    {
      struct comba_pool pool = { threads[i], i % 2 == 0 ? run_backwards : comba_run_alone };
      struct context c = { config->ntt, &pool };
      try_small (&c, config->name, "");
      try_large (&c, config->name, "");
    }

  check_begin ("%s: the path", config->name);
  for (mp_size_t n = 1; n <= tests_max (200); n += 1 + n / 4)
    {
      try_mul (mul_path, (void *) config, 2 * n, n);
      try_sqr (sqr_path, (void *) config, n);
    }
  check_end ();

  if (comba_threads_allowed () < 2)
    {
      check_skip ("one CPU", "%s: the process's pool", config->name);
      return;
    }
  const struct comba_pool *pool = take_patiently (COMBA_THREADS_MAX);
  CHECK_THAT (pool != NULL, "%s: the process's pool", config->name);
  if (pool != NULL)
    {
      struct context c = { config->ntt, pool };
      try_small (&c, config->name, " of the process");
      try_large (&c, config->name, " of the process");
      comba_pool_give ();
    }
}

int
main (void)
{
  tests_begin ();
  comba_set_num_threads (COMBA_THREADS_MAX);
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *config = comba_configs[i];
      const char *reason = tests_why_not_by (i, ntt);
      if (reason != NULL)
        check_skip (reason, "transforms of CPU configuration %s", config->name);
      else
        try_config (config);
    }
  return tests_end ();
}
