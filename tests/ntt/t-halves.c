/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by two workers (struct comba_ntt_end, struct comba_ntt_sum): every field that has them,
   against school multiplication; at the largest sums that coefficients have to hold, with operands
   of any length, in exactly the scratch that is asked for. */

#include "../mod/moduli.h"
#include "generic/generic.h"
#include "mod/mod.h"
#include "ntt/ntt.h"

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

/* beta^m - 1 is 0. */
static void
normalise (mp_ptr p, mp_size_t m)
{
  mp_size_t n = m;
  while (n > 0 && p[n - 1] == COMBA_LIMB_MAX)
    n--;
  if (n == 0)
    memset (p, 0, BYTES (m));
}

/* p[0..n-1] -= less; returns 0 if it was less than that. */
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

/* q[0..qn-1] = Q with C less DC and Q less DQ; returns 0 if there is no such Q. */
static int
reference_end (mp_ptr q, const struct comba_ntt_end *e, mp_srcptr f, mp_size_t fn, int dc, int dq)
{
  const mp_size_t un = e->un;
  mp_ptr uv = new_area (2 * un), x = new_area (2 * e->h + 1), c = new_area (un);
  reference_mul (uv, e->up, un, e->vp, un);
  memset (c, 0, BYTES (un));
  memcpy (c, uv + e->t, BYTES (2 * un - e->t < un ? 2 * un - e->t : un));
  int possible = subtract (c, un, (mp_limb_t) dc);
  memset (x, 0, BYTES (2 * e->h + 1));
  reference_mul (x, c, un, f, fn);
  memcpy (q, x + e->t, BYTES (e->qn));
  possible &= subtract (q, e->qn, (mp_limb_t) dq);
  free_area (uv), free_area (x), free_area (c);
  return possible;
}

static void
try_end (const struct comba_ntt *ntt, const struct comba_ntt_end *e, mp_srcptr f, mp_size_t fn,
         const char *what)
{
  mp_ptr scratch = new_scratch (ntt->end_itch (e->h)), q = new_area (e->qn);
  mp_ptr expected = new_area (e->qn);
  ntt->end (e, q, scratch);
  int found = 0;
  for (int less = 0; less < (e->t > 0 ? 4 : 1) && !found; less++)
    found = reference_end (expected, e, f, fn, less / 2, less % 2)
            && memcmp (q, expected, BYTES (e->qn)) == 0;
  if (!found)
    check_fail ("%s: h = %ld, %ld limbs, t = %ld, Q of %ld", what, (long) e->h, (long) e->un,
                (long) e->t, (long) e->qn);
  check_area (q, "Q");
  free_area (q), free_area (expected), free_scratch (scratch);
}

static void
try_ends (const struct comba_ntt *ntt, mp_size_t h)
{
  const struct comba_ntt_kind kind = { .an = h, .bn = h };
  mp_ptr u = new_area (h), v = new_area (h), f = new_area (h);
  for (int turn = 0; turn < 4; turn++)
    {
      const mp_size_t un = turn == 0 ? h : 1 + (mp_size_t) random_below (h);
      const mp_size_t fn = turn == 0 ? h : 1 + (mp_size_t) random_below (h);
      random_operand (u, h, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (v, h, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (f, h, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      mp_ptr factor = prepared_operand (ntt, &kind, f, fn);
      struct comba_ntt_end e = { .h = h, .up = u, .vp = v, .un = un, .factor = factor, .qn = h };
      try_end (ntt, &e, f, fn, "the lower end");
      e.vp = u;
      try_end (ntt, &e, f, fn, "the lower end of a square");
      e.t = un;
      e.qn = un < h ? un + 1 : h;
      try_end (ntt, &e, f, fn, "the upper end of a square");
      e.vp = v;
      try_end (ntt, &e, f, fn, "the upper end");
      free_scratch (factor);
    }
  free_area (u), free_area (v), free_area (f);
}

static void
try_sum (const struct comba_ntt *ntt, const struct comba_ntt_sum *s, mp_srcptr p, const char *what)
{
  const mp_size_t m = s->m;
  mp_ptr scratch = new_scratch (ntt->sum_itch (m)), r = new_area (m);
  mp_ptr expected = new_area (m), x = new_area (2 * m);
  memset (expected, 0, BYTES (m));
  reference_mul (x, s->ap, s->n, s->bp, s->n);
  add_turned (expected, m, x, 2 * s->n, 0);
  reference_mul (x, p, m, s->qp, s->qn);
  add_turned (expected, m, x, m + s->qn, 0);
  for (int share = 1; share >= 0; share--)
    {
      struct comba_ntt_sum operands = *s;
      operands.qp = NULL;       /* which need not be there yet */
      ntt->sum_operands (&operands, share, scratch);
      ntt->sum (s, share, scratch);
    }
  for (int share = 1; share >= 0; share--)
    ntt->sum_limbs (m, share, r, scratch);
  ntt->sum_carries (m, r, scratch);
  normalise (r, m), normalise (expected, m);
  expect_equal (r, expected, m, "%s: m = %ld, operands of %ld, Q of %ld", what, (long) m,
                (long) s->n, (long) s->qn);
  check_area (r, "S");
  free_area (r), free_area (expected), free_area (x), free_scratch (scratch);
}

/* All ones first: each coefficient is as large as it can be. */
static void
try_sums (const struct comba_ntt *ntt, mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m };
  mp_ptr a = new_area (m), b = new_area (m), q = new_area (m), p = new_area (m);
  for (int turn = 0; turn < 4; turn++)
    {
      struct comba_ntt_sum s = { .m = m, .ap = a, .bp = b, .qp = q, .n = m, .qn = m };
      if (turn > 0)
        s.n = 1 + (mp_size_t) random_below (m), s.qn = 1 + (mp_size_t) random_below (m);
      random_operand (a, m, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (b, m, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (q, m, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (p, m, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      mp_ptr multiple = prepared_operand (ntt, &kind, p, m);
      s.multiple = multiple;
      try_sum (ntt, &s, p, "sum");
      s.bp = a;
      try_sum (ntt, &s, p, "sum with a square");
      free_scratch (multiple);
    }
  free_area (a), free_area (b), free_area (q), free_area (p);
}

static void
try_field (const struct comba_ntt *ntt, const char *name)
{
  const mp_size_t most = tests_max (1100);
  check_begin ("%s: sums of two products", name);
  for (mp_size_t m = ntt->wrap (1); m != 0 && (m <= most || m == ntt->wrap (1)); m = ntt->wrap (m + 1))
    try_sums (ntt, m);
  check_end ();

  check_begin ("%s: quotients of ends", name);
  size_t before = 0;
  for (mp_size_t h = 2; h <= most / 2 || h == 2; h++)
    {
      const size_t itch = ntt->end_itch (h) - 2 * (size_t) h;
      if (itch != before)
        {
          try_ends (ntt, h - 1);
          try_ends (ntt, h);
        }
      before = itch;
    }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  const struct comba_ntt *seen = NULL;
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    {
      const struct comba_kernels *k = comba_kernel_sets[i];
      const char *why = tests_why_not (k);
      if (k->ntt == NULL || k->ntt->wrap == NULL)
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
