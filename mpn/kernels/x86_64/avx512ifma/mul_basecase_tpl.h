/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication with AVX-512 IFMA.  Up to 29 x 29 limbs by windows
   (kernels/x86_64/avx512ifma/mul_windows.h): one function for every fourth number of digits of a
   and of b, and for each n one for n limbs by a few less.  Up to 71 x 71 limbs, and for some
   smaller shapes, by tiles (kernels/x86_64/avx512ifma/mul_tile.h): one function for each number of
   vectors, the large ones in kernels/x86_64/avx512ifma/mul_tiles.c.  Longer operands are cut into blocks, and the product of a block adds the limbs that its
   neighbours left in the result.

   The including file defines

     MUL_WINDOWS_TABLE    the name of the table of windows
     MUL_NEAR_TABLE       the name of the table of functions for nearly equal sizes
     MUL_N(n)             the name of a function for n x n limbs by one small tile
     CHAINS_OF(s, t)      the chains of a small tile: enough to keep the multipliers busy, as far
                          as registers allow
     PAIR_PERMUTATIONS    see kernels/x86_64/avx512ifma/radix52.h

   It gets these functions, and mul_vectors for its basecase. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/mul_windows.h"
#include "kernels/x86_64/avx512ifma/mul_tile.h"
#include <string.h>

/* (DIGITS (n) + 3) / 4, digits of n limbs in fours.  The most limbs for windows. */
#define FOURS(n) ((4 * (unsigned) (n) + 12) / 13)
enum { WINDOWS_LIMBS = LIMBS (4 * COMBA_IFMA_FOURS) };

/* There are no windows for fewer limbs of b. */
enum { VECTORS_BN_MIN = 4 };

/* Digits of a and of b.  The functions return the top limb. */
#define WINDOW_SIZES(X)                                                                 \
  X (12, 12)                                                                            \
  X (16, 8) X (16, 12) X (16, 16)                                                       \
  X (20, 8) X (20, 12) X (20, 16) X (20, 20)                                            \
  X (24, 8) X (24, 12) X (24, 16) X (24, 20) X (24, 24)                                 \
  X (28, 8) X (28, 12) X (28, 16) X (28, 20) X (28, 24) X (28, 28)                      \
  X (32, 8) X (32, 12) X (32, 16)                                                       \
  X (36, 8) X (36, 12) X (36, 16) X (36, 20) X (36, 24) X (36, 28) X (36, 32)           \
  X (36, 36)

#define DEFINE(da, db)                                                                  \
  static mp_limb_t                                                                      \
  mul_windows_##da##_##db (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,         \
                           mp_size_t bn)                                                \
  {                                                                                     \
    struct result r = window_product (rp, ap, an, bp, bn, da, db, 4,                    \
                                      LIMBS (da - 4) + 1, LIMBS (db - 4) + 1);          \
    return top_limb (&r);                                                               \
  }
WINDOW_SIZES (DEFINE)
#undef DEFINE

/* X (n, least): n limbs by LEAST to n - 1 limbs, in straight code for n x (n-1).  Faster where
   the digits are far from the next multiple of four. */
#define NEAR_SIZES(X)                                                                   \
  X (10, 9) X (11, 9) X (12, 8) X (13, 10) X (14, 11) X (15, 14) X (17, 14) X (18, 17)  \
  X (19, 17) X (20, 17) X (21, 20) X (22, 20) X (23, 20) X (24, 20) X (25, 22)          \
  X (26, 22) X (27, 23) X (28, 27) X (29, 27) X (30, 28)

#define DEFINE(n, from)                                                                 \
  static mp_limb_t                                                                      \
  mul_near_##n (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)      \
  {                                                                                     \
    _Static_assert (VECTORS (from) == VECTORS (n - 1), "load_digits asks for it");      \
    (void) an;                                                                          \
    struct result r = window_product (rp, ap, n, bp, bn, DIGITS (n), DIGITS (n - 1), 1, \
                                      n, from);                                         \
    return top_limb (&r);                                                               \
  }
NEAR_SIZES (DEFINE)
#undef DEFINE

const struct comba_mul_near MUL_NEAR_TABLE[COMBA_IFMA_NEAR_MAX + 1] = {
#define ROW(n, from) [n] = { mul_near_##n, n - from },
  NEAR_SIZES (ROW)
#undef ROW
};

/* The most limbs in MUL_TILE vectors. */
enum { TILE_LIMBS = MUL_TILE * VECTOR_BYTES / 8 };

/* Four vectors of a are faster as a tile where all of them are full and b has more than two;
   five vectors are more digits than windows take. */
#define SHAPES(X)                                                                      \
  X (4, 3) X (4, 4)                                                                    \
  X (5, 1) X (5, 2) X (5, 3) X (5, 4) X (5, 5)                                         \
  X (6, 1) X (6, 2) X (6, 3) X (6, 4) X (6, 5) X (6, 6)                                \
  X (7, 1) X (7, 2) X (8, 1) X (8, 2) X (9, 1) X (9, 2) X (10, 1) X (10, 2)            \
  X (11, 1) X (11, 2)

#define DEFINE(s, t)                                                                    \
  static mp_limb_t                                                                      \
  mul_##s##_##t (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,     \
                 mp_srcptr xp, mp_srcptr yp)                                            \
  {                                                                                     \
    return mul_limbs (rp, ap, an, bp, bn, xp, yp, s, t, CHAINS_OF (s, t));              \
  }
SHAPES (DEFINE)
#undef DEFINE

static mul_tile_fn *const tiles[MUL_TILE + 1][MUL_TILE + 1] = {
#define ROW(s, t) [s][t] = mul_##s##_##t,
  SHAPES (ROW)
#undef ROW
#define ROW(s, t) [s][t] = comba_mul_tile_##s##_##t##_ifma,
  MUL_LARGE_TILES (ROW)
#undef ROW
};

/* A product by one tile; returns the top limb. */
static mp_limb_t
mul_tile_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return tiles[VECTORS (an)][VECTORS (bn)] (rp, ap, an, bp, bn, NULL, NULL);
}

comba_mul_windows_fn *const MUL_WINDOWS_TABLE[COMBA_IFMA_FOURS + 1][COMBA_IFMA_FOURS + 1] = {
#define ROW(da, db) [da / 4][db / 4] = mul_windows_##da##_##db,
  WINDOW_SIZES (ROW)
#undef ROW
  [32 / 4][20 / 4] = mul_tile_limbs, [32 / 4][24 / 4] = mul_tile_limbs,
  [32 / 4][28 / 4] = mul_tile_limbs, [32 / 4][32 / 4] = mul_tile_limbs,
};

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] + xp[0..bn-1] + yp[0..an-1], for an and bn in any
   order, VECTORS_BN_MIN to TILE_LIMBS, the larger one above WINDOWS_LIMBS. */
static inline void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_srcptr xp, mp_srcptr yp)
{
  if (an >= bn)
    tiles[VECTORS (an)][VECTORS (bn)] (rp, ap, an, bp, bn, xp, yp);
  else
    tiles[VECTORS (bn)][VECTORS (an)] (rp, bp, bn, ap, an, yp, xp);
}

/* The size of the next block when n limbs remain: blocks are nearly equal, and at least
   TILE_LIMBS / 2 if there are two or more. */
static inline mp_size_t
block_size (mp_size_t n)
{
  mp_size_t blocks = (n + TILE_LIMBS - 1) / TILE_LIMBS;
  return (n + blocks - 1) / blocks;
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], bn <= TILE_LIMBS.  Each block of a adds the upper
   limbs of the product before, in place. */
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

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], all of a by one block of b after the other;
   returns the top limb. */
static mp_limb_t __attribute__ ((noinline))
mul_blocks (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const mp_srcptr top = rp + an + bn - 1;
  mp_size_t n = block_size (bn);
  mul_long (rp, ap, an, bp, n);
  while (bp += n, rp += n, bn -= n, bn > 0)
    {
      n = block_size (bn);
      addmul_long (rp, ap, an, bp, n);
    }
  return *top;
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; returns the top limb.
   an >= bn >= VECTORS_BN_MIN, an >= 10: with bn <= 6 there are no windows for shorter a. */
static ALWAYS_INLINE mp_limb_t
mul_vectors (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an <= COMBA_IFMA_NEAR_MAX && an > bn && an - bn <= MUL_NEAR_TABLE[an].less)
    return MUL_NEAR_TABLE[an].mul (rp, ap, an, bp, bn);
  if (an <= WINDOWS_LIMBS)
    return MUL_WINDOWS_TABLE[FOURS (an)][FOURS (bn)] (rp, ap, an, bp, bn);
  if (an <= TILE_LIMBS)
    return mul_tile_limbs (rp, ap, an, bp, bn);
  return mul_blocks (rp, ap, an, bp, bn);
}

/* Products of n x n limbs. */
#define DEFINE(n)                                                               \
  mp_limb_t                                                                     \
  MUL_N (n) (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)               \
  {                                                                             \
    (void) an;                                                                  \
    return tiles[VECTORS (n)][VECTORS (n)] (rp, ap, n, bp, n, NULL, NULL);      \
  }
COMBA_IFMA_MUL_N_SMALL_TILES (DEFINE)
#undef DEFINE
