/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Matrices for Lehmer's algorithm, Jacobi symbols with them, and their products: against Euclid's algorithm by
   subtractions, and against the system's libgmp if there is one. */

#include "../tests.h"
#include "gcd/gcd.h"
#include "entry/undeclared.h"
#include <dlfcn.h>

typedef int hgcd2_function (mp_limb_t, mp_limb_t, mp_limb_t, mp_limb_t, struct comba_matrix1 *);
typedef int hgcd2_jacobi_function (mp_limb_t, mp_limb_t, mp_limb_t, mp_limb_t, struct comba_matrix1 *, unsigned *);

static hgcd2_function *gmp_hgcd2;
static hgcd2_jacobi_function *gmp_hgcd2_jacobi;

static unsigned long longest;   /* quotients in one matrix */

static comba_dlimb
pair (mp_limb_t high, mp_limb_t low)
{
  return (comba_dlimb) high << 64 | low;
}

/* A Jacobi symbol's state: a and b modulo 4, which of them was reduced last, a sign. */
struct symbol
{
  unsigned a, b, reduced_b, sign;
};

static const struct { unsigned a, b; } codes[13] = {
  { 0, 1 }, { 0, 3 }, { 1, 1 }, { 1, 3 }, { 2, 1 }, { 2, 3 }, { 3, 1 }, { 3, 3 },
  { 1, 0 }, { 1, 2 }, { 3, 0 }, { 3, 2 }, { 3, 3 }
};

static struct symbol
symbol_of (unsigned bits)
{
  return (struct symbol) { codes[bits / 2].a, codes[bits / 2].b, bits / 2 == 12, bits & 1 };
}

/* The rules of Jacobi symbols, for one subtraction of one odd or even number from another. */
static void
subtract (struct symbol *s, int from_b)
{
  if (s->a == 3 && s->b == 3 && (int) s->reduced_b != from_b)
    s->sign ^= 1;
  s->reduced_b = (unsigned) from_b;
  unsigned *const x = from_b ? &s->b : &s->a, y = from_b ? s->a : s->b;
  if (y == 2)
    s->sign ^= *x >> 1 & 1;     /* (2|x) (2|x-2) = -1 for x = 3 modulo 4 */
  *x = (*x - y) & 3;
}

/* States with a = b = 3 are the same if they differ in both the sign and the number that was reduced
   last. */
static int
same (struct symbol s, struct symbol t)
{
  const unsigned differs = s.a == 3 && s.b == 3 && s.reduced_b != t.reduced_b;
  return s.a == t.a && s.b == t.b && (s.sign ^ t.sign) == differs;
}

struct reduction
{
  comba_dlimb a, b;
  struct comba_matrix1 m;
  struct symbol s;
  unsigned long quotients;
};

/* Steps of Euclid's algorithm by subtractions, while both numbers stay at least LEAST.  It stops
   when the larger number is below UNTIL, and returns whether it is. */
static int
reduce (struct reduction *r, comba_dlimb least, comba_dlimb until, unsigned long steps)
{
  int last = -1;
  for (unsigned long i = 0; i < steps; i++)
    {
      const int from_b = r->a < r->b;
      comba_dlimb *const x = from_b ? &r->b : &r->a, y = from_b ? r->a : r->b;
      if (*x < until && from_b != last)
        return 1;
      if (*x - y < least)
        return 0;
      r->quotients += from_b != last;
      last = from_b;
      *x -= y;
      for (int row = 0; row < 2; row++)
        r->m.u[row][!from_b] += r->m.u[row][from_b];
      subtract (&r->s, from_b);
    }
  return r->a < until && r->b < until;
}

static int
reference (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m, struct symbol *s,
           int *too_long)
{
  struct reduction r = { pair (ah, al), pair (bh, bl), { { { 1, 0 }, { 0, 1 } } }, *s, 0 };
  const comba_dlimb least = pair (2, 0), until = pair (1, 0) << 32;
  *too_long = 0;
  if (ah < 2 || bh < 2)
    return 0;
  reduce (&r, least, 0, 1);
  if (r.quotients == 0)
    return 0;
  /* A quotient as large as this would take the subtractions too long. */
  const comba_dlimb limit = 20000;
  for (comba_dlimb a = r.a, b = r.b; a >> 65 != 0 && b >> 65 != 0; )
    {
      const comba_dlimb x = a > b ? a : b, y = a > b ? b : a;
      if (x / y > limit)
        return *too_long = 1;
      a = y, b = x % y;
    }
  if (reduce (&r, least, until, -1ul))
    {
      r.a >>= 32, r.b >>= 32;
      reduce (&r, least >> 32, 0, -1ul);
    }
  if (r.quotients > longest)
    longest = r.quotients;
  *m = r.m, *s = r.s;
  return 1;
}

static void
try (const struct comba_config *k, comba_dlimb a, comba_dlimb b)
{
  const mp_limb_t ah = (mp_limb_t) (a >> 64), al = (mp_limb_t) a, bh = (mp_limb_t) (b >> 64), bl = (mp_limb_t) b;
  static const struct comba_matrix1 garbage = { { { 5, 6 }, { 7, 8 } } };
  struct comba_matrix1 m = garbage, with_symbol = garbage, expected = garbage;
  unsigned bits = (unsigned) random_below (26);
  const unsigned before = bits;
  struct symbol s = symbol_of (bits);
  int too_long;
  int result = reference (ah, al, bh, bl, &expected, &s, &too_long);
  if (too_long)
    {
      if (gmp_hgcd2 == NULL)
        return;
      unsigned gmp_bits = before;
      expected = garbage;
      result = gmp_hgcd2_jacobi (ah, al, bh, bl, &expected, &gmp_bits);
      s = symbol_of (gmp_bits);
    }
  const int one = comba_hgcd2 (k, ah, al, bh, bl, &m);
  const int two = comba_hgcd2_jacobi (k, ah, al, bh, bl, &with_symbol, &bits);
  if (one != result || two != result || memcmp (&m, &expected, sizeof m) != 0
      || memcmp (&with_symbol, &expected, sizeof m) != 0)
    check_fail ("a = %lx %lx, b = %lx %lx", ah, al, bh, bl);
  else if (result ? !same (symbol_of (bits), s) : bits != before)
    check_fail ("symbol %u of a = %lx %lx, b = %lx %lx", before, ah, al, bh, bl);
  if (gmp_hgcd2 != NULL)
    {
      struct comba_matrix1 gmp = garbage;
      unsigned gmp_bits = before;
      if (gmp_hgcd2 (ah, al, bh, bl, &gmp) != one || memcmp (&gmp, &m, sizeof m) != 0)
        check_fail ("not as libgmp: a = %lx %lx, b = %lx %lx", ah, al, bh, bl);
      gmp_hgcd2_jacobi (ah, al, bh, bl, &gmp, &gmp_bits);
      if (!same (symbol_of (gmp_bits), symbol_of (bits)))
        check_fail ("symbol not as libgmp's: a = %lx %lx, b = %lx %lx", ah, al, bh, bl);
    }
}

static comba_dlimb
random_pair (int kind)
{
  mp_limb_t p[2];
  random_operand (p, 2, kind);
  return pair (p[1], p[0]);
}

/* Numbers whose quotients are QUOTIENT, or random ones up to it, and that end near the limits of the
   algorithm. */
static void
try_quotients (const struct comba_config *k, unsigned long most, int random)
{
  comba_dlimb x = random_pair ((int) random_below (OPERAND_KINDS)) >> random_below (128) | 1;
  comba_dlimb y = x + pair (random_below (4), random_below (2) == 0 ? random_limb () : 0);
  while (x >> 127 == 0)
    {
      const comba_dlimb q = random ? 1 + random_below (most) : most;
      if (x > (~(comba_dlimb) 0 - y) / q)
        break;
      const comba_dlimb z = q * x + y;
      y = x, x = z;
    }
  try (k, x, y);
  try (k, y, x);
}

/* zp[0..n] = xp[0..n-1] p + yp[0..n-1] q */
static void
combine (mp_ptr zp, mp_srcptr xp, mp_limb_t p, mp_srcptr yp, mp_limb_t q, mp_size_t n)
{
  mp_limb_t t[100];
  reference_mul (zp, xp, n, &p, 1);
  reference_mul (t, yp, n, &q, 1);
  comba_add_in_var (zp, n + 1, t, n + 1);
}

static void
try_products (mp_size_t n, int kind)
{
  mp_ptr a = new_area (n), b = new_area (n + 1), r = new_area (n + 1);
  mp_limb_t expected_r[100], expected_b[100];
  struct comba_matrix1 m;
  random_operand (&m.u[0][0], 4, kind);
  for (int i = 0; i < 4; i++)
    m.u[i / 2][i % 2] >>= 1;
  random_operand (a, n, (int) random_below (OPERAND_KINDS));
  random_operand (b, n, (int) random_below (OPERAND_KINDS));
  combine (expected_r, a, m.u[0][0], b, m.u[1][0], n);
  combine (expected_b, a, m.u[0][1], b, m.u[1][1], n);
  const mp_size_t size = __gmpn_hgcd_mul_matrix1_vector (&m, r, a, b, n);
  expect_equal (r, expected_r, n + 1, "%ld limbs, r", (long) n);
  expect_equal (b, expected_b, n + 1, "%ld limbs, b", (long) n);
  if (size != n + (r[n] != 0 || b[n] != 0))
    check_fail ("%ld limbs: size %ld", (long) n, (long) size);
  free_area (a), free_area (b), free_area (r);
}

int
main (void)
{
  tests_begin ();
  void *libgmp = dlopen ("libgmp.so.10", RTLD_NOW | RTLD_LOCAL);
  if (libgmp != NULL)
    {
      *(void **) &gmp_hgcd2 = dlsym (libgmp, "__gmpn_hgcd2");
      *(void **) &gmp_hgcd2_jacobi = dlsym (libgmp, "__gmpn_hgcd2_jacobi");
    }
  if (gmp_hgcd2 == NULL || gmp_hgcd2_jacobi == NULL)
    {
      gmp_hgcd2 = NULL;
      check_skip ("no libgmp.so.10 with it", "as libgmp");
    }
  const int times = 150 * (int) tests_every_to (60) / 60 * tests_effort ();
  for (int divides = 0; divides < 2; divides++)
    {
      const struct comba_config k = { .hgcd2_divides = divides };
      check_begin (divides ? "by division" : "by comparisons");
      for (int i = 0; i < 20 * times; i++)
        {
          const comba_dlimb a = random_pair (5) | (comba_dlimb) 1 << 127, b = random_pair (5);
          try (&k, a, b);
          try (&k, b, a);
          try (&k, a >> random_below (128), b >> random_below (128));
          try (&k, a, a + pair (random_below (5), 0) - pair (2, 0));
          try (&k, a, random_below (2) == 0 ? a : a - (b >> 64));
        }
      for (int i = 0; i < times; i++)
        for (int a = 0; a < OPERAND_KINDS; a++)
          for (int b = 0; b < OPERAND_KINDS; b++)
            try (&k, random_pair (a), random_pair (b));
      for (int i = 0; i < 5 * times; i++)
        {
          for (unsigned long most = 1; most < 9; most++)
            try_quotients (&k, most, 0), try_quotients (&k, most, 1);
          try_quotients (&k, 1ul << random_below (60), 0);
          try_quotients (&k, 1ul << random_below (60), 1);
        }
      check_end ();
    }
  check_begin ("matrices times numbers");
  for (mp_size_t n = 1; n <= 40; n++)
    for (int kind = 0; kind < OPERAND_KINDS; kind++)
      try_products (n, kind);
  check_end ();
  CHECK_THAT (longest > 80, "Fibonacci numbers, of the most quotients, are among the operands: %lu", longest);
  return tests_end ();
}
