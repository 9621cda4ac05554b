/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Exact division: from the low end (Hensel), and from both. */

#ifndef COMBA_DIV_BDIV_H
#define COMBA_DIV_BDIV_H

#include "dispatch/config.h"
#include "parallel/pool.h"

/* qp[0..n-1] = N / D mod beta^n, N = np[0..n-1], D = dp[0..dn-1]
   n >= 1, 1 <= dn, D odd.  Limbs of D beyond n are not read.  np[n] may be read, its value does not
   matter.  np is clobbered.  Nothing overlaps.
   Scratch: comba_scratch_get's; without memory, an algorithm that needs less.
   Time depends on the values. */
void comba_bdiv_q (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp, mp_size_t dn);

/* The same by rows, or by halves down to rows of less than bdiv_recursive limbs; scratch: 2 dn
   limbs, or NULL for rows only; and COMBA_SCRATCH_STACK limbs on the stack.  Jebelean, "An algorithm for exact division" (1993). */
void comba_bdiv_q_recursive (const struct comba_config *k, mp_ptr qp, mp_ptr np, mp_size_t n, mp_srcptr dp,
                             mp_size_t dn, mp_ptr scratch);

/* The same with an inverse of D modulo a power of beta, by the threads of POOL; n, dn >=
   COMBA_BDIV_MU_MIN.  MEMORY: comba_bdiv_q_mu_itch (k, n, dn, pool->threads, IN_LITTLE) limbs, and
   comba_mul's.  IN_LITTLE: as for comba_div_qr_mu (div/div_qr_mu.h). */
#define COMBA_BDIV_MU_MIN 6
void comba_bdiv_q_mu (const struct comba_config *k, const struct comba_pool *pool, mp_ptr qp, mp_ptr np,
                      mp_size_t n, mp_srcptr dp, mp_size_t dn, int in_little, mp_ptr memory);
size_t comba_bdiv_q_mu_itch (const struct comba_config *k, mp_size_t n, mp_size_t dn, int threads, int in_little);

/* qp[0..qn-1] = N / D mod beta^qn, N = np[0..qn], D = dp[0..dn-1]
   dn >= 2, 1 <= min (qn, dn) <= COMBA_DIVEXACT_FEW, dp[0] != 0; N and D are divided by the same
   power of 2 that makes D odd.  Limbs of D beyond dp[qn] are not read.  Nothing overlaps.
   No scratch.  Time depends on the sizes and on the trailing zero bits of D. */
enum { COMBA_DIVEXACT_FEW = 16 };
void comba_divexact_few (mp_ptr qp, mp_srcptr np, mp_size_t qn, mp_srcptr dp, mp_size_t dn);

/* qp[0..nn-dn] = N / D, N = np[0..nn-1], D = dp[0..dn-1], which divides N
   nn >= dn >= 1, dp[dn-1] != 0.  Nothing overlaps.
   Scratch: comba_scratch_get's; ends the process with GMP's message if there is none for copies.
   Time depends on the values. */
void comba_divexact (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                     mp_size_t dn);

#endif
