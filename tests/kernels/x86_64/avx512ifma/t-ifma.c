/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The AVX-512 IFMA kernels where their blocks and vectors begin and end.  tests/config/t-kernels
   tests sizes and shapes in general.

   Operands of ones fill every column as much as its size allows: at 71 limbs (88 digits) that is
   the most that a tile allows. */

#include "../../../tests.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#if GMP_LIMB_BITS == 64
#include "config/list.h"
#endif

#ifdef COMBA_IFMA

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  k->mul_basecase (rp, ap, an, bp, bn);
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  comba_sqr_basecase_ifma (rp, ap, n);
}

static void
mul_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  k->mul_n[bn] (rp, ap, an, bp);
}

/* The last size that fills v vectors, and the next size. */
static mp_size_t
vector_edge (int i)
{
  return (i / 2 + 1) * 13 / 2 + i % 2;
}

#if GMP_LIMB_BITS == 64

static void
sqr_strips (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  comba_sqr_strips_ifma (rp, ap, n);
}

static void
sqr_halves (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  comba_sqr_halves_ifma (rp, ap, n);
}

/* Halves of 13 limbs, two vectors, i times, which are equal or differ slightly at one end. */
static void
try_like_halves (mp_size_t i)
{
  const mp_size_t h = 13 * i, n = 2 * h;
  mp_ptr a = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  for (int at = -1; at < n; at += at == -1 || at == h - 1 ? 1 : h - 1)
    {
      random_operand (a, h, 5);
      for (mp_size_t j = 0; j < h; j++)
        a[h + j] = a[j];
      if (at >= 0)
        a[at] ^= 1;
      reference_mul (expected, a, n, a, n);
      comba_sqr_halves_ifma (r, a, n);
      expect_equal (r, expected, 2 * n, "square of %ld limbs, equal halves except limb %d", (long) n, at);
      check_area (r, "the square");
    }
  free_area (a), free_area (r), free_area (expected);
}

static void
check_top (mp_limb_t top, mp_srcptr rp, mp_size_t n)
{
  if (top != rp[n - 1])
    check_fail ("%ld limbs: the returned limb is not the top limb", (long) n);
}

static void
mul_unequal (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_unequal (rp, ap, an, bp, bn), rp, an + bn);
}

static void
mul_by (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_config *k = context;
  check_top (k->mul_by[bn] (rp, ap, an, bp), rp, an + bn);
}

/* The function of the table that CONTEXT points to. */
static void
mul_windows (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_windows_fn *const *f = context;
  check_top ((*f) (rp, ap, an, bp, bn), rp, an + bn);
}

static int
fours (mp_size_t n)
{
  return ((64 * n + 51) / 52 + 3) / 4;
}

/* Every shape of every function of a table, with ones and others: the columns are as full as the
   shape allows, and each limb that may be the last one of a vector is. */
static void
try_windows (const struct comba_config *k, comba_mul_windows_fn *const table[][COMBA_IFMA_FOURS + 1])
{
  int tried[COMBA_IFMA_FOURS + 1][COMBA_IFMA_FOURS + 1] = { 0 };
  check_begin ("%s: products by windows, by every size of each function", k->name);
  for (mp_size_t an = 1; fours (an) <= COMBA_IFMA_FOURS; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      {
        comba_mul_windows_fn *const *f = &table[fours (an)][fours (bn)];
        if (*f == NULL)
          continue;
        tried[fours (an)][fours (bn)]++;
        try_mul (mul_windows, (void *) f, an, bn);
        try_mul_edges (mul_windows, (void *) f, an, bn);
      }
  check_end ();

  check_begin ("%s: no function that was not tried, and none missing for 7 limbs and more", k->name);
  for (int i = 0; i <= COMBA_IFMA_FOURS; i++)
    for (int j = 0; j <= COMBA_IFMA_FOURS; j++)
      if ((table[i][j] != NULL) != (tried[i][j] > 0))
        check_fail ("%d digits by %d: not tried", 4 * i, 4 * j);
      else if (i >= j && j >= 3 && tried[i][j] == 0)
        check_fail ("%d digits by %d: no function", 4 * i, 4 * j);
  check_end ();

  check_begin ("%s: products by short operands; the change from scalar kernels to vectors", k->name);
  for (mp_size_t bn = 3; bn <= k->mul_by_max; bn++)
    for (mp_size_t an = bn; an <= 35; an++)
      try_mul (mul_by, (void *) k, an, bn);
  for (mp_size_t bn = 3; bn <= 72; bn++)
    for (int i = 0; vector_edge (i) <= 72; i++)
      if (vector_edge (i) > 29 && vector_edge (i) > bn)
        {
          mul_function *const f = bn <= k->mul_by_max ? mul_by : mul_unequal;
          try_mul (f, (void *) k, vector_edge (i), bn);
          try_mul_edges (f, (void *) k, vector_edge (i), bn);
        }
  check_end ();
}

/* The function of the row that CONTEXT points to. */
static void
mul_near (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const struct comba_mul_near *near = context;
  check_top (near->mul (rp, ap, an, bp, bn), rp, an + bn);
}

/* Every shape of every function. */
static void
try_near (const struct comba_config *k, const struct comba_mul_near *table)
{
  int functions = 0;
  check_begin ("%s: products of nearly equal sizes, every size of each function", k->name);
  for (mp_size_t an = 1; an <= COMBA_IFMA_NEAR_MAX; an++)
    {
      void *near = (void *) &table[an];
      if ((table[an].mul != NULL) != (table[an].less > 0) || table[an].less >= an)
        check_fail ("%ld limbs by up to %ld less", (long) an, (long) table[an].less);
      functions += table[an].mul != NULL;
      for (mp_size_t bn = an - table[an].less; bn < an; bn++)
        {
          try_mul (mul_near, near, an, bn);
          try_mul_overlaps (mul_near, near, an, bn);
          try_mul_edges (mul_near, near, an, bn);
        }
    }
  if (functions == 0)
    check_fail ("there are none");
  check_end ();
}

/* Each table has its own kernels, where it has any. */
static void
check_tables (void)
{
  check_begin ("products and squares of n limbs, and products by short operands, in the tables");
#define IS(k, table, n, f)                              \
  if ((n) <= k.table##_max && k.table[n] != f)          \
    check_fail ("%s, " #table ", %d limbs: another kernel", k.name, n);
#define X(n)                                                                \
  IS (comba_config_icelake, mul_n, n, comba_mul_n_##n##_ifma)               \
  IS (comba_config_zen4, mul_n, n, comba_mul_n_##n##_permute2_ifma)         \
  IS (comba_config_zen5, mul_n, n, comba_mul_n_##n##_permute2_ifma)
  COMBA_IFMA_MUL_N (X)
#undef X
#define X(n)                                                                \
  IS (comba_config_icelake, mul_n, n, comba_mul_n_##n##_ifma)               \
  IS (comba_config_zen4, mul_n, n, comba_mul_n_##n##_one_port_ifma)         \
  IS (comba_config_zen5, mul_n, n, comba_mul_n_##n##_ifma)
  COMBA_IFMA_MUL_N_SMALL_TILES (X)
#undef X
#define X(n)                                                                \
  IS (comba_config_icelake, mul_n, n, comba_mul_n_##n##_ifma)               \
  IS (comba_config_zen4, mul_n, n, comba_mul_n_##n##_ifma)                  \
  IS (comba_config_zen5, mul_n, n, comba_mul_n_##n##_ifma)
  COMBA_IFMA_MUL_N_LARGE_TILES (X)
#undef X
#define X(n)                                                                \
  IS (comba_config_icelake, mul_by, n, comba_mul_by_##n##_ifma)             \
  IS (comba_config_zen4, mul_by, n, comba_mul_by_##n##_one_port_ifma)       \
  IS (comba_config_zen5, mul_by, n, comba_mul_by_##n##_permute2_ifma)
  COMBA_IFMA_MUL_BY (X)
#undef X
#define X(n) IS (comba_config_zen5, sqr_n, n, comba_sqr_n_##n##_ifma)
  COMBA_IFMA_SQR_N_10_11 (X)
#undef X
#define X(n)                                                                \
  IS (comba_config_icelake, sqr_n, n, comba_sqr_n_##n##_ifma)               \
  IS (comba_config_zen4, sqr_n, n, comba_sqr_n_##n##_ifma)                  \
  IS (comba_config_zen5, sqr_n, n, comba_sqr_n_##n##_ifma)
  COMBA_IFMA_SQR_N (X)
#undef X
  if (comba_config_icelake.mul_unequal != comba_mul_unequal_ifma
      || comba_config_zen4.mul_unequal != comba_mul_unequal_one_port_ifma
      || comba_config_zen5.mul_unequal != comba_mul_unequal_permute2_ifma)
    check_fail ("mul_unequal is another configuration's");
  check_end ();
}

#endif

static void
products (const struct comba_config *k)
{
  mp_size_t max = tests_max (400);
  void *context = (void *) k;

  check_begin ("%s: every pair of vector edges", k->name);
  for (int i = 0; vector_edge (i) <= 72; i++)
    for (int j = 0; j <= i; j++)
      {
        try_mul (mul, context, vector_edge (i), vector_edge (j));
        try_mul_edges (mul, context, vector_edge (i), vector_edge (j));
      }
  check_end ();

  check_begin ("%s: the largest tile and beyond, by every size", k->name);
  for (mp_size_t an = 69; an <= 74; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      try_mul (mul, context, an, bn);
  check_end ();

  check_begin ("%s: blocks of both operands", k->name);
  for (mp_size_t an = 71; an <= max; an += an % 71 == 1 || an % 71 == 36 ? 35 : 1)
    for (mp_size_t bn = 7; bn <= an; bn += bn < 14 ? 1 : bn % 71 == 0 ? 1 : bn % 13 == 0 ? 13 : 1)
      {
        try_mul (mul, context, an, bn);
        try_mul_edges (mul, context, an, bn);
      }
  check_end ();

  check_begin ("%s: n x n limbs in vectors, each size that has a kernel", k->name);
  for (mp_size_t n = 9; n <= k->mul_n_max; n++)
    {
      try_mul (mul_n, context, n, n);
      try_mul_edges (mul_n, context, n, n);
    }
  check_end ();
}

static void
all (void)
{
  products (&comba_config_icelake);
#if GMP_LIMB_BITS == 64
  products (&comba_config_zen4);
  products (&comba_config_zen5);
  check_tables ();
  try_windows (&comba_config_icelake, comba_mul_windows_ifma);
  try_windows (&comba_config_zen4, comba_mul_windows_one_port_ifma);
  try_near (&comba_config_icelake, comba_mul_near_ifma);
  try_near (&comba_config_zen4, comba_mul_near_one_port_ifma);
#endif

  check_begin ("squares by windows, by every size");
  for (mp_size_t n = 1; n <= 55; n++)
    {
      try_sqr (sqr, NULL, n);
      try_sqr_edges (sqr, NULL, n);
    }
  check_end ();

  check_begin ("squares at vector edges and beyond the largest tile");
  for (int i = 0; vector_edge (i) <= 200; i++)
    {
      try_sqr (sqr, NULL, vector_edge (i));
      try_sqr_edges (sqr, NULL, vector_edge (i));
    }
  check_end ();

#if GMP_LIMB_BITS == 64
  check_begin ("squares by strips, by every size");
  for (mp_size_t n = COMBA_IFMA_STRIPS_MIN; n <= COMBA_IFMA_STRIPS_MAX; n++)
    {
      try_sqr (sqr_strips, NULL, n);
      try_sqr_edges (sqr_strips, NULL, n);
    }
  check_end ();

  check_begin ("squares by halves in digits, by every size");
  for (mp_size_t n = 124; n <= 221; n++)
    {
      try_sqr (sqr_halves, NULL, n);
      try_sqr_edges (sqr_halves, NULL, n);
    }
  for (mp_size_t i = 5; i <= 8; i++)
    try_like_halves (i);
  check_end ();
#endif
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_IFMA
  const char *reason = comba_config_icelake.why_not ();
  if (reason == NULL)
    all ();
  else
    check_skip (reason, "AVX-512 IFMA");
#else
  check_skip ("not in this build", "AVX-512 IFMA");
#endif
  return tests_end ();
}
