/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Saves and restores the rounding mode, masks and flags of the caller around arithmetic on
   doubles. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_MXCSR_H
#define COMBA_KERNELS_X86_64_AVX2FMA_MXCSR_H

#include "limb.h"

#ifdef __FAST_MATH__
#error "sums of doubles are exact here only as they are written: -ffast-math (-Ofast) cannot be"
#endif

enum { MXCSR_FLAGS = 0x3f, MXCSR_INEXACT = 0x20, MXCSR_DEFAULT = 0x1f80 };

/* Sets MXCSR to its default and returns the previous value. */
static ALWAYS_INLINE unsigned
begin_arithmetic (void)
{
  unsigned before;
  __asm__ volatile ("stmxcsr %0" : "=m" (before) : : "memory");
  if (unlikely ((before & ~MXCSR_FLAGS) != MXCSR_DEFAULT))
    {
      const unsigned none = MXCSR_DEFAULT;
      __asm__ volatile ("ldmxcsr %0" : : "m" (none) : "memory");
    }
  return before;
}

/* Restores MXCSR.  The arithmetic raises only the inexact flag, which is not looked at: it
   depends on the operands, and time must not. */
static ALWAYS_INLINE void
end_arithmetic (unsigned before)
{
  if (unlikely ((before & ~MXCSR_FLAGS) != MXCSR_DEFAULT || (before & MXCSR_INEXACT) == 0))
    __asm__ volatile ("ldmxcsr %0" : : "m" (before) : "memory");
}

#endif
