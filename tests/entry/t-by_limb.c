/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_mul_1, mpn_mul_1c, mpn_addmul_1 and mpn_submul_1: values, what is written,
   allowed overlap, edges of memory. */

#include "each_config.h"
#include "../tests.h"
#include "entry/undeclared.h"
#include <comba.h>

enum function { MUL_1, MUL_1C, ADDMUL_1, SUBMUL_1, FUNCTIONS };
static const char *const names[FUNCTIONS] = { "mpn_mul_1", "mpn_mul_1c", "mpn_addmul_1", "mpn_submul_1" };

static unsigned long long calls[COMBA_ENTRIES];

static mp_limb_t
call (enum function f, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  switch (f)
    {
    case MUL_1:
      calls[COMBA_ENTRY_MUL_1]++;
      return mpn_mul_1 (rp, ap, n, b);
    case MUL_1C:
      calls[COMBA_ENTRY_MUL_1]++;
      return __gmpn_mul_1c (rp, ap, n, b, carry);
    case ADDMUL_1:
      calls[COMBA_ENTRY_ADDMUL_1]++;
      return mpn_addmul_1 (rp, ap, n, b);
    default:
      calls[COMBA_ENTRY_SUBMUL_1]++;
      return mpn_submul_1 (rp, ap, n, b);
    }
}

/* The expected rp[0..n-1] and return value of a call, limb by limb. */
static mp_limb_t
expected_of (enum function f, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  mp_limb_t limb = f == MUL_1C ? carry : 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) ap[i] * b + limb;
      if (f == ADDMUL_1)
        t += rp[i];
      limb = (mp_limb_t) (t >> GMP_LIMB_BITS);
      if (f == SUBMUL_1)
        {
          limb += rp[i] < (mp_limb_t) t;
          rp[i] -= (mp_limb_t) t;
        }
      else
        rp[i] = (mp_limb_t) t;
    }
  return limb;
}

static mp_limb_t
any_limb (int kind)
{
  mp_limb_t b;
  random_operand (&b, 1, kind);
  return b;
}

/* r is BELOW limbs below a; or, if BELOW is negative, elsewhere. */
static void
try_at (enum function f, mp_size_t n, mp_size_t below, int a_kind, int b_kind, int r_kind)
{
  const int apart = below < 0;
  mp_ptr a = new_area (n), r = new_area (apart ? n : n + below), expected = new_area (n);
  mp_ptr source = apart ? a : r + below;
  const mp_limb_t b = any_limb (b_kind), carry = any_limb (r_kind);
  random_operand (a, n, a_kind);
  random_operand (r, n, r_kind);
  memcpy (source, a, BYTES (n));
  memcpy (expected, r, BYTES (n));

  const mp_limb_t limb = expected_of (f, expected, a, n, b, carry);
  const mp_limb_t got = call (f, r, source, n, b, carry);
  expect_equal (r, expected, n, "%ld limbs, %ld below", (long) n, (long) below);
  expect_equal (&got, &limb, 1, "%ld limbs, %ld below: what is carried out", (long) n, (long) below);
  if (!apart)
    {
      const mp_size_t above = below < n ? below : n;
      expect_equal (r + n + below - above, a + n - above, above, "%ld limbs, %ld below: what is above",
                    (long) n, (long) below);
    }
  check_area (r, "r");
  check_area (a, "a");
  free_area (a), free_area (r), free_area (expected);
}

static void
try_edges (enum function f, mp_size_t n, int at_end)
{
  mp_ptr a = new_edge_area (n, at_end), r = new_edge_area (n, at_end), expected = new_area (n);
  random_operand (a, n, OPERAND_KINDS - 1);
  random_operand (r, n, OPERAND_KINDS - 1);
  make_read_only (a, n);
  memcpy (expected, r, BYTES (n));
  const mp_limb_t b = random_limb (), carry = random_limb ();
  const mp_limb_t limb = expected_of (f, expected, a, n, b, carry);
  const mp_limb_t got = call (f, r, a, n, b, carry);
  expect_equal (r, expected, n, "%ld limbs", (long) n);
  expect_equal (&got, &limb, 1, "%ld limbs: what is carried out", (long) n);
  free_edge_area (a, n), free_edge_area (r, n), free_area (expected);
}

/* Every kind of a, with every kind of b and of r at some point of the run. */
static void
try_size (enum function f, mp_size_t n, mp_size_t below)
{
  for (int turn = 0; turn < tests_effort (); turn++)
    for (int kind = 0; kind < OPERAND_KINDS; kind++)
      {
        try_at (f, n, below, kind, 0, 0);
        try_at (f, n, below, kind, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
      }
}

static void
try_function (const char *config, enum function f)
{
  check_begin ("%s: %s", config, names[f]);
  for (mp_size_t n = 1; n <= tests_max_of (config, 3000); n = next_size (n))
    try_size (f, n, -1);
  check_end ();

  check_begin ("%s: %s, operands that overlap", config, names[f]);
  for (mp_size_t n = 1; n <= tests_max (80); n++)
    for (mp_size_t below = 0; below <= 10; below++)
      try_at (f, n, below, OPERAND_KINDS - 1, OPERAND_KINDS - 1, OPERAND_KINDS - 1);
  for (mp_size_t n = 1; n <= tests_max (80); n++)
    try_size (f, n, (mp_size_t) random_below (20));
  check_end ();

  check_begin ("%s: %s, edges of memory", config, names[f]);
  for (mp_size_t n = 1; n <= tests_max (80); n++)
    try_edges (f, n, 0), try_edges (f, n, 1);
  check_end ();
}

static void
body (const char *config)
{
  comba_count_calls (1);
  for (enum function f = 0; f < FUNCTIONS; f++)
    try_function (config, f);
  for (enum comba_entry e = COMBA_ENTRY_MUL_1; e <= COMBA_ENTRY_SUBMUL_1; e++)
    CHECK_THAT (comba_calls (e, -1) == calls[e], "%s: every call was comba's: entry %d", config, (int) e);

  comba_count_calls (0);
  for (enum function f = 0; f < FUNCTIONS; f++)
    {
      check_begin ("%s: %s, uncounted", config, names[f]);
      for (mp_size_t n = 1; n <= COMBA_BY_LIMB_MAX + 2; n++)
        try_size (f, n, -1), try_size (f, n, 0);
      check_end ();
    }
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
