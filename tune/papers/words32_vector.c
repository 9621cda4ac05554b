/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The same code for the vector unit, if the compiler can vectorise it: additions that do not wait
   for a carry may be done several at a time.  gcc does that at -O3, other compilers always do. */

#ifndef __clang__
#pragma GCC optimize ("O3")
#endif

#define WORDS_COMBA words32_comba_vector
#define WORDS_MC words32_mc_vector
#include "words32.h"
