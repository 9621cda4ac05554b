/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division with AVX-512 IFMA: schoolbook division on radix-2^52 digits, two quotient digits a step.

   D' = D 2^s has m = 8v digits, of which the highest has 51 bits.  The partial remainder R is in v
   vectors, in redundant digits modulo 2^52m, and moves up by two digits a step.  Instead of
   subtracting q D', a step adds q C for C = 2^52m - D'.

   Quotients.  T is R / 2^(52m-128) from the three highest digits.  What it omits is at most two
   units: the lower bits of these digits, and carries from below.  V is the reciprocal of D' in the
   same unit.  Both are at most the true value, so q = T V / 2^150 is not too large, and R stays
   below D' (1 + 2^-18).  If q would have more than two digits, R is not below D', and the previous
   quotient is increased by 1.  T may be negative if R is less than two units.  Then q is 0.

   Digits.  A step adds four products below 2^52 to a digit, and a digit is in R for m / 2 steps. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#define PAIR_PERMUTATIONS 1
#include "kernels/x86_64/avx512ifma/radix52.h"
#include "arith/limb_pair.h"
#include "arith/scratch.h"
#include <string.h>

enum
{
  VECTORS_MAX = COMBA_IFMA_DIV_VECTORS_MAX,
  Q_DIGITS_MAX = (GMP_LIMB_BITS * (COMBA_IFMA_DIV_MAX + 1) + 51) / 52 + 4,
  Q_VECTORS_MAX = (Q_DIGITS_MAX + 15) / 16 * 2,
  WORDS_MAX = 8 * VECTORS_MAX + 16
};
_Static_assert (2 * 8 * VECTORS_MAX + 2 < 1 << (64 - 52), "digits must not overflow");

/* C, and C times 2^52 and 2^104. */
struct divisor
{
  __m512i c[VECTORS_MAX], up_1[VECTORS_MAX], up_2[VECTORS_MAX];
};

/* Where a vector of digits begins in bytes, and how its digits come from there. */
struct digits_at
{
  __m512i bytes, shifts;
  mp_size_t byte;
};

/* Digits from bit BIT on, which may be negative. */
static ALWAYS_INLINE struct digits_at
digits_at (mp_size_t bit)
{
  const __m512i bits = _mm512_add_epi64 (_mm512_set_epi64 (364, 312, 260, 208, 156, 104, 52, 0), _mm512_set1_epi64 (bit & 7));
  const __m512i first = _mm512_shuffle_epi8 (_mm512_srli_epi64 (bits, 3), _mm512_set4_epi32 (0x08080808, 0x08080808, 0, 0));
  return (struct digits_at) { .bytes = _mm512_add_epi8 (first, _mm512_set1_epi64 (0x0706050403020100)),
                              .shifts = _mm512_and_si512 (bits, _mm512_set1_epi64 (7)), .byte = bit >> 3 };
}

/* Vector v of the digits of ap[0..n-1] there; bits beyond read as zero.  A digit is in the lowest
   52 bits of its lane. */
static ALWAYS_INLINE __m512i
load_digits_at (const struct digits_at *d, mp_srcptr ap, mp_size_t n, int v)
{
  const mp_size_t at = d->byte + VECTOR_BYTES * v, end = n * (mp_size_t) sizeof (mp_limb_t);
  __m512i x;
  if (likely (at >= 0 && at + 64 <= end))
    x = _mm512_loadu_si512 ((const char *) ap + at);
  else
    {
      const mp_size_t below = at >= 0 ? 0 : at > -64 ? -at : 64, left = end - at > 64 ? 64 : end - at > 0 ? end - at : 0;
      const uint64_t mask = below >= left ? 0 : ~0ull >> (64 - (left - below)) << below;
      x = _mm512_maskz_loadu_epi8 (_cvtu64_mask64 (mask), (const char *) ((uintptr_t) ap + (uintptr_t) at));
    }
  return _mm512_srlv_epi64 (_mm512_permutexvar_epi8 (d->bytes, x), d->shifts);
}

/* rp[0..n-1] = the number with the digits c[0..vectors-1], below 2^60 each. */
static ALWAYS_INLINE void
store_digits (mp_ptr rp, mp_size_t n, const __m512i *c, int vectors)
{
  struct result r = { .rp = rp, .n = n, .least = 0, .most = n };
  const __m512i shifts = _mm512_set_epi64 (4, 0, 4, 0, 4, 0, 4, 0);
  __m512i over = _mm512_setzero_si512 ();
NO_UNROLL
  for (int k = 0; k < vectors; k += 2)
    {
      const __m512i lo = _mm512_sllv_epi64 (c[k], shifts);
      const __m512i hi = k + 1 < vectors ? _mm512_sllv_epi64 (c[k + 1], shifts) : _mm512_setzero_si512 ();
      const mp_size_t i = 13 * (k / 2);
      put_words (&r, i, 8, pair_words (lo, hi, 0, 0), _mm512_or_si512 (over, pair_words (lo, hi, 1, 0)));
      const __m512i odd = pair_words (lo, hi, 1, 1);
      put_words (&r, i + 8, 5, pair_words (lo, hi, 0, 1), odd);
      over = _mm512_maskz_alignr_epi64 (1, odd, odd, 5);
    }
}

/* Returns T for the highest vector of R, which it stores at TOP. */
static ALWAYS_INLINE struct comba_pair
top_of (uint64_t *top, __m512i x)
{
  _mm512_store_si512 (top, x);
  const struct comba_pair r = { .low = top[6] << 24, .high = (top[7] << 12) + (top[6] >> 40) };
  return comba_pair_add_limb (r, top[5] >> 28);
}

/* x[0..v-1], R, becomes the remainder of R beta^t + the digits n[0..t-1], beta = 2^52, t even, and
   q[0..t-1] the quotient.  Returns T of the remainder. */
static ALWAYS_INLINE struct comba_pair
divide (__m512i *rp, uint64_t *q, mp_size_t t, const uint64_t *n, const struct divisor *d,
        struct comba_pair reciprocal, int v)
{
  _Alignas (64) uint64_t top[8];
  __m512i x[VECTORS_MAX];
UNROLL
  for (int j = 0; j < v; j++)
    x[j] = rp[j];
  for (mp_size_t i = t - 2; i >= 0; i -= 2)
    {
      const struct comba_pair r = top_of (top, x[v - 1]);
      struct comba_pair h = comba_pair_product (r.high, reciprocal.high);
      h = comba_pair_add_limb (h, comba_pair_product (r.high, reciprocal.low).high);
      h = comba_pair_add_limb (h, comba_pair_product (r.low, reciprocal.high).high);
      if (unlikely (h.high >> 62 != 0))
        {
          if (r.high != COMBA_LIMB_MAX)
            {
              q[i + 2]++;
UNROLL
              for (int j = 0; j < v; j++)
                x[j] = _mm512_add_epi64 (x[j], d->c[j]);
              i += 2;
              continue;
            }
          h = (struct comba_pair) { 0, 0 };
        }
      const uint64_t q1 = h.high >> 10, q0 = (h.high << 42 | h.low >> 22) & ((1ul << 52) - 1);
      q[i + 1] = q1, q[i] = q0;
      const __m512i b1 = _mm512_set1_epi64 ((long) q1), b0 = _mm512_set1_epi64 ((long) q0);
      const __m512i next = _mm512_broadcast_i32x4 (_mm_load_si128 ((const __m128i *) (n + i)));
UNROLL
      for (int j = v - 1; j >= 0; j--)
        {
          x[j] = _mm512_alignr_epi64 (x[j], j > 0 ? x[j - 1] : next, 6);
          if (j == v - 1)
            {
              __m512i y = _mm512_madd52hi_epu64 (_mm512_setzero_si512 (), b0, d->up_1[j]);
              x[j] = _mm512_madd52lo_epu64 (x[j], b0, d->c[j]);
              y = _mm512_madd52hi_epu64 (y, b1, d->up_2[j]);
              x[j] = _mm512_madd52lo_epu64 (x[j], b1, d->up_1[j]);
              x[j] = _mm512_add_epi64 (x[j], y);
              continue;
            }
          x[j] = _mm512_madd52lo_epu64 (x[j], b0, d->c[j]);
          x[j] = _mm512_madd52hi_epu64 (x[j], b0, d->up_1[j]);
          x[j] = _mm512_madd52lo_epu64 (x[j], b1, d->up_1[j]);
          x[j] = _mm512_madd52hi_epu64 (x[j], b1, d->up_2[j]);
        }
    }
  const struct comba_pair r = top_of (top, x[v - 1]);
  /* Carries go to the next digit. */
  __m512i below = _mm512_setzero_si512 ();
UNROLL
  for (int j = 0; j < v; j++)
    {
      const __m512i carries = _mm512_srli_epi64 (x[j], 52);
      rp[j] = _mm512_add_epi64 (_mm512_and_si512 (x[j], _mm512_set1_epi64 ((1l << 52) - 1)),
                                _mm512_alignr_epi64 (carries, below, 7));
      below = carries;
    }
  return r;
}

#define BY_VECTORS(X) \
  X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15) X (16)
#define X(v)                                                                                                    \
  static struct comba_pair __attribute__ ((noinline))                                                           \
  by_##v (__m512i *rp, uint64_t *q, mp_size_t t, const uint64_t *n, const struct divisor *d,                    \
          struct comba_pair reciprocal)                                                                         \
  {                                                                                                             \
    return divide (rp, q, t, n, d, reciprocal, v);                                                              \
  }
BY_VECTORS (X)
#undef X

/* C = 2^52m - D' and its copies.  Digits below the lowest one that is not 0 remain 0; above it they
   are complemented. */
static ALWAYS_INLINE void
set_divisor (struct divisor *d, int v, mp_srcptr dp, mp_size_t dn, mp_size_t s)
{
  const __m512i most = _mm512_set1_epi64 ((1l << 52) - 1);
  const struct digits_at at = digits_at (-s);
  __m512i below = _mm512_setzero_si512 ();
  unsigned above = 0;
NO_UNROLL
  for (int j = 0; j < v; j++)
    {
      __m512i c = _mm512_and_si512 (load_digits_at (&at, dp, dn, j), most);
      const unsigned some = _mm512_test_epi64_mask (c, c);
      const unsigned lowest = some & -some & ~above;
      above |= some == 0 ? 0 : 0xff & -(some & -some);
      c = _mm512_maskz_sub_epi64 ((__mmask8) above, most, c);
      c = _mm512_mask_sub_epi64 (c, (__mmask8) lowest, c, _mm512_set1_epi64 (-1));
      above = above != 0 ? 0xff : 0;
      d->c[j] = c;
      d->up_1[j] = _mm512_alignr_epi64 (c, below, 7);
      d->up_2[j] = _mm512_alignr_epi64 (c, below, 6);
      below = c;
    }
}

/* r[0..v-1] = r / 2^s, s < 416; digits below 2^53. */
static ALWAYS_INLINE void
shift_down (__m512i *r, int v, mp_size_t s)
{
  const __m512i lanes = _mm512_add_epi64 (_mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64 (s / 52));
  const __m512i next = _mm512_add_epi64 (lanes, _mm512_set1_epi64 (1));
  const __m512i most = _mm512_set1_epi64 ((1l << 52) - 1);
  const __m128i down = _mm_cvtsi32_si128 ((int) (s % 52)), up = _mm_cvtsi32_si128 (52 - (int) (s % 52));
NO_UNROLL
  for (int j = 0; j < v; j++)
    {
      const __m512i above = j + 1 < v ? r[j + 1] : _mm512_setzero_si512 ();
      const __m512i x = _mm512_permutex2var_epi64 (r[j], lanes, above);
      const __m512i y = _mm512_permutex2var_epi64 (r[j], next, above);
      r[j] = _mm512_add_epi64 (_mm512_srl_epi64 (x, down), _mm512_and_si512 (_mm512_sll_epi64 (y, up), most));
    }
}

/* The end if R may not be below D: the number of bits of D is BITS. */
static void __attribute__ ((noinline))
correct (mp_limb_t *q, mp_size_t qn, mp_ptr rp, const __m512i *r, int v, mp_srcptr dp, mp_size_t dn, mp_size_t bits)
{
  mp_limb_t rest[COMBA_IFMA_DIV_MAX + 1];
  const mp_size_t last = (bits + 1) / GMP_LIMB_BITS;
  memset (rest, 0, sizeof rest);
  store_digits (rest, last + 1, r, v);
  rest[last] &= ((mp_limb_t) 1 << ((bits + 1) % GMP_LIMB_BITS)) - 1;
  while (rest[dn] != 0 || comba_cmp_var (rest, dp, dn) >= 0)
    {
      rest[dn] -= comba_sub_n (rest, rest, dp, dn);
      comba_add_1_var (q, qn + 1, 1);
    }
  memcpy (rp, rest, (size_t) dn * sizeof (mp_limb_t));
}

/* The arrays of a division. */
struct areas
{
  struct divisor d;
  union
  {
    __m512i vectors[Q_VECTORS_MAX];
    uint64_t digits[8 * Q_VECTORS_MAX];
  } n, q;
  __m512i r[VECTORS_MAX];
  mp_limb_t words[WORDS_MAX];
};
_Static_assert (sizeof (struct areas) <= COMBA_OWN_LIMBS * sizeof (mp_limb_t), "the thread's memory suffices");

static ALWAYS_INLINE mp_limb_t
divide_in (struct areas *w, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
           const mp_limb_t reciprocal[2])
{
  typedef struct comba_pair by_vectors (__m512i *, uint64_t *, mp_size_t, const uint64_t *, const struct divisor *,
                                        struct comba_pair);
#define X(v) by_##v,
  static by_vectors *const by[] = { BY_VECTORS (X) };
#undef X
  const mp_size_t qn = nn - dn, bits = GMP_LIMB_BITS * dn - __builtin_clzl (dp[dn - 1]);
  const int v = (int) (bits + 416) / 416;
  const mp_size_t s = 416 * v - 1 - bits;
  /* N' / 2^52t is below 2^(52m-2), and so below D'. */
  const mp_size_t t = (GMP_LIMB_BITS * nn - bits + 104) / 104 * 2;

  const int q_vectors = (int) (t + 7) / 8;
  const struct digits_at low = digits_at (-s), high = digits_at (52 * t - s);
  const __m512i most = _mm512_set1_epi64 ((1l << 52) - 1);
NO_UNROLL
  for (int j = 0; j < v; j++)
    w->r[j] = _mm512_and_si512 (load_digits_at (&high, np, nn, j), most);
NO_UNROLL
  for (int j = q_vectors - 1; j >= 0; j--)
    w->n.vectors[j] = _mm512_and_si512 (load_digits_at (&low, np, nn, j), most);
  set_divisor (&w->d, v, dp, dn, s);
  w->q.vectors[q_vectors - 1] = _mm512_setzero_si512 ();
  const struct comba_pair x = { .low = reciprocal[0], .high = reciprocal[1] };
  const struct comba_pair rest = by[v - 1] (w->r, w->q.digits, t, w->n.digits, &w->d, x);

  /* C is at most 4 units more than its T. */
  _Alignas (64) uint64_t top[8];
  struct comba_pair c = comba_pair_add_limb (top_of (top, w->d.c[v - 1]), 4);
  const struct comba_pair sum = comba_pair_add (c, rest);
  const int is_below = !comba_pair_below (sum, c);
  shift_down (w->r, v, s);
  store_digits (w->words, 13 * (q_vectors + 1) / 2 + 1, w->q.vectors, q_vectors);
  if (likely (is_below))
    {
      store_digits (rp, dn, w->r, v);
      /* Sums of C exceed 2^52m. */
      if ((bits + 1) / GMP_LIMB_BITS < dn)
        rp[dn - 1] &= ((mp_limb_t) 1 << ((bits + 1) % GMP_LIMB_BITS)) - 1;
    }
  else
    correct (w->words, qn, rp, w->r, v, dp, dn, bits);
  memcpy (qp, w->words, (size_t) qn * sizeof (mp_limb_t));
  return w->words[qn];
}

static mp_limb_t __attribute__ ((noinline, cold))
divide_on_stack (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, const mp_limb_t reciprocal[2])
{
  struct areas w;
  return divide_in (&w, qp, rp, np, nn, dp, dn, reciprocal);
}

mp_limb_t
comba_div_digits_ifma (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
                       const mp_limb_t reciprocal[2])
{
  ASSERT (nn >= dn && dn >= 3 && dn <= COMBA_IFMA_DIV_MAX && nn - dn <= COMBA_IFMA_DIV_MAX && dp[dn - 1] != 0);
  const mp_ptr own = comba_own_take ();
  if (unlikely (own == NULL))
    return divide_on_stack (qp, rp, np, nn, dp, dn, reciprocal);
  const mp_limb_t qh = divide_in ((struct areas *) own, qp, rp, np, nn, dp, dn, reciprocal);
  comba_own_leave (own);
  return qh;
}
