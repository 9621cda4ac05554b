/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Digits of a base that is a power of two. */

#include "radix/radix.h"
#include "radix/words.h"

mp_size_t
comba_set_str_power_of_two (mp_ptr rp, const unsigned char *str, size_t sn, int base)
{
  ASSERT (sn >= 1 && base >= 2 && base <= 256 && comba_base_is_power_of_two (base));
  const struct comba_word_powers powers = comba_word_powers ((mp_limb_t) base);
  const int digit_bits = __builtin_ctz ((unsigned) base), word_bits = COMBA_WORD_DIGITS * digit_bits;
  mp_size_t rn = 0;
  mp_limb_t pending = 0;        /* its lowest HELD bits are not in rp yet */
  int held = 0;
  for (; sn >= (size_t) COMBA_WORD_DIGITS; sn -= COMBA_WORD_DIGITS)
    {
      const mp_limb_t word = comba_join_digits (comba_load_word (str + sn - COMBA_WORD_DIGITS), powers);
      pending |= word << held;
      held += word_bits;
      if (held >= GMP_LIMB_BITS)
        {
          rp[rn++] = pending;
          held -= GMP_LIMB_BITS;
          pending = held == 0 ? 0 : word >> (word_bits - held);
        }
    }
  while (sn > 0)
    {
      const mp_limb_t digit = str[--sn];
      pending |= digit << held;
      held += digit_bits;
      if (held >= GMP_LIMB_BITS)
        {
          rp[rn++] = pending;
          held -= GMP_LIMB_BITS;
          pending = digit >> (digit_bits - held);
        }
    }
  if (pending != 0)
    rp[rn++] = pending;
  return rn;
}
