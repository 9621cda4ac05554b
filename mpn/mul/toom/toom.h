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
   equations for both, which mul/toom/interpolate.c solves for both at once.

   The idea of taking points in pairs is as old as Toom-Cook (Bodrato and Zanoni,
   ISSAC 2007, discuss sequences); the sequences here are our own. */

#ifndef COMBA_MUL_TOOM_TOOM_H
#define COMBA_MUL_TOOM_TOOM_H

#include "mul/mul.h"

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
   2 <= p <= COMBA_TOOM_PIECES_MAX, 0 <= s <= 3, h >= 1; plus, minus, buffer (h+1
   limbs, for use) and the sources do not overlap.  Time depends on the values (on
   the sign). */
typedef int comba_toom_evaluate_fn (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top,
                                    int p, mp_size_t h, int s, int reversed, mp_ptr buffer);

/* The pieces by the power of x, as comba_toom_evaluate_fn takes them, and whether
   a(-x) < 0 (from the top limbs, mostly two). */
struct comba_toom_pieces
{
  mp_srcptr piece[COMBA_TOOM_PIECES_MAX];
  int p, s;
};
void comba_toom_cut (struct comba_toom_pieces *a, mp_srcptr ap, mp_srcptr top, int p,
                     mp_size_t h, int s, int reversed);
int comba_toom_is_negative (const struct comba_toom_pieces *a, mp_size_t h);

/* The values of c in the pairs: m times two areas of n limbs at ROWS, the value at
   -x as its absolute value, with bit i of NEGATIVE telling the sign of that of pair
   i; and c_0 and c_d, the latter only if POINTS is even, else it is NULL. */
struct comba_toom_values
{
  mp_ptr rows;
  mp_size_t n;
  unsigned negative;
  int points;
  mp_srcptr c0, cd;
  mp_size_t c0n, cdn;
};

/* What a pair of values needs to become its rows: the even one is
   ((c(x) + c(-x)) / 2 - c_0 2^c0_shift) / 2^even_shift, the odd one is
   ((c(x) - c(-x)) / 2 - c_d 2^cd_shift) / 2^odd_shift. */
struct comba_toom_shares
{
  int c0_shift, cd_shift, even_shift, odd_shift;
};

static inline struct comba_toom_shares
comba_toom_shares (int i, int points)
{
  int s = comba_toom_shift (i), degree = points - 1, odd = degree % 2;
  if (comba_toom_reversed (i))
    return (struct comba_toom_shares) { s * degree, 0, s * odd, s * (odd + 1) };
  return (struct comba_toom_shares) { 0, s * degree, 2 * s, s };
}

/* Solving the equations: eliminations, then divisions, then combinations, all on
   rows of n limbs modulo B^n, negative numbers in two's complement.  A step is
     row[to] = (row[to] - c row[from]) / (d 2^shift)
   on the even and the odd row; the division is exact, d odd, c + d < B - 2. */
struct comba_toom_step
{
  unsigned char to, from, shift;
  mp_limb_t c, d;
};

struct comba_toom_sequence
{
  const struct comba_toom_step *steps;
  int eliminations, n;          /* the first steps, with d = 1 and shift = 0; all */
};

/* The steps for m pairs from the first division on. */
void comba_toom_division_steps (mp_ptr rows, mp_size_t n, int m);

/* The rows of all pairs; their sums and differences, for y and 1/y; eliminations.
   In the place of the values; the n limbs after the rows are free to use. */
typedef void comba_toom_eliminate_fn (const struct comba_toom_values *w, int m);

/* What is left after the divisions: row 0 less the sums (less row 1 for m = 2), and
   half the sums and differences of sums and differences.  The n limbs after the
   rows are free to use. */
typedef void comba_toom_combine_fn (mp_ptr rows, mp_size_t n, int m);

/* Where u_k stands in the end: the even one in row 2 comba_toom_place (m, k), the
   odd one in the next. */
int comba_toom_place (int m, int k);

/* The portable ones, and their parts. */
comba_toom_evaluate_fn comba_toom_evaluate;
comba_toom_eliminate_fn comba_toom_eliminate;
comba_toom_combine_fn comba_toom_combine;

/* rp[0..n-1] = ap[0..n-1] + bp[0..n-1], or the difference; returns the carry.
   As comba_add_n and comba_sub_n (arith/arith.h). */
typedef mp_limb_t comba_add_n_fn (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* Toom-22: rp[0..rn-1] = v0 + (v0 + vinf +- middle) B^h + vinf B^2h, with + if ADD;
   v0 stands at rp[0..2h-1], vinf at rp[2h..rn-1], 3h <= rn <= 4h; the sum fits.
   middle[0..2h-1] is destroyed and does not overlap rp.  Time depends on the values
   (on long carries). */
typedef void comba_toom2_recompose_fn (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h,
                                       int add);
comba_toom2_recompose_fn comba_toom2_recompose;

/* xp[0..n-1] = a - b + c and yp[0..n-1] = a + b + d, of n limbs each: residues modulo B^h - 1 and B^h + 1 become one modulo
   B^2h - 1 (residue/crt_bipartite.c).  CARRY comes in first and is carried out last, for numbers that are longer than n.
   xp and yp overlap nothing.  Time depends on the values (on long carries). */
struct comba_join_carry
{
  int x, y;                     /* -1, 0 or 1; 0, 1 or 2 */
};
typedef void comba_join_fn (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp,
                            mp_size_t n, struct comba_join_carry *carry);
comba_join_fn comba_join;

/* Toom-22: rp[0..h-1] = |x0 - x1|, where x0 has h limbs and x1 xn, h >= xn >= 1.
   Returns 1 if x0 < x1, else 0.  rp overlaps neither.  Time depends on the values. */
int comba_toom2_abs_difference (const struct comba_config *k, mp_ptr rp, mp_srcptr x0,
                                mp_size_t h, mp_srcptr x1, mp_size_t xn);

/* Toom-3 in 0, 1, -1, 2 and infinity: products of COMBA_TOOM3_SHAPE, an >= bn, an >= COMBA_TOOM3_MIN, and
   squares of n >= COMBA_TOOM3_MIN; otherwise as comba_mul_scratch and comba_sqr_scratch.  Time depends on
   the values. */
#define COMBA_TOOM3_MIN 19
#define COMBA_TOOM3_SHAPE(an, bn) COMBA_TOOM3_PIECES (an, bn, ((an) + 2) / 3)
#define COMBA_TOOM3_PIECES(an, bn, h) ((bn) > 5 * (h) - (an) && (bn) > 2 * (h))   /* h = ceil (an / 3) */
typedef void comba_toom3_mul_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                 mp_srcptr bp, mp_size_t bn, mp_ptr scratch);
typedef void comba_toom3_sqr_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                                 mp_ptr scratch);

/* As comba_toom2_sqr, a square in two halves. */
typedef void comba_toom2_sqr_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                                 mp_ptr scratch);

/* The linear steps of a CPU configuration.  MUL3 and SQR3 are NULL where Toom in 5 points serves for it, SQR2 where
   comba_toom2_sqr does.  MUL2, if there is any, serves every shape below mul_toom33. */
struct comba_toom_linear
{
  comba_add_n_fn *add_n, *sub_n;
  comba_join_fn *join;
  comba_toom2_recompose_fn *recompose2;
  comba_toom3_mul_fn *mul2, *mul3;
  comba_toom2_sqr_fn *sqr2;
  comba_toom3_sqr_fn *sqr3;
  comba_toom_evaluate_fn *evaluate;
  comba_toom_eliminate_fn *eliminate;
  comba_toom_combine_fn *combine;
};

extern const struct comba_toom_linear comba_toom_portable;

/* A set without a multiplier has Toom-22 alone, and no transforms: EVALUATE and what follows are NULL, and JOIN. */
static inline int
comba_toom_has_points (const struct comba_config *k)
{
  return k->toom->evaluate != NULL;
}

/* A step with d = 1 and shift = 0: x[0..n-1] and x[n..2n-1] less c times the like of y.
   Time depends on n alone. */
void comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c);

/* Any step on row x from row y, and two steps that do not depend on each other.
   inverse d = 1 modulo B.  Time depends on n alone. */
struct comba_toom_division
{
  mp_ptr x;
  mp_srcptr y;
  mp_limb_t c, d, inverse;
  int shift;
};
void comba_toom_divide (const struct comba_toom_division *p, mp_size_t n);
void comba_toom_divide_two (const struct comba_toom_division p[2], mp_size_t n);

/* rp[0..rn-1] = c(B^h), from the values of c in the pairs (as in struct
   comba_toom_values, with n = COMBA_TOOM_ROW (h)), from c_0, which stands at
   rp[0..2h-1], and, if POINTS is even, from c_d, at rp + dh to the end of rp.
   ROWS is destroyed, with n limbs after it, and does not overlap rp. */
void comba_toom_interpolate (const struct comba_config *k, mp_ptr rp, mp_size_t rn,
                             mp_size_t h, int points, mp_ptr rows, unsigned negative);

/* A product in parts: begin; all point products, in any order, by several threads if
   need be; end. */

/* An operand in pieces of h limbs: the last is at TOP, filled up with zeros. */
struct comba_toom_operand
{
  mp_srcptr p, top;
  mp_size_t last;               /* limbs of the last piece as it was */
  int pieces;
};

struct comba_toom_product
{
  const struct comba_config *k;
  struct comba_toom_operand a, b;       /* b.p is NULL for a square */
  mp_ptr rp, rows;
  mp_size_t n, h;
  int points;
};

/* Arguments as those of comba_toom_mul; bp = NULL, bn = an for a square.  Takes
   comba_toom_rows_itch (points, h) limbs of MEMORY at most, the n after the rows among
   them, and returns what follows. */
mp_ptr comba_toom_begin (struct comba_toom_product *t, const struct comba_config *k, mp_ptr rp,
                         mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                         const struct comba_split *split, mp_ptr memory);

static inline size_t
comba_toom_rows_itch (int points, mp_size_t h)
{
  return (2 * (size_t) comba_toom_pairs (points) + 1) * COMBA_TOOM_ROW (h);
}

/* Products FIRST to END - 1 of 0 <= i < POINTS: c(x) and c(-x) of the first pair, of
   the second, ..., c_0, c_d.  Returns the signs that it has seen, bit i for pair i,
   for comba_toom_end, which takes all of them, by bitwise or. */
unsigned comba_toom_point_products (const struct comba_toom_product *t, int first, int end,
                                    mp_ptr scratch);
void comba_toom_end (const struct comba_toom_product *t, unsigned negative);

/* Scratch of comba_toom_point_products. */
static inline size_t
comba_toom_point_itch (mp_size_t h)
{
  return 4 * (size_t) COMBA_TOOM_VALUE (h) + comba_toom_itch (COMBA_TOOM_VALUE (h));
}

#endif
