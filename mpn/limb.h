/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs, double limbs, and what every file of the library needs.
   GMP's headers give the limb type, so that its ABI is ours by construction. */

#ifndef COMBA_LIMB_H
#define COMBA_LIMB_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <stddef.h>
#include <stdint.h>
#include <gmp.h>

#if GMP_NAIL_BITS != 0
#error "comba does not support a GMP built with nails"
#endif

/* A double limb: holds the product of two limbs. */
#if GMP_LIMB_BITS == 64
typedef unsigned __int128 comba_dlimb;
#elif GMP_LIMB_BITS == 32
typedef uint64_t comba_dlimb;
#else
#error "limbs of 32 or 64 bits only"
#endif

/* rp[0..1] = a * b */
static inline void
comba_mul_limbs (mp_ptr rp, mp_limb_t a, mp_limb_t b)
{
  comba_dlimb product = (comba_dlimb) a * b;
  rp[0] = (mp_limb_t) product;
  rp[1] = (mp_limb_t) (product >> GMP_LIMB_BITS);
}

#define COMBA_LIMB_MAX (~(mp_limb_t) 0)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Without debugging information where the compiler can: clang takes most of its time for the
   variables of unrolled loops. */
#ifdef __clang__
#define ALWAYS_INLINE inline __attribute__ ((always_inline, nodebug))
#else
#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#endif

/* On functions that are called from outside.  Programs for i386 that were compiled long ago, or
   with -mpreferred-stack-boundary=2, keep the stack at a multiple of 4 bytes alone; compilers
   now count on 16 where they put a vector there. */
#ifdef __i386__
#define COMBA_ALIGN_STACK __attribute__ ((force_align_arg_pointer))
#else
#define COMBA_ALIGN_STACK
#endif

/* On the definition of a function that libcomba.sym lists.  The alignment, to a line of the
   cache, saves a cycle of the ten or less that the smallest products take.  ANY_STACK: it needs no stack
   itself, and what it calls needs none that is aligned. */
#define COMBA_EXPORT_ANY_STACK __attribute__ ((visibility ("default"), aligned (64)))
#define COMBA_EXPORT COMBA_EXPORT_ANY_STACK COMBA_ALIGN_STACK

/* The same for a function that libgmp.a has in one object with others: who links libcomba.a and libgmp.a may get
   both. The dynamic loader takes no notice. */
#define COMBA_EXPORT_WEAK COMBA_EXPORT __attribute__ ((weak))

/* On what runs when the library is loaded: kept together, so that a process which does not multiply touches
   few pages. */
#define COMBA_AT_LOAD __attribute__ ((cold))

#ifdef COMBA_ASSERTS
#include <assert.h>
#define ASSERT(x) assert (x)
#else
#define ASSERT(x) ((void) 0)
#endif

/* For ASSERT: the n-limb areas at x and y have no limb in common. */
#define COMBA_SEPARATE(x, xn, y, yn) \
  ((uintptr_t) ((x) + (xn)) <= (uintptr_t) (y) || (uintptr_t) ((y) + (yn)) <= (uintptr_t) (x))

#endif
