/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Hints for data that one thread has written and another reads next.  Cache lines must travel from
   one CPU to another, which takes time.  All functions here are hints: n = 0 is allowed, and
   nothing happens where the CPU has no such instruction. */

#ifndef COMBA_PARALLEL_HAND_OVER_H
#define COMBA_PARALLEL_HAND_OVER_H

#include "limb.h"

#define COMBA_FETCH_BYTES 64

/* Asks the CPU to move the n limbs at p from its own caches to the cache that all CPUs share, where
   another thread finds them sooner.  x86-64 CPUs without cldemote execute it as a nop.  It is
   written as bytes because some assemblers do not know it. */
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

/* Prefetches the n limbs at p, which another thread wrote.  Without this the lines arrive one after
   the other. */
static inline void
comba_fetch_result (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i += COMBA_FETCH_BYTES / (mp_size_t) sizeof *p)
    __builtin_prefetch (p + i);
}

/* Prefetches for writing the bytes at p, which another thread has read: their lines must first
   leave that thread's caches. */
static inline void
comba_reclaim (const void *p, size_t bytes)
{
  const char *line = p, *end = line + bytes;
  for (; line < end; line += COMBA_FETCH_BYTES)
#ifdef __x86_64__
    /* A nop on CPUs without it.  Compilers choose another instruction without -mprfchw. */
    __asm__ volatile ("prefetchw %0" : : "m" (*line));
#else
    __builtin_prefetch (line, 1);
#endif
}

#endif
