/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_mulmod_bnm1, mpn_mulmod_bnm1_next_size.  gmp.h does not declare them.

   GMP's division of a thousand limbs and more uses them, and so do radix conversion, roots and
   inverses: they need a product whose upper half is already known but for a carry. */

#include "entry/mulmod_bnm1.h"
#include "mul/cost.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include "mul/wrapped.h"
#include "mul/ntt/ntt.h"
#include "mul/paths/paths.h"
#include "diag/diag.h"
#include "arith/race_detectors.h"
#include "entry/undeclared.h"

/* GMP's tests/mpn/t-mulmod_bnm1 allocates scratch for this size once, and uses it for every
   smaller size. */
#define TESTED_SIZE 2048

/* The least size of a cyclic transform that is n or more, or 0 if there is none. */
static mp_size_t
cyclic_size (const struct comba_config *k, mp_size_t n)
{
  const int has = k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mul_ntt;
  return has ? k->ntt->wrapped_size (n) : 0;
}

/* The time of a cyclic transform of m limbs, in the unit of comba_mul_cost.  It takes about as long
   as the transforms of the same length that make a whole product of m / 2 limbs; these may be too
   few for comba_mul_cost. */
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

/* mpz_powm asks for a fast size at every call, in case the modulus is even, and mostly for the same
   n; a small power takes no longer than the answer.  So the last n and its rn are cached, 32 bits
   each. */
static _Atomic uint64_t last;
COMBA_TELL_ATOMIC (last)

/* Returns the size rn that mpn_mulmod_bnm1 computes fast, n <= rn < 2n or rn = n
   n >= 1.  Depends on n and the CPU configuration alone, so callers may compute scratch from it.
   As GMP's mpn_mulmod_bnm1_next_size. */
COMBA_EXPORT_WEAK mp_size_t
__gmpn_mulmod_bnm1_next_size (mp_size_t n)
{
  const uint64_t known = atomic_load_explicit (&last, memory_order_relaxed);
  if (likely (known >> 32 == (uint64_t) n))
    return (mp_size_t) (known & 0xffffffff);
  /* A tested configuration: the product is computed with the same one. */
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

/* The product modulo beta^rn - 1 by a shorter path.  Returns 1; or 0 with nothing done, if a whole
   product is faster or an allocation fails. */
static int __attribute__ ((noinline))
shorter_product (const struct comba_config *k, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                 mp_size_t bn)
{
  const enum comba_bnm1_path path = comba_bnm1_path (k, rn, an, bn);
  if (path == COMBA_BNM1_WHOLE)
    return 0;
  struct comba_scratch s;
  const mp_ptr scratch = COMBA_SCRATCH_GET (&s, path == COMBA_BNM1_CYCLIC ? k->ntt->mulmod_itch (rn) : comba_wrapped_itch (rn), 0);
  if (scratch != NULL && path == COMBA_BNM1_CYCLIC)
    k->ntt->mulmod (rn, rp, ap, an, bp, bn, scratch);
  else if (scratch != NULL)
    comba_wrapped_product (k, rp, ap, an, bp, bn, rn, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}

/* rp[0..min(rn,an+bn)-1] = ap[0..an-1] * bp[0..bn-1] mod (beta^rn - 1)
   rn >= an >= bn >= 1.  A nonzero product never yields 0; it may yield beta^rn - 1.
   rp overlaps neither source; the sources may be the same or overlap.
   Scratch: tp[0..an+bn-1] if an + bn > rn, no more than GMP's callers give; and comba_scratch, with
   a whole product if an allocation fails.
   Time: depends on the operands.
   As GMP's mpn_mulmod_bnm1. */
COMBA_EXPORT_WEAK void
__gmpn_mulmod_bnm1 (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr tp)
{
  const struct comba_config *k = comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_MULMOD_BNM1, rn), rn);
  if (an + bn <= rn)
    {
      if (!shared_product (k, rp, ap, an, bp, bn))
        comba_mul (k, rp, ap, an, bp, bn);
      return;
    }
  /* Two threads compute a whole product as fast as one thread a shorter one. */
  if (!shared_product (k, tp, ap, an, bp, bn))
    {
      if (shorter_product (k, rp, rn, ap, an, bp, bn))
        return;
      comba_mul (k, tp, ap, an, bp, bn);
    }
  comba_wrapped_fold (rp, tp, an + bn, rn);
}
