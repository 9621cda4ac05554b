/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What an x86 CPU and its system offer: why_not for the sets that need it. */

#ifndef COMBA_X86_H
#define COMBA_X86_H

/* BMI2 and ADX. */
const char *comba_why_not_adx (void);

/* AVX-512 F, DQ, BW, VL, IFMA and VBMI, and BMI2. */
const char *comba_why_not_ifma (void);

#endif
