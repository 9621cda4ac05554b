/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms on AVX2 and FMA: residues in doubles, four to the vector, four primes below 2^48.

   A vector is four neighbouring coefficients, and the tree of ntt/roots.h ends there: at
   polynomials modulo y^4 - r, which are multiplied as such. */

#include "ntt/ntt.h"
#include "ntt/field.h"
#include "ntt/primes_48.h"
#include "x86_64/avx2/avx2.h"
#include "x86_64/avx2/doubles.h"

enum { BLOCK_LEVELS = 9, BITS_MAX = 92, BITS_STEP = 2 };

#include "ntt/roots.h"
#include "ntt/passes.h"

/* Coefficients of a number, in two halves: low + 2^half high.  Four coefficients are BITS / 2 bytes. */
struct cutter
{
  const unsigned char *bytes;
  ptrdiff_t n;
  int bits;
  ptrdiff_t low_at[LANES], high_at[LANES];      /* the eight bytes that hold the half, */
  __m256i low_shift, high_shift;                /* in which it begins here, */
  __m256i low_mask, high_mask;                  /* and what it keeps of them */
};

/* What a cutter reads of four coefficients, at most. */
enum { CUT_BYTES = (3 * BITS_MAX + BITS_MAX / 2) / 8 + 8 };

static ALWAYS_INLINE struct cutter
cutter_of (mp_srcptr ap, mp_size_t an, int bits)
{
  const int half = bits / 2;
  struct cutter c = { .bytes = (const unsigned char *) ap, .n = (ptrdiff_t) an * 8, .bits = bits };
  int low[LANES], high[LANES];
  for (int l = 0; l < LANES; l++)
    {
      low[l] = l * bits, high[l] = l * bits + half;
      c.low_at[l] = low[l] / 8, c.high_at[l] = high[l] / 8;
    }
  c.low_shift = _mm256_set_epi64x (low[3] % 8, low[2] % 8, low[1] % 8, low[0] % 8);
  c.high_shift = _mm256_set_epi64x (high[3] % 8, high[2] % 8, high[1] % 8, high[0] % 8);
  c.low_mask = _mm256_set1_epi64x (((long long) 1 << half) - 1);
  c.high_mask = _mm256_set1_epi64x (((long long) 1 << (bits - half)) - 1);
  return c;
}

/* Four fields of eight bytes, shifted and masked, as doubles. */
static ALWAYS_INLINE vec
fields (const unsigned char *p, const ptrdiff_t *at, __m256i shift, __m256i mask)
{
  long long x[LANES];
  UNROLL
  for (int l = 0; l < LANES; l++)
    memcpy (&x[l], p + at[l], 8);
  const __m256i two52 = _mm256_castpd_si256 (number (0x1p52));
  __m256i y = _mm256_srlv_epi64 (_mm256_set_epi64x (x[3], x[2], x[1], x[0]), shift);
  y = _mm256_or_si256 (_mm256_and_si256 (y, mask), two52);
  return sub (_mm256_castsi256_pd (y), number (0x1p52));
}

static ALWAYS_INLINE struct halves
halves_from (const struct cutter *c, const unsigned char *p)
{
  return (struct halves) { fields (p, c->low_at, c->low_shift, c->low_mask),
                           fields (p, c->high_at, c->high_shift, c->high_mask) };
}

/* The last coefficients, LEFT bytes from P on, and zeros. */
static __attribute__ ((noinline)) struct halves
last_halves (const struct cutter *c, const unsigned char *p, ptrdiff_t left)
{
  unsigned char last[CUT_BYTES];
  memset (last, 0, sizeof last);
  if (left > 0)
    memcpy (last, p, (size_t) left);
  return halves_from (c, last);
}

/* Coefficients 4 v to 4 v + 3. */
static ALWAYS_INLINE struct halves
halves_at (const struct cutter *c, size_t v)
{
  const ptrdiff_t at = (ptrdiff_t) v * (c->bits / 2), left = c->n - at;
  return likely (left >= CUT_BYTES) ? halves_from (c, c->bytes + at)
                                    : last_halves (c, c->bytes + at, left);
}

#include "ntt/tree.h"
#include "ntt/top.h"
#include "ntt/shape.h"

/* y times the unit of degree I modulo y^4 - w, where wy = w y: lane k is lane k - I of y, or lane
   k - I + 4 of wy. */
#define TURNED(y, wy, i)                                                                        \
  _mm256_permute4x64_pd (_mm256_blend_pd (y, wy, 0xf << (4 - (i)) & 0xf),                        \
                         (4 - (i)) % 4 | (5 - (i)) % 4 << 2 | (6 - (i)) % 4 << 4 | (7 - (i)) % 4 << 6)

/* x y modulo y^4 - w, where wy = w y, for x below 3p, y and wy below (3/4) p; below 3p.

   A column is less than 9 p^2 < 2^99.2.  Its products are split at 2^48 exactly: added to BIG, a
   product is rounded to a multiple of that. */
static ALWAYS_INLINE vec
multiply_polynomials (const uint64_t *x, vec y, vec wy, vec montgomery, const struct modulus *m)
{
  (void) montgomery;
  const vec big = number (0x1.8p100);
  vec high = big, low = number (0);
#define TERM(i, turned)                                                 \
  do                                                                    \
    {                                                                   \
      const vec xi = set1 (x[i]), yi = turned;                          \
      vec sum = _mm256_fmadd_pd (xi, yi, high);                         \
      low = add (low, _mm256_fmsub_pd (xi, yi, sub (sum, high)));       \
      high = sum;                                                       \
    }                                                                   \
  while (0)
  TERM (0, y);
  TERM (1, TURNED (y, wy, 1));
  TERM (2, TURNED (y, wy, 2));
  TERM (3, TURNED (y, wy, 3));
#undef TERM
  high = sub (high, big);
  vec q = nearest (mul (high, m->inverse));
  return add (_mm256_fnmadd_pd (q, m->p, high), low);
}

#include "ntt/leaves.h"
#include "ntt/writer.h"

/* The Chinese remainder theorem in digits of 48 bits. */
enum { DIGIT_BITS = 48, DIGITS = 4 };

/* Digit h of a number whose digits of DIGIT bits these are. */
static uint64_t
digit_of (const uint64_t *d, int h)
{
  int at = h * DIGIT_BITS, i = at / DIGIT, s = at % DIGIT;
  uint64_t x = d[i] >> s;
  if (i + 1 < COLUMNS)
    x |= d[i + 1] << (DIGIT - s);
  return x & (((uint64_t) 1 << DIGIT_BITS) - 1);
}

struct remainders
{
  struct modulus m[PRIMES];
  vec cofactor[PRIMES][DIGITS - 1];
  __m256i minus_products[DIGITS];       /* times k in 64-bit lane k */
};

static ALWAYS_INLINE struct remainders
remainders_of (void)
{
  struct remainders r;
  for (int i = 0; i < PRIMES; i++)
    {
      r.m[i] = modulus_of (&primes[i]);
      for (int h = 0; h < DIGITS - 1; h++)
        r.cofactor[i][h] = number ((double) (int64_t) digit_of (primes[i].cofactor, h));
    }
  for (int h = 0; h < DIGITS; h++)
    {
      uint64_t d[LANES];
      for (int k = 0; k < LANES; k++)
        {
          uint64_t all[COLUMNS];
          for (int c = 0; c < COLUMNS; c++)
            all[c] = minus_products[c][k];
          d[k] = digit_of (all, h);
        }
      r.minus_products[h] = _mm256_loadu_si256 ((const __m256i *) d);
    }
  return r;
}

/* Limbs of the coefficients, below 5/8 of the product M of the primes, four at a time: the sum of
   t_i M / p_i less k M, where the residues t_i came divided by the cofactors M / p_i and are made
   less than p_i, and k < 4 is the integral part of the sum of t_i / p_i: its fraction is below 5/8,
   and adding a quarter makes the rounding of that sum harmless.

   A product t d < 2^96 is split at 2^48: BIG plus the multiple of 2^48 that is next to it has that in
   its lowest bits, and MIDDLE plus the rest, which may be negative, the rest. */
static ALWAYS_INLINE void
solve_remainders (__m256i *limbs, const uint64_t *x, size_t words, const struct remainders *r)
{
  const double big = 0x1.8p100, middle = 0x1.8p52;
  const __m256i mask = _mm256_set1_epi64x (((long long) 1 << DIGIT_BITS) - 1);
  vec t[PRIMES], fraction = number (0.25);
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    {
      vec y = reduce (load (x + i * words), &r->m[i], 0);
      t[i] = add (y, _mm256_and_pd (_mm256_cmp_pd (y, number (0), _CMP_LT_OQ), r->m[i].p));
      fraction = _mm256_fmadd_pd (t[i], r->m[i].inverse, fraction);
    }
  /* k in 32 bits; 2k and 2k + 1, the halves of lane k. */
  vec k = _mm256_round_pd (fraction, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
  __m256i k2 = _mm256_castpd_si256 (_mm256_fmadd_pd (k, number (2), number (0x1p52)));
  k2 = _mm256_shuffle_epi32 (k2, 0xa0);
  k2 = _mm256_or_si256 (k2, _mm256_set1_epi64x ((long long) 1 << 32));

  __m256i c[DIGITS];
  UNROLL
  for (int h = 0; h < DIGITS; h++)
    {
      /* What the sums below have too much; and 2^60 that no digit is negative, which is 2^12 in the next. */
      uint64_t bias = (h < DIGITS - 1 ? PRIMES * bits_of_double (middle) : 0)
                      + (h > 0 ? PRIMES * bits_of_double (big) : 0);
      uint64_t spare = (h < DIGITS - 1 ? (uint64_t) 1 << 60 : 0) - (h > 0 ? (uint64_t) 1 << 12 : 0);
      c[h] = _mm256_add_epi64 (_mm256_permutevar8x32_epi32 (r->minus_products[h], k2),
                               _mm256_set1_epi64x ((long long) (spare - bias)));
    }
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    UNROLL
    for (int h = 0; h < DIGITS - 1; h++)
      {
        vec high = _mm256_fmadd_pd (t[i], r->cofactor[i][h], number (big));
        vec low = _mm256_fmadd_pd (t[i], r->cofactor[i][h], sub (number (big + middle), high));
        c[h] = _mm256_add_epi64 (c[h], _mm256_castpd_si256 (low));
        c[h + 1] = _mm256_add_epi64 (c[h + 1], _mm256_castpd_si256 (high));
      }
  UNROLL
  for (int h = 0; h < DIGITS - 1; h++)
    {
      c[h + 1] = _mm256_add_epi64 (c[h + 1], _mm256_srli_epi64 (c[h], DIGIT_BITS));
      c[h] = _mm256_and_si256 (c[h], mask);
    }
  limbs[0] = _mm256_or_si256 (c[0], _mm256_slli_epi64 (c[1], 48));
  limbs[1] = _mm256_or_si256 (_mm256_srli_epi64 (c[1], 16), _mm256_slli_epi64 (c[2], 32));
  limbs[2] = _mm256_or_si256 (_mm256_srli_epi64 (c[2], 32), _mm256_slli_epi64 (c[3], 16));
}

static void
recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first,
           int bits)
{
  const struct remainders r = remainders_of ();
  struct writer w = { .rp = rp, .end = rp + rn, .bits = bits };
  for (size_t j = first; w.rp < w.end; j += LANES)
    {
      _Alignas (32) __m256i vectors[3] = { _mm256_setzero_si256 (), _mm256_setzero_si256 (),
                                           _mm256_setzero_si256 () };
      uint64_t limbs[3][LANES];
      UNROLL
      for (int i = 0; i < PRIMES; i++)
        __builtin_prefetch (x + i * words + j + FAR_AHEAD);
      if (likely (j < words))
        solve_remainders (vectors, x + j, words, &r);
      memcpy (limbs, vectors, sizeof limbs);
      for (int l = 0; l < LANES && w.rp < w.end; l++)
        {
          const uint64_t c[3] = { limbs[0][l], limbs[1][l], limbs[2][l] };
          write_coefficient (&w, c);
        }
    }
  if (beyond != NULL)
    beyond[0] = w.sum[0], beyond[1] = w.sum[1];
}

#include "ntt/multiply.h"
#include "ntt/cyclic.h"
#include "ntt/prepared.h"
#include "ntt/halves.h"

const struct comba_ntt comba_ntt_avx2 = COMBA_NTT_FUNCTIONS;
