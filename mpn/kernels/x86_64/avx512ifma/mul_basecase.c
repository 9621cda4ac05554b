/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, for CPUs that start two multiplications of eight digits in a cycle.

   The contract is that of comba_mul_basecase_fn (dispatch/config.h). */

#define MUL_WINDOWS_TABLE comba_mul_windows_ifma
#define MUL_NEAR_TABLE comba_mul_near_ifma
#define MUL_N(n) comba_mul_n_##n##_ifma
#define CHAINS_OF(s, t) ((s) <= 6 || (t) == 1 ? 2 : 1)
#define PAIR_PERMUTATIONS 0
#include "kernels/x86_64/avx512ifma/mul_basecase_tpl.h"
#include "kernels/x86_64/adx/adx.h"

/* rows_to[bn]: up to this many limbs of a, scalar rows are faster than vectors; for bn <
   VECTORS_LEAST always.  It reflects the speed of these two pieces of code, which are parts of a
   kernel that other kernels call for any a.  Windows have code only for the remaining sizes. */
enum { VECTORS_LEAST = 4, FEW = 8 };
static const unsigned char rows_to[] = COMBA_IFMA_MUL_ROWS_TO;

static ALWAYS_INLINE int
is_scalar (mp_size_t an, mp_size_t bn)
{
  return unlikely (bn <= FEW) && (bn < VECTORS_LEAST || an <= rows_to[bn]);
}

static mp_limb_t __attribute__ ((noinline))
mul_scalar (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_basecase_memory_rows_adx (rp, ap, an, bp, bn);
  return rp[an + bn - 1];
}

mp_limb_t
comba_mul_unequal_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return is_scalar (an, bn) ? mul_scalar (rp, ap, an, bp, bn) : mul_vectors (rp, ap, an, bp, bn);
}

void
comba_mul_basecase_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));
  comba_mul_unequal_ifma (rp, ap, an, bp, bn);
}

/* The same for a fixed bn (comba_mul_fixed_fn). */
#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_by_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)         \
  {                                                                                     \
    if (is_scalar (an, n))                                                              \
      return comba_mul_by_##n##_memory_rows_adx (rp, ap, an, bp);                       \
    return mul_vectors (rp, ap, an, bp, n);                                             \
  }
COMBA_IFMA_MUL_BY (DEFINE)
#undef DEFINE
