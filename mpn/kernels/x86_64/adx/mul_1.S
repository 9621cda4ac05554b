/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Zen 3 takes 1.25 cycles a limb, with adc 1.8. */

#define MUL_1 comba_mul_1_adx
#define ADC adcx
#include "kernels/x86_64/mulx/mul_1_mulx.h"
