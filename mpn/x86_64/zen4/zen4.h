/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What AMD's Zen 4 takes instead of the set ifma. */

#ifndef COMBA_ZEN4_H
#define COMBA_ZEN4_H

#include "kernels.h"

comba_sqr_basecase_fn comba_sqr_zen4;

extern const struct comba_kernels comba_zen4_kernels;
extern const struct comba_ntt comba_ntt_zen4;

#endif
