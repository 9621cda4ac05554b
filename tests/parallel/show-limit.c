/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-threads.sh: prints the most threads that a call may use here. */

#include <comba.h>
#include <stdio.h>

int
main (void)
{
  return printf ("%d\n", comba_set_num_threads (1000000)) < 0;
}
