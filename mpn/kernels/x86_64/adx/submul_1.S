/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.

   comba_submul_1_adx: rp'[0..n-1] - beta^n c = rp[0..n-1] - ap[0..n-1] * b; returns c.
   rp' is rp afterwards.

     mp_limb_t comba_submul_1_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);

   System V AMD64: rp in rdi, ap in rsi, n in rdx, b in rcx; result in rax.
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx (n = 6, 7), r12 (n
   = 7).
   Time depends on n alone.

   Schoolbook division waits for the borrow of a row before it knows the next quotient limb b, so
   the latency from b to the borrow counts.  With R = rp[0..n-1], A = ap[0..n-1],
   A' = beta^n - 1 - A:

     R - A b = R + A' b + b - beta^n b.

   The complement of A does not wait for b.  The rest is a row that adds, with b carried into its
   lowest limb, and the borrow is b minus the carry out.  n mod 8 limbs come first and then eights,
   so that no carry has to leave its flag: the halves of products meet in the carry flag's chain,
   memory is added in the overflow flag's.

   For up to 7 limbs the whole product is computed in registers first; up to 4 limbs use FEW of
   kernels/x86_64/mulx/rows_mulx.h.  The borrow is no earlier, but rows that do not wait for each
   other are faster. */

#include "kernels/x86_64/mulx/rows_mulx.h"

#define EIGHTS %rcx             /* for jrcxz */

        .macro  LESS    i, below, high
        mov     8*\i(AP), %r11
        not     %r11
        mulx    %r11, %r9, \high
        adcx    \below, %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

/* \count limbs, then eights; r8 is b. */
        .macro  FIRST   limb, count
        test    %r8, %r8
        LIMBS   \limb, \count
        .if     \count & 1
        mov     %rax, %r8
        .endif
        .if     \count
        lea     8*\count(AP), AP
        lea     8*\count(RP), RP
        .endif
        jmp     30f
        .endm

#define SUMS %r8, %r9, %r10, %r11, %rbx, %r12

/* Limbs \i to \last of the product, the last one in AP; the high half alternates between \above
   and \below. */
        .macro  PRODUCT last, i, below, above, sum=, others:vararg
        .if     \i < \last
        mulx    8*\i(AP), \sum, \above
        .if     \i == 1
        add     \below, \sum
        .elseif \i > 1
        adc     \below, \sum
        .endif
        PRODUCT \last, (\i + 1), \above, \below, \others
        .else
        mulx    8*\i(AP), AP, \above
        adc     \below, AP
        .endif
        .endm

        .macro  TAKE    last, i, op, sum=, others:vararg
        .if     \i < \last
        \op    \sum, 8*\i(RP)
        TAKE    \last, (\i + 1), sbb, \others
        .else
        \op    AP, 8*\i(RP)
        .endif
        .endm

        .macro  WHOLE   count
        .if     \count > 5
        SAVE    %rbx
        .endif
        .if     \count > 6
        SAVE    %r12
        .endif
        .if     \count & 1
        PRODUCT (\count - 1), 0, %rcx, %rax, SUMS
        .else
        PRODUCT (\count - 1), 0, %rax, %rcx, SUMS
        .endif
        adc     $0, %rax
        TAKE    (\count - 1), 0, sub, SUMS
        adc     $0, %rax
        .if     \count > 6
        RESTORE %r12
        .endif
        .if     \count > 5
        RESTORE %rbx
        .endif
        ret
        .endm

FUNCTION comba_submul_1_adx
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jge     10f
        TO_4    sub, sbb
10:     cmp     $7, %r10
        jge     20f
        test    $2, %r10b
        jnz     13f
        test    $1, %r10b
        jnz     12f
        WHOLE   5
12:     WHOLE   6
13:     WHOLE   7

20:     mov     %rdx, %r8
        add     $1, %r10
        mov     %r10, EIGHTS
        shr     $3, EIGHTS
        TREE_OF_8 %r10b, 0, 1, 2, 3, 4, 5, 6, 7, FIRST, LESS
        .p2align 5
30:     LIMBS   LESS, 8
        lea     64(AP), AP
        lea     64(RP), RP
        lea     -1(EIGHTS), EIGHTS
        jrcxz   31f
        jmp     30b
31:     mov     $0, %r9d
        seto    %r9b
        mov     %rdx, %rax
        sbb     %r8, %rax
        sub     %r9, %rax
        ret
END comba_submul_1_adx
