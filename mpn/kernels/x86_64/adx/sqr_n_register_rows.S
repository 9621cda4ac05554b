/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX, tuned for Zen 3.  Squares of n limbs, straight code.

   comba_sqr_n_<n>_register_rows_adx, n = 13..32: rp[0..2n-1] = ap[0..n-1]^2; returns rp[2n-1].

     mp_limb_t comba_sqr_n_<n>_register_rows_adx (mp_ptr rp, mp_srcptr ap);

   System V AMD64: rp in rdi, ap in rsi; result in rax.
   rp does not overlap ap.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; saves and restores rbx, rbp, r12-r15.
   Time is constant for each n.

   The layers of kernels/x86_64/adx/sqr_n.S, adapted to Zen 3:

   - A store delays the multiplier, so the upper eight limbs stay in registers from layer to layer.
   - Nops gain nothing, and long code overflows the cache of decoded instructions.  Both pointers
     are biased so that offsets take one byte, for all of them up to 32 limbs.
   - add, adc and mov of a constant may wait for the multiplier's port; adcx and adox do not, so
     only these are used.

   Layer k has a product in each of q columns, q = 2 ceil(n/2) - 1: column 2k+1+p at place p =
   0..q-1, and a limb above at place q.  Then places 0 and 1 are final, and what was at p is at p
   - 2 in the next layer.  Before a layer places q-9..q-2 are in registers, after it q-7..q. */

#include "arith/asm_x86.h"

#define RP %rdi
#define AP %rsi
#define ZERO %r10
#define BIAS 128

/* Moves RP so that the limbs of rp from \limb on have offsets from -BIAS on. */
        .macro  RP_FROM limb
        .if     \limb != base
        lea     8*(\limb - base)(RP), RP
        .set    base, \limb
        .endif
        .endm

        .macro  OUT     c, x
        mov     \x, 8*(\c - base) - BIAS(RP)
        .endm

/* \hi, rax = the product of layer \k, of \q columns, at place \p; rdx holds the common factor of
   a row. */
        .macro  LAYER_MUL q, k, p, hi
        .set    from, \k
        .if     2 * \k + 1 + \p >= \q
        .set    from, (\q + 1) / 2 + \k
        .endif
        .if     \p == 0 || 2 * \k + 1 + \p == \q
        mov     8*from - BIAS(AP), %rdx
        .endif
        .set    by, 2 * \k + 1 + \p - from
        mulx    8*by - BIAS(AP), %rax, \hi
        .endm

/* Place \p, its limb in memory; \prev holds the high half of the place before. */
        .macro  STORED_CELL q, k, p, prev, cur
        LAYER_MUL \q, \k, \p, \cur
        adcx    %rax, \prev
        .if     \k
        adox    8*\p - BIAS(RP), \prev
        .endif
        mov     \prev, 8*\p - BIAS(RP)
        .endm

/* Place \p, its limb in \cur, then in \prev. */
        .macro  CELL    q, k, p, prev, cur
        .if     \k
        adox    \cur, \prev
        .endif
        LAYER_MUL \q, \k, \p, \cur
        adcx    %rax, \prev
        .endm

/* Layer \k, which carries nothing out.  q - 9 is even. */
        .macro  LAYER   q, k, even, odd, a1, a2, a3, a4, a5, a6, a7, a8
        RP_FROM (2 * \k + 1)
        LAYER_MUL \q, \k, 0, \odd
        .if     \k
        adox    -BIAS(RP), %rax
        .endif
        mov     %rax, -BIAS(RP)
        .set    place, 1
        .rept   (\q - 11) / 2
        STORED_CELL \q, \k, place, \odd, \even
        .set    place, place + 1
        STORED_CELL \q, \k, place, \even, \odd
        .set    place, place + 1
        .endr
        STORED_CELL \q, \k, place, \odd, \even
        CELL    \q, \k, (\q - 9), \even, \a1
        mov     \even, 8*(\q - 9) - BIAS(RP)
        CELL    \q, \k, (\q - 8), \a1, \a2
        mov     \a1, 8*(\q - 8) - BIAS(RP)
        CELL    \q, \k, (\q - 7), \a2, \a3
        CELL    \q, \k, (\q - 6), \a3, \a4
        CELL    \q, \k, (\q - 5), \a4, \a5
        CELL    \q, \k, (\q - 4), \a5, \a6
        CELL    \q, \k, (\q - 3), \a6, \a7
        CELL    \q, \k, (\q - 2), \a7, \a8
        LAYER_MUL \q, \k, (\q - 1), \even
        adcx    %rax, \a8
        adox    ZERO, \a8
        adcx    ZERO, \even
        adox    ZERO, \even
        .endm

/* The next layer, or the end after the last one.  What LAYER leaves in a1..a8 and \even is then
   in \even and a1..a8. */
        .macro  NEXT    n, q, even, a1, a2, a3, a4, a5, a6, a7, a8
        .if     layer < \n / 2
        LAYER   \q, layer, \even, %r9, \a1, \a2, \a3, \a4, \a5, \a6, \a7, \a8
        .elseif layer == \n / 2
        FINISH  \n, \even, \a1, \a2, \a3, \a4, \a5, \a6, \a7, \a8
        .endif
        .set    layer, layer + 1
        .endm
        .macro  LAYERS  n, q
        .set    layer, 0
        .rept   (\n / 2 + 9) / 9
        NEXT    \n, \q, %r8, %r11, %rcx, %rbx, %rbp, %r12, %r13, %r14, %r15
        NEXT    \n, \q, %r11, %rcx, %rbx, %rbp, %r12, %r13, %r14, %r15, %r8
        NEXT    \n, \q, %rcx, %rbx, %rbp, %r12, %r13, %r14, %r15, %r8, %r11
        NEXT    \n, \q, %rbx, %rbp, %r12, %r13, %r14, %r15, %r8, %r11, %rcx
        NEXT    \n, \q, %rbp, %r12, %r13, %r14, %r15, %r8, %r11, %rcx, %rbx
        NEXT    \n, \q, %r12, %r13, %r14, %r15, %r8, %r11, %rcx, %rbx, %rbp
        NEXT    \n, \q, %r13, %r14, %r15, %r8, %r11, %rcx, %rbx, %rbp, %r12
        NEXT    \n, \q, %r14, %r15, %r8, %r11, %rcx, %rbx, %rbp, %r12, %r13
        NEXT    \n, \q, %r15, %r8, %r11, %rcx, %rbx, %rbp, %r12, %r13, %r14
        .endr
        .endm

/* rp[i] = 2 \x + \square */
        .macro  DOUBLE  x, square
        adcx    \x, \x
        adox    \square, \x
        mov     \x, 8*(i - base) - BIAS(RP)
        .set    i, i + 1
        .if     i - base == 32
        RP_FROM i
        .endif
        .endm

/* The sum, with its upper eight limbs in registers: doubled through the carry flag, while the
   squares are added through the overflow flag. */
        .macro  FINISH  n, high, a1, a2, a3, a4, a5, a6, a7, a8
        RP_FROM 0
        mov     -BIAS(AP), %rdx
        mulx    %rdx, %rax, \high
        mov     %rax, -BIAS(RP)
        .set    i, 1
        .rept   \n - 5
        mov     8*(i - base) - BIAS(RP), %rdx
        DOUBLE  %rdx, \high
        mov     4*i - BIAS(AP), %rdx
        mulx    %rdx, %rax, \high
        mov     8*(i - base) - BIAS(RP), %rdx
        DOUBLE  %rdx, %rax
        .endr
        FINISH_TWO \high, \a1, \a2
        FINISH_TWO \high, \a3, \a4
        FINISH_TWO \high, \a5, \a6
        FINISH_TWO \high, \a7, \a8
        adcx    ZERO, \high
        adox    ZERO, \high
        mov     \high, 8*(i - base) - BIAS(RP)
        mov     \high, %rax
        .endm
        .macro  FINISH_TWO high, x, y
        DOUBLE  \x, \high
        mov     4*i - BIAS(AP), %rdx
        mulx    %rdx, %rax, \high
        DOUBLE  \y, %rax
        .endm

        .macro  SQR_N   n
FUNCTION comba_sqr_n_\n\()_register_rows_adx
        SAVE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        lea     BIAS(AP), AP
        lea     BIAS(RP), RP
        .set    base, 0
        xor     %r10d, %r10d            /* ZERO, and both flags */
        LAYERS  \n, (2*((\n + 1)/2) - 1)
        RESTORE_ALL %rbx, %rbp, %r12, %r13, %r14, %r15
        ret
END comba_sqr_n_\n\()_register_rows_adx
        .endm

        .irp    n, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32
        SQR_N   \n
        .endr
