/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CPUs with mulx (BMI2).  comba_mul_1_mulx: MUL_1 of mul_1_mulx.h, with its contract. */

#define MUL_1 comba_mul_1_mulx
#define ADC adc
#include "kernels/x86_64/mulx/mul_1_mulx.h"
