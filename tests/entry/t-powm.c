/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported __gmpn_powm, which mpz_powm calls: compared with powers by the reference; over its
   operands; and counted. */

#include "each_config.h"
#include "../residue/moduli.h"
#include "entry/undeclared.h"
#include <comba.h>

static unsigned long long calls;

static void
powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr mp, mp_size_t n)
{
  __gmpn_powm (rp, bp, bn, &e, 1, mp, n, NULL);
  calls++;
}

static void
try_size (mp_size_t n, mp_limb_t e)
{
  mp_size_t bn = random_below (3) == 0 ? 1 + (mp_size_t) random_below (3 * n) : n;
  mp_ptr m = new_area (n), b = new_area (bn > n ? bn : n), r = new_area (n), expected = new_area (n);
  random_modulus (m, n, (int) random_below (MODULUS_KINDS), 1);
  random_operand (b, bn, (int) random_below (OPERAND_KINDS));
  reference_powm (expected, b, bn, &e, 1, m, n);

  powm (r, b, bn, e, m, n);
  expect_equal (r, expected, n, "%ld limbs, base of %ld", (long) n, (long) bn);
  check_area (r, "power");
  memcpy (r, m, BYTES (n));
  powm (r, b, bn, e, r, n);
  expect_equal (r, expected, n, "%ld limbs, over the modulus", (long) n);
  powm (b, b, bn, e, m, n);
  expect_equal (b, expected, n, "%ld limbs, over the base", (long) n);
  check_area (b, "base");
  free_area (m), free_area (b), free_area (r), free_area (expected);
}

/* 2^E, E of en limbs. */
static void
try_two (mp_size_t n, mp_size_t en)
{
  mp_ptr m = new_area (n), e = new_area (en), r = new_area (n), expected = new_area (n);
  const mp_limb_t two = 2;
  random_modulus (m, n, (int) random_below (MODULUS_KINDS), 1);
  random_operand (e, en, (int) random_below (OPERAND_KINDS));
  e[0] >>= en == 1 && n < 12 ? random_below (GMP_LIMB_BITS) : 0;
  e[en - 1] |= 2;
  reference_powm (expected, &two, 1, e, en, m, n);
  __gmpn_powm (r, &two, 1, e, en, m, n, NULL);
  calls++;
  expect_equal (r, expected, n, "2 to the %ld limbs modulo %ld", (long) en, (long) n);
  check_area (r, "power");
  free_area (m), free_area (e), free_area (r), free_area (expected);
}

static void
body (const char *config)
{
  check_begin ("%s: powers of two, calls that are not counted", config);
  comba_count_calls (0);
  for (mp_size_t n = 1; n <= tests_max (12); n++)
    for (int turn = 0; turn < 40; turn++)
      try_two (n, 1 + turn % 2);
  if (comba_calls (COMBA_ENTRY_POWM, -1) != 0)
    check_fail ("calls were counted");
  calls = 0;
  check_end ();
  comba_count_calls (1);

  check_begin ("%s: powers modulo 1 to %ld limbs", config, (long) tests_max (80));
  for (mp_size_t n = 1; n <= tests_max (80); n += 1 + n / 20)
    {
      try_size (n, 2), try_size (n, 3), try_size (n, 17);
      try_size (n, 2 + random_limb () % (n < 12 ? COMBA_LIMB_MAX - 2 : 1000));
    }
  check_end ();

  check_begin ("%s: powers of two by one limb and two", config);
  for (mp_size_t n = 1; n <= tests_max (40); n += 1 + n / 20)
    try_two (n, 1), try_two (n, 2);
  check_end ();

  check_begin ("%s: powers of two by two limbs, modulo more limbs", config);
  for (mp_size_t n = 48; n <= tests_max (320); n = 3 * n / 2 + 17)
    try_two (n, 2);
  check_end ();

  check_begin ("%s: few products, and an exponent of many ones, modulo more limbs", config);
  for (mp_size_t n = tests_max (130); n <= tests_max (210); n += 80)
    try_size (n, 3), try_size (n, 0x7ff);
  check_end ();

  check_begin ("%s: P = 1, which is the odd part of a power of two", config);
  for (mp_limb_t e = 2; e < 70; e++)
    {
      mp_limb_t b = random_limb (), one = 1, r = 7;
      powm (&r, &b, 1, e, &one, 1);
      if (r != 0)
        check_fail ("not 0");
    }
  check_end ();

  check_begin ("%s: a base of zeros", config);
  for (mp_size_t n = 1; n <= 5; n++)
    for (mp_size_t bn = 1; bn <= 3; bn++)
      {
        const mp_limb_t b[3] = { 0 };
        mp_limb_t m[5], r[5] = { 7, 7, 7, 7, 7 };
        random_modulus (m, n, (int) random_below (MODULUS_KINDS), 1);
        powm (r, b, bn, 3, m, n);
        for (mp_size_t i = 0; i < n; i++)
          if (r[i] != 0)
            check_fail ("%ld limbs, base of %ld: not 0", (long) n, (long) bn);
      }
  check_end ();

  CHECK_THAT (comba_calls (COMBA_ENTRY_POWM, -1) == calls, "%s: every call was comba's", config);
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
