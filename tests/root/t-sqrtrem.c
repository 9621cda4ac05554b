/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots.  N = S^2 + R and 0 <= R <= 2S prove a result; the squares are the reference's. */

#include "../tests.h"
#include "arith/scratch.h"
#include "mul/ntt/ntt.h"
#include "root/root.h"

static mp_size_t
size_of (mp_srcptr p, mp_size_t n)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  return n;
}

/* xp[0..n-1] += ap[0..an-1]; returns the carry. */
static mp_limb_t
add (mp_ptr xp, mp_size_t n, mp_srcptr ap, mp_size_t an, mp_limb_t carry)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) xp[i] + (i < an ? ap[i] : 0) + carry;
      xp[i] = (mp_limb_t) x, carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  return carry;
}

/* What is wrong with the result, or NULL. */
static const char *
wrong (mp_srcptr sp, mp_srcptr rp, mp_size_t rn, mp_srcptr np, mp_size_t n)
{
  const mp_size_t m = (n + 1) / 2;
  if (rn < 0 || rn > m + 1 || rn > n || (rn > 0 && rp[rn - 1] == 0))
    return "the size of the remainder";
  mp_ptr x = new_area (2 * m), twice = new_area (m + 1);
  reference_mul (x, sp, m, sp, m);
  const char *what = NULL;
  if (add (x, 2 * m, rp, rn, 0) != 0 || (n < 2 * m && x[n] != 0) || memcmp (x, np, BYTES (n)) != 0)
    what = "S^2 + R";
  memcpy (twice, sp, BYTES (m));
  twice[m] = add (twice, m, sp, m, 0);
  const mp_size_t tn = size_of (twice, m + 1);
  if (rn > tn || (rn == tn && comba_cmp_var (rp, twice, rn) > 0))
    what = "R > 2S";
  free_area (x), free_area (twice);
  return what;
}

static void
try (const struct comba_config *k, mp_srcptr number, mp_size_t n, const char *kind)
{
  const mp_size_t m = (n + 1) / 2;
  mp_ptr np = new_area (n), s = new_area (m), r = new_area (n), t = new_area (m);
  memcpy (np, number, BYTES (n));
  const mp_size_t rn = comba_sqrtrem (k, s, r, np, n);
  const char *what = wrong (s, r, rn, number, n);
  if (what != NULL)
    check_fail ("%ld limbs, %s: %s", (long) n, kind, what);
  expect_equal (np, number, n, "%ld limbs, %s: the source", (long) n, kind);
  if ((comba_sqrtrem (k, t, NULL, np, n) != 0) != (rn != 0))
    check_fail ("%ld limbs, %s: whether it is a square", (long) n, kind);
  expect_equal (t, s, m, "%ld limbs, %s: the root without a remainder", (long) n, kind);
  expect_equal (np, number, n, "%ld limbs, %s: the source", (long) n, kind);
  if (comba_sqrtrem (k, t, np, np, n) != rn)
    check_fail ("%ld limbs, %s: the size of the remainder in place", (long) n, kind);
  expect_equal (t, s, m, "%ld limbs, %s: the root, remainder in place", (long) n, kind);
  expect_equal (np, r, rn, "%ld limbs, %s: the remainder in place", (long) n, kind);
  check_area (np, "n"), check_area (s, "s"), check_area (r, "r"), check_area (t, "s");
  free_area (np), free_area (s), free_area (r), free_area (t);
}

enum { TOPS = 6 };

static void
set_top (mp_ptr p, mp_size_t n, int kind)
{
  if (kind < 3)
    p[n - 1] = (mp_limb_t) kind + 1;
  else if (kind == 3)
    p[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  else if (kind == 4)
    p[n - 1] = COMBA_LIMB_MAX >> random_below (GMP_LIMB_BITS);
  else
    p[n - 1] = (mp_limb_t) 1 << random_below (GMP_LIMB_BITS);
}

/* Numbers of n limbs: any; and s^2 - 1, s^2, s^2 + 1, s^2 + 2s for roots s of many kinds. */
static void
try_size (const struct comba_config *k, mp_size_t n, int kinds)
{
  const mp_size_t m = (n + 1) / 2;
  mp_ptr x = new_area (n), s = new_area (m), y = new_area (2 * m), z = new_area (2 * m);
  for (int kind = 0; kind < kinds; kind++)
    {
      random_operand (x, n, kind);
      if (kind != 0)
        set_top (x, n, (int) random_below (TOPS));
      try (k, x, n, "any");
      for (int top = 0; top < (kinds < OPERAND_KINDS ? 1 : TOPS); top++)
        {
          random_operand (s, m, kind);
          if (kind != 0 || top > 0)
            set_top (s, m, top);
          if (n % 2 != 0)
            s[m - 1] = s[m - 1] % ((mp_limb_t) 1 << GMP_LIMB_BITS / 2) | 1;
          reference_mul (y, s, m, s, m);
          const mp_size_t yn = size_of (y, 2 * m);
          memcpy (z, y, BYTES (yn));
          if (comba_sub_1_var (z, yn, 1) == 0 && z[yn - 1] != 0)
            try (k, z, yn, "a square - 1");
          try (k, y, yn, "a square");
          memcpy (z, y, BYTES (yn));
          if (comba_add_1_var (z, yn, 1) == 0)
            try (k, z, yn, "a square + 1");
          if (add (y, yn, s, m, 0) == 0 && add (y, yn, s, m, 0) == 0 && size_of (s, m) <= yn)
            {
              try (k, y, yn, "S^2 + 2S");
              if (comba_add_1_var (y, yn, 1) == 0)
                try (k, y, yn, "(S + 1)^2");
            }
        }
    }
  free_area (x), free_area (s), free_area (y), free_area (z);
}

/* Areas at the ends of pages, the source read-only. */
static void
try_edges (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t m = (n + 1) / 2;
  for (int end = 0; end < 2; end++)
    {
      mp_ptr np = new_edge_area (n, end), s = new_edge_area (m, end), r = new_edge_area (n, end);
      random_operand (np, n, 5);
      np[n - 1] |= 1;
      make_read_only (np, n);
      const mp_size_t rn = comba_sqrtrem (k, s, r, np, n);
      const char *what = wrong (s, r, rn, np, n);
      if (what != NULL)
        check_fail ("%ld limbs at the edge of a page: %s", (long) n, what);
      free_edge_area (np, n), free_edge_area (s, m), free_edge_area (r, n);
    }
}

static void
try_all (const struct comba_config *k, const char *name, mp_size_t every, mp_size_t most)
{
  check_begin ("%s: square roots of up to %ld limbs", name, (long) most);
  for (mp_size_t n = 1; n <= every; n++)
    {
      try_size (k, n, n <= 12 ? OPERAND_KINDS : n <= 40 ? 4 : 2);
      if (n % 7 < 2)
        try_edges (k, n);
    }
  for (mp_size_t n = every + 1; n <= most; n += n / 4 + (mp_size_t) random_below (3))
    try_size (k, n, 2);
  check_end ();
}

/* Products by which long roots need no more memory than GMP's. */
static struct comba_ntt spying_ntt;
static const struct comba_ntt *ntt;
static unsigned long by_moduli, products, cyclic;

static void
spy_mul_moduli (const struct comba_pool *pool, const struct comba_ntt_moduli *moduli, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  by_moduli++;
  ntt->mul_moduli (pool, moduli, rp, ap, an, bp, bn, scratch);
}

static void
spy_mul_two_moduli (const struct comba_pool *pool, int pair, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                    mp_size_t bn, mp_ptr scratch)
{
  products++;
  ntt->mul_two_moduli (pool, pair, rp, ap, an, bp, bn, scratch);
}

static void
spy_mulmod (mp_size_t m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  cyclic += 2 * m >= COMBA_DIV_LITTLE_FROM;
  ntt->mulmod (m, rp, ap, an, bp, bn, scratch);
}

static void
try_long (size_t i)
{
  struct comba_config k = *comba_configs[i];
  const char *why = tests_why_not_by (i, ntt);
  if (why == NULL && (k.ntt->moduli_itch == NULL || tests_max_of (k.name, 400) < 400))
    why = "only for limbs of 64 bits, and without a limit for sizes";
  if (why != NULL)
    {
      check_skip (why, "%s: long square roots", k.name);
      return;
    }
  ntt = k.ntt;
  spying_ntt = *ntt;
  spying_ntt.mul_moduli = spy_mul_moduli, spying_ntt.mul_two_moduli = spy_mul_two_moduli, spying_ntt.mulmod = spy_mulmod;
  k.ntt = &spying_ntt;
  by_moduli = products = cyclic = 0;
  check_begin ("%s: long square roots", k.name);
  for (mp_size_t n = COMBA_DIV_LITTLE_FROM; n < 5 * COMBA_DIV_LITTLE_FROM / 4; n += n / 4 + 1)
    try_size (&k, n, 2);
  /* Where transforms begin at more limbs, the products of the parts of the root have none. */
  if (by_moduli == 0 || (products == 0 && k.thresholds.mul_ntt < COMBA_NTT_LITTLE_FROM / 4) || cyclic > 0)
    check_fail ("%lu and %lu products by two moduli, %lu others", by_moduli, products, cyclic);
  check_end ();
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
          check_skip (why, "%s: square roots", k->name);
          continue;
        }
      try_all (k, k->name, tests_every_to (100), tests_max_of (k->name, 400));
      struct comba_config tiny = *k;
      tiny.thresholds.root_newton = 0;
      try_all (&tiny, "Newton", tests_every_to (60), tests_max_of (k->name, 400));
      const size_t most = atomic_exchange (&comba_memory_max, 1);
      try_all (&tiny, "Newton without memory", tests_every_to (10), tests_max_of (k->name, 700));
      atomic_store (&comba_memory_max, most);
      tiny.thresholds.root_newton = COMBA_NEVER;
      tiny.thresholds.root_halves = 0;
      try_all (&tiny, "halves", tests_every_to (30), tests_max_of (k->name, 60));
      tiny.thresholds.root_halves = COMBA_NEVER;
      try_all (&tiny, "rows", tests_every_to (10), tests_max_of (k->name, 100));
      try_long (i);
    }
  return tests_end ();
}
