/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_divrem_1, mpn_mod_1 and mpn_divexact_1: values, allowed overlap, edges of
   memory, empty operands. */

#include "each_config.h"
#include "../div/one_limb.h"
#include "entry/undeclared.h"
#include <comba.h>

static unsigned long long calls;

/* The quotient replaces the operand's limbs, or begins where the operand does. */
enum { APART, IN_PLACE, SAME_BEGIN, PLACES };

static void
try (mp_size_t n, mp_size_t qxn, int kind, int in_place)
{
  const mp_size_t qn = n + qxn;
  const mp_limb_t d = divisor_of (kind);
  mp_ptr a = new_area (qn), want = new_area (qn), q = new_area (qn);
  memset (a, 0, BYTES (qxn));
  if (n > 0)
    random_operand (a + qxn, n, (int) random_below (OPERAND_KINDS));
  const mp_limb_t r = reference_div_1 (want, a, qn, d);
  const mp_ptr np = in_place == APART ? a + qxn : in_place == IN_PLACE ? q + qxn : q;
  if (in_place != APART)
    memcpy (np, a + qxn, BYTES (n));
  mp_limb_t got = mpn_divrem_1 (q, qxn, np, n, d);
  expect_equal (q, want, qn, "%ld + %ld limbs by %lx", (long) n, (long) qxn, (unsigned long) d);
  expect_equal (&got, &r, 1, "%ld + %ld limbs by %lx: remainder", (long) n, (long) qxn, (unsigned long) d);
  got = mpn_mod_1 (a, qn, d);
  expect_equal (&got, &r, 1, "mpn_mod_1, %ld limbs by %lx", (long) qn, (unsigned long) d);
  calls++;
  if (qn > 0)
    {
      build_1 (a, want, qn, d, 0);
      if (in_place)
        memcpy (q, a, BYTES (qn));
      mpn_divexact_1 (q, in_place ? q : a, qn, d);
      expect_equal (q, want, qn, "mpn_divexact_1, %ld limbs by %lx", (long) qn, (unsigned long) d);
    }
  check_area (q, "q"), check_area (a, "a");
  free_area (a), free_area (want), free_area (q);
}

static void
try_edges (mp_size_t n, int at_end)
{
  const mp_limb_t d = divisor_of ((int) random_below (DIVISOR_KINDS));
  mp_ptr a = new_edge_area (n, at_end), q = new_edge_area (n, at_end), want = new_area (n);
  random_operand (a, n, OPERAND_KINDS - 1);
  make_read_only (a, n);
  const mp_limb_t r = reference_div_1 (want, a, n, d), got = mpn_divrem_1 (q, 0, a, n, d);
  expect_equal (q, want, n, "%ld limbs by %lx at an edge", (long) n, (unsigned long) d);
  expect_equal (&got, &r, 1, "%ld limbs by %lx at an edge", (long) n, (unsigned long) d);
  calls++;
  if (mpn_mod_1 (a, n, d) != r)
    check_fail ("mpn_mod_1 of %ld limbs at an edge", (long) n);
  free_edge_area (a, n), free_edge_area (q, n), free_area (want);
}

static void
body (const char *config)
{
  comba_count_calls (1);
  check_begin ("%s: mpn_divrem_1, mpn_mod_1, mpn_divexact_1", config);
  for (mp_size_t n = 0; n <= tests_max (100); n++)
    for (int kind = 0; kind < DIVISOR_KINDS; kind++)
      try (n, kind % 3 == 2 ? (mp_size_t) random_below (9) : 0, kind, (int) random_below (PLACES));
  for (mp_size_t n = 100; n <= tests_max_of (config, 1000); n += 77)
    try (n, 0, (int) random_below (DIVISOR_KINDS), n % 2);
  for (mp_size_t n = 1; n <= tests_max (60); n++)
    try_edges (n, 0), try_edges (n, 1);
  check_end ();
  CHECK_THAT (comba_calls (COMBA_ENTRY_DIVREM_1, -1) == calls, "%s: every division was comba's", config);
  CHECK_THAT (comba_calls (COMBA_ENTRY_MOD_1, -1) == calls, "%s: every remainder was comba's", config);

  comba_count_calls (0);
  check_begin ("%s: uncounted", config);
  for (mp_size_t n = 0; n <= tests_max (40); n++)
    for (int kind = 0; kind < DIVISOR_KINDS; kind++)
      try (n, 0, kind, kind % 2);
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
