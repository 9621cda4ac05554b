/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication of any size, for CPUs that start two multiplications of eight digits in a cycle
   and permute the bytes of two registers in one operation.  Short b: scalar kernels; then the
   windows and tiles of kernels/x86_64/avx512ifma/mul_basecase_one_port.c, then those of
   kernels/x86_64/avx512ifma/mul_basecase.c.

   The contract is that of comba_mul_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/radix52.h"

/* Tiles of five or six vectors by as many have one chain in
   kernels/x86_64/avx512ifma/mul_basecase_one_port.c and need two here (CHAINS_OF): so the tiles of
   kernels/x86_64/avx512ifma/mul_basecase.c serve a and b of at least five vectors where a exceeds
   the windows.  The others are the same. */
enum { TILES_AN = LIMBS (4 * COMBA_IFMA_FOURS) + 1, TILES_BN = LIMBS (8 * 4) + 1 };

static ALWAYS_INLINE mp_limb_t
by_vectors (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn >= TILES_BN && an >= TILES_AN)
    return comba_mul_unequal_ifma (rp, ap, an, bp, bn);
  return comba_mul_vectors_one_port_ifma (rp, ap, an, bp, bn);
}

#define KERNEL(name) comba_##name##_permute2_ifma
#define VECTORS_FROM { [1] = COMBA_NEVER, COMBA_NEVER, COMBA_NEVER, 17, 11, 11, 11, 11 }
#include "kernels/x86_64/avx512ifma/mul_basecase_scalar_tpl.h"
