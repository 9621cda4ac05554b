/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Remainders modulo one limb. */

#include "div/div.h"
#include "div/one_limb.h"

static ALWAYS_INLINE mp_limb_t
fold (mp_srcptr np, mp_size_t n, mp_limb_t divisor, int narrow)
{
  const struct comba_fold_sum zero = { .high = 0 };
  struct comba_limb_divisor d;
  comba_limb_divisor_init (&d, divisor, narrow);
  return comba_fold_end (&d, comba_fold_limbs (&d, zero, np, n, narrow), narrow);
}

/* Separate functions, so that short operands do not pay for the stack. */
static mp_limb_t __attribute__ ((noinline))
fold_narrow (mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  return fold (np, n, d, 1);
}

static mp_limb_t __attribute__ ((noinline))
fold_wide (mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  return fold (np, n, d, 0);
}

/* With one power, beta^2 modulo D = d 2^s, which comes with the reciprocal: a limb a step. */
static mp_limb_t
by_square (mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  const int s = comba_leading_zeros (d);
  const mp_limb_t normalized = d << s;
  mp_limb_t square;
  const mp_limb_t inverse = comba_divide_limbs (~normalized, COMBA_LIMB_MAX, normalized, &square);
  square++;
  struct comba_pair x = { .low = np[n - 2], .high = np[n - 1] };
  for (mp_size_t i = n - 2; i-- > 0;)
    {
      const struct comba_pair y = { .low = np[i], .high = x.low };
      /* Below beta^2 + D beta: after a carry there is room for beta^2 mod D. */
      x = comba_pair_product (x.high, square);
      x = comba_pair_add_folded (x, y, square);
    }
  mp_limb_t r = s == 0 ? 0 : x.high >> (GMP_LIMB_BITS - s);
  x = comba_shifted (x, s);
  if (s == 0)
    x.high -= normalized & -(mp_limb_t) (x.high >= normalized);
  else
    {
      comba_quotient_2by1 (&r, x.high, normalized, inverse);
      x.high = r;
    }
  comba_quotient_2by1 (&x.high, x.low, normalized, inverse);
  return x.high >> s;
}

mp_limb_t
comba_mod_1 (const struct comba_config *k, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  ASSERT (n >= 0 && d != 0);
  if (n < 2)
    return n == 0 ? 0 : np[0] < d ? np[0] : np[0] % d;
  if (n < k->one_limb.square)
    {
      mp_limb_t r = 0;
      if (np[n - 1] < d)
        r = np[--n];
      while (n-- > 0)
        comba_divide_limbs (r, np[n], d, &r);
      return r;
    }
  if (comba_fold_is_narrow (d))
    {
      if (n >= k->one_limb.fold)
        return fold_narrow (np, n, d);
    }
  else if (n >= k->one_limb.fold_wide)
    return fold_wide (np, n, d);
  return by_square (np, n, d);
}
