/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What tiles of products and of squares (sums.h) have in common, in assembly. */

#include "kernels/x86_64/avx2fma/sums.h"

/* The arguments: AP, BP, ROWS and ROOM as far as the work has come. */
#define LOW     %rdi
#define AP      %rsi
#define BP      %rdx
#define ROWS    %rcx
#define CORNERS %r8d
#define ROOM    %r9
#define END_AP  %r10

/* Where the code is. */
        .macro  TILE_SECTION
#ifdef COMBA_TILES_OF_RESIDUES
        APART
        .p2align 6
#else
        .text
#endif
        .endm

#define FOUR(x) .quad x, x, x, x

/* Vector v of the halves that are put, and of copy r of b's digits. */
#define IN_LOW(v) 32*v(LOW)
#define IN_HIGH(v) 8*TILE_HIGH_AT+32*v(LOW)
#define B_AT(r, v) 8*TILE_COPY*r+8*TILE_NEXT*v(BP)

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

#define NEXT_FOUR                                       \
        add     $32, AP;                                \
        sub     $8*TILE_NEXT, BP;

/* As many of ROWS digits as there is ROOM for, four by four. */
#define ALL_ROWS(FOUR_DIGITS)                           \
        cmp     ROOM, ROWS;                             \
        mov     ROWS, END_AP;                           \
        cmovg   ROOM, END_AP;                           \
        sub     END_AP, ROWS;                           \
        sub     END_AP, ROOM;                           \
        test    END_AP, END_AP;                         \
        jz      2f;                                     \
        lea     (AP,END_AP,8), END_AP;                  \
        .p2align 5;                                     \
1:      FOUR_DIGITS                                     \
        cmp     END_AP, AP;                             \
        jne     1b;                                     \
2:
