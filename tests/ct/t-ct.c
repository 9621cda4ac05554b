/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* No branch and no address of a basecase kernel depends on operand values.  Under Valgrind's
   memcheck, with operands marked as undefined, a dependence would be reported as a use of an
   undefined value.  Covers every configuration that Valgrind can run.

   Without Valgrind this cannot be checked, and is skipped. */

#include "../tests.h"
#include "gcd/gcd.h"
#include "mul/ladder.h"
#include "powm/powm.h"
#include "powm/powm_many.h"
#include "entry/undeclared.h"

#ifdef HAVE_VALGRIND_MEMCHECK_H
#include <valgrind/memcheck.h>

static int
errors (void)
{
  return (int) VALGRIND_COUNT_ERRORS;
}

/* memcheck must find a branch on an undefined value; otherwise it proves nothing. */
static int
branch_is_found (void)
{
  volatile mp_limb_t x = 1;
  VALGRIND_MAKE_MEM_UNDEFINED (&x, sizeof x);
  int before = errors ();
  volatile int taken = 0;
  if (x == 7)
    taken = 1;
  (void) taken;
  return errors () > before;
}

/* The function under test, with a table of kernels: f (k, rp, ap, an, bp, bn). */
typedef void call (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn);

static void
mul_basecase (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
              mp_size_t bn)
{
  comba_mul_basecase (k, rp, ap, an, bp, bn);
}

static void
sqr_basecase (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
              mp_size_t bn)
{
  (void) bp, (void) bn;
  comba_sqr_basecase (k, rp, ap, an);
}

static void
mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
       mp_size_t bn)
{
  k->mul_n[bn] (rp, ap, an, bp);
}

static void
mul_equal (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
           mp_size_t bn)
{
  k->mul_equal[bn] (rp, ap, an, bp);
}

static void
mul_by (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
        mp_size_t bn)
{
  k->mul_by[bn] (rp, ap, an, bp);
}

static void
mul_unequal (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  k->mul_unequal (rp, ap, an, bp, bn);
}

static void
mul_rows (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  k->mul_rows[an] (rp, ap, an, bp, bn);
}

static void
sqr_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
       mp_size_t bn)
{
  (void) bp, (void) bn;
  k->sqr_n[an] (rp, ap);
}

static void
by_limb (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) bn;
  rp[an] = k->by_limb.mul_1[comba_by_limb_of (an)] (rp, ap, an, bp[0], ap[0]);
  rp[an] += k->by_limb.addmul_1[comba_by_limb_of (an)] (rp, ap, an, bp[0]);
  rp[an] += k->by_limb.submul_1[comba_by_limb_of (an)] (rp, ap, an, bp[0]);
}

static void
linear (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_linear *const f = k->linear;
  (void) bn;
  rp[an] = f->add_nc (rp, ap, bp, an, ap[0] & 1);
  rp[an] += f->sub_nc (rp, rp, bp, an, ap[0] & 1);
  rp[an] += f->lshift (rp, rp, an, 1 + an % (GMP_LIMB_BITS - 1));
  rp[an] += f->rshift (rp, rp, an, 1 + an % (GMP_LIMB_BITS - 1));
  rp[an] += f->popcount (rp, an) + f->hamdist (rp, bp, an);
  f->com (rp, rp, an);
  f->copyi (rp, ap, an);
  f->copyd (rp, bp, an);
}

static void
redc_rows (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  memcpy (rp, bp, BYTES (bn));
  k->redc_rows (rp, ap, an, bp[0], bn - an);
}

#ifdef COMBA_X86_64

static void
redc_1 (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) k;
  memcpy (rp, bp, BYTES (bn));
  rp[0] = __gmpn_redc_1 (rp, rp, ap, an, bp[0]);
}
#endif

#ifdef COMBA_X86_64

static void
invert_sec (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
            mp_size_t bn)
{
  (void) k, (void) bn;
  mp_ptr m = new_area (an), scratch = new_area ((mp_size_t) comba_invert_sec_itch (an));
  memcpy (m, bp, BYTES (an));
  m[0] |= 1;
  rp[an] = (mp_limb_t) comba_invert_sec (rp, ap, m, an, 128 * (size_t) an, scratch);
  free_area (m), free_area (scratch);
}
#endif

static void
try_call (call *f, const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn);
  random_operand (a, an, 4);
  random_operand (b, bn, 4);
  VALGRIND_MAKE_MEM_UNDEFINED (a, an * sizeof (mp_limb_t));
  VALGRIND_MAKE_MEM_UNDEFINED (b, bn * sizeof (mp_limb_t));
  int before = errors ();
  f (k, r, a, an, b, bn);
  if (errors () != before)
    check_fail ("%ldx%ld limbs: depends on values", (long) an, (long) bn);
  free_area (a), free_area (b), free_area (r);
}

/* A power modulo P of n limbs, all undefined; returns whether anything was found. */
static int
power_is_found (const struct comba_config *k, mp_size_t n, mp_size_t bn)
{
  const size_t bits = 13;
  mp_ptr e = new_area (1), b = new_area (bn), p = new_area (n), r = new_area (n);
  mp_ptr scratch = new_area ((mp_size_t) comba_powm_sec_itch (k, bits, n));
  random_operand (e, 1, 5), random_operand (b, bn, 5), random_operand (p, n, 5);
  p[0] |= 1;
  p[n - 1] |= 1;
  VALGRIND_MAKE_MEM_UNDEFINED (e, BYTES (1));
  VALGRIND_MAKE_MEM_UNDEFINED (b, BYTES (bn));
  VALGRIND_MAKE_MEM_UNDEFINED (p, BYTES (n));
  const int before = errors ();
  comba_powm_sec (k, r, b, bn, e, bits, p, n, scratch);
  const int found = errors () != before;
  free_area (e), free_area (b), free_area (p), free_area (r), free_area (scratch);
  return found;
}

/* Several at once, some of them in a group. */
static int
powers_are_found (const struct comba_config *k, mp_size_t n, mp_size_t bn)
{
  enum { COUNT = 5 };
  struct comba_config c = *k;
  c.lanes.percent = 0;
  c.thresholds.powm_lanes = 1;
  c.thresholds.powm_lanes_end = COMBA_NEVER;
  const mp_size_t en = 2, all = bn + en + 2 * n;
  mp_ptr area = new_area (COUNT * all);
  struct comba_power powers[COUNT];
  random_operand (area, COUNT * all, 5);
  for (int i = 0; i < COUNT; i++)
    {
      const mp_ptr p = area + i * all;
      p[0] |= 1, p[n - 1] |= 1;
      powers[i] = (struct comba_power) { p + n, p + 2 * n, bn, p + 2 * n + bn, en, p, n };
    }
  VALGRIND_MAKE_MEM_UNDEFINED (area, BYTES (COUNT * all));
  const int before = errors ();
  comba_powm_many_by (&c, powers, COUNT, 1);
  const int found = errors () != before;
  free_area (area);
  return found;
}

static void
try_power (const struct comba_config *k, mp_size_t n, mp_size_t bn)
{
  if (power_is_found (k, n, bn))
    check_fail ("power of %ld limbs modulo %ld limbs: depends on values", (long) bn, (long) n);
}

/* Planted: one entry of the table is read, a product of a window of zeros is left out, and P is
   subtracted by a branch. */
static void
leak_select (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index)
{
  (void) count;
  memcpy (rp, table + index * size, BYTES (size));
}

static void
leak_select_by_branch (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index)
{
  if (index != 0)
    comba_representation_montgomery_sec.sec->select (rp, table, size, count, index);
}

static void
leak_decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  comba_representation_montgomery_sec.decode (k, context, rp, xp, scratch);
  volatile int zero = 0;
  if (rp[0] == 0)
    zero = 1;
  (void) zero;
}

static void
find_leaks (void)
{
  const struct comba_representation *const good = &comba_representation_montgomery_sec;
  struct comba_representation rep = *good, decoding = *good;
  struct comba_representation_sec sec = *good->sec;
  struct comba_config k = *comba_configs[0];
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    if (tests_why_not (comba_configs[i]) == NULL)
      {
        k = *comba_configs[i];
        break;
      }
  rep.sec = &sec;
  memset (k.representations, 0, sizeof k.representations);
  k.representations[0].rep = &rep;
  CHECK_THAT (!power_is_found (&k, 9, 9), "a power without a leak passes");
  sec.select = leak_select;
  CHECK_THAT (power_is_found (&k, 9, 9), "memcheck finds an entry of the table read by index");
  sec.select = leak_select_by_branch;
  CHECK_THAT (power_is_found (&k, 9, 9), "memcheck finds a branch on a window of the exponent");
  sec.select = good->sec->select;
  decoding.decode = leak_decode;
  sec.rep = &decoding;
  CHECK_THAT (power_is_found (&k, 9, 9), "memcheck finds a branch on the result");
}

static void
try_config (const struct comba_config *k)
{
  const mp_size_t max = tests_max (130);

  check_begin ("%s: mul_basecase", k->name);
  for (mp_size_t an = 1; an <= max; an += 1 + an / 16)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      try_call (mul_basecase, k, an, bn);
  check_end ();

  check_begin ("%s: sqr_basecase", k->name);
  for (mp_size_t n = 1; n <= max; n++)
    try_call (sqr_basecase, k, n, n);
  check_end ();

  check_begin ("%s: kernels for fixed sizes", k->name);
  for (mp_size_t n = 1; n <= k->mul_n_max; n++)
    try_call (mul_n, k, n, n);
  for (mp_size_t n = 1; n <= COMBA_MUL_EQUAL_MAX; n++)
    if (k->mul_equal[n] != NULL)
      try_call (mul_equal, k, n, n);
  for (mp_size_t bn = 1; bn <= k->mul_by_max; bn++)
    for (mp_size_t an = bn; an <= max; an += 1 + an / 16)
      try_call (mul_by, k, an, bn);
  for (mp_size_t bn = 1; bn <= max && k->mul_unequal != NULL; bn += 1 + bn / 8)
    for (mp_size_t an = bn + 1; an <= max; an += 1 + an / 16)
      try_call (mul_unequal, k, an, bn);
  for (mp_size_t an = 1; an <= COMBA_MUL_ROWS_MAX && k->mul_rows[an] != NULL; an++)
    try_call (mul_rows, k, an, (an + 1) / 2);
  for (mp_size_t n = 1; n <= k->sqr_n_max; n++)
    try_call (sqr_n, k, n, n);
  check_end ();

  check_begin ("%s: products by one limb, rows of reductions", k->name);
  for (mp_size_t n = 1; n <= max && k->by_limb.mul_1[0] != NULL; n++)
    try_call (by_limb, k, n, 1);
  for (mp_size_t n = COMBA_REDC_ROWS_MIN; n <= max && k->redc_rows != NULL; n += 1 + n / 16)
    try_call (redc_rows, k, n, 2 * n);
  check_end ();

  check_begin ("%s: linear functions", k->name);
  for (mp_size_t n = 1; n <= max && k->linear != NULL; n++)
    try_call (linear, k, n, n);
  check_end ();

  check_begin ("%s: constant-time powers", k->name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 60); n += 1 + n / 8)
    try_power (k, n, n % 2 != 0 ? 2 * n : n);
  check_end ();

  check_begin ("%s: many constant-time powers", k->name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 20); n += 4)
    if (powers_are_found (k, n, n % 2 != 0 ? 2 * n : n))
      check_fail ("powers modulo %ld limbs: depend on values", (long) n);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  if (!RUNNING_ON_VALGRIND)
    {
      check_skip ("runs under Valgrind only (make check-valgrind)", "independence of values");
      return tests_end ();
    }
  CHECK_THAT (branch_is_found (), "memcheck finds a branch on an undefined value");
  find_leaks ();
#ifdef COMBA_X86_64
  check_begin ("mpn_redc_1, of the configuration that serves");
  for (mp_size_t n = 1; n <= tests_max (40); n++)
    try_call (redc_1, comba_active (), n, 2 * n);
  check_end ();
  check_begin ("constant-time inverses");
  for (mp_size_t n = 1; n <= tests_max (20); n++)
    try_call (invert_sec, comba_active (), n, n);
  check_end ();
#endif
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *reason = tests_why_not (comba_configs[i]);
      if (reason == NULL)
        try_config (comba_configs[i]);
      else
        check_skip (reason, "independence of values of CPU configuration %s", comba_configs[i]->name);
    }
  return tests_end ();
}
#else
int
main (void)
{
  tests_begin ();
  check_skip ("built without Valgrind's headers", "independence of values");
  return tests_end ();
}
#endif
