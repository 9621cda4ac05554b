/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of any size, with the kernels and thresholds of a CPU configuration.

   "Up to the first threshold" in a timing class: below mul_toom22 limbs for products and below
   sqr_toom2 limbs for squares, or below mul_ntt, mul_fft, sqr_ntt and sqr_fft where these are
   smaller.  At these sizes no branch and no address depends on the operands' values. */

#ifndef COMBA_MUL_MUL_H
#define COMBA_MUL_MUL_H

#include "dispatch/config.h"

/* rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]
   n >= 1.  rp overlaps neither source; the sources may overlap.
   Scratch: comba_scratch_get's; if it has none, comba_mul_tiles is used.
   Up to the first threshold time depends on n alone. */
void comba_mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                  mp_size_t n);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1.  Overlap, scratch and time as for comba_mul_n; the size that counts is bn. */
void comba_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn);

/* The same for an, bn >= 1 in any order. */
static inline void
comba_mul_unordered (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an >= bn)
    comba_mul (k, rp, ap, an, bp, bn);
  else
    comba_mul (k, rp, bp, bn, ap, an);
}

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1.  rp does not overlap ap.  Scratch and time as for comba_mul_n. */
void comba_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* As comba_mul, and the square if the operands are the same, in tiles: as few as there is memory
   for (arith/scratch.h), at last on the stack.  If the program has set no bound and GMP's product
   would not have the memory either, ends the process with GMP's message. */
void comba_mul_tiles (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                      mp_srcptr bp, mp_size_t bn);

/* Memory that a caller provides for products, one after the other.  It overlaps neither operands nor
   results. */
struct comba_room
{
  mp_ptr p;
  size_t limbs;                 /* at least COMBA_ROOM_MIN */
};
#define COMBA_ROOM_MIN 32

/* As comba_mul_unordered, by the fastest algorithm that ROOM is enough for: at last in tiles.  It takes no
   other memory, and never ends the process. */
void comba_mul_in (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                   const struct comba_room *room);

/* Returns the limbs of room with which comba_mul_in takes no longer than comba_mul for products of up to N
   limbs; a few unbalanced ones take longer. */
size_t comba_mul_room (const struct comba_config *k, mp_size_t n);

/* As comba_mul, without transforms.  Scratch: comba_mul_itch (an, bn) limbs, which overlap
   neither operands nor result. */
void comba_mul_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

/* As comba_sqr, without transforms.  Scratch: comba_sqr_itch (n) limbs, which overlap neither the
   operand nor the result. */
void comba_sqr_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                        mp_ptr scratch);

/* Returns an upper bound in limbs for the scratch of comba_mul_scratch with any thresholds.  It
   depends on the sizes alone. */
size_t comba_mul_itch (mp_size_t an, mp_size_t bn);

/* The same for comba_sqr_scratch. */
size_t comba_sqr_itch (mp_size_t n);

/* comba_product uses no transforms below this size, so that its scratch stays short. */
#define COMBA_PRODUCT_NTT_MIN 64

/* comba_product and comba_product_sqr use the FFT up to this length of the product: its scratch, nine
   times as long, is part of that for all longer products (a requirement, not a crossover). */
#define COMBA_PRODUCT_FFT_MAX 2048

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], with transforms where they are faster
   an, bn >= 1 in any order.  rp overlaps neither source; the sources may overlap.
   Scratch: comba_product_itch (an, bn) limbs, which overlap neither operands nor result.
   Up to the first threshold time depends on the sizes alone. */
void comba_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

/* rp[0..2n-1] = ap[0..n-1]^2, with transforms where they are faster
   n >= 1.  rp does not overlap ap.  Scratch: comba_product_itch (n, n) limbs.
   Time as for comba_product. */
void comba_product_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                        mp_ptr scratch);

/* Returns an upper bound in limbs for the scratch of comba_product and comba_product_sqr with any
   configuration and thresholds. */
size_t comba_product_itch (mp_size_t an, mp_size_t bn);

/* Single algorithms.  Result, overlap and scratch are those of comba_mul_scratch and
   comba_sqr_scratch; the scratch includes that of the recursion.  Time depends on the values. */

/* Toom-22 (Karatsuba).  COMBA_TOOM22_SHAPE (an, bn): an >= bn > ceil(an/2) and
   an >= COMBA_TOOM22_MIN. */
#define COMBA_TOOM22_MIN 2
#define COMBA_TOOM22_SHAPE(an, bn) ((an) >= COMBA_TOOM22_MIN && (bn) > (an) - (an) / 2)
void comba_toom22_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                       mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

/* Toom-2 squaring.  n >= COMBA_TOOM22_MIN. */
void comba_toom2_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                      mp_ptr scratch);

/* Cuts a long operand into pieces of N limbs, N = bn or 2 bn, and multiplies each by b.  an > n.
   The last piece has bn to n + bn - 1 limbs, or 1 to bn if there are only two pieces. */
#define COMBA_PIECES_2_SHAPE(an, bn) ((an) / 2 >= (bn))    /* in pieces of bn limbs */
#define COMBA_PIECES_3_SHAPE(an, bn) ((an) >= 3 * (bn))    /* in pieces of 2 bn limbs */
void comba_mul_pieces (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                       mp_srcptr bp, mp_size_t bn, mp_size_t n, mp_ptr scratch);

/* A split for Toom in 4 to 8, 11, 12, 15 or 16 points (mul/toom/toom.h): a is cut into p pieces and
   b into q pieces of h limbs, and the last piece of each has 1 to h limbs.  The split is valid if 3
   <= p <= 10, 2 <= q <= p, h >= COMBA_TOOM_PIECE_MIN, an > 32, and an > 7/6 bn for Toom-32. */
#define COMBA_TOOM_PIECE_MIN 4
struct comba_split
{
  int p, q;
  mp_size_t h;
};

/* Returns whether the split is valid for an >= bn limbs. */
int comba_toom_fits (mp_size_t an, mp_size_t bn, int p, int q, mp_size_t h);

/* Returns the split into p and q pieces with the smallest h, which may be invalid. */
struct comba_split comba_toom_pieces (mp_size_t an, mp_size_t bn, int p, int q);

/* Finds the valid split into POINTS points with the smallest h.  Returns 0 if there is none. */
int comba_toom_split (struct comba_split *split, mp_size_t an, mp_size_t bn, int points);

/* Toom multiplication with a valid split. */
void comba_toom_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                     mp_srcptr bp, mp_size_t bn, const struct comba_split *split,
                     mp_ptr scratch);

/* Toom squaring with a valid split, p = q. */
void comba_toom_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                     const struct comba_split *split, mp_ptr scratch);

/* Returns the best split of an >= bn limbs, bn at least Toom-22's threshold, for a configuration
   with Toom in points.  p = 0 means Toom-22 if COMBA_TOOM22_SHAPE (an, bn), else no split; p = 2, q
   = 1 means pieces of bn limbs.  Depends on the sizes alone.  Any thresholds and costs yield a
   split that gives correct results. */
struct comba_split comba_toom_choice (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* The same for an > bn, chosen by costs alone, among the splits into 4 to 8 points. */
struct comba_split comba_cheapest_split (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* Returns the scratch in limbs of each algorithm above except comba_mul_pieces, for an <= n.  It is
   monotonic in n. */
size_t comba_toom_itch (mp_size_t n);

#endif
