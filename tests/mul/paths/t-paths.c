/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by the process's own pool: every configuration, every path, 2, 3 and 10 threads, every
   size up to 300 limbs, 75 without a multiplier, and larger ones, compared with the reference.
   Also checks that the path in the plan was used, and where the plan's steps begin. */

#include "../../parallel/pool_tests.h"
#include "mul/paths/paths.h"
#include "arith/arith.h"
#include "mul/toom/toom.h"
#include "config/list.h"

struct trial
{
  struct comba_config k;
  enum comba_path_number path;
  int taken, refused;
};

/* As the entry points do; repeated while the pool backs off. */
static int
by_pool (struct trial *t, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  int square = ap == bp && an == bn;
  for (int i = 0; i < 2000; i++)
    if (square ? comba_parallel_sqr (&t->k, rp, ap, an)
        : comba_parallel_mul (&t->k, rp, ap, an, bp, bn))
      return 1;
    else if (i % 10 == 9)
      {
        /* Whether the pool backs off or the path does not suit this size. */
        const struct comba_pool *pool = take_patiently (2);
        if (pool != NULL)
          comba_pool_give ();
      }
  return 0;
}

static void
multiply (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  unsigned long long before = comba_parallel_calls (t->path);
  int done = by_pool (t, rp, ap, an, bp, bn);
  if (comba_parallel_calls (t->path) != before + (unsigned) done)
    check_fail ("the calls are not counted");
  if (done)
    t->taken++;
  else
    {
      t->refused++;
      comba_mul (&t->k, rp, ap, an, bp, bn);
    }
}

static void
square (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  multiply (context, rp, ap, n, ap, n);
}

static struct comba_plan
all_by (enum comba_path_number path, int threads)
{
  return (struct comba_plan) { { { 1, path, threads } } };
}

static void
test_path (const struct comba_config *k, enum comba_path_number path, int threads)
{
  struct comba_plan plan = all_by (path, threads);
  struct trial t = { .k = *k, .path = path };
  t.k.plans = (struct comba_plans) { .mul = plan, .mul_unbalanced = plan, .sqr = plan };
  allow_threads (threads);
  const char *name = comba_path_names[path];
  mp_size_t most = tests_max_of (k->name, 2000), every_to = tests_max_of (k->name, 300);
  /* Toom-22 alone is for balanced products: one in three. */
  int one_in = path == COMBA_PATH_POINTS && !comba_toom_has_points (k) ? 3 : 1;

  check_begin ("%s, %s, %d threads: mul", k->name, name, threads);
  for (mp_size_t n = 1; n <= most; n = n < every_to ? n + 1 : n + n / 3 + (mp_size_t) random_for (n, 7))
    {
      try_mul_briefly (multiply, &t, n, n);
      try_mul_briefly (multiply, &t, n + 1 + (mp_size_t) random_for (n, n), n);
      if (n < every_to)
        try_mul_briefly (multiply, &t, 2 * n + (mp_size_t) random_for (n, 4 * n), n);
    }
  if (one_in * t.taken < 100 || one_in * t.taken < t.refused)
    check_fail ("the path was taken %d times only, and not %d times", t.taken, t.refused);
  check_end ();

  if (comba_paths[path].sqr == NULL)
    return;
  t.taken = t.refused = 0;
  check_begin ("%s, %s, %d threads: sqr", k->name, name, threads);
  for (mp_size_t n = 1; n <= most; n = n < every_to ? n + 1 : n + n / 3 + (mp_size_t) random_for (n, 7))
    (n <= 60 ? try_sqr : try_sqr_briefly) (square, &t, n);
  if (t.taken < 100 || t.taken < t.refused)
    check_fail ("the path was taken %d times only, and not %d times", t.taken, t.refused);
  check_end ();
}

/* The path of a product or a square: the one whose counter increased. */
static int
path_of (struct trial *t, mp_size_t an, mp_size_t bn, int is_square)
{
  static mp_limb_t a[1000], b[1000], r[2000];
  unsigned long long before[COMBA_PATHS];
  for (int p = 0; p < COMBA_PATHS; p++)
    before[p] = comba_parallel_calls (p);
  by_pool (t, r, a, an, is_square ? a : b, bn);
  for (int p = 0; p < COMBA_PATHS; p++)
    if (comba_parallel_calls (p) != before[p])
      return p;
  return COMBA_PATH_SEQUENTIAL;
}

static void
test_plan (void)
{
  struct trial t = { .k = comba_config_portable };
  t.k.plans = (struct comba_plans) {
    .mul = { { { 40, COMBA_PATH_COLUMNS, 2 }, { 60, COMBA_PATH_BLOCKS, 2 },
               { 80, COMBA_PATH_SEQUENTIAL, 1 }, { 100, COMBA_PATH_POINTS, 2 } } },
    .mul_unbalanced = { { { 50, COMBA_PATH_BLOCKS, 2 } } },
    .sqr = { { { 70, COMBA_PATH_COLUMNS, 2 } } },
  };
  allow_threads (2);
  static const struct
  {
    mp_size_t an, bn;
    int square;
    enum comba_path_number path;
  } cases[] = {
    { 39, 39, 0, COMBA_PATH_SEQUENTIAL }, { 40, 40, 0, COMBA_PATH_COLUMNS },
    { 59, 59, 0, COMBA_PATH_COLUMNS }, { 60, 60, 0, COMBA_PATH_BLOCKS },
    { 79, 79, 0, COMBA_PATH_BLOCKS }, { 80, 80, 0, COMBA_PATH_SEQUENTIAL },
    { 99, 99, 0, COMBA_PATH_SEQUENTIAL }, { 100, 100, 0, COMBA_PATH_POINTS },
    { 50, 32, 0, COMBA_PATH_COLUMNS }, { 49, 32, 0, COMBA_PATH_SEQUENTIAL },
    { 100, 25, 0, COMBA_PATH_BLOCKS }, { 99, 25, 0, COMBA_PATH_SEQUENTIAL },
    { 69, 69, 1, COMBA_PATH_SEQUENTIAL }, { 70, 70, 1, COMBA_PATH_COLUMNS },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      int path = path_of (&t, cases[i].an, cases[i].bn, cases[i].square);
      CHECK_THAT (path == (int) cases[i].path, "%s %ld x %ld: %s, expected %s",
                  cases[i].square ? "sqr" : "mul", (long) cases[i].an, (long) cases[i].bn,
                  comba_path_names[path], comba_path_names[cases[i].path]);
    }

  allow_threads (1);
  CHECK_THAT (path_of (&t, 100, 100, 0) == COMBA_PATH_SEQUENTIAL, "one thread allowed: sequential");
}

int
main (void)
{
  tests_begin ();
  test_plan ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why_not = tests_why_not (k);
      if (why_not != NULL)
        {
          check_skip (why_not, "%s", k->name);
          continue;
        }
      for (int path = COMBA_PATH_SEQUENTIAL + 1; path <= COMBA_PATH_NTT; path++)
        if (path != COMBA_PATH_NTT || k->ntt != NULL)
          {
            test_path (k, path, 2);
            test_path (k, path, 3);
            test_path (k, path, 10);
          }
    }
  return tests_end ();
}
