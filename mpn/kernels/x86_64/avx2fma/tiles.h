/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The common part of kernels/x86_64/avx2fma/mul_tile.S and kernels/x86_64/avx2fma/sqr_tile.S.  For
   assembly files. */

#include "kernels/x86_64/avx2fma/sums.h"

/* The arguments; AP, BP, ROWS and ROOM advance with the work. */
#define LOW     %rdi
#define AP      %rsi
#define BP      %rdx
#define ROWS    %rcx
#define CORNERS %r8d
#define ROOM    %r9
#define END_AP  %r10

/* The section of the code. */
        .macro  TILE_SECTION
#ifdef COMBA_TILES_OF_RESIDUES
        APART
        .p2align 6
#else
        .text
#endif
        .endm

#define FOUR(x) .quad x, x, x, x

/* Vector v of the low and high halves, and of copy r of the digits of b. */
#define IN_LOW(v) 32*v(LOW)
#define IN_HIGH(v) 8*TILE_HIGH_AT+32*v(LOW)
#define B_AT(r, v) 8*TILE_COPY*r+8*TILE_NEXT*v(BP)

/* Adds a b to h, and the rounding error to l. */
#define ADD_PRODUCT(h, l, a, b, d)                      \
        vmovapd h, d;                                   \
        vfmadd231pd b, a, h;                            \
        vsubpd  h, d, d;                                \
        vfmadd231pd b, a, d;                            \
        vaddpd  d, l, l;

/* g = h + l, rounded, and the rest in l; h is clobbered. */
#define SPLIT_SUM(h, l, g)                              \
        vaddpd  l, h, g;                                \
        vsubpd  g, h, h;                                \
        vaddpd  h, l, l;

#define NEXT_FOUR                                       \
        add     $32, AP;                                \
        sub     $8*TILE_NEXT, BP;

/* As many of the ROWS digits as ROOM allows, four at a time. */
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
