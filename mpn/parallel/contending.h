/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Other threads of the program that multiply: those that found the team taken.  Each has a CPU for itself, and of the CPUs
   a team has what they leave. */

#ifndef COMBA_PARALLEL_CONTENDING_H
#define COMBA_PARALLEL_CONTENDING_H

/* This thread found the team taken. */
void comba_count_contending (void);

/* How many CPUs those leave that did so within one to two periods of 50 ms. */
int comba_cpus_left (void);

void comba_forget_contending (void);

#endif
