/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_adx (rp, ap, n, b): the contract is that of comba_addmul_1_fn (kernels.h).
   comba_redc_rows_adx (tp, pp, n, mu, rows): that of comba_redc_rows_fn.

   The products' halves meet in the carry flag's chain, and what is in memory is added in the
   overflow flag's; both go on from n mod 8 limbs to eights. */

#include "../asm.h"

#define RP %rdi
#define AP %rsi
#define EIGHTS %rcx             /* for jrcxz */
#define CARRY %r8

        .macro  LIMB    i, below, high, ap, rp
        mulx    8*\i(\ap), %rax, \high
        adcx    \below, %rax
        adox    8*\i(\rp), %rax
        mov     %rax, 8*\i(\rp)
        .endm

        .macro  LIMBS   i, count, ap=AP, rp=RP
        .if     \i + 2 <= \count
        LIMB    \i, CARRY, %r9, \ap, \rp
        LIMB    (\i + 1), %r9, CARRY, \ap, \rp
        LIMBS   (\i + 2), \count, \ap, \rp
        .elseif \i < \count
        LIMB    \i, CARRY, %r9, \ap, \rp
        mov     %r9, CARRY
        .endif
        .endm

        .macro  FIRST   count
        xor     %r8d, %r8d
        LIMBS   0, \count
        .if     \count
        lea     8*\count(AP), AP
        lea     8*\count(RP), RP
        .endif
        jmp     1f
        .endm

/* \m r for r = \n mod 8; it does not come back. */
        .macro  BY_REST n, m
        test    $4, \n
        jnz     14f
        test    $2, \n
        jnz     12f
        test    $1, \n
        jnz     11f
        \m      0
11:     \m      1
12:     test    $1, \n
        jnz     13f
        \m      2
13:     \m      3
14:     test    $2, \n
        jnz     16f
        test    $1, \n
        jnz     15f
        \m      4
15:     \m      5
16:     test    $1, \n
        jnz     17f
        \m      6
17:     \m      7
        .endm

FUNCTION comba_addmul_1_adx
        mov     %rdx, %r10
        xchg    %rcx, %rdx
        shr     $3, EIGHTS
        BY_REST %r10b, FIRST
2:      mov     $0, %eax
        adcx    CARRY, %rax
        mov     $0, %edx
        adox    %rdx, %rax
        ret
        .p2align 4
1:      jrcxz   2b
        LIMBS   0, 8
        lea     64(AP), AP
        lea     64(RP), RP
        lea     -1(EIGHTS), EIGHTS
        jmp     1b
END comba_addmul_1_adx

#define TP %rdi
#define PP %rsi
#define MU %r10
#define ROWS %r11
#define ALL_EIGHTS %rbx
#define P_REST %r12
#define T_REST %r13

/* A row's carry takes the place of the limb that it makes zero. */
        .macro  ROWS_OF count
        .p2align 4
7:      mov     (TP), %rdx
        imul    MU, %rdx
        mov     ALL_EIGHTS, EIGHTS
        .if     \count
        lea     8*\count(PP), P_REST
        lea     8*\count(TP), T_REST
        .else
        mov     PP, P_REST
        mov     TP, T_REST
        .endif
        xor     %r8d, %r8d
        LIMBS   0, \count, PP, TP
1:      LIMBS   0, 8, P_REST, T_REST
        lea     64(P_REST), P_REST
        lea     64(T_REST), T_REST
        lea     -1(EIGHTS), EIGHTS
        jrcxz   2f
        jmp     1b
2:      adcx    EIGHTS, CARRY
        adox    EIGHTS, CARRY
        mov     CARRY, (TP)
        lea     8(TP), TP
        dec     ROWS
        jnz     7b
        RESTORE %r13
        RESTORE %r12
        RESTORE %rbx
        ret
        SAVED   %rbx
        SAVED   %r12
        SAVED   %r13
        .endm

FUNCTION comba_redc_rows_adx
        SAVE    %rbx
        SAVE    %r12
        SAVE    %r13
        mov     %rcx, MU
        mov     %r8, ROWS
        mov     %rdx, ALL_EIGHTS
        shr     $3, ALL_EIGHTS
        BY_REST %dl, ROWS_OF
END comba_redc_rows_adx
