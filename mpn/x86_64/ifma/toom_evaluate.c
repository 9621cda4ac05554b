/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Evaluation in a pair of points, eight columns at a time.  The contract is that
   of comba_toom_evaluate_fn (toom/points.h).
   Whether a(-x) is negative is found first. */

#include "halves.h"
#include "ifma.h"

static ALWAYS_INLINE __m512i
piece_limbs (const struct comba_toom_pieces *a, int j, mp_size_t i, __mmask8 mask)
{
  return _mm512_maskz_loadu_epi64 (mask, a->piece[j] + i);
}

static ALWAYS_INLINE void
evaluate (mp_ptr plus, mp_ptr minus, const struct comba_toom_pieces *a, mp_size_t h, int negative,
          int p, int s)
{
  __mmask8 negate = (__mmask8) -negative;
  struct limbs sum = limbs_begin (), difference = limbs_begin ();
  for (mp_size_t i = 0; i <= h; i += 8)
    {
      __mmask8 in = limbs_mask (h, i), out = limbs_mask (h + 1, i);
      struct halves part[2];
      part[0] = split_limbs (piece_limbs (a, 0, i, in));
      part[1] = halves_shift (split_limbs (piece_limbs (a, 1, i, in)), s);
      for (int j = 2; j < p; j++)
        part[j % 2] = halves_add (part[j % 2],
                                  halves_shift (split_limbs (piece_limbs (a, j, i, in)), j * s));
      _mm512_mask_storeu_epi64 (plus + i, out,
                                limbs_next (&sum, halves_add (part[0], part[1])));
      _mm512_mask_storeu_epi64 (minus + i, out,
                                limbs_next (&difference, halves_negate (halves_sub (part[0], part[1]),
                                                            negate)));
    }
}

int
comba_toom_evaluate_ifma (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                          mp_size_t h, int s, int reversed)
{
  struct comba_toom_pieces a;
  comba_toom_cut (&a, ap, top, p, h, s, reversed);
  int negative = comba_toom_is_negative (&a, h);
  switch (4 * p + s)
    {
#define CASE(p, s) case 4 * p + s: evaluate (plus, minus, &a, h, negative, p, s); break
      CASE (2, 0); CASE (2, 1);
      CASE (3, 0); CASE (3, 1);
      CASE (4, 0); CASE (4, 1);
      CASE (6, 0); CASE (6, 1); CASE (6, 2);
    default:
      evaluate (plus, minus, &a, h, negative, p, s);
    }
  return negative;
}
