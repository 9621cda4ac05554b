/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-tuning-file.sh.  Multiplies; then prints a threshold, the tuning's number of threads, and
   the source of both.  With the argument "file": prints the tuning file for the settings in use;
   with "name": the name of its file.  Exit code 1 if a product is wrong, 2 if loading the library changed errno. */

#include "dispatch/config.h"
#include "comba.h"
#include "dispatch/select.h"
#include "dispatch/tuning.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* (B^n - 1)^2 = B^2n - 2 B^n + 1. */
static int
is_right (mp_srcptr r, mp_size_t n)
{
  for (mp_size_t i = 0; i < 2 * n; i++)
    if (r[i] != (i == 0 ? 1 : i < n ? 0 : i == n ? COMBA_LIMB_MAX - 1 : COMBA_LIMB_MAX))
      return 0;
  return 1;
}

int
main (int argc, char **argv)
{
  enum { N = 700 };
  static mp_limb_t a[N], b[N], r[2 * N];
  if (errno != 0)
    return 2;
  memset (a, 0xff, sizeof a);
  memset (b, 0xff, sizeof b);
  for (mp_size_t n = 2; n <= N; n += 1 + n / 8)
    {
      mpn_mul_n (r, a, b, n);
      if (!is_right (r, n))
        return 1;
      mpn_sqr (r, a, n);
      if (!is_right (r, n))
        return 1;
    }

  struct comba_tuning t;
  comba_tuning_of (&t, comba_active ());
  if (argc > 1 && strcmp (argv[1], "file") == 0)
    {
      static struct comba_text file;
      comba_tuning_print (&file, &t, comba_active ());
      return fwrite (file.text, 1, file.length, stdout) != file.length;
    }
  if (argc > 1 && strcmp (argv[1], "name") == 0)
    {
      char name[COMBA_TUNING_NAME];
      comba_tuning_name (name, comba_active ());
      return puts (name) < 0;
    }
  return printf ("%ld %d %s\n", (long) t.thresholds.mul_toom22, comba_tuned_threads (),
                 comba_tuning_source ()) < 0;
}
