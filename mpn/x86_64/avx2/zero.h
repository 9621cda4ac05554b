/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A limb of zeros, for the steps of adx/columns.h and the rows of rows.h. */

#define ZERO zero(%rip)

        .section .rodata
        .p2align 3
zero:   .quad   0
        .text
