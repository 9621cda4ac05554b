/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products of any size over the basecase of a CPU configuration. */

#ifndef COMBA_MUL_MUL_H
#define COMBA_MUL_MUL_H

#include "dispatch/config.h"

/* rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]
   n >= 1; rp overlaps neither source; the sources may overlap.
   Scratch is taken from the stack or the heap (arith/scratch.h); without memory the basecase
   serves.  Up to the first threshold time depends on n alone. */
void comba_mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp,
                  mp_size_t n);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1; otherwise as comba_mul_n. */
void comba_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1; rp does not overlap ap; otherwise as comba_mul_n. */
void comba_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* The same with scratch given: comba_mul_itch (an, bn) or comba_sqr_itch (n)
   limbs, which overlap nothing.  These recurse into each other. */
void comba_mul_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn, mp_ptr scratch);
void comba_sqr_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                        mp_ptr scratch);

/* Scratch in limbs for any thresholds: an upper bound that depends on the sizes alone. */
size_t comba_mul_itch (mp_size_t an, mp_size_t bn);
size_t comba_sqr_itch (mp_size_t n);

/* As comba_mul, any an, bn >= 1, and comba_sqr, with the scratch of whatever serves
   given: comba_product_itch (an, bn) limbs for any CPU configuration and thresholds.  No
   transforms below COMBA_PRODUCT_NTT_MIN limbs, so that this scratch stays short. */
#define COMBA_PRODUCT_NTT_MIN 64
void comba_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn, mp_ptr scratch);
void comba_product_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                        mp_ptr scratch);
size_t comba_product_itch (mp_size_t an, mp_size_t bn);

/* The shapes.  Scratch as above, for the whole recursion. */

/* Toom-22 (Karatsuba): an >= bn > ceil(an/2), an >= COMBA_TOOM22_MIN. */
#define COMBA_TOOM22_MIN 2
#define COMBA_TOOM22_SHAPE(an, bn) ((an) >= COMBA_TOOM22_MIN && (bn) > (an) - (an) / 2)
void comba_toom22_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                       mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

/* Toom-2 squaring: n >= COMBA_TOOM22_MIN. */
void comba_toom2_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                      mp_ptr scratch);

/* A long a in pieces of N limbs, bn or 2 bn, but for the last, which has bn to n + bn - 1, and 1 to bn if there are
   but two; each of them multiplied by b.  an > n. */
#define COMBA_PIECES_2_SHAPE(an, bn) ((an) / 2 >= (bn))    /* in pieces of bn limbs */
#define COMBA_PIECES_3_SHAPE(an, bn) ((an) >= 3 * (bn))    /* in pieces of 2 bn limbs */
void comba_mul_pieces (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                       mp_srcptr bp, mp_size_t bn, mp_size_t n, mp_ptr scratch);

/* Toom in 4 to 8, 11, 12, 15 or 16 points (mul/toom/toom.h): a in p pieces of h
   limbs and b in q, but for their last pieces, which have 1 to h limbs.
   p = 2 to 10 and q = 2 to p pieces, p >= 3, h >= COMBA_TOOM_PIECE_MIN, an > 32;
   Toom-32 with an > 7/6 bn.  comba_toom_fits says whether that holds;
   comba_toom_pieces gives the smallest h for p and q, whether or not it holds then;
   comba_toom_split finds the split into POINTS points with the smallest h,
   and returns 0 if there is none. */
#define COMBA_TOOM_PIECE_MIN 4
struct comba_split
{
  int p, q;
  mp_size_t h;
};
int comba_toom_fits (mp_size_t an, mp_size_t bn, int p, int q, mp_size_t h);
struct comba_split comba_toom_pieces (mp_size_t an, mp_size_t bn, int p, int q);
int comba_toom_split (struct comba_split *split, mp_size_t an, mp_size_t bn, int points);
void comba_toom_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                     mp_srcptr bp, mp_size_t bn, const struct comba_split *split,
                     mp_ptr scratch);

/* The same for a square: p = q. */
void comba_toom_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n,
                     const struct comba_split *split, mp_ptr scratch);

/* The best split for an >= bn >= 1 from Toom-22's threshold on, for kernels with Toom in points.  p = 0: Toom-22, if
   that is a shape for it, or else none; p = 2, q = 1: a in pieces of bn limbs.  Any thresholds and costs give right
   results.  Depends on the sizes alone.  comba_cheapest_split: the same by costs alone, for an > bn, of the splits into
   4 to 8 points. */
struct comba_split comba_toom_choice (const struct comba_config *k, mp_size_t an, mp_size_t bn);
struct comba_split comba_cheapest_split (const struct comba_config *k, mp_size_t an, mp_size_t bn);

/* Scratch for any of these but pieces, with an <= n; grows with n. */
size_t comba_toom_itch (mp_size_t n);

#endif
