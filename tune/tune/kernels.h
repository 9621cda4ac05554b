/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice between two kernels for the same product: .own_jumps, .mul_rows_to, .row_mul_n and
   .row_sqr_n. */

#ifndef TUNE_KERNELS_H
#define TUNE_KERNELS_H

#include "dispatch/config.h"

/* An inherited value stays if another choice gains less than this part. */
#define KERNELS_WORTH 0.02

/* Returns for how many of N sizes the first of two kernels is used; the second one is used for all
   others.  INHERITED stays unless another number gains KERNELS_WORTH at a size on average. */
size_t kernels_extent (const double *first, const double *second, size_t n, size_t inherited);

/* Returns the fastest of N variants; INHERITED stays unless another one gains KERNELS_WORTH. */
int kernels_choice (const double *times, int n, int inherited);

/* Measures these members of K, which must be tuned already, and sets them.  Takes some seconds.
   Returns 0, or -1 with K unchanged if an allocation fails. */
int measure_kernels (struct comba_config *k);

#endif
