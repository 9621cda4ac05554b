/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Evaluation in +-2^s, or in +-2^-s (reversed), portably: additions and shifts of
   whole pieces.  The contract is in toom.h.

   The parts of a(x) with even and with odd powers are added up apart; their sum is
   a(x), their difference a(-x).  The sign of the latter is found first, from the
   top, so that the smaller is subtracted from the larger. */

#include "mul/toom/toom.h"
#include "arith/arith.h"
#include <string.h>

#if GMP_LIMB_BITS == 64
typedef __int128 signed_dlimb;
#else
typedef int64_t signed_dlimb;
#endif

/* The parts of column i with even (0) and odd (1) powers of x. */
static inline void
column (comba_dlimb part[2], const struct comba_toom_pieces *a, mp_size_t i)
{
  part[0] = part[1] = 0;
  for (int j = 0; j < a->p; j++)
    part[j % 2] += (comba_dlimb) a->piece[j][i] << j * a->s;
}

/* The columns below i add less than 2^DECIDED to the sum so far. */
int
comba_toom_is_negative (const struct comba_toom_pieces *a, mp_size_t h)
{
  const signed_dlimb decided = (signed_dlimb) 1 << (GMP_LIMB_BITS == 64 ? 48 : 29);
  signed_dlimb sum = 0;
  for (mp_size_t i = h - 1; i >= 0 && sum < decided && sum > -decided; i--)
    {
      comba_dlimb part[2];
      column (part, a, i);
      sum = sum * ((signed_dlimb) 1 << GMP_LIMB_BITS) + (signed_dlimb) (part[0] - part[1]);
    }
  return sum < 0;
}

void
comba_toom_cut (struct comba_toom_pieces *a, mp_srcptr ap, mp_srcptr top, int p, mp_size_t h,
                int s, int reversed)
{
  ASSERT (2 <= p && p <= COMBA_TOOM_PIECES_MAX && 0 <= s && s <= 3 && h >= 1);
  a->p = p;
  a->s = s;
  for (int j = 0; j < p; j++)
    a->piece[reversed ? p - 1 - j : j] = j == p - 1 ? top : ap + j * h;
}

/* x[0..h] += piece j times x^j; the first piece of its part is put there. */
static void
add_piece (mp_ptr x, const struct comba_toom_pieces *a, int j, mp_size_t h, mp_ptr buffer)
{
  mp_srcptr piece = a->piece[j];
  int shift = j * a->s;
  mp_limb_t top = shift > 0 ? piece[h - 1] >> (GMP_LIMB_BITS - shift) : 0;
  if (j < 2)
    {
      if (shift > 0)
        comba_lshift (x, piece, h, shift);
      else
        memcpy (x, piece, h * sizeof (mp_limb_t));
      x[h] = top;
    }
  else
    {
      if (shift > 0)
        {
          comba_lshift (buffer, piece, h, shift);
          piece = buffer;
        }
      x[h] += top + comba_add_n (x, x, piece, h);
    }
}

int
comba_toom_evaluate (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                     mp_size_t h, int s, int reversed, mp_ptr buffer)
{
  struct comba_toom_pieces a;
  comba_toom_cut (&a, ap, top, p, h, s, reversed);
  int negative = comba_toom_is_negative (&a, h);

  mp_ptr even = plus, odd = minus;
  for (int j = 0; j < p; j++)
    add_piece (j % 2 == 0 ? even : odd, &a, j, h, buffer);
  if (negative)
    comba_sub_n (buffer, odd, even, h + 1);
  else
    comba_sub_n (buffer, even, odd, h + 1);
  comba_add_n (plus, even, odd, h + 1);
  memcpy (minus, buffer, (h + 1) * sizeof (mp_limb_t));
  return negative;
}
