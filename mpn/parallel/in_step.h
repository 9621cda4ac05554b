/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Two shares of one run of the team that go in step, each with what the other has made in the
   step before: that costs the way of a line of cache once a step, where runs cost it twice.

   Share 0 is the caller's.  It waits for nobody who has not begun: if share 1 is not there
   when share 0 first looks for it, share 0 does both alone from then on, and share 1 nothing
   when it comes.  Not for comba_run_alone, with which share 1 always comes too late. */

#ifndef COMBA_IN_STEP_H
#define COMBA_IN_STEP_H

#include "relax.h"
#include <sched.h>
#include <stdatomic.h>

enum comba_partner { COMBA_PARTNER_AWAITED, COMBA_PARTNER_THERE, COMBA_PARTNER_REFUSED };

/* Zeros at first. */
struct comba_in_step
{
  _Alignas (128) _Atomic int partner;
  struct
  {
    _Alignas (128) _Atomic unsigned long steps;
  } made[2];                    /* by whom; each has a line that it alone writes */
};

/* For share 1, first of all: whether it is to go on. */
static inline int
comba_in_step_begin (struct comba_in_step *s)
{
  int awaited = COMBA_PARTNER_AWAITED;
  return atomic_compare_exchange_strong (&s->partner, &awaited, COMBA_PARTNER_THERE);
}

/* Share I has made step N, 1 and up; returns 1 when the other has too, or 0, to share 0, if
   it is alone from now on. */
static inline int
comba_in_step_wait (struct comba_in_step *s, int i, unsigned long n)
{
  atomic_store_explicit (&s->made[i].steps, n, memory_order_release);
  for (int turns = 0; atomic_load_explicit (&s->made[!i].steps, memory_order_acquire) < n; turns++)
    {
      int awaited = COMBA_PARTNER_AWAITED;
      if (i == 0 && turns == 0
          && atomic_load_explicit (&s->partner, memory_order_relaxed) == COMBA_PARTNER_AWAITED)
        {
          sched_yield ();
          if (atomic_compare_exchange_strong (&s->partner, &awaited, COMBA_PARTNER_REFUSED))
            return 0;
        }
      if (turns < 2000)
        comba_relax ();
      else
        sched_yield ();
    }
  return 1;
}

#endif
