/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in digits (ifma/mod_ifma.h) on Zen 4, which starts one multiplication of eight digits a cycle: there are as
   many cycles for all else as for them, but what waits for them waits as long. */

#include "x86_64/zen4/zen4.h"

#define MOD(function) comba_##function##_zen4
#define MOD_NAME "zen4"
enum { MOD_MAX = 256, MOD_LONGEST = MOD_MAX, BY_BLOCKS = 1, KARATSUBA_MUL = 12, KARATSUBA_SQR = 16 };

#include "x86_64/ifma/mod_ifma.h"
#include "x86_64/ifma/barrett_ifma.h"
