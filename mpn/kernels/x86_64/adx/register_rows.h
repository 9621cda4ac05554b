/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of a by w limbs of b, w = 4..9, by mulx, adcx and adox, in rows for Zen 3.  For assembly
   files.

   The w accumulators stay in registers.  A row takes one limb of a, adds its products with
   b[0..w-1] to them, and puts out the lowest limb, so that the accumulators move down by one place:

        out       = acc[0] + lo (a b[0])
        acc'[k-1] = acc[k] + hi (a b[k-1]) + lo (a b[k]),       k = 1..w-1
        acc'[w-1] =          hi (a b[w-1])

   All high halves go through the carry flag and all low halves through the overflow flag; at the
   end a zero goes through both.

   Bound: nothing carries out of acc'[w-1], so both flags are clear where the next row begins.  With
   \add = 1 rp[0..] is added as well; the accumulators cannot carry out then either.

   acc'[w-1] takes the register of acc[0]: rows differ only in the names of the accumulators, which
   rotate.

   Zen 3 assigns adcx and adox to its units by their places in the code.  If each pair of them
   follows a mulx, none goes to the multiplier's unit.  The pair at the end would cost two cycles
   more, unless a mulx whose result is not used precedes it. */

#include "arith/asm_x86.h"
#include "kernels/x86_64/adx/zero.h"

#define RP %rdi
#define AP %rsi
#define BP %rcx

/* acc[0..8] in the first row.  Where w < 9 the last register holds zero. */
#define ACC %r9, %r10, %r11, %rbx, %r12, %r13, %r14, %r15, %rbp

        .macro  SAVE_ROWS w
        SAVE_ALL %rbp, %rbx
        .irp    reg, 12, 13, 14, 15
        .if     \reg - 8 <= \w - 1
        SAVE    %r\reg
        .endif
        .endr
        .endm

        .macro  RESTORE_ROWS w
        .irp    reg, 15, 14, 13, 12
        .if     \reg - 8 <= \w - 1
        RESTORE %r\reg
        .endif
        .endr
        RESTORE_ALL %rbp, %rbx
        .endm

/* A nop before cell k if bit k of the symbol fill is set: for Zen 4. */
        .set    fill, 0

/* acc += the high half of the cell before, and lo (a b[k]); the high half goes to \hi. */
        .macro  CELL    w, k, lo, hi, before, acc
        .if     \k < \w
        .if     fill >> \k & 1
        nop
        .endif
        mulx    8*\k(BP), \lo, \hi
        adcx    \before, \acc
        adox    \lo, \acc
        .endif
        .endm

/* Clears both flags, and the register that holds zero. */
        .macro  CLEAR   w
        .if     \w < 9
        xor     %ebp, %ebp
        .else
        xor     %eax, %eax
        .endif
        .endm

/* The lowest product of a row, to be added to acc[0]; and the other products. */
        .macro  LOWEST  w
        .if     \w & 1
        mulx    (BP), %r8, %rax
        .else
        mulx    (BP), %rax, %r8
        .endif
        .endm
        .macro  ADD_LOWEST w, c0
        .if     \w & 1
        adcx    %r8, \c0
        .else
        adcx    %rax, \c0
        .endif
        .endm
        .macro  OTHERS  w, c0, c1, c2, c3, c4, c5, c6, c7, c8
        .if     \w & 1
        CELL    \w, 1, \c0, %r8, %rax, \c1
        CELL    \w, 2, %rax, \c0, %r8, \c2
        CELL    \w, 3, %rax, %r8, \c0, \c3
        CELL    \w, 4, %rax, \c0, %r8, \c4
        CELL    \w, 5, %rax, %r8, \c0, \c5
        CELL    \w, 6, %rax, \c0, %r8, \c6
        CELL    \w, 7, %rax, %r8, \c0, \c7
        CELL    \w, 8, %rax, \c0, %r8, \c8
        .else
        CELL    \w, 1, %rax, \c0, %r8, \c1
        CELL    \w, 2, %rax, %r8, \c0, \c2
        CELL    \w, 3, %rax, \c0, %r8, \c3
        CELL    \w, 4, %rax, %r8, \c0, \c4
        CELL    \w, 5, %rax, \c0, %r8, \c5
        CELL    \w, 6, %rax, %r8, \c0, \c6
        CELL    \w, 7, %rax, \c0, %r8, \c7
        .endif
        .endm

/* Adds the carries of both chains to the highest limb. */
        .macro  CARRIES w, c0
        .if     \w < 9
        adcx    %rbp, \c0
        adox    %rbp, \c0
        .else
        adcx    ZERO, \c0
        adox    ZERO, \c0
        .endif
        .endm

/* The row of a[j]; its limb goes to rp[j], or to rp[to]. */
        .macro  ROW     w, j, add, acc:vararg
        ROW_TO  \w, \j, \j, \add, \acc
        .endm
        .macro  ROW_TO  w, j, to, add, c0, others:vararg
        mov     8*(\j)(AP), %rdx
        LOWEST  \w
        ADD_LOWEST \w, \c0
        .if     \add
        adox    8*(\to)(RP), \c0
        .endif
        mov     \c0, 8*(\to)(RP)
        OTHERS  \w, \c0, \others
        mulx    (BP), %rax, %rax
        CARRIES \w, \c0
        .endm

/* The first row, of a[0], without accumulators. */
        .macro  FIRST_ROW w, add, c0, c1, c2, c3, c4, c5, c6, c7, c8
        mov     (AP), %rdx
        CLEAR   \w
        mulx    (BP), %rax, \c0
        .if     \add
        adcx    (RP), %rax
        .endif
        mov     %rax, (RP)
        FIRST_CELL \w, 1, \c0, \c1
        FIRST_CELL \w, 2, \c1, \c2
        FIRST_CELL \w, 3, \c2, \c3
        FIRST_CELL \w, 4, \c3, \c4
        FIRST_CELL \w, 5, \c4, \c5
        FIRST_CELL \w, 6, \c5, \c6
        FIRST_CELL \w, 7, \c6, \c7
        FIRST_CELL \w, 8, \c7, \c8
        .endm
        .macro  FIRST_CELL w, k, before, cur
        .if     \k < \w
        mulx    8*\k(BP), %rax, \cur
        adcx    %rax, \before
        .if     \k == \w - 1
        .if     \w < 9
        adcx    %rbp, \cur
        .else
        adcx    ZERO, \cur
        .endif
        .endif
        .endif
        .endm

/* Rows 1..n-1; then stores the accumulators to rp[n..n+w-1], and the top one also to rax. */
        .macro  ROWS    w, n, add
        .set    row, 1
        ROUNDS  ROW, \w, \n, \add, \n
        .endm
/* Rows from the symbol row to n - 1 by \m; then \m_END stores the accumulators to
   rp[to..to+w-1].  Rounds have w rows, after which the names of the accumulators repeat; clang
   nests macros at most twenty deep. */
        .macro  ROUNDS  m, w, n, add, to
        .rept   (\n - row + \w) / \w
        ROUND   \m, \w, \w, \n, \add, \to, ACC
        .endr
        .endm
        .macro  ROUND   m, w, left, n, add, to, c0, c1, c2, c3, c4, c5, c6, c7, c8
        .if     row < \n
        \m     \w, row, \add, \c0, \c1, \c2, \c3, \c4, \c5, \c6, \c7, \c8
        .elseif row == \n
        \m\()_END \w, \to, \c0, \c1, \c2, \c3, \c4, \c5, \c6, \c7, \c8
        .endif
        .set    row, row + 1
        .if     \left == 1
        .elseif \w == 4
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c0
        .elseif \w == 5
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c4, \c0
        .elseif \w == 6
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c4, \c5, \c0
        .elseif \w == 7
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c4, \c5, \c6, \c0
        .elseif \w == 8
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c4, \c5, \c6, \c7, \c0
        .else
        ROUND   \m, \w, (\left - 1), \n, \add, \to, \c1, \c2, \c3, \c4, \c5, \c6, \c7, \c8, \c0
        .endif
        .endm
        .macro  ROW_END w, to, acc:vararg
        LAST_LIMBS \w, \to, \acc
        .endm
        .macro  LAST_LIMBS w, at, c0, c1, c2, c3, c4, c5, c6, c7, c8
        LAST_LIMB \w, \at, 0, \c0
        LAST_LIMB \w, \at, 1, \c1
        LAST_LIMB \w, \at, 2, \c2
        LAST_LIMB \w, \at, 3, \c3
        LAST_LIMB \w, \at, 4, \c4
        LAST_LIMB \w, \at, 5, \c5
        LAST_LIMB \w, \at, 6, \c6
        LAST_LIMB \w, \at, 7, \c7
        LAST_LIMB \w, \at, 8, \c8
        .endm
        .macro  LAST_LIMB w, at, k, cur
        .if     \k < \w
        mov     \cur, 8*(\at + \k)(RP)
        .if     \k == \w - 1
        mov     \cur, %rax
        .endif
        .endif
        .endm

/* rp[0..n+w-1] = ap[0..n-1] * bp[0..w-1] (+ rp[0..n-1]), straight line. */
        .macro  STRAIGHT w, n, add
        FIRST_ROW \w, \add, ACC
        ROWS    \w, \n, \add
        .endm

        .macro  STRIP   w, n, add
        STRAIGHT \w, \n, \add
        lea     8*\w(BP), BP
        lea     8*\w(RP), RP
        .endm

/* A product of n x n limbs with b in strips of u, v and w limbs, in ascending order; u and v may
   be zero. */
        .macro  MUL_N   n, u, v, w
FUNCTION comba_mul_n_\n\()_register_rows_adx
        SAVE_ROWS \w
        .if     \u
        STRIP   \u, \n, 0
        .endif
        .if     \v
        STRIP   \v, \n, \u
        .endif
        STRAIGHT \w, \n, \v
        RESTORE_ROWS \w
        ret
END comba_mul_n_\n\()_register_rows_adx
        .endm
