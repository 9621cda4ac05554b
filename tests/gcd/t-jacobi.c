/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Jacobi symbols of one and two limbs: against Euclid's algorithm with the law of reciprocity, and
   against the system's libgmp if there is one. */

#include "../tests.h"
#include "gcd/gcd.h"
#include "entry/undeclared.h"
#include <dlfcn.h>

typedef int jacobi_base_function (mp_limb_t, mp_limb_t, int);
typedef int jacobi_2_function (mp_srcptr, mp_srcptr, unsigned);

static jacobi_base_function *gmp_jacobi_base;
static jacobi_2_function *gmp_jacobi_2;

static unsigned long seen[3];   /* results -1, 0, 1 */

static comba_dlimb
pair (mp_limb_t high, mp_limb_t low)
{
  return (comba_dlimb) high << 64 | low;
}

/* By divisions. */
static int
reference (comba_dlimb a, comba_dlimb b)
{
  int sign = 1;
  for (a %= b; a != 0; )
    {
      while (a % 2 == 0)
        {
          a /= 2;
          if (b % 8 == 3 || b % 8 == 5)
            sign = -sign;
        }
      if (a % 4 == 3 && b % 4 == 3)
        sign = -sign;
      const comba_dlimb r = b % a;
      b = a, a = r;
    }
  return b == 1 ? sign : 0;
}

static void
try (comba_dlimb a, comba_dlimb b)
{
  b |= 1;
  const mp_limb_t ap[2] = { (mp_limb_t) a, (mp_limb_t) (a >> 64) };
  const mp_limb_t bp[2] = { (mp_limb_t) b, (mp_limb_t) (b >> 64) };
  const int expected = reference (a, b), expected_low = reference (ap[0], bp[0]);
  const unsigned sign = (unsigned) random_below (2);
  const int signed_two = sign ? -expected : expected;
  const int signed_one = sign ? -expected_low : expected_low;
  seen[expected + 1]++;
  const int garbage = (int) (random_limb () & ~2ul);    /* only bit 1 counts */
  if (__gmpn_jacobi_2 (ap, bp, sign) != signed_two)
    check_fail ("a = %lx %lx, b = %lx %lx", ap[1], ap[0], bp[1], bp[0]);
  if (__gmpn_jacobi_base (ap[0], bp[0], garbage | (int) (2 * sign)) != signed_one)
    check_fail ("a = %lx, b = %lx", ap[0], bp[0]);
  if (gmp_jacobi_2 != NULL)
    {
      if (gmp_jacobi_2 (ap, bp, sign) != signed_two)
        check_fail ("not as libgmp: a = %lx %lx, b = %lx %lx", ap[1], ap[0], bp[1], bp[0]);
      /* GMP expects b > 1 here. */
      if (bp[0] > 1 && gmp_jacobi_base (ap[0], bp[0], (int) (2 * sign)) != signed_one)
        check_fail ("not as libgmp: a = %lx, b = %lx", ap[0], bp[0]);
    }
}

static comba_dlimb
random_pair (int kind)
{
  mp_limb_t p[2];
  random_operand (p, 2, kind);
  return pair (p[1], p[0]);
}

/* Multiples of numbers of all sizes, and pairs whose difference has a low limb of zero. */
static void
try_related (comba_dlimb a, comba_dlimb b)
{
  const comba_dlimb factor = random_pair (5) >> (64 + random_below (64)) | 1;
  try (a >> 64, b >> 64), try (a >> 64, b), try (a, b >> 64);
  try ((a >> 64) * factor, (b >> 64) * factor);
  try (a, a), try (a, a + 2), try (a + 2, a);
  const comba_dlimb same_low = pair ((mp_limb_t) (b >> 64), (mp_limb_t) a);
  try (same_low, a), try (a, same_low);
  try (b >> 64 << 64, a), try (b << random_below (128), a);
}

int
main (void)
{
  tests_begin ();
  void *libgmp = dlopen ("libgmp.so.10", RTLD_NOW | RTLD_LOCAL);
  if (libgmp != NULL)
    {
      *(void **) &gmp_jacobi_base = dlsym (libgmp, "__gmpn_jacobi_base");
      *(void **) &gmp_jacobi_2 = dlsym (libgmp, "__gmpn_jacobi_2");
    }
  if (gmp_jacobi_base == NULL || gmp_jacobi_2 == NULL)
    {
      gmp_jacobi_2 = NULL;
      check_skip ("no libgmp.so.10 with it", "as libgmp");
    }
  check_begin ("small numbers");
  for (mp_limb_t b = 1; b < 200; b += 2)
    for (mp_limb_t a = 0; a < 200; a++)
      try (a, b), try (pair (0, -a), b), try (a, pair (0, -b)), try (pair (a, 0), pair (b, 1));
  check_end ();
  check_begin ("every kind");
  const int times = 20 * (int) tests_every_to (60) / 60 * tests_effort ();
  for (int i = 0; i < times; i++)
    for (int a = 0; a < OPERAND_KINDS; a++)
      for (int b = 0; b < OPERAND_KINDS; b++)
        {
          const comba_dlimb x = random_pair (a), y = random_pair (b);
          try (x, y);
          try (x >> random_below (128), y >> random_below (128));
          try_related (x, y);
        }
  check_end ();
  check_begin ("Fibonacci numbers and powers of two");
  for (comba_dlimb x = 1, y = 1; y >> 127 == 0; y = x + y, x = y - x)
    try (x, y), try (y, x);
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 128; j++)
      {
        const comba_dlimb x = (comba_dlimb) 1 << i, y = (comba_dlimb) 1 << j;
        try (x, y), try (x - 1, y - 1), try (x + 1, y - 1), try (x - 1, y + 1);
      }
  check_end ();
  CHECK_THAT (seen[0] > 1000 && seen[1] > 1000 && seen[2] > 1000,
              "symbols: -1 %lu, 0 %lu, 1 %lu times", seen[0], seen[1], seen[2]);
  return tests_end ();
}
