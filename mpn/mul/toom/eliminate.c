/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The portable linear steps round the divisions: passes of additions and shifts.
   The contracts are in toom.h. */

#include "mul/toom/sequences.h"
#include "arith/arith.h"
#include <string.h>

/* x = (x - known 2^shift) / 2^right; BUFFER has room for n limbs. */
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

/* The values x and y of a pair become its rows. */
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
  /* y is free now.  Both sums are twice what is wanted. */
  take_known (x, n, w->c0, w->c0n, s.c0_shift + 1, s.even_shift + 1, y);
  if (w->cd != NULL)
    {
      take_known (buffer, n, w->cd, w->cdn, s.cd_shift + 1, s.odd_shift + 1, y);
      memcpy (y, buffer, n * sizeof (mp_limb_t));
    }
  else
    comba_rshift (y, buffer, n, s.odd_shift + 1);
}

/* x = x + y and y = x - y. */
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

  /* A row of the even parts and the next, of the odd ones, lie side by side. */
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

const struct comba_toom_linear comba_toom_portable = {
  .add_n = comba_add_n,
  .sub_n = comba_sub_n,
  .join = comba_join,
  .recompose2 = comba_toom2_recompose,
  .evaluate = comba_toom_evaluate,
  .eliminate = comba_toom_eliminate,
  .combine = comba_toom_combine,
};
