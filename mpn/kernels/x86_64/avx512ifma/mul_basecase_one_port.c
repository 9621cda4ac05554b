/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, for CPUs that start one multiplication of eight digits in a
   cycle.  The contract is that of comba_mul_basecase_fn (dispatch/config.h).  Short b: scalar
   kernels at the speed of mulx on Zen 4, which stay ahead longer than rows in memory do; then
   vectors.  n x n limbs need only one chain from 5 vectors on. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#define MUL_WINDOWS_TABLE comba_mul_windows_one_port_ifma
#define MUL_NEAR_TABLE comba_mul_near_one_port_ifma
#define MUL_N(n) comba_mul_n_##n##_one_port_ifma
#define CHAINS_OF(s, t) ((s) <= ((s) == (t) ? 4 : 6) || (t) == 1 ? 2 : 1)
#define PAIR_PERMUTATIONS 1
#include "kernels/x86_64/avx512ifma/mul_basecase_tpl.h"

mp_limb_t
comba_mul_vectors_one_port_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return mul_vectors (rp, ap, an, bp, bn);
}

#define KERNEL(name) comba_##name##_one_port_ifma
#define VECTORS_FROM { [1] = COMBA_NEVER, COMBA_NEVER, COMBA_NEVER, 32, 23, 17, 20, 15 }
#define by_vectors mul_vectors
#include "kernels/x86_64/avx512ifma/mul_basecase_scalar_tpl.h"
