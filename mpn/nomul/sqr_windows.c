/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring by precomputed multiples (paper 002, section 3; doc/design.md, "Without a
   multiplier").  The contract is in nomul.h.

   With the digit +-j at bit i, in a window of L bits that ends at s = i + L, what is left
   of A is +-j 2^i + 2^s Y, and its square is

     j^2 2^2i  +-  j Y 2^(i+s+1)  +  Y^2 2^2s

   Y is A >> s, and one more after a negative digit.  j (A >> s) is (jA >> s) - t, where t is
   what the bits below s carry into it:

     t = floor (j w / 2^L), or one more

   w being the window's bits; its lowest bit is that of jA >> s and A >> s, added, because
   j is odd. */

#include "generic/generic.h"
#include "generic/word32.h"
#include "windows.h"

/* Small numbers on their way into the sum, in words of 32 bits: CARRY is to be added at
   word AT. */
struct small
{
  size_t at;
  int64_t carry;
};

static ALWAYS_INLINE void
put_small (struct small *c, mp_ptr rp, size_t end)
{
  for (; c->at < end; c->at++)
    {
      c->carry += WORD (rp, c->at);
      WORD (rp, c->at) = (comba_word) c->carry;
      c->carry >>= WORD_BITS;
    }
}

/* After a digit at i the sum is less than 2^(64n + i + 2m + 4) by its value, with or
   without what is on its way. */
static ALWAYS_INLINE void
sqr_digits (mp_ptr rp, mp_ptr *row, const unsigned *square, mp_size_t n, int m, int is_signed)
{
  const int window = m + is_signed;
  struct digits digits = { .p = row[0], .end = n * GMP_LIMB_BITS, .window = window };
  struct sum sum = zero_sum (rp, n, 2 * n);
  struct small small = { 0, 0 };
  const size_t end = (size_t) n * GMP_LIMB_BITS, more = end + 2 * m + 5;
  for (struct digit d; next_digit (&digits, &d, is_signed);)
    {
      size_t s = digits.at, k = s / GMP_LIMB_BITS;
      int r = s % GMP_LIMB_BITS;
      mp_srcptr x = row[d.odd / 2];
      unsigned jj = square[d.odd / 2], less = d.negative ? d.odd : 0;
      grow (&sum, d.at + more);
      if (s < end)              /* else A >> s is 0 */
        {
          accumulate (&sum, k * GMP_LIMB_BITS + d.at + 1, x[k] >> r << r, x + k, n + 1 - k,
                      d.negative);
          less = jj;
          if (d.carry)
            less += d.negative ? d.odd : -d.odd;
          less >>= window;
          less += (less ^ (unsigned) ((x[k] ^ row[0][k]) >> r) ^ d.negative) & 1;
        }
      put_small (&small, rp, 2 * d.at / WORD_BITS);
      small.carry += ((int64_t) jj - ((int64_t) less << (window + 1)))
                     << 2 * d.at % WORD_BITS;
    }
  grow (&sum, SIZE_MAX);
  put_small (&small, rp, 2 * n * WORDS_PER_LIMB);
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
  mp_limb_t table[comba_windows_table (n, m)];
  mp_ptr row[1 << (m - 1)];
  unsigned square[1 << (m - 1)], j = 1;
  multiples (row, table, ap, n, m);
  square[0] = 1;
  for (int k = 1; k < 1 << (m - 1); k++, j += 2)
    square[k] = square[k - 1] + 4 * j + 4;      /* (j + 2)^2 */
  if (is_signed)
    sqr_digits (rp, row, square, n, m, 1);
  else
    sqr_digits (rp, row, square, n, m, 0);
}
