/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The sequences of steps that solve the equations of the pairs.  They are in a header of their own
   for compilers that unroll the steps.

   For odd m, g = (m-1)/2 and j = 1..g, the rows of y = 4^j and y = 4^-j are replaced by their sum
   S_j and difference D_j.  With
     s_0 = u_g, s_i = u_{g+i} + u_{g-i}, d_i = u_{g+i} - u_{g-i}
   the sums and the row A of y = 1 depend on the s_i alone, the differences on the d_i:

     A   = s_0 + s_1 + ... + s_g
     S_j = 2 4^(jg) s_0 + sum of (4^(j(g+i)) + 4^(j(g-i))) s_i
     D_j = sum of (4^(j(g+i)) - 4^(j(g-i))) d_i

   The steps below are elimination from the top and substitution from the bottom.  At the end s_0 =
   A - s_1 - ... - s_g, u_{g+i} = (s_i + d_i) / 2 and u_{g-i} = (s_i - d_i) / 2.

   m = 2 has the points 1 and 4: A = u_0 + u_1, B = u_0 + 4 u_1.

   tests/mul/toom/t-linear.c checks each sequence against the equations. */

#ifndef COMBA_MUL_TOOM_SEQUENCES_H
#define COMBA_MUL_TOOM_SEQUENCES_H

#include "mul/toom/toom.h"

enum { A = 0, B = 1, S1 = 1, D1 = 2, S2 = 3, D2 = 4, S3 = 5, D3 = 6 };   /* rows */

static const struct comba_toom_step steps2[] = {
  { B, A, 0, 1, 1 },            /* 3 u_1 */
  { B, A, 0, 0, 3 },            /* u_1 */
};

static const struct comba_toom_step steps3[] = {
  { S1, A, 0, 8, 1 },           /* 9 s_1 */
  { S1, A, 0, 0, 9 },           /* s_1 */
  { D1, A, 0, 0, 15 },          /* d_1 */
};

static const struct comba_toom_step steps5[] = {
  { S1, A, 0, 32, 1 },          /* 36 s_1 + 225 s_2 */
  { S2, A, 0, 512, 1 },         /* 3600 s_1 + 65025 s_2 */
  { S2, S1, 0, 100, 1 },        /* 42525 s_2 */
  { D2, D1, 0, 68, 1 },         /* 48195 d_2; D1 = 60 d_1 + 255 d_2 */
  { S2, A, 0, 0, 42525 },       /* s_2 */
  { D2, A, 0, 0, 48195 },       /* d_2 */
  { S1, S2, 2, 225, 9 },        /* s_1 */
  { D1, D2, 2, 255, 15 },       /* d_1 */
};

#if COMBA_TOOM_PAIRS_MAX >= 7
#define S (42525 * (mp_limb_t) 357)
#define D (48195 * (mp_limb_t) 325)
static const struct comba_toom_step steps7[] = {
  { S1, A, 0, 128, 1 },         /* 144 s_1 + 900 s_2 + 3969 s_3 */
  { S2, A, 0, 8192, 1 },
  { S2, S1, 0, 400, 1 },        /* 42525 (16 s_2 + 357 s_3) */
  { S3, A, 0, 524288, 1 },
  { S3, S1, 0, 112896, 1 },
  { S3, S2, 0, 1428, 1 },       /* 3069 S s_3 */
  { D2, D1, 0, 272, 1 },        /* 48195 (16 d_2 + 325 d_3) */
  { D3, D1, 0, 69888, 1 },
  { D3, D2, 0, 1300, 1 },       /* 3069 D d_3 */
  { S3, A, 0, 0, 3069 * S },    /* s_3 */
  { D3, A, 0, 0, 3069 * D },    /* d_3 */
  { S2, S3, 4, S, 42525 },      /* s_2 */
  { D2, D3, 4, D, 48195 },      /* d_2 */
  { S1, S2, 0, 900, 1 },
  { D1, D2, 0, 1020, 1 },       /* 240 d_1 + 4095 d_3 */
  { S1, S3, 4, 3969, 9 },       /* s_1 */
  { D1, D3, 4, 4095, 15 },      /* d_1 */
};
#undef S
#undef D
#endif

#define SEQUENCE(steps, eliminations) { steps, eliminations, sizeof steps / sizeof steps[0] }

static const struct comba_toom_sequence sequences[COMBA_TOOM_PAIRS_MAX + 1] = {
  [2] = SEQUENCE (steps2, 1),
  [3] = SEQUENCE (steps3, 1),
  [5] = SEQUENCE (steps5, 4),
#if COMBA_TOOM_PAIRS_MAX >= 7
  [7] = SEQUENCE (steps7, 9),
#endif
};
#undef SEQUENCE

#endif
