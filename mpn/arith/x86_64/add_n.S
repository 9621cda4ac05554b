/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Any x86-64, in place of arith/add_n.c and arith/sub_n.c.

   comba_add_n: rp[0..n-1] = ap[0..n-1] + bp[0..n-1]; returns the carry, 0 or 1.
   comba_sub_n: rp[0..n-1] = ap[0..n-1] - bp[0..n-1]; returns the borrow, 0 or 1.

     mp_limb_t comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);
     mp_limb_t comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

   System V AMD64: rp in rdi, ap in rsi, bp in rdx, n in rcx; result in rax.
   n >= 0.  rp may equal ap or bp, or overlap neither.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8 and the flags.
   Time depends on n alone.
   The latency of the carry bounds the loop: one cycle a limb. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define BP %rdx

        .macro  LIMB    op, i
        mov     8*\i(AP), %rax
        \op     8*\i(BP), %rax
        mov     %rax, 8*\i(RP)
        .endm

        .macro  ADVANCE limbs
        lea     8*\limbs(AP), AP
        lea     8*\limbs(BP), BP
        lea     8*\limbs(RP), RP
        .endm

/* n mod 4 limbs one by one, then four at a time; the carry stays in its flag. */
        .macro  CHAIN   name, op
FUNCTION \name
        mov     %ecx, %r8d
        shr     $2, %rcx
        and     $3, %r8d
        jz      2f
1:      LIMB    \op, 0
        ADVANCE 1
        dec     %r8d
        jnz     1b
2:      jrcxz   4f
3:      LIMB    \op, 0
        LIMB    \op, 1
        LIMB    \op, 2
        LIMB    \op, 3
        ADVANCE 4
        dec     %rcx
        jnz     3b
4:      mov     $0, %eax
        adc     %eax, %eax
        ret
END \name
        .endm

        CHAIN   comba_add_n, adc
        CHAIN   comba_sub_n, sbb
