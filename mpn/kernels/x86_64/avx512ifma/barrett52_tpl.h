/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Barrett representation (residue/barrett.c) modulo P of 13 to 24 limbs whose top bit is set, with
   products on radix-2^51 digits.  A reduction takes half of two products, as Montgomery's does
   (kernels/x86_64/avx512ifma/montgomery52_tpl.h); over limbs it would take all of both.  A file
   includes this after kernels/x86_64/avx512ifma/montgomery52_tpl.h.

   B = 2^51, and B^d has at least 64n + 8 bits.  C = a b is below beta^(2n), u = floor (C / B^k),
   B^k <= P/2, u < B^d.  nu is less than B^(k+d) / P by less than B^d / u.  q is the columns of u nu
   from d on, and the carry of column d-1 into them:

        C / P - q < B^k / P + 1 + (columns below d-1) + 1 < 3,

   since halves of products are below 2^52, and d of them in each column below add up to less
   than B^d / 2^40.  So R = C - q P is below 3P < B^d, and its digits are those of C + q (B^d -
   P) below B^d.  Digits are redundant, except those of R. */

#include "arith/arith.h"
#include "residue/contexts.h"

enum { BARRETT_MIN = 13, BARRETT_MAX = 24 };

static inline int
barrett_k (mp_size_t n)
{
  return (int) ((64 * n - 2) / SHORT_BITS);
}

/* A d that leaves a lane free for column d-1, as in
   kernels/x86_64/avx512ifma/montgomery52_tpl.h. */
static inline int
barrett_digits (mp_size_t n)
{
#define AT_LEAST(d) \
  if (d % 8 != 0 && 64 * n + 8 <= SHORT_BITS * d && 128 * n <= SHORT_BITS * (d + barrett_k (n))) return d;
  DIGIT_COUNTS (AT_LEAST)
#undef AT_LEAST
  return 0;
}

/* After the context of residue/barrett.c, whose second limb is d, or zero for other P: the
   framed digits of nu and B^d - P. */
enum { BARRETT_DIGITS = 1 };

static inline uint64_t *
barrett_part (mp_srcptr context, mp_size_t n, int s, int i)
{
  return (uint64_t *) context + comba_barrett_size (n) + (size_t) i * framed_size (s) + FRAME;
}

static size_t
barrett_context_size (mp_size_t n)
{
  return comba_barrett_size (n) + 2 * framed_size (SHORT_MAX);
}

/* Scratch: a, b, C from its ninth digit on, q, R. */
static size_t
barrett_itch (mp_size_t n)
{
  const size_t most = 6 * framed_size (SHORT_MAX), limbs = comba_barrett_itch (n);
  return most > limbs ? most : limbs;
}

static void
barrett_init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  comba_barrett_init (k, context, pp, n, scratch);
  const int d = barrett_digits (n), s = (d + 7) / 8;
  context[BARRETT_DIGITS] = 0;
  if (pp[n - 1] >> (GMP_LIMB_BITS - 1) == 0)
    return;
  context[BARRETT_DIGITS] = (mp_limb_t) d;

  /* floor (beta^(2n) / P) 2^e, 2^e beta^(2n) = B^(k+d). */
  const int e = SHORT_BITS * (d + barrett_k (n)) - (int) (128 * n), up = e / GMP_LIMB_BITS, bits = e % GMP_LIMB_BITS;
  const mp_srcptr np = comba_barrett_parts (context).np;
  const mp_size_t count = n + 2 + up;
  memset (scratch, 0, (size_t) count * sizeof (mp_limb_t));
  for (mp_size_t i = 0; i <= n; i++)
    {
      scratch[up + i] |= np[i] << bits;
      scratch[up + i + 1] = bits == 0 ? 0 : np[i] >> (GMP_LIMB_BITS - bits);
    }
  digits_of_limbs (barrett_part (context, n, s, 0), 0, SHORT_BITS, s, scratch, count);
  digits_of_limbs (scratch + FRAME, 0, SHORT_BITS, s, pp, n);
  make_complement (barrett_part (context, n, s, 1), SHORT_BITS, scratch + FRAME, s);
}

/* zp[0..n-1] = ap[0..n-1] * bp[0..n-1] mod P, or ap^2 if BP is NULL; d is constant.  zp may equal
   ap or bp. */
static ALWAYS_INLINE void
barrett_product (mp_srcptr context, mp_ptr zp, mp_srcptr ap, mp_srcptr bp, int d, mp_ptr scratch)
{
  const struct comba_barrett_context m = comba_barrett_parts (context);
  const mp_size_t n = m.n;
  const int s = (d + 7) / 8, o = lead (d), free = 8 * s - d, first = (s + 1) / 2;
  uint64_t *a = scratch + FRAME, *b = a + framed_size (s), *t = b + framed_size (s);
  uint64_t *q = t + 2 * framed_size (s), *r = q + framed_size (s);
  const struct normal nothing = { .carry = 0, .above = _mm512_setzero_si512 () };
  struct normal below = nothing, below_q = nothing;
  __m512i c[2 * SHORT_MAX];

  digits_of_limbs (a, 0, SHORT_BITS, s, ap, n);
  clear_frame (t, 2 * s);
  UNROLL for (int v = 0; v < 2 * s; v++)
    c[v] = _mm512_setzero_si512 ();
  if (bp != NULL)
    {
      digits_of_limbs (b, 0, SHORT_BITS, s, bp, n);
      short_digits (&below, t, LOWER, c, a, b, s, 0, d, d, 0);
      short_half (UPPER, c + s, a, b, s, 0, d, d);
      loosen (&below, t, c, s, 2 * s, 0);
    }
  else
    {
      __m512i x[SHORT_MAX], carried = _mm512_setzero_si512 ();
      UNROLL for (int v = 0; v < s; v++)
        x[v] = _mm512_load_si512 (a + 8 * v);
      square_columns (c, x, d, 0, first, &carried);
      square_columns (c, x, d, first, s, &carried);
      loosen (&below, t, c, 0, 2 * s, 0);
    }

  UNROLL for (int v = 0; v < s; v++)
    c[v] = _mm512_setzero_si512 ();
  short_digits (&below_q, q, UPPER, c, t + barrett_k (n) - o, barrett_part (context, n, s, 0) - free, s, o, d + o,
                8 * s, o);
  short_half (LOWER, c, q + o - free, barrett_part (context, n, s, 1), s, free, 8 * s, 8 * s);
  UNROLL for (int v = 0; v < s; v++)
    c[v] = _mm512_add_epi64 (c[v], _mm512_loadu_si512 (t - free + 8 * v));
  clear_frame (r, s);
  normalise (r, SHORT_BITS, c, s, 0);
  for (mp_size_t i = 0; i < n; i++)
    zp[i] = bits_from (r + free, SHORT_BITS, 64 * i);
  mp_limb_t high = bits_from (r + free, SHORT_BITS, 64 * n);
  for (int most = 2; most > 0; most--)
    if (high != 0)
      high -= comba_sub_n (zp, zp, m.pp, n);
}

#define DEFINE(d)                                                                       \
  static void                                                                           \
  barrett_mul_##d (mp_srcptr context, mp_ptr zp, mp_srcptr ap, mp_srcptr bp, mp_ptr scratch) \
  {                                                                                     \
    barrett_product (context, zp, ap, bp, d, scratch);                                  \
  }                                                                                     \
  static void                                                                           \
  barrett_sqr_##d (mp_srcptr context, mp_ptr zp, mp_srcptr ap, mp_ptr scratch)          \
  {                                                                                     \
    barrett_product (context, zp, ap, NULL, d, scratch);                                \
  }
#define BARRETT_COUNTS(X) X (19) X (21) X (23) X (28) X (31)
BARRETT_COUNTS (DEFINE)
#undef DEFINE

static void
barrett_mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
             mp_ptr scratch)
{
  switch (context[BARRETT_DIGITS])
    {
#define CASE(d) case d: barrett_mul_##d (context, zp, xp, yp, scratch); break;
    BARRETT_COUNTS (CASE)
#undef CASE
    default: comba_barrett_mul (k, context, zp, xp, yp, scratch);
    }
}

static void
barrett_sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  switch (context[BARRETT_DIGITS])
    {
#define CASE(d) case d: barrett_sqr_##d (context, zp, xp, scratch); break;
    BARRETT_COUNTS (CASE)
#undef CASE
    default: comba_barrett_sqr (k, context, zp, xp, scratch);
    }
}

const struct comba_representation MOD_REPRESENTATION (barrett52) = {
  .name = "barrett52" MOD_SUFFIX,
  .min = BARRETT_MIN,
  .max = BARRETT_MAX,
  .context_size = barrett_context_size,
  .element_size = comba_barrett_element_size,
  .itch = barrett_itch,
  .init = barrett_init,
  .encode = comba_barrett_encode,
  .decode = comba_barrett_decode,
  .mul = barrett_mul,
  .sqr = barrett_sqr,
  .mul_limb = comba_barrett_mul_limb,
};
