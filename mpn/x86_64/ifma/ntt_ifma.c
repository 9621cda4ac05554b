/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms on AVX-512 IFMA: words of 52 bits, eight residues to the vector, four
   primes below 2^48.

   A vector is eight neighbouring coefficients, and the tree of ntt/roots.h ends
   there: at polynomials modulo y^8 - r, which are multiplied as such.  So lanes
   never mix in the transforms. */

#include "ntt/ntt.h"
#include "ntt/field.h"
#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/ntt_primes.h"
#include <immintrin.h>

enum { LANES = 8, BLOCK_LEVELS = 9 };

typedef __m512i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm512_load_si512 (p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm512_store_si512 (p, x); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm512_set1_epi64 ((long long) x); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm512_add_epi64 (x, y); }
static ALWAYS_INLINE vec sub (vec x, vec y) { return _mm512_sub_epi64 (x, y); }
static ALWAYS_INLINE vec mullo (vec c, vec x, vec y) { return _mm512_madd52lo_epu64 (c, x, y); }
static ALWAYS_INLINE vec mulhi (vec c, vec x, vec y) { return _mm512_madd52hi_epu64 (c, x, y); }
static ALWAYS_INLINE vec min (vec x, vec y) { return _mm512_min_epu64 (x, y); }

static ALWAYS_INLINE vec
clean (vec x)
{
  return _mm512_and_si512 (x, set1 (((uint64_t) 1 << WORD) - 1));
}

static ALWAYS_INLINE vec
step (vec x, vec c, vec s)
{
  return _mm512_maskz_mov_epi64 (_mm512_cmpge_epu64_mask (x, c), s);
}

#include "ntt/arith.h"
#include "ntt/roots.h"
#include "ntt/passes.h"

/* Coefficients of a number, in two halves: low + 2^half high, both below 2^46.
   Eight coefficients are BITS bytes, lane l from bit l * bits of them on. */
struct cutter
{
  const unsigned char *bytes;
  ptrdiff_t n;
  int bits;
  struct root shift;                    /* 2^half */
  vec low_bytes, high_bytes;            /* of the eight that hold the half, */
  vec low_shift, high_shift;            /* in which it begins here, */
  vec low_mask, high_mask;              /* and what it keeps of them */
};

static ALWAYS_INLINE vec
byte_numbers (vec bit)
{
  const vec eight = set1 (0x0706050403020100), ones = set1 (0x0101010101010101);
  vec byte = _mm512_srli_epi64 (bit, 3);
  return add (_mm512_mullo_epi64 (byte, ones), eight);
}

static ALWAYS_INLINE struct cutter
cutter_of (mp_srcptr ap, mp_size_t an, int bits, const struct prime *prime)
{
  int half = bits / 2;
  const vec seven = set1 (7);
  vec lane = _mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0);
  vec low = _mm512_mullo_epi64 (lane, set1 (bits)), high = add (low, set1 (half));
  return (struct cutter) {
    .bytes = (const unsigned char *) ap, .n = (ptrdiff_t) an * 8, .bits = bits,
    .shift = root_of ((uint64_t) 1 << half, prime),
    .low_bytes = byte_numbers (low), .high_bytes = byte_numbers (high),
    .low_shift = _mm512_and_si512 (low, seven), .high_shift = _mm512_and_si512 (high, seven),
    .low_mask = set1 (((uint64_t) 1 << half) - 1),
    .high_mask = set1 (((uint64_t) 1 << (bits - half)) - 1),
  };
}

static ALWAYS_INLINE vec
load_bytes (const unsigned char *p, ptrdiff_t n)
{
  n = n < 0 ? 0 : n > 64 ? 64 : n;
  return _mm512_maskz_loadu_epi8 (_bzhi_u64 (~(uint64_t) 0, (unsigned) n), p);
}

/* Coefficients 8 v to 8 v + 7.  The high half times 2^half is below p (1 + 2^-6),
   and the low one below p / 2: in [0, 2p). */
static ALWAYS_INLINE vec
cut (const struct cutter *c, size_t v, const struct modulus *m)
{
  ptrdiff_t at = (ptrdiff_t) v * c->bits, left = c->n - at;
  const unsigned char *p = c->bytes + at;
  vec x, y;
  if (likely (left >= 128))
    x = _mm512_loadu_si512 (p), y = _mm512_loadu_si512 (p + 64);
  else
    x = load_bytes (p, left), y = load_bytes (p + 64, left - 64);
  vec low = _mm512_permutex2var_epi8 (x, c->low_bytes, y);
  vec high = _mm512_permutex2var_epi8 (x, c->high_bytes, y);
  low = _mm512_and_si512 (_mm512_srlv_epi64 (low, c->low_shift), c->low_mask);
  high = _mm512_and_si512 (_mm512_srlv_epi64 (high, c->high_shift), c->high_mask);
  vec quotient = mulhi (set1 (0), high, set1 (c->shift.q));
  return mullo (mullo (low, high, set1 (c->shift.w)), quotient, m->minus_p);
}

#include "ntt/tree.h"
#include "ntt/top.h"
#include "ntt/shape.h"

/* x y / 2^52 modulo y^8 - w, where wy = w y, for words below 2p; in [0, 3p).

   Column k of the product is the sum of x_i y_(k-i), where y_(k-i) with a negative
   index is that of wy eight further: lane k of wy and y, end to end, moved by i.
   It is less than 8 (2p)^2 < 2^52 2p; one step of Montgomery's reduction divides it. */
static ALWAYS_INLINE vec
multiply_polynomials (const uint64_t *x, vec y, vec wy, vec montgomery, const struct modulus *m)
{
  vec low = set1 (0), high = set1 (0), low1 = low, high1 = high;
#define TERMS(i)                                                \
  do                                                            \
    {                                                           \
      vec y0 = i == 0 ? y : _mm512_alignr_epi64 (y, wy, (8 - i) % 8);   \
      vec y1 = _mm512_alignr_epi64 (y, wy, 7 - i);              \
      low = mullo (low, y0, set1 (x[i]));                       \
      high = mulhi (high, y0, set1 (x[i]));                     \
      low1 = mullo (low1, y1, set1 (x[i + 1]));                 \
      high1 = mulhi (high1, y1, set1 (x[i + 1]));               \
    }                                                           \
  while (0)
  TERMS (0);
  TERMS (2);
  TERMS (4);
  TERMS (6);
#undef TERMS
  low = add (low, low1), high = add (high, high1);
  high = add (high, _mm512_srli_epi64 (low, WORD));
  vec quotient = mullo (set1 (0), low, montgomery);
  return add (sub (high, mulhi (set1 (0), quotient, m->p)), m->p);
}

/* x = x y scale / 2^WORD modulo each leaf's polynomial, in [0, 2p).
   An even number of leaves: y^8 - w and y^8 + w for each w of the table. */
static void
pointwise (uint64_t *x, const uint64_t *y, size_t vectors, const struct roots *roots,
           struct root scale, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const vec montgomery = set1 (prime->montgomery);
  for (size_t v = 0; v < vectors; v += 2)
    {
      uint64_t *x0 = x + v * LANES, *x1 = x0 + LANES;
      vec y0 = reduce (load (y + v * LANES), &m, 0);
      vec y1 = reduce (load (y + v * LANES + LANES), &m, 0);
      store (x0, reduce (load (x0), &m, 0));
      store (x1, reduce (load (x1), &m, 0));
      struct root w = root_at (roots, v / 2);
      vec wy0 = multiply_root (y0, w, &m, 0);
      vec wy1 = sub (m.p2, multiply_root (y1, w, &m, 0));
      vec z0 = multiply_polynomials (x0, y0, wy0, montgomery, &m);
      vec z1 = multiply_polynomials (x1, y1, wy1, montgomery, &m);
      store (x0, multiply_root (z0, scale, &m, 0));
      store (x1, multiply_root (z1, scale, &m, 0));
    }
}

#include "ntt/writer.h"

/* Coefficient j, below half the product M of the primes, from its residues t_i,
   which were divided by the cofactors M / p_i: the sum of t_i M / p_i, less k M,
   where k is the integral part of the sum of t_i / p_i: its fraction is below a
   half, and adding a quarter makes the rounding of that sum harmless. */
static void
recombine (mp_ptr rp, mp_size_t rn, const uint64_t *x, size_t words, int bits)
{
  struct modulus m[PRIMES];
  for (int i = 0; i < PRIMES; i++)
    m[i] = modulus_of (&primes[i]);
  struct writer w = { .rp = rp, .end = rp + rn, .bits = bits };
  for (size_t j = 0; w.rp < w.end; j += LANES)
    {
      vec t[PRIMES], fraction = set1 ((uint64_t) 1 << (WORD - 7));
      for (int i = 0; i < PRIMES; i++)
        {
          t[i] = j < words ? canonical (reduce (load (x + i * words + j), &m[i], 0), &m[i]) : set1 (0);
          fraction = mulhi (fraction, t[i], set1 (primes[i].reciprocal));
        }
      vec k = _mm512_srli_epi64 (fraction, WORD - 5), c[COLUMNS + 1];
      for (int h = 0; h < COLUMNS; h++)
        c[h] = _mm512_permutexvar_epi64 (k, _mm512_loadu_si512 (minus_products[h]));
      for (int i = 0; i < PRIMES; i++)
        for (int h = 0; h < COLUMNS - 1; h++)
          {
            vec d = set1 (primes[i].cofactor[h]);
            c[h] = mullo (c[h], t[i], d);
            c[h + 1] = mulhi (c[h + 1], t[i], d);
          }
      for (int h = 0; h < COLUMNS - 1; h++)
        {
          c[h + 1] = add (c[h + 1], _mm512_srli_epi64 (c[h], WORD));
          c[h] = clean (c[h]);
        }
      c[3] = clean (c[3]);
      _Alignas (64) uint64_t limbs[3][LANES];
      store (limbs[0], _mm512_or_si512 (c[0], _mm512_slli_epi64 (c[1], 52)));
      store (limbs[1], _mm512_or_si512 (_mm512_srli_epi64 (c[1], 12), _mm512_slli_epi64 (c[2], 40)));
      store (limbs[2], _mm512_or_si512 (_mm512_srli_epi64 (c[2], 24), _mm512_slli_epi64 (c[3], 28)));
      for (int l = 0; l < LANES; l++)
        write_coefficient (&w, (const uint64_t[]) { limbs[0][l], limbs[1][l], limbs[2][l] });
    }
}

#include "ntt/multiply.h"

const struct comba_ntt comba_ntt_ifma = { itch, multiply_limbs };
