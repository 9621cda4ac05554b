/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-choose.sh.  The best kernel set of this program is wrong, which it finds at its first product: eight
   threads make that at the same time.  Prints the set that serves, and where it comes from.
   With the argument "idle" it does not multiply; exit code 1 if a set was chosen all the same.  Exit
   code 2 if a product is wrong. */

#include "generic/generic.h"
#include "comba.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void
wrong_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_generic_kernels.mul_basecase (rp, ap, an, bp, bn);
  rp[an]++;
}

static struct comba_kernels wrong;

/* In the place of those of cpu/sets.c. */
const struct comba_kernels *const comba_kernel_sets[] = { &wrong, &comba_generic_kernels, NULL };

int
comba_set_runs (size_t i)
{
  return i < 2;
}

const char *
comba_runs_anywhere (void)
{
  return NULL;
}

/* Before the library's constructor. */
static void __attribute__ ((constructor (101)))
make_wrong (void)
{
  wrong = comba_generic_kernels;
  wrong.name = "wrong";
  wrong.mul_basecase = wrong_mul;
}

enum { THREADS = 8, N = 3 };

static pthread_barrier_t barrier;

static void *
multiply (void *is_wrong)
{
  mp_limb_t a[N] = { 5, 0, 1 }, b[N] = { 7, 1, 0 }, r[2 * N];
  const mp_limb_t product[2 * N] = { 35, 5, 7, 1, 0, 0 };
  pthread_barrier_wait (&barrier);
  mpn_mul_n (r, a, b, N);
  *(int *) is_wrong = memcmp (r, product, sizeof r) != 0;
  return NULL;
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    return comba_entry ()->gate != COMBA_CHOOSES;
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
  struct comba_setting s;
  comba_get_setting (1, &s);
  return printf ("%s %s\n", s.value, s.source) < 0;
}
