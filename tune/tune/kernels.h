/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which kernel serves where a configuration has two ways to the same product: .own_jumps, .mul_rows_to, .row_mul_n and
   .row_sqr_n. */

#ifndef TUNE_KERNELS_H
#define TUNE_KERNELS_H

#include "dispatch/config.h"

/* What is inherited stays where another choice gains less than this part. */
#define KERNELS_WORTH 0.02

/* How many of N sizes the first of two kernels is to serve, the second all others; INHERITED stays unless another number
   takes less by KERNELS_WORTH at a size in the mean. */
size_t kernels_extent (const double *first, const double *second, size_t n, size_t inherited);

/* The one of N ways that takes least; INHERITED stays unless that takes less by KERNELS_WORTH. */
int kernels_choice (const double *times, int n, int inherited);

/* Measures these members of K, which has to be tuned before, and sets them.  Takes some seconds.  Returns 0, or -1 with
   nothing changed: there is no memory. */
int measure_kernels (struct comba_config *k);

#endif
