/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery residues on radix-2^52 digits (kernels/x86_64/avx512ifma/montgomery52_tpl.h), all
   columns of a product at once. */

#include "kernels/x86_64/avx512ifma/avx512ifma.h"

#define MOD(function) comba_##function##_ifma
#define MOD_REPRESENTATION(kind) comba_representation_##kind
#define MOD_SUFFIX ""
enum { MOD_MAX = COMBA_BIPARTITE52_MAX, BY_BLOCKS = 0, KARATSUBA = 0 };

#include "kernels/x86_64/avx512ifma/montgomery52_tpl.h"
#include "kernels/x86_64/avx512ifma/barrett52_tpl.h"

/* z = x / beta^N in normal digits. */
static ALWAYS_INLINE void
short_decode (mp_ptr zp, mp_srcptr xp, mp_srcptr context, int d, mp_ptr scratch)
{
  const int s = (d + 7) / 8;
  UNROLL for (int v = 0; v < s; v++)
    {
      vectors (scratch)[v] = _mm512_loadu_si512 (xp + FRAME + 8 * v);
      vectors (scratch)[s + v] = _mm512_setzero_si512 ();
    }
  short_reduce (zp, scratch + lead (d), context, d, scratch, 0);
}

#define DEFINE(d)                                                                       \
  static void                                                                           \
  decode_##d (mp_ptr zp, mp_srcptr xp, mp_srcptr context, mp_ptr scratch)               \
  {                                                                                     \
    short_decode (zp, xp, context, d, scratch);                                         \
  }
DIGIT_COUNTS (DEFINE)
#undef DEFINE

static void (*const short_decodes[8 * SHORT_MAX + 1]) (mp_ptr, mp_srcptr, mp_srcptr, mp_ptr) = {
#define ROW(d) [d] = decode_##d,
  DIGIT_COUNTS (ROW)
#undef ROW
};

/* rp[0..n-1] = x, which has normal digits and is below 2^(64n). */
static void
limbs_of_digits (mp_ptr rp, mp_size_t n, const uint64_t *x, int s)
{
  if (digit_bits (s) == SHORT_BITS)
    {
      for (mp_size_t i = 0; i < n; i++)
        rp[i] = bits_from (x, SHORT_BITS, 64 * i);
      return;
    }
  struct result r = { .rp = rp, .n = n, .least = n, .most = n };
  for (int v = 0; v < s; v += 2)
    {
      __m512i lo = _mm512_load_si512 (x + 8 * v);
      __m512i hi = v + 1 < s ? _mm512_load_si512 (x + 8 * v + 8) : _mm512_setzero_si512 ();
      put_columns (&r, v / 2, even_columns (lo, hi), odd_columns (lo, hi),
                   _mm512_setzero_si512 ());
    }
}

/* rp[0..n-1] = the canonical residue of element xp: the product of x by 1, which is at most P,
   because the digits of q are normal and q is below beta^N: x + qP < beta^N (P + 1).  P itself
   becomes zero, without a branch. */
void
comba_mod_decode_ifma (mp_ptr rp, mp_size_t n, mp_srcptr xp, mp_srcptr context, int digits,
                       mp_ptr scratch)
{
  const int s = (digits + 7) / 8, o = lead (digits);
  mp_ptr t = scratch + 16 * s;          /* where q was */
  const uint64_t *p = part (context, s, PART_P);

  clear_frame (t + FRAME, s);
  if (digits <= 8 * SHORT_MAX)
    short_decodes[digits] (t, xp, context, scratch);
  else
    reduce (t + FRAME, xp + FRAME, 0, 0, context, s, columns_at (scratch), scratch);
  t += FRAME + o;
  __mmask8 differ = 0;
  for (int v = 0; v < s; v++)
    differ |= _mm512_cmpneq_epi64_mask (_mm512_loadu_si512 (t + 8 * v),
                                        _mm512_load_si512 (p + 8 * v));
  /* All ones if a lane differs. */
  const __m512i keep = _mm512_set1_epi64 (-(long long) ((differ + 0xffu) >> 8));
  for (int v = 0; v < s; v++)
    _mm512_storeu_si512 (t + 8 * v, _mm512_and_si512 (_mm512_loadu_si512 (t + 8 * v), keep));
  limbs_of_digits (rp, n, t, s);
}
