/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Sums of products of digits of 48 bits in doubles, by fused multiply-add, in columns.

   Two sums h and a sum l have a column.  A product x = a b <= (2^48 - 1)^2 goes to one of the h, and what is lost there
   to l:
     h' = h + x rounded,  l' = l + (x - (h' - h)).
   h starts at C = 2^100 + 2^53 and stays below 2^101, so it is a multiple of 2^48; what is lost is an integer of at
   most 2^47, exact as h' - h is.  No product takes an addition of integers: those would take the multipliers of Zen 3.
   (The exact low half by a second FMA: N. Emmart, F. Zheng, C. Weems, Faster modular exponentiation using double
   precision floating point arithmetic on the GPU, ARITH 25, 2018; they add up both halves as integers.)

   RUN = 28 digits of one operand, 14 to each h, and the h go to a sum of integers as their bits, less those of C
   (move_high): they are below C + 14 (2^96 + 2^47).  After another RUN so does what l has in units of 2^48
   (move_all): g = h + l rounded instead of an h, and the rest l - (g - h), at most 2^47, to a sum of rests.  Until then
     |l| <= 56 2^47 < 2^53, exact;
   and g is above 2^100: with h its own products' loss is in l, which makes C and more; the others' is at most 42 2^47.
   There are up to 7 rests (342 digits), and at the end l has them too: 49 2^47 < 2^53.  */

#ifndef COMBA_AVX2_SUMS_H
#define COMBA_AVX2_SUMS_H

#include "avx2.h"
#include "copies.h"
#include "digits48.h"

#define C (0x1p100 + 0x1p53)
#define C_BITS ((uint64_t) (1023 + 100) << 52 | 1 << 5)
#define LOW_ONE 0x1.8p52
#define LOW_BITS ((uint64_t) (1023 + 52) << 52 | (uint64_t) 1 << 51)

/* Columns are to be positive: each is BIAS more, and the next one so much less. */
#define BIAS ((uint64_t) 1 << 49)
#define BIAS_ABOVE (BIAS >> DIGIT_BITS)

/* Digits of an operand between two moves. */
enum { RUN = 28 };

struct tile
{
  __m256d low[TILE_VECTORS], high[2][TILE_VECTORS];
  double *moved_low;
  int64_t *moved_high;
};

/* Limbs of the operands, and doubles of a copy of them: zeros before and behind, as many as a tile is wide and
   some. */
enum { MOST = COMBA_AVX2_DIGITS_MAX, BEFORE = 3, BEHIND = 5, PAD = BEFORE * VECTOR,
       COPY = PAD + (VECTORS (MOST) + BEHIND) * VECTOR };

/* Columns of a product: whole tiles. */
enum { COLUMNS = 2 * DIGITS (MOST) + TILE };

/* All vectors get the products of the fours of digits from ap to END, at least one.  The same steps, in one statement
   with its registers: compilers run out of them. */
static ALWAYS_INLINE void
add_to_all (struct tile *t, const double *ap, const double *bp, const double *end)
{
#define B_AT(r, v) "%c[copy]*" #r "+32*" #v "(%[bp])"
#define HIGH(r, v, h, a, d) \
  "vmovapd %[" h #v "], " d "\n\t" \
  "vfmadd231pd " B_AT (r, v) ", " a ", %[" h #v "]\n\t"
#define LOW(r, v, h, a, d) \
  "vsubpd %[" h #v "], " d ", " d "\n\t" \
  "vfmadd231pd " B_AT (r, v) ", " a ", " d "\n\t" \
  "vaddpd " d ", %[l" #v "], %[l" #v "]\n\t"
#define START(r, a) "vbroadcastsd 8*" #r "(%[ap]), " a "\n\t"
#define D0 "%%ymm12"
#define D1 "%%ymm13"
#define A0 "%%ymm14"
#define A1 "%%ymm15"
#define REST(r, h, a) \
  HIGH (r, 1, h, a, D1) LOW (r, 0, h, a, D0) \
  HIGH (r, 2, h, a, D0) LOW (r, 1, h, a, D1) \
  HIGH (r, 3, h, a, D1) LOW (r, 2, h, a, D0)
#define NEXT(r, h, a, s, g, b) START (s, b) HIGH (s, 0, g, b, D0) LOW (r, 3, h, a, D1) REST (s, g, b)
  __asm__ volatile ("1:\n\t"
                    START (0, A0) HIGH (0, 0, "g", A0, D0) REST (0, "g", A0)
                    NEXT (0, "g", A0, 1, "h", A1)
                    NEXT (1, "h", A1, 2, "g", A0)
                    NEXT (2, "g", A0, 3, "h", A1)
                    LOW (3, 3, "h", A1, D1)
                    "addq $32, %[ap]\n\t"
                    "subq $32, %[bp]\n\t"
                    "cmpq %[end], %[ap]\n\t"
                    "jne 1b"
                    : [ap] "+r" (ap), [bp] "+r" (bp),
                      [l0] "+x" (t->low[0]), [l1] "+x" (t->low[1]), [l2] "+x" (t->low[2]), [l3] "+x" (t->low[3]),
                      [g0] "+x" (t->high[0][0]), [g1] "+x" (t->high[0][1]), [g2] "+x" (t->high[0][2]),
                      [g3] "+x" (t->high[0][3]), [h0] "+x" (t->high[1][0]), [h1] "+x" (t->high[1][1]),
                      [h2] "+x" (t->high[1][2]), [h3] "+x" (t->high[1][3])
                    : [end] "r" (end), [copy] "i" (COPY * sizeof (double))
                    : "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
}

/* Its columns with no products yet, where their halves will be. */
static ALWAYS_INLINE void
start_tile (struct tile *t, double *low, int64_t *high)
{
  t->moved_low = low;
  t->moved_high = high;
  UNROLL for (int v = 0; v < TILE_VECTORS; v++)
    {
      t->low[v] = _mm256_setzero_pd ();
      t->high[0][v] = t->high[1][v] = _mm256_set1_pd (C);
      _mm256_store_pd (t->moved_low + VECTOR * v, _mm256_setzero_pd ());
      _mm256_store_si256 ((__m256i *) t->moved_high + v, _mm256_setzero_si256 ());
    }
}

/* Vector v's sum of integers with two h. */
static ALWAYS_INLINE __m256i
with_high (const struct tile *t, __m256d g, __m256d h, int v)
{
  const __m256i both = _mm256_add_epi64 (_mm256_castpd_si256 (g), _mm256_castpd_si256 (h));
  return _mm256_add_epi64 (_mm256_load_si256 ((const __m256i *) t->moved_high + v),
                           _mm256_sub_epi64 (both, _mm256_set1_epi64x ((long long) (2 * C_BITS))));
}

/* And with LOW's part, whose rest goes to *REST. */
static ALWAYS_INLINE __m256i
with_all (const struct tile *t, __m256d low, int v, __m256d *rest)
{
  const __m256d h = t->high[0][v], g = _mm256_add_pd (h, low);
  *rest = _mm256_add_pd (low, _mm256_sub_pd (h, g));
  return with_high (t, g, t->high[1][v], v);
}

static ALWAYS_INLINE void
move_high (struct tile *t)
{
  UNROLL for (int v = 0; v < TILE_VECTORS; v++)
    {
      _mm256_store_si256 ((__m256i *) t->moved_high + v, with_high (t, t->high[0][v], t->high[1][v], v));
      t->high[0][v] = t->high[1][v] = _mm256_set1_pd (C);
    }
}

static ALWAYS_INLINE void
move_all (struct tile *t)
{
  UNROLL for (int v = 0; v < TILE_VECTORS; v++)
    {
      __m256d rest, *low = (__m256d *) t->moved_low + v;
      _mm256_store_si256 ((__m256i *) t->moved_high + v, with_all (t, t->low[v], v, &rest));
      *low = _mm256_add_pd (*low, rest);
      t->low[v] = _mm256_setzero_pd ();
      t->high[0][v] = t->high[1][v] = _mm256_set1_pd (C);
    }
}

/* All vectors get a_i b_j for i = 0..n-1, n a multiple of 4, perhaps 0; bp points at b_j of the tile's first column for
   i = 0. */
static ALWAYS_INLINE void
add_products (struct tile *t, const double *ap, const double *bp, mp_size_t n)
{
  for (int second = 0; n > RUN; n -= RUN, ap += RUN, bp -= RUN, second ^= 1)
    {
      add_to_all (t, ap, bp, ap + RUN);
      if (second)
        move_all (t);
      else
        move_high (t);
    }
  if (n > 0)
    add_to_all (t, ap, bp, ap + n);
}

/* The tile's columns: low and high halves to where those moved on are. */
static ALWAYS_INLINE void
put_tile (struct tile *t)
{
  UNROLL for (int v = 0; v < TILE_VECTORS; v++)
    {
      __m256d *low = (__m256d *) t->moved_low + v, l;
      const __m256i h = with_all (t, _mm256_add_pd (t->low[v], *low), v, &l);
      l = _mm256_add_pd (l, _mm256_set1_pd (LOW_ONE));
      _mm256_store_si256 ((__m256i *) low, _mm256_add_epi64 (_mm256_castpd_si256 (l),
                                                             _mm256_set1_epi64x ((long long) (BIAS - LOW_BITS))));
      _mm256_store_si256 ((__m256i *) t->moved_high + v,
                          _mm256_sub_epi64 (h, _mm256_set1_epi64x ((long long) BIAS_ABOVE)));
    }
}

static void BY_ITSELF
put_copies (double (*d)[COPY], mp_srcptr bp, mp_size_t n)
{
  const __m256d zero = _mm256_setzero_pd ();
  UNROLL for (int k = 0; k < BEFORE; k++)
    put_four (d[0] + VECTOR * k, COPY, zero, zero);
  __m256d before = zero;
  mp_size_t at = PAD;
  for (; n > VECTOR_LIMBS; n -= VECTOR_LIMBS, bp += VECTOR_LIMBS, at += VECTOR)
    {
      const __m256d four = four_digits (bp);
      put_four (d[0] + at, COPY, before, four);
      before = four;
    }
  const __m256d last = last_digits (bp, n);
  put_four (d[0] + at, COPY, before, last);
  put_four (d[0] + at + VECTOR, COPY, last, zero);
  UNROLL for (int k = 2; k <= BEHIND; k++)
    put_four (d[0] + at + VECTOR * k, COPY, zero, zero);
}

#endif
