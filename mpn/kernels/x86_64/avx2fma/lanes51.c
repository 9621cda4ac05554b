/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Four residues side by side (residue/lanes.h), as signed radix-2^51 digits in doubles.

   B = 2^51.  Digits are from -B/2 to B/2, so |q| <= (R/2) (1 + 2^-50), and with |X Y| < R P / 4 the
   product is below (1/4 + 1/2 + 2^-50) P < P in absolute value.  A column is at most 2N (2^50 +
   2^49) in absolute value, below 2^61 with 600 digits; its carry is below 2^11.

   Products and their constants: kernels/x86_64/avx2fma/integer_columns.h. */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/copies.h"
#include "kernels/x86_64/avx2fma/integer_columns.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"

enum { LANES = 4, SIGNED = 1, SEPARATE = 0, DIGITS_MAX = 600 };

typedef __m256d vec;
typedef __m256i sum;

static ALWAYS_INLINE sum
zero_sum (void)
{
  return _mm256_setzero_si256 ();
}

static ALWAYS_INLINE sum
plus (sum s, sum t)
{
  return _mm256_add_epi64 (s, t);
}

static ALWAYS_INLINE void
add_parts (sum *s, sum *t, vec a, vec b)
{
  (void) t;                     /* s + 1 */
  add_product (s, a, b);
}

static ALWAYS_INLINE sum
without (sum s, mp_size_t lows, mp_size_t highs)
{
  return _mm256_sub_epi64 (s, all_lanes ((uint64_t) lows * LOW_BITS + (uint64_t) highs * HIGH_BITS));
}

/* Plus half a digit, so that it is rounded, and BIAS B, so that it is not negative. */
static ALWAYS_INLINE sum
raised (sum s)
{
  return plus (s, all_lanes (((uint64_t) BIAS << DIGIT_BITS) + ((uint64_t) 1 << (DIGIT_BITS - 1))));
}

static ALWAYS_INLINE vec
digit_of (sum s)
{
  const sum d = plus (_mm256_and_si256 (raised (s), all_lanes (DIGIT_MASK)), all_lanes (0x4330000000000000ull));
  return _mm256_sub_pd (_mm256_castsi256_pd (d), _mm256_set1_pd (0x1p52 + 0x1p50));
}

static ALWAYS_INLINE sum
carry_of (sum s)
{
  return _mm256_sub_epi64 (_mm256_srli_epi64 (raised (s), DIGIT_BITS), all_lanes (BIAS));
}

static ALWAYS_INLINE vec
quotient_of (vec d, vec mu)
{
  const vec one = _mm256_set1_pd (HIGH_ONE), h = _mm256_fmadd_pd (d, mu, one);
  return _mm256_fmadd_pd (d, mu, _mm256_sub_pd (one, h));
}

static ALWAYS_INLINE mp_limb_t
word_of_digit (mp_limb_t digit)
{
  const double d = (double) (int64_t) digit;
  mp_limb_t word;
  __builtin_memcpy (&word, &d, sizeof word);
  return word;
}

static ALWAYS_INLINE mp_limb_t
digit_of_word (mp_limb_t word)
{
  double d;
  __builtin_memcpy (&d, &word, sizeof d);
  return (mp_limb_t) (int64_t) d;
}

#include "residue/lanes_tpl.h"

const struct comba_lanes comba_lanes_avx2 = {
  .lanes = LANES, .digit_bits = DIGIT_BITS, .max = DIGITS_MAX, .mul = mul, .sqr = sqr, .put = put, .get = get,
  .select = select_element,
};
