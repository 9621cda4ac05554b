/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Complex transforms of every CPU configuration that has its own: compared with the schoolbook, in
   exactly the scratch of itch; the longest of each length with Toom and with a known product; digits of
   the largest absolute values.  The roots of unity, against another computation in 128 bits. */

#include "../../tests.h"
#include "mul/fft/fft.h"
#include "mul/ladder.h"
#include "mul/mul.h"

static void
mul_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_fft *fft = context;
  mp_ptr scratch = new_area ((mp_size_t) fft->itch (an, bn));
  if (!fft->mul (rp, ap, an, bp, bn, scratch))
    check_fail ("%ldx%ld limbs: refused", (long) an, (long) bn);
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
sqr_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mul_exact_itch (context, rp, ap, n, ap, n);
}

static void
try_sizes (const char *name, const struct comba_fft *fft)
{
  void *context = (void *) fft;
  check_begin ("%s: mul and sqr, every small size", name);
  for (mp_size_t n = 1; n <= tests_max (420); n++)
    {
      try_mul (mul_exact_itch, context, n, n);
      try_sqr (sqr_exact_itch, context, n);
    }
  check_end ();

  check_begin ("%s: mul and sqr, larger sizes", name);
  for (mp_size_t n = 430; n <= tests_max (3000); n += n / 9)
    {
      try_mul (mul_exact_itch, context, n, n);
      try_sqr (sqr_exact_itch, context, n);
    }
  check_end ();

  check_begin ("%s: mul, unbalanced", name);
  for (mp_size_t bn = 1; bn <= tests_max (1000); bn += 1 + bn / 6)
    for (mp_size_t an = bn + 1; an <= tests_max (3000); an += 1 + an / 3)
      try_mul (mul_exact_itch, context, an, bn);
  check_end ();

  check_begin ("%s: mul and sqr, edges of memory, overlapping sources", name);
  for (mp_size_t n = 1; n <= tests_max (300); n += 1 + n / 8)
    {
      try_mul_edges (mul_exact_itch, context, n + n / 3, n);
      try_sqr_edges (sqr_exact_itch, context, n);
      try_mul_overlaps (mul_exact_itch, context, n + n / 3, n);
    }
  check_end ();
}

/* Digits of one absolute value and of alternating, equal or random signs: 2^15 is BIASED with an
   even carry, 0x7fff the other extreme. */
static void
extreme_operand (mp_ptr p, mp_size_t n, int kind)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const mp_limb_t low = 0x8000800080008000, high = 0x7fff7fff7fff7fff;
      p[i] = kind == 0 ? low : kind == 1 ? high : kind == 2 ? COMBA_LIMB_MAX : random_below (2) != 0 ? low : high;
    }
}

/* As Toom with the same configuration. */
static void
try_operands (const struct comba_config *config, mp_size_t an, mp_size_t bn, int a_kind, int b_kind)
{
  struct comba_config k = *config;
  k.fft = NULL, k.ntt = NULL;
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
  extreme_operand (a, an, a_kind), extreme_operand (b, bn, b_kind);
  comba_mul (&k, expected, a, an, b, bn);
  if (!comba_fft_mul (config->fft, r, a, an, b, bn))
    check_fail ("%ldx%ld limbs: refused", (long) an, (long) bn);
  expect_equal (r, expected, an + bn, "%ldx%ld, kinds %d and %d", (long) an, (long) bn, a_kind, b_kind);
  check_area (r, "result");
  comba_sqr (&k, expected, b, bn);
  comba_fft_mul (config->fft, r, b, bn, b, bn);
  expect_equal (r, expected, 2 * bn, "square of %ld, kind %d", (long) bn, b_kind);
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* The longest product of each length: one limb more takes more scratch. */
static void
try_lengths (const struct comba_config *config)
{
  const struct comba_fft *fft = config->fft;
  check_begin ("%s: the longest product of each length, extreme digits", config->name);
  int lengths = 0;
  for (mp_size_t n = 2; n <= fft->max && n <= 2 * tests_max (fft->max); n++)
    if (n == fft->max || fft->itch (n - 1, 2) > fft->itch (n - 1, 1))
      {
        lengths++;
        for (int kind = 0; kind < 4; kind++)
          {
            try_operands (config, n - n / 2, n / 2, kind, 3 - kind);
            try_operands (config, n - n / 5, n / 5, 3, kind);
          }
      }
  if (lengths < 5 && tests_max (fft->max) == fft->max)
    check_fail ("only %d lengths", lengths);
  mp_limb_t one = 1, product[2];
  if (comba_fft_mul (fft, product, &one, fft->max, &one, 1))
    check_fail ("a product beyond the longest one is not refused");
  check_end ();
}

/* Prepared factors: products modulo beta^m + 1, and whole products of at most m limbs. */

/* rp[0..m-1] + top beta^m = ap[0..an-1] modulo beta^m + 1, an <= 2m; returns top. */
static mp_limb_t
reference_plus (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m)
{
  const mp_size_t low = an < m ? an : m;
  memset (rp, 0, BYTES (m));
  memcpy (rp, ap, BYTES (low));
  mp_limb_t borrow = 0, carry = 0;
  for (mp_size_t i = 0; i < m; i++)
    {
      const mp_limb_t high = m + i < an ? ap[m + i] : 0, difference = rp[i] - high;
      const mp_limb_t next = (rp[i] < high) | (difference < borrow);
      rp[i] = difference - borrow;
      borrow = next;
    }
  carry = borrow;
  for (mp_size_t i = 0; i < m && carry != 0; i++)
    carry = ++rp[i] == 0;
  return carry;
}

struct prepared
{
  const struct comba_config *config;
  mp_size_t m, bn;
  mp_ptr b, factor, scratch;    /* aligned */
};

static mp_ptr
new_lines (size_t n)
{
  mp_ptr p = aligned_alloc (64, BYTES (n + 8 - n % 8));
  if (p == NULL)
    abort ();
  return p;
}

static void
prepare (struct prepared *f, mp_size_t m, mp_size_t bn, int kind)
{
  const struct comba_fft *fft = f->config->fft;
  f->m = m, f->bn = bn;
  f->b = new_area (bn);
  f->factor = new_lines (fft->prepared_size (m));
  f->scratch = new_area ((mp_size_t) fft->prepared_itch (m));
  if (kind < 4)
    extreme_operand (f->b, bn, kind);
  else
    random_operand (f->b, bn, kind - 4);
  const mp_limb_t beyond = f->factor[fft->prepared_size (m) - 1] = 77;
  if (!fft->prepare (m, f->factor, f->b, bn))
    check_fail ("%ld limbs: refused", (long) m);
  if (f->factor[fft->prepared_size (m) - 1] != beyond)
    check_fail ("%ld limbs: beyond the prepared factor", (long) m);
}

static void
unprepare (struct prepared *f)
{
  check_area (f->scratch, "scratch"), check_area (f->b, "b");
  free_area (f->b), free_area (f->scratch), free (f->factor);
}

/* One product: RN limbs of it, or modulo beta^m + 1; in place if the sizes allow it. */
static void
try_prepared (const struct prepared *f, mp_size_t an, int kind, mp_size_t rn)
{
  struct comba_config k = *f->config;
  k.fft = NULL, k.ntt = NULL;
  const mp_size_t all = an + f->bn, size = all > rn ? all : rn;
  mp_ptr a = new_area (an), r = new_area (size), product = new_area (all), expected = new_area (size);
  if (kind < 4)
    extreme_operand (a, an, kind);
  else
    random_operand (a, an, kind - 4);
  if (an >= f->bn)
    comba_mul (&k, product, a, an, f->b, f->bn);
  else
    comba_mul (&k, product, f->b, f->bn, a, an);
  mp_limb_t top = 0;
  if (rn == f->m)
    top = reference_plus (expected, product, all, rn);
  else
    memcpy (expected, product, BYTES (rn));
  for (int in_place = 0; in_place < 2; in_place++)
    {
      if (in_place)
        memcpy (r, a, BYTES (an));
      const mp_limb_t r_top = f->config->fft->mul_prepared (f->m, r, rn, in_place ? r : a, an, f->factor, f->scratch);
      if (r_top != top)
        check_fail ("%ldx%ld limbs, m = %ld: top limb %ld", (long) an, (long) f->bn, (long) f->m, (long) r_top);
      expect_equal (r, expected, rn, "%ldx%ld limbs, m = %ld, %ld limbs, kind %d", (long) an, (long) f->bn, (long) f->m,
                    (long) rn, kind);
    }
  check_area (r, "result");
  free_area (a), free_area (r), free_area (product), free_area (expected);
}

/* beta^i beta^(m-i) is -1, so beta^m. */
static void
try_minus_one (const struct comba_config *config, mp_size_t m)
{
  struct prepared f = { .config = config };
  prepare (&f, m, m / 2 + 1, 4);
  memset (f.b, 0, BYTES (f.bn));
  f.b[m / 2] = 1;
  config->fft->prepare (m, f.factor, f.b, f.bn);
  mp_ptr a = new_area (m), zero = new_area (m);
  memset (zero, 0, BYTES (m));
  for (mp_limb_t at_half = 0; at_half < 3; at_half++)
    {
      memset (a, 0, BYTES (m));
      a[m / 2] = at_half;
      const mp_limb_t top = config->fft->mul_prepared (m, a, m, a, m / 2 + 1, f.factor, f.scratch);
      zero[0] = 0;
      for (mp_size_t i = 0; i < m; i++)
        zero[i] = at_half == 2 ? COMBA_LIMB_MAX : 0;
      if (top != (at_half == 1))
        check_fail ("0 and -1 modulo beta^%ld + 1: top limb %ld", (long) m, (long) top);
      expect_equal (a, zero, m, "%ld modulo beta^%ld + 1", -(long) at_half, (long) m);
    }
  free_area (a), free_area (zero);
  unprepare (&f);
}

static void
try_plus (const struct comba_config *config)
{
  const struct comba_fft *fft = config->fft;
  check_begin ("%s: products modulo beta^m + 1 by a prepared factor, every length, extreme digits", config->name);
  mp_size_t m = 0;
  int lengths = 0;
  for (mp_size_t n = 1; n <= tests_max (fft->plus_max) && (m = fft->size (n)) != 0 && m <= fft->plus_max; n = m + 1)
    {
      lengths++;
      if (m < n || (n > 1 && fft->size (n - 1) >= m))
        check_fail ("the length for %ld limbs is %ld", (long) n, (long) m);
      for (int kind = 0; kind < 4; kind++)
        {
          struct prepared f = { .config = config };
          prepare (&f, m, m - 1, kind);
          for (int a_kind = 0; a_kind < 4; a_kind++)
            try_prepared (&f, m - 1, a_kind, m);
          unprepare (&f);
        }
      try_minus_one (config, m);
    }
  if (lengths < 10 && tests_max (fft->plus_max) == fft->plus_max)
    check_fail ("only %d lengths", lengths);
  if (fft->size (fft->max) != fft->max || fft->size (fft->max + 1) != 0)
    check_fail ("the longest one is not the longest");
  check_end ();

  check_begin ("%s: products by a prepared factor, other sizes, and their lower limbs", config->name);
  for (mp_size_t n = 1; n <= tests_max (700); n += 1 + n / 5)
    for (int kind = 0; kind < 4 + OPERAND_KINDS; kind++)
      {
        m = fft->size (n + 1);
        struct prepared f = { .config = config };
        prepare (&f, m, kind % 2 == 0 ? n : n - n / 3, kind);
        try_prepared (&f, n, kind, m);
        try_prepared (&f, m - 1, (kind + 1) % (4 + OPERAND_KINDS), m);
        try_prepared (&f, 1, kind, m);
        const mp_size_t rest = m - f.bn;
        try_prepared (&f, rest, 3, m);
        try_prepared (&f, rest, kind, m - 1);
        try_prepared (&f, rest, 3 - kind % 4, 1 + m / 2);
        unprepare (&f);
      }
  check_end ();

  check_begin ("%s: lower limbs of products as long as the longest transform", config->name);
  m = fft->size (tests_max (fft->max));
  for (int kind = 0; kind < 4; kind++)
    {
      struct prepared f = { .config = config };
      prepare (&f, m, m / 2, kind);
      try_prepared (&f, m / 2, 3 - kind, m / 2);
      try_prepared (&f, m / 2, 3 - kind, m);
      unprepare (&f);
    }
  check_end ();
}

/* Which products take the FFT. */
static int used;
static const struct comba_fft *real;

static int
counted_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  used++;
  return real->mul (rp, ap, an, bp, bn, scratch);
}

static int
refusing_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  (void) rp, (void) ap, (void) an, (void) bp, (void) bn, (void) scratch;
  used++;
  return 0;
}

static void
expect_used (const struct comba_config *k, mp_size_t an, mp_size_t bn, int expected)
{
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn);
  random_operand (a, an, OPERAND_KINDS - 1), random_operand (b, bn, OPERAND_KINDS - 1);
  used = 0;
  if (an == bn && expected >= 0)
    comba_sqr (k, r, a, an);
  else
    comba_mul (k, r, a, an, b, bn);
  if (used != (expected < 0 ? -expected - 1 : expected))
    check_fail ("%ldx%ld limbs: the FFT is used %d times", (long) an, (long) bn, used);
  free_area (a), free_area (b), free_area (r);
}

#define SQUARES(n, expected) expect_used (&k, n, n, expected)
#define PRODUCTS(an, bn, expected) expect_used (&k, an, bn, -(expected) - 1)

static void
try_choice (const struct comba_config *config)
{
  struct comba_config k = *config;
  struct comba_fft fft = *config->fft;
  real = config->fft;
  fft.mul = counted_mul, k.fft = &fft;
  k.thresholds.mul_fft = 200, k.thresholds.mul_fft_by = 50, k.thresholds.sqr_fft = 150;
  check_begin ("%s: products and squares from the thresholds on, up to the longest", k.name);
  PRODUCTS (199, 199, 0), PRODUCTS (200, 200, 1), PRODUCTS (350, 50, 1), PRODUCTS (351, 49, 0);
  PRODUCTS (COMBA_FFT_RATIO * 60, 60, 1), PRODUCTS (COMBA_FFT_RATIO * 60 + COMBA_FFT_RATIO, 60, 0);
  SQUARES (149, 0), SQUARES (150, 1);
  PRODUCTS (real->max / 2, real->max / 2, 1), PRODUCTS (real->max / 2 + 1, real->max / 2, 0);
  SQUARES (real->max / 2, 1), SQUARES (real->max / 2 + 1, 0);
  check_end ();

  check_begin ("%s: a longer transform only from where it gains", k.name);
  k.thresholds.mul_fft = 180, k.thresholds.sqr_fft = 240;
  PRODUCTS (180, 180, 1), PRODUCTS (192, 192, 1), PRODUCTS (193, 193, 0), PRODUCTS (210, 210, 0), PRODUCTS (230, 230, 1);
  PRODUCTS (250, 140, 0), PRODUCTS (320, 140, 1);
  SQUARES (240, 1), SQUARES (256, 1), SQUARES (257, 0), SQUARES (275, 0), SQUARES (285, 1), SQUARES (480, 1);
  k.thresholds.mul_fft = k.thresholds.sqr_fft = 0;
  PRODUCTS (193, 193, 1), SQUARES (100, 1);
  k.thresholds.mul_fft = 200, k.thresholds.sqr_fft = 150;
  check_end ();

  check_begin ("%s: products and squares without the FFT, if it refuses", k.name);
  fft.mul = refusing_mul;
  mp_size_t n = 300;
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  random_operand (a, n, OPERAND_KINDS - 1), random_operand (b, n, OPERAND_KINDS - 1);
  used = 0;
  comba_mul (&k, r, a, n, b, n);
  comba_mul (config, expected, a, n, b, n);
  expect_equal (r, expected, 2 * n, "product");
  comba_sqr (&k, r, a, n);
  comba_sqr (config, expected, a, n);
  expect_equal (r, expected, 2 * n, "square");
  if (used != 2)
    check_fail ("it was asked %d times", used);
  free_area (a), free_area (b), free_area (r), free_area (expected);
  check_end ();
}

/* Fixed point: 2^126 stands for 1. */
typedef __int128 fixed;
#define FIXED_ONE ((fixed) 1 << 126)

static fixed
fixed_mul (fixed x, fixed y)
{
  const int negative = (x < 0) != (y < 0);
  const unsigned __int128 a = x < 0 ? -x : x, b = y < 0 ? -y : y;
  const uint64_t a0 = (uint64_t) a, a1 = (uint64_t) (a >> 64), b0 = (uint64_t) b, b1 = (uint64_t) (b >> 64);
  const unsigned __int128 low = ((unsigned __int128) a0 * b0 >> 64) + (uint64_t) ((unsigned __int128) a0 * b1)
                                + (uint64_t) ((unsigned __int128) a1 * b0);
  const unsigned __int128 high = (unsigned __int128) a1 * b1 + ((unsigned __int128) a0 * b1 >> 64)
                                 + ((unsigned __int128) a1 * b0 >> 64) + (low >> 64);
  const fixed product = (fixed) (high << 2 | (uint64_t) low >> 62);
  return negative ? -product : product;
}

/* Sine and cosine of a 2^10th of the angle by their series, then ten times of the double angle. */
static void
fixed_root (fixed root[2], uint64_t x)
{
  const fixed pi_124 = (fixed) 0x3243f6a8885a308d << 64 | 0x313198a2e0370734;    /* pi 2^124 */
  const fixed angle = fixed_mul ((fixed) x << 62, pi_124) >> 7, square = fixed_mul (angle, angle);
  fixed c = FIXED_ONE, s = FIXED_ONE;
  for (int a = 18; a > 0; a -= 2)
    {
      c = FIXED_ONE - fixed_mul (square, c) / (a * (a - 1));
      s = FIXED_ONE - fixed_mul (square, s) / (a * (a + 1));
    }
  s = fixed_mul (s, angle);
  for (int i = 0; i < 10; i++)
    {
      const fixed twice = 2 * fixed_mul (s, c);
      c = FIXED_ONE - 2 * fixed_mul (s, s);
      s = twice;
    }
  root[0] = c, root[1] = s;
}

/* Returns |x - exact| 2^60. */
static double
error_of (double x, fixed exact)
{
  const fixed distance = (fixed) (x * 0x1p126) - exact;
  return (double) (distance < 0 ? -distance : distance) * 0x1p-66;
}

static void
try_roots (void)
{
  enum { ALLOWED_60 = 64 + 4 };  /* 2^-54 + 2^-58 */
  check_begin ("roots of unity: each part within 2^-54 + 2^-58");
  double worst = 0;
  for (int i = 0; i < 40000; i++)
    {
      const uint64_t part = (uint64_t) i << 52;         /* 4096 parts of a turn, then random angles */
      const uint64_t x = i < 4096 ? part : i < 8192 ? part - 1 : random_below (~0ul);
      double root[2];
      fixed exact[2];
      comba_fft_root (root, x);
      fixed_root (exact, x);
      for (int j = 0; j < 2; j++)
        {
          const double error = error_of (root[j], exact[j]);
          worst = error > worst ? error : worst;
          if (error > ALLOWED_60)
            check_fail ("part %d of root %llx / 2^64: error %g / 2^60", j, (unsigned long long) x, error);
        }
    }
  if (worst < ALLOWED_60 / 4)
    check_fail ("the largest error is %g / 2^60: is the reference right?", worst);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  try_roots ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *config = comba_configs[i];
      const char *reason = tests_why_not_by (i, fft);
      if (reason != NULL)
        check_skip (reason, "complex transforms of CPU configuration %s", config->name);
      else
        {
          try_sizes (config->name, config->fft);
          try_lengths (config);
          try_plus (config);
          try_choice (config);
        }
    }
  return tests_end ();
}
