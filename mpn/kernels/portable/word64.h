/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The words and accumulators of Modified Comba for w = 64, the limb. */

#include "limb.h"

typedef mp_limb_t comba_word;
typedef comba_dlimb comba_acc;

#define WORD_BITS 64
#define WORDS_PER_LIMB 1
#define WORD(p, i) ((p)[i])

#define MC_NAME(base) base##_mc64
