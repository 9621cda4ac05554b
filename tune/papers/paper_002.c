/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* B. Phillips, Optimised squaring of long integers using precomputed partial products:
   squaring without a multiplier, against multiplication by the same technique. */

#include "papers.h"
#include "kernels/shiftadd/shiftadd.h"
#include "ways.h"
#include <math.h>
#include <stdlib.h>

enum { BITS = 512, OPERANDS = 3 };        /* OPERANDS for each pass */

/* Section 4: microseconds on an ARM6 of 25 MHz, and memory; zero where the paper has no number. */
static const struct row
{
  int is_signed, m;
  double sqr_us, mul_us;
  int sqr_memory, mul_memory;
} rows[] = {
  { 0, 5, 829, 895, 1216, 1088 },
  { 0, 6, 796, 863, 2304, 2176 },
  { 1, 5, 723, 780, 1984, 0 },
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static int
once_windows (const struct way *w, const struct operands *o)
{
  const struct row *row = w->how;
  if (w->square)
    comba_sqr_windows (o->rp, o->ap, o->bn, row->m, row->is_signed);
  else
    comba_mul_windows (o->rp, o->ap, o->bn, o->ap, o->bn, row->m, row->is_signed);
  return 1;
}

/* The mean over some operands. */
static double
mean_instructions (const struct way *w)
{
  mp_size_t n = limbs_for (BITS);
  mp_ptr room = operands_room (n, n);
  double sum = 0;
  for (int i = 0; room != NULL && i < OPERANDS * passes; i++)
    {
      struct operands o = operands_place (room, n, n, i);
      sum += count_instructions (w, &o);
    }
  free (room);
  return room != NULL ? sum / (OPERANDS * passes) : NAN;
}

static double
printed (double x)
{
  return x > 0 ? x : NAN;
}

void
paper_002 (const struct papers *p)
{
  struct table *t = table_new (
    "002.4", "Squares of 512 bits without a multiplier, section 4",
    "digits|window, bits|paper: square, us|paper: product, us|paper: square / product, time|paper: memory, bytes"
    "|here: square, instructions|here: product, instructions|here: square / product, instructions"
    "|here: square, us|here: product, us|here: square / product, time|here: memory, bytes");
  for (int i = 0; i < ROWS; i++)
    {
      const struct row *r = &rows[i];
      const struct way ways[2] = {
        { .once = once_windows, .how = r, .result = 1 }, { .once = once_windows, .how = r, .square = 1, .result = 1 }
      };
      double mul = mean_instructions (&ways[0]), sqr = mean_instructions (&ways[1]);
      struct timed timed[2];
      time_ways (ways, 2, BITS, timed);
      table_text (t, r->is_signed ? "signed" : "unsigned");
      table_number (t, r->m, 0);
      table_number (t, printed (r->sqr_us), 0);
      table_number (t, printed (r->mul_us), 0);
      table_number (t, printed (r->sqr_us / r->mul_us), 3);
      table_number (t, printed (r->sqr_memory), 0);
      table_number (t, sqr, 0);
      table_number (t, mul, 0);
      table_number (t, sqr / mul, 3);
      table_number (t, timed[1].ns / 1e3, 2);
      table_number (t, timed[0].ns / 1e3, 2);
      table_number (t, timed[1].ns / timed[0].ns, 3);
      table_number (t, comba_windows_table (limbs_for (BITS), r->m) * sizeof (mp_limb_t), 0);
    }
  char note[256];
  snprintf (note, sizeof note,
            "Instructions: the mean of %d operands, precomputation included.  The paper's"
            " memory is called words of 32 bits; it is that of the multiples, in bytes"
            " (32 of 17 words are 2176), and 128 more for squares.", OPERANDS * passes);
  table_print (t, p->out, p->format, note);
}
