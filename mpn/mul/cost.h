/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_MUL_COST_H
#define COMBA_MUL_COST_H

#include "dispatch/config.h"

/* Larger operands are nothing for the paths that choose by these costs. */
#define COMBA_COST_MAX ((mp_size_t) 1 << 28)

/* About how long a sequential product takes, and the linear steps of Toom-22 for
   operands of n limbs: in products of limbs in the basecase.  1 <= an, bn <=
   COMBA_COST_MAX in any order; THRESHOLD is that of Toom-22. */
uint64_t comba_product_cost (mp_size_t threshold, mp_size_t an, mp_size_t bn);
uint64_t comba_linear_cost (mp_size_t threshold, mp_size_t n);

#endif
