/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The arithmetic of mul/ntt/field_tpl.h on doubles, four to the vector, for AVX2 and FMA.

   A residue is an integer in a double, of either sign, and words of memory hold its bits.  With
   h = x w rounded, x w - h is a double (fused multiply-add), and with q the integer next to x (w / p)
   so is h - q p: x w - q p is exact (J. van der Hoeven, G. Lecerf, G. Quintin, Modular SIMD arithmetic
   in Mathemagix, 2016, algorithm 8).  No sum has to be kept from being negative: biases and offsets are
   ignored.

   Bounds.  What the templates of ntt/ say to lie in a range of k p, counted for words, has absolute values up to
   (k / 2) C p here, where multiply_root gives up to C p, since ranges of words and absolute values add up
   alike: a product by a root is in a range of 2p there.  With p < 2^48, |w| <= p / 2, w / p exact to
   2^-53 of it, and |x| < 8p < 2^51, x w / p is below 2^50 and its rounding and that of w / p move q by
   less than 1/8 each: C = 3/4.  k <= 16 makes that 6p; and what is not in these ranges, a coefficient at the
   top and a product at the leaves, is below p, which makes less than 8p of the eight that are
   added up.  So all residues are integers below 2^51.

   Rounding is to nearest, whatever the caller had; and the flags of MXCSR stay as they were. */

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
  vec p2, p4, p8;               /* offsets of words: zero, and not used */
};

static ALWAYS_INLINE struct modulus
modulus_of (const struct prime *prime)
{
  const double p = (double) (int64_t) prime->p;
  return (struct modulus) { .p = number (p), .inverse = number (1 / p) };
}

/* x w less the multiple of p that is next to it, or one of the next two. */
static ALWAYS_INLINE vec
multiply_root (vec x, struct root r, const struct modulus *m, int bias)
{
  (void) bias;
  const vec w = set1 (r.w);
  vec h = mul (x, w), q = nearest (mul (x, set1 (r.q)));
  vec low = _mm256_fmsub_pd (x, w, h);
  return add (_mm256_fnmadd_pd (q, m->p, h), low);
}

/* |result| <= p / 2: an integer x below 8p is further from p / 2 and a multiple of p than the error of x / p. */
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

/* w / p, exact to 2^-53 of it but for what a second rounding takes. */
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

/* A root of the constants file, which are integers. */
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

/* 1 / (cofactor thirds 2^doublings); THIRDS is 1 or 3. */
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

/* Coefficients of BITS bits, low + 2^(bits / 2) high. */
struct halves
{
  vec low, high;
};

static ALWAYS_INLINE struct root
half_shift (int bits, const struct prime *prime)
{
  return root_of ((uint64_t) 1 << bits / 2, prime);
}

/* Both halves are at most 2^46, which is p / 4 and less than p / 500 more: the result is below (7/8) p. */
static ALWAYS_INLINE vec
residue_of (struct halves h, struct root shift, const struct modulus *m)
{
  return add (h.low, multiply_root (h.high, shift, m, 0));
}

#endif
