/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What Valgrind's race detectors, helgrind and drd, cannot see.  They know the functions of POSIX
   threads and locked instructions, but take other accesses to atomic variables for plain ones.  So
   they would report these variables and all data that they protect.  The functions here tell them
   which variables are atomic, and which thread sees what another one wrote.  parallel/mailbox.h has
   the proof for the worker pool.

   Without Valgrind they read one variable, or run a few instructions at load. */

#ifndef COMBA_ARITH_RACE_DETECTORS_H
#define COMBA_ARITH_RACE_DETECTORS_H

#include "limb.h"
#include <stdatomic.h>

/* Whether this process runs under Valgrind. */
extern _Atomic int comba_under_valgrind __attribute__ ((visibility ("hidden")));

/* Requests that Valgrind's headers define; the numbers never change. */
enum comba_valgrind_request
{
  COMBA_RUNNING_ON_VALGRIND = 0x1001,
  COMBA_HAPPENS_BEFORE = ('H' << 24 | 'G' << 16) + 256 + 33,
  COMBA_HAPPENS_AFTER = ('H' << 24 | 'G' << 16) + 256 + 34,
  COMBA_HELGRIND_IGNORE = ('H' << 24 | 'G' << 16) + 256 + 39,
  COMBA_DRD_IGNORE = ('D' << 24 | 'R' << 16) + 2,
};

/* Sends Valgrind a request about BYTES bytes at p.  Returns 0 without Valgrind. */
unsigned long comba_valgrind (enum comba_valgrind_request request, const volatile void *p, size_t bytes)
  __attribute__ ((cold));

/* Called before the release store to p: what this thread has written is visible to each thread that
   calls comba_tell_acquired (p) later. */
static inline void
comba_tell_released (const volatile void *p)
{
  if (unlikely (atomic_load_explicit (&comba_under_valgrind, memory_order_relaxed)))
    comba_valgrind (COMBA_HAPPENS_BEFORE, p, 0);
}

/* Called after the acquire load from p. */
static inline void
comba_tell_acquired (const volatile void *p)
{
  if (unlikely (atomic_load_explicit (&comba_under_valgrind, memory_order_relaxed)))
    comba_valgrind (COMBA_HAPPENS_AFTER, p, 0);
}

/* Called at load: the BYTES bytes at p are atomic variables. */
static inline void
comba_tell_atomic (const volatile void *p, size_t bytes)
{
  comba_valgrind (COMBA_HELGRIND_IGNORE, p, bytes);
  comba_valgrind (COMBA_DRD_IGNORE, p, bytes);
}

/* For an atomic variable of static storage that is written by plain stores (any order but
   memory_order_seq_cst), at file scope. */
#define COMBA_TELL_ATOMIC(x)                                    \
  static void COMBA_AT_LOAD __attribute__ ((constructor))       \
  tell_##x##_is_atomic (void)                                   \
  {                                                             \
    comba_tell_atomic (&x, sizeof x);                           \
  }

#endif
