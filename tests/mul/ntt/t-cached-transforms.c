/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products with a prepared operand and products modulo beta^m - 1, for every CPU configuration with
   transforms of its own: small ones compared with the schoolbook, larger ones with Toom; in exactly
   the required memory. */

#include "../../parallel/pool_tests.h"
#include "mul/ntt/ntt.h"
#include "parallel/threads.h"
#include "mul/mul.h"

static const struct comba_ntt *ntt;
static struct comba_config toom;       /* the same configuration without transforms */

/* N limbs aligned to 64 bytes, with guards at their end. */
struct aligned
{
  mp_ptr area, p;
  size_t before, n;
};

static struct aligned
new_aligned (size_t n)
{
  struct aligned a = { .area = new_area ((mp_size_t) n + 8), .n = n };
  a.before = (8 - (uintptr_t) a.area / sizeof (mp_limb_t) % 8) % 8;
  a.p = a.area + a.before;
  for (size_t i = 0; i < 8 - a.before; i++)
    a.p[n + i] = i;
  return a;
}

static void
free_aligned (struct aligned *a, const char *what)
{
  for (size_t i = 0; i < 8 - a->before; i++)
    if (a->p[a->n + i] != i)
      check_fail ("written beyond: %s", what);
  check_area (a->area, what);
  free_area (a->area);
}

static void
multiply (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an < bn)
    multiply (rp, bp, bn, ap, an);
  else if (an <= 200)
    reference_mul (rp, ap, an, bp, bn);
  else
    comba_mul (&toom, rp, ap, an, bp, bn);
}

static int
is_zero (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    if (p[i] != 0)
      return 0;
  return 1;
}

/* rp[0..m-1] = ap[0..an-1] mod beta^m - 1, an >= m; 0 only for 0. */
static void
fold (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t an)
{
  memset (rp, 0, (size_t) m * sizeof (mp_limb_t));
  for (mp_size_t i = 0; i < an; i++)
    {
      mp_limb_t carry = ap[i];
      for (mp_size_t j = i % m; carry != 0; j = (j + 1) % m)
        {
          rp[j] += carry;
          carry = rp[j] < carry;
        }
    }
}

static void
try_product (const struct comba_ntt_kind *kind, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
             mp_size_t bn)
{
  mp_size_t m = kind->m, rn = m != 0 ? m : an + kind->bn, all = an + bn > rn ? an + bn : rn;
  struct aligned prepared = new_aligned (ntt->prepared_size (kind));
  static const int threads[] = { 2, 3, 4, 10, COMBA_THREADS_MAX };
  const struct comba_pool one = COMBA_POOL_ALONE (1);
  const struct comba_pool pool = POOL_OF_COPIES (threads[random_below (5)]);
  mp_ptr scratch = new_area ((mp_size_t) ntt->prepared_itch (kind, 1));
  mp_ptr r = new_area (rn), expected = new_area (rn), whole = new_area (all);
  memset (whole, 0, (size_t) all * sizeof (mp_limb_t));
  multiply (whole, ap, an, bp, bn);
  if (m != 0)
    fold (expected, m, whole, all);
  else
    memcpy (expected, whole, (size_t) rn * sizeof (mp_limb_t));

  if (prepared.n % 8 != 0)
    check_fail ("size of a prepared operand");
  ntt->prepare (kind, prepared.p, bp, bn);
  for (int twice = 0; twice < 2; twice++)
    {
      ntt->mul_prepared (&one, kind, r, rn, ap, an, prepared.p, scratch);
      expect_equal (r, expected, rn, "%ldx%ld of kind %ld, %ld, %ld", (long) an, (long) bn,
                    (long) m, (long) kind->an, (long) kind->bn);
      check_area (r, "result");
      check_area (scratch, "scratch");
    }
  mp_ptr shared = new_area ((mp_size_t) ntt->prepared_itch (kind, pool.threads));
  memset (r, 0xaa, (size_t) rn * sizeof (mp_limb_t));
  ntt->mul_prepared (&pool, kind, r, rn, ap, an, prepared.p, shared);
  expect_equal (r, expected, rn, "%ldx%ld of kind %ld in %d shares", (long) an, (long) bn,
                (long) m, pool.threads);
  check_area (r, "result");
  check_area (shared, "scratch of a pool");
  if (rn >= an)
    {
      memcpy (r, ap, (size_t) an * sizeof (mp_limb_t));
      ntt->mul_prepared (&pool, kind, r, rn, r, an, prepared.p, shared);
      expect_equal (r, expected, rn, "%ldx%ld in place", (long) an, (long) bn);
    }
  if (m == 0)
    {
      mp_size_t low = 1 + (mp_size_t) random_below ((unsigned long) rn);
      mp_ptr l = new_area (low);
      ntt->mul_prepared (&pool, kind, l, low, ap, an, prepared.p, shared);
      expect_equal (l, expected, low, "%ld limbs of %ldx%ld", (long) low, (long) an, (long) bn);
      check_area (l, "low limbs");
      free_area (l);
    }
  free_area (scratch), free_area (shared);

  if (m != 0)
    {
      scratch = new_area ((mp_size_t) ntt->mulmod_itch (m));
      ntt->mulmod (m, r, ap, an, bp, bn, scratch);
      expect_equal (r, expected, m, "%ldx%ld mod beta^%ld - 1", (long) an, (long) bn, (long) m);
      check_area (r, "result");
      check_area (scratch, "scratch");
      free_area (scratch);
    }
  free_aligned (&prepared, "prepared operand");
  free_area (r), free_area (expected), free_area (whole);
}

static void
try_sizes (const struct comba_ntt_kind *kind, mp_size_t an, mp_size_t bn, int kinds)
{
  mp_ptr a = new_area (an), b = new_area (bn);
  for (int i = 0; i < kinds; i++)
    {
      random_operand (a, an, i % OPERAND_KINDS);
      random_operand (b, bn, i == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      try_product (kind, a, an, b, bn);
    }
  free_area (a), free_area (b);
}

static void
try_whole (const char *name)
{
  check_begin ("%s: mul_prepared, every small size", name);
  for (mp_size_t n = 1; n <= tests_max (150); n++)
    try_sizes (&(struct comba_ntt_kind) { .an = n, .bn = n }, n, n, kinds_at (n, n));
  check_end ();

  check_begin ("%s: mul_prepared, any shapes, shorter operands", name);
  for (mp_size_t bn = 1; bn <= tests_max (1500); bn += 1 + bn / 3)
    for (mp_size_t an = 1; an <= tests_max (3000); an += 1 + an / 2)
      {
        struct comba_ntt_kind kind = { .an = an, .bn = bn };
        try_sizes (&kind, an, bn, 2);
        try_sizes (&kind, 1 + (mp_size_t) random_below ((unsigned long) an),
                   1 + (mp_size_t) random_below ((unsigned long) bn), 1);
      }
  check_end ();

  check_begin ("%s: mul_prepared, large", name);
  for (mp_size_t n = 430; n <= tests_max (40000); n += n / 5)
    try_sizes (&(struct comba_ntt_kind) { .an = n, .bn = n }, n, n, 2);
  check_end ();
}

/* 0, 1, and divisors of beta^m - 1: among multiples, only 0 gives 0. */
static void
try_multiples (mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m };
  mp_ptr a = new_area (m), b = new_area (m), r = new_area (m);
  mp_ptr scratch = new_area ((mp_size_t) ntt->mulmod_itch (m));
  memset (a, 0xff, (size_t) m * sizeof (mp_limb_t));
  try_product (&kind, a, m, a, m);
  random_operand (b, m, 5);
  try_product (&kind, a, m, b, m);
  ntt->mulmod (m, r, a, m, b, m, scratch);
  expect_equal (r, a, m, "a multiple of beta^%ld - 1", (long) m);

  memset (b, 0, (size_t) m * sizeof (mp_limb_t));
  try_product (&kind, a, m, b, m);
  ntt->mulmod (m, r, a, m, b, m, scratch);
  if (!is_zero (r, m))
    check_fail ("0 times beta^%ld - 1", (long) m);

  b[0] = 3;                     /* times (beta^m - 1) / 3 */
  memset (a, 0x55, (size_t) m * sizeof (mp_limb_t));
  try_product (&kind, a, m, b, m);
  b[0] = 1;
  try_product (&kind, a, m, b, 1);
  try_product (&kind, b, 1, b, 1);

  /* a b = k beta^m + r with a small a: the part beyond beta^m carries through all limbs; with r = 1
     - k through those below m, with r >= 0 through the ranges of a pool. */
  static const mp_limb_t primes[] = { 7, 11, 13, 19, 23, 29, 31, 37 };
  for (size_t i = 0; i < sizeof primes / sizeof primes[0] && m < 3000; i++)
    for (mp_limb_t k = 2; k < primes[i]; k++)
      {
        unsigned __int128 left = k - 1;         /* (k beta^m + 1 - k) / a */
        for (mp_size_t j = m - 1; j >= 0; j--)
          {
            left = left << 64 | (j > 0 ? ~(mp_limb_t) 0 : -(k - 1));
            b[j] = (mp_limb_t) (left / primes[i]);
            left %= primes[i];
          }
        a[0] = primes[i];
        if (left == 0)
          try_product (&kind, b, m, a, 1);
        for (mp_size_t j = 0; j < m && ++b[j] == 0; j++)
          ;
        if (k == 2)
          try_product (&kind, b, m, a, 1);
      }

  /* Products by powers of 2 are rotations. */
  memset (a, 0, (size_t) m * sizeof (mp_limb_t));
  memset (b, 0, (size_t) m * sizeof (mp_limb_t));
  b[0] = 1;
  a[m - 1] = a[0] = b[m - 1] = (mp_limb_t) 1 << 63;
  try_product (&kind, a, m, b, m);
  free_area (a), free_area (b), free_area (r), free_area (scratch);
}

static void
try_cyclic (const char *name)
{
  check_begin ("%s: lengths of products modulo beta^m - 1", name);
  for (mp_size_t n = 1, m; n <= 100000; n++)
    {
      m = ntt->wrapped_size (n);
      if (m < n || (n > 1 && m < ntt->wrapped_size (n - 1)) || ntt->wrapped_size (m) != m)
        check_fail ("%ld for %ld", (long) m, (long) n);
      if (n > 400 && m > n + n / 2)
        check_fail ("%ld is long for %ld", (long) m, (long) n);
    }
  if (ntt->wrapped_size ((mp_size_t) 1 << 60) != 0
      || ntt->prepared_size (&(struct comba_ntt_kind) { .m = ntt->wrapped_size (1) - 1 }) != 0
      || ntt->mulmod_itch (ntt->wrapped_size (1) - 1) != 0)
    check_fail ("one that there is not");
  check_end ();

  check_begin ("%s: modulo beta^m - 1, each m, all sorts of operands", name);
  for (mp_size_t m = ntt->wrapped_size (1); m <= tests_max (40000); m = ntt->wrapped_size (m + 1))
    {
      const struct comba_ntt_kind kind = { .m = m };
      try_multiples (m);
      try_sizes (&kind, m, m, m < 3000 ? 2 * OPERAND_KINDS : 3);
      for (mp_size_t less = 0; less < 3; less++)
        for (mp_size_t n = 1; n <= m; n += 1 + n / (m < 3000 ? 3 : 1))
          try_sizes (&kind, m - less, n, 1), try_sizes (&kind, n, m - less, 1);
    }
  check_end ();
}

/* The same operand twice is a square; rp may be the operand. */
static void
try_squares (const char *name)
{
  check_begin ("%s: squares modulo beta^m - 1", name);
  for (mp_size_t m = ntt->wrapped_size (1); m <= tests_max (20000); m = ntt->wrapped_size (m + 1))
    for (int i = 0; i < OPERAND_KINDS; i++)
      {
        mp_size_t n = i < 4 ? m : 1 + (mp_size_t) random_below ((unsigned long) m);
        mp_ptr a = new_area (m), r = new_area (m), expected = new_area (m), whole = new_area (2 * m);
        mp_ptr scratch = new_area ((mp_size_t) ntt->mulmod_itch (m));
        memset (whole, 0, (size_t) (2 * m) * sizeof (mp_limb_t));
        random_operand (a, n, i);
        multiply (whole, a, n, a, n);
        fold (expected, m, whole, 2 * m);
        ntt->mulmod (m, r, a, n, a, n, scratch);
        expect_equal (r, expected, m, "square of %ld limbs", (long) n);
        ntt->mulmod (m, a, a, n, a, n, scratch);
        expect_equal (a, expected, m, "square of %ld limbs in place", (long) n);
        check_area (scratch, "scratch"), check_area (a, "operand");
        free_area (a), free_area (r), free_area (expected), free_area (whole), free_area (scratch);
      }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *config = comba_configs[i];
      const char *reason = tests_why_not_by (i, ntt);
      if (reason != NULL)
        check_skip (reason, "prepared operands of CPU configuration %s", config->name);
      else
        {
          ntt = config->ntt, toom = *config;
          toom.ntt = NULL;
          try_whole (config->name);
          try_cyclic (config->name);
          try_squares (config->name);
        }
    }
  return tests_end ();
}
