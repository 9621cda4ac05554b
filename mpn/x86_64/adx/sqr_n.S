/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_sqr_n_<n>_adx (rp, ap), n = 1..12:
   rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].
   The contract is that of comba_sqr_fixed_fn (kernels.h).  Straight line.

   n                   1  2  3  4  5  6  7  8  9 10 11  12
   Golden Cove, cycles 6  7  8 13 20 27 35 44 54 65 86 101       through mpn_sqr

   From n = 5 on the products a_i a_j, i < j, are made by growing steps
   (columns.h): step j multiplies a[j] by a[0..j-1].  Then, in one pass, their sum
   is doubled (carry flag) and the squares are added to it (overflow flag). */

#include "columns.h"

        .set    fill, 0xffe

FUNCTION comba_sqr_n_1_adx
        mov     (AP), %rdx
        mulx    %rdx, %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_sqr_n_1_adx

/* For n = 2, 3 and 4 everything is in registers, the products by rows. */
FUNCTION comba_sqr_n_2_adx
        mov     (AP), %rdx
        mulx    8(AP), %r8, %r9
        mulx    %rdx, %rcx, %r10
        mov     8(AP), %rdx
        mulx    %rdx, %rax, %rdx
        mov     %rcx, (RP)
        xor     %ecx, %ecx
        adcx    %r8, %r10
        adox    %r8, %r10
        mov     %r10, 8(RP)
        adcx    %r9, %rax
        adox    %r9, %rax
        mov     %rax, 16(RP)
        adcx    %rcx, %rdx
        adox    %rcx, %rdx
        mov     %rdx, 24(RP)
        mov     %rdx, %rax
        ret
END comba_sqr_n_2_adx

FUNCTION comba_sqr_n_3_adx
        mov     (AP), %rdx
        mulx    8(AP), %r8, %r9
        mulx    16(AP), %rax, %r10
        mulx    %rdx, %rcx, %r11
        mov     %rcx, (RP)
        add     %rax, %r9
        mov     8(AP), %rdx
        mulx    16(AP), %rax, %rcx
        adc     %rax, %r10
        adc     $0, %rcx
        xor     %eax, %eax
        adcx    %r8, %r8
        adox    %r11, %r8
        mov     %r8, 8(RP)
        mulx    %rdx, %rax, %r11
        adcx    %r9, %r9
        adox    %rax, %r9
        mov     %r9, 16(RP)
        adcx    %r10, %r10
        adox    %r11, %r10
        mov     %r10, 24(RP)
        mov     16(AP), %rdx
        mulx    %rdx, %r8, %rax
        adcx    %rcx, %rcx
        adox    %r8, %rcx
        mov     %rcx, 32(RP)
        mov     $0, %edx
        adox    %rdx, %rax
        adc     %rdx, %rax
        mov     %rax, 40(RP)
        ret
END comba_sqr_n_3_adx

FUNCTION comba_sqr_n_4_adx
        SAVE    %rbx
        mov     (AP), %rdx
        mulx    8(AP), %r8, %r9
        mulx    16(AP), %rax, %r10
        mulx    24(AP), %rcx, %r11
        add     %rax, %r9
        adc     %rcx, %r10
        adc     $0, %r11
        xor     %eax, %eax
        mov     8(AP), %rdx
        mulx    16(AP), %rax, %rbx
        mulx    24(AP), %rdx, %rcx
        adcx    %rax, %r10
        adox    %rbx, %r11
        adcx    %rdx, %r11
        mov     $0, %eax
        adcx    %rax, %rcx
        mov     16(AP), %rdx
        mulx    24(AP), %rdx, %rbx
        adox    %rdx, %rcx
        adox    %rax, %rbx

        mov     (AP), %rdx
        mulx    %rdx, %rax, %rdx
        mov     %rax, (RP)
        adcx    %r8, %r8
        adox    %rdx, %r8
        mov     %r8, 8(RP)
        mov     8(AP), %rdx
        mulx    %rdx, %rax, %rdx
        adcx    %r9, %r9
        adox    %rax, %r9
        mov     %r9, 16(RP)
        adcx    %r10, %r10
        adox    %rdx, %r10
        mov     %r10, 24(RP)
        mov     16(AP), %rdx
        mulx    %rdx, %rax, %rdx
        adcx    %r11, %r11
        adox    %rax, %r11
        mov     %r11, 32(RP)
        adcx    %rcx, %rcx
        adox    %rdx, %rcx
        mov     %rcx, 40(RP)
        mov     24(AP), %rdx
        mulx    %rdx, %rdx, %rax
        adcx    %rbx, %rbx
        adox    %rdx, %rbx
        mov     %rbx, 48(RP)
        mov     $0, %edx
        adcx    %rdx, %rax
        adox    %rdx, %rax
        mov     %rax, 56(RP)
        RESTORE %rbx
        ret
END comba_sqr_n_4_adx

/* rp[i] = 2 \x + limb i of the squares, i > 0; \hi carries the high half of a
   square to the next limb. */
        .macro  DOUBLE  i, x, hi
        .if     (\i) & 1
        adcx    \x, \x
        adox    \hi, \x
        .else
        mov     8*(\i)/2(AP), %rdx
        mulx    %rdx, %rax, \hi
        adcx    \x, \x
        adox    %rax, \x
        .endif
        mov     \x, 8*(\i)(RP)
        .endm

        .macro  DOUBLE_CELL w, k, prev, cur
        .if     \k < \w
        .if     \w & 1
        DOUBLE  \w + 1 + \k, \cur, ODD
        .else
        DOUBLE  \w + 1 + \k, \cur, EVEN
        .endif
        .endif
        .endm

        .macro  DOUBLE_MEMORY from, count, hi
        .set    i, \from
        .rept   \count
        mov     8*i(RP), %rcx
        DOUBLE  i, %rcx, \hi
        .set    i, i + 1
        .endr
        .endm

/* The accumulators after step n-1 are in \acc0, ...; \hi is free. */
        .macro  FINISH  n, acc0, hi
        .if     \n > 10
        LAST_LIMBS (\n - 1), \n, \acc0
        mov     WIDE_RP, RP
        mov     WIDE_AP, AP
        .endif
        mov     (AP), %rdx
        xor     %eax, %eax
        mulx    %rdx, %rax, \hi
        mov     %rax, (RP)
        DOUBLE_MEMORY 1, (\n - 1), \hi
        .if     \n > 10
        DOUBLE_MEMORY \n, (\n - 1), \hi
        .else
        DOUBLE  \n, \acc0, \hi
        EACH    DOUBLE_CELL, (\n - 1), \acc0
        .endif
        mov     $0, %eax
        adcx    %rax, \hi
        adox    %rax, \hi
        mov     \hi, 8*(2*\n - 1)(RP)
        mov     \hi, %rax
        .endm

        .macro  SQR_N   n
FUNCTION comba_sqr_n_\n\()_adx
        SAVE_ACC (\n - 1)
        mov     AP, BP
        ENTER_WIDE (\n - 1)
        mov     8(AP), %rdx
        mulx    (BP), %rax, EVEN
        mov     %rax, 8(RP)
        .set    j, 2
        .rept   \n - 2
        .if     j & 1
        GROWING_STEP j, j, ODD, EVEN
        .else
        GROWING_STEP j, j, EVEN, ODD
        .endif
        .set    j, j + 1
        .endr
        .if     \n & 1
        FINISH  \n, ODD, EVEN
        .else
        FINISH  \n, EVEN, ODD
        .endif
        LEAVE_WIDE (\n - 1)
        RESTORE_ACC (\n - 1)
        ret
END comba_sqr_n_\n\()_adx
        .endm

        .irp    n, 5, 6, 7, 8, 9, 10, 11, 12
        SQR_N   \n
        .endr
