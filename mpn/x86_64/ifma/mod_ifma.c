/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues modulo odd P as digits: Montgomery products on AVX-512 IFMA.

   beta is 2^52, N = 8s digits hold 2^32 P; or up to SHORT_LIMBS limbs beta is 2^51, and they
   hold 2^8 P.  What stands for x is x beta^N modulo P, any such number below 4P.  A product is
   three short ones (strips.h),

     C = a b, all columns;  q = C mu mod beta^N, mu = -1/P;  the upper columns of q P,

   and each becomes digits once, not digit by digit: no step waits for the one before but
   three times.

   With beta = 2^52 these are normal digits, for vpmadd52 sees no more; a carry may go through
   all of them.  Short products would wait for it longer than they multiply, so their digits
   are loose: a column's upper bits are added to the next digit, and that is all.  Columns are
   sums of low halves and, since these count 2^52 = 2 beta, twice high halves.  With loose
   digits below 2^51 + 2^10 they are below N (2^52 + 2 (2^50 + 2^11)) < 12.1 s 2^52, in the sum
   of C and qP below 2^59; what goes into a digit is below 2^8, into the lowest one, where it
   is the carries of C's and of C + qP's lower halves, below 2^10.

   C + qP is zero modulo beta^N, whatever digits stand for q; q is below beta^N (1 + 2^-43).
   So of the lower columns of qP nothing is needed but what they carry into column N.  That
   is known from column N-1 alone: with c the digit N-1 of C's lower half, which became digits,
   and d column N-1 of qP,

     (C mod beta^N + qP's columns below N) / beta^(N-1) = c + d + e,   0 <= e < 2^12,

   since columns are less than 2^63, or 2^59, is a multiple of beta, and therefore is
   floor ((c + d + 2^12 - 1) / beta) beta.

   The result (C + qP) / beta^N is below 16P^2 / beta^N + (1 + 2^-43) P < 3P, and below 4P where
   one operand is any number of N digits and the other below 3P, or 2P (1 + 2^-8) with loose
   digits, as results are then.  It is below beta^N: nothing is lost above its digits.

   Instructions and addresses depend on n alone, but for init. */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/residues.h"
#include <string.h>

enum { MOD_MIN = 8, MOD_MAX = 390 };

/* Column N-1 and those above it are sums of 32s halves of products at most, as unsigned
   numbers. */
_Static_assert (32 * MOD_VECTORS (MOD_MAX) < 1 << (COLUMN_BITS + 1 - 52),
                "columns must not overflow");
_Static_assert (2 * 12 * SHORT_MAX + 1 < 1 << (59 - 52), "loose digits must be below 2^51 + 2^10");

static size_t
context_size (mp_size_t n)
{
  return CONTEXT_DIGITS + PARTS * framed_size (MOD_VECTORS (n));
}

static size_t
element_size (mp_size_t n)
{
  return framed_size (MOD_VECTORS (n));
}

/* Scratch: 2s vectors of columns, framed digits; above them two more of framed digits for
   init and enter. */
static inline size_t
product_itch (int s)
{
  return 16 * (size_t) s + framed_size (s);
}

static size_t
itch (mp_size_t n)
{
  int s = MOD_VECTORS (n);
  return product_itch (s) + 2 * framed_size (s);
}

/* Columns to digits: normal ones, or loose ones if they may be. */
static ALWAYS_INLINE uint64_t
to_digits (uint64_t *digits, const __m512i *columns, int s, uint64_t carry, int loose)
{
  const int bits = digit_bits (s);
  return loose && bits == SHORT_BITS ? loosen (digits, bits, columns, s, carry)
         : normalise (digits, bits, columns, s, carry);
}

/* z = (x + beta^N (C + CARRY) + q P) / beta^N, where x is 8s framed digits and C the
   vectors of columns c[s..2s-1], or zero if ADD is zero.  c and the framed digits in the
   scratch are overwritten; x may be these. */
static ALWAYS_INLINE void
reduce (uint64_t *z, const uint64_t *x, uint64_t carry, __mmask8 add, mp_srcptr context, int s,
        __m512i *c, mp_ptr scratch, int loose)
{
  const int bits = digit_bits (s);
  uint64_t *q = scratch + 16 * s + FRAME;
  uint64_t last = x[8 * s - 1];
  half_product (LOWER, bits, c, x, part (context, s, PART_MU), s, 0);
  to_digits (q, c, s, 0, loose);
  uint64_t below = last + column_below (q, part (context, s, PART_REVERSED), s, bits);
  half_product (UPPER, bits, c + s, q, part (context, s, PART_P), s, add);
  to_digits (z, c + s, s, carry + ((below + (1 << 12) - 1) >> bits), loose);
}

/* Small ones have functions for a constant s each. */
#define SHORT(X) X (2) X (3) X (4)
#define SMALL(X) SHORT (X) X (5) X (6)
enum { SMALL_MAX = 6 };

static ALWAYS_INLINE void
product (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int s, mp_ptr scratch)
{
  const int bits = digit_bits (s);
  __m512i local[2 * SMALL_MAX];
  __m512i *c = __builtin_constant_p (s) ? local : vectors (scratch);
  uint64_t *t = scratch + 16 * s + FRAME;
  const uint64_t *x = xp + FRAME, *y = yp + FRAME;

  clear_frame (t, s);
  half_product (LOWER, bits, c, x, y, s, 0);
  uint64_t carry = to_digits (t, c, s, 0, 1);
  half_product (UPPER, bits, c + s, x, y, s, 0);
  reduce (zp + FRAME, t, carry, 0xff, context, s, c, scratch, 1);
  clear_frame (zp + FRAME, s);
}

static ALWAYS_INLINE void
square (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int s, mp_ptr scratch)
{
  const int bits = digit_bits (s);
  __m512i local[2 * SMALL_MAX];
  __m512i *c = __builtin_constant_p (s) ? local : vectors (scratch);
  uint64_t *t = scratch + 16 * s + FRAME;
  const uint64_t *x = xp + FRAME;

  clear_frame (t, s);
  half_product (LOWER_SQR, bits, c, x, x, s, 0);
  uint64_t carry = to_digits (t, c, s, 0, 1);
  half_product (UPPER_SQR, bits, c + s, x, x, s, 0);
  reduce (zp + FRAME, t, carry, 0xff, context, s, c, scratch, 1);
  clear_frame (zp + FRAME, s);
}

#define DEFINE(s)                                                                       \
  static void                                                                           \
  product_##s (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, mp_ptr scratch) \
  {                                                                                     \
    product (zp, xp, yp, context, s, scratch);                                          \
  }                                                                                     \
  static void                                                                           \
  square_##s (mp_ptr zp, mp_srcptr xp, mp_srcptr context, mp_ptr scratch)               \
  {                                                                                     \
    square (zp, xp, context, s, scratch);                                               \
  }
SMALL (DEFINE)
#undef DEFINE

static void (*const products[SMALL_MAX + 1]) (mp_ptr, mp_srcptr, mp_srcptr, mp_srcptr, mp_ptr) = {
#define ROW(s) [s] = product_##s,
  SMALL (ROW)
#undef ROW
};

static void (*const squares[SMALL_MAX + 1]) (mp_ptr, mp_srcptr, mp_srcptr, mp_ptr) = {
#define ROW(s) [s] = square_##s,
  SMALL (ROW)
#undef ROW
};

/* For digits of 51 bits what else takes a product: z = (x + qP) / beta^N in normal digits, the
   lower s vectors of columns. */
#define DEFINE(s)                                                                       \
  static void                                                                           \
  reduction_##s (uint64_t *z, const uint64_t *x, mp_srcptr context, mp_ptr scratch)     \
  {                                                                                     \
    reduce (z, x, 0, 0, context, s, vectors (scratch), scratch, 0);                     \
  }
SHORT (DEFINE)
#undef DEFINE
#define DEFINE(s)                                                                       \
  static void                                                                           \
  lower_##s (__m512i *c, const uint64_t *x, const uint64_t *y)                          \
  {                                                                                     \
    half_product (LOWER, SHORT_BITS, c, x, y, s, 0);                                    \
  }
DEFINE (1) SHORT (DEFINE)
#undef DEFINE

static void (*const reductions[SHORT_MAX + 1]) (uint64_t *, const uint64_t *, mp_srcptr, mp_ptr) = {
#define ROW(s) [s] = reduction_##s,
  SHORT (ROW)
#undef ROW
};

static void (*const lower_products[SHORT_MAX + 1]) (__m512i *, const uint64_t *, const uint64_t *) = {
#define ROW(s) [s] = lower_##s,
  ROW (1) SHORT (ROW)
#undef ROW
};

/* The products, with s given: what is in memory may decide on nothing
   (tests/ct/disassembly). */
void
comba_mod_mul_ifma (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr context, int s,
                    mp_ptr scratch)
{
  if (s <= SMALL_MAX)
    products[s] (zp, xp, yp, context, scratch);
  else
    product (zp, xp, yp, context, s, scratch);
}

void
comba_mod_sqr_ifma (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int s, mp_ptr scratch)
{
  if (s <= SMALL_MAX)
    squares[s] (zp, xp, context, scratch);
  else
    square (zp, xp, context, s, scratch);
}

static void
mul (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  comba_mod_mul_ifma (zp, xp, yp, context, context_vectors (context), scratch);
}

static void
sqr (const struct comba_kernels *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_mod_sqr_ifma (zp, xp, context, context_vectors (context), scratch);
}

/* rp[0..n-1] = x, normal digits, below B^n. */
static void
limbs_of_digits (mp_ptr rp, mp_size_t n, const uint64_t *x, int s)
{
  if (digit_bits (s) == SHORT_BITS)
    {
      for (mp_size_t i = 0; i < n; i++)
        rp[i] = bits_from (x, SHORT_BITS, 64 * i);
      return;
    }
  struct result r = { .rp = rp, .n = n, .least = n, .most = n };
  for (int v = 0; v < s; v += 2)
    {
      __m512i lo = _mm512_load_si512 (x + 8 * v);
      __m512i hi = v + 1 < s ? _mm512_load_si512 (x + 8 * v + 8) : _mm512_setzero_si512 ();
      put_columns (&r, v / 2, even_columns (lo, hi), odd_columns (lo, hi),
                   _mm512_setzero_si512 ());
    }
}

/* The product of x by 1 is at most P, as q is below beta^N, its digits being normal:
   x + qP < beta^N (P + 1).  Zero if it is P. */
void
comba_mod_leave_ifma (mp_ptr rp, mp_size_t n, mp_srcptr xp, mp_srcptr context, int s,
                      mp_ptr scratch)
{
  uint64_t *t = scratch + 16 * s + FRAME;
  const __m512i *p = (const __m512i *) part (context, s, PART_P);

  clear_frame (t, s);
  if (s <= SHORT_MAX)
    reductions[s] (t, xp + FRAME, context, scratch);
  else
    reduce (t, xp + FRAME, 0, 0, context, s, vectors (scratch), scratch, 0);
  __mmask8 differ = 0;
  for (int v = 0; v < s; v++)
    differ |= _mm512_cmpneq_epi64_mask (vectors (t)[v], p[v]);
  /* All ones if a lane differs. */
  const __m512i keep = _mm512_set1_epi64 (-(long long) ((differ + 0xffu) >> 8));
  for (int v = 0; v < s; v++)
    vectors (t)[v] = _mm512_and_si512 (vectors (t)[v], keep);
  limbs_of_digits (rp, n, t, s);
}

static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_mod_leave_ifma (rp, (mp_size_t) context[CONTEXT_N], xp, context,
                        context_vectors (context), scratch);
}

/* By pieces of n limbs, A the sum so far of those that are above:
     A becomes A B^n + piece, where B^n beta^N mod P is a factor that takes beta^-N along.
   A stays below beta^N: a product is below 4P, and 4P + B^n < beta^N. */
void
comba_mod_enter_ifma (mp_srcptr context, mp_srcptr factor, mp_ptr xp, mp_srcptr ap, mp_size_t an,
                      mp_ptr scratch)
{
  const int s = context_vectors (context), bits = digit_bits (s);
  const mp_size_t n = (mp_size_t) context[CONTEXT_N];
  mp_ptr sum = scratch + product_itch (s), base = sum + framed_size (s);
  mp_size_t top = an > 0 ? (an - 1) % n + 1 : 0;

  an -= top;
  digits_of_limbs (sum + FRAME, bits, s, ap + an, top);
  if (an > 0)
    {
      digits_of_power (base + FRAME, bits, s, 64 * n);
      comba_mod_mul_ifma (base, base, part (context, s, PART_R2) - FRAME, context, s, scratch);
    }
  while (an > 0)
    {
      an -= n;
      comba_mod_mul_ifma (sum, sum, base, context, s, scratch);
      digits_of_limbs (xp + FRAME, bits, s, ap + an, n);
      for (int v = 0; v < s; v++)
        vectors (xp + FRAME)[v] = _mm512_add_epi64 (vectors (xp + FRAME)[v],
                                                    vectors (sum + FRAME)[v]);
      normalise (sum + FRAME, bits, vectors (xp + FRAME), s, 0);
    }
  comba_mod_mul_ifma (xp, sum, factor, context, s, scratch);
}

static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  mp_srcptr r2 = part (context, context_vectors (context), PART_R2) - FRAME;
  comba_mod_enter_ifma (context, r2, xp, ap, an, scratch);
}

/* The lower v vectors of columns of x y, of numbers of s vectors. */
static inline void
lower_product (__m512i *c, const uint64_t *x, const uint64_t *y, int v, int s)
{
  if (s <= SHORT_MAX)
    lower_products[v] (c, x, y);
  else
    half_product (LOWER, 52, c, x, y, v, 0);
}

/* mu = -1/P mod beta^N, by Newton's iteration: mu += mu (1 + mu P), twice as many digits
   each time.  Lower products of v vectors need what is below only. */
static void
make_mu (uint64_t *mu, const uint64_t *p, int s, mp_ptr scratch)
{
  const int bits = digit_bits (s);
  __m512i *c = vectors (scratch);
  uint64_t *t = scratch + 16 * s + FRAME;

  uint64_t inverse = (3 * p[0]) ^ 2;    /* 5 bits */
  for (int known = 5; known < 52; known *= 2)
    inverse *= 2 - inverse * p[0];
  memset (mu - FRAME, 0, framed_size (s) * sizeof (uint64_t));
  mu[0] = -inverse & digit_mask (bits);
  for (int d = 1; d < 8 * s; )
    {
      d = 2 * d < 8 * s ? 2 * d : 8 * s;
      int v = (d + 7) / 8;
      clear_frame (t, v);
      lower_product (c, mu, p, v, s);
      normalise (t, bits, c, v, 1);
      lower_product (c, t, mu, v, s);
      for (int i = 0; i < v; i++)
        c[i] = _mm512_add_epi64 (c[i], vectors (mu)[i]);
      normalise (mu, bits, c, v, 0);
    }
}

/* x = 2^k x - h P < 2P, where x < 2P before, k <= 50, h such that it is: h is the quotient
   of 2^k floor (x / 2^e) by floor (P / 2^e) + 1, e the bits of P but 62, and so at most
   2^k x / P, and less than that by less than 1 + 3 2^(k-61).

   Digits of beta^N - P are complement's: adding h times them does not borrow.  t is s
   vectors. */
static void
shift_left (uint64_t *x, int k, const uint64_t *p, const uint64_t *complement, int s,
            mp_size_t e, __m512i *t)
{
  const int bits = digit_bits (s);
  uint64_t above = bits_from (x, bits, e), divisor = bits_from (p, bits, e) + 1;
  const __m512i h = _mm512_set1_epi64 ((long long) (((unsigned __int128) above << k) / divisor));
  const __m512i two_k = _mm512_set1_epi64 (1LL << k);
  for (int v = 0; v < s; v++)
    {
      __m512i c = _mm512_madd52lo_epu64 (_mm512_setzero_si512 (), two_k,
                                         _mm512_load_si512 (x + 8 * v));
      __m512i d = _mm512_madd52hi_epu64 (_mm512_setzero_si512 (), two_k,
                                         _mm512_loadu_si512 (x + 8 * v - 1));
      c = _mm512_madd52lo_epu64 (c, h, _mm512_load_si512 (complement + 8 * v));
      d = _mm512_madd52hi_epu64 (d, h, _mm512_loadu_si512 (complement + 8 * v - 1));
      t[v] = _mm512_add_epi64 (c, _mm512_slli_epi64 (d, 52 - (unsigned) bits));
    }
  normalise (x, bits, t, s, 0);
}

/* r2 = beta^(2N) modulo P: 2^(b-1) < P, P of b bits, shifted left as far as
   beta^(N + N / SHIFTED), whose Montgomery square is beta^(N + 2 N / SHIFTED), and so on. */
enum { SHIFTED = 8 };

static void
make_r2 (mp_ptr context, int s, mp_size_t b, mp_ptr scratch)
{
  const uint64_t *p = part (context, s, PART_P);
  uint64_t *x = part_to_make (context, s, PART_R2);
  uint64_t *complement = scratch + product_itch (s) + FRAME;

  const int bits = digit_bits (s);
  make_complement (complement, bits, p, s);
  digits_of_power (x, bits, s, b - 1);
  mp_size_t left = (8 + 8 / SHIFTED) * bits * (mp_size_t) s - (b - 1);
  while (left > 0)
    {
      int k = left < 50 ? (int) left : 50;
      shift_left (x, k, p, complement, s, b - 62, vectors (scratch));
      left -= k;
    }
  for (int i = 1; i < SHIFTED; i *= 2)
    comba_mod_sqr_ifma (x - FRAME, x - FRAME, context, s, scratch);
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  (void) k;
  ASSERT (MOD_MIN <= n && n <= MOD_MAX && pp[0] % 2 == 1 && pp[n - 1] != 0);
  const int s = MOD_VECTORS (n);
  uint64_t *p = part_to_make (context, s, PART_P);
  uint64_t *reversed = part_to_make (context, s, PART_REVERSED);

  context[CONTEXT_N] = (mp_limb_t) n;
  context[CONTEXT_S] = (mp_limb_t) s;
  digits_of_limbs (p, digit_bits (s), s, pp, n);
  for (int i = 0; i < 8 * s; i++)
    reversed[i] = p[8 * s - 1 - i];
  clear_frame (reversed, s);
  make_mu (part_to_make (context, s, PART_MU), p, s, scratch);
  make_r2 (context, s, bits_of_limbs (pp, n), scratch);
}

const struct comba_form comba_form_ifma = {
  .name = "ifma",
  .odd_only = 1,
  .min = MOD_MIN,
  .max = MOD_MAX,
  .context_size = context_size,
  .element_size = element_size,
  .itch = itch,
  .init = init,
  .enter = enter,
  .leave = leave,
  .mul = mul,
  .sqr = sqr,
};
