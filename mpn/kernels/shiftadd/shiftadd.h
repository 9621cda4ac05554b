/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products for CPUs without a multiplier: additions and shifts alone.  The object code contains no
   multiplication and no call of a compiler's multiplication routine.

   Bit by bit, time depends on the sizes alone, as for every other basecase.  Sliding windows
   (paper 002) are about three times as fast, but their branches and addresses depend on the
   values. */

#ifndef COMBA_KERNELS_SHIFTADD_SHIFTADD_H
#define COMBA_KERNELS_SHIFTADD_SHIFTADD_H

#include "mul/toom/toom.h"

/* Whether the target has no multiplier. */
#if defined __riscv && !defined __riscv_mul && !defined __riscv_zmmul
#define COMBA_WITHOUT_MULTIPLIER 1
#endif

/* Bit by bit.  The contracts are those of dispatch/config.h: time depends on the sizes alone. */
comba_mul_basecase_fn comba_mul_bit_by_bit;
comba_sqr_basecase_fn comba_sqr_bit_by_bit;

/* Sliding windows below the thresholds of Toom-3, Toom-22 above.  There is no Toom in more
   points, because its linear steps multiply.  Time depends on the values. */
extern const struct comba_toom_linear comba_toom_additions;

/* Windows have 1 to COMBA_WINDOW_MAX bits. */
#define COMBA_WINDOW_MAX 8

/* The longest operand, in limbs, whose multiples are precomputed; longer ones are cut. */
#define COMBA_WINDOWS_BLOCK (2048 / GMP_LIMB_BITS)

/* Limbs of the table of multiples of an operand of n limbs: 1, 3, ... 2^m - 1 times the operand. */
static inline mp_size_t
comba_windows_table (mp_size_t n, int m)
{
  return (n + 1) << (m - 1);
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], by precomputed multiples of b for the digits of a: 1,
   3, ... 2^m - 1 in windows of m bits, or with IS_SIGNED these and their negatives in windows of m
   + 1 bits.
   an >= bn >= 1, 1 <= m <= COMBA_WINDOW_MAX; rp overlaps neither source; the sources may overlap.
   No scratch; the table for min (bn, COMBA_WINDOWS_BLOCK) limbs is in memory of the thread
   (comba_own_take), or on the stack if it does not fit there.
   Time depends on the values.  Paper 002, section 2. */
void comba_mul_windows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                        int m, int is_signed);

/* rp[0..2n-1] = ap[0..n-1]^2.
   n >= 1; rp does not overlap ap.  Otherwise as comba_mul_windows.  Paper 002, section 3. */
void comba_sqr_windows (mp_ptr rp, mp_srcptr ap, mp_size_t n, int m, int is_signed);

#endif
