/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Whether a number is a square.  Residues rule out all but 1 of 2,000 others: modulo 256, and modulo
   the divisors of 2^48 - 1 = 3^2 5 7 13 17 97 241 257 673. */

#include "root/root.h"
#include "arith/scratch.h"

/* Bit r is set if r is a square modulo the number in the name. */
static const uint64_t squares_63[] = {
  0x402483012450293,
};
static const uint64_t squares_65[] = {
  0x218a019866014613, 0x1,
};
static const uint64_t squares_17[] = {
  0x1a317,
};
static const uint64_t squares_97[] = {
  0x6067981b8b451b5f, 0x1eb628b47,
};
static const uint64_t squares_241[] = {
  0x3c67a3116b15977f, 0x2fd21c174c8fa909, 0x98f24257c4cba0e1, 0x1fba6a35a2317,
};
static const uint64_t squares_257[] = {
  0x7e16541de6e7ab17, 0x1f76811c93128359, 0x6b052324e205bbe3, 0xa3579d9ee0a9a1fa,
  0x1,
};
static const uint64_t squares_673[] = {
  0x85f744b13fa573df, 0xc231d5979aba4f21, 0xe944c76e98dd0c01, 0xd20e0f2bd993e915,
  0x616259fb225208ab, 0x7e691a18f8b7b47c, 0x53c1c12f54412913, 0xdb8c8a5ea25f266f,
  0xa6ae310e00c2ec65, 0x348bbe8613c97567, 0x1ef3a97f2,
};

#define IS_SQUARE(r, m) (squares_##m[(r) % m / 64] >> ((r) % m % 64) & 1)

#if GMP_LIMB_BITS == 64

/* Two limbs; GCC and clang have such vectors on every target. */
typedef uint64_t pair_of_limbs __attribute__ ((vector_size (16), aligned (8), may_alias));

/* sum[w] = the sum of the 32-bit halves of np[0..n-1] that weigh 2^16w modulo 2^48 - 1. */
static ALWAYS_INLINE void
sum_by_weight (uint64_t sum[3], mp_srcptr np, mp_size_t n)
{
  const uint64_t half = 0xffffffff;
  uint64_t low[3] = { 0, 0, 0 }, high[3] = { 0, 0, 0 };
  mp_size_t i = 0;
  if (n >= 12)
    {
      pair_of_limbs l[3] = { { 0 } }, h[3] = { { 0 } };
      for (; i + 6 <= n; i += 6)
        for (int j = 0; j < 3; j++)
          {
            const pair_of_limbs x = *(const pair_of_limbs *) (np + i + 2 * j);
            l[j] += x & half;
            h[j] += x >> 32;
          }
      low[0] = l[0][0] + l[1][1], low[1] = l[0][1] + l[2][0], low[2] = l[1][0] + l[2][1];
      high[0] = h[0][0] + h[1][1], high[1] = h[0][1] + h[2][0], high[2] = h[1][0] + h[2][1];
    }
  for (; i + 3 <= n; i += 3)
    for (int j = 0; j < 3; j++)
      {
        low[j] += np[i + j] & half;
        high[j] += np[i + j] >> 32;
      }
  if (i < n)
    low[0] += np[i] & half, high[0] += np[i] >> 32;
  if (i + 1 < n)
    low[1] += np[i + 1] & half, high[1] += np[i + 1] >> 32;
  sum[0] = low[0] + high[1], sum[1] = low[1] + high[2], sum[2] = low[2] + high[0];
}

#else

static void
sum_by_weight (uint64_t sum[3], mp_srcptr np, mp_size_t n)
{
  sum[0] = sum[1] = sum[2] = 0;
  for (mp_size_t i = 0; i < n; i++)
    sum[i % 3 == 0 ? 0 : 3 - i % 3] += np[i];
}

#endif

/* Returns a number below 2^51 that is np[0..n-1] modulo 2^48 - 1; n < 2^31. */
static ALWAYS_INLINE uint64_t
fold_48 (mp_srcptr np, mp_size_t n)
{
  const uint64_t mask = ((uint64_t) 1 << 48) - 1;
  uint64_t s[3];
  sum_by_weight (s, np, n);
  return (s[0] & mask) + (s[0] >> 48) + (s[1] << 16 & mask) + (s[1] >> 32) + (s[2] << 32 & mask) + (s[2] >> 16);
}

static int __attribute__ ((noinline))
has_root (const struct comba_config *k, mp_srcptr np, mp_size_t n)
{
  struct comba_scratch held;
  const size_t sn = ((size_t) n + 1) / 2;
  const mp_ptr s = COMBA_SCRATCH_GET_TO (COMBA_SCRATCH_STACK / 2, &held, sn, COMBA_SCRATCH_NEEDED);
  if (s == NULL)
    comba_no_memory (sn);
  const int square = comba_sqrtrem (k, s, NULL, np, n) == 0;
  comba_scratch_put (&held);
  return square;
}

int
comba_is_square_by_residues (const struct comba_config *k, mp_srcptr np, mp_size_t n)
{
  ASSERT (n >= 1 && np[n - 1] != 0);
  if (n > 1 && n < (mp_size_t) 1 << 30)
    {
      const uint64_t r = fold_48 (np, n);
      if (!IS_SQUARE (r, 63) || !IS_SQUARE (r, 65) || !IS_SQUARE (r, 17) || !IS_SQUARE (r, 97)
          || !IS_SQUARE (r, 241) || !IS_SQUARE (r, 257) || !IS_SQUARE (r, 673))
        return 0;
    }
  return has_root (k, np, n);
}
