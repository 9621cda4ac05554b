/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Interpolation and recomposition.  The contract is in points.h. */

#include "points.h"
#include "generic/generic.h"
#include <string.h>

/* The shares of c_0 and c_d in the rows of a pair, and the powers of two left. */
static void
make_rows (mp_ptr rows, mp_size_t n, int i, int degree, int negative,
           struct comba_toom_known c0, struct comba_toom_known cd)
{
  int s = comba_toom_shift (i), m = comba_toom_pairs (degree + 1);
  int even_shift = 2 * s, odd_shift = s;
  if (comba_toom_reversed (i))
    {
      /* x^d c(-1/x) has the sign of x^d c(1/-x) reversed for odd d. */
      negative ^= degree % 2;
      c0.shift = s * degree;
      even_shift = s * (degree - 2 * m);
      odd_shift = even_shift + s;
    }
  else
    cd.shift = s * degree;
  comba_toom_rows (rows, rows + n, n, negative, &c0, even_shift, &cd, odd_shift);
}

/* Adds n limbs into rp[0..rn-1] at AT, as many as reach there: the rest is zero. */
static void
add_at (mp_ptr rp, mp_size_t rn, mp_size_t at, mp_srcptr p, mp_size_t n)
{
  mp_size_t room = rn - at;
  mp_limb_t carry = comba_add_in_var (rp + at, room, p, n < room ? n : room);
  ASSERT (carry == 0);
  (void) carry;
}

void
comba_toom_interpolate (mp_ptr rp, mp_size_t rn, mp_size_t h, int points, mp_ptr rows,
                        unsigned negative)
{
  int degree = points - 1, m = comba_toom_pairs (points);
  mp_size_t n = COMBA_TOOM_ROW (h);
  struct comba_toom_known c0 = { .p = rp, .n = 2 * h }, cd = { 0 };
  if (degree % 2 != 0)
    {
      cd.p = rp + degree * h;
      cd.n = rn - degree * h;
    }

  for (int i = 0; i < m; i++)
    make_rows (rows + 2 * n * i, n, i, degree, negative >> i & 1, c0, cd);
  comba_toom_solve (rows, n, m);

  /* c_2, c_4, ... fill rp between c_0 and c_d; of the last, only what is below
     c_d.  What they have above their 2h limbs, and the others, is added. */
  for (int k = 0; k < m; k++)
    {
      mp_size_t at = (2 * k + 2) * h, end = cd.n > 0 ? degree * h : rn;
      mp_size_t len = end - at < 2 * h ? end - at : 2 * h;
      memcpy (rp + at, rows + 2 * n * comba_toom_place (m, k), len * sizeof (mp_limb_t));
    }
  for (int k = 0; k < m; k++)
    {
      mp_srcptr even = rows + 2 * n * comba_toom_place (m, k), odd = even + n;
      mp_size_t at = (2 * k + 2) * h, end = cd.n > 0 ? degree * h : rn;
      mp_size_t len = end - at < 2 * h ? end - at : 2 * h;
      if (at + len < rn)
        add_at (rp, rn, at + len, even + len, 2 * h + 1 - len);
      add_at (rp, rn, at - h, odd, 2 * h + 1);
    }
}
