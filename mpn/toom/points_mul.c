/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-Cook multiplication and squaring: evaluation, point products,
   interpolation.  The mathematics and the steps are in points.h, the contracts
   in toom.h.  For a square the signs of the values do not matter. */

#include "points.h"
#include <string.h>

/* An operand in pieces: all of them have h limbs, the last filled up with zeros
   in a buffer if need be. */
struct operand
{
  mp_srcptr p, top;
  mp_size_t last;               /* limbs of the last piece as it was */
  int pieces;
};

static mp_ptr
cut (struct operand *x, mp_srcptr p, mp_size_t n, int pieces, mp_size_t h, mp_ptr buffer)
{
  x->p = p;
  x->top = p + (pieces - 1) * h;
  x->last = n - (pieces - 1) * h;
  x->pieces = pieces;
  ASSERT (1 <= x->last && x->last <= h);
  if (x->last == h)
    return buffer;
  memcpy (buffer, x->top, x->last * sizeof (mp_limb_t));
  memset (buffer + x->last, 0, (h - x->last) * sizeof (mp_limb_t));
  x->top = buffer;
  return buffer + h;
}

static int
evaluate (const struct comba_kernels *k, mp_ptr plus, const struct operand *x, mp_size_t h, int i,
          mp_ptr buffer)
{
  return k->toom->evaluate (plus, plus + COMBA_TOOM_VALUE (h), x->p, x->top, x->pieces, h,
                            comba_toom_shift (i), comba_toom_reversed (i), buffer);
}

void
comba_toom_mul (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, const struct comba_split *split, mp_ptr scratch)
{
  int p = split->p, q = split->q;
  mp_size_t h = split->h;
  ASSERT (comba_toom_fits (an, bn, p, q, h));
  int points = p + q - 1, m = comba_toom_pairs (points);
  mp_size_t row = COMBA_TOOM_ROW (h), value = COMBA_TOOM_VALUE (h);
  mp_ptr rows = scratch, a = rows + 2 * m * row, b = a + 2 * value;
  struct operand x, y;
  scratch = cut (&x, ap, an, p, h, b + 2 * value);
  scratch = cut (&y, bp, bn, q, h, scratch);

  unsigned negative = 0;
  for (int i = 0; i < m; i++)
    {
      mp_ptr r = rows + 2 * i * row;
      unsigned sign = (unsigned) evaluate (k, a, &x, h, i, r);
      sign ^= (unsigned) evaluate (k, b, &y, h, i, r);
      negative |= sign << i;
      comba_mul_scratch (k, r, a, value, b, value, scratch);
      comba_mul_scratch (k, r + row, a + value, value, b + value, value, scratch);
    }

  comba_mul_scratch (k, rp, ap, h, bp, h, scratch);
  if (points % 2 == 0)
    {
      mp_srcptr top = ap + (p - 1) * h;
      mp_ptr to = rp + (points - 1) * h;
      if (x.last >= y.last)
        comba_mul_scratch (k, to, top, x.last, bp + (q - 1) * h, y.last, scratch);
      else
        comba_mul_scratch (k, to, bp + (q - 1) * h, y.last, top, x.last, scratch);
    }
  comba_toom_interpolate (k, rp, an + bn, h, points, rows, negative);
}

void
comba_toom_sqr (const struct comba_kernels *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                const struct comba_split *split, mp_ptr scratch)
{
  int p = split->p;
  mp_size_t h = split->h;
  ASSERT (comba_toom_fits (n, n, p, p, h));
  int points = 2 * p - 1, m = comba_toom_pairs (points);
  mp_size_t row = COMBA_TOOM_ROW (h), value = COMBA_TOOM_VALUE (h);
  mp_ptr rows = scratch, a = rows + 2 * m * row;
  struct operand x;
  scratch = cut (&x, ap, n, p, h, a + 2 * value);

  for (int i = 0; i < m; i++)
    {
      mp_ptr r = rows + 2 * i * row;
      evaluate (k, a, &x, h, i, r);
      comba_sqr_scratch (k, r, a, value, scratch);
      comba_sqr_scratch (k, r + row, a + value, value, scratch);
    }
  comba_sqr_scratch (k, rp, ap, h, scratch);
  comba_toom_interpolate (k, rp, 2 * n, h, points, rows, 0);
}
