/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "kernels/portable/word32.h"
#include "kernels/modified_comba/mul_mc_tpl.h"
