/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Where in the context of a small modulus what is; for C and assembly.  In limbs. */

#ifndef COMBA_RESIDUE_SMALL_CONTEXT_H
#define COMBA_RESIDUE_SMALL_CONTEXT_H

#define COMBA_SMALL_F 0                 /* F = (m P + 1) / beta */
#define COMBA_SMALL_P 16
#define COMBA_SMALL_ZERO 32             /* nothing, in n + COMBA_SMALL_ZEROS limbs, for kernels */
#define COMBA_SMALL_ZEROS 2
#define COMBA_SMALL_K 48                /* arith/limb_steps.h */
#define COMBA_SMALL_M 64                /* m = -1/P mod beta^2, two limbs */
#define COMBA_SMALL_N 66                /* n */
#define COMBA_SMALL_D 72                /* P 2^s, the highest bit of its n limbs set */
#define COMBA_SMALL_SIZE 88

#define COMBA_SMALL_MAX 16

#endif
