/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring with AVX-512 IFMA, up to 123 limbs.  Up to 39 limbs by windows
   (kernels/x86_64/avx512ifma/sqr_windows.h): one function for each number of limbs up to 30, then
   for every fourth number of digits.  Above by one tile (kernels/x86_64/avx512ifma/sqr_tile.h), one
   function for each number of vectors.  Longer operands are multiplied.

   The contract is that of comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/sqr_tile.h"
#include "kernels/x86_64/avx512ifma/sqr_windows.h"
#include "kernels/x86_64/adx/adx.h"

/* The most limbs in SQR_TILE vectors. */
enum { TILE_LIMBS = SQR_TILE * VECTOR_BYTES / 8 };

/* Bound: a column has as many halves as that of a product, at most two for each digit, and
   receives the few bits above 52 of the odd column below. */
_Static_assert (2 * 8 * SQR_TILE <= 1 << (COLUMN_BITS - 52), "columns must not overflow");
_Static_assert (2 * 8 * WINDOWS_TILE < 1 << (COLUMN_BITS - 52), "columns must not overflow");

#define DEFINE(n)                                                       \
  mp_limb_t                                                             \
  comba_sqr_n_##n##_ifma (mp_ptr rp, mp_srcptr ap)                      \
  {                                                                     \
    struct result r = window_square (rp, ap, n, DIGITS (n));            \
    return top_limb (&r);                                               \
  }
COMBA_IFMA_SQR_N_10_11 (DEFINE)
COMBA_IFMA_SQR_N (DEFINE)
#undef DEFINE

/* Scalar kernels for the smallest sizes. */
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_ADX_TO_11 (COMBA_ADX_SQR_N_ROW) COMBA_IFMA_SQR_N (COMBA_IFMA_SQR_N_ROW) };

#define WINDOW_SIZES(X) X (40) X (44) X (48)

#define DEFINE(d)                                                       \
  static void                                                           \
  sqr_windows_##d (mp_ptr rp, mp_srcptr ap, mp_size_t n)                \
  {                                                                     \
    window_square (rp, ap, n, d);                                       \
  }
WINDOW_SIZES (DEFINE)
#undef DEFINE

static comba_sqr_basecase_fn *const windows[2 * WINDOWS_TILE + 1] = {
#define ROW(d) [d / 4] = sqr_windows_##d,
  WINDOW_SIZES (ROW)
#undef ROW
};

/* a and b are memory for s vectors.  From IN_MEMORY vectors on, registers have room for b alone. */
enum { IN_MEMORY = 14 };

static ALWAYS_INLINE void
sqr_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s, __m512i *a, uint64_t *b)
{
  chain c[1];

  UNROLL for (int v = 0; v < s; v++)
    {
      const __m512i x = load_digits (ap, n, s, v);
      _mm512_store_si512 (b + 8 * v, x);
      if (s < IN_MEMORY)
        a[v] = x;
    }
  if (s >= IN_MEMORY)
    {
      a = (__m512i *) b;
      __asm__ ("" : "+r" (a) : : "memory");
    }
  sqr_tile (c, a, b, s, DIGITS (n) - 8 * (s - 1));
  struct result r = { .rp = rp, .n = 2 * n, .least = 2 * LIMBS (8 * s - 8) + 2,
                      .most = 2 * LIMBS (8 * s) };
  store_columns (r, c[0], 2 * s);
}

#define TILE_SIZES(X) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15) X (16) X (17) X (18) X (19)

#define DEFINE(s)                                                       \
  static void                                                           \
  sqr_tile_##s (mp_ptr rp, mp_srcptr ap, mp_size_t n)                   \
  {                                                                     \
    _Alignas (64) uint64_t b[8 * s];                                    \
    __m512i a[s];                                                       \
    sqr_limbs (rp, ap, n, s, a, b);                                     \
  }
TILE_SIZES (DEFINE)
#undef DEFINE

static comba_sqr_basecase_fn *const tiles[SQR_TILE + 1] = {
#define ROW(s) [s] = sqr_tile_##s,
  TILE_SIZES (ROW)
#undef ROW
};

void
comba_sqr_basecase_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < (mp_size_t) (sizeof sqr_n / sizeof sqr_n[0]))
    sqr_n[n] (rp, ap);
  else if (n <= WINDOWS_LIMBS)
    windows[(DIGITS (n) + 3) / 4] (rp, ap, n);
  else if (n <= TILE_LIMBS)
    tiles[VECTORS (n)] (rp, ap, n);
  else
    comba_mul_basecase_ifma (rp, ap, n, ap, n);
}
