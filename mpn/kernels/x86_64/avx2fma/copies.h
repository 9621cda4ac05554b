/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Four copies of an operand's digits, copy r moved up by r places, so that every load of a tile
   is aligned. */

#ifndef COMBA_KERNELS_X86_64_AVX2FMA_COPIES_H
#define COMBA_KERNELS_X86_64_AVX2FMA_COPIES_H

#include <immintrin.h>
#include "limb.h"
#include "arith/unroll.h"

/* A function that its callers see only as tests/ct/disassembly does: with -fipa-ra gcc would
   keep addresses in registers that the ABI lets a call change.  It begins a cache line, as the
   tiles do; otherwise powers modulo 32 to 64 limbs slow down, depending on the link order. */
#if __has_attribute (noipa)
#define BY_ITSELF __attribute__ ((noipa, aligned (64)))
#else
#define BY_ITSELF __attribute__ ((noinline, aligned (64)))
#endif

enum { VECTOR = 4 };

/* A tile is sixteen columns, 16t..16t+15, in four vectors. */
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

/* Writes four digits at D of the first copy, and moved at the same place of the other copies,
   which are COPY doubles apart; BEFORE holds the four digits below. */
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
