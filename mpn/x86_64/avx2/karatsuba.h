/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Karatsuba's step for n x n limbs of one n, straight line: no branch and no address depends on values.

   a = a1 B^h + a0, where a0 has h = ceil(n/2) limbs and a1 has s = n - h, h or h - 1; b likewise.  With
     v0 = a0 b0,  v2 = a1 b1,  v1 = -(a0 - a1) (b0 - b1)
   the middle third is v0 + v2 + v1.  L and H being the lower and upper h limbs of each,
     rp[h..2h-1]  = H0 + L0 + L1 + L2
     rp[2h..3h-1] = H0 + H2 + H1 + L2,
   in two passes over these 2h limbs: what is in front of L2, by two chains of carries, then L2.  What is
   carried out is not negative, as v0 + v2 + v1 is not.

   v1 is the product of absolute values, in two's complement.  With the borrow c of x0 - x1, 0 or 1, the
   absolute value is x0 - x1 - c, all its bits inverted if c is 1.  Inversions are left to vectors, which
   wait for what has just been stored, where a codelet has the CPU busy meanwhile. */

/* What is kept over calls.  SIGN: all ones where v1 is negative; in the end what is carried out. */
#define RP %rbx
#define AP %r12
#define BP %r13
#define SIGN %r14

/* The frame has |v1| at its beginning, 2h limbs, the differences at DIFFERENCE_A and DIFFERENCE_B, each
   filled up to whole vectors. */
#define VECTORS(limbs) (((limbs) + 3) / 4)
#define DIFFERENCE_A(h) (32 * VECTORS (2 * (h)))
#define DIFFERENCE_B(h) (DIFFERENCE_A (h) + 32 * VECTORS (h))
#define FRAME(h) (DIFFERENCE_B (h) + 32 * VECTORS (h) + 8)

        .macro  ENTER   h
        SAVE    RP
        SAVE    AP
        SAVE    BP
        SAVE    SIGN
        sub     $FRAME (\h), %rsp
        .cfi_adjust_cfa_offset FRAME (\h)
        .endm

        .macro  LEAVE   h
        add     $FRAME (\h), %rsp
        .cfi_adjust_cfa_offset -FRAME (\h)
        RESTORE SIGN
        RESTORE BP
        RESTORE AP
        RESTORE RP
        .endm

/* The borrow of x0 - x1 - carry; the limbs to \at in the frame if that is given. */
        .macro  SUBTRACT x, h, s, at
        .set    i, 0
        .rept   \h
        mov     8*i(\x), %rax
        .if     i < \s
        sbb     8*(\h + i)(\x), %rax
        .else
        sbb     $0, %rax
        .endif
        .ifnb   \at
        mov     %rax, 8*i + \at(%rsp)
        .endif
        .set    i, i + 1
        .endr
        .endm

/* \count vectors at \at in the frame, exclusive or \mask. */
        .macro  INVERT  at, count, mask
        vmovq   \mask, %xmm0
        vpbroadcastq %xmm0, %ymm0
        .set    i, 0
        .rept   \count
        vpxor   \at + 32*i(%rsp), %ymm0, %ymm1
        vmovdqu %ymm1, \at + 32*i(%rsp)
        .set    i, i + 1
        .endr
        vzeroupper
        .endm

/* |x0 - x1| to \at in the frame; \mask is all ones if x0 < x1, else zero. */
        .macro  DIFFERENCE x, h, s, at, mask
        xor     %eax, %eax
        SUBTRACT \x, \h, \s
        sbb     \mask, \mask            /* keeps the borrow */
        SUBTRACT \x, \h, \s, \at
        INVERT  \at, VECTORS (\h), \mask
        .endm

/* The sum of v0 and v2, in rp, and v1, whose absolute value has been inverted if it is negative.
   Returns rp[2n-1]. */
        .macro  COMBINE n, h
        .set    top, 2*\n - 3*\h        /* limbs of H2 */
        mov     SIGN, %rax
        xor     %ecx, %ecx              /* a zero; OF is 0 */
        add     %rax, %rax              /* CF is 1 if v1 is negative; OF stays 0 */
        .set    i, 0
        .rept   \h
        mov     8*i(RP), %rax
        adcx    8*i(%rsp), %rax
        adox    8*(\h + i)(RP), %rax
        mov     %rax, 8*i(%rsp)
        .set    i, i + 1
        .endr
        .set    i, 0
        .rept   \h
        mov     8*(\h + i)(RP), %rax
        adcx    8*(\h + i)(%rsp), %rax
        .if     i < top
        adox    8*(3*\h + i)(RP), %rax
        .else
        adox    %rcx, %rax
        .endif
        mov     %rax, 8*(\h + i)(%rsp)
        .set    i, i + 1
        .endr
        adcx    %rcx, SIGN
        adox    %rcx, SIGN

        xor     %eax, %eax
        ADD_L2  \h, 0
        ADD_L2  \h, \h
        adcx    %rcx, SIGN

        add     SIGN, 8*3*\h(RP)
        .set    i, 3*\h + 1
        .rept   top - 2
        adcq    $0, 8*i(RP)
        .set    i, i + 1
        .endr
        mov     8*(2*\n - 1)(RP), %rax
        adc     $0, %rax
        mov     %rax, 8*(2*\n - 1)(RP)
        .endm

/* rp[h+from..2h+from-1] = L2 + the sum's limbs from \from on. */
        .macro  ADD_L2  h, from
        .set    i, 0
        .rept   \h
        mov     8*(\from + i)(%rsp), %rax
        adcx    8*(2*\h + i)(RP), %rax
        mov     %rax, 8*(\h + \from + i)(RP)
        .set    i, i + 1
        .endr
        .endm
