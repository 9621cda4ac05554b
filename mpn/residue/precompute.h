/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Inverses of P that reductions use.  Kernels include this header, too.

   For all functions here: P = pp[0..n-1] > 1, pp[n-1] != 0.  Nothing allocates: the caller passes
   as many limbs of scratch as the _itch function says, for any configuration.  Results overlap
   neither operands nor scratch.  Time depends on the values. */

#ifndef COMBA_RESIDUE_PRECOMPUTE_H
#define COMBA_RESIDUE_PRECOMPUTE_H

#include "dispatch/config.h"

struct comba_room;

/* mu: mp[0..t-1] = -1/P mod beta^t
   P odd, t >= 1.  Scratch: comba_mod_mu_itch (t) limbs.
   Lifting (Hensel, Newton). */
void comba_mod_mu (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp,
                   mp_size_t n, mp_ptr scratch);

/* Returns the scratch of comba_mod_mu in limbs. */
size_t comba_mod_mu_itch (mp_size_t t);

/* The same with products in ROOM (mul/mul.h), if that is not NULL.  Scratch: then 3 t + 2 limbs. */
void comba_mod_mu_in (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp, mp_size_t n, mp_ptr scratch,
                      const struct comba_room *room);

/* nu: np[0..t] = floor (beta^(n+t) / P)
   t >= 0.  If P = beta^(n-1), np is beta^(t+1) - 1 instead, which reduces as well.
   Scratch: comba_mod_nu_itch (n, t) limbs.
   Newton's iteration. */
void comba_mod_nu (const struct comba_config *k, mp_ptr np, mp_size_t t, mp_srcptr pp,
                   mp_size_t n, mp_ptr scratch);

/* The same, and rp[0..n-1] = beta^(n+t) mod P. */
void comba_mod_nu_rest (const struct comba_config *k, mp_ptr np, mp_ptr rp, mp_size_t t,
                        mp_srcptr pp, mp_size_t n, mp_ptr scratch);

/* Returns the scratch of both in limbs. */
size_t comba_mod_nu_itch (mp_size_t n, mp_size_t t);

/* As comba_mod_nu_rest, with products in ROOM likewise.  Scratch: then 9 t / 2 + 16 limbs, and n + t + 1 if
   that is more. */
void comba_mod_nu_rest_in (const struct comba_config *k, mp_ptr np, mp_ptr rp, mp_size_t t, mp_srcptr pp, mp_size_t n,
                           mp_ptr scratch, const struct comba_room *room);

/* The context of comba_representation_montgomery, as its init, with products in ROOM likewise.  Scratch:
   then COMBA_MONTGOMERY_INIT_ITCH (n) limbs. */
void comba_montgomery_init_in (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch,
                               const struct comba_room *room);
#define COMBA_MONTGOMERY_INIT_ITCH(n) (11 * (size_t) (n) / 2 + 32)

/* Inverses for constant-time powers: here time depends on the sizes alone.
   Scratch: COMBA_MOD_SEC_ITCH (n) limbs.

   comba_mod_power_sec: rp[0..n-1] = 2^bits mod P; bits >= GMP_LIMB_BITS (n - 1), P may be 1.
   comba_mod_fold_sec: rp[0..n-1] == ap[0..an-1] (mod P), any value below beta^n; an >= n.
   Schoolbook division, with quotients that are a little too small.

   comba_mod_mu_sec: as comba_mod_mu, by rows.  Scratch: t limbs. */
void comba_mod_power_sec (const struct comba_config *k, mp_ptr rp, size_t bits, mp_srcptr pp, mp_size_t n,
                          mp_ptr scratch);
void comba_mod_fold_sec (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp,
                         mp_size_t n, mp_ptr scratch);
#define COMBA_MOD_SEC_ITCH(n) (4 * (size_t) (n) + 2)
void comba_mod_mu_sec (const struct comba_config *k, mp_ptr mp, mp_size_t t, mp_srcptr pp, mp_size_t n,
                       mp_ptr scratch);

#endif
