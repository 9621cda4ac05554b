/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The gain from more threads than this machine has CPUs, predicted; and the gain from its own CPUs,
   measured.

   Predicted: each path is run with a pool whose jobs are done one after the other and timed one by
   one.  Then with T threads a product takes

     the caller's time outside of calls of the pool
     + for each call of the pool: its longest job + sync (T)

   sync (2) is measured with two threads that wait a while, or given.  The caller calls each worker
   separately and hears from each, so sync (T) = sync (2) T / 2.

   The prediction ignores caches and memory that threads share, the transfer of the operands to the
   other caches, and a clock that is slower with more active cores.

   Measured: pools of each size, one after the other, by the same samples as for plans (timing.h);
   squares modulo an odd number, too. */

#ifndef TUNE_MODEL_H
#define TUNE_MODEL_H

#include "dispatch/config.h"

/* Prints both for up to THREADS threads, as Markdown, with the table k.  SYNC is sync (2) in ns, or
   0 to measure it; QUICK: at few sizes.  Returns 0, or -1 after a message. */
int print_model (const struct comba_config *k, int threads, double sync, int quick);

#endif
