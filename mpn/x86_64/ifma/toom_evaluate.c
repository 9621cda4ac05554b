/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Evaluation in a pair of points, eight columns at a time.  The contract is that
   of comba_toom_evaluate_fn (toom/points.h).
   a(-x) is computed with its sign, which shows in the top limb; if it is negative
   a second pass over it takes the absolute value. */

#include "halves.h"
#include "ifma.h"

struct pieces
{
  mp_srcptr piece[COMBA_TOOM_PIECES_MAX];       /* by the power of x */
};

static ALWAYS_INLINE __m512i
piece_limbs (const struct pieces *a, int j, mp_size_t i, __mmask8 mask)
{
  return _mm512_maskz_loadu_epi64 (mask, a->piece[j] + i);
}

static void
negate (mp_ptr p, mp_size_t n)
{
  struct limbs s = limbs_begin ();
  for (mp_size_t i = 0; i < n; i += 8)
    {
      __mmask8 mask = limbs_mask (n, i);
      struct halves x = split_limbs (_mm512_maskz_loadu_epi64 (mask, p + i));
      _mm512_mask_storeu_epi64 (p + i, mask, limbs_next (&s, halves_negate (x, 0xff)));
    }
}

static ALWAYS_INLINE int
evaluate (mp_ptr plus, mp_ptr minus, const struct pieces *a, mp_size_t h, int p, int s)
{
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
                                limbs_next (&difference, halves_sub (part[0], part[1])));
    }
  int negative = minus[h] >> 63;
  if (negative)
    negate (minus, h + 1);
  return negative;
}

int
comba_toom_evaluate_ifma (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                          mp_size_t h, int s, int reversed)
{
  ASSERT (2 <= p && p <= COMBA_TOOM_PIECES_MAX && 0 <= s && s <= 3 && h >= 1);
  struct pieces a;
  for (int j = 0; j < p; j++)
    a.piece[reversed ? p - 1 - j : j] = j == p - 1 ? top : ap + j * h;

  switch (4 * p + s)
    {
#define CASE(p, s) case 4 * p + s: return evaluate (plus, minus, &a, h, p, s)
      CASE (2, 0); CASE (2, 1);
      CASE (3, 0); CASE (3, 1);
      CASE (4, 0); CASE (4, 1);
      CASE (6, 0); CASE (6, 1); CASE (6, 2);
    default:
      return evaluate (plus, minus, &a, h, p, s);
    }
}
