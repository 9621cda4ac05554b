/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modified Comba on vectors of columns, for CPUs with eight vector registers.  The including file
   defines what a digit and a vector are:

     MUL_BASECASE, SQR_BASECASE the functions' names
     DIGITS (n)                 the digits of n limbs, each in a word of 64 bits
     LANES, vec                 words in a vector
     WIDTH                      vectors of columns that are summed at a time
     PARTS                      sums of a column: 1, of whole products, or 2, of low and high halves
     BLOCK                      the most limbs for which a column's sums fit, BLOCK_MIN or more
     load, store                unaligned
     set1, add, and
     multiply_add (s, x, y)     s[0..PARTS-1] += x y
     spread (p)                 p[0], 0, p[1], 0, ...
     digits_of (d, p, n)        the digits of p[0..n-1], padded with zeros to a whole vector;
                                n >= BLOCK_MIN
     limbs_of (rp, n, c, high)  rp[0..n-1] = the columns c[0..], and, with two parts, high[0..],
                                each one column up; there are whole pairs of vectors of them

   From digit i of b, columns k to k + LANES - 1 receive b_i times the digits k - i, ... of a: an
   unaligned load of a, between zeros, instead of any move of lanes.  So WIDTH vectors of columns
   stay in registers, and each step takes one digit of b and WIDTH loads of a.

   The contracts of MUL_BASECASE and SQR_BASECASE are those of comba_mul_basecase_fn and
   comba_sqr_basecase_fn (dispatch/config.h). */

#include <string.h>
#include "kernels/portable/portable.h"

enum
{
  STRIDE = WIDTH * LANES,       /* columns at a time */
  DIGITS_MAX = (DIGITS (BLOCK) + LANES - 1) / LANES * LANES,
  COLUMNS_MAX = 2 * DIGITS_MAX,
};

/* The digits of a number, between zeros. */
struct number
{
  mp_size_t n;                  /* digits */
  uint64_t *d;
  _Alignas (64) uint64_t room[STRIDE + DIGITS_MAX + STRIDE + LANES];
};

typedef uint64_t columns[PARTS][COLUMNS_MAX];

static ALWAYS_INLINE void
set_number (struct number *x, mp_srcptr p, mp_size_t n)
{
  const vec zero = set1 (0);
  x->n = DIGITS (n);
  x->d = x->room + STRIDE;
  digits_of (x->d, p, n);
  uint64_t *end = x->d + (x->n + LANES - 1) / LANES * LANES;
  UNROLL for (int w = 0; w < WIDTH; w++)
    {
      store (x->room + w * LANES, zero);
      store (end + w * LANES, zero);
    }
}

static ALWAYS_INLINE void
add_row (vec (*sum)[PARTS], const uint64_t *a, uint64_t digit, int width)
{
  vec y = set1 (digit);
  UNROLL for (int w = 0; w < width; w++)
    multiply_add (sum[w], load (a + w * LANES), y);
}

/* The columns from K on; WIDTH is a constant. */
static ALWAYS_INLINE void
mul_stride (columns c, const struct number *a, const struct number *b, mp_size_t k, int width)
{
  vec sum[WIDTH][PARTS];
  UNROLL for (int w = 0; w < width; w++)
    UNROLL for (int h = 0; h < PARTS; h++)
      sum[w][h] = set1 (0);

  mp_size_t i = k < a->n ? 0 : k - (a->n - 1);
  mp_size_t end = k + width * LANES < b->n ? k + width * LANES : b->n;
  for (; i < end; i++)
    add_row (sum, a->d + k - i, b->d[i], width);

  UNROLL for (int w = 0; w < width; w++)
    UNROLL for (int h = 0; h < PARTS; h++)
      store (c[h] + k + w * LANES, sum[w][h]);
}

/* The lanes that are above the first one that is at a distance. */
static const uint64_t above[2 * STRIDE] = { [STRIDE + 1 ... 2 * STRIDE - 1] = ~(uint64_t) 0 };

/* The same for a square: the products a_i a_j with i < j, doubled, and then the squares of
   digits. */
static ALWAYS_INLINE void
sqr_stride (columns c, const struct number *a, mp_size_t k, int width)
{
  vec sum[WIDTH][PARTS];
  UNROLL for (int w = 0; w < width; w++)
    UNROLL for (int h = 0; h < PARTS; h++)
      sum[w][h] = set1 (0);

  mp_size_t i = k < a->n ? 0 : k - (a->n - 1);
  mp_size_t end = k / 2 + width * LANES / 2 < a->n ? k / 2 + width * LANES / 2 : a->n;
  for (; i < k / 2; i++)
    add_row (sum, a->d + k - i, a->d[i], width);
  for (; i < end; i++)
    {
      vec y = set1 (a->d[i]);
      const uint64_t *mask = above + STRIDE + k - 2 * i;
      UNROLL for (int w = 0; w < width; w++)
        multiply_add (sum[w], and (load (a->d + k - i + w * LANES), load (mask + w * LANES)), y);
    }

  UNROLL for (int w = 0; w < width; w++)
    {
      vec x = spread (a->d + k / 2 + w * LANES / 2);
      UNROLL for (int h = 0; h < PARTS; h++)
        sum[w][h] = add (sum[w][h], sum[w][h]);
      multiply_add (sum[w], x, x);
      UNROLL for (int h = 0; h < PARTS; h++)
        store (c[h] + k + w * LANES, sum[w][h]);
    }
}

/* All columns, up to a whole pair of vectors: DO (k, width) for WIDTH vectors at a time, then
   for the remaining ones. */
#define STRIDES(columns, DO)                                    \
  do                                                            \
    {                                                           \
      mp_size_t vectors = ((columns) + 2 * LANES - 1) / (2 * LANES) * 2, k = 0; \
      for (; vectors >= WIDTH; vectors -= WIDTH, k += STRIDE)   \
        DO (k, WIDTH);                                          \
      switch (vectors)                                          \
        {                                                       \
        case 1: DO (k, 1); break;                               \
        case 2: DO (k, WIDTH < 2 ? WIDTH : 2); break;           \
        case 3: DO (k, WIDTH < 3 ? WIDTH : 3); break;           \
        case 4: DO (k, WIDTH < 4 ? WIDTH : 4); break;           \
        case 5: DO (k, WIDTH < 5 ? WIDTH : 5); break;           \
        }                                                       \
    }                                                           \
  while (0)

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], for BLOCK_MIN <= an, bn <= BLOCK in any order. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct number a, b;
  columns c;
  set_number (&a, ap, an);
  set_number (&b, bp, bn);
#define DO(k, width) mul_stride (c, &a, &b, k, width)
  STRIDES (a.n + b.n, DO);
#undef DO
  limbs_of (rp, an + bn, c[0], c[PARTS - 1]);
}

static void
sqr_block (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct number a;
  columns c;
  set_number (&a, ap, n);
#define DO(k, width) sqr_stride (c, &a, k, width)
  STRIDES (2 * a.n, DO);
#undef DO
  limbs_of (rp, 2 * n, c[0], c[PARTS - 1]);
}

/* rp[0..n-1] += ap[0..an-1], an <= n; the sum fits.  Time depends on an and n alone. */
static void
add_to (mp_ptr rp, mp_size_t n, mp_srcptr ap, mp_size_t an)
{
  mp_limb_t carry = comba_add_n (rp, rp, ap, an);
  for (mp_size_t i = an; i < n; i++)
    {
      rp[i] += carry;
      carry = rp[i] < carry;
    }
}

/* The size of the next block when n limbs remain: blocks are nearly equal. */
static inline mp_size_t
block_size (mp_size_t n)
{
  mp_size_t blocks = (n + BLOCK - 1) / BLOCK;
  return (n + blocks - 1) / blocks;
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], plus rp[0..an-1] if MORE; bn <= BLOCK. */
static void
mul_row (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, int more)
{
  mp_limb_t block[2 * BLOCK], upper[BLOCK];
  memset (upper, 0, sizeof upper);
  while (an > 0)
    {
      mp_size_t n = block_size (an);
      mul_block (block, ap, n, bp, bn);
      add_to (block, n + bn, upper, bn);
      if (more)
        add_to (block, n + bn, rp, n);
      memcpy (rp, block, n * sizeof (mp_limb_t));
      memcpy (upper, block + n, bn * sizeof (mp_limb_t));
      rp += n, ap += n, an -= n;
    }
  memcpy (rp, upper, bn * sizeof (mp_limb_t));
}

void
MUL_BASECASE (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  if (bn < BLOCK_MIN)
    comba_mul_comba (rp, ap, an, bp, bn);
  else if (an <= BLOCK)
    mul_block (rp, ap, an, bp, bn);
  else
    for (int more = 0; bn > 0; more = 1)
      {
        mp_size_t n = block_size (bn);
        mul_row (rp, ap, an, bp, n, more);
        bp += n, rp += n, bn -= n;
      }
}

void
SQR_BASECASE (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n < BLOCK_MIN)
    comba_sqr_comba (rp, ap, n);
  else if (n <= BLOCK)
    sqr_block (rp, ap, n);
  else
    MUL_BASECASE (rp, ap, n, ap, n);
}
