/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_1_adx_intel (rp, ap, n, b, carry), comba_addmul_1_adx_intel (rp, ap, n, b), comba_submul_1_adx_intel (rp, ap, n, b):
   the contracts are those of comba_mul_1_fn and comba_addmul_1_fn (kernels.h), n >= 1 to subtract.

   As comba_mul_1_adx and the like, but for Intel's CPUs, where branches that are taken before a row begins take as long as
   products of some limbs, and a chain that ends and begins again is too long for submul_1. */

#define FOR_INTEL
#include "../mulx_rows.h"

#define EIGHTS %rcx

/* Adds the product's limb to those in memory. */
        .macro  MORE    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

/* rp - t = rp + (beta^n - 1 - t) + 1 - beta^n: the overflow flag is set where nothing is borrowed. */
        .macro  LESS    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        not     %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  ALONE   i, below, high
        mulx    8*\i(AP), %r9, \high
        adc     \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  NO_CARRY
        .endm

        .macro  FOLD_MORE sum
        mov     $0, %r9d
        seto    %r9b
        adc     %r9, \sum
        .endm

        .macro  NO_BORROW
        mov     $0x7fffffff, %r9d
        add     $1, %r9d
        .endm

        .macro  FOLD_LESS sum
        mov     $0, %r9d
        setno   %r9b
        adc     %r9, \sum
        .endm

        .macro  FOLD_ALONE sum
        adc     $0, \sum
        .endm

/* COUNT limbs to begin with; what is carried is in r8 then, as after eight. */
        .macro  FIRST   limb, start, count
        \start
        LIMBS   \limb, \count
        .if     \count & 1
        mov     %rax, %r8
        .endif
        lea     8*\count(AP), AP
        lea     8*\count(RP), RP
        jmp     39f
        .endm

/* As BY_LIMB; longer rows begin with 1 to 8 limbs and go on by eights in the same chains. */
        .macro  BY_EIGHTS limb, start, fold
        cmp     $8, %r10
        jae     40f
        LONGEST_FIRST LAST, \limb, \start, \fold
40:     mov     %r10, EIGHTS
        shr     $3, EIGHTS
        LONGEST_FIRST FIRST, \limb, \start
        .p2align 5
39:     LIMBS   \limb, 8
        lea     64(AP), AP
        lea     64(RP), RP
        lea     -1(EIGHTS), EIGHTS
        jrcxz   38f
        jmp     39b
38:     \fold   %r8
        mov     %r8, %rax
        ret
        .endm

/* n < 5, n >= 0. */
        .macro  FEW_LIMBS op, op_next
        cmp     $2, %r10
        jl      43f
        je      42f
        FEW     \op, \op_next, 4
        ret
42:     FEW     \op, \op_next, 3
        ret
43:     test    %r10, %r10
        jl      45f
        je      44f
        FEW     \op, \op_next, 2
        ret
44:     FEW     \op, \op_next, 1
        ret
45:     xor     %eax, %eax
        ret
        .endm

FUNCTION comba_mul_1_adx_intel
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        BY_LIMB ALONE, NO_CARRY, FOLD_ALONE
END comba_mul_1_adx_intel

FUNCTION comba_addmul_1_adx_intel
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jl      50f
        xor     %r8d, %r8d
        BY_LIMB MORE, NO_CARRY, FOLD_MORE
50:     FEW_LIMBS add, adc
END comba_addmul_1_adx_intel

FUNCTION comba_submul_1_adx_intel
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jl      50f
        xor     %r8d, %r8d
        BY_EIGHTS LESS, NO_BORROW, FOLD_LESS
50:     FEW_LIMBS sub, sbb
END comba_submul_1_adx_intel
