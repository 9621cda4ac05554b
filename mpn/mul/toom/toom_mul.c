/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-Cook multiplication and squaring: evaluation, point products, interpolation.  The
   mathematics and the steps are in mul/toom/toom.h, the contracts there and in mul/mul.h.  For a
   square the signs of the values do not matter. */

#include "mul/toom/toom.h"
#include <string.h>

/* Pads the last piece with zeros in BUFFER if it is short; returns the rest of the buffer. */
static mp_ptr
cut (struct comba_toom_operand *x, mp_srcptr p, mp_size_t n, int pieces, mp_size_t h, mp_ptr buffer)
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

mp_ptr
comba_toom_begin (struct comba_toom_product *t, const struct comba_config *k, mp_ptr rp,
                  mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  const struct comba_split *split, mp_ptr memory)
{
  int p = split->p, q = split->q;
  mp_size_t h = split->h;
  ASSERT (comba_toom_fits (an, bn, p, q, h));
  *t = (struct comba_toom_product) {
    .k = k, .rp = rp, .n = an + bn, .h = h, .points = p + q - 1, .rows = memory,
  };
  memory += 2 * comba_toom_pairs (t->points) * COMBA_TOOM_ROW (h);
  memory = cut (&t->a, ap, an, p, h, memory);
  return bp != NULL ? cut (&t->b, bp, bn, q, h, memory) : memory;
}

static int
evaluate (const struct comba_toom_product *t, mp_ptr plus, const struct comba_toom_operand *x, int i,
          mp_ptr buffer)
{
  return t->k->toom->evaluate (plus, plus + COMBA_TOOM_VALUE (t->h), x->p, x->top, x->pieces, t->h,
                               comba_toom_shift (i), comba_toom_reversed (i), buffer);
}

static int
is_square (const struct comba_toom_product *t)
{
  return t->b.p == NULL;
}

static void
multiply (const struct comba_toom_product *t, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
          mp_size_t bn, mp_ptr scratch)
{
  if (is_square (t))
    comba_sqr_scratch (t->k, rp, ap, an, scratch);
  else if (an >= bn)
    comba_mul_scratch (t->k, rp, ap, an, bp, bn, scratch);
  else
    comba_mul_scratch (t->k, rp, bp, bn, ap, an, scratch);
}

/* Computes those of the products FIRST to END - 1 that belong to pair i; returns the sign of
   c(-x). */
static unsigned
pair (const struct comba_toom_product *t, int i, int first, int end, mp_ptr scratch)
{
  mp_size_t value = COMBA_TOOM_VALUE (t->h), row = COMBA_TOOM_ROW (t->h);
  mp_ptr r = t->rows + 2 * i * row, a = scratch, b = a + 2 * value;
  scratch = is_square (t) ? b : b + 2 * value;
  unsigned sign = (unsigned) evaluate (t, a, &t->a, i, r + first * row);
  if (!is_square (t))
    sign ^= (unsigned) evaluate (t, b, &t->b, i, r + first * row);
  for (int j = first; j < end; j++)
    multiply (t, r + j * row, a + j * value, value, b + j * value, value, scratch);
  return is_square (t) ? 0 : sign;
}

unsigned
comba_toom_point_products (const struct comba_toom_product *t, int first, int end, mp_ptr scratch)
{
  int m = comba_toom_pairs (t->points);
  const struct comba_toom_operand *a = &t->a, *b = &t->b;
  mp_size_t h = t->h;
  unsigned negative = 0;
  if (first == end)             /* the range may end amid a pair */
    return 0;
  for (int i = first / 2; i < m && 2 * i < end; i++)
    negative |= pair (t, i, 2 * i < first, 2 * i + 1 < end ? 2 : 1, scratch) << i;
  if (first <= 2 * m && 2 * m < end)
    multiply (t, t->rp, a->p, h, b->p, h, scratch);
  if (first <= 2 * m + 1 && 2 * m + 1 < end)
    multiply (t, t->rp + (t->points - 1) * h, a->p + (a->pieces - 1) * h, a->last,
              b->p + (b->pieces - 1) * h, b->last, scratch);
  return negative;
}

void
comba_toom_end (const struct comba_toom_product *t, unsigned negative)
{
  comba_toom_interpolate (t->k, t->rp, t->n, t->h, t->points, t->rows, negative);
}

void
comba_toom_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, const struct comba_split *split, mp_ptr scratch)
{
  struct comba_toom_product t;
  scratch = comba_toom_begin (&t, k, rp, ap, an, bp, bn, split, scratch);
  comba_toom_end (&t, comba_toom_point_products (&t, 0, t.points, scratch));
}

void
comba_toom_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                const struct comba_split *split, mp_ptr scratch)
{
  comba_toom_mul (k, rp, ap, n, NULL, n, split, scratch);
}
