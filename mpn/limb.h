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

#define COMBA_LIMB_MAX (~(mp_limb_t) 0)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)
#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* On the definition of a function that libcomba.sym lists.  The alignment saves
   a cycle of the ten or less that the smallest products take. */
#define COMBA_EXPORT __attribute__ ((visibility ("default"), aligned (32)))

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
