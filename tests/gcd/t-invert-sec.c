/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Constant-time inverses: against Euclid's algorithm by subtractions and halvings, products by the
   schoolbook's method, and the system's libgmp if there is one.  (That they are constant-time:
   tests/ct.) */

#include "../tests.h"
#include "bit_by_bit.h"
#include "gcd/gcd.h"
#include "arith/arith.h"
#include <dlfcn.h>

typedef int sec_invert_function (mp_ptr, mp_ptr, mp_srcptr, mp_size_t, mp_bitcnt_t, mp_ptr);

static sec_invert_function *gmp_sec_invert;

enum { LIMBS_MAX = 40 };

static unsigned long found, refused;

/* Whether A and an odd M have no common divisor. */
static int
coprime (mp_srcptr ap, mp_srcptr mp, mp_size_t n)
{
  mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX];
  memcpy (a, ap, BYTES (n));
  memcpy (m, mp, BYTES (n));
  while (!is_small (a, n, 0))
    if ((a[0] & 1) == 0)
      halve (a, n);
    else if (is_below (a, m, n))
      {
        mp_limb_t t[LIMBS_MAX];
        memcpy (t, a, BYTES (n)), memcpy (a, m, BYTES (n)), memcpy (m, t, BYTES (n));
      }
    else
      subtract (a, m, n);
  return is_small (m, n, 1);
}

/* Whether V A = 1 modulo M. */
static int
is_inverse (mp_srcptr vp, mp_srcptr ap, mp_srcptr mp, mp_size_t n)
{
  if (is_small (mp, n, 1))
    return 1;
  mp_limb_t x[2 * LIMBS_MAX], r[LIMBS_MAX + 1] = { 0 }, m[LIMBS_MAX + 1] = { 0 };
  memcpy (m, mp, BYTES (n));
  reference_mul (x, vp, n, ap, n);
  for (mp_size_t i = 2 * n * GMP_LIMB_BITS; i-- > 0; )
    {
      for (mp_size_t j = n; j > 0; j--)
        r[j] = r[j] << 1 | r[j - 1] >> (GMP_LIMB_BITS - 1);
      r[0] = r[0] << 1 | (x[i / GMP_LIMB_BITS] >> i % GMP_LIMB_BITS & 1);
      if (!is_below (r, m, n + 1))
        subtract (r, m, n + 1);
    }
  return is_small (r, n + 1, 1);
}

static size_t
length (mp_srcptr ap, mp_size_t n)
{
  while (n > 0 && ap[n - 1] == 0)
    n--;
  return n == 0 ? 0 : (size_t) (n * GMP_LIMB_BITS - __builtin_clzll (ap[n - 1]));
}

/* With as many bits as they have, or MORE. */
static void
try (mp_srcptr ap, mp_srcptr mp, mp_size_t n, size_t more)
{
  const size_t itch = comba_invert_sec_itch (n), bits = length (ap, n) + length (mp, n) + more;
  mp_ptr a = new_area (n), m = new_area (n), v = new_area (n);
  mp_ptr scratch = new_area ((mp_size_t) itch);
  memcpy (a, ap, BYTES (n));
  memcpy (m, mp, BYTES (n));
  const int expected = coprime (ap, mp, n);
  const int result = comba_invert_sec (v, a, m, n, bits, scratch);
  found += (unsigned long) result, refused += (unsigned long) !result;
  if (result != expected)
    check_fail ("%ld limbs: %d, a = %lx, m = %lx, bits %zu", (long) n, result, a[0], m[0], bits);
  else if (result && (!is_below (v, m, n) || !is_inverse (v, a, m, n)))
    check_fail ("%ld limbs: not the inverse, a = %lx, m = %lx, bits %zu", (long) n, a[0], m[0],
                bits);
  expect_equal (a, ap, n, "%ld limbs: a", (long) n);
  expect_equal (m, mp, n, "%ld limbs: m", (long) n);
  for (size_t i = 0; i < itch; i++)
    if (scratch[i] != 0)
      {
        check_fail ("%ld limbs: scratch is not wiped", (long) n);
        break;
      }
  check_area (scratch, "scratch");
  check_area (v, "v");

  if (gmp_sec_invert != NULL)
    {
      mp_limb_t b[LIMBS_MAX], w[LIMBS_MAX], t[4 * LIMBS_MAX];
      memcpy (b, ap, BYTES (n));
      if (gmp_sec_invert (w, b, mp, n, bits, t) != result)
        check_fail ("%ld limbs: not as libgmp, a = %lx, m = %lx", (long) n, a[0], m[0]);
      else if (result)
        expect_equal (v, w, n, "%ld limbs: libgmp's", (long) n);
    }
  mp_limb_t unused[1];
  if (mpn_sec_invert (v, a, m, n, bits, unused) != result)
    check_fail ("%ld limbs: mpn_sec_invert", (long) n);
  comba_invert_sec (a, a, m, n, bits, scratch);
  expect_equal (a, v, n, "%ld limbs: in place", (long) n);
  free_area (a), free_area (m), free_area (v), free_area (scratch);
}

/* Multiples of a number, and neighbours. */
static void
try_related (mp_size_t n)
{
  mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX], c[LIMBS_MAX];
  const mp_size_t half = (n + 1) / 2;
  if (n > 1)
    {
      random_operand (c, half, 5), c[0] |= 1;
      mp_limb_t p[LIMBS_MAX], q[LIMBS_MAX];
      random_operand (p, n / 2, 5), random_operand (q, n / 2, 5), q[0] |= 1;
      reference_mul (a, c, half, p, n / 2);
      reference_mul (m, c, half, q, n / 2);
      try (a, m, n, 0);
    }
  random_operand (m, n, (int) random_below (OPERAND_KINDS)), m[0] |= 1;
  memcpy (a, m, BYTES (n));
  try (a, m, n, random_below (100));
  a[0]--;
  try (a, m, n, 0);
  a[0] |= 3, m[0] = a[0] - 2;
  try (a, m, n, 0);
  memset (a, 0, BYTES (n));
  try (a, m, n, 0);
  a[0] = 1;
  try (a, m, n, 0), try (m, a, n, 0);
  a[0] = 0, a[n - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  try (a, m, n, 0);
}

int
main (void)
{
  tests_begin ();
  void *libgmp = dlopen ("libgmp.so.10", RTLD_NOW | RTLD_LOCAL);
  if (libgmp != NULL)
    *(void **) &gmp_sec_invert = dlsym (libgmp, "__gmpn_sec_invert");
  if (gmp_sec_invert == NULL)
    check_skip ("no libgmp.so.10 with it", "as libgmp");
  CHECK_THAT (mpn_sec_invert_itch (1) == 1 && mpn_sec_invert_itch (LIMBS_MAX) == 1, "callers pass a limb of scratch");
  check_begin ("all small numbers");
  const mp_limb_t small = (mp_limb_t) tests_every_to (150);
  for (mp_limb_t m = 1; m < small; m += 2)
    for (mp_limb_t a = 0; a < small; a++)
      try (&a, &m, 1, 0);
  check_end ();
  check_begin ("every kind");
  for (mp_size_t n = 1; n <= LIMBS_MAX; n += 1 + n / 8)
    for (int i = 0; i < OPERAND_KINDS * OPERAND_KINDS * tests_effort ();
         i += n < 5 ? 1 : (int) n / 2)
      {
        mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX];
        random_operand (a, n, i % OPERAND_KINDS);
        random_operand (m, n, i / OPERAND_KINDS % OPERAND_KINDS);
        m[0] |= 1;
        try (a, m, n, 0);
        try (a, m, n, random_below (200 * (unsigned long) n));
        /* Shorter than their limbs. */
        const mp_size_t less = (mp_size_t) random_below ((unsigned long) n);
        memset (m + n - less, 0, BYTES (less)), m[0] |= 1;
        try (a, m, n, 0);
        memset (a + n - less, 0, BYTES (less));
        try (a, m, n, 0);
      }
  check_end ();
  check_begin ("common divisors, neighbours, powers of two");
  for (mp_size_t n = 1; n <= LIMBS_MAX; n += 1 + n / 8)
    for (int i = 0; i < 5; i++)
      try_related (n);
  check_end ();
  check_begin ("Fibonacci numbers");
  mp_limb_t x[8] = { 1 }, y[8] = { 1 };
  for (int i = 0; i < 8 * GMP_LIMB_BITS; i++)
    {
      mp_limb_t z[8];
      memcpy (z, x, sizeof z);
      if (comba_add_in_var (z, 8, y, 8) != 0)
        break;
      memcpy (x, y, sizeof x), memcpy (y, z, sizeof y);
      if ((y[0] & 1) != 0)
        try (x, y, 8, 0);
      if ((x[0] & 1) != 0)
        try (y, x, 8, 0);
    }
  check_end ();
  CHECK_THAT (found > 1000 && refused > 1000, "with an inverse %lu, without %lu", found, refused);
  return tests_end ();
}
