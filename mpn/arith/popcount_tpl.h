/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counts of ones, by blocks of BLOCK_LIMBS limbs.  The includer defines LINEAR (f), the function's
   name for comba_f in arith/arith.h; BLOCK_LIMBS; BLOCKS_FROM, the fewest limbs for which blocks
   are used; the type block, for which &, |, ^ and + exist; and

     block load_block (mp_srcptr p)     the limbs at p
     block block_ones (block x)         numbers whose sum is that of the ones in x
     mp_bitcnt_t block_sum (block x)    the sum of these numbers
     mp_bitcnt_t limb_ones (mp_limb_t x)

   Four blocks at a time pass through carry-save adders, which leave one block to be counted
   (Harley and Seal). */

#include "arith/arith.h"
#include "arith/unroll.h"

/* Adds x and y to *SUM, bit by bit; returns the carries. */
static ALWAYS_INLINE block
add_bits (block *sum, block x, block y)
{
  const block half = *sum ^ x, carry = (*sum & x) | (half & y);
  *sum = half ^ y;
  return carry;
}

/* In all functions below TWO is constant: whether a ^ b is meant, rather than a. */

static ALWAYS_INLINE mp_bitcnt_t
ones_at (mp_srcptr ap, mp_srcptr bp, mp_size_t i, int two)
{
  return limb_ones (two ? ap[i] ^ bp[i] : ap[i]);
}

static ALWAYS_INLINE block
block_at (mp_srcptr ap, mp_srcptr bp, mp_size_t i, int two)
{
  block x = load_block (ap + i);
  if (two)
    x ^= load_block (bp + i);
  return x;
}

static ALWAYS_INLINE mp_bitcnt_t
ones_in_limbs (mp_srcptr ap, mp_srcptr bp, mp_size_t n, int two)
{
  mp_bitcnt_t even = 0, odd = 0;
  if ((n & 1) != 0)
    even = ones_at (ap, bp, n - 1, two);
  if ((n & 2) != 0)
    {
      odd = ones_at (ap, bp, (n & ~1) - 1, two);
      even += ones_at (ap, bp, (n & ~1) - 2, two);
    }
  for (n &= ~3; n > 0; n -= 4)
    {
      UNROLL for (int j = 1; j <= 4; j += 2)
        {
          even += ones_at (ap, bp, n - j, two);
          odd += ones_at (ap, bp, n - j - 1, two);
        }
      __asm__ ("" : "+r" (even), "+r" (odd));   /* else clang makes vectors of it, with masked loads */
    }
  return even + odd;
}

static ALWAYS_INLINE mp_bitcnt_t
ones_in_blocks (mp_srcptr ap, mp_srcptr bp, mp_size_t n, int two)
{
  enum { STEP = 4 * BLOCK_LIMBS };
  block ones = { 0 }, twos = { 0 }, fours = { 0 };
  mp_size_t i = 0;
  for (; i + STEP <= n; i += STEP)
    {
      const block low = add_bits (&ones, block_at (ap, bp, i, two), block_at (ap, bp, i + BLOCK_LIMBS, two));
      const block high = add_bits (&ones, block_at (ap, bp, i + 2 * BLOCK_LIMBS, two),
                                   block_at (ap, bp, i + 3 * BLOCK_LIMBS, two));
      fours += block_ones (add_bits (&twos, low, high));
    }
  const block twice = block_ones (twos);
  fours += fours;
  return block_sum (fours + fours + twice + twice + block_ones (ones))
         + ones_in_limbs (ap + i, two ? bp + i : bp, n - i, two);
}

/* Blocks are separate functions, so that few limbs do not pay for their registers. */

static mp_bitcnt_t __attribute__ ((noinline))
popcount_blocks (mp_srcptr ap, mp_size_t n)
{
  return ones_in_blocks (ap, NULL, n, 0);
}

static mp_bitcnt_t __attribute__ ((noinline))
hamdist_blocks (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return ones_in_blocks (ap, bp, n, 1);
}

mp_bitcnt_t
LINEAR (popcount) (mp_srcptr ap, mp_size_t n)
{
  return n >= BLOCKS_FROM ? popcount_blocks (ap, n) : ones_in_limbs (ap, NULL, n, 0);
}

mp_bitcnt_t
LINEAR (hamdist) (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return n >= BLOCKS_FROM ? hamdist_blocks (ap, bp, n) : ones_in_limbs (ap, bp, n, 1);
}
