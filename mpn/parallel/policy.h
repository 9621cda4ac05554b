/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* When calls do without the pool, or with less of it. */

#ifndef COMBA_PARALLEL_POLICY_H
#define COMBA_PARALLEL_POLICY_H

#include "parallel/engine.h"
#include "parallel/pool.h"

/* Contending callers: other threads of the program that multiply, as those do that found the pool taken.  Each has a
   CPU for itself, and of the CPUs a pool has what they leave. */

/* This thread found the pool taken. */
void comba_count_contending (void);

/* How many CPUs those leave that did so within one to two periods of 50 ms. */
int comba_cpus_left (void);

void comba_forget_contending (void);

/* How many CPUs the process had when threads were asked for last: by its affinity mask and its control groups. */
extern _Atomic int comba_cpus __attribute__ ((visibility ("hidden")));

/* For whoever has the pool */

/* Whether calls do without the pool now, as its workers did not come lately. */
int comba_backs_off (void);
void comba_end_back_off (void);

/* A call woke workers. */
void comba_note_woken (void);

/* The caller has done its part; ALL_CAME says whether workers had begun all the rest by then.  Where they had not,
   though they have been awake for a while, they had no CPU, and calls back off. */
void comba_note_call (int all_came);

/* Whether the first N workers are awake, or are to be woken for this call. */
int comba_may_use_workers (const struct comba_engine *engine, int n, enum comba_wake wake);

#endif
