/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.  Montgomery reduction for small moduli (residue/small.h): odd P of n
   limbs, n = 3..10.  CONTEXT has, at the offsets COMBA_SMALL_... of residue/contexts.h:

     P;  m = -1/P mod beta^2;  F = ((m mod beta) P + 1) / beta;
     K, n limbs, K == beta^(n+1) (mod P);  n zeros and more.

   comba_redc_<n>_adx: zp[0..n-1] == tp[0..2n-1] / beta^(n+1) (mod P), below P + 2 beta^(n-1);
   requires P <= beta^n - 2 beta^(n-1).
   comba_redc_carry_<n>_adx: the same for any P, with a carry: c beta^n + zp[0..n-1]; returns c, 0
   or 1.
   comba_redc_1_<n>_adx: zp[0..n-1] == tp[0..n] / beta (mod P), below beta^n.
   comba_fold_<n>_adx: rp[0..n] == rp[0..n] beta^count + ap[0..count-1] (mod P), below beta^(n+1).

     void comba_redc_<n>_adx (mp_ptr zp, mp_ptr tp, mp_srcptr context);
     mp_limb_t comba_redc_carry_<n>_adx (mp_ptr zp, mp_ptr tp, mp_srcptr context);
     void comba_redc_1_<n>_adx (mp_ptr zp, mp_ptr tp, mp_srcptr context);
     void comba_fold_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t count, mp_srcptr context);

   System V AMD64: zp in rdi, tp in rsi, context in rdx, result in rax; fold: rp in rdi, ap in rsi,
   count in rdx, context in rcx.
   count >= 1; tp, and rp before fold, may have any value.  zp overlaps neither tp nor the context,
   rp overlaps neither ap nor the context.  tp is not written.  No scratch; redc uses the red zone.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores those of rbx, rbp,
   r12-r15 that n needs.
   The instructions depend on n and count alone.  In redc_1 and fold the address of a final operand,
   P or K or zeros, depends on a carry, and with it on the values.
   Montgomery 1985; the rows with F are explained in doc/algorithms/residues.md.

   A row removes the lowest accumulator w by adding w F one limb up.  Low halves go through the
   carry flag, high halves through the overflow flag; then the register of w holds the new top
   accumulator.  The latency from one w to the next is one product and one addition; in a row of
   Montgomery's own it has two products. */

#include "arith/asm_x86.h"
#include "residue/contexts.h"

#define CONTEXT %rdi
#define T %rsi

#define AT(limb) (8 * (limb))

/* Runs \m n, k, a[k], a[k+1], \more for k = 0..n-1. */
        .macro  EACH    m, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, more:vararg
        \m      \n, 0, \a0, \a1, \more
        \m      \n, 1, \a1, \a2, \more
        \m      \n, 2, \a2, \a3, \more
        \m      \n, 3, \a3, \a4, \more
        \m      \n, 4, \a4, \a5, \more
        \m      \n, 5, \a5, \a6, \more
        \m      \n, 6, \a6, \a7, \more
        \m      \n, 7, \a7, \a8, \more
        \m      \n, 8, \a8, \a9, \more
        \m      \n, 9, \a9, \a10, \more
        .endm

/* acc[1..n] += acc[0] F; the carry replaces acc[0]. */
        .macro  ROW     n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10
        mov     \a0, %rdx
        xor     %eax, %eax
        EACH    CELL, \n, \a1, \a2, \a3, \a4, \a5, \a6, \a7, \a8, \a9, \a10, , \a0
        .endm
        .macro  CELL    n, k, low, high, top
        .if     \k < \n - 1
        mulx    AT (COMBA_SMALL_F + \k)(CONTEXT), %rax, T
        adcx    %rax, \low
        adox    T, \high
        .elseif \k == \n - 1
        mulx    AT (COMBA_SMALL_F + \k)(CONTEXT), %rax, \top
        adcx    %rax, \low
        mov     $0, %eax
        adcx    %rax, \top
        adox    %rax, \top
        .endif
        .endm

/* ROWS rows, and the end; the accumulators rotate by one with each row. */
        .macro  ROWS    n, carries, rows, first, others:vararg
        .if     \rows > 0
        ROW     \n, \first, \others
        ROWS    \n, \carries, (\rows - 1), \others, \first
        .else
        LAST    \n, \carries, \first, \others
        .endif
        .endm

        .macro  LOAD_CELL n, k, cur, next, more:vararg
        .if     \k < \n
        mov     AT (\k)(T), \cur
        .endif
        .if     \k == \n - 1
        mov     AT (\n)(T), \next
        .endif
        .endm

/* acc[0..n] += rdx P, which makes acc[0] zero; the carry out replaces it, or is known to be
   zero. */
        .macro  WHOLE_ROW n, carries, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10
        xor     %eax, %eax
        EACH    WHOLE_CELL, \n, \a0, \a1, \a2, \a3, \a4, \a5, \a6, \a7, \a8, \a9, \a10, \a0, \carries
        .endm
        .macro  WHOLE_CELL n, k, low, high, a0, carries
        .if     \k < \n
        mulx    AT (COMBA_SMALL_P + \k)(CONTEXT), %rax, T
        adcx    %rax, \low
        adox    T, \high
        .endif
        .if     \k == \n - 1
        adcx    \a0, \high
        .if     \carries
        mov     $0, %eax
        adcx    %rax, \a0
        adox    %rax, \a0
        .endif
        .endif
        .endm

/* Two limbs of the quotient at once: q = acc[0..1] m mod beta^2, m = -1/P.  With \carries the
   carry is returned in rax. */
        .macro  LAST    n, carries, acc0, acc1, acc:vararg
        mov     \acc0, %rdx
        mulx    AT (COMBA_SMALL_M)(CONTEXT), %rdx, %rax
        mov     AT (COMBA_SMALL_M + 1)(CONTEXT), T
        imul    \acc0, T
        add     T, %rax
        mov     AT (COMBA_SMALL_M)(CONTEXT), T
        imul    \acc1, T
        add     %rax, T
        mov     T, -8(%rsp)
        WHOLE_ROW \n, 1, \acc0, \acc1, \acc
        mov     -8(%rsp), %rdx
        WHOLE_ROW \n, \carries, \acc1, \acc, \acc0
        mov     (%rsp), T
        mov     8(%rsp), %rax
        EACH    LAST_CELL, \n, \acc, \acc0
        .if     \carries
        adc     $0, \acc1
        mov     \acc1, %rax
        .endif
        .endm

        .macro  LAST_CELL n, k, cur, next, more:vararg
        .if     \k == 0
        add     AT (\n + 1)(T), \cur
        .elseif \k < \n - 1
        adc     AT (\n + 1 + \k)(T), \cur
        .elseif \k == \n - 1
        adc     $0, \cur
        .endif
        .if     \k < \n
        mov     \cur, AT (\k)(%rax)
        .endif
        .endm

/* Runs \m n, accumulators: caller-saved registers, then \saved.  CONTEXT is loaded; (%rsp) and
   8(%rsp) hold the other two arguments. */
        .macro  BODY    m, n, saved:vararg
        .if     \n == 3
        \m     \n, %r8, %r9, %r10, %r11
        .elseif \n == 4
        \m     \n, %r8, %r9, %r10, %r11, %rcx
        .else
        \m     \n, %r8, %r9, %r10, %r11, %rcx, \saved
        .endif
        .endm

        .macro  REDUCTION name, m, n, saved:vararg
FUNCTION comba_\name\()_\n\()_adx
        SAVE_ALL \saved
        SAVE_ARGUMENTS
        mov     %rdx, CONTEXT
        BODY    \m, \n, \saved
        DROP_ARGUMENTS
        RESTORE_ALL \saved
        ret
END comba_\name\()_\n\()_adx
        .endm
        .macro  SAVE_ARGUMENTS
        push    %rdi
        .cfi_adjust_cfa_offset 8
        push    %rsi
        .cfi_adjust_cfa_offset 8
        .endm
        .macro  DROP_ARGUMENTS
        add     $16, %rsp
        .cfi_adjust_cfa_offset -16
        .endm

        .macro  WHOLE   n, acc:vararg
        EACH    LOAD_CELL, \n, \acc
        ROWS    \n, 0, (\n - 1), \acc
        .endm
        .macro  WHOLE_CARRY n, acc:vararg
        EACH    LOAD_CELL, \n, \acc
        ROWS    \n, 1, (\n - 1), \acc
        .endm
        .macro  ONE_ROW n, acc0, acc:vararg
        EACH    LOAD_CELL, \n, \acc0, \acc
        mov     AT (COMBA_SMALL_M)(CONTEXT), %rdx
        imul    \acc0, %rdx
        WHOLE_ROW \n, 1, \acc0, \acc
        shl     $7, \acc0               /* from the zeros to P */
        lea     AT (COMBA_SMALL_ZERO)(CONTEXT), T
        sub     \acc0, T
        mov     8(%rsp), %rax
        EACH    LESS_CELL, \n, \acc, \acc0
        .endm
        .macro  LESS_CELL n, k, cur, next, more:vararg
        .if     \k < \n
        .if     \k == 0
        sub     (T), \cur
        .else
        sbb     AT (\k)(T), \cur
        .endif
        mov     \cur, AT (\k)(%rax)
        .endif
        .endm

/* From above: acc[n] K, added one limb up from the lowest, removes acc[n]; a carry out is
   removed by adding K once more. */
        .macro  FOLD    n, saved:vararg
FUNCTION comba_fold_\n\()_adx
        SAVE_ALL \saved
        push    %rdx
        .cfi_adjust_cfa_offset 8
        SAVE_ARGUMENTS
        mov     %rdi, T
        mov     %rcx, CONTEXT
        BODY    FOLDS, \n, \saved
        DROP_ARGUMENTS
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        RESTORE_ALL \saved
        ret
END comba_fold_\n\()_adx
        .endm
        .macro  FOLDS   n, acc:vararg
        EACH    LOAD_CELL, \n, \acc
        .p2align 4
1:      EACH    TOP_CELL, \n, \acc
        MOVE_UP \acc
        mov     (%rsp), T
        EACH    BOTTOM_CELL, \n, \acc
        xor     %eax, %eax
        EACH    FOLD_CELL, \n, \acc
        EACH    ONCE_MORE_CELL, \n, \acc
        decq    16(%rsp)
        jnz     1b
        mov     8(%rsp), T
        EACH    STORE_CELL, \n, \acc
        .endm
        .macro  TOP_CELL n, k, cur, next, more:vararg
        .if     \k == \n - 1
        mov     \next, %rdx
        .endif
        .endm
        .macro  MOVE_UP cur, next, others:vararg
        .ifnb   \next
        MOVE_UP \next, \others
        mov     \cur, \next
        .endif
        .endm
        .macro  BOTTOM_CELL n, k, cur, next, more:vararg
        .if     \k == 0
        mov     16(%rsp), %rax
        mov     -8(T,%rax,8), \cur
        .endif
        .endm
        .macro  FOLD_CELL n, k, cur, next, more:vararg
        .if     \k < \n
        mulx    AT (COMBA_SMALL_K + \k)(CONTEXT), %rax, T
        adcx    %rax, \cur
        adox    T, \next
        .endif
        .if     \k == \n - 1
        mov     $0, %eax
        adcx    %rax, \next
        mov     $0, %edx
        adcx    %rdx, %rax
        adox    %rdx, %rax
        shl     $7, %rax                /* from the zeros to K */
        lea     AT (COMBA_SMALL_ZERO)(CONTEXT, %rax), T
        .endif
        .endm
        .macro  ONCE_MORE_CELL n, k, cur, next, more:vararg
        .if     \k == 0
        add     (T), \cur
        .elseif \k < \n
        adc     AT (\k)(T), \cur
        .endif
        .if     \k == \n - 1
        adc     $0, \next
        .endif
        .endm
        .macro  STORE_CELL n, k, cur, next, more:vararg
        .if     \k < \n
        mov     \cur, AT (\k)(T)
        .endif
        .if     \k == \n - 1
        mov     \next, AT (\n)(T)
        .endif
        .endm

        .macro  ALL     n, saved:vararg
        REDUCTION redc, WHOLE, \n, \saved
        REDUCTION redc_1, ONE_ROW, \n, \saved
        REDUCTION redc_carry, WHOLE_CARRY, \n, \saved
        FOLD    \n, \saved
        .endm

        ALL     3
        ALL     4
        ALL     5, %rbx
        ALL     6, %rbx, %rbp
        ALL     7, %rbx, %rbp, %r12
        ALL     8, %rbx, %rbp, %r12, %r13
        ALL     9, %rbx, %rbp, %r12, %r13, %r14
        ALL     10, %rbx, %rbp, %r12, %r13, %r14, %r15
