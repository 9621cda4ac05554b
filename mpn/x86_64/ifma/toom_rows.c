/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The linear steps before the divisions and after them, eight columns at a time
   and all rows at once.  The contracts are those of comba_toom_eliminate_fn and
   comba_toom_combine_fn (toom/points.h). */

#include "halves.h"
#include "ifma.h"
#include "toom/sequences.h"

enum { EVEN, ODD };

/* Limbs i.. of p[0..n-1] times 2^shift, 0 <= shift < 64; n is a bound as in
   limbs_mask.  Limbs i.. and i-1.. are read. */
static ALWAYS_INLINE struct halves
load_shifted (mp_srcptr p, mp_size_t n, mp_size_t i, int shift)
{
  /* Lane l of the second is limb i-1+l: none for i + l = 0, one more than n. */
  __mmask8 below = limbs_mask (n + 1, i);
  if (i == 0)
    below &= 0xfe;
  __m512i x = _mm512_maskz_loadu_epi64 (limbs_mask (n, i), p + i);
  __m512i y = _mm512_maskz_loadu_epi64 (below, p + i - 1);
  return split_limbs (_mm512_or_si512 (_mm512_sll_epi64 (x, _mm_cvtsi32_si128 (shift)),
                                       _mm512_srl_epi64 (y, _mm_cvtsi32_si128 (64 - shift))));
}

/* The shifts of a pair: what is known is subtracted times 2^known, the row is then
   multiplied by 2^up to have the scale of its counterpart, 2^scale. */
struct scaling
{
  int known, up, scale;
};

static void
set_scaling (struct scaling s[][2], int points, int m)
{
  for (int i = 0; i < m; i++)
    {
      struct comba_toom_shares w = comba_toom_shares (i, points);
      int partner = i == 0 || m % 2 == 0 ? i : i % 2 == 1 ? i + 1 : i - 1;
      struct comba_toom_shares v = comba_toom_shares (partner, points);
      int even = w.even_shift > v.even_shift ? w.even_shift : v.even_shift;
      int odd = w.odd_shift > v.odd_shift ? w.odd_shift : v.odd_shift;
      s[i][EVEN] = (struct scaling) { w.c0_shift + 1, even - w.even_shift, even + 1 };
      s[i][ODD] = (struct scaling) { w.cd_shift + 1, odd - w.odd_shift, odd + 1 };
    }
}

static ALWAYS_INLINE void
eliminate (const struct comba_toom_values *w, int m)
{
  const struct comba_toom_sequence *q = &sequences[m];
  struct scaling scaling[COMBA_TOOM_PAIRS_MAX][2];
  struct shifted_limbs out[COMBA_TOOM_PAIRS_MAX][2];
  set_scaling (scaling, w->points, m);
  UNROLL for (int i = 0; i < m; i++)
    out[i][EVEN] = out[i][ODD] = shifted_limbs_begin ();

  mp_size_t n = w->n;
  for (mp_size_t at = 0; at < n + 8; at += 8)
    {
      __mmask8 mask = limbs_mask (n, at);
      struct halves row[COMBA_TOOM_PAIRS_MAX][2];
      UNROLL for (int i = 0; i < m; i++)
        {
          mp_srcptr p = w->rows + 2 * n * i + at;
          __mmask8 negative = (__mmask8) -(w->negative >> i & 1);
          struct halves x = split_limbs (_mm512_maskz_loadu_epi64 (mask, p));
          struct halves y = split_limbs (_mm512_maskz_loadu_epi64 (mask, p + n));
          y = halves_negate (y, negative);
          struct halves even = halves_add (x, y), odd = halves_sub (x, y);
          const struct scaling *s = scaling[i];
          if (w->c0 != NULL)
            even = halves_sub (even, load_shifted (w->c0, w->c0n, at, s[EVEN].known));
          if (w->cd != NULL)
            odd = halves_sub (odd, load_shifted (w->cd, w->cdn, at, s[ODD].known));
          row[i][EVEN] = halves_shift (even, s[EVEN].up);
          row[i][ODD] = halves_shift (odd, s[ODD].up);
        }
      UNROLL for (int parity = EVEN; parity <= ODD; parity++)
        {
          UNROLL for (int i = 1; i + 1 < m; i += 2)
            {
              struct halves x = row[i][parity], y = row[i + 1][parity];
              row[i][parity] = halves_add (x, y);
              row[i + 1][parity] = halves_sub (x, y);
            }
          if (m <= 5)
            UNROLL for (int i = 0; i < q->eliminations; i++)
              {
                const struct comba_toom_step *p = &q->steps[i];
                int up = scaling[p->to][parity].scale - scaling[p->from][parity].scale;
                row[p->to][parity]
                  = halves_sub (row[p->to][parity],
                                halves_times (row[p->from][parity], p->c, up));
              }
        }
      UNROLL for (int i = 0; i < m; i++)
        UNROLL for (int parity = EVEN; parity <= ODD; parity++)
          {
            __m512i r = shifted_limbs_next (&out[i][parity], row[i][parity],
                                            scaling[i][parity].scale);
            if (at > 0)
              _mm512_mask_storeu_epi64 (w->rows + 2 * n * i + (parity == ODD ? n : 0) + at - 8,
                                        limbs_mask (n, at - 8), r);
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
    case 5: eliminate (w, 5); break;
    case 7:
      eliminate (w, 7);
      comba_toom_elimination_steps (w->rows, w->n, m);
    }
}

/* A -= the sums; halves of sums and differences. */
static ALWAYS_INLINE void
combine (mp_ptr rows, mp_size_t n, int m)
{
  struct limbs first = limbs_begin ();
  struct shifted_limbs out[COMBA_TOOM_PAIRS_MAX];
  UNROLL for (int i = 1; i < m; i++)
    out[i] = shifted_limbs_begin ();

  for (mp_size_t at = 0; at < n + 8; at += 8)
    {
      __mmask8 mask = limbs_mask (n, at), before = limbs_mask (n, at - 8);
      struct halves a = split_limbs (_mm512_maskz_loadu_epi64 (mask, rows + at));
      UNROLL for (int i = 1; i + 1 < m; i += 2)
        {
          mp_ptr x = rows + 2 * n * i + at, y = x + 2 * n;
          struct halves s = split_limbs (_mm512_maskz_loadu_epi64 (mask, x));
          struct halves d = split_limbs (_mm512_maskz_loadu_epi64 (mask, y));
          a = halves_sub (a, s);
          __m512i plus = shifted_limbs_next (&out[i], halves_add (s, d), 1);
          __m512i minus = shifted_limbs_next (&out[i + 1], halves_sub (s, d), 1);
          if (at > 0)
            {
              _mm512_mask_storeu_epi64 (x - 8, before, plus);
              _mm512_mask_storeu_epi64 (y - 8, before, minus);
            }
        }
      if (m % 2 == 0)
        a = halves_sub (a, split_limbs (_mm512_maskz_loadu_epi64 (mask, rows + 2 * n + at)));
      _mm512_mask_storeu_epi64 (rows + at, mask, limbs_next (&first, a));
    }
}

void
comba_toom_combine_ifma (mp_ptr rows, mp_size_t n, int m)
{
  for (int parity = EVEN; parity <= ODD; parity++, rows += n)
    switch (m)
      {
      case 1: break;
      case 2: combine (rows, n, 2); break;
      case 3: combine (rows, n, 3); break;
      case 5: combine (rows, n, 5); break;
      case 7: combine (rows, n, 7); break;
      }
}
