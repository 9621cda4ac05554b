/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The words and accumulators of Modified Comba for w = 32.  With limbs of 64 bits a limb is two
   words: WORD (p, i) is word i of the number at p. */

#include "limb.h"

typedef uint32_t comba_word __attribute__ ((__may_alias__));
typedef uint64_t comba_acc;

#define WORD_BITS 32
#define WORDS_PER_LIMB (GMP_LIMB_BITS / WORD_BITS)
#if WORDS_PER_LIMB == 1 || __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define WORD(p, i) (((comba_word *) (p))[i])
#else
#define WORD(p, i) (((comba_word *) (p))[(i) ^ 1])
#endif

#define MC_NAME(base) base##_mc32
