/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable linear steps round the divisions.  The contracts are in points.h. */

#include "points.h"
#include "generic/generic.h"

/* On every two rows for y and 1/y; a row of the even parts and the next, of the odd
   ones, lie side by side. */
static void
butterflies (mp_ptr rows, mp_size_t n, int m, int halve)
{
  for (int i = 1; i + 1 < m; i += 2)
    {
      mp_ptr x = rows + 2 * n * i, y = x + 2 * n;
      comba_toom_butterfly (x, y, n, halve);
      comba_toom_butterfly (x + n, y + n, n, halve);
    }
}

void
comba_toom_eliminate (const struct comba_toom_values *w, int m)
{
  mp_size_t n = w->n;
  for (int i = 0; i < m; i++)
    {
      struct comba_toom_shares s = comba_toom_shares (i, w->points);
      struct comba_toom_known c0 = { w->c0, w->c0n, s.c0_shift }, cd = { w->cd, w->cdn, s.cd_shift };
      mp_ptr row = w->rows + 2 * n * i;
      comba_toom_rows (row, row + n, n, w->negative >> i & 1, &c0, s.even_shift, &cd, s.odd_shift);
    }
  butterflies (w->rows, n, m, 0);
  comba_toom_elimination_steps (w->rows, n, m);
}

void
comba_toom_combine (mp_ptr rows, mp_size_t n, int m)
{
  for (int i = 1; i < m; i += 2)
    {
      mp_srcptr sum = rows + 2 * n * i;
      comba_sub_n (rows, rows, sum, n);
      comba_sub_n (rows + n, rows + n, sum + n, n);
    }
  butterflies (rows, n, m, 1);
}

const struct comba_toom_linear comba_toom_portable = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .recompose2 = comba_toom2_recompose,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};
