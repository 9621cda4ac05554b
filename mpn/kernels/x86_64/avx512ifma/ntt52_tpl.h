/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT with AVX-512 IFMA: words of 52 bits, eight residues to the vector, four primes below 2^48.
   The including field file defines HALF_NODES, TOGETHER_WORDS, STREAMED_WORDS and EXPANDED_WORDS
   (mul/ntt/field_tpl.h), NTT, the name of the struct comba_ntt, and

     AT_ONCE            1 or 2: so many vectors of coefficients are recombined together, step by
                        step, where a CPU looks ahead over less than one vector's chain of steps
     EXPANDED_LOADED    1: moved vectors of expanded leaves are loaded from memory; 0: they are
                        moved in registers, where a load that crosses a cache line costs two (Zen)

   A vector is eight neighbouring coefficients, and the tree of mul/ntt/roots_tpl.h ends there,
   at polynomials modulo y^8 - r, which are multiplied directly.  So lanes never mix in the
   transforms. */

#include "mul/ntt/ntt.h"
#include "mul/ntt/field_tpl.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "mul/ntt/primes_48.h"
#include <immintrin.h>
#include <string.h>

enum { LANES = 8, BLOCK_LEVELS = 9, BITS_MAX = 127, BITS_STEP = 1 };
enum { ONE_COLUMN = 0, FORWARD_BY_2 = 0 };

typedef __m512i vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm512_load_si512 (p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm512_store_si512 (p, x); }
static ALWAYS_INLINE void stream (uint64_t *p, vec x) { _mm512_stream_si512 ((void *) p, x); }
static ALWAYS_INLINE void end_of_stream (void) { _mm_sfence (); }
static ALWAYS_INLINE vec set1 (uint64_t x) { return _mm512_set1_epi64 ((long long) x); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm512_add_epi64 (x, y); }
static ALWAYS_INLINE vec sub (vec x, vec y) { return _mm512_sub_epi64 (x, y); }
static ALWAYS_INLINE vec mullo (vec c, vec x, vec y) { return _mm512_madd52lo_epu64 (c, x, y); }
static ALWAYS_INLINE vec mulhi (vec c, vec x, vec y) { return _mm512_madd52hi_epu64 (c, x, y); }
static ALWAYS_INLINE vec min (vec x, vec y) { return _mm512_min_epu64 (x, y); }

static ALWAYS_INLINE vec
reverse (vec x)
{
  return _mm512_permutexvar_epi64 (_mm512_set_epi64 (0, 1, 2, 3, 4, 5, 6, 7), x);
}

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

#include "mul/ntt/arith_tpl.h"

/* x mod p, in [-bias p, (2 - bias) p), for any word x.  floor (x 16 / 2^WORD) is floor (x / p) or
   one less, since 16 p is less than 2^WORD by less than p. */
static ALWAYS_INLINE vec
reduce (vec x, const struct modulus *m, int bias)
{
  vec quotient = mulhi (set1 ((uint64_t) (int64_t) bias), x, set1 (16));
  return mullo (x, quotient, m->minus_p);
}

#include "mul/ntt/roots_tpl.h"
#include "mul/ntt/passes_tpl.h"

enum { CUT_BYTES = 128 };       /* the most bytes of eight coefficients */

/* Cuts a number into coefficients, each in two parts: low + 2^half high, both below 2^46.  Eight
   coefficients are BITS bytes; lane l begins at bit l * bits of them. */
struct cutter
{
  const unsigned char *bytes;
  ptrdiff_t n;
  unsigned char last[2 * CUT_BYTES];    /* the last bytes, and zeros */
  int bits;
  vec low_bytes, high_bytes;            /* the eight bytes that hold the part */
  vec low_shift, high_shift;            /* the bit at which it begins */
  vec low_mask, high_mask;              /* its bits */
};

static ALWAYS_INLINE vec
byte_numbers (vec bit)
{
  const vec eight = set1 (0x0706050403020100), ones = set1 (0x0101010101010101);
  vec byte = _mm512_srli_epi64 (bit, 3);
  return add (_mm512_mullo_epi64 (byte, ones), eight);
}

static ALWAYS_INLINE void
set_cutter (struct cutter *c, mp_srcptr ap, mp_size_t an, int bits)
{
  const int half = bits / 2;
  const vec seven = set1 (7);
  vec lane = _mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0);
  vec low = _mm512_mullo_epi64 (lane, set1 (bits)), high = add (low, set1 (half));
  c->bytes = (const unsigned char *) ap;
  c->n = (ptrdiff_t) an * sizeof (mp_limb_t);
  c->bits = bits;
  c->low_bytes = byte_numbers (low), c->high_bytes = byte_numbers (high);
  c->low_shift = _mm512_and_si512 (low, seven), c->high_shift = _mm512_and_si512 (high, seven);
  c->low_mask = set1 (((uint64_t) 1 << half) - 1);
  c->high_mask = set1 (((uint64_t) 1 << (bits - half)) - 1);
  const ptrdiff_t last = c->n < CUT_BYTES ? c->n : CUT_BYTES;
  memset (c->last, 0, sizeof c->last);
  memcpy (c->last + CUT_BYTES - last, c->bytes + c->n - last, (size_t) last);
}

/* Coefficients 8v to 8v + 7.  No masked loads: one that ends before an untouched page is very
   slow. */
static ALWAYS_INLINE struct halves
halves_at (const struct cutter *c, size_t v)
{
  ptrdiff_t at = (ptrdiff_t) v * c->bits, left = c->n - at;
  const unsigned char *p = likely (left >= CUT_BYTES) ? c->bytes + at : c->last + CUT_BYTES - (left > 0 ? left : 0);
  const vec x = _mm512_loadu_si512 (p), y = _mm512_loadu_si512 (p + 64);
  vec low = _mm512_permutex2var_epi8 (x, c->low_bytes, y);
  vec high = _mm512_permutex2var_epi8 (x, c->high_bytes, y);
  return (struct halves) {
    _mm512_and_si512 (_mm512_srlv_epi64 (low, c->low_shift), c->low_mask),
    _mm512_and_si512 (_mm512_srlv_epi64 (high, c->high_shift), c->high_mask),
  };
}

/* In [0, 2p): the high part times 2^half is below p (1 + 2^-6), and the low part below p / 2. */
static ALWAYS_INLINE vec
residue_of (struct halves h, struct root shift, const struct modulus *m)
{
  vec quotient = mulhi (set1 (0), h.high, set1 (shift.q));
  return mullo (mullo (h.low, h.high, set1 (shift.w)), quotient, m->minus_p);
}

#include "mul/ntt/tree_tpl.h"
#include "mul/ntt/top_tpl.h"
#include "mul/ntt/shape_tpl.h"

/* (low + 2^52 high) / 2^52 mod p, in [0, 9p), by one step of Montgomery reduction; requires that
   value to be below 8p. */
static ALWAYS_INLINE vec
reduce_columns (vec low, vec high, vec montgomery, const struct modulus *m)
{
  high = add (high, _mm512_srli_epi64 (low, WORD));
  vec quotient = mullo (set1 (0), low, montgomery);
  return add (sub (high, mulhi (set1 (0), quotient, m->p)), m->p);
}

/* x y / 2^52 mod y^8 - w, where wy = w y; in [0, 9p), for x below 8p, y and wy below 2p.

   Column k of the product is the sum of x_i y_(k-i), where a negative index means wy, eight
   higher: lane k of wy and y, end to end, moved by i.  It is below 8 (8p) (2p) < 2^52 8p. */
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
  return reduce_columns (add (low, low1), add (high, high1), montgomery, m);
}

#if EXPANDED_WORDS && GMP_LIMB_BITS == 64
/* The same with wy and y in memory, one after the other, so that y moved by i can be loaded. */
static ALWAYS_INLINE vec
multiply_expanded_polynomials (const uint64_t *x, const uint64_t *expanded, vec montgomery, const struct modulus *m)
{
  if (!EXPANDED_LOADED)
    return multiply_polynomials (x, load (expanded + LANES), load (expanded), montgomery, m);
  vec low = set1 (0), high = set1 (0), low1 = low, high1 = high;
  UNROLL
  for (int i = 0; i < LANES; i += 2)
    {
      const vec y0 = _mm512_loadu_si512 (expanded + LANES - i), y1 = _mm512_loadu_si512 (expanded + LANES - 1 - i);
      low = mullo (low, y0, set1 (x[i]));
      high = mulhi (high, y0, set1 (x[i]));
      low1 = mullo (low1, y1, set1 (x[i + 1]));
      high1 = mulhi (high1, y1, set1 (x[i + 1]));
    }
  return reduce_columns (add (low, low1), add (high, high1), montgomery, m);
}

#include "mul/ntt/transposed_tpl.h"
#endif

#include "mul/ntt/leaves_tpl.h"

/* The coefficients of the product, eight at a time, below 5/8 of the product M of the primes,
   and below 2^191.  The residues t_i come divided by the cofactors M / p_i, and below 2 p_i.  A
   coefficient is the sum of t_i M / p_i minus k M, where k < 8 is the integral part of the sum
   of t_i / p_i.  The fraction is below 5/8, so adding a quarter makes the rounding of that sum
   harmless.  Radix-2^52 digits; the top one has 35 bits. */
static ALWAYS_INLINE void
solve_remainders (vec (*c)[COLUMNS], const uint64_t *x, size_t words, const struct modulus *m)
{
  vec t[AT_ONCE][PRIMES], fraction[AT_ONCE];
  const struct prime *constants = primes;
  __asm__ ("" : "+r" (constants));      /* in memory, not moved from general registers */
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    UNROLL
    for (int v = 0; v < AT_ONCE; v++)
      {
        const vec before = i == 0 ? set1 ((uint64_t) 1 << (WORD - 7)) : fraction[v];
        t[v][i] = reduce (load (x + i * words + v * LANES), &m[i], 0);
        fraction[v] = mulhi (before, t[v][i], set1 (constants[i].reciprocal));
      }
  UNROLL
  for (int v = 0; v < AT_ONCE; v++)
    {
      const vec k = _mm512_srli_epi64 (fraction[v], WORD - 5);
      UNROLL
      for (int h = 0; h < COLUMNS; h++)
        c[v][h] = _mm512_permutexvar_epi64 (k, _mm512_loadu_si512 (minus_products[h]));
    }
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    UNROLL
    for (int h = 0; h < COLUMNS - 1; h++)
      UNROLL
      for (int v = 0; v < AT_ONCE; v++)
        {
          vec digit = set1 (constants[i].cofactor[h]);
          c[v][h] = mullo (c[v][h], t[v][i], digit);
          c[v][h + 1] = mulhi (c[v][h + 1], t[v][i], digit);
        }
  UNROLL
  for (int h = 0; h < COLUMNS - 1; h++)
    UNROLL
    for (int v = 0; v < AT_ONCE; v++)
      {
        c[v][h + 1] = add (c[v][h + 1], _mm512_srli_epi64 (c[v][h], WORD));
        c[v][h] = clean (c[v][h]);
      }
  UNROLL
  for (int v = 0; v < AT_ONCE; v++)
    c[v][COLUMNS - 1] = clean (c[v][COLUMNS - 1]);
}

/* The sum of coefficient j times 2^(bits j), as bytes.

   A coefficient is three fields of BITS bits, the third one short.  Field j of the result is the
   sum of the first field of coefficient j, the second of j - 1, the third of j - 2, and a
   carry.  A field is a 52-bit digit and its remaining bits, the rest. */
struct adder
{
  vec rest_mask;                        /* the lowest BITS - 52 bits */
  vec second, third;                    /* of the vector before; */
  vec second_rest, carry;               /* their last lanes move into the next vector */
  unsigned ripple;                      /* a carry into the next vector, 0 or 1 */
  __m128i by_rest, by_gap, by_third;    /* BITS - 52, 104 - BITS, 2 BITS - 156 */

  /* Lane l begins at bit bits l of the bytes: */
  vec shift, unshift;                   /* at bit SHIFT of a byte; 64 - SHIFT */
  vec even[2], odd[2];                  /* the source byte and lane of each byte, by parity */
};

static ALWAYS_INLINE struct adder
adder_of (int bits)
{
  /* A byte that is always zero: the last one of the second words. */
  unsigned char bytes[2][128 + 16];
  memset (bytes, 127, sizeof bytes);
  for (int l = 0; l < LANES; l++)
    for (int i = 0; i < 16; i++)
      bytes[l & 1][l * bits / 8 + i] = (unsigned char) (8 * l + i % 8 + i / 8 * 64);

  vec lane = _mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0);
  vec shift = _mm512_and_si512 (_mm512_mullo_epi64 (lane, set1 (bits)), set1 (7));
  return (struct adder) {
    .rest_mask = set1 (((uint64_t) 1 << (bits - 52)) - 1),
    .second = set1 (0), .third = set1 (0), .second_rest = set1 (0), .carry = set1 (0),
    .by_rest = _mm_cvtsi32_si128 (bits - 52), .by_gap = _mm_cvtsi32_si128 (104 - bits),
    .by_third = _mm_cvtsi32_si128 (2 * bits - 156),
    .shift = shift, .unshift = sub (set1 (64), shift),
    .even = { _mm512_loadu_si512 (bytes[0]), _mm512_loadu_si512 (bytes[0] + 64) },
    .odd = { _mm512_loadu_si512 (bytes[1]), _mm512_loadu_si512 (bytes[1] + 64) },
  };
}

/* x with its lanes moved up by N; the last lanes of the vector before move in. */
#define MOVE_UP(x, before, n) _mm512_alignr_epi64 (x, before, LANES - (n))

/* bytes[0], bytes[1] = the next BITS bytes, then zeros; c as solve_remainders returns it. */
static ALWAYS_INLINE void
add_fields (struct adder *a, vec *bytes, const vec *c)
{
  vec second = clean (_mm512_or_si512 (_mm512_srl_epi64 (c[1], a->by_rest),
                                       _mm512_sll_epi64 (c[2], a->by_gap)));
  vec second_rest = _mm512_and_si512 (_mm512_or_si512 (_mm512_srl_epi64 (c[2], a->by_rest),
                                                       _mm512_sll_epi64 (c[3], a->by_gap)),
                                      a->rest_mask);
  vec third = _mm512_srl_epi64 (c[3], a->by_third);

  vec low = add (add (c[0], MOVE_UP (second, a->second, 1)), MOVE_UP (third, a->third, 2));
  vec rest = add (_mm512_and_si512 (c[1], a->rest_mask), MOVE_UP (second_rest, a->second_rest, 1));
  rest = add (rest, _mm512_srli_epi64 (low, WORD));
  low = clean (low);
  a->second = second, a->second_rest = second_rest, a->third = third;

  /* The carry out of a field is at most 2.  Once that is added, a field may be 2^bits or 2^bits
     + 1 once more, or pass on a carry that reaches it. */
  vec carry = _mm512_srl_epi64 (rest, a->by_rest);
  low = add (low, MOVE_UP (carry, a->carry, 1));
  rest = add (_mm512_and_si512 (rest, a->rest_mask), _mm512_srli_epi64 (low, WORD));
  low = clean (low);
  a->carry = carry;

  unsigned generate = _mm512_cmpgt_epu64_mask (rest, a->rest_mask);
  unsigned propagate = _mm512_cmpeq_epi64_mask (rest, a->rest_mask)
    & _mm512_cmpeq_epi64_mask (low, set1 (((uint64_t) 1 << WORD) - 1));
  unsigned ripple = propagate + 2 * generate + a->ripple;
  low = _mm512_mask_add_epi64 (low, (__mmask8) (ripple ^ propagate), low, set1 (1));
  rest = _mm512_and_si512 (add (rest, _mm512_srli_epi64 (low, WORD)), a->rest_mask);
  low = clean (low);
  a->ripple = ripple >> LANES;

  vec word0 = _mm512_or_si512 (low, _mm512_slli_epi64 (rest, WORD));
  vec word1 = _mm512_sllv_epi64 (_mm512_srli_epi64 (rest, 64 - WORD), a->shift);
  word1 = _mm512_or_si512 (word1, _mm512_srlv_epi64 (word0, a->unshift));
  word0 = _mm512_sllv_epi64 (word0, a->shift);
  UNROLL
  for (int i = 0; i < 2; i++)
    bytes[i] = _mm512_or_si512 (_mm512_permutex2var_epi8 (word0, a->even[i], word1),
                                _mm512_permutex2var_epi8 (word0, a->odd[i], word1));
}

/* The mask of the first n bytes of a vector. */
static ALWAYS_INLINE __mmask64
bytes_mask (ptrdiff_t n)
{
  return n <= 0 ? 0 : ~(uint64_t) 0 >> (n < 64 ? 64 - n : 0);
}

static ALWAYS_INLINE void
store_bytes (unsigned char *p, ptrdiff_t n, vec x)
{
  _mm512_mask_storeu_epi8 (p, bytes_mask (n), x);
}

static void
recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first,
           int bits)
{
  struct modulus m[PRIMES];
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    m[i] = modulus_of (&primes[i]);
  struct adder adder = adder_of (bits);
  unsigned char *to = (unsigned char *) rp;
  ptrdiff_t left = (ptrdiff_t) rn * sizeof (mp_limb_t);
  for (size_t j = first; left > 0; j += AT_ONCE * LANES)
    {
      vec c[AT_ONCE][COLUMNS] = { 0 }, bytes[AT_ONCE][2];
      UNROLL
      for (int i = 0; i < PRIMES; i++)
        UNROLL
        for (int v = 0; v < AT_ONCE; v++)
          __builtin_prefetch (x + i * words + j + v * LANES + FAR_AHEAD);
      if (likely (j < words))
        solve_remainders (c, x + j, words, m);
      UNROLL
      for (int v = 0; v < AT_ONCE; v++)
        add_fields (&adder, bytes[v], c[v]);
      UNROLL
      for (int v = 0; v < AT_ONCE; v++, left -= bits, to += bits)
        if (likely (left >= 128))
          {
            _mm512_storeu_si512 (to, bytes[v][0]);
            _mm512_storeu_si512 (to + 64, bytes[v][1]);
          }
        else
          {
            store_bytes (to, left, bytes[v][0]);
            store_bytes (to + 64, left - 64, bytes[v][1]);
          }
    }
  if (beyond != NULL)
    {
      vec none[COLUMNS] = { set1 (0), set1 (0), set1 (0), set1 (0) }, bytes[2];
      add_fields (&adder, bytes, none);
      _mm_storeu_si128 ((__m128i *) beyond, _mm512_castsi512_si128 (bytes[0]));
    }
}

#include "mul/ntt/multiply_tpl.h"

#if GMP_LIMB_BITS == 64
#include "mul/ntt/cyclic_tpl.h"
#include "mul/ntt/cached_tpl.h"
#include "mul/ntt/two_moduli_tpl.h"
#include "mul/ntt/crt_bipartite_tpl.h"

const struct comba_ntt NTT = COMBA_NTT_FUNCTIONS;
#else
const struct comba_ntt NTT = { .itch = one_length_itch, .itch_exactly = one_length_itch, .mul = multiply_limbs };
#endif
