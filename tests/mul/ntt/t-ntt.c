/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms of every CPU configuration that has its own: compared with the schoolbook, in exactly
   the scratch of itch; larger ones with Toom and with a known product. */

#include "../../tests.h"
#include "mul/ntt/ntt.h"
#include "mul/mul.h"

static void
mul_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_ntt *ntt = context;
  mp_ptr scratch = new_area ((mp_size_t) ntt->itch (an, bn, 1));
  ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, an, bp, bn, scratch);
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
sqr_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mul_exact_itch (context, rp, ap, n, ap, n);
}

static void
try_sizes (const char *name, const struct comba_ntt *ntt)
{
  void *context = (void *) ntt;
  check_begin ("%s: mul and sqr, every small size", name);
  for (mp_size_t n = 1; n <= tests_max (420); n++)
    {
      try_mul (mul_exact_itch, context, n, n);
      try_sqr (sqr_exact_itch, context, n);
    }
  check_end ();

  check_begin ("%s: mul and sqr, larger sizes", name);
  for (mp_size_t n = 430; n <= tests_max (9000); n += n / 6)
    {
      try_mul (mul_exact_itch, context, n, n);
      try_sqr (sqr_exact_itch, context, n);
    }
  check_end ();

  check_begin ("%s: mul, unbalanced", name);
  for (mp_size_t bn = 1; bn <= tests_max (1000); bn += 1 + bn / 6)
    for (mp_size_t an = bn + 1; an <= tests_max (3000); an += 1 + an / 3)
      try_mul (mul_exact_itch, context, an, bn);
  check_end ();

  check_begin ("%s: mul and sqr, edges of memory, overlapping sources", name);
  for (mp_size_t n = 1; n <= tests_max (300); n += 1 + n / 8)
    {
      try_mul_edges (mul_exact_itch, context, n + n / 3, n);
      try_sqr_edges (sqr_exact_itch, context, n);
      try_mul_overlaps (mul_exact_itch, context, n + n / 3, n);
    }
  check_end ();
}

/* (B^an - 1) (B^bn - 1): the largest possible coefficients. */
static void
try_ones (const struct comba_ntt *ntt, mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), r = new_area (an + bn), expected = new_area (an + bn);
  for (mp_size_t i = 0; i < an + bn; i++)
    expected[i] = i < bn ? 0 : COMBA_LIMB_MAX;
  expected[0] = 1;
  expected[an]--;
  memset (a, 0xff, (size_t) an * sizeof (mp_limb_t));
  if (!comba_ntt_mul (ntt, r, a, an, a, bn))
    check_fail ("no memory");
  expect_equal (r, expected, an + bn, "%ldx%ld", (long) an, (long) bn);
  check_area (r, "result");
  free_area (a), free_area (r), free_area (expected);
}

static void
try_against_toom (const struct comba_ntt *ntt, const struct comba_config *config, mp_size_t an,
                  mp_size_t bn)
{
  struct comba_config k = *config;
  k.ntt = NULL;
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
  random_operand (a, an, (int) random_below (OPERAND_KINDS));
  random_operand (b, bn, 5);
  comba_mul (&k, expected, a, an, b, bn);
  comba_ntt_mul (ntt, r, a, an, b, bn);
  expect_equal (r, expected, an + bn, "%ldx%ld", (long) an, (long) bn);
  check_area (r, "result");

  comba_sqr (&k, expected, b, bn);
  comba_ntt_mul (ntt, r, b, bn, b, bn);
  expect_equal (r, expected, 2 * bn, "square of %ld", (long) bn);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* Scratch for operands of n limbs is enough for shorter ones for which comba_product may use
   transforms. */
static void
try_itch (const char *name, const struct comba_ntt *ntt)
{
  check_begin ("%s: scratch for longer operands", name);
  size_t before = 0;
  for (mp_size_t n = 1; n <= 1000000; n += 1 + n / 100)
    {
      const size_t itch = ntt->itch (n, n, 1);
      if (itch < before)
        check_fail ("%ld limbs need %ld, shorter ones %ld", (long) n, (long) itch, (long) before);
      for (mp_size_t bn = COMBA_PRODUCT_NTT_MIN; bn < n; bn += 1 + bn / 3)
        if (ntt->itch (n, bn, 1) > itch)
          check_fail ("%ld limbs and %ld need more than %ld and %ld", (long) n, (long) bn, (long) n, (long) n);
      before = itch;
    }
  check_end ();
}

static void
try_large (const char *name, const struct comba_ntt *ntt, const struct comba_config *config)
{
  check_begin ("%s: all ones, each length to large sizes", name);
  for (mp_size_t n = 1; n <= tests_max (200000); n += 1 + n / 11)
    {
      try_ones (ntt, n, n);
      try_ones (ntt, n, 1 + n / 7);
    }
  try_ones (ntt, tests_max (700000), tests_max (300000));
  check_end ();

  check_begin ("%s: mul and sqr as Toom", name);
  for (mp_size_t n = 10000; n <= tests_max (80000); n += n / 3)
    try_against_toom (ntt, config, n + n / 5, n);
  try_against_toom (ntt, config, tests_max (200000), tests_max (150000));
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *config = comba_configs[i];
      const char *reason = tests_why_not_by (i, ntt);
      if (reason != NULL)
        check_skip (reason, "transforms of CPU configuration %s", config->name);
      else
        {
          try_sizes (config->name, config->ntt);
          try_itch (config->name, config->ntt);
          try_large (config->name, config->ntt, config);
        }
    }
  return tests_end ();
}
