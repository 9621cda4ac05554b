/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Zen 4.  Products of n x n limbs, straight code.

   comba_mul_n_<n>_register_rows_ahead_adx, n = 4..8:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].

     mp_limb_t comba_mul_n_<n>_register_rows_ahead_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                                        mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx (not read), bp in rcx; result in rax.
   rp overlaps neither source; the sources may overlap.  No scratch.
   Clobbers rax, rdx, r8-r11 and the flags; saves and restores rbx, rbp, and those of r12-r15 that n
   needs.
   Time is constant for each n.

   The rows of kernels/x86_64/adx/register_rows.h, but the mulx before the pair of additions at a
   row's end is the first one of the next row. */

#include "kernels/x86_64/adx/register_rows.h"

        .macro  NOPS    count
        .rept   \count
        nop
        .endr
        .endm

/* Zen 4, too, assigns adcx and adox to its units by their places in the code.  Nops stand after
   the store, before the next limb, between its mulx and the carries, and after these; bits of
   fill say where else.  They were found by trying, through mpn_mul_n. */
        .macro  NEXT_LOWEST w, j
        .if     \j < \w
        mov     8*(\j)(AP), %rdx
        LOWEST  \w
        .else
        mulx    (BP), %rax, %rax
        .endif
        .endm

        .macro  ROW_AHEAD w, j, add, c0, others:vararg
        ADD_LOWEST \w, \c0
        mov     \c0, 8*(\j)(RP)
        NOPS    nops_after_store
        OTHERS  \w, \c0, \others
        NOPS    nops_before_next
        NEXT_LOWEST \w, (\j + 1)
        NOPS    nops_before_carries
        CARRIES \w, \c0
        NOPS    nops_after_carries
        .endm

        .macro  ROW_AHEAD_END w, to, acc:vararg
        LAST_LIMBS \w, \to, \acc
        .endm

        .macro  MUL_N_AHEAD n, after_store, before_next, before_carries, after_carries, cells=0
        .set    nops_after_store, \after_store
        .set    nops_before_next, \before_next
        .set    nops_before_carries, \before_carries
        .set    nops_after_carries, \after_carries
        .set    fill, \cells
        .p2align 6
FUNCTION comba_mul_n_\n\()_register_rows_ahead_adx
        SAVE_ROWS \n
        FIRST_ROW \n, 0, ACC
        .set    row, 1
        NEXT_LOWEST \n, 1
        ROUNDS  ROW_AHEAD, \n, \n, 0, \n
        RESTORE_ROWS \n
        ret
END comba_mul_n_\n\()_register_rows_ahead_adx
        .endm

        MUL_N_AHEAD 4, 1, 4, 2, 2
        MUL_N_AHEAD 5, 1, 3, 0, 2
        MUL_N_AHEAD 6, 1, 3, 0, 2
        MUL_N_AHEAD 7, 2, 3, 1, 1, 1 << 2
        MUL_N_AHEAD 8, 0, 4, 2, 4, 1 << 4 | 1 << 5
