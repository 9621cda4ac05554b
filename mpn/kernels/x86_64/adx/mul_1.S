/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.

   comba_mul_1_adx: rp[0..n-1] + beta^n c = ap[0..n-1] * b + carry; returns c.

     mp_limb_t comba_mul_1_adx (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry);

   The rest of the contract, and the code, are in kernels/x86_64/mulx/mul_1_mulx.h.  On Zen 3 adcx
   is faster than adc here. */

#define MUL_1 comba_mul_1_adx
#define ADC adcx
#include "kernels/x86_64/mulx/mul_1_mulx.h"
