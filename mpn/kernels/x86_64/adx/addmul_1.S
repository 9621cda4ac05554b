/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.

   comba_addmul_1_adx: rp'[0..n-1] + beta^n c = rp[0..n-1] + ap[0..n-1] * b; returns c.
   comba_redc_rows_adx: ROWS rows of Montgomery's reduction by P = pp[0..n-1], odd, with mu = -1/P
   mod beta:
     beta^n tp'[0..rows-1] + beta^rows tp'[rows..rows+n-1] = tp[0..rows+n-1] + Q P,
     0 <= Q < beta^rows.
   rp' and tp' are rp and tp afterwards.

     mp_limb_t comba_addmul_1_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
     void comba_redc_rows_adx (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows);

   System V AMD64: addmul: rp in rdi, ap in rsi, n in rdx, b in rcx, result in rax;
   redc_rows: tp in rdi, pp in rsi, n in rdx, mu in rcx, rows in r8.
   addmul: n >= 0; rp may overlap ap if rp <= ap.  redc_rows: n >= 8, n >= rows >= 1; tp does not
   overlap pp.  No scratch.
   Clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and the flags; redc_rows saves and restores rbx, r12,
   r13.
   Time depends on n and rows alone.
   Montgomery 1985, word by word. */

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

/* Runs \m r for r = \n mod 8; \m must not return here. */
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

/* The carry of a row replaces the limb that the row makes zero. */
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
