/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The time, the CPU's clock, and whether this program has the core to itself, for everything that
   measures.

   A CPU changes its clock freely, by a third within a second on a virtual machine.  So times that
   are not taken at the same moment are compared in cycles.  The length of a cycle is read from a
   chain of additions, each of which waits for the previous one: one a cycle on every CPU, even if a
   hyperthread sibling works for another program.  The chain is unrolled, because the jumps of a
   short loop would be slowed by the sibling.

   Products are slowed by it, up to one and a half times, and the system does not see a sibling that
   belongs to another virtual machine.  Three such chains with an empty instruction in each step
   tell.  Alone they take as long as one, because the CPU starts four instructions a cycle and has
   three adders, but two hyperthreads share these.  So a reading is a chain, three chains, and a
   chain again.  A sample counts if the readings before and after it found no noisy neighbour.  A
   change of the clock or of the neighbour within a sample is not seen: samples are short where
   possible, and medians do the rest.

   Noisy neighbours are detected on x86 CPUs with AVX2, all of which are this wide. */

#ifndef TUNE_CLOCK_H
#define TUNE_CLOCK_H

/* Nanoseconds since some fixed moment. */
double now_ns (void);

/* The least time of a call of now_ns. */
double now_cost_ns (void);

/* The CPU time of this thread in nanoseconds. */
double cpu_ns (void);

struct reading
{
  double cycle_ns;
  int disturbed;                  /* the core has a noisy neighbour */
};

/* Takes 6 microseconds. */
struct reading read_clock (void);

/* The first of several readings without a noisy neighbour, or the last after half a millisecond, or
   earlier if previous waits were in vain. */
struct reading await_core (void);

/* The clock in GHz, without the lowest and the highest 2 % of the readings. */
void clock_range (double *least, double *most);

#endif
