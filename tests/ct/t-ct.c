/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* No branch and no address of a basecase kernel depends on operand values.  Under Valgrind's
   memcheck, with operands marked as undefined, a dependence would be reported as a use of an
   undefined value.  Covers every configuration that Valgrind can run.

   Without Valgrind this cannot be checked, and is skipped. */

#include "../tests.h"
#include "mul/ladder.h"
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
#ifdef COMBA_X86_64
  check_begin ("mpn_redc_1, of the configuration that serves");
  for (mp_size_t n = 1; n <= tests_max (40); n++)
    try_call (redc_1, comba_active (), n, 2 * n);
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
