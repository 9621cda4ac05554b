/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by large tiles (kernels/x86_64/avx512ifma/mul_tile.h), one function for each number of
   vectors of a and of b, and for n x n limbs.  The contract of the latter is that of
   comba_mul_fixed_fn (dispatch/config.h). */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/mul_tile.h"

#define DEFINE(s, t)                                                                    \
  mp_limb_t                                                                             \
  comba_mul_tile_##s##_##t##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, \
                                   mp_size_t bn, mp_srcptr xp, mp_srcptr yp)            \
  {                                                                                     \
    return mul_limbs (rp, ap, an, bp, bn, xp, yp, s, t, 1);                             \
  }
MUL_LARGE_TILES (DEFINE)
#undef DEFINE

static mul_tile_fn *const squares[MUL_TILE + 1] = {
  [7] = comba_mul_tile_7_7_ifma, comba_mul_tile_8_8_ifma, comba_mul_tile_9_9_ifma,
  comba_mul_tile_10_10_ifma, comba_mul_tile_11_11_ifma,
};

#define DEFINE(n)                                                                       \
  mp_limb_t                                                                             \
  comba_mul_n_##n##_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)          \
  {                                                                                     \
    (void) an;                                                                          \
    return squares[VECTORS (n)] (rp, ap, n, bp, n, NULL, NULL);                         \
  }
COMBA_IFMA_MUL_N_LARGE_TILES (DEFINE)
