/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.  Squares of any size, in strips of eight limbs.

   comba_sqr_strips_adx, n >= 10: rp[0..2n-1] = ap[0..n-1]^2.  (rax = rp[2n-1].)

     void comba_sqr_strips_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n);

   System V AMD64: rp in rdi, ap in rsi, n in rdx.
   rp does not overlap ap.  No scratch; 32 bytes of stack.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12-r15.
   Time depends on n alone.  The basecases use it from 33 limbs on.

   The products a_i a_j, i < j, by strips: strip s has i = 8s..8s+7 and every j > i.  A strip is a
   product by eight limbs of a (kernels/x86_64/adx/columns_adx.h) that begins with growing steps,
   which cover the triangle i < j <= 8s+8.  The last strip has only those.  Then one pass doubles
   the sum and adds the squares. */

#include "kernels/x86_64/adx/columns_adx.h"

        .set    fill, 0x100fff

/* On the stack. */
#define RP_0 (%rsp)
#define AP_0 8(%rsp)
#define N 16(%rsp)
#define LEFT_0 24(%rsp)
#define FRAME 32

/* The number of limbs from a[8s] on; then the steps of the loop. */
#define LEFT %rbp

/* One strip, LEFT >= 9.  With \add = 1 it is added to rp. */
        .macro  STRIP   add
        mov     LEFT, LEFT_0
        mov     8(AP), %rdx
        mulx    (BP), %rax, EVEN
        .if     \add
        add     8(RP), %rax
        adc     $0, EVEN
        .endif
        mov     %rax, 8(RP)
        GROWING_STEP 2, 2, EVEN, ODD, \add
        GROWING_STEP 3, 3, ODD, EVEN, \add
        GROWING_STEP 4, 4, EVEN, ODD, \add
        GROWING_STEP 5, 5, ODD, EVEN, \add
        GROWING_STEP 6, 6, EVEN, ODD, \add
        GROWING_STEP 7, 7, ODD, EVEN, \add
        GROWING_STEP 8, 8, EVEN, ODD, \add
        mov     ODD, EVEN
        sub     $8, LEFT
        shr     LEFT
        jnc     2f
        lea     8(AP), AP
        lea     8(RP), RP
        jz      3f
        .p2align 5
1:      STEP    8, 8, EVEN, ODD, \add
2:      STEP    8, 9, ODD, EVEN, \add
        lea     16(AP), AP
        lea     16(RP), RP
        dec     LEFT
        jnz     1b
3:      LAST_LIMBS 8, 8, EVEN
        .endm

/* On to the next strip: RP has moved by LEFT_0 - 8 limbs. */
        .macro  NEXT_STRIP
        mov     LEFT_0, LEFT
        sub     $8, LEFT
        lea     (, LEFT, 8), %rax
        sub     %rax, RP
        add     $128, RP
        add     $64, BP
        mov     BP, AP
        .endm

/* Step w of the last strip; then to \end if it was the last step. */
        .macro  LAST_STRIP_STEP w, acc0, next0, end
        GROWING_STEP \w, \w, \acc0, \next0, 1
        cmp     $(\w + 1), LEFT
        je      \end
        .endm

        .macro  END_STRIP w, acc0, label
\label:
        LAST_LIMBS \w, \w + 1, \acc0
        jmp     7b
        .endm

/* Two limbs of the result, doubled, and the square of a[i] added. */
        .macro  DOUBLE_AND_SQUARE i
        mov     8*\i(AP), %rdx
        mov     16*\i(RP), %r8
        mov     16*\i + 8(RP), %r9
        mulx    %rdx, %rax, %rdx
        adcx    %r8, %r8
        adox    %rax, %r8
        mov     %r8, 16*\i(RP)
        adcx    %r9, %r9
        adox    %rdx, %r9
        mov     %r9, 16*\i + 8(RP)
        .endm

FUNCTION comba_sqr_strips_adx
        SAVE_ACC 9
        sub     $FRAME, %rsp
        .cfi_adjust_cfa_offset FRAME
        mov     RP, RP_0
        mov     AP, AP_0
        mov     %rdx, N
        mov     %rdx, LEFT
        mov     AP, BP

        STRIP   0
4:      NEXT_STRIP
        cmp     $8, LEFT
        jbe     5f
        STRIP   1
        jmp     4b

5:      cmp     $1, LEFT
        je      7f
        mov     8(AP), %rdx
        mulx    (BP), %rax, EVEN
        add     8(RP), %rax
        adc     $0, EVEN
        mov     %rax, 8(RP)
        cmp     $2, LEFT
        je      11f
        LAST_STRIP_STEP 2, EVEN, ODD, 12f
        LAST_STRIP_STEP 3, ODD, EVEN, 13f
        LAST_STRIP_STEP 4, EVEN, ODD, 14f
        LAST_STRIP_STEP 5, ODD, EVEN, 15f
        LAST_STRIP_STEP 6, EVEN, ODD, 16f
        GROWING_STEP 7, 7, ODD, EVEN, 1
        LAST_LIMBS 7, 8, EVEN

7:      mov     RP_0, RP
        mov     AP_0, AP
        mov     N, %rcx
        mov     %rcx, %rax
        shl     $4, %rax
        movq    $0, (RP)
        movq    $0, -8(RP, %rax)
        shr     %rcx
        jnc     8f
        xor     %eax, %eax
        DOUBLE_AND_SQUARE 0
        lea     8(AP), AP
        lea     16(RP), RP
        jmp     9f
8:      xor     %eax, %eax
9:      DOUBLE_AND_SQUARE 0
        DOUBLE_AND_SQUARE 1
        lea     16(AP), AP
        lea     32(RP), RP
        lea     -1(%rcx), %rcx
        jrcxz   10f
        jmp     9b
10:     mov     %r9, %rax
        add     $FRAME, %rsp
        .cfi_remember_state
        .cfi_adjust_cfa_offset -FRAME
        RESTORE_ACC 9
        ret
        .cfi_restore_state

        END_STRIP 1, EVEN, 11
        END_STRIP 2, ODD, 12
        END_STRIP 3, EVEN, 13
        END_STRIP 4, ODD, 14
        END_STRIP 5, EVEN, 15
        END_STRIP 6, ODD, 16
END comba_sqr_strips_adx
