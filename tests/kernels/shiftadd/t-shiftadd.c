/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products without a multiplier: bit by bit, by the basecases, with Toom above them, and by sliding
   windows of every width, with and without signs, on values of every number of bits up to 2000. */

#include "../../tests.h"
#include "kernels/shiftadd/shiftadd.h"
#include "mul/mul.h"
#include "config/list.h"

struct windows
{
  int m, is_signed;
};

static void
mul_windows (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct windows *w = context;
  comba_mul_windows (rp, ap, an, bp, bn, w->m, w->is_signed);
}

static void
sqr_windows (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct windows *w = context;
  comba_sqr_windows (rp, ap, n, w->m, w->is_signed);
}

static void
mul_config (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul (context, rp, ap, an, bp, bn);
}

static void
sqr_config (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_sqr (context, rp, ap, n);
}

/* A value of BITS bits whose top bit is set. */
static void
value_of_bits (mp_ptr p, mp_size_t bits, int kind)
{
  mp_size_t n = (bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS;
  int unused = (int) (n * GMP_LIMB_BITS - bits);
  random_operand (p, n, kind);
  p[n - 1] = (p[n - 1] | (mp_limb_t) 1 << (GMP_LIMB_BITS - 1)) >> unused;
}

static void
try_bits (struct windows *w, mp_size_t max)
{
  mp_size_t limbs = (max + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS;
  mp_ptr a = new_area (limbs), b = new_area (limbs), r = new_area (2 * limbs);
  mp_ptr expected = new_area (2 * limbs);
  for (mp_size_t bits = 1; bits <= max; bits++)
    {
      mp_size_t n = (bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS;
      for (int i = 0; i < 2; i++)
        {
          int kind = (int) random_below (OPERAND_KINDS);
          value_of_bits (a, bits, kind);
          value_of_bits (b, bits, (int) random_below (OPERAND_KINDS));
          reference_mul (expected, a, n, a, n);
          comba_sqr_windows (r, a, n, w->m, w->is_signed);
          expect_equal (r, expected, 2 * n, "the square of %ld bits, kind %d", (long) bits, kind);
          reference_mul (expected, a, n, b, n);
          comba_mul_windows (r, a, n, b, n, w->m, w->is_signed);
          expect_equal (r, expected, 2 * n, "the product of %ld bits, kind %d", (long) bits, kind);
        }
    }
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* Every value of a few bits: all digits and carries. */
static void
try_all_values (struct windows *w)
{
  for (mp_limb_t a = 0; a < 1 << 13; a++)
    {
      mp_limb_t r[2], expected[2];
      reference_mul (expected, &a, 1, &a, 1);
      comba_sqr_windows (r, &a, 1, w->m, w->is_signed);
      expect_equal (r, expected, 2, "the square of %lu", (unsigned long) a);
      comba_mul_windows (r, &a, 1, &a, 1, w->m, w->is_signed);
      expect_equal (r, expected, 2, "%lu squared by mul_windows", (unsigned long) a);
    }
}

static void
try_windows (struct windows *w)
{
  const char *digits = w->is_signed ? "signed" : "unsigned";
  mp_size_t block = COMBA_WINDOWS_BLOCK, small = tests_max (40);

  check_begin ("%s windows, m = %d: all values of 13 bits", digits, w->m);
  try_all_values (w);
  check_end ();

  mp_size_t bits = tests_max (2000 / GMP_LIMB_BITS + 1) * GMP_LIMB_BITS;
  check_begin ("%s windows, m = %d: values of 1 to 2000 bits", digits, w->m);
  try_bits (w, bits < 2000 ? bits : 2000);
  check_end ();

  check_begin ("%s windows, m = %d: mul", digits, w->m);
  for (mp_size_t an = 1; an <= small; an++)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 4)
      try_mul (mul_windows, w, an, bn);
  for (mp_size_t bn = tests_max (block - 1); bn <= tests_max (2 * block + 1); bn += 1 + bn / 20)
    for (mp_size_t an = bn; an <= tests_max (3 * block); an += 1 + an / 3)
      try_mul (mul_windows, w, an, bn);
  try_mul (mul_windows, w, tests_max (500), 1);
  try_mul (mul_windows, w, tests_max (500), 3);
  for (mp_size_t n = 1; n <= small; n += 1 + n / 4)
    {
      try_mul_overlaps (mul_windows, w, n + n / 3, n);
      try_mul_edges (mul_windows, w, n + n / 3, n);
    }
  check_end ();

  check_begin ("%s windows, m = %d: sqr", digits, w->m);
  for (mp_size_t n = 1; n <= tests_max (2 * block + 1); n++)
    try_sqr (sqr_windows, w, n);
  for (mp_size_t n = 1; n <= small; n++)
    try_sqr_edges (sqr_windows, w, n);
  check_end ();
}

static void
mul_kernel (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  k->mul_basecase (rp, ap, an, bp, bn);
}

static void
sqr_kernel (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const struct comba_config *k = context;
  k->sqr_basecase (rp, ap, n);
}

/* Basecases at all sizes up to three blocks of windows. */
static void
try_basecases (const char *name, comba_mul_basecase_fn *mul, comba_sqr_basecase_fn *sqr)
{
  struct comba_config k = comba_config_no_multiplier;
  k.mul_basecase = mul, k.sqr_basecase = sqr;
  const mp_size_t max = tests_max (3 * COMBA_WINDOWS_BLOCK), small = tests_max (40);

  check_begin ("%s: products", name);
  for (mp_size_t an = 1; an <= max; an += 1 + an / 16)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      try_mul (mul_kernel, &k, an, bn);
  for (mp_size_t n = 1; n <= small; n += 1 + n / 4)
    {
      try_mul_overlaps (mul_kernel, &k, n + n / 3, n);
      try_mul_edges (mul_kernel, &k, n + n / 3, n);
    }
  check_end ();

  check_begin ("%s: squares", name);
  for (mp_size_t n = 1; n <= max; n++)
    try_sqr (sqr_kernel, &k, n);
  for (mp_size_t n = 1; n <= small; n++)
    try_sqr_edges (sqr_kernel, &k, n);
  check_end ();
}

/* Windows at nearly all sizes. */
static void
mul_early_windows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn < 2)
    comba_mul_bit_by_bit (rp, ap, an, bp, bn);
  else
    comba_mul_windows (rp, ap, an, bp, bn, 4, 1);
}

static void
sqr_early_windows (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n < 2)
    comba_sqr_bit_by_bit (rp, ap, n);
  else
    comba_sqr_windows (rp, ap, n, 4, 1);
}

/* Toom-22 and pieces from a size on: over basecases alone, or also over windows. */
static void
try_paths (const char *name, struct comba_config k, mp_size_t toom22, mp_size_t toom33)
{
  k.thresholds.mul_toom22 = k.thresholds.mul_pieces = k.thresholds.sqr_toom2 = toom22;
  k.thresholds.mul_toom33 = k.thresholds.sqr_toom3 = toom33;
  mp_size_t max = tests_max (100);

  check_begin ("Toom over %s: products of every shape", name);
  for (mp_size_t an = 1; an <= max; an++)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 16)
      try_mul_briefly (mul_config, &k, an, bn);
  for (mp_size_t bn = 1; 2 * bn - 1 <= max; bn++)
    try_mul (mul_config, &k, 2 * bn - 1, bn);
  check_end ();

  check_begin ("Toom over %s: squares", name);
  for (mp_size_t n = 1; n <= max; n++)
    try_sqr (sqr_config, &k, n);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (int is_signed = 0; is_signed <= 1; is_signed++)
    for (int m = 1; m <= COMBA_WINDOW_MAX; m++)
      try_windows (&(struct windows) { m, is_signed });
  try_basecases ("bit by bit", comba_mul_bit_by_bit, comba_sqr_bit_by_bit);
  struct comba_config k = comba_config_no_multiplier;
  const mp_size_t from = k.thresholds.mul_toom22;
  try_paths ("windows from some limbs on", k, from, k.thresholds.mul_toom33);
  try_paths ("windows at once", k, 1, from);
  try_paths ("windows alone", k, 1, COMBA_NEVER);
  struct comba_toom_linear linear = *k.toom;
  linear.mul2 = NULL, linear.sqr2 = NULL;
  k.toom = &linear, k.mul_basecase = mul_early_windows, k.sqr_basecase = sqr_early_windows;
  try_paths ("windows as a basecase", k, 5, COMBA_NEVER);
  CHECK_THAT (comba_config_no_multiplier.own_jumps == 0 && comba_config_no_multiplier.mul_n_max == 0
              && comba_config_no_multiplier.sqr_n_max == 0,
              "no kernels for fixed sizes: then the entry points multiply no single limbs");
  return tests_end ();
}
