/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Refers to comba's functions, as a program that calls only mpz functions does
   not.  With this object in a link, --as-needed keeps libcomba.so, and the linker
   takes libcomba.a's members before libgmp.a's.  The linker scripts of tools.mk add
   it, each time that one is named: nothing in it is global. */

#include <gmp.h>

void __gmpn_powm (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_ptr);
void __gmpn_div_q (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_ptr);
void __gmpn_divexact (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
mp_size_t __gmpn_rootrem (mp_ptr, mp_ptr, mp_srcptr, mp_size_t, mp_limb_t);

struct comba_matrix1;
int __gmpn_hgcd2 (mp_limb_t, mp_limb_t, mp_limb_t, mp_limb_t, struct comba_matrix1 *);
int __gmpn_jacobi_base (mp_limb_t, mp_limb_t, int);
int __gmpn_jacobi_2 (mp_srcptr, mp_srcptr, unsigned);

static const void *const comba_link[] __attribute__ ((used)) = {
  (const void *) mpn_mul, (const void *) mpn_mul_n, (const void *) mpn_sqr, (const void *) __gmpn_powm,
  (const void *) mpn_tdiv_qr, (const void *) __gmpn_div_q, (const void *) __gmpn_divexact,
  (const void *) mpn_get_str, (const void *) mpn_set_str,
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  (const void *) mpn_sqrtrem, (const void *) __gmpn_rootrem, (const void *) mpn_perfect_square_p,
  (const void *) __gmpn_hgcd2, (const void *) __gmpn_jacobi_base,
  (const void *) __gmpn_jacobi_2,
  (const void *) mpn_sec_powm, (const void *) mpn_sec_powm_itch,
  (const void *) mpn_sec_invert, (const void *) mpn_sec_invert_itch,
#endif
};
