/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported linear functions, mpn_add_n to mpn_hamdist: values, what is written, allowed overlap,
   edges of memory. */

#include "each_config.h"
#include "../tests.h"
#include "entry/undeclared.h"
#include <comba.h>

enum function { ADD_N, ADD_NC, SUB_N, SUB_NC, LSHIFT, RSHIFT, COPYI, COPYD, COM, POPCOUNT, HAMDIST, FUNCTIONS };
static const struct
{
  const char *name;
  enum comba_entry entry;
  int sources;
} functions[FUNCTIONS] = {
  [ADD_N] = { "mpn_add_n", COMBA_ENTRY_ADD_N, 2 }, [ADD_NC] = { "mpn_add_nc", COMBA_ENTRY_ADD_N, 2 },
  [SUB_N] = { "mpn_sub_n", COMBA_ENTRY_SUB_N, 2 }, [SUB_NC] = { "mpn_sub_nc", COMBA_ENTRY_SUB_N, 2 },
  [LSHIFT] = { "mpn_lshift", COMBA_ENTRY_LSHIFT, 1 }, [RSHIFT] = { "mpn_rshift", COMBA_ENTRY_RSHIFT, 1 },
  [COPYI] = { "mpn_copyi", COMBA_ENTRY_COPY, 1 }, [COPYD] = { "mpn_copyd", COMBA_ENTRY_COPY, 1 },
  [COM] = { "mpn_com", COMBA_ENTRY_COM, 1 }, [POPCOUNT] = { "mpn_popcount", COMBA_ENTRY_POPCOUNT, 1 },
  [HAMDIST] = { "mpn_hamdist", COMBA_ENTRY_POPCOUNT, 2 },
};

static unsigned long long calls[COMBA_ENTRIES];

/* S is the number of bits to shift; its lowest bit, the carry. */
static mp_limb_t
call (enum function f, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, unsigned s)
{
  calls[functions[f].entry]++;
  switch (f)
    {
    case ADD_N: return mpn_add_n (rp, ap, bp, n);
    case ADD_NC: return __gmpn_add_nc (rp, ap, bp, n, s & 1);
    case SUB_N: return mpn_sub_n (rp, ap, bp, n);
    case SUB_NC: return __gmpn_sub_nc (rp, ap, bp, n, s & 1);
    case LSHIFT: return mpn_lshift (rp, ap, n, s);
    case RSHIFT: return mpn_rshift (rp, ap, n, s);
    case COPYI: mpn_copyi (rp, ap, n); return 0;
    case COPYD: mpn_copyd (rp, ap, n); return 0;
    case COM: mpn_com (rp, ap, n); return 0;
    case POPCOUNT: return mpn_popcount (ap, n);
    default: return mpn_hamdist (ap, bp, n);
    }
}

/* The expected rp[0..n-1] and return value of a call, limb by limb.  rp is apart. */
static mp_limb_t
expected_of (enum function f, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, unsigned s)
{
  mp_limb_t carry = f == ADD_NC || f == SUB_NC ? s & 1 : 0;
  for (mp_size_t j = 0; j < n; j++)
    {
      const mp_size_t i = f == RSHIFT ? n - 1 - j : j;
      const mp_limb_t a = ap[i];
      comba_dlimb t;
      switch (f)
        {
        case ADD_N: case ADD_NC:
          t = (comba_dlimb) a + bp[i] + carry;
          rp[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
          break;
        case SUB_N: case SUB_NC:
          t = (comba_dlimb) a - bp[i] - carry;
          rp[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS) & 1;
          break;
        case LSHIFT:
          t = (comba_dlimb) a << s;
          rp[i] = (mp_limb_t) t | carry, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
          break;
        case RSHIFT:
          rp[i] = a >> s | carry, carry = a << (GMP_LIMB_BITS - s);
          break;
        case COPYI: case COPYD: rp[i] = a; break;
        case COM: rp[i] = ~a; break;
        default:
          for (int bit = 0; bit < GMP_LIMB_BITS; bit++)
            carry += (f == HAMDIST ? a ^ bp[i] : a) >> bit & 1;
        }
    }
  return carry;
}

/* Whether r may be above a; otherwise it may be below. */
static int
may_be_above (enum function f)
{
  return f == LSHIFT || f == COPYD;
}

/* r is apart from a and b. */
static void
try_apart (enum function f, mp_size_t n, unsigned s, int a_kind, int b_kind)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  random_operand (a, n, a_kind);
  random_operand (b, n, b_kind);
  memcpy (expected, r, BYTES (n));      /* popcount and hamdist write nothing */
  const mp_limb_t limb = expected_of (f, expected, a, b, n, s), got = call (f, r, a, b, n, s);
  expect_equal (r, expected, n, "%ld limbs, %u bits", (long) n, s);
  expect_equal (&got, &limb, 1, "%ld limbs, %u bits: what is returned", (long) n, s);
  check_area (r, "r"), check_area (a, "a"), check_area (b, "b");
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* r is OFFSET limbs above a, or above b if SECOND. */
static void
try_shifted (enum function f, mp_size_t n, mp_size_t offset, int second)
{
  const mp_size_t distance = offset < 0 ? -offset : offset, most = n + distance;
  mp_ptr area = new_area (most), before = new_area (most), b = new_area (n), expected = new_area (n);
  const mp_size_t a_at = offset < 0 ? distance : 0, r_at = offset < 0 ? 0 : distance;
  const unsigned s = 1 + (unsigned) random_below (GMP_LIMB_BITS - 1);
  random_operand (area, most, OPERAND_KINDS - 1);
  random_operand (b, n, OPERAND_KINDS - 1);
  memcpy (before, area, BYTES (most));
  const mp_srcptr x = second ? b : area + a_at, y = second ? area + a_at : b;
  const mp_limb_t limb = expected_of (f, expected, x, y, n, s);
  const mp_limb_t got = call (f, area + r_at, x, y, n, s);
  expect_equal (area + r_at, expected, n, "%ld limbs, %ld above", (long) n, (long) offset);
  expect_equal (&got, &limb, 1, "%ld limbs, %ld above: what is returned", (long) n, (long) offset);
  /* The limbs of a that are not in r. */
  const mp_size_t rest = offset < 0 ? n : 0;
  expect_equal (area + rest, before + rest, distance, "%ld limbs, %ld above: the rest of a", (long) n, (long) offset);
  check_area (area, "area");
  free_area (area), free_area (before), free_area (b), free_area (expected);
}

/* r is b, or a, b and r are the same. */
static void
try_same (enum function f, mp_size_t n, int all)
{
  mp_ptr a = new_area (n), r = new_area (n), expected = new_area (n);
  random_operand (a, n, OPERAND_KINDS - 1);
  random_operand (r, n, OPERAND_KINDS - 1);
  const mp_srcptr ap = all ? r : a;
  const mp_limb_t limb = expected_of (f, expected, ap, r, n, 1), got = call (f, r, ap, r, n, 1);
  expect_equal (r, expected, n, "%ld limbs, r is b", (long) n);
  expect_equal (&got, &limb, 1, "%ld limbs, r is b: what is returned", (long) n);
  free_area (a), free_area (r), free_area (expected);
}

static void
try_edges (enum function f, mp_size_t n, int at_end)
{
  mp_ptr a = new_edge_area (n, at_end), b = new_edge_area (n, at_end), r = new_edge_area (n, at_end);
  mp_ptr expected = new_area (n);
  const unsigned s = 1 + (unsigned) random_below (GMP_LIMB_BITS - 1);
  random_operand (a, n, OPERAND_KINDS - 1);
  random_operand (b, n, OPERAND_KINDS - 1);
  make_read_only (a, n);
  make_read_only (b, n);
  memcpy (expected, r, BYTES (n));
  const mp_limb_t limb = expected_of (f, expected, a, b, n, s), got = call (f, r, a, b, n, s);
  expect_equal (r, expected, n, "%ld limbs", (long) n);
  expect_equal (&got, &limb, 1, "%ld limbs: what is returned", (long) n);
  free_edge_area (a, n), free_edge_area (b, n), free_edge_area (r, n), free_area (expected);
}

/* Every kind of a and b, every number of bits at some sizes. */
static void
try_values (enum function f, mp_size_t n)
{
  for (int turn = 0; turn < tests_effort (); turn++)
    for (int a_kind = 0; a_kind < OPERAND_KINDS; a_kind++)
      for (int b_kind = 0; b_kind < (functions[f].sources == 2 ? OPERAND_KINDS : 1); b_kind++)
        try_apart (f, n, 1 + (unsigned) random_below (GMP_LIMB_BITS - 1), a_kind, b_kind);
}

static void
try_function (const char *config, enum function f)
{
  check_begin ("%s: %s", config, functions[f].name);
  for (mp_size_t n = 1; n <= tests_max_of (config, 3000); n = next_size (n))
    try_values (f, n);
  for (unsigned s = 1; s < GMP_LIMB_BITS; s++)
    for (mp_size_t n = 1; n <= tests_max (20); n++)
      try_apart (f, n, s, OPERAND_KINDS - 1, OPERAND_KINDS - 1);
  check_end ();

  check_begin ("%s: %s, edges of memory", config, functions[f].name);
  for (mp_size_t n = 1; n <= tests_max (100); n++)
    try_edges (f, n, 0), try_edges (f, n, 1);
  check_end ();

  if (f >= POPCOUNT)
    return;
  check_begin ("%s: %s, operands that overlap", config, functions[f].name);
  for (mp_size_t n = 1; n <= tests_max (100); n++)
    {
      const mp_size_t most = n < 12 ? n : 12;
      try_shifted (f, n, 0, 0);
      for (mp_size_t distance = 1; distance <= most; distance++)
        if (may_be_above (f))
          try_shifted (f, n, distance, 0);
        else
          for (int second = 0; second < functions[f].sources; second++)
            try_shifted (f, n, -distance, second);
      if (functions[f].sources == 2)
        try_same (f, n, 0), try_same (f, n, 1);
    }
  check_end ();
}

static void
body (const char *config)
{
  comba_count_calls (1);
  for (enum function f = 0; f < FUNCTIONS; f++)
    try_function (config, f);
  for (enum comba_entry e = COMBA_ENTRY_ADD_N; e <= COMBA_ENTRY_POPCOUNT; e++)
    CHECK_THAT (comba_calls (e, -1) == calls[e], "%s: every call was comba's: entry %d", config, (int) e);

  comba_count_calls (0);
  for (enum function f = 0; f < FUNCTIONS; f++)
    {
      check_begin ("%s: %s, uncounted", config, functions[f].name);
      for (mp_size_t n = 1; n <= tests_max (100); n++)
        try_values (f, n);
      check_end ();
    }
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
