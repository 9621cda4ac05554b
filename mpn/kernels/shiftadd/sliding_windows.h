/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The common part of multiplication and squaring by sliding windows: the digits of an operand, its
   multiples, and a sum that grows.

   Digits are found from the low end.  Zeros are skipped; at a one, a window of m bits is an odd
   digit below 2^m.  With signs the window has one bit more, and a digit d >= 2^m stands for d -
   2^(m+1), which carries one to the bit after the window.  Below that carry ones count as zeros.

   The sum is in two's complement and has only the limbs that it can need for the current digit.
   Higher limbs are created from its sign when they are reached.  So a carry or borrow goes at
   most one or two limbs beyond the multiple that is added. */

#ifndef COMBA_KERNELS_SHIFTADD_SLIDING_WINDOWS_H
#define COMBA_KERNELS_SHIFTADD_SLIDING_WINDOWS_H

#include "kernels/shiftadd/shiftadd.h"
#include <string.h>

/* Positions are in bits. */
struct digits
{
  mp_srcptr p;
  size_t end;                   /* of p */
  int window;
  size_t at;                    /* where the search for the next digit begins */
  unsigned carry;
  mp_limb_t w;                  /* the next bits of p; */
  int left;                     /* how many are valid */
};

/* The digit +-odd 2^at; CARRY is the carry that went into it. */
struct digit
{
  size_t at;
  unsigned odd, carry;
  int negative;
};

/* Limb i of the operand.  A one beyond the last possible window stops the search. */
static ALWAYS_INLINE mp_limb_t
limb_at (const struct digits *s, size_t i)
{
  size_t n = s->end / GMP_LIMB_BITS;
  return i < n ? s->p[i] : i == n ? (mp_limb_t) 1 << s->window : 0;
}

static ALWAYS_INLINE void
look_ahead (struct digits *s)
{
  size_t i = s->at / GMP_LIMB_BITS;
  int r = s->at % GMP_LIMB_BITS;
  s->w = limb_at (s, i) >> r | limb_at (s, i + 1) << 1 << (GMP_LIMB_BITS - 1 - r);
  s->left = GMP_LIMB_BITS;
}

/* Finds the next digit from the low end; returns 0 if there is none. */
static ALWAYS_INLINE int
next_digit (struct digits *s, struct digit *d, int is_signed)
{
  for (;; s->at++, s->w >>= 1, s->left--)
    {
      if (s->left < s->window)
        look_ahead (s);
      if ((s->w ^ s->carry) & 1)
        break;
    }
  unsigned window_end = 1u << s->window;
  unsigned odd = ((unsigned) s->w & (window_end - 1)) + s->carry;
  d->at = s->at;
  d->carry = s->carry;
  d->negative = is_signed && odd >= window_end / 2;
  d->odd = d->negative ? window_end - odd : odd;
  s->carry = d->negative;
  s->at += s->window;
  s->w >>= s->window;
  s->left -= s->window;
  return d->at <= s->end;
}

/* row[k] = (2k + 1) b, n + 1 limbs each, for k = 0 ... 2^(m-1) - 1, in TABLE. */
static inline void
multiples (mp_ptr *row, mp_ptr table, mp_srcptr bp, mp_size_t n, int m)
{
  int rows = 1 << (m - 1);
  for (int k = 0; k < rows; k++, table += n + 1)
    row[k] = table;
  for (mp_size_t i = 0; i < n; i++)
    row[0][i] = bp[i];
  row[0][n] = 0;
  if (rows == 1)
    return;
  mp_ptr twice = row[rows - 1]; /* until its own turn */
  comba_add_n (twice, row[0], row[0], n + 1);
  for (int k = 1; k < rows; k++)
    comba_add_n (row[k], row[k - 1], twice, n + 1);
}

/* A sum of LIMBS limbs at p, BITS bits; limbs from there to END do not exist yet. */
struct sum
{
  mp_ptr p;
  mp_size_t limbs, end;
  size_t bits;
};

static inline struct sum
zero_sum (mp_ptr p, mp_size_t limbs, mp_size_t end)
{
  memset (p, 0, limbs * sizeof (mp_limb_t));
  return (struct sum) { p, limbs, end, limbs * GMP_LIMB_BITS };
}

/* Creates limbs for BITS bits, as far as END allows. */
static ALWAYS_INLINE void
grow (struct sum *s, size_t bits)
{
  for (; s->bits < bits && s->limbs < s->end; s->limbs++, s->bits += GMP_LIMB_BITS)
    s->p[s->limbs] = -(s->p[s->limbs - 1] >> (GMP_LIMB_BITS - 1));
}

/* r + x + carry, or r - x - carry. */
static ALWAYS_INLINE mp_limb_t
add_or_subtract (mp_limb_t r, mp_limb_t x, mp_limb_t *carry, int subtract)
{
  mp_limb_t y = subtract ? r - x : r + x, z = subtract ? y - *carry : y + *carry;
  *carry = subtract ? (r < x) | (y < z) : (y < x) | (z < y);
  return z;
}

/* rp[0..n-1] += or -= x 2^shift, where x[0] is LOW and the other limbs are xp[1..n-1]; returns the
   carry or borrow.
   n >= 1, 0 <= shift < GMP_LIMB_BITS. */
static ALWAYS_INLINE mp_limb_t
add_or_subtract_shifted (mp_ptr rp, mp_limb_t low, mp_srcptr xp, mp_size_t n, int shift,
                         int subtract)
{
  const int back = GMP_LIMB_BITS - 1 - shift;
  mp_limb_t carry = 0;
  rp[0] = add_or_subtract (rp[0], low << shift, &carry, subtract);
  for (mp_size_t i = 1; i < n; i++)
    {
      mp_limb_t before = low >> 1 >> back;
      low = xp[i];
      rp[i] = add_or_subtract (rp[i], low << shift | before, &carry, subtract);
    }
  return carry + (low >> 1 >> back);
}

static mp_limb_t __attribute__ ((noinline))
add_shifted (mp_ptr rp, mp_limb_t low, mp_srcptr xp, mp_size_t n, int shift)
{
  return add_or_subtract_shifted (rp, low, xp, n, shift, 0);
}

static mp_limb_t __attribute__ ((noinline))
subtract_shifted (mp_ptr rp, mp_limb_t low, mp_srcptr xp, mp_size_t n, int shift)
{
  return add_or_subtract_shifted (rp, low, xp, n, shift, 1);
}

/* Adds or subtracts 2^AT times (LOW, xp[1..n-1]).  The sum must have at least n limbs from AT
   on. */
static ALWAYS_INLINE void
accumulate (struct sum *s, size_t at, mp_limb_t low, mp_srcptr xp, mp_size_t n, int subtract)
{
  mp_ptr rp = s->p + at / GMP_LIMB_BITS;
  int shift = at % GMP_LIMB_BITS;
  mp_limb_t carry;
  if (subtract)
    carry = subtract_shifted (rp, low, xp, n, shift);
  else
    carry = add_shifted (rp, low, xp, n, shift);
  for (rp += n; carry != 0 && rp < s->p + s->limbs; rp++)
    {
      mp_limb_t r = *rp;
      *rp = subtract ? r - carry : r + carry;
      carry = subtract ? r < carry : *rp < r;
    }
}

#endif
