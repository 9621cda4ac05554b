/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_adx (rp, ap, n, b), comba_submul_1_adx (rp, ap, n, b): the contract is that of
   comba_addmul_1_fn (kernels.h), n >= 1 to subtract.
   comba_redc_rows_adx (tp, pp, n, mu, rows): that of comba_redc_rows_fn.

   The products' halves meet in the carry flag's chain, and what is in memory is added in the
   overflow flag's. */

#include "by_limb.h"

        .macro  LIMB    i, below, high, ap=AP, rp=RP
        mulx    8*\i(\ap), %r9, \high
        adcx    \below, %r9
        adox    8*\i(\rp), %r9
        mov     %r9, 8*\i(\rp)
        .endm

/* rp - t = rp + (beta^n - 1 - t) + 1 - beta^n: the overflow flag is set where nothing is borrowed. */
        .macro  LESS    i, below, high
        mulx    8*\i(AP), %r9, \high
        adcx    \below, %r9
        not     %r9
        adox    8*\i(RP), %r9
        mov     %r9, 8*\i(RP)
        .endm

/* rax and both carries. */
        .macro  CARRIED
        mov     $0, %edx
        seto    %dl
        adc     %rdx, %rax
        ret
        .endm

        .macro  BORROWED
        mov     $0, %edx
        setno   %dl
        adc     %rdx, %rax
        ret
        .endm

        .macro  NOT_BORROWED
        mov     $0x7fffffff, %r9d
        add     $1, %r9d
        .endm

        .macro  ADDED    count
        xor     %eax, %eax
        xor     %r8d, %r8d
        STRAIGHT LIMB, \count
        CARRIED
        .endm

        .macro  SUBTRACTED count
        xor     %eax, %eax
        xor     %r8d, %r8d
        NOT_BORROWED
        STRAIGHT LESS, \count
        BORROWED
        .endm

/* \of n for n < 9; the carries of the last comparison are none but for n < 2. */
        .macro  UP_TO_8 of
        mov     %rdx, %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        ja      5f
        je      4f
        cmp     $2, %r10
        ja      3f
        je      2f
        xor     %eax, %eax
        test    %r10d, %r10d
        jz      1f
        \of     1
1:      ret
2:      \of     2
3:      \of     3
4:      \of     4
5:      cmp     $7, %r10
        ja      8f
        je      7f
        cmp     $6, %r10
        je      6f
        \of     5
6:      \of     6
7:      \of     7
8:      \of     8
        .endm

        .macro  ROUNDS   limb
        .p2align 5
        SIXTEEN \limb
        lea     128(AP), AP
        lea     128(RP), RP
        lea     -1(SIXTEENS), SIXTEENS
        jrcxz   3f
        jmp     20b
3:
        .endm

FUNCTION comba_addmul_1_adx
        cmp     $8, %rdx
        ja      9f
        UP_TO_8 ADDED
9:      COUNT_SIXTEENS
        xor     %eax, %eax
        xor     %r8d, %r8d
        ENTER   LAST
        ROUNDS   LIMB
        CARRIED
END comba_addmul_1_adx

        .macro  LAST_LESS even, odd
        test    $1, %r10b
        jnz     3f
        NOT_BORROWED
        jmp     \even
3:      NOT_BORROWED
        jmp     \odd
        .endm

FUNCTION comba_submul_1_adx
        cmp     $8, %rdx
        ja      9f
        UP_TO_8 SUBTRACTED
9:      COUNT_SIXTEENS
        xor     %eax, %eax
        xor     %r8d, %r8d
        ENTER   LAST_LESS
        ROUNDS   LESS
        BORROWED
END comba_submul_1_adx

#define TP %rdi
#define PP %rsi
#define MU %r10
#define ROWS %r11
#define EIGHTS %rcx
#define CARRY %r8
#define ALL_EIGHTS %rbx
#define P_REST %r12
#define T_REST %r13

        .macro  LIMBS   i, count, ap, rp
        .if     \i + 2 <= \count
        LIMB    \i, CARRY, %rax, \ap, \rp
        LIMB    (\i + 1), %rax, CARRY, \ap, \rp
        LIMBS   (\i + 2), \count, \ap, \rp
        .elseif \i < \count
        LIMB    \i, CARRY, %rax, \ap, \rp
        mov     %rax, CARRY
        .endif
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
