/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication on AVX-512 IFMA, for Intel's CPUs, which start two multiplications in a cycle.

   The contract is that of comba_mul_basecase_fn (kernels.h). */

#define MUL_WINDOWS_TABLE comba_mul_windows_ifma
#define MUL_N(n) comba_mul_n_##n##_ifma
#define CHAINS_OF(s, t) ((s) <= 6 || (t) == 1 ? 2 : 1)
#define PAIR_PERMUTATIONS 0
#include "x86_64/ifma/mul_ifma.h"
#include "x86_64/adx/adx.h"

/* From how many limbs of a on a product by so many limbs is left to the scalar kernel no more; any
   by 1 or 2 limbs is.  Windows have code for the sizes alone that this leaves. */
static const unsigned char vectors_from[] = { [3] = 25, 24, 16, 12, 13, 11 };
enum { SCALAR_BN_MAX = 8 };

static ALWAYS_INLINE int
is_scalar (mp_size_t an, mp_size_t bn)
{
  return bn < (an <= WINDOWS_LIMBS ? WINDOWS_BN_MIN : TILES_BN_MIN)
         || (bn <= SCALAR_BN_MAX && an < vectors_from[bn]);
}

void
comba_mul_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  if (is_scalar (an, bn))
    comba_mul_basecase_adx (rp, ap, an, bp, bn);
  else
    mul_vectors (rp, ap, an, bp, bn);
}

/* The same for one bn (comba_mul_fixed_fn). */
#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_by_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)         \
  {                                                                                     \
    return mul_vectors (rp, ap, an, bp, n);                                             \
  }
COMBA_IFMA_MUL_BY (DEFINE)
#undef DEFINE

#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_by_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)         \
  {                                                                                     \
    if (is_scalar (an, n))                                                              \
      return comba_mul_by_##n##_adx (rp, ap, an, bp);                                   \
    return mul_vectors (rp, ap, an, bp, n);                                             \
  }
COMBA_IFMA_MUL_BY_SCALAR (DEFINE)
#undef DEFINE
