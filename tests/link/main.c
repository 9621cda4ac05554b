/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For a gmp-program.c that is compiled into a library, with -Dmain=middle. */

int middle (void);

int
main (void)
{
  return middle ();
}
