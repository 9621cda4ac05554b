/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Common code for the tests of residue: moduli, the reference remainder, CPU configurations with
   their own thresholds and with the smallest. */

#ifndef COMBA_MODULI_H
#define COMBA_MODULI_H

#include "../tests.h"
#include "residue/representation.h"

/* Near beta^n, near beta^(n-1), beta^(n-1) itself and one above it, all ones, sparse, runs,
   any.  At least 2, pp[n-1] != 0; odd if ODD. */
enum { MODULUS_KINDS = 8 };
void random_modulus (mp_ptr pp, mp_size_t n, int kind, int odd);

/* Residues: 0, 1, P-1, and others. */
enum { RESIDUE_KINDS = 5 };
void random_residue (mp_ptr ap, mp_srcptr pp, mp_size_t n, int kind);

/* rp[0..n-1] = ap[0..an-1] mod P, an >= 0, pp[n-1] != 0; by school division. */
void reference_mod (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n);

/* rp = ap * bp mod P, n limbs each. */
void reference_mulmod (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr pp, mp_size_t n);

/* rp[0..n-1] = B^E mod P, B of any size, E = ep[0..en-1], which may be 0: from the highest bit of
   E down by reference_mulmod. */
void reference_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                     mp_srcptr pp, mp_size_t n);

/* Calls BODY for every CPU configuration that runs here, as it is and with every threshold so small
   that short operands reach each path; skips the others, by name. */
void each_config (void (*body) (const struct comba_config *k, const char *name));

/* Scratch of exactly n limbs, between guards, aligned to 64 bytes. */
mp_ptr new_scratch (size_t n);
void free_scratch (mp_ptr p);           /* checks the guards */

/* An element between guards, at any address unless REP wants it aligned. */
mp_ptr new_element (const struct comba_representation *rep, mp_size_t n);

/* COMBA_SOAK=SECONDS: calls f again and again for so long; not at all without it. */
void soak (const char *name, void (*f) (void));

#endif
