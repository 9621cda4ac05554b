/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Features of x86 CPUs.  Each comba_why_not_... is the why_not of configurations that need the
   features named: it returns NULL if CPU and system have them, else a constant phrase that says
   what is missing. */

#ifndef COMBA_DISPATCH_X86_H
#define COMBA_DISPATCH_X86_H

#include <stddef.h>

/* BMI2 and ADX. */
const char *comba_why_not_adx (void);

/* AVX-512 F, DQ, BW, VL, IFMA and VBMI, BMI2 and ADX. */
const char *comba_why_not_ifma (void);

/* The same without ADX, for 32-bit limbs. */
const char *comba_why_not_ifma_32 (void);

/* Returns 1 if this CPU is one of CPUS, else 0. */
struct comba_cpus;
int comba_x86_is (const struct comba_cpus *cpus);

/* AVX2, FMA and BMI2. */
const char *comba_why_not_fma (void);

/* AVX2, FMA, BMI2 and ADX. */
const char *comba_why_not_avx2_fma (void);

/* AVX2. */
const char *comba_why_not_avx2 (void);

/* SSE2. */
const char *comba_why_not_sse2 (void);

/* Writes to TEXT, of SIZE bytes, "GenuineIntel family 6 model 143 features bmi2 adx ..." */
void comba_x86_identity (char *text, size_t size);

/* Writes to TEXT, of SIZE bytes, the same as part of a file's name, "GenuineIntel-6-143-1ff": the
   features are bits of a hexadecimal number. */
void comba_x86_name (char *text, size_t size);

#endif
