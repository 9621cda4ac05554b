/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Intel CPUs with mulx and ADX.  Squares of 25 to 32 limbs, in rows.

   comba_sqr_memory_rows_adx, n = 25..32: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].

     mp_limb_t comba_sqr_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n);

   System V AMD64: rp in rdi, ap in rsi, n in rdx; result in rax.
   rp does not overlap ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags.
   Time depends on n alone.

   The products a_i a_j, i < j, row by row; then one pass doubles their sum (carry flag) and adds
   the squares (overflow flag).  Each row is one limb shorter than the one before, so all n share
   one straight line of rows, which they enter at their second row (.Lrow_<n>), and one of
   squares (.Lsquares_<n>). */

#include "kernels/x86_64/adx/memory_rows.h"

#define INDEX %r10              /* n - 25, in both tables */
#define RESULT %r11

#define N 25, 26, 27, 28, 29, 30, 31, 32
#define DOWN_TO_3 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3

/* r8 = the address in \table for n.  Clobbers the flags and rax. */
        .macro  FIND    table
        lea     \table(%rip), %rax
        movslq  (%rax,INDEX,4), %r8
        add     %rax, %r8
        .endm

/* a_0 times the limbs above it. */
        .macro  FIRST_ROW n, count
.Lfirst_\n:
        mulx    (AP), %r9, %rax
        mov     %r9, (RP)
        LIMBS   PRODUCT, \count, 1
        FOLD_INTO_RAX ADD_CARRY, \count
        mov     %rax, 8*\count(RP)
        jmp     .Lrow_\n
        .endm

/* The limb below AP times \count limbs from AP on.  RP moves by two, as the lowest column does. */
        .macro  ROW     count
        lea     8(AP), AP
        lea     16(RP), RP
        mov     -8(AP), %rdx
        xor     %ecx, %ecx
        LOWEST_LIMB
        LIMBS   LIMB, \count, 1
        FOLD_INTO_RAX ADD_CARRIES, \count
        mov     %rax, 8*\count(RP)
        .endm

/* The square of the limb \from places from the top, and its two columns, which are as far from
   RP at the end. */
        .macro  SQUARE  from
        mov     8 - 8*\from(AP), %rdx
        mulx    %rdx, %rax, %r8
        mov     24 - 16*\from(RP), %r9
        adcx    %r9, %r9
        adox    %rax, %r9
        mov     %r9, 24 - 16*\from(RP)
        mov     32 - 16*\from(RP), %rax
        adcx    %rax, %rax
        adox    %r8, %rax
        mov     %rax, 32 - 16*\from(RP)
        .endm

FUNCTION comba_sqr_memory_rows_adx
        lea     -25(%rdx), INDEX
        mov     RP, RESULT
        FIND    .Lfirst
        mov     (AP), %rdx
        lea     8(AP), AP
        lea     8(RP), RP
        xor     %ecx, %ecx
        notrack jmp *%r8
        .irp    n, N
        FIRST_ROW \n, (\n - 1)
        .endr
        .irp    n, DOWN_TO_3
.Lrow_\n:
        ROW     (\n - 2)
        .endr
        FIND    .Lsquares
        xor     %ecx, %ecx
        mov     %rcx, (RESULT)
        mov     %rcx, 16(RP)
        notrack jmp *%r8
        .irp    n, DOWN_TO_3, 2, 1
.Lsquares_\n:
        SQUARE  \n
        .endr
        ret
END comba_sqr_memory_rows_adx

        TABLE   first, N
        TABLE   squares, N
