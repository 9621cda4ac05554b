/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-threads.sh: a program that uses OpenMP itself.  It has a parallel region of two threads,
   multiplies, has another such region, and prints

   engine=E source=S threads=T wrong=W

   the thread engine and who chose it, the threads of the process, and the number of wrong results.
   With an argument it chooses that engine first. */

#include "pool_tests.h"
#include <comba.h>

enum { N = 3000, TIMES = 20 };
static mp_limb_t a[N], b[N], expected[2 * N], product[2 * N];

static int
count_region (void)
{
  int n = 0;
#pragma omp parallel num_threads (2) reduction (+: n)
  n++;
  return n;
}

int
main (int argc, char **argv)
{
  random_operand (a, N, 5);
  random_operand (b, N, 5);
  const int threads = comba_get_num_threads ();
  comba_set_num_threads (1);
  mpn_mul_n (expected, a, b, N);
  if (argc > 1 && !comba_set_thread_engine (argv[1]))
    return printf ("no engine\n") < 0;
  int wrong = comba_set_thread_engine ("nosuch") != 0;
  wrong += comba_set_num_threads (0) != threads;

  wrong += count_region () != 2;
  for (int i = 0; i < TIMES; i++)
    {
      mpn_mul_n (product, a, b, N);
      wrong += memcmp (product, expected, sizeof product) != 0;
    }
  wrong += count_region () != 2;

  char value[1024];
  const char *name, *source;
  for (size_t i = 0; (name = comba_list_setting (i, value, sizeof value, &source)) != NULL; i++)
    if (strcmp (name, "thread_engine") == 0)
      printf ("engine=%s source=%s threads=%d wrong=%d\n", value, source, 1 + new_threads (), wrong);
  return 0;
}
