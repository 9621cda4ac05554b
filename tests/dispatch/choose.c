/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-choose.sh, with CPU configurations of its own.  The first one suits other CPUs; so does a
   wrong one with the same name as the last, which is right.  The best that suits this CPU is right
   at 1 to 3 limbs, which have kernels of their own, and wrong above.

   usage: choose [idle | few | some | many]: eight threads compute their first product, of 3 limbs and then of 4,
   at the same time; with "few", of 3 limbs only.  With "some" and "many" the best configuration is
   wrong in transforms alone, and there is a third product, whose limbs are too few for transforms
   or suffice.  Prints the configuration then in use, and its
   source; or "no transforms" if there are none for these limbs.  "idle": no product; prints "none" if
   no configuration was selected.  Exit code 2 if a product is wrong. */

#include "dispatch/select.h"
#include "kernels/modified_comba/modified_comba.h"
#include "kernels/portable/portable.h"
#include "kernels/x86_64/mul/mulq.h"
#include "mul/ntt/ntt.h"
#include "mul/toom/toom.h"
#include "residue/small.h"
#include "comba.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define CONFIG portable
#define CONFIG_DEFINE
#include "config/step.h"

enum { THREADS = 8, FEW = 3 };

static void
wrong_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
  rp[an]++;
}

static void
wrong_ntt (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_ptr scratch)
{
  comba_config_portable.ntt->mul (pool, rp, ap, an, bp, bn, scratch);
  rp[an]++;
}

#define RIGHT(n)                                                               \
  static mp_limb_t                                                             \
  right_##n (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)              \
  {                                                                            \
    (void) an;                                                                 \
    comba_config_portable.mul_basecase (rp, ap, n, bp, n);                     \
    return rp[2 * n - 1];                                                      \
  }
RIGHT (1)
RIGHT (2)
RIGHT (3)

static struct comba_config unsuited, wrong, twin;
static struct comba_ntt wrong_transforms;

/* Replaces the list of config/list.c. */
const struct comba_config *const comba_configs[] = { &unsuited, &wrong, &twin, &comba_config_portable, NULL };

int
comba_config_runs (size_t i)
{
  return i < 4;
}

static const struct comba_cpus none = { "nobody" };

const char *
comba_runs_anywhere (void)
{
  return NULL;
}

/* Before the library's constructor. */
static void __attribute__ ((constructor (101)))
make_wrong (void)
{
  unsuited = comba_config_portable;
  unsuited.name = "unsuited";
  unsuited.suits = &none;
  wrong = comba_config_portable;
  wrong.name = "wrong";
  wrong.mul_basecase = wrong_mul;
  wrong.mul_n[1] = right_1, wrong.mul_n[2] = right_2, wrong.mul_n[FEW] = right_3;
  wrong.mul_n_max = FEW;
  twin = wrong;
  twin.name = comba_config_portable.name;
  twin.suits = &none;
}

/* Before the first product. */
static void
make_wrong_in_transforms (void)
{
  wrong_transforms = *comba_config_portable.ntt;
  wrong_transforms.mul = wrong_ntt;
  wrong.mul_basecase = comba_config_portable.mul_basecase;
  wrong.ntt = &wrong_transforms;
}

static pthread_barrier_t barrier;
static mp_size_t most, last;

/* (B^n - 1) B^(n-1) */
static int
wrong_long_product (mp_size_t n)
{
  mp_limb_t a[n], b[n], r[2 * n];
  memset (a, 0xff, sizeof a);
  memset (b, 0, sizeof b);
  b[n - 1] = 1;
  mpn_mul_n (r, a, b, n);
  int wrong = r[2 * n - 1] != 0;
  for (mp_size_t i = 0; i < 2 * n - 1; i++)
    wrong |= r[i] != (i < n - 1 ? 0 : a[0]);
  return wrong;
}

static int
wrong_product (mp_size_t n)
{
  mp_limb_t a[FEW + 1] = { 5, 0, 1 }, b[FEW + 1] = { 7, 1 }, r[2 * (FEW + 1)];
  const mp_limb_t product[2 * (FEW + 1)] = { 35, 5, 7, 1 };
  mpn_mul_n (r, a, b, n);
  return memcmp (r, product, 2 * (size_t) n * sizeof r[0]) != 0;
}

static void *
multiply (void *is_wrong)
{
  pthread_barrier_wait (&barrier);
  *(int *) is_wrong = wrong_product (FEW) || (most > FEW && wrong_product (most)) || (last > 0 && wrong_long_product (last));
  return NULL;
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp (mode, "idle") == 0)
    return puts (comba_entry ()->stub == COMBA_CHOOSES ? "none" : "chosen") < 0;
  most = strcmp (mode, "few") == 0 ? FEW : FEW + 1;
  if (strcmp (mode, "some") == 0 || strcmp (mode, "many") == 0)
    {
      if (comba_config_portable.ntt == NULL)
        return puts ("no transforms") < 0;
      make_wrong_in_transforms ();
      last = strcmp (mode, "some") == 0 ? comba_transforms_from (&wrong) - 1 : wrong.thresholds.mul_ntt;
    }
  pthread_t threads[THREADS];
  int is_wrong[THREADS];
  pthread_barrier_init (&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, multiply, &is_wrong[i]) != 0)
      return 3;
  for (int i = 0; i < THREADS; i++)
    {
      pthread_join (threads[i], NULL);
      if (is_wrong[i])
        return 2;
    }
  const struct comba_config *k = comba_entry ();
  return printf ("%s %s\n", (k->stub == COMBA_SERVES ? k : comba_active ())->name, comba_config_source ()) < 0;
}
