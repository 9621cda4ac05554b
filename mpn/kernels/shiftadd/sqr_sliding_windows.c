/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring by precomputed multiples (paper 002, section 3;
   doc/algorithms/no-multiplier.md).  The contract is in kernels/shiftadd/shiftadd.h.

   With the digit +-j at bit i, in a window of L bits that ends at s = i + L, the rest of A is +-j
   2^i + 2^s Y, and its square is

        j^2 2^2i  +-  j Y 2^(i+s+1)  +  Y^2 2^2s

   Y is A >> s, plus one after a negative digit. j (A >> s) = (jA >> s) - t, where t is the carry of
   the bits below s into it.  The digit is the window's bits, plus a carry in; with a carry in, the
   bits below it are at least half of 2^i.  So

        jY = (jA >> s) - u,   u = T or T + 1,   after a carry T or T - 1,
        -jY = -(jA >> s) - u, u = T + 1 or T,   after a carry T + 1 or T + 2

   with T = floor (j^2 / 2^L).  u is t, or j - t for a negative digit.  The lowest bit decides
   between the two values: that of t is the sum of those of jA >> s and A >> s, because j is odd. */

#include "arith/arith.h"
#include "kernels/portable/word32.h"
#include "arith/scratch.h"
#include "kernels/shiftadd/sliding_windows.h"

#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#else
#define UNROLL _Pragma ("GCC unroll 4")
#endif

/* square[k] = (2k + 1)^2. */
#define ONE(k) (2 * (k) + 1) * (2 * (k) + 1)
#define FOUR(k) ONE (k), ONE (k + 1), ONE (k + 2), ONE (k + 3)
#define SIXTEEN(k) FOUR (k), FOUR (k + 4), FOUR (k + 8), FOUR (k + 12)
static const uint16_t square[1 << (COMBA_WINDOW_MAX - 1)] = {
  SIXTEEN (0), SIXTEEN (16), SIXTEEN (32), SIXTEEN (48),
  SIXTEEN (64), SIXTEEN (80), SIXTEEN (96), SIXTEEN (112),
};

/* The rest, j^2 and u 2^(L+1), goes into a sum of its own: words of 32 bits with delayed
   carries. */
enum { SMALL_WORDS = 2 * COMBA_WINDOWS_BLOCK * WORDS_PER_LIMB };

static ALWAYS_INLINE void
add_small (mp_ptr rp, mp_size_t n, const int64_t *small)
{
  int64_t carry = 0;
  for (mp_size_t i = 0; i < 2 * n * WORDS_PER_LIMB; i += 2 * WORDS_PER_LIMB)
    UNROLL for (int j = 0; j < 2 * WORDS_PER_LIMB; j++)
      {
        carry += small[i + j] + WORD (rp, i + j);
        WORD (rp, i + j) = (comba_word) carry;
        carry >>= WORD_BITS;
      }
}

/* Bound: after a digit at bit i the sum is below 2^(64n + i + 2m + 4) in absolute value, with or
   without the delayed carries. */
static ALWAYS_INLINE void
sqr_digits (mp_ptr rp, mp_ptr *row, mp_size_t n, int m, int is_signed)
{
  const int window = m + is_signed;
  struct digits digits = { .p = row[0], .end = n * GMP_LIMB_BITS, .window = window };
  struct sum sum = zero_sum (rp, n + 1, 2 * n);
  int64_t small[SMALL_WORDS + 1];       /* a digit at the end of A is 1, above the sum */
  memset (small, 0, (2 * n * WORDS_PER_LIMB + 1) * sizeof small[0]);
  const mp_srcptr ap = row[0];
  const size_t end = (size_t) n * GMP_LIMB_BITS;
  _Static_assert (GMP_LIMB_BITS > 2 * COMBA_WINDOW_MAX + 5, "n + 1 limbs are room for the first");
  sum.bits -= end + 2 * m + 5;          /* there is room for digits up to there */
  for (struct digit d; next_digit (&digits, &d, is_signed);)
    {
      size_t s = digits.at, k = s / GMP_LIMB_BITS;
      int r = s % GMP_LIMB_BITS;
      mp_srcptr x = row[d.odd / 2];
      int jj = square[d.odd / 2], u = d.negative ? (int) d.odd : 0;
      grow (&sum, d.at);
      if (s < end)              /* else A >> s is 0 */
        {
          accumulate (&sum, k * GMP_LIMB_BITS + d.at + 1, x[k] >> r << r, x + k, n + 1 - k,
                      d.negative);
          int t = jj >> window, other = (t ^ (int) ((x[k] ^ ap[k]) >> r)) & 1;
          if (is_signed && (int) d.carry != d.negative)
            other = -other;
          u = t + other + d.negative;
        }
      int64_t rest = jj - (u << (window + 1));
      small[2 * d.at / WORD_BITS] += (int64_t) ((uint64_t) rest << 2 * d.at % WORD_BITS);
    }
  grow (&sum, SIZE_MAX);
  add_small (rp, n, small);
}

/* Separate from the signed variant: with few registers that leaves more of them to the loop. */
static void __attribute__ ((noinline))
sqr_unsigned (mp_ptr rp, mp_ptr *row, mp_size_t n, int m)
{
  sqr_digits (rp, row, n, m, 0);
}

void
comba_sqr_windows (mp_ptr rp, mp_srcptr ap, mp_size_t n, int m, int is_signed)
{
  ASSERT (n >= 1);
  ASSERT (1 <= m && m <= COMBA_WINDOW_MAX);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n > COMBA_WINDOWS_BLOCK)
    {
      comba_mul_windows (rp, ap, n, ap, n, m, is_signed);
      return;
    }
  const mp_size_t size = comba_windows_table (n, m);
  const mp_ptr own = size <= COMBA_OWN_LIMBS ? comba_own_take () : NULL;
  mp_limb_t on_stack[own != NULL ? 1 : size];
  mp_ptr row[1 << (m - 1)];
  multiples (row, own != NULL ? own : on_stack, ap, n, m);
  if (is_signed)
    sqr_digits (rp, row, n, m, 1);
  else
    sqr_unsigned (rp, row, n, m);
  if (own != NULL)
    comba_own_leave (own);
}
