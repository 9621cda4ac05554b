/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT for pmuludq: words of 32 bits, LANES residues to the vector, five primes below 2^28.  The
   including field file defines LANES, vec, BLOCK_LEVELS, the operations from load to reverse in
   mul/ntt/field_tpl.h, and

     mul (x, y)         the products of words, of 64 bits
     right (x, n)       x / 2^n, of 64 bits
     negative (x)       all ones in the lanes whose bit 63 is set, else 0
     fields (p)         LANES fields of FIELD_BYTES bytes from p on, with any values in the last
                        bytes of a lane; reads FIELDS_READ bytes
     lookup (t, x)      t[x] for each lane
     rotated (y, wy, i) y times y^i modulo y^LANES - w, where wy = w y: lane k is lane k - i of
                        y, or lane k - i + LANES of wy; i is a constant

   A coefficient is 56 bits of a number in two parts of 28 bits: seven bytes, so that no limb has to
   be shifted. 112 bits, and the longest sum that fits memory, are below half the product of the
   primes.  The Chinese remainder theorem works on radix-2^28 digits; 64 bits hold the sum of eight
   products of them.

   A vector is LANES neighbouring coefficients, and the tree of mul/ntt/roots_tpl.h ends there,
   at polynomials modulo y^LANES - r, which are multiplied directly. */

#include <string.h>
#include "mul/ntt/ntt.h"
#include "kernels/x86_32/digits28.h"

#define HALF_NODES 0
#define TOGETHER_WORDS 0
#define STREAMED_WORDS 0
enum { ONE_COLUMN = 0, FORWARD_BY_2 = 0 };
enum { BITS_MAX = 2 * DIGIT_BITS, BITS_STEP = 1, FIELD_BYTES = BITS_MAX / 8 };

_Static_assert (DIGIT == DIGIT_BITS && (int) FIELD_BYTES == (int) PAIR_BYTES, "one kind of digits");
_Static_assert (PRODUCT_BITS - 1 - (ORDER + 2) >= 2 * BITS_MAX && LANES <= 4,
                "room for the longest sum: at most 2^(ORDER + 2) coefficients");

typedef uint64_t words __attribute__ ((vector_size (sizeof (vec))));
static ALWAYS_INLINE vec add (vec x, vec y) { return (vec) ((words) x + (words) y); }
static ALWAYS_INLINE vec sub (vec x, vec y) { return (vec) ((words) x - (words) y); }
static ALWAYS_INLINE vec and (vec x, vec y) { return x & y; }
static ALWAYS_INLINE vec mullo (vec c, vec x, vec y) { return add (c, mul (x, y)); }
static ALWAYS_INLINE vec mulhi (vec c, vec x, vec y) { return add (c, right (mul (x, y), WORD)); }
static ALWAYS_INLINE vec clean (vec x) { return and (x, set1 (UINT32_MAX)); }

static ALWAYS_INLINE vec
min (vec x, vec y)
{
  vec difference = sub (y, x);
  return add (x, and (difference, negative (difference)));
}

static ALWAYS_INLINE vec
step (vec x, vec c, vec s)
{
  return sub (s, and (s, negative (sub (x, c))));
}

#include "mul/ntt/arith_tpl.h"

/* x mod p, in [-bias p, (2 - bias) p).  The primes are not near 2^28, so this uses the quotient
   by Shoup's constant of 1. */
static ALWAYS_INLINE vec
reduce (vec x, const struct modulus *m, int bias)
{
  vec quotient = mulhi (set1 ((uint64_t) (int64_t) bias), x, m->one);
  return mullo (x, quotient, m->minus_p);
}

#include "mul/ntt/roots_tpl.h"
#include "mul/ntt/passes_tpl.h"

/* Cuts a number into coefficients, each in two parts. */
struct cutter
{
  const char *bytes;
  size_t n;
  int bits;
};

static ALWAYS_INLINE void
set_cutter (struct cutter *c, mp_srcptr ap, mp_size_t an, int bits)
{
  ASSERT (bits == BITS_MAX);
  *c = (struct cutter) { (const char *) ap, (size_t) an * sizeof (mp_limb_t), bits };
}

/* The last coefficients of N bytes, from AT on, then zeros. */
static __attribute__ ((noinline)) vec
last_fields (const char *bytes, size_t n, size_t at)
{
  char last[FIELDS_READ];
  memset (last, 0, sizeof last);
  if (at < n)
    memcpy (last, bytes + at, n - at);
  return fields (last);
}

/* Coefficients LANES v to LANES v + LANES - 1. */
static ALWAYS_INLINE struct halves
halves_at (const struct cutter *c, size_t v)
{
  const vec mask = set1 (((uint64_t) 1 << DIGIT_BITS) - 1);
  size_t at = v * (LANES * FIELD_BYTES);
  vec x = likely (at + FIELDS_READ <= c->n)
    ? fields (c->bytes + at) : last_fields (c->bytes, c->n, at);
  return (struct halves) { and (x, mask), and (right (x, DIGIT_BITS), mask) };
}

/* The residue of a coefficient, in [0, 2p): the sum is below 4p. */
static ALWAYS_INLINE vec
residue_of (struct halves h, struct root shift, const struct modulus *m)
{
  return reduce (add (h.low, multiply_root (h.high, shift, m, 0)), m, 0);
}

#include "mul/ntt/tree_tpl.h"
#include "mul/ntt/top_tpl.h"
#include "mul/ntt/shape_tpl.h"

/* x y / 2^32 mod y^LANES - w, where wy = w y; in [0, 5p), for x below 8p, y and wy below 2p.  A
   column is below 4 (8p) (2p) < 2^62; one step of Montgomery reduction divides it. */
static ALWAYS_INLINE vec
multiply_polynomials (const uint64_t *x, vec y, vec wy, vec montgomery, const struct modulus *m)
{
  vec sum = mul (set1 (x[0]), y);
  UNROLL
  for (int i = 1; i < LANES; i++)
    sum = add (sum, mul (set1 (x[i]), rotated (y, wy, i)));
  vec quotient = mul (sum, montgomery);
  return add (sub (right (sum, WORD), right (mul (quotient, m->p), WORD)), m->p);
}

#include "mul/ntt/leaves_tpl.h"

/* The coefficients of the product, LANES at a time, below half the product M of the primes, from
   residues t_i, which come divided by the cofactors M / p_i: the sum of t_i M / p_i minus k M,
   where k is the integral part of the sum of t_i / p_i.  Its fraction is below a half, so adding
   a quarter makes the rounding of that sum harmless.  Radix-2^28 digits. */
static ALWAYS_INLINE void
solve_remainders (vec *c, const uint64_t *x, size_t words, const struct modulus *m)
{
  vec t[PRIMES], fraction = set1 ((uint64_t) 1 << (WORD - 7));
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    {
      t[i] = canonical (reduce (load (x + i * words), &m[i], 0), &m[i]);
      fraction = mulhi (fraction, t[i], set1 (primes[i].reciprocal));
    }
  vec k = right (fraction, WORD - 5);
  UNROLL
  for (int h = 0; h < COLUMNS; h++)
    c[h] = lookup (minus_products[h], k);
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    UNROLL
    for (int h = 0; h < COLUMNS - 1; h++)
      c[h] = mullo (c[h], t[i], set1 (primes[i].cofactor[h]));

  const vec mask = set1 (((uint64_t) 1 << DIGIT) - 1);
  UNROLL
  for (int h = 0; h < COLUMNS - 1; h++)
    {
      c[h + 1] = add (c[h + 1], right (c[h], DIGIT));
      c[h] = and (c[h], mask);
    }
  c[COLUMNS - 1] = and (c[COLUMNS - 1], mask);
}

/* The sum of coefficient j times 2^(56 j): digits 0 and 1 of a coefficient, 2 and 3 of the one
   before, 4 of the one before that, and a carry. */
struct adder
{
  __m128i second, third, fourth, fourth_before, carry;
};

static ALWAYS_INLINE __m128i
next_field (struct adder *a, const __m128i *c)
{
  __m128i low = _mm_add_epi64 (_mm_add_epi64 (c[0], a->second),
                               _mm_add_epi64 (a->fourth_before, a->carry));
  __m128i high = _mm_add_epi64 (_mm_add_epi64 (c[1], a->third), _mm_srli_epi64 (low, DIGIT));
  a->carry = _mm_srli_epi64 (high, DIGIT);
  a->fourth_before = a->fourth;
  a->second = c[2], a->third = c[3], a->fourth = c[4];
  return _mm_or_si128 (_mm_and_si128 (low, digit_mask ()),
                       _mm_slli_epi64 (_mm_and_si128 (high, digit_mask ()), DIGIT));
}

static void
recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first,
           int bits)
{
  (void) bits;
  const __m128i zero = _mm_setzero_si128 ();
  struct modulus m[PRIMES];
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    m[i] = modulus_of (&primes[i]);
  struct adder adder = { zero, zero, zero, zero, zero };
  char *to = (char *) rp;
  ptrdiff_t left = (ptrdiff_t) rn * (ptrdiff_t) sizeof (mp_limb_t);
  for (size_t j = first; left > 0; j += LANES)
    {
      _Alignas (8 * LANES) uint64_t digits[COLUMNS][LANES];
      vec c[COLUMNS];
      UNROLL
      for (int h = 0; h < COLUMNS; h++)
        c[h] = set1 (0);
      if (likely (j < words))
        solve_remainders (c, x + j, words, m);
      UNROLL
      for (int h = 0; h < COLUMNS; h++)
        store (digits[h], c[h]);
      for (int l = 0; l < LANES && left > 0; l++, left -= FIELD_BYTES, to += FIELD_BYTES)
        {
          __m128i of[COLUMNS];
          UNROLL
          for (int h = 0; h < COLUMNS; h++)
            of[h] = load_pair (&digits[h][l]);
          __m128i field = next_field (&adder, of);
          if (likely (left >= 8))
            store_pair (to, field);
          else
            memcpy (to, &field, left < FIELD_BYTES ? (size_t) left : (size_t) FIELD_BYTES);
        }
    }
  if (beyond != NULL)
    {
      const __m128i none[COLUMNS] = { zero, zero, zero, zero, zero };
      uint64_t field[2];
      store_pair (&field[0], next_field (&adder, none));
      store_pair (&field[1], _mm_add_epi64 (adder.fourth_before, adder.carry));
      field[0] |= field[1] << BITS_MAX;
      field[1] >>= 64 - BITS_MAX;
      memcpy (beyond, field, sizeof field);
    }
}

#include "mul/ntt/multiply_tpl.h"
