/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Classical Comba (paper 000), for tests and comparisons. */

#include "config/portable.c"

.name = "comba",
.about = "classical Comba, for comparisons",
.mul_basecase = comba_mul_comba,
.sqr_basecase = comba_sqr_comba,
.mul_columns = comba_mul_columns_comba,
.sqr_columns = comba_sqr_columns_comba,
