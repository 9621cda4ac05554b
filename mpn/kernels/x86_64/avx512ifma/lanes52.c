/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Eight residues side by side (residue/lanes.h), as radix-2^52 digits.

   B = 2^52.  Digits are from 0 to B - 1, and vpmadd52 ignores the bits above them in a word.  So
   0 <= q < R, and with X Y < R P / 4 the product is below (1/4 + 1) P < 2P.  With X < 2P and Y = 1
   it is at most P: X + q P < 2P + (R - 1) P.  A column is at most 4N (B - 1) and a carry, below
   2^64 with 1000 digits; its carry is below 2^12. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include <immintrin.h>

/* Callers see it only as tests/ct/disassembly does. */
#if __has_attribute (noipa)
#define BY_ITSELF __attribute__ ((noipa, aligned (64)))
#else
#define BY_ITSELF __attribute__ ((noinline, aligned (64)))
#endif

enum { LANES = 8, DIGIT_BITS = 52, SIGNED = 0, SEPARATE = 1, DIGITS_MAX = 1000 };
#define DIGIT_MASK (((mp_limb_t) 1 << DIGIT_BITS) - 1)
_Static_assert (4 * DIGITS_MAX + 1 <= 1 << (64 - DIGIT_BITS), "columns must not overflow");

typedef __m512i vec, sum;

static ALWAYS_INLINE sum
zero_sum (void)
{
  return _mm512_setzero_si512 ();
}

static ALWAYS_INLINE void
add_parts (sum *s, sum *t, vec a, vec b)
{
  *s = _mm512_madd52lo_epu64 (*s, a, b);
  *t = _mm512_madd52hi_epu64 (*t, a, b);
}

static ALWAYS_INLINE sum
plus (sum s, sum t)
{
  return _mm512_add_epi64 (s, t);
}

static ALWAYS_INLINE sum
without (sum s, mp_size_t lows, mp_size_t highs)
{
  (void) lows, (void) highs;
  return s;
}

static ALWAYS_INLINE vec
digit_of (sum s)
{
  return s;
}

static ALWAYS_INLINE sum
carry_of (sum s)
{
  return _mm512_srli_epi64 (s, DIGIT_BITS);
}

static ALWAYS_INLINE vec
quotient_of (vec d, vec mu)
{
  return _mm512_madd52lo_epu64 (_mm512_setzero_si512 (), d, mu);
}

static ALWAYS_INLINE mp_limb_t
word_of_digit (mp_limb_t digit)
{
  return digit;
}

static ALWAYS_INLINE mp_limb_t
digit_of_word (mp_limb_t word)
{
  return word & DIGIT_MASK;
}

static ALWAYS_INLINE unsigned
begin_arithmetic (void)
{
  return 0;
}

static ALWAYS_INLINE void
end_arithmetic (unsigned before)
{
  (void) before;
}

#include "residue/lanes_tpl.h"

const struct comba_lanes comba_lanes_ifma = {
  .lanes = LANES, .digit_bits = DIGIT_BITS, .max = DIGITS_MAX, .mul = mul, .sqr = sqr, .put = put, .get = get,
  .select = select_element,
};
