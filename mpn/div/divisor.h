/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by a precomputed divisor.  comba.h's struct comba_div is this one. */

#ifndef COMBA_DIV_DIVISOR_H
#define COMBA_DIV_DIVISOR_H

#include "mul/factor.h"

struct comba_div
{
  const struct comba_config *k;
  mp_size_t dn;
  mp_srcptr given;              /* D, in memory that follows */
  mp_limb_t inverse;            /* comba_div_inverse_of D, if dn >= 2 */
  mp_limb_t reciprocal[2];      /* for div_vectors: comba_div_reciprocal_of D, if dn >= 3 */

  /* For dn > COMBA_DIV_FEW: D 2^shift, beta^dn minus that, and the reciprocal beta^in + X of its in
     highest limbs, X = xp[0..in-1].  in is 0 for none, COMBA_DIV_BLOCK + 1, or dn. */
  int shift;
  mp_srcptr dp, complement, xp;
  mp_size_t in;
  struct comba_factor_way x_way, d_way; /* for one thread, if in is dn */
  mp_ptr x_kept, d_kept;
};

/* Makes *DIVISOR for D = dp[0..dn-1], dn >= 1, dp[dn-1] != 0, which is copied.  Returns 1, or 0 if an
   allocation fails.  Preserves errno. */
int comba_div_make (struct comba_div **divisor, const struct comba_config *k, mp_srcptr dp, mp_size_t dn);
void comba_div_free (struct comba_div *divisor);

/* The contract of comba_divide (div/div.h) for that D; QP may be NULL for the remainder only.
   Returns 1, or 0 with nothing written if there is no memory. */
int comba_div_by (const struct comba_div *v, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn);

#endif
