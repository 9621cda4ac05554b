/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of any length by w limbs, for a file that includes kernels/x86_64/adx/columns_adx.h. */

#ifdef ZERO
#define ADC adcx
#define AHEAD(i) i              /* the limb that a step loads for the next one */
#else
#define ADC adc
#define AHEAD(i)
#endif

/* By w = 2..8 limbs of b, in a loop of steps.  The first step leaves an - 1 steps, which go two
   at a time.  If their number is odd, the first round begins with its second step. */
        .macro  BY_COLUMNS w, count, add=0
        SAVE_ACC (\w + 1)
        mov     %rdx, \count
        FIRST_STEP \w, \add
        shr     \count
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
        dec     \count
        jnz     1b
3:      LAST_LIMBS \w, 0, EVEN
        RESTORE_ACC (\w + 1)
        ret
        .endm

/* Straight code for the an mod 8 limbs beside the eights: \m w, r with r = \an mod 8, which must
   not return here.  The carry flag is clear. */
        .macro  EACH_REST an, m, w
        TREE_OF_8 \an, 0, 1, 2, 3, 4, 5, 6, 7, \m, \w
        .endm

/* One limb of b: a single chain, the carry in its flag.  \high becomes the high half, to which
   the next limb is added. */
        .macro  LIMB_BY_1 i, carried, high
        mulx    8*\i(AP), %rax, \high
        ADC     \carried, %rax
        mov     %rax, 8*\i(RP)
        .endm

        .macro  LIMBS_BY_1 i, count
        .if     \i + 2 <= \count
        LIMB_BY_1 \i, %r8, %r9
        LIMB_BY_1 (\i + 1), %r9, %r8
        LIMBS_BY_1 (\i + 2), \count
        .elseif \i < \count
        LIMB_BY_1 \i, %r8, %r9
        mov     %r9, %r8
        .endif
        .endm

        .macro  LAST_BY_1
        mov     $0, %eax
        adc     %r8, %rax
        mov     %rax, (RP)
        ret
        .endm

        .macro  FIRST_BY_1 w, count
        LIMBS_BY_1 0, \count
        .if     \count
        lea     8*\count(AP), AP
        lea     8*\count(RP), RP
        jrcxz   1f
        jmp     8f
1:      LAST_BY_1
        .else
        jmp     8f
        .endif
        .endm

        .macro  BY_1
        mov     %rdx, %rax
        mov     (BP), %rdx
        mov     %rax, %rcx
        xor     %r8d, %r8d
        shr     $3, %rcx
        EACH_REST %al, FIRST_BY_1, 1
        .p2align 5
8:      LIMBS_BY_1 0, 8
        lea     64(AP), AP
        lea     64(RP), RP
        dec     %rcx
        jnz     8b
        LAST_BY_1
        .endm

/* A long a by w = 2..5 limbs, where the additions at the end of a step would take longer than its
   products.  So the operands swap roles: after an mod 8 limbs, a comes in blocks of eight, and each
   limb of b is one step.

   A block carries its w highest limbs to the next one: in r14 and rbp with w = 2, otherwise
   through rp. */

        .macro  BLOCK   w, r, add=0, from0, from1, next
        FIRST_STEP \r, \add, \from0, AHEAD(1)
        BLOCK_FROM 1, \w, \r, \add, EVEN, ODD, \from1, \next
        .endm
        .macro  BLOCK_FROM j, w, r, add, acc0, next0, from, next
        .if     \j == \w - 1
        STEP    \r, \j, \acc0, \next0, \add, 0, \from, \next
        LAST_LIMBS \r, \w, \next0
        .else
        STEP    \r, \j, \acc0, \next0, \add, 0, \from, AHEAD((\j + 1))
        BLOCK_FROM (\j + 1), \w, \r, \add, \next0, \acc0, , \next
        .endif
        .endm

/* The first r limbs of a; rp[r..r+w-1] is the carry.  With w = 3 a single limb is slow, so nine,
   as five and four, are taken instead. */
        .macro  FIRST_BLOCK w, r
        .if     \r == 0
        xor     %r14d, %r14d
        .if     \w == 2
        xor     %rbp, %rbp
        .else
        xor     %r15d, %r15d            /* keeps the code that follows where it is */
        .set    k, 0
        .rept   \w
        mov     %r14, 8*k(RP)
        .set    k, k + 1
        .endr
        .endif
        .elseif \r == 1 && \w == 3
        BLOCK   \w, 5
        lea     40(BP), BP
        lea     40(RP), RP
        BLOCK   \w, 4, 1
        lea     32(BP), BP
        lea     32(RP), RP
        decq    (%rsp)
        jz      9f
        .elseif \r == 1
        mov     (BP), %rdx
        .if     \w == 2
        mulx    (AP), %rax, %r14
        mov     %rax, (RP)
        mulx    8(AP), %rax, %rbp
        add     %rax, %r14
        adc     $0, %rbp
        .else
        mulx    (AP), %rax, EVEN
        mov     %rax, (RP)
        EACH    ROW_CELL, \w, EVEN
        .endif
        .else
        BLOCK   \w, \r
        .if     \w == 2
        EACH    CARRIED_CELL, \r, ODD
        .endif
        .endif
        .if     \r > 1 || \r == 1 && \w != 3
        lea     8*\r(BP), BP
        lea     8*\r(RP), RP
        .endif
        jmp     8f
        .endm
        .macro  ROW_CELL w, k, prev, cur
        .if     \k < \w
        mulx    8*\k(AP), %rax, \cur
        adc     %rax, \prev
        mov     \prev, 8*\k(RP)
        .endif
        .if     \k == \w - 1
        adc     $0, \cur
        mov     \cur, 8*\w(RP)
        .endif
        .endm
        .macro  CARRIED_CELL r, k, prev, cur
        .if     \k == \r - 1
        mov     \cur, %rbp
        mov     \prev, %r14
        .endif
        .endm

        .macro  BY_BLOCKS w
        .if     \w == 2
        SAVE_ACC 9
        .else
        SAVE_ACC 8
        .endif
        sub     $8, %rsp
        .cfi_adjust_cfa_offset 8
        .if     \w == 2
        mov     %edx, %ebp
        .else
        mov     %edx, %r8d
        .endif
        shr     $3, %rdx
        mov     %rdx, (%rsp)
        xchg    AP, BP
        .if     \w == 2
        EACH_REST %bpl, FIRST_BLOCK, \w
        .else
        EACH_REST %r8b, FIRST_BLOCK, \w
        .endif
#ifdef ZERO
8:      LOAD_AHEAD 8, 0
        .p2align 6
#else
        .p2align 6
8:
#endif
6:      .if     \w == 2
        BLOCK   2, 8, 0, %r14, %rbp, AHEAD(0)
        mov     %r15, %rbp
        .else
        BLOCK   \w, 8, 1, , , AHEAD(0)
        .endif
        lea     64(BP), BP
        lea     64(RP), RP
        decq    (%rsp)
        jnz     6b
        .set    ahead, 0
9:      add     $8, %rsp
        .cfi_adjust_cfa_offset -8
        .if     \w == 2
        RESTORE_ACC 9
        .else
        RESTORE_ACC 8
        .endif
        ret
        .endm
