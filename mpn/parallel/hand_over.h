/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What one thread has written and another reads next: cache lines have to go from one CPU to the other, and take
   their time.  All of these are hints; n = 0 is allowed, and nothing happens where the CPU has no such instruction. */

#ifndef COMBA_PARALLEL_HAND_OVER_H
#define COMBA_PARALLEL_HAND_OVER_H

#include "limb.h"

#define COMBA_FETCH_BYTES 64

/* The n limbs at p are done, and another thread reads them next: asks the CPU to move them from its own caches to the
   one that all CPUs share, where they are found in less time.  x86-64 CPUs without cldemote take it for a nop;
   assemblers without it are the reason for the bytes. */
static inline void
comba_hand_over (mp_srcptr p, size_t n)
{
#ifdef __x86_64__
  uintptr_t line = (uintptr_t) p & -(uintptr_t) COMBA_FETCH_BYTES, end = (uintptr_t) (p + n);
  for (; line < end; line += COMBA_FETCH_BYTES)
    __asm__ volatile (".byte 0x0f, 0x1c, 0x00" : : "a" (line) : "memory");      /* cldemote (%rax) */
#else
  (void) p, (void) n;
#endif
}

/* Asks for the n limbs at p, which another thread wrote: read one by one they would come one by one. */
static inline void
comba_fetch_result (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i += COMBA_FETCH_BYTES / (mp_size_t) sizeof *p)
    __builtin_prefetch (p + i);
}

/* Asks for what is at p, which another thread has read and this one is about to write: it has to be taken from the
   other's caches first. */
static inline void
comba_reclaim (const void *p, size_t bytes)
{
  const char *line = p, *end = line + bytes;
  for (; line < end; line += COMBA_FETCH_BYTES)
#ifdef __x86_64__
    /* A nop where there is none; compilers take another instruction without -mprfchw. */
    __asm__ volatile ("prefetchw %0" : : "m" (*line));
#else
    __builtin_prefetch (line, 1);
#endif
}

#endif
