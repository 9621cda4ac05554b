/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The AVX-512 IFMA kernels where their blocks and vectors begin and end.  Sizes and
   shapes in general are the matter of cpu/t-kernels.

   Operands of ones fill every column as far as its size allows: at 65 limbs (80
   digits) that is as far as a tile lets it come. */

#include "../tests.h"
#include "x86_64/ifma/ifma.h"

#ifdef COMBA_IFMA

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  comba_mul_ifma (rp, ap, an, bp, bn);
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  comba_sqr_ifma (rp, ap, n);
}

static void
mul_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  comba_ifma_kernels.mul_n[bn] (rp, ap, an, bp);
}

/* The last size that fills v vectors, and the next. */
static mp_size_t
vector_edge (int i)
{
  return (i / 2 + 1) * 13 / 2 + i % 2;
}

static void
all (void)
{
  mp_size_t max = tests_max (400);

  check_begin ("every pair of vector edges");
  for (int i = 0; vector_edge (i) <= 72; i++)
    for (int j = 0; j <= i; j++)
      {
        try_mul (mul, NULL, vector_edge (i), vector_edge (j));
        try_mul_edges (mul, NULL, vector_edge (i), vector_edge (j));
      }
  check_end ();

  check_begin ("the largest tile and beyond, by every size");
  for (mp_size_t an = 63; an <= 68; an++)
    for (mp_size_t bn = 1; bn <= an; bn++)
      try_mul (mul, NULL, an, bn);
  check_end ();

  check_begin ("blocks of both operands");
  for (mp_size_t an = 65; an <= max; an += an % 65 == 1 ? 32 : an % 65 == 33 ? 32 : 1)
    for (mp_size_t bn = 7; bn <= an; bn += bn < 14 ? 1 : bn % 65 == 0 ? 1 : bn % 13 == 0 ? 13 : 1)
      {
        try_mul (mul, NULL, an, bn);
        try_mul_edges (mul, NULL, an, bn);
      }
  check_end ();

  check_begin ("products by windows, in the table at every size that has one");
#define X(n)                                                            \
  if (comba_ifma_kernels.mul_n[n] != comba_mul_n_##n##_ifma)            \
    check_fail ("%d limbs: another kernel", n);                         \
  try_mul (mul_n, NULL, n, n);                                          \
  try_mul_edges (mul_n, NULL, n, n);
  COMBA_IFMA_MUL_N (X)
#undef X
  check_end ();

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
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_IFMA
  const char *reason = comba_ifma_kernels.why_not ();
  if (reason == NULL)
    all ();
  else
    check_skip (reason, "AVX-512 IFMA");
#else
  check_skip ("not in this build", "AVX-512 IFMA");
#endif
  return tests_end ();
}
