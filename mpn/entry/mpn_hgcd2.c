/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_hgcd2, mpn_hgcd2_jacobi: most of the time of mpz_gcd, mpz_gcdext, mpz_invert and mpz_jacobi up
   to some hundred limbs.  mpn_hgcd_mul_matrix1_vector, because it shares an object of libgmp.a with
   mpn_hgcd2: a static link that needs it would get both.  gmp.h does not declare them. */

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
COMBA_EXPORT_WEAK int
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

/* (R, B') = (A, B) M for A = ap[0..n-1], B = bp[0..n-1], which becomes B' = bp[0..n], and R = rp[0..n];
   M has entries below beta / 2.  Returns n + 1, or n if rp[n] = bp[n] = 0.
   n >= 1.  Nothing overlaps.  No scratch.
   Time: constant in the operands, but for the result.
   As GMP's mpn_hgcd_mul_matrix1_vector. */
COMBA_EXPORT_WEAK mp_size_t
__gmpn_hgcd_mul_matrix1_vector (const struct comba_matrix1 *m, mp_ptr rp, mp_srcptr ap, mp_ptr bp, mp_size_t n)
{
  const struct comba_by_limb *const by_limb = &comba_entry ()->by_limb;
  comba_mul_1_fn *const mul_1 = by_limb->mul_1[comba_by_limb_of (n)];
  comba_addmul_1_fn *const addmul_1 = by_limb->addmul_1[comba_by_limb_of (n)];
  rp[n] = mul_1 (rp, ap, n, m->u[0][0], 0);
  rp[n] += addmul_1 (rp, bp, n, m->u[1][0]);
  bp[n] = mul_1 (bp, bp, n, m->u[1][1], 0);
  bp[n] += addmul_1 (bp, ap, n, m->u[0][1]);
  return n + ((rp[n] | bp[n]) != 0);
}
