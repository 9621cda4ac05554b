/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counts of ones, without an instruction for them. */

#include "limb.h"

#define LINEAR(f) comba_##f
#define BLOCK_LIMBS 1
#define BLOCKS_FROM 4
typedef mp_limb_t block;

static ALWAYS_INLINE block
load_block (mp_srcptr p)
{
  return *p;
}

/* By pairs of bits, nibbles, bytes, then all.  Without a multiplication, as no_multiplier has it
   too. */
static ALWAYS_INLINE mp_limb_t
limb_ones (mp_limb_t x)
{
  x -= x >> 1 & COMBA_LIMB_MAX / 3;
  x = (x & COMBA_LIMB_MAX / 5) + (x >> 2 & COMBA_LIMB_MAX / 5);
  x = (x + (x >> 4)) & COMBA_LIMB_MAX / 17;
  for (int bits = 8; bits < GMP_LIMB_BITS; bits *= 2)
    x += x >> bits;
  return x & 0xff;
}

static ALWAYS_INLINE block
block_ones (block x)
{
  return limb_ones (x);
}

static ALWAYS_INLINE mp_bitcnt_t
block_sum (block x)
{
  return x;
}

#include "arith/popcount_tpl.h"
