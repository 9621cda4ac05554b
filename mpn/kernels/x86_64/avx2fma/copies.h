/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tiles of columns, and an operand's digits four times: copy r has moved up by r places, so that all loads of a tile
   are aligned. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_COPIES_H
#define COMBA_KERNELS_X86_64_AVX2FMA_COPIES_H

#include <immintrin.h>
#include "limb.h"
#include "arith/unroll.h"

/* A function of which its callers know no more than tests/ct/disassembly does: gcc would leave addresses in
   registers that a call may change, where it finds that the function does not (-fipa-ra).  It begins at a line of the
   cache, as the tiles do: elsewhere powers modulo 32 to 64 limbs take 2 to 6 % longer, as objects happen to be linked. */
#if __has_attribute (noipa)
#define BY_ITSELF __attribute__ ((noipa, aligned (64)))
#else
#define BY_ITSELF __attribute__ ((noinline, aligned (64)))
#endif

enum { VECTOR = 4 };

/* Columns 16t..16t+15 at once. */
enum { TILE_VECTORS = 4, TILE = VECTOR * TILE_VECTORS };

static ALWAYS_INLINE mp_size_t
at_least (mp_size_t x, mp_size_t y)
{
  return x > y ? x : y;
}

static ALWAYS_INLINE mp_size_t
at_most (mp_size_t x, mp_size_t y)
{
  return x < y ? x : y;
}

/* Four digits at D of the first copy, COPY doubles from one to the next; the four before. */
static ALWAYS_INLINE void
put_four (double *d, mp_size_t copy, __m256d before, __m256d four)
{
  __m256d half = _mm256_permute2f128_pd (before, four, 0x21);
  _mm256_store_pd (d, four);
  _mm256_store_pd (d + copy, _mm256_shuffle_pd (half, four, 5));
  _mm256_store_pd (d + 2 * copy, half);
  _mm256_store_pd (d + 3 * copy, _mm256_shuffle_pd (before, half, 5));
}

#endif
