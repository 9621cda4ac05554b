/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported mpn_mul: shapes, and the top limb that it returns. */

#include "each_config.h"
#include "../tests.h"
#include <comba.h>

static unsigned long long calls;

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  mp_limb_t top = mpn_mul (rp, ap, an, bp, bn);
  calls++;
  if (top != rp[an + bn - 1])
    check_fail ("%ldx%ld limbs: the returned limb is not the top limb", (long) an, (long) bn);
}

static void
body (const char *config)
{
  comba_count_calls (1);
  mp_size_t small = tests_max (60);

  check_begin ("%s: mpn_mul, every shape to %ld x %ld", config, (long) small, (long) small);
  for (mp_size_t an = 1; an <= small; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      try_mul (mul, NULL, an, bn);
  check_end ();

  check_begin ("%s: mpn_mul, balanced to very unbalanced", config);
  for (mp_size_t an = 61; an <= tests_max_of (config, 20000); an = next_size (an + an / 12))
    {
      const mp_size_t bns[] = { an, an - 1, an - an / 10, an - an / 4, an / 2 + 1, an / 2,
                                an / 3, an / 10 + 1, an / 100 + 1,
                                1 + (mp_size_t) random_below (an) };
      for (size_t i = 0; i < sizeof bns / sizeof bns[0]; i++)
        try_mul (mul, NULL, an, bns[i]);
    }
  check_end ();

  check_begin ("%s: mpn_mul, overlapping sources, edges of memory", config);
  for (mp_size_t an = 1; an <= tests_max (100); an += 1 + an / 8)
    for (mp_size_t bn = 1; bn <= an; bn += 1 + bn / 8)
      {
        try_mul_overlaps (mul, NULL, an, bn);
        try_mul_edges (mul, NULL, an, bn);
      }
  check_end ();

  CHECK_THAT (comba_calls (COMBA_ENTRY_MUL, -1) == calls, "%s: every call was comba's", config);

  comba_count_calls (0);
  check_begin ("%s: mpn_mul, the short path for small sizes", config);
  for (mp_size_t an = 1; an <= tests_max (COMBA_FIXED_MAX + 1); an++)
    {
      for (mp_size_t bn = 1; bn <= an; bn++)
        try_mul_briefly (mul, NULL, an, bn);
    }
  for (mp_size_t an = COMBA_FIXED_MAX + 2; an <= tests_max (400); an += 1 + an / 8)
    for (mp_size_t bn = 1; bn <= COMBA_FIXED_MAX + 1; bn += 1 + bn / 8)
      try_mul_briefly (mul, NULL, an, bn);
  check_end ();
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
