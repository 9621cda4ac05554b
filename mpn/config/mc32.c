/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba on words of 32 bits (paper 000), for tests and comparisons. */

#include "config/portable.c"

.name = "mc32",
.about = "Modified Comba, words of 32 bits, for comparisons",
.mul_basecase = comba_mul_mc32,
.sqr_basecase = comba_sqr_mc32,
.mul_columns = comba_mul_columns_mc32,
.sqr_columns = comba_sqr_columns_mc32,
