/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products above the basecase, in each shape, with the smallest thresholds, with
   every set's own and with absurd ones; in exactly the scratch that _itch gives. */

#include "../tests.h"
#include "toom/toom.h"
#include "generic/generic.h"

static mp_size_t basecases;     /* calls that reached the kernel */

static void
counting_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  basecases++;
  comba_generic_kernels.mul_basecase (rp, ap, an, bp, bn);
}

static void
counting_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  basecases++;
  comba_generic_kernels.sqr_basecase (rp, ap, n);
}

static struct comba_kernels
with_threshold (mp_size_t threshold)
{
  struct comba_kernels k = comba_generic_kernels;
  k.mul_basecase = counting_mul;
  k.sqr_basecase = counting_sqr;
  k.thresholds.mul_toom22 = k.thresholds.sqr_toom2 = threshold;
  return k;
}

typedef void mul_shape (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

struct trial
{
  const struct comba_kernels *kernels;
  mul_shape *shape;
};

static void
mul_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  mp_ptr scratch = new_area ((mp_size_t) comba_mul_itch (an, bn));
  t->shape (t->kernels, rp, ap, an, bp, bn, scratch);
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
sqr_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct trial *t = context;
  mp_ptr scratch = new_area ((mp_size_t) comba_sqr_itch (n));
  comba_toom2_sqr (t->kernels, rp, ap, n, scratch);
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
mul_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  comba_mul (t->kernels, rp, ap, an, bp, bn);
}

static void
mul_n_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  if (an != bn)
    check_fail ("mul_n with %ld and %ld limbs", (long) an, (long) bn);
  comba_mul_n (t->kernels, rp, ap, bp, an);
}

static void
sqr_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct trial *t = context;
  comba_sqr (t->kernels, rp, ap, n);
}

/* One shape with the thresholds that make the recursion deepest and shallower. */
static void
try_shapes (const char *name, mul_shape *shape, int (*takes) (mp_size_t an, mp_size_t bn))
{
  static const mp_size_t thresholds[] = { 0, 3, 10 };
  for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++)
    {
      struct comba_kernels k = with_threshold (thresholds[i]);
      struct trial t = { &k, shape };
      check_begin ("%s, threshold %ld", name, (long) thresholds[i]);
      mp_size_t small = tests_max (60), max = tests_max (700);
      for (mp_size_t an = 1; an <= small; an++)
        for (mp_size_t bn = 1; bn <= an; bn++)
          if (takes (an, bn))
            {
              basecases = 0;
              try_mul (mul_exact_itch, &t, an, bn);
              if (bn >= thresholds[i] + 2 && basecases < 4 * OPERAND_KINDS / 2)
                check_fail ("%ldx%ld did not recurse", (long) an, (long) bn);
            }
      for (mp_size_t an = 61; an <= max; an += 1 + an / 9)
        for (mp_size_t bn = 2; bn <= an; bn += 1 + bn / 3)
          if (takes (an, bn))
            try_mul (mul_exact_itch, &t, an, bn);
      check_end ();
    }
}

static int
takes_toom22 (mp_size_t an, mp_size_t bn)
{
  return COMBA_TOOM22_SHAPE (an, bn);
}

static int
takes_pieces (mp_size_t an, mp_size_t bn)
{
  return an > bn && !COMBA_TOOM22_SHAPE (an, bn);
}

static void
try_thresholds (const struct comba_kernels *set)
{
  static const long absurd[] = { -1, 0, 1, 2, 17, 1000000000 };
  for (size_t i = 0; i <= sizeof absurd / sizeof absurd[0]; i++)
    {
      struct comba_kernels k = *set;
      int own = i == sizeof absurd / sizeof absurd[0];
      if (!own)
        k.thresholds.mul_toom22 = k.thresholds.sqr_toom2 = absurd[i];
      struct trial t = { &k, NULL };
      check_begin ("%s: mul, mul_n, sqr with thresholds %ld%s", set->name,
                   (long) k.thresholds.mul_toom22, own ? " (its own)" : "");
      for (mp_size_t n = 1; n <= tests_max (own ? 3000 : 300); n = next_size (n + n / 16))
        {
          try_mul (mul_n_alone, &t, n, n);
          try_sqr (sqr_alone, &t, n);
          try_mul (mul_alone, &t, n + n / 10, n);
          try_mul (mul_alone, &t, n + n / 2, n);
          try_mul (mul_alone, &t, 2 * n, n);
          try_mul (mul_alone, &t, 3 * n + 1, n);
          try_mul (mul_alone, &t, 10 * n + n / 2, n);
        }
      check_end ();
    }
}

int
main (void)
{
  tests_begin ();
  try_shapes ("toom22_mul", comba_toom22_mul, takes_toom22);
  try_shapes ("mul_pieces", comba_mul_pieces, takes_pieces);

  static const mp_size_t thresholds[] = { 0, 3, 10 };
  for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++)
    {
      struct comba_kernels k = with_threshold (thresholds[i]);
      struct trial t = { &k, NULL };
      check_begin ("toom2_sqr, threshold %ld", (long) thresholds[i]);
      for (mp_size_t n = COMBA_TOOM22_MIN; n <= tests_max (1500); n = next_size (n))
        {
          basecases = 0;
          try_sqr (sqr_exact_itch, &t, n);
          if (basecases < 3)
            check_fail ("%ld did not recurse", (long) n);
        }
      check_end ();
    }

  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    {
      const char *reason = comba_kernel_sets[i]->why_not ();
      if (reason == NULL)
        try_thresholds (comba_kernel_sets[i]);
      else
        check_skip (reason, "thresholds of kernel set %s", comba_kernel_sets[i]->name);
    }
  return tests_end ();
}
