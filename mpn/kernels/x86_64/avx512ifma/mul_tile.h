/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of vectors of radix-2^52 digits in registers, with any number of digits.

   The scheme is that of kernels/x86_64/avx512ifma/sqr_tile.h: while the products with digits of
   class r are added, r from 7 to 0, the columns are held r lanes down; between its high and its low
   halves they move up by one lane.

   But only whole vectors of a meet whole vectors of b.  Let a be s vectors and la digits above
   them, 1 to 8, and b be t vectors and lb digits.  These digits above are broadcast: those of b
   meet the s vectors of a, those of a the vectors of b.  So there are as many multiplications as
   digits, not as lanes. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_MUL_TILE_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_MUL_TILE_H

#include "kernels/x86_64/avx512ifma/sqr_tile.h"

/* The most vectors of an operand, counting the digits above as one. */
enum { MUL_TILE = 11 };

/* As chain in kernels/x86_64/avx512ifma/sqr_tile.h, but no longer than a product: clang keeps some
   in memory, and the stack may be small. */
typedef __m512i mul_chain[2 * MUL_TILE];

/* The operands; s, t and chains are constants. */
struct mul_tile
{
  const __m512i *a;             /* s vectors */
  const uint64_t *above;        /* la digits of a */
  const uint64_t *b;            /* t + 1 vectors; the last one has lb digits and zeros */
  int s, t;
  mp_size_t la, lb;
  int chains;
};

/* The digits of b, hidden from the compiler: it would load them before the loop, or keep them
   from one half to the other, and has no registers for that. */
static ALWAYS_INLINE const uint64_t *
digits_again (const struct mul_tile *p)
{
  const uint64_t *b = p->b;
  __asm__ volatile ("" : "+r" (b));
  return b;
}

/* c[0..s-1] += the high or low halves of a digit of b times a. */
static ALWAYS_INLINE void
add_digit (__m512i *c, enum half half, const struct mul_tile *p, const uint64_t *of_b)
{
  __m512i digit = _mm512_set1_epi64 ((long long) *of_b);
  UNROLL for (int v = 0; v < p->s; v++)
    c[v] = add_half (half, c[v], 0xff, p->a[v], digit);
}

/* c += the high or low halves of class r of the digits above. */
static ALWAYS_INLINE void
add_above (__m512i *c, enum half half, const struct mul_tile *p, const uint64_t *b, int r)
{
  if (r < p->la)
    {
      __m512i digit = _mm512_set1_epi64 ((long long) p->above[r]);
      UNROLL for (int v = p->t; v >= 0; v--)
        c[p->s + v] = add_half (half, c[p->s + v], 0xff, _mm512_load_si512 (b + 8 * v), digit);
    }
  if (r < p->lb)
    add_digit (c + p->t, half, p, b + 8 * p->t + r);
}

/* Column vector k moves up by one lane; those above it have moved. */
static ALWAYS_INLINE void
raise_column (__m512i *c, int k)
{
  c[k] = lanes_from (k > 0 ? c[k - 1] : _mm512_setzero_si512 (), c[k], 7);
}

/* Runs the statement for each chain h.  As an unrolled loop gcc allocates registers worse, and
   products of some sizes take longer. */
#define EACH_CHAIN(statement)                                           \
  do                                                                    \
    {                                                                   \
      { enum { h = 0 }; statement; }                                    \
      if (p->chains == 2) { enum { h = 1 }; statement; }                \
    }                                                                   \
  while (0)

/* One class of each chain, r for the first.  A column moves as soon as it has its high halves,
   or as late as its low halves allow.  So moves and multiplications alternate, no multiplier
   waits, and chains alternate, too. */
static ALWAYS_INLINE void
add_class_in_turns (mul_chain *c, const struct mul_tile *p, int r)
{
  const int s = p->s, t = p->t, classes = 8 / p->chains;
  const uint64_t *b = digits_again (p);
  EACH_CHAIN (add_above (c[h], HIGH, p, b, r + h * classes));
  EACH_CHAIN (raise_column (c[h], s + t + 1));
  EACH_CHAIN (raise_column (c[h], s + t));
  UNROLL for (int u = t - 1; u >= 0; u--)
    {
      EACH_CHAIN (add_digit (c[h] + u, HIGH, p, b + 8 * u + r + h * classes));
      EACH_CHAIN (raise_column (c[h], s + u));
    }
  UNROLL for (int k = s - 1; k >= t; k--)
    EACH_CHAIN (raise_column (c[h], k));
  b = digits_again (p);
  EACH_CHAIN (add_above (c[h], LOW, p, b, r + h * classes));
  UNROLL for (int u = t - 1; u >= 0; u--)
    {
      EACH_CHAIN (raise_column (c[h], u));
      EACH_CHAIN (add_digit (c[h] + u, LOW, p, b + 8 * u + r + h * classes));
    }
}

/* c[0][0..s+t+1] = a * b.  s >= t. */
static ALWAYS_INLINE void
mul_tile (mul_chain *c, const struct mul_tile *p)
{
  const int classes = 8 / p->chains, vectors = p->s + p->t + 2;
  __m512i zero = _mm512_setzero_si512 ();
  /* Otherwise clang calls memset for the chains in memory; then the constant-time check (tests/ct)
     takes everything on the stack for overwritten. */
  __asm__ ("" : "+v" (zero));
  UNROLL for (int h = 0; h < p->chains; h++)
    UNROLL for (int k = 0; k < vectors; k++)
      c[h][k] = zero;
  NO_UNROLL for (int r = classes - 1; r >= 0; r--)
    add_class_in_turns (c, p, r);
  if (p->chains == 2)
    add_lowered (c[0], c[1], vectors);
}

/* Bound: a column of a tile has at most 8 MUL_TILE products of two halves each, and two more
   digits are added. */
_Static_assert (2 * 8 * MUL_TILE + 2 <= 1 << (NARROW_COLUMN_BITS - 52),
                "columns must not overflow");

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] + xp[0..bn-1] + yp[0..an-1]; returns the top limb.
   xp and yp may be NULL, for zero, and may lie anywhere in rp.  VECTORS (an) and VECTORS (bn)
   are s and t. */
typedef mp_limb_t mul_tile_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                               mp_srcptr xp, mp_srcptr yp);

static ALWAYS_INLINE void
add_limbs (__m512i *c, mp_srcptr xp, mp_size_t n, int vectors)
{
  const __m512i digit = _mm512_set1_epi64 (((long long) 1 << 52) - 1);
  UNROLL for (int k = 0; k < vectors; k++)
    c[k] = _mm512_add_epi64 (c[k], _mm512_and_si512 (load_digits (xp, n, vectors, k), digit));
}

static ALWAYS_INLINE mp_limb_t
mul_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
           mp_srcptr xp, mp_srcptr yp, int s, int t, int chains)
{
  _Alignas (64) uint64_t b[8 * MUL_TILE];
  __m512i a[MUL_TILE];
  _Alignas (64) uint64_t above[8];
  mul_chain c[CHAINS];

  UNROLL for (int v = 0; v < t; v++)
    _mm512_store_si512 (b + 8 * v, load_digits (bp, bn, t, v));
  _mm512_store_si512 (above, load_digits (ap, an, s, s - 1));
  /* Hidden: the compiler would shuffle them out of their vector. */
  __asm__ ("" : "+m" (above));
  UNROLL for (int v = 0; v < s - 1; v++)
    a[v] = load_digits (ap, an, s, v);

  mul_tile (c, &(struct mul_tile) { .a = a, .above = above, .b = b, .s = s - 1, .t = t - 1,
                                    .la = DIGITS (an) - 8 * (s - 1),
                                    .lb = DIGITS (bn) - 8 * (t - 1), .chains = chains });

  if (xp != NULL)
    add_limbs (c[0], xp, bn, t);
  if (yp != NULL)
    add_limbs (c[0], yp, an, s);
  struct result r = { .rp = rp, .n = an + bn, .least = LIMBS (8 * s - 8) + LIMBS (8 * t - 8) + 2,
                      .most = LIMBS (8 * s) + LIMBS (8 * t) };
  r = store_narrow_columns (r, c[0], s + t);
  return top_limb (&r);
}

/* Numbers of vectors of tiles that all CPUs share, which take less than a percent longer without
   PAIR_PERMUTATIONS (kernels/x86_64/avx512ifma/radix52.h); s >= 7, t >= 3. */
#define MUL_LARGE_TILES(X)                                                             \
  X (7, 3) X (7, 4) X (7, 5) X (7, 6) X (7, 7)                                         \
  X (8, 3) X (8, 4) X (8, 5) X (8, 6) X (8, 7) X (8, 8)                                \
  X (9, 3) X (9, 4) X (9, 5) X (9, 6) X (9, 7) X (9, 8) X (9, 9)                       \
  X (10, 3) X (10, 4) X (10, 5) X (10, 6) X (10, 7) X (10, 8) X (10, 9) X (10, 10)     \
  X (11, 3) X (11, 4) X (11, 5) X (11, 6) X (11, 7) X (11, 8) X (11, 9) X (11, 10) X (11, 11)

#define DECLARE(s, t) mul_tile_fn comba_mul_tile_##s##_##t##_ifma;
MUL_LARGE_TILES (DECLARE)
#undef DECLARE

#endif
