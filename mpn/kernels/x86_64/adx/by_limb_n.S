/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Intel CPUs with mulx and ADX.  Products by one limb.

   comba_mul_1_<n>_adx, n = 1..32: rp[0..n-1] + beta^n c = ap[0..n-1] * b + carry; returns c.
   comba_addmul_1_<n>_adx, n = 1..32: rp'[0..n-1] + beta^n c = rp[0..n-1] + ap[0..n-1] * b; returns
   c.
   comba_addmul_1_jump_adx: the same for any n >= 0.
   comba_submul_1_jump_adx, any n >= 0:
   rp'[0..n-1] - beta^n c = rp[0..n-1] - ap[0..n-1] * b; returns c.
   rp' is rp afterwards.
   (kernels/x86_64/adx/submul_1_n.S has subtractions of fixed n.)

     mp_limb_t comba_mul_1_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b,
                                    mp_limb_t carry);
     mp_limb_t comba_addmul_1_<n>_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
     mp_limb_t comba_addmul_1_jump_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
     mp_limb_t comba_submul_1_jump_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);

   System V AMD64: rp in rdi, ap in rsi, n in rdx (read by _jump alone), b in rcx, carry in r8;
   result in rax.
   rp may overlap ap if rp <= ap.  No scratch.
   Clobbers rax, rcx, rdx, r8, r9 and the flags; _jump also rsi, rdi, r10, r11.
   Time depends on n alone.

   On Intel's CPUs taken branches before a row, and carry chains that end and start again, cost
   as much as products of some limbs.  Hence straight code for each n, and for any n a jump into
   a straight line. */

#include "kernels/x86_64/adx/memory_rows.h"

/* The lowest limb: only the carry in of mul_1 comes from below. */
        .macro  LOWEST_PRODUCT
        mulx    (AP), %r9, %rax
        add     %r8, %r9
        mov     %r9, (RP)
        .endm

        .macro  STRAIGHT name, n, lowest, limb, fold
FUNCTION comba_\name\()_\n\()_adx
        mov     %rcx, %rdx
        xor     %ecx, %ecx
        \lowest
        LIMBS   \limb, \n, 1
        FOLD_INTO_RAX \fold, \n
        ret
END comba_\name\()_\n\()_adx
        .endm

#define TO_16 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16

#define TO_32 TO_16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32

        .irp    n, TO_32
        STRAIGHT mul_1, \n, LOWEST_PRODUCT, PRODUCT, ADD_CARRY
        STRAIGHT addmul_1, \n, LOWEST_LIMB, LIMB, ADD_CARRIES
        .endr

/* rp - t = rp + (beta^n - 1 - t) + 1 - beta^n: the overflow flag is set where nothing is
   borrowed. */
        .macro  LESS    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        not     %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  LOWEST_LESS
        mulx    (AP), %r9, %rax
        not     %r9
        adox    (RP), %r9
        mov     %r9, (RP)
        .endm

        .macro  NO_BORROW
        mov     $0x7fffffff, %r9d
        add     $1, %r9d
        .endm

        .macro  ADD_BORROW sum
        setno   %cl
        adc     %rcx, \sum
        .endm

/* The first 1 to 16 limbs, by a jump table; sixteens continue the same chains. */
        .macro  BEGIN   name, n, lowest, limb
.L\name\()_\n:
        \lowest
        LIMBS   \limb, \n, 1
        .if     \n & 1
        mov     %rax, %r8
        .endif
        lea     8*\n(AP), AP
        lea     8*\n(RP), RP
        jmp     1f
        .endm

        .macro  ANY     name, start, lowest, limb, fold
        .p2align 6
FUNCTION comba_\name\()_jump_adx
        mov     %rdx, %r10
        mov     %rcx, %rdx
        sub     $1, %r10
        jc      3f
        mov     %r10, SIXTEENS
        and     $15, %r10d
        shr     $4, SIXTEENS
        lea     .L\name(%rip), %r11
        movslq  (%r11,%r10,4), %r10
        add     %r11, %r10
        test    %edx, %edx
        \start
        notrack jmp *%r10
        .irp    n, TO_16
        BEGIN   \name, \n, \lowest, \limb
        .endr
2:      \fold   %r8
        mov     %r8, %rax
        ret
3:      xor     %eax, %eax
        ret
        .p2align 5
1:      jrcxz   2b
        LIMBS   \limb, 16
        lea     128(AP), AP
        lea     128(RP), RP
        lea     -1(SIXTEENS), SIXTEENS
        jmp     1b
END comba_\name\()_jump_adx
        TABLE   \name, TO_16
        .endm

        ANY     addmul_1, NO_CARRY, LOWEST_LIMB, LIMB, ADD_CARRIES
        ANY     submul_1, NO_BORROW, LOWEST_LESS, LESS, ADD_BORROW
