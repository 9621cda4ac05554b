/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Evaluation in a pair of points, eight limbs at a time.  The sign of a(-x) is found first.  More
   pieces and points belong to sizes at which these CPUs prefer transforms.

   The contract is that of comba_toom_evaluate_fn (mul/toom/toom.h). */

#include "kernels/x86_64/avx512ifma/eight_limbs.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"

static ALWAYS_INLINE void
evaluate (mp_ptr plus, mp_ptr minus, const struct comba_toom_pieces *a, mp_size_t h, int negative,
          int p, int s)
{
  unsigned carries[COMBA_TOOM_PIECES_MAX] = { 0 }, carry = 0, borrow = 0;
  __mmask8 exchange = (__mmask8) -negative;
  for (mp_size_t i = 0; i <= h; i += 8)
    {
      __m512i part[2];
      part[0] = load_eight (a->piece[0], h, i);
      part[1] = load_shifted (a->piece[1], h, i, s);
      UNROLL for (int j = 2; j < p; j++)
        part[j % 2] = add_eight (part[j % 2], load_shifted (a->piece[j], h, i, j * s),
                                 &carries[j]);
      __m512i larger = _mm512_mask_mov_epi64 (part[0], exchange, part[1]);
      __m512i smaller = _mm512_mask_mov_epi64 (part[1], exchange, part[0]);
      store_eight (plus, h + 1, i, add_eight (part[0], part[1], &carry));
      store_eight (minus, h + 1, i, sub_eight (larger, smaller, &borrow));
    }
}

int
comba_toom_evaluate_ifma (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                          mp_size_t h, int s, int reversed, mp_ptr buffer)
{
  if (p > 6 || s > 1)
    return comba_toom_evaluate (plus, minus, ap, top, p, h, s, reversed, buffer);
  struct comba_toom_pieces a;
  comba_toom_cut (&a, ap, top, p, h, s, reversed);
  int negative = comba_toom_is_negative (&a, h);

  switch (2 * p + s)
    {
#define CASES(p) \
    case 2 * p: evaluate (plus, minus, &a, h, negative, p, 0); break; \
    case 2 * p + 1: evaluate (plus, minus, &a, h, negative, p, 1); break
      CASES (2); CASES (3); CASES (4); CASES (5); CASES (6);
    }
  return negative;
}
