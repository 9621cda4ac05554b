/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation with cached complex transforms: compared with the representation over
   limbs, whose elements are the same; chosen results that wrap around; the number of transforms'
   products; a context without prepared operands. */

#include "moduli.h"

#include "mul/fft/fft.h"

static const struct comba_representation *const rep = &comba_representation_montgomery_fft;

/* The configuration's FFT, counted. */
static const struct comba_fft *real;
static int prepared, refuse_from;

static int
counted_prepare (mp_size_t m, mp_ptr factor, mp_srcptr bp, mp_size_t bn)
{
  return ++prepared < refuse_from && real->prepare (m, factor, bp, bn);
}

static int products;

static mp_limb_t
counted_mul_prepared (mp_size_t m, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr factor, mp_ptr scratch)
{
  products++;
  return real->mul_prepared (m, rp, rn, ap, an, factor, scratch);
}

struct trial
{
  const struct comba_config *k;
  mp_size_t n;
  mp_ptr p, context, plain, scratch;
};

static void
begin (struct trial *t, const struct comba_config *k, mp_size_t n, int kind)
{
  const size_t plain_itch = comba_representation_montgomery.itch (n);
  *t = (struct trial) { .k = k, .n = n, .p = new_area (n) };
  t->context = new_scratch (rep->context_size (n));
  t->plain = new_scratch (comba_representation_montgomery.context_size (n));
  t->scratch = new_scratch (rep->itch (n));
  if (plain_itch > rep->itch (n))
    check_fail ("%ld limbs: less scratch than without transforms", (long) n);
  random_modulus (t->p, n, kind, 1);
  prepared = 0;
  rep->init (k, t->context, t->p, n, t->scratch);
  comba_representation_montgomery.init (k, t->plain, t->p, n, t->scratch);
}

static void
end (struct trial *t)
{
  free_scratch (t->context), free_scratch (t->plain), free_scratch (t->scratch);
  free_area (t->p);
}

/* Both elements have the same residue. */
static void
expect_same (const struct trial *t, mp_srcptr x, mp_srcptr expected, const char *what, int kind)
{
  mp_ptr r = new_area (t->n), s = new_area (t->n);
  comba_representation_montgomery.decode (t->k, t->plain, r, x, t->scratch);
  comba_representation_montgomery.decode (t->k, t->plain, s, expected, t->scratch);
  expect_equal (r, s, t->n, "%s, %ld limbs, modulus of kind %d", what, (long) t->n, kind);
  free_area (r), free_area (s);
}

/* Products of any elements, up to beta^n - 1, by two products of transforms each; or none. */
static void
try_products (const struct trial *t, int kind, int each)
{
  const mp_size_t n = t->n;
  mp_ptr x = new_element (rep, n), y = new_element (rep, n), z = new_element (rep, n), expected = new_element (rep, n);
  for (int i = 0; i < 4; i++)
    {
      random_operand (x, n, i == 0 ? 0 : OPERAND_KINDS - i), random_operand (y, n, i < 2 ? 0 : OPERAND_KINDS - 1);
      products = 0;
      rep->mul (t->k, t->context, z, x, y, t->scratch);
      comba_representation_montgomery.mul (t->k, t->plain, expected, x, y, t->scratch);
      expect_same (t, z, expected, "product", kind);
      rep->sqr (t->k, t->context, x, x, t->scratch);
      rep->mul (t->k, t->context, y, y, y, t->scratch);
      if (products != 3 * each)
        check_fail ("%ld limbs: %d products by prepared factors", (long) n, products);
      comba_representation_montgomery.mul (t->k, t->plain, expected, z, y, t->scratch);
      rep->mul (t->k, t->context, z, z, y, t->scratch);
      expect_same (t, z, expected, "product in place", kind);
    }
  free_scratch (x), free_scratch (y), free_scratch (z), free_scratch (expected);
}

/* The product of the numbers 1 and C = H beta^n mod P is H: for each H = factor beta^at - less. */
static void
try_result (const struct trial *t, mp_size_t at, mp_limb_t factor, mp_limb_t less)
{
  const mp_size_t n = t->n;
  mp_ptr h = new_area (2 * n), one = new_element (rep, n), x = new_element (rep, n);
  memset (h, 0, BYTES (2 * n)), memset (one, 0, BYTES (n));
  h[n + at] = factor, one[0] = 1;
  if (less != 0 && at > 0)
    {
      h[n + at]--;
      for (mp_size_t i = 0; i < at; i++)
        h[n + i] = COMBA_LIMB_MAX;
    }
  reference_mod (x, h, 2 * n, t->p, n);
  rep->mul (t->k, t->context, x, x, one, t->scratch);
  expect_equal (x, h + n, n, "the result %ld beta^%ld - %ld of %ld limbs", (long) factor, (long) at, (long) less, (long) n);
  free_area (h), free_scratch (one), free_scratch (x);
}

static void
try_results (const struct trial *t)
{
  const mp_size_t n = t->n, m = t->k->fft->size (n + 1);
  for (mp_size_t at = 0; at < n - 1; at = at < m - n - 1 && m - n < n - 1 ? m - n - 1 : at + 1 + (n - at) / 3)
    for (mp_limb_t less = 0; less < 2; less++)
      {
        try_result (t, at, 1, less);
        try_result (t, at, COMBA_LIMB_MAX, less);
      }
  for (mp_size_t at = m - n; at < n - 1 && at <= m - n + 2; at++)
    try_result (t, at, 1, 0), try_result (t, at, 3, 1);
}

static void
try_config (const struct comba_config *config)
{
  struct comba_config k = *config;
  struct comba_fft fft = *config->fft;
  const mp_size_t longest = fft.plus_max - 1;
  real = config->fft;
  fft.prepare = counted_prepare, fft.mul_prepared = counted_mul_prepared, k.fft = &fft;
  refuse_from = 3;

  check_begin ("%s: as over limbs, every small size", k.name);
  for (mp_size_t n = 1; n <= tests_max (70); n++)
    for (int kind = 0; kind < MODULUS_KINDS; kind++)
      {
        struct trial t;
        begin (&t, &k, n, kind);
        try_products (&t, kind, 2);
        end (&t);
      }
  check_end ();

  check_begin ("%s: around the lengths of transforms", k.name);
  for (mp_size_t m = fft.size (1); m != 0 && m <= tests_max (fft.plus_max); m = fft.size (m + 1))
    for (mp_size_t n = m - 1; n <= m && n <= longest; n++)
      {
        struct trial t;
        const int kind = (int) random_below (MODULUS_KINDS);
        begin (&t, &k, n, kind);
        try_products (&t, kind, 2);
        end (&t);
      }
  check_end ();

  check_begin ("%s: results that wrap around", k.name);
  for (mp_size_t n = 1; n <= tests_max (300); n += 1 + n / 9)
    {
      struct trial t;
      begin (&t, &k, n, n < 2 ? MODULUS_KINDS - 1 : 4);
      try_results (&t);
      end (&t);
    }
  check_end ();

  check_begin ("%s: without prepared operands, if there are none", k.name);
  for (refuse_from = 1; refuse_from <= 2; refuse_from++)
    for (mp_size_t n = 5; n <= tests_max (250); n += 40)
      {
        struct trial t;
        begin (&t, &k, n, MODULUS_KINDS - 1);
        try_products (&t, MODULUS_KINDS - 1, 0);
        end (&t);
      }
  check_end ();

  check_begin ("%s: from the threshold on, as far as there are transforms", k.name);
  k.thresholds.mod_fft = 30;
  if (comba_representation_serves (rep, &k, 29, 1) || !comba_representation_serves (rep, &k, 30, 1)
      || comba_representation_serves (rep, &k, 30, 0) || !comba_representation_serves (rep, &k, longest, 1)
      || comba_representation_serves (rep, &k, longest + 1, 1))
    check_fail ("the range is wrong");
  k.fft = NULL;
  if (comba_representation_serves (rep, &k, 30, 1))
    check_fail ("without complex transforms");
  const mp_size_t from = config->thresholds.mod_fft;
  if (from <= longest && comba_representation_for (config, from, 1, COMBA_REPRESENTATION_ANY, NULL) != rep)
    check_fail ("it is not used at %ld limbs", (long) from);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *reason = tests_why_not_by (i, fft);
      if (reason != NULL)
        check_skip (reason, "cached complex transforms of CPU configuration %s", comba_configs[i]->name);
      else
        try_config (comba_configs[i]);
    }
  return tests_end ();
}
