/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_add_n and comba_sub_n (rp, ap, bp, n) for any x86-64, in place of
   arith/add_n.c and sub_n.c.  The contracts are in arith/arith.h.
   One cycle a limb, the latency of the carry, on CPUs since Sandy Bridge. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx

        .macro  LIMB    op, i
        mov     8*\i(AP), %rax
        \op     8*\i(BP), %rax
        mov     %rax, 8*\i(RP)
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(RP), RP
        .endm

/* n mod 4 limbs one by one, then four at a time; the carry stays in its flag. */
        .macro  CHAIN   name, op
FUNCTION \name
        mov     %ecx, %r8d
        shr     $2, %rcx
        and     $3, %r8d
        jz      2f
1:      LIMB    \op, 0
        ADVANCE 1
        dec     %r8d
        jnz     1b
2:      jrcxz   4f
3:      LIMB    \op, 0
        LIMB    \op, 1
        LIMB    \op, 2
        LIMB    \op, 3
        ADVANCE 4
        dec     %rcx
        jnz     3b
4:      mov     $0, %eax
        adc     %eax, %eax
        ret
END \name
        .endm

        CHAIN   comba_add_n, adc
        CHAIN   comba_sub_n, sbb
