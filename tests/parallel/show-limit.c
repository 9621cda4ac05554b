/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Prints how many threads a call may use at most here: for t-threads.sh. */

#include <comba.h>
#include <stdio.h>

int
main (void)
{
  return printf ("%d\n", comba_set_num_threads (1000000)) < 0;
}
