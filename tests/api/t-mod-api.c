/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The modular functions of comba.h: results with every algorithm and CPU configuration, every
   error with nothing written, overlap, threads that share a context, no memory. */

#include "../residue/moduli.h"
#include "../entry/each_config.h"
#include <comba.h>
#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <sys/resource.h>

static const char *const algorithms[COMBA_MOD_ALGORITHMS] = {
  "auto", "montgomery", "barrett", "bipartite", "tripartite", "multipartite 1", "multipartite 2"
};

/* Returns NULL if the algorithm cannot have such a modulus. */
static struct comba_mod *
new_context (mp_srcptr p, mp_size_t n, int algorithm, int parts)
{
  struct comba_mod *context = NULL;
  int status = comba_mod_init_with (&context, p, n, algorithm, parts, 0);
  if (status != COMBA_OK && status != COMBA_BAD_ALGORITHM && status != COMBA_BAD_PARTS
      && status != COMBA_EVEN_MODULUS)
    check_fail ("%s of %ld limbs: %s", algorithms[algorithm], (long) n, comba_status_text (status));
  return context;
}

static void
expect_ok (int status, const char *what)
{
  if (status != COMBA_OK)
    check_fail ("%s: %s", what, comba_status_text (status));
}

static void
try_canonical (const struct comba_mod *c, mp_srcptr p, mp_size_t n, int a_kind, int b_kind)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  random_residue (a, p, n, a_kind);
  random_residue (b, p, n, b_kind);

  reference_mulmod (expected, a, b, p, n);
  expect_ok (comba_mod_mul (c, r, a, b), "mul");
  expect_equal (r, expected, n, "product mod %ld limbs", (long) n);
  memcpy (r, a, BYTES (n));
  expect_ok (comba_mod_mul (c, r, r, b), "mul");
  expect_equal (r, expected, n, "product mod %ld limbs in place of a", (long) n);
  memcpy (r, b, BYTES (n));
  expect_ok (comba_mod_mul (c, r, a, r), "mul");
  expect_equal (r, expected, n, "product mod %ld limbs in place of b", (long) n);

  reference_mulmod (expected, a, a, p, n);
  expect_ok (comba_mod_sqr (c, r, a), "sqr");
  expect_equal (r, expected, n, "square mod %ld limbs", (long) n);
  memcpy (r, a, BYTES (n));
  expect_ok (comba_mod_sqr (c, r, r), "sqr");
  expect_equal (r, expected, n, "square mod %ld limbs in place", (long) n);

  mp_size_t cn = (mp_size_t) random_below (4 * (unsigned long) n + 2);
  mp_ptr t = new_area (cn < n ? n : cn + 1);
  random_operand (t, cn + 1, (int) random_below (OPERAND_KINDS));
  reference_mod (expected, t, cn, p, n);
  expect_ok (comba_mod_reduce (c, r, t, cn), "reduce");
  expect_equal (r, expected, n, "%ld limbs mod %ld", (long) cn, (long) n);
  expect_ok (comba_mod_reduce (c, t, t, cn), "reduce");
  expect_equal (t, expected, n, "%ld limbs mod %ld in place", (long) cn, (long) n);
  check_area (t, "remainder"), check_area (r, "result");
  free_area (t), free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* Encoded residues OFF limbs from an aligned address. */
static void
try_encoded (const struct comba_mod *c, mp_srcptr p, mp_size_t n, int a_kind, int b_kind, int off)
{
  mp_size_t size = comba_mod_encoded_size (c);
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  mp_ptr area_x = new_scratch (size + off), area_y = new_scratch (size + off);
  mp_ptr x = area_x + off, y = area_y + off, both = new_scratch (size + 1);
  random_residue (a, p, n, a_kind);
  random_residue (b, p, n, b_kind);
  expect_ok (comba_mod_encode (c, x, a), "encode");
  expect_ok (comba_mod_encode (c, y, b), "encode");
  expect_ok (comba_mod_decode (c, r, x), "decode");
  expect_equal (r, a, n, "encoded and decoded, %ld limbs", (long) n);
  memcpy (y, b, BYTES (n));
  expect_ok (comba_mod_encode (c, y, y), "encode");
  memcpy (both, y, BYTES (size));
  expect_ok (comba_mod_decode (c, both, both), "decode");
  expect_equal (both, b, n, "encoded and decoded in place, %ld limbs", (long) n);
  memcpy (both + 1, b, BYTES (n));
  expect_ok (comba_mod_encode (c, both, both + 1), "encode");
  expect_ok (comba_mod_decode (c, both + 1, both), "decode");
  expect_equal (both + 1, b, n, "encoded and decoded with overlap, %ld limbs", (long) n);
  expect_ok (comba_mod_mul_encoded (c, y, x, y), "mul_encoded");
  expect_ok (comba_mod_sqr_encoded (c, x, x), "sqr_encoded");
  expect_ok (comba_mod_decode (c, r, y), "decode");
  reference_mulmod (expected, a, b, p, n);
  expect_equal (r, expected, n, "encoded product, %ld limbs", (long) n);
  expect_ok (comba_mod_mul_encoded (c, x, x, y), "mul_encoded");
  expect_ok (comba_mod_decode (c, r, x), "decode");
  reference_mulmod (b, a, a, p, n);
  reference_mulmod (expected, b, expected, p, n);
  expect_equal (r, expected, n, "square times encoded product, %ld limbs", (long) n);
  check_area (r, "result");
  free_scratch (area_x), free_scratch (area_y), free_scratch (both);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* R beta^h == C, for any C; and the product of two elements, reduced, is that of mul_encoded. */
static void
try_redc (const struct comba_mod *c, mp_srcptr p, mp_size_t n)
{
  const mp_size_t h = comba_mod_redc_shift (c), size = comba_mod_encoded_size (c);
  const mp_size_t cn = random_below (3) == 0 ? 2 * n : (mp_size_t) random_below (2 * n + 1);
  mp_ptr t = new_area (2 * n), r = new_area (n), shifted = new_area (h + n), expected = new_area (n);
  mp_ptr x = new_scratch (size), y = new_scratch (size);
  random_operand (t, 2 * n, (int) random_below (OPERAND_KINDS));
  reference_mod (expected, t, cn, p, n);
  expect_ok (comba_mod_redc (c, r, t, cn), "redc");
  memset (shifted, 0, BYTES (h));
  memcpy (shifted + h, r, BYTES (n));
  reference_mod (shifted, shifted, h + n, p, n);
  expect_equal (shifted, expected, n, "%ld limbs beta^-%ld mod %ld", (long) cn, (long) h, (long) n);
  expect_ok (comba_mod_redc (c, t, t, cn), "redc");
  expect_equal (t, r, n, "%ld limbs reduced in place, %ld", (long) cn, (long) n);
  random_operand (t, 2 * n, (int) random_below (OPERAND_KINDS));
  expect_ok (comba_mod_redc (c, r, t, 2 * n), "redc");
  expect_ok (comba_mod_redc (c, t + n - h, t, 2 * n), "redc");
  expect_equal (t + n - h, r, n, "%ld limbs reduced within C", 2 * (long) n);
  check_area (t, "C"), check_area (r, "result");

  random_residue (expected, p, n, (int) random_below (RESIDUE_KINDS));
  expect_ok (comba_mod_encode (c, x, expected), "encode");
  random_residue (expected, p, n, RESIDUE_KINDS - 1);
  expect_ok (comba_mod_encode (c, y, expected), "encode");
  mpn_mul_n (t, x, y, n);
  expect_ok (comba_mod_redc (c, r, t, 2 * n), "redc");
  expect_ok (comba_mod_mul_encoded (c, x, x, y), "mul_encoded");
  expect_equal (r, x, n, "a product of elements, reduced, %ld limbs", (long) n);
  free_area (t), free_area (r), free_area (shifted), free_area (expected);
  free_scratch (x), free_scratch (y);
}

static void
try_powm (const struct comba_mod *c, mp_srcptr p, mp_size_t n, mp_size_t en, int e_kind)
{
  mp_ptr a = new_area (n), e = new_area (en + 1), r = new_area (n), expected = new_area (n);
  random_residue (a, p, n, (int) random_below (RESIDUE_KINDS));
  random_operand (e, en + 1, e_kind);
  if (random_below (3) == 0)
    e[en > 0 ? en - 1 : 0] = 0;
  reference_powm (expected, a, n, e, en, p, n);
  expect_ok (comba_mod_powm (c, r, a, e, en), "powm");
  expect_equal (r, expected, n, "power mod %ld limbs, exponent of %ld", (long) n, (long) en);
  mp_size_t size = comba_mod_encoded_size (c);
  mp_ptr x = new_scratch (size + 1), z = new_scratch (size);
  expect_ok (comba_mod_encode (c, x + 1, a), "encode");
  expect_ok (comba_mod_powm_encoded (c, z, x + 1, e, en), "powm_encoded");
  expect_ok (comba_mod_decode (c, r, z), "decode");
  expect_equal (r, expected, n, "encoded power mod %ld limbs, exponent of %ld", (long) n, (long) en);
  expect_ok (comba_mod_powm_encoded (c, x, x + 1, e, en), "powm_encoded");
  expect_ok (comba_mod_decode (c, r, x), "decode");
  expect_equal (r, expected, n, "encoded power mod %ld limbs over its base", (long) n);
  if (en <= size)
    {
      expect_ok (comba_mod_encode (c, x + 1, a), "encode");
      memcpy (z, e, BYTES (en));
      expect_ok (comba_mod_powm_encoded (c, z, x + 1, z, en), "powm_encoded");
      expect_ok (comba_mod_decode (c, r, z), "decode");
      expect_equal (r, expected, n, "encoded power mod %ld limbs over its exponent", (long) n);
    }
  free_scratch (x), free_scratch (z);
  expect_ok (comba_mod_powm (c, a, a, e, en), "powm");
  expect_equal (a, expected, n, "power mod %ld limbs in place", (long) n);
  if (en < n)
    memset (r, 0, BYTES (n));
  if (en <= n)
    {
      random_residue (a, p, n, (int) random_below (RESIDUE_KINDS));
      memcpy (r, e, BYTES (en));
      reference_powm (expected, a, n, e, en, p, n);
      expect_ok (comba_mod_powm (c, r, a, r, en), "powm");
      expect_equal (r, expected, n, "power mod %ld limbs in place of its exponent", (long) n);
    }
  check_area (r, "power"), check_area (a, "power");
  free_area (a), free_area (e), free_area (r), free_area (expected);
}

static void
try_modulus (int algorithm, int parts, mp_size_t n, int kind, int odd)
{
  mp_ptr p = new_area (n);
  random_modulus (p, n, kind, odd);
  struct comba_mod *c = new_context (p, n, algorithm, parts);
  if (c != NULL)
    {
      if (comba_mod_algorithm (c) == COMBA_MOD_AUTO || comba_mod_parts (c) < 1 || comba_mod_threads (c) < 1)
        check_fail ("the choice for %ld limbs has zeros", (long) n);
      for (int i = 0; i < (n < tests_every_to (8) ? 8 : 2); i++)
        {
          int a = i < RESIDUE_KINDS && n < 8 ? i : (int) random_below (RESIDUE_KINDS);
          try_canonical (c, p, n, a, (int) random_below (RESIDUE_KINDS));
          try_encoded (c, p, n, a, (int) random_below (RESIDUE_KINDS), (int) random_below (2));
          if (comba_mod_algorithm (c) >= COMBA_MOD_BIPARTITE)
            try_redc (c, p, n);
        }
      for (mp_size_t en = 0; en <= (n < 12 ? 2 : 1); en++)
        try_powm (c, p, n, en, (int) random_below (OPERAND_KINDS));
      if (algorithm != COMBA_MOD_AUTO && comba_mod_algorithm (c) != algorithm)
        check_fail ("algorithm %d instead of %d", comba_mod_algorithm (c), algorithm);
      if (parts != 0 && algorithm >= COMBA_MOD_MULTIPARTITE_1 && comba_mod_parts (c) != parts)
        check_fail ("%d parts instead of %d", comba_mod_parts (c), parts);
      comba_mod_clear (c);
    }
  free_area (p);
}

static void
try_algorithm (const char *config, int algorithm)
{
  const mp_limb_t p[16] = { 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9 };
  struct comba_mod *c = new_context (p, 16, algorithm, 0);
  if (c == NULL)
    {
      check_skip ("not in this build", "%s: %s", config, algorithms[algorithm]);
      return;
    }
  comba_mod_clear (c);
  check_begin ("%s: %s", config, algorithms[algorithm]);
  const int most = algorithm >= COMBA_MOD_MULTIPARTITE_1 ? 16 : 1;
  const mp_size_t every = tests_every_to (20);
  for (mp_size_t n = 1; n <= tests_max_of (config, 60); n += n < every ? 1 : 1 + n / 5)
    for (int kind = 0; kind < MODULUS_KINDS; kind++)
      if (n < every || random_below (3) == 0)
        try_modulus (algorithm, most == 1 ? 0 : 2 + (int) random_below (most - 1), n, kind,
                     algorithm != COMBA_MOD_BARRETT || random_below (2));
  try_modulus (algorithm, 0, tests_max_of (config, 200), 7, 1);
  check_end ();
}

/* Inverses that overwrite the modulus. */
static void
try_inverses_in_place (mp_srcptr p, mp_size_t n)
{
  mp_ptr r = new_area (n + 1), expected = new_area (n + 1);
  expect_ok (comba_partial_montgomery_mu (expected, n, p, n), "mu");
  memcpy (r, p, BYTES (n));
  expect_ok (comba_partial_montgomery_mu (r, n, r, n), "mu");
  expect_equal (r, expected, n, "mu in place of the modulus");
  expect_ok (comba_partial_barrett_nu (expected, n, p, n), "nu");
  memcpy (r, p, BYTES (n));
  expect_ok (comba_partial_barrett_nu (r, n, r, n), "nu");
  expect_equal (r, expected, n + 1, "nu in place of the modulus");
  check_area (r, "inverse");
  free_area (r), free_area (expected);
}

static void
try_partial (const char *config)
{
  check_begin ("%s: partial reductions", config);
  for (int i = 0; i < 300; i++)
    {
      mp_size_t n = 1 + (mp_size_t) random_below (12), t = (mp_size_t) random_below (n + 1);
      mp_size_t m = n + t + (mp_size_t) random_below (4), rn = m - t;
      mp_ptr p = new_area (n), c = new_area (m), inverse = new_area (n + 2), r = new_area (m);
      mp_ptr shifted = new_area (m), expected = new_area (n);
      random_modulus (p, n, (int) random_below (MODULUS_KINDS), 1);
      random_operand (c, m, (int) random_below (OPERAND_KINDS));
      reference_mod (expected, c, m, p, n);

      if (t > 0)
        expect_ok (comba_partial_montgomery_mu (inverse, t, p, n), "mu");
      expect_ok (comba_partial_montgomery (r, c, m, t, p, n, inverse), "partial Montgomery");
      memset (shifted, 0, BYTES (t));
      memcpy (shifted + t, r, BYTES (rn));
      reference_mod (shifted, shifted, m, p, n);
      expect_equal (shifted, expected, n, "partial Montgomery, %ld limbs less %ld", (long) m, (long) t);

      expect_ok (comba_partial_barrett_nu (inverse, t, p, n), "nu");
      expect_ok (comba_partial_barrett (r, c, m, t, p, n, inverse), "partial Barrett");
      expect_ok (comba_partial_barrett (c, c, m, t, p, n, inverse), "partial Barrett in place");
      expect_equal (c, r, rn, "partial Barrett in place");
      reference_mod (shifted, r, rn, p, n);
      expect_equal (shifted, expected, n, "partial Barrett, %ld limbs less %ld", (long) m, (long) t);
      try_inverses_in_place (p, n);
      check_area (r, "result"), check_area (c, "C"), check_area (inverse, "inverse");
      free_area (p), free_area (c), free_area (inverse), free_area (r);
      free_area (shifted), free_area (expected);
    }
  check_end ();
}

/* Errors: the status, and that neither the result nor *CONTEXT was written. */

static struct comba_mod *const untouched = (struct comba_mod *) &untouched;

#define EXPECT_INIT(status, ...)                                                \
  do                                                                            \
    {                                                                           \
      struct comba_mod *c_ = untouched;                                         \
      int is_ = comba_mod_init_with (&c_, __VA_ARGS__);                         \
      if (is_ != (status) || c_ != untouched)                                   \
        check_fail ("init, line %d: %s", __LINE__, comba_status_text (is_));    \
    }                                                                           \
  while (0)

#define EXPECT_STATUS(status, call)                                             \
  do                                                                            \
    {                                                                           \
      memset (r, 0x77, sizeof r);                                               \
      int is_ = (call);                                                         \
      if (is_ != (status))                                                      \
        check_fail ("line %d: %s", __LINE__, comba_status_text (is_));          \
      for (size_t i_ = 0; i_ < sizeof r; i_++)                                  \
        if (((unsigned char *) r)[i_] != 0x77)                                  \
          {                                                                     \
            check_fail ("line %d: something was written", __LINE__);            \
            break;                                                              \
          }                                                                     \
    }                                                                           \
  while (0)

static void
try_errors (const char *config)
{
  const mp_limb_t zero[3] = { 0 }, one[1] = { 1 }, even[2] = { 6, 5 }, odd[2] = { 3, 5 };
  const mp_limb_t leading[2] = { 3, 0 }, above[2] = { 4, 5 }, small[2] = { 2, 5 };
  mp_limb_t r[8];
  struct comba_mod *c;

  check_begin ("%s: contexts that are refused", config);
  EXPECT_INIT (COMBA_BAD_SIZE, odd, 0, 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_SIZE, odd, -1, 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_SIZE, odd, (mp_size_t) 1 << (GMP_LIMB_BITS - 2), 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_SIZE, leading, 2, 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_MODULUS, zero, 1, 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_MODULUS, zero, 3, 0, 0, 0);
  EXPECT_INIT (COMBA_BAD_MODULUS, one, 1, 0, 0, 0);
  for (int algorithm = COMBA_MOD_MONTGOMERY; algorithm < COMBA_MOD_ALGORITHMS; algorithm++)
    if (algorithm != COMBA_MOD_BARRETT)
      EXPECT_INIT (COMBA_EVEN_MODULUS, even, 2, algorithm, 0, 0);
  EXPECT_INIT (COMBA_BAD_ALGORITHM, odd, 2, -1, 0, 0);
  EXPECT_INIT (COMBA_BAD_ALGORITHM, odd, 2, COMBA_MOD_ALGORITHMS, 0, 0);
  EXPECT_INIT (COMBA_BAD_THREADS, odd, 2, 0, 0, -1);
  EXPECT_INIT (COMBA_BAD_THREADS, odd, 2, 0, 0, 65);
  for (int algorithm = COMBA_MOD_MULTIPARTITE_1; algorithm <= COMBA_MOD_MULTIPARTITE_2; algorithm++)
    if ((c = new_context (odd, 2, algorithm, 2)) != NULL)
      {
        comba_mod_clear (c);
        for (int parts = -1; parts <= 3; parts++)
          if (parts != 0 && parts != 2)
            EXPECT_INIT (COMBA_BAD_PARTS, odd, 2, algorithm, parts, 0);
      }
  check_end ();

  check_begin ("%s: operands that are refused", config);
  expect_ok (comba_mod_init (&c, odd, 2), "init");
  EXPECT_STATUS (COMBA_BAD_RESIDUE, comba_mod_mul (c, r, odd, small));
  EXPECT_STATUS (COMBA_BAD_RESIDUE, comba_mod_mul (c, r, small, above));
  EXPECT_STATUS (COMBA_BAD_RESIDUE, comba_mod_sqr (c, r, odd));
  EXPECT_STATUS (COMBA_BAD_RESIDUE, comba_mod_powm (c, r, above, one, 1));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_mod_powm (c, r, small, one, -1));
  EXPECT_STATUS (COMBA_BAD_RESIDUE, comba_mod_encode (c, r, odd));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_mod_powm_encoded (c, r, small, one, -1));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_mod_reduce (c, r, small, -1));
  EXPECT_STATUS (COMBA_NO_FUNCTION, comba_mod_redc (c, r, small, 2));
  if (comba_mod_redc_shift (c) != -1)
    check_fail ("the shift of Montgomery's");
  comba_mod_clear (c);
  comba_mod_clear (NULL);
  if ((c = new_context (odd, 2, COMBA_MOD_BIPARTITE, 0)) != NULL)
    {
      EXPECT_STATUS (COMBA_BAD_SIZE, comba_mod_redc (c, r, small, -1));
      EXPECT_STATUS (COMBA_BAD_SIZE, comba_mod_redc (c, r, small, 5));
      if (comba_mod_redc_shift (c) != 1)
        check_fail ("the shift of bipartite multiplication");
      comba_mod_clear (c);
    }

  EXPECT_STATUS (COMBA_EVEN_MODULUS, comba_partial_montgomery_mu (r, 1, even, 2));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery_mu (r, 0, odd, 2));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery_mu (r, 3, odd, 2));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery_mu (r, 1, leading, 2));
  EXPECT_STATUS (COMBA_BAD_MODULUS, comba_partial_montgomery_mu (r, 1, one, 1));
  EXPECT_STATUS (COMBA_EVEN_MODULUS, comba_partial_montgomery (r, small, 2, 1, even, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery (r, small, 0, 1, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery (r, small, 2, 3, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_montgomery (r, small, 2, -1, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_barrett_nu (r, -1, odd, 2));
  EXPECT_STATUS (COMBA_BAD_MODULUS, comba_partial_barrett_nu (r, 1, zero, 2));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_barrett (r, small, 2, 1, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_barrett (r, small, 1, 0, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_SIZE, comba_partial_barrett (r, small, 2, -1, odd, 2, one));
  EXPECT_STATUS (COMBA_BAD_MODULUS, comba_partial_barrett (r, small, 2, 0, zero, 2, one));
  check_end ();

  check_begin ("%s: each status has a text of its own", config);
  for (int i = 0; i <= COMBA_BAD_EXPONENT; i++)
    for (int j = -1; j < i; j++)
      if (strcmp (comba_status_text (i), comba_status_text (j)) == 0)
        check_fail ("%d and %d: %s", i, j, comba_status_text (i));
  check_end ();
}

/* Threads that share a context. */

enum { THREADS = 4, SHARED = 24 };

struct shared
{
  const struct comba_mod *c;
  mp_limb_t a[SHARED], expected[SHARED];
  int wrong;
};

static void *
use (void *arg)
{
  struct shared *s = arg;
  mp_size_t n = SHARED, size = comba_mod_encoded_size (s->c);
  mp_ptr x = malloc (BYTES (size));
  mp_limb_t r[SHARED];
  const mp_limb_t e = 5;
  for (int i = 0; i < 200; i++)
    {
      s->wrong |= comba_mod_encode (s->c, x, s->a) != COMBA_OK;
      s->wrong |= comba_mod_mul_encoded (s->c, x, x, x) != COMBA_OK;
      s->wrong |= comba_mod_decode (s->c, r, x) != COMBA_OK;
      s->wrong |= memcmp (r, s->expected, BYTES (n)) != 0;
      s->wrong |= comba_mod_sqr (s->c, r, s->a) != COMBA_OK;
      s->wrong |= memcmp (r, s->expected, BYTES (n)) != 0;
      s->wrong |= comba_mod_powm (s->c, r, s->a, &e, 1) != COMBA_OK;
    }
  free (x);
  return NULL;
}

static void
try_threads (const char *config, int algorithm)
{
  mp_limb_t p[SHARED];
  struct shared s[THREADS];
  pthread_t threads[THREADS];
  random_modulus (p, SHARED, 7, 1);
  struct comba_mod *c = new_context (p, SHARED, algorithm, 0);
  if (c == NULL)
    return;
  for (int i = 0; i < THREADS; i++)
    {
      s[i].c = c, s[i].wrong = 0;
      random_residue (s[i].a, p, SHARED, 3);
      reference_mulmod (s[i].expected, s[i].a, s[i].a, p, SHARED);
    }
  int started = 0;
  while (started < THREADS && pthread_create (&threads[started], NULL, use, &s[started]) == 0)
    started++;
  for (int i = 0; i < started; i++)
    pthread_join (threads[i], NULL);
  check_begin ("%s: %d threads share a context, %s", config, started, algorithms[algorithm]);
  for (int i = 0; i < started; i++)
    if (s[i].wrong)
      check_fail ("thread %d has a wrong result", i);
  check_end ();
  comba_mod_clear (c);
}

/* No new mapping, nothing kept; and the heap, at the start, has no hole as large as what is needed. */
static void
try_no_memory (const char *config)
{
  enum { N = 6000 };
  static mp_limb_t p[N], a[N], x[2 * N], r[N];
  struct comba_mod *c = NULL, *other = untouched;
  struct rlimit old, none;
  random_modulus (p, N, 7, 1);
  random_residue (a, p, N, 1);
  expect_ok (comba_mod_init (&c, p, N), "init");
  getrlimit (RLIMIT_AS, &old);
  none = old;
  none.rlim_cur = 0;
  comba_set_memory_max (comba_get_memory_max ());
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  if (setrlimit (RLIMIT_AS, &none) != 0 || comba_mod_encoded_size (c) > 2 * N)
    {
      check_skip ("RLIMIT_AS cannot be set", "%s: without memory", config);
      comba_mod_clear (c);
      return;
    }
  memset (r, 0x77, sizeof r);
  errno = 1234;
  int init = comba_mod_init (&other, p, N), mul = comba_mod_mul (c, r, a, a);
  int powm = comba_mod_powm (c, r, a, a, 1), to = comba_mod_encode (c, x, a);
  int powm_encoded = comba_mod_powm_encoded (c, x, a, a, 1);
  int partial = comba_partial_barrett_nu (r, N, p, N), cached = errno == 1234;
  setrlimit (RLIMIT_AS, &old);
  check_begin ("%s: without memory", config);
  if (init != COMBA_NO_MEMORY || mul != COMBA_NO_MEMORY || powm != COMBA_NO_MEMORY
      || to != COMBA_NO_MEMORY || powm_encoded != COMBA_NO_MEMORY || partial != COMBA_NO_MEMORY)
    check_fail ("%d %d %d %d %d %d", init, mul, powm, to, powm_encoded, partial);
  if (other != untouched || x[0] != 0)
    check_fail ("something was written");
  for (int i = 0; i < N; i++)
    if (r[i] != (mp_limb_t) 0x7777777777777777u)
      {
        check_fail ("the result was written");
        break;
      }
  if (!cached)
    check_fail ("errno has changed");
  check_end ();
  comba_mod_clear (c);
}

static void
again (void)
{
  mp_size_t n = 1 + (mp_size_t) random_below (tests_max (60));
  int algorithm = (int) random_below (COMBA_MOD_ALGORITHMS);
  try_modulus (algorithm, algorithm >= COMBA_MOD_MULTIPARTITE_1 ? 2 + (int) random_below (15) : 0, n,
               (int) random_below (MODULUS_KINDS), algorithm != COMBA_MOD_BARRETT);
}

static void
body (const char *config)
{
  if (tests_max (6000) == 6000)
    try_no_memory (config);
  for (int algorithm = 0; algorithm < COMBA_MOD_ALGORITHMS; algorithm++)
    try_algorithm (config, algorithm);
  try_partial (config);
  try_errors (config);
  for (int algorithm = 1; algorithm < COMBA_MOD_ALGORITHMS; algorithm++)
    try_threads (config, algorithm);
  soak ("modular functions", again);
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
