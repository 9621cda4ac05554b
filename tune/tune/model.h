/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What more threads than this machine has CPUs would gain; and what those gain that it has, each on a CPU of its own.

   Predicted: each path is run with a team whose shares are done one after the other and timed one
   by one.  Then with T threads a product takes

     what the caller does outside of runs
     + for each run of the team: its longest share + sync (T)

   sync (2) is measured with two threads that wait a while, or given.  As the caller calls
   each worker by itself and hears from each, sync (T) = sync (2) T / 2.

   What this leaves out: caches and memory that threads share, the operands' way to
   the other caches, and a clock that is slower with more cores at work.

   Measured: teams of each size, one after the other, by the samples that plans are made of (timing.h); squares
   modulo an odd number, too. */

#ifndef TUNE_MODEL_H
#define TUNE_MODEL_H

#include "dispatch/config.h"

/* Prints both for up to THREADS threads, as Markdown, with the table k.  SYNC is
   sync (2) in ns, or 0 to measure it; QUICK: at few sizes.  Returns 0, or -1 after a message. */
int print_model (const struct comba_config *k, int threads, double sync, int quick);

#endif
