/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_add_n and comba_sub_n (rp, ap, bp, n) for any i386, in place of
   arith/add_n.c and sub_n.c.  The contracts are in arith/arith.h.
   The carry stays in its flag. */

#include "arith/asm_x86.h"

#define RP %edi
#define AP %esi
#define BP %ebx
#define N %ecx

        .macro  LIMB    op, i
        mov     4*\i(AP), %eax
        \op     4*\i(BP), %eax
        mov     %eax, 4*\i(RP)
        .endm

        .macro  ADVANCE limbs
        lea     4*\limbs(AP), AP
        lea     4*\limbs(BP), BP
        lea     4*\limbs(RP), RP
        .endm

/* n mod 8 limbs one by one, then eight at a time. */
        .macro  CHAIN   name, op
FUNCTION \name
        SAVE    %edi
        SAVE    %esi
        SAVE    %ebx
        mov     16(%esp), RP
        mov     20(%esp), AP
        mov     24(%esp), BP
        mov     28(%esp), N
        mov     N, %edx
        shr     $3, N
        and     $7, %edx
        jz      2f
1:      LIMB    \op, 0
        ADVANCE 1
        dec     %edx
        jnz     1b
2:      jecxz   4f
3:      LIMB    \op, 0
        LIMB    \op, 1
        LIMB    \op, 2
        LIMB    \op, 3
        LIMB    \op, 4
        LIMB    \op, 5
        LIMB    \op, 6
        LIMB    \op, 7
        ADVANCE 8
        dec     N
        jnz     3b
4:      mov     $0, %eax
        adc     %eax, %eax
        RESTORE %ebx
        RESTORE %esi
        RESTORE %edi
        ret
END \name
        .endm

        CHAIN   comba_add_n, adc
        CHAIN   comba_sub_n, sbb
