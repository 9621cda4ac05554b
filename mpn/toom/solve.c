/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The equations of the pairs, solved.  The contract is in points.h.

   For odd m, g = (m-1)/2 and j = 1..g, the rows of y = 4^j and y = 4^-j are
   replaced by their sum S_j and difference D_j.  With
     s_0 = u_g, s_i = u_{g+i} + u_{g-i}, d_i = u_{g+i} - u_{g-i}
   the sums and the row A of y = 1 hold the s_i alone, the differences the d_i:

     A   = s_0 + s_1 + ... + s_g
     S_j = 2 4^(jg) s_0 + sum of (4^(j(g+i)) + 4^(j(g-i))) s_i
     D_j = sum of (4^(j(g+i)) - 4^(j(g-i))) d_i

   The steps below are elimination and substitution on these.  In the end
   u_{g+i} = (s_i + d_i) / 2 and u_{g-i} = (s_i - d_i) / 2.

   m = 2 has the points 1 and 4: A = u_0 + u_1, B = u_0 + 4 u_1.

   tests/toom/t-solve.c checks each sequence against the equations. */

#include "points.h"

/* Row TO = (TO - c FROM) / (d 2^shift). */
struct step
{
  unsigned char to, from, shift;
  mp_limb_t c, d;
};

enum { A = 0, B = 1, S1 = 1, D1 = 2, S2 = 3, D2 = 4, S3 = 5, D3 = 6 };

static const struct step steps2[] = {
  { B, A, 0, 1, 3 },            /* u_1 */
  { A, B, 0, 1, 1 },            /* u_0 */
};

static const struct step steps3[] = {
  { S1, A, 0, 8, 9 },           /* s_1 */
  { A, S1, 0, 1, 1 },           /* s_0 */
  { D1, A, 0, 0, 15 },          /* d_1 */
};

static const struct step steps5[] = {
  { S1, A, 0, 32, 1 },          /* 36 s_1 + 225 s_2 */
  { S2, A, 0, 512, 1 },         /* 3600 s_1 + 65025 s_2 */
  { S2, S1, 0, 100, 42525 },    /* s_2 */
  { S1, S2, 2, 225, 9 },        /* s_1 */
  { A, S1, 0, 1, 1 },
  { A, S2, 0, 1, 1 },           /* s_0 */
  { D2, D1, 0, 68, 48195 },     /* d_2; D1 = 60 d_1 + 255 d_2 */
  { D1, D2, 2, 255, 15 },       /* d_1 */
};

#if COMBA_TOOM_PAIRS_MAX >= 7
static const struct step steps7[] = {
  { S1, A, 0, 128, 1 },         /* 144 s_1 + 900 s_2 + 3969 s_3 */
  { S2, A, 0, 8192, 1 },
  { S2, S1, 0, 400, 42525 },    /* 16 s_2 + 357 s_3 */
  { S3, A, 0, 524288, 1 },
  { S3, S1, 0, 112896, 1 },
  { S3, S2, 0, 4 * (mp_limb_t) 15181425, 3069 * (mp_limb_t) 15181425 }, /* s_3 */
  { S2, S3, 4, 357, 1 },        /* s_2 */
  { S1, S2, 0, 900, 1 },
  { S1, S3, 4, 3969, 9 },       /* s_1 */
  { A, S1, 0, 1, 1 },
  { A, S2, 0, 1, 1 },
  { A, S3, 0, 1, 1 },           /* s_0 */
  { D2, D1, 0, 272, 48195 },    /* 16 d_2 + 325 d_3; D1 = 240 d_1 + 1020 d_2 + 4095 d_3 */
  { D3, D1, 0, 69888, 1 },
  { D3, D2, 0, 4 * (mp_limb_t) 15663375, 3069 * (mp_limb_t) 15663375 }, /* d_3 */
  { D2, D3, 4, 325, 1 },        /* d_2 */
  { D1, D2, 0, 1020, 1 },
  { D1, D3, 4, 4095, 15 },      /* d_1 */
};
#endif

static const struct sequence
{
  const struct step *steps;
  int n;
} sequences[COMBA_TOOM_PAIRS_MAX + 1] = {
#define SEQUENCE(steps) { steps, sizeof steps / sizeof steps[0] }
  [2] = SEQUENCE (steps2),
  [3] = SEQUENCE (steps3),
  [5] = SEQUENCE (steps5),
#if COMBA_TOOM_PAIRS_MAX >= 7
  [7] = SEQUENCE (steps7),
#endif
};

/* 1 / d modulo B, by Newton's iteration from 5 bits. */
static inline mp_limb_t
inverse (mp_limb_t d)
{
  mp_limb_t x = 3 * d ^ 2;
  for (int bits = 5; bits < GMP_LIMB_BITS; bits *= 2)
    x *= 2 - d * x;
  return x;
}

static void
butterflies (mp_ptr rows, mp_size_t n, int m, int halve)
{
  /* A row of the even parts and the next, of the odd ones, lie side by side. */
  for (int i = 1; i + 1 < m; i += 2)
    {
      mp_ptr x = rows + 2 * n * i, y = x + 2 * n;
      comba_toom_butterfly (x, y, n, halve);
      comba_toom_butterfly (x + n, y + n, n, halve);
    }
}

void
comba_toom_solve (mp_ptr rows, mp_size_t n, int m)
{
  const struct sequence *q = &sequences[m];
  ASSERT (m == 1 || q->n > 0);

  butterflies (rows, n, m, 0);
  for (int i = 0; i < q->n; i++)
    {
      const struct step *p = &q->steps[i];
      mp_ptr to = rows + 2 * n * p->to;
      mp_srcptr from = rows + 2 * n * p->from;
      if (p->d == 1 && p->shift == 0)
        comba_toom_submul (to, from, n, p->c);
      else
        comba_toom_submul_divide (to, from, n, p->c, p->d, inverse (p->d), p->shift);
    }
  butterflies (rows, n, m, 1);
}

int
comba_toom_place (int m, int k)
{
  int g = (m - 1) / 2;
  if (m % 2 == 0)
    return k;
  return k == g ? 0 : k > g ? 2 * (k - g) - 1 : 2 * (g - k);
}
