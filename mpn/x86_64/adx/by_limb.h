/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For rows of n limbs by one limb, in sixteens: LIMB (i, below, high) does limb i, takes in the high half of the
   limb below and leaves its own in another register, rax and r8 in turns. */

#ifndef COMBA_BY_LIMB_ASM
#define COMBA_BY_LIMB_ASM

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define SIXTEENS %rcx           /* for jrcxz */
#define SKIPPED %r10            /* limbs of the first sixteen: -n mod 16 */

/* count limbs, rax is what is left at last; it holds what comes in for count even, r8 for count odd. */
        .macro  STRAIGHT limb, count, i=0
        .if     \i < \count
        .if     (\count - \i) & 1
        \limb   \i, %r8, %rax
        .else
        \limb   \i, %rax, %r8
        .endif
        STRAIGHT \limb, \count, (\i + 1)
        .endif
        .endm

/* n (rdx) limbs end with sixteens, and b (rcx) goes where mulx takes it. */
        .macro  COUNT_SIXTEENS
        mov     %edx, %r10d
        neg     %r10d
        and     $15, %r10d
        lea     (%rdx, SKIPPED), %rax
        mov     %rcx, %rdx
        shr     $4, %rax
        mov     %rax, SIXTEENS
        lea     0(, SKIPPED, 8), %rax
        sub     %rax, AP
        sub     %rax, RP
        .endm

/* To limb SKIPPED of the sixteen; \last decides at last.  test leaves no carries. */
        .macro  ENTER   last
        test    $8, %r10b
        jnz     14f
        test    $4, %r10b
        jnz     12f
        test    $2, %r10b
        jnz     11f
        \last   20f, 21f
11:     \last   22f, 23f
12:     test    $2, %r10b
        jnz     13f
        \last   24f, 25f
13:     \last   26f, 27f
14:     test    $4, %r10b
        jnz     16f
        test    $2, %r10b
        jnz     15f
        \last   28f, 29f
15:     \last   210f, 211f
16:     test    $2, %r10b
        jnz     17f
        \last   212f, 213f
17:     \last   214f, 215f
        .endm

        .macro  LAST    even, odd
        test    $1, %r10b
        jnz     \odd
        jmp     \even
        .endm

        .macro  SIXTEEN limb
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
2\i:
        .if     \i & 1
        \limb   \i, %r8, %rax
        .else
        \limb   \i, %rax, %r8
        .endif
        .endr
        .endm
#endif
