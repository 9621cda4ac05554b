/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Functions that libgmp exports, and libcomba replaces, without a declaration in gmp.h.  Their
   contracts are in the .c files of this folder. */

#ifndef COMBA_ENTRY_UNDECLARED_H
#define COMBA_ENTRY_UNDECLARED_H

#include "dispatch/config.h"

void __gmpn_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp,
                  mp_size_t n, mp_ptr tp);

void __gmpn_div_q (mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_ptr scratch);
void __gmpn_divexact (mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn);

/* On x86-64. */
struct comba_matrix1;
comba_mul_1_fn __gmpn_mul_1c;
comba_add_nc_fn __gmpn_add_nc, __gmpn_sub_nc;
comba_mul_basecase_fn __gmpn_mul_basecase;
comba_sqr_basecase_fn __gmpn_sqr_basecase;
void __gmpn_mulmod_bnm1 (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr tp);
mp_size_t __gmpn_mulmod_bnm1_next_size (mp_size_t n);
mp_limb_t __gmpn_redc_1 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu);
mp_limb_t __gmpn_redc_2 (mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_srcptr mup);
mp_size_t __gmpn_rootrem (mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n, mp_limb_t power);
int __gmpn_hgcd2 (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m);
int __gmpn_hgcd2_jacobi (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m,
                         unsigned *bits);
mp_size_t __gmpn_hgcd_mul_matrix1_vector (const struct comba_matrix1 *m, mp_ptr rp, mp_srcptr ap, mp_ptr bp,
                                          mp_size_t n);
int __gmpn_jacobi_base (mp_limb_t a, mp_limb_t b, int sign);
int __gmpn_jacobi_2 (mp_srcptr ap, mp_srcptr bp, unsigned sign);
void __gmpn_cpuvec_init (void);

/* The functions of this library behind exported symbols, which in a process may be another
   library's.  COMBA_OWN follows the function's definition. */
extern __typeof (mpn_addmul_1) comba_own_addmul_1 __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_mul_1) comba_own_mul_1 __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_submul_1) comba_own_submul_1 __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_divexact_1) comba_own_divexact_1 __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_divrem_1) comba_own_divrem_1 __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_mod_1) comba_own_mod_1 __attribute__ ((visibility ("hidden"), pure));
extern __typeof (mpn_add_n) comba_own_add_n __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_sub_n) comba_own_sub_n __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_lshift) comba_own_lshift __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_rshift) comba_own_rshift __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_copyi) comba_own_copyi __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_copyd) comba_own_copyd __attribute__ ((visibility ("hidden")));
extern __typeof (mpn_com) comba_own_com __attribute__ ((visibility ("hidden")));
extern __typeof (__gmpn_mul_basecase) comba_own_mul_basecase __attribute__ ((visibility ("hidden")));
extern __typeof (__gmpn_sqr_basecase) comba_own_sqr_basecase __attribute__ ((visibility ("hidden")));
extern __typeof (__gmpn_redc_1) comba_own_redc_1 __attribute__ ((visibility ("hidden")));
extern __typeof (__gmpn_redc_2) comba_own_redc_2 __attribute__ ((visibility ("hidden")));
#define COMBA_OWN(name) \
  extern __typeof (comba_own_##name) comba_own_##name __attribute__ ((alias ("__gmpn_" #name)))

#endif
