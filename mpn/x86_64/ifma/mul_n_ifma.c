/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of few limbs by windows. */

#define MUL_N(n) comba_mul_n_##n##_ifma
#include "x86_64/ifma/mul_n.h"
