/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* No branch and no address of a basecase kernel depends on operand values: under
   Valgrind's memcheck, with operands marked undefined, it would be reported as a
   use of an undefined value.  Every set that Valgrind can run.

   Outside Valgrind this cannot be checked, and is skipped. */

#include "../tests.h"

#ifdef HAVE_VALGRIND_MEMCHECK_H
#include <valgrind/memcheck.h>

static int
errors (void)
{
  return (int) VALGRIND_COUNT_ERRORS;
}

/* memcheck must find a branch on an undefined value, or it proves nothing. */
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

static void
try_set (const struct comba_kernels *k)
{
  mp_size_t max = tests_max (130);

  check_begin ("%s: mul_basecase", k->name);
  for (mp_size_t an = 1; an <= max; an += 1 + an / 16)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      {
        mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn);
        random_operand (a, an, 4);
        random_operand (b, bn, 4);
        VALGRIND_MAKE_MEM_UNDEFINED (a, an * sizeof (mp_limb_t));
        VALGRIND_MAKE_MEM_UNDEFINED (b, bn * sizeof (mp_limb_t));
        int before = errors ();
        k->mul_basecase (r, a, an, b, bn);
        if (errors () != before)
          check_fail ("%ldx%ld limbs: depends on values", (long) an, (long) bn);
        free_area (a), free_area (b), free_area (r);
      }
  check_end ();

  check_begin ("%s: sqr_basecase", k->name);
  for (mp_size_t n = 1; n <= max; n++)
    {
      mp_ptr a = new_area (n), r = new_area (2 * n);
      random_operand (a, n, 4);
      VALGRIND_MAKE_MEM_UNDEFINED (a, n * sizeof (mp_limb_t));
      int before = errors ();
      k->sqr_basecase (r, a, n);
      if (errors () != before)
        check_fail ("%ld limbs: depends on values", (long) n);
      free_area (a), free_area (r);
    }
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
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    {
      const char *reason = comba_kernel_sets[i]->why_not ();
      if (reason == NULL)
        try_set (comba_kernel_sets[i]);
      else
        check_skip (reason, "independence of values of kernel set %s", comba_kernel_sets[i]->name);
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
