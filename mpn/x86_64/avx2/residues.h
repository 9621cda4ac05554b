/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues modulo odd P in signed digits in doubles: what forms have in common, whatever digits they have.

   A context begins with its HEADER, n limbs each of P, D and beta^n - D (division.h), and the digits of R^2 mod P; the rest is
   the form's.  An element is digits of DIGIT_BITS bits, x R mod P, R a power of 2.

   The form, which includes this, has
     product: zp = x y / R mod P, |zp| < P, for |x y| < beta^n P,
     square_times: the same of x^2, or 2 x^2 if DOUBLED, for |x| < P,
     element_digits: how many an element has;
   zp may be x or y. */

#ifndef COMBA_AVX2_RESIDUES_H
#define COMBA_AVX2_RESIDUES_H

#include "mod/division.h"
#include "mod/form.h"
#include "mod/mod.h"
#include "generic/generic.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static void product (mp_srcptr context, double *zp, const double *xp, const double *yp, mp_ptr scratch);
static void square_times (mp_srcptr context, double *zp, const double *xp, mp_ptr scratch, int doubled);
static inline mp_size_t element_digits (mp_srcptr context);

/* s and the reciprocal are those of division.h; from AT_OWN on numbers of the form's. */
enum { AT_N, AT_SHIFT, AT_RECIPROCAL, AT_OWN, HEADER = 8 };
enum area { AREA_P, AREA_D, AREA_COMPLEMENT, AREAS };

/* All before the digits. */
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

static inline void
init_limbs (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n)
{
  context[AT_N] = (mp_limb_t) n;
  memcpy (area (context, AREA_P), pp, BYTES (n));
  const struct comba_divisor d = comba_divisor_init (k, area (context, AREA_D), area (context, AREA_COMPLEMENT), pp, n);
  context[AT_SHIFT] = (mp_limb_t) d.shift;
  context[AT_RECIPROCAL] = d.reciprocal;
}

static inline struct comba_divisor
divisor (const struct comba_kernels *k, mp_srcptr context)
{
  return comba_divisor_of (k, area (context, AREA_D), area (context, AREA_COMPLEMENT),
                           (mp_size_t) context[AT_N], (int) context[AT_SHIFT],
                           context[AT_RECIPROCAL]);
}

/* The lower COUNT digits of ap[0..an-1], from -B/2 to B/2 - 1, B = 2^DIGIT_BITS, the uppermost from 0 to B. */
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

/* R has so many digits: two squares of R 2^e mod P, 4 e = its bits.  Scratch: 5 / 4 of its limbs, and 4n and one more. */
static inline void
make_r2 (const struct comba_kernels *k, mp_ptr context, mp_size_t radix, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  const mp_size_t bit = radix * DIGIT_BITS / 4 * 5, power = bit / 64 + 1;
  const struct comba_divisor d = divisor (k, context);
  mp_ptr x = scratch + power, y = x + n, t = y + n;
  memset (scratch, 0, BYTES (power));
  scratch[power - 1] = (mp_limb_t) 1 << bit % 64;
  comba_divisor_enter (&d, x, scratch, power, t);
  comba_divisor_leave (&d, y, x, n, t);
  double *const r2 = r2_digits (context);
  digits_of_limbs (r2, element_digits (context), y, n);
  square_times (context, r2, r2, scratch, 0);
  square_times (context, r2, r2, scratch, 0);
}

static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  if (an > n)
    {
      const struct comba_divisor d = divisor (k, context);
      comba_divisor_enter (&d, scratch, ap, an, scratch + n);
      ap = scratch;
      an = n;
    }
  double *const x = (double *) xp;
  digits_of_limbs (x, element_digits (context), ap, an);
  product (context, x, x, r2_digits (context), scratch);
}

/* rp[0..n-1] = X mod P, |X| < P. */
static inline void
limbs_of_digits (mp_srcptr context, mp_ptr rp, const double *xp)
{
  const mp_size_t n = (mp_size_t) context[AT_N], digits = element_digits (context);
  __int128 rest = 0;
  int bits = 0;
  mp_size_t i = 0;
  for (mp_size_t k = 0; k < digits; k++)
    {
      rest += (__int128) ((unsigned __int128) (int64_t) xp[k] << bits);
      bits += DIGIT_BITS;
      if (bits >= 64)
        {
          if (i < n)
            rp[i++] = (mp_limb_t) rest;
          rest >>= 64;
          bits -= 64;
        }
    }
  if (i < n)
    rp[i] = (mp_limb_t) rest, rest >>= 64;
  if (rest < 0)
    comba_add_n (rp, rp, area (context, AREA_P), n);
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  product (context, (double *) zp, (const double *) xp, (const double *) yp, scratch);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  square_times (context, (double *) zp, (const double *) xp, scratch, 0);
}

static void
sqr_twice (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  square_times (context, (double *) zp, (const double *) xp, scratch, 1);
}

#define FORM(text, least, most, condition) \
  {                             \
    .name = text,               \
    .odd_only = 1,              \
    .min = least,               \
    .max = most,                \
    .aligned = 1,               \
    .pays = condition,          \
    .context_size = context_size, \
    .element_size = element_size, \
    .itch = itch,               \
    .init = init,               \
    .enter = enter,             \
    .leave = leave,             \
    .mul = mul,                 \
    .sqr = sqr,                 \
    .sqr_twice = sqr_twice,     \
  }

#endif
