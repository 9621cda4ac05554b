/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring on AVX-512 IFMA: one tile of at most 91 limbs (tile.h), one function for
   each number of vectors.  Longer operands are multiplied.

   The contract is that of comba_sqr_basecase_fn (kernels.h). */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/tile.h"
#include "x86_64/adx/adx.h"

/* Shorter operands are left to the scalar kernel.  Not below 7: tiles begin with two
   vectors. */
#define COMBA_IFMA_SQR_MIN 10

/* The most limbs that fill SQR_TILE vectors. */
enum { TILE_LIMBS = SQR_TILE * VECTOR_BYTES / 8 };

/* A column has as many halves as that of a product. */
_Static_assert (2 * 8 * SQR_TILE <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

static ALWAYS_INLINE void
sqr_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s, int chains)
{
  __m512i a[SQR_TILE];
  _Alignas (64) digits b[2];
  chain c[CHAINS];

  UNROLL for (int v = 0; v < s; v++)
    put_digits (b, v, a[v] = load_digits (ap, n, s, v));
  sqr_tile (c, a, b, s, DIGITS (n) - 8 * (s - 1), chains);
  store_columns (rp, 2 * n, c[0], 2 * s);
}

/* As many chains as keep the multipliers busy and fit into the registers. */
#define CHAINS_OF(s) ((s) >= 3 && (s) <= 5 ? 2 : 1)

#define SIZES(X) \
  X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14)

#define DEFINE(s)                                                       \
  static void                                                           \
  sqr_##s (mp_ptr rp, mp_srcptr ap, mp_size_t n)                        \
  {                                                                     \
    sqr_limbs (rp, ap, n, s, CHAINS_OF (s));                            \
  }
SIZES (DEFINE)

static comba_sqr_basecase_fn *const tiles[SQR_TILE + 1] = {
#define ROW(s) [s] = sqr_##s,
  SIZES (ROW)
};

void
comba_sqr_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < COMBA_IFMA_SQR_MIN)
    comba_sqr_basecase_adx (rp, ap, n);
  else if (n <= TILE_LIMBS)
    tiles[VECTORS (n)] (rp, ap, n);
  else
    comba_mul_ifma (rp, ap, n, ap, n);
}
