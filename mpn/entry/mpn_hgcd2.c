/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_hgcd2, mpn_hgcd2_jacobi: most of the time of mpz_gcd, mpz_gcdext, mpz_invert and mpz_jacobi up
   to some hundred limbs.  gmp.h does not declare them. */

#include "gcd/gcd.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* For one member of the configuration: it need not have passed its self-test. */
static const struct comba_config * __attribute__ ((noinline))
ask (void)
{
  return comba_counted (comba_entry (), COMBA_ENTRY_HGCD2, 2);
}

static ALWAYS_INLINE const struct comba_config *
config (void)
{
  const struct comba_config *k = comba_entry ();
  return likely (k->stub == COMBA_SERVES) ? k : ask ();
}

/* (A; B) = M (A'; B') for A = ah beta + al, B = bh beta + bl and as many steps of Euclid's algorithm
   by subtractions as GMP does; M has determinant 1.  Returns 1, or 0 without a single step.
   No scratch.  Time: depends on the values.
   As GMP's mpn_hgcd2.  (gcd/hgcd2.c) */
COMBA_EXPORT int
__gmpn_hgcd2 (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m)
{
  return comba_hgcd2 (config (), ah, al, bh, bl, m);
}

/* The same, and updates *BITS, the state of a Jacobi symbol.
   As GMP's mpn_hgcd2_jacobi. */
COMBA_EXPORT int
__gmpn_hgcd2_jacobi (mp_limb_t ah, mp_limb_t al, mp_limb_t bh, mp_limb_t bl, struct comba_matrix1 *m, unsigned *bits)
{
  return comba_hgcd2_jacobi (config (), ah, al, bh, bl, m, bits);
}
