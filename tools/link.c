/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Names comba's entries for programs that do not: with this object in a link,
   --as-needed keeps libcomba.so, and libcomba.a's members are taken before
   libgmp.a's.  The linker scripts in $libdir/comba bring it. */

#include <gmp.h>

void __gmpn_powm (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_ptr);

const void *const comba_link[] __attribute__ ((visibility ("hidden"))) = {
  (const void *) mpn_mul, (const void *) mpn_mul_n, (const void *) mpn_sqr,
  (const void *) __gmpn_powm
};
