/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_rows_<n>_adx (rp, ap, n, bp, bn), n = 1..32: rp[0..n+bn-1] = ap[0..n-1] * bp[0..bn-1], any bn >= 1;
   returns rp[n+bn-1].  The contract is that of comba_mul_rows_fn (adx.h).

   A straight line of n limbs for each limb of b, added to what is in rp.  Each product is mulx, two additions with carry
   and a store: all four go where others do not wait for them, whatever is done between calls.  Accumulators in
   registers (columns_adx.h) save the store, but then which of its two ports an addition takes depends on every instruction
   before it.

   n                                4   6   8  10  12  16  20  24  32
   Golden Cove, cycles for a row  5.5 8.3  11  13  15  19  23  30  39 */

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
