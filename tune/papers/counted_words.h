/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counted kernels for the word that word32.h or word64.h defines. */

#include "kernels/portable/mul_comba_tpl.h"
#include "kernels/modified_comba/mul_mc_tpl.h"
#include "kernels/modified_comba/sqr_mc_tpl.h"

void
COUNTED (comba) (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  WORD (rp, 2 * n - 1) = (comba_word) classical_columns (rp, ap, n, bp, n, 0, 2 * n - 1);
}

void
COUNTED (mc) (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  WORD (rp, 2 * n - 1) = (comba_word) mul_columns (rp, ap, n, bp, n, 0, 2 * n - 1);
}
