/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers modulo an odd P of one or two limbs: Montgomery's representation with the whole ladder in
   one function.

   For one or two limbs the time is the latency of a product's own chain.  Windows have a fixed
   width, because a mispredicted branch costs as much as a product. */

#include "residue/one_two_limbs_tpl.h"
#include "powm/powm.h"

/* For P < beta^2/8 the same without case distinctions: P is added from the start.  Factors are
   below 4P, and so is the result: high <= 16 P^2 / beta^2 < 2P, w <= F <= P, 0 <= away < P. */
#define LAZY_BITS (2 * GMP_LIMB_BITS - 3)

static ALWAYS_INLINE struct comba_pair
reduce_2_lazily (const struct modulus *m, mp_limb_t t0, mp_limb_t t1, struct comba_pair high)
{
  struct comba_pair w, away;
  two_rows (m, t0, t1, &w, &away);
  return comba_pair_sub (comba_pair_add (comba_pair_add (high, pair (m->p)), w), away);
}

static ALWAYS_INLINE struct comba_pair
mul_2_lazily (const struct modulus *m, struct comba_pair x, struct comba_pair y)
{
  return product_2 (m, x, y, reduce_2_lazily);
}

static ALWAYS_INLINE struct comba_pair
sqr_2_lazily (const struct modulus *m, struct comba_pair x)
{
  return square_2 (m, x, 0, reduce_2_lazily);
}

/* COUNT bits of the exponent from bit AT on. */
static ALWAYS_INLINE unsigned
digit (mp_srcptr ep, mp_size_t en, size_t at, int count)
{
  size_t i = at / GMP_LIMB_BITS, shift = at % GMP_LIMB_BITS;
  mp_limb_t bits = ep[i] >> shift;
  if (shift + count > GMP_LIMB_BITS && i + 1 < (size_t) en)
    bits |= ep[i + 1] << (GMP_LIMB_BITS - shift);
  return (unsigned) bits & ((1u << count) - 1);
}

#define MAX_WIDTH 5

/* The cheapest width, including the powers in the table; those are independent of each other, so
   each counts half. */
static int
width_for (mp_srcptr ep, mp_size_t en, size_t bits)
{
  if (en == 1 && __builtin_popcountll (ep[0]) <= 3)
    return 1;
  return bits <= 4 ? 1 : bits <= 12 ? 2 : bits <= 48 ? 3 : bits <= 200 ? 4 : MAX_WIDTH;
}

typedef struct comba_pair product_fn (const struct modulus *, struct comba_pair, struct comba_pair);
typedef struct comba_pair square_fn (const struct modulus *, struct comba_pair);

/* base^E, E > 0; BEGUN is base^(E >> left), or any value if that is base itself. */
static ALWAYS_INLINE struct comba_pair
power (const struct modulus *m, struct comba_pair base, struct comba_pair begun, size_t left,
       mp_srcptr ep, mp_size_t en, product_fn *mul, square_fn *sqr)
{
  const size_t bits = comba_powm_bits (ep, en);
  const int width = width_for (ep, en, left + 1);

  struct comba_pair table[1 << MAX_WIDTH];
  table[1] = base;
  for (int i = 2; i < 1 << width; i += 2)
    {
      table[i] = sqr (m, table[i / 2]);
      table[i + 1] = mul (m, table[i], base);
    }

  size_t at = left;
  struct comba_pair x = begun;
  if (left == bits - 1)
    {
      at = left / width * width;
      x = table[digit (ep, en, at, width)];
    }
  for (int count = (int) (at % width); at > 0; count = 0)
    {
      if (count == 0)
        count = width;
      at -= count;
      for (int i = 0; i < count; i++)
        x = sqr (m, x);
      unsigned d = digit (ep, en, at, count);
      if (d != 0)
        x = mul (m, x, table[d]);
    }
  return x;
}

/* 2^e, e >= GMP_LIMB_BITS, p > 3 (so that u contains a bit of v): as in powm/powm_base_two.c. */
static mp_limb_t
two_1 (mp_limb_t e, mp_limb_t p)
{
  struct comba_pair x = { 0, 0 };
  if (e == GMP_LIMB_BITS)
    {
      comba_divide_limbs (1, 0, p, &x.low);
      return x.low;
    }
  const struct modulus m = modulus_1 (p);
  const mp_limb_t v = e - GMP_LIMB_BITS - 1;
  int s = comba_powm_two_squares (v, comba_powm_bits (&p, 1) - 1);
  comba_divide_limbs ((mp_limb_t) 1 << ((v >> s) + 1), 0, p, &x.low);
  for (int w = 0; s > 0; )
    {
      x = sqr_1 (&m, x);
      s--;
      w = 2 * w + (int) (~v >> s & 1);
      if (w >= GMP_LIMB_BITS / 2 || s == 0)
        {
          x = reduce_1 (&m, (comba_dlimb) x.low << (GMP_LIMB_BITS - w));
          w = 0;
        }
    }
  return x.low;
}

/* 2^E, E of several limbs, p > 1: as many bits of E as give no more than p are encoded, then
   squares and doubles follow. */
static mp_limb_t
two_long_1 (mp_srcptr ep, mp_size_t en, mp_limb_t p)
{
  const struct modulus m = modulus_1 (p);
  const mp_limb_t most = comba_powm_bits (&p, 1) - 1;
  const int room = (int) comba_powm_bits (&most, 1) - 1;
  size_t at = comba_powm_bits (ep, en) - (size_t) room;
  struct comba_pair x = { 0, 0 };
  comba_divide_limbs ((mp_limb_t) 1 << digit (ep, en, at, room), 0, p, &x.low);
  while (at > 0)
    {
      x = sqr_1 (&m, x);
      at--;
      const mp_limb_t less = p - x.low, twice = x.low >= less ? x.low - less : x.low + x.low;
      x.low = (ep[at / GMP_LIMB_BITS] >> at % GMP_LIMB_BITS & 1) != 0 ? twice : x.low;
    }
  return reduce_1 (&m, x.low).low;
}

static void
powm_1 (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_limb_t p)
{
  struct comba_pair x, begun = { 0, 0 };
  const size_t bits = comba_powm_bits (ep, en);
  size_t left = bits - 1;
  if (bn == 1)
    {
      mp_limb_t c = comba_powm_in_limb (bp[0], ep, en, &left);
      if (left == 0)
        {
          rp[0] = c % p;
          return;
        }
      if (left < bits - 1)
        begun = encode_1 (&c, 1, p);
    }
  const struct modulus m = modulus_1 (p);
  x = encode_1 (bp, bn, p);
  if (left == bits - 1)
    begun = x;
  x = power (&m, x, begun, left, ep, en, mul_1, sqr_1);
  rp[0] = reduce_1 (&m, x.low).low;
}

/* x 2^-w (mod P), 0 < w < GMP_LIMB_BITS: the w bits that are shifted out are cleared by adding a
   multiple of P. */
static ALWAYS_INLINE struct comba_pair
divide_2 (const struct modulus *m, struct comba_pair x, int w)
{
  const int up = GMP_LIMB_BITS - w;
  return reduce_2 (m, 0, x.low << up, (struct comba_pair) { x.high << up | x.low >> w, x.high >> w });
}

/* 2^e in the representation, e > 0: as in powm/powm_base_two.c, but it has to be decoded. */
static struct comba_pair
two_2 (const struct modulus *m, mp_limb_t e, mp_srcptr k)
{
  const mp_limb_t v = e - 1;
  int s = comba_powm_two_squares (v, 2 * GMP_LIMB_BITS - 1);
  const mp_limb_t u = (v >> s) + 1, one = (mp_limb_t) 1 << u % GMP_LIMB_BITS;
  const mp_limb_t whole[2] = { u < GMP_LIMB_BITS ? one : 0, u < GMP_LIMB_BITS ? 0 : one };
  mp_limb_t encoded[2];
  comba_fold_encode (encoded, whole, 2, m->p, 2, k, m->inverse, 0);
  struct comba_pair x = { encoded[0], encoded[1] };
  for (int w = 0; s > 0; )
    {
      x = sqr_2 (m, x);
      s--;
      w = 2 * w + (int) (~v >> s & 1);
      if (w >= GMP_LIMB_BITS / 2 || (s == 0 && w > 0))
        {
          x = divide_2 (m, x, w);
          w = 0;
        }
    }
  return x;
}

/* Not inlined: two ladders in one function make both slower. */
static __attribute__ ((noinline)) struct comba_pair
power_2_lazily (const struct modulus *m, comba_dlimb x, comba_dlimb y, size_t left, mp_srcptr ep,
                mp_size_t en)
{
  const comba_dlimb p = join (m->p[1], m->p[0]);
  x %= p, y %= p;
  return power (m, (struct comba_pair) { (mp_limb_t) x, COMBA_HIGH (x) },
                (struct comba_pair) { (mp_limb_t) y, COMBA_HIGH (y) }, left, ep, en, mul_2_lazily, sqr_2_lazily);
}

/* B^E in the representation. */
static struct comba_pair
any_2 (const struct modulus *m, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr k)
{
  mp_limb_t x[2], y[2] = { 0, 0 };
  comba_fold_encode (x, bp, bn, m->p, 2, k, m->inverse, 0);
  const size_t bits = comba_powm_bits (ep, en);
  size_t left = bits - 1;
  if (bn == 1)
    {
      mp_limb_t c = comba_powm_in_limb (bp[0], ep, en, &left);
      if (left < bits - 1)
        comba_fold_encode (y, &c, 1, m->p, 2, k, m->inverse, 0);
    }
  /* Bringing the bases below P takes as long as it saves in some eight squares. */
  if (left >= 8 && m->p[1] >> (LAZY_BITS - GMP_LIMB_BITS) == 0)
    return power_2_lazily (m, join (x[1], x[0]), join (y[1], y[0]), left, ep, en);
  return power (m, (struct comba_pair) { x[0], x[1] }, (struct comba_pair) { y[0], y[1] }, left, ep, en,
                mul_2, sqr_2);
}

static void
powm_2 (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp)
{
  const struct modulus m = modulus_2 (pp);
  mp_limb_t k[2], d[2];
  comba_fold_init (k, d, pp, 2);
  struct comba_pair r = bn == 1 && bp[0] == 2 && en == 1 ? two_2 (&m, ep[0], k)
    : any_2 (&m, bp, bn, ep, en, k);
  r = reduce_2 (&m, r.low, r.high, (struct comba_pair) { 0, 0 });
  rp[0] = r.low;
  rp[1] = r.high;
}

void
comba_powm_one_two_limbs (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp,
                mp_size_t n)
{
  ASSERT (n >= 1 && n <= COMBA_POWM_ONE_TWO_LIMBS && bn >= 1 && en >= 1 && ep[en - 1] != 0);
  if (n == 2)
    powm_2 (rp, bp, bn, ep, en, pp);
  else if (pp[0] == 1)          /* the odd part of mpz_powm's modulus if that is a power of two */
    rp[0] = 0;
  else if (bn == 1 && bp[0] == 2 && en == 1 && ep[0] < GMP_LIMB_BITS)
    rp[0] = ((mp_limb_t) 1 << ep[0]) % pp[0];
  else if (bn == 1 && bp[0] == 2 && pp[0] > 3)
    rp[0] = en > 1 ? two_long_1 (ep, en, pp[0]) : two_1 (ep[0], pp[0]);
  else
    powm_1 (rp, bp, bn, ep, en, pp[0]);
}
