/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Shifts, copies, complements and counts of ones, four limbs to the vector. */

#include "kernels/x86_64/avx2fma/avx2fma.h"
#include <immintrin.h>

#define LINEAR(f) comba_##f##_avx2
#define VECTOR_BYTES 32
#include "arith/linear_tpl.h"

#define BLOCK_LIMBS FEW
#define BLOCKS_FROM 48
typedef vector block;

static ALWAYS_INLINE block
load_block (mp_srcptr p)
{
  return load (p);
}

static ALWAYS_INLINE mp_bitcnt_t
limb_ones (mp_limb_t x)
{
  return (mp_bitcnt_t) _mm_popcnt_u64 (x);
}

/* vpshufb looks up the ones of each nibble; vpsadbw adds those of eight bytes. */
static ALWAYS_INLINE block
block_ones (block x)
{
  const __m256i nibble = _mm256_set1_epi8 (15);
  const __m256i ones = _mm256_setr_epi8 (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = (__m256i) x & nibble, high = (__m256i) (x >> 4) & nibble;
  const __m256i bytes
    = _mm256_add_epi8 (_mm256_shuffle_epi8 (ones, low), _mm256_shuffle_epi8 (ones, high));
  return (block) _mm256_sad_epu8 (bytes, _mm256_setzero_si256 ());
}

static ALWAYS_INLINE mp_bitcnt_t
block_sum (block x)
{
  return x[0] + x[1] + x[2] + x[3];
}

#include "arith/popcount_tpl.h"

const struct comba_linear comba_linear_avx2 = {
  .add_nc = comba_add_nc, .sub_nc = comba_sub_nc,
  .lshift = comba_lshift_avx2, .rshift = comba_rshift_avx2,
  .copyi = comba_copyi_avx2, .copyd = comba_copyd_avx2, .com = comba_com_avx2,
  .popcount = comba_popcount_avx2, .hamdist = comba_hamdist_avx2,
};
