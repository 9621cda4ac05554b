/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Linear primitives on limbs.  The code is the same for every CPU of a target and depends on no
   configuration. */

#ifndef COMBA_ARITH_ARITH_H
#define COMBA_ARITH_ARITH_H

#include "limb.h"

/* rp[0..n-1] = ap[0..n-1] + bp[0..n-1]
   n >= 0.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  Returns the carry, 0 or 1.
   Time depends on n alone. */
mp_limb_t comba_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* rp[0..n-1] = ap[0..n-1] - bp[0..n-1]
   Returns the borrow, 0 or 1.  Otherwise as comba_add_n. */
mp_limb_t comba_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* comba_add_nc: rp[0..n-1] = ap[0..n-1] + bp[0..n-1] + carry; comba_sub_nc: ap - bp - carry.
   CARRY is 0 or 1.  Otherwise as comba_add_n. */
typedef mp_limb_t comba_add_nc_fn (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n,
                                   mp_limb_t carry);
comba_add_nc_fn comba_add_nc, comba_sub_nc;

/* comba_lshift: rp[0..n-1] + beta^n r = ap[0..n-1] * 2^s; returns r.
   comba_rshift: rp[0..n-1] + r / beta = ap[0..n-1] / 2^s; returns r.
   n >= 1, 0 < s < GMP_LIMB_BITS.  rp may overlap ap if rp >= ap in comba_lshift, and if rp <= ap in
   comba_rshift.  Time depends on n alone. */
typedef mp_limb_t comba_shift_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s);
comba_shift_fn comba_lshift, comba_rshift;

/* comba_copyi, comba_copyd: rp[0..n-1] = ap[0..n-1].  rp may overlap ap if rp <= ap in comba_copyi,
   and if rp >= ap in comba_copyd.
   comba_com: rp[0..n-1] = beta^n - 1 - ap[0..n-1].  rp may overlap ap if rp <= ap.
   n >= 0.  Time depends on n alone. */
typedef void comba_copy_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n);
comba_copy_fn comba_copyi, comba_copyd, comba_com;

/* comba_popcount: returns the number of ones in ap[0..n-1].
   comba_hamdist: returns the number of bits in which ap[0..n-1] and bp[0..n-1] differ.
   n >= 0.  Time depends on n alone. */
typedef mp_bitcnt_t comba_popcount_fn (mp_srcptr ap, mp_size_t n);
typedef mp_bitcnt_t comba_hamdist_fn (mp_srcptr ap, mp_srcptr bp, mp_size_t n);
comba_popcount_fn comba_popcount;
comba_hamdist_fn comba_hamdist;

/* rp[0..n-1] = rp[0..n-1] + b
   n >= 0.  Returns the carry, 0 or 1; with n = 0 the carry is b.  Time depends on the values. */
mp_limb_t comba_add_1_var (mp_ptr rp, mp_size_t n, mp_limb_t b);

/* rp[0..an-1] = rp[0..an-1] + bp[0..bn-1]
   an >= bn >= 0.  rp equals bp or does not overlap it.  Returns the carry, 0 or 1.
   Time depends on the values. */
mp_limb_t comba_add_in_var (mp_ptr rp, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* rp[0..n-1] = rp[0..n-1] - b; returns the borrow.  Otherwise as comba_add_1_var. */
mp_limb_t comba_sub_1_var (mp_ptr rp, mp_size_t n, mp_limb_t b);

/* rp[0..an-1] = rp[0..an-1] - bp[0..bn-1]; returns the borrow.  Otherwise as comba_add_in_var. */
mp_limb_t comba_sub_in_var (mp_ptr rp, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* comba_addmul_1: rp[0..n-1] = rp[0..n-1] + ap[0..n-1] * b; returns the carry limb.  n >= 0.
   comba_submul_1: rp[0..n-1] = rp[0..n-1] - ap[0..n-1] * b; returns the borrow limb.  n >= 1.
   rp may overlap ap if rp <= ap.  Time depends on n alone. */
typedef mp_limb_t comba_addmul_1_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b);
comba_addmul_1_fn comba_addmul_1, comba_submul_1;

/* rp[0..n-1] = ap[0..n-1] * b + carry
   n >= 1.  rp may overlap ap if rp <= ap.  Returns the carry limb.  Time depends on n alone. */
typedef mp_limb_t comba_mul_1_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry);
comba_mul_1_fn comba_mul_1;

/* Returns the number of bits of xp[0..xn-1]; xn >= 1, xp[xn-1] != 0.  Not inline: without an
   instruction for it compilers may count with a multiplication, which the entry points must not
   contain. */
size_t comba_bits (mp_srcptr xp, mp_size_t xn);

/* Compares ap[0..n-1] with bp[0..n-1]
   n >= 0.  Returns a negative number, zero or a positive number as a < b, a = b, a > b.
   Time depends on the values. */
int comba_cmp_var (mp_srcptr ap, mp_srcptr bp, mp_size_t n);

#endif
