/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Whether numbers are squares: squares, which are; their neighbours, which are not; and all small
   numbers. */

#include "../tests.h"
#include "root/root.h"

static void
expect (const struct comba_config *k, mp_srcptr p, mp_size_t n, int square, const char *kind)
{
  mp_ptr np = new_edge_area (n, 1);
  memcpy (np, p, BYTES (n));
  make_read_only (np, n);
  if (comba_is_square (k, np, n) != square)
    check_fail ("%ld limbs, %s", (long) n, kind);
  free_edge_area (np, n);
}

static void
try_size (const struct comba_config *k, mp_size_t m, int kind)
{
  mp_ptr s = new_area (m), x = new_area (2 * m);
  random_operand (s, m, kind);
  if (s[m - 1] == 0)
    s[m - 1] = 1 + random_below (1000);
  if (m == 1)
    s[0] |= 2;          /* 0, 1: neighbours of each other */
  reference_mul (x, s, m, s, m);
  mp_size_t n = 2 * m;
  while (x[n - 1] == 0)
    n--;
  expect (k, x, n, 1, "a square");
  mp_limb_t borrow = comba_sub_1_var (x, n, 1);
  if (borrow == 0 && x[n - 1] != 0)
    expect (k, x, n, 0, "a square - 1");
  comba_add_1_var (x, n, 1);
  if (comba_add_1_var (x, n, 1) == 0)
    expect (k, x, n, 0, "a square + 1");
  comba_sub_1_var (x, n, 1);
  if (comba_add_in_var (x, n, s, m < n ? m : n) == 0)
    expect (k, x, n, 0, "s^2 + s");
  free_area (s), free_area (x);
}

/* N - r^2 has a nonzero residue in some digit only: every path from residues to the root. */
static void
try_small (const struct comba_config *k)
{
  const unsigned long most = 70000;
  for (unsigned long x = 1, s = 1; x < most; x++)
    {
      if (x == (s + 1) * (s + 1))
        s++;
      const mp_limb_t limb = x;
      if (comba_is_square (k, &limb, 1) != (x == s * s))
        check_fail ("%lu", x);
    }
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (why != NULL)
        {
          check_skip (why, "%s: squares", k->name);
          continue;
        }
      check_begin ("%s: whether numbers of up to %ld limbs are squares", k->name, 2 * (long) tests_every_to (60));
      try_small (k);
      for (mp_size_t m = 1; m <= tests_every_to (60); m++)
        for (int kind = 0; kind < OPERAND_KINDS; kind++)
          for (int more = 0; more < (m < 4 ? 20 : 1); more++)
            try_size (k, m, kind);
      check_end ();
    }
  return tests_end ();
}
