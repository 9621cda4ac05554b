/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_adx (rp, ap, n, b): the contract is that of comba_addmul_1_fn (kernels.h).

   The products' halves meet in the carry flag's chain, and what is in memory is added in the
   overflow flag's; both go on from n mod 8 limbs to eights. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define EIGHTS %rcx             /* for jrcxz */
#define CARRY %r8

        .macro  LIMB    i, below, high
        mulx    8*\i(AP), %rax, \high
        adcx    \below, %rax
        adox    8*\i(RP), %rax
        mov     %rax, 8*\i(RP)
        .endm

        .macro  LIMBS   i, count
        .if     \i + 2 <= \count
        LIMB    \i, CARRY, %r9
        LIMB    (\i + 1), %r9, CARRY
        LIMBS   (\i + 2), \count
        .elseif \i < \count
        LIMB    \i, CARRY, %r9
        mov     %r9, CARRY
        .endif
        .endm

        .macro  FIRST   count
        xor     %r8d, %r8d
        LIMBS   0, \count
        .if     \count
        lea     8*\count(AP), AP
        lea     8*\count(RP), RP
        .endif
        jmp     1f
        .endm

FUNCTION comba_addmul_1_adx
        mov     %rdx, %r10
        xchg    %rcx, %rdx
        shr     $3, EIGHTS
        test    $4, %r10b
        jnz     14f
        test    $2, %r10b
        jnz     12f
        test    $1, %r10b
        jnz     11f
        FIRST   0
11:     FIRST   1
12:     test    $1, %r10b
        jnz     13f
        FIRST   2
13:     FIRST   3
14:     test    $2, %r10b
        jnz     16f
        test    $1, %r10b
        jnz     15f
        FIRST   4
15:     FIRST   5
16:     test    $1, %r10b
        jnz     17f
        FIRST   6
17:     FIRST   7
2:      mov     $0, %eax
        adcx    CARRY, %rax
        mov     $0, %edx
        adox    %rdx, %rax
        ret
        .p2align 4
1:      jrcxz   2b
        LIMBS   0, 8
        lea     64(AP), AP
        lea     64(RP), RP
        lea     -1(EIGHTS), EIGHTS
        jmp     1b
END comba_addmul_1_adx
