/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of operands of medium length by complex Fourier transforms in doubles.

   The operands are cut into digits of 16 bits, from -2^15 to 2^15.  The coefficients of the product
   of the two polynomials come out with an error that is proven to be less than 1/2, for all
   operands, so rounding them gives the exact product (doc/algorithms/fft.md).

   Timing class of all functions here: instructions and addresses depend on the sizes alone. */

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

/* Returns the scratch in limbs of fft->mul for products of up to n limbs with any configuration that
   this CPU can run; 0 if none has an FFT so long.  (mul/fft/fft_mul.c) */
size_t comba_fft_itch (mp_size_t n);

#endif
