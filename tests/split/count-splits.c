/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* count-splits CONFIG N THREADS: under callgrind, one dump of the instructions of each job of each
   split method, for products modulo P of N limbs, and of a sequential Montgomery multiplication.
   The description of a dump is
     sequential
     METHOD K caller                  the caller outside of the jobs
     METHOD K share RUN SHARE         job SHARE of call RUN of the pool
     METHOD K predicted PREDICTED     no instructions
   PREDICTED is the schedule's prediction, without calls of the pool, in thousandths of the
   sequential cost. */

#include "../tests.h"
#include "split/method.h"
#include "residue/reduce.h"
#include "mul/mul.h"

#ifdef HAVE_VALGRIND_CALLGRIND_H
#include "../counted.h"

static mp_ptr
lines (size_t n)
{
  void *p;
  if (posix_memalign (&p, 64, n * sizeof (mp_limb_t)) != 0)
    exit (2);
  return p;
}

static void
count (const struct comba_config *k, const struct comba_split_method *m, comba_recipe_fn *write,
       int parts, int threads, mp_srcptr pp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mp_ptr c = lines (m->context_size (n, parts, threads)), s = lines (m->itch (n, parts, threads));
  mp_ptr r = new_area (n);
  m->init (k, c, pp, n, parts, threads, s);
  struct comba_recipe *recipe = (struct comba_recipe *) comba_split_recipe (c, 0);
  comba_recipe_for (recipe, write, k, threads);
  uint64_t sequential = comba_cost_montgomery (k, n);
  uint64_t predicted = recipe->predicted - recipe->phases * comba_cost_run (k);
  struct comba_pool pool = { .threads = threads, .run = counted_run };
  snprintf (counted_name, sizeof counted_name, "%s-%d", m->name, parts);
  for (char *p = counted_name; *p != '\0'; p++)
    if (*p == ' ')
      *p = '-';
  /* One call before: for what the first call of a function initialises. */
  m->mul (k, c, &COMBA_POOL_ALONE (threads), r, ap, bp, s);
  counted_begin ();
  m->mul (k, c, &pool, r, ap, bp, s);
  counted_dump ("%s caller", counted_name);
  counted_dump ("%s predicted %d", counted_name, (int) (1000 * predicted / sequential));
  free (c), free (s);
  free_area (r);
}

/* As a Montgomery multiplication in limbs does. */
static void
count_sequential (const struct comba_config *k, mp_srcptr pp, mp_srcptr ap, mp_srcptr bp,
                  mp_size_t n)
{
  mp_ptr mu = new_area (n), nu = new_area (2), c = new_area (2 * n), r = new_area (n);
  size_t itch = comba_mod_mu_itch (n) + comba_mod_nu_itch (n, 1) + comba_pmr_itch (2 * n, n, n)
                + comba_product_itch (n, n);
  mp_ptr s = lines (itch);
  comba_mod_mu (k, mu, n, pp, n, s);
  comba_mod_nu (k, nu, 1, pp, n, s);
  for (int i = 0; i < 2; i++)
    {
      counted_begin ();
      comba_product (k, c, ap, n, bp, n, s);
      comba_pmr (k, r, c, 2 * n, n, pp, n, mu, s);
      comba_mod_finish (r, 0, r, pp, n, nu);
    }
  counted_dump ("sequential");
  free (s);
  free_area (mu), free_area (nu), free_area (c), free_area (r);
}

int
main (int argc, char **argv)
{
  if (argc != 4)
    return 2;
  const struct comba_config *k = counted_config (argv[1]);
  if (k == NULL)
    return 77;
  mp_size_t n = atol (argv[2]);
  int threads = atoi (argv[3]);
  mp_ptr p = new_area (n), a = new_area (n), b = new_area (n);
  random_operand (p, n, 5), random_operand (a, n, 5), random_operand (b, n, 5);
  p[0] |= 1, p[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  a[n - 1] = b[n - 1] = p[n - 1] / 2;
  count_sequential (k, p, a, b, n);
  count (k, &comba_bipartite, comba_bipartite_recipe, 2, threads, p, a, b, n);
  count (k, &comba_tripartite, comba_tripartite_recipe, 2, threads, p, a, b, n);
  for (int parts = 2; parts <= 8; parts++)
    {
      count (k, &comba_multipartite_1, comba_multipartite_1_recipe, parts, threads, p, a, b, n);
      count (k, &comba_multipartite_2, comba_multipartite_2_recipe, parts, threads, p, a, b, n);
    }
  free_area (p), free_area (a), free_area (b);
  return 0;
}
#else
int
main (void)
{
  return 77;
}
#endif
