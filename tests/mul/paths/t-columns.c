/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Ranges of columns: the kernels, and the path. */

#include "../../parallel/paths.h"
#include "arith/arith.h"

/* One product from two or three ranges. */

struct ranges
{
  const struct comba_config *kernels;
  mp_size_t cut[2];
};

static void
check_pending (mp_ptr rp, mp_size_t n, mp_size_t end, const mp_limb_t pending[2])
{
  mp_size_t limbs = n - end < 2 ? n - end : 2;
  for (mp_size_t i = limbs; i < 2; i++)
    if (pending[i] != 0)
      check_fail ("pending limb %ld after column %ld of %ld is not zero", (long) i,
                  (long) end, (long) n);
  if (comba_add_in_var (rp + end, n - end, pending, limbs) != 0)
    check_fail ("the sum overflows");
}

static void
by_ranges (const struct ranges *r, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_size_t n = an + bn, cuts[] = { 0, r->cut[0], r->cut[1], n };
  mp_limb_t pending[3][2];
  for (int i = 2; i >= 0; i--)
    if (cuts[i] == cuts[i + 1])
      pending[i][0] = pending[i][1] = 0;
    else if (bp != NULL)
      r->kernels->mul_columns (rp, ap, an, bp, bn, cuts[i], cuts[i + 1], pending[i]);
    else
      r->kernels->sqr_columns (rp, ap, an, cuts[i], cuts[i + 1], pending[i]);
  for (int i = 0; i < 3; i++)
    check_pending (rp, n, cuts[i + 1], pending[i]);
}

static void
mul_ranges (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  by_ranges (context, rp, ap, an, bp, bn);
}

static void
sqr_ranges (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  by_ranges (context, rp, ap, n, NULL, n);
}

/* Every range of every shape up to this size, then random ranges. */
enum { EVERY_RANGE = 8 };

static void
try_cuts (struct ranges *r, mp_size_t an, mp_size_t bn)
{
  mp_size_t n = an + bn;
  if (n <= 2 * EVERY_RANGE)
    for (r->cut[0] = 0; r->cut[0] <= n; r->cut[0]++)
      for (r->cut[1] = r->cut[0]; r->cut[1] <= n; r->cut[1]++)
        {
          try_mul (mul_ranges, r, an, bn);
          if (an == bn)
            try_sqr (sqr_ranges, r, an);
        }
  else
    {
      r->cut[0] = (mp_size_t) random_below (n + 1);
      r->cut[1] = r->cut[0] + (mp_size_t) random_below (n + 1 - r->cut[0]);
      try_mul (mul_ranges, r, an, bn);
      if (an == bn)
        try_sqr (sqr_ranges, r, an);
    }
}

static void
try_kernels (const struct comba_config *k)
{
  struct ranges r = { .kernels = k };
  check_begin ("%s: mul_columns, sqr_columns", k->name);
  for (mp_size_t an = 1; an <= tests_max (300); an++)
    {
      try_cuts (&r, an, an);
      for (mp_size_t bn = 1; bn < an; bn += 1 + bn / 3)
        try_cuts (&r, an, bn);
    }
  check_end ();
}

static void
try_path (const struct comba_config *k, const struct comba_pool *pool, const char *name)
{
  struct path_trial t = { k, pool, comba_mul_columns, comba_sqr_columns, 0 };
  tests_try_path (t, name, 1);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason == NULL && k->mul_columns == NULL)
        reason = "it has none";
      if (reason == NULL)
        try_kernels (k);
      else
        check_skip (reason, "%s: mul_columns, sqr_columns", k->name);
    }
  tests_each_pool ("columns", try_path);
  return tests_end ();
}
