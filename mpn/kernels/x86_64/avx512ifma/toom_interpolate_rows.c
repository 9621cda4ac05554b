/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The steps of interpolation before and after the divisions, eight limbs at a time and all rows
   at once.  More than three pairs of points belong to sizes at which these CPUs prefer transforms.
   The contracts are those of comba_toom_eliminate_fn and comba_toom_combine_fn (mul/toom/toom.h). */

#include "kernels/x86_64/avx512ifma/eight_limbs.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "mul/toom/sequences.h"
#include <string.h>

enum { EVEN, ODD };

/* The carries of a row from vector to vector. */
struct row
{
  unsigned pair, known, butterfly;
  __m512i before;               /* the vector before, not yet shifted down */
};

struct step
{
  unsigned carry, borrow;
  __m512i upper;
};

/* x c, where x is eight limbs of a row and X_BELOW the limbs before them. */
static ALWAYS_INLINE __m512i
times (__m512i x, __m512i *below, mp_limb_t c, unsigned *carry)
{
  if ((c & (c - 1)) != 0)
    return times_eight (x, c, below, carry);
  if (c == 1)
    return x;
  int s = __builtin_ctzl (c);
  __m512i r = _mm512_or_si512 (shift_left (x, s),
                               shift_right (_mm512_alignr_epi64 (x, *below, 7), 64 - s));
  *below = x;
  return r;
}

/* Rows are divided by a power of two, which needs the next eight limbs: everything except their
   sums is one vector late. */
static ALWAYS_INLINE void
eliminate (const struct comba_toom_values *w, int m)
{
  const struct comba_toom_sequence *q = &sequences[m];
  struct comba_toom_shares shares[COMBA_TOOM_PAIRS_MAX];
  struct row rows[COMBA_TOOM_PAIRS_MAX][2];
  struct step steps[16][2];
  memset (rows, 0, sizeof rows);
  memset (steps, 0, sizeof steps);
  for (int i = 0; i < m; i++)
    shares[i] = comba_toom_shares (i, w->points);

  mp_size_t n = w->n;
  for (mp_size_t at = 0; at < n + 8; at += 8)
    {
      __m512i value[COMBA_TOOM_PAIRS_MAX][2];
      __m512i twice_c0 = load_shifted (w->c0, w->c0n, at, 1);
      UNROLL for (int i = 0; i < m; i++)
        {
          mp_srcptr p = w->rows + 2 * n * i;
          __mmask8 exchange = (__mmask8) -(w->negative >> i & 1);
          struct row *r = rows[i];
          __m512i x = load_eight (p, n, at), y = load_eight (p + n, n, at);
          __m512i sum = add_eight (x, y, &r[0].pair), difference = sub_eight (x, y, &r[1].pair);
          __m512i even = _mm512_mask_mov_epi64 (sum, exchange, difference);
          __m512i odd = _mm512_mask_mov_epi64 (difference, exchange, sum);
          __m512i c0 = twice_c0;
          if (comba_toom_reversed (i))
            c0 = load_shifted (w->c0, w->c0n, at, shares[i].c0_shift + 1);
          even = sub_eight (even, c0, &r[EVEN].known);
          if (w->cd != NULL)
            odd = sub_eight (odd, load_shifted (w->cd, w->cdn, at, shares[i].cd_shift + 1),
                             &r[ODD].known);
          value[i][EVEN] = shift_down (r[EVEN].before, even, shares[i].even_shift + 1);
          value[i][ODD] = shift_down (r[ODD].before, odd, shares[i].odd_shift + 1);
          r[EVEN].before = even;
          r[ODD].before = odd;
        }
      if (at == 0)
        continue;
      UNROLL for (int parity = EVEN; parity <= ODD; parity++)
        {
          UNROLL for (int i = 1; i + 1 < m; i += 2)
            {
              __m512i x = value[i][parity], y = value[i + 1][parity];
              value[i][parity] = add_eight (x, y, &rows[i][parity].butterfly);
              value[i + 1][parity] = sub_eight (x, y, &rows[i + 1][parity].butterfly);
            }
          UNROLL for (int i = 0; i < q->eliminations; i++)
            {
              const struct comba_toom_step *p = &q->steps[i];
              struct step *s = &steps[i][parity];
              __m512i product = times (value[p->from][parity], &s->upper, p->c, &s->carry);
              value[p->to][parity] = sub_eight (value[p->to][parity], product, &s->borrow);
            }
          UNROLL for (int i = 0; i < m; i++)
            store_eight (w->rows + n * (2 * i + parity), n, at - 8, value[i][parity]);
        }
    }
}

void
comba_toom_eliminate_ifma (const struct comba_toom_values *w, int m)
{
  switch (m)
    {
    case 1: eliminate (w, 1); break;
    case 2: eliminate (w, 2); break;
    case 3: eliminate (w, 3); break;
    default: comba_toom_eliminate (w, m);
    }
}

/* Row 0 minus the sums; halves of sums and differences, again one vector late. */
static ALWAYS_INLINE void
combine (mp_ptr rows, mp_size_t n, int m)
{
  unsigned first[COMBA_TOOM_PAIRS_MAX] = { 0 }, carry[COMBA_TOOM_PAIRS_MAX] = { 0 };
  __m512i last[COMBA_TOOM_PAIRS_MAX];
  memset (last, 0, sizeof last);

  for (mp_size_t at = 0; at < n + 8; at += 8)
    {
      __m512i a = load_eight (rows, n, at);
      UNROLL for (int i = 1; i < m; i += 2)
        {
          mp_ptr x = rows + 2 * n * i, y = x + 2 * n;
          __m512i s = load_eight (x, n, at);
          a = sub_eight (a, s, &first[i]);
          if (m % 2 == 0)
            continue;
          __m512i d = load_eight (y, n, at);
          __m512i plus = add_eight (s, d, &carry[i]), minus = sub_eight (s, d, &carry[i + 1]);
          if (at + 8 > n)
            {
              /* Neither is negative: the carry of a negative d is dropped. */
              plus = _mm512_maskz_mov_epi64 (limbs_mask (n, at), plus);
              minus = _mm512_maskz_mov_epi64 (limbs_mask (n, at), minus);
            }
          if (at > 0)
            {
              store_eight (x, n, at - 8, shift_down (last[i], plus, 1));
              store_eight (y, n, at - 8, shift_down (last[i + 1], minus, 1));
            }
          last[i] = plus;
          last[i + 1] = minus;
        }
      store_eight (rows, n, at, a);
    }
}

void
comba_toom_combine_ifma (mp_ptr rows, mp_size_t n, int m)
{
  if (m > 3)
    {
      comba_toom_combine (rows, n, m);
      return;
    }
  for (int parity = EVEN; parity <= ODD; parity++, rows += n)
    switch (m)
      {
      case 2: combine (rows, n, 2); break;
      case 3: combine (rows, n, 3); break;
      }
}
