/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication on AVX-512 IFMA: tiles of at most 65 x 65 limbs (tile.h), one
   function for each number of vectors.  Longer operands are cut into blocks, and a
   block's product takes up what its neighbours left in the result.

   The contract is that of comba_mul_basecase_fn (kernels.h). */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/tile.h"
#include "x86_64/adx/adx.h"
#include <string.h>

/* Shorter operands are left to the scalar kernel.  Not below 7: tiles begin with two
   vectors. */
#define COMBA_IFMA_MIN 8

/* The most limbs that fill MUL_TILE vectors. */
enum { TILE_LIMBS = MUL_TILE * VECTOR_BYTES / 8 };

/* A column of a tile has at most 8 MUL_TILE products, of two halves, and two more
   digits are added. */
_Static_assert (2 * 8 * MUL_TILE + 2 <= 1 << (COLUMN_BITS - 52), "columns must not overflow");

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] + xp[0..bn-1] + yp[0..an-1]
   xp and yp may be null pointers, for zero, and may be anywhere in rp.
   VECTORS (an) and VECTORS (bn) are s and t. */
typedef void tile_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                      mp_srcptr xp, mp_srcptr yp);

static ALWAYS_INLINE void
add_limbs (__m512i *c, mp_srcptr xp, mp_size_t n, int vectors)
{
  const __m512i digit = _mm512_set1_epi64 (((long long) 1 << 52) - 1);
  UNROLL for (int k = 0; k < vectors; k++)
    c[k] = _mm512_add_epi64 (c[k], _mm512_and_si512 (load_digits (xp, n, vectors, k), digit));
}

static ALWAYS_INLINE void
mul_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_srcptr xp, mp_srcptr yp, int s, int t, int chains)
{
  __m512i a[MUL_TILE];
  _Alignas (64) digits b[2];
  chain c[CHAINS];

  UNROLL for (int v = 0; v < t; v++)
    put_digits (b, v, load_digits (bp, bn, t, v));
  UNROLL for (int v = 0; v < s; v++)
    a[v] = load_digits (ap, an, s, v);

  mul_tile (c, a, s, b, t, DIGITS (bn) - 8 * (t - 1), chains);

  if (xp != NULL)
    add_limbs (c[0], xp, bn, t);
  if (yp != NULL)
    add_limbs (c[0], yp, an, s);
  struct result r = { .rp = rp, .n = an + bn, .least = LIMBS (8 * s - 8) + LIMBS (8 * t - 8) + 2,
                      .most = LIMBS (8 * s) + LIMBS (8 * t) };
  store_columns (r, c[0], s + t);
}

/* As many chains as keep the multipliers busy and fit into the registers. */
#define CHAINS_OF(s) ((s) <= 6 ? 2 : 1)

#define SHAPES(X)                                                                      \
  X (2, 2)                                                                             \
  X (3, 2) X (3, 3)                                                                    \
  X (4, 2) X (4, 3) X (4, 4)                                                           \
  X (5, 2) X (5, 3) X (5, 4) X (5, 5)                                                  \
  X (6, 2) X (6, 3) X (6, 4) X (6, 5) X (6, 6)                                         \
  X (7, 2) X (7, 3) X (7, 4) X (7, 5) X (7, 6) X (7, 7)                                \
  X (8, 2) X (8, 3) X (8, 4) X (8, 5) X (8, 6) X (8, 7) X (8, 8)                       \
  X (9, 2) X (9, 3) X (9, 4) X (9, 5) X (9, 6) X (9, 7) X (9, 8) X (9, 9)              \
  X (10, 2) X (10, 3) X (10, 4) X (10, 5) X (10, 6) X (10, 7) X (10, 8) X (10, 9)      \
  X (10, 10)

#define DEFINE(s, t)                                                                    \
  static void                                                                           \
  mul_##s##_##t (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,     \
                 mp_srcptr xp, mp_srcptr yp)                                            \
  {                                                                                     \
    mul_limbs (rp, ap, an, bp, bn, xp, yp, s, t, CHAINS_OF (s));                     \
  }
SHAPES (DEFINE)

static tile_fn *const tiles[MUL_TILE + 1][MUL_TILE + 1] = {
#define ROW(s, t) [s][t] = mul_##s##_##t,
  SHAPES (ROW)
};

/* As tile_fn, for an and bn from COMBA_IFMA_MIN to TILE_LIMBS in any order. */
static inline void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_srcptr xp, mp_srcptr yp)
{
  if (an >= bn)
    tiles[VECTORS (an)][VECTORS (bn)] (rp, ap, an, bp, bn, xp, yp);
  else
    tiles[VECTORS (bn)][VECTORS (an)] (rp, bp, bn, ap, an, yp, xp);
}

/* The size of the next block, when n limbs are left: blocks as equal as can be, of
   TILE_LIMBS / 2 at least if there are two. */
static inline mp_size_t
block_size (mp_size_t n)
{
  mp_size_t blocks = (n + TILE_LIMBS - 1) / TILE_LIMBS;
  return (n + blocks - 1) / blocks;
}

/* bn <= TILE_LIMBS: each block of a begins with the upper limbs of the last product,
   where they are. */
static void
mul_long (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_srcptr xp = NULL;
  while (an > 0)
    {
      mp_size_t n = block_size (an);
      mul_block (rp, ap, n, bp, bn, xp, NULL);
      rp += n, ap += n, an -= n;
      xp = rp;
    }
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] + rp[0..an-1], bn <= TILE_LIMBS. */
static void
addmul_long (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t block[2 * TILE_LIMBS], upper[TILE_LIMBS];
  mp_srcptr xp = NULL;
  while (an > 0)
    {
      mp_size_t n = block_size (an);
      mul_block (block, ap, n, bp, bn, xp, rp);
      memcpy (rp, block, n * sizeof (mp_limb_t));
      memcpy (upper, block + n, bn * sizeof (mp_limb_t));
      rp += n, ap += n, an -= n;
      xp = upper;
    }
  memcpy (rp, upper, bn * sizeof (mp_limb_t));
}

void
comba_mul_ifma (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  if (bn < COMBA_IFMA_MIN)
    comba_mul_basecase_adx (rp, ap, an, bp, bn);
  else if (an <= TILE_LIMBS)
    tiles[VECTORS (an)][VECTORS (bn)] (rp, ap, an, bp, bn, NULL, NULL);
  else
    {
      mp_size_t n = block_size (bn);
      mul_long (rp, ap, an, bp, n);
      while (bp += n, rp += n, bn -= n, bn > 0)
        {
          n = block_size (bn);
          addmul_long (rp, ap, an, bp, n);
        }
    }
}
