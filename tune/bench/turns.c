/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "turns.h"

void
choose_turns (struct turn turns[TURNS], const struct job *job, int i)
{
  const uint64_t sizes = (uint64_t) (job->an - job->turns_from + 1);
  uint64_t state = (uint64_t) job->an << 32 ^ (uint64_t) job->turns_from << 8 ^ (uint64_t) i;
  for (int k = 0; k < TURNS; k++)
    {
      const mp_size_t n = job->turns_from + (mp_size_t) (splitmix (&state) % sizes);
      const mp_size_t m = job->function == MUL ? job->turns_from + (mp_size_t) (splitmix (&state) % sizes) : n;
      turns[k] = (struct turn) { .an = n > m ? n : m, .bn = n > m ? m : n, .r_at = operands_offset (&state),
                                 .a_at = operands_offset (&state), .b_at = operands_offset (&state) };
    }
}

void
turn_calls (const struct library *l, enum function f, const struct operands *on, const struct turn turns[TURNS],
            size_t repeats)
{
  const mp_ptr rp = on->rp, ap = on->ap, bp = on->bp;
  if (f == MUL_N)
    for (size_t i = 0; i < repeats; i++)
      {
        const struct turn *t = &turns[i % TURNS];
        l->mul_n (rp + t->r_at, ap + t->a_at, bp + t->b_at, t->an);
      }
  else if (f == SQR)
    for (size_t i = 0; i < repeats; i++)
      {
        const struct turn *t = &turns[i % TURNS];
        l->sqr (rp + t->r_at, ap + t->a_at, t->an);
      }
  else
    for (size_t i = 0; i < repeats; i++)
      {
        const struct turn *t = &turns[i % TURNS];
        l->mul (rp + t->r_at, ap + t->a_at, t->an, bp + t->b_at, t->bn);
      }
}
