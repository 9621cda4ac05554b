/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Toom-Cook in N points, for every split of the operands into p and q pieces of h limbs with p + q
   - 1 = N.

   a(x) = a_0 + a_1 x + ... + a_{p-1} x^{p-1}, b(x) likewise with q, in x = B^h.  Their product c(x)
   has degree d = N - 1.  The points are

     0                    c_0 = a_0 b_0
     +-1                  one pair
     +-2^s, +-2^-s        two pairs for s = 1, 2, ...
     infinity, if N is even    c_d = a_{p-1} b_{q-1}

   with m = (N-1)/2 pairs, rounded down.  m = 2 takes 0, +-1, +-2.  The value at +-2^-s is that of
   the reversed polynomial, in integers: 2^(sd) c(+-2^-s).

   A pair of values gives an even and an odd row, c(x) + c(-x) and c(x) - c(-x).  Without the
   contributions of c_0 and c_d, and divided by a power of two, each is

     u_0 + u_1 y + ... + u_{m-1} y^{m-1}       y = 4^s        (x = 2^s)
     u_{m-1} + ... + u_0 y^{m-1}                              (x = 2^-s)

   with u_k = c_{2k+2} in even rows and u_k = c_{2k+1} in odd ones.  The equations are the same for
   both, and mul/toom/interpolate.c solves both at once.

   Taking points in pairs is as old as Toom-Cook (Bodrato and Zanoni, ISSAC 2007, discuss
   sequences).  The sequences here are our own. */

#ifndef COMBA_MUL_TOOM_TOOM_H
#define COMBA_MUL_TOOM_TOOM_H

#include "mul/mul.h"

/* At most 7 pairs, so s <= 3: values fit in h + 1 limbs and rows in 2h + 2.  With 32-bit limbs c_0
   and c_d fit only for s <= 2. */
#define COMBA_TOOM_PAIRS_MAX (GMP_LIMB_BITS == 64 ? 7 : 5)

/* The most pieces of an operand: a(8) of 10 pieces is 28 bits longer than a piece. */
#define COMBA_TOOM_PIECES_MAX 10

/* Returns m, the number of pairs, for 3 to 16 points. */
static inline int
comba_toom_pairs (int points)
{
  return (points - 1) / 2;
}

/* Pair i = 0..m-1 is +-2^s, or +-2^-s if it is reversed.  In order of i the exponents are 0, 1, -1,
   2, -2, ...
   Returns s >= 0. */
static inline int
comba_toom_shift (int i)
{
  return (i + 1) / 2;
}

/* Returns whether pair i is reversed. */
static inline int
comba_toom_reversed (int i)
{
  return i > 0 && i % 2 == 0;
}

/* Limbs of a value a(x), and of a row. */
#define COMBA_TOOM_VALUE(h) ((h) + 1)
#define COMBA_TOOM_ROW(h) (2 * (h) + 2)

/* plus[0..h] = a(x) and minus[0..h] = |a(-x)|, x = 2^s
   a has p pieces: ap[0..(p-1)h-1], then top[0..h-1]; with REVERSED they are taken from the top
   down.
   2 <= p <= COMBA_TOOM_PIECES_MAX, 0 <= s <= 3, h >= 1.
   plus, minus, buffer (h+1 limbs of scratch) and the sources do not overlap.
   Returns 1 if a(-x) < 0, else 0.
   Time depends on the values (on the sign). */
typedef int comba_toom_evaluate_fn (mp_ptr plus, mp_ptr minus, mp_srcptr ap, mp_srcptr top,
                                    int p, mp_size_t h, int s, int reversed, mp_ptr buffer);

/* The pieces in the order of the powers of x. */
struct comba_toom_pieces
{
  mp_srcptr piece[COMBA_TOOM_PIECES_MAX];
  int p, s;
};

/* Stores at *A the pieces of an operand, with the arguments of comba_toom_evaluate_fn. */
void comba_toom_cut (struct comba_toom_pieces *a, mp_srcptr ap, mp_srcptr top, int p,
                     mp_size_t h, int s, int reversed);

/* Returns whether a(-2^s) < 0, for pieces of h limbs.  Time depends on the values. */
int comba_toom_is_negative (const struct comba_toom_pieces *a, mp_size_t h);

/* The values of c in the pairs: m times two areas of n limbs at ROWS.  The value at -x is stored as
   its absolute value, and bit i of NEGATIVE is its sign in pair i. c_0 and c_d follow; c_d is NULL
   if POINTS is odd. */
struct comba_toom_values
{
  mp_ptr rows;
  mp_size_t n;
  unsigned negative;
  int points;
  mp_srcptr c0, cd;
  mp_size_t c0n, cdn;
};

/* How a pair of values becomes its rows: the even row is ((c(x) + c(-x)) / 2 - c_0 2^c0_shift) /
   2^even_shift, the odd row ((c(x) - c(-x)) / 2 - c_d 2^cd_shift) / 2^odd_shift. */
struct comba_toom_shares
{
  int c0_shift, cd_shift, even_shift, odd_shift;
};

/* Returns these shifts for pair i of a product in POINTS points. */
static inline struct comba_toom_shares
comba_toom_shares (int i, int points)
{
  int s = comba_toom_shift (i), degree = points - 1, odd = degree % 2;
  if (comba_toom_reversed (i))
    return (struct comba_toom_shares) { s * degree, 0, s * odd, s * (odd + 1) };
  return (struct comba_toom_shares) { 0, s * degree, 2 * s, s };
}

/* The equations are solved by eliminations, then divisions, then combinations.  All work on rows of
   n limbs modulo B^n, with negative numbers in two's complement.  A step is
     row[to] = (row[to] - c row[from]) / (d 2^shift)
   on the even and the odd row; the division is exact, d is odd, c + d < B - 2. */
struct comba_toom_step
{
  unsigned char to, from, shift;
  mp_limb_t c, d;
};

struct comba_toom_sequence
{
  const struct comba_toom_step *steps;
  int eliminations, n;          /* the first steps, with d = 1 and shift = 0; all steps */
};

/* Does the steps for m pairs from the first division on. */
void comba_toom_division_steps (mp_ptr rows, mp_size_t n, int m);

/* Replaces the values by the rows of all pairs, then by the sums and differences for y and 1/y, and
   does the eliminations.  The n limbs after the rows are scratch. */
typedef void comba_toom_eliminate_fn (const struct comba_toom_values *w, int m);

/* The steps after the divisions: row 0 minus the sums (minus row 1 for m = 2), and half the sums
   and differences of sums and differences.  The n limbs after the rows are scratch. */
typedef void comba_toom_combine_fn (mp_ptr rows, mp_size_t n, int m);

/* Returns the place of u_k at the end: the even one is in row 2 comba_toom_place (m, k), the odd
   one in the next row. */
int comba_toom_place (int m, int k);

/* The portable functions and their parts. */
comba_toom_evaluate_fn comba_toom_evaluate;
comba_toom_eliminate_fn comba_toom_eliminate;
comba_toom_combine_fn comba_toom_combine;

/* rp[0..n-1] = ap[0..n-1] +- bp[0..n-1]; returns the carry or borrow.  Contract of comba_add_n and
   comba_sub_n (arith/arith.h). */
typedef mp_limb_t comba_add_n_fn (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n);

/* Toom-22: rp[0..rn-1] = v0 + (v0 + vinf +- middle) B^h + vinf B^2h, with + if ADD
   On entry v0 is rp[0..2h-1] and vinf is rp[2h..rn-1].  3h <= rn <= 4h; the sum fits.
   middle[0..2h-1] is destroyed and does not overlap rp.
   Time depends on the values (on long carries). */
typedef void comba_toom2_recompose_fn (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h,
                                       int add);
comba_toom2_recompose_fn comba_toom2_recompose;

/* xp[0..n-1] = a - b + c and yp[0..n-1] = a + b + d, with n limbs each
   For residues modulo B^h - 1 and B^h + 1 that become one modulo B^2h - 1
   (residue/crt_bipartite.c).
   CARRY is added first and receives the carries, for numbers longer than n limbs.
   xp and yp overlap nothing.  Time depends on the values (on long carries). */
struct comba_join_carry
{
  int x, y;                     /* -1, 0 or 1; 0, 1 or 2 */
};
typedef void comba_join_fn (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp,
                            mp_size_t n, struct comba_join_carry *carry);
comba_join_fn comba_join;

/* Toom-22: rp[0..h-1] = |x0[0..h-1] - x1[0..xn-1]|
   h >= xn >= 1.  rp overlaps neither source.
   Returns 1 if x0 < x1, else 0.  Time depends on the values. */
int comba_toom2_abs_difference (const struct comba_config *k, mp_ptr rp, mp_srcptr x0,
                                mp_size_t h, mp_srcptr x1, mp_size_t xn);

/* Toom-3 in the points 0, 1, -1, 2 and infinity: products with COMBA_TOOM3_SHAPE (an, bn), an >=
   bn, an >= COMBA_TOOM3_MIN, and squares of n >= COMBA_TOOM3_MIN limbs.  Otherwise the contracts of
   comba_mul_scratch and comba_sqr_scratch.  Time depends on the values. */
#define COMBA_TOOM3_MIN 19
#define COMBA_TOOM3_SHAPE(an, bn) COMBA_TOOM3_PIECES (an, bn, ((an) + 2) / 3)
#define COMBA_TOOM3_PIECES(an, bn, h) ((bn) > 5 * (h) - (an) && (bn) > 2 * (h))   /* h = ceil (an / 3) */
typedef void comba_toom3_mul_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                 mp_srcptr bp, mp_size_t bn, mp_ptr scratch);
typedef void comba_toom3_sqr_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                                 mp_ptr scratch);

/* Contract of comba_toom2_sqr. */
typedef void comba_toom2_sqr_fn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                                 mp_ptr scratch);

/* The linear steps of a CPU configuration.  MUL3 and SQR3 are NULL where Toom in 5 points is used
   instead, SQR2 where comba_toom2_sqr is.  MUL2, unless it is NULL, multiplies every shape below
   mul_toom33. */
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

/* Returns whether configuration k has Toom in points.  One without a multiplier has only Toom-22
   and no transforms: EVALUATE and the following members and JOIN are NULL. */
static inline int
comba_toom_has_points (const struct comba_config *k)
{
  return k->toom->evaluate != NULL;
}

/* An elimination step: x[0..n-1] -= c y[0..n-1] and x[n..2n-1] -= c y[n..2n-1].  Time depends on n
   alone. */
void comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c);

/* Any step on row x from row y: x[0..n-1] = (x[0..n-1] - c y[0..n-1]) / (d 2^shift), and the same
   for the odd row, x[n..2n-1] and y[n..2n-1].  INVERSE d = 1 modulo B.  Time depends on n alone. */
struct comba_toom_division
{
  mp_ptr x;
  mp_srcptr y;
  mp_limb_t c, d, inverse;
  int shift;
};
void comba_toom_divide (const struct comba_toom_division *p, mp_size_t n);

/* Does two steps that are independent of each other, in one loop. */
void comba_toom_divide_two (const struct comba_toom_division p[2], mp_size_t n);

/* rp[0..rn-1] = c(B^h)
   The sources are the values of c in the pairs (struct comba_toom_values, n = COMBA_TOOM_ROW (h)),
   c_0 in rp[0..2h-1], and, if POINTS is even, c_d from rp + dh to the end of rp.
   ROWS and the n limbs after it are destroyed and do not overlap rp. */
void comba_toom_interpolate (const struct comba_config *k, mp_ptr rp, mp_size_t rn,
                             mp_size_t h, int points, mp_ptr rows, unsigned negative);

/* A product in parts: begin, then all point products in any order and in several threads, then
   end. */

/* An operand in pieces of h limbs; the last one is at TOP, padded with zeros. */
struct comba_toom_operand
{
  mp_srcptr p, top;
  mp_size_t last;               /* limbs of the last piece before padding */
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

/* Prepares a product.  The arguments are those of comba_toom_mul; bp = NULL and bn = an for a
   square.  Takes at most comba_toom_rows_itch (points, h) limbs of MEMORY, including the n limbs
   after the rows, and returns the address of the rest. */
mp_ptr comba_toom_begin (struct comba_toom_product *t, const struct comba_config *k, mp_ptr rp,
                         mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                         const struct comba_split *split, mp_ptr memory);

/* Returns that number: the rows of all pairs, and one row more. */
static inline size_t
comba_toom_rows_itch (int points, mp_size_t h)
{
  return (2 * (size_t) comba_toom_pairs (points) + 1) * COMBA_TOOM_ROW (h);
}

/* Computes the point products FIRST to END - 1, 0 <= FIRST <= END <= POINTS: c(x) and c(-x) of the
   first pair, of the second, ..., c_0, c_d.  Returns the signs of these products, bit i for pair i.
   comba_toom_end takes the bitwise or of all signs. */
unsigned comba_toom_point_products (const struct comba_toom_product *t, int first, int end,
                                    mp_ptr scratch);

/* rp = the product, from its point products and their signs.  Destroys the rows. */
void comba_toom_end (const struct comba_toom_product *t, unsigned negative);

/* Returns the scratch of comba_toom_point_products in limbs. */
static inline size_t
comba_toom_point_itch (mp_size_t h)
{
  return 4 * (size_t) COMBA_TOOM_VALUE (h) + comba_toom_itch (COMBA_TOOM_VALUE (h));
}

#endif
