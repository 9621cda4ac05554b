/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any i386, in place of arith/add_n.c and arith/sub_n.c.

   comba_add_n: rp[0..n-1] = ap[0..n-1] + bp[0..n-1]; returns the carry, 0 or 1.
   comba_sub_n: rp[0..n-1] = ap[0..n-1] - bp[0..n-1]; returns the borrow, 0 or 1.

     mp_limb_t comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);
     mp_limb_t comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

   System V i386, on the stack: rp at 4(%esp), ap at 8(%esp), bp at 12(%esp), n at 16(%esp); result
   in eax.  The stack need only be aligned to 4 bytes.
   n >= 0.  rp may equal ap or bp, or overlap neither.  No scratch.
   Clobbers eax, ecx, edx and the flags; saves and restores ebx, esi, edi.
   Time depends on n alone. */

#include "arith/asm_x86.h"

#define RP %edi
#define AP %esi
#define BP %ebx
#define N %ecx

        .macro  LIMB    op, i
        mov     4*\i(AP), %eax
        \op     4*\i(BP), %eax
        mov     %eax, 4*\i(RP)
        .endm

        .macro  ADVANCE limbs
        lea     4*\limbs(AP), AP
        lea     4*\limbs(BP), BP
        lea     4*\limbs(RP), RP
        .endm

/* n mod 8 limbs one by one, then eight at a time. */
        .macro  CHAIN   name, op
FUNCTION \name
        SAVE    %edi
        SAVE    %esi
        SAVE    %ebx
        mov     16(%esp), RP
        mov     20(%esp), AP
        mov     24(%esp), BP
        mov     28(%esp), N
        mov     N, %edx
        shr     $3, N
        and     $7, %edx
        jz      2f
1:      LIMB    \op, 0
        ADVANCE 1
        dec     %edx
        jnz     1b
2:      jecxz   4f
3:      LIMB    \op, 0
        LIMB    \op, 1
        LIMB    \op, 2
        LIMB    \op, 3
        LIMB    \op, 4
        LIMB    \op, 5
        LIMB    \op, 6
        LIMB    \op, 7
        ADVANCE 8
        dec     N
        jnz     3b
4:      mov     $0, %eax
        adc     %eax, %eax
        RESTORE %ebx
        RESTORE %esi
        RESTORE %edi
        ret
END \name
        .endm

        CHAIN   comba_add_n, adc
        CHAIN   comba_sub_n, sbb
