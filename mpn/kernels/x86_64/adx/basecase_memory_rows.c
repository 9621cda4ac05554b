/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, for Intel's CPUs.  The contract is that of comba_mul_basecase_fn
   (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"
#include "kernels/portable/mul_strips_tpl.h"

static comba_mul_rows_fn *const mul_rows[] = { COMBA_ADX_MUL_ROWS (COMBA_ADX_MUL_ROWS_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_ADX_MUL_BY (COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW) };

/* Rows of 12 to 22 limbs are fastest per limb: shorter ones end too often, and with longer ones
   the CPU does not reach the next row while it works on one.  So the longer operand is the row
   if it has at most 22 limbs, else the shorter one.  This follows from the shape of these rows,
   so no configuration decides it. */
enum { SHORT_ROW = 12, LONG_ROW = 22 };

void
comba_mul_basecase_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an <= LONG_ROW || (an <= COMBA_MUL_ROWS_MAX && bn < SHORT_ROW))
    mul_rows[an] (rp, ap, an, bp, bn);
  else if (SHORT_ROW <= bn && bn <= COMBA_MUL_ROWS_MAX)
    mul_rows[bn] (rp, bp, bn, ap, an);
  else
    comba_mul_strips (rp, ap, an, bp, bn, mul_by, 8, comba_add_mul_by_8_adx);
}
