/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schoolbook division (arith/quotient_rows.h).  Where addmul_1 has two carry chains and submul_1 has
   one, it is faster to add multiples of beta^dn - D, although that number has to be computed. */

#include "div/div.h"
#include "arith/quotient_rows.h"

static void
by_subtracting (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t rows, mp_srcptr dp, mp_size_t dn,
                mp_limb_t inverse)
{
  const struct comba_row_divisor d = comba_row_divisor_of (comba_div_submul_1 (k, dn), dp, NULL, dn, inverse);
  comba_quotient_rows (&d, qp, np, rows);
}

/* A separate function, so that others do not pay for the stack. */
static void __attribute__ ((noinline))
by_adding (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t rows, mp_srcptr dp, mp_size_t dn,
           mp_limb_t inverse)
{
  mp_limb_t complement[dn];
  comba_div_complement (complement, dp, dn);
  const struct comba_row_divisor d = comba_row_divisor_of (k->addmul_1, dp, complement, dn, inverse);
  comba_quotient_rows (&d, qp, np, rows);
}

mp_limb_t
comba_div_qr_basecase (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t nn,
                       mp_srcptr dp, mp_size_t dn, mp_limb_t inverse)
{
  ASSERT (nn >= dn && dn >= 3 && dp[dn - 1] >> (GMP_LIMB_BITS - 1) == 1);
  const mp_size_t rows = nn - dn;
  const mp_limb_t qh = comba_cmp_var (np + rows, dp, dn) >= 0;
  if (qh)
    comba_sub_n (np + rows, np + rows, dp, dn);
  /* The complement takes the time of a fraction of a row. */
  if (rows >= dn / 4 && comba_div_is_adding (k, dn))
    by_adding (k, qp, np, rows, dp, dn, inverse);
  else
    by_subtracting (k, qp, np, rows, dp, dn, inverse);
  return qh;
}
