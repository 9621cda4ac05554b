/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* If the allocation of scratch fails, the basecase is used; errno is unchanged. */

#include "../tests.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include <errno.h>
#include <sys/resource.h>

int
main (void)
{
  tests_begin ();
  const struct comba_config *k = comba_active ();
  mp_size_t n = 12000;
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  random_operand (a, n, 0);
  random_operand (b, n, 4);

  /* No new mapping from here on; the scratch is larger than any hole in the heap. */
  struct rlimit old, none;
  getrlimit (RLIMIT_AS, &old);
  none = old;
  none.rlim_cur = 0;
  if (setrlimit (RLIMIT_AS, &none) != 0)
    {
      check_skip ("RLIMIT_AS cannot be set", "multiplication without memory");
      return tests_end ();
    }

  struct comba_scratch s;
  errno = 1234;
  comba_scratch_release ();
  int refused = comba_scratch_get (&s, comba_mul_itch (n, n), 0) == NULL;
  comba_scratch_put (&s);
  comba_mul (k, r, a, n, b, n);
  int cached = errno == 1234;
  setrlimit (RLIMIT_AS, &old);

  CHECK_THAT (refused, "the scratch was refused");
  reference_mul (expected, a, n, b, n);
  check_begin ("mul without memory");
  expect_equal (r, expected, 2 * n, "product");
  check_area (r, "result");
  check_end ();

  setrlimit (RLIMIT_AS, &none);
  errno = 1234;
  comba_sqr (k, r, a, n);
  cached = cached && errno == 1234;
  setrlimit (RLIMIT_AS, &old);
  reference_mul (expected, a, n, a, n);
  check_begin ("sqr without memory");
  expect_equal (r, expected, 2 * n, "square");
  check_area (r, "result");
  check_end ();
  CHECK_THAT (cached, "errno is preserved");

  CHECK_THAT (comba_scratch_get (&s, SIZE_MAX / 2, 0) == NULL, "a size that overflows is refused");
  comba_scratch_put (&s);
  return tests_end ();
}
