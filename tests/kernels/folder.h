/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For the tests of a folder of kernels: every kernel that the folder's header declares, whether a
   configuration uses it or not, at its edges.  Tables are indexed by size and have MAX + 1
   elements; NULL where there is no kernel.  tests/config/t-kernels.c tests the kernels of the
   configurations at many more sizes. */

#ifndef COMBA_TESTS_FOLDER_H
#define COMBA_TESTS_FOLDER_H

#include "../tests.h"

#define LAST(table) ((mp_size_t) (sizeof (table) / sizeof *(table)) - 1)

static inline void
folder_top (mp_limb_t top, mp_srcptr rp, mp_size_t n)
{
  if (top != rp[n - 1])
    check_fail ("%ld limbs: the returned limb is not the top limb", (long) n);
}

static inline void
folder_mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_fixed_fn *const *table = context;
  folder_top (table[bn] (rp, ap, an, bp), rp, an + bn);
}

static inline void
folder_rows (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_rows_fn *const *table = context;
  folder_top (table[an] (rp, ap, an, bp, bn), rp, an + bn);
}

static inline void
folder_sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_sqr_fixed_fn *const *table = context;
  folder_top (table[n] (rp, ap), rp, 2 * n);
}

static inline void
folder_mul_basecase (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_basecase_fn *const *f = context;
  (*f) (rp, ap, an, bp, bn);
}

static inline void
folder_sqr_basecase (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_sqr_basecase_fn *const *f = context;
  (*f) (rp, ap, n);
}

/* Products of n x n limbs. */
static inline void
try_mul_n (const char *name, comba_mul_fixed_fn *const *table, mp_size_t max)
{
  check_begin ("%s: n x n limbs", name);
  for (mp_size_t n = 1; n <= max; n++)
    if (table[n] != NULL)
      {
        try_mul (folder_mul, (void *) table, n, n);
        try_mul_overlaps (folder_mul, (void *) table, n, n);
        try_mul_edges (folder_mul, (void *) table, n, n);
      }
  check_end ();
}

/* Of FROM limbs and more, but at least w, by w. */
static inline void
try_mul_by (const char *name, comba_mul_fixed_fn *const *table, mp_size_t max, mp_size_t from)
{
  check_begin ("%s: by w limbs", name);
  for (mp_size_t w = 1; w <= max; w++)
    for (mp_size_t an = w > from ? w : from; an <= tests_max (200) && table[w] != NULL; an += an < 3 * w ? 1 : 1 + an / 4)
      {
        try_mul (folder_mul, (void *) table, an, w);
        try_mul_overlaps (folder_mul, (void *) table, an, w);
        try_mul_edges (folder_mul, (void *) table, an, w);
      }
  check_end ();
}

/* Of n limbs by as many or fewer. */
static inline void
try_mul_rows (const char *name, comba_mul_rows_fn *const *table, mp_size_t max)
{
  check_begin ("%s: of n limbs", name);
  for (mp_size_t n = 1; n <= max; n++)
    for (mp_size_t bn = 1; bn <= n && table[n] != NULL; bn += 1 + bn / 4)
      {
        try_mul (folder_rows, (void *) table, n, bn);
        try_mul_edges (folder_rows, (void *) table, n, bn);
      }
  check_end ();
}

static inline void
try_sqr_n (const char *name, comba_sqr_fixed_fn *const *table, mp_size_t max)
{
  check_begin ("%s: squares", name);
  for (mp_size_t n = 1; n <= max; n++)
    if (table[n] != NULL)
      {
        try_sqr (folder_sqr, (void *) table, n);
        try_sqr_edges (folder_sqr, (void *) table, n);
      }
  check_end ();
}

/* rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]. */
static inline void
try_add_mul_by (const char *name, comba_mul_fixed_fn *const *table, mp_size_t max)
{
  check_begin ("%s: w limbs, added", name);
  for (mp_size_t w = 1; w <= max; w++)
    for (mp_size_t an = w; an <= tests_max (100) && table[w] != NULL; an += 1 + an / 6)
      for (int kind = 0; kind < OPERAND_KINDS; kind++)
        {
          mp_ptr a = new_area (an), b = new_area (w), r = new_area (an + w), expected = new_area (an + w);
          random_operand (a, an, kind);
          random_operand (b, w, kind == 0 ? 0 : (int) random_below (OPERAND_KINDS));
          random_operand (r, an, kind == 0 ? 0 : (int) random_below (OPERAND_KINDS));
          reference_mul (expected, a, an, b, w);
          mp_limb_t carry = 0;
          for (mp_size_t i = 0; i < an + w; i++)
            {
              const comba_dlimb sum = (comba_dlimb) expected[i] + (i < an ? r[i] : 0) + carry;
              expected[i] = (mp_limb_t) sum;
              carry = (mp_limb_t) (sum >> GMP_LIMB_BITS);
            }
          folder_top (table[w] (r, a, an, b), r, an + w);
          expect_equal (r, expected, an + w, "%ld limbs by %ld, added", (long) an, (long) w);
          check_area (r, "the sum");
          free_area (a), free_area (b), free_area (r), free_area (expected);
        }
  check_end ();
}

/* Products of n limbs by one. */
static inline void
try_limb (comba_mul_1_fn *mul, comba_addmul_1_fn *addmul, comba_addmul_1_fn *submul, mp_size_t n)
{
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    for (int way = 0; way < 3; way++)
      {
        if ((way == 0 ? mul == NULL : way == 1 ? addmul == NULL : submul == NULL))
          continue;
        mp_ptr a = new_area (n), r = new_area (n), expected = new_area (n);
        random_operand (a, n, kind);
        random_operand (r, n, kind == 0 ? 0 : (int) random_below (OPERAND_KINDS));
        const mp_limb_t b = kind == 0 ? COMBA_LIMB_MAX : random_limb (), in = way == 0 ? random_limb () : 0;
        mp_limb_t carry = in;
        for (mp_size_t i = 0; i < n; i++)
          {
            const comba_dlimb product = (comba_dlimb) a[i] * b + carry;
            const mp_limb_t low = (mp_limb_t) product;
            carry = (mp_limb_t) (product >> GMP_LIMB_BITS);
            expected[i] = way == 0 ? low : way == 1 ? r[i] + low : r[i] - low;
            carry += way == 1 ? expected[i] < low : way == 2 ? r[i] < low : 0;
          }
        const mp_limb_t out = way == 0 ? mul (r, a, n, b, in) : way == 1 ? addmul (r, a, n, b) : submul (r, a, n, b);
        if (out != carry)
          check_fail ("%ld limbs: another carry", (long) n);
        expect_equal (r, expected, n, "%ld limbs by one", (long) n);
        check_area (r, "the result");
        free_area (a), free_area (r), free_area (expected);
      }
}

static inline void
try_by_limb (const char *name, const struct comba_by_limb *f)
{
  check_begin ("%s: by one limb", name);
  for (mp_size_t n = 1; n <= tests_max (100); n++)
    {
      const mp_size_t i = comba_by_limb_of (n);
      try_limb (f->mul_1[i], f->addmul_1[i], f->submul_1[i], n);
      try_limb (f->mul_1[0], f->addmul_1[0], f->submul_1[0], n);
    }
  check_end ();
}

/* A basecase, up to MAX limbs. */
static inline void
try_basecase (const char *name, comba_mul_basecase_fn *mul, comba_sqr_basecase_fn *sqr, mp_size_t max)
{
  check_begin ("%s: basecase", name);
  for (mp_size_t an = 1; an <= tests_max (max); an += 1 + an / 7)
    {
      for (mp_size_t bn = 1; bn <= an && mul != NULL; bn += 1 + bn / 3)
        try_mul (folder_mul_basecase, &mul, an, bn);
      if (mul != NULL)
        try_mul_edges (folder_mul_basecase, &mul, an, an);
      if (sqr != NULL)
        try_sqr (folder_sqr_basecase, &sqr, an), try_sqr_edges (folder_sqr_basecase, &sqr, an);
    }
  check_end ();
}

/* Calls TRY for the kernels of a folder, if configuration k, which contains them, can run here. */
static inline int
folder_test (const struct comba_config *k, const char *what, void (*try) (void))
{
  tests_begin ();
  const char *reason = k == NULL ? "other targets have them" : tests_why_not (k);
  if (reason == NULL)
    try ();
  else
    check_skip (reason, "the kernels of %s", what);
  return tests_end ();
}

#endif
