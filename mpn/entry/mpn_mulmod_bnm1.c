/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mulmod_bnm1: rp[0..min(rn,an+bn)-1] = ap[0..an-1] * bp[0..bn-1] mod beta^rn - 1, where a product that is not 0
   but a multiple of beta^rn - 1 gives that.  rn >= an >= bn >= 1; rp overlaps no source; the sources may overlap.
   tp[0..an+bn-1] is scratch, if an + bn > rn: GMP's callers give it no less.  Other scratch: comba_scratch; without
   memory for it the product is whole.  Time depends on the sizes, and above basecase sizes on values, as that of mpn_mul.

   mpn_mulmod_bnm1_next_size: the rn that callers shall ask for who need one from n >= 1 on; n <= rn < 2n or rn = n.  It
   depends on n and the CPU configuration alone, as scratch is reckoned from it.

   GMP's division of a thousand limbs and more lives of these, and with it radix conversion, roots and inverses: such a
   product is half of what is known but for its carry.

   gmp.h does not declare them. */

#include "entry/mulmod_bnm1.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include "mul/wrapped.h"
#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* GMP's tests/mpn/t-mulmod_bnm1 takes scratch for this size once, and wants no more for any below. */
#define TESTED_SIZE 2048

/* The size from n on of a cyclic transform, or 0; and what it takes, as comba_mul_cost: timed, about as long as the transforms of
   the same length that make a whole product (m / 2 limbs may be too few for these). */
static mp_size_t
cyclic_size (const struct comba_config *k, mp_size_t n)
{
  const int has = k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mul_ntt;
  return has ? k->ntt->wrapped_size (n) : 0;
}

static uint64_t
cyclic_cost (const struct comba_config *k, mp_size_t m)
{
  return comba_mul_cost (k, m, m) / 2;
}

static mp_size_t __attribute__ ((noinline))
next_size (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t most = n <= TESTED_SIZE ? TESTED_SIZE : COMBA_NEVER;
  const mp_size_t cyclic = cyclic_size (k, n), in_factors = comba_wrapped_size (k, n);
  if (cyclic != 0 && cyclic <= most && cyclic_cost (k, cyclic) < comba_wrapped_cost (k, n, n, in_factors))
    return cyclic;
  return in_factors <= most ? in_factors : most;
}

/* mpz_powm asks at every call, for even moduli that it may have, mostly for the same size again, and 2^3 takes no longer than
   this answer: so the last n and its rn are kept, of 32 bits each. */
COMBA_EXPORT_WEAK mp_size_t
__gmpn_mulmod_bnm1_next_size (mp_size_t n)
{
  static _Atomic uint64_t last;
  const uint64_t known = atomic_load_explicit (&last, memory_order_relaxed);
  if (likely (known >> 32 == (uint64_t) n))
    return (mp_size_t) (known & 0xffffffff);
  /* A set that is tested: none other serves when the product is asked for. */
  const mp_size_t rn = next_size (comba_active (), n);
  if ((uint64_t) rn >> 32 == 0)
    atomic_store_explicit (&last, (uint64_t) n << 32 | (uint64_t) rn, memory_order_relaxed);
  return rn;
}

enum comba_bnm1_path
comba_bnm1_path (const struct comba_config *k, mp_size_t rn, mp_size_t an, mp_size_t bn)
{
  const uint64_t whole = comba_mul_cost (k, an, bn), in_factors = comba_wrapped_cost (k, an, bn, rn);
  const uint64_t cyclic = cyclic_size (k, rn) == rn ? cyclic_cost (k, rn) : UINT64_MAX;
  if (whole <= in_factors && whole <= cyclic)
    return COMBA_BNM1_WHOLE;
  return in_factors <= cyclic ? COMBA_BNM1_FACTORS : COMBA_BNM1_CYCLIC;
}

static int
shared_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return comba_threads_allowed () > 1 && comba_parallel_mul (k, rp, ap, an, bp, bn);
}

/* Returns 1; or 0, with nothing done, if the product is to be whole. */
static int __attribute__ ((noinline))
shorter_product (const struct comba_config *k, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                 mp_size_t bn)
{
  const enum comba_bnm1_path path = comba_bnm1_path (k, rn, an, bn);
  if (path == COMBA_BNM1_WHOLE)
    return 0;
  struct comba_scratch s;
  const mp_ptr scratch = comba_scratch_get (&s, path == COMBA_BNM1_CYCLIC ? k->ntt->mulmod_itch (rn) : comba_wrapped_itch (rn));
  if (scratch != NULL && path == COMBA_BNM1_CYCLIC)
    k->ntt->mulmod (rn, rp, ap, an, bp, bn, scratch);
  else if (scratch != NULL)
    comba_wrapped_product (k, rp, ap, an, bp, bn, rn, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}

COMBA_EXPORT_WEAK void
__gmpn_mulmod_bnm1 (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr tp)
{
  const struct comba_config *k = comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_MULMOD_BNM1, rn));
  if (an + bn <= rn)
    {
      if (!shared_product (k, rp, ap, an, bp, bn))
        comba_mul (k, rp, ap, an, bp, bn);
      return;
    }
  /* Two threads make a whole product in as little time as one makes less. */
  if (!shared_product (k, tp, ap, an, bp, bn))
    {
      if (shorter_product (k, rp, rn, ap, an, bp, bn))
        return;
      comba_mul (k, tp, ap, an, bp, bn);
    }
  comba_wrapped_fold (rp, tp, an + bn, rn);
}
