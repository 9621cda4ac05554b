/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Results that another thread reads next. */

#ifndef COMBA_DEMOTE_H
#define COMBA_DEMOTE_H

#include "limb.h"

#define COMBA_LINE_BYTES 64

/* Asks the CPU to move the n limbs at p from its own caches to the one that all share, where
   another CPU finds them in less time.  A hint: n = 0 is allowed, and nothing happens where
   there is no such instruction.  x86-64 CPUs without cldemote take it for a nop; assemblers
   without it are the reason for the bytes. */
static inline void
comba_demote (mp_srcptr p, size_t n)
{
#ifdef __x86_64__
  uintptr_t line = (uintptr_t) p & -(uintptr_t) COMBA_LINE_BYTES, end = (uintptr_t) (p + n);
  for (; line < end; line += COMBA_LINE_BYTES)
    __asm__ volatile (".byte 0x0f, 0x1c, 0x00" : : "a" (line) : "memory");      /* cldemote (%rax) */
#else
  (void) p, (void) n;
#endif
}

#endif
