/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What AMD's Zen 4 takes instead of the set ifma. */

#ifndef COMBA_ZEN4_H
#define COMBA_ZEN4_H

#include "kernels.h"

comba_mul_basecase_fn comba_mul_zen4;

/* As mul_by in the table. */
#define COMBA_ZEN4_MUL_BY(X) X (4) X (5) X (6) X (7) X (8)
#define X(n) comba_mul_fixed_fn comba_mul_by_##n##_zen4;
COMBA_ZEN4_MUL_BY (X)
#undef X
#define COMBA_ZEN4_MUL_BY_ROW(n) [n] = comba_mul_by_##n##_zen4,

extern const struct comba_kernels comba_zen4_kernels;

#endif
