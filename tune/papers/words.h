/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of numbers of n words, for any n: rp[0..2n-1] = ap[0..n-1] * bp[0..n-1],
   in words, at the addresses of limbs.  The loops are those of mpn/kernels. */

#ifndef PAPERS_WORDS_H
#define PAPERS_WORDS_H

#include "limb.h"

typedef void words_fn (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);
words_fn words32_comba, words32_mc;
words_fn words32_comba_vector, words32_mc_vector;       /* as the compiler vectorises them */

#endif
