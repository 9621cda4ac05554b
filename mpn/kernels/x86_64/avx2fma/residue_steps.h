/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Contexts and conversions of representations on signed digits in doubles, for any DIGIT_BITS.

   A context begins with HEADER, then n limbs each of P, D and beta^n - D
   (residue/divide_rows.h), and the digits of R^2 mod P; the rest belongs to the representation.
   An element is digits of DIGIT_BITS bits and stands for x R mod P, where R is a power of 2. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_RESIDUE_STEPS_H
#define COMBA_KERNELS_X86_64_AVX2FMA_RESIDUE_STEPS_H

#include "residue/divide_rows.h"
#include "residue/representation.h"
#include "residue/precompute.h"
#include "arith/scratch.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* The shift and the reciprocal are those of residue/divide_rows.h; numbers of the representation
   begin at AT_OWN. */
enum { AT_N, AT_SHIFT, AT_RECIPROCAL, AT_OWN, HEADER = 8 };
enum area { AREA_P, AREA_D, AREA_COMPLEMENT, AREAS };

/* The size of everything before the digits. */
static inline size_t
limbs_size (mp_size_t n)
{
  return HEADER + AREAS * comba_whole_lines (n);
}

static inline mp_ptr
area (mp_srcptr context, enum area i)
{
  return (mp_ptr) context + HEADER + i * comba_whole_lines (context[AT_N]);
}

static inline double *
r2_digits (mp_srcptr context)
{
  return (double *) ((mp_ptr) context + limbs_size ((mp_size_t) context[AT_N]));
}

/* What does not serve divisions. */
static inline void
init_limbs_sec (mp_ptr context, mp_srcptr pp, mp_size_t n)
{
  context[AT_N] = (mp_limb_t) n;
  memcpy (area (context, AREA_P), pp, BYTES (n));
}

static inline void
init_limbs (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n)
{
  init_limbs_sec (context, pp, n);
  const struct comba_divisor d = comba_divisor_init (k, area (context, AREA_D), area (context, AREA_COMPLEMENT), pp, n);
  context[AT_SHIFT] = (mp_limb_t) d.shift;
  context[AT_RECIPROCAL] = d.rows.inverse;
}

static inline struct comba_divisor
divisor (const struct comba_config *k, mp_srcptr context)
{
  return comba_divisor_of (k, area (context, AREA_D), area (context, AREA_COMPLEMENT),
                           (mp_size_t) context[AT_N], (int) context[AT_SHIFT],
                           context[AT_RECIPROCAL]);
}

/* The lowest COUNT digits of ap[0..an-1], from -B/2 to B/2 - 1, B = 2^DIGIT_BITS; the top one
   from 0 to B. */
static inline void
digits_of_limbs (double *xp, mp_size_t count, mp_srcptr ap, mp_size_t an)
{
  const mp_limb_t one = 1;
  mp_limb_t carry = 0;
  for (mp_size_t k = 0; k < count; k++)
    {
      const mp_size_t bit = DIGIT_BITS * k, i = bit / 64;
      const int shift = (int) (bit % 64);
      mp_limb_t d = i < an ? ap[i] >> shift : 0;
      if (i + 1 < an && shift > 64 - DIGIT_BITS)
        d |= ap[i + 1] << (64 - shift);
      d = (d & ((one << DIGIT_BITS) - 1)) + carry;
      carry = k + 1 < count ? (d + (one << (DIGIT_BITS - 1))) >> DIGIT_BITS : 0;
      xp[k] = (double) ((int64_t) d - (int64_t) (carry << DIGIT_BITS));
    }
}

/* rp[0..n-1] = 2^bit mod P, canonical.  Scratch: the limbs of 2^bit, and 3n + 1. */
static inline void
power_of_two (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_size_t bit, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N], power = bit / 64 + 1;
  const struct comba_divisor d = divisor (k, context);
  mp_ptr x = scratch + power, t = x + n;
  memset (scratch, 0, BYTES (power));
  scratch[power - 1] = (mp_limb_t) 1 << bit % 64;
  comba_divisor_encode (&d, x, scratch, power, t);
  comba_divisor_decode (&d, rp, x, n, t);
}

#endif
