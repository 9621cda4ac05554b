/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64.  Montgomery reduction modulo odd P, column by column.

   comba_redc_strip_<w>_mulq, w = 1..8, with P = pp[0..n-1] and mu = -1/P mod beta:
     beta^n tp'[0..w-1] + beta^w tp'[w..w+n-1] = tp[0..w+n-1] + Q P, 0 <= Q < beta^w;
     tp[n..n+w-1] is not changed: tp'[0..w-1] is the number to be added there.
   comba_redc_n_<n>_mulq, n = 3..16, with P of n limbs in CONTEXT:
     c beta^n + zp[0..n-1] = (tp[0..2n-1] + Q P) / beta^(n+1), Q < beta^(n+1) + beta^n; returns c.
   tp' is tp afterwards; F = (q P + 1) / beta, q = -1/P mod beta.

     void comba_redc_strip_<w>_mulq (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu,
                                     mp_size_t rows);
     mp_limb_t comba_redc_n_<n>_mulq (mp_ptr zp, mp_ptr tp, mp_srcptr context);

   System V AMD64: strip: tp in rdi, pp in rsi, n in rdx, mu in rcx, rows (= w) in r8, not read;
   redc_n: zp in rdi, tp in rsi, context in rdx, result in rax.
   Strip: n >= w; tp does not overlap pp.  redc_n: zp overlaps neither tp nor the context, which has
   P, -1/P mod beta^2 and F at the offsets COMBA_ROWS_... (residue/contexts.h); tp is clobbered.
   No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12 (and r13
   for n = 3).
   Time depends on n and w alone.
   Montgomery 1985, by columns.

   Strip: the columns of the product of P and the quotients q.  q[k] P[0], with q[k] = mu times
   the column's limb, makes column k < w zero; q[k] replaces tp[k].  Then a loop does the columns
   of w products, and w - 1 columns shrink, whose limbs replace quotients that no later column
   needs.  The product by the newest quotient is the last one of its column, so that the others
   need not wait for it. */

#include "kernels/x86_64/mul/columns_mul.h"
#include "residue/contexts.h"

/* BP is tp as passed, where the quotients are; AP is P. */
#define MU %r12
#define COUNT %rbp

/* (c1, c0) += tp[k].  The carry in is below (w + 1) beta. */
        .macro  START   tp, k, c0, c1, c2
        xor     \c2, \c2
        add     8*(\k)(\tp), \c0
        adc     $0, \c1
        .endm

        .macro  QUOTIENT k, w, add, c0, c1, c2
        START   BP, \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\k - 1), \k, \c0, \c1, \c2, T0, T1
        mov     MU, %rax
        imul    \c0, %rax
        mov     %rax, 8*\k(BP)
        mulq    (AP)
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .endm

        .macro  FULL    k, w, add, c0, c1, c2
        .p2align 4
1:      START   RP, \k, \c0, \c1, \c2
        PRODUCTS BP, AP, 0, (\w - 1), \k, \c0, \c1, \c2, T0, T1
        LOOP_END COUNT, \k, \c0, \c1, \c2, \c0, \c1
        .endm

        .macro  SHRINKING k, w, add, c0, c1, c2
        xor     \c2, \c2
        PRODUCTS BP, AP, (\k - \w + 1), (\w - 1), \k, \c0, \c1, \c2, T0, T1
        mov     \c0, 8*(\k - \w)(BP)
        .endm

        .macro  TOP     k, w, add, c0, c1, c2
        mov     \c0, 8*(\k - \w)(BP)
        .endm

        .macro  REDC_STRIP w
FUNCTION comba_redc_strip_\w\()_mulq
        SAVE_ALL T1, COUNT, MU
        mov     %rcx, MU
        mov     RP, BP
        mov     %rdx, COUNT
        xor     C0, C0
        xor     C1, C1
        .set    k, 0
        .rept   \w
        IN_TURN QUOTIENT, k, k, \w
        .set    k, k + 1
        .endr
        sub     $\w, COUNT
        jz      2f
        IN_TURN FULL, k, k, \w
2:
        .rept   \w - 1
        IN_TURN SHRINKING, k, k, \w
        .set    k, k + 1
        .endr
        IN_TURN TOP, k, k, \w
        RESTORE_ALL T1, COUNT, MU
        ret
END comba_redc_strip_\w\()_mulq
        .endm

        .irp    w, 1, 2, 3, 4, 5, 6, 7, 8
        REDC_STRIP \w
        .endr

/* redc_n, with the factor beta^(n+1).  w[k] is column k < n - 1 with its carry in; adding w[k] F
   one limb up removes it, so that the next column waits for one product and one addition.
   Columns n - 1 and n are removed together by adding q P, with q = (these) m mod beta^2.  w and q
   replace t[0..n]. */
#define T %rsi
#define CONTEXT %rcx
#define AT(limb) 8*(limb)(CONTEXT)
#define NEWEST %rbp             /* w or q */
#define CARRIED %r12            /* carry of column n - 1, from q[0] */

/* (c2, c1, c0) += NEWEST times a limb of the context. */
        .macro  BY_NEWEST limb, c0, c1, c2
        mov     NEWEST, %rax
        mulq    AT (\limb)
        add     %rax, \c0
        adc     %rdx, \c1
        adc     $0, \c2
        .endm

/* (c2, c1, c0) += t[k], and w F except for w[k-1]. */
        .macro  WITH_F  k, n, c0, c1, c2
        START   T, \k, \c0, \c1, \c2
        .if     \k < \n
        PRODUCTS T, CONTEXT, 0, (\k - 2), (COMBA_ROWS_F (\n) + \k - 1), \c0, \c1, \c2, T0, T1
        .else
        PRODUCTS T, CONTEXT, (\k - \n), (\n - 2), (COMBA_ROWS_F (\n) + \k - 1), \c0, \c1, \c2, T0, T1
        .endif
        .endm

        .macro  LOWER   k, n, add, c0, c1, c2
        .if     \k < 2
        START   T, \k, \c0, \c1, \c2
        .else
        WITH_F  \k, \n, \c0, \c1, \c2
        .endif
        .if     \k > 0
        BY_NEWEST COMBA_ROWS_F (\n), \c0, \c1, \c2
        .endif
        .if     \k < \n - 1
        mov     \c0, 8*\k(T)
        mov     \c0, NEWEST
        .else
        mov     AT (COMBA_ROWS_M), %rax
        mulq    \c0
        mov     %rax, 8*\k(T)
        mov     %rax, T0
        mov     AT (COMBA_ROWS_M + 1), NEWEST
        imul    \c0, NEWEST
        add     %rdx, NEWEST
        mov     T0, %rax
        mulq    AT (COMBA_ROWS_P)
        cmp     $1, \c0                 /* becomes zero; carries if it was not */
        sbb     $-1, %rdx
        mov     %rdx, CARRIED
        .endif
        .endm

/* Column n, which becomes zero. */
        .macro  SECOND  k, n, add, c0, c1, c2
        WITH_F  \k, \n, \c0, \c1, \c2
        mov     AT (COMBA_ROWS_M), %rax
        imul    \c0, %rax
        add     %rax, NEWEST
        mov     NEWEST, 8*\k(T)
        add     CARRIED, \c0
        adc     $0, \c1
        adc     $0, \c2
        PRODUCTS T, CONTEXT, (\n - 1), (\n - 1), (COMBA_ROWS_P + \k), \c0, \c1, \c2, T0, T1
        BY_NEWEST COMBA_ROWS_P, \c0, \c1, \c2
        .endm

        .macro  UPPER   k, n, add, c0, c1, c2
        .if     \k < 2*\n - 1
        WITH_F  \k, \n, \c0, \c1, \c2
        PRODUCTS T, CONTEXT, (\n - 1), \n, (COMBA_ROWS_P + \k), \c0, \c1, \c2, T0, T1
        .else
        START   T, \k, \c0, \c1, \c2
        BY_NEWEST (COMBA_ROWS_P + \n - 1), \c0, \c1, \c2
        .endif
        mov     \c0, 8*(\k - \n - 1)(RP)
        .endm

        .macro  UPPERMOST k, n, add, c0, c1, c2
        mov     \c0, 8*(\k - \n - 1)(RP)
        mov     \c1, %rax
        .endm

        .macro  REDC_N  n
FUNCTION comba_redc_n_\n\()_mulq
        SAVE_ALL T1, NEWEST, CARRIED
        mov     %rdx, CONTEXT
        xor     C0, C0
        xor     C1, C1
        .set    k, 0
        .rept   \n
        IN_TURN LOWER, k, k, \n
        .set    k, k + 1
        .endr
        IN_TURN SECOND, k, k, \n
        .set    k, k + 1
        .rept   \n - 1
        IN_TURN UPPER, k, k, \n
        .set    k, k + 1
        .endr
        IN_TURN UPPERMOST, k, k, \n
        RESTORE_ALL T1, NEWEST, CARRIED
        ret
END comba_redc_n_\n\()_mulq
        .endm

        .irp    n, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        REDC_N  \n
        .endr

/* n = 3: the same with everything in registers, row by row.  With so few products the latency
   from one to the next takes most of the time, and the products of a column would wait for each
   other. */
#define F(i) AT (COMBA_ROWS_F (3) + i)
#define P(i) AT (COMBA_ROWS_P + i)
#define S2 %r8                  /* columns 2 to 5, and their carry out */
#define S3 %r9
#define S4 %r10
#define S5 %r11
#define S6 %rbx
#define OLDER %rbp              /* w[0], then q[0] */
#define NEWER %r12              /* w[1], then q[1] */
#define CARRY %r13

/* rdx:rax = \x times \limb.  AND_MORE adds the limb \more. */
        .macro  BY      x, limb
        mov     \x, %rax
        mulq    \limb
        .endm

        .macro  AND_MORE more
        add     \more, %rax
        adc     $0, %rdx
        .endm

/* s += rdx:rax; the carry, a limb, goes to \carry. */
        .macro  TO_COLUMN s, carry
        add     %rax, \s
        adc     $0, %rdx
        mov     %rdx, \carry
        .endm

/* The same for several columns; the carry out of the last one stays in the flag. */
        .macro  TO_COLUMNS s0, s1, above:vararg
        add     %rax, \s0
        adc     %rdx, \s1
        .ifnb   \above
        .irp    s, \above
        adc     $0, \s
        .endr
        .endif
        .endm

FUNCTION comba_redc_n_3_mulq
        SAVE_ALL S6, OLDER, NEWER, CARRY
        mov     %rdx, CONTEXT
        mov     (T), OLDER
        mov     40(T), S5
        xor     S6, S6

        BY      OLDER, F (0)            /* column 1 is w[1] */
        mov     8(T), NEWER
        TO_COLUMN NEWER, S2
        BY      OLDER, F (1)
        AND_MORE 16(T)
        TO_COLUMN S2, S3
        BY      OLDER, F (2)
        AND_MORE 24(T)
        TO_COLUMN S3, S4

        BY      NEWER, F (0)
        TO_COLUMN S2, CARRY
        BY      NEWER, F (2)
        add     32(T), S4
        adc     $0, S5
        adc     $0, S6
        TO_COLUMNS S4, S5, S6
        BY      NEWER, F (1)
        AND_MORE CARRY
        TO_COLUMNS S3, S4, S5, S6

        BY      S2, AT (COMBA_ROWS_M)   /* q = (column 3, column 2) m mod beta^2 */
        mov     %rax, OLDER
        mov     %rdx, NEWER
        mov     AT (COMBA_ROWS_M + 1), %rax
        imul    S2, %rax
        add     %rax, NEWER
        mov     AT (COMBA_ROWS_M), %rax
        imul    S3, %rax
        add     %rax, NEWER

        BY      OLDER, P (0)
        cmp     $1, S2                  /* becomes zero; carries if it was not */
        sbb     $-1, %rdx
        mov     %rdx, CARRY
        BY      OLDER, P (2)
        TO_COLUMNS S4, S5, S6
        BY      OLDER, P (1)
        AND_MORE CARRY
        TO_COLUMNS S3, S4, S5, S6
        BY      NEWER, P (0)
        TO_COLUMNS S3, S4, S5, S6
        BY      NEWER, P (1)
        TO_COLUMNS S4, S5, S6
        BY      NEWER, P (2)
        TO_COLUMNS S5, S6
        mov     S4, (RP)
        mov     S5, 8(RP)
        mov     S6, 16(RP)
        mov     $0, %eax
        adc     $0, %eax
        RESTORE_ALL S6, OLDER, NEWER, CARRY
        ret
END comba_redc_n_3_mulq
