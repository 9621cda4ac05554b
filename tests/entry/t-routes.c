/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which kernel mpn_mul takes: every configuration's table is published with kernels that record
   their calls. */

#include "../tests.h"
#include "arith/arith.h"
#include "config/list.h"
#include <string.h>

enum kind { NONE, MUL_N, MUL_EQUAL, MUL_BY, MUL_ROWS, MUL_UNEQUAL, OTHER };
static const char *const names[] = { "none", "mul_n", "mul_equal", "mul_by", "mul_rows", "mul_unequal", "another size's" };

/* The last called kernel; the number of calls; the length that kernels for one bn do not
   receive. */
static enum kind called;
static int calls;
static mp_size_t shorter;

static mp_limb_t
multiply (enum kind kind, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  called = kind;
  calls++;
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}

static mp_limb_t
spy_mul_n (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  (void) an;
  return multiply (MUL_N, rp, ap, shorter, bp, shorter);
}

static mp_limb_t
spy_mul_equal (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  (void) an;
  return multiply (MUL_EQUAL, rp, ap, shorter, bp, shorter);
}

static mp_limb_t
spy_mul_by (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  return multiply (MUL_BY, rp, ap, an, bp, shorter);
}

static mp_limb_t
spy_mul_rows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return multiply (MUL_ROWS, rp, ap, an, bp, bn);
}

static mp_limb_t
spy_mul_unequal (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return multiply (MUL_UNEQUAL, rp, ap, an, bp, bn);
}

static mp_limb_t
another (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  return multiply (OTHER, rp, ap, an, bp, shorter);
}

static mp_limb_t
another_row (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return multiply (OTHER, rp, ap, an, bp, bn);
}

/* The kernel according to K.  NONE: no kernel of its own, or two limbs, which are multiplied
   inline on x86-64. */
static enum kind
expected (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  if (an == bn && bn <= k->own_jumps)
    {
#ifdef COMBA_X86_64
      if (bn == 2)
        return NONE;
#endif
      return MUL_N;
    }
  if (an == bn ? bn > k->mul_n_max : bn > k->mul_by_max)
    return an > bn && bn < k->thresholds.mul_toom22 && an <= k->mul_unequal_an_max ? MUL_UNEQUAL : NONE;
  if (an == bn)
    return bn <= COMBA_MUL_EQUAL_MAX && k->mul_equal[bn] != NULL ? MUL_EQUAL : MUL_N;
  return an <= k->mul_rows_to[bn] ? MUL_ROWS : an <= k->mul_by_an_max ? MUL_BY : NONE;
}

static int seen[OTHER + 1];

static void
try_shape (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  static struct comba_config spied;
  const enum kind kind = expected (k, an, bn);
  if (kind == NONE && !(an == 2 && bn == 2 && k->own_jumps >= 2))
    return;
  spied = *k;
  for (mp_size_t n = 0; n <= COMBA_FIXED_MAX; n++)
    {
      spied.mul_n[n] = n == bn ? spy_mul_n : another;
      spied.mul_by[n] = n == bn ? spy_mul_by : another;
    }
  for (mp_size_t n = 0; n <= COMBA_MUL_EQUAL_MAX; n++)
    if (k->mul_equal[n] != NULL)
      spied.mul_equal[n] = n == bn ? spy_mul_equal : another;
  for (mp_size_t n = 0; n <= COMBA_MUL_ROWS_MAX; n++)
    spied.mul_rows[n] = n == an ? spy_mul_rows : another_row;
  spied.mul_unequal = spy_mul_unequal;

  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), product = new_area (an + bn);
  random_operand (a, an, 5);
  random_operand (b, bn, 5);
  reference_mul (product, a, an, b, bn);
  called = NONE, calls = 0, shorter = bn;
  atomic_store (&comba_entry_table, &spied);
  mp_limb_t top = mpn_mul (r, a, an, b, bn);
  if (called != kind || calls != (kind != NONE))
    check_fail ("%ld x %ld limbs: %s, %d calls, for %s", (long) an, (long) bn, names[called], calls, names[kind]);
  expect_equal (r, product, an + bn, "%ld x %ld limbs", (long) an, (long) bn);
  if (top != r[an + bn - 1])
    check_fail ("%ld x %ld limbs: the returned limb is not the top limb", (long) an, (long) bn);
  seen[kind]++;
  free_area (a), free_area (b), free_area (r), free_area (product);
}

static int
equal_kernels (const struct comba_config *k)
{
  int count = 0;
  for (mp_size_t n = 0; n <= COMBA_MUL_EQUAL_MAX; n++)
    count += k->mul_equal[n] != NULL;
  return count;
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      memset (seen, 0, sizeof seen);
      check_begin ("%s: the kernel that mpn_mul takes", k->name);
      for (mp_size_t an = 1; an <= COMBA_FIXED_MAX + 9; an++)
        for (mp_size_t bn = 1; bn <= an; bn++)
          try_shape (k, an, bn);
      for (mp_size_t an = 215; an <= 710; an += 5)
        for (mp_size_t bn = 1; bn <= COMBA_FIXED_MAX + 1; bn += 10)
          try_shape (k, an, bn);
      if ((seen[MUL_N] > 0) != (k->mul_n_max > 0) || seen[MUL_EQUAL] != equal_kernels (k)
          || (seen[MUL_BY] > 0) != (k->mul_by_max > 0)
          || (seen[MUL_ROWS] > 0) != (k->mul_rows_to[1] > 0) || (seen[MUL_UNEQUAL] > 0) != (k->mul_unequal != NULL))
        check_fail ("a kind of kernels that no shape takes");
      check_end ();
    }
  return tests_end ();
}
