/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "clock.h"
#include <math.h>
#include <time.h>

/* One addition of a register to itself.  CPUs may add constants without taking a cycle. */
#if defined __x86_64__ || defined __i386__
#define ADD(x) asm volatile ("add %0, %0" : "+r" (x));
#elif defined __aarch64__
#define ADD(x) asm volatile ("add %0, %0, %0" : "+r" (x));
#else
/* For the compiler, which cannot know the result; takes more than a cycle without optimisation. */
#define ADD(x) x += x; asm volatile ("" : "+r" (x));
#endif

#define TEN(x) x x x x x x x x x x
#define FIFTY(x) TEN (x) TEN (x) TEN (x) TEN (x) TEN (x)
enum { CHAIN = 2000, WIDE = 4 * CHAIN };        /* steps */

#define DISTURBED 1.06            /* times as long: 1.035 alone, at least 1.2 with a noisy neighbour */
#define OUTER 0.02              /* part of the readings at either end that are ignored */

/* Noisy neighbours on virtual machines come and go about once a millisecond. */
#define WAIT_NS 0.5e6

/* The number of readings in each hundredth of a GHz, from 0 on. */
enum { BINS = 1000 };
static unsigned long bins[BINS], readings;

static inline double
read_ns (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

double
now_ns (void)
{
  return read_ns (CLOCK_MONOTONIC);
}

double
cpu_ns (void)
{
  return read_ns (CLOCK_THREAD_CPUTIME_ID);
}

double
now_cost_ns (void)
{
  static double least = HUGE_VAL;
  for (int i = 0; i < 1000 && (i > 0 || least == HUGE_VAL); i++)
    {
      const double start = now_ns (), end = now_ns ();
      least = fmin (least, end - start);
    }
  return least;
}

static double
elapsed (double start)
{
  const double end = now_ns ();
  return end - start - now_cost_ns ();
}

/* The time of a step of a chain, in ns. */
static double
chain (void)
{
  unsigned long x = 1;
  double start = now_ns ();
  for (int i = 0; i < CHAIN; i += 50)
    {
      FIFTY (ADD (x))
    }
  return elapsed (start) / CHAIN;
}

/* The time of a step of three chains at once, in ns; 0 where that says nothing. */
#if defined __x86_64__ || defined __i386__
#define THREE ADD (x) ADD (y) ADD (z) asm volatile ("nop");

static double
three_chains (void)
{
  if (!__builtin_cpu_supports ("avx2"))
    return 0;
  unsigned long x = 1, y = 1, z = 1;
  double start = now_ns ();
  for (int i = 0; i < WIDE; i += 50)
    {
      FIFTY (THREE)
    }
  return elapsed (start) / WIDE;
}
#else
static double
three_chains (void)
{
  return 0;
}
#endif

/* An interrupt makes a chain slower, never faster: the faster one of two counts. */
struct reading
read_clock (void)
{
  const double before = chain (), three = three_chains ();
  const double step = fmin (before, chain ());
  bins[(int) fmax (0, fmin (100 / step, BINS - 1))]++;
  readings++;
  return (struct reading) { step, three > DISTURBED * step };
}

/* Some neighbours stay for minutes: a wait in vain makes the next one shorter. */
struct reading
await_core (void)
{
  static double wait = WAIT_NS;
  const double start = now_ns ();
  struct reading r;
  do
    r = read_clock ();
  while (r.disturbed && now_ns () < start + wait);
  wait = r.disturbed ? wait / 2 : fmin (fmax (2 * wait, WAIT_NS / 64), WAIT_NS);
  return r;
}

/* The quantile P of the readings of the clock. */
static double
quantile (double p)
{
  double left = p * readings;
  int i = 0;
  while (i < BINS - 1 && left >= bins[i])
    left -= bins[i++];
  return i / 100.0;
}

void
clock_range (double *least, double *most)
{
  *least = quantile (OUTER);
  *most = quantile (1 - OUTER);
}
