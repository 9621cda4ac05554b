/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Defines WORDS_COMBA and WORDS_MC. */

#include "words.h"
#include "kernels/portable/word32.h"
#undef MC_NAME
#include "kernels/portable/mul_comba_tpl.h"
#include "kernels/modified_comba/mul_mc_tpl.h"

void __attribute__ ((aligned (64)))
WORDS_COMBA (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  WORD (rp, 2 * n - 1) = (comba_word) classical_columns (rp, ap, n, bp, n, 0, 2 * n - 1);
}

void __attribute__ ((aligned (64)))
WORDS_MC (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  WORD (rp, 2 * n - 1) = (comba_word) mul_columns (rp, ap, n, bp, n, 0, 2 * n - 1);
}
