/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Interpolation and recomposition.  The contract is in toom.h. */

#include "mul/toom/toom.h"
#include "arith/arith.h"
#include <string.h>

/* Adds n limbs into rp[0..rn-1] at AT, as many as reach there: the rest is zero. */
static void
add_at (const struct comba_config *k, mp_ptr rp, mp_size_t rn, mp_size_t at, mp_srcptr p, mp_size_t n)
{
  mp_size_t room = rn - at;
  n = n < room ? n : room;
  mp_limb_t carry = k->toom->add_n (rp + at, rp + at, p, n);
  carry = comba_add_1_var (rp + at + n, room - n, carry);
  ASSERT (carry == 0);
  (void) carry;
}

void
comba_toom_interpolate (const struct comba_config *k, mp_ptr rp, mp_size_t rn, mp_size_t h,
                        int points, mp_ptr rows, unsigned negative)
{
  int degree = points - 1, m = comba_toom_pairs (points);
  mp_size_t n = COMBA_TOOM_ROW (h), end = points % 2 == 0 ? degree * h : rn;
  struct comba_toom_values w = {
    .rows = rows, .n = n, .points = points, .negative = negative,
    .c0 = rp, .c0n = 2 * h, .cd = end < rn ? rp + end : NULL, .cdn = rn - end,
  };
  /* The value at -1/x, reversed, is that of x^d c(-1/x) but for the sign of (-1)^d. */
  if (degree % 2 != 0)
    for (int i = 0; i < m; i++)
      w.negative ^= (unsigned) comba_toom_reversed (i) << i;

  k->toom->eliminate (&w, m);
  comba_toom_division_steps (rows, n, m);
  k->toom->combine (rows, n, m);

  /* c_2, c_4, ... fill rp between c_0 and c_d; of the last, only what is below
     c_d.  What they have above their 2h limbs, and the others, is added. */
  for (int i = 0; i < m; i++)
    {
      mp_size_t at = (2 * i + 2) * h;
      mp_size_t len = end - at < 2 * h ? end - at : 2 * h;
      memcpy (rp + at, rows + 2 * n * comba_toom_place (m, i), len * sizeof (mp_limb_t));
    }
  for (int i = 0; i < m; i++)
    {
      mp_srcptr even = rows + 2 * n * comba_toom_place (m, i), odd = even + n;
      mp_size_t at = (2 * i + 2) * h;
      mp_size_t len = end - at < 2 * h ? end - at : 2 * h;
      if (at + len < rn)
        add_at (k, rp, rn, at + len, even + len, 2 * h + 1 - len);
      add_at (k, rp, rn, at - h, odd, 2 * h + 1);
    }
}
