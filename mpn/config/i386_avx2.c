/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* i386 with AVX2. */

#include "config/i386_sse2.c"

.name = "i386_avx2",
.about = "32-bit x86 with AVX2",
.why_not = comba_why_not_avx2,
.own_jumps = 7,
.mul_by_max = 7,
.mul_by_an_max = 3214,
.sqr_n_max = 18,
.mul_basecase = comba_mul_basecase_avx2,
.sqr_basecase = comba_sqr_basecase_avx2,
.ntt = &comba_ntt_avx2,

.costs.step = 30,
.thresholds.mul_ntt = 1050,
.thresholds.mul_ntt_by = 280,
.thresholds.sqr_ntt = 1050,
