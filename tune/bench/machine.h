/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The CPUs that measure. */

#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stddef.h>

/* Writes the model of the CPU to NAME[0..SIZE-1], or the architecture if the system does not know
   the model. */
void cpu_model (char *name, size_t size);

/* Pins this thread and its future threads to COUNT CPUs, including its own, on as many cores as
   possible; 0: to all that it had at the first call.  Returns 0, or -1 if that is not possible or
   there are too few. */
int stay_on_cpus (int count);

/* Whether this thread stays on one CPU, and so the threads of a libcomba, which are as many as the
   CPUs that it may use. */
int is_on_one_cpu (void);

/* Pins each thread of this process to a CPU of its own, in turn if there are too few; ON = 0
   restores the CPUs found by the first call. */
void spread_threads (int on);

#endif
