/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.  Products by w limbs, one limb of a at a time
   (kernels/x86_64/adx/columns_adx.h).

   comba_mul_by_<w>_adx, w = 1..8: rp[0..an+w-1] = ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].
   comba_add_mul_by_<w>_adx, w = 6..8:
   rp[0..an+w-1] = rp[0..an-1] + ap[0..an-1] * bp[0..w-1]; returns rp[an+w-1].

     mp_limb_t comba_mul_by_<w>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);
     mp_limb_t comba_add_mul_by_<w>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

   System V AMD64: rp in rdi, ap in rsi, an in rdx, bp in rcx; result in rax.
   an >= 1, but an >= 8 for w = 2, 3, 4.  rp overlaps neither source; the sources may overlap.
   No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores those of rbx, rbp,
   r12-r15 that w needs.
   Time depends on an and w alone.

   kernels/x86_64/adx/memory_rows.c calls these where its own rows are slower: for more than 32
   limbs of a. */

#include "kernels/x86_64/adx/columns_adx.h"
#include "kernels/x86_64/adx/mul_by_columns.h"

FUNCTION comba_mul_by_1_adx
        BY_1
END comba_mul_by_1_adx

/* Speed depends on where the code lies within 64 bytes.  These places were found by trying. */
        .macro  MUL_BY_BLOCKS w
        .p2align 6
        .if     \w == 2
        .skip   32, 0xcc
        .endif
FUNCTION comba_mul_by_\w\()_adx
        BY_BLOCKS \w
END comba_mul_by_\w\()_adx
        .endm

        .macro  MUL_BY  w, count
FUNCTION comba_mul_by_\w\()_adx
        BY_COLUMNS \w, \count
END comba_mul_by_\w\()_adx
        .endm

        .set    fill, 0xffe
        MUL_BY_BLOCKS 2
        MUL_BY_BLOCKS 3
        MUL_BY_BLOCKS 4
        MUL_BY  5, %r13
        MUL_BY  6, %r14
        MUL_BY  7, %r15
        MUL_BY  8, %rbp

        .macro  ADD_MUL_BY w, count
FUNCTION comba_add_mul_by_\w\()_adx
        BY_COLUMNS \w, \count, 1
END comba_add_mul_by_\w\()_adx
        .endm

        ADD_MUL_BY 6, %r14
        ADD_MUL_BY 7, %r15
        .set    fill, 0x100fff
        ADD_MUL_BY 8, %rbp
