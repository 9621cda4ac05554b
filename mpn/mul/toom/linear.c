/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable linear steps: passes of additions and shifts.  The contracts are in mul/toom/toom.h.

   Evaluation at +-2^s, or at +-2^-s (reversed): the even and the odd powers of x are summed
   separately.  The sum of both is a(x), their difference a(-x).  The sign of the difference is
   found first, from the top limbs, so that the smaller is subtracted from the larger. */

#include "mul/toom/sequences.h"
#include "arith/arith.h"
#include <string.h>

#if GMP_LIMB_BITS == 64
typedef __int128 signed_dlimb;
#else
typedef int64_t signed_dlimb;
#endif

/* Column i of the sums of even (0) and odd (1) powers of x. */
static inline void
column (comba_dlimb part[2], const struct comba_toom_pieces *a, mp_size_t i)
{
  part[0] = part[1] = 0;
  for (int j = 0; j < a->p; j++)
    part[j % 2] += (comba_dlimb) a->piece[j][i] << j * a->s;
}

/* The columns below i contribute less than 2^DECIDED to the sum so far. */
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

/* x[0..h] += piece j times x^j; the first piece of its parity is copied. */
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

/* x = (x - known 2^shift) / 2^right; BUFFER has n limbs. */
static void
take_known (mp_ptr x, mp_size_t n, mp_srcptr known, mp_size_t kn, int shift, int right,
            mp_ptr buffer)
{
  mp_size_t limbs = shift / GMP_LIMB_BITS;
  int bits = shift % GMP_LIMB_BITS;
  ASSERT (limbs + kn < n && bits > 0);
  comba_lshift (buffer, known, kn, bits);
  buffer[kn] = known[kn - 1] >> (GMP_LIMB_BITS - bits);
  mp_limb_t borrow = comba_sub_n (x + limbs, x + limbs, buffer, kn + 1);
  for (mp_size_t i = limbs + kn + 1; borrow != 0 && i < n; i++)
    borrow = x[i]-- == 0;
  comba_rshift (x, x, n, right);
}

/* Replaces the values x and y of a pair by its rows. */
static void
make_rows (const struct comba_toom_values *w, int i, mp_ptr x, mp_ptr y, mp_ptr buffer)
{
  mp_size_t n = w->n;
  struct comba_toom_shares s = comba_toom_shares (i, w->points);
  if (w->negative >> i & 1)
    {
      comba_add_n (buffer, x, y, n);
      comba_sub_n (x, x, y, n);
    }
  else
    {
      comba_sub_n (buffer, x, y, n);
      comba_add_n (x, x, y, n);
    }
  /* y is no longer needed.  Both sums are twice the result. */
  take_known (x, n, w->c0, w->c0n, s.c0_shift + 1, s.even_shift + 1, y);
  if (w->cd != NULL)
    {
      take_known (buffer, n, w->cd, w->cdn, s.cd_shift + 1, s.odd_shift + 1, y);
      memcpy (y, buffer, n * sizeof (mp_limb_t));
    }
  else
    comba_rshift (y, buffer, n, s.odd_shift + 1);
}

/* (x, y) = (x + y, x - y). */
static void
butterfly (mp_ptr x, mp_ptr y, mp_size_t n, mp_ptr buffer)
{
  comba_sub_n (buffer, x, y, n);
  comba_add_n (x, x, y, n);
  memcpy (y, buffer, n * sizeof (mp_limb_t));
}

static void
halved_butterfly (mp_ptr x, mp_ptr y, mp_size_t n, mp_ptr buffer)
{
  comba_sub_n (buffer, x, y, n);
  comba_add_n (x, x, y, n);
  comba_rshift (x, x, n, 1);
  comba_rshift (y, buffer, n, 1);
}

static void
subtract_times (mp_ptr to, mp_srcptr from, mp_size_t n, mp_limb_t c, mp_ptr buffer)
{
  if (c == 1)
    comba_sub_n (to, to, from, n);
  else
    {
      comba_lshift (buffer, from, n, __builtin_ctzl (c));
      comba_sub_n (to, to, buffer, n);
    }
}

void
comba_toom_eliminate (const struct comba_toom_values *w, int m)
{
  mp_size_t n = w->n;
  mp_ptr rows = w->rows, buffer = rows + 2 * m * n;
  for (int i = 0; i < m; i++)
    make_rows (w, i, rows + 2 * n * i, rows + 2 * n * i + n, buffer);

  /* A row of the even coefficients and the next one, of the odd coefficients, are adjacent. */
  for (int i = 1; i + 1 < m; i += 2)
    for (int odd = 0; odd <= 1; odd++)
      butterfly (rows + n * (2 * i + odd), rows + n * (2 * i + 2 + odd), n, buffer);

  for (int i = 0; i < sequences[m].eliminations; i++)
    {
      const struct comba_toom_step *p = &sequences[m].steps[i];
      mp_ptr to = rows + 2 * n * p->to;
      mp_srcptr from = rows + 2 * n * p->from;
      if ((p->c & (p->c - 1)) != 0)
        comba_toom_submul (to, from, n, p->c);
      else
        for (int odd = 0; odd <= 1; odd++)
          subtract_times (to + odd * n, from + odd * n, n, p->c, buffer);
    }
}

void
comba_toom_combine (mp_ptr rows, mp_size_t n, int m)
{
  mp_ptr buffer = rows + 2 * m * n;
  for (int i = 1; i < m; i += 2)
    for (int odd = 0; odd <= 1; odd++)
      {
        mp_ptr sum = rows + n * (2 * i + odd);
        comba_sub_n (rows + odd * n, rows + odd * n, sum, n);
        if (m % 2 != 0)
          halved_butterfly (sum, sum + 2 * n, n, buffer);
      }
}

void
comba_join (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp, mp_size_t n,
            struct comba_join_carry *carry)
{
  int x = -(int) comba_sub_n (xp, ap, bp, n), y = (int) comba_add_n (yp, ap, bp, n);
  x += (int) comba_add_n (xp, xp, cp, n);
  y += (int) comba_add_n (yp, yp, dp, n);
  x += carry->x < 0 ? -(int) comba_sub_1_var (xp, n, 1) : (int) comba_add_1_var (xp, n, (mp_limb_t) carry->x);
  y += (int) comba_add_1_var (yp, n, (mp_limb_t) carry->y);
  *carry = (struct comba_join_carry) { x, y };
}

const struct comba_toom_linear comba_toom_portable = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};
