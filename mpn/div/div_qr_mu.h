/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division with a reciprocal. */

#ifndef COMBA_DIV_DIV_QR_MU_H
#define COMBA_DIV_DIV_QR_MU_H

#include "mul/factor.h"

/* dn and nn - dn are at least this. */
#define COMBA_DIV_MU_MIN 6

/* The contract of comba_div_qr_basecase (div/div.h), by the threads of POOL
   MEMORY: comba_div_qr_mu_itch (k, nn, dn, pool->threads, IN_LITTLE) limbs, and comba_mul's.
   Barrett's division in blocks of the quotient.  IN_LITTLE: no transforms are kept, which takes
   longer, except where their lengths do not suit the operands. */
mp_limb_t comba_div_qr_mu (const struct comba_config *k, const struct comba_pool *pool, mp_ptr qp, mp_ptr np,
                           mp_size_t nn, mp_srcptr dp, mp_size_t dn, int in_little, mp_ptr memory);
size_t comba_div_qr_mu_itch (const struct comba_config *k, mp_size_t nn, mp_size_t dn, int threads, int in_little);

/* The steps of a block of n quotient limbs.  Q = qp[0..n-1] becomes U plus the highest limbs of U X,
   which are pp[0..n-1], for U = up[0..n-1], or beta^n - 1 if that is more.  Then from P = pp[0..d->way.m-1]
   == Q D, np[0..dn-1] becomes the remainder of np[0..dn+n-1], and Q, if it is wrong by a few units, the
   quotient. */
void comba_div_mu_quotient (mp_ptr qp, mp_size_t n, mp_srcptr pp, mp_srcptr up);
void comba_div_mu_remainder (const struct comba_factor *d, mp_ptr qp, mp_size_t n, mp_ptr np, mp_ptr pp);

/* The memory in limbs with which GMP divides by dn limbs, beside copies of the operands. */
#define COMBA_DIV_MU_LITTLE(dn) (9 * (size_t) (dn) / 2)

#endif
