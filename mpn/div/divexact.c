/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Exact division.  The lower half of the quotient comes from the low ends of the operands and the
   upper half from their high ends, each by a division of half the size (Krandick and Jebelean,
   "Bidirectional exact integer division", 1996).  With an inverse, one division from the low end
   takes less time. */

#include "div/bdiv.h"
#include "div/div.h"
#include "arith/scratch.h"
#include <string.h>

/* rp[0..n-1] = A / 2^s mod beta^n, A = ap[0..an-1] */
static void
shift_down (mp_ptr rp, mp_size_t n, mp_srcptr ap, mp_size_t an, int s)
{
  const mp_size_t taken = an < n ? an : n;
  if (s == 0)
    memcpy (rp, ap, (size_t) taken * sizeof (mp_limb_t));
  else
    {
      comba_rshift (rp, ap, taken, s);
      if (an > n)
        rp[n - 1] |= ap[n] << (GMP_LIMB_BITS - s);
    }
  memset (rp + taken, 0, (size_t) (n - taken) * sizeof (mp_limb_t));
}

/* The limbs of a quotient of qn limbs that come from the low end: all of them while that is by short
   rows, because rows from the high end wait longer for their quotients. */
static mp_size_t
from_low_end (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  const mp_size_t shorter = qn < dn ? qn : dn;
  return shorter >= k->thresholds.bdiv_mu || shorter < comba_div_rows_end (k) * 2 / 5 || qn >= 2 * dn || qn < 2
         ? qn : qn / 2;
}

/* Whether division with remainder, on vectors, takes less time. */
static int
is_by_vectors (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  const mp_size_t shorter = qn < dn ? qn : dn;
  return shorter / 4 >= k->thresholds.div_vectors && qn >= dn / 2 && comba_div_is_vectors (k, qn, dn);
}

/* A separate function, so that others do not pay for the stack. */
static void __attribute__ ((noinline))
by_vectors (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  mp_limb_t rest[dn];
  comba_divide (k, qp, rest, np, nn, dp, dn);
}

void
comba_divexact (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                mp_size_t dn)
{
  ASSERT (nn >= dn && dn >= 1 && dp[dn - 1] != 0);
  while (dp[0] == 0)
    dp++, np++, dn--, nn--;
  if (dn == 1)
    {
      comba_divexact_1 (k, qp, np, nn, dp[0]);
      return;
    }
  mp_size_t qn = nn - dn + 1;
  if (np[nn - 1] < dp[dn - 1] && qn > 1)        /* N < beta^(qn-1) D */
    qp[--qn] = 0;
  if ((qn < dn ? qn : dn) <= COMBA_DIVEXACT_FEW)
    {
      comba_divexact_few (qp, np, qn, dp, dn);
      return;
    }
  if (is_by_vectors (k, qn, dn))
    {
      by_vectors (k, qp, np, nn, dp, dn);
      return;
    }
  const mp_size_t n = from_low_end (k, qn, dn), kept = dn < n ? dn : n;
  if (n < qn)
    comba_div_q (k, qp + n, np + n, nn - n, dp, dn, NULL);
  const int s = __builtin_ctzll (dp[0]);
  struct comba_scratch held;
  const size_t itch = (size_t) (n + (s != 0 ? kept : 1));
  const mp_ptr numerator = COMBA_SCRATCH_GET (&held, itch, COMBA_SCRATCH_NEEDED);
  if (numerator == NULL)
    comba_no_memory (itch);
  shift_down (numerator, n, np, nn, s);
  if (s != 0)
    shift_down (numerator + n, kept, dp, dn, s);
  else
    numerator[n] = 0;   /* comba_bdiv_q reads it */
  comba_bdiv_q (k, qp, numerator, n, s != 0 ? numerator + n : dp, kept);
  comba_scratch_put (&held);
}
