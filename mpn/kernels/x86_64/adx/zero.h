/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A zero limb, for the steps of kernels/x86_64/adx/columns_adx.h and the rows of
   kernels/x86_64/adx/register_rows.h. */

#define ZERO zero(%rip)

        .section .rodata
        .p2align 3
zero:   .quad   0
        .text
