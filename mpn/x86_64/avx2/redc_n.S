/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's reductions modulo n limbs, straight line, in the rows of rows.h:

   comba_redc_rows_<n>_avx2 (tp, pp, n, mu), n = 11..18, as comba_redc_rows_fn (kernels.h) has it, but that rows are n
   and n is not read;
   comba_redc_n_<n>_avx2 (zp, tp, context), n = 11..24 and 32: comba_redc_fixed_fn.

   Montgomery's own block of w rows goes over the lowest w limbs of P first, with t[0..w-1] in the accumulators: that
   gives the quotients q[0..w-1], for which there is room in t[0..w-1].  Then limbs P[w..n-1] times q are the other
   rows of a product, out to t[w..n-1] and what is there added.  Nothing carries out of the accumulators in the
   first part either: after i rows what is left of t[0..w-1] there is below beta^(w-i), and the products at most
   beta^w - beta^(w-i).  The first function has two such blocks.

   With F (mod/montgomery_rows.c) a block is but a product of F and v limbs, which waits for no quotient: the second
   one has up to three of these, and then a block of Montgomery's own. */

#include "rows.h"
#include "../../mod/rows_context.h"

#define TP RP
#define PP AP
#define MU (%rsp)
#define ZP 8(%rsp)

/* The row of acc[0] mu over P[0..w-1], which makes acc[0] zero. */
        .macro  QUOTIENT_ROW w, j, add, c0, others:vararg
        mov     \c0, %rdx
        imul    MU, %rdx
        mov     %rdx, 8*(\j)(TP)
        CLEAR   \w
        LOWEST  \w
        ADD_LOWEST \w, \c0
        OTHERS  \w, \c0, \others
        mulx    (BP), %rax, %rax
        CARRIES \w, \c0
        .endm

        .macro  LOAD_LIMBS w, k, c0, others:vararg
        .if     \k < \w
        mov     8*(\k)(TP), \c0
        LOAD_LIMBS \w, (\k + 1), \others
        .endif
        .endm

/* Montgomery's own; the other rows are \m. */
        .macro  BLOCK   w, n, m
        LOAD_LIMBS \w, 0, ACC
        mov     PP, BP
        .set    row, 0
        ROUND   QUOTIENT_ROW, \w, \w, \w, 1, 0, ACC
        mov     TP, BP
        ROUNDS  \m, \w, \n, 1, 0
        .endm

/* Blocks of v and w rows, v <= w. */
        .macro  REDC_ROWS n, v, w
FUNCTION comba_redc_rows_\n\()_avx2
        SAVE_ROWS \w
        push    %rcx
        .cfi_adjust_cfa_offset 8
        BLOCK   \v, \n, ROW
        lea     8*\v(TP), TP
        BLOCK   \w, \n, ROW
        pop     %rcx
        .cfi_adjust_cfa_offset -8
        RESTORE_ROWS \w
        ret
END comba_redc_rows_\n\()_avx2
        .endm

/* With F: TP is where the block's rows go to, after as many limbs, ROWS_BEFORE, as have been made zero, or will be in
   this block.  What it has of weight beta^(n+v) and more, from its row FIRST_LOW on, has place in these, from the
   lowest on: t[n+v..2n-1] itself waits there till the end. */
#define LOW(i) 8*((i) - rows_before)(TP)

        .macro  LOW_ROW w, j, add, acc:vararg
        .if     \j < first_low
        ROW     \w, \j, \add, \acc
        .else
        ROW_TO  \w, \j, (\j - first_low - rows_before), \add, \acc
        .endif
        .endm
        .macro  LOW_ROW_END w, to, acc:vararg
        LAST_LIMBS \w, \to, \acc
        .endm

        .macro  F_BLOCK v, n
        mov     TP, BP
        lea     8*\v(TP), TP
        FIRST_ROW \v, 1, ACC
        .set    row, 1
        ROUNDS  LOW_ROW, \v, \n, 1, -\v
        .endm

/* The last block's rows.  After them z is t[n..n+v-1], and above that the sum of t[n+v..2n-1], LOW (0) to LOW (..) of
   rows that ended before, and what is in the accumulators with the last v limbs of these. */
        .macro  LAST_ROW w, j, add, acc:vararg
        LOW_ROW \w, \j, \add, \acc
        .endm
        .macro  LAST_ROW_END w, to, acc:vararg
        .set    k, 0
        .irp    c, \acc
        .if     k == 0
        add     LOW (rows_before - limbs_of_f), \c
        .elseif k < limbs_of_f
        adc     LOW (rows_before - limbs_of_f + k), \c
        .elseif k < \w
        adc     $0, \c
        .endif
        .set    k, k + 1
        .endr
        mov     $0, %eax
        adc     $0, %eax

        mov     ZP, %rcx
        .set    k, 0
        .rept   limbs_of_f
        mov     LOW (limbs + k), %rdx
        mov     %rdx, 8*k(%rcx)
        .set    k, k + 1
        .endr
        xor     %edx, %edx
        .rept   rows_before - limbs_of_f
        mov     LOW (k - limbs_of_f), %rdx
        adc     LOW (limbs + k), %rdx
        mov     %rdx, 8*k(%rcx)
        .set    k, k + 1
        .endr
        .irp    c, \acc
        .if     k < limbs
        adc     LOW (limbs + k), \c
        mov     \c, 8*k(%rcx)
        .endif
        .set    k, k + 1
        .endr
        adc     $0, %eax
        .endm

/* COUNT blocks of v limbs with F, and w >= v rows: so nothing carries out of the blocks. */
        .macro  REDC_N  n, count, v, w
FUNCTION comba_redc_n_\n\()_avx2
        SAVE_ROWS \w
        push    %rdi
        .cfi_adjust_cfa_offset 8
        push    8*COMBA_ROWS_M(%rdx)
        .cfi_adjust_cfa_offset 8
        mov     %rsi, TP
        lea     8*COMBA_ROWS_F (\n)(%rdx), AP
        .set    limbs, \n
        .set    limbs_of_f, \v
        .set    rows_before, 0
        .rept   \count
        .set    first_low, limbs - rows_before
        .set    rows_before, rows_before + \v
        F_BLOCK \v, \n
        .endr
        lea     8*(COMBA_ROWS_P - COMBA_ROWS_F (\n))(AP), PP
        BLOCK   \w, \n, LAST_ROW
        add     $16, %rsp
        .cfi_adjust_cfa_offset -16
        RESTORE_ROWS \w
        ret
END comba_redc_n_\n\()_avx2
        .endm

        REDC_ROWS 11, 5, 6
        REDC_ROWS 12, 6, 6
        REDC_ROWS 13, 6, 7
        REDC_ROWS 14, 7, 7
        REDC_ROWS 15, 7, 8
        REDC_ROWS 16, 8, 8
        REDC_ROWS 17, 8, 9
        REDC_ROWS 18, 9, 9

        REDC_N  11, 1, 5, 6
        REDC_N  12, 1, 6, 6
        REDC_N  13, 1, 6, 7
        REDC_N  14, 1, 7, 7
        REDC_N  15, 1, 7, 8
        REDC_N  16, 1, 8, 8
        REDC_N  17, 1, 8, 9
        REDC_N  18, 1, 9, 9
        REDC_N  19, 2, 6, 7
        REDC_N  20, 2, 6, 8
        REDC_N  21, 2, 7, 7
        REDC_N  22, 2, 7, 8
        REDC_N  23, 2, 7, 9
        REDC_N  24, 2, 8, 8
        REDC_N  32, 3, 8, 8
