/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Intel CPUs with mulx and ADX.  Products of n limbs by any number of limbs, in rows.

   comba_mul_rows_<n>_adx, n = 1..32: rp[0..n+bn-1] = ap[0..n-1] * bp[0..bn-1]; returns rp[n+bn-1].

     mp_limb_t comba_mul_rows_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_srcptr bp,
                                       mp_size_t bn);

   System V AMD64: rp in rdi, ap in rsi, n in rdx (not read), bp in rcx, bn in r8; result in rax.
   bn >= 1, also above n.  rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rcx, rdx, rdi, r8-r11 and the flags.
   Time depends on n and bn alone.

   For each limb of b one straight line of n limbs, which adds to rp in memory.  A product is a
   mulx, two additions with carry and a store, and each of the four issues where the others need not
   wait for it, whatever runs between calls.  Accumulators in registers
   (kernels/x86_64/adx/columns_adx.h) save the store, but then the port of an addition depends on
   every instruction before it. */

#include "kernels/x86_64/adx/memory_rows.h"

#define LIMBS_OF_B %r10
#define COUNT %r11

        .macro  MUL_ROWS n
FUNCTION comba_mul_rows_\n\()_adx
        mov     %rcx, LIMBS_OF_B
        mov     (%rcx), %rdx
        mov     %r8, COUNT
        xor     %ecx, %ecx
        mulx    (AP), %r9, %rax
        mov     %r9, (RP)
        LIMBS   PRODUCT, \n, 1
        FOLD_INTO_RAX ADD_CARRY, \n
        mov     %rax, 8*\n(RP)
        dec     COUNT
        jz      2f
        .p2align 5
1:      lea     8(LIMBS_OF_B), LIMBS_OF_B
        lea     8(RP), RP
        mov     (LIMBS_OF_B), %rdx
        xor     %ecx, %ecx              /* no carries */
        LOWEST_LIMB
        LIMBS   LIMB, \n, 1
        FOLD_INTO_RAX ADD_CARRIES, \n
        mov     %rax, 8*\n(RP)
        dec     COUNT
        jnz     1b
2:      ret
END comba_mul_rows_\n\()_adx
        .endm

        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32
        MUL_ROWS \n
        .endr
