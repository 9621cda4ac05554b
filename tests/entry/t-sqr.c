/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_sqr; and that it agrees with mpn_mul_n. */

#include "each_config.h"
#include "../tests.h"
#include <comba.h>

static unsigned long long calls;

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  mpn_sqr (rp, ap, n);
  calls++;
}

static void
try_as_product (mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n), square = new_area (2 * n), product = new_area (2 * n);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      random_operand (a, n, kind);
      memcpy (b, a, n * sizeof (mp_limb_t));
      sqr (NULL, square, a, n);
      mpn_mul_n (product, a, b, n);
      expect_equal (square, product, 2 * n, "%ld limbs", (long) n);
    }
  free_area (a), free_area (b), free_area (square), free_area (product);
}

static void
body (const char *config)
{
  comba_count_calls (1);

  check_begin ("%s: mpn_sqr", config);
  for (mp_size_t n = 1; n <= tests_max_of (config, 20000); n = next_size (n))
    try_sqr (sqr, NULL, n);
  check_end ();

  check_begin ("%s: mpn_sqr, edges of memory", config);
  for (mp_size_t n = 1; n <= tests_max (100); n++)
    try_sqr_edges (sqr, NULL, n);
  check_end ();

  check_begin ("%s: mpn_sqr (a) = mpn_mul_n (a, a)", config);
  for (mp_size_t n = 1; n <= tests_max_of (config, 30000); n = next_size (n + n / 10))
    try_as_product (n);
  check_end ();

  CHECK_THAT (comba_calls (COMBA_ENTRY_SQR, -1) == calls, "%s: every call was comba's", config);

  comba_count_calls (0);
  check_begin ("%s: mpn_sqr, the short path for small sizes", config);
  for (mp_size_t n = 1; n <= tests_max (COMBA_FIXED_MAX + 1); n++)
    try_sqr (sqr, NULL, n);
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
