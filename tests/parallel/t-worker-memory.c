/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A pool's own memory: a path uses it if it is large enough, all of it and no limb more; otherwise
   it does not touch it. */

#include "paths.h"
#include "pool_tests.h"
#include "parallel/job_memory.h"

enum { MOST = 40000, BEYOND = 256 };

struct trial
{
  const struct comba_config *k;
  const struct comba_path *path;
  int threads;
  mp_size_t an, bn;             /* bn = 0 for a square */
  mp_ptr ap, bp, rp, expected;
  mp_ptr memory;                /* MOST + BEYOND limbs */
};

/* By a pool with so many limbs; returns whether it used them, or -1 if the path does not suit the
   sizes. */
static int
uses (const struct trial *t, size_t limbs)
{
  struct comba_pool pool = COMBA_POOL_ALONE (t->threads);
  pool.memory = t->memory, pool.memory_limbs = limbs;
  memset (t->memory, 0xa5, (limbs + BEYOND) * sizeof (mp_limb_t));
  const mp_limb_t untouched = t->memory[0];
  int done = t->bn == 0 ? t->path->sqr (t->k, &pool, t->rp, t->ap, t->an)
             : t->path->mul (t->k, &pool, t->rp, t->ap, t->an, t->bp, t->bn);
  if (!done)
    return -1;
  expect_equal (t->rp, t->expected, t->an + (t->bn == 0 ? t->an : t->bn), "%zu limbs of memory",
                limbs);
  int used = 0;
  for (size_t i = 0; i < limbs && !used; i++)
    used = t->memory[i] != untouched;
  for (size_t i = limbs; i < limbs + BEYOND; i++)
    if (t->memory[i] != untouched)
      check_fail ("limb %zu of %zu is overwritten", i, limbs);
  return used;
}

static void
try_shape (struct trial *t)
{
  reference_mul (t->expected, t->ap, t->an, t->bn == 0 ? t->ap : t->bp, t->bn == 0 ? t->an : t->bn);
  int used = uses (t, MOST);
  if (used < 0)
    return;
  if (!used)
    check_fail ("%ld x %ld: unused", (long) t->an, (long) t->bn);
  size_t enough = MOST, less = 0;
  while (enough - less > 1)
    {
      size_t middle = less + (enough - less) / 2;
      if (uses (t, middle))
        enough = middle;
      else
        less = middle;
    }
}

static void
try_path (const struct comba_config *k, enum comba_path_number number, int threads,
          mp_size_t threshold)
{
  static const mp_size_t sizes[] = { 40, 97, 333 };
  const mp_size_t most = 2 * tests_max_of (k->name, 333);
  struct comba_config config = *k;
  if (threshold > 0)
    {
#define X(name) config.thresholds.name = threshold;
      COMBA_THRESHOLDS (X)
#undef X
    }
  struct trial t = { .k = &config, .path = &comba_paths[number], .threads = threads };
  check_begin ("%s: %s, %d shares, thresholds %ld", k->name, comba_path_names[number], threads,
               (long) threshold);
  t.ap = new_area (most), t.bp = new_area (most);
  t.rp = new_area (2 * most), t.expected = new_area (2 * most);
  mp_ptr memory = new_area (MOST + BEYOND + COMBA_WORKER_ALIGNMENT_LIMBS);
  t.memory = comba_worker_memory (memory);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && sizes[i] <= most / 2; i++)
    for (int kind = 0; kind < 2; kind++)
      {
        random_operand (t.ap, most, kind == 0 ? 0 : 8);
        random_operand (t.bp, most, kind == 0 ? 0 : 8);
        t.an = t.bn = sizes[i];
        try_shape (&t);
        t.an = 2 * sizes[i];
        try_shape (&t);
        t.an = sizes[i], t.bn = 0;
        if (t.path->sqr != NULL)
          try_shape (&t);
      }
  check_area (t.rp, "the product");
  free_area (t.ap), free_area (t.bp), free_area (t.rp), free_area (t.expected), free_area (memory);
  check_end ();
}

static void
test_pool (void)
{
  allow_threads (3);
  const struct comba_pool *pool = take_patiently (3);
  CHECK_THAT (pool != NULL && pool->memory != NULL && comba_worker_memory (pool->memory) == pool->memory
              && pool->memory_limbs >= 16384, "the pool has memory for 512 limbs, and areas can begin there");
  if (pool != NULL)
    comba_pool_give ();
}

int
main (void)
{
  tests_begin ();
  test_pool ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    for (int path = COMBA_PATH_COLUMNS; path <= COMBA_PATH_POINTS; path++)
      {
        const struct comba_config *k = comba_configs[i];
        const char *reason = tests_why_not (k);
        if (reason != NULL)
          check_skip (reason, "%s: %s", k->name, comba_path_names[path]);
        else
          for (int threads = 2; threads <= 5; threads += 3)
            {
              try_path (k, path, threads, 0);
              try_path (k, path, threads, 12);
            }
      }
  return tests_end ();
}
