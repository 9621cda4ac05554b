/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernels for CPUs with AVX2 and FMA besides what adx needs. */

#ifndef COMBA_AVX2_H
#define COMBA_AVX2_H

#include "kernels.h"

extern const struct comba_ntt comba_ntt_avx2;

extern const struct comba_kernels comba_avx2_kernels;

#endif
