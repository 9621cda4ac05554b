/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-report.sh: five calls; with "fork", four more in a child, which ends by exit; with
   "clearenv", without an environment afterwards; with "stderr FILE", FILE is standard error
   afterwards, and a folder stands in the way of COMBA_REPORT. */

#include <fcntl.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  mp_limb_t a[8] = { 3 }, b[8] = { 5 }, r[16];
  for (mp_size_t n = 1; n <= 3; n++)
    mpn_mul_n (r, a, b, n);
  mpn_sqr (r, a, 8);
  mpn_mul (r, a, 8, b, 3);

  if (argc > 1 && strcmp (argv[1], "clearenv") == 0)
    return clearenv ();
  if (argc > 2 && strcmp (argv[1], "stderr") == 0)
    {
      const char *report = getenv ("COMBA_REPORT");
      close (STDERR_FILENO);
      return open (argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666) != STDERR_FILENO
             || (report != NULL && (unlink (report) != 0 || mkdir (report, 0777) != 0));
    }
  if (argc == 1 || strcmp (argv[1], "fork") != 0)
    return 0;
  pid_t pid = fork ();
  if (pid == 0)
    {
      for (mp_size_t n = 1; n <= 4; n++)
        mpn_mul_n (r, a, b, n);
      return 0;
    }
  int status;
  return waitpid (pid, &status, 0) != pid || status != 0;
}
