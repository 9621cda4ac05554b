/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What a CPU with more threads than this one would gain.

   Each path is run with a team whose shares are done one after the other and timed one
   by one.  Then with T threads a product takes

     what the caller does outside of runs
     + for each run of the team: its longest share + sync (T)

   sync (2) is measured with two threads that wait a while, or given.  As the caller calls
   each worker by itself and hears from each, sync (T) = sync (2) T / 2.

   What this leaves out: caches and memory that threads share, the operands' way to
   the other caches, and a clock that is slower with more cores at work. */

#ifndef TUNE_MODEL_H
#define TUNE_MODEL_H

#include "kernels.h"

/* Prints the model for up to THREADS threads, as Markdown, with the table k.  SYNC is
   sync (2) in ns, or 0 to measure it.  Returns 0, or -1 after a message. */
int print_model (const struct comba_kernels *k, int threads, double sync);

#endif
