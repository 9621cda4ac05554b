/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The linear functions for any x86-64 CPU. */

#include "kernels/x86_64/mul/mulq.h"

const struct comba_linear comba_linear_x86_64 = {
  .add_nc = comba_add_nc, .sub_nc = comba_sub_nc,
  .lshift = comba_lshift, .rshift = comba_rshift,
  .copyi = comba_copyi, .copyd = comba_copyd, .com = comba_com,
  .popcount = comba_popcount, .hamdist = comba_hamdist,
};
