/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* MUL_1: rp[0..n-1] + beta^n c = ap[0..n-1] * b + carry; returns c.

     mp_limb_t MUL_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry);

   The including file defines MUL_1, the function's name, and ADC, the instruction of its carry
   chain: adc or adcx.

   System V AMD64: rp in rdi, ap in rsi, n in rdx, b in rcx, carry in r8; result in rax.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r10 and the flags.
   Time depends on n alone. */

#include "kernels/x86_64/mulx/rows_mulx.h"

        .macro  LIMB    i, below, high
        mulx    8*\i(AP), %r9, \high
        ADC     \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  NO_CARRY
        .endm

        .macro  FOLD    sum
        adc     $0, \sum
        .endm

FUNCTION MUL_1
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        BY_LIMB LIMB, NO_CARRY, FOLD
END MUL_1
