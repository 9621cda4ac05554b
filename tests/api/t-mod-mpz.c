/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The modular functions for mpz_t, and through them those for integers of any size and sign: with
   every algorithm and CPU configuration, compared with mpz_mul and mpz_mod.  Operands are short,
   zero, negative, as large as P and larger, with garbage above their limbs or nothing, and may be
   the result.  Errors and a lack of memory leave the result as it was. */

#include "../residue/moduli.h"
#include "../entry/each_config.h"
#include <comba.h>

static const char *const algorithms[COMBA_MOD_ALGORITHMS] = {
  "auto", "montgomery", "barrett", "bipartite", "tripartite", "multipartite 1", "multipartite 2"
};

enum operand { ZERO, ONE_LIMB, SHORTER, RESIDUE, ABOVE_RESIDUE, MODULUS, AS_LONG, LONGER, MUCH_LONGER, OPERANDS };

static void
expect_ok (int status, const char *what)
{
  if (status != COMBA_OK)
    check_fail ("%s: %s", what, comba_status_text (status));
}

/* mpz_cmp compares sizes first, so a leading zero limb is a difference, too. */
static void
expect_mpz (mpz_srcptr r, mpz_srcptr expected, const char *what, mpz_srcptr p)
{
  if (mpz_cmp (r, expected) != 0)
    gmp_printf ("# %Zx instead of %Zx, modulo %Zx\n", r, expected, p), check_fail ("%s", what);
}

static void
random_limbs (mpz_t a, mp_size_t n)
{
  if (n > 0)
    random_operand (mpz_limbs_write (a, n), n, (int) random_below (OPERAND_KINDS));
  mpz_limbs_finish (a, n);
}

/* Memory for exactly the limbs of A, or for N more, with ones in them. */
static void
set_memory (mpz_t a, mp_size_t n)
{
  const mp_size_t size = (mp_size_t) mpz_size (a), sign = mpz_sgn (a);
  if (random_below (2))
    {
      mpz_realloc2 (a, (mp_bitcnt_t) (size > 0 ? size : 1) * GMP_LIMB_BITS);
      return;
    }
  memset (mpz_limbs_modify (a, size + n) + size, -1, BYTES (n));
  mpz_limbs_finish (a, sign < 0 ? -size : size);
}

static void
random_integer (mpz_t a, mpz_t p, enum operand kind)
{
  const mp_size_t n = (mp_size_t) mpz_size (p);
  switch (kind)
    {
    case ZERO:
      mpz_set_ui (a, 0);
      break;
    case ONE_LIMB:
      random_limbs (a, 1);
      break;
    case SHORTER:
      random_limbs (a, (mp_size_t) random_below (n));
      break;
    case RESIDUE:
      random_limbs (a, n);
      mpz_mod (a, a, p);
      break;
    case ABOVE_RESIDUE:
      mpz_sub_ui (a, p, 1 + random_below (2));
      break;
    case MODULUS:
      mpz_mul_ui (a, p, 1 + random_below (3));
      break;
    case AS_LONG:
      random_limbs (a, n);
      break;
    case LONGER:
      random_limbs (a, n + 1);
      break;
    default:
      random_limbs (a, n + 2 + (mp_size_t) random_below (3 * n));
    }
  if (random_below (2))
    mpz_neg (a, a);
  set_memory (a, n);
}

static void
try_products (const struct comba_mod *c, mpz_t p, enum operand a_kind, enum operand b_kind)
{
  mpz_t a, b, r, expected;
  mpz_inits (a, b, r, expected, NULL);
  random_integer (a, p, a_kind);
  random_integer (b, p, b_kind);
  mp_ptr x = new_scratch (comba_mod_encoded_size (c)), y = new_scratch (comba_mod_encoded_size (c));

  mpz_mod (expected, a, p);
  expect_ok (comba_mod_set_mpz (c, x, a), "set");
  expect_ok (comba_mod_get_mpz (c, r, x), "get");
  expect_mpz (r, expected, "set and get", p);

  mpz_mul (expected, a, b);
  mpz_mod (expected, expected, p);
  expect_ok (comba_mod_set_mpz (c, y, b), "set");
  expect_ok (comba_mod_mul_encoded (c, y, x, y), "mul_encoded");
  mpz_set_si (r, -1);
  expect_ok (comba_mod_get_mpz (c, r, y), "get");
  expect_mpz (r, expected, "encoded product", p);

  expect_ok (comba_mod_set_mpz (c, x, expected), "set");
  if (comba_mod_redc_shift (c) != -1 && memcmp (x, y, BYTES (mpz_size (p))) != 0)
    check_fail ("encodings of equal residues differ, although comba_mod_redc_shift is not -1");
  free_scratch (x), free_scratch (y);

  mpz_realloc2 (r, 1);
  expect_ok (comba_mod_mul_mpz (c, r, a, b), "mul");
  expect_mpz (r, expected, "product", p);
  mpz_set (r, a);
  set_memory (r, 3);
  expect_ok (comba_mod_mul_mpz (c, r, r, b), "mul");
  expect_mpz (r, expected, "product in place of a", p);
  mpz_set (r, b);
  set_memory (r, 3);
  expect_ok (comba_mod_mul_mpz (c, r, a, r), "mul");
  expect_mpz (r, expected, "product in place of b", p);

  mpz_mul (expected, a, a);
  mpz_mod (expected, expected, p);
  expect_ok (comba_mod_mul_mpz (c, a, a, a), "mul");
  expect_mpz (a, expected, "square in place", p);
  mpz_clears (a, b, r, expected, NULL);
}

/* From the highest bit of E down. */
static void
naive_powm (mpz_t r, mpz_t a, mpz_t e, mpz_t p)
{
  mpz_set_ui (r, 1);
  for (size_t i = mpz_sizeinbase (e, 2); i-- > 0; )
    {
      mpz_mul (r, r, r);
      mpz_mod (r, r, p);
      if (mpz_tstbit (e, i))
        {
          mpz_mul (r, r, a);
          mpz_mod (r, r, p);
        }
    }
}

static void
try_power (const struct comba_mod *c, mpz_t p, enum operand a_kind, mp_size_t en)
{
  mpz_t a, e, r, expected;
  mpz_inits (a, e, r, expected, NULL);
  random_integer (a, p, a_kind);
  random_limbs (e, en);
  if (random_below (3) == 0)
    mpz_tdiv_r_2exp (e, e, random_below (12));
  set_memory (e, 3);
  naive_powm (expected, a, e, p);
  expect_ok (comba_mod_powm_mpz (c, r, a, e), "powm");
  expect_mpz (r, expected, "power", p);
  mpz_set (r, a);
  set_memory (r, 3);
  expect_ok (comba_mod_powm_mpz (c, r, r, e), "powm");
  expect_mpz (r, expected, "power in place of its base", p);
  mpz_set (r, e);
  set_memory (r, 3);
  expect_ok (comba_mod_powm_mpz (c, r, a, r), "powm");
  expect_mpz (r, expected, "power in place of its exponent", p);
  naive_powm (expected, e, e, p);
  expect_ok (comba_mod_powm_mpz (c, e, e, e), "powm");
  expect_mpz (e, expected, "power in place of both", p);
  mpz_clears (a, e, r, expected, NULL);
}

static void
try_modulus (int algorithm, int parts, mp_size_t n, int odd)
{
  mpz_t p;
  mpz_init (p);
  random_modulus (mpz_limbs_write (p, n), n, (int) random_below (MODULUS_KINDS), odd);
  mpz_limbs_finish (p, n);
  struct comba_mod *c = NULL;
  const int status = algorithm == COMBA_MOD_AUTO ? comba_mod_init_mpz (&c, p)
    : comba_mod_init_with (&c, mpz_limbs_read (p), n, algorithm, parts, 0);
  if (status == COMBA_OK)
    {
      if (comba_mod_size (c) != n)
        check_fail ("the size of the modulus: %ld instead of %ld", (long) comba_mod_size (c), (long) n);
      for (int a = 0; a < OPERANDS; a++)
        try_products (c, p, (enum operand) a, (enum operand) random_below (OPERANDS));
      try_power (c, p, (enum operand) random_below (OPERANDS), (mp_size_t) random_below (4));
      if (n <= 3)
        try_power (c, p, (enum operand) random_below (OPERANDS), n + 2);
      comba_mod_clear (c);
    }
  else if (status != COMBA_BAD_PARTS)
    check_fail ("%s of %ld limbs: %s", algorithms[algorithm], (long) n, comba_status_text (status));
  mpz_clear (p);
}

static void
try_algorithm (const char *config, int algorithm)
{
  check_begin ("%s: %s", config, algorithms[algorithm]);
  const int most = algorithm >= COMBA_MOD_MULTIPARTITE_1 ? 16 : 1;
  const int any = algorithm == COMBA_MOD_AUTO || algorithm == COMBA_MOD_BARRETT;
  const mp_size_t every = tests_every_to (40);
  for (mp_size_t n = 1; n <= tests_max_of (config, 160); n += n < every ? 1 : n)
    for (int odd = any ? 0 : 1; odd <= 1; odd++)
      try_modulus (algorithm, most == 1 ? 0 : 2 + (int) random_below (most - 1), n, odd);
  check_end ();
}

static void
try_errors (const char *config)
{
  mpz_t p, a, e, r;
  mpz_init_set_si (p, -7);
  mpz_init_set_si (a, 3);
  mpz_init_set_si (e, -1);
  mpz_init_set_si (r, -12345);
  struct comba_mod *c = NULL;
  check_begin ("%s: moduli and exponents that are refused", config);
  for (int i = -7; i < 2; i++)
    {
      mpz_set_si (p, i);
      if (comba_mod_init_mpz (&c, p) != COMBA_BAD_MODULUS || c != NULL)
        check_fail ("modulus %d", i);
    }
  mpz_set_ui (p, 7);
  expect_ok (comba_mod_init_mpz (&c, p), "init");
  if (comba_mod_powm_mpz (c, r, a, e) != COMBA_BAD_EXPONENT || mpz_cmp_si (r, -12345) != 0)
    check_fail ("a negative exponent");
  comba_mod_clear (c);
  mpz_clears (p, a, e, r, NULL);
  check_end ();
}

/* Less than each of the calls needs. */
static void
try_no_memory (const char *config)
{
  enum { N = 6000 };
  mpz_t p, a, r;
  mpz_inits (p, a, r, NULL);
  random_modulus (mpz_limbs_write (p, N), N, MODULUS_KINDS - 1, 1);
  mpz_limbs_finish (p, N);
  mpz_sub_ui (a, p, 3);
  mpz_set_si (r, -12345);
  struct comba_mod *c;
  expect_ok (comba_mod_init_mpz (&c, p), "init");
  mp_ptr x = new_scratch (comba_mod_encoded_size (c));
  x[0] = 12345;
  const size_t max = comba_get_memory_max ();
  comba_set_memory_max (4096);
  const int set = comba_mod_set_mpz (c, x, a), get = comba_mod_get_mpz (c, r, x);
  const int mul = comba_mod_mul_mpz (c, r, a, a), powm = comba_mod_powm_mpz (c, r, a, a);
  comba_set_memory_max (max);
  check_begin ("%s: without memory", config);
  if (set != COMBA_NO_MEMORY || get != COMBA_NO_MEMORY || mul != COMBA_NO_MEMORY || powm != COMBA_NO_MEMORY)
    check_fail ("%d %d %d %d", set, get, mul, powm);
  if (x[0] != 12345 || mpz_cmp_si (r, -12345) != 0)
    check_fail ("something was written");
  check_end ();
  free_scratch (x);
  comba_mod_clear (c);
  mpz_clears (p, a, r, NULL);
}

static void
body (const char *config)
{
  for (int algorithm = 0; algorithm < COMBA_MOD_ALGORITHMS; algorithm++)
    try_algorithm (config, algorithm);
  try_errors (config);
  if (tests_max (6000) == 6000)
    try_no_memory (config);
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
