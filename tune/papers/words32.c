/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Words of 32 bits whatever the limb is.  With 64-bit limbs mpn/kernels has no product of an odd
   number of such words, and no classical Comba on them. */

#define WORDS_COMBA words32_comba
#define WORDS_MC words32_mc
#include "words32.h"
