/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operation counts of paper 003: limb products, counted in the basecase, compared with theorem 1
   (all of them), theorem 2 (those of the busiest worker) and the complexities of bipartite and
   tripartite multiplication.  The theorems ignore linear work: one limb more of nu and of Q here
   and there, and carries. */

#include "../tests.h"
#include "split/method.h"
#include "arith/arith.h"
#include "config/list.h"

static uint64_t counted;
static const struct comba_config *real;

static void
counting_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  counted += (uint64_t) an * bn;
  real->mul_basecase (rp, ap, an, bp, bn);
}

static void
counting_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  counted += (uint64_t) n * n;
  real->sqr_basecase (rp, ap, n);
}

/* All in the basecase: no size of the test reaches a threshold. */
enum { N = 120 };

static struct comba_config
counting_config (void)
{
  struct comba_config k = *real;
  k.mul_n_max = k.mul_by_max = k.sqr_n_max = 0;
  k.mul_basecase = counting_mul;
  k.sqr_basecase = counting_sqr;
  k.mul_columns = NULL;
  k.sqr_columns = NULL;
  k.ntt = NULL;
  k.thresholds.mul_toom22 = k.thresholds.sqr_toom2 = N + 20;
  return k;
}

/* A pool that records the busiest job of each call. */
static uint64_t busiest;

static void
noting_run (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  uint64_t most = 0;
  for (int i = 0; i < pool->threads; i++)
    {
      uint64_t before = counted;
      f (arg, i);
      if (counted - before > most)
        most = counted - before;
    }
  busiest += most;
}

/* The limb products of one multiplication by exactly so many workers: all, and the busiest
   worker's. */
static void
count (const struct comba_config *k, const struct comba_split_method *m, comba_recipe_fn *write,
       int parts, int workers)
{
  mp_ptr p = new_area (N), a = new_area (N), b = new_area (N), r = new_area (N);
  random_operand (p, N, 5), random_operand (a, N, 5), random_operand (b, N, 5);
  p[0] |= 1, p[N - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  a[N - 1] = b[N - 1] = p[N - 1] / 2;
  void *c, *s;
  if (posix_memalign (&c, 64, m->context_size (N, parts, workers) * sizeof (mp_limb_t)) != 0
      || posix_memalign (&s, 64, m->itch (N, parts, workers) * sizeof (mp_limb_t)) != 0)
    exit (2);
  m->init (k, c, p, N, parts, workers, s);
  comba_recipe_for ((struct comba_recipe *) comba_split_recipe (c, 0), write, k, workers);
  struct comba_pool pool = { .threads = workers, .run = noting_run };
  counted = busiest = 0;
  m->mul (k, c, &pool, r, a, b, s);
  free (c), free (s);
  free_area (p), free_area (a), free_area (b), free_area (r);
}

/* M (n1, n2) in parts of n: exact, because N is a multiple of all tested parts. */
static uint64_t
M (uint64_t n1, uint64_t n2)
{
  return n1 * n2;
}

static uint64_t
theorem_1 (uint64_t k)
{
  uint64_t sum = k * k * M (N / k, N / k);
  for (uint64_t i = 0; i < (k + 1) / 2; i++)
    {
      uint64_t t = N / 2 - N * i / k;
      sum += 2 * (M (t, 2 * N / k) + M (N, t));
    }
  return sum;
}

static void
expect_at_most (uint64_t bound, uint64_t slack, uint64_t found, const char *what)
{
  printf ("# %s: %llu products of limbs, the paper has %llu (%.3f of it)\n", what,
          (unsigned long long) found, (unsigned long long) bound, (double) found / bound);
  CHECK_THAT (found <= bound + slack && found >= bound / 2, "%s", what);
}

static void
try_theorem_1 (const struct comba_config *k)
{
  for (int parts = 2; parts <= 15; parts++)
    if (N % parts == 0)
      {
        char what[80];
        snprintf (what, sizeof what, "theorem 1, k = %d", parts);
        count (k, &comba_multipartite_2, comba_multipartite_2_recipe, parts, 1);
        expect_at_most (theorem_1 (parts), (parts + 1) / 2 * 4 * N, counted, what);
      }
}

static void
try_theorem_2 (const struct comba_config *k)
{
  static const struct
  {
    int parts, theta1, theta2;
  } cases[] = { { 4, 3, 2 }, { 4, 4, 2 }, { 5, 3, 3 }, { 6, 3, 3 }, { 6, 5, 2 }, { 8, 4, 3 },
                { 8, 4, 4 }, { 10, 5, 3 }, { 10, 5, 4 }, { 12, 6, 3 } };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      int parts = cases[i].parts, workers = cases[i].theta1 * cases[i].theta2;
      char what[80];
      snprintf (what, sizeof what, "theorem 2, k = %d, %d threads", parts, workers);
      count (k, &comba_multipartite_1, comba_multipartite_1_recipe, parts, workers);
      expect_at_most (M (N / parts, N / parts) + M (N / 2, 2 * N / parts)
                      + M (N / cases[i].theta1, N / cases[i].theta2), 6 * N, busiest, what);
    }
}

int
main (void)
{
  tests_begin ();
  real = &comba_config_portable;
  struct comba_config k = counting_config ();
  try_theorem_1 (&k);
  try_theorem_2 (&k);

  count (&k, &comba_bipartite, comba_bipartite_recipe, 2, 2);
  expect_at_most (2 * M (N / 2, N / 2) + 4 * M (N, N / 2), 8 * N, counted, "bipartite");
  expect_at_most (M (N / 2, N / 2) + 2 * M (N, N / 2), 4 * N, busiest, "bipartite, 2 threads");
  for (int workers = 4; workers <= 8; workers += 2)
    {
      char what[80];
      snprintf (what, sizeof what, "bipartite, %d threads", workers);
      count (&k, &comba_bipartite, comba_bipartite_recipe, 2, workers);
      expect_at_most (5 * M (N, N) / 2 / workers, 8 * N, busiest, what);
    }
  count (&k, &comba_tripartite, comba_tripartite_recipe, 2, 3);
  expect_at_most (5 * M (N / 2, N / 2) + 2 * M (N, N / 2), 10 * N, counted, "tripartite");
  expect_at_most (2 * M (N / 2, N / 2) + M (N, N / 2), 5 * N, busiest, "tripartite, 3 threads");
  return tests_end ();
}
