/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The linear steps of Toom-Cook, for every configuration, compared with sums and shifts of one limb
   at a time: evaluation, and the way from values back to coefficients, which checks the
   sequences. */

#include "../../tests.h"
#include "arith/arith.h"
#include "arith/limb_steps.h"
#include "mul/toom/toom.h"
#include "config/list.h"

enum { PIECE_MAX = 40, ROW_MAX = COMBA_TOOM_ROW (PIECE_MAX), POINTS_MAX = 16 };

/* acc[0..n-1] += p[0..pn-1] 2^shift, or -=. */
static void
accumulate (mp_ptr acc, mp_size_t n, mp_srcptr p, mp_size_t pn, int shift, int subtract)
{
  mp_limb_t shifted[2 * ROW_MAX] = { 0 }, carry = 0;
  mp_size_t limbs = shift / GMP_LIMB_BITS;
  int bits = shift % GMP_LIMB_BITS;
  for (mp_size_t i = 0; i < pn && i + limbs < n; i++)
    {
      shifted[i + limbs] |= p[i] << bits;
      if (bits > 0 && i + limbs + 1 < n)
        shifted[i + limbs + 1] |= p[i] >> (GMP_LIMB_BITS - bits);
    }
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t x = acc[i], y = subtract ? ~shifted[i] : shifted[i];
      mp_limb_t c = i == 0 ? (mp_limb_t) subtract : carry;
      comba_dlimb t = (comba_dlimb) x + y + c;
      acc[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
}

/* The absolute value of the sum of c[i] x^i, or of c[i] (-x)^i; x^(count-1-i) if REVERSED.  Returns
   1 if the sum is negative. */
static int
value (mp_ptr rp, mp_size_t n, const mp_srcptr *c, mp_size_t cn, int count, int s, int reversed,
       int minus)
{
  memset (rp, 0, n * sizeof (mp_limb_t));
  for (int i = 0; i < count; i++)
    accumulate (rp, n, c[i], cn, s * (reversed ? count - 1 - i : i), minus && i % 2 != 0);
  if (rp[n - 1] >> (GMP_LIMB_BITS - 1) == 0)
    return 0;
  mp_limb_t copy[ROW_MAX];
  memcpy (copy, rp, n * sizeof (mp_limb_t));
  memset (rp, 0, n * sizeof (mp_limb_t));
  accumulate (rp, n, copy, n, 0, 1);
  return 1;
}

static void
try_evaluate (const struct comba_config *k, int p, mp_size_t h, int s, int reversed, int kind)
{
  mp_ptr a = new_area ((p - 1) * h), top = new_area (h), plus = new_area (h + 1);
  mp_ptr minus = new_area (h + 1), expected = new_area (h + 1), buffer = new_area (h + 1);
  mp_srcptr c[COMBA_TOOM_PIECES_MAX];
  random_operand (a, (p - 1) * h, kind);
  random_operand (top, h, (int) random_below (OPERAND_KINDS));
  /* Equal parts, in which no limb shows the sign. */
  if (p == 2 && random_below (4) == 0)
    memcpy (top, a, h * sizeof (mp_limb_t));
  for (int j = 0; j < p; j++)
    c[j] = j == p - 1 ? top : a + j * h;

  int negative = k->toom->evaluate (plus, minus, a, top, p, h, s, reversed, buffer);
  value (expected, h + 1, c, h, p, s, reversed, 0);
  expect_equal (plus, expected, h + 1, "a(x), %d pieces of %ld, s %d, reversed %d", p, (long) h, s,
                reversed);
  int sign = value (expected, h + 1, c, h, p, s, reversed, 1);
  /* The reversed polynomial at -x has the powers' parity from the other end. */
  if (reversed && p % 2 == 0)
    {
      mp_limb_t zero = 0;
      for (mp_size_t i = 0; i < h + 1; i++)
        zero |= expected[i];
      sign = zero == 0 ? 0 : !sign;
    }
  expect_equal (minus, expected, h + 1, "a(-x), %d pieces of %ld, s %d, reversed %d", p, (long) h,
                s, reversed);
  if (negative != sign)
    check_fail ("the sign of a(-x), %d pieces of %ld, s %d", p, (long) h, s);
  check_area (buffer, "buffer"), check_area (plus, "a(x)"), check_area (minus, "a(-x)");
  free_area (buffer), free_area (a), free_area (top), free_area (plus), free_area (minus), free_area (expected);
}

static void
try_interpolate (const struct comba_config *k, int points, mp_size_t h, int kind)
{
  int m = comba_toom_pairs (points), degree = points - 1;
  mp_size_t n = COMBA_TOOM_ROW (h), cn = 2 * h;
  mp_ptr rows = new_area ((2 * m + 1) * n), area = new_area (points * cn);
  mp_srcptr c[POINTS_MAX];
  for (int i = 0; i <= degree; i++)
    {
      random_operand (area + i * cn, cn, kind);
      c[i] = area + i * cn;
    }
  struct comba_toom_values w = {
    .rows = rows, .n = n, .points = points, .c0 = c[0], .c0n = cn,
    .cd = points % 2 == 0 ? c[degree] : NULL, .cdn = points % 2 == 0 ? cn : 0,
  };
  for (int i = 0; i < m; i++)
    {
      int s = comba_toom_shift (i), reversed = comba_toom_reversed (i);
      value (rows + 2 * i * n, n, c, cn, points, s, reversed, 0);
      w.negative |= (unsigned) value (rows + (2 * i + 1) * n, n, c, cn, points, s, reversed, 1) << i;
    }

  k->toom->eliminate (&w, m);
  comba_toom_division_steps (rows, n, m);
  k->toom->combine (rows, n, m);

  for (int u = 0; u < m; u++)
    for (int odd = 0; odd <= 1; odd++)
      {
        mp_limb_t expected[ROW_MAX] = { 0 };
        memcpy (expected, c[2 * u + 2 - odd], cn * sizeof (mp_limb_t));
        expect_equal (rows + n * (2 * comba_toom_place (m, u) + odd), expected, n,
                      "coefficient %d of %d points, pieces of %ld", 2 * u + 2 - odd, points,
                      (long) h);
      }
  check_area (rows, "rows");
  free_area (rows), free_area (area);
}

/* x = Q d + c y and q = Q, below beta^(n-1).  Limbs of Q d that are small or zero need a borrow. */
static void
make_dividend (mp_ptr x, mp_ptr y, mp_ptr q, mp_size_t n, mp_limb_t c, mp_limb_t d)
{
  mp_limb_t borrow = 0, carry = 0;
  const mp_limb_t inverse = comba_inverse_limb (d);
  for (mp_size_t i = 0; i < n - 1; i++)
    {
      x[i] = random_below (2) ? random_limb () : random_below (2);
      q[i] = (x[i] - borrow) * inverse;
      borrow = (mp_limb_t) (((comba_dlimb) q[i] * d) >> GMP_LIMB_BITS) + (x[i] < borrow);
    }
  x[n - 1] = borrow;
  q[n - 1] = y[n - 1] = 0;
  if (n > 1)
    random_operand (y, n - 1, (int) random_below (OPERAND_KINDS));
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) c * y[i] + x[i] + carry;
      x[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
}

static void
try_divisions (mp_size_t n, mp_limb_t c, mp_limb_t d, int shift)
{
  mp_ptr x[2], y[2], q[2];
  struct comba_toom_division p[2];
  for (int two = 0; two <= 1; two++)
    {
      for (int i = 0; i < 2; i++)
        {
          x[i] = new_area (2 * n), y[i] = new_area (2 * n), q[i] = new_area (2 * n);
          p[i] = (struct comba_toom_division) {
            .x = x[i], .y = y[i], .c = c, .d = d + 2 * (mp_limb_t) i, .inverse = comba_inverse_limb (d + 2 * (mp_limb_t) i), .shift = shift,
          };
          for (int odd = 0; odd <= 1; odd++)
            {
              make_dividend (x[i] + odd * n, y[i] + odd * n, q[i] + odd * n, n, c, p[i].d);
              for (mp_size_t j = 0; j < n && shift > 0; j++)
                q[i][odd * n + j] = q[i][odd * n + j] >> shift | (j + 1 < n ? q[i][odd * n + j + 1] << (GMP_LIMB_BITS - shift) : 0);
            }
        }
      if (two)
        comba_toom_divide_two (p, n);
      for (int i = 0; i < 2; i++)
        {
          if (!two)
            comba_toom_divide (p + i, n);
          expect_equal (x[i], q[i], 2 * n, "(x - %lu y) / %lu / 2^%d, %ld limbs, %d at once", (unsigned long) c, (unsigned long) p[i].d,
                        shift, (long) n, 1 + two);
          check_area (x[i], "x");
          free_area (x[i]), free_area (y[i]), free_area (q[i]);
        }
    }
}

static void
try_add_n (const struct comba_config *k, mp_size_t n)
{
  mp_ptr a = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    for (int over = 0; over < 2; over++)
      {
        random_operand (a, n, kind);
        random_operand (b, n, (int) random_below (OPERAND_KINDS));
        mp_limb_t carry = comba_toom_portable.add_n (expected, a, b, n);
        memcpy (r, a, n * sizeof (mp_limb_t));
        if (k->toom->add_n (r, over ? r : a, b, n) != carry)
          check_fail ("the carry of %ld limbs", (long) n);
        expect_equal (r, expected, n, "sum of %ld limbs", (long) n);
        carry = comba_toom_portable.sub_n (expected, a, b, n);
        memcpy (r, a, n * sizeof (mp_limb_t));
        if (k->toom->sub_n (r, over ? r : a, b, n) != carry)
          check_fail ("the borrow of %ld limbs", (long) n);
        expect_equal (r, expected, n, "difference of %ld limbs", (long) n);
        check_area (r, "result");
      }
  free_area (a), free_area (b), free_area (r), free_area (expected);
}

/* *r = a + b, or a - b; the carry is added to *carry. */
static void
add_limbs (mp_limb_t *r, mp_limb_t a, mp_limb_t b, int minus, int *carry)
{
  *r = minus ? a - b : a + b;
  *carry += minus ? -(a < b) : *r < a;
}

/* Limb by limb. */
static void
reference_join (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp, mp_size_t n,
                struct comba_join_carry *carry)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      struct comba_join_carry next = { 0, 0 };
      mp_limb_t x, y;
      add_limbs (&x, ap[i], bp[i], 1, &next.x);
      add_limbs (&x, x, cp[i], 0, &next.x);
      add_limbs (&x, x, carry->x < 0 ? 1 : (mp_limb_t) carry->x, carry->x < 0, &next.x);
      add_limbs (&y, ap[i], bp[i], 0, &next.y);
      add_limbs (&y, y, dp[i], 0, &next.y);
      add_limbs (&y, y, (mp_limb_t) carry->y, 0, &next.y);
      xp[i] = x, yp[i] = y;
      *carry = next;
    }
}

static void
try_join (const struct comba_config *k, mp_size_t n)
{
  mp_ptr in[4], got[2] = { new_area (n), new_area (n) }, expected[2] = { new_area (n), new_area (n) };
  for (int i = 0; i < 4; i++)
    in[i] = new_area (n);
  for (int x = -1; x <= 1; x++)
    for (int y = 0; y <= 2; y++)
      for (int kind = 0; kind < OPERAND_KINDS; kind++)
        {
          for (int i = 0; i < 4; i++)
            random_operand (in[i], n, i == 0 ? kind : (int) random_below (OPERAND_KINDS));
          if (random_below (4) == 0)    /* a - b is 0: a carry or a borrow goes through all of it */
            memcpy (in[1], in[0], BYTES (n)), memset (in[2], (int) random_below (2) * 0xff, BYTES (n));
          struct comba_join_carry want = { x, y }, carry = want;
          reference_join (expected[0], expected[1], in[0], in[1], in[2], in[3], n, &want);
          k->toom->join (got[0], got[1], in[0], in[1], in[2], in[3], n, &carry);
          for (int i = 0; i < 2; i++)
            {
              expect_equal (got[i], expected[i], n, "%s of %ld limbs", i == 0 ? "a - b + c" : "a + b + d", (long) n);
              check_area (got[i], "result");
            }
          if (carry.x != want.x || carry.y != want.y)
            check_fail ("%ld limbs carry %d and %d, not %d and %d", (long) n, carry.x, carry.y, want.x, want.y);
        }
  for (int i = 0; i < 4; i++)
    free_area (in[i]);
  for (int i = 0; i < 2; i++)
    free_area (got[i]), free_area (expected[i]);
}

/* v0, vinf and the middle product of (h + s) x (h + t) limbs become their product. */
static void
try_recompose2 (const struct comba_config *k, mp_size_t h, mp_size_t s, mp_size_t t, int kind)
{
  comba_mul_basecase_fn *mul = comba_config_portable.mul_basecase;
  mp_size_t an = h + s, bn = h + t, rn = an + bn;
  mp_ptr a = new_area (an), b = new_area (bn), r = new_area (rn), expected = new_area (rn);
  mp_ptr middle = new_area (2 * h);
  random_operand (a, an, kind);
  random_operand (b, bn, (int) random_below (OPERAND_KINDS));

  int negative = comba_toom2_abs_difference (k, r, a, h, a + h, s);
  negative ^= comba_toom2_abs_difference (k, r + h, b, h, b + h, t);
  mul (middle, r, h, r + h, h);
  mul (r, a, h, b, h);
  mul (r + 2 * h, a + h, s, b + h, t);
  k->toom->recompose2 (r, rn, middle, h, negative);

  mul (expected, a, an, b, bn);
  expect_equal (r, expected, rn, "%ldx%ld limbs from halves of %ld", (long) an, (long) bn, (long) h);
  check_area (r, "the product"), check_area (middle, "the middle product");
  free_area (a), free_area (b), free_area (r), free_area (expected), free_area (middle);
}

/* With v0 = 0, vinf = U B^h + B^h - 2 and M = (U - 2) B^h + B^h - 1 the sums are those of B^h - 2
   and 2, with a carry, at 2h, and of B^h - 2 - (B^h - 1) at h.  The latter borrows through all of
   the zeros at 2h: the result is U B^3h + B^3h - B^h. */
static void
try_recompose2_borrow (const struct comba_config *k, mp_size_t h, mp_size_t top)
{
  const mp_size_t rn = 3 * h + top;
  mp_ptr r = new_area (rn), middle = new_area (2 * h), expected = new_area (rn);
  memset (r, 0, BYTES (2 * h));
  memset (r + 2 * h, 0xff, BYTES (h));
  r[2 * h]--;
  random_operand (r + 3 * h, top, 5);
  r[3 * h] |= 2;
  memset (middle, 0xff, BYTES (h));
  memset (middle + h, 0, BYTES (h));
  memcpy (middle + h, r + 3 * h, BYTES (top));
  middle[h] -= 2;
  memset (expected, 0, BYTES (h));
  memset (expected + h, 0xff, BYTES (2 * h));
  memcpy (expected + 3 * h, r + 3 * h, BYTES (top));
  k->toom->recompose2 (r, rn, middle, h, 0);
  expect_equal (r, expected, rn, "a borrow from halves of %ld limbs, and %ld", (long) h, (long) top);
  check_area (r, "the product");
  free_area (r), free_area (middle), free_area (expected);
}

static void
try_config (const struct comba_config *k)
{
  static const int points[] = { 3, 4, 5, 6, 7, 8, 11, 12, 15, 16 };

  check_begin ("%s: add_n, sub_n", k->name);
  for (mp_size_t n = 1; n <= 70; n++)
    try_add_n (k, n);
  check_end ();

  check_begin ("%s: recomposition for Toom-22", k->name);
  for (mp_size_t h = 1; h <= PIECE_MAX; h++)
    for (mp_size_t top = 0; top <= h; top += 1 + top / 4)
      for (int kind = 0; kind < OPERAND_KINDS; kind++)
        {
          mp_size_t s = (h + top + 1) / 2 + (mp_size_t) random_below ((unsigned long) (h - top) / 2 + 1);
          if (h + top - s >= 1)
            try_recompose2 (k, h, s, h + top - s, kind);
          if (top >= 1)
            try_recompose2_borrow (k, h, top);
        }
  check_end ();
  if (!comba_toom_has_points (k))
    return;

  check_begin ("%s: join", k->name);
  for (mp_size_t n = 1; n <= 70; n++)
    try_join (k, n);
  check_end ();

  check_begin ("%s: evaluation in +-2^s and +-2^-s", k->name);
  for (int p = 2; p <= COMBA_TOOM_PIECES_MAX; p++)
    for (int s = 0; s <= comba_toom_shift (COMBA_TOOM_PAIRS_MAX - 1); s++)
      for (mp_size_t h = 1; h <= PIECE_MAX; h++)
        for (int kind = 0; kind < OPERAND_KINDS; kind++)
          try_evaluate (k, p, h, s, (int) random_below (2), kind);
  check_end ();

  for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
    if (comba_toom_pairs (points[i]) <= COMBA_TOOM_PAIRS_MAX)
      {
        check_begin ("%s: interpolation from %d points", k->name, points[i]);
        for (mp_size_t h = 1; h <= PIECE_MAX; h++)
          for (int kind = 0; kind < OPERAND_KINDS; kind++)
            try_interpolate (k, points[i], h, kind);
        check_end ();
      }
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not_by (i, toom);
      if (reason != NULL)
        check_skip (reason, "linear steps of CPU configuration %s", k->name);
      else
        try_config (k);
    }
  check_begin ("exact divisions");
  for (mp_size_t n = 1; n <= 20; n++)
    for (mp_limb_t d = 3; d < 3000; d *= 3)
      for (int shift = 0; shift < 4; shift += 3)
        {
          try_divisions (n, 0, d, shift);
          try_divisions (n, 16 + d, d, shift);
        }
  check_end ();
  return tests_end ();
}
