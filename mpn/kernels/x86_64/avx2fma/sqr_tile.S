/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with AVX2 and FMA.  24 columns of a square of radix-2^48 digits in doubles.

   SQR_TILE: low[k] + low[TILE_HIGH_AT + k], k = 0..23, are the two halves of column k: the sum of
   all a_i a_j with i + j = k, as far as rows and corners reach (kernels/x86_64/avx2fma/squares.h).

     void SQR_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows,
                    unsigned corners, mp_size_t room);

   SQR_TILE is comba_sqr_tile_avx2, or comba_mod48_sqr_tile_avx2 with COMBA_TILES_OF_RESIDUES.

   System V AMD64: low in rdi, a in rsi, b in rdx, rows in rcx, corners in r8d, room in r9.
   rows >= 0 is a multiple of 4; low is aligned to 32 bytes; low overlaps neither source.  No
   scratch.
   Bounds: digits at most 2^47, the top one 2^48; 28 digits of a between two moves of the sums; |l|
   < 2^52 and |h - C| < 2^99, with the l, h and C of kernels/x86_64/avx2fma/sums.h.
   Clobbers rax, rcx, rdx, rsi, r9-r11, ymm0-ymm15 and the flags; ends with vzeroupper.  Requires
   rounding to nearest (kernels/x86_64/avx2fma/mxcsr.h).
   Time depends on rows, corners and room alone.

   Registers: of columns 4v..4v+3 the sum h in Hv and l in Lv. */

#include "arith/asm_x86.h"
#include "kernels/x86_64/avx2fma/squares.h"
#include "kernels/x86_64/avx2fma/tiles.h"

#define BITS    %r10
#define MOVES   %rax
#define END_ROOM %r11

#define H0 %ymm0
#define H1 %ymm1
#define H2 %ymm2
#define H3 %ymm3
#define H4 %ymm4
#define H5 %ymm5
#define L0 %ymm6
#define L1 %ymm7
#define L2 %ymm8
#define L3 %ymm9
#define L4 %ymm10
#define L5 %ymm11
#define D  %ymm12
#define B  %ymm13
#define A0 %ymm14
#define A1 %ymm15

        .section .rodata.cst32, "aM", @progbits, 32
        .p2align 5
.Lstart:
        FOUR (TILE_C_BITS)
.Lcolumns:
        FOUR (TILE_CONSTANT - TILE_BIAS_ABOVE)
.Llow_one:
        FOUR (TILE_LOW_BITS)
.Ltwo:  FOUR (0x4000000000000000)
/* 0.5, 1, 1, 1 and 0, 0, 0.5, 1. */
.Leven: .quad   0x3fe0000000000000, 0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000000
.Lodd:  .quad   0, 0, 0x3fe0000000000000, 0x3ff0000000000000
        TILE_SECTION

/* The products of digit r of four, in A, by the digits of vector v. */
#define PRODUCT(r, v, a) ADD_PRODUCT (H##v, L##v, a, B_AT (r, v), D)

/* The vectors that a corner needs. */
#define TO_0(r, a)      PRODUCT (r, 0, a)
#define TO_1(r, a)      TO_0 (r, a) PRODUCT (r, 1, a)
#define TO_2(r, a)      TO_1 (r, a) PRODUCT (r, 2, a)
#define TO_3(r, a)      TO_2 (r, a) PRODUCT (r, 3, a)
#define TO_4(r, a)      TO_3 (r, a) PRODUCT (r, 4, a)
#define ALL(r, a)       TO_4 (r, a) PRODUCT (r, 5, a)
#define FROM_6(r, a)
#define FROM_5(r, a)    PRODUCT (r, 5, a)
#define FROM_4(r, a)    PRODUCT (r, 4, a) FROM_5 (r, a)
#define FROM_3(r, a)    PRODUCT (r, 3, a) FROM_4 (r, a)
#define FROM_2(r, a)    PRODUCT (r, 2, a) FROM_3 (r, a)
#define FROM_1(r, a)    PRODUCT (r, 1, a) FROM_2 (r, a)

/* The products of four digits; then AP and BP move on to the next four. */
#define DIGITS(VECTORS)                                 \
        vbroadcastsd (AP), A0;                          \
        VECTORS (0, A0)                                 \
        vbroadcastsd 8(AP), A1;                         \
        VECTORS (1, A1)                                 \
        vbroadcastsd 16(AP), A0;                        \
        VECTORS (2, A0)                                 \
        vbroadcastsd 24(AP), A1;                        \
        VECTORS (3, A1)                                 \
        NEXT_FOUR

/* The last two digits of vector v, r and s of four, and their products for the vectors ABOVE. */
#define END_PRODUCT(r, v, weights, a)                   \
        vmovapd weights(%rip), B;                       \
        vmulpd  B_AT (r, v), B, B;                      \
        ADD_PRODUCT (H##v, L##v, a, B, D)
#define END_TWO(r, s, v, ABOVE)                         \
        vbroadcastsd 8*r(AP), A0;                       \
        END_PRODUCT (r, v, .Leven, A0)                  \
        ABOVE (r, A0)                                   \
        vbroadcastsd 8*s(AP), A1;                       \
        END_PRODUCT (s, v, .Lodd, A1)                   \
        ABOVE (s, A1)
#define END_FOUR(v, ABOVE, w, ABOVE_W)                  \
        END_TWO (0, 1, v, ABOVE)                        \
        END_TWO (2, 3, w, ABOVE_W)

#define ONE_CORNER(v)                                   \
        test    $TILE_FIRST (v), CORNERS;               \
        jz      1f;                                     \
        DIGITS (TO_##v)                                 \
1:

#define ALL_VECTORS(X) X (0) X (1) X (2) X (3) X (4) X (5)

/* C is in H0. */
#define START_HIGH(v)                                   \
        vmovapd H0, H##v;
#define START_LOW(v)                                    \
        vxorpd  L##v, L##v, L##v;
/* g = h + l rounded, in B; the rest stays in l. */
#define SPLIT(v) SPLIT_SUM (H##v, L##v, B)
/* The bits of C that have moved are subtracted at the end. */
#define ADD_MOVED(v)                                    \
        vpaddq  IN_HIGH (v), B, B;
#define MOVE_FIRST(v)                                   \
        SPLIT (v)                                       \
        vmovdqa B, IN_HIGH (v);
#define MOVE_NEXT(v)                                    \
        SPLIT (v)                                       \
        ADD_MOVED (v)                                   \
        vmovdqa B, IN_HIGH (v);
/* Doubles the sums; D, A0 and A1 hold the constants. */
#define DOUBLE(v)                                       \
        vpaddq  B, B, B;                                \
        vfmadd213pd A0, A1, L##v;                       \
        vpaddq  D, B, B;                                \
        vmovapd L##v, IN_LOW (v);                       \
        vmovdqa B, IN_HIGH (v);
#define PUT(v)                                          \
        SPLIT (v)                                       \
        DOUBLE (v)
#define PUT_MOVED(v)                                    \
        SPLIT (v)                                       \
        ADD_MOVED (v)                                   \
        DOUBLE (v)

        .p2align 6
FUNCTION SQR_TILE
        vmovapd .Lstart(%rip), H0
        ALL_VECTORS (START_HIGH)
        ALL_VECTORS (START_LOW)
        mov     ROOM, END_ROOM
        shr     END_ROOM
        sub     $4, END_ROOM
        xor     %eax, %eax

        ONE_CORNER (0)
        ONE_CORNER (1)
        ONE_CORNER (2)
        ONE_CORNER (3)
        ONE_CORNER (4)

.Lrows: ALL_ROWS (DIGITS (ALL))
        test    ROWS, ROWS
        jnz     .Lmove
        cmp     END_ROOM, ROOM
        jl      .Lmove

        END_FOUR (0, FROM_1, 1, FROM_2)
        test    $SQUARE_LEFT_4, CORNERS
        jnz     .Lput
        NEXT_FOUR
        END_FOUR (2, FROM_3, 3, FROM_4)
        test    $SQUARE_LEFT_8, CORNERS
        jnz     .Lput
        NEXT_FOUR
        END_FOUR (4, FROM_5, 5, FROM_6)

.Lput:
        vmovapd .Llow_one(%rip), A0
        vmovapd .Ltwo(%rip), A1
        mov     $-2*TILE_C_BITS, BITS
        lea     1(MOVES), ROWS
        imul    BITS, ROWS
        vmovq   ROWS, %xmm12
        vpbroadcastq %xmm12, D
        vpaddq  .Lcolumns(%rip), D, D
        test    MOVES, MOVES
        jnz     .Lput_moved
        ALL_VECTORS (PUT)
        vzeroupper
        ret

.Lput_moved:
        ALL_VECTORS (PUT_MOVED)
        vzeroupper
        ret

.Lmove: test    MOVES, MOVES
        jnz     .Lmove_next
        ALL_VECTORS (MOVE_FIRST)
        jmp     .Lmoved
.Lmove_next:
        ALL_VECTORS (MOVE_NEXT)
.Lmoved:
        vmovapd .Lstart(%rip), H0
        ALL_VECTORS (START_HIGH)
        inc     MOVES
        mov     $SQUARE_RUN, ROOM
        mov     $SQUARE_RUN/2-4, END_ROOM
        jmp     .Lrows
END SQR_TILE
