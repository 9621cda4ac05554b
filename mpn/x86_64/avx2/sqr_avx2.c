/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squares of up to COMBA_AVX2_DIGITS_MAX limbs in digits of 51 bits in doubles: products of two different
   digits once, the sums doubled, then the last two digits to each vector of columns, with the diagonal. */

#include "avx2.h"
#include "mxcsr.h"
#include "tiles.h"

/* Vector v has columns k..k+3; with i = k/2 all a_{i'} a_j of i' < i are in its sums.  What is left is
     digit i by    a_i, 2 a_{i+1}, 2 a_{i+2}, 2 a_{i+3}
     digit i + 1 by  -,         -,   a_{i+1}, 2 a_{i+2}.  */
static ALWAYS_INLINE void
end_vector (struct tile *t, const double *ap, const double *bp, int v)
{
  const int r = 2 * v % VECTOR;
  t->low[v] = _mm256_add_epi64 (t->low[v], t->low[v]);
  t->high[v] = _mm256_add_epi64 (t->high[v], t->high[v]);
#define END_DIGIT(r, w0, w1, w2, w3)                                                                          \
  add_vector (t, _mm256_broadcast_sd (ap + (r)),                                                              \
              _mm256_mul_pd (_mm256_load_pd (bp + COPY * (r) + VECTOR * v), _mm256_setr_pd (w0, w1, w2, w3)), v)
  END_DIGIT (r, 1, 2, 2, 2);
  END_DIGIT (r + 1, 0, 0, 1, 2);
}

/* All columns: their low halves, and the high ones of the columns below; d digits. */
static void __attribute__ ((noinline))
add_square_tiles (int64_t *low, int64_t *high, const double *b, mp_size_t d)
{
  const double *a = b + PAD;
  for (mp_size_t c = 0; c < 2 * d; c += TILE)
    {
      struct tile t;
      const mp_size_t half = c / 2;
      mp_size_t first[TILE_VECTORS];
      UNROLL for (int v = 0; v < TILE_VECTORS; v++)
        {
          first[v] = at_most (at_least (c + VECTOR * v - (d - 1), 0) / VECTOR * VECTOR, half);
          /* Twice those before the doubling, two after it. */
          start_vector (&t, v, half - first[v] + 2 * v + 1);
        }
      const double *bc = a + c;
      UNROLL for (int v = 0; v < TILE_VECTORS - 1; v++)
        add_fours (&t, a, bc, first[v], first[v + 1], 0, v + 1);
      add_fours (&t, a, bc, first[TILE_VECTORS - 1], half, 0, TILE_VECTORS);
      UNROLL for (int v = 0; v < TILE_VECTORS; v++)
        {
          const mp_size_t i = half + 2 * v / VECTOR * VECTOR;
          add_digit (&t, a + i, bc - i, 2 * v % VECTOR, v + 1, TILE_VECTORS);
          add_digit (&t, a + i, bc - i, 2 * v % VECTOR + 1, v + 1, TILE_VECTORS);
          end_vector (&t, a + i, bc - i, v);
        }
      put_tile (low, high, c, &t);
    }
}

/* The arrays are those of a caller that does nothing else: tests/ct/disassembly takes what stands beside an array in
   a frame for operands. */
static void __attribute__ ((noinline))
sqr_digits (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  _Alignas (64) double b[VECTOR][COPY];
  int64_t low[2 * DIGITS (MOST) + TILE + 8], high[2 * DIGITS (MOST) + TILE + 8];
  put_copies (b, ap, n);
  high[0] = 0;
  add_square_tiles (low, high, b[0], DIGITS (n));
  put_columns (rp, 2 * n, low, high);
}

void
comba_sqr_digits_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 2 && n <= COMBA_AVX2_DIGITS_MAX);
  const unsigned before = begin_arithmetic ();
  sqr_digits (rp, ap, n);
  end_arithmetic (before);
}
