/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-threads.sh: multiplies and squares through the exported functions at many sizes, then
   prints

     allowed=A threads=T wrong=W

   the threads that calls may use, the threads of the process, and how many results differ from the
   reference (large ones are compared with those of one thread).  With the argument "refused" no
   thread can be created; with "crowd" 64 threads do the same at once. */

#include "pool_tests.h"
#include <comba.h>
#include <pthread.h>
#include <sys/resource.h>

static const mp_size_t sizes[] = { 5, 50, 100, 150, 200, 256, 300, 500, 1000, 3000, 20000 };
enum { SIZES = sizeof sizes / sizeof *sizes, LARGEST = 20000, CROWD = 64 };

/* Operands, and the correct products and squares of their first limbs. */
static mp_limb_t a[LARGEST], b[LARGEST];
static mp_ptr products[SIZES], squares[SIZES];
static _Atomic int wrong;

static void
prepare (void)
{
  random_operand (a, LARGEST, 5);
  random_operand (b, LARGEST, 5);
  for (int i = 0; i < SIZES; i++)
    {
      mp_size_t n = sizes[i];
      products[i] = new_area (2 * n);
      squares[i] = new_area (2 * n);
      if (n <= 1000)
        {
          reference_mul (products[i], a, n, b, n);
          reference_mul (squares[i], a, n, a, n);
        }
      else
        {
          mpn_mul_n (products[i], a, b, n);
          mpn_sqr (squares[i], a, n);
        }
    }
}

static void *
multiply (void *unused)
{
  (void) unused;
  mp_ptr r = malloc (2 * LARGEST * sizeof (mp_limb_t));
  if (r == NULL)
    abort ();
  for (int i = 0; i < SIZES; i++)
    {
      mp_size_t n = sizes[i];
      for (int times = n < 1000 ? 50 : 3; times > 0; times--)
        {
          mpn_mul_n (r, a, b, n);
          wrong += memcmp (r, products[i], 2 * n * sizeof (mp_limb_t)) != 0;
          mpn_mul (r, a, n, b, n / 2 + 1);
          mpn_sqr (r, a, n);
          wrong += memcmp (r, squares[i], 2 * n * sizeof (mp_limb_t)) != 0;
        }
    }
  free (r);
  return NULL;
}

/* A limit that does not apply to root. */
static void
refuse_threads (void)
{
  struct rlimit none = { 0, 0 };
  if ((getuid () == 0 && setuid (65534) != 0) || setrlimit (RLIMIT_NPROC, &none) != 0)
    exit (3);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int threads = comba_get_num_threads ();
  comba_set_num_threads (1);
  prepare ();
  comba_set_num_threads (0);
  if (strcmp (how, "refused") == 0)
    refuse_threads ();
  if (strcmp (how, "crowd") == 0)
    {
      pthread_t crowd[CROWD];
      for (int i = 0; i < CROWD; i++)
        if (pthread_create (&crowd[i], NULL, multiply, NULL) != 0)
          return 3;
      for (int i = 0; i < CROWD; i++)
        pthread_join (crowd[i], NULL);
    }
  else
    multiply (NULL);
  wrong += threads != comba_get_num_threads ();
  printf ("allowed=%d threads=%d wrong=%d\n", threads, 1 + new_threads (), wrong);
  return 0;
}
