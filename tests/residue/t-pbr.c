/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Partial Barrett reduction (paper 003, algorithm 2): R == C, its range and the bounds of its
   corrections; then fold and finish. */

#include "moduli.h"
#include "residue/reduce.h"
#include "mul/wrapped.h"

static void
make_nu (const struct comba_config *k, mp_ptr nu, mp_size_t t, mp_srcptr p, mp_size_t n)
{
  mp_ptr scratch = new_scratch (comba_mod_nu_itch (n, t));
  comba_mod_nu (k, nu, t, p, n, scratch);
  free_scratch (scratch);
}

/* C of a kind: the operands' kinds; a multiple of P at the top, minus one or not, for which the
   quotient is right or wrong by one; with zeros in the lower part. */
enum { C_KINDS = OPERAND_KINDS + 3 };

static void
random_c (mp_ptr c, mp_size_t m, mp_srcptr p, mp_size_t n, mp_size_t t, int kind)
{
  if (kind < OPERAND_KINDS)
    {
      random_operand (c, m, kind);
      return;
    }
  if (kind == OPERAND_KINDS)
    {
      random_operand (c, m, 8);
      memset (c, 0, BYTES (m - (t + 1) / 2));
      return;
    }
  memset (c, 0, BYTES (m));
  if (t > 0)
    {
      mp_ptr q = new_area (t), top = c + m - n - t;
      random_operand (q, t, (int) random_below (OPERAND_KINDS));
      reference_mul (top, q, t, p, n);
      free_area (q);
      for (mp_size_t i = 0; kind == OPERAND_KINDS + 2 && i < m; i++)
        if (c[i]-- != 0)
          break;
    }
}

static void
try (const struct comba_config *k, mp_size_t n, mp_size_t m, mp_size_t t, int p_kind, int c_kind,
     int in_place)
{
  mp_size_t longer = (mp_size_t) random_below (3);
  mp_ptr p = new_area (n), nu = new_area (t + longer + 1), c = new_area (m), r = new_area (m - t);
  mp_ptr expected = new_area (n), remainder = new_area (n);
  random_modulus (p, n, p_kind, (int) random_below (2));
  random_c (c, m, p, n, t, c_kind);
  make_nu (k, nu, t + longer, p, n);
  reference_mod (expected, c, m, p, n);

  mp_ptr scratch = new_scratch (comba_pbr_itch (m, t, n)), result = in_place ? c : r;
  comba_pbr (k, result, c, m, t, p, n, nu + longer, scratch);
  reference_mod (remainder, result, m - t, p, n);
  expect_equal (remainder, expected, n, "R mod P: n = %ld, m = %ld, t = %ld, kinds %d and %d",
                (long) n, (long) m, (long) t, p_kind, c_kind);
  free_scratch (scratch);
  check_area (c, "C"), check_area (r, "R"), check_area (nu, "nu"), check_area (p, "P");
  free_area (p), free_area (nu), free_area (c), free_area (r);
  free_area (expected), free_area (remainder);
}

static void
try_shape (const struct comba_config *k, mp_size_t n, mp_size_t m, mp_size_t t)
{
  try (k, n, m, t, 4, 0, 0);
  try (k, n, m, t, 2, 0, 1);
  for (int i = 0; i < 4; i++)
    try (k, n, m, t, (int) random_below (MODULUS_KINDS), (int) random_below (C_KINDS),
         (int) random_below (2));
}

/* Fold of an limbs, and finish with any upper limb. */
static void
try_fold (const struct comba_config *k, mp_size_t n, mp_size_t an, int p_kind, int a_kind)
{
  mp_ptr p = new_area (n), nu = new_area (n + 1), a = new_area (an > 0 ? an : 1);
  mp_ptr r = new_area (n + 1), expected = new_area (n);
  random_modulus (p, n, p_kind, (int) random_below (2));
  if (an > 0)
    random_operand (a, an, a_kind);
  make_nu (k, nu, n, p, n);

  mp_ptr scratch = new_scratch (comba_mod_fold_itch (n));
  comba_mod_fold (k, r, a, an, p, n, nu, scratch);
  free_scratch (scratch);
  reference_mod (expected, a, an, p, n);
  comba_mod_finish (r, 0, r, p, n, nu + n - 1);
  expect_equal (r, expected, n, "%ld limbs mod %ld, kinds %d and %d", (long) an, (long) n, p_kind,
                a_kind);

  random_operand (r, n, a_kind);
  r[n] = random_below (2) ? (mp_limb_t) random_below (15) : random_below (2) ? random_limb () : COMBA_LIMB_MAX;
  reference_mod (expected, r, n + 1, p, n);
  comba_mod_finish (r, r[n], r, p, n, nu + n - 1);
  expect_equal (r, expected, n, "a limb above %ld, kinds %d and %d", (long) n, p_kind, a_kind);
  check_area (r, "R");
  free_area (p), free_area (nu), free_area (a), free_area (r), free_area (expected);
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: partial Barrett reduction, small", name);
  for (mp_size_t n = 1; n <= 9; n++)
    for (mp_size_t m = n; m <= 2 * n + 2; m++)
      for (mp_size_t t = 0; t <= m - n; t++)
        try_shape (k, n, m, t);
  check_end ();
  check_begin ("%s: partial Barrett reduction", name);
  for (mp_size_t n = 10; n <= tests_max_of (k->name, 150); n += 1 + n / 5)
    {
      const mp_size_t ts[] = { 1, n / 2, n - 1, n, n + 1, n + n / 2 };
      for (int i = 0; i < 6; i++)
        {
          try_shape (k, n, n + ts[i], ts[i]);
          try_shape (k, n, n + ts[i] + (mp_size_t) random_below (n), ts[i]);
        }
    }
  mp_size_t long_n = tests_max_of (k->name, 600);
  try (k, long_n, 2 * long_n, long_n, 7, 8, 0);
  check_end ();
  struct comba_config wrapped = *k;
  wrapped.thresholds.mod_wrapped = 1;
  wrapped.thresholds.mul_ntt = COMBA_NEVER;
  check_begin ("%s: partial Barrett reduction, QP modulo beta^m - 1", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 70); n += 1 + n / 15)
    {
      if (!comba_wrapped_pays (&wrapped, n))
        check_fail ("not modulo beta^m - 1: %ld limbs", (long) n);
      try_shape (&wrapped, n, 2 * n, n);
      try_shape (&wrapped, n, 2 * n + 1 + (mp_size_t) random_below (n), n);
    }
  check_end ();
  check_begin ("%s: reduction of any number of limbs, and below P", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 90); n += 1 + n / 5)
    for (mp_size_t an = 0; an <= 4 * n + 1; an += 1 + an / 4)
      for (int p_kind = 0; p_kind < MODULUS_KINDS; p_kind++)
        try_fold (k, n, an, p_kind, (int) random_below (OPERAND_KINDS));
  check_end ();
}

static void
again (void)
{
  const struct comba_config *k = comba_active ();
  mp_size_t n = 1 + (mp_size_t) random_below (tests_max (80)), t = (mp_size_t) random_below (2 * n);
  try_shape (k, n, n + t + (mp_size_t) random_below (n), t);
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  soak ("partial Barrett reduction", again);
  return tests_end ();
}
