/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues on radix-2^52 digits (paper 003): the context, and the steps
   common to two workers (kernels/x86_64/avx512ifma/bipartite52_two_workers.c) and more
   (kernels/x86_64/avx512ifma/bipartite52_more_workers.c).  In this folder's bipartite files beta is
   2^52.

   N = 8s digits hold 2^32 P, D <= N digits hold 2^5 P, T = 8h is about N / 2.  An element for x is
   any number below 4P congruent to x beta^T mod P; the product of A and B is A B beta^-T mod P.  Of
   the columns of A B, those below some vector of columns are C, the others E beta^(8m+N); 8m <=
   D-2-(N-T).

     Partial Montgomery reduction: Q = C mu mod beta^T, R0 = (C + Q P) / beta^T.
     Partial Barrett reduction of F = E beta^(N-T+8m): with u the 8w digits of F from D-2 on,
       nu = floor (beta^(8w+D-2) / P) and q = floor (u nu / beta^(8w)), R1 = F - q P.

   Bounds.  Columns are below 2^63, so C < 2^12 beta^(N+8m), and beta^(N-T+8m) is far less than P:
   R0 < 2P. u has at most D-T+2 digits since F < 16P^2 / beta^T and 16P < beta^D; nu has at most 8w.
   q is below F/P by less than 4: u and the columns of u nu below 8w-1 contribute less than 1
   together, nu, column 8w-1 and rounding at most 1 each.  So R1 < 4P.

   The sum is below 6P and known modulo beta^N.  Its digits D-2 and D-1, and the bits of column D-3
   above 52, estimate it modulo beta^D in units of beta^(D-2), at most 3 too low, and P is at least
   2^47 units.  The multiple of P that is certain from this estimate is subtracted; the result is
   below 2P.

   Except for init, instructions and addresses depend on n and the bits of P alone. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_BIPARTITE52_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_BIPARTITE52_H

#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/residues52.h"
#include "parallel/job_memory.h"
#include "parallel/hand_over.h"
#include "parallel/pool.h"

/* At least three vectors for each of the two parts; and about as many limbs as columns have room
   for. */
enum { BIPARTITE_MIN = 34, BIPARTITE_MAX = COMBA_BIPARTITE52_MAX };
_Static_assert (MOD_VECTORS (BIPARTITE_MIN) >= 6, "both parts must be long enough");
_Static_assert ((int) BIPARTITE_MIN > (int) SHORT_LIMBS, "digits must have 52 bits");

/* A column of the sum has C or E, Q P, q P and six times P. */
_Static_assert (32 * MOD_VECTORS (BIPARTITE_MAX) + 48 < 1 << (COLUMN_BITS + 1 - 52),
                "columns must not overflow");

/* A context: that of comba_representation_montgomery52; h, D and w; m for products and for
   squares by two workers; then framed digits.  Of s vectors: beta^N - P, and beta^(N+T) and
   beta^(2N-T), the factors for encode and decode.  Of w vectors: nu, and nu reversed. */
enum { BIPARTITE_H, BIPARTITE_D, BIPARTITE_W, BIPARTITE_M, BIPARTITE_M_SQR };

struct bipartite
{
  int s, h, D, w, m, m_sqr;
  mp_ptr complement, encode_factor, decode_factor, nu, reversed;   /* digit 0 */
};

/* h.  Worker 1's quotient has s - h vectors or one more, so for an odd s worker 0 gets the
   larger part. */
static inline int
lower_vectors (int s)
{
  return (s + 1) / 2;
}

static inline int
most_quotient_vectors (int s)
{
  return s - lower_vectors (s) + 1;
}

/* The parts of a context, whose numbers need only be valid if they are used. */
static inline struct bipartite
parts_of (mp_srcptr context)
{
  struct bipartite b = { .s = context_vectors (context) };
  mp_ptr p = (mp_ptr) context + comba_representation_montgomery52.context_size ((mp_size_t) context[CONTEXT_LIMBS]);
  b.h = (int) p[BIPARTITE_H], b.D = (int) p[BIPARTITE_D], b.w = (int) p[BIPARTITE_W];
  b.m = (int) p[BIPARTITE_M], b.m_sqr = (int) p[BIPARTITE_M_SQR];
  b.complement = p + CONTEXT_DIGITS + FRAME;
  b.encode_factor = b.complement + framed_size (b.s);
  b.decode_factor = b.encode_factor + framed_size (b.s);
  b.nu = b.decode_factor + framed_size (b.s);
  b.reversed = b.nu + framed_size (most_quotient_vectors (b.s));
  return b;
}

/* As comba_fetch_result and comba_reclaim (parallel/hand_over.h), for vectors. */
static inline void
fetch (const uint64_t *p, int vectors)
{
  comba_fetch_result (p, 8 * vectors);
}

static inline void
claim (const uint64_t *p, int vectors)
{
  comba_reclaim (p, (size_t) vectors * sizeof (__m512i));
}

static inline void
copy_element (mp_ptr zp, mp_srcptr xp, int s)
{
  for (int v = 0; v < s + 2; v++)
    vectors (zp)[v] = _mm512_loadu_si512 (xp + 8 * v);
}

/* Q, 8h framed digits, from the lowest h vectors of columns of C, which are clobbered.  Returns
   the carry of C + Q P out of these columns. */
static inline uint64_t
lower_quotient (const struct bipartite *b, mp_srcptr context, uint64_t *q, __m512i *c)
{
  const int s = b->s, h = b->h;
  clear_frame (q, h);
  const uint64_t carry = normalise (q, 52, c, h, 0);
  uint64_t below = q[8 * h - 1];
  strips (LOWER, c, q, h, part (context, s, PART_MU), h, 0, h, 0);
  normalise (q, 52, c, h, 0);
  below += column_below (q, part (context, s, PART_REVERSED) + 8 * (s - h), h, 52);
  return carry + ((below + (1 << 12) - 1) >> 52);
}

/* q, 8w framed digits, from the columns of F from D-2 on.  c is scratch, w vectors. */
static inline void
upper_quotient (const struct bipartite *b, uint64_t *q, const uint64_t *from, __m512i *c)
{
  const int w = b->w;
  clear_frame (q, w);
  struct normal u = { .above = _mm512_setzero_si512 () };
  for (int v = 0; v < w; v++)
    vectors (q)[v] = normal_digits (&u, _mm512_loadu_si512 (from + 8 * v), 52);
  const uint64_t below = column_below (q, b->reversed, w, 52);
  strips (UPPER, c, q, w, b->nu, w, w, 2 * w, 0);
  normalise (q, 52, c, w, below >> 52);
}

/* The multiple of P that the sum of the columns R0 and R1 certainly contains; R1 may be NULL. */
static ALWAYS_INLINE uint64_t
certain_quotient (const uint64_t *r0, const uint64_t *r1, const uint64_t *p, int D)
{
  typedef unsigned __int128 uint128_t;
  const uint128_t mask = ((uint128_t) 1 << 104) - 1;
  const uint128_t unit = ((uint128_t) p[D - 1] << 52) + p[D - 2] + 1;
  uint64_t top[3];
  for (int i = 0; i < 3; i++)
    top[i] = r0[D - 3 + i] + (r1 != NULL ? r1[D - 3 + i] : 0);
  const uint128_t sum = (((uint128_t) top[2] << 52) + top[1] + (top[0] >> 52) + 3) & mask;
  uint64_t k = 0;
  for (int j = 1; j < 6; j++)
    k += sum >= j * unit + 3;
  return k;
}

/* z = R0 + R1 - k P, an element of s vectors, with k = certain_quotient; R1 may be NULL. */
static ALWAYS_INLINE void
reduce_sum (const struct bipartite *b, mp_srcptr context, uint64_t *z, const uint64_t *r0, const uint64_t *r1)
{
  const int s = b->s;
  const uint64_t k = certain_quotient (r0, r1, part (context, s, PART_P), b->D);
  const __m512i times = _mm512_set1_epi64 ((long long) k);
  struct normal r = { .above = _mm512_setzero_si512 () };
  for (int v = 0; v < s; v++)
    {
      __m512i sum = _mm512_load_si512 (r0 + 8 * v);
      if (r1 != NULL)
        sum = _mm512_add_epi64 (sum, _mm512_load_si512 (r1 + 8 * v));
      sum = _mm512_madd52lo_epu64 (sum, times, _mm512_load_si512 (b->complement + 8 * v));
      sum = _mm512_madd52hi_epu64 (sum, times, _mm512_loadu_si512 (b->complement + 8 * v - 1));
      vectors (z)[v] = normal_digits (&r, sum, 52);
    }
  clear_frame (z, s);
}

#endif
