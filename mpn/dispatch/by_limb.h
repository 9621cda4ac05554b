/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The by_limb and linear kernels of the resolver stubs: they select a CPU configuration, then call
   its kernel.  None where comba does not replace GMP's functions.  (entry/mpn_by_limb.c,
   entry/mpn_linear.c) */

#ifndef COMBA_DISPATCH_BY_LIMB_H
#define COMBA_DISPATCH_BY_LIMB_H

#include "dispatch/config.h"

#ifdef COMBA_X86_64
comba_mul_1_fn comba_ask_mul_1;
comba_addmul_1_fn comba_ask_addmul_1, comba_ask_submul_1;
#define COMBA_BY_LIMB_ASKING \
  { COMBA_BY_LIMB_ANY (comba_ask_mul_1), COMBA_BY_LIMB_ANY (comba_ask_addmul_1), COMBA_BY_LIMB_ANY (comba_ask_submul_1) }
extern const struct comba_linear comba_linear_asking;
#define COMBA_LINEAR_ASKING &comba_linear_asking
#else
#define COMBA_BY_LIMB_ASKING { { NULL } }
#define COMBA_LINEAR_ASKING NULL
#endif

#endif
