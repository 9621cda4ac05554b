/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Half a gcd by recursion on the upper halves of the numbers.

   N. Moeller, On Schoenhage's algorithm and subquadratic integer GCD computation (2008).  Let n0 be the
   first size and S = n0 / 2 + 1.  Both numbers keep more than S limbs, so that entries of M, which
   are below beta^n0 / min (A', B'), have at most n0 - S < S limbs.  Whatever is below the numbers,
   they stay positive when it is reduced likewise. */

#include "gcd/lehmer.h"
#include "mul/mul.h"
#include <string.h>

static mp_size_t
entry_limbs (mp_size_t n)
{
  return n - n / 2 + 2;         /* with a limb for the carry of a sum */
}

mp_ptr
comba_matrix_at (struct comba_matrix *m, mp_size_t n, mp_ptr p)
{
  for (int i = 0; i < 4; i++, p += entry_limbs (n))
    m->p[i / 2][i % 2] = p;
  m->spare = p;
  return p + entry_limbs (n);
}

mp_size_t
comba_row_times_matrix (const struct comba_config *k, mp_ptr up, mp_ptr vp, mp_size_t n, const struct comba_matrix *m,
                        mp_ptr scratch, const struct comba_room *room)
{
  const mp_size_t size = n + m->n;
  const mp_ptr x = scratch, y = x + size + 1, t = y + size + 1;
  comba_mul_in (k, x, up, n, m->p[0][0], m->n, room);
  comba_mul_in (k, t, vp, n, m->p[1][0], m->n, room);
  x[size] = comba_add_n (x, x, t, size);
  comba_mul_in (k, y, up, n, m->p[0][1], m->n, room);
  comba_mul_in (k, t, vp, n, m->p[1][1], m->n, room);
  y[size] = comba_add_n (y, y, t, size);
  const mp_size_t longer = comba_common_size (x, y, size + 1);
  memcpy (up, x, (size_t) longer * sizeof (mp_limb_t));
  memcpy (vp, y, (size_t) longer * sizeof (mp_limb_t));
  return longer;
}

/* Adds X = xp[0..low+xn-1] to ap[low..low+n-1] beta^low, to ap[0..low+n-1]; xn <= n.  Returns the
   carry. */
static mp_limb_t
add_at (mp_ptr ap, mp_size_t low, mp_size_t n, mp_srcptr xp, mp_size_t xn)
{
  memcpy (ap, xp, (size_t) low * sizeof (mp_limb_t));
  return comba_add_in_var (ap + low, n, xp + low, xn);
}

mp_size_t
comba_reduce_low (const struct comba_config *k, const struct comba_matrix *m, mp_ptr ap, mp_ptr bp, mp_size_t low,
                  mp_size_t n, mp_size_t size, mp_ptr scratch, const struct comba_room *room)
{
  const mp_size_t mn = m->n, whole = low + n;
  const mp_ptr x = scratch, y = x + low + mn;
  comba_mul_in (k, x, ap, low, m->p[1][1], mn, room);
  comba_mul_in (k, y, ap, low, m->p[1][0], mn, room);
  mp_limb_t a_carry = add_at (ap, low, n, x, mn);
  comba_mul_in (k, x, bp, low, m->p[0][1], mn, room);
  a_carry -= comba_sub_in_var (ap, whole, x, low + mn);
  comba_mul_in (k, x, bp, low, m->p[0][0], mn, room);
  mp_limb_t b_carry = add_at (bp, low, n, x, mn);
  b_carry -= comba_sub_in_var (bp, whole, y, low + mn);
  ASSERT (a_carry <= 1 && b_carry <= 1 && (whole < size || (a_carry | b_carry) == 0));
  if (whole < size)
    {
      ap[whole] = a_carry, bp[whole] = b_carry;
      return comba_common_size (ap, bp, whole + 1);
    }
  return comba_common_size (ap, bp, whole);
}

/* Both rows get the size of the longer one. */
static void
set_size (struct comba_matrix *m, mp_size_t upper, mp_size_t lower)
{
  const int longer = upper < lower;
  const mp_size_t n = longer ? lower : upper, shorter = longer ? upper : lower;
  for (int j = 0; j < 2; j++)
    memset (m->p[!longer][j] + shorter, 0, (size_t) (n - shorter) * sizeof (mp_limb_t));
  m->n = n;
}

/* One matrix for the upper limbs, or one quotient.  Returns the new size, or 0 if both numbers are as
   short as they may be. */
static mp_size_t
step (const struct comba_config *k, mp_ptr ap, mp_ptr bp, mp_size_t n, mp_size_t least, struct comba_matrix *m,
      mp_ptr scratch, const struct comba_room *room)
{
  struct comba_matrix1 m1;
  if (comba_lehmer_matrix (k, ap, bp, n, least, &m1))
    {
      comba_reduce_by (k, &m1, scratch, ap, bp, n);
      comba_copyi (ap, scratch, n);
      mp_size_t size[2];
      for (int i = 0; i < 2; i++)
        {
          size[i] = comba_row_times (k, m->spare, m->p[i][0], m->p[i][1], m->n, &m1);
          comba_exchange (&m->spare, &m->p[i][0]);
        }
      set_size (m, size[0], size[1]);
      return comba_common_size (ap, bp, n);
    }
  mp_size_t qn;
  const int which = comba_euclid_step (k, ap, bp, n, least, scratch, &qn, room);
  if (which == 0)
    return 0;
  /* Column 1 gets a multiple of column 0, or the other way round. */
  mp_size_t size[2];
  for (int i = 0; i < 2; i++)
    size[i] = comba_add_multiple (k, m->p[i][which > 0], m->p[i][which < 0], m->n, scratch, qn, scratch + qn, room);
  set_size (m, size[0], size[1]);
  return comba_common_size (ap, bp, n);
}

size_t
comba_half_gcd_itch (mp_size_t n)
{
  return 4 * (size_t) n + 128;
}

mp_size_t
comba_half_gcd (const struct comba_config *k, mp_ptr ap, mp_ptr bp, mp_size_t n, struct comba_matrix *m, int *changed,
                mp_ptr scratch, const struct comba_room *room)
{
  const mp_size_t n0 = n, least = n / 2 + 2;
  mp_size_t next;
  m->n = 1;
  for (int i = 0; i < 4; i++)
    m->p[i / 2][i % 2][0] = i % 3 == 0;
  *changed = 0;
  for (mp_srcptr p = ap; p != NULL; p = p == ap ? bp : NULL)
    {
      mp_size_t size = n;
      while (size >= least && p[size - 1] == 0)
        size--;
      if (size < least)
        return n;
    }

  if (n >= k->thresholds.half_gcd && n >= COMBA_HALF_GCD_MIN)
    {
      const mp_size_t low = n / 2;
      next = comba_half_gcd (k, ap + low, bp + low, n - low, m, changed, scratch, room);
      if (*changed)
        n = comba_reduce_low (k, m, ap, bp, low, next, n0, scratch, room);
      while (n > 3 * n0 / 4 + 1)
        {
          next = step (k, ap, bp, n, least, m, scratch, room);
          if (next == 0)
            return n;
          n = next, *changed = 1;
        }
      if (n > least + COMBA_HALF_GCD_MIN / 2)
        {
          /* The upper limbs whose half gcd has LEAST limbs with those below. */
          const mp_size_t rest = 2 * (least - 1) - n + 1, size = n;
          struct comba_matrix m1;
          int more;
          const mp_ptr free = comba_matrix_at (&m1, n - rest, scratch);
          next = comba_half_gcd (k, ap + rest, bp + rest, n - rest, &m1, &more, free, room);
          if (more)
            {
              n = comba_reduce_low (k, &m1, ap, bp, rest, next, size, free, room);
              const mp_size_t upper = comba_row_times_matrix (k, m->p[0][0], m->p[0][1], m->n, &m1, free, room);
              const mp_size_t lower = comba_row_times_matrix (k, m->p[1][0], m->p[1][1], m->n, &m1, free, room);
              set_size (m, upper, lower);
              *changed = 1;
            }
        }
    }
  while ((next = step (k, ap, bp, n, least, m, scratch, room)) > 0)
    n = next, *changed = 1;
  return n;
}
