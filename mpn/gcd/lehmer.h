/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Steps of Lehmer's and of Euclid's algorithm on two numbers A = ap[0..n-1] and B = bp[0..n-1], and
   on the matrices that they make: (A; B) = M (A'; B'), with M of determinant 1 and without negative
   entries.  All memory is the caller's: products and divisions take ROOM (mul/mul.h), besides SCRATCH.
   Time depends on the values. */

#ifndef COMBA_GCD_LEHMER_H
#define COMBA_GCD_LEHMER_H

#include "gcd/gcd.h"
#include "mul/mul.h"

/* Returns n, or fewer limbs if both numbers have zeros there; 1 at least. */
static inline mp_size_t
comba_common_size (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  while (n > 1 && (ap[n - 1] | bp[n - 1]) == 0)
    n--;
  return n;
}

/* (T; B) = M^-1 (A; B) for M from comba_hgcd2 for the upper limbs, T = tp[0..n-1], B in place.  Both stay
   positive. */
void comba_reduce_by (const struct comba_config *k, const struct comba_matrix1 *m, mp_ptr tp, mp_srcptr ap,
                      mp_ptr bp, mp_size_t n);

/* (t v) = (u v) M for u = up[0..n-1], t = tp[0..n] and v = vp[0..n], in place.  Returns n + 1, or n if the
   upper limbs are zero. */
mp_size_t comba_row_times (const struct comba_config *k, mp_ptr tp, mp_srcptr up, mp_ptr vp, mp_size_t n,
                           const struct comba_matrix1 *m);

static inline void
comba_exchange (mp_ptr *p, mp_ptr *q)
{
  const mp_ptr t = *p;
  *p = *q, *q = t;
}

/* Finds a matrix for the upper limbs of two numbers, of which one has n limbs, n >= 2.  LEAST is the size
   in limbs that both numbers keep at least, if they have it; 0: they stay positive.  Returns 0 if
   there is none. */
int comba_lehmer_matrix (const struct comba_config *k, mp_srcptr ap, mp_srcptr bp, mp_size_t n,
                         mp_size_t least, struct comba_matrix1 *m);

/* The larger number is divided by the smaller one, and gets the remainder: qp[0..*qn-1] = Q.
   Returns 1 if A was divided: (A; B) = (1 Q; 0 1) (A'; B); -1 if B was: (A; B) = (1 0; Q 1) (A; B').
   If the remainder has less than LEAST limbs, Q is smaller by one.  If that is zero, or the numbers
   are equal or one is zero, returns 0, and they are as they were.
   LEAST = 0 or not above the size of either number.  qp has room for 3 n + 3 limbs; those behind Q are
   scratch. */
int comba_euclid_step (const struct comba_config *k, mp_ptr ap, mp_ptr bp, mp_size_t n, mp_size_t least,
                       mp_ptr qp, mp_size_t *qn, const struct comba_room *room);

/* up[0..] = up[0..n-1] + qp[0..qn-1] * vp[0..n-1].  Returns the size of the longer of u and v, and
   extends the other one with zeros.
   Scratch: as many limbs as the product. */
mp_size_t comba_add_multiple (const struct comba_config *k, mp_ptr up, mp_ptr vp, mp_size_t n, mp_srcptr qp,
                              mp_size_t qn, mp_ptr scratch, const struct comba_room *room);

/* A matrix of long entries.  SPARE has room for one more of them. */
struct comba_matrix
{
  mp_ptr p[2][2], spare;
  mp_size_t n;                  /* of the longest entry */
};

/* Makes room for the matrix of comba_half_gcd for n limbs at P; returns what is behind: 5 (n / 2 + 3)
   limbs at most. */
mp_ptr comba_matrix_at (struct comba_matrix *m, mp_size_t n, mp_ptr p);

/* (u v) = (u v) M for u = up[0..n-1] and v = vp[0..n-1].  Returns the size of the longer one.
   Scratch: 3 (n + m->n + 1) limbs. */
mp_size_t comba_row_times_matrix (const struct comba_config *k, mp_ptr up, mp_ptr vp, mp_size_t n,
                                  const struct comba_matrix *m, mp_ptr scratch, const struct comba_room *room);

/* Half a gcd: (A; B) = M (A'; B'), in place, where A' and B' have more than n / 2 + 1 limbs, and nearly
   always not much more.  Returns the size of the longer one; *CHANGED: whether M is not 1, as where
   one number is too short.
   One number has n limbs; n >= COMBA_HALF_GCD_MIN / 2, m from comba_matrix_at for n limbs or more.
   Scratch: comba_half_gcd_itch (n) limbs. */
#define COMBA_HALF_GCD_MIN 16
mp_size_t comba_half_gcd (const struct comba_config *k, mp_ptr ap, mp_ptr bp, mp_size_t n,
                          struct comba_matrix *m, int *changed, mp_ptr scratch, const struct comba_room *room);
size_t comba_half_gcd_itch (mp_size_t n);

/* Completes a half gcd of ap[low..low+n-1] and bp[low..low+n-1], which are reduced already: reduces the
   LOW limbs below likewise.  SIZE is what both had at first, at least low + n.  low >= 1, n >= m->n.
   Returns the size of the longer number.  Scratch: 2 (low + m->n) limbs. */
mp_size_t comba_reduce_low (const struct comba_config *k, const struct comba_matrix *m, mp_ptr ap, mp_ptr bp,
                            mp_size_t low, mp_size_t n, mp_size_t size, mp_ptr scratch,
                            const struct comba_room *room);

#endif
