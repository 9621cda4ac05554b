/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* K-th roots.

   An estimate of 34 bits comes from logarithms in integers.  Newton's iteration s + (N - s^K) / (K
   s^(K-1)) on the upper limbs alone doubles its bits: the powers take log K products of the root's
   length.  The exact power is computed if the remainder is wanted, or the fraction of the root so
   small that the integer is in doubt. */

#include "root/root.h"
#include "arith/limb_steps.h"
#include "arith/scratch.h"
#include "div/div.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum
{
  ESTIMATED = 33,               /* bits of an estimate that are correct, for K below 2^K_BITS_MOST */
  K_BITS_MOST = 24,
  STEPS_MOST = 80
};

static const struct
{
  uint32_t inverse;             /* 2^24 / (1 + (i + 1/2) / 64) */
  uint64_t log, power;          /* 2^60 log2 (2^24 / inverse), 2^62 2^(i / 64) */
} steps[64] = {
  { 0xfe03f8, 0x2dfca2df328701, 0x4000000000000000 },
  { 0xfa232d, 0x88e68d656fb918, 0x40b268f9de0183ba },
  { 0xf6603e, 0xe26fcc0b5b3e57, 0x4166c34c5615d0ec },
  { 0xf2b9d6, 0x13aa304acd04f3b, 0x421d1461d66f2023 },
  { 0xef2eb7, 0x1918a19f536b14f, 0x42d561b3e6243d8a },
  { 0xebbdb3, 0x1e72eb841d50818, 0x438fb0cb4f468808 },
  { 0xe865ac, 0x23b9a3f2df3606d, 0x444c0740496d4294 },
  { 0xe52598, 0x28ed543847c4d06, 0x450a6abaa4b77ecd },
  { 0xe1fc78, 0x2e0e85c0f34c643, 0x45cae0f1f545eb73 },
  { 0xdee95c, 0x331dba8df1ea804, 0x468d6fadbf2dd4f3 },
  { 0xdbeb62, 0x381b6d7ed8029f3, 0x47521cc5a2e6a9e0 },
  { 0xd901b2, 0x3d0817d4622672e, 0x4818ee218a3358ee },
  { 0xd62b81, 0x41e42b269e4110a, 0x48e1e9b9d588e19b },
  { 0xd3680d, 0x46b017297f884ee, 0x49ad159789f37496 },
  { 0xd0b6a0, 0x4b6c4394e14d34a, 0x4a7a77d47f7b84b1 },
  { 0xce168a, 0x501919c1f0e5cb6, 0x4b4a169b900c2d00 },
  { 0xcb8728, 0x54b6f77dc7f5e62, 0x4c1bf828c6dc54b8 },
  { 0xc907da, 0x59464021e2ecf01, 0x4cf022c9905bfd32 },
  { 0xc6980c, 0x5dc74bae30cbffa, 0x4dc69cdceaa72a9c },
  { 0xc43730, 0x623a70e4adfeeb0, 0x4e9f6cd3967fdba8 },
  { 0xc1e4bc, 0x66a00893ae12e39, 0x4f7a993048d088d7 },
  { 0xbfa030, 0x6af861b7d1ee5c1, 0x50582887dcb8a7e1 },
  { 0xbd6910, 0x6f43cc321ded3bb, 0x513821818624b40c },
  { 0xbb3ee7, 0x7382928b468f3c0, 0x521a8ad704f3404f },
  { 0xb92144, 0x77b4ff457e357ed, 0x52ff6b54d8a89c75 },
  { 0xb70fbb, 0x7bdb5a826b1aeb6, 0x53e6c9da74b29ab5 },
  { 0xb509e7, 0x7ff5e57a9339fef, 0x54d0ad5a753e077c },
  { 0xb30f63, 0x8404e83e38709bf, 0x55bd1cdad49f699c },
  { 0xb11fd4, 0x88089cf493f760c, 0x56ac1f752150a563 },
  { 0xaf3ade, 0x8c0146026504933, 0x579dbc56b48521ba },
  { 0xad602b, 0x8fef1f5400ed77b, 0x5891fac0e95612c8 },
  { 0xab8f6a, 0x93d25fecb3db6f7, 0x5988e20954889245 },
  { 0xa9c84a, 0x97ab444b299b3c6, 0x5a827999fcef3242 },
  { 0xa80a81, 0x9b79ff1a1a55555, 0x5b7ec8f19468bbc9 },
  { 0xa655c4, 0x9f3eca3bf08975a, 0x5c7dd7a3b17dcf75 },
  { 0xa4a9cf, 0xa2f9d5076d670e0, 0x5d7fad59099f22fe },
  { 0xa3065e, 0xa6ab5369e37476d, 0x5e8451cfac061b5f },
  { 0xa16b31, 0xaa5374cfec86b0e, 0x5f8bccdb3d398841 },
  { 0x9fd80a, 0xadf2685fe34fcc2, 0x6096266533384a2b },
  { 0x9e4cad, 0xb1885cce56a51a4, 0x61a3666d124bb204 },
  { 0x9cc8e1, 0xb5157dd6c2999da, 0x62b39508aa836d6f },
  { 0x9b4c70, 0xb899f3f1d69a33a, 0x63c6ba6455dcd8ae },
  { 0x99d723, 0xbc15eda57abe1eb, 0x64dcdec3371793d1 },
  { 0x9868c8, 0xbf8991232bc0147, 0x65f60a7f79393e2e },
  { 0x97012e, 0xc2f5058b592b09e, 0x6712460a8fc24072 },
  { 0x95a025, 0xc65872db26988c6, 0x683199ed779592ca },
  { 0x944581, 0xc9b3fa60adfbde5, 0x69540ec8f895722d },
  { 0x92f114, 0xcd07c565e7bf2ca, 0x6a79ad55e7f6fd10 },
  { 0x91a2b4, 0xd053f63c5639741, 0x6ba27e656b4eb57a },
  { 0x905a38, 0xd398af7f6317ee1, 0x6cce8ae13c57ebdb },
  { 0x8f177a, 0xd6d60ed673d235a, 0x6dfddbcbed791bab },
  { 0x8dda52, 0xda0c39ab0d56382, 0x6f307a412f074892 },
  { 0x8ca29c, 0xdd3b4da87ceed34, 0x70666f76154a7089 },
  { 0x8b7034, 0xe0636ae817cdab2, 0x719fc4b95f452d29 },
  { 0x8a42f8, 0xe384aea0a3aed82, 0x72dc8373be41a454 },
  { 0x891ac7, 0xe69f35a506932fb, 0x741cb5281e25ee34 },
  { 0x87f781, 0xe9b31c4decfec43, 0x75606373ee921c97 },
  { 0x86d905, 0xecc083dd7814ebc, 0x76a7980f6cca15c2 },
  { 0x85bf37, 0xefc782108cd7bbf, 0x77f25ccdee6d7ae6 },
  { 0x84a9fa, 0xf2c831487174a8b, 0x7940bb9e2cffd89d },
  { 0x839930, 0xf5c2b0ad2912144, 0x7a92be8a92436616 },
  { 0x828cc0, 0xf8b71356317686a, 0x7be86fb985689ddc },
  { 0x81848e, 0xfba5768f58be428, 0x7d41d96db915019d },
  { 0x808081, 0xfe8df0f5878b19d, 0x7e9f06067a4360ba },
};

/* A positive number mant 2^(bits - 62), 2^62 <= mant < 2^63. */
struct estimate
{
  uint64_t mant;
  mp_size_t bits;
};

/* The K-th root of a number of BITS bits whose upper 64 bits are X, K < 2^K_BITS_MOST, with a
   relative error below 2^-34. */
static struct estimate
estimate_root (uint64_t x, size_t bits, uint64_t k)
{
  /* log2 (x) = log2 (1 / inverse) + log2 (1 + z), by the series to z^5; multiples of 2^-38. */
  const unsigned at = x >> 57 & 63;
  const int64_t z = (int64_t) ((x >> 25) * steps[at].inverse >> 24) - ((int64_t) 1 << 38);
  /* 2^31 / (i log 2), 2^31 / i! */
  static const int64_t series[5] = { 619632802, -774541002, 1032721336, -1549082005, 3098164009 };
  int64_t log = series[0];
  for (int i = 1; i < 5; i++)
    log = series[i] + ((z * log) >> 38);
  log = (int64_t) (steps[at].log >> 22) + ((z * log) >> 31);
  const uint64_t whole = bits - 1, rest = whole % k;
  const uint64_t y = ((rest << 38) + (uint64_t) (log > 0 ? log : 0)) / k;

  /* 2^y, by the series of e^v to v^5. */
  const uint64_t v = (y & 0xffffffff) * 1488522236 >> 31;
  static const uint64_t factorials[5] = { 17895697, 89478485, 357913941, 1073741824, 2147483648 };
  uint64_t e = factorials[0];
  for (int i = 1; i < 5; i++)
    e = factorials[i] + (v * e >> 38);
  e = v * e >> 31;
  const uint64_t power = steps[y >> 32 & 63].power;
  return (struct estimate) { .mant = power + ((power >> 32) * e >> 6), .bits = (mp_size_t) (whole / k + (y >> 38)) };
}

#if GMP_LIMB_BITS == 64

/* A number m 2^e, with the top bit of m set. */
struct word
{
  uint64_t m;
  int64_t e;
};

static ALWAYS_INLINE struct word
multiply_words (struct word a, struct word b)
{
  const comba_dlimb x = (comba_dlimb) a.m * b.m;
  const int small = !(x >> 127);
  return (struct word) { .m = (uint64_t) (x >> 64) << small | ((uint64_t) x >> 63 & (uint64_t) small),
                         .e = a.e + b.e + 64 - small };
}

/* A step of Newton's iteration on words: s (1 + (N - s^k) / k N).  Returns the number of bits that
   are correct. */
static int
refine_estimate (struct estimate *estimate, uint64_t x, size_t bits, uint64_t k, int k_bits)
{
  const struct word s = { .m = estimate->mant << 1, .e = estimate->bits - 63 };
  struct word power = s;
  for (int bit = k_bits - 1; bit-- > 0;)
    {
      power = multiply_words (power, power);
      if (k >> bit & 1)
        power = multiply_words (power, s);
    }
  /* N is x 2^(bits-64); the powers differ by less than a factor 2. */
  const int64_t up = power.e - ((int64_t) bits - 64);
  uint64_t difference;
  int minus;
  if (up == 0)
    minus = power.m > x, difference = minus ? power.m - x : x - power.m;
  else if (up == 1)
    minus = 1, difference = 2 * power.m - x;
  else if (up == -1)
    minus = 0, difference = x - power.m / 2;
  else
    return ESTIMATED;
  mp_limb_t rest;
  const comba_dlimb product = (comba_dlimb) s.m * difference;
  const uint64_t scaled = comba_divide_limbs ((mp_limb_t) (product >> 64), (mp_limb_t) product, x, &rest);
  const uint64_t add = scaled / k;
  uint64_t m = minus ? s.m - add : s.m + add;
  if (minus && m >> 63 == 0)
    m = (uint64_t) 1 << 63;
  if (!minus && m < s.m)
    m = COMBA_LIMB_MAX;
  estimate->mant = m >> 1;
  const int most = 2 * ESTIMATED - k_bits;
  return most < 57 ? most : 57;
}

#endif

/* A number d[0..n-1] beta^e with its top limb not zero. */
struct number
{
  mp_ptr d;
  mp_size_t n, e;
};

/* Drops zeros at the top, and limbs below the upper p. */
static void
trim (struct number *x, mp_size_t p)
{
  while (x->n > 0 && x->d[x->n - 1] == 0)
    x->n--;
  if (x->n > p)
    {
      x->d += x->n - p;
      x->e += x->n - p;
      x->n = p;
    }
}

static int
bits_of (mp_limb_t x)
{
  return 64 - __builtin_clzll (x);
}

/* Returns the upper p limbs of s^power, power >= 2, in one of two areas.  These have 2p limbs, or at
   least one more than s^power. */
static struct number
power_of (const struct comba_config *k, const struct number *s, mp_limb_t power, mp_size_t p, mp_ptr areas[2])
{
  struct number x = *s;
  int at = 0, bit = bits_of (power) - 1, odd = 0;
  /* While it is one limb. */
  mp_limb_t limb = s->d[0];
  for (int fits = s->n == 1 && s->e == 0; fits && bit > 0;)
    {
      const comba_dlimb product = (comba_dlimb) limb * (odd ? s->d[0] : limb);
      fits = COMBA_HIGH (product) == 0;
      if (fits)
        {
          limb = (mp_limb_t) product;
          odd = !odd && (power >> (bit - 1) & 1);
          bit -= !odd;
        }
      x = (struct number) { .d = areas[1], .n = 1 };
    }
  if (x.d == areas[1])
    areas[1][0] = limb;
  while (bit > 0)
    {
      const struct number *by = odd ? s : &x;
      struct number product = { .d = areas[at], .n = x.n + by->n, .e = x.e + by->e };
      comba_mul_any (k, product.d, x.d, x.n, by->d, by->n);
      trim (&product, p);
      x = product;
      at ^= 1;
      odd = !odd && (power >> (bit - 1) & 1);
      bit -= !odd;
    }
  return x;
}

/* s becomes s + (N - s^power) / (power s^(power-1)) in p limbs.  s->d begins an area of p + 1
   limbs.  MEMORY: step_itch (p) limbs: two areas, and a number of up to p + 2 limbs. */
static size_t
area_itch (mp_size_t p)
{
  return 2 * (size_t) p + 4;
}

static size_t
step_itch (mp_size_t p)
{
  return 2 * area_itch (p) + (size_t) p + 2;
}

static void
newton_step (const struct comba_config *k, struct number *s, mp_srcptr np, mp_size_t n, mp_limb_t power, mp_size_t p,
             mp_ptr memory)
{
  const mp_ptr base = s->d;
  mp_ptr areas[2] = { memory, memory + area_itch (p) };
  const mp_ptr difference = areas[1] + area_itch (p);
  const struct number below = power_of (k, s, power - 1, p, areas);
  /* The other area; both are free of the last operand. */
  const mp_ptr other = below.d >= areas[1] && below.d < difference ? areas[0] : areas[1];
  struct number all = { .d = other, .n = below.n + s->n, .e = below.e + s->e };
  comba_mul_any (k, all.d, below.d, below.n, s->d, s->n);
  trim (&all, p);

  /* N - s^power: both in p + 1 limbs whose top is that of the larger one. */
  struct number upper = { .d = (mp_ptr) np + (n > p ? n - p : 0), .n = n > p ? p : n, .e = n > p ? n - p : 0 };
  const mp_size_t top_n = upper.n + upper.e, top_s = all.n + all.e, top = top_n > top_s ? top_n : top_s;
  if (top - top_n > 1 || top - top_s > 1)
    {
      ASSERT (0);
      return;
    }
  memset (difference, 0, BYTES (p + 1));
  memcpy (difference + p + 1 - (top - top_n) - upper.n, upper.d, BYTES (upper.n));
  const mp_size_t at = p + 1 - (top - top_s) - all.n;
  mp_limb_t borrow = comba_sub_in_var (difference + at, p + 1 - at, all.d, all.n);
  const int minus = borrow != 0;
  if (minus)
    {
      for (mp_size_t i = 0; i <= p; i++)
        difference[i] = ~difference[i];
      comba_add_1_var (difference, p + 1, 1);
    }
  struct number d = { .d = difference, .n = p + 1, .e = top - p - 1 };
  trim (&d, p + 1);

  /* The quotient, in units of the new s's lowest limb. */
  struct number by = { .d = below.d, .n = below.n + 1, .e = below.e };
  by.d[below.n] = comba_mul_1 (by.d, below.d, below.n, power, 0);
  trim (&by, p + 1);
  const mp_size_t s_top = s->n + s->e, s_low = s_top - p;
  mp_size_t shift = d.e - by.e - s_low;
  const mp_size_t qn = d.n + shift - by.n + 1;

  memmove (base + p - s->n, s->d, BYTES (s->n));
  memset (base, 0, BYTES (p - s->n));
  *s = (struct number) { .d = base, .n = p, .e = s_low };
  if (d.n == 0 || qn <= 0)
    return;
  if (by.n > qn + 1)
    {
      shift -= by.n - qn - 1;
      trim (&by, qn + 1);
    }
  const mp_size_t nn = qn - 1 + by.n;   /* d.n + shift */
  const mp_ptr dividend = other, q = difference;
  if (shift >= 0)
    {
      memset (dividend, 0, BYTES (shift));
      memcpy (dividend + shift, d.d, BYTES (d.n));
    }
  else
    memcpy (dividend, d.d - shift, BYTES (nn));
  comba_div_q (k, q, dividend, nn, by.d, by.n, NULL);
  const mp_size_t add = qn < p ? qn : p;
  if (minus)
    comba_sub_in_var (base, p, q, add);
  else if (comba_add_in_var (base, p, q, add) != 0)
    memset (base, 0xff, BYTES (p));
  trim (s, p);
  if (s->d != base)
    {
      memmove (base, s->d, BYTES (s->n));
      s->d = base;
    }
}

/* The limbs that hold so many correct bits. */
static mp_size_t
limbs_for (mp_size_t bits)
{
  return bits / GMP_LIMB_BITS + 2;
}

/* The bits of each step after an estimate of FIRST bits, the last ones first; returns their number. */
static int
schedule (mp_size_t bits[STEPS_MOST], mp_size_t last, int k_bits, int first)
{
  int steps = 0;
  for (; last > first; last = (last + k_bits) / 2 + 2)
    bits[steps++] = last;
  return steps;
}

/* The root with a fraction: sp[0..m-1] = floor (root + 2^-8), for a root of ROOT_BITS bits, the error
   below 2^-8.  Returns whether that is the root's integer for certain, and the root no integer. */
static int
approximate (const struct comba_config *k, mp_ptr sp, mp_size_t m, mp_srcptr np, mp_size_t n, mp_limb_t power,
             const struct estimate *estimate, const mp_size_t *bits, int count, mp_ptr memory)
{
  const mp_size_t p = limbs_for (bits[0]);
  struct number s = { .d = memory, .n = 64 / GMP_LIMB_BITS + 1 };
  memory += p + 4;
  const mp_size_t low = estimate->bits - 62 + 8 * GMP_LIMB_BITS;        /* not negative */
  s.e = low / GMP_LIMB_BITS - 8;
  const int shift = (int) (low % GMP_LIMB_BITS);
  mp_limb_t limbs[3] = { 0, 0, 0 };
  limbs[0] = (mp_limb_t) estimate->mant;
#if GMP_LIMB_BITS == 32
  limbs[1] = (mp_limb_t) (estimate->mant >> 32);
#endif
  for (mp_size_t i = 0; i < s.n; i++)
    s.d[i] = limbs[i] << shift | (i > 0 ? limbs[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - shift) : 0);
  trim (&s, s.n);
  for (int i = count; i-- > 0;)
    {
      const mp_size_t q = limbs_for (bits[i]);
      if (s.n > q)
        {
          memmove (s.d, s.d + s.n - q, BYTES (q));
          s.e += s.n - q;
          s.n = q;
        }
      newton_step (k, &s, np, n, power, q, memory);
    }
  /* The integer, and the limb below it. */
  const mp_size_t fraction = -s.e;
  ASSERT (fraction >= 1);
  mp_limb_t part = fraction <= s.n ? s.d[fraction - 1] : 0;
  const mp_limb_t unit = (mp_limb_t) 1 << (GMP_LIMB_BITS - 8);
  const mp_size_t whole = s.n > fraction ? s.n - fraction : 0;
  memset (sp, 0, BYTES (m));
  memcpy (sp, s.d + fraction, BYTES (whole < m ? whole : m));
  part += unit;
  if (whole > m || (part < unit && comba_add_1_var (sp, m, 1) != 0))
    {
      memset (sp, 0xff, BYTES (m));
      return 0;
    }
  return part >= 2 * unit;
}

/* The same for a root of at most 48 bits, from an estimate of 9 more. */
static int
approximate_small (mp_ptr sp, const struct estimate *e)
{
  const uint64_t unit = (uint64_t) 1 << (54 - e->bits), x = e->mant + unit;
  sp[0] = (mp_limb_t) (x >> (62 - e->bits));
  return (x & (256 * unit - 1)) >= 2 * unit;
}

/* Roots of a few bits of numbers with a huge K, bit by bit.  Returns 0. */
static int
root_by_bits (const struct comba_config *k, mp_ptr sp, mp_size_t m, mp_srcptr np, mp_size_t n, mp_limb_t power,
              mp_size_t bits, mp_ptr areas[2])
{
  memset (sp, 0, BYTES (m));
  while (bits-- > 0)
    {
      const mp_limb_t bit = (mp_limb_t) 1 << bits % GMP_LIMB_BITS;
      sp[bits / GMP_LIMB_BITS] |= bit;
      struct number s = { .d = sp, .n = m };
      trim (&s, m);
      /* s >= 2^bits, so its powers have no more limbs than this. */
      if ((comba_bits (s.d, s.n) - 1) * (size_t) power >= (size_t) n * GMP_LIMB_BITS)
        sp[bits / GMP_LIMB_BITS] ^= bit;
      else
        {
          const struct number x = power_of (k, &s, power, n + m + 2, areas);
          if (x.e > 0 || x.n > n || (x.n == n && comba_cmp_var (x.d, np, n) > 0))
            sp[bits / GMP_LIMB_BITS] ^= bit;
        }
    }
  return 0;
}

/* The remainder for the root in sp, which may be 1 too large: then it is corrected. */
static mp_size_t
remainder_of (const struct comba_config *k, mp_ptr sp, mp_size_t m, mp_ptr rp, mp_srcptr np, mp_size_t n,
              mp_limb_t power, mp_ptr areas[2])
{
  for (;; comba_sub_1_var (sp, m, 1))
    {
      struct number s = { .d = sp, .n = m };
      trim (&s, m);
      struct number x = power_of (k, &s, power, n + m + 2, areas);
      if (x.n + x.e > n || (x.n == n && comba_cmp_var (x.d, np, n) > 0))
        continue;
      if (rp == NULL)
        return x.n != n || comba_cmp_var (x.d, np, n) != 0;
      /* x.d is followed by free limbs of its area. */
      memset (x.d + x.n, 0, BYTES (n - x.n));
      comba_sub_n (rp, np, x.d, n);
      while (n > 0 && rp[n - 1] == 0)
        n--;
      return n;
    }
}

#if GMP_LIMB_BITS == 64
/* One limb; power is less than its bits. */
static mp_size_t
root_of_limb (mp_ptr sp, mp_ptr rp, mp_limb_t x, unsigned power)
{
  const int shift = __builtin_clzll (x), top = 31 - __builtin_clz (power);
  const struct estimate e = estimate_root (x << shift, (size_t) (64 - shift), power);
  if (approximate_small (sp, &e) && rp == NULL)
    return 1;
  for (;; sp[0]--)
    {
      const mp_limb_t s = sp[0];
      mp_limb_t y = s;
      int over = 0;
      for (int bit = top; bit-- > 0;)
        {
          over |= __builtin_mul_overflow (y, y, &y);
          if (power >> bit & 1)
            over |= __builtin_mul_overflow (y, s, &y);
        }
      if (unlikely (over || y > x))
        continue;
      if (rp != NULL && x != y)
        rp[0] = x - y;
      return x != y;
    }
}
#endif

mp_size_t
comba_rootrem (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n, mp_limb_t power)
{
  ASSERT (n >= 1 && np[n - 1] != 0 && power >= 2);
  if (power == 2)
    return comba_sqrtrem (k, sp, rp, np, n);
  const size_t bits = comba_bits (np, n);
  const mp_size_t m = (mp_size_t) ((mp_limb_t) (n - 1) / power) + 1;
  if (power >= bits)
    {
      sp[0] = 1;
      if (rp == NULL)
        return bits > 1;
      for (mp_size_t i = 0; i < n; i++)
        rp[i] = np[i];
      comba_sub_1_var (rp, n, 1);
      while (n > 0 && rp[n - 1] == 0)
        n--;
      return n;
    }
#if GMP_LIMB_BITS == 64
  if (n == 1)
    return root_of_limb (sp, rp, np[0], (unsigned) power);
#endif
  const mp_size_t root_bits = (mp_size_t) ((bits - 1) / power + 1);
  const int k_bits = bits_of (power), huge = k_bits > K_BITS_MOST;
  struct estimate e = { 0, 0 };
  mp_size_t steps_bits[STEPS_MOST];
  int count = 0, exact = ESTIMATED;
  size_t itch = 0;
  if (!huge)
    {
      const mp_limb_t top = np[n - 1];
      uint64_t x = (uint64_t) top << (64 - bits_of (top));
      int have = bits_of (top);
      for (mp_size_t i = n - 1; i > 0 && have < 64; have += GMP_LIMB_BITS)
        {
          i--;
          const uint64_t next = np[i];
          x |= have + GMP_LIMB_BITS <= 64 ? next << (64 - have - GMP_LIMB_BITS) : next >> (have + GMP_LIMB_BITS - 64);
        }
      e = estimate_root (x, bits, power);
#if GMP_LIMB_BITS == 64
      if (root_bits > exact - 9)
        exact = refine_estimate (&e, x, bits, power, k_bits);
#endif
      if (root_bits > exact - 9)
        {
          count = schedule (steps_bits, root_bits + k_bits + 12, k_bits, exact);
          itch = (size_t) limbs_for (steps_bits[0]) + 4 + step_itch (limbs_for (steps_bits[0]));
        }
    }
  /* For a root of at least K that was rounded up, the power is less than e times N.  Others may be much
     longer than N: twice the limbs that power_of keeps. */
  const size_t area = !huge && root_bits > k_bits ? (size_t) n + 3 : 2 * ((size_t) n + (size_t) m + 2);
  const size_t powers = 2 * area;
  struct comba_scratch held;
  const mp_ptr memory = COMBA_SCRATCH_GET (&held, itch > powers ? itch : powers, COMBA_SCRATCH_NEEDED);
  if (memory == NULL)
    comba_no_memory (itch > powers ? itch : powers);
  mp_ptr areas[2] = { memory, memory + area };
  const int certain = huge ? root_by_bits (k, sp, m, np, n, power, root_bits, areas)
                      : root_bits <= exact - 9 ? approximate_small (sp, &e)
                      : approximate (k, sp, m, np, n, power, &e, steps_bits, count, memory);
  const mp_size_t rn = certain && rp == NULL ? 1 : remainder_of (k, sp, m, rp, np, n, power, areas);
  comba_scratch_put (&held);
  return rn;
}
