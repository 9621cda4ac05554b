/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_PARALLEL_RELAX_H
#define COMBA_PARALLEL_RELAX_H

/* Tells the CPU that this thread polls a memory location. */
static inline void
comba_relax (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#elif defined __aarch64__
  __asm__ volatile ("yield");
#endif
}

#endif
