/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Digits of any base and in any number. */

#include "radix/radix.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include "arith/scratch.h"
#include <string.h>

/* base^digits = beta^zeros p[0..n-1], p[n-1] != 0. */
struct power
{
  mp_ptr p;
  mp_size_t n, zeros;
  size_t digits;
};

/* A tree whose leaves have DIGITS digits, a multiple of a limb's, which are LEAF limbs at most.
   powers[i] is for LEAF 2^i limbs. */
struct tree
{
  const struct comba_config *k;
  int base;
  mp_size_t leaf;
  struct power *powers;
};

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; an, bn >= 1 in any order. */
static void
multiply (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an < bn)
    multiply (k, rp, bp, bn, ap, an);
  else if (!comba_kernel_mul (k, rp, ap, an, bp, bn))
    comba_mul_any (k, rp, ap, an, bp, bn);
}

static void
square (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (!comba_kernel_sqr (k, rp, ap, n))
    comba_mul_any (k, rp, ap, n, ap, n);
}

/* Lets the power p[0..n-1] beta^zeros begin and end with limbs that are not zero. */
static void
strip (struct power *power, mp_ptr p, mp_size_t n, mp_size_t zeros, size_t digits)
{
  while (p[0] == 0)
    p++, n--, zeros++;
  while (p[n - 1] == 0)
    n--;
  *power = (struct power) { .p = p, .n = n, .zeros = zeros, .digits = digits };
}

/* Returns the greatest power of two that is at most n. */
static mp_size_t
highest_bit (mp_size_t n)
{
  mp_size_t bit = 1;
  while (bit <= n / 2)
    bit *= 2;
  return bit;
}

/* Computes the powers in MEMORY, which has room for leaf 2^levels limbs; levels >= 1. */
static void
make_powers (struct tree *t, int levels, mp_ptr memory)
{
  const struct comba_base *b = &comba_bases[t->base];
  mp_ptr p = memory, other = memory + t->leaf;
  mp_size_t n = 1;
  p[0] = b->power;
  for (mp_size_t bit = highest_bit (t->leaf); (bit >>= 1) > 0;)
    {
      square (t->k, other, p, n);
      n *= 2;
      if (t->leaf & bit)
        {
          other[n] = comba_mul_1 (other, other, n, b->power, 0);
          n++;
        }
      const mp_ptr last = p;
      p = other, other = last;
    }
  strip (&t->powers[0], p, n, 0, (size_t) t->leaf * (size_t) b->digits);
  for (int i = 1; i < levels; i++)
    {
      const struct power *last = &t->powers[i - 1];
      const mp_ptr next = last->p + last->n;
      square (t->k, next, last->p, last->n);
      strip (&t->powers[i], next, 2 * last->n, 2 * last->zeros, 2 * last->digits);
    }
}

/* rp = the number with the digits str[0..sn-1], at most LEAF 2^LEVEL limbs of them; returns its
   length without leading zero limbs.  rp and tp have room for as many limbs as these digits have at
   most, and one more at rp if a product needs it (radix/radix.h). */
static mp_size_t
convert (const struct tree *t, mp_ptr rp, const unsigned char *str, size_t sn, int level, mp_ptr tp)
{
  while (level > 0 && sn <= t->powers[level - 1].digits)
    level--;
  if (level == 0)
    return comba_set_str_leaf (t->k, rp, str, sn, t->base);
  const struct power *power = &t->powers[level - 1];
  const size_t high = sn - power->digits;
  const mp_size_t hn = convert (t, tp, str, high, level - 1, rp);
  str += high;
  if (hn == 0)
    return convert (t, rp, str, power->digits, level - 1, tp);
  const mp_ptr sum = rp + power->zeros;
  mp_size_t n = hn + power->n;
  multiply (t->k, sum, tp, hn, power->p, power->n);
  const mp_size_t ln = convert (t, tp, str, power->digits, level - 1, tp + (t->leaf << (level - 1)));
  if (ln > power->zeros)
    {
      memcpy (rp, tp, (size_t) power->zeros * sizeof (mp_limb_t));
      comba_add_in_var (sum, n, tp + power->zeros, ln - power->zeros);
    }
  else
    {
      memcpy (rp, tp, (size_t) ln * sizeof (mp_limb_t));
      memset (rp + ln, 0, (size_t) (power->zeros - ln) * sizeof (mp_limb_t));
    }
  n += power->zeros;
  return n - (rp[n - 1] == 0);
}

/* From two leaves on.  Returns -1 without memory. */
static mp_size_t __attribute__ ((noinline))
with_tree (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base, mp_size_t limbs,
           mp_size_t threshold)
{
  struct tree t;
  t.k = k, t.base = base, t.leaf = limbs;
  int levels = 0;
  for (; t.leaf >= threshold; levels++)
    t.leaf -= t.leaf / 2;
  struct comba_scratch s;
  const size_t all = (size_t) t.leaf << levels;
  const size_t powers = ((size_t) levels * sizeof (struct power) + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t);
  /* Not on the stack: GMP takes no more there than a product. */
  const mp_ptr scratch = comba_scratch_get (&s, 2 * all + powers, 0);
  if (scratch == NULL)
    {
      comba_scratch_put (&s);
      return -1;
    }
  t.powers = (struct power *) (scratch + 2 * all);
  make_powers (&t, levels, scratch);
  const mp_size_t rn = convert (&t, rp, str, sn, levels, scratch + all);
  comba_scratch_put (&s);
  return rn;
}

mp_size_t
comba_set_str (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base)
{
  ASSERT (sn >= 1 && base >= 2 && base <= 256);
  if (comba_base_is_power_of_two (base))
    return comba_set_str_power_of_two (rp, str, sn, base);
  const mp_size_t limbs = (mp_size_t) ((sn - 1) / (unsigned) comba_bases[base].digits + 1);
  const mp_size_t threshold = k->thresholds.set_str_tree > 1 ? k->thresholds.set_str_tree : 2;
  const mp_size_t rn = limbs < threshold ? -1 : with_tree (k, rp, str, sn, base, limbs, threshold);
  return rn >= 0 ? rn : comba_set_str_leaf (k, rp, str, sn, base);
}
