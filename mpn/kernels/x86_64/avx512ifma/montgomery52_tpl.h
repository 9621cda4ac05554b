/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues modulo odd P on digits, with AVX-512 IFMA (doc/algorithms/residues.md).  In
   this file beta is 2^52, or 2^51 up to SHORT_LIMBS limbs.

   N = 8s digits hold 2^32 P; with beta = 2^51 N digits, as many as needed, hold 2^8 P.  An element
   for x is any number below 4P congruent to x beta^N mod P.  A product is three short ones
   (kernels/x86_64/avx512ifma/half_products.h),

     C = a b, all columns;  q = C mu mod beta^N, mu = -1/P;  the upper columns of q P,

   and each is converted to digits once, not digit by digit: only three steps wait for the one
   before.

   Digits.  With beta = 2^52 digits are normal, because vpmadd52 reads no more bits; a carry may go
   through all of them.  Short numbers would wait for that longer than they multiply, so with beta =
   2^51 digits are redundant ("loose"): the upper bits of a column are added to the next digit, and
   no further.  Columns are sums of low halves and, since these count 2^52 = 2 beta, twice the high
   halves.  With redundant digits below 2^51 + 2^10 columns are below N (2^52 + 2 (2^50 + 2^11)) <
   12.1 s 2^52, and those of C + qP below 2^59.  A digit receives less than 2^8 from below; the
   lowest one, which receives the carries of the lower halves of C and C + qP, less than 2^10.

   Carry of the lower half.  C + qP is zero modulo beta^N whatever digits represent q; q is below
   beta^N (1 + 2^-43).  So the lower columns of qP matter only for their carry into column N.
   Column N-1 alone determines it.  With c digit N-1 of the lower half of C, or column N-1 with its
   carry in, and d column N-1 of qP,

     (C mod beta^N + qP's columns below N) / beta^(N-1) = c + d + e,   0 <= e < 2^12,

   since columns are below 2^63, or 2^59.  This is a multiple of beta, so it is floor ((c + d + 2^12
   - 1) / beta) beta.

   Where the last vector has a free lane, column N-1 is computed with the upper ones, in the lane
   below them: its bits above a digit move one lane up as any other's do.  Elements then have digit
   0 in lane 1, and zero in lane 0.

   Range.  The result (C + qP) / beta^N is below 16P^2 / beta^N + (1 + 2^-43) P < 3P.  It is below
   4P where one operand is any number of N digits and the other is below 3P, or below 2P (1 + 2^-8)
   with redundant digits, as results are then.  It is below beta^N, so nothing is lost above its
   digits.

   Except for init, instructions and addresses depend on n alone.  (init_sec avoids the quotients.)

   The including file defines MOD (function), the name of a function; MOD_REPRESENTATION (kind), the
   name of a representation; MOD_SUFFIX, the end of that name; and
     MOD_MAX            the most limbs of P, for which columns have room (asserted below)
     BY_BLOCKS          1: columns become digits as soon as all their products are added, so that
                        the next product need not wait
     KARATSUBA          1: products and squares take a Karatsuba step from as many vectors on as the
                        configuration says */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/residues52.h"
#include "kernels/x86_64/avx512ifma/sqr_windows.h"
#define SELECT_BYTES 64
#include "residue/select_tpl.h"
#include <string.h>

enum { MOD_MIN = 8, KARATSUBA_MIN = 10 };      /* each half has at least five vectors */

/* Column N-1 and those above it are sums of at most 32s halves of products, as unsigned numbers. */
_Static_assert (32 * MOD_VECTORS (MOD_MAX) < 1 << (COLUMN_BITS + 1 - 52), "columns must not overflow");
/* With a Karatsuba step the middle columns have twice as many and 2^62 more; negative ones are
   above -2^62. */
_Static_assert (!KARATSUBA
                || (48 * (MOD_VECTORS (MOD_MAX) + 1) + (1 << 10) < 1 << (COLUMN_BITS + 1 - 52)
                    && 8 * (MOD_VECTORS (MOD_MAX) + 1) < 1 << 10), "middle columns must not overflow");
_Static_assert (2 * 12 * SHORT_MAX + 1 < 1 << (59 - 52), "loose digits must be below 2^51 + 2^10");

static size_t
context_size (mp_size_t n)
{
  return CONTEXT_DIGITS + PARTS * framed_size (MOD_VECTORS (n));
}

static mp_size_t
whole_digits (mp_size_t n)
{
  return 8 * MOD_VECTORS (n);
}

static size_t
element_size (mp_size_t n)
{
  return framed_size (MOD_VECTORS (n));
}

/* Scratch of a Karatsuba step: half of each operand, and the columns of their product. */
static inline size_t
karatsuba_itch (int s)
{
  const int h = (s + 1) / 2;
  return !KARATSUBA || s < KARATSUBA_MIN ? 0 : 2 * framed_size (h) + 16 * (size_t) h;
}

/* Scratch: 2s vectors of columns, framed digits, those of a Karatsuba step; above them two more
   numbers of framed digits for init and encode. */
static inline size_t
product_itch (int s)
{
  return 16 * (size_t) s + framed_size (s) + karatsuba_itch (s);
}

static size_t
itch (mp_size_t n)
{
  int s = MOD_VECTORS (n);
  return product_itch (s) + 2 * framed_size (s);
}

/* The largest e. */
enum { SLACK = (1 << 12) - 1 };

/* Numbers of more than SHORT_MAX vectors.  Up to this many vectors, with columns in registers,
   there are functions for a constant s. */
enum { SMALL_MAX = 6 };

/* z = (x + beta^N (C + CARRY) + q P) / beta^N, where x is 8s framed digits and C the column
   vectors c[s..2s-1], or zero if ADD is zero.  Clobbers c and the framed digits in the scratch;
   x may be these. */
static ALWAYS_INLINE void
reduce (uint64_t *z, const uint64_t *x, uint64_t carry, __mmask8 add, mp_srcptr context, int s,
        __m512i *c, mp_ptr scratch)
{
  uint64_t *q = scratch + 16 * s + FRAME;
  uint64_t last = x[8 * s - 1];
  half_product (LOWER, c, x, part (context, s, PART_MU), s, 0);
  normalise (q, 52, c, s, 0);
  uint64_t below = last + column_below (q, part (context, s, PART_REVERSED), s, 52);
  half_product (UPPER, c + s, q, part (context, s, PART_P), s, add);
  normalise (z, 52, c + s, s, carry + ((below + SLACK) >> 52));
}

/* z = |x1 - x0|, framed, where x = x0 + x1 beta^(8h) is s = 2h or 2h - 1 vectors, framed;
   returns 1 if x1 < x0. */
static inline unsigned
difference_of_halves (uint64_t *z, const uint64_t *x, int h)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask (52));
  unsigned borrow = 0;
  clear_frame (z, h);
  for (int v = 0; v < h; v++)
    {
      __m512i x0 = _mm512_loadu_si512 (x + 8 * v), x1 = _mm512_loadu_si512 (x + 8 * (h + v));
      unsigned g = _mm512_cmplt_epu64_mask (x1, x0), p = _mm512_cmpeq_epu64_mask (x1, x0);
      unsigned c = borrow + p + 2 * g;
      borrow = c >> 8;
      __m512i r = _mm512_sub_epi64 (x1, x0);
      r = _mm512_mask_add_epi64 (r, (__mmask8) (c ^ p), r, _mm512_set1_epi64 (-1));
      vectors (z)[v] = _mm512_and_si512 (r, mask);
    }
  const __m512i complement = _mm512_and_si512 (_mm512_set1_epi64 (-(long long) borrow), mask);
  for (int v = 0; v < h; v++)
    vectors (z)[v] = _mm512_xor_si512 (vectors (z)[v], complement);
  normalise (z, 52, vectors (z), h, borrow);
  return borrow;
}

static inline void
copy_framed (uint64_t *z, const uint64_t *x, int s)
{
  clear_frame (z, s);
  for (int v = 0; v < s; v++)
    vectors (z)[v] = _mm512_loadu_si512 (x + 8 * v);
}

static inline void
whole_product (__m512i *c, const uint64_t *x, const uint64_t *y, int s, int is_sqr)
{
  half_product (is_sqr ? LOWER_SQR : LOWER, c, x, y, s, 0);
  half_product (is_sqr ? UPPER_SQR : UPPER, c + s, x, y, s, 0);
}

/* c[0..2s-1] = the columns of x y, or of x^2 if IS_SQR (y = x); framed.  By Karatsuba, with halves
   of h vectors,

     x0 y0 + (x0 y0 + x1 y1 - (x1 - x0) (y1 - y0)) beta^(8h) + x1 y1 beta^(16h),

   column by column.  The middle columns may be negative, above -2^62.  So columns from 8h on
   have 2^62 more, and those above 8h 2^10 less for the carry of the one below. */
static void
karatsuba (__m512i *c, const uint64_t *x, const uint64_t *y, int s, int is_sqr, mp_ptr scratch)
{
  const int h = (s + 1) / 2;
  uint64_t *a = scratch + FRAME, *b = is_sqr ? a : a + framed_size (h);
  __m512i *middle = columns_at (scratch + 2 * framed_size (h));

  for (int i = 0; i < 2; i++)
    {
      const int count = i == 0 ? h : s - h;
      copy_framed (a, x + 8 * h * i, count);
      if (!is_sqr)
        copy_framed (b, y + 8 * h * i, count);
      whole_product (c + 2 * h * i, a, b, count, is_sqr);
    }
  unsigned opposite = difference_of_halves (a, x, h);
  opposite ^= is_sqr ? opposite : difference_of_halves (b, y, h);
  whole_product (middle, a, b, h, is_sqr);

  const __m512i less = _mm512_set1_epi64 ((long long) opposite - 1);   /* all ones */
  const __m512i bias = _mm512_set1_epi64 ((1LL << 62) - (1 << 10));
  for (int v = 0; v < h; v++)
    {
      const int has_top = 3 * h + v < 2 * s;
      __m512i top = has_top ? c[3 * h + v] : _mm512_setzero_si512 ();
      __m512i between = _mm512_add_epi64 (_mm512_add_epi64 (c[h + v], c[2 * h + v]), bias);
      __m512i m0 = _mm512_sub_epi64 (_mm512_xor_si512 (middle[v], less), less);
      __m512i m1 = _mm512_sub_epi64 (_mm512_xor_si512 (middle[h + v], less), less);
      c[h + v] = _mm512_add_epi64 (_mm512_add_epi64 (between, c[v]), m0);
      c[2 * h + v] = _mm512_add_epi64 (_mm512_add_epi64 (between, top), m1);
      if (has_top)
        c[3 * h + v] = _mm512_add_epi64 (top, bias);
    }
  ((uint64_t *) c)[8 * h] += 1 << 10;
}

/* Whether to take a Karatsuba step. */
static ALWAYS_INLINE int
is_divided (mp_srcptr context, int digits, int square)
{
  return KARATSUBA && digits >= 8 * KARATSUBA_MIN && (mp_limb_t) digits >= 8 * context[CONTEXT_KARATSUBA + square];
}

static ALWAYS_INLINE mp_ptr
karatsuba_scratch (mp_ptr scratch, int s)
{
  return scratch + 16 * s + framed_size (s);
}

/* zp = x y / beta^N, an element; SQUARE, a constant: y = x; DIVIDED: with a Karatsuba step.  zp may
   equal xp or yp. */
static ALWAYS_INLINE void
product_of (int square, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int s, int divided, mp_ptr scratch)
{
  __m512i local[2 * SMALL_MAX];
  __m512i *c = __builtin_constant_p (s) ? local : columns_at (scratch);
  uint64_t *t = scratch + 16 * s + FRAME;
  const uint64_t *x = xp + FRAME, *y = yp + FRAME;

  clear_frame (t, s);
  if (divided)
    karatsuba (c, x, y, s, square, karatsuba_scratch (scratch, s));
  else
    half_product (square ? LOWER_SQR : LOWER, c, x, y, s, 0);
  uint64_t carry = normalise (t, 52, c, s, 0);
  if (!divided)
    half_product (square ? UPPER_SQR : UPPER, c + s, x, y, s, 0);
  reduce (zp + FRAME, t, carry, 0xff, context, s, c, scratch);
  clear_frame (zp + FRAME, s);
}

static ALWAYS_INLINE void
product (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int s, int divided, mp_ptr scratch)
{
  product_of (0, zp, xp, yp, context, s, divided, scratch);
}

static ALWAYS_INLINE void
square (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int s, int divided, mp_ptr scratch)
{
  product_of (1, zp, xp, xp, context, s, divided, scratch);
}

/* Short numbers, d = N digits, where d is constant.

   The products for C and q are unrolled and omit digits that are zero: those of x outside BEGIN
   to END - 1, those of y from Y_END on. */
static ALWAYS_INLINE void
short_half (enum shape shape, __m512i *c, const uint64_t *x, const uint64_t *y, int s, int begin,
            int end, int y_end)
{
  const struct strip p = { .shape = shape, .W = s, .digit_bits = SHORT_BITS, .whole = 1,
                           .begin = begin, .end = end, .y_end = y_end };
  strip (p, c, x, s, y, s, shape == UPPER ? s : 0, 0xff);
}

/* Redundant digits of the column vectors FROM to TO - 1.  R holds the carry from below.  DROP:
   lane 0 of the first one becomes zero.  Digits must be loaded from memory, not taken from
   lanes, which would occupy the multipliers. */
static ALWAYS_INLINE void
loosen (struct normal *r, uint64_t *digits, const __m512i *columns, int from, int to, int drop)
{
  const __m512i mask = _mm512_set1_epi64 ((long long) digit_mask (SHORT_BITS));
  const __m512i dropping = _mm512_maskz_set1_epi64 (0xfe, (long long) digit_mask (SHORT_BITS));
  UNROLL for (int v = from; v < to; v++)
    vectors (digits)[v] = loose_digits (r, columns[v], SHORT_BITS,
                                        drop && v == 0 ? dropping : mask);
  __asm__ ("" ::: "memory");
}

/* The products of column vector w in the last block, whose digits are completed last. */
static ALWAYS_INLINE void
last_block (struct strip p, strip_columns c, int w, const uint64_t *x, const uint64_t *y)
{
  const int b = p.W - 1, first = IS_UPPER (p.shape) ? 1 : 0;
  UNROLL for (int r = first; r < first + 8; r++)
    column_step (p, c, w, r % 2, b - r % 2, x, 8 * b + r, load_once (y - r + 8 * (w - b)));
}

/* Redundant digits of half a product, which is added to the columns c; otherwise as short_half
   and loosen. */
static ALWAYS_INLINE void
short_digits (struct normal *r, uint64_t *digits, enum shape shape, __m512i *c, const uint64_t *x,
              const uint64_t *y, int s, int begin, int end, int y_end, int drop)
{
  if (!BY_BLOCKS)
    {
      short_half (shape, c, x, y, s, begin, end, y_end);
      loosen (r, digits, c, 0, s, drop);
      return;
    }
  const struct strip p = { .shape = shape, .W = s, .digit_bits = SHORT_BITS, .whole = 1,
                           .begin = begin, .end = end, .y_end = y_end };
  strip_columns sums;
  UNROLL for (int h = 0; h < CHAINS; h++)
    UNROLL for (int w = 0; w < s; w++)
      sums[h][w] = _mm512_setzero_si512 ();
  if (shape == UPPER)
    y += 8 * s;
  short_triangle (p, sums, x, y, 0, s - 1);
  UNROLL for (int w = 0; w < s; w++)
    {
      if (shape == UPPER || w == s - 1)
        last_block (p, sums, w, x, y);
      add_chains (p, sums, w);
      c[w] = _mm512_add_epi64 (c[w], sums[0][w]);
      loosen (r, digits, c, w, w + 1, drop);
    }
}

/* Stores columns unchanged, except for the carries from below. */
static ALWAYS_INLINE void
store_upper (const struct normal *r, uint64_t *t, const __m512i *columns, int count)
{
  vectors (t)[0] = _mm512_add_epi64 (columns[0], lanes_from (r->above, _mm512_setzero_si512 (), 7));
  UNROLL for (int v = 1; v < count; v++)
    vectors (t)[v] = columns[v];
}

/* z = (t + q P) / beta^N, an element, where t is 2d digits with zeros above.  LOOSE: t has
   redundant digits. */
static ALWAYS_INLINE void
short_reduce (mp_ptr zp, const uint64_t *t, mp_srcptr context, int d, mp_ptr scratch, int loose)
{
  const int s = (d + 7) / 8, o = lead (d), free = 8 * s - d;
  uint64_t *q = scratch + 16 * s + FRAME, *z = zp + FRAME;
  struct normal below_q = { .carry = 0, .above = _mm512_setzero_si512 () };
  struct normal below_z = below_q;
  __m512i c[SHORT_MAX];

  /* Columns -FREE to d-1. */
  UNROLL for (int v = 0; v < s; v++)
    c[v] = _mm512_setzero_si512 ();
  if (loose)
    short_digits (&below_q, q, LOWER, c, t - free, part (context, s, PART_MU), s, free, 8 * s, 8 * s, 0);
  else
    {
      short_half (LOWER, c, t - free, part (context, s, PART_MU), s, free, 8 * s, 8 * s);
      normalise (q, SHORT_BITS, c, s, 0);
    }

  /* Columns d-o and above. */
  UNROLL for (int v = 0; v < s; v++)
    c[v] = _mm512_loadu_si512 (t + d - o + 8 * v);
  if (o > 0)
    c[0] = _mm512_add_epi64 (c[0], _mm512_maskz_set1_epi64 (1, SLACK));
  else
    {
      uint64_t below = t[d - 1] + column_below (q, part (context, s, PART_REVERSED), s, SHORT_BITS);
      below_z.above = _mm512_maskz_set1_epi64 (0x80, (long long) ((below + SLACK) >> SHORT_BITS));
    }
  const uint64_t *upper = q + free - o, *p = part (context, s, PART_P) - free;
  if (loose)
    short_digits (&below_z, z, UPPER, c, upper, p, s, o, d + o, 8 * s, o);
  else
    {
      short_half (UPPER, c, upper, p, s, o, d + o, 8 * s);
      normalise (z, SHORT_BITS, c, s, carry_out (&below_z));
      if (o > 0)
        z[0] = 0;
    }
  clear_frame (z, s);
}

static ALWAYS_INLINE void
short_product (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int d, mp_ptr scratch)
{
  const int s = (d + 7) / 8, o = lead (d);
  const uint64_t *x = xp + FRAME + o, *y = yp + FRAME + o;
  struct normal below = { .carry = 0, .above = _mm512_setzero_si512 () };
  __m512i c[2 * SHORT_MAX];

  UNROLL for (int v = 0; v < 2 * s; v++)
    c[v] = _mm512_setzero_si512 ();
  short_digits (&below, scratch, LOWER, c, x, y, s, 0, d, d, 0);
  short_half (UPPER, c + s, x, y, s, 0, d, d);
  store_upper (&below, scratch + 8 * s, c + s, s);
  short_reduce (zp, scratch, context, d, scratch, 1);
}

/* The columns of the square of the d digits a, in order, that windows FROM to TO - 1 produce,
   two vectors each; *below is the carry between calls.  With 51 bits all products except the low
   halves of squares count twice, or four times. */
static ALWAYS_INLINE void
square_columns (__m512i *c, const __m512i *a, int d, int from, int to, __m512i *below)
{
  __m512i even[WINDOWS_TILE], odd[WINDOWS_TILE], high[WINDOWS_TILE], next[WINDOWS_TILE];
  const __m512i lower = _mm512_set_epi64 (11, 3, 10, 2, 9, 1, 8, 0);
  const __m512i upper = _mm512_set_epi64 (15, 7, 14, 6, 13, 5, 12, 4);

  window_products (even, odd, high, next, a, d, from, to);
  UNROLL for (int w = from; w < to; w++)
    {
      __m512i e = _mm512_madd52lo_epu64 (_mm512_add_epi64 (even[w], even[w]), a[w], a[w]);
      __m512i h = _mm512_madd52hi_epu64 (_mm512_add_epi64 (high[w], high[w]), a[w], a[w]);
      __m512i o = _mm512_add_epi64 (odd[w], h);
      __m512i n = _mm512_slli_epi64 (next[w], 2);
      o = _mm512_add_epi64 (o, o);
      e = _mm512_add_epi64 (e, lanes_from (*below, n, 7));
      *below = n;
      c[2 * w] = _mm512_permutex2var_epi64 (e, lower, o);
      c[2 * w + 1] = _mm512_permutex2var_epi64 (e, upper, o);
    }
}

static ALWAYS_INLINE void
short_square (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int d, mp_ptr scratch)
{
  const int s = (d + 7) / 8, o = lead (d), first = BY_BLOCKS ? (s + 1) / 2 : s;
  struct normal below = { .carry = 0, .above = _mm512_setzero_si512 () };
  __m512i a[SHORT_MAX], c[2 * SHORT_MAX], carried = _mm512_setzero_si512 ();

  UNROLL for (int v = 0; v < s; v++)
    a[v] = _mm512_loadu_si512 (xp + FRAME + 8 * v);
  square_columns (c, a, d + o, 0, first, &carried);
  loosen (&below, scratch, c, 0, s, 0);
  square_columns (c, a, d + o, first, s, &carried);
  store_upper (&below, scratch + 8 * s, c + s, s);
  short_reduce (zp, scratch + 2 * o, context, d, scratch, 1);
}

/* The functions for a constant d.  Those of one d lie side by side, because a power calls two of
   them alternately; far apart, both were several times slower on Zen 5 at some places. */
struct short_functions
{
  void (*product) (mp_ptr, mp_srcptr, mp_srcptr, mp_srcptr, mp_ptr);
  void (*square) (mp_ptr, mp_srcptr, mp_srcptr, mp_ptr);
};

#define DEFINE(d)                                                                       \
  static void __attribute__ ((section (".text.digits_" #d)))                            \
  product_##d (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, mp_ptr scratch) \
  {                                                                                     \
    short_product (zp, xp, yp, context, d, scratch);                                    \
  }                                                                                     \
  static void __attribute__ ((section (".text.digits_" #d)))                            \
  square_##d (mp_ptr zp, mp_srcptr xp, mp_srcptr context, mp_ptr scratch)               \
  {                                                                                     \
    short_square (zp, xp, context, d, scratch);                                         \
  }
DIGIT_COUNTS (DEFINE)
#undef DEFINE

static const struct short_functions short_functions[8 * SHORT_MAX + 1] = {
#define ROW(d) [d] = { .product = product_##d, .square = square_##d },
  DIGIT_COUNTS (ROW)
#undef ROW
};

/* The lower vectors of columns, for make_mu. */
#define DEFINE(v)                                                                       \
  static void                                                                           \
  lower_##v (__m512i *c, const uint64_t *x, const uint64_t *y)                          \
  {                                                                                     \
    short_half (LOWER, c, x, y, v, 0, 8 * v, 8 * v);                                           \
  }
DEFINE (1) DEFINE (2) DEFINE (3) DEFINE (4)
#undef DEFINE

static void (*const lower_products[SHORT_MAX + 1]) (__m512i *, const uint64_t *, const uint64_t *) = {
  [1] = lower_1, [2] = lower_2, [3] = lower_3, [4] = lower_4,
};

/* The products, with what decides passed as arguments: values in memory may not decide on anything
   (tests/ct/disassembly).  Small numbers beyond SHORT_MAX vectors have functions for a constant s,
   too. */
void
MOD (mod_mul) (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int digits, int divided,
                    mp_ptr scratch)
{
  if (digits <= 8 * SHORT_MAX)
    short_functions[digits].product (zp, xp, yp, context, scratch);
  else if (digits == 8 * 5)
    product (zp, xp, yp, context, 5, 0, scratch);
  else if (digits == 8 * 6)
    product (zp, xp, yp, context, 6, 0, scratch);
  else
    product (zp, xp, yp, context, digits / 8, KARATSUBA && divided, scratch);
}

void
MOD (mod_sqr) (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int digits, int divided, mp_ptr scratch)
{
  if (digits <= 8 * SHORT_MAX)
    short_functions[digits].square (zp, xp, context, scratch);
  else if (digits == 8 * 5)
    square (zp, xp, context, 5, 0, scratch);
  else if (digits == 8 * 6)
    square (zp, xp, context, 6, 0, scratch);
  else
    square (zp, xp, context, digits / 8, KARATSUBA && divided, scratch);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  const int digits = context_digits (context);
  MOD (mod_mul) (zp, xp, yp, context, digits, is_divided (context, digits, 0), scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  const int digits = context_digits (context);
  MOD (mod_sqr) (zp, xp, context, digits, is_divided (context, digits, 1), scratch);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_mod_decode_ifma (rp, (mp_size_t) context[CONTEXT_LIMBS], xp, context, context_digits (context), scratch);
}

/* Element xp = ap[0..an-1] times FACTOR / beta^N.  By pieces of n limbs from the top: A becomes A
   B^n + piece, where B is 2^64 and the factor B^n beta^N mod P compensates beta^-N.
   Bound: A stays below beta^N, as a product is below 4P and 4P + B^n < beta^N. */
void
MOD (mod_encode) (mp_srcptr context, mp_srcptr factor, mp_ptr xp, mp_srcptr ap, mp_size_t an,
                      mp_ptr scratch)
{
  const int digits = context_digits (context), o = lead (digits);
  const int s = context_vectors (context), bits = digit_bits (s);
  const mp_size_t n = (mp_size_t) context[CONTEXT_LIMBS];
  mp_ptr sum = scratch + product_itch (s), base = sum + framed_size (s);
  mp_size_t top = an > 0 ? (an - 1) % n + 1 : 0;

  an -= top;
  digits_of_limbs (sum + FRAME, o, bits, s, ap + an, top);
  if (an > 0)
    {
      digits_of_power (base + FRAME, o, bits, s, 64 * n);
      MOD (mod_mul) (base, base, part (context, s, PART_R2) - FRAME, context, digits, 0,
                          scratch);
    }
  while (an > 0)
    {
      an -= n;
      MOD (mod_mul) (sum, sum, base, context, digits, 0, scratch);
      digits_of_limbs (xp + FRAME, o, bits, s, ap + an, n);
      for (int v = 0; v < s; v++)
        vectors (sum + FRAME)[v] = _mm512_add_epi64 (vectors (sum + FRAME)[v],
                                                     vectors (xp + FRAME)[v]);
      normalise (sum + FRAME, bits, vectors (sum + FRAME), s, 0);
    }
  MOD (mod_mul) (xp, sum, factor, context, digits, 0, scratch);
}

/* The element of ap[0..n-1]. */
void
MOD (mod_encode_n) (mp_ptr xp, mp_size_t n, mp_srcptr ap, mp_srcptr context, mp_ptr scratch)
{
  const int digits = digits_for (n), s = MOD_VECTORS (n);
  digits_of_limbs (xp + FRAME, lead (digits), digit_bits (s), s, ap, n);
  MOD (mod_mul) (xp, xp, part (context, s, PART_R2) - FRAME, context, digits, 0, scratch);
}

static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  if (an == (mp_size_t) context[CONTEXT_LIMBS])
    MOD (mod_encode_n) (xp, an, ap, context, scratch);
  else
    MOD (mod_encode) (context, part (context, context_vectors (context), PART_R2) - FRAME, xp, ap, an, scratch);
}

/* The lower v vectors of columns of x y, for numbers of s vectors. */
static inline void
lower_product (__m512i *c, const uint64_t *x, const uint64_t *y, int v, int s)
{
  if (s <= SHORT_MAX)
    lower_products[v] (c, x, y);
  else
    half_product (LOWER, c, x, y, v, 0);
}

/* mu = -1/P mod beta^N, by Newton iteration: mu += mu (1 + mu P), which doubles the number of
   digits.  Lower products of v vectors read only the digits below. */
static void
make_mu (uint64_t *mu, const uint64_t *p, int s, mp_ptr scratch)
{
  const int bits = digit_bits (s);
  __m512i *c = columns_at (scratch);
  uint64_t *t = scratch + 16 * s + FRAME;

  uint64_t inverse = (3 * p[0]) ^ 2;    /* 5 bits */
  for (int known = 5; known < 52; known *= 2)
    inverse *= 2 - inverse * p[0];
  memset (mu - FRAME, 0, framed_size (s) * sizeof (uint64_t));
  mu[0] = -inverse & digit_mask (bits);
  for (int d = 1; d < 8 * s; )
    {
      d = 2 * d < 8 * s ? 2 * d : 8 * s;
      int v = (d + 7) / 8;
      clear_frame (t, v);
      lower_product (c, mu, p, v, s);
      normalise (t, bits, c, v, 1);
      lower_product (c, t, mu, v, s);
      for (int i = 0; i < v; i++)
        c[i] = _mm512_add_epi64 (c[i], vectors (mu)[i]);
      normalise (mu, bits, c, v, 0);
    }
}

/* x = 2^k x - h P < 2P, for x < 2P, k <= 50. h is the quotient of 2^k floor (x / 2^e) by floor (P /
   2^e) + 1, where e is the bits of P minus 62.  So h is at most 2^k x / P, and less than that by
   less than 1 + 3 2^(k-61).

   COMPLEMENT holds the digits of beta^N - P: adding h times them needs no borrow.  t is scratch,
   s vectors. */
static void
shift_left (uint64_t *x, int k, const uint64_t *p, const uint64_t *complement, int s,
            mp_size_t e, __m512i *t)
{
  const int bits = digit_bits (s);
  uint64_t above = bits_from (x, bits, e), divisor = bits_from (p, bits, e) + 1;
  const __m512i h = _mm512_set1_epi64 ((long long) (((unsigned __int128) above << k) / divisor));
  const __m512i two_k = _mm512_set1_epi64 (1LL << k);
  for (int v = 0; v < s; v++)
    {
      __m512i c = _mm512_madd52lo_epu64 (_mm512_setzero_si512 (), two_k,
                                         _mm512_load_si512 (x + 8 * v));
      __m512i d = _mm512_madd52hi_epu64 (_mm512_setzero_si512 (), two_k,
                                         _mm512_loadu_si512 (x + 8 * v - 1));
      c = _mm512_madd52lo_epu64 (c, h, _mm512_load_si512 (complement + 8 * v));
      d = _mm512_madd52hi_epu64 (d, h, _mm512_loadu_si512 (complement + 8 * v - 1));
      t[v] = _mm512_add_epi64 (c, _mm512_slli_epi64 (d, 52 - (unsigned) bits));
    }
  normalise (x, bits, t, s, 0);
}

/* zp = the element with the normal digits x. */
static void
make_element (mp_ptr zp, const uint64_t *x, int s, int o)
{
  clear_frame (zp + FRAME, s);
  zp[FRAME] = 0;
  for (int v = 0; v < s; v++)
    _mm512_storeu_si512 (zp + FRAME + o + 8 * v, _mm512_load_si512 (x + 8 * v));
}

/* r2 = beta^(2N) mod P. 2^(b-1) < P, where P has b bits, is shifted left to beta^N 2^e; three
   Montgomery squares turn that into beta^N 2^(8e). 8e is the bits of N digits, or less by fewer
   than 8; the missing power times beta^N is a factor computed on the way. */
enum { SQUARES = 3 };

static void
make_r2 (mp_ptr context, int s, mp_size_t b, mp_ptr scratch)
{
  const int bits = digit_bits (s), digits = context_digits (context), o = lead (digits);
  const mp_size_t all = (mp_size_t) bits * digits, missing = all % (1 << SQUARES);
  const uint64_t *p = part (context, s, PART_P);
  mp_ptr r2 = part_to_make (context, s, PART_R2) - FRAME;
  mp_ptr spare = scratch + product_itch (s);
  uint64_t *complement = spare + FRAME, *x = complement + framed_size (s);

  make_complement (complement, bits, p, s);
  digits_of_power (x, 0, bits, s, b - 1);
  for (mp_size_t at = b - 1, last = all + all / (1 << SQUARES); at < last; )
    {
      const mp_size_t to = at < all + missing ? all + missing : last;
      const int k = to - at < 50 ? (int) (to - at) : 50;
      shift_left (x, k, p, complement, s, b - 62, columns_at (scratch));
      at += k;
      if (at == all + missing)
        make_element (r2, x, s, o);
    }
  mp_ptr y = missing > 0 ? spare : r2;
  make_element (y, x, s, o);
  for (int i = 0; i < SQUARES; i++)
    MOD (mod_sqr) (y, y, context, digits, 0, scratch);
  if (missing > 0)
    MOD (mod_mul) (r2, y, r2, context, digits, 0, scratch);
}

/* Everything but R2.  Its time depends on n alone. */
static ALWAYS_INLINE void
init_digits (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const int s = MOD_VECTORS (n);
  uint64_t *p = part_to_make (context, s, PART_P);
  uint64_t *reversed = part_to_make (context, s, PART_REVERSED);

  context[CONTEXT_LIMBS] = (mp_limb_t) n;
  context[CONTEXT_COUNT] = (mp_limb_t) digits_for (n);
  context[CONTEXT_KARATSUBA] = (mp_limb_t) k->montgomery52_karatsuba_mul;
  context[CONTEXT_KARATSUBA + 1] = (mp_limb_t) k->montgomery52_karatsuba_sqr;
  digits_of_limbs (p, 0, digit_bits (s), s, pp, n);
  for (int i = 0; i < 8 * s; i++)
    reversed[i] = p[8 * s - 1 - i];
  clear_frame (reversed, s);
  make_mu (part_to_make (context, s, PART_MU), p, s, scratch);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (MOD_MIN <= n && n <= MOD_MAX && pp[0] % 2 == 1 && pp[n - 1] != 0);
  init_digits (k, context, pp, n, scratch);
  make_r2 (context, MOD_VECTORS (n), bits_of_limbs (pp, n), scratch);
}

void
MOD (mod_init_sec) (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p,
                    mp_ptr scratch)
{
  const int s = MOD_VECTORS (n);
  init_digits (k, context, pp, n, scratch);
  digits_of_limbs (part_to_make (context, s, PART_R2), lead (digits_for (n)), digit_bits (s), s, r2p, n);
}

static size_t
radix_bits (mp_size_t n)
{
  return (size_t) digit_bits (MOD_VECTORS (n)) * (size_t) digits_for (n);
}

void
MOD (mod_select) (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index)
{
  select_entry (rp, table, size, count, index);
}

static const struct comba_representation_sec sec = {
  .rep = &MOD_REPRESENTATION (montgomery52), .frame = FRAME, .radix_bits = radix_bits, .init = MOD (mod_init_sec), .select = MOD (mod_select)
};

const struct comba_representation MOD_REPRESENTATION (montgomery52) = {
  .name = "montgomery52" MOD_SUFFIX, .odd_only = 1, .min = MOD_MIN, .max = MOD_MAX, .setup = 10, .digits = whole_digits,
  .context_size = context_size, .element_size = element_size, .itch = itch,
  .init = init, .encode = encode, .decode = decode, .mul = mul, .sqr = sqr, .sec = &sec
};
