/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reductions modulo P with the products of a configuration (paper 003: P. Giorgi, L. Imbert,
   T. Izard, Parallel modular multiplication on multi-core processors, 2013).

   For all functions here: P = pp[0..n-1] > 1, pp[n-1] != 0; beta = 2^GMP_LIMB_BITS.  Nothing
   allocates: the caller passes as many limbs of scratch as the _itch function says, for any
   configuration and thresholds.  Results overlap neither operands nor scratch unless stated.  Time
   depends on the values, by rare or bounded corrections. */

#ifndef COMBA_RESIDUE_REDUCE_H
#define COMBA_RESIDUE_REDUCE_H

#include "residue/precompute.h"

/* Partial Montgomery reduction, PMR:
   rp[0..max(m-t,n)-1] = R = (C + Q P) / beta^t == C beta^-t (mod P), Q = mu C mod beta^t
   C = cp[0..m-1], m >= 1, t >= 0, P odd.  mp[0..t-1] = -1/P mod beta^t: the lowest t limbs of a
   longer mu will do.  rp may be cp + t.  Scratch: comba_pmr_itch (m, t, n) limbs.
   0 <= R < max (beta^(m-t), beta^n).
   Paper 003, algorithm 1. */
void comba_pmr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m,
                mp_size_t t, mp_srcptr pp, mp_size_t n, mp_srcptr mp, mp_ptr scratch);

/* qp[0..t-1] = Q = mu C mod beta^t
   C = cp[0..m-1], m >= 1, t >= 1.  Scratch: comba_pmr_itch (m, t, n) limbs for any n. */
void comba_pmr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr cp, mp_size_t m,
                         mp_size_t t, mp_srcptr mp, mp_ptr scratch);

/* Returns the scratch of comba_pmr in limbs, which is at least that of comba_pmr_quotient. */
size_t comba_pmr_itch (mp_size_t m, mp_size_t t, mp_size_t n);

/* Return the costs of both functions in the unit of mul/cost.h. */
uint64_t comba_pmr_cost (const struct comba_config *k, mp_size_t m, mp_size_t t, mp_size_t n);
uint64_t comba_pmr_quotient_cost (const struct comba_config *k, mp_size_t m, mp_size_t t);

/* Partial Barrett reduction, PBR:
   rp[0..m-t-1] = R == C (mod P)
   C = cp[0..m-1], 0 <= t <= m-n.  np[0..t] = floor (beta^(n+t) / P): the highest t+1 limbs of a
   longer nu will do.  rp may be cp.  Scratch: comba_pbr_itch (m, t, n) limbs.
   0 <= R < beta^(m-t).
   Paper 003, algorithm 2. */
void comba_pbr (const struct comba_config *k, mp_ptr rp, mp_srcptr cp, mp_size_t m,
                mp_size_t t, mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch);

/* qp[0..t] = floor (c1 nu / beta^t) - d, d = 0 or 1
   c1 = c1p[0..s-1] beta^(t-s), the t highest limbs of C, 1 <= s <= t.
   Scratch: comba_pbr_itch (m, t, n) limbs for any m and n. */
void comba_pbr_quotient (const struct comba_config *k, mp_ptr qp, mp_srcptr c1p, mp_size_t s,
                         mp_size_t t, mp_srcptr np, mp_ptr scratch);

/* Returns the scratch of comba_pbr in limbs, which is at least that of comba_pbr_quotient. */
size_t comba_pbr_itch (mp_size_t m, mp_size_t t, mp_size_t n);

/* Returns the cost of comba_pbr_quotient in the unit of mul/cost.h. */
uint64_t comba_pbr_quotient_cost (const struct comba_config *k, mp_size_t s, mp_size_t t);

/* rp[0..n-1] == ap[0..an-1] (mod P), any value below beta^n
   an >= 0.  np[0..n] = nu with t = n.  Scratch: comba_mod_fold_itch (n) limbs.
   Partial Barrett reductions from the top. */
void comba_mod_fold (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                     mp_srcptr pp, mp_size_t n, mp_srcptr np, mp_ptr scratch);
size_t comba_mod_fold_itch (mp_size_t n);

/* rp[0..n-1] = (high beta^n + xp[0..n-1]) mod P, in [0, P)
   np[0..1] = floor (beta^(n+1) / P), the highest limbs of a longer nu.  rp may be xp.  No scratch.
   Each limb takes a quotient estimate and at most two subtractions. */
void comba_mod_finish (mp_ptr rp, mp_limb_t high, mp_srcptr xp, mp_srcptr pp, mp_size_t n,
                       mp_srcptr np);

#endif
