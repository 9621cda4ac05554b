/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Shifts, copies and complements, for vectors that every CPU of most targets has. */

#define VECTOR_BYTES 16
#define LINEAR(f) comba_##f
#include "arith/linear_tpl.h"
