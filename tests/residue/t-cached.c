/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Cached transforms: contexts have them from thresholds.mod_ntt limbs on and not below, for
   canonical residues and for encoded residues of even moduli; and products of both; and long moduli. */

#include "moduli.h"
#include "../entry/each_config.h"
#include "api/context.h"
#include "residue/cached.h"

static void
expect_ok (int status, const char *what)
{
  if (status != COMBA_OK)
    check_fail ("%s: %s", what, comba_status_text (status));
}

/* Products and squares of canonical and of encoded residues. */
static void
try_products (const struct comba_mod *c, mp_srcptr p, mp_size_t n, int a_kind)
{
  const mp_size_t size = comba_mod_encoded_size (c);
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  mp_ptr x = new_scratch (size), y = new_scratch (size);
  random_residue (a, p, n, a_kind);
  random_residue (b, p, n, RESIDUE_KINDS - 1);
  expect_ok (comba_mod_encode (c, x, a), "encode");
  expect_ok (comba_mod_encode (c, y, b), "encode");

  reference_mulmod (expected, a, b, p, n);
  expect_ok (comba_mod_mul (c, r, a, b), "mul");
  expect_equal (r, expected, n, "product mod %ld limbs", (long) n);
  expect_ok (comba_mod_mul_encoded (c, y, x, y), "mul_encoded");
  expect_ok (comba_mod_decode (c, r, y), "decode");
  expect_equal (r, expected, n, "encoded product, %ld limbs", (long) n);

  reference_mulmod (expected, a, a, p, n);
  expect_ok (comba_mod_sqr (c, a, a), "sqr");
  expect_equal (a, expected, n, "square mod %ld limbs in place", (long) n);
  expect_ok (comba_mod_sqr_encoded (c, x, x), "sqr_encoded");
  expect_ok (comba_mod_decode (c, r, x), "decode");
  expect_equal (r, expected, n, "encoded square, %ld limbs", (long) n);
  check_area (r, "result"), check_area (a, "square");
  free_scratch (x), free_scratch (y);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

static void
try_context (mp_size_t n, int kind, int odd, int cached)
{
  mp_ptr p = new_area (n);
  random_modulus (p, n, kind, odd);
  p[0] -= !odd && p[0] % 2 == 1;
  struct comba_mod *c = NULL;
  expect_ok (comba_mod_init (&c, p, n), "init");
  const int same = c->rep_context == c->canonical_context;
  if (c->canonical != (cached ? &comba_representation_barrett_cached : &comba_representation_barrett)
      || c->rep->odd_only != odd || same == odd || (!odd && c->rep != c->canonical))
    check_fail ("%ld limbs: canonical residues in %s, representation %s", (long) n, c->canonical->name, c->rep->name);
  try_products (c, p, n, (int) random_below (RESIDUE_KINDS));
  comba_mod_clear (c);
  free_area (p);
}

/* Moduli whose products take little memory: Montgomery's representation against Barrett's, with exactly
   the scratch that it asks for. */
static void
try_long (const struct comba_config *k, mp_size_t n)
{
  const struct comba_representation *const m = &comba_representation_montgomery_cached, *const b = &comba_representation_barrett;
  const mp_size_t an = 2 * n + 3;
  check_begin ("%s: a long modulus, %ld limbs", k->name, (long) n);
  mp_ptr p = new_area (n), a = new_area (an), results[2];
  random_operand (p, n, 5), random_operand (a, an, 5);
  p[0] |= 1, p[n - 1] |= 1;
  for (int i = 0; i < 2; i++)
    {
      const struct comba_representation *const rep = i == 0 ? m : b;
      const mp_size_t element = (mp_size_t) rep->element_size (n);
      mp_ptr context = new_scratch (rep->context_size (n)), x = new_scratch ((size_t) element), y = new_scratch ((size_t) element);
      mp_ptr scratch = new_scratch (rep->itch (n));
      results[i] = new_area (n);
      rep->init (k, context, p, n, scratch);
      rep->encode (k, context, x, a, an, scratch);
      rep->encode (k, context, y, a, n - 1, scratch);
      rep->mul (k, context, y, x, y, scratch);
      rep->sqr (k, context, x, y, scratch);
      rep->decode (k, context, results[i], x, scratch);
      free_scratch (context), free_scratch (x), free_scratch (y), free_scratch (scratch);
    }
  expect_equal (results[0], results[1], n, "%ld limbs", (long) n);
  check_area (results[0], "result");
  free_area (p), free_area (a), free_area (results[0]), free_area (results[1]);
  check_end ();
}

static void
body (const char *config)
{
  const struct comba_config *const k = comba_active ();
  const mp_size_t from = COMBA_NTT_LITTLE_FROM;
  if (comba_cached_serves (k, from, 0) && tests_max (from) == from)
    try_long (k, from), try_long (k, from - 1);
  else
    check_skip ("no transforms, or moduli would be long", "%s: long moduli", config);
  const mp_size_t n = comba_active ()->thresholds.mod_ntt;
  if (n > tests_max (500))
    {
      check_skip ("moduli would be long", "%s: cached transforms", config);
      return;
    }
  check_begin ("%s: cached transforms, from %ld limbs", config, (long) n);
  for (int odd = 0; odd <= 1; odd++)
    {
      try_context (n, 7, odd, 1);
      try_context (n + 1, 0, odd, 1);
      try_context (n - 1, 4 * odd, odd, 0);
    }
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
