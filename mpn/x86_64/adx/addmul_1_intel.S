/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_adx_intel (rp, ap, n, b), comba_submul_1_adx_intel (rp, ap, n, b): the contract is that of
   comba_addmul_1_fn (kernels.h), n >= 1 to subtract.

   As comba_addmul_1_adx, but for Intel's CPUs, where branches that are taken before a row begins take as long as products of
   some limbs, and chains that end and begin again are too long for submul_1.  (comba_submul_1_avx2, for AMD's CPUs, takes
   1 to 5 cycles more to 20 limbs.) */

#define FOR_INTEL
#include "../mulx_rows.h"
#include "add_limb.h"

#define EIGHTS %rcx             /* for jrcxz */

/* rp - t = rp + (beta^n - 1 - t) + 1 - beta^n: the overflow flag is set where nothing is borrowed. */
        .macro  LESS    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        not     %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  NO_BORROW
        mov     $0x7fffffff, %r9d
        add     $1, %r9d
        .endm

        .macro  FOLD_BORROW sum
        mov     $0, %r9d
        setno   %r9b
        adc     %r9, \sum
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

        .p2align 6
FUNCTION comba_addmul_1_adx_intel
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jl      5f
        xor     %r8d, %r8d
        BY_LIMB LIMB, NO_CARRY, FOLD
5:      TO_4    add, adc
END comba_addmul_1_adx_intel

        .p2align 6
FUNCTION comba_submul_1_adx_intel
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jge     5f
        TO_4    sub, sbb
5:      xor     %r8d, %r8d
        BY_EIGHTS LESS, NO_BORROW, FOLD_BORROW
END comba_submul_1_adx_intel
