/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The arithmetic of mul/ntt/field_tpl.h on doubles, four to the vector, for AVX2 and FMA
   (doc/algorithms/doubles.md).

   A residue is an integer in a double, of either sign; words of memory hold its bits.  With h = x w
   rounded, x w - h is a double (fused multiply-add).  With q the integer next to x (w / p), h - q p
   is a double, too, so x w - q p is exact (J. van der Hoeven, G.  Lecerf, G.  Quintin, Modular SIMD
   arithmetic in Mathemagix, 2016, algorithm 8).  Values may be negative, so biases and offsets are
   ignored.

   Bounds.  Where the templates of mul/ntt/ state a range of k p for words, values here are at most
   (k / 2) C p in absolute value, where C p bounds multiply_root: ranges and absolute values add up
   alike, and a product by a root has a range of 2p for words.  With p < 2^48, |w| <= p / 2, w / p
   exact to a factor of 1 +- 2^-53, and |x| < 8p < 2^51, x w / p is below 2^50, and its rounding and
   that of w / p move q by less than 1/8 each: C = 3/4.  k <= 16 gives 6p.  Values outside these
   ranges, a coefficient at the top and a product at the leaves, are below p; the sums of eight that
   contain them stay below 8p.  So every residue is an integer below 2^51.

   Rounding is to nearest, whatever the caller had; the flags of MXCSR are preserved
   (kernels/x86_64/avx2fma/mxcsr.h). */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_DOUBLES_TPL_H
#define COMBA_KERNELS_X86_64_AVX2FMA_DOUBLES_TPL_H

#include <immintrin.h>
#include <string.h>
#include "mul/ntt/field_tpl.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"

enum { LANES = 4 };

typedef __m256d vec;
typedef __m256i ivec;           /* four integers */

static ALWAYS_INLINE vec load (const uint64_t *p) { return _mm256_load_pd ((const double *) p); }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { _mm256_store_pd ((double *) p, x); }
static ALWAYS_INLINE vec number (double x) { return _mm256_set1_pd (x); }
static ALWAYS_INLINE vec reverse (vec x) { return _mm256_permute4x64_pd (x, 0x1b); }
static ALWAYS_INLINE vec add (vec x, vec y) { return _mm256_add_pd (x, y); }
static ALWAYS_INLINE vec sub (vec x, vec y) { return _mm256_sub_pd (x, y); }
static ALWAYS_INLINE vec mul (vec x, vec y) { return _mm256_mul_pd (x, y); }

static ALWAYS_INLINE ivec integer (uint64_t x) { return _mm256_set1_epi64x ((long long) x); }
static ALWAYS_INLINE ivec plus (ivec x, ivec y) { return _mm256_add_epi64 (x, y); }
static ALWAYS_INLINE ivec and (ivec x, ivec y) { return _mm256_and_si256 (x, y); }
static ALWAYS_INLINE ivec or (ivec x, ivec y) { return _mm256_or_si256 (x, y); }
static ALWAYS_INLINE ivec left (ivec x, int n) { return _mm256_slli_epi64 (x, n); }
static ALWAYS_INLINE ivec right (ivec x, int n) { return _mm256_srli_epi64 (x, n); }

/* A word of memory in every lane. */
static ALWAYS_INLINE vec
set1 (uint64_t x)
{
  return _mm256_castsi256_pd (_mm256_set1_epi64x ((long long) x));
}

static ALWAYS_INLINE vec
nearest (vec x)
{
  return _mm256_round_pd (x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

static ALWAYS_INLINE uint64_t
bits_of_double (double x)
{
  uint64_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

struct modulus
{
  vec p, inverse;               /* 1 / p */
  vec p2, p4, p8;               /* zero: offsets are for words */
};

static ALWAYS_INLINE struct modulus
modulus_of (const struct prime *prime)
{
  const double p = (double) (int64_t) prime->p;
  return (struct modulus) { .p = number (p), .inverse = number (1 / p) };
}

/* x w - q p for the integer q next to x w / p or one of its neighbours: at most (3/4) p in
   absolute value, for |x| < 8p. */
static ALWAYS_INLINE vec
multiply_root (vec x, struct root r, const struct modulus *m, int bias)
{
  (void) bias;
  const vec w = set1 (r.w);
  vec h = mul (x, w), q = nearest (mul (x, set1 (r.q)));
  vec low = _mm256_fmsub_pd (x, w, h);
  return add (_mm256_fnmadd_pd (q, m->p, h), low);
}

/* x mod p, |result| <= p / 2, for |x| < 8p: the distance of x from the nearest (k + 1/2) p
   exceeds the rounding error of x / p. */
static ALWAYS_INLINE vec
reduce (vec x, const struct modulus *m, int bias)
{
  (void) bias;
  return _mm256_fnmadd_pd (nearest (mul (x, m->inverse)), m->p, x);
}

static ALWAYS_INLINE vec
difference (vec x, vec y, vec offset)
{
  (void) offset;
  return sub (x, y);
}

static ALWAYS_INLINE vec
canonical (vec x, const struct modulus *m)
{
  return reduce (x, m, 0);
}

/* w / p, with a relative error of 2^-53 plus that of a second rounding. */
static ALWAYS_INLINE vec
quotient_of (vec w, const struct prime *prime, const struct modulus *m)
{
  (void) prime;
  vec q = mul (w, m->inverse);
  return _mm256_fmadd_pd (_mm256_fnmadd_pd (q, m->p, w), m->inverse, q);
}

/* The root of an integer w < p. */
static ALWAYS_INLINE struct root
root_of (uint64_t w, const struct prime *prime)
{
  const double x = (double) ((int64_t) w - (w > prime->p / 2 ? (int64_t) prime->p : 0));
  return (struct root) { bits_of_double (x), bits_of_double (x / (double) (int64_t) prime->p) };
}

/* The struct root of an entry of the constants file, which holds integers. */
static ALWAYS_INLINE struct root
known_root (struct root r, const struct prime *prime)
{
  return root_of (r.w, prime);
}

static ALWAYS_INLINE vec
opposite (vec w, const struct modulus *m)
{
  (void) m;
  return _mm256_xor_pd (w, number (-0.0));
}

static ALWAYS_INLINE vec
opposite_quotient (vec q)
{
  return _mm256_xor_pd (q, number (-0.0));
}

static ALWAYS_INLINE struct root
opposite_root (struct root r, const struct prime *prime)
{
  (void) prime;
  const uint64_t sign = (uint64_t) 1 << 63;
  return (struct root) { r.w ^ sign, r.q ^ sign };
}

/* 1 / (cofactor * thirds * 2^doublings) mod p; THIRDS is 1 or 3. */
static struct root
scale_of (const struct prime *prime, int doublings, int thirds)
{
  uint64_t x = prime->cofactor_inverse;
  for (int i = 0; i < doublings; i++)
    x = (x + (-(x & 1) & prime->p)) / 2;
  while (x % thirds != 0)
    x += prime->p;
  return root_of (x / thirds, prime);
}

/* A coefficient of BITS bits, low + 2^(bits / 2) high. */
struct halves
{
  vec low, high;
};

static ALWAYS_INLINE struct root
half_shift (int bits, const struct prime *prime)
{
  return root_of ((uint64_t) 1 << bits / 2, prime);
}

/* |result| < (7/8) p: both parts are at most 2^46, which is below p / 4 + p / 500. */
static ALWAYS_INLINE vec
residue_of (struct halves h, struct root shift, const struct modulus *m)
{
  return add (h.low, multiply_root (h.high, shift, m, 0));
}

#endif
