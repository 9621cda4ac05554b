/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Here adc and adcx take the same time. */

#define MUL_1 comba_mul_1_adx_intel
#define ADC adc
#define FOR_INTEL
#include "../mulx_mul_1.h"
