/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels of every configuration for basecases and reductions, called directly. */

#include "../residue/moduli.h"
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

/* Rows of Montgomery's reduction compared with slow ones, for all kinds of operands. */
static void
try_redc_rows (const struct comba_config *k, mp_size_t n, mp_size_t rows, int p_kind, int t_kind)
{
  if (k->redc_rows == NULL || n < COMBA_REDC_ROWS_MIN)
    return;
  mp_ptr p = new_area (n), t = new_area (n + rows), u = new_area (n + rows);
  random_operand (p, n, p_kind);
  random_operand (t, n + rows, t_kind);
  p[0] |= 1;
  mp_limb_t mu = 1;             /* -1/P: one more bit in each step */
  for (int i = 0; i < GMP_LIMB_BITS; i++)
    mu += ((mp_limb_t) 1 << i) & (mu * p[0] + 1);
  memcpy (u, t, BYTES (n + rows));
  for (mp_size_t i = 0; i < rows; i++)
    {
      mp_limb_t carry = 0, q = u[i] * mu;
      for (mp_size_t j = 0; j < n; j++)
        {
          comba_dlimb x = (comba_dlimb) p[j] * q + u[i + j] + carry;
          u[i + j] = (mp_limb_t) x;
          carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
        }
      if (u[i] != 0)
        check_fail ("-1/P is wrong");
      u[i] = carry;
    }
  const mp_limb_t carry = comba_add_n (u + n, u + n, u, rows);
  k->redc_rows (t, p, n, mu, rows);
  if (comba_add_n (t + n, t + n, t, rows) != carry)
    check_fail ("%ld rows of a reduction modulo %ld limbs: the carry", (long) rows, (long) n);
  expect_equal (t + rows, u + rows, n, "%ld rows of a reduction modulo %ld limbs", (long) rows, (long) n);
  check_area (t, "reduction");
  free_area (p), free_area (t), free_area (u);
}

/* A reduction by all rows: beta^rows times its result for T is T (mod P), and the result is within
   its bound. */
static void
try_redc_n (const struct comba_config *k, mp_size_t n, int p_kind, int t_kind)
{
  if (n > COMBA_REDC_MAX || k->redc_n[n].redc == NULL)
    return;
  const mp_size_t rows = k->redc_n[n].rows;
  mp_ptr p = new_area (n), t = new_area (2 * n), z = new_area (n), r = new_area (n), expected = new_area (n);
  mp_limb_t up[2 * COMBA_REDC_MAX + 2] = { 0 };
  random_modulus (p, n, p_kind, 1);
  random_operand (t, 2 * n, t_kind);
  reference_mod (expected, t, 2 * n, p, n);
  const struct comba_representation *rep = &comba_representation_montgomery_rows;
  mp_ptr context = new_scratch (rep->context_size (n)), scratch = new_scratch (rep->itch (n));
  rep->init (k, context, p, n, scratch);
  mp_limb_t carry = k->redc_n[n].redc (z, t, context);
  memcpy (up + rows, z, BYTES (n));
  up[rows + n] = carry;
  reference_mod (r, up, rows + n + 1, p, n);
  expect_equal (r, expected, n, "a reduction modulo %ld limbs", (long) n);
  /* Below P + 2 beta^(n-1), or beta^n + 3P. */
  const int most = rows > n ? 1 : 3;
  memcpy (r, z, BYTES (n));
  for (int i = 0; i < most; i++)
    carry -= comba_sub_n (r, r, p, n);
  const int is_negative = (int) (carry >> (GMP_LIMB_BITS - 1));
  if (!is_negative && (carry > 0 || (rows > n && r[n - 1] > 1)))
    check_fail ("a reduction modulo %ld limbs leaves too much", (long) n);
  check_area (z, "reduction"), check_area (t, "operand of the reduction");
  free_scratch (context), free_scratch (scratch);
  free_area (p), free_area (t), free_area (z), free_area (r), free_area (expected);
}

static void
try_reductions (const struct comba_config *k)
{
  check_begin ("%s: rows of a reduction", k->name);
  for (int turn = 0; turn < 10 * tests_effort (); turn++)
    for (mp_size_t n = 1; n <= tests_max (40); n++)
      try_redc_rows (k, n, 1 + (mp_size_t) random_below ((unsigned long) n),
                     (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
  /* All ones, with every kind; many rows, and one. */
  for (mp_size_t n = 1; n <= tests_max (40); n++)
    for (int kind = 0; kind < OPERAND_KINDS; kind++)
      {
        try_redc_rows (k, n, n, 0, kind);
        try_redc_rows (k, n, n, kind, 0);
        try_redc_rows (k, n, 1, kind, kind);
        try_redc_rows (k, n, n, kind, (int) random_below (OPERAND_KINDS));
      }
  for (int turn = 0; turn < 4 * tests_effort (); turn++)
    for (mp_size_t n = 3; n <= tests_max (COMBA_REDC_MAX); n++)
      for (int p_kind = 0; p_kind < MODULUS_KINDS; p_kind++)
        for (int t_kind = 0; t_kind < OPERAND_KINDS; t_kind++)
          try_redc_n (k, n, p_kind, t_kind);
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
        try_fixed (k), try_config (k), try_reductions (k);
      else
        check_skip (reason, "CPU configuration %s", k->name);
    }
  return tests_end ();
}
