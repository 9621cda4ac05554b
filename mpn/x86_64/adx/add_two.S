/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_add_add_n_adx, comba_add_sub_n_adx and comba_sub_sub_n_adx (rp, ap, bp, cp, n):
   rp = ap + bp + cp, ap + bp - cp and ap - bp - cp, n limbs each; what is carried out is
   returned, -2 to 2.  The contracts are in adx.h.

   Two chains of carries: c + a goes through the carry flag, + b through the
   overflow flag.  -c is its complement and a carry, so is -b.  One cycle a limb. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx
#define CP %r10
#define COUNT %rcx

/* \subtract: how many of b and c, c first. */
        .macro  LIMB    subtract, i
        mov     8*\i(CP), %rax
        .if     \subtract
        not     %rax
        .endif
        adcx    8*\i(AP), %rax
        .if     \subtract == 2
        mov     8*\i(BP), %r9
        not     %r9
        adox    %r9, %rax
        .else
        adox    8*\i(BP), %rax
        .endif
        mov     %rax, 8*\i(RP)
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(CP), CP
        lea     8*\limbs(RP), RP
        lea     -1(COUNT), COUNT
        .endm

/* n mod 8 limbs one by one, then eight at a time. */
        .macro  CHAINS  name, subtract
FUNCTION \name
        mov     %rcx, CP
        mov     %r8, COUNT
        and     $7, %ecx
        shr     $3, %r8
        .if     \subtract == 2
        mov     $0x80, %al
        add     %al, %al                /* both flags */
        .else
        xor     %eax, %eax
        .endif
        .if     \subtract == 1
        stc
        .endif
        jmp     2f
1:      LIMB    \subtract, 0
        ADVANCE 1
2:      jrcxz   3f
        jmp     1b
3:      mov     %r8, COUNT
        jmp     5f
        .p2align 4
4:      .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
        LIMB    \subtract, \i
        .endr
        ADVANCE 8
5:      jrcxz   6f
        jmp     4b
6:      mov     $-\subtract, %rax
        mov     $0, %edx
        adcx    %rdx, %rax
        adox    %rdx, %rax
        ret
END \name
        .endm

        CHAINS  comba_add_add_n_adx, 0
        CHAINS  comba_add_sub_n_adx, 1
        CHAINS  comba_sub_sub_n_adx, 2
