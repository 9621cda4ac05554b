/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Short products on radix-2^52 digits: the lower or the upper s of the 2s vectors of columns of a
   product, in strips of W vectors in registers.

   Digit x_i, broadcast, meets digits 8k-i..8k-i+7 of y; lane l of the products belongs to column
   8k+l, which is lane l of column vector k.  So does the high half of those with digit x_(i-1).  So
   one load of y, from an address that moves down as i goes up, serves two multiplications, and no
   lane moves.  Loads that cross a cache line take twice as long, so in most of a strip they serve
   four: digits x_i and x_(i+8) meet the same vectors, one column vector apart.

   Digits are in memory with eight zeros below and eight above them (a frame).

   A strip has two parts.  In the rectangle every digit of x meets all columns of the strip.  In the
   triangle digit 8a+r, counted from where it begins, meets a range of column vectors:

        LOWER       8W digits, 0 <= r < 8,  from a to the end
        UPPER       8W digits, 0 < r <= 8,  from the beginning to a
        LOWER_SQR   4W digits, 0 <= r < 8,  from 2a (2a+1 if r >= 4) to the end, i < j
        UPPER_SQR   4W digits, 0 < r <= 8,  from the beginning to 2a (2a+1 if r > 4), i > j

   In squares the vector at which the range begins or ends has lanes with i < j, or i > j, and
   others.

   Bound: a column of m products of digits below 2^52 is below 2m 2^52; callers assert that this
   fits. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_HALF_PRODUCTS_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_HALF_PRODUCTS_H

#include "kernels/x86_64/avx512ifma/radix52.h"

enum shape { LOWER, UPPER, LOWER_SQR, UPPER_SQR, MIDDLE, SHAPES };
enum { STRIP_MAX = 10, FRAME = 8 };

#define IS_UPPER(shape) ((shape) == UPPER || (shape) == UPPER_SQR)
#define IS_SQR(shape) ((shape) == LOWER_SQR || (shape) == UPPER_SQR)

/* A column is the sum of 1, 2 or 4 chains of additions, enough that the longest chain takes no
   longer than all multiplications.  Short strips have two for each block of the triangle, or
   four where the multiplications of a step take no longer than an addition. */
enum { CHAINS = 8 };
typedef __m512i strip_columns[CHAINS][STRIP_MAX];

/* The parameters of a strip, all compile-time constants. */
struct strip
{
  enum shape shape;
  int W;
  int digit_bits;               /* 52; or 51, where high halves count twice */
  int whole;                    /* the strip is the whole product: W = s = t */
  int begin, end, y_end;        /* if whole: the range of nonzero digits of x and of y */
};

/* Whether there are registers for the digits of this step and of the next. */
static ALWAYS_INLINE int
is_short (struct strip p)
{
  return p.whole && p.W <= 4;
}

/* The number of chains.  Two steps contain 2 W (W+1) products, 4 to a column for each block of
   the triangle that it meets, and an addition takes as long as 8 multiplications. */
static ALWAYS_INLINE int
chains (struct strip p, int w)
{
  const int blocks = p.shape == MIDDLE ? 1 : IS_UPPER (p.shape) ? p.W - w : w + 1;
  const int least = 16 * blocks > 2 * p.W * (p.W + 1) ? 4 : 16 * blocks > p.W * (p.W + 1) ? 2 : 1;
  return least == 1 && p.W < 8 ? 2 : least;
}

/* The same for one block of a short strip. */
static ALWAYS_INLINE int
short_chains (struct strip p)
{
  return p.W <= 2 ? 4 : 2;
}

/* The chain for low (0) or high (1) halves of even (0) or odd (1) steps in block b. */
static ALWAYS_INLINE __m512i *
chain_of (struct strip p, strip_columns c, int w, int half, int step, int b)
{
  const int n = is_short (p) ? short_chains (p) : chains (p, w);
  const int h = n == 4 ? 2 * step + half : n == 2 ? half : 0;
  return &c[is_short (p) ? n * b + h : h][w];
}

static ALWAYS_INLINE __m512i
digit_at (const uint64_t *x)
{
  return _mm512_set1_epi64 ((long long) *x);
}

/* Loads into a register: as a memory operand of two instructions it would be loaded twice. */
static ALWAYS_INLINE __m512i
load_once (const uint64_t *y)
{
  __m512i v = _mm512_loadu_si512 (y);
  __asm__ ("" : "+v" (v));
  return v;
}

/* Straight code has thousands of constant conditions.  clang takes more than a minute if each is
   a branch, and drops a multiplication with no lanes by itself; gcc does not. */
#ifdef __clang__
#define LEFT_OUT(lanes) 0
#define BOTH(a, b) ((a) & (b))
#define EITHER(a, b) ((a) | (b))
#else
#define LEFT_OUT(lanes) (__builtin_constant_p (lanes) && (lanes) == 0)
#define BOTH(a, b) ((a) && (b))
#define EITHER(a, b) ((a) || (b))
#endif

/* Adds the low half of NOW times v and the high half of BEFORE times v, in the given lanes. */
static ALWAYS_INLINE void
add_products (struct strip p, strip_columns c, int w, int step, int b, __m512i v, __m512i now,
              __m512i before, __mmask8 lo, __mmask8 hi)
{
  __m512i *x = chain_of (p, c, w, 0, step, b);
  if (!LEFT_OUT (lo))
    *x = _mm512_mask_madd52lo_epu64 (*x, lo, now, v);
  x = chain_of (p, c, w, 1, step, b);
  if (!LEFT_OUT (hi))
    *x = _mm512_mask_madd52hi_epu64 (*x, hi, before, v);
}

/* Digit *x, and the high halves of the digit below it, times the vectors from y on. */
static ALWAYS_INLINE void
single_step (struct strip p, strip_columns c, int step, const uint64_t *x, const uint64_t *y)
{
  __m512i now = digit_at (x), before = digit_at (x - 1);
  UNROLL for (int w = 0; w < p.W; w++)
    add_products (p, c, w, step, 0, load_once (y + 8 * w), now, before, 0xff, 0xff);
}

/* The same for digits *x and x[8] at once. */
static ALWAYS_INLINE void
double_step (struct strip p, strip_columns c, int step, const uint64_t *x, const uint64_t *y)
{
  __m512i now = digit_at (x), before = digit_at (x - 1);
  __m512i now8 = digit_at (x + 8), before8 = digit_at (x + 7);
  UNROLL for (int w = 0; w <= p.W; w++)
    {
      __m512i v = load_once (y + 8 * (w - 1));
      if (w < p.W)
        add_products (p, c, w, step, 0, v, now8, before8, 0xff, 0xff);
      if (w > 0)
        add_products (p, c, w - 1, step, 0, v, now, before, 0xff, 0xff);
    }
}

/* The rectangle: digits x[0..count-1], where x[0] meets the vectors at y; COUNT is even. */
static ALWAYS_INLINE void
rectangle (struct strip p, strip_columns c, const uint64_t *x, const uint64_t *y, mp_size_t count)
{
  for (; count >= 16; count -= 16, x += 16, y -= 16)
    NO_UNROLL for (int r = 0; r < 8; r += 2)
      {
        double_step (p, c, 0, x + r, y - r);
        double_step (p, c, 1, x + r + 1, y - r - 1);
      }
  NO_UNROLL for (; count > 0; count -= 2, x += 2, y -= 2)
    {
      single_step (p, c, 0, x, y);
      single_step (p, c, 1, x + 1, y - 1);
    }
}

/* Digit i of x, and the high half of the one below it, times vector v of y, which they meet in
   column vector w, in block b. */
static ALWAYS_INLINE void
column_step (struct strip p, strip_columns c, int w, int step, int b, const uint64_t *x, int i,
             __m512i v)
{
  const int has_y = !is_short (p) || !IS_UPPER (p.shape) || 8 * (p.W + w) - i < p.y_end;
  const int has_lo = EITHER (!is_short (p), BOTH (p.begin <= i, i < p.end));
  const int has_hi = EITHER (!is_short (p), BOTH (p.begin < i, i <= p.end));
  /* There may be no memory at digits that are omitted. */
  __m512i now = digit_at (x + (has_lo ? i : p.begin));
  __m512i before = digit_at (x + (has_hi ? i - 1 : p.begin));
  add_products (p, c, w, step, b, v, now, before, has_lo && has_y ? 0xff : 0,
                has_hi && has_y ? 0xff : 0);
}

/* One r of the triangle, blocks FROM to TO - 1; block b and vector v of y meet in column vector
   b+v.  HALF: r is in the upper half of its range.  LO and HI: the lanes to add where a range of
   a square begins or ends. */
static ALWAYS_INLINE void
triangle_step (struct strip p, strip_columns c, int step, int r, const uint64_t *x,
               const uint64_t *y, int from, int to, int half, __mmask8 lo, __mmask8 hi)
{
  const int lowest = IS_UPPER (p.shape) ? 1 - to : 0;
  const int highest = p.shape == UPPER ? 0 : p.shape == UPPER_SQR ? p.W - to : p.W - 1 - from;
  __m512i v[2 * STRIP_MAX];
  UNROLL for (int i = 0; i <= highest - lowest; i++)
    v[i] = load_once (y - r + 8 * (i + lowest));
  UNROLL for (int b = from; b < to; b++)
    {
      const int edge = IS_SQR (p.shape) ? 2 * b + half : b;
      const int i = 8 * b + r;
      UNROLL for (int w = 0; w < p.W; w++)
        if (IS_SQR (p.shape) && w == edge)      /* digits are omitted nowhere else in squares */
          add_products (p, c, w, step, b, v[w - b - lowest], digit_at (x + i),
                        digit_at (x + i - 1), lo, hi);
        else if (IS_UPPER (p.shape) ? w <= edge : w >= edge)
          column_step (p, c, w, step, b, x, i, v[w - b - lowest]);
    }
  /* Digits are reloaded in the next step where there are no registers for them. */
  if (!is_short (p))
    __asm__ ("" ::: "memory");
}

/* The triangle of a short strip, blocks FROM to TO - 1 alone. */
static ALWAYS_INLINE void
short_triangle (struct strip p, strip_columns c, const uint64_t *x, const uint64_t *y, int from,
                int to)
{
  const int first = IS_UPPER (p.shape) ? 1 : 0;
  UNROLL for (int r = first; r < first + 8; r++)
    triangle_step (p, c, r % 2, r, x, y, from, to, 0, 0xff, 0xff);
}

/* The triangle; x and y are those for r = 0. */
static ALWAYS_INLINE void
triangle (struct strip p, strip_columns c, const uint64_t *x, const uint64_t *y)
{
  const int first = IS_UPPER (p.shape) ? 1 : 0;
  if (!IS_SQR (p.shape) && is_short (p))
    short_triangle (p, c, x, y, 0, p.W);
  else if (!IS_SQR (p.shape))
    NO_UNROLL for (int r = first; r < first + 8; r += 2)
      {
        triangle_step (p, c, 0, r, x, y, 0, p.W, 0, 0xff, 0xff);
        triangle_step (p, c, 1, r + 1, x, y, 0, p.W, 0, 0xff, 0xff);
      }
  else
    UNROLL for (int r = 0; r < 8; r++)
      {
        const int q = r % 4;
        /* In upper shapes r counts from one. */
        const __mmask8 lo = p.shape == LOWER_SQR ? 0xfe << 2 * q : 0xff >> (6 - 2 * q);
        const __mmask8 hi = p.shape == LOWER_SQR ? 0xff << 2 * q : 0xff >> (7 - 2 * q);
        triangle_step (p, c, r % 2, first + r, x, y, 0, (p.W - r / 4 + 1) / 2, r / 4, lo, hi);
      }
}

/* c[0][w] = the sum of all chains of column vector w. */
static ALWAYS_INLINE void
add_chains (struct strip p, strip_columns c, int w)
{
  const int n = is_short (p) ? CHAINS : chains (p, w);
  UNROLL for (int h = 2; h < n; h++)
    c[h % 2][w] = _mm512_add_epi64 (c[h % 2][w], c[h][w]);
  if (n > 1)
    {
      if (p.digit_bits == 51)
        c[1][w] = _mm512_add_epi64 (c[1][w], c[1][w]);
      c[0][w] = _mm512_add_epi64 (c[0][w], c[1][w]);
    }
}

/* Doubles the products of different digits and adds the squares of four digits: two halves each,
   which do not wait for the products. */
static ALWAYS_INLINE __m512i
with_squares (__m512i column, const uint64_t *x)
{
  const __m512i twice = _mm512_set_epi64 (3, 3, 2, 2, 1, 1, 0, 0);
  __m256i four = _mm256_loadu_si256 ((const __m256i *) x);
  __m512i d = _mm512_permutexvar_epi64 (twice, _mm512_castsi256_si512 (four));
  __m512i squares = _mm512_mask_madd52hi_epu64 (_mm512_setzero_si512 (), 0xaa, d, d);
  squares = _mm512_mask_madd52lo_epu64 (squares, 0x55, d, d);
  return _mm512_add_epi64 (_mm512_add_epi64 (column, column), squares);
}

/* columns[0..W-1] = vectors k..k+W-1 of the columns of x y, or of x^2 (y = x).  UPPER and MIDDLE
   are added to columns if ADD is 0xff, and overwrite them if it is 0. x and y have 8s and 8t framed
   digits.
   LOWER: k+W <= s, t; MIDDLE: s <= k, k+W <= t; UPPER: t <= k, k+W <= s+t; LOWER_SQR and UPPER_SQR:
   the same with s = t.
   Time depends on the sizes alone. */
static ALWAYS_INLINE void
strip (struct strip p, __m512i *columns, const uint64_t *x, int s, const uint64_t *y, int t, int k,
       __mmask8 add)
{
  const enum shape shape = p.shape;
  const int W = p.W;
  strip_columns c;
  UNROLL for (int h = 0; h < CHAINS; h++)
    UNROLL for (int w = 0; w < W; w++)
      c[h][w] = h == 0 && (shape == UPPER || shape == MIDDLE)
                && !(__builtin_constant_p (add) && add == 0)
                ? _mm512_maskz_load_epi64 (add, columns + w) : _mm512_setzero_si512 ();

  const uint64_t *y0 = y + 8 * k;       /* the digits that x[0] meets */
  if (shape == MIDDLE)
    rectangle (p, c, x, y0, 8 * s + 2); /* beyond 8s: zeros, except one high half */
  else
    {
      mp_size_t first = shape == LOWER ? 8 * k : shape == UPPER ? 8 * (k - t) : 4 * k;
      if (!IS_UPPER (shape))
        rectangle (p, c, x, y0, first);
      triangle (p, c, x + first, y0 - first);
      if (IS_UPPER (shape))
        {
          mp_size_t i = first + (shape == UPPER ? 8 : 4) * W + 1;
          rectangle (p, c, x + i, y0 - i, 8 * s - i + 1);
        }
    }

  UNROLL for (int w = 0; w < W; w++)
    {
      add_chains (p, c, w);
      if (IS_SQR (shape))
        c[0][w] = with_squares (c[0][w], x + 4 * (k + w));
      _mm512_store_si512 (columns + w, c[0][w]);
    }
}

/* The functions of kernels/x86_64/avx512ifma/half_products.c, one for each shape and width. */
typedef void strip_fn (__m512i *columns, const uint64_t *x, int s, const uint64_t *y, int t, int k,
                       __mmask8 add);

extern strip_fn *const comba_strips_ifma[SHAPES][STRIP_MAX + 1];

/* The width of the first strip of VECTORS > 0 column vectors. */
static inline int
first_strip (int vectors)
{
  const int strips = (vectors + STRIP_MAX - 1) / STRIP_MAX;
  return (vectors + strips - 1) / strips;
}

/* Vectors k..end-1 of columns, in nearly equal strips. */
static inline void
strips (enum shape shape, __m512i *columns, const uint64_t *x, int s, const uint64_t *y, int t,
        int k, int end, __mmask8 add)
{
  while (k < end)
    {
      const int W = first_strip (end - k);
      comba_strips_ifma[shape][W] (columns, x, s, y, t, k, add);
      columns += W, k += W;
    }
}

/* All s vectors of columns of a shape, s = t, with 52-bit digits.  A constant s is inlined. */
static ALWAYS_INLINE void
half_product (enum shape shape, __m512i *columns, const uint64_t *x, const uint64_t *y, int s,
              __mmask8 add)
{
  int k = IS_UPPER (shape) ? s : 0;
  const struct strip whole = { .shape = shape, .W = s, .digit_bits = 52, .whole = 1,
                               .end = 8 * s, .y_end = 8 * s };
  if (__builtin_constant_p (s))
    strip (whole, columns, x, s, y, s, k, add);
  else
    strips (shape, columns, x, s, y, s, k, k + s, add);
}

#endif
