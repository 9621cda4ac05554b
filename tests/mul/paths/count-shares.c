/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* count-shares CONFIG N THREADS: under callgrind, one dump of the instructions of each job of each
   path, for products and squares of N limbs, and of the sequential functions.  The description of a
   dump is
     mul|sqr basecase|sequential
     mul|sqr PATH caller              the caller outside of the jobs
     mul|sqr PATH share RUN SHARE     job SHARE of call RUN of the pool */

#include "../../tests.h"
#include "mul/paths/paths.h"
#include "mul/mul.h"

#ifdef HAVE_VALGRIND_CALLGRIND_H
#include "../../counted.h"

static void
count (const struct comba_config *k, const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap,
       mp_srcptr bp, mp_size_t n, int square)
{
  const char *operation = square ? "sqr" : "mul";
  counted_begin ();
  if (square)
    k->sqr_basecase (rp, ap, n);
  else
    k->mul_basecase (rp, ap, n, bp, n);
  counted_dump ("%s basecase", operation);
  if (square)
    comba_sqr (k, rp, ap, n);
  else
    comba_mul_n (k, rp, ap, bp, n);
  counted_dump ("%s sequential", operation);
  for (int i = COMBA_PATH_COLUMNS; i <= COMBA_PATH_POINTS; i++)
    {
      const struct comba_path *path = &comba_paths[i];
      snprintf (counted_name, sizeof counted_name, "%s %s", operation, comba_path_names[i]);
      counted_begin ();
      int done = square ? path->sqr != NULL && path->sqr (k, pool, rp, ap, n)
                 : path->mul (k, pool, rp, ap, n, bp, n);
      if (done)
        counted_dump ("%s caller", counted_name);
    }
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
  struct comba_pool pool = { .threads = atoi (argv[3]), .run = counted_run };
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (2 * n);
  random_operand (a, n, 8);
  random_operand (b, n, 8);
  count (k, &pool, r, a, b, n, 0);
  count (k, &pool, r, a, b, n, 1);
  free_area (a), free_area (b), free_area (r);
  return 0;
}
#else
int
main (void)
{
  return 77;
}
#endif
