/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx and ADX.  comba_mul_1_adx: MUL_1 of mul_1_mulx.h, with its contract.  On
   Zen 3 adcx is faster than adc here. */

#define MUL_1 comba_mul_1_adx
#define ADC adcx
#include "kernels/x86_64/mulx/mul_1_mulx.h"
