/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product of any length by w = 2..9 limbs of b, in a loop of the steps of columns.h. */

#include "columns.h"

/* The first step leaves an - 1, which go two at a time; if their number is odd
   the first round begins with its second step.  COUNT is the register of acc[w], or (%rsp) with
   w = 9, which has no register left. */
        .macro  BY_COLUMNS w, count, add=0
        SAVE_ACC (\w + 1)
        .if     \w == 9
        push    %rdx
        .cfi_adjust_cfa_offset 8
        .else
        mov     %rdx, \count
        .endif
        FIRST_STEP \w, \add
        shrq    \count
        mov     EVEN, ODD
        jnc     2f
        lea     8(AP), AP
        lea     8(RP), RP
        jz      3f
        .p2align 5
1:      STEP    \w, 0, EVEN, ODD, \add
2:      STEP    \w, 1, ODD, EVEN, \add
        lea     16(AP), AP
        lea     16(RP), RP
        decq    \count
        jnz     1b
3:      LAST_LIMBS \w, 0, EVEN
        .if     \w == 9
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        .endif
        RESTORE_ACC (\w + 1)
        ret
        .endm
