/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What tiles of products and of squares (sums.h) have in common, in assembly. */

#include "sums.h"

/* The arguments: AP, BP, ROWS and ROOM as far as the work has come; COUNT of ROWS are on their way. */
#define LOW     %rdi
#define AP      %rsi
#define BP      %rdx
#define ROWS    %rcx
#define CORNERS %r8d
#define ROOM    %r9
#define COUNT   %r10

#define FOUR(x) .quad x, x, x, x

/* Vector v of the halves that are put, and of copy r of b's digits. */
#define IN_LOW(v) 32*v(LOW)
#define IN_HIGH(v) 8*TILE_HIGH_AT+32*v(LOW)
#define B_AT(r, v) 32*(4*v+r)(BP)

/* a b to h, and what is lost to l. */
#define ADD_PRODUCT(h, l, a, b, d)                      \
        vmovapd h, d;                                   \
        vfmadd231pd b, a, h;                            \
        vsubpd  h, d, d;                                \
        vfmadd231pd b, a, d;                            \
        vaddpd  d, l, l;

/* g = h + l rounded, and the rest in l; h is lost. */
#define SPLIT_SUM(h, l, g)                              \
        vaddpd  l, h, g;                                \
        vsubpd  g, h, h;                                \
        vaddpd  h, l, l;

/* STEP_AP: how far the next four digits of a are. */
#define NEXT_FOUR                                       \
        add     $STEP_AP, AP;                           \
        sub     $128, BP;

/* As many of ROWS digits as there is ROOM for, four by four. */
#define ALL_ROWS(FOUR_DIGITS)                           \
        cmp     ROOM, ROWS;                             \
        mov     ROWS, COUNT;                            \
        cmovg   ROOM, COUNT;                            \
        sub     COUNT, ROWS;                            \
        sub     COUNT, ROOM;                            \
        test    COUNT, COUNT;                           \
        jz      2f;                                     \
        .p2align 5;                                     \
1:      FOUR_DIGITS                                     \
        sub     $4, COUNT;                              \
        jne     1b;                                     \
2:
