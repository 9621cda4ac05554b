/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sub_divide_3_adx (rp, ap, bp, n): rp = (ap - bp) / 3.  The contract is in adx.h.

   From the low end (Jebelean 1993), with one product a limb: 1/3 = -(B-1)/3 modulo B.
   With d a limb of the difference and p = d (B-1)/3, the quotient's limb is r - lo (p), and
   r becomes that less hi (p) and the borrow.  The difference goes through the overflow flag,
   the rest of a limb, which leaves no carry behind, through the carry flag.  Two cycles a limb,
   the latency of r. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define BP %r10
#define COUNT %rcx
#define THIRD %r11                      /* (B-1) / 3 */
#define R %r8

        .macro  LIMB    i
        mov     8*\i(BP), %rdx
        not     %rdx
        adox    8*\i(AP), %rdx
        mulx    THIRD, %rax, %rdx
        not     %rax
        stc
        adcx    %rax, R
        mov     R, 8*\i(RP)
        not     %rdx
        adcx    %rdx, R
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(RP), RP
        lea     -1(COUNT), COUNT
        .endm

/* n mod 4 limbs one by one, then four at a time. */
FUNCTION comba_sub_divide_3_adx
        mov     %rdx, BP
        mov     %rcx, %r9
        and     $3, %ecx
        shr     $2, %r9
        movabs  $0x5555555555555555, THIRD
        xor     %r8d, %r8d
        mov     $0x7f, %al
        inc     %al                     /* the overflow flag: a - b is a + ~b + 1 */
        jmp     2f
1:      LIMB    0
        ADVANCE 1
2:      jrcxz   3f
        jmp     1b
3:      mov     %r9, COUNT
        jmp     5f
        .p2align 4
4:      LIMB    0
        LIMB    1
        LIMB    2
        LIMB    3
        ADVANCE 4
5:      jrcxz   6f
        jmp     4b
6:      ret
END comba_sub_divide_3_adx
