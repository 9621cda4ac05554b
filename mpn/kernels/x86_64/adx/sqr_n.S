/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Intel's.  Squares of n limbs, straight code.

   comba_sqr_n_<n>_adx, n = 1..24: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].

     mp_limb_t comba_sqr_n_<n>_adx (mp_ptr rp, mp_srcptr ap);

   System V AMD64: rp in rdi, ap in rsi; result in rax.
   rp does not overlap ap.  No scratch.
   Clobbers rax, rcx, rdx, r8-r11 and the flags; saves and restores those of rbx, rbp, r12-r15 that
   n needs.
   Time is constant for each n.

   From n = 5 on the products a_i a_j, i < j, are added in layers (below).  Limbs between layers are
   in registers up to n = 12, in memory from n = 13 on.  From n = 25 on this much code overflows the
   cache where sizes alternate (kernels/x86_64/adx/sqr_memory_rows.S).  Then one pass doubles the
   sum (carry flag) and adds the squares (overflow flag). */

#include "kernels/x86_64/adx/columns_adx.h"

FUNCTION comba_sqr_n_1_adx
        mov     (AP), %rdx
        mulx    %rdx, %rcx, %rax
        mov     %rcx, (RP)
        mov     %rax, 8(RP)
        ret
END comba_sqr_n_1_adx

/* For n = 2, 3 and 4 everything is in registers.  n = 3 and 4 have one carry chain after the other:
   add and adc are half as long as adcx and adox, so that the code, which begins a cache line, fills
   fewer lines, at a cycle each.  Kernels begin with adc, here and below
   (kernels/x86_64/adx/mul_n.S). */
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

        .p2align 6
FUNCTION comba_sqr_n_3_adx
        xor     %eax, %eax
        mov     (AP), %rdx
        mulx    8(AP), %r8, %r9
        mulx    16(AP), %rax, %r10
        mulx    %rdx, %rcx, %r11
        mov     %rcx, (RP)
        adc     %rax, %r9
        mov     8(AP), %rdx
        mulx    16(AP), %rax, %rcx
        adc     %rax, %r10
        adc     $0, %rcx
        xor     %eax, %eax
        adc     %r8, %r8
        adc     %r9, %r9
        adc     %r10, %r10
        adc     %rcx, %rcx
        adc     %eax, %eax
        add     %r11, %r8
        mov     %r8, 8(RP)
        mulx    %rdx, %r8, %r11
        adc     %r8, %r9
        mov     %r9, 16(RP)
        adc     %r11, %r10
        mov     %r10, 24(RP)
        mov     16(AP), %rdx
        mulx    %rdx, %r8, %r11
        adc     %r8, %rcx
        mov     %rcx, 32(RP)
        adc     %r11, %rax
        mov     %rax, 40(RP)
        ret
END comba_sqr_n_3_adx

/* A limb is added first to the product in the same column whose high half takes the carry.  So
   six additions suffice for the twelve halves of the products a_i a_j, i < j. */
        .p2align 6
FUNCTION comba_sqr_n_4_adx
        SAVE    %rbx
        xor     %ecx, %ecx
        mov     16(AP), %rdx
        mulx    (AP), %r9, %rax
        mulx    8(AP), %r10, %r11
        adc     %rax, %r10
        adc     $0, %r11
        mov     24(AP), %rdx
        mulx    (AP), %rax, %r8
        mulx    8(AP), %rcx, %rbx
        adc     %r8, %rcx
        adc     $0, %rbx
        mov     (AP), %rdx
        mulx    8(AP), %r8, %rdx
        adc     %rdx, %r9
        adc     %rax, %r10
        adc     %rcx, %r11
        mov     16(AP), %rdx
        mulx    24(AP), %rax, %rcx
        adc     %rax, %rbx
        adc     $0, %rcx
        mov     (AP), %rdx
        mulx    %rdx, %rdx, %rax
        mov     %rdx, (RP)
        xor     %edx, %edx
        add     %r8, %r8
        adc     %r9, %r9
        adc     %r10, %r10
        adc     %r11, %r11
        adc     %rbx, %rbx
        adc     %rcx, %rcx
        adc     %edx, %edx
        add     %rax, %r8
        mov     %r8, 8(RP)
        mov     %edx, %eax
        mov     8(AP), %rdx
        mulx    %rdx, %rdx, %r8
        adc     %rdx, %r9
        mov     %r9, 16(RP)
        adc     %r8, %r10
        mov     %r10, 24(RP)
        mov     16(AP), %rdx
        mulx    %rdx, %rdx, %r8
        adc     %rdx, %r11
        mov     %r11, 32(RP)
        adc     %r8, %rbx
        mov     %rbx, 40(RP)
        mov     24(AP), %rdx
        mulx    %rdx, %rdx, %r8
        adc     %rdx, %rcx
        mov     %rcx, 48(RP)
        adc     %r8, %rax
        mov     %rax, 56(RP)
        RESTORE %rbx
        ret
END comba_sqr_n_4_adx

/* The products a[i] a[j], i < j, n >= 5.  Not mulx is the bottleneck but the additions with carry,
   which have two ports; and each chain of them costs one more at its end.  So the triangle is cut
   not into its n-1 rows but into m = floor(n/2) layers, the number of products in its highest
   column.  Each layer has one product in each of q columns, 2k+1..2k+q for layer k = 0..m-1, where
   q = 2 ceil(n/2) - 1.  With h = (q+1)/2 it is

        a[k] a[c-k]             in the columns c < q
        a[h+k] a[c-h-k]         in the columns c >= q

   (q = 5: layers 0 and 1 swap their products in columns 3 and 4, for a shorter latency.) From one
   layer to the next two limbs become final and go out, q-1 stay.  A layer is done like a step of
   kernels/x86_64/adx/columns_adx.h: all low halves through the carry flag, all limbs of earlier
   layers through the overflow flag.  Only acc1, the lowest of these, is added to the low half, and
   the high half of that column goes to LOW. */
#define LOW %rcx

/* \hi, \lo = the product of layer k in column c; rdx holds the common factor of a row. */
        .macro  LAYER_MUL q, k, c, lo, hi
        .if     \c >= \q
        .set    from, (\q + 1) / 2 + \k
        .elseif \q == 5 && \c >= 3
        .set    from, 1 - \k
        .else
        .set    from, \k
        .endif
        .if     \c == 2 * \k + 1 || \c == 3 && \q == 5 || \c == \q
        mov     8*from(AP), %rdx
        .endif
        .set    by, \c - from
        mulx    8*by(AP), \lo, \hi
        .endm

/* Column 2k+1+m of layer k.  \prev holds the high half of the column before and becomes the limb
   of this one; \cur holds the limb of the layers before. */
        .macro  LAYER_CELL q, k, m, prev, cur
        .if     \m < \q - 1
        .if     \k
        adox    \cur, \prev
        .endif
        LAYER_MUL \q, \k, (2 * \k + 1 + \m), %rax, \cur
        .if     \k
        adcx    %rax, \prev
        .else
        adc     %rax, \prev
        .endif
        SLOT
        .endif
        .endm

/* The last column, where earlier layers have no limb, and the limb above. */
        .macro  LAYER_END q, k, prev, top
        .if     \k
        mov     $0, \top
        adox    \top, \prev
        .endif
        LAYER_MUL \q, \k, (2 * \k + \q), %rax, \top
        .if     \k
        adcx    %rax, \prev
        .else
        adc     %rax, \prev
        .endif
        adc     $0, \top
        .endm

/* Layers k..m-1 and the end.  Limbs 2k+1..2k+q-1 are in acc1, ...; their new values go to the
   register of the limb below, and the top one to acc1. */
        .macro  LAYERS  n, q, k, acc1, acc2, acc3, acc4, acc5, acc6, acc7, acc8, acc9, acc10
        xor     %eax, %eax
        LAYER_MUL \q, \k, (2 * \k + 1), %rax, LOW
        .if     \k
        adcx    \acc1, %rax
        .endif
        mov     %rax, 8*(2*\k + 1)(RP)
        SLOT
        LAYER_CELL \q, \k, 1, LOW, \acc2
        mov     LOW, 8*(2*\k + 2)(RP)
        LAYER_CELL \q, \k, 2, \acc2, \acc3
        LAYER_CELL \q, \k, 3, \acc3, \acc4
        LAYER_CELL \q, \k, 4, \acc4, \acc5
        LAYER_CELL \q, \k, 5, \acc5, \acc6
        LAYER_CELL \q, \k, 6, \acc6, \acc7
        LAYER_CELL \q, \k, 7, \acc7, \acc8
        LAYER_CELL \q, \k, 8, \acc8, \acc9
        LAYER_CELL \q, \k, 9, \acc9, \acc10
        .if     \q == 5
        LAYER_END \q, \k, \acc4, \acc1
        AFTER_LAYER \n, \q, (\k + 1), \acc2, \acc3, \acc4, \acc1
        .elseif \q == 7
        LAYER_END \q, \k, \acc6, \acc1
        AFTER_LAYER \n, \q, (\k + 1), \acc2, \acc3, \acc4, \acc5, \acc6, \acc1
        .elseif \q == 9
        LAYER_END \q, \k, \acc8, \acc1
        AFTER_LAYER \n, \q, (\k + 1), \acc2, \acc3, \acc4, \acc5, \acc6, \acc7, \acc8, \acc1
        .else
        LAYER_END \q, \k, \acc10, \acc1
        AFTER_LAYER \n, \q, (\k + 1), \acc2, \acc3, \acc4, \acc5, \acc6, \acc7, \acc8, \acc9, \acc10, \acc1
        .endif
        .endm
        .macro  AFTER_LAYER n, q, k, acc1, acc2, acc3, acc4, acc5, acc6, acc7, acc8, acc9, acc10
        .if     \k < \n / 2
        LAYERS  \n, \q, \k, \acc1, \acc2, \acc3, \acc4, \acc5, \acc6, \acc7, \acc8, \acc9, \acc10
        .else
        FINISH  \n, \q, \acc1, \acc2, \acc3, \acc4, \acc5, \acc6, \acc7, \acc8, \acc9, \acc10
        .endif
        .endm

/* The pass over the sum.  Limbs 1..2m are in rp, the other q-1 in acc1, ...; HIGH holds the high
   half of a square for the next limb. */
#define HIGH LOW
        .macro  FINISH  n, q, accs:vararg
        FINISH_STORED (\n / 2)
        .set    cell, 1
        .irp    acc, \accs
        FINISH_CELL \q, cell, \acc
        .set    cell, cell + 1
        .endr
        FINISH_TOP
        .endm
        .macro  FINISH_CELL q, m, acc
        .if     \m < \q
        .if     \m & 1
        DOUBLE  \acc, HIGH
        .else
        DIAGONAL
        DOUBLE  \acc, %rax
        .endif
        .if     \q == 9        /* faster for n = 10, no gain otherwise */
        RELOAD  (\q - 2), \acc
        .endif
        .endif
        .endm

/* Limbs 0..2\pairs; all but the first are read from rp. */
        .macro  FINISH_STORED pairs
        mov     (AP), %rdx
        xor     %eax, %eax
        mulx    %rdx, %rax, HIGH
        SLOT
        mov     %rax, (RP)
        .set    i, 1
        .rept   \pairs
        mov     8*i(RP), %rdx
        DOUBLE  %rdx, HIGH
        DIAGONAL
        mov     8*i(RP), %rdx
        DOUBLE  %rdx, %rax
        .endr
        .endm

/* The last limb. */
        .macro  FINISH_TOP
        mov     $0, %eax
        adcx    %rax, HIGH
        adox    %rax, HIGH
        mov     HIGH, 8*i(RP)
        mov     HIGH, %rax
        .endm

/* HIGH, rax = the square whose low half belongs to limb i. */
        .macro  DIAGONAL
        mov     4*i(AP), %rdx
        mulx    %rdx, %rax, HIGH
        SLOT
        .endm

/* rp[i] = 2 \x + \square */
        .macro  DOUBLE  x, square
        adcx    \x, \x
        adox    \square, \x
        mov     \x, 8*i(RP)
        .set    i, i + 1
        .endm

        .macro  SQR_N   n, q, nops
        .p2align 6
FUNCTION comba_sqr_n_\n\()_adx
        SLOTS   \nops
        SAVE_ACC (\q - 2)
        LAYERS  \n, \q, 0, %r8, %r9, %r10, %r11, %rbx, %r12, %r13, %r14, %r15, %rbp
        .if     \q == 9
        DROP_SAVED (\q - 2)
        .else
        RESTORE_ACC (\q - 2)
        .endif
        ret
END comba_sqr_n_\n\()_adx
        .endm

        SQR_N   5, 5, 0x300
        SQR_N   6, 5, 0
        SQR_N   7, 7, 0x91045
        SQR_N   8, 7, 0x98282445
        SQR_N   9, 9, 0x24a2082904
        SQR_N   10, 9, 0x4e4974a12904
/* in all layers but the first, after the first limb and all cells but the first */
        SQR_N   11, 11, 0x3fdff7fdff400
        SQR_N   12, 11, 0xff7fdff7fdff400

/* From n = 13 on there are more limbs between layers than registers, and they stay in rp.  A
   chain of additions costs about two cycles at its end: n/2 layers have n/2 ends, strips of as
   many rows as registers allow 1.5 n to 2 n.  From n = 15 on a nop between the two additions
   pays.  The high half of column c goes to EVEN if c is even, else to ODD. */
        .macro  STORED_CELL q, k, c, prev, cur
        LAYER_MUL \q, \k, \c, %rax, \cur
        .if     \k
        adcx    %rax, \prev
        .if     spaced
        nop
        .endif
        adox    8*\c(RP), \prev
        .else
        adc     %rax, \prev
        .endif
        mov     \prev, 8*\c(RP)
        .endm

/* Layer \k with \q products. */
        .macro  STORED_LAYER q, k
        xor     %eax, %eax
        .set    c, 2 * \k + 1
        LAYER_MUL \q, \k, c, %rax, ODD
        .if     \k
        adox    8*c(RP), %rax
        .endif
        mov     %rax, 8*c(RP)
        .set    c, c + 1
        .rept   (\q - 3) / 2
        STORED_CELL \q, \k, c, ODD, EVEN
        .set    c, c + 1
        STORED_CELL \q, \k, c, EVEN, ODD
        .set    c, c + 1
        .endr
        STORED_CELL \q, \k, c, ODD, EVEN
        .set    c, c + 1
        LAYER_END \q, \k, EVEN, ODD
        mov     EVEN, 8*c(RP)
        mov     ODD, 8*c + 8(RP)
        .endm

        .macro  SQR_N_STORED n
FUNCTION comba_sqr_n_\n\()_adx
        SLOTS   0
        .set    columns, 2 * ((\n + 1) / 2) - 1
        .set    layer, 0
        .rept   \n / 2
        STORED_LAYER columns, layer
        .set    layer, layer + 1
        .endr
        FINISH_STORED (\n - 1)
        FINISH_TOP
        ret
END comba_sqr_n_\n\()_adx
        .endm

        .set    spaced, 0
        SQR_N_STORED 13
        SQR_N_STORED 14
        .set    spaced, 1
        .irp    n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
        SQR_N_STORED \n
        .endr
