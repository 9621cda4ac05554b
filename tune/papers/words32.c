/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* With limbs of 64 bits a product of an odd number of words of 32 is none of the
   kernels of mpn/generic, and classical Comba on such words is none at all. */

#define WORDS_COMBA words32_comba
#define WORDS_MC words32_mc
#include "words32.h"
