/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products against whole ones. */

#include "moduli.h"
#include "mod/mod.h"

/* 0 if high is not what the contract allows. */
static int
is_close (mp_srcptr high, mp_srcptr exact, mp_size_t n)
{
  mp_ptr less = new_area (n);
  mp_limb_t borrow = 0, above = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t x = exact[i], y = x - high[i], z = y - borrow;
      borrow = (y > x) + (z > y);
      less[i] = z;
      above |= i > 0 ? z : 0;
    }
  int close = borrow == 0 && above == 0 && less[0] <= (mp_limb_t) n;
  free_area (less);
  return close;
}

static void
try (const struct comba_kernels *k, mp_size_t n, int a_kind, int b_kind)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), exact = new_area (2 * n);
  random_operand (a, n, a_kind);
  random_operand (b, n, b_kind);
  reference_mul (exact, a, n, b, n);

  mp_ptr scratch = new_scratch (comba_mullo_itch (n));
  comba_mullo_n (k, r, a, b, n, scratch);
  expect_equal (r, exact, n, "low half, %ld limbs, kinds %d and %d", (long) n, a_kind, b_kind);
  free_scratch (scratch);

  scratch = new_scratch (comba_mulhi_itch (n));
  comba_mulhi_n (k, r, a, b, n, scratch);
  if (!is_close (r, exact + n, n))
    check_fail ("high half, %ld limbs, kinds %d and %d", (long) n, a_kind, b_kind);
  comba_mulhi_after (k, r, a, b, n, exact[n - 1], scratch);
  expect_equal (r, exact + n, n, "high half after its last limb, %ld limbs, kinds %d and %d",
                (long) n, a_kind, b_kind);
  free_scratch (scratch);
  check_area (r, "result"), check_area (a, "a"), check_area (b, "b");
  free_area (a), free_area (b), free_area (r), free_area (exact);
}

static void
body (const struct comba_kernels *k, const char *name)
{
  check_begin ("%s: low and high halves", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 1500); n = next_size (n))
    {
      int kinds = kinds_at (n, n);
      try (k, n, 0, 0);
      for (int i = 0; i < kinds; i++)
        try (k, n, kinds == OPERAND_KINDS ? i : (int) random_below (OPERAND_KINDS),
             (int) random_below (OPERAND_KINDS));
    }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  each_kernel_set (body);
  return tests_end ();
}
