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

/* The ones of limb i of a, or of a ^ b. */
static ALWAYS_INLINE mp_bitcnt_t
ones_at (mp_srcptr ap, mp_srcptr bp, mp_size_t i)
{
  return limb_ones (bp == NULL ? ap[i] : ap[i] ^ bp[i]);
}

/* The block at limb i of a, or of a ^ b. */
static ALWAYS_INLINE block
block_at (mp_srcptr ap, mp_srcptr bp, mp_size_t i)
{
  block x = load_block (ap + i);
  if (bp != NULL)
    x ^= load_block (bp + i);
  return x;
}

/* Returns the number of ones in a ^ b, or in a if bp is NULL. */
static ALWAYS_INLINE mp_bitcnt_t
count_ones (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  enum { STEP = 4 * BLOCK_LIMBS };
  mp_bitcnt_t total = 0;
  mp_size_t i = 0;
  if (n >= BLOCKS_FROM)
    {
      block ones = { 0 }, twos = { 0 }, fours = { 0 };
      for (; i + STEP <= n; i += STEP)
        {
          const block low = add_bits (&ones, block_at (ap, bp, i),
                                      block_at (ap, bp, i + BLOCK_LIMBS));
          const block high = add_bits (&ones, block_at (ap, bp, i + 2 * BLOCK_LIMBS),
                                       block_at (ap, bp, i + 3 * BLOCK_LIMBS));
          fours += block_ones (add_bits (&twos, low, high));
        }
      const block twice = block_ones (twos);
      fours += fours;
      total = block_sum (fours + fours + twice + twice + block_ones (ones));
    }
  mp_bitcnt_t even = 0, odd = 0;
  for (; i + 8 <= n; i += 8)
    UNROLL for (int j = 0; j < 8; j += 2)
      {
        even += ones_at (ap, bp, i + j);
        odd += ones_at (ap, bp, i + j + 1);
      }
  for (; i < n; i++)
    {
      total += ones_at (ap, bp, i);
      __asm__ ("" : "+r" (total));      /* else clang makes vectors of it, with masked loads */
    }
  return total + even + odd;
}

mp_bitcnt_t
LINEAR (popcount) (mp_srcptr ap, mp_size_t n)
{
  return count_ones (ap, NULL, n);
}

mp_bitcnt_t
LINEAR (hamdist) (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return count_ones (ap, bp, n);
}
