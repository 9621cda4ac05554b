/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Conversions between limbs, of 64 or 32 bits, and radix-2^52 digits (doc/algorithms/radix52.md).

   A vector holds eight digits: digit 8v+l is lane l of vector v, which is 52 bytes of the
   number. 13 words of 64 bits are 16 digits. */

#ifndef COMBA_KERNELS_X86_64_AVX512IFMA_RADIX52_H
#define COMBA_KERNELS_X86_64_AVX512IFMA_RADIX52_H

#include "limb.h"
#include <immintrin.h>

#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#define NO_UNROLL _Pragma ("clang loop unroll(disable)")
#else
#define UNROLL _Pragma ("GCC unroll 64")
#define NO_UNROLL _Pragma ("GCC unroll 1")
#endif

/* The digits of n limbs, and their vectors. */
#define DIGITS(n) ((GMP_LIMB_BITS * (n) + 51) / 52)
#define VECTORS(n) ((DIGITS (n) + 7) / 8)

/* The most whole limbs in d digits. */
#define LIMBS(d) (52 * (d) / GMP_LIMB_BITS)

/* Numbers are loaded and stored in units of 32 bits. */
enum { HALVES_PER_LIMB = GMP_LIMB_BITS / 32 };

enum { VECTOR_BYTES = 52 };

/* Digit l of a vector begins at bit 52 l: at byte 13 (l / 2), or in the middle of the seventh
   byte after that. */
static const _Alignas (64) uint8_t comba_ifma_digit_bytes[64] = {
  0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8, 9, 10, 11, 12, 13,
  13, 14, 15, 16, 17, 18, 19, 20, 19, 20, 21, 22, 23, 24, 25, 26,
  26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35, 36, 37, 38, 39,
  39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52,
};

/* The lowest n bits of BITS.  In a whole register: clang would load a constant into the lower
   part alone, and tests/ct/disassembly tracks the upper part. */
static ALWAYS_INLINE unsigned
low_bits (unsigned bits, unsigned n)
{
  bits = _bzhi_u32 (bits, n);
  __asm__ ("" : "+r" (bits));
  return bits;
}

/* Vector v of the n limbs at ap, which are s vectors and at least LEAST limbs, a constant; limbs
   beyond read as zero.  A lane has the digit in its lowest 52 bits; vpmadd52 ignores the others,
   which may have any value. */
static ALWAYS_INLINE __m512i
load_digits_of_least (mp_srcptr ap, mp_size_t n, mp_size_t least, int s, int v)
{
  const __m512i bytes = _mm512_load_si512 (comba_ifma_digit_bytes);
  const __m512i shifts = _mm512_set_epi64 (4, 0, 4, 0, 4, 0, 4, 0);
  const char *p = (const char *) ap + VECTOR_BYTES * v;
  __m512i x;
  /* Are 64 bytes from here within the limbs? A masked load is slower. */
  if (v < s - 2 || VECTOR_BYTES * v + 64 <= 4 * HALVES_PER_LIMB * least)
    x = _mm512_loadu_si512 (p);
  else
    {
      unsigned left = HALVES_PER_LIMB * n - VECTOR_BYTES / 4 * v;
      x = _mm512_maskz_loadu_epi32 ((__mmask16) low_bits (0xffff, left), p);
    }
  return _mm512_srlv_epi64 (_mm512_permutexvar_epi8 (bytes, x), shifts);
}

static ALWAYS_INLINE __m512i
load_digits (mp_srcptr ap, mp_size_t n, int s, int v)
{
  return load_digits_of_least (ap, n, __builtin_constant_p (n) ? n : 0, s, v);
}

/* Lanes k..k+7 of (lo, hi), 0 < k < 8 constant. */
static ALWAYS_INLINE __m512i
lanes_from (__m512i lo, __m512i hi, int k)
{
  switch (k)
    {
    case 1: return _mm512_alignr_epi64 (hi, lo, 1);
    case 2: return _mm512_alignr_epi64 (hi, lo, 2);
    case 3: return _mm512_alignr_epi64 (hi, lo, 3);
    case 4: return _mm512_alignr_epi64 (hi, lo, 4);
    case 5: return _mm512_alignr_epi64 (hi, lo, 5);
    case 6: return _mm512_alignr_epi64 (hi, lo, 6);
    default: return _mm512_alignr_epi64 (hi, lo, 7);
    }
}

/* Digits j..j+7 of the s vectors a; zeros where there are none.  j > -8 is constant. */
static ALWAYS_INLINE __m512i
window (const __m512i *a, int s, int j)
{
  const __m512i zero = _mm512_setzero_si512 ();
  int v = (j + 8) / 8 - 1, k = (j + 8) % 8;
  __m512i lo = v >= 0 && v < s ? a[v] : zero;
  return k == 0 ? lo : lanes_from (lo, v + 1 < s ? a[v + 1] : zero, k);
}

/* Columns to limbs.

   A column is an accumulator below 2^63; column k has weight 2^(52k).  Sixteen columns are 13 words
   of 64 bits.  The even ones are 104 bits, 13 bytes, apart and do not overlap: one permutation of
   bytes collects them into a number E.  So do the odd ones, once their bits above 52 have been
   added to the next even one, shifted left by half a byte: O.  The result is E + O, and no carry
   has to be known before this sum.  One addition of masks resolves the carries of eight words: with
   g the words that overflowed and p those that would pass a carry on,
     c = p + 2g + carry in,
   the words to increment are c XOR p, and the carry out is bit 8 of c. */
enum { COLUMN_BITS = 63 };

/* The destination of columns: rp[0..n-1], least <= n <= most, where least and most are
   constants. */
struct result
{
  mp_ptr rp;
  mp_size_t n, least, most;
  unsigned carry;               /* the carry into the next word; zero at first */
  __m512i next;                 /* lane 7 belongs to the next column; zero at first */
  __m512i last;                 /* the words stored last, from limb last_at on; for top_limb */
  mp_size_t last_at;
};

/* Lane l of even columns goes to byte 13l; of odd ones, shifted, to byte 13l+6. */
#define EVEN_SLOT(l) \
  8 * l, 8 * l + 1, 8 * l + 2, 8 * l + 3, 8 * l + 4, 8 * l + 5, 8 * l + 6, 8 * l + 7, \
  0, 0, 0, 0, 0
#define ODD_SLOT(l) \
  0, 0, 0, 0, 0, 0, \
  8 * l, 8 * l + 1, 8 * l + 2, 8 * l + 3, 8 * l + 4, 8 * l + 5, 8 * l + 6
#define EIGHT_SLOTS(X) X (0), X (1), X (2), X (3), X (4), X (5), X (6), X (7)
static const _Alignas (64) uint8_t comba_ifma_slot_bytes[2][128] = {
  { EIGHT_SLOTS (EVEN_SLOT) },
  { EIGHT_SLOTS (ODD_SLOT) },
};

/* The bytes that belong to a slot: of words 0 to 7, and of 8 to 12. */
static const uint64_t comba_ifma_slot_masks[2][2] = {
  { 0x0ff07f83fc1fe0ff, 0x00000007f83fc1fe },
  { 0xfc0fe07f03f81fc0, 0x000000fe07f03f81 },
};

/* Words 8h, ... of eight slots of even, or odd, columns. */
static ALWAYS_INLINE __m512i
slot_words (__m512i columns, int odd, int h)
{
  return _mm512_maskz_permutexvar_epi8 (_cvtu64_mask64 (comba_ifma_slot_masks[odd][h]),
                                        _mm512_load_si512 (comba_ifma_slot_bytes[odd] + 64 * h),
                                        columns);
}

/* Stores words i..i+count-1 of the result, x + y + carry.  Above these words x and y are zero;
   words above them, below the end, are written as well. */
static ALWAYS_INLINE void
put_words (struct result *r, mp_size_t i, int count, __m512i x, __m512i y)
{
  const __m512i ones = _mm512_set1_epi64 (-1);
  const mp_size_t at = 2 * i / HALVES_PER_LIMB, limbs = 16 / HALVES_PER_LIMB;
  if (at >= r->most)
    return;
  __m512i sum = _mm512_add_epi64 (x, y);
  unsigned g = _mm512_cmplt_epu64_mask (sum, x);
  unsigned p = _mm512_cmpeq_epu64_mask (sum, ones);
  unsigned c = r->carry + (p + 2 * g);
  r->carry = c >> count;
  sum = _mm512_mask_sub_epi64 (sum, (__mmask8) (c ^ p), sum, ones);
  if (at < r->n)
    r->last = sum, r->last_at = at;
  unsigned left = r->n > at ? r->n - at : 0;
  if (at + limbs <= r->least)
    _mm512_storeu_si512 (r->rp + at, sum);
  else if (HALVES_PER_LIMB == 2)
    _mm512_mask_storeu_epi64 (r->rp + at, (__mmask8) low_bits (0xff, left), sum);
  else
    _mm512_mask_storeu_epi32 (r->rp + at, (__mmask16) low_bits (0xffff, left), sum);
}

/* Columns 16w..16w+15 of the result: even[l] is column 2l, odd[l] is column 2l+1, and next[l] is
   added to column 2l+2.  Must be called with w = 0, 1, 2, ... */
static ALWAYS_INLINE void
put_columns (struct result *r, int w, __m512i even, __m512i odd, __m512i next)
{
  next = _mm512_add_epi64 (next, _mm512_srli_epi64 (odd, 52));
  even = _mm512_add_epi64 (even, lanes_from (r->next, next, 7));
  odd = _mm512_slli_epi64 (odd, 4);
  r->next = next;
  put_words (r, 13 * w, 8, slot_words (even, 0, 0), slot_words (odd, 1, 0));
  put_words (r, 13 * w + 8, 5, slot_words (even, 0, 1), slot_words (odd, 1, 1));
}

/* The even, or odd, columns of two vectors of columns in order. */
static ALWAYS_INLINE __m512i
even_columns (__m512i lo, __m512i hi)
{
  return _mm512_permutex2var_epi64 (lo, _mm512_set_epi64 (14, 12, 10, 8, 6, 4, 2, 0), hi);
}

static ALWAYS_INLINE __m512i
odd_columns (__m512i lo, __m512i hi)
{
  return _mm512_permutex2var_epi64 (lo, _mm512_set_epi64 (15, 13, 11, 9, 7, 5, 3, 1), hi);
}

/* The same for columns in order that are below 2^60.  These still fit 64 bits when shifted left
   by half a byte.  So the bytes of E and O are at fixed places of two vectors, and nothing has
   to be added before.  The last byte of O belongs to the words above. */
enum { NARROW_COLUMN_BITS = 60 };

/* PAIR_PERMUTATIONS: 1 finds the bytes of two vectors at once; 0 first separates even and odd
   columns, which is two permutations more.  Intel's CPUs take three operations for a permutation
   of bytes from two vectors. */
#ifndef PAIR_PERMUTATIONS
#define PAIR_PERMUTATIONS 0
#endif

/* Column 2l goes to byte 13l, column 2l+1, shifted, to byte 13l+6. */
#define COLUMN_BYTES(k) 8 * (k), 8 * (k) + 1, 8 * (k) + 2, 8 * (k) + 3, 8 * (k) + 4, 8 * (k) + 5, 8 * (k) + 6, 8 * (k) + 7
#if PAIR_PERMUTATIONS
#define EVEN_COLUMN_SLOT(l) COLUMN_BYTES (2 * l), 0, 0, 0, 0, 0
#define ODD_COLUMN_SLOT(l) COLUMN_BYTES (2 * l + 1), 0, 0, 0, 0, 0
#else
#define EVEN_COLUMN_SLOT(l) COLUMN_BYTES (l), 0, 0, 0, 0, 0
#define ODD_COLUMN_SLOT(l) EVEN_COLUMN_SLOT (l)
#endif
static const _Alignas (64) uint8_t comba_ifma_pair_bytes[2][128] = {
  { EIGHT_SLOTS (EVEN_COLUMN_SLOT) },
  { 0, 0, 0, 0, 0, 0, EIGHT_SLOTS (ODD_COLUMN_SLOT) },
};

/* The bytes that belong to a slot: of words 0 to 7, and of 8 to 13. */
static const uint64_t comba_ifma_pair_masks[2][2] = {
  { 0x0ff07f83fc1fe0ff, 0x00000007f83fc1fe },
  { 0xfc1fe0ff07f83fc0, 0x000001fe0ff07f83 },
};

/* Words 8h, ... of the slots of the even, or odd, columns of two vectors. */
static ALWAYS_INLINE __m512i
pair_words (__m512i lo, __m512i hi, int odd, int h)
{
  const __mmask64 slots = _cvtu64_mask64 (comba_ifma_pair_masks[odd][h]);
  const __m512i bytes = _mm512_load_si512 (comba_ifma_pair_bytes[odd] + 64 * h);
#if PAIR_PERMUTATIONS
  return _mm512_maskz_permutex2var_epi8 (slots, lo, bytes, hi);
#else
  return _mm512_maskz_permutexvar_epi8 (slots, bytes, odd ? odd_columns (lo, hi) : even_columns (lo, hi));
#endif
}

/* Stores the number with the columns c[0..vectors-1], each below 2^60.  Returns where it was
   stored. */
static ALWAYS_INLINE struct result
store_narrow_columns (struct result r, const __m512i *c, int vectors)
{
  const __m512i shifts = _mm512_set_epi64 (4, 0, 4, 0, 4, 0, 4, 0);
  __m512i over = _mm512_setzero_si512 ();
  UNROLL for (int k = 0; k < vectors; k += 2)
    {
      __m512i lo = _mm512_sllv_epi64 (c[k], shifts), hi = _mm512_setzero_si512 ();
      if (k + 1 < vectors)
        hi = _mm512_sllv_epi64 (c[k + 1], shifts);
      const mp_size_t i = 13 * (k / 2);
      put_words (&r, i, 8, pair_words (lo, hi, 0, 0),
                 _mm512_or_si512 (over, pair_words (lo, hi, 1, 0)));
      __m512i odd = pair_words (lo, hi, 1, 1);
      put_words (&r, i + 8, 5, pair_words (lo, hi, 0, 1), odd);
      over = _mm512_maskz_alignr_epi64 (1, odd, odd, 5);
    }
  return r;
}

/* rp[n-1] of a result of whole words.  From its register: a masked store is not forwarded to a
   load. */
static ALWAYS_INLINE mp_limb_t
top_limb (const struct result *r)
{
  const int lane = (int) ((r->n - 1 - r->last_at) * HALVES_PER_LIMB / 2);
  __m512i top = r->last;
  if (!__builtin_constant_p (lane))
    top = _mm512_permutexvar_epi64 (_mm512_set1_epi64 (lane), top);
  else if (lane != 0)
    top = lanes_from (top, top, lane);
  __m128i x = _mm512_castsi512_si128 (top);
#if GMP_LIMB_BITS == 64
  return (mp_limb_t) _mm_cvtsi128_si64 (x);
#else
  return (mp_limb_t) _mm_extract_epi32 (x, 1);
#endif
}

#endif
