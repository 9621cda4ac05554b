/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: each threshold decides over the operation that its row times, at the sizes where the
   tuner tries it.  Two tables that differ in one threshold are timed as the tuner times them, with
   kernels that note their calls: the calls of the two must differ. */

#include "../tests.h"
#include "mul/ntt/ntt.h"
#include "mul/toom/toom.h"
#include "../../tune/tune/rows.h"
#include "../../tune/tune/tuner.h"

enum { TABLES = 2, KINDS = 1 << 16 };

static const struct comba_config *real;
static unsigned char seen[TABLES][KINDS];
static struct comba_ntt ntt[TABLES];
static struct comba_toom_linear toom[TABLES];

static void
note (int table, unsigned kernel, mp_size_t an, mp_size_t bn)
{
  const uint64_t call = (((uint64_t) an << 28 ^ (uint64_t) bn) << 4) + kernel;
  seen[table][call * 0x9e3779b97f4a7c15u >> 48] = 1;
}

/* The kernels of both tables. */
#define KERNELS(table) \
  static void \
  mul_basecase_##table (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn) \
  { \
    note (table, 1, an, bn); \
    real->mul_basecase (rp, ap, an, bp, bn); \
  } \
  static void \
  sqr_basecase_##table (mp_ptr rp, mp_srcptr ap, mp_size_t n) \
  { \
    note (table, 2, n, n); \
    real->sqr_basecase (rp, ap, n); \
  } \
  static void \
  wide_mul_##table (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn) \
  { \
    note (table, 3, an, bn); \
    real->wide.mul (rp, ap, an, bp, bn); \
  } \
  static void \
  wide_sqr_##table (mp_ptr rp, mp_srcptr ap, mp_size_t n) \
  { \
    note (table, 4, n, n); \
    real->wide.sqr (rp, ap, n); \
  } \
  static mp_limb_t \
  addmul_1_##table (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b) \
  { \
    note (table, 5, n, 1); \
    return real->addmul_1 (rp, ap, n, b); \
  } \
  static void \
  prepare_##table (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp, mp_size_t bn) \
  { \
    note (table, 6, kind->m, bn); \
    real->ntt->prepare (kind, prepared, bp, bn); \
  } \
  static void \
  mul2_##table (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, \
                mp_ptr scratch) \
  { \
    note (table, 7, an, bn); \
    real->toom->mul2 (k, rp, ap, an, bp, bn, scratch); \
  } \
  static mp_limb_t \
  add_n_##table (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n) \
  { \
    note (table, 8, n, n); \
    return real->toom->add_n (rp, ap, bp, n); \
  } \
  static mp_limb_t \
  div_##table (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, const mp_limb_t *reciprocal) \
  { \
    note (table, 9, nn, dn); \
    return real->div_vectors.div (qp, rp, np, nn, dp, dn, reciprocal); \
  } \
  static void \
  use_##table (struct comba_config *k) \
  { \
    if (real->ntt != NULL && real->ntt->prepare != NULL) \
      { \
        ntt[table] = *real->ntt; \
        ntt[table].prepare = prepare_##table; \
        k->ntt = &ntt[table]; \
      } \
    toom[table] = *real->toom; \
    toom[table].mul2 = real->toom->mul2 != NULL ? mul2_##table : NULL; \
    toom[table].add_n = add_n_##table; \
    k->toom = &toom[table]; \
    k->mul_basecase = mul_basecase_##table; \
    k->sqr_basecase = sqr_basecase_##table; \
    k->div_vectors.div = real->div_vectors.div != NULL ? div_##table : NULL; \
    k->wide.mul = real->wide.mul != NULL ? wide_mul_##table : NULL; \
    k->wide.sqr = real->wide.sqr != NULL ? wide_sqr_##table : NULL; \
    k->addmul_1 = real->addmul_1 != NULL ? addmul_1_##table : NULL; \
  }
KERNELS (0)
KERNELS (1)

/* A row of a threshold for one algorithm.  Those of modular products depend on which
   representations the configuration lists, too. */
static int
is_tried (const struct row *row)
{
  return (row->kind == ROW_THRESHOLD || row->kind == ROW_SHORTER) && !is_modular (row->shape);
}

/* Whether the threshold decides at n limbs; -1 without memory. */
static int
decides (const struct tuner *t, const struct row *row, mp_size_t n)
{
  struct comba_config k[TABLES] = { *real, *real };
  use_0 (&k[0]);
  use_1 (&k[1]);
  for (int i = 0; i < TABLES; i++)
    {
      k[i].mul_n_max = k[i].mul_by_max = k[i].sqr_n_max = 0;
      k[i].plans = (struct comba_plans) { 0 };
      for (const struct row *later = row + 1; later < rows + ROWS; later++)
        if (later->kind == ROW_THRESHOLD && is_there (t, later))
          *number_at (&k[i], later) = COMBA_NEVER;
    }
  *number_at (&k[0], row) = COMBA_NEVER;
  const struct moving moving = { number_at (&k[1], row), 0, COMBA_NEVER };
  struct series s = { .shape = row->shape, .tables = TABLES, .table = k, .moving = &moving, .movings = 1 };
  memset (seen, 0, sizeof seen);
  const int failed = series_add (&s, n, n, 2) != 0 || series_pass (&s, 0) != 0;
  series_free (&s);
  return failed ? -1 : memcmp (seen[0], seen[1], KINDS) != 0;
}

/* The tuner begins with sizes from 2/5 to 5/2 of the built-in threshold. */
static void
try_row (const struct row *row)
{
  static const double factors[] = { 1, 1.5, 2.5, 0.7, 0.4 };
  const struct tuner t = { .builtin = real };
  const mp_size_t builtin = builtin_number (&t, row);
  if (!is_there (&t, row) || tests_max_of (real->name, 2 * builtin) < 2 * builtin)
    return;

  check_begin ("%s: %s", real->name, row->name);
  int found = 0;
  for (size_t i = 0; i < sizeof factors / sizeof factors[0] && found == 0; i++)
    {
      const mp_size_t n = (mp_size_t) (factors[i] * (double) builtin);
      found = decides (&t, row, n < row->least ? row->least : n > row->most ? row->most : n);
    }
  if (found < 0)
    check_fail ("no memory");
  if (found == 0)
    check_fail ("the threshold changes nothing that is timed");
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (int i = 0; i < ROWS; i++)
    CHECK_THAT (rows[i].name != NULL, "row %d", i);
  for (int c = 0; (real = comba_configs[c]) != NULL; c++)
    {
      const char *why_not = tests_why_not (real);
      if (why_not != NULL)
        check_skip (why_not, "%s", real->name);
      else
        for (int i = 0; i < ROWS; i++)
          if (is_tried (&rows[i]))
            try_row (&rows[i]);
    }
  return tests_end ();
}
