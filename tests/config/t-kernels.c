/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The basecase kernels of every configuration, called directly. */

#include "../tests.h"
#include "mul/ladder.h"
#include "dispatch/tuning.h"

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  comba_mul_basecase (k, rp, ap, an, bp, bn);
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = context;
  comba_sqr_basecase (k, rp, ap, n);
}

/* The kernels for fixed sizes, which return the top limb. */

static void
check_top (mp_limb_t top, mp_srcptr rp, mp_size_t n)
{
  if (top != rp[n - 1])
    check_fail ("%ld limbs: the returned limb is not the top limb", (long) n);
}

static void
mul_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_n[bn] (rp, ap, an, bp), rp, an + bn);
}

static void
mul_equal (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_equal[bn] (rp, ap, an, bp), rp, an + bn);
}

static void
mul_by (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_by[bn] (rp, ap, an, bp), rp, an + bn);
}

static void
mul_unequal (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_unequal (rp, ap, an, bp, bn), rp, an + bn);
}

/* By rows of a, or of b: either may be the longer one. */

static void
rows_of_a (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_rows[an] (rp, ap, an, bp, bn), rp, an + bn);
}

static void
rows_of_b (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_rows[bn] (rp, bp, bn, ap, an), rp, an + bn);
}

static void
sqr_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = context;
  check_top (k->sqr_n[n] (rp, ap), rp, 2 * n);
}

/* (2^m + x) (2^m - x + 1) = 2^2m + 2^m - x^2 + x: without the products of the lower halves all
   limbs above are ones, so a carry goes through them into the top one. */
static void
try_far_carry (mul_function *mul, const struct comba_config *k, mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  const mp_limb_t power = (mp_limb_t) 1 << (GMP_LIMB_BITS - 2), x = random_limb () | 2;
  memset (a, 0, BYTES (n));
  memset (b, 0xff, BYTES (n));
  a[n - 1] = power, b[n - 1] = power - 1;
  a[0] = x, b[0] = -(x - 1);
  reference_mul (expected, a, n, b, n);
  mul ((void *) k, r, a, n, b, n);
  expect_equal (r, expected, 2 * n, "%ld limbs, a carry into the top one", (long) n);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* A table is full where these products are exported; otherwise it may be empty.  The IFMA table has
   a kernel for each size, except for subtractions above 20 limbs. */
static void
try_by_limb (const struct comba_config *k)
{
  const struct comba_by_limb *f = &k->by_limb;
#ifdef COMBA_X86_64
  const int any = 1, own = strcmp (k->name, "icelake") == 0;
#else
  const int any = f->mul_1[0] != NULL, own = 0;
#endif
  check_begin ("%s: products by one limb, a kernel for each size", k->name);
  for (mp_size_t n = 0; n <= COMBA_BY_LIMB_MAX; n++)
    if ((f->mul_1[n] != NULL) != any || (f->addmul_1[n] != NULL) != any || (f->submul_1[n] != NULL) != any)
      check_fail ("%ld limbs: there is one, or none, and not for all", (long) n);
  for (mp_size_t n = 1; n <= COMBA_BY_LIMB_MAX && own; n++)
    for (mp_size_t m = 0; m < n; m++)
      if (f->mul_1[n] == f->mul_1[m] || f->addmul_1[n] == f->addmul_1[m]
          || (f->submul_1[n] == f->submul_1[m]) != (n > 20 && (m == 0 || m > 20)))
        check_fail ("%ld limbs: the kernel for %ld", (long) n, (long) m);
  check_end ();
}

/* Every kernel that mpn_mul uses exists, each for its size; and so do those of the basecase. */
static void
try_rows (const struct comba_config *k)
{
  void *context = (void *) k;
  check_begin ("%s: mul_rows", k->name);
  for (mp_size_t bn = 0; bn <= COMBA_FIXED_MAX; bn++)
    if (k->mul_rows_to[bn] > COMBA_MUL_ROWS_MAX || (k->mul_rows_to[bn] > 0 && bn > k->mul_by_max))
      check_fail ("by %ld limbs, to %d", (long) bn, k->mul_rows_to[bn]);
    else if (k->mul_rows_to[bn] > 0 && k->mul_rows[k->mul_rows_to[bn]] == NULL)
      check_fail ("by %ld limbs: no kernel for %d", (long) bn, k->mul_rows_to[bn]);
  for (mp_size_t n = 1; n <= COMBA_MUL_ROWS_MAX; n++)
    {
      if ((k->mul_rows[n] == NULL) != (k->mul_rows[1] == NULL))
        check_fail ("%ld limbs: there is one, or none, and not for all", (long) n);
      for (mp_size_t m = 1; m < n; m++)
        if (k->mul_rows[n] != NULL && k->mul_rows[n] == k->mul_rows[m])
          check_fail ("%ld limbs: the kernel for %ld", (long) n, (long) m);
      for (mp_size_t bn = 1; bn <= tests_max (50) && k->mul_rows[n] != NULL; bn += 1 + bn / 12)
        {
          mul_function *const rows = bn <= n ? rows_of_a : rows_of_b;
          const mp_size_t longer = bn <= n ? n : bn, shorter = bn <= n ? bn : n;
          try_mul (rows, context, longer, shorter);
          try_mul_overlaps (rows, context, longer, shorter);
          try_mul_edges (rows, context, longer, shorter);
        }
    }
  check_end ();
}

static void
try_fixed (const struct comba_config *k)
{
  void *context = (void *) k;

  try_by_limb (k);
  try_rows (k);

  check_begin ("%s: jumps of their own", k->name);
  if (k->own_jumps > 8 || k->own_jumps > k->mul_n_max || k->own_jumps > k->mul_by_max || k->own_jumps > k->sqr_n_max)
    check_fail ("for %ld limbs, which has not all kernels", (long) k->own_jumps);
  check_end ();

  check_begin ("%s: mul_n, to %ld", k->name, (long) k->mul_n_max);
  for (mp_size_t n = 1; n <= k->mul_n_max; n++)
    {
      try_mul (mul_n, context, n, n);
      try_mul_overlaps (mul_n, context, n, n);
      try_mul_edges (mul_n, context, n, n);
      if (n > 1)
        try_far_carry (mul_n, k, n);
    }
  check_end ();

  check_begin ("%s: mul_equal", k->name);
  for (mp_size_t n = 1; n <= COMBA_MUL_EQUAL_MAX; n++)
    if (k->mul_equal[n] != NULL)
      {
        if (n > k->mul_n_max)   /* own_jumps, which comba-tune measures, may cover some of them */
          check_fail ("%ld limbs: mpn_mul does not take it", (long) n);
        if (k->mul_equal[n] == k->mul_n[n] || k->mul_equal[n] == k->mul_equal[n - 1])
          check_fail ("%ld limbs: mul_n's kernel, or another size's", (long) n);
        try_mul (mul_equal, context, n, n);
        try_mul_overlaps (mul_equal, context, n, n);
        try_mul_edges (mul_equal, context, n, n);
        try_far_carry (mul_equal, k, n);
      }
  check_end ();

  check_begin ("%s: mul_by, to %ld", k->name, (long) k->mul_by_max);
  for (mp_size_t bn = 1; bn <= k->mul_by_max; bn++)
    for (mp_size_t an = bn; an <= tests_max (600); an += 1 + an / 40)
      {
        try_mul (mul_by, context, an, bn);
        try_mul_overlaps (mul_by, context, an, bn);
        try_mul_edges (mul_by, context, an, bn);
      }
  check_end ();

  check_begin ("%s: mul_unequal", k->name);
  for (mp_size_t an = 1; an <= tests_max (600) && k->mul_unequal != NULL; an += an < 75 ? 1 : 1 + an / 12)
    for (mp_size_t bn = 1; bn <= an && bn <= 80; bn += an < 75 ? 1 : 1 + bn / 8)
      {
        try_mul (mul_unequal, context, an, bn);
        try_mul_overlaps (mul_unequal, context, an, bn);
        try_mul_edges (mul_unequal, context, an, bn);
      }
  check_end ();

  check_begin ("%s: sqr_n, to %ld", k->name, (long) k->sqr_n_max);
  for (mp_size_t n = 1; n <= k->sqr_n_max; n++)
    {
      try_sqr (sqr_n, context, n);
      try_sqr_edges (sqr_n, context, n);
    }
  check_end ();
}

/* The basecases, with the wide ones from FROM limbs on. */
static void
try_basecases (const struct comba_config *config, const char *which, mp_size_t from)
{
  struct comba_config with = *config, *k = &with;
  void *context = k;
  with.thresholds.mul_wide = with.thresholds.mul_wide_by = with.thresholds.sqr_wide = from;
  mp_size_t max = tests_max_of (k->name, 2000), small = tests_max (60);

  check_begin ("%s: mul_%s, n x n", k->name, which);
  for (mp_size_t n = 1; n <= max; n = next_size (n))
    try_mul (mul, context, n, n);
  check_end ();

  check_begin ("%s: mul_%s, every shape to %ld x %ld", k->name, which, (long) small, (long) small);
  for (mp_size_t an = 1; an <= small; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      try_mul (mul, context, an, bn);
  check_end ();

  check_begin ("%s: mul_%s, long and narrow", k->name, which);
  for (mp_size_t bn = 1; bn <= 27; bn += bn < 12 ? 1 : 5)
    for (mp_size_t an = 61; an <= max; an += 1 + an / 3)
      {
        try_mul (mul, context, an, bn);
        try_mul_edges (mul, context, an, bn);
      }
  check_end ();

  check_begin ("%s: mul_%s, overlapping sources, edges of memory", k->name, which);
  for (mp_size_t an = 1; an <= small; an += 1 + an / 8)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      {
        try_mul_overlaps (mul, context, an, bn);
        try_mul_edges (mul, context, an, bn);
      }
  check_end ();

  check_begin ("%s: sqr_%s", k->name, which);
  for (mp_size_t n = 1; n <= max; n = next_size (n))
    try_sqr (sqr, context, n);
  for (mp_size_t n = 1; n <= small; n++)
    try_sqr_edges (sqr, context, n);
  /* The largest size of digits in doubles. */
  for (mp_size_t n = 255; n <= 257 && n <= max; n++)
    {
      try_sqr (sqr, context, n);
      try_sqr_edges (sqr, context, n);
    }
  check_end ();
}

/* Numbers that follow from others are in each file as the tool writes them; no product for a kernel
   is long enough for threads. */
static void
try_derived (const struct comba_config *k)
{
  struct comba_config derived = *k;
  comba_config_derive (&derived);
  check_begin ("%s: numbers that follow from others", k->name);
  if (k->mul_by_an_max != derived.mul_by_an_max)
    check_fail (".mul_by_an_max = %ld, not %ld", (long) derived.mul_by_an_max, (long) k->mul_by_an_max);
  if (k->mul_unequal_an_max != derived.mul_unequal_an_max)
    check_fail (".mul_unequal_an_max = %ld, not %ld", (long) derived.mul_unequal_an_max, (long) k->mul_unequal_an_max);
  if (k->wide.max > 0 && k->wide.sqr == NULL)
    check_fail ("no wide square");
  const mp_size_t from = k->plans.mul_unbalanced.steps[0].from, longest = k->mul_by_an_max;
  if (longest > 0 && longest < COMBA_NEVER
      && (longest * k->mul_by_max >= from * from || (longest + 1) * k->mul_by_max < from * from))
    check_fail ("%ld x %ld limbs, and threads from %ld", (long) longest, (long) k->mul_by_max, (long) from);
  if (k->mul_unequal != NULL && k->mul_unequal_an_max * (k->thresholds.mul_toom22 - 1) >= from * from)
    check_fail ("unequal ones to %ld limbs, and threads from %ld", (long) k->mul_unequal_an_max, (long) from);
  derived.plans.mul_unbalanced = (struct comba_plan) { { { 0 } } };
  comba_config_derive (&derived);
  if (k->mul_by_max > 0 && derived.mul_by_an_max != COMBA_NEVER)
    check_fail ("to %ld limbs without a plan", (long) derived.mul_by_an_max);
  check_end ();
}

static void
try_config (const struct comba_config *k)
{
  try_basecases (k, "basecase", COMBA_NEVER);
  if (k->wide.mul != NULL || k->wide.sqr != NULL)
    try_basecases (k, "wide", 1);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      try_derived (k);
      if (reason == NULL)
        try_fixed (k), try_config (k);
      else
        check_skip (reason, "CPU configuration %s", k->name);
    }
  return tests_end ();
}
