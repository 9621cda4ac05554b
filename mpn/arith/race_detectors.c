/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Requests to Valgrind.  On x86-64 they need none of Valgrind's headers, so every build sends them.
   Elsewhere only builds that find the headers do. */

#include "arith/race_detectors.h"

#if !defined __x86_64__ && defined __has_include
#if __has_include (<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif

_Atomic int comba_under_valgrind;

/* The four rotations amount to none, and the exchange does nothing; Valgrind knows the sequence. */
unsigned long
comba_valgrind (enum comba_valgrind_request request, const volatile void *p, size_t bytes)
{
#ifdef __x86_64__
  const uint64_t words[6] = { request, (uintptr_t) p, bytes };
  uint64_t result = 0;
  __asm__ volatile ("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                    : "+d" (result) : "a" ((uintptr_t) words) : "cc", "memory");
  return (unsigned long) result;
#elif defined VALGRIND_DO_CLIENT_REQUEST_EXPR
  (void) request, (void) p, (void) bytes;       /* on some CPUs the macro is a constant */
  return VALGRIND_DO_CLIENT_REQUEST_EXPR (0, request, p, bytes, 0, 0, 0);
#else
  (void) request, (void) p, (void) bytes;
  return 0;
#endif
}

static void COMBA_AT_LOAD __attribute__ ((constructor))
look_for_valgrind (void)
{
  atomic_store_explicit (&comba_under_valgrind, comba_valgrind (COMBA_RUNNING_ON_VALGRIND, NULL, 0) != 0,
                         memory_order_relaxed);
}
