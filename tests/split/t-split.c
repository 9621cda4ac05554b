/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The split methods compared with plain division, for every number of parts, by pools of every
   kind: R beta^h mod P must be A B mod P, and the same R from all of them. */

#include "../residue/moduli.h"
#include "../parallel/pool_tests.h"
#include "split/method.h"
#include "arith/scratch.h"
#include <comba.h>

static const struct comba_split_method *const methods[] = {
  &comba_bipartite, &comba_tripartite, &comba_multipartite_1, &comba_multipartite_2,
};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* Results for one modulus must equal the first one, which is checked. */
struct trial
{
  const struct comba_config *k;
  mp_size_t n;
  mp_ptr p, a[RESIDUE_KINDS], expected[RESIDUE_KINDS + 1][RESIDUE_KINDS];
};

static void
new_trial (struct trial *t, const struct comba_config *k, mp_size_t n, int kind)
{
  t->k = k, t->n = n;
  t->p = new_area (n);
  random_modulus (t->p, n, kind, 1);
  for (int i = 0; i < RESIDUE_KINDS; i++)
    {
      t->a[i] = new_area (n);
      random_residue (t->a[i], t->p, n, i);
    }
  for (int i = 0; i < RESIDUE_KINDS; i++)
    for (int j = 0; j < RESIDUE_KINDS; j++)
      {
        t->expected[i][j] = new_area (n);
        reference_mulmod (t->expected[i][j], t->a[i], t->a[j], t->p, n);
      }
}

static void
free_trial (struct trial *t)
{
  for (int i = 0; i < RESIDUE_KINDS; i++)
    {
      free_area (t->a[i]);
      for (int j = 0; j < RESIDUE_KINDS; j++)
        free_area (t->expected[i][j]);
    }
  free_area (t->p);
}

/* The first result for each pair is checked by division, the others by comparison. */
static mp_ptr first[RESIDUE_KINDS][RESIDUE_KINDS];

static void
check_result (const struct trial *t, mp_srcptr r, mp_size_t h, int i, int j, const char *what)
{
  mp_size_t n = t->n;
  if (first[i][j] == NULL)
    {
      mp_ptr back = new_area (n), shifted = new_area (n + h);
      memset (shifted, 0, h * sizeof (mp_limb_t));
      memcpy (shifted + h, r, n * sizeof (mp_limb_t));
      reference_mod (back, shifted, n + h, t->p, n);
      expect_equal (back, t->expected[i][j], n, "%s, times beta^h", what);
      mp_size_t top = n - 1;
      while (top > 0 && r[top] == t->p[top])
        top--;
      if (r[top] >= t->p[top])
        check_fail ("%s: not below P", what);
      free_area (back), free_area (shifted);
      first[i][j] = new_area (n);
      memcpy (first[i][j], r, n * sizeof (mp_limb_t));
    }
  expect_equal (r, first[i][j], n, "%s", what);
}

static void
forget_first (void)
{
  for (int i = 0; i < RESIDUE_KINDS; i++)
    for (int j = 0; j < RESIDUE_KINDS; j++)
      if (first[i][j] != NULL)
        {
          free_area (first[i][j]);
          first[i][j] = NULL;
        }
}

/* One method in one context for THREADS threads, with POOL. */
static void
try_method (const struct trial *t, const struct comba_split_method *m, int parts, int threads,
            const struct comba_pool *pool)
{
  mp_size_t n = t->n, h = m->split_size (n, parts) / 2;
  mp_ptr r = new_area (n), c = new_scratch (m->context_size (n, parts, threads));
  mp_ptr s = new_scratch (m->itch (n, parts, threads));
  m->init (t->k, c, t->p, n, parts, threads, s);
  for (int i = 0; i < RESIDUE_KINDS; i++)
    for (int j = 0; j < RESIDUE_KINDS; j++)
      {
        char what[160];
        snprintf (what, sizeof what, "%s, %s, %ld limbs, %d parts, %d threads, residues %d, %d",
                  t->k->name, m->name, (long) n, parts, threads, i, j);
        m->mul (t->k, c, pool, r, t->a[i], t->a[j], s);
        check_result (t, r, h, i, j, what);
        if (i == j)
          {
            m->sqr (t->k, c, pool, r, t->a[i], s);
            check_result (t, r, h, i, j, what);
            memcpy (r, t->a[i], n * sizeof (mp_limb_t));
            m->mul (t->k, c, pool, r, r, r, s);
            check_result (t, r, h, i, j, what);
          }
      }
  check_area (r, "result");
  free_area (r), free_scratch (c), free_scratch (s);
}

/* Reduction alone: C below beta^cn, and below P^2. */
static void
try_reduction (const struct trial *t, mp_size_t cn, int threads, const struct comba_pool *pool)
{
  mp_size_t n = t->n;
  mp_ptr r = new_area (n), c = new_area (cn), back = new_area (n), expected = new_area (n);
  mp_ptr context = new_scratch (comba_split_context_size (n, 2, threads));
  mp_ptr s = new_scratch (comba_split_itch (n, 2, threads));
  comba_reduction_init (t->k, context, t->p, n, cn, -1, threads, s);
  mp_size_t h = comba_reduction_shift (context);
  mp_ptr shifted = new_area (n + h);
  for (int kind = 0; kind < 4; kind++)
    {
      random_operand (c, cn, kind);
      comba_reduction (t->k, context, pool, r, c, s);
      memset (shifted, 0, h * sizeof (mp_limb_t));
      memcpy (shifted + h, r, n * sizeof (mp_limb_t));
      reference_mod (back, shifted, n + h, t->p, n);
      reference_mod (expected, c, cn, t->p, n);
      expect_equal (back, expected, n, "%s, reduction of %ld limbs to %ld, h = %ld, %d threads",
                    t->k->name, (long) cn, (long) n, (long) h, threads);
      check_area (r, "result");
    }
  free_area (r), free_area (c), free_area (back), free_area (expected), free_area (shifted);
  free_scratch (context), free_scratch (s);
}

static const struct comba_pool *real;

/* With every pool up to EVERY_POOL limbs; for larger moduli half of the kinds with each pool. */
static void
try_size (const struct comba_config *k, mp_size_t n, mp_size_t every_pool)
{
  static const int threads[] = { 1, 2, 3, 10 };
  enum { POOLS = sizeof threads / sizeof threads[0] };
  for (int kind = 0; kind < MODULUS_KINDS; kind++)
    {
      struct trial t;
      new_trial (&t, k, n, kind);
      for (int m = 0; m < METHODS; m++)
        for (int parts = methods[m]->min_parts; parts <= methods[m]->max_parts && parts <= n; parts++)
          {
            for (int i = 0; i < POOLS; i++)
              if (n <= every_pool || (kind + parts + i) % 2 == 0)
                try_method (&t, methods[m], parts, threads[i], &COMBA_POOL_ALONE (threads[i]));
            try_method (&t, methods[m], parts, 10, &COMBA_POOL_ALONE (3));
            if (real != NULL)
              try_method (&t, methods[m], parts, 2, real);
          }
      for (mp_size_t cn = n + 1; cn <= 2 * n; cn += 1 + n / 3)
        for (int i = 0; i < POOLS; i++)
          try_reduction (&t, cn, threads[i], &COMBA_POOL_ALONE (threads[i]));
      if (real != NULL)
        try_reduction (&t, 2 * n, 2, real);
      forget_first ();
      free_trial (&t);
      if (check_failures () > 0)
        return;
    }
}

static mp_size_t
next (mp_size_t n)
{
  return n < 6 ? n + 1 : n + 1 + n / 4 + (mp_size_t) random_below (9);
}

static void
try_config (const struct comba_config *k, const char *name)
{
  /* The methods are the same for every configuration: large sizes, and every pool, once, with and
     without tiny thresholds. */
  static int tried;
  const int first = tried++ < 2;
  const mp_size_t max = tests_max_of (k->name, tests_every_to (first ? 60 : 20));
  check_begin ("%s: split methods%s", name, real != NULL ? "" : " (no pool of two)");
  for (mp_size_t n = 2; n <= max; n = next (n))
    try_size (k, n, first ? 6 : 0);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  comba_set_num_threads (2);
  real = take_patiently (2);
  each_config (try_config);
  if (real != NULL)
    comba_pool_give ();
  return tests_end ();
}
