/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* How mpn_mulmod_bnm1 computes a product modulo beta^rn - 1, rn < an + bn: as a whole product;
   modulo the factors of beta^rn - 1 (mul/wrapped.c); or by a cyclic transform, for an rn that has
   one. */

#ifndef COMBA_ENTRY_MULMOD_BNM1_H
#define COMBA_ENTRY_MULMOD_BNM1_H

#include "dispatch/config.h"

enum comba_bnm1_path { COMBA_BNM1_WHOLE, COMBA_BNM1_FACTORS, COMBA_BNM1_CYCLIC, COMBA_BNM1_PATHS };

/* Returns the path with the least predicted time; it decides speed only. */
enum comba_bnm1_path comba_bnm1_path (const struct comba_config *k, mp_size_t rn, mp_size_t an, mp_size_t bn);

#endif
