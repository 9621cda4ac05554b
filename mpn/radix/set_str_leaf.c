/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Few digits: a limb of digits at a time. */

#include "radix/radix.h"
#include "radix/words.h"

/* rp[0..n-1] + beta^n r = rp[0..n-1] * b + carry; returns r. */
static ALWAYS_INLINE mp_limb_t
mul_1 (const struct comba_config *k, mp_ptr rp, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  comba_mul_1_fn *const f = k->by_limb.mul_1[comba_by_limb_of (n)];
  return f != NULL ? f (rp, rp, n, b, carry) : comba_mul_1 (rp, rp, n, b, carry);
}

/* Returns the number with the DIGITS digits of a limb. */
static ALWAYS_INLINE mp_limb_t
limb_of (const unsigned char *s, int base, int digits, struct comba_word_powers powers)
{
  (void) base;
#ifdef COMBA_JOIN_16
  if (base == 10)
    return (s[0] * 100u + s[1] * 10u + s[2]) * (mp_limb_t) 10000000000000000u + comba_join_16_decimal (s + 3);
#endif
  return comba_join (s, digits, powers, 1);
}

/* With a constant base, the compiler knows the powers and the loops. */
static ALWAYS_INLINE mp_size_t
leaf (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base, int digits, mp_limb_t power)
{
  const struct comba_word_powers powers = comba_word_powers ((mp_limb_t) base);
  const int readable = sn >= (size_t) COMBA_WORD_DIGITS;
  const unsigned char *const end = str + sn;
  const int first = (int) ((sn - 1) % (unsigned) digits) + 1;
  mp_size_t rn = 0;
  mp_limb_t high = comba_join (str, first, powers, readable);
  for (str += first;; str += digits)
    {
      if (high != 0)
        rp[rn++] = high;
      if (str == end)
        return rn;
      high = limb_of (str, base, digits, powers);
      if (rn > 0)
        high = mul_1 (k, rp, rn, power, high);
    }
}

mp_size_t
comba_set_str_leaf (const struct comba_config *k, mp_ptr rp, const unsigned char *str, size_t sn, int base)
{
  ASSERT (sn >= 1 && base >= 2 && base <= 256 && !comba_base_is_power_of_two (base));
  if (base == 10)
    {
#if GMP_LIMB_BITS == 64
      const int digits = 19;
      const mp_limb_t power = 10000000000000000000u;
#else
      const int digits = 9;
      const mp_limb_t power = 1000000000;
#endif
      return leaf (k, rp, str, sn, 10, digits, power);
    }
  return leaf (k, rp, str, sn, base, comba_bases[base].digits, comba_bases[base].power);
}
