/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with AVX2 and FMA.  Sixteen columns of a product of radix-2^48 digits in doubles.

   MUL_TILE: low[k] + low[TILE_HIGH_AT + k], k = 0..15, are the two halves of column k: the sum of
   all a_i b_j with i + j = k, as far as rows and corners reach (kernels/x86_64/avx2fma/sums.h).

     void MUL_TILE (int64_t *low, const double *a, const double *b, mp_size_t rows,
                    unsigned corners, mp_size_t room);

   MUL_TILE is comba_mul_tile_avx2, or comba_mod48_mul_tile_avx2 with COMBA_TILES_OF_RESIDUES.

   System V AMD64: low in rdi, a in rsi, b in rdx, rows in rcx, corners in r8d, room in r9.
   rows >= 0 is a multiple of 4; low is aligned to 32 bytes; low overlaps neither source.  No
   scratch.
   Bounds: digits at most 2^47, the top one 2^48; 56 digits of a between two moves of the sums; |l|
   < 2^53 and |h - C| < 2^99, with the l, h and C of kernels/x86_64/avx2fma/sums.h.
   Clobbers rax, rcx, rdx, rsi, r9, r10, ymm0-ymm15 and the flags; ends with vzeroupper.  Requires
   rounding to nearest (kernels/x86_64/avx2fma/mxcsr.h).
   Time depends on rows, corners and room alone.
   Exact low halves by a second FMA: Emmart, Zheng, Weems, ARITH 25 (2018).

   Registers: of columns 4v..4v+3 the sums h in Gv and Hv, for digits of a in turn, and l in Lv. */

#include "arith/asm_x86.h"
#include "kernels/x86_64/avx2fma/tiles.h"

#define MOVES   %eax

#define G0 %ymm0
#define G1 %ymm1
#define G2 %ymm2
#define G3 %ymm3
#define H0 %ymm4
#define H1 %ymm5
#define H2 %ymm6
#define H3 %ymm7
#define L0 %ymm8
#define L1 %ymm9
#define L2 %ymm10
#define L3 %ymm11
#define D0 %ymm12
#define D1 %ymm13
#define A0 %ymm14
#define A1 %ymm15

        .section .rodata.cst32, "aM", @progbits, 32
        .p2align 5
.Lstart:
        FOUR (TILE_C_BITS)
.Lmoved:
        FOUR (-2*TILE_C_BITS)
.Llast:
        FOUR (-2*TILE_C_BITS + TILE_CONSTANT - TILE_BIAS_ABOVE)
.Llow_one:
        FOUR (TILE_LOW_BITS)
        TILE_SECTION

/* The products of digit r of four, in A, by the digits of vector v; h is G or H. */
#define PRODUCT(r, v, h, a, d) ADD_PRODUCT (h##v, L##v, a, B_AT (r, v), d)

/* The vectors that a corner needs. */
#define ONLY_0(r, h, a) PRODUCT (r, 0, h, a, D0)
#define TO_1(r, h, a)   ONLY_0 (r, h, a) PRODUCT (r, 1, h, a, D1)
#define TO_2(r, h, a)   TO_1 (r, h, a) PRODUCT (r, 2, h, a, D0)
#define ONLY_3(r, h, a) PRODUCT (r, 3, h, a, D1)
#define FROM_2(r, h, a) PRODUCT (r, 2, h, a, D0) ONLY_3 (r, h, a)
#define FROM_1(r, h, a) PRODUCT (r, 1, h, a, D1) FROM_2 (r, h, a)
#define ALL(r, h, a)    ONLY_0 (r, h, a) FROM_1 (r, h, a)

/* The products of four digits; then AP and BP move on to the next four. */
#define DIGITS(VECTORS)                                 \
        vbroadcastsd (AP), A0;                          \
        VECTORS (0, G, A0)                              \
        vbroadcastsd 8(AP), A1;                         \
        VECTORS (1, H, A1)                              \
        vbroadcastsd 16(AP), A0;                        \
        VECTORS (2, G, A0)                              \
        vbroadcastsd 24(AP), A1;                        \
        VECTORS (3, H, A1)                              \
        NEXT_FOUR

#define ONE_CORNER(bit, VECTORS)                        \
        test    $bit, CORNERS;                          \
        jz      1f;                                     \
        DIGITS (VECTORS)                                \
1:

#define ALL_VECTORS(X) X (0) X (1) X (2) X (3)

/* C is in G0. */
#define START(v)                                        \
        vmovapd G0, G##v;                               \
        vmovapd G0, H##v;
#define START_LOW(v)                                    \
        vxorpd  L##v, L##v, L##v;
/* g = h + l rounded, plus the other h, as bits, minus the constant in D0; the rest stays in l. */
#define SPLIT(v)                                        \
        SPLIT_SUM (G##v, L##v, D1)                      \
        vpaddq  D1, H##v, H##v;                         \
        vpaddq  D0, H##v, H##v;
#define ADD_MOVED(v)                                    \
        vpaddq  IN_HIGH (v), H##v, H##v;
#define MOVE_FIRST(v)                                   \
        SPLIT (v)                                       \
        vmovdqa H##v, IN_HIGH (v);
#define MOVE_NEXT(v)                                    \
        SPLIT (v)                                       \
        ADD_MOVED (v)                                   \
        vmovdqa H##v, IN_HIGH (v);
#define PUT(v)                                          \
        SPLIT (v)                                       \
        vmovdqa H##v, IN_HIGH (v);                      \
        vaddpd  A0, L##v, L##v;                         \
        vmovapd L##v, IN_LOW (v);

        .p2align 6
FUNCTION MUL_TILE
        vmovapd .Lstart(%rip), G0
        ALL_VECTORS (START)
        ALL_VECTORS (START_LOW)
        xor     MOVES, MOVES

        ONE_CORNER (TILE_FIRST (0), ONLY_0)
        ONE_CORNER (TILE_FIRST (1), TO_1)
        ONE_CORNER (TILE_FIRST (2), TO_2)

.Lrows: ALL_ROWS (DIGITS (ALL))
        test    ROWS, ROWS
        jnz     .Lmove
        test    $TILE_LAST (1), CORNERS
        jz      .Lput
        cmp     $TILE_CORNER_DIGITS, ROOM
        jl      .Lmove

        DIGITS (FROM_1)
        ONE_CORNER (TILE_LAST (2), FROM_2)
        ONE_CORNER (TILE_LAST (3), ONLY_3)

.Lput:  test    MOVES, MOVES
        jz      1f
        ALL_VECTORS (ADD_MOVED)
1:      vmovdqa .Llast(%rip), D0
        vmovapd .Llow_one(%rip), A0
        ALL_VECTORS (PUT)
        vzeroupper
        ret

.Lmove: vmovdqa .Lmoved(%rip), D0
        test    MOVES, MOVES
        jnz     1f
        ALL_VECTORS (MOVE_FIRST)
        jmp     2f
1:      ALL_VECTORS (MOVE_NEXT)
2:      vmovapd .Lstart(%rip), G0
        ALL_VECTORS (START)
        mov     $1, MOVES
        mov     $TILE_RUN, ROOM
        jmp     .Lrows
END MUL_TILE
