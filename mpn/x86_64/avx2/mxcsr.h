/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The state of floating-point arithmetic: the default within, the caller's after it. */

#ifndef COMBA_AVX2_MXCSR_H
#define COMBA_AVX2_MXCSR_H

#include "limb.h"

/* What the caller had in MXCSR; the default is set. */
static ALWAYS_INLINE unsigned
begin_arithmetic (void)
{
  enum { FLAGS = 0x3f, DEFAULT = 0x1f80 };
  unsigned before;
  __asm__ volatile ("stmxcsr %0" : "=m" (before) : : "memory");
  if (unlikely ((before & ~FLAGS) != DEFAULT))
    {
      const unsigned none = DEFAULT;
      __asm__ volatile ("ldmxcsr %0" : : "m" (none) : "memory");
    }
  return before;
}

static ALWAYS_INLINE void
end_arithmetic (unsigned before)
{
  unsigned now;
  __asm__ volatile ("stmxcsr %0" : "=m" (now) : : "memory");
  if (unlikely (now != before))
    __asm__ volatile ("ldmxcsr %0" : : "m" (before) : "memory");
}

/* The same where nothing but rounding is flagged: without a second look, which waits for all results. */
static ALWAYS_INLINE void
end_inexact (unsigned before)
{
  enum { INEXACT = 0x20, FLAGS = 0x3f, DEFAULT = 0x1f80 };
  if (unlikely ((before & ~FLAGS) != DEFAULT || (before & INEXACT) == 0))
    __asm__ volatile ("ldmxcsr %0" : : "m" (before) : "memory");
}

#endif
