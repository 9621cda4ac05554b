/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Lines of cache on their way from the thread that wrote them to one that reads them next.  Hints: n = 0 is allowed, and
   nothing happens where there is no such instruction. */

#ifndef COMBA_PARALLEL_LINES_H
#define COMBA_PARALLEL_LINES_H

#include "limb.h"

#define COMBA_LINE_BYTES 64

/* Asks the CPU to move the n limbs at p from its own caches to the one that all share, where
   another CPU finds them in less time.  x86-64 CPUs without cldemote take it for a nop; assemblers
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

/* Asks for the n limbs at p, which another thread wrote: they come one by one unless they are asked for before. */
static inline void
comba_fetch (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i += COMBA_LINE_BYTES / (mp_size_t) sizeof *p)
    __builtin_prefetch (p + i);
}

/* Claims the lines of what is at p, which another thread has read and this one is about to write: each has to be taken from
   the other's caches first. */
static inline void
comba_claim (const void *p, size_t bytes)
{
  const char *line = p, *end = line + bytes;
  for (; line < end; line += COMBA_LINE_BYTES)
#ifdef __x86_64__
    __asm__ volatile ("prefetchw %0" : : "m" (*line));  /* a nop where there is none; compilers take another without -mprfchw */
#else
    __builtin_prefetch (line, 1);
#endif
}

#endif
