/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_mul_n. */

#include "each_config.h"
#include "../tests.h"
#include <comba.h>

static unsigned long long calls;

static void
mul_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context, (void) bn;
  mpn_mul_n (rp, ap, bp, an);
  calls++;
}

static void
body (const char *config)
{
  comba_count_calls (1);

  check_begin ("%s: mpn_mul_n", config);
  for (mp_size_t n = 1; n <= tests_max_of (config, 20000); n = next_size (n))
    try_mul (mul_n, NULL, n, n);
  check_end ();

  check_begin ("%s: mpn_mul_n, overlapping sources, edges of memory", config);
  for (mp_size_t n = 1; n <= tests_max (100); n += 1 + n / 8)
    {
      try_mul_overlaps (mul_n, NULL, n, n);
      try_mul_edges (mul_n, NULL, n, n);
    }
  check_end ();

  CHECK_THAT (comba_calls (COMBA_ENTRY_MUL_N, -1) == calls, "%s: every call was comba's", config);

  comba_count_calls (0);
  check_begin ("%s: mpn_mul_n, the short path for small sizes", config);
  for (mp_size_t n = 1; n <= tests_max (COMBA_FIXED_MAX + 1); n++)
    try_mul (mul_n, NULL, n, n);
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
