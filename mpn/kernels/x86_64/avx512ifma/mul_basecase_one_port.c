/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of any size, for CPUs that start one multiplication in a cycle; the contract is that of comba_mul_basecase_fn
   (dispatch/config.h).  By few limbs scalar kernels, which have mulx's pace on Zen 4, are faster for longer than rows in
   memory; then vectors.  n x n limbs need one chain alone from 5 vectors on. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/adx/adx.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#define MUL_WINDOWS_TABLE comba_mul_windows_one_port_ifma
#define MUL_NEAR_TABLE comba_mul_near_one_port_ifma
#define MUL_N(n) comba_mul_n_##n##_one_port_ifma
#define CHAINS_OF(s, t) ((s) <= ((s) == (t) ? 4 : 6) || (t) == 1 ? 2 : 1)
#define PAIR_PERMUTATIONS 1
#include "kernels/x86_64/avx512ifma/mul_basecase_tpl.h"

/* As in mul_basecase.c. */
enum { FEW = 8 };
static comba_mul_fixed_fn *const scalar[] = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) };
static const mp_size_t vectors_from[FEW + 1] = {
  [1] = COMBA_NEVER, COMBA_NEVER, COMBA_NEVER, 32, 23, 17, 20, 15,
};

mp_limb_t
comba_mul_unequal_one_port_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn <= FEW && an < vectors_from[bn])
    return scalar[bn] (rp, ap, an, bp);
  return mul_vectors (rp, ap, an, bp, bn);
}

mp_limb_t
comba_mul_vectors_one_port_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return mul_vectors (rp, ap, an, bp, bn);
}

void
comba_mul_basecase_one_port_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  comba_mul_unequal_one_port_ifma (rp, ap, an, bp, bn);
}

#define DEFINE(n)                                                                   \
  mp_limb_t                                                                         \
  comba_mul_by_##n##_one_port_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)     \
  {                                                                                 \
    if (an < vectors_from[n])                                                       \
      return scalar[n] (rp, ap, an, bp);                                            \
    return mul_vectors (rp, ap, an, bp, n);                                         \
  }
COMBA_IFMA_MUL_BY (DEFINE)
#undef DEFINE
