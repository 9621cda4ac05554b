/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products by two workers (struct comba_ntt_crt): every field that has them, compared
   with schoolbook multiplication; with the largest sums of coefficients, with operands of any
   length, in exactly the required scratch. */

#include "../../residue/moduli.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "mul/ntt/ntt.h"

/* rp[0..m-1] += ap[0..n-1] times beta^at, modulo beta^m - 1. */
static void
add_turned (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t n, mp_size_t at)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t carry = ap[i];
      for (mp_size_t j = (at + i) % m; carry != 0; j = (j + 1) % m)
        carry = comba_add_1_var (rp + j, 1, carry);
    }
}

/* beta^m - 1 becomes 0. */
static void
normalise (mp_ptr p, mp_size_t m)
{
  mp_size_t n = m;
  while (n > 0 && p[n - 1] == COMBA_LIMB_MAX)
    n--;
  if (n == 0)
    memset (p, 0, BYTES (m));
}

/* p[0..n-1] -= less; returns 0 if the result is negative. */
static int
subtract (mp_ptr p, mp_size_t n, mp_limb_t less)
{
  for (mp_size_t i = 0; less != 0 && i < n; i++)
    less = p[i]-- == 0;
  return less == 0;
}

static mp_ptr
prepared_operand (const struct comba_ntt *ntt, const struct comba_ntt_kind *kind, mp_srcptr bp,
                  mp_size_t bn)
{
  mp_ptr p = new_scratch (ntt->prepared_size (kind));
  ntt->prepare (kind, p, bp, bn);
  return p;
}

/* A trial: h = m / 2, t = n - h; factors with the largest lengths of F0 and F1, and P; the results
   of the workers. */
struct trial
{
  const struct comba_ntt *ntt;
  struct comba_ntt_crt e;
  mp_size_t h, t;
  mp_ptr f[2], p, scratch, qp, none[2], sums[2];   /* none: the sums for A B = 0 */
};

/* q[0..qn-1] = the quotient of end 0 or 1 with C minus DC and the quotient minus DQ; returns 0 if
   that is negative. */
static int
reference_quotient (mp_ptr q, const struct trial *r, int end, int dc, int dq)
{
  const mp_size_t h = r->h, t = r->t, un = end ? t : h, at = end ? t : 0, qn = end ? t + 1 : h;
  mp_ptr uv = new_area (2 * h), x = new_area (2 * h + 1), c = new_area (un);
  memset (uv, 0, BYTES (2 * h));
  reference_mul (uv, r->e.ap + (end ? h : 0), un, r->e.bp + (end ? h : 0), un);
  memcpy (c, uv + at, BYTES (un));
  int possible = subtract (c, un, (mp_limb_t) dc);
  memset (x, 0, BYTES (2 * h + 1));
  reference_mul (x, c, un, r->f[end], end ? t + 1 : h);
  memcpy (q, x + at, BYTES (qn));
  possible &= subtract (q, qn, (mp_limb_t) dq);
  free_area (uv), free_area (x), free_area (c);
  return possible;
}

static void
expect_quotient (const struct trial *r, int end, const char *what)
{
  const mp_size_t qn = end ? r->t + 1 : r->h;
  mp_ptr q = new_area (qn), expected = new_area (qn);
  r->ntt->crt_quotient (&r->e, end, q, r->scratch);
  int found = 0;
  for (int less = 0; less < (end ? 4 : 1) && !found; less++)
    found = reference_quotient (expected, r, end, less / 2, less % 2)
            && memcmp (q, expected, BYTES (qn)) == 0;
  if (!found)
    check_fail ("%s: quotient of end %d, m = %ld, n = %ld", what, end, (long) r->e.m, (long) r->e.n);
  check_area (q, "Q");
  free_area (q), free_area (expected);
}

/* rp[0..m-1] += R (beta^h + 1) or R (beta^h - 1), SIGN > 0 or < 0, R of h + COMBA_NTT_BEYOND limbs,
   modulo beta^m - 1. */
static void
add_sum (mp_ptr rp, const struct trial *r, mp_srcptr sum, int sign)
{
  const mp_size_t m = r->e.m, n = r->h + COMBA_NTT_BEYOND;
  mp_ptr negative = new_area (m);
  add_turned (rp, m, sum, n, r->h);
  memset (negative, 0, BYTES (m));
  memcpy (negative, sum, BYTES (n));
  for (mp_size_t i = 0; sign < 0 && i < m; i++)
    negative[i] = ~negative[i];
  add_turned (rp, m, negative, m, 0);
  free_area (negative);
}

/* R0 (beta^h + 1) - (R1 - the R1 for S = 0) (beta^h - 1) == 2 S. */
static void
expect_sums (const struct trial *r, const char *what)
{
  const mp_size_t m = r->e.m, n = r->e.n;
  mp_ptr got = new_area (m), expected = new_area (m), x = new_area (2 * m);
  memset (expected, 0, BYTES (m));
  reference_mul (x, r->e.ap, n, r->e.bp, n);
  add_turned (expected, m, x, 2 * n, 0);
  reference_mul (x, r->p, n, r->qp, n + 1);
  add_turned (expected, m, x, 2 * n + 1, 0);
  memcpy (x, expected, BYTES (m));
  add_turned (expected, m, x, m, 0);
  add_sum (expected, r, r->sums[1], -1);
  memset (got, 0, BYTES (m));
  add_sum (got, r, r->none[1], -1);
  add_sum (got, r, r->sums[0], 1);
  normalise (got, m), normalise (expected, m);
  expect_equal (got, expected, m, "%s: sums, m = %ld, n = %ld", what, (long) m, (long) n);
  free_area (got), free_area (expected), free_area (x);
}

/* Both workers, one after the other in each step, with the quotients at qp. */
static void
make_sums (const struct trial *r, const struct comba_ntt_crt *e, mp_ptr *sums)
{
  for (int end = 0; end < 2; end++)
    r->ntt->crt_products (e, end, r->scratch);
  for (int end = 1; end >= 0; end--)
    r->ntt->crt_sum (e, end, sums[1 - end], r->qp, r->scratch);
}

static void
try_product (const struct trial *r, const char *what)
{
  for (int end = 0; end < 2; end++)
    expect_quotient (r, end, what);
  make_sums (r, &r->e, (mp_ptr *) r->sums);
  expect_sums (r, what);
  check_area (r->sums[0], "R0"), check_area (r->sums[1], "R1");
}

/* All ones first: each coefficient of S0 is as large as possible; then those of S1. */
static void
try_size (const struct comba_ntt *ntt, mp_size_t m, mp_size_t n)
{
  const mp_size_t h = m / 2, t = n - h, lengths[] = { h, t + 1 };
  const struct comba_ntt_kind kind = { .m = m, .for_crt = 1 };
  mp_ptr a = new_area (n), b = new_area (n), zero = new_area (n);
  struct trial r = { .ntt = ntt, .h = h, .t = t, .e = { .m = m, .n = n, .ap = a, .bp = b } };
  r.p = new_area (n), r.qp = new_area (n + 1), r.scratch = new_scratch (ntt->crt_itch (m));
  for (int end = 0; end < 2; end++)
    {
      r.f[end] = new_area (lengths[end]);
      r.none[end] = new_area (h + COMBA_NTT_BEYOND), r.sums[end] = new_area (h + COMBA_NTT_BEYOND);
    }
  memset (zero, 0, BYTES (n));
  for (int turn = 0; turn < 6; turn++)
    {
      const int all_ones = turn < 3;
      random_operand (a, n, all_ones ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (b, n, all_ones ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (r.p, n, all_ones ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (r.qp, n + 1, all_ones ? 0 : (int) random_below (OPERAND_KINDS));
      if (turn > 0 && all_ones)         /* differences are as large or as small as possible */
        {
          memset (turn == 1 ? a + h : a, 0, BYTES (turn == 1 ? t : h));
          memset (turn == 1 ? r.qp + h : r.qp, 0, BYTES (turn == 1 ? t + 1 : h));
          memset (b + h, 0, BYTES (t)), memset (r.p + h, 0, BYTES (t));
        }
      mp_ptr prepared[3];
      for (int end = 0; end < 2; end++)
        {
          random_operand (r.f[end], lengths[end], all_ones ? 0 : (int) random_below (OPERAND_KINDS));
          prepared[end] = prepared_operand (ntt, &kind, r.f[end], lengths[end]);
          r.e.factor[end] = prepared[end];
        }
      r.e.multiple = prepared[2] = prepared_operand (ntt, &kind, r.p, n);

      const struct comba_ntt_crt nothing = {
        .m = m, .n = n, .ap = zero, .bp = zero, .factor = { prepared[0], prepared[1] }, .multiple = prepared[2],
      };
      mp_ptr q = r.qp;
      r.qp = new_area (n + 1);
      for (int end = 0; end < 2; end++)
        ntt->crt_quotient (&nothing, end, r.qp + (end ? h : 0), r.scratch);
      memset (r.qp, 0, BYTES (n + 1));
      make_sums (&r, &nothing, (mp_ptr *) r.none);
      free_area (r.qp);
      r.qp = q;

      try_product (&r, "product");
      r.e.bp = a;
      try_product (&r, "square");
      r.e.bp = b;
      for (int i = 0; i < 3; i++)
        free_scratch (prepared[i]);
    }
  free_area (a), free_area (b), free_area (zero), free_area (r.p), free_area (r.qp), free_scratch (r.scratch);
  for (int end = 0; end < 2; end++)
    free_area (r.f[end]), free_area (r.none[end]), free_area (r.sums[end]);
}

static void
try_field (const struct comba_ntt *ntt, const char *name)
{
  const mp_size_t most = tests_max (1100);
  for (mp_size_t m = ntt->crt_size (1); m != 0 && (m <= most || m == ntt->crt_size (1)); m = ntt->crt_size (m + 1))
    {
      check_begin ("%s: m = %ld", name, (long) m);
      if (m % 2 != 0 || ntt->crt_size (m) != m || ntt->crt_itch (m) == 0)
        check_fail ("no transforms");
      else
        {
          try_size (ntt, m, m - 1);
          try_size (ntt, m, m / 2 + 1);
          try_size (ntt, m, m / 2 + 1 + (mp_size_t) random_below (m / 2 - 1));
        }
      check_end ();
    }
}

int
main (void)
{
  tests_begin ();
  const struct comba_ntt *seen = NULL;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (k->ntt == NULL || k->ntt->crt_size == NULL)
        check_skip ("no such transforms", "%s", k->name);
      else if (why != NULL)
        check_skip (why, "%s", k->name);
      else if (k->ntt != seen)
        {
          seen = k->ntt;
          try_field (k->ntt, k->name);
        }
    }
  return tests_end ();
}
