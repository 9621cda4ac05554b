/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#define MUL_1 comba_mul_1_mulx
#define ADC adc
#include "kernels/x86_64/mulx/mul_1_mulx.h"
