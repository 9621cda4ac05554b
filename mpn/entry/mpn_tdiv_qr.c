/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_tdiv_qr, mpn_div_q: division of any size.  gmp.h does not declare mpn_div_q. */

#include "div/div.h"
#include "diag/diag.h"
#include "entry/undeclared.h"
#include <signal.h>
#include <stdlib.h>

/* N = Q D + R, 0 <= R < D, for N = np[0..nn-1], D = dp[0..dn-1], Q = qp[0..nn-dn], R = rp[0..dn-1]
   nn >= dn >= 1, dp[dn-1] != 0, qxn = 0; dn = 0 raises SIGFPE.  rp may be np; nothing else overlaps.
   Scratch: comba_scratch; a slower algorithm if an allocation fails.  Aborts with GMP's message
   when not even copies of N and D fit in memory.
   Time: depends on the values.
   As GMP's mpn_tdiv_qr.  (div/div_qr.c) */
COMBA_EXPORT void
mpn_tdiv_qr (mp_ptr qp, mp_ptr rp, mp_size_t qxn, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
             mp_size_t dn)
{
  (void) qxn;
  if (unlikely (dn == 0))
    {
      raise (SIGFPE);   /* as GMP's does */
      abort ();
    }
  const struct comba_config *k = comba_counted (comba_entry (), COMBA_ENTRY_TDIV_QR, dn);
  comba_divide (comba_tested (k, dn), qp, rp, np, nn, dp, dn);
}

/* qp[0..nn-dn] = floor (N / D), N = np[0..nn-1], D = dp[0..dn-1]
   nn >= dn >= 1, dp[dn-1] != 0.  Neither operand overlaps qp.
   Scratch, abort and time: those of mpn_tdiv_qr.  SCRATCH has nn + 1 limbs, as GMP's callers give,
   and is np or overlaps nothing.
   As GMP's mpn_div_q.  (div/div_q.c) */
COMBA_EXPORT void
__gmpn_div_q (mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_ptr scratch)
{
  const struct comba_config *k = comba_counted (comba_entry (), COMBA_ENTRY_DIV_Q, dn);
  const mp_size_t qn = nn - dn + 1;     /* Q D may be computed */
  comba_div_q (comba_tested (k, qn > dn ? qn : dn), qp, np, nn, dp, dn, scratch);
}
