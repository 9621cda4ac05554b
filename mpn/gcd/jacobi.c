/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Jacobi symbols of one and two limbs, by a binary algorithm.

   For odd a and b: (a|b) = (|a - b| | min (a, b)) up to a sign that both numbers modulo 4 decide,
   and a factor 2 of the difference changes the sign if the smaller number is 3 or 5 modulo 8.  On
   random numbers half of all comparisons go either way, and a misprediction costs more than four
   steps.  So the only branches are the end of the loops and a low limb of zero. */

#include "gcd/gcd.h"

#include "arith/limb_pair.h"

_Static_assert (GMP_LIMB_BITS == 64, "the assembly is for limbs of 64 bits");

/* Bit 1 of SIGN is set if the symbol is negated.  Other bits are garbage. */

/* Bit 1: whether 2^count changes the sign of a symbol modulo b. */
static ALWAYS_INLINE mp_limb_t
of_twos (int count, mp_limb_t b)
{
  return (mp_limb_t) count << 1 & (b ^ b >> 1);
}

static ALWAYS_INLINE int
result (mp_limb_t b, mp_limb_t sign)
{
  return b == 1 ? 1 - (int) (sign & 2) : 0;
}

/* For odd a and b. */
static ALWAYS_INLINE int
symbol_of_odd (mp_limb_t a, mp_limb_t b, mp_limb_t sign)
{
  while (a != b)
    {
      const mp_limb_t both = a & b, minus = b - a, old = a;
      mp_limb_t swapped;
      /* a = |a - b|, b = min (a, b), and whether they were exchanged: a mask. */
      __asm__ ("subq %[b], %[a]\n\tcmovcq %[minus], %[a]\n\tcmovcq %[old], %[b]\n\t"
               "sbbq %[swapped], %[swapped]"
               : [a] "+&r" (a), [b] "+&r" (b), [swapped] "=&r" (swapped)
               : [minus] "r" (minus), [old] "r" (old) : "cc");
      const int twos = __builtin_ctzll (minus);
      sign ^= (swapped & both) ^ of_twos (twos, b);
      a >>= twos;
    }
  return result (b, sign);
}

int
comba_jacobi_1 (mp_limb_t a, mp_limb_t b, mp_limb_t sign)
{
  ASSERT (b & 1);
  if (a == 0)
    return result (b, sign);
  const int twos = __builtin_ctzll (a);
  return symbol_of_odd (a >> twos, b, sign ^ of_twos (twos, b));
}

/* x / 2^count, of which bits may be lost; 0 < count < 64. */
static ALWAYS_INLINE struct comba_pair
shifted_right (struct comba_pair x, int count)
{
  return (struct comba_pair) { .low = x.low >> count | x.high << (-count & 63),
                               .high = x.high >> count };
}

int
comba_jacobi_2 (struct comba_pair a, struct comba_pair b, mp_limb_t sign)
{
  ASSERT (b.low & 1);
  if (a.low == 0)
    {
      a.low = a.high, a.high = 0;
      if (a.low == 0)
        return b.high == 0 ? result (b.low, sign) : 0;
    }
  if ((a.low & 1) == 0)
    {
      const int twos = __builtin_ctzll (a.low);
      sign ^= of_twos (twos, b.low);
      a = shifted_right (a, twos);
    }

  while ((a.high | b.high) != 0)
    {
      const struct comba_pair old = a;
      const mp_limb_t both = a.low & b.low, minus = b.low - a.low;
      mp_limb_t swapped;
      /* a = |a - b|, if the low limb is not zero, and b = min (a, b). */
      __asm__ ("subq %[b0], %[a0]\n\tsbbq %[b1], %[a1]\n\tcmovcq %[minus], %[a0]\n\t"
               "cmovcq %[old0], %[b0]\n\tcmovcq %[old1], %[b1]\n\tsbbq %[swapped], %[swapped]"
               : [a0] "+&r" (a.low), [a1] "+&r" (a.high), [b0] "+&r" (b.low), [b1] "+&r" (b.high),
                 [swapped] "=&r" (swapped)
               : [minus] "r" (minus), [old0] "r" (old.low), [old1] "r" (old.high) : "cc");
      a.high ^= swapped;
      sign ^= swapped & both;
      if (unlikely (minus == 0))
        {
          a.low = a.high - swapped, a.high = 0;
          if (a.low == 0)
            return 0;           /* a common divisor of two limbs */
          const int twos = __builtin_ctzll (a.low);
          sign ^= of_twos (twos, b.low);
          a.low >>= twos;
          continue;
        }
      const int twos = __builtin_ctzll (minus);
      sign ^= of_twos (twos, b.low);
      a = shifted_right (a, twos);
    }
  return symbol_of_odd (a.low, b.low, sign);
}
