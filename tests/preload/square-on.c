/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Usage: square-on KBYTES

   Squares a number again and again in KBYTES of address space more than it has at first, until GMP
   ends the process.  Prints a line for each square: its number of limbs, and the milliseconds since
   the first one began. */

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double
now_ms (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static void
limit_memory (long kbytes)
{
  long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (f == NULL || fscanf (f, "%ld", &pages) != 1)
    exit (2);
  fclose (f);
  const rlim_t bytes = (rlim_t) pages * (rlim_t) sysconf (_SC_PAGESIZE) + (rlim_t) kbytes * 1024;
  if (setrlimit (RLIMIT_CORE, &(struct rlimit) { 0, 0 }) != 0
      || setrlimit (RLIMIT_AS, &(struct rlimit) { bytes, bytes }) != 0)
    exit (2);
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  mpz_t x;
  mpz_init (x);
  mpz_ui_pow_ui (x, 3, 1000);
  setvbuf (stdout, NULL, _IOLBF, 0);
  limit_memory (atol (argv[1]));
  alarm (60);
  const double begin = now_ms ();
  for (;;)
    {
      mpz_mul (x, x, x);
      printf ("%lu %.1f\n", (unsigned long) mpz_size (x), now_ms () - begin);
    }
}
