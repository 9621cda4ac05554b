/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The sequences, row by row.  The contracts are in toom.h. */

#include "mul/toom/sequences.h"

/* 1 / d modulo B, by Newton's iteration from 5 bits. */
static inline mp_limb_t
inverse (mp_limb_t d)
{
  mp_limb_t x = 3 * d ^ 2;
  for (int bits = 5; bits < GMP_LIMB_BITS; bits *= 2)
    x *= 2 - d * x;
  return x;
}

/* Two steps that do not depend on each other go together: their chains of products
   overlap in time. */
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
