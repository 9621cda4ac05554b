/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-Cook in N points, for every split of the operands into p and q pieces
   of h limbs with p + q - 1 = N.

   a(x) = a_0 + a_1 x + ... + a_{p-1} x^{p-1}, b(x) likewise with q, in x = B^h.
   Their product c(x) has degree d = N - 1.  The points are

     0                    c_0 = a_0 b_0
     +-1                  one pair
     +-2^s, +-2^-s        two pairs for s = 1, 2, ...
     infinity, if N is even    c_d = a_{p-1} b_{q-1}

   with m = (N-1)/2 pairs, rounded down.  m = 2 takes 0, +-1, +-2.  The value at
   +-2^-s is that of the reversed polynomial, in integers: 2^(sd) c(+-2^-s).

   A pair of values gives an even and an odd row, c(x) + c(-x) and c(x) - c(-x);
   without the share of c_0 and c_d, divided by a power of two, each is

     u_0 + u_1 y + ... + u_{m-1} y^{m-1}       y = 4^s        (x = 2^s)
     u_{m-1} + ... + u_0 y^{m-1}                              (x = 2^-s)

   with u_k = c_{2k+2} in even rows, u_k = c_{2k+1} in odd ones: the same
   equations for both, which toom/solve.c solves for both at once.

   The idea of taking points in pairs is as old as Toom-Cook (Bodrato and Zanoni,
   ISSAC 2007, discuss sequences); the sequences here are our own. */

#ifndef COMBA_POINTS_H
#define COMBA_POINTS_H

#include "toom.h"

/* Pairs of points: at most 7, so s <= 3.  Values then fit one limb more than h,
   rows two more than 2h.  Limbs of 32 bits hold the shares of c_0 and c_d for
   s <= 2 alone. */
#define COMBA_TOOM_PAIRS_MAX (GMP_LIMB_BITS == 64 ? 7 : 5)

/* The most pieces of an operand: a(8) of 10 pieces takes 28 bits more. */
#define COMBA_TOOM_PIECES_MAX 10

static inline int
comba_toom_pairs (int points)
{
  return (points - 1) / 2;
}

/* Pair i = 0..m-1 is +-2^s, or +-2^-s if reversed: s = 0, 1, -1, 2, -2, ... */
static inline int
comba_toom_shift (int i)
{
  return (i + 1) / 2;
}

static inline int
comba_toom_reversed (int i)
{
  return i > 0 && i % 2 == 0;
}

/* Limbs of a value a(x), and of a row. */
#define COMBA_TOOM_VALUE(h) ((h) + 1)
#define COMBA_TOOM_ROW(h) (2 * (h) + 2)

/* Evaluation in a pair: plus = a(x) and minus = |a(-x)|, h+1 limbs each, where a
   has p pieces: ap[0..(p-1)h-1], then top[0..h-1].  x = 2^s; with REVERSED the
   pieces are taken from the top down.  Returns 1 if a(-x) < 0, else 0.
   3 <= p + 1, 0 <= s <= 3, h >= 1; plus, minus and the sources do not overlap.
   Time depends on the values (on the limbs that decide the sign). */
int comba_toom_evaluate (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top, int p,
                         mp_size_t h, int s, int reversed);

/* What is known of a row: n limbs at p, times 2^shift; n = 0 for nothing. */
struct comba_toom_known
{
  mp_srcptr p;
  mp_size_t n;
  int shift;
};

/* The rows of a pair, over its values: x and y of n limbs become
     x = ((x + y) / 2 - even) / 2^even_shift
     y = ((x - y) / 2 - odd) / 2^odd_shift
   with y taken as -y if NEGATIVE.  The divisions are exact; results are not
   negative.  Shifts < GMP_LIMB_BITS - 1.  x, y and what is known do not overlap. */
void comba_toom_rows (mp_ptr x, mp_ptr y, mp_size_t n, int negative,
                      const struct comba_toom_known *even, int even_shift,
                      const struct comba_toom_known *odd, int odd_shift);

/* x = x + y and y = x - y, both divided by 2 if HALVE (exactly), modulo B^n,
   negative numbers in two's complement.  x and y do not overlap. */
void comba_toom_butterfly (mp_ptr x, mp_ptr y, mp_size_t n, int halve);

/* For each of two numbers of n limbs, x[0..n-1] and x[n..2n-1], likewise y:
     x = x - c y                                 comba_toom_submul
     x = (x - c y) / (d 2^shift)                 comba_toom_submul_divide
   in two's complement.  The division is exact, d odd, inverse d = 1 modulo B;
   c + d < B - 2; 0 <= shift < GMP_LIMB_BITS.  x and y do not overlap.
   Time depends on n alone. */
void comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c);
void comba_toom_submul_divide (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c, mp_limb_t d,
                               mp_limb_t inverse, int shift);

/* Solves for u_0, ..., u_{m-1}: rows[2i] and rows[2i+1], n limbs each, are the
   even and the odd row of pair i; in the end u_k of the even rows stands in row
   2 comba_toom_place (m, k), that of the odd ones in the next. */
void comba_toom_solve (mp_ptr rows, mp_size_t n, int m);
int comba_toom_place (int m, int k);

/* rp[0..rn-1] = c(B^h), from the values of c in the pairs (m times two areas of
   COMBA_TOOM_ROW (h) limbs at ROWS, the value at -x as its absolute value, with
   bit i of NEGATIVE telling the sign of that of pair i), from c_0, which stands at
   rp[0..2h-1], and, if POINTS is even, from c_d, at rp + dh to the end of rp.
   ROWS is destroyed and does not overlap rp. */
void comba_toom_interpolate (mp_ptr rp, mp_size_t rn, mp_size_t h, int points, mp_ptr rows,
                             unsigned negative);

#endif
