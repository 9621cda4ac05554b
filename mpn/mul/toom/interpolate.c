/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Interpolation: the steps of a sequence, applied row by row, and the recomposition.  The contracts
   are in mul/toom/toom.h. */

#include "mul/toom/sequences.h"
#include "arith/arith.h"
#include <string.h>

/* 1 / d modulo B, by Newton's iteration from 5 bits. */
static inline mp_limb_t
inverse (mp_limb_t d)
{
  mp_limb_t x = 3 * d ^ 2;
  for (int bits = 5; bits < GMP_LIMB_BITS; bits *= 2)
    x *= 2 - d * x;
  return x;
}

/* Independent steps are done together, so that their chains of products overlap in time. */
static int
are_independent (const struct comba_toom_step *p, const struct comba_toom_step *q)
{
  return p->d != 1 && q->d != 1 && p->to != q->to && p->to != q->from && p->from != q->to;
}

static void
do_step (mp_ptr rows, mp_size_t n, const struct comba_toom_step *p)
{
  mp_ptr to = rows + 2 * n * p->to;
  mp_srcptr from = rows + 2 * n * p->from;
  if (p->d == 1 && p->shift == 0)
    comba_toom_submul (to, from, n, p->c);
  else
    {
      struct comba_toom_division division = { to, from, p->c, p->d, inverse (p->d), p->shift };
      comba_toom_divide (&division, n);
    }
}

static void
do_two_steps (mp_ptr rows, mp_size_t n, const struct comba_toom_step *p,
              const struct comba_toom_step *q)
{
  struct comba_toom_division divisions[2] = {
    { rows + 2 * n * p->to, rows + 2 * n * p->from, p->c, p->d, inverse (p->d), p->shift },
    { rows + 2 * n * q->to, rows + 2 * n * q->from, q->c, q->d, inverse (q->d), q->shift },
  };
  comba_toom_divide_two (divisions, n);
}

static void
do_steps (mp_ptr rows, mp_size_t n, const struct comba_toom_step *p, int count)
{
  for (int i = 0; i < count; i++)
    if (i + 1 < count && are_independent (p + i, p + i + 1))
      {
        do_two_steps (rows, n, p + i, p + i + 1);
        i++;
      }
    else
      do_step (rows, n, p + i);
}

void
comba_toom_division_steps (mp_ptr rows, mp_size_t n, int m)
{
  const struct comba_toom_sequence *q = &sequences[m];
  ASSERT (m == 1 || q->n > 0);
  do_steps (rows, n, q->steps + q->eliminations, q->n - q->eliminations);
}

int
comba_toom_place (int m, int k)
{
  int g = (m - 1) / 2;
  if (m % 2 == 0)
    return k;
  return k == g ? 0 : k > g ? 2 * (k - g) - 1 : 2 * (g - k);
}

/* Adds p[0..n-1] to rp[AT..rn-1].  Limbs that do not fit are zero. */
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
  /* The reversed value at -1/x is x^d c(-1/x) times (-1)^d. */
  if (degree % 2 != 0)
    for (int i = 0; i < m; i++)
      w.negative ^= (unsigned) comba_toom_reversed (i) << i;

  k->toom->eliminate (&w, m);
  comba_toom_division_steps (rows, n, m);
  k->toom->combine (rows, n, m);

  /* c_2, c_4, ... fill rp between c_0 and c_d, except the part of the last that overlaps c_d.
     Their limbs above 2h, and the odd ones, are added. */
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
