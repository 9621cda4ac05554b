/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Partial Montgomery reduction (paper 003, algorithm 1): R beta^t == C, and its range. */

#include "moduli.h"
#include "residue/reduce.h"
#include "mul/wrapped.h"

static mp_size_t
larger (mp_size_t a, mp_size_t b)
{
  return a > b ? a : b;
}

/* mu for LONG limbs of which t are used; IN_PLACE: R replaces C, from t on. */
static void
try (const struct comba_config *k, mp_size_t n, mp_size_t m, mp_size_t t, int p_kind, int c_kind,
     int in_place)
{
  const mp_size_t rn = larger (m - t, n), longer = t + (mp_size_t) random_below (3) + 1;
  mp_ptr p = new_area (n), mu = new_area (longer), c = new_area (larger (m, rn + t));
  mp_ptr r = new_area (rn), shifted = new_area (rn + t), expected = new_area (n);
  random_modulus (p, n, p_kind, 1);
  random_operand (c, m, c_kind);
  mp_ptr scratch = new_scratch (comba_mod_mu_itch (longer));
  comba_mod_mu (k, mu, longer, p, n, scratch);
  free_scratch (scratch);
  reference_mod (expected, c, m, p, n);

  scratch = new_scratch (comba_pmr_itch (m, t, n));
  mp_ptr result = in_place ? c + t : r;
  comba_pmr (k, result, c, m, t, p, n, mu, scratch);
  memset (shifted, 0, BYTES (t));
  memcpy (shifted + t, result, BYTES (rn));
  reference_mod (shifted, shifted, rn + t, p, n);
  expect_equal (shifted, expected, n, "R beta^t mod P: n = %ld, m = %ld, t = %ld, kinds %d and %d",
                (long) n, (long) m, (long) t, p_kind, c_kind);
  free_scratch (scratch);
  check_area (c, "C"), check_area (r, "R"), check_area (mu, "mu"), check_area (p, "P");
  free_area (p), free_area (mu), free_area (c), free_area (r), free_area (shifted);
  free_area (expected);
}

static void
try_shape (const struct comba_config *k, mp_size_t n, mp_size_t m, mp_size_t t)
{
  /* All ones: the sum reaches beta^(m-t). */
  try (k, n, m, t, 4, 0, 0);
  try (k, n, m, t, (int) random_below (MODULUS_KINDS), 0, 1);
  for (int i = 0; i < 3; i++)
    try (k, n, m, t, (int) random_below (MODULUS_KINDS), (int) random_below (OPERAND_KINDS),
         (int) random_below (2));
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: partial Montgomery reduction, small", name);
  for (mp_size_t n = 1; n <= 9; n++)
    for (mp_size_t m = 1; m <= 2 * n + 1; m++)
      for (mp_size_t t = 0; t <= n; t++)
        try_shape (k, n, m, t);
  check_end ();
  check_begin ("%s: partial Montgomery reduction", name);
  for (mp_size_t n = 10; n <= tests_max_of (k->name, 150); n += 1 + n / 7)
    {
      const mp_size_t ms[] = { 1, n / 2, n, n + n / 2, 2 * n, 2 * n + 1 };
      for (int i = 0; i < 6; i++)
        {
          try_shape (k, n, ms[i], n);
          try_shape (k, n, ms[i], n / 2);
          try_shape (k, n, ms[i], (mp_size_t) random_below (n + 1));
        }
    }
  mp_size_t long_n = tests_max_of (k->name, 600);
  try (k, long_n, 2 * long_n, long_n, 7, 8, 0);
  check_end ();
  struct comba_config wrapped = *k;
  wrapped.thresholds.mod_wrapped = 1;
  wrapped.thresholds.mul_ntt = COMBA_NEVER;
  check_begin ("%s: partial Montgomery reduction, QP modulo beta^m - 1", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 70); n += 1 + n / 15)
    {
      if (!comba_wrapped_pays (&wrapped, n))
        check_fail ("not modulo beta^m - 1: %ld limbs", (long) n);
      for (int more = -1; more <= 1; more++)
        try_shape (&wrapped, n, 2 * n + more, n);
      try_shape (&wrapped, n, n, n);
    }
  check_end ();
}

static void
again (void)
{
  const struct comba_config *k = comba_active ();
  mp_size_t n = 1 + (mp_size_t) random_below (tests_max (80));
  try_shape (k, n, 1 + (mp_size_t) random_below (2 * n + 2), (mp_size_t) random_below (n + 1));
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  soak ("partial Montgomery reduction", again);
  return tests_end ();
}
