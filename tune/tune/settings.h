/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Settings that only --config measures, one by one: .one_limb, .hgcd2_divides, .wide.max,
   .montgomery52_karatsuba_mul and ..._sqr, and .lanes.percent. */

#ifndef TUNE_SETTINGS_H
#define TUNE_SETTINGS_H

#include "dispatch/config.h"
#include "diag/diag.h"

/* Each but the last chooses between two methods: from a size on, the second one. */
enum setting
{
  SETTING_SQUARE, SETTING_FOLD, SETTING_FOLD_WIDE, SETTING_INVERSE, SETTING_CHAINS, SETTING_EXACT_CHAINS,
  SETTING_WIDE_MAX, SETTING_KARATSUBA_MUL, SETTING_KARATSUBA_SQR, SETTING_HGCD2, SETTING_LANES, SETTINGS
};

/* Times, with both configurations, what SETTING decides, at size n: limbs; vectors for Karatsuba's
   formula; no size for SETTING_HGCD2.  SETTING_LANES: a group of powers, and the same one by one.
   Returns 0, or -1 if an allocation fails. */
typedef int setting_time_fn (double times[2], const struct comba_config k[2], enum setting setting, mp_size_t n);
setting_time_fn setting_time;

/* Sets these members of K, which must be tuned already, by the times of TIME_OF.  A value stays if
   K has no code for it, or unless another one gains KERNELS_WORTH at a size on average.
   .wide.max, measured with products or, if the code has none, squares, never grows: K does not say
   how far the code reaches.
   Returns 0, or -1 with K unchanged if an allocation fails. */
int measure_settings (struct comba_config *k, setting_time_fn *time_of);

/* Writes those members of K that are not BUILTIN's. */
void print_settings (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k);

#endif
