/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "paths.h"
#include "pool_tests.h"
#include <comba.h>

void
path_mul (void *trial, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct path_trial *t = trial;
  if (t->mul (t->kernels, t->pool, rp, ap, an, bp, bn))
    t->done++;
  else
    t->kernels->mul_basecase (rp, ap, an, bp, bn);
}

void
path_sqr (void *trial, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct path_trial *t = trial;
  if (t->sqr (t->kernels, t->pool, rp, ap, n))
    t->done++;
  else
    t->kernels->sqr_basecase (rp, ap, n);
}

static void
try_pools (const char *path, const struct comba_config *k,
           void (*body) (const struct comba_config *k, const struct comba_pool *pool,
                         const char *name))
{
  static const int shares[] = { 1, 2, 3, 5, 10, 64 };
  char name[128];
  for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
    {
      struct comba_pool pool = POOL_OF_COPIES (shares[i]);
      snprintf (name, sizeof name, "%s: %s, %d shares", k->name, path, shares[i]);
      body (k, &pool, name);
    }
  snprintf (name, sizeof name, "%s: %s, two threads", k->name, path);
  if (comba_set_num_threads (2) < 2)
    {
      check_skip ("one CPU", "%s", name);
      return;
    }
  const struct comba_pool *pool = take_patiently (2);
  CHECK_THAT (pool != NULL, "%s: a pool", name);
  if (pool != NULL)
    {
      body (k, pool, name);
      comba_pool_give ();
    }
}

void
tests_each_pool (const char *path, void (*body) (const struct comba_config *k,
                                                 const struct comba_pool *pool,
                                                 const char *name))
{
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason == NULL)
        try_pools (path, k, body);
      else
        check_skip (reason, "%s: %s", k->name, path);
    }
}

/* Up to this size each pool gets every kind of operand. */
enum { EVERY_KIND = 24 };

/* Every size up to 300, and then in steps, as far as a test of so many pools can go. */
static mp_size_t
next (const struct comba_config *k, mp_size_t n)
{
  return n < tests_max_of (k->name, 300) ? n + 1 : n + n / 3 + (mp_size_t) random_for (n, 7);
}

static void
count_done (const struct path_trial *t, mp_size_t least, mp_size_t max)
{
  if (t->pool->threads > 1 && max >= least && t->done == 0)
    check_fail ("the path did nothing");
}

void
tests_try_path (struct path_trial t, const char *name, mp_size_t least)
{
  mp_size_t max = tests_max_of (t.kernels->name, 1200), small = tests_max_of (t.kernels->name, 150);

  t.done = 0;
  check_begin ("%s: n x n", name);
  for (mp_size_t n = 1; n <= max; n = next (t.kernels, n))
    (n <= EVERY_KIND ? try_mul : try_mul_briefly) (path_mul, &t, n, n);
  count_done (&t, least, max);
  check_end ();

  check_begin ("%s: unbalanced", name);
  for (mp_size_t bn = 1; bn <= max / 2; bn += 1 + bn / 4)
    for (mp_size_t an = bn + 1; an <= 2 * max; an += 1 + an / 3)
      (bn <= EVERY_KIND / 2 ? try_mul : try_mul_briefly) (path_mul, &t, an, bn);
  check_end ();

  check_begin ("%s: overlapping sources, edges of memory", name);
  for (mp_size_t an = 1; an <= small; an += 1 + an / 2)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 2)
      {
        try_mul_overlaps (path_mul, &t, an, bn);
        try_mul_edges (path_mul, &t, an, bn);
      }
  check_end ();

  if (t.sqr == NULL)
    return;
  t.done = 0;
  check_begin ("%s: squares", name);
  for (mp_size_t n = 1; n <= max; n = next (t.kernels, n))
    (n <= EVERY_KIND ? try_sqr : try_sqr_briefly) (path_sqr, &t, n);
  for (mp_size_t n = 1; n <= small; n += 1 + n / 4)
    try_sqr_edges (path_sqr, &t, n);
  count_done (&t, least, max);
  check_end ();
}
