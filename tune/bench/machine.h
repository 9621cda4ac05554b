/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The CPUs that measure. */

#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stddef.h>

/* Writes the name of the CPU's model to NAME[0..SIZE-1], or that of the
   architecture if the system does not tell the model. */
void cpu_model (char *name, size_t size);

/* Keeps this thread, and those that it makes, on COUNT CPUs, the one where it is among them, of as many cores
   as there are.  Returns 0, or -1 if that cannot be done or there are not so many. */
int stay_on_cpus (int count);

/* Puts each thread of this process on a CPU of its own, in turn if there are too few;
   with ON = 0 each may be anywhere again where the first call found them. */
void spread_threads (int on);

#endif
