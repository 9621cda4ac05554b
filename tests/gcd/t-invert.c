/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modular inverses and half a gcd, by Lehmer's algorithm and by halves: against products and divisions
   by the schoolbook's method, bit by bit, and Euclid's algorithm by subtractions and halvings. */

#include "../tests.h"
#include "../api/status.h"
#include "../mapping_tpl.h"
#include "bit_by_bit.h"
#include "gcd/lehmer.h"
#include "arith/scratch.h"
#include <comba.h>

/* Mappings that are allowed, and those asked for. */
static unsigned long maps_left = (unsigned long) -1, maps;

static int
is_allowed (size_t bytes)
{
  (void) bytes;
  maps++;
  if (maps_left == 0)
    {
      errno = ENOMEM;
      return 0;
    }
  maps_left--;
  return 1;
}

enum { LIMBS_MAX = 1600 };

static unsigned long found, refused, reduced;

/* rp[0..n-1] = X mod M, X = xp[0..xn-1]. */
static void
remainder_of (mp_ptr rp, mp_srcptr xp, mp_size_t xn, mp_srcptr mp, mp_size_t n)
{
  static mp_limb_t r[LIMBS_MAX + 1], m[LIMBS_MAX + 1];
  memset (r, 0, BYTES (n + 1));
  memcpy (m, mp, BYTES (n)), m[n] = 0;
  for (mp_size_t i = xn * GMP_LIMB_BITS; i-- > 0; )
    {
      for (mp_size_t j = n; j > 0; j--)
        r[j] = r[j] << 1 | r[j - 1] >> (GMP_LIMB_BITS - 1);
      r[0] = r[0] << 1 | (xp[i / GMP_LIMB_BITS] >> i % GMP_LIMB_BITS & 1);
      if (!is_below (r, m, n + 1))
        subtract (r, m, n + 1);
    }
  memcpy (rp, r, BYTES (n));
}

/* Whether A and M, not 0, both n limbs, have no common divisor. */
static int
coprime (mp_srcptr ap, mp_srcptr mp, mp_size_t n)
{
  static mp_limb_t x[LIMBS_MAX], y[LIMBS_MAX];
  mp_ptr a = x, m = y;
  memcpy (a, ap, BYTES (n)), memcpy (m, mp, BYTES (n));
  if ((a[0] | m[0]) % 2 == 0)
    return 0;
  while (!is_small (a, n, 0))
    {
      if (a[0] % 2 == 0)
        halve (a, n);
      else if (m[0] % 2 == 0)
        halve (m, n);
      else if (is_below (a, m, n))
        subtract (m, a, n);
      else
        subtract (a, m, n);
      while (n > 1 && (a[n - 1] | m[n - 1]) == 0)
        n--;
    }
  return is_small (m, n, 1);
}

/* Status and value by configuration K. */
static void
try_by (const struct comba_config *k, mp_srcptr ap, mp_size_t an, mp_srcptr mp, mp_size_t n)
{
  static mp_limb_t a[LIMBS_MAX], product[3 * LIMBS_MAX];
  mp_ptr v = new_area (n), garbage = new_area (n);
  memcpy (v, garbage, BYTES (n));
  const int result = comba_invert_var (k, v, ap, an, mp, n);
  found += result > 0, refused += result == 0;
  if (result > 0)
    {
      reference_mul (product, v, n, ap, an);
      remainder_of (a, product, n + an, mp, n);
      if (!is_below (v, mp, n) || !is_small (a, n, !is_small (mp, n, 1)))
        check_fail ("%s: %ld by %ld limbs: not the inverse", k->name, (long) an, (long) n);
    }
  else
    {
      remainder_of (a, ap, an, mp, n);
      if (result < 0 || is_small (mp, n, 1) || (!is_small (a, n, 0) && coprime (a, mp, n)))
        check_fail ("%s: %ld by %ld limbs: no inverse (%d)", k->name, (long) an, (long) n, result);
      expect_equal (v, garbage, n, "%ld by %ld limbs: the result was written", (long) an, (long) n);
    }
  check_area (v, "v");
  free_area (v), free_area (garbage);
}

/* By Lehmer's algorithm alone, as the configuration does, and by halves as early as possible. */
static void
try (const struct comba_config *k, mp_srcptr ap, mp_size_t an, mp_srcptr mp, mp_size_t n)
{
  struct comba_config c = *k;
  try_by (k, ap, an, mp, n);
  if (n > 2 * k->thresholds.half_gcd)
    {
      c.thresholds.half_gcd = COMBA_NEVER;
      try_by (&c, ap, an, mp, n);
    }
  if (n >= 3 * COMBA_HALF_GCD_MIN)
    {
      c.thresholds.half_gcd = 0;
      try_by (&c, ap, an, mp, n);
    }
}

/* Special numbers for a modulus M. */
static void
try_special (const struct comba_config *k, mp_srcptr mp, mp_size_t n)
{
  static mp_limb_t a[2 * LIMBS_MAX + 2];
  memset (a, 0, BYTES (n));
  try (k, a, 0, mp, n);         /* not read */
  try (k, a, n, mp, n);
  for (mp_limb_t i = 1; i < 4; i++)
    {
      a[0] = i;
      try (k, a, 1, mp, n);
      memcpy (a, mp, BYTES (n));
      if (mp[0] >= i)
        a[0] -= i, try (k, a, n, mp, n), a[0] += i;
      if (mp[0] < 100)
        a[0] += i, try (k, a, n, mp, n);
      memset (a, 0, BYTES (n));
    }
  try (k, mp, n, mp, n);
  random_operand (a, 2 * n + 2, 5);
  try (k, a, n + 1, mp, n), try (k, a, 2 * n + 2, mp, n);
  a[n] = a[n + 1] = 0;
  try (k, a, n + 2, mp, n);     /* leading zeros */
}

/* The upper limb of M and the lowest bit, a or m with a common factor. */
static void
try_size (const struct comba_config *k, mp_size_t n, int many)
{
  static mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX], x[LIMBS_MAX], y[LIMBS_MAX];
  for (int i = 0; i < (many ? OPERAND_KINDS * OPERAND_KINDS : 3) * tests_effort (); i++)
    {
      random_operand (a, n, many ? i % OPERAND_KINDS : 5);
      random_operand (m, n, many ? i / OPERAND_KINDS % OPERAND_KINDS : 5 - i);
      m[0] ^= random_below (4) != 0 && m[0] % 2 == 0;
      if (m[n - 1] == 0 || random_below (4) == 0)
        m[n - 1] = 1;
      try (k, a, n, m, n);
    }
  const mp_size_t half = n / 2;
  if (half == 0)
    return;
  random_operand (x, half, (int) random_below (OPERAND_KINDS)), x[0] |= 2, x[half - 1] |= 1;
  random_operand (y, n - half, 5), y[n - half - 1] |= 1;
  reference_mul (m, x, half, y, n - half);
  random_operand (y, n - half, 5);
  reference_mul (a, x, half, y, n - half);
  mp_size_t size = n;
  while (m[size - 1] == 0)
    size--;
  try (k, a, n, m, size);
}

/* Neighbours among the Fibonacci numbers: all quotients are 1. */
static void
try_fibonacci (const struct comba_config *k, mp_size_t most)
{
  static mp_limb_t x[LIMBS_MAX], y[LIMBS_MAX], z[LIMBS_MAX];
  mp_size_t n = 1, last = 0;
  x[0] = y[0] = 1;
  for (;;)
    {
      memcpy (z, y, BYTES (n));
      const mp_limb_t carry = comba_add_n (y, y, x, n);
      memcpy (x, z, BYTES (n));
      if (carry)
        {
          if (n == most)
            return;
          x[n] = 0, y[n++] = carry;
        }
      if (n != last || random_below (500) == 0)
        try (k, x, n, y, n);
      last = n;
    }
}

/* (A; B) = M (A'; B'), both longer than n / 2 + 1 limbs, and a determinant of 1; M gets somewhere. */
static void
try_half (const struct comba_config *k, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  const size_t itch = comba_half_gcd_itch (n), most = comba_mul_room (k, 2 * n);
  const size_t limbs = random_below (2) != 0 ? most : COMBA_ROOM_MIN + random_below (most - COMBA_ROOM_MIN + 1);
  mp_ptr a = new_area (n), b = new_area (n), scratch = new_area ((mp_size_t) itch), entries = new_area (5 * n);
  const struct comba_room room = { new_area ((mp_size_t) limbs), limbs };
  mp_ptr x = new_area (2 * n + 2), y = new_area (2 * n + 2);
  memcpy (a, ap, BYTES (n)), memcpy (b, bp, BYTES (n));
  struct comba_matrix m;
  comba_matrix_at (&m, n, entries);
  int changed;
  const mp_size_t size = comba_half_gcd (k, a, b, n, &m, &changed, scratch, &room);
  const mp_size_t all = size + m.n;
  for (int i = 0; i < 2; i++)
    {
      reference_mul (x, m.p[i][0], m.n, a, size), x[all] = 0;
      reference_mul (y, m.p[i][1], m.n, b, size);
      x[all] = comba_add_n (x, x, y, all);
      memset (y, 0, BYTES (all + n + 1)), memcpy (y, i == 0 ? ap : bp, BYTES (n));
      expect_equal (x, y, all + 1, "%ld limbs: row %d", (long) n, i);
    }
  reference_mul (x, m.p[0][0], m.n, m.p[1][1], m.n);
  reference_mul (y, m.p[0][1], m.n, m.p[1][0], m.n);
  subtract (x, y, 2 * m.n);
  if (!is_small (x, 2 * m.n, 1))
    check_fail ("%ld limbs: the determinant is not 1", (long) n);
  if (changed)
    {
      reduced++;
      if (is_small (a + n / 2 + 1, n - n / 2 - 1, 0) || is_small (b + n / 2 + 1, n - n / 2 - 1, 0))
        check_fail ("%ld limbs: reduced too far", (long) n);
    }
  else if (m.n != 1 || m.p[0][1][0] != 0 || m.p[1][0][0] != 0)
    check_fail ("%ld limbs: changed", (long) n);
  check_area (a, "a"), check_area (b, "b"), check_area (scratch, "scratch"), check_area (entries, "entries");
  check_area (room.p, "room"), free_area (room.p);
  free_area (a), free_area (b), free_area (scratch), free_area (entries), free_area (x), free_area (y);
}

static void
try_errors (void)
{
  enum { N = 400 };
  const mp_limb_t m[2] = { 6, 0 }, four = 4;
  mp_limb_t v[2] = { 77, 77 };
  expect (comba_invert (v, &four, 1, m, 2), COMBA_BAD_SIZE, "a high limb of 0");
  expect (comba_invert (v, &four, 1, m, 0), COMBA_BAD_SIZE, "no limbs");
  expect (comba_invert (v, &four, -1, m, 1), COMBA_BAD_SIZE, "a negative size");
  expect (comba_invert (v, &four, 1, m, (mp_size_t) ((size_t) -1 / 2)), COMBA_BAD_SIZE, "too large");
  expect (comba_invert (v, &four, 1, m, 1), COMBA_NO_INVERSE, "4 modulo 6");
  expect (comba_invert (v, &four, 0, m, 1), COMBA_NO_INVERSE, "0 modulo 6");
  mp_ptr a = new_area (N), p = new_area (N), r = new_area (N), unchanged = new_area (N);
  random_operand (a, N, 5), random_operand (p, N, 5), p[0] |= 1, p[N - 1] |= 1;
  comba_set_memory_max (1);
  memcpy (unchanged, r, BYTES (N));
  expect (comba_invert (r, a, N, p, N), COMBA_NO_MEMORY, "no memory");
  expect_equal (r, unchanged, N, "no memory");
  /* Divisions have what they need, or are not begun. */
  for (mp_size_t n = 20; n < N; n += 7)
    for (mp_size_t an = n - 10; an <= N; an += 45)
      {
        p[n - 1] |= 1;
        memcpy (r, unchanged, BYTES (n));
        const int status = comba_invert (r, a, an, p, n);
        if (status == COMBA_NO_MEMORY || status == COMBA_NO_INVERSE)
          expect_equal (r, unchanged, n, "%ld by %ld limbs: no memory", (long) an, (long) n);
        else
          expect (status, COMBA_OK, "little memory");
      }
  comba_set_memory_max (SIZE_MAX);
  if (v[0] != 77 || v[1] != 77)
    check_fail ("a result was written");
  free_area (a), free_area (p), free_area (r), free_area (unchanged);
}

/* A call has all its memory before it computes anything: with no mapping it says so, with one it needs
   no other.  A has AN limbs; the first product, or quotient, is longer than GMP multiplies on the stack. */
static void
try_one_mapping (mp_size_t an, mp_size_t n)
{
  check_begin ("%ld by %ld limbs: memory is asked for once", (long) an, (long) n);
  mp_ptr a = new_area (an), p = new_area (n), r = new_area (n), expected = new_area (n), unchanged = new_area (n);
  random_operand (a, an, 5), random_operand (p, n, 5), p[0] |= 1, p[n - 1] |= 1;
  memcpy (unchanged, r, BYTES (n));
  a[0]--;
  int status;
  do
    {
      a[0]++;
      memcpy (expected, unchanged, BYTES (n));
      status = comba_invert (expected, a, an, p, n);
    }
  while (status == COMBA_NO_INVERSE);
  expect (status, COMBA_OK, "with all memory");
  comba_scratch_release ();
  maps_left = 0;
  status = comba_invert (r, a, an, p, n);
  maps_left = (unsigned long) -1;
  expect (status, COMBA_NO_MEMORY, "no mapping");
  expect_equal (r, unchanged, n, "no mapping");
  comba_scratch_release ();
  maps_left = 1, maps = 0;
  status = comba_invert (r, a, an, p, n);
  maps_left = (unsigned long) -1;
  expect (status, COMBA_OK, "one mapping");
  expect_equal (r, expected, n, "one mapping");
  if (maps > 1)
    check_fail ("%lu mappings", maps);
  free_area (a), free_area (p), free_area (r), free_area (expected), free_area (unchanged);
  check_end ();
}

/* Results in place of operands, at every distance, and operands at the end of memory. */
static void
try_overlaps (mp_size_t n)
{
  const mp_size_t an = 1 + (mp_size_t) random_below (2 * (unsigned long) n);
  mp_ptr a = new_edge_area (an, 1), p = new_edge_area (n, 1), r = new_edge_area (n, 1), expected = new_area (n);
  random_operand (a, an, 5), random_operand (p, n, 5), p[0] |= 1, p[n - 1] |= p[n - 1] == 0;
  memset (expected, 0, BYTES (n)), memcpy (r, expected, BYTES (n));
  make_read_only (a, an), make_read_only (p, n);
  const int status = comba_invert (expected, a, an, p, n);
  expect (comba_invert (r, a, an, p, n), status, "at the end of memory");
  expect_equal (r, expected, n, "%ld limbs at the end of memory", (long) n);
  for (mp_size_t d = -n; d <= n && status == COMBA_OK; d++)
    {
      mp_ptr area = new_area (3 * n + an);
      memcpy (area + n, p, BYTES (n));
      expect (comba_invert (area + n + d, a, an, area + n, n), COMBA_OK, "over the modulus");
      expect_equal (area + n + d, expected, n, "%ld limbs, over the modulus + %ld", (long) n, (long) d);
      memcpy (area + n, a, BYTES (an));
      expect (comba_invert (area + n + d, area + n, an, p, n), COMBA_OK, "over the number");
      expect_equal (area + n + d, expected, n, "%ld limbs, over the number + %ld", (long) n, (long) d);
      check_area (area, "area");
      free_area (area);
    }
  free_edge_area (a, an), free_edge_area (p, n), free_edge_area (r, n), free_area (expected);
}

static void
try_config (const struct comba_config *k)
{
  static mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX];
  check_begin ("%s: all small numbers", k->name);
  const mp_limb_t small = (mp_limb_t) tests_every_to (90);
  for (mp_limb_t p = 1; p < small; p++)
    for (mp_limb_t b = 0; b < small; b++)
      try (k, &b, 1, &p, 1);
  check_end ();
  check_begin ("%s: every kind", k->name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 12); n++)
    try_size (k, n, n <= 6);
  for (mp_size_t n = 13; n <= tests_max_of (k->name, 200); n += 1 + n / 12)
    try_size (k, n, 0);
  check_end ();
  check_begin ("%s: special numbers", k->name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 120); n += 1 + n / 2)
    {
      random_operand (m, n, 5), m[n - 1] |= 1;
      try_special (k, m, n);
      memset (m, 0, BYTES (n)), m[n - 1] = 1;   /* a power of two */
      try_special (k, m, n);
      m[0]++;
      try_special (k, m, n);
    }
  check_end ();
  check_begin ("%s: Fibonacci numbers", k->name);
  try_fibonacci (k, tests_max_of (k->name, 80));
  check_end ();
  check_begin ("%s: half a gcd", k->name);
  struct comba_config c = *k;
  c.thresholds.half_gcd = 0;
  for (mp_size_t n = COMBA_HALF_GCD_MIN; n <= tests_max_of (k->name, 240); n += 1 + n / 10)
    for (int i = 0; i < OPERAND_KINDS * tests_effort (); i++)
      {
        random_operand (a, n, i % OPERAND_KINDS);
        random_operand (m, n, (int) random_below (OPERAND_KINDS));
        m[n - 1] |= 1;          /* one number has n limbs */
        try_half (&c, a, m, n);
        memcpy (m, a, BYTES (n - (mp_size_t) random_below ((unsigned long) n)));     /* from somewhere the same */
        m[n - 1] |= 1;
        try_half (&c, m, a, n);
      }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *const reason = tests_why_not (comba_configs[i]);
      if (reason != NULL)
        check_skip (reason, "%s", comba_configs[i]->name);
      else
        try_config (comba_configs[i]);
    }
  check_begin ("long moduli");
  for (mp_size_t n = 300; n <= tests_max (LIMBS_MAX); n += 650)
    {
      static mp_limb_t a[LIMBS_MAX], m[LIMBS_MAX];
      random_operand (a, n, 5), random_operand (m, n, 5), m[0] |= 1, m[n - 1] |= 1;
      try (comba_active (), a, n, m, n);
    }
  check_end ();
  check_begin ("errors");
  try_errors ();
  check_end ();
  for (mp_size_t n = 600; n <= tests_max (12000); n *= 4)
    try_one_mapping (n, n), try_one_mapping (3 * n, n), try_one_mapping (n / 2, n);
  check_begin ("overlaps and edges of memory");
  for (mp_size_t n = 1; n <= tests_max (60); n += 1 + n / 2)
    try_overlaps (n);
  check_end ();
  CHECK_THAT (found > 100 && refused > 100 && (reduced > 50 || tests_max (100) < 50),
              "with an inverse %lu, without %lu, halved %lu", found, refused, reduced);
  return tests_end ();
}
