/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of operands of medium length by complex Fourier transforms in doubles.

   The operands are cut into digits of 16 bits, from -2^15 to 2^15.  The coefficients of the product
   of the two polynomials come out with an error that is proven to be less than 1/2, for all
   operands, so rounding them gives the exact product (doc/algorithms/fft.md).

   Timing class of all functions here: instructions and addresses depend on the sizes alone, but for
   rare carries in products modulo beta^m + 1. */

#ifndef COMBA_MUL_FFT_FFT_H
#define COMBA_MUL_FFT_FFT_H

#include "limb.h"

struct comba_fft
{
  /* The longest product, an + bn, in limbs: at least COMBA_PRODUCT_FFT_MAX (mul/mul.h). */
  mp_size_t max;

  /* Returns the scratch in limbs for products of an x bn limbs; an, bn >= 1, an + bn <= max. */
  size_t (*itch) (mp_size_t an, mp_size_t bn);

  /* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
     an, bn >= 1, an + bn <= max.  rp overlaps neither source; the sources may overlap.  If they are
     equal, the product is a square and needs two transforms instead of three.
     scratch has itch (an, bn) limbs and overlaps nothing.  MXCSR is restored.
     Returns 1; or 0, with rp unchanged, while another call computes the roots of unity for the first
     product of this length, or if that call was left, or the process forked, meanwhile. */
  int (*mul) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* Products modulo beta^m + 1, m <= plus_max, and products of at most m limbs, with one operand that
     is prepared: transformed once for many products. */
  mp_size_t plus_max;

  /* Returns the least m >= n >= 1 for which there is a transform, or 0. */
  mp_size_t (*size) (mp_size_t n);

  /* Returns the limbs of a prepared operand, a multiple of 8, for an m from size. */
  size_t (*prepared_size) (mp_size_t m);

  /* Prepares bp[0..bn-1], 1 <= bn < m.  PREPARED is aligned to 64 bytes and does not overlap bp.  No
     scratch.  MXCSR is restored.  Returns 1; or 0 with nothing prepared, as mul. */
  int (*prepare) (mp_size_t m, mp_ptr prepared, mp_srcptr bp, mp_size_t bn);

  /* Returns the scratch of mul_prepared in limbs. */
  size_t (*prepared_itch) (mp_size_t m);

  /* rn < m:  rp[0..rn-1] = ap[0..an-1] * b mod beta^rn, rn <= an + bn <= m
     rn = m:  rp[0..m-1] + top beta^m == ap[0..an-1] * b (mod beta^m + 1), in [0, beta^m], m <=
     plus_max or an + bn <= m
     1 <= an < m.  rp equals ap or does not overlap it.  scratch has prepared_itch (m) limbs and
     overlaps nothing.  MXCSR is restored.
     Returns top, which is 1 only if rp is 0; if rn < m, 0. */
  mp_limb_t (*mul_prepared) (mp_size_t m, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr prepared,
                             mp_ptr scratch);
};

/* root[0] + i root[1] = e^(2 pi i x / 2^64); each part has an error of at most 2^-54 + 2^-58, even if
   x is off by 2.  Rounding is to nearest.  (mul/fft/roots.c) */
void comba_fft_root (double root[2], uint64_t x);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an, bn >= 1.  rp overlaps neither source; the sources may overlap, or be equal.
   Scratch: comba_scratch_get's.
   Returns 1; or 0, with rp unchanged, if an + bn > fft->max, an allocation fails, or as
   fft->mul.  (mul/fft/fft_mul.c) */
int comba_fft_mul (const struct comba_fft *fft, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* The lengths grow in steps of up to a third, the time of Toom about as n^(3/2).  Returns whether the
   latter has grown as much as the former from FROM limbs, a threshold, to the mean n >= FROM of an and
   bn.  From 2 FROM limbs on it always has, and where an + bn > fft->max.  (mul/fft/fft_mul.c) */
int comba_fft_gains (const struct comba_fft *fft, mp_size_t from, mp_size_t n, mp_size_t an, mp_size_t bn);

/* Returns the scratch in limbs of fft->mul for products of up to n limbs with any configuration that
   this CPU can run; 0 if none has an FFT so long.  (mul/fft/fft_mul.c) */
size_t comba_fft_itch (mp_size_t n);

#endif
