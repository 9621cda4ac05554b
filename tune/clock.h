/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The time, the CPU's clock, and whether the core is this program's own, for everything that
   measures.

   A CPU changes its clock as it likes, by a third within a second on a virtual machine, so
   times that are not taken in the same moment are compared in cycles.  What a cycle takes is
   read from a chain of additions, each of which waits for the one before: one a cycle on every
   CPU, also where the other hyperthread of the core works for somebody else.  The chain is
   unrolled, as the jumps of a short loop would wait for that one.

   Products do wait for it, up to one and a half times as long, and the system does not know of
   it if it belongs to another virtual machine.  Three such chains with an empty instruction at
   each step tell: alone they take as long as one, as the CPU starts four instructions a cycle and
   has three adders, but two hyperthreads share these.  So a reading is a chain, such
   chains, and a chain again; and a sample counts if there was no neighbour in the reading before it
   and in the one after it.  A clock or a neighbour that comes and goes within a sample is not
   seen: samples are short where they can be, and medians do the rest.

   Neighbours are seen on x86 CPUs with AVX2, all of which are as wide as that. */

#ifndef TUNE_CLOCK_H
#define TUNE_CLOCK_H

/* Nanoseconds since some moment. */
double now_ns (void);

/* What asking for it takes, at least. */
double now_cost_ns (void);

/* Nanoseconds for which this thread has had a CPU. */
double cpu_ns (void);

struct reading
{
  double cycle_ns;
  int crowded;                  /* the core has a neighbour */
};

/* Takes 6 microseconds. */
struct reading read_clock (void);

/* The first of several that finds no neighbour, or, after half a millisecond, the last; sooner if
   that was in vain before. */
struct reading await_core (void);

/* The clock in GHz, as it was in all but the 2 % least and the 2 % most of the readings. */
void clock_range (double *least, double *most);

#endif
