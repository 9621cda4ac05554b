/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The CPU that measures. */

#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stddef.h>

/* Writes the name of the CPU's model to NAME[0..SIZE-1], or that of the
   architecture if the system does not tell the model. */
void cpu_model (char *name, size_t size);

/* Keeps this thread on the CPU where it is.  Returns its number, or -1 if that
   cannot be done. */
int stay_on_one_cpu (void);

/* Puts each thread of this process on a CPU of its own, in turn if there are too few;
   with ON = 0 each may be anywhere again where the first call found them. */
void spread_threads (int on);

#endif
