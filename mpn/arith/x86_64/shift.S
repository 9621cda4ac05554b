/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64 (SSE2), in place of arith/lshift.c and arith/rshift.c.

   comba_lshift: rp[0..n-1] = ap[0..n-1] * 2^s mod beta^n.
   comba_rshift: rp[0..n-1] = floor (ap[0..n-1] / 2^s).

     void comba_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s);
     void comba_rshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s);

   System V AMD64: rp in rdi, ap in rsi, n in rdx, s in ecx.
   n >= 1, 0 < s < 64.  rp does not overlap ap, but may equal it in comba_rshift.  No scratch.
   Clobbers rcx, rdx, rsi, rdi, xmm0-xmm3 and the flags.
   Time depends on n alone.
   Both work upwards, two limbs to a vector. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define N %rdx
#define S %xmm2
#define T %xmm3                         /* 64 - s */

/* One limb or two (\mov) at \at, each from the limb there and the limb beside it. */
        .macro  LIMBS   mov, shift, back, beside, at
        \mov    \at(AP), %xmm0
        \mov    \at+\beside(AP), %xmm1
        \shift  S, %xmm0
        \back   T, %xmm1
        por     %xmm1, %xmm0
        \mov    %xmm0, \at(RP)
        .endm

/* The limb at the end, which has no neighbour. */
        .macro  END_LIMB shift
        movq    (AP), %xmm0
        \shift  S, %xmm0
        movq    %xmm0, (RP)
        .endm

        .macro  ADVANCE limbs
        add     $8*\limbs, AP
        add     $8*\limbs, RP
        .endm

        .macro  COUNTS
        movd    %ecx, S
        neg     %ecx
        add     $64, %ecx
        movd    %ecx, T
        dec     N
        .endm

/* The N limbs that have a neighbour. */
        .macro  CHAIN   shift, back, beside
        test    $1, %dl
        jz      1f
        LIMBS   movq, \shift, \back, \beside, 0
        ADVANCE 1
1:      test    $2, %dl
        jz      2f
        LIMBS   movdqu, \shift, \back, \beside, 0
        ADVANCE 2
2:      shr     $2, N
        jz      4f
        .p2align 4
3:      LIMBS   movdqu, \shift, \back, \beside, 0
        LIMBS   movdqu, \shift, \back, \beside, 16
        ADVANCE 4
        dec     N
        jnz     3b
4:
        .endm

FUNCTION comba_lshift
        COUNTS
        END_LIMB psllq
        ADVANCE 1
        CHAIN   psllq, psrlq, -8
        ret
END comba_lshift

FUNCTION comba_rshift
        COUNTS
        CHAIN   psrlq, psllq, 8
        END_LIMB psrlq
        ret
END comba_rshift
