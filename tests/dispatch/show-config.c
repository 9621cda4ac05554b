/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Prints the CPU configuration in use: for t-select.sh and others. */

#include <comba.h>
#include <stdio.h>

int
main (void)
{
  return puts (comba_cpu_config ()) < 0;
}
