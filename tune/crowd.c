/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The cost of worker pools for a program that keeps every CPU busy with its own threads.

     comba-crowd [THREADS [SECONDS]]     (COMBA_NUM_THREADS as for any program)

   THREADS threads (default 64) multiply at sizes for which the plan uses the pool.  The products in
   half a second are counted, alternately without the pool and with as many threads as are allowed,
   for SECONDS (default 20).  Prints the ratio of the medians, above 1 if the pool helps.

   Exit code: 0; 2 for a wrong command line, or if only one thread is allowed. */

#include "comba.h"
#include "limb.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS_MAX = 1000, ROUNDS_MAX = 1000, SIZES = 4, LARGEST = 4000 };
static const mp_size_t sizes[SIZES] = { 300, 600, 1200, LARGEST };

static mp_limb_t a[LARGEST], b[LARGEST];
static _Atomic int stop;

/* Limb products by the quadratic formula, so that all sizes count alike. */
static _Atomic unsigned long long done;

static void *
multiply (void *unused)
{
  (void) unused;
  mp_ptr r = malloc (2 * LARGEST * sizeof (mp_limb_t));
  if (r == NULL)
    abort ();
  for (unsigned i = 0; !atomic_load_explicit (&stop, memory_order_relaxed); i++)
    {
      mp_size_t n = sizes[i % SIZES];
      for (int times = LARGEST / n; times > 0; times--)
        mpn_mul_n (r, a, b, n);
      atomic_fetch_add_explicit (&done, 1, memory_order_relaxed);
    }
  free (r);
  return NULL;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double
rate (double seconds)
{
  double begin = now ();
  unsigned long long before = atomic_load (&done);
  nanosleep (&(struct timespec) { .tv_nsec = (long) (1e9 * seconds) }, NULL);
  unsigned long long after = atomic_load (&done);
  return (after - before) / (now () - begin);
}

static int
compare (const void *x, const void *y)
{
  return (*(const double *) x > *(const double *) y) - (*(const double *) x < *(const double *) y);
}

static double
median (double *x, int n)
{
  qsort (x, n, sizeof *x, compare);
  return x[n / 2];
}

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 64;
  int rounds = argc > 2 ? atoi (argv[2]) : 20;
  int allowed = comba_get_num_threads ();
  if (argc > 3 || threads < 1 || threads > THREADS_MAX || rounds < 1 || rounds > ROUNDS_MAX)
    {
      fputs ("usage: comba-crowd [THREADS [SECONDS]]\n", stderr);
      return 2;
    }
  if (allowed < 2)
    {
      fputs ("comba-crowd: only one thread is allowed; set COMBA_NUM_THREADS\n", stderr);
      return 2;
    }
  memset (a, 0x5a, sizeof a);
  memset (b, 0xa7, sizeof b);

  static pthread_t crowd[THREADS_MAX];
  for (int i = 0; i < threads; i++)
    if (pthread_create (&crowd[i], NULL, multiply, NULL) != 0)
      {
        fputs ("comba-crowd: cannot create a thread\n", stderr);
        return 2;
      }
  static double alone[ROUNDS_MAX], pools[ROUNDS_MAX];
  rate (0.5);
  for (int i = 0; i < rounds; i++)
    {
      comba_set_num_threads (1);
      alone[i] = rate (0.5);
      comba_set_num_threads (allowed);
      pools[i] = rate (0.5);
    }
  atomic_store (&stop, 1);
  for (int i = 0; i < threads; i++)
    pthread_join (crowd[i], NULL);
  printf ("%d threads of the program: with a pool of %d, %.3f times the throughput without a pool\n", threads,
          allowed, median (pools, rounds) / median (alone, rounds));
  return 0;
}
