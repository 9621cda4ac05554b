/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The self-test passes for every configuration, and fails for one with a single wrong limb. */

#include "../tests.h"
#include "div/div.h"
#include "arith/arith.h"
#include "residue/contexts.h"
#include "residue/lanes.h"
#include "config/list.h"
#include "mul/fft/fft.h"

static mp_size_t wrong_size;
static mp_size_t wrong_limb;

static void
wrong_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
  if (an == wrong_size)
    rp[wrong_limb]++;
}

/* Kernels for one size of a with one wrong limb; the last one is the returned limb. */
static mp_limb_t
right_rows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}

static mp_limb_t
wrong_rows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t top = right_rows (rp, ap, an, bp, bn);
  if (wrong_limb < an + bn)
    rp[wrong_limb]++;
  return top + (wrong_limb == an + 3 && bn == 3);
}

/* RIGHT for all sizes but one. */
static int
passes_by_rows (comba_mul_rows_fn *wrong)
{
  struct comba_config k = comba_config_portable;
  for (mp_size_t an = 1; an <= COMBA_MUL_ROWS_MAX; an++)
    k.mul_rows[an] = an == wrong_size ? wrong : right_rows;
  return comba_selftest_fixed (&k);
}

/* RIGHT, or wrong for one size; the returned limb counts as limb 2 an. */
static mp_limb_t
right_equal (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  return right_rows (rp, ap, an, bp, an);
}

static mp_limb_t
wrong_equal (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  mp_limb_t top = right_equal (rp, ap, an, bp);
  if (an == wrong_size && wrong_limb < 2 * an)
    rp[wrong_limb]++;
  return top + (an == wrong_size && wrong_limb == 2 * an);
}

static int
passes_equal (comba_mul_fixed_fn *f)
{
  struct comba_config k = comba_config_portable;
  for (mp_size_t n = 1; n <= COMBA_MUL_EQUAL_MAX; n++)
    k.mul_equal[n] = f;
  return comba_selftest_fixed (&k);
}

/* The shorter operand's size does not matter; the returned limb counts as limb 2 an. */
static mp_limb_t
wrong_unequal (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t top = right_rows (rp, ap, an, bp, bn);
  if (an == wrong_size && wrong_limb < an + bn)
    rp[wrong_limb]++;
  return top + (an == wrong_size && wrong_limb == 2 * an);
}

static int
passes_unequal (comba_mul_rows_fn *f)
{
  struct comba_config k = comba_config_portable;
  k.mul_unequal = f;
  return comba_selftest_fixed (&k);
}

/* A quotient by division and subtraction; limb dn + i counts as limb i of the quotient. */
static mp_limb_t
wrong_div (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, const mp_limb_t *reciprocal)
{
  (void) reciprocal;
  mp_limb_t *const q = malloc (BYTES (nn - dn + 1));
  comba_divide (&comba_config_portable, q, rp, np, nn, dp, dn);
  if (dn == wrong_size)
    (wrong_limb < dn ? rp : q - dn)[wrong_limb]++;
  memcpy (qp, q, BYTES (nn - dn));
  const mp_limb_t top = q[nn - dn];
  free (q);
  return top;
}

static int
passes_div (void)
{
  struct comba_config k = comba_config_portable;
  k.div_vectors = (struct comba_div_vectors) { wrong_div, 40 };
  return comba_selftest_rest (&k);
}

static void
wrong_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_config_portable.sqr_basecase (rp, ap, n);
  if (n == wrong_size)
    rp[wrong_limb]++;
}

/* Montgomery's reductions with a wrong limb. */

static void
wrong_redc_rows (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows)
{
  for (mp_size_t i = 0; i < rows; i++)
    tp[i] = comba_config_portable.addmul_1 (tp + i, pp, n, tp[i] * mu);
  if (n == wrong_size)
    tp[rows + wrong_limb]++;
}

/* All n rows, or one more. */
static mp_size_t rows_of_redc;

static mp_limb_t
wrong_redc_n (mp_ptr zp, mp_ptr tp, mp_srcptr context)
{
  const mp_size_t n = wrong_size, rows = rows_of_redc;
  mp_limb_t t[2 * COMBA_REDC_MAX + 2] = { 0 };
  memcpy (t, tp, BYTES (2 * n));
  for (mp_size_t i = 0; i < rows; i++)
    {
      const mp_limb_t carry = comba_config_portable.addmul_1 (t + i, context + COMBA_ROWS_P, n,
                                                              t[i] * context[COMBA_ROWS_M]);
      comba_add_1_var (t + i + n, n + 2 - i, carry);
    }
  memcpy (zp, t + rows, BYTES (n));
  if (wrong_limb < n)
    zp[wrong_limb]++;
  return t[n + rows] + (wrong_limb == n);
}

/* Products by one limb with a wrong limb, which may be the returned one. */

static mp_limb_t
spoilt (mp_ptr rp, mp_size_t n, mp_limb_t limb)
{
  if (n == wrong_size && wrong_limb < n)
    rp[wrong_limb]++;
  return limb + (n == wrong_size && wrong_limb == n);
}

static mp_limb_t
wrong_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return spoilt (rp, n, comba_mul_1 (rp, ap, n, b, carry));
}

static mp_limb_t
without_carry (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  return comba_mul_1 (rp, ap, n, b, n == wrong_size ? 0 : carry);
}

static mp_limb_t
wrong_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return spoilt (rp, n, comba_addmul_1 (rp, ap, n, b));
}

static mp_limb_t
wrong_submul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  return spoilt (rp, n, comba_submul_1 (rp, ap, n, b));
}

static void
try_by_limb (comba_mul_1_fn *mul_1, comba_addmul_1_fn *addmul_1, comba_addmul_1_fn *submul_1, mp_size_t at, const char *what)
{
  struct comba_config k = comba_config_portable;
  k.by_limb.mul_1[at] = mul_1, k.by_limb.addmul_1[at] = addmul_1, k.by_limb.submul_1[at] = submul_1;
  if (comba_selftest_fixed (&k))
    check_fail ("%s: limb %ld of %ld", what, (long) wrong_limb, (long) wrong_size);
}

#ifdef COMBA_X86_64

/* Linear functions with a wrong limb, which may be the returned one. */

static mp_limb_t
wrong_add_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return spoilt (rp, n, comba_add_nc (rp, ap, bp, n, carry));
}

static mp_limb_t
wrong_sub_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return spoilt (rp, n, comba_sub_nc (rp, ap, bp, n, carry));
}

static mp_limb_t
wrong_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return spoilt (rp, n, comba_lshift (rp, ap, n, s));
}

static mp_limb_t
wrong_rshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return spoilt (rp, n, comba_rshift (rp, ap, n, s));
}

static void
wrong_copyi (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_copyi (rp, ap, n);
  spoilt (rp, n, 0);
}

static void
wrong_copyd (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_copyd (rp, ap, n);
  spoilt (rp, n, 0);
}

static void
wrong_com (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_com (rp, ap, n);
  spoilt (rp, n, 0);
}

static mp_bitcnt_t
wrong_popcount (mp_srcptr ap, mp_size_t n)
{
  return comba_popcount (ap, n) + (n == wrong_size);
}

static mp_bitcnt_t
wrong_hamdist (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return comba_hamdist (ap, bp, n) + (n == wrong_size);
}

static void
try_linear (void)
{
  enum { FUNCTIONS = 9 };
  const struct comba_linear *const good = comba_config_portable.linear;
  for (int f = 0; f < FUNCTIONS; f++)
    {
      struct comba_linear linear = *good;
      struct comba_config k = comba_config_portable;
      k.linear = &linear;
      switch (f)
        {
        case 0: linear.add_nc = wrong_add_nc; break;
        case 1: linear.sub_nc = wrong_sub_nc; break;
        case 2: linear.lshift = wrong_lshift; break;
        case 3: linear.rshift = wrong_rshift; break;
        case 4: linear.copyi = wrong_copyi; break;
        case 5: linear.copyd = wrong_copyd; break;
        case 6: linear.com = wrong_com; break;
        case 7: linear.popcount = wrong_popcount; break;
        default: linear.hamdist = wrong_hamdist; break;
        }
      const int returns_none = f >= 4 && f <= 6;
      if (comba_selftest_fixed (&k) && !(returns_none && wrong_limb == wrong_size))
        check_fail ("linear function %d: limb %ld of %ld", f, (long) wrong_limb, (long) wrong_size);
    }
}

#else

static void
try_linear (void)
{
}

#endif

/* Residues side by side with a wrong digit in one lane, in a product, a square, a number or an entry of
   a table. */

static const struct comba_lanes *right_lanes;
static mp_size_t wrong_digits, wrong_digit;
static int wrong_lane;

static void
spoil_digit (mp_ptr xp, mp_size_t digits)
{
  if (digits == wrong_digits)
    right_lanes->put (xp + wrong_digit * right_lanes->lanes, wrong_lane, 1, &(mp_limb_t) { 5 }, 1);
}

static void
wrong_lanes_mul (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr pp, mp_size_t digits, mp_ptr scratch)
{
  right_lanes->mul (zp, xp, yp, pp, digits, scratch);
  spoil_digit (zp, digits);
}

static void
wrong_lanes_sqr (mp_ptr zp, mp_srcptr xp, mp_srcptr pp, mp_size_t digits, mp_ptr scratch)
{
  right_lanes->sqr (zp, xp, pp, digits, scratch);
  spoil_digit (zp, digits);
}

static void
wrong_put (mp_ptr xp, int lane, mp_size_t digits, mp_srcptr ap, mp_size_t an)
{
  right_lanes->put (xp, lane, digits, ap, an);
  if (lane == wrong_lane)
    spoil_digit (xp, digits);
}

static mp_limb_t
wrong_get (mp_ptr rp, mp_size_t n, mp_srcptr xp, int lane, mp_size_t digits)
{
  const mp_limb_t top = right_lanes->get (rp, n, xp, lane, digits);
  if (lane == wrong_lane && digits == wrong_digits)
    rp[n - 1] ^= 1;
  return top;
}

static void
wrong_select (mp_ptr xp, mp_srcptr table, mp_size_t digits, size_t count, const mp_limb_t *index)
{
  right_lanes->select (xp, table, digits, count, index);
  spoil_digit (xp, digits - COMBA_LANES_PADDING);
}

static void
try_lanes (const struct comba_config *k)
{
  right_lanes = k->lanes.kernel;
  struct comba_config c = *k;
  for (mp_size_t n = 4; n <= 8; n++)
    for (wrong_digits = (GMP_LIMB_BITS * n + 3 + right_lanes->digit_bits - 1) / right_lanes->digit_bits, wrong_digit = 0;
         wrong_digit < wrong_digits; wrong_digit++)
      for (wrong_lane = 0; wrong_lane < right_lanes->lanes; wrong_lane++)
        for (int f = 0; f < 5; f++)
          {
            struct comba_lanes lanes = *right_lanes;
            switch (f)
              {
              case 0: lanes.mul = wrong_lanes_mul; break;
              case 1: lanes.sqr = wrong_lanes_sqr; break;
              case 2: lanes.put = wrong_put; break;
              case 3: lanes.get = wrong_get; break;
              default: lanes.select = wrong_select; break;
              }
            c.lanes.kernel = &lanes;
            if (comba_selftest_rest (&c))
              check_fail ("function %d: digit %ld of %ld, lane %d", f, (long) wrong_digit, (long) wrong_digits, wrong_lane);
          }
}

/* A transform of the length whose products have wrong_size limbs, with a wrong limb. */
static const struct comba_fft *right_fft;

static int
wrong_fft (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  const int done = right_fft->mul (rp, ap, an, bp, bn, scratch);
  rp[wrong_limb] ^= an + bn == wrong_size;
  return done;
}

static void
try_fft (const struct comba_config *k)
{
  const mp_size_t sizes[] = { 40, 192, 320, 384 };
  struct comba_config c = *k;
  right_fft = k->fft;
  struct comba_fft fft = *right_fft;
  fft.mul = wrong_fft;
  c.fft = &fft;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (wrong_size = sizes[i], wrong_limb = 0; wrong_limb < wrong_size; wrong_limb++)
      if (comba_selftest_transforms (&c))
        check_fail ("limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason == NULL)
        {
          CHECK_THAT (comba_selftest (k), "%s passes", k->name);
          if (k->lanes.kernel != NULL)
            {
              check_begin ("%s: a wrong residue side by side is found", k->name);
              try_lanes (k);
              check_end ();
            }
          if (k->fft != NULL)
            {
              check_begin ("%s: a wrong complex transform is found", k->name);
              try_fft (k);
              check_end ();
            }
        }
      else
        check_skip (reason, "%s passes", k->name);
    }

  check_begin ("a wrong carry is found");
  for (wrong_size = 1; wrong_size <= 24; wrong_size++)
    for (wrong_limb = 0; wrong_limb < 2 * wrong_size; wrong_limb++)
      {
        struct comba_config k = comba_config_portable;
        k.sqr_basecase = wrong_sqr;
        if (comba_selftest (&k))
          check_fail ("sqr: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
        if (wrong_limb > wrong_size)    /* the shortest product has one limb more than a */
          continue;
        try_linear ();
        const mp_size_t at[] = { 0, comba_by_limb_of (wrong_size) };
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
          {
            try_by_limb (wrong_mul_1, comba_addmul_1, comba_submul_1, at[i], "mul_1");
            try_by_limb (without_carry, comba_addmul_1, comba_submul_1, at[i], "mul_1's carry");
            try_by_limb (comba_mul_1, wrong_addmul_1, comba_submul_1, at[i], "addmul_1");
            try_by_limb (comba_mul_1, comba_addmul_1, wrong_submul_1, at[i], "submul_1");
          }
        k = comba_config_portable;
        k.mul_basecase = wrong_mul;
        if (comba_selftest (&k))
          check_fail ("mul: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
      }
  for (wrong_size = 3; wrong_size <= COMBA_MUL_ROWS_MAX; wrong_size++)
    {
      if (!passes_by_rows (right_rows))
        check_fail ("mul_rows: fails without one");
      for (wrong_limb = 0; wrong_limb <= wrong_size + 3; wrong_limb++)
        if (passes_by_rows (wrong_rows))
          check_fail ("mul_rows: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
    }
  if (!passes_equal (right_equal))
    check_fail ("mul_equal: fails without one");
  for (wrong_size = 1; wrong_size <= COMBA_MUL_EQUAL_MAX; wrong_size++)
    for (wrong_limb = 0; wrong_limb <= 2 * wrong_size; wrong_limb++)
      if (passes_equal (wrong_equal))
        check_fail ("mul_equal: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
  if (!passes_unequal (right_rows))
    check_fail ("mul_unequal: fails without one");
  for (wrong_size = 2; wrong_size <= 24; wrong_size++)
    for (wrong_limb = 0; wrong_limb <= 2 * wrong_size; wrong_limb++)
      if (wrong_limb != 2 * wrong_size - 1 && passes_unequal (wrong_unequal))
        check_fail ("mul_unequal: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
  wrong_size = 1;
  if (!passes_div ())
    check_fail ("div_vectors: fails without one");
  const mp_size_t wrong_divisors[] = { 7, 13, 37, 40 };
  for (size_t i = 0; i < sizeof wrong_divisors / sizeof wrong_divisors[0]; i++)
    for (wrong_size = wrong_divisors[i], wrong_limb = 0; wrong_limb <= wrong_size + 7; wrong_limb++)
      if (passes_div ())
        check_fail ("div_vectors: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
  for (wrong_size = COMBA_REDC_ROWS_MIN; wrong_size <= 18; wrong_size++)
    for (wrong_limb = 0; wrong_limb < wrong_size; wrong_limb++)
      {
        struct comba_config k = comba_config_portable;
        k.redc_rows = wrong_redc_rows;
        if (comba_selftest (&k))
          check_fail ("redc_rows: limb %ld of %ld", (long) wrong_limb, (long) wrong_size);
      }
  for (wrong_size = 3; wrong_size <= COMBA_REDC_MAX; wrong_size++)
    for (rows_of_redc = wrong_size; rows_of_redc <= wrong_size + 1; rows_of_redc++)
      for (wrong_limb = 0; wrong_limb <= wrong_size + 1; wrong_limb++)
        {
          struct comba_config k = comba_config_portable;
          k.redc_n[wrong_size] = (struct comba_redc_fixed) { wrong_redc_n, 1, rows_of_redc };
          if (comba_selftest (&k) != (wrong_limb > wrong_size))
            check_fail ("redc_n: limb %ld of %ld, %ld rows", (long) wrong_limb, (long) wrong_size, (long) rows_of_redc);
        }
  check_end ();
  return tests_end ();
}
