/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* NTT with AVX2 and FMA: residues in doubles, four to the vector, four primes below 2^48.

   A vector is four neighbouring coefficients, and the tree of mul/ntt/roots_tpl.h ends there, at
   polynomials modulo y^4 - r, which are multiplied directly. */

#include "mul/ntt/ntt.h"
#include "mul/ntt/field_tpl.h"
#include "mul/ntt/primes_48.h"
#include "arith/scratch.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/doubles_tpl.h"

enum { BLOCK_LEVELS = 10, BITS_MAX = 92, BITS_STEP = 2 };
#define HALF_NODES 1
#define TOGETHER_WORDS (1 << 18)
#define STREAMED_WORDS 0
#define EXPANDED_WORDS 0
enum { ONE_COLUMN = 1, FORWARD_BY_2 = 1 };

#include "mul/ntt/roots_tpl.h"
#include "mul/ntt/passes_tpl.h"

/* Cuts a number into coefficients, each in two parts: low + 2^half high.  Four coefficients are
   BITS / 2 bytes. */
struct cutter
{
  const unsigned char *bytes;
  ptrdiff_t n;
  int bits;
  ptrdiff_t at[LANES];                  /* where the sixteen bytes of each coefficient begin */
  ivec even, odd;                       /* the bytes of its parts: of lanes 0 and 2, 1 and 3 */
  ivec low_shift, high_shift;           /* the bit at which a part begins in its bytes */
  ivec low_mask, high_mask;             /* the bits of a part */
};

/* The most bytes that a cutter reads for four coefficients. */
enum { CUT_BYTES = 3 * BITS_MAX / 8 + 16 };

static ALWAYS_INLINE void
set_cutter (struct cutter *c, mp_srcptr ap, mp_size_t an, int bits)
{
  const int half = bits / 2;
  c->bytes = (const unsigned char *) ap;
  c->n = (ptrdiff_t) an * 8;
  c->bits = bits;
  unsigned char bytes[LANES][16];
  int64_t low[LANES], high[LANES];
  for (int l = 0; l < LANES; l++)
    {
      const int begin = l * bits % 8;
      c->at[l] = l * bits / 8;
      low[l] = begin, high[l] = (begin + half) % 8;
      for (int i = 0; i < 8; i++)
        {
          bytes[l % 2 * 2 + l / 2][i] = (unsigned char) i;
          bytes[l % 2 * 2 + l / 2][8 + i] = (unsigned char) ((begin + half) / 8 + i);
        }
    }
  c->even = _mm256_loadu_si256 ((const ivec *) bytes[0]), c->odd = _mm256_loadu_si256 ((const ivec *) bytes[2]);
  c->low_shift = _mm256_loadu_si256 ((const ivec *) low);
  c->high_shift = _mm256_loadu_si256 ((const ivec *) high);
  c->low_mask = integer (((uint64_t) 1 << half) - 1);
  c->high_mask = integer (((uint64_t) 1 << (bits - half)) - 1);
}

/* Loads sixteen bytes from each address. */
static ALWAYS_INLINE ivec
load_two (const unsigned char *p, const unsigned char *q)
{
  return _mm256_inserti128_si256 (_mm256_castsi128_si256 (_mm_loadu_si128 ((const __m128i *) p)),
                                  _mm_loadu_si128 ((const __m128i *) q), 1);
}

static ALWAYS_INLINE vec
field (ivec x, ivec shift, ivec mask)
{
  const ivec two52 = _mm256_castpd_si256 (number (0x1p52));
  x = or (and (_mm256_srlv_epi64 (x, shift), mask), two52);
  return sub (_mm256_castsi256_pd (x), number (0x1p52));
}

static ALWAYS_INLINE struct halves
halves_from (const struct cutter *c, const unsigned char *p)
{
  ivec even = _mm256_shuffle_epi8 (load_two (p, p + c->at[2]), c->even);
  ivec odd = _mm256_shuffle_epi8 (load_two (p + c->at[1], p + c->at[3]), c->odd);
  return (struct halves) {
    field (_mm256_unpacklo_epi64 (even, odd), c->low_shift, c->low_mask),
    field (_mm256_unpackhi_epi64 (even, odd), c->high_shift, c->high_mask),
  };
}

/* The last coefficients: LEFT bytes from P on, then zeros. */
static __attribute__ ((noinline)) struct halves
last_halves (const struct cutter *c, const unsigned char *p, ptrdiff_t left)
{
  unsigned char last[CUT_BYTES];
  memset (last, 0, sizeof last);
  memcpy (last, p, (size_t) left);
  return halves_from (c, last);
}

/* Coefficients 4v to 4v + 3. */
static ALWAYS_INLINE struct halves
halves_at (const struct cutter *c, size_t v)
{
  const ptrdiff_t at = (ptrdiff_t) v * (c->bits / 2), left = c->n - at;
  if (likely (left >= CUT_BYTES))
    return halves_from (c, c->bytes + at);
  if (left > 0)
    return last_halves (c, c->bytes + at, left);
  return (struct halves) { number (0), number (0) };
}

#include "mul/ntt/tree_tpl.h"
#include "mul/ntt/top_tpl.h"
#include "mul/ntt/shape_tpl.h"

/* x y mod y^4 - w, below p, for x below (23/10) p, which passes that begin with reduce leave.
   expanded[0..3] = w y and expanded[4..7] = y, both below (3/5) p because the factors are below p;
   y times y^i is expanded[4-i..7-i].

   Bound: a column is below 4 (23/10) (3/5) p^2 < 2^98.5.  Its products are split exactly at
   2^48: BIG plus anything below 2^99 is rounded to a multiple of that. */
static ALWAYS_INLINE vec
multiply_polynomials (const uint64_t *x, const uint64_t *expanded, const struct modulus *m)
{
  const vec big = number (0x1.8p100);
  vec high = big, low = number (0);
  UNROLL
  for (int i = 0; i < LANES; i++)
    {
      const vec xi = set1 (x[i]), yi = _mm256_loadu_pd ((const double *) (expanded + LANES - i));
      vec sum = _mm256_fmadd_pd (xi, yi, high);
      low = add (low, _mm256_fmsub_pd (xi, yi, sub (sum, high)));
      high = sum;
    }
  high = sub (high, big);
  vec q = nearest (mul (add (high, low), m->inverse));
  return add (_mm256_fnmadd_pd (q, m->p, high), low);
}

/* As in mul/ntt/leaves_tpl.h, but y is scaled instead of the product.  In two loops, so that the
   stores of the first one are complete when the second one loads across them. */
static void
multiply_leaves (uint64_t *z, const uint64_t *x, const uint64_t *y, size_t vectors, size_t first,
                 const struct ring *ring)
{
  enum { AT_ONCE = 16 };
  _Alignas (64) uint64_t expanded[AT_ONCE][2 * LANES];
  const struct modulus m = modulus_of (ring->prime);
  for (size_t v = 0; v < vectors; v += AT_ONCE)
    {
      const size_t n = vectors - v < AT_ONCE ? vectors - v : AT_ONCE;
      for (size_t i = 0; i < n; i += 2)
        {
          const struct root w = root_at (&ring->leaves, (first + v + i) / 2);
          vec y0 = multiply_root (load (y + (v + i) * LANES), ring->scale, &m, 0);
          vec y1 = multiply_root (load (y + (v + i + 1) * LANES), ring->scale, &m, 0);
          store (expanded[i], multiply_root (y0, w, &m, 0));
          store (expanded[i] + LANES, y0);
          store (expanded[i + 1], opposite (multiply_root (y1, w, &m, 0), &m));
          store (expanded[i + 1] + LANES, y1);
        }
      for (size_t i = 0; i < n; i++)
        store (z + (v + i) * LANES, multiply_polynomials (x + (v + i) * LANES, expanded[i], &m));
    }
}

/* The Chinese remainder theorem on radix-2^48 digits. */
enum { DIGIT_BITS = 48, DIGITS = 4 };

/* Radix-2^48 digit h of a number given in radix-2^DIGIT digits. */
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
  vec p[PRIMES], inverse[PRIMES];       /* of a struct modulus */
  vec cofactor[PRIMES][DIGITS - 1];
  ivec minus_products[DIGITS];          /* product of the primes times -(k - 2), in lane k */
};

static ALWAYS_INLINE void
set_remainders (struct remainders *r)
{
  for (int i = 0; i < PRIMES; i++)
    {
      const struct modulus m = modulus_of (&primes[i]);
      r->p[i] = m.p, r->inverse[i] = m.inverse;
      for (int h = 0; h < DIGITS - 1; h++)
        r->cofactor[i][h] = number ((double) (int64_t) digit_of (primes[i].cofactor, h));
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
      r->minus_products[h] = _mm256_sub_epi64 (_mm256_loadu_si256 ((const __m256i *) d), integer (d[2]));
    }
}

/* The coefficients, four at a time, as radix-2^48 digits; each is below 5/8 of the product M of the
   primes.  A coefficient is the sum of t_i M / p_i minus k M.  The residues t_i come divided by the
   cofactors M / p_i and are reduced to at most p_i / 2, of either sign. k, from -2 to 1, is the
   integer below the sum of t_i / p_i, which exceeds it by at most 5/8; adding a quarter makes the
   rounding of the sum harmless.

   A product t d < 2^96 is split at 2^48: BIG plus the nearest multiple of 2^48 holds that in its
   lowest bits, and MIDDLE plus the rest holds the rest. */
static ALWAYS_INLINE void
solve_remainders (ivec *c, const uint64_t *x, size_t words, const struct remainders *r)
{
  const double big = 0x1.8p100, middle = 0x1.8p52;
  vec t[PRIMES], fraction[2] = { number (2.25), number (0) };
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    {
      const struct modulus m = { .p = r->p[i], .inverse = r->inverse[i] };
      t[i] = reduce (load (x + i * words), &m, 0);
      fraction[i % 2] = _mm256_fmadd_pd (t[i], m.inverse, fraction[i % 2]);
    }
  /* 2k + 4 and 2k + 5: the two parts of lane k + 2. */
  vec k = _mm256_floor_pd (add (fraction[0], fraction[1]));
  ivec k2 = _mm256_castpd_si256 (_mm256_fmadd_pd (k, number (2), number (0x1p52)));
  k2 = or (_mm256_shuffle_epi32 (k2, 0xa0), integer ((uint64_t) 1 << 32));

  UNROLL
  for (int h = 0; h < DIGITS; h++)
    {
      /* The constants in the sums below; plus 2^60, so that no digit is negative, which is 2^12
         in the next one. */
      uint64_t bias = (h < DIGITS - 1 ? PRIMES * bits_of_double (middle) : 0)
                      + (h > 0 ? PRIMES * bits_of_double (big) : 0);
      uint64_t spare = (h < DIGITS - 1 ? (uint64_t) 1 << 60 : 0) - (h > 0 ? (uint64_t) 1 << 12 : 0);
      c[h] = integer (spare - bias);
    }
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    UNROLL
    for (int h = 0; h < DIGITS - 1; h++)
      {
        vec high = _mm256_fmadd_pd (t[i], r->cofactor[i][h], number (big));
        vec low = _mm256_fmadd_pd (t[i], r->cofactor[i][h], sub (number (big + middle), high));
        c[h] = plus (c[h], _mm256_castpd_si256 (low));
        c[h + 1] = plus (c[h + 1], _mm256_castpd_si256 (high));
      }
  UNROLL
  for (int h = 0; h < DIGITS; h++)
    c[h] = plus (c[h], _mm256_permutevar8x32_epi32 (r->minus_products[h], k2));
  const ivec mask = integer (((uint64_t) 1 << DIGIT_BITS) - 1);
  UNROLL
  for (int h = 0; h < DIGITS - 1; h++)
    {
      c[h + 1] = plus (c[h + 1], right (c[h], DIGIT_BITS));
      c[h] = and (c[h], mask);
    }
  c[DIGITS - 1] = and (c[DIGITS - 1], mask);
}

/* The sum of coefficient j times 2^(bits j), as bytes.

   A coefficient is three fields of BITS bits, the third one short.  Field j of the result is the
   sum of the first field of coefficient j, the second of j - 1, the third of j - 2, and a
   carry.  A field is a 48-bit digit and its remaining bits, the rest. */
struct adder
{
  int bits;
  ivec rest_mask;                       /* the lowest BITS - 48 bits */
  ivec second, third;                   /* of the vector before; */
  ivec second_rest, carry;              /* their last lanes move into the next vector */
  __m128i by_rest, by_gap, by_third;    /* BITS - 48, 96 - BITS, 2 BITS - 144 */

  /* Lane l begins at bit bits l of the bytes: */
  ivec shift, unshift;                  /* at bit SHIFT of a byte; 64 - SHIFT */
  ivec whole; /* bits of whole bytes that the lane has beyond its first 64 */
};

static ALWAYS_INLINE void
set_adder (struct adder *a, int bits)
{
  int64_t shift[LANES], whole[LANES];
  for (int l = 0; l < LANES; l++)
    {
      shift[l] = l * bits % 8;
      whole[l] = (bits + shift[l]) / 8 * 8 - 64;
    }
  a->bits = bits;
  a->rest_mask = integer (((uint64_t) 1 << (bits - DIGIT_BITS)) - 1);
  a->second = a->third = a->second_rest = a->carry = integer (0);
  a->by_rest = _mm_cvtsi32_si128 (bits - DIGIT_BITS);
  a->by_gap = _mm_cvtsi32_si128 (2 * DIGIT_BITS - bits);
  a->by_third = _mm_cvtsi32_si128 (2 * bits - 3 * DIGIT_BITS);
  a->shift = _mm256_loadu_si256 ((const __m256i *) shift);
  a->unshift = _mm256_sub_epi64 (integer (64), a->shift);
  a->whole = _mm256_loadu_si256 ((const __m256i *) whole);
}

/* x with its lanes moved up by one, or two; the last lanes of the vector before move in. */
static ALWAYS_INLINE ivec
up_1 (ivec x, ivec before)
{
  return _mm256_permute4x64_epi64 (_mm256_blend_epi32 (x, before, 0xc0), 0x93);
}

static ALWAYS_INLINE ivec
up_2 (ivec x, ivec before)
{
  return _mm256_permute2x128_si256 (x, before, 0x03);
}

/* Propagates carries after a carry of at most 2 was added to each field: a field may be 2^BITS
   or one more, or pass on a carry that reaches it. */
static __attribute__ ((noinline)) void
ripple (struct adder *a, ivec *low, ivec *rest)
{
  uint64_t l[LANES], r[LANES], carry = 0, c[LANES];
  const uint64_t mask = ((uint64_t) 1 << DIGIT_BITS) - 1, rest_bits = a->bits - DIGIT_BITS;
  memcpy (l, low, sizeof l), memcpy (r, rest, sizeof r), memcpy (c, &a->carry, sizeof c);
  for (int i = 0; i < LANES; i++)
    {
      l[i] += carry;
      r[i] += l[i] >> DIGIT_BITS;
      l[i] &= mask;
      carry = r[i] >> rest_bits;
      r[i] &= ((uint64_t) 1 << rest_bits) - 1;
    }
  c[LANES - 1] += carry;
  memcpy (low, l, sizeof l), memcpy (rest, r, sizeof r), memcpy (&a->carry, c, sizeof c);
}

/* words[0] = the first eight bytes of each of four fields, words[1] = the next eight, which hold
   the rest and zeros; c as solve_remainders returns it. */
static ALWAYS_INLINE void
add_fields (struct adder *a, ivec *words, const ivec *c)
{
  const ivec mask = integer (((uint64_t) 1 << DIGIT_BITS) - 1);
  ivec second = and (or (_mm256_srl_epi64 (c[1], a->by_rest), _mm256_sll_epi64 (c[2], a->by_gap)), mask);
  ivec second_rest = and (or (_mm256_srl_epi64 (c[2], a->by_rest), _mm256_sll_epi64 (c[3], a->by_gap)),
                          a->rest_mask);
  ivec third = _mm256_srl_epi64 (c[3], a->by_third);

  ivec low = plus (plus (c[0], up_1 (second, a->second)), up_2 (third, a->third));
  ivec rest = plus (and (c[1], a->rest_mask), up_1 (second_rest, a->second_rest));
  rest = plus (rest, right (low, DIGIT_BITS));
  low = and (low, mask);
  a->second = second, a->second_rest = second_rest, a->third = third;

  ivec carry = _mm256_srl_epi64 (rest, a->by_rest);
  low = plus (low, up_1 (carry, a->carry));
  rest = plus (and (rest, a->rest_mask), right (low, DIGIT_BITS));
  low = and (low, mask);
  a->carry = carry;
  if (unlikely (!_mm256_testc_si256 (a->rest_mask, rest)))
    ripple (a, &low, &rest);

  ivec word0 = or (low, left (rest, DIGIT_BITS));
  ivec word1 = _mm256_sllv_epi64 (right (rest, 64 - DIGIT_BITS), a->shift);
  word1 = or (word1, _mm256_srlv_epi64 (word0, a->unshift));
  word0 = _mm256_sllv_epi64 (word0, a->shift);
  /* The last bits of a field share a byte with the first bits of the next one. */
  ivec bits = _mm256_srlv_epi64 (word1, a->whole);
  words[0] = or (word0, up_1 (bits, integer (0)));
  words[1] = word1;
}

/* A field is stored in sixteen bytes. */
enum { FIELD_BYTES = 16, FIELDS_BYTES = 3 * BITS_MAX / 8 + FIELD_BYTES };

static ALWAYS_INLINE void
store_fields (unsigned char *to, const ivec *words, int bits)
{
  const ivec even = _mm256_unpacklo_epi64 (words[0], words[1]);
  const ivec odd = _mm256_unpackhi_epi64 (words[0], words[1]);
  _mm_storeu_si128 ((__m128i *) to, _mm256_castsi256_si128 (even));
  _mm_storeu_si128 ((__m128i *) (to + bits / 8), _mm256_castsi256_si128 (odd));
  _mm_storeu_si128 ((__m128i *) (to + 2 * bits / 8), _mm256_extracti128_si256 (even, 1));
  _mm_storeu_si128 ((__m128i *) (to + 3 * bits / 8), _mm256_extracti128_si256 (odd, 1));
}

/* Vectors that each loop handles at once: a CPU looks ahead over several vectors of one step,
   but not across both steps. */
enum { AT_ONCE = 8 };

/* The arrays of recombine. */
struct recombination
{
  struct remainders r;
  ivec c[AT_ONCE][DIGITS];
};

_Static_assert (sizeof (struct recombination) <= COMBA_OWN_LIMBS * sizeof (mp_limb_t), "must fit");

static void
recombine_in (struct recombination *memory, mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words,
              size_t first, int bits)
{
  struct remainders *const r = &memory->r;
  ivec (*const c)[DIGITS] = memory->c;
  struct adder adder;
  set_remainders (r);
  set_adder (&adder, bits);
  unsigned char *to = (unsigned char *) rp;
  ptrdiff_t bytes = (ptrdiff_t) rn * (ptrdiff_t) sizeof (mp_limb_t);
  for (size_t j = first; bytes > 0;)
    {
      for (int v = 0; v < AT_ONCE; v++, j += LANES)
        {
          UNROLL
          for (int i = 0; i < PRIMES; i++)
            __builtin_prefetch (x + i * words + j + FAR_AHEAD);
          if (likely (j < words))
            solve_remainders (c[v], x + j, words, r);
          else
            memset (c[v], 0, sizeof c[v]);
        }
      for (int v = 0; v < AT_ONCE && bytes > 0; v++, bytes -= bits / 2, to += bits / 2)
        {
          ivec fields[2];
          add_fields (&adder, fields, c[v]);
          if (likely (bytes >= FIELDS_BYTES))
            store_fields (to, fields, bits);
          else
            {
              unsigned char last[FIELDS_BYTES];
              store_fields (last, fields, bits);
              memcpy (to, last, bytes < bits / 2 ? (size_t) bytes : (size_t) bits / 2);
            }
        }
    }
  if (beyond != NULL)
    {
      const ivec none[DIGITS] = { integer (0), integer (0), integer (0), integer (0) };
      ivec fields[2];
      unsigned char last[FIELDS_BYTES];
      add_fields (&adder, fields, none);
      store_fields (last, fields, bits);
      memcpy (beyond, last, 16);
    }
}

static void __attribute__ ((noinline))
recombine_on_stack (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first, int bits)
{
  struct recombination memory;
  recombine_in (&memory, rp, rn, beyond, x, words, first, bits);
}

static void
recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first, int bits)
{
  const mp_ptr memory = comba_own_take ();
  if (memory == NULL)
    recombine_on_stack (rp, rn, beyond, x, words, first, bits);
  else
    {
      recombine_in ((struct recombination *) memory, rp, rn, beyond, x, words, first, bits);
      comba_own_leave (memory);
    }
}

#include "mul/ntt/multiply_tpl.h"
#include "mul/ntt/cyclic_tpl.h"
#include "mul/ntt/cached_tpl.h"
#include "mul/ntt/two_moduli_tpl.h"
#include "mul/ntt/crt_bipartite_tpl.h"

const struct comba_ntt comba_ntt_avx2 = COMBA_NTT_FUNCTIONS;
