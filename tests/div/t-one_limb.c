/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by one limb: every method at every size, against division bit by bit; operands are any,
   or built from quotients with remainders 0 and d - 1. */

#include "one_limb.h"
#include "div/div.h"

/* One dividend, one divisor, all functions; in place too, and with the dividend at an edge of
   memory. */
static void
try (const struct comba_config *k, mp_srcptr np, mp_size_t n, mp_limb_t d, const char *method)
{
  mp_ptr want = new_area (n), q = new_area (n);
  const mp_limb_t r = reference_div_1 (want, np, n, d);
#define SAY "%ld limbs by %lx, %s", (long) n, (unsigned long) d, method
  mp_limb_t got = comba_div_qr_1 (k, q, np, n, d);
  expect_equal (q, want, n, "quotient of " SAY);
  expect_equal (&got, &r, 1, "remainder of " SAY);
  got = comba_mod_1 (k, np, n, d);
  expect_equal (&got, &r, 1, "comba_mod_1 of " SAY);
  memcpy (q, np, BYTES (n));
  got = comba_div_qr_1 (k, q, q, n, d);
  expect_equal (q, want, n, "quotient in place of " SAY);
  expect_equal (&got, &r, 1, "remainder in place of " SAY);
  check_area (q, "q");

  if (n > 0)
    {
      mp_ptr exact = new_area (n);
      build_1 (exact, want, n, d, 0);
      comba_divexact_1 (k, q, exact, n, d);
      expect_equal (q, want, n, "exact quotient of " SAY);
      comba_divexact_1 (k, exact, exact, n, d);
      expect_equal (exact, want, n, "exact quotient in place of " SAY);
      check_area (exact, "exact");
      free_area (exact);
    }
  check_area (q, "q");
  free_area (q), free_area (want);
}

static void
try_edges (const struct comba_config *k, mp_size_t n, mp_limb_t d, int at_end)
{
  mp_ptr a = new_edge_area (n, at_end), q = new_edge_area (n, at_end), want = new_area (n), b = new_edge_area (n, at_end);
  random_operand (a, n, OPERAND_KINDS - 1);
  make_read_only (a, n);
  const mp_limb_t r = reference_div_1 (want, a, n, d);
  if (comba_div_qr_1 (k, q, a, n, d) != r || comba_mod_1 (k, a, n, d) != r)
    check_fail ("%ld limbs at an edge", (long) n);
  expect_equal (q, want, n, "%ld limbs at an edge", (long) n);
  build_1 (b, want, n, d, 0);
  make_read_only (b, n);
  comba_divexact_1 (k, q, b, n, d);
  expect_equal (q, want, n, "%ld limbs at an edge, exact", (long) n);
  free_edge_area (a, n), free_edge_area (b, n), free_edge_area (q, n), free_area (want);
}

static void
try_size (const struct comba_config *k, mp_size_t n, const char *method)
{
  mp_ptr a = new_area (n), q = new_area (n);
  for (int kind = 0; kind < DIVISOR_KINDS; kind++)
    {
      const mp_limb_t d = divisor_of (kind);
      if (n > 0)
        random_operand (a, n, (int) random_below (OPERAND_KINDS));
      try (k, a, n, d, method);
      if (n > 0)
        {
          random_operand (q, n, (int) random_below (OPERAND_KINDS));
          q[n - 1] = (mp_limb_t) (((comba_dlimb) q[n - 1] * (COMBA_LIMB_MAX / d)) >> GMP_LIMB_BITS);
          build_1 (a, q, n, d, kind % 2 ? d - 1 : 0);
          try (k, a, n, d, method);
          try_edges (k, n, d, kind % 2);
        }
    }
  free_area (a), free_area (q);
}

int
main (void)
{
  tests_begin ();
  enum { OFF = 65535 };
  static const struct
  {
    const char *name;
    struct comba_one_limb sizes;
  } methods[] = {
    { "a division a limb", { OFF, OFF, OFF, OFF, OFF, OFF } },
    { "beta^2 and a reciprocal", { 0, OFF, OFF, 0, OFF, OFF } },
    { "folds and chains", { 0, 0, 0, 0, 0, 0 } },
    { "beta^2 and chains", { 0, OFF, OFF, 0, 16, 0 } },
  };
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      struct comba_config k = *comba_configs[i];
      const char *why = tests_why_not (&k);
      if (why != NULL)
        {
          check_skip (why, "%s: division by one limb", k.name);
          continue;
        }
      check_begin ("%s: its own sizes", k.name);
      for (mp_size_t n = 0; n <= tests_max (100); n++)
        try_size (&k, n, "as configured");
      check_end ();
      /* The methods themselves are the same for all configurations. */
      for (size_t j = 0; i == 0 && j < sizeof methods / sizeof methods[0]; j++)
        {
          check_begin ("%s", methods[j].name);
          k.one_limb = methods[j].sizes;
          for (int turn = 0; turn < 2 * tests_effort (); turn++)
            for (mp_size_t n = 0; n <= tests_max (100); n++)
              try_size (&k, n, methods[j].name);
          for (mp_size_t n = 100; n <= tests_max (600); n += 61)
            try_size (&k, n, methods[j].name);
          check_end ();
        }
    }

  check_begin ("fractions");
  for (mp_size_t n = 0; n <= tests_max (30); n++)
    for (int kind = 0; kind < DIVISOR_KINDS; kind++)
      {
        const mp_limb_t d = divisor_of (kind), r = random_limb () % d;
        mp_ptr a = new_area (n + 1), want = new_area (n + 1), q = new_area (n);
        memset (a, 0, BYTES (n));
        a[n] = r;
        const mp_limb_t rest = reference_div_1 (want, a, n + 1, d);
        const mp_limb_t got = comba_div_fraction_1 (q, n, r, d);
        expect_equal (q, want, n, "%ld limbs, by %lx", (long) n, (unsigned long) d);
        expect_equal (&got, &rest, 1, "%ld limbs, by %lx", (long) n, (unsigned long) d);
        check_area (q, "q");
        free_area (a), free_area (want), free_area (q);
      }
  check_end ();
  return tests_end ();
}
