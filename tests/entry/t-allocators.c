/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A program that gives GMP its own allocators (mp_set_memory_functions): scratch comes from them
   and is freed with its size, and they may leave a call by longjmp. */

#include "../tests.h"
#include "entry/undeclared.h"
#include <comba.h>
#include <setjmp.h>

static unsigned long allocations;
static size_t in_use;           /* bytes */
static int wrong_sizes;
static unsigned long leave_at;  /* this allocation does not return */
static jmp_buf left;

/* The size is stored before the memory. */
enum { HEAD = 64 };

static void *
allocate (size_t bytes)
{
  if (++allocations == leave_at)
    longjmp (left, 1);
  char *p = malloc (HEAD + bytes);
  if (p == NULL)
    abort ();
  memcpy (p, &bytes, sizeof bytes);
  in_use += bytes;
  return p + HEAD;
}

static void
release (void *memory, size_t bytes)
{
  char *p = (char *) memory - HEAD;
  size_t expected;
  memcpy (&expected, p, sizeof expected);
  wrong_sizes += bytes != expected;
  in_use -= expected;
  free (p);
}

static void *
reallocate (void *memory, size_t old_bytes, size_t bytes)
{
  void *p = allocate (bytes);
  memcpy (p, memory, old_bytes < bytes ? old_bytes : bytes);
  release (memory, old_bytes);
  return p;
}

/* More than fits on the stack, for every CPU configuration. */
enum { LIMBS = 4000 };

int
main (void)
{
  tests_begin ();
  mp_ptr a = new_area (LIMBS), b = new_area (LIMBS);
  mp_ptr r = new_area (2 * LIMBS), expected = new_area (2 * LIMBS), square = new_area (2 * LIMBS);
  random_operand (a, LIMBS, 0);
  random_operand (b, LIMBS, 4);
  b[0] |= 1, b[LIMBS - 1] |= 1;         /* it is also the modulus */
  reference_mul (expected, a, LIMBS, b, LIMBS);
  reference_mul (square, a, LIMBS, a, LIMBS);

  mp_set_memory_functions (allocate, reallocate, release);
  mpn_mul_n (r, a, b, LIMBS);
  check_begin ("scratch of a product");
  expect_equal (r, expected, 2 * LIMBS, "product");
  if (allocations == 0)
    check_fail ("it did not come from the program's allocator");
  check_end ();

  unsigned long before = allocations;
  mpn_sqr (r, a, LIMBS);
  check_begin ("scratch of a square");
  expect_equal (r, square, 2 * LIMBS, "square");
  if (allocations == before)
    check_fail ("it did not come from the program's allocator");
  check_end ();

  before = allocations;
  const mp_limb_t five = 5;
  __gmpn_powm (r, a, LIMBS, &five, 1, b, LIMBS, NULL);
  CHECK_THAT (allocations > before, "scratch of a power came from there, too");
  CHECK_THAT (in_use == 0, "everything was given back");
  CHECK_THAT (wrong_sizes == 0, "with its size");

  check_begin ("an allocator that leaves a product by longjmp");
  for (int threads = 1; threads <= 2; threads++)
    {
      comba_set_num_threads (threads);
      leave_at = allocations + 1;
      if (setjmp (left) == 0)
        {
          mpn_mul_n (r, a, b, LIMBS);
          check_fail ("%d threads: no allocation", threads);
        }
      mpn_mul_n (r, a, b, LIMBS);
      expect_equal (r, expected, 2 * LIMBS, "%d threads: the next product", threads);
    }
  comba_set_num_threads (1);
  check_end ();

  mp_set_memory_functions (NULL, NULL, NULL);
  before = allocations;
  mpn_mul_n (r, a, b, LIMBS);
  check_begin ("GMP's own allocators again");
  expect_equal (r, expected, 2 * LIMBS, "product");
  if (allocations != before)
    check_fail ("the program's were asked");
  check_end ();
  check_area (r, "result");
  free_area (a), free_area (b), free_area (r), free_area (expected), free_area (square);
  return tests_end ();
}
