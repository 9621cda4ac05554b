/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A number to digits of a base that is a power of two, as many at once as a limb has bytes. */

#include "radix/radix.h"
#include <string.h>

#define GROUP ((int) sizeof (mp_limb_t))

/* GROUP fields of BITS bits, from the lowest on, to bytes, the highest field first. */
static ALWAYS_INLINE void
write_group (unsigned char *str, mp_limb_t x, const int bits)
{
  if (bits < 8)
    {
      const mp_limb_t field = ((mp_limb_t) 1 << bits) - 1;
#if GMP_LIMB_BITS == 64
      const mp_limb_t four = ((mp_limb_t) 1 << 4 * bits) - 1;
      x = (x & four) | (x & four << 4 * bits) << (32 - 4 * bits);
#endif
      const mp_limb_t two = (((mp_limb_t) 1 << 2 * bits) - 1) * (COMBA_LIMB_MAX / 0xffffffff);
      x = (x & two) | (x & two << 2 * bits) << (16 - 2 * bits);
      const mp_limb_t one = field * (COMBA_LIMB_MAX / 0xffff);
      x = (x & one) | (x & one << bits) << (8 - bits);
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#if GMP_LIMB_BITS == 64
  x = __builtin_bswap64 (x);
#else
  x = __builtin_bswap32 (x);
#endif
#endif
  memcpy (str, &x, sizeof x);
}

static ALWAYS_INLINE size_t
digits (unsigned char *str, const int bits, mp_srcptr up, mp_size_t un)
{
  const size_t n = (comba_bits (up, un) + (size_t) bits - 1) / (size_t) bits;
  unsigned char *end = str + n;
  mp_size_t i = 0;
  int shift = 0;                /* the next digit begins at bit SHIFT of up[i] */
  for (size_t left = n / GROUP; left > 0; left--)
    {
      mp_limb_t x = up[i] >> shift;
      if (GMP_LIMB_BITS % (GROUP * bits) != 0 && shift + GROUP * bits > GMP_LIMB_BITS && i + 1 < un)
        x |= up[i + 1] << 1 << (GMP_LIMB_BITS - 1 - shift);
      write_group (end -= GROUP, x, bits);
      shift += GROUP * bits;
      i += shift / GMP_LIMB_BITS, shift %= GMP_LIMB_BITS;
    }
  while (end > str)
    {
      mp_limb_t x = up[i] >> shift;
      if (shift + bits > GMP_LIMB_BITS && i + 1 < un)
        x |= up[i + 1] << 1 << (GMP_LIMB_BITS - 1 - shift);
      *--end = (unsigned char) (x & (((mp_limb_t) 1 << bits) - 1));
      shift += bits;
      i += shift / GMP_LIMB_BITS, shift %= GMP_LIMB_BITS;
    }
  return n;
}

size_t
comba_get_str_power_of_two (unsigned char *str, int base, mp_srcptr up, mp_size_t un)
{
  switch (base)
    {
    case 2: return digits (str, 1, up, un);
    case 4: return digits (str, 2, up, un);
    case 8: return digits (str, 3, up, un);
    case 16: return digits (str, 4, up, un);
    case 32: return digits (str, 5, up, un);
    case 64: return digits (str, 6, up, un);
    case 128: return digits (str, 7, up, un);
    default: return digits (str, 8, up, un);
    }
}
