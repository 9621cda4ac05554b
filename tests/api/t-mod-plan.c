/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Plans mod and mod_even: every CPU configuration, every path, several numbers of threads.  A
   context says what it does, does that, and gives right results; powers take the pool once; steps
   begin at their sizes; no threads where there is no plan, and none unless allowed. */

#include "../residue/moduli.h"
#include "../parallel/pool_tests.h"
#include "api/context.h"
#include "powm/powm.h"
#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"
#include "entry/undeclared.h"

struct trial
{
  struct comba_config k;
  struct comba_mod *m;
  mp_size_t n;
  mp_ptr p, a, b, r, expected;
};

/* What a context does, from comba.h. */
struct what
{
  int algorithm, parts, threads;
};

static struct what
what_of (const struct comba_mod *m)
{
  return (struct what) { comba_mod_algorithm (m), comba_mod_parts (m), comba_mod_threads (m) };
}

/* The plan is for odd moduli or for even ones; moduli of the other kind have none. */
static void
begin (struct trial *t, const struct comba_config *k, mp_size_t n, const struct comba_plan *plan,
       int odd)
{
  t->k = *k;
  t->k.plans = (struct comba_plans) { 0 };
  *(odd ? &t->k.plans.mod : &t->k.plans.mod_even) = *plan;
  t->n = n;
  t->p = new_area (n), t->a = new_area (n), t->b = new_area (n);
  t->r = new_area (n), t->expected = new_area (n);
  random_modulus (t->p, n, (int) random_below (MODULUS_KINDS), odd);
  if (!odd)
    t->p[0] &= ~(mp_limb_t) 1;
  random_residue (t->a, t->p, n, (int) random_below (RESIDUE_KINDS));
  random_residue (t->b, t->p, n, (int) random_below (RESIDUE_KINDS));
}

static void
end (struct trial *t)
{
  check_area (t->r, "result");
  free_area (t->p), free_area (t->a), free_area (t->b), free_area (t->r), free_area (t->expected);
}

static void
expect_ok (int status)
{
  if (status != COMBA_OK)
    check_fail ("%s", comba_status_text (status));
}

/* All functions of encoded residues. */
static void
try_elements (struct trial *t)
{
  const size_t size = (size_t) comba_mod_encoded_size (t->m);
  mp_ptr x = new_scratch (size), y = new_scratch (size);
  expect_ok (comba_mod_encode (t->m, x, t->a));
  expect_ok (comba_mod_encode (t->m, y, t->b));
  expect_ok (comba_mod_mul_encoded (t->m, y, x, y));
  expect_ok (comba_mod_sqr_encoded (t->m, y, y));
  expect_ok (comba_mod_decode (t->m, t->r, y));
  reference_mulmod (t->expected, t->a, t->b, t->p, t->n);
  reference_mulmod (t->expected, t->expected, t->expected, t->p, t->n);
  expect_equal (t->r, t->expected, t->n, "square of a product, %ld limbs", (long) t->n);
  free_scratch (x), free_scratch (y);
}

/* a^E for E = 5 beta + 3: two limbs, few products.  The reference is slow: for long moduli a
   sequential context, which other tests compare with the reference, takes its place. */
static const mp_limb_t exponent[2] = { 3, 5 };

static void
reference_power (struct trial *t)
{
  if (t->n > 12)
    {
      struct comba_mod *m;
      expect_ok (comba_mod_new (&m, &t->k, t->p, t->n, COMBA_MOD_MONTGOMERY, 0, 0));
      expect_ok (comba_mod_powm (m, t->expected, t->a, exponent, 2));
      comba_mod_clear (m);
      return;
    }
  mp_ptr x = new_area (t->n);
  memcpy (x, t->a, BYTES (t->n));
  for (int i = 0; i < 2; i++)
    reference_mulmod (x, x, x, t->p, t->n);
  reference_mulmod (x, x, t->a, t->p, t->n);
  for (int i = 0; i < GMP_LIMB_BITS; i++)
    reference_mulmod (x, x, x, t->p, t->n);
  for (int i = 0; i < 3; i++)
    reference_mulmod (x, x, t->a, t->p, t->n);
  memcpy (t->expected, x, BYTES (t->n));
  free_area (x);
}

/* How often a call is tried again that finds the pool backing off. */
enum { PATIENCE = 1000 };

static void
wait_for_pool (void)
{
  if (take_patiently (2) != NULL)
    comba_pool_give ();
}

/* A power counts once: it takes the pool for all of its products. */
static void
try_power (struct trial *t, int path)
{
  reference_power (t);
  unsigned long long before;
  int i = 0;
  do
    {
      wait_for_pool ();
      before = comba_parallel_calls (path);
      expect_ok (comba_mod_powm (t->m, t->r, t->a, exponent, 2));
      expect_equal (t->r, t->expected, t->n, "power, %ld limbs", (long) t->n);
    }
  while (comba_parallel_calls (path) == before && ++i < PATIENCE);
  if (comba_parallel_calls (path) != before + 1)
    check_fail ("a power counts %llu times as %s", comba_parallel_calls (path) - before,
                comba_path_names[path]);
}

static void
try_powm_on_pool (struct trial *t, int path)
{
  reference_power (t);
  unsigned long long before = comba_parallel_calls (path);
  int done = 0;
  for (int i = 0; i < PATIENCE && !done; i++)
    {
      wait_for_pool ();
      done = comba_powm_on_pool (&t->k, t->r, t->a, t->n, exponent, 2, t->p, t->n);
    }
  if (!done || comba_parallel_calls (path) != before + 1)
    check_fail ("%d power, counted %llu times", done, comba_parallel_calls (path) - before);
  expect_equal (t->r, t->expected, t->n, "power on a pool, %ld limbs", (long) t->n);

  /* In place of an operand. */
  mp_ptr a = new_area (t->n);
  memcpy (a, t->a, BYTES (t->n));
  if (comba_powm_on_pool (&t->k, a, a, t->n, exponent, 2, t->p, t->n))
    expect_equal (a, t->expected, t->n, "power in place, %ld limbs", (long) t->n);
  free_area (a);

  const struct comba_pool *pool = take_patiently (2);
  before = comba_parallel_calls (path);
  if (pool != NULL && comba_powm_on_pool (&t->k, t->r, t->a, t->n, exponent, 2, t->p, t->n))
    check_fail ("a power on a pool that is taken");
  if (pool != NULL)
    {
      expect_ok (comba_mod_powm (t->m, t->r, t->a, exponent, 2));
      expect_equal (t->r, t->expected, t->n, "power without the pool, %ld limbs", (long) t->n);
      try_elements (t);
      comba_pool_give ();
    }
  if (comba_powm_on_pool (&t->k, t->r, t->a, t->n, exponent, 1, t->p, t->n))
    check_fail ("a power of few products on a pool");
  if (comba_parallel_calls (path) != before)
    check_fail ("a call counts that no pool computed");
}

static int
suits (const struct comba_config *k, const struct comba_step *s, mp_size_t n)
{
  if (s->path == COMBA_PATH_CACHED)
    return k->ntt != NULL && k->ntt->wrapped_size != NULL;
  if (s->path == COMBA_PATH_RADIX_BIPARTITE)
    return k->radix_bipartite != NULL && n >= k->radix_bipartite->rep.min && n <= k->radix_bipartite->rep.max;
  if (s->path == COMBA_PATH_CRT_BIPARTITE)
    return comba_representation_serves (&comba_pool_representation_crt_bipartite.rep, k, n, 1);
  return s->path >= COMBA_PATH_CACHED && n >= 2;
}

/* The most threads that the configuration's own digits can use. */
static int
most_digits (const struct comba_config *k)
{
  return k->radix_bipartite != NULL ? k->radix_bipartite->most : 2;
}

/* The most threads for which the path of a step has work. */
static int
most_threads (const struct comba_config *k, const struct comba_step *s)
{
  return s->path == COMBA_PATH_CRT_BIPARTITE ? 2 : s->path == COMBA_PATH_RADIX_BIPARTITE ? most_digits (k) : COMBA_THREADS_MAX;
}

/* What a step becomes with ALLOWED threads: CRT-split bipartite by four and more is in digits, or
   by cached transforms. */
static struct comba_step
step_for (const struct comba_config *k, const struct comba_step *s, mp_size_t n, int allowed)
{
  struct comba_step step = *s;
  const struct comba_step digits = { .path = COMBA_PATH_RADIX_BIPARTITE };
  const int threads = step.threads < allowed ? step.threads : allowed;
  if (step.path == COMBA_PATH_CRT_BIPARTITE && threads >= 4)
    step.path = suits (k, &digits, n) && most_digits (k) >= 3 ? COMBA_PATH_RADIX_BIPARTITE : COMBA_PATH_CACHED;
  return step;
}

static int
expected_parts (const struct comba_step *s, int shared)
{
  return !shared || s->path == COMBA_PATH_CACHED ? 1 : 2;
}

static void
try_step (const struct comba_config *k, const struct comba_step *planned, mp_size_t n, int allowed)
{
  struct trial t;
  const struct comba_step step = step_for (k, planned, n, allowed), *s = &step;
  begin (&t, k, n, &(struct comba_plan) { { *planned } }, 1);
  const int expected = suits (k, s, n) && n >= s->from && s->threads > 1;
  const int most = most_threads (k, s) < allowed ? most_threads (k, s) : allowed;
  const int threads = s->threads < most ? s->threads : most;
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, COMBA_MOD_AUTO, 0, 0));
  const struct what c = what_of (t.m);
  if (c.algorithm != (expected ? (int) comba_path_algorithm (s->path) : COMBA_MOD_MONTGOMERY)
      || c.threads != (expected ? threads : 1)
      || c.parts != expected_parts (s, expected))
    check_fail ("%ld limbs: algorithm %d, %d parts, %d threads", (long) n, c.algorithm, c.parts,
                c.threads);
  try_elements (&t);
  if (expected)
    {
      try_power (&t, s->path);
      try_powm_on_pool (&t, s->path);
    }
  else if (comba_powm_on_pool (&t.k, t.r, t.a, n, exponent, 2, t.p, n))
    check_fail ("a power on a pool that the plan does not have");
  comba_mod_clear (t.m);
  end (&t);
}

/* Bipartite as named by the caller, without a plan: in digits if the configuration has them. */
static void
try_bipartite (const struct comba_config *k, mp_size_t n, int threads)
{
  struct trial t;
  begin (&t, k, n, &(struct comba_plan) { { { 0 } } }, 1);
  const struct comba_step digits = { .path = COMBA_PATH_RADIX_BIPARTITE };
  const int path = suits (k, &digits, n) && threads <= most_digits (k) ? COMBA_PATH_RADIX_BIPARTITE : COMBA_PATH_BIPARTITE;
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, COMBA_MOD_BIPARTITE, 0, 0));
  const struct what c = what_of (t.m);
  if (c.algorithm != COMBA_MOD_BIPARTITE || c.parts != 2 || c.threads != threads
      || (comba_mod_redc_shift (t.m) == -1) != (path == COMBA_PATH_RADIX_BIPARTITE))
    check_fail ("%ld limbs: algorithm %d, %d parts, %d threads", (long) n, c.algorithm, c.parts,
                c.threads);
  try_elements (&t);
  try_power (&t, path);
  comba_mod_clear (t.m);
  end (&t);
}

/* Multipartite, which is in no plan: in PARTS parts, or with 0 in as many as the default. */
static void
try_multipartite (const struct comba_config *k, int algorithm, int parts, mp_size_t n, int threads)
{
  struct trial t;
  begin (&t, k, n, &(struct comba_plan) { { { 0 } } }, 1);
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, algorithm, parts, 0));
  const struct what c = what_of (t.m);
  if (c.algorithm != algorithm || c.parts != (parts > 0 ? parts : 2) || c.threads != threads)
    check_fail ("%ld limbs: algorithm %d, %d parts, %d threads", (long) n, c.algorithm, c.parts, c.threads);
  try_elements (&t);
  try_power (&t, COMBA_PATH_MULTIPARTITE);
  comba_mod_clear (t.m);
  end (&t);
}

static void
try_even (const struct comba_config *k, const struct comba_step *s, mp_size_t n)
{
  struct trial t;
  begin (&t, k, n, &(struct comba_plan) { { *s } }, 0);
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, COMBA_MOD_AUTO, 0, 0));
  const struct what c = what_of (t.m);
  const int shared = s->path == COMBA_PATH_CACHED && suits (k, s, n);
  if (c.algorithm != COMBA_MOD_BARRETT || c.threads != (shared ? s->threads : 1) || c.parts != 1)
    check_fail ("an even modulus by algorithm %d and %d threads", c.algorithm, c.threads);
  try_elements (&t);
  comba_mod_clear (t.m);
  end (&t);
}

/* Cached transforms, for odd and even moduli, by as many threads. */
static void
try_cached (const struct comba_config *k, mp_size_t n, int odd, int threads)
{
  struct trial t;
  begin (&t, k, n, &(struct comba_plan) { { { 1, COMBA_PATH_CACHED, threads } } }, odd);
  allow_threads (threads);
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, COMBA_MOD_AUTO, 0, 0));
  const struct what c = what_of (t.m);
  if (c.algorithm != (odd ? COMBA_MOD_MONTGOMERY : COMBA_MOD_BARRETT) || c.threads != threads
      || c.parts != 1 || (t.m->path == COMBA_PATH_CACHED) != (threads > 1)
      || (t.m->pooled != NULL) != (threads > 1))
    check_fail ("%ld limbs, %d threads: algorithm %d, %d parts, %d threads", (long) n, threads,
                c.algorithm, c.parts, c.threads);
  try_elements (&t);
  if (threads > 1 && odd)
    try_power (&t, COMBA_PATH_CACHED), try_powm_on_pool (&t, COMBA_PATH_CACHED);
  comba_mod_clear (t.m);
  end (&t);
}

/* The same, named by the caller: EXPECTED threads, 1 where one thread caches no transforms. */
static void
try_cached_choice (const struct comba_config *k, mp_size_t n, int algorithm, int expected)
{
  struct trial t;
  begin (&t, k, n, &(struct comba_plan) { { { 0 } } }, 1);
  for (int threads = 0; threads <= 2 && threads <= comba_threads_limit (NULL); threads++)
    {
      expect_ok (comba_mod_new (&t.m, &t.k, t.p, n, algorithm, 0, threads));
      const struct what c = what_of (t.m);
      if (c.algorithm != algorithm || c.parts != 1 || c.threads != (threads > 1 ? expected : 1))
        check_fail ("%ld limbs: algorithm %d, %d parts, %d threads", (long) n, c.algorithm,
                    c.parts, c.threads);
      try_elements (&t);
      comba_mod_clear (t.m);
    }
  end (&t);
}

static void
try_cached_teams (const struct comba_config *k, const char *name)
{
  static const int threads[] = { 1, 2, 3, 10 };
  static const mp_size_t sizes[] = { 1, 2, 4, 5, 13, 29, 55, 130 };
  const mp_size_t first = k->thresholds.mod_ntt, most = tests_max_of (k->name, 300);
  if (!suits (k, &(struct comba_step) { .path = COMBA_PATH_CACHED }, 1))
    {
      check_skip ("none", "%s: cached transforms, on a pool", name);
      return;
    }
  check_begin ("%s: cached transforms, on a pool", name);
  for (int i = 0; i < 4; i++)
    for (int odd = 0; odd <= 1; odd++)
      for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
        if (sizes[j] <= most)
          try_cached (k, sizes[j], odd, threads[i]);
  allow_threads (2);
  for (int algorithm = COMBA_MOD_MONTGOMERY; algorithm <= COMBA_MOD_BARRETT; algorithm++)
    {
      if (first <= most)
        try_cached_choice (k, first, algorithm, 2);
      try_cached_choice (k, first - 1 < most ? first - 1 : most, algorithm, 1);
    }
  check_end ();
}

/* Bipartite with cached transforms, from its least size on. */
static void
try_halves (const struct comba_config *k, const char *name)
{
  static const int threads[] = { 1, 2, 3, 4, 10 };
  enum { COUNTS = sizeof threads / sizeof threads[0] };
  struct comba_step step = { 1, COMBA_PATH_CRT_BIPARTITE, 0 };
  mp_size_t first = 2;
  while (first < 200 && !suits (k, &step, first))
    first++;
  if (first >= tests_max_of (k->name, 200))
    {
      check_skip ("none", "%s: bipartite with cached transforms, on a pool", name);
      return;
    }
  check_begin ("%s: bipartite with cached transforms, on a pool, from %ld limbs", name, (long) first);
  for (int i = 0; i < COUNTS; i++)
    {
      step.threads = threads[i];
      allow_threads (threads[i]);
      try_step (k, &step, first, threads[i]);
      try_step (k, &step, first + 1 + (mp_size_t) random_below (30), threads[i]);
    }
  try_step (k, &step, first - 1, 10);
  check_end ();

  /* At sizes that have digits, too. */
  if (k->radix_bipartite == NULL)
    return;
  if (first < k->radix_bipartite->rep.min)
    first = k->radix_bipartite->rep.min;
  if (first > tests_max_of (k->name, 200))
    return;
  check_begin ("%s: the same at sizes that have digits", name);
  for (int i = 0; i < COUNTS; i++)
    {
      step.threads = threads[i];
      allow_threads (threads[i]);
      try_step (k, &step, first, threads[i]);
      try_step (k, &step, first + 1 + (mp_size_t) random_below (30), threads[i]);
    }
  check_end ();
}

static void
body (const struct comba_config *k, const char *name)
{
  static const mp_size_t sizes[] = { 2, 3, 7, 12, 33, 34, 48 };
  for (int path = COMBA_PATH_COLUMNS; path < COMBA_PATHS; path++)
    {
      check_begin ("%s: %s", name, comba_path_names[path]);
      for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        {
          const int threads = 2 + (int) random_below (2), wanted = 2 + (int) random_below (3);
          allow_threads (threads);
          if (sizes[i] <= tests_max_of (k->name, 60) && (sizes[i] < 4 || path >= COMBA_PATH_CACHED))
            try_step (k, &(struct comba_step) { 3, path, wanted }, sizes[i], threads);
        }
      try_even (k, &(struct comba_step) { 1, path, 2 }, 4);
      check_end ();
    }
  try_cached_teams (k, name);
  try_halves (k, name);
  check_begin ("%s: bipartite, asked for", name);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (int threads = 2; threads <= 4 && sizes[i] <= tests_max_of (k->name, 60); threads += 2)
      {
        allow_threads (threads);
        try_bipartite (k, sizes[i], threads);
      }
  check_end ();
  check_begin ("%s: multipartite, asked for", name);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (int algorithm = COMBA_MOD_MULTIPARTITE_1; algorithm <= COMBA_MOD_MULTIPARTITE_2; algorithm++)
      {
        const int parts = 2 * (int) random_below (3), threads = 2 + (int) random_below (2);
        allow_threads (threads);
        if (sizes[i] <= tests_max_of (k->name, 60) && sizes[i] >= parts)
          try_multipartite (k, algorithm, parts, sizes[i], threads);
      }
  allow_threads (2);
  check_end ();
}

/* A built-in plan at its steps and below them. */
static void
try_steps (const struct comba_config *k, int odd)
{
  const struct comba_step *steps = (odd ? &k->plans.mod : &k->plans.mod_even)->steps;
  check_begin ("%s: the built-in plan for %s moduli", k->name, odd ? "odd" : "even");
  for (int i = 0; i < COMBA_PLAN_STEPS && steps[i].threads != 0; i++)
    {
      const struct comba_step at = comba_mod_planned (k, steps[i].from, odd, 2);
      const struct comba_step below = comba_mod_planned (k, steps[i].from - 1, odd, 2);
      if (at.path != steps[i].path || below.path != (i > 0 ? steps[i - 1].path : COMBA_PATH_SEQUENTIAL))
        check_fail ("step %d, from %ld", i + 1, (long) steps[i].from);
      if (comba_mod_planned (k, steps[i].from, odd, 1).threads != 1)
        check_fail ("threads that are not allowed");
    }
  check_end ();
}

/* Each built-in plan, also with more threads; and mpn_powm, which uses it. */
static void
try_builtin (const struct comba_config *k)
{
  const struct comba_step *steps = k->plans.mod.steps;
  allow_threads (2);
  try_steps (k, 1);
  try_steps (k, 0);

  /* And at the last size that has digits, and beyond. */
  static const int more[] = { 3, 4, 8, 16 };
  check_begin ("%s: the built-in plan by more than two", k->name);
  for (int i = 0; i < COMBA_PLAN_STEPS && steps[i].threads != 0; i++)
    for (size_t j = 0; j < sizeof more / sizeof more[0]; j++)
      {
        const mp_size_t last = k->radix_bipartite != NULL ? k->radix_bipartite->rep.max : 0;
        const mp_size_t sizes[] = { steps[i].from, last > steps[i].from ? last : steps[i].from,
                                    last + 1 > steps[i].from ? last + 1 : steps[i].from };
        for (size_t l = 0; l < sizeof sizes / sizeof sizes[0]; l++)
          {
            const struct comba_step planned = comba_step_for (&k->plans.mod, sizes[l], sizes[l]);
            const struct comba_step expected = step_for (k, &planned, sizes[l], more[j]);
            const struct comba_step got = comba_mod_planned (k, sizes[l], 1, more[j]);
            int threads = planned.threads < more[j] ? planned.threads : more[j];
            threads = threads < most_threads (k, &expected) ? threads : most_threads (k, &expected);
            if (suits (k, &expected, sizes[l]) ? got.path != expected.path || got.threads != threads : got.threads != 1)
              check_fail ("%ld limbs, %d threads: path %d by %d", (long) sizes[l], more[j], got.path, got.threads);
          }
      }
  check_end ();
}

static void
try_entry (void)
{
  const struct comba_config *k = comba_active ();
  const struct comba_step first = k->plans.mod.steps[0];
  if (first.threads < 2 || first.from > tests_max (200))
    {
      check_skip (first.threads < 2 ? "its plan has no threads" : "COMBA_TEST_MAX is less",
                  "%s: mpn_powm on a pool", k->name);
      return;
    }
  check_begin ("%s: mpn_powm on a pool from %ld limbs on", k->name, (long) first.from);
  for (mp_size_t n = first.from - 1; n <= first.from; n++)
    {
      struct trial t;
      begin (&t, k, n, &k->plans.mod, 1);
      /* Exponents as long as the modulus: powers of 0 and 1 never use the pool. */
      random_residue (t.a, t.p, n, 3);
      reference_power (&t);
      for (int threads = 1; threads <= 2; threads++)
        {
          allow_threads (threads);
          const int shared = threads == 2 && n == first.from;
          const unsigned long long before = comba_parallel_calls (first.path);
          int i = 0;
          do
            wait_for_pool (), __gmpn_powm (t.r, t.a, n, exponent, 2, t.p, n, NULL);
          while (shared && comba_parallel_calls (first.path) == before && ++i < PATIENCE);
          expect_equal (t.r, t.expected, n, "mpn_powm, %ld limbs", (long) n);
          if (comba_parallel_calls (first.path) != before + shared)
            check_fail ("%ld limbs, %d threads: %llu times on the pool", (long) n, threads,
                        comba_parallel_calls (first.path) - before);
        }
      end (&t);
    }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  check_begin ("no thread unless allowed");
  allow_threads (1);
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    for (mp_size_t n = 2; n < 3000 && tests_why_not (comba_configs[i]) == NULL; n += 1 + n / 4)
      if (comba_mod_planned (comba_configs[i], n, 1, comba_threads_allowed ()).threads != 1
          || comba_mod_planned (comba_configs[i], n, 0, comba_threads_allowed ()).threads != 1)
        check_fail ("%s: %ld limbs", comba_configs[i]->name, (long) n);
  struct trial t;
  begin (&t, comba_active (), 40, &(struct comba_plan) { { { 1, COMBA_PATH_BIPARTITE, 2 } } }, 1);
  expect_ok (comba_mod_new (&t.m, &t.k, t.p, t.n, COMBA_MOD_AUTO, 0, 0));
  try_elements (&t);
  comba_mod_clear (t.m);
  end (&t);
  if (new_threads () > 0)
    check_fail ("there are threads");
  check_end ();

  each_config (body);
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    try_builtin (comba_configs[i]);
  try_entry ();
  return tests_end ();
}
