/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs, double limbs, and common macros.  GMP's headers define the limb type, so its ABI is
   comba's. */

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

/* A double limb, which holds the product of two limbs. */
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

/* Without debugging information where the compiler can: clang spends most of its time on the
   variables of unrolled loops. */
#ifdef __clang__
#define ALWAYS_INLINE inline __attribute__ ((always_inline, nodebug))
#else
#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#endif

static inline size_t
comba_larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* For functions that are called from outside.  Old programs for i386, and those compiled with
   -mpreferred-stack-boundary=2, align the stack only to 4 bytes.  Compilers now assume 16 bytes
   where they store a vector there. */
#ifdef __i386__
#define COMBA_ALIGN_STACK __attribute__ ((force_align_arg_pointer))
#else
#define COMBA_ALIGN_STACK
#endif

/* For the definition of a function that libcomba.sym lists.  The alignment to a cache line saves a
   cycle of the ten or fewer that the smallest products take.  ANY_STACK: neither the function nor
   its callees need an aligned stack. */
#define COMBA_EXPORT_ANY_STACK __attribute__ ((visibility ("default"), aligned (64)))
#define COMBA_EXPORT COMBA_EXPORT_ANY_STACK COMBA_ALIGN_STACK

/* The same for a function that libgmp.a has in one object with others: a program that links
   libcomba.a and libgmp.a may get both.  The dynamic loader ignores this. */
#define COMBA_EXPORT_WEAK COMBA_EXPORT __attribute__ ((weak))

/* For code that runs when the library is loaded.  It is kept together, so that a process without
   products touches few pages. */
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
