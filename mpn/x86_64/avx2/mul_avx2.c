/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication, any size; the contract is that of comba_mul_basecase_fn (kernels.h).  From FROM to MOST
   limbs by products of digits of 51 bits in doubles, others by the scalar kernel.

   Products of digits of 51 bits in doubles by fused multiply-add.

   With C = 2^103 and x = a b < 2^102,
     h = C + x rounded is C + 2^51 H, since doubles from 2^103 on are multiples of 2^51;
     l = x - 2^51 H + 3 2^51 is an integer in 2^52..2^53, exact, as is what it is made of,
         (C + 3 2^51) - h:
   so x = 2^51 H + (l - 3 2^51), whichever way was rounded.  The bits of h and l as integers are H and l, each and
   a constant more: they are added up as they are (N. Emmart, Faster modular exponentiation using
   double precision floating point arithmetic on the GPU, ARITH 25, 2018). */

#include "avx2.h"
#include "digits.h"
#include "mxcsr.h"
#include "generic/generic.h"
#include "x86_64/adx/adx.h"

#define C_HIGH 0x1p103
#define C_BOTH (0x1p103 + 0x1.8p52)

/* The bits of C and of 3 2^51. */
#define HIGH_BIAS ((uint64_t) (1023 + 103) << 52)
#define LOW_BIAS ((uint64_t) (1023 + 52) << 52 | (uint64_t) 1 << 51)

/* Columns 16t..16t+15 at once. */
enum { TILE_VECTORS = 4, TILE = VECTOR * TILE_VECTORS };

struct tile
{
  __m256i low[TILE_VECTORS], high[TILE_VECTORS];
};

/* Limbs of the operands.  Where a tile's vectors have products must overlap, which takes nine digits of b. */
enum { FROM = 28, MOST = 256, PAD = 4, COPY = PAD + (DIGITS (MOST) + 8) / 8 * 8 + 2 * VECTOR };

/* b is there four times: copy r has moved up by r places, so that all loads are aligned; zeros before and behind.
   The products of digit r of a, modulo 4. */
static ALWAYS_INLINE void
add_digit (struct tile *t, const double *ap, const double *bp, int r, int from, int to)
{
  const __m256d c_high = _mm256_set1_pd (C_HIGH), c_both = _mm256_set1_pd (C_BOTH);
  const __m256d a = _mm256_broadcast_sd (ap + r);
  UNROLL for (int v = from; v < to; v++)
    {
      __m256d b = _mm256_load_pd (bp + COPY * r + VECTOR * v);
      __m256d h = _mm256_fmadd_pd (a, b, c_high);
      __m256d l = _mm256_fmadd_pd (a, b, _mm256_sub_pd (c_both, h));
      t->high[v] = _mm256_add_epi64 (t->high[v], _mm256_castpd_si256 (h));
      t->low[v] = _mm256_add_epi64 (t->low[v], _mm256_castpd_si256 (l));
      /* The sums as they are written here: others take more registers than there are. */
      __asm__ ("" : "+x" (t->high[v]), "+x" (t->low[v]));
    }
}

/* Vectors FROM..TO-1 of the columns get a_i b_j for i = first..end-1, first a multiple of 4 or END; bp points at b_j of the
   tile's first column for i = 0. */
static ALWAYS_INLINE void
add_products (struct tile *t, const double *ap, const double *bp, mp_size_t first, mp_size_t end,
              int from, int to)
{
  mp_size_t i = first;
  for (; i + VECTOR <= end; i += VECTOR)
    UNROLL for (int r = 0; r < VECTOR; r++)
      add_digit (t, ap + i, bp - i, r, from, to);
  UNROLL for (int r = 0; r < VECTOR - 1; r++)
    if (i + r < end)
      add_digit (t, ap + i, bp - i, r, from, to);
}

static ALWAYS_INLINE mp_size_t
at_least (mp_size_t x, mp_size_t y)
{
  return x > y ? x : y;
}

static ALWAYS_INLINE mp_size_t
at_most (mp_size_t x, mp_size_t y)
{
  return x < y ? x : y;
}

/* The digits of n limbs, and up to seven zeros. */
static void __attribute__ ((noinline))
put_digits (double *d, mp_srcptr ap, mp_size_t n)
{
  const struct bytes x = { (const char *) ap, (const char *) (ap + n) };
  mp_size_t i = 0;
#define PUT_EIGHT(end)                                                         \
  _mm256_store_pd (d + VECTOR * i, four_digits (x, i, 0, end));                \
  _mm256_store_pd (d + VECTOR * (i + 1), four_digits (x, i + 1, 1, end))
  for (; i < 2 * eights_inside (n); i += 2)
    {
      PUT_EIGHT (0);
    }
  for (; VECTOR * i < DIGITS (n); i += 2)
    {
      PUT_EIGHT (1);
    }
}

/* Four of them to all the copies; the four before. */
static ALWAYS_INLINE void
put_four (double (*d)[COPY], mp_size_t at, __m256d before, __m256d four)
{
  __m256d half = _mm256_permute2f128_pd (before, four, 0x21);
  _mm256_store_pd (d[0] + at, four);
  _mm256_store_pd (d[1] + at, _mm256_shuffle_pd (half, four, 5));
  _mm256_store_pd (d[2] + at, half);
  _mm256_store_pd (d[3] + at, _mm256_shuffle_pd (before, half, 5));
}

static void __attribute__ ((noinline))
put_copies (double (*d)[COPY], mp_srcptr bp, mp_size_t n)
{
  const struct bytes x = { (const char *) bp, (const char *) (bp + n) };
  const __m256d zero = _mm256_setzero_pd ();
  put_four (d, 0, zero, zero);
  __m256d before = zero;
  mp_size_t i = 0;
#define COPY_EIGHT(end)                                                                             \
  __m256d even = four_digits (x, i, 0, end), odd = four_digits (x, i + 1, 1, end);                  \
  put_four (d, PAD + VECTOR * i, before, even);                                                     \
  put_four (d, PAD + VECTOR * (i + 1), even, odd);                                                  \
  before = odd
  for (; i < 2 * eights_inside (n); i += 2)
    {
      COPY_EIGHT (0);
    }
  for (; VECTOR * i < DIGITS (n); i += 2)
    {
      COPY_EIGHT (1);
    }
  put_four (d, PAD + VECTOR * i, before, zero);
  put_four (d, PAD + VECTOR * (i + 1), zero, zero);
}

/* All columns: their low halves, and the high ones of the columns below. */
static void __attribute__ ((noinline))
add_tiles (int64_t *low, int64_t *high, const double *a, mp_size_t da, const double *b, mp_size_t db)
{
  for (mp_size_t c = 0; c < da + db; c += TILE)
    {
      struct tile t;
      mp_size_t first[TILE_VECTORS], end[TILE_VECTORS];
      UNROLL for (int v = 0; v < TILE_VECTORS; v++)
        {
          const mp_size_t column = c + VECTOR * v;
          first[v] = at_most (at_least (column - (db - 1), 0) / VECTOR * VECTOR, da);
          end[v] = at_most (column + VECTOR, da);
          const uint64_t products = (uint64_t) (end[v] - first[v]);
          t.low[v] = _mm256_set1_epi64x ((long long) -(products * LOW_BIAS));
          t.high[v] = _mm256_set1_epi64x ((long long) -(products * HIGH_BIAS));
        }
      const double *bc = b + PAD + c;
      UNROLL for (int v = 0; v < TILE_VECTORS - 1; v++)
        add_products (&t, a, bc, first[v], first[v + 1], 0, v + 1);
      add_products (&t, a, bc, first[TILE_VECTORS - 1], end[0], 0, TILE_VECTORS);
      UNROLL for (int v = 1; v < TILE_VECTORS; v++)
        add_products (&t, a, bc, end[v - 1], end[v], v, TILE_VECTORS);

      UNROLL for (int v = 0; v < TILE_VECTORS; v++)
        {
          _mm256_storeu_si256 ((__m256i *) (low + c + VECTOR * v), t.low[v]);
          _mm256_storeu_si256 ((__m256i *) (high + c + VECTOR * v + 1), t.high[v]);
        }
    }
}

/* The arrays are those of a caller that does nothing else: tests/ct/disassembly takes what stands beside an array in
   a frame for operands. */
/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an and bn from FROM to MOST. */
static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  _Alignas (64) double a[DIGITS (MOST) + 8], b[VECTOR][COPY];
  const mp_size_t da = DIGITS (an), db = DIGITS (bn);
  put_digits (a, ap, an);
  put_copies (b, bp, bn);

  int64_t low[2 * DIGITS (MOST) + TILE + 8], high[2 * DIGITS (MOST) + TILE + 8];
  high[0] = 0;
  add_tiles (low, high, a, da, b[0], db);
  put_columns (rp, an + bn, low, high);
}

/* rp[0..n+bn-1] = rp[0..bn-1] + tp[0..n+bn-1]; no carry is left. */
static void __attribute__ ((noinline))
add_piece (mp_ptr rp, mp_srcptr tp, mp_size_t n, mp_size_t bn)
{
  mp_limb_t carry = comba_add_n (rp, rp, tp, bn);
  for (mp_size_t i = bn; i < n + bn; i++)
    {
      rp[i] = tp[i] + carry;
      carry = rp[i] < carry;
    }
}

static void __attribute__ ((noinline))
mul_piece (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t t[2 * MOST];
  mul_block (t, ap, n, bp, bn);
  add_piece (rp, t, n, bn);
}

void
comba_mul_basecase_avx2 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));
  if (bn < FROM || bn > MOST)
    {
      comba_mul_basecase_adx (rp, ap, an, bp, bn);
      return;
    }
  unsigned before = begin_arithmetic ();
  const mp_size_t pieces = (an + MOST - 1) / MOST;
  mul_block (rp, ap, an / pieces, bp, bn);
  for (mp_size_t i = 1; i < pieces; i++)
    {
      const mp_size_t from = an * i / pieces, to = an * (i + 1) / pieces;
      mul_piece (rp + from, ap + from, to - from, bp, bn);
    }
  end_arithmetic (before);
}
