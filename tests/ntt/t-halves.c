/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Ends of bipartite products (struct comba_ntt_end): every field that has them, against
   school multiplication; at the largest sums that coefficients have to hold, with halves of any
   length, in exactly the scratch that is asked for. */

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

struct trial
{
  struct comba_ntt_end e;
  mp_ptr u, v, w, f, p;
  mp_size_t fn;
};

/* S with C less DC and Q less DQ; returns 0 if there is no such Q. */
static int
reference_end (mp_ptr rp, const struct trial *t, int dc, int dq)
{
  const struct comba_ntt_end *e = &t->e;
  const mp_size_t m = e->m, h = m / 2;
  mp_ptr uv = new_area (2 * m), x = new_area (3 * m);
  memset (uv, 0, BYTES (2 * m)), memset (x, 0, BYTES (3 * m)), memset (rp, 0, BYTES (m));
  reference_mul (uv, e->up, e->un, e->vp, e->vn);
  add_turned (rp, m, uv, e->un + e->vn, 0);

  mp_ptr c = new_area (e->cn), q = new_area (e->qn);
  memcpy (c, uv + e->t, BYTES (e->cn));
  int possible = subtract (c, e->cn, (mp_limb_t) dc);
  reference_mul (x, c, e->cn, t->f, t->fn);
  memcpy (q, x + e->t, BYTES (e->qn));
  possible &= subtract (q, e->qn, (mp_limb_t) dq);
  reference_mul (x, t->p, m, q, e->qn);
  add_turned (rp, m, x, m + e->qn, 0);

  if (e->wn != 0)
    reference_mul (x, e->up, e->un, e->wp, e->wn);
  for (int i = 0; e->wn != 0 && i < 1 + e->twice; i++)
    add_turned (rp, m, x, e->un + e->wn, h);
  free_area (uv), free_area (x), free_area (c), free_area (q);
  return possible;
}

static void
try_end (const struct comba_ntt *ntt, const struct trial *t, mp_srcptr factor, mp_srcptr multiple,
         const char *what)
{
  const mp_size_t m = t->e.m;
  struct comba_ntt_end e = t->e;
  mp_ptr scratch = new_scratch (comba_whole_lines (ntt->end_itch (m)));
  mp_ptr r = new_area (m), expected = new_area (m);
  e.factor = factor, e.multiple = multiple;
  ntt->end (&e, scratch);
  ntt->end_limbs (m, r, scratch);
  normalise (r, m);
  int found = 0;
  for (int less = 0; less < (e.t > 0 ? 4 : 1) && !found; less++)
    if (reference_end (expected, t, less / 2, less % 2))
      {
        normalise (expected, m);
        found = memcmp (r, expected, BYTES (m)) == 0;
      }
  if (!found)
    check_fail ("%s: m = %ld, halves of %ld, %ld and %ld limbs, t = %ld, C of %ld and Q of %ld", what,
                (long) m, (long) e.un, (long) e.vn, (long) e.wn, (long) e.t, (long) e.cn, (long) e.qn);
  check_area (r, "S");
  free_area (r), free_area (expected), free_scratch (scratch);
}

/* All ones: C is 1 and Q is F, which is all ones too; and each coefficient as large as it can be. */
static void
try_modulus (const struct comba_ntt *ntt, mp_size_t m)
{
  const mp_size_t h = m / 2;
  const struct comba_ntt_kind kind = { .m = m, .halves = 1 };
  struct trial t = { .u = new_area (h), .v = new_area (h), .w = new_area (h), .f = new_area (h),
                     .p = new_area (m), .fn = h };
  mp_ptr factor = new_scratch (ntt->prepared_size (&kind));
  mp_ptr multiple = new_scratch (ntt->prepared_size (&kind));
  for (int kinds = 0; kinds < 6; kinds++)
    {
      const mp_size_t un = kinds == 0 ? h : 1 + (mp_size_t) random_below (h);
      const mp_size_t upper = kinds == 0 ? h : 1 + (mp_size_t) random_below (h - 1);
      random_operand (t.u, h, kinds == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (t.v, h, kinds == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (t.w, h, kinds == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (t.f, h, kinds == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      random_operand (t.p, m, kinds == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      t.fn = kinds == 0 ? h : upper;
      ntt->prepare (&kind, factor, t.f, t.fn);
      ntt->prepare (&kind, multiple, t.p, m);

      t.e = (struct comba_ntt_end) { .m = m, .up = t.u, .vp = t.v, .wp = t.w, .un = un, .vn = h,
                                     .wn = h, .twice = 1, .cn = h, .qn = h };
      try_end (ntt, &t, factor, multiple, "the lower end");
      t.e.vp = t.u, t.e.vn = un;
      try_end (ntt, &t, factor, multiple, "the lower end of a square");
      t.e.twice = 0, t.e.wn = un;
      try_end (ntt, &t, factor, multiple, "the lower end, the middle once");
      t.e.wn = 0;
      t.e.un = t.e.vn = t.e.t = t.e.cn = upper;
      t.e.qn = upper < h ? upper + 1 : h;
      try_end (ntt, &t, factor, multiple, "the upper end of a square");
      t.e.vp = t.v, t.e.wn = h;
      try_end (ntt, &t, factor, multiple, "the upper end");
    }
  free_scratch (factor), free_scratch (multiple);
  free_area (t.u), free_area (t.v), free_area (t.w), free_area (t.f), free_area (t.p);
}

static void
try_field (const struct comba_ntt *ntt, const char *name)
{
  const mp_size_t most = tests_max (1100);
  check_begin ("%s: ends of bipartite products", name);
  mp_size_t n = 1, m;
  while ((m = ntt->end_wrap (n)) != 0 && (m <= most || n == 1))
    {
      if (m % 2 != 0 || m < n)
        check_fail ("m = %ld for %ld limbs", (long) m, (long) n);
      try_modulus (ntt, m);
      n = m + 1;
    }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    {
      const struct comba_kernels *k = comba_kernel_sets[i];
      const char *why = tests_why_not (k);
      if (k->ntt == NULL || k->ntt->end_wrap == NULL)
        check_skip ("no such transforms", "%s", k->name);
      else if (why != NULL)
        check_skip (why, "%s", k->name);
      else if (i == 0 || k->ntt != COMBA_NTT_PORTABLE || k->ntt != comba_kernel_sets[i - 1]->ntt)
        try_field (k->ntt, k->name);
    }
  return tests_end ();
}
