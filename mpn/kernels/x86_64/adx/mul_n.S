/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Intel's.  Products of n x n limbs, straight code.

   comba_mul_n_<n>_adx, n = 1..8, and comba_mul_equal_<n>_adx, n = 5..8:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_mul_equal_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx (not read), bp in rcx; result in rax.
   rp overlaps neither source; the sources may overlap.  No scratch, but the larger n use the red
   zone.
   Clobbers rax, rcx, rdx, r8-r11 and the flags; saves and restores those of rbx, rbp, r12-r15 that
   n needs.
   Time is constant for each n.

   comba_mul_n_<n>_adx is fastest back to back; comba_mul_equal_<n>_adx is fastest when interleaved
   with other code, as mpn_mul calls it.

   No kernel starts its first carry chain with add.  All products that wait for nothing go to two
   ports, but the CPU may issue add to any port; if it picks one of those two, the whole chain
   waits behind the products. */

#include "kernels/x86_64/adx/columns_adx.h"

FUNCTION comba_mul_n_1_adx
        mov     (AP), %rdx
        mulx    (BP), %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_mul_n_1_adx

        .macro  MUL_N   n
        SLOTS   0
FUNCTION comba_mul_n_\n\()_adx
        SAVE_ACC \n
        STRAIGHT \n, \n
        RESTORE_ACC \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        MUL_N   2
        MUL_N   3

/* From n = 4 on, in place.  A row, a[j] times b, adds hi (a[j] b[k-1]) to acc[k] through the carry
   flag and lo (a[j] b[k]) through the overflow flag.  lo (a[j] b[0]) comes first and puts out
   acc[0].  The register of acc[0] then takes the low halves; \hi and \next take the high halves
   alternately, and the last of these becomes the new highest accumulator.  rax is zero from row 1
   on.

   The CPU chooses the port of an addition before it knows when the addition can run.  Where all
   additions wait for a port, speed therefore depends on the code before the call.  Here most of
   them wait for their chains. */
        .macro  IN_PLACE name, n, lo, hi, acc0, accs:vararg
FUNCTION \name
        SAVE_ACC (\n + 1)
        SLOTS   0
        xor     %eax, %eax
        mov     (AP), %rdx
        mulx    (BP), %rax, \acc0
        mov     %rax, (RP)
        .set    k, 1
        FIRST_ROW \acc0, \accs
        .set    j, 1
        IN_PLACE_ROWS \n, \lo, \hi, \acc0, \accs
        RESTORE_ACC (\n + 1)
        ret
END \name
        .endm

/* Rows j to n - 1, then the stores. */
        .macro  IN_PLACE_ROWS n, lo, hi, acc0, accs:vararg
        .if     j < \n
        xor     %eax, %eax
        mov     8*j(AP), %rdx
        mulx    (BP), \lo, \hi
        adcx    \lo, \acc0
        mov     \acc0, 8*j(RP)
        .set    k, 1
        IN_PLACE_CELLS \acc0, \hi, \lo, \accs
        .set    j, j + 1
        .if     \n & 1
        IN_PLACE_ROWS \n, \acc0, \lo, \accs, \hi
        .else
        IN_PLACE_ROWS \n, \acc0, \hi, \accs, \lo
        .endif
        .else
        .set    k, \n
        IN_PLACE_LAST \acc0, \accs
        .endif
        .endm

        .macro  IN_PLACE_CELLS lo, hi, next, acc, others:vararg
        mulx    8*k(BP), \lo, \next
        adcx    \hi, \acc
        adox    \lo, \acc
        .set    k, k + 1
        .ifnb   \others
        IN_PLACE_CELLS \lo, \next, \hi, \others
        .else
        adcx    %rax, \next
        adox    %rax, \next
        .endif
        .endm

        .macro  IN_PLACE_LAST acc, others:vararg
        mov     \acc, 8*k(RP)
        .set    k, k + 1
        .ifnb   \others
        IN_PLACE_LAST \others
        .else
        mov     \acc, %rax
        .endif
        .endm

/* n = 5 to 8 have registers for the high halves, too, and need only the carry flag: a row adds all
   lo (a[j] b[k]) to acc[k], then all hi (a[j] b[k]) to acc[k+1].  That is fastest back to back: a
   chain inside begins with add, which any port can run; adc, adcx and adox have two.

   The accumulators rotate: \spare takes the highest one, and the register of acc[0], which goes
   out, is the next \spare.  hi (a[j] b[0]) is in \spare, hi (a[j] b[1]) in the register of
   acc[0], the highest one in rdx, the next ones in \high1, \high2, \high3 from the top down, and
   the rest in the red zone. */
        .macro  MUL_N_ROWS n, nops, high1, high2, high3, spare, acc0, acc1, others:vararg
        .p2align 6
FUNCTION comba_mul_n_\n\()_adx
        SAVED_BY_ROWS SAVE_ALL, \n
        SLOTS   \nops
        xor     %eax, %eax
        mov     (AP), %rdx
        mulx    (BP), %rax, \acc0
        mov     %rax, (RP)
        .set    k, 1
        FIRST_ROW \acc0, \acc1, \others
        .set    j, 1
        ROWS    \n, \high1, \high2, \high3, \spare, \acc0, \acc1, \others
        SAVED_BY_ROWS RESTORE_ALL, \n
        ret
END comba_mul_n_\n\()_adx
        .endm

        .macro  SAVED_BY_ROWS m, n
        .if     \n == 5
        \m      %rbx, %r12, %r13, %r14
        .else
        \m      %rbx, %rbp, %r12, %r13, %r14, %r15
        .endif
        .endm

        .macro  FIRST_ROW below, acc, others:vararg
        mulx    8*k(BP), %rax, \acc
        adc     %rax, \below
        SLOT
        .set    k, k + 1
        .ifnb   \others
        FIRST_ROW \acc, \others
        .else
        adc     $0, \acc
        .endif
        .endm

        .macro  ROWS    n, high1, high2, high3, spare, acc0, acc1, others:vararg
        mov     8*j(AP), %rdx
        mulx    (BP), %rax, \spare
        add     %rax, \acc0
        SLOT
        mov     \acc0, 8*j(RP)
        .set    k, 1
        ADD_PRODUCT \acc1, \acc0
        .irp    acc, \others
        WITH_HIGH ADD_PRODUCT, \n, \acc, \high1, \high2, \high3
        .endr
        adc     $0, %rdx

        add     \spare, \acc1
        .set    k, 1
        .irp    acc, \others
        .if     k == 1
        ADD_HIGH \acc, \acc0
        .else
        WITH_HIGH ADD_HIGH, \n, \acc, \high1, \high2, \high3
        .endif
        .endr
        adc     $0, %rdx

        .if     j < \n - 1
        mov     %rdx, \spare
        .set    j, j + 1
        ROWS    \n, \high1, \high2, \high3, \acc0, \acc1, \others, \spare
        .else
        .set    i, \n
        .irp    acc, \acc1, \others
        mov     \acc, 8*i(RP)
        .set    i, i + 1
        .endr
        mov     %rdx, 8*i(RP)
        mov     %rdx, %rax
        .endif
        .endm

/* Runs \m with the accumulator \acc and the place of hi (a[j] b[k]), k = 2..n-1. */
        .macro  WITH_HIGH m, n, acc, high1, high2, high3
        .set    from_top, \n - 1 - k
        .if     from_top == 0
        \m      \acc, %rdx
        .elseif from_top > 9 - \n
        \m\()_STACK \acc, \high1
        .elseif from_top == 1
        \m      \acc, \high1
        .elseif from_top == 2
        \m      \acc, \high2
        .else
        \m      \acc, \high3
        .endif
        .endm

        .macro  ADD_PRODUCT acc, high
        mulx    8*k(BP), %rax, \high
        adc     %rax, \acc
        SLOT
        .set    k, k + 1
        .endm
        .macro  ADD_PRODUCT_STACK acc, free
        mulx    8*k(BP), %rax, \free
        mov     \free, -8*(k - 1)(%rsp)
        adc     %rax, \acc
        SLOT
        .set    k, k + 1
        .endm

        .macro  ADD_HIGH acc, high
        adc     \high, \acc
        .set    k, k + 1
        .endm
        .macro  ADD_HIGH_STACK acc, free
        adc     -8*(k - 1)(%rsp), \acc
        .set    k, k + 1
        .endm

        IN_PLACE comba_mul_n_4_adx, 4, %rbx, %r12, %r8, %r9, %r10, %r11
        IN_PLACE comba_mul_equal_5_adx, 5, %r12, %r13, %r8, %r9, %r10, %r11, %rbx
        IN_PLACE comba_mul_equal_6_adx, 6, %r13, %r14, %r8, %r9, %r10, %r11, %rbx, %r12
        IN_PLACE comba_mul_equal_7_adx, 7, %r14, %r15, %r8, %r9, %r10, %r11, %rbx, %r12, %r13
        IN_PLACE comba_mul_equal_8_adx, 8, %r15, %rbp, %r8, %r9, %r10, %r11, %rbx, %r12, %r13, %r14

        MUL_N_ROWS 5, 0x7390, %r14, %r13, , %r12, %r8, %r9, %r10, %r11, %rbx
        MUL_N_ROWS 6, 0x4185904fa, %rbp, %r15, %r14, %r13, %r8, %r9, %r10, %r11, %rbx, %r12
        MUL_N_ROWS 7, 0, %rbp, %r15, , %r14, %r8, %r9, %r10, %r11, %rbx, %r12, %r13
        MUL_N_ROWS 8, 0x155c212120a1143, %rbp, , , %r15, %r8, %r9, %r10, %r11, %rbx, %r12, %r13, %r14
