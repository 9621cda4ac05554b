/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#if defined __x86_64__ || defined __i386__

#include "x86.h"
#include <cpuid.h>

#define BMI2 (1u << 8)
#define ADX (1u << 19)

int
comba_x86_has_bmi2_adx (void)
{
  unsigned a, b, c, d;
  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && (b & BMI2) && (b & ADX);
}

#endif
