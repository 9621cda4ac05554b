/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reductions modulo P (paper 003: P. Giorgi, L. Imbert, T. Izard, Parallel modular
   multiplication on multi-core processors, 2013), over the products of a configuration.

   P is pp[0..n-1] > 1 with pp[n-1] != 0, beta is 2^GMP_LIMB_BITS.  Nothing here takes
   memory: scratch is given, in limbs, by the _itch functions, for any CPU configuration and
   thresholds.  Results overlap neither operands nor scratch unless said otherwise.
   Time depends on values where corrections are few or none. */

#ifndef COMBA_RESIDUE_REDUCE_H
#define COMBA_RESIDUE_REDUCE_H

#include "residue/precompute.h"

/* Algorithm 1, partial Montgomery reduction: C = cp[0..m-1], m >= 1, 0 <= t, P odd.
   R = (C + QP) / beta^t == C beta^-t (mod P), 0 <= R < max (beta^(m-t), beta^n), is
   rp[0..max(m-t,n)-1]; rp may be cp + t.  mp[0..t-1] = -1/P mod beta^t, the lowest t
   limbs of a longer mu.  The quotient alone: qp[0..t-1] = Q = mu C mod beta^t, t >= 1.  About what
   both take, as comba_mul_cost. */
void comba_pmr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m,
                mp_size_t t, mp_srcptr pp, mp_size_t n, mp_srcptr mp, mp_ptr scratch);
void comba_pmr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr cp, mp_size_t m,
                         mp_size_t t, mp_srcptr mp, mp_ptr scratch);
size_t comba_pmr_itch (mp_size_t m, mp_size_t t, mp_size_t n);
uint64_t comba_pmr_cost (const struct comba_config *k, mp_size_t m, mp_size_t t, mp_size_t n);
uint64_t comba_pmr_quotient_cost (const struct comba_config *k, mp_size_t m, mp_size_t t);

/* Algorithm 2, partial Barrett reduction: C = cp[0..m-1], 0 <= t <= m-n.
   R == C (mod P), 0 <= R < beta^(m-t), is rp[0..m-t-1]; rp may be cp.  np[0..t] = floor
   (beta^(n+t) / P), the highest t+1 limbs of a longer nu.

   The quotient alone, for C with the t highest limbs c1 = c1p[0..s-1] beta^(t-s),
   1 <= s <= t: qp[0..t] is floor (c1 nu / beta^t), or less than that by 1; and about what that
   takes. */
void comba_pbr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m,
                mp_size_t t, mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch);
void comba_pbr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr c1p, mp_size_t s,
                         mp_size_t t, mp_srcptr np, mp_ptr scratch);
size_t comba_pbr_itch (mp_size_t m, mp_size_t t, mp_size_t n);
uint64_t comba_pbr_quotient_cost (const struct comba_config *k, mp_size_t s, mp_size_t t);

/* rp[0..n-1] == ap[0..an-1] (mod P), any value below beta^n; an >= 0, np[0..n] = nu of
   t = n.  By partial Barrett reductions from the top. */
void comba_mod_fold (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                     mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch);
size_t comba_mod_fold_itch (mp_size_t n);

/* rp[0..n-1] = (high beta^n + xp[0..n-1]) mod P, below P, by quotient estimates with
   np[0..1] = floor (beta^(n+1) / P), the highest limbs of a longer nu, and at most two
   subtractions for each.  rp may be xp. */
void comba_mod_finish (mp_ptr rp, mp_limb_t high, mp_srcptr xp, mp_srcptr pp, mp_size_t n,
                       mp_srcptr np);

#endif
