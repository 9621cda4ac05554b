/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What an x86 CPU and its system offer: why_not for the sets that need it, and all of
   it in words. */

#ifndef COMBA_DISPATCH_X86_H
#define COMBA_DISPATCH_X86_H

#include <stddef.h>

/* BMI2 and ADX. */
const char *comba_why_not_adx (void);

/* AVX-512 F, DQ, BW, VL, IFMA and VBMI, and BMI2. */
const char *comba_why_not_ifma (void);

/* The same for limbs of 32 bits: no ADX, but BMI2. */
const char *comba_why_not_ifma_32 (void);

/* Whether this CPU is one of them. */
struct comba_cpus;
int comba_x86_is (const struct comba_cpus *cpus);

/* AVX2, FMA and BMI2. */
const char *comba_why_not_fma (void);

/* The same, and what adx needs. */
const char *comba_why_not_avx2_fma (void);

/* AVX2; SSE2. */
const char *comba_why_not_avx2 (void);
const char *comba_why_not_sse2 (void);

/* "GenuineIntel family 6 model 143 features bmi2 adx ..." */
void comba_x86_identity (char *text, size_t size);

#endif
