/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms in portable C: words of 64 bits, one residue a vector, three primes below 2^60. */

#include "mul/ntt/ntt.h"
#include "mul/ntt/field_tpl.h"
#include "mul/ntt/portable_primes.h"

enum { LANES = 1, BLOCK_LEVELS = 11, BITS_MAX = 127, BITS_STEP = 1 };
#define HALF_NODES 1
#define TOGETHER_WORDS 0
#define STREAMED_WORDS 0
#define EXPANDED_WORDS 0
enum { ONE_COLUMN = 0, FORWARD_BY_2 = 0 };

typedef uint64_t vec;

static ALWAYS_INLINE vec load (const uint64_t *p) { return *p; }
static ALWAYS_INLINE void store (uint64_t *p, vec x) { *p = x; }
static ALWAYS_INLINE vec set1 (uint64_t x) { return x; }
static ALWAYS_INLINE vec reverse (vec x) { return x; }
static ALWAYS_INLINE vec add (vec x, vec y) { return x + y; }
static ALWAYS_INLINE vec sub (vec x, vec y) { return x - y; }
static ALWAYS_INLINE vec mullo (vec c, vec x, vec y) { return c + x * y; }
static ALWAYS_INLINE vec clean (vec x) { return x; }
static ALWAYS_INLINE vec min (vec x, vec y) { return x < y ? x : y; }
static ALWAYS_INLINE vec step (vec x, vec c, vec s) { return x >= c ? s : 0; }

static ALWAYS_INLINE vec
mulhi (vec c, vec x, vec y)
{
  return c + (uint64_t) ((unsigned __int128) x * y >> 64);
}

#include "mul/ntt/arith_tpl.h"

/* floor (x / 2^60) is floor (x / p) or one less, because 16 times these primes is less than 2^64 by
   less than p. */
static ALWAYS_INLINE vec
reduce (vec x, const struct modulus *m, int bias)
{
  return mullo (x, (x >> (WORD - 4)) + (uint64_t) (int64_t) bias, m->minus_p);
}

#include "mul/ntt/roots_tpl.h"
#include "mul/ntt/passes_tpl.h"

/* Coefficients of a number, in two halves: low + 2^half high, both far below p. */
struct cutter
{
  mp_srcptr ap;
  size_t n;
  int bits, half;
};

static ALWAYS_INLINE void
set_cutter (struct cutter *c, mp_srcptr ap, mp_size_t an, int bits)
{
  *c = (struct cutter) { ap, (size_t) an, bits, bits / 2 };
}

/* n bits from bit AT on, n < 64. */
static ALWAYS_INLINE uint64_t
bits_at (const struct cutter *c, size_t at, int n)
{
  size_t i = at / 64;
  uint64_t low = i < c->n ? c->ap[i] : 0, high = i + 1 < c->n ? c->ap[i + 1] : 0;
  int s = at % 64;
  return (low >> s | high << 1 << (63 - s)) & (((uint64_t) 1 << n) - 1);
}

/* Coefficient v. */
static ALWAYS_INLINE struct halves
halves_at (const struct cutter *c, size_t v)
{
  size_t at = v * c->bits;
  return (struct halves) { bits_at (c, at, c->half), bits_at (c, at + c->half, c->bits - c->half) };
}

/* In [0, 2p). */
static ALWAYS_INLINE vec
residue_of (struct halves h, struct root shift, const struct modulus *m)
{
  return add (h.low, multiply_root (h.high, shift, m, 0));
}

#include "mul/ntt/tree_tpl.h"
#include "mul/ntt/top_tpl.h"
#include "mul/ntt/shape_tpl.h"

/* z = x y scale / 2^WORD, in [0, 2p).  x y < 4p^2 is reduced by Montgomery's method. */
static void
multiply_leaves (uint64_t *z, const uint64_t *x, const uint64_t *y, size_t vectors, size_t first,
                 const struct ring *ring)
{
  (void) first;
  const struct modulus m = modulus_of (ring->prime);
  for (size_t v = 0; v < vectors; v++)
    {
      uint64_t a = reduce (x[v], &m, 0), b = reduce (y[v], &m, 0);
      uint64_t quotient = a * b * ring->prime->montgomery;
      uint64_t r = mulhi (0, a, b) - mulhi (0, quotient, m.p) + m.p;
      z[v] = multiply_root (r, ring->scale, &m, 0);
    }
}

#include "mul/ntt/writer_tpl.h"

/* Coefficient j, below 5/8 of the product M of the primes.  Its residues t_i are divided by the
   cofactors M / p_i.  It is the sum of t_i M / p_i minus k M, where k is the integral part of the
   sum of t_i / p_i.  The fraction of that sum is below 5/8, so adding a quarter makes its rounding
   harmless. */
static void
recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words, size_t first,
           int bits)
{
  struct modulus m[PRIMES];
  UNROLL
  for (int i = 0; i < PRIMES; i++)
    m[i] = modulus_of (&primes[i]);
  struct writer w = { .rp = rp, .end = rp + rn, .bits = bits };
  for (size_t j = first; w.rp < w.end; j++)
    {
      uint64_t t[PRIMES], fraction = (uint64_t) 1 << (WORD - 7);
      UNROLL
      for (int i = 0; i < PRIMES; i++)
        __builtin_prefetch (x + i * words + j + FAR_AHEAD);
      UNROLL
      for (int i = 0; i < PRIMES; i++)
        {
          t[i] = j < words ? canonical (reduce (x[i * words + j], &m[i], 0), &m[i]) : 0;
          fraction = mulhi (fraction, t[i], primes[i].reciprocal);
        }
      uint64_t k = fraction >> (WORD - 5), c[COLUMNS];
      UNROLL
      for (int h = 0; h < COLUMNS; h++)
        c[h] = minus_products[h][k];
      UNROLL
      for (int i = 0; i < PRIMES; i++)
        {
          unsigned __int128 carry = 0;
          UNROLL
          for (int h = 0; h < COLUMNS; h++)
            {
              carry += (unsigned __int128) t[i] * primes[i].cofactor[h] + c[h];
              c[h] = (uint64_t) carry;
              carry >>= 64;
            }
        }
      write_coefficient (&w, c);
    }
  if (beyond != NULL)
    beyond[0] = w.sum[0], beyond[1] = w.sum[1];
}

#include "mul/ntt/multiply_tpl.h"
#include "mul/ntt/cyclic_tpl.h"
#include "mul/ntt/cached_tpl.h"
#include "mul/ntt/two_moduli_tpl.h"
#include "mul/ntt/crt_bipartite_tpl.h"

const struct comba_ntt comba_ntt_portable = COMBA_NTT_FUNCTIONS;
