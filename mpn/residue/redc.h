/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's reduction modulo P, constant-time: what mpn_redc_1 and constant-time powers do.
   P. L. Montgomery, Modular multiplication without trial division, 1985. */

#ifndef COMBA_RESIDUE_REDC_H
#define COMBA_RESIDUE_REDC_H

#include "dispatch/config.h"

/* rp[0..n-1] + beta^n r = (T + q P) / beta^n, for T = tp[0..2n-1], P = pp[0..n-1] odd and the
   q < beta^n that makes the division exact; returns r, 0 or 1
   n >= 1, mu = -1/P mod beta.  rp is tp, tp + n, or overlaps neither T nor P.  T is overwritten.
   No scratch.
   Time depends on n alone. */
mp_limb_t comba_redc_rows (const struct comba_config *k, mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu);

/* The same for one n; T is not overwritten.  A function for each size: the smallest save no
   registers. */
#define COMBA_REDC_FEW (COMBA_REDC_ROWS_MIN - 1)
#define COMBA_REDC_FEW_SIZES(X) X (1) X (2) X (3) X (4) X (5) X (6) X (7)
#define X(n) mp_limb_t comba_redc_few_##n (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu);
COMBA_REDC_FEW_SIZES (X)
#undef X

#endif
