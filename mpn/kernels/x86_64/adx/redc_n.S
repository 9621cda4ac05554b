/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for AMD's.  Whole Montgomery reductions, straight code: odd P of n
   limbs.  F = (q P + 1) / beta^v, q = -1/P mod beta^v.

   comba_redc_n_<n>_adx, n = 11..24:
   c beta^n + zp[0..n-1] = (tp[0..2n-1] + Q P) / beta^n, Q < 3 beta^n; returns c, 0 or 1.

     mp_limb_t comba_redc_n_<n>_adx (mp_ptr zp, mp_ptr tp, mp_srcptr context);

   System V AMD64: zp in rdi, tp in rsi, context in rdx; result in rax.
   The context has P, -1/P mod beta and F, with v from kernels/x86_64/adx/redc_n.h, at the offsets
   COMBA_ROWS_... of residue/contexts.h.  zp overlaps neither tp nor the context; tp is clobbered.
   No scratch.
   Clobbers rax, rcx, rdx, rsi, r8-r11 and the flags; saves and restores rbx, rbp, and those of
   r12-r15 that n needs.
   Time is constant for each n.

   With F a block is a product of F by v limbs of t, added to the limbs above them.  It waits for
   no quotient, and cannot carry out, as F < beta^n.  One to three of these blocks come first,
   then one of Montgomery's own (kernels/x86_64/adx/redc_block.h). */

#include "kernels/x86_64/adx/redc_block.h"
#include "kernels/x86_64/adx/redc_n.h"
#include "residue/contexts.h"

#define ZP 8(%rsp)

/* TP is where the rows of a block go; rows_before limbs below it have been made zero, or will be
   in this block.  Limbs of weight beta^(n+v) and more, from row first_low on, are stored in
   those places, from the lowest on: t[n+v..2n-1] itself waits until the end. */
#define T(i) 8*((i) - rows_before)(TP)

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

/* The rows of the last block.  Then the v limbs of the last F_BLOCK's accumulators, which lie
   below the places of its quotients, are added to this block's accumulators.  At the end z[k] =
   t[n+k] for k < v, t[n+k] + t[k-v] for k < rows_before, and t[n+k] plus accumulators above. */
        .macro  LAST_ROW w, j, add, acc:vararg
        LOW_ROW \w, \j, \add, \acc
        .endm
        .macro  LAST_ROW_END w, to, acc:vararg
        .set    k, 0
        .irp    c, \acc
        .if     k == 0
        add     T (rows_before - limbs_of_f), \c
        .elseif k < limbs_of_f
        adc     T (rows_before - limbs_of_f + k), \c
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
        mov     T (limbs + k), %rdx
        mov     %rdx, 8*k(%rcx)
        .set    k, k + 1
        .endr
        xor     %edx, %edx
        .rept   rows_before - limbs_of_f
        mov     T (k - limbs_of_f), %rdx
        adc     T (limbs + k), %rdx
        mov     %rdx, 8*k(%rcx)
        .set    k, k + 1
        .endr
        .irp    c, \acc
        .if     k < limbs
        adc     T (limbs + k), \c
        mov     \c, 8*k(%rcx)
        .endif
        .set    k, k + 1
        .endr
        adc     $0, %eax
        .endm

        .macro  REDC_N  n, count, v
        REDC_N_W \n, \count, \v, (\n - \count * \v)
        .endm
        .macro  REDC_N_W n, count, v, w
FUNCTION comba_redc_n_\n\()_adx
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
END comba_redc_n_\n\()_adx
        .endm

        APART
#define X(n, count, v) REDC_N n, count, v;
        COMBA_ADX_REDC_N (X)
