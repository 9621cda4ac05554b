/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The functions of residue/lanes.h, for any vectors.  The including file defines

     LANES, DIGIT_BITS, DIGIT_MASK
     SIGNED             1: digits lie around 0, and are rounded; 0: they are not negative
     vec, sum           vectors of LANES digits, and of LANES sums
     zero_sum ()
     SEPARATE           1: lower and upper parts have sums of their own, so that none waits for
                        two additions of a step; 0: there are few registers
     add_parts (s, t, a, b)     *s += the lower part of a b, *t += the upper one, which counts
                                2^DIGIT_BITS; with a constant each
     without (s, lows, highs)   s minus the constants of so many lower and upper parts
     plus (s, t)
     digit_of (s)       s modulo 2^DIGIT_BITS, and anything in bits that products ignore
     carry_of (s)       (s - s modulo 2^DIGIT_BITS) / 2^DIGIT_BITS
     quotient_of (d, mu)        d mu modulo 2^DIGIT_BITS
     word_of_digit (d), digit_of_word (w)       a digit in memory and as a limb
     begin_arithmetic (), end_arithmetic (x)
     BY_ITSELF          of the function that computes a product

   Products are computed by columns, in fours: columns k to k + 3 share the loads of digits.  The
   quotient digits q_k make column k divisible by 2^DIGIT_BITS.

   A column has at most 2N lower and 2N upper parts and a carry. */

#include "residue/lanes.h"
#include <string.h>

static ALWAYS_INLINE mp_size_t
smaller (mp_size_t x, mp_size_t y)
{
  return x < y ? x : y;
}

/* Four columns, and the upper parts that belong to the one above.  In a loop the upper parts of
   column j go to sum j + UPPER. */
enum { COLUMNS = COMBA_LANES_PADDING + 1, UPPER = SEPARATE ? COLUMNS : 1, ALL_SUMS = COLUMNS + UPPER };

#define FOR_COLUMNS _Pragma ("GCC unroll 8") for
#define MOVE_COLUMNS(to, from) FOR_COLUMNS (int j_ = 0; j_ <= COLUMNS; j_++) (to)[j_] = (from)[j_]

/* A product in column J. */
static ALWAYS_INLINE void
add_to (sum *s, int j, vec a, vec b)
{
  add_parts (s + j, s + j + 1, a, b);
  s[j] = without (s[j], 1, 0);
  s[j + 1] = without (s[j + 1], 0, 1);
}

/* a[i] b[j - i] in column j, for COUNT of i. */
static ALWAYS_INLINE void
add_to_all (sum *s, const vec *a, const vec *b, mp_size_t count)
{
  if (count <= 0)
    return;
  sum t[ALL_SUMS];
  FOR_COLUMNS (int j = 0; j < ALL_SUMS; j++)
    t[j] = SEPARATE ? zero_sum () : without (s[j], j < COLUMNS ? count : 0, j > 0 ? count : 0);
  const vec *const end = a + count;
  do
    {
      const vec x = *a;
      FOR_COLUMNS (int j = 0; j < COLUMNS; j++)
        add_parts (t + j, t + j + UPPER, x, b[j]);
      b--;
    }
  while (++a < end);
  if (SEPARATE)
    FOR_COLUMNS (int j = 0; j < COLUMNS; j++)
      {
        s[j] = plus (s[j], t[j]);
        s[j + 1] = plus (s[j + 1], t[j + UPPER]);
      }
  else
    MOVE_COLUMNS (s, t);
}

/* Columns k to k + 3 of x y, n digits each. */
static ALWAYS_INLINE void
add_columns (sum *s, const vec *x, const vec *y, mp_size_t n, mp_size_t k)
{
  const mp_size_t first = k + 1 < n ? 0 : k + 1 - n;
  add_to_all (s, x + first, y + k - first, smaller (k + 1, n) - first);
  if (k + 1 < n)
    FOR_COLUMNS (int i = 1; i < COLUMNS; i++)
      FOR_COLUMNS (int j = i; j < COLUMNS; j++)
        add_to (s, j, x[k + i], y[j - i]);
}

/* The same for x^2 and k = 4i. */
static ALWAYS_INLINE void
add_square_columns (sum *s, const vec *x, mp_size_t n, mp_size_t k)
{
  const mp_size_t half = k / 2, first = k + 1 < n ? 0 : k + 1 - n;
  add_to_all (s, x + first, x + k - first, half - first);
  if (half >= n)
    return;
  const vec x0 = x[half], x1 = x[half + 1], x2 = x[half + 2];
  add_to (s, 1, x0, x1);
  add_to (s, 2, x0, x2);
  add_to (s, 3, x0, x[half + 3]);
  add_to (s, 3, x1, x2);
  FOR_COLUMNS (int j = 0; j <= COLUMNS; j++)
    s[j] = plus (s[j], s[j]);
  add_to (s, 0, x0, x0);
  add_to (s, 2, x1, x1);
}

/* z = x y / R modulo P, where p is P and mu; x^2 / R if y is NULL. */
static void BY_ITSELF
multiply (vec *z, const vec *x, const vec *y, const vec *p, mp_size_t n, vec *q)
{
  const unsigned before = begin_arithmetic ();
  const vec mu = p[n + COMBA_LANES_PADDING];
  sum carry = zero_sum ();
  for (mp_size_t k = 0; k < 2 * n; k += COLUMNS)
    {
      sum s[COLUMNS + 1];
      FOR_COLUMNS (int j = 0; j <= COLUMNS; j++)
        s[j] = zero_sum ();
      if (y == NULL)
        add_square_columns (s, x, n, k);
      else
        add_columns (s, x, y, n, k);

      /* The quotient digits below k are known. */
      const mp_size_t first = k + 1 < n ? 0 : k + 1 - n;
      add_to_all (s, q + first, p + k - first, smaller (k, n) - first);
      FOR_COLUMNS (int j = 0; j < COLUMNS; j++)
        {
          s[j] = plus (s[j], carry);
          const vec d = digit_of (s[j]);
          if (k + j < n)
            {
              const vec own = quotient_of (d, mu);
              q[k + j] = own;
              FOR_COLUMNS (int i = 0; i < COLUMNS - j; i++)
                add_to (s, j + i, own, p[i]);
            }
          else
            z[k + j - n] = d;
          carry = carry_of (s[j]);
        }
      carry = plus (carry, s[COLUMNS]);
    }
  end_arithmetic (before);
}

static void
mul (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr pp, mp_size_t digits, mp_ptr scratch)
{
  multiply ((vec *) zp, (const vec *) xp, (const vec *) yp, (const vec *) pp, digits, (vec *) scratch);
}

static void
sqr (mp_ptr zp, mp_srcptr xp, mp_srcptr pp, mp_size_t digits, mp_ptr scratch)
{
  multiply ((vec *) zp, (const vec *) xp, NULL, (const vec *) pp, digits, (vec *) scratch);
}

static void
put (mp_ptr xp, int lane, mp_size_t digits, mp_srcptr ap, mp_size_t an)
{
  mp_limb_t carry = 0;
  for (mp_size_t k = 0; k < digits; k++)
    {
      const mp_size_t bit = DIGIT_BITS * k, i = bit / 64;
      const int shift = (int) (bit % 64);
      mp_limb_t d = i < an ? ap[i] >> shift : 0;
      if (i + 1 < an && shift > 64 - DIGIT_BITS)
        d |= ap[i + 1] << (64 - shift);
      d = (d & DIGIT_MASK) + carry;
      carry = SIGNED ? (d + ((mp_limb_t) 1 << (DIGIT_BITS - 1))) >> DIGIT_BITS : 0;
      xp[k * LANES + lane] = word_of_digit (d - (carry << DIGIT_BITS));
    }
}

static mp_limb_t
get (mp_ptr rp, mp_size_t n, mp_srcptr xp, int lane, mp_size_t digits)
{
  mp_limb_t limb = 0, borrow = 0, top = 0;      /* BORROW is 0 or all ones */
  int bits = 0;
  mp_size_t i = 0;
  for (mp_size_t k = 0; k < digits && i <= n; k++)
    {
      mp_limb_t d = digit_of_word (xp[k * LANES + lane]) + borrow;
      borrow = SIGNED ? -(d >> 63) : 0;
      d &= DIGIT_MASK;
      limb |= d << bits;
      bits += DIGIT_BITS;
      if (bits < 64)
        continue;
      bits -= 64;
      if (i < n)
        rp[i] = limb;
      else
        top = limb;
      i++;
      limb = d >> (DIGIT_BITS - bits);
    }
  return i <= n ? limb | borrow << bits : top;
}

typedef mp_limb_t words __attribute__ ((vector_size (8 * LANES), may_alias));

/* All ones in the lanes whose index is I.  Compilers must not see that: they could branch on it. */
static ALWAYS_INLINE words
lanes_of (words index, mp_limb_t i)
{
  const words x = (index ^ i) - 1;
  words mask = -(x >> 63);
  __asm__ ("" : "+x" (mask));
  return mask;
}

static ALWAYS_INLINE void
select_digits (words *x, const words *table, mp_size_t digits, size_t count, words index, const int at_once)
{
  words all[4] = { { 0 } };
  for (size_t i = 0; i < count; i++, table += digits)
    {
      const words mask = lanes_of (index, i);
#pragma GCC unroll 4
      for (int j = 0; j < at_once; j++)
        all[j] |= table[j] & mask;
    }
  memcpy (x, all, (size_t) at_once * sizeof (words));
}

static void
select_element (mp_ptr xp, mp_srcptr table, mp_size_t digits, size_t count, const mp_limb_t *index)
{
  words indices;
  memcpy (&indices, index, sizeof indices);
  mp_size_t k = 0;
  for (; k + 4 <= digits; k += 4)
    select_digits ((words *) xp + k, (const words *) table + k, digits, count, indices, 4);
  for (; k < digits; k++)
    select_digits ((words *) xp + k, (const words *) table + k, digits, count, indices, 1);
}
