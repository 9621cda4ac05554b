/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_divexact.  gmp.h does not declare it. */

#include "div/bdiv.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* qp[0..nn-dn] = N / D, N = np[0..nn-1], D = dp[0..dn-1], which divides N
   nn >= dn >= 1, dp[dn-1] != 0.  Nothing overlaps.
   Scratch: comba_scratch; a slower algorithm if an allocation fails.  Aborts with GMP's message
   when not even copies of N and D fit in memory.
   Time: depends on the values.
   As GMP's mpn_divexact.  (div/divexact.c) */
COMBA_EXPORT void
__gmpn_divexact (mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  const struct comba_config *k = comba_counted (comba_entry (), COMBA_ENTRY_DIVEXACT, dn);
  comba_divexact (comba_tested (k, dn), qp, np, nn, dp, dn);
}
