/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The end of a program's output. */

#ifndef COMBA_OUTPUT_H
#define COMBA_OUTPUT_H

/* Writes what standard output still holds.  Returns 0; or 1 after a message of PROGRAM on stderr. */
int finish_output (const char *program);

#endif
