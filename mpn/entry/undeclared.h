/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Functions that libgmp exports, and libcomba replaces, without a declaration in gmp.h.  Their
   contracts are in the .c files of this folder. */

#ifndef COMBA_ENTRY_UNDECLARED_H
#define COMBA_ENTRY_UNDECLARED_H

#include "dispatch/config.h"

void __gmpn_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp,
                  mp_size_t n, mp_ptr tp);

/* On x86-64. */
comba_mul_1_fn __gmpn_mul_1c;
comba_mul_basecase_fn __gmpn_mul_basecase;
comba_sqr_basecase_fn __gmpn_sqr_basecase;
void __gmpn_mulmod_bnm1 (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr tp);
mp_size_t __gmpn_mulmod_bnm1_next_size (mp_size_t n);
mp_limb_t __gmpn_redc_1 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu);
mp_limb_t __gmpn_redc_2 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_srcptr mup);

#endif
