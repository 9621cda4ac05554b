/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How mpn_mulmod_bnm1 makes a product of which it needs no more than rn limbs, rn < an + bn: whole; modulo factors of
   beta^rn - 1 (mul/wrapped.c); or by a transform that is cyclic, for the rn that these have.  What takes least by the cost
   functions; time alone depends on it. */

#ifndef COMBA_ENTRY_MULMOD_BNM1_H
#define COMBA_ENTRY_MULMOD_BNM1_H

#include "dispatch/config.h"

enum comba_bnm1_path { COMBA_BNM1_WHOLE, COMBA_BNM1_FACTORS, COMBA_BNM1_CYCLIC, COMBA_BNM1_PATHS };

enum comba_bnm1_path comba_bnm1_path (const struct comba_config *k, mp_size_t rn, mp_size_t an, mp_size_t bn);

#endif
