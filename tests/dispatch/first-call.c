/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-choose.sh.  usage: first-call FUNCTION: the first product of this process has two or three
   limbs, by mul_n, sqr or mul, in a thread with the smallest stack that threads can have: GMP's
   functions need no more.  Prints the CPU configuration in use afterwards.  Exit code 2 if the
   product is wrong. */

#include <comba.h>
#include <gmp.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { N = 2, STACK = 16384 };

static int
wrong_product (const char *function)
{
  const mp_limb_t a[N + 1] = { 5, 1, 1 }, b[N] = { 5, 1 };
  const mp_limb_t square[2 * N] = { 25, 10, 1, 0 }, product[2 * N + 1] = { 25, 10, 6, 1, 0 };
  mp_limb_t r[2 * N + 1];
  if (strcmp (function, "mul") == 0)
    mpn_mul (r, a, N + 1, b, N);
  else if (strcmp (function, "sqr") == 0)
    mpn_sqr (r, a, N);
  else
    mpn_mul_n (r, a, b, N);
  return strcmp (function, "mul") == 0 ? memcmp (r, product, sizeof product) != 0 : memcmp (r, square, sizeof square) != 0;
}

static void *
call (void *function)
{
  return wrong_product (function) ? function : NULL;
}

int
main (int argc, char **argv)
{
  pthread_attr_t attributes;
  pthread_t thread;
  void *wrong;
  if (argc != 2 || pthread_attr_init (&attributes) != 0 || pthread_attr_setstacksize (&attributes, STACK) != 0
      || pthread_create (&thread, &attributes, call, argv[1]) != 0 || pthread_join (thread, &wrong) != 0)
    return 3;
  if (wrong != NULL)
    return 2;
  return puts (comba_cpu_config ()) < 0;
}
