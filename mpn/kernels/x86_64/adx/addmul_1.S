/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_addmul_1_adx (rp, ap, n, b): the contract is that of comba_addmul_1_fn (dispatch/config.h).
   comba_redc_rows_adx (tp, pp, n, mu, rows): that of comba_redc_rows_fn. */

#include "kernels/x86_64/mulx/rows_mulx.h"
#include "kernels/x86_64/adx/add_limb.h"

FUNCTION comba_addmul_1_adx
        lea     -1(%rdx), %r10
        mov     %rcx, %rdx
        cmp     $4, %r10
        jge     5f
        TO_4    add, adc
5:      xor     %r8d, %r8d
        BY_LIMB LIMB, NO_CARRY, FOLD
END comba_addmul_1_adx

#define TP %rdi
#define PP %rsi
#define MU %r10
#define ROWS %r11
#define EIGHTS %rcx
#define CARRY %r8
#define ALL_EIGHTS %rbx
#define P_REST %r12
#define T_REST %r13

        .macro  ROW     i, count, ap, rp
        .if     \i + 2 <= \count
        LIMB    \i, CARRY, %rax, \ap, \rp
        LIMB    (\i + 1), %rax, CARRY, \ap, \rp
        ROW     (\i + 2), \count, \ap, \rp
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
        ROW     0, \count, PP, TP
1:      ROW     0, 8, P_REST, T_REST
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
        RESTORE_ALL %rbx, %r12, %r13
        ret
        SAVED   %rbx
        SAVED   %r12
        SAVED   %r13
        .endm

FUNCTION comba_redc_rows_adx
        SAVE_ALL %rbx, %r12, %r13
        mov     %rcx, MU
        mov     %r8, ROWS
        mov     %rdx, ALL_EIGHTS
        shr     $3, ALL_EIGHTS
        BY_REST %dl, ROWS_OF
END comba_redc_rows_adx
