/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The functions of a representation on digits in doubles, for one worker, except those that depend
   on the digits.

   The including file defines
     product: zp = x y / R mod P, |zp| < P, for |x y| < beta^n P;
     square_times: the same for x^2, or for 2 x^2 if DOUBLED, with |x| < P;
     element_digits: the digits of an element;
     whole_digits: the same for n limbs, padding included;
     init_sec, radix_bits: for constant-time powers.
   zp may equal x or y. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_REPRESENTATION_TPL_H
#define COMBA_KERNELS_X86_64_AVX2FMA_REPRESENTATION_TPL_H

#include "kernels/x86_64/avx2fma/residue_steps.h"
#define SELECT_BYTES 32
#include "residue/select_tpl.h"

static void product (mp_srcptr context, double *zp, const double *xp, const double *yp, mp_ptr scratch);
static void square_times (mp_srcptr context, double *zp, const double *xp, mp_ptr scratch, int doubled);
static inline mp_size_t element_digits (mp_srcptr context);

/* R^2 mod P, where R has RADIX digits: two squares of R 2^e mod P with 4 e = the bits of R.
   Scratch: 5/4 of the limbs of R, and 4n + 1. */
static inline void
make_r2 (const struct comba_config *k, mp_ptr context, mp_size_t radix, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  double *const r2 = r2_digits (context);
  power_of_two (k, context, scratch, radix * DIGIT_BITS / 4 * 5, scratch + n);
  digits_of_limbs (r2, element_digits (context), scratch, n);
  square_times (context, r2, r2, scratch, 0);
  square_times (context, r2, r2, scratch, 0);
}

static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  if (an > n)
    {
      const struct comba_divisor d = divisor (k, context);
      comba_divisor_encode (&d, scratch, ap, an, scratch + n);
      ap = scratch;
      an = n;
    }
  double *const x = (double *) xp;
  digits_of_limbs (x, element_digits (context), ap, an);
  product (context, x, x, r2_digits (context), scratch);
}

/* rp[0..n-1] = X mod P, canonical, for |X| < P. */
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
  const mp_limb_t negative = (mp_limb_t) (rest >> 64);
  mp_limb_t carry = 0;
  for (i = 0; i < n; i++)
    {
      const comba_dlimb sum = (comba_dlimb) rp[i] + (area (context, AREA_P)[i] & negative) + carry;
      rp[i] = (mp_limb_t) sum;
      carry = (mp_limb_t) (sum >> 64);
    }
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  product (context, (double *) zp, (const double *) xp, (const double *) yp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  square_times (context, (double *) zp, (const double *) xp, scratch, 0);
}

static void
sqr_twice (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  square_times (context, (double *) zp, (const double *) xp, scratch, 1);
}

/* init_sec: as init, with the digits of r2p.  Its time depends on n alone. */
static void init_sec (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p,
                      mp_ptr scratch);
static size_t radix_bits (mp_size_t n);
static const struct comba_representation_sec sec;

/* Defines comba_representation_NAME. */
#define REPRESENTATION(NAME, least, most, condition) \
  static const struct comba_representation_sec sec = { \
    .rep = &comba_representation_##NAME, .radix_bits = radix_bits, .init = init_sec, .select = select_entry \
  };                            \
  const struct comba_representation comba_representation_##NAME = { \
    .name = #NAME,              \
    .odd_only = 1,              \
    .min = least,               \
    .max = most,                \
    .aligned = 1,               \
    .setup = 7,                 \
    .digits = whole_digits,     \
    .pays = condition,          \
    .context_size = context_size, \
    .element_size = element_size, \
    .itch = itch,               \
    .init = init,               \
    .encode = encode,             \
    .decode = decode,             \
    .mul = mul,                 \
    .sqr = sqr,                 \
    .sqr_twice = sqr_twice,     \
    .sec = &sec,                \
  }

#endif
