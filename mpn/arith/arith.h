/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Linear primitives on limbs, the same code for every CPU of a target.  Every layer above uses
   them; none of them depends on a configuration. */

#ifndef COMBA_ARITH_ARITH_H
#define COMBA_ARITH_ARITH_H

#include "limb.h"

/* rp[0..n-1] = ap[0..n-1] + bp[0..n-1]; returns the carry, 0 or 1.
   n >= 0; rp may equal ap or bp, or overlap neither.  Time depends on n alone. */
mp_limb_t comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* rp[0..n-1] = ap[0..n-1] - bp[0..n-1]; returns the borrow, 0 or 1.
   As comba_add_n. */
mp_limb_t comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* rp[0..n-1] = ap[0..n-1] * 2^s, or that divided by 2^s, n >= 1, 0 < s < GMP_LIMB_BITS;
   what is shifted out is lost.  rp does not overlap ap, but may equal it in
   comba_rshift.  Time depends on n alone. */
void comba_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s);
void comba_rshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s);

/* rp[0..n-1] = rp[0..n-1] + b; returns the carry, 0 or 1.
   n >= 0; with n = 0 the carry is b.  Time depends on the values. */
mp_limb_t comba_add_1_var (mp_ptr rp, mp_size_t n, mp_limb_t b);

/* rp[0..an-1] = rp[0..an-1] + bp[0..bn-1]; returns the carry, 0 or 1.
   an >= bn >= 0; rp overlaps not bp, or equals it.  Time depends on the values. */
mp_limb_t comba_add_in_var (mp_ptr rp, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* The same with differences; returns the borrow. */
mp_limb_t comba_sub_1_var (mp_ptr rp, mp_size_t n, mp_limb_t b);
mp_limb_t comba_sub_in_var (mp_ptr rp, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* rp[0..n-1] = rp[0..n-1] + ap[0..n-1] * b, or less that; returns the limb carried, or borrowed.
   n >= 0 (submul_1: n >= 1); rp may overlap ap if rp <= ap.  Time depends on n alone. */
typedef mp_limb_t comba_addmul_1_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
comba_addmul_1_fn comba_addmul_1, comba_submul_1;

/* rp[0..n-1] = ap[0..n-1] * b + carry; returns the limb carried out.  n >= 1; otherwise the same. */
typedef mp_limb_t comba_mul_1_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry);
comba_mul_1_fn comba_mul_1;

/* How many bits xp[0..xn-1] has; xn >= 1, xp[xn-1] != 0.  Not inline: without an instruction for it compilers
   may count with a multiplication, and the entry points have none. */
size_t comba_bits (mp_srcptr xp, mp_size_t xn);

/* Compares ap[0..n-1] with bp[0..n-1]: negative, zero or positive as a < b, a = b, a > b.
   n >= 0.  Time depends on the values. */
int comba_cmp_var (mp_srcptr ap, mp_srcptr bp, mp_size_t n);

#endif
