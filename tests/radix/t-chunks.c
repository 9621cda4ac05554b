/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of mpn/radix/constants.py, by their definitions (radix/chunks.h). */

#include "../tests.h"
#include "radix/chunks.h"

/* Returns floor (2^COMBA_CHUNK_FRACTION log2 (x)), whose bits come from squares. */
static uint64_t
log2_of (mp_limb_t x)
{
  const int top = GMP_LIMB_BITS - 1;
  int shift = 0;
  while (x >> top == 0)
    x <<= 1, shift++;
  uint64_t y = (uint64_t) x << (64 - GMP_LIMB_BITS), bits = (uint64_t) (top - shift);
  for (int i = 0; i < COMBA_CHUNK_FRACTION; i++)
    {
      /* floor (y^2 / 2^64) */
      const uint64_t h = y >> 32, l = y & 0xffffffff, cross = h * l, low = l * l;
      const uint64_t high = h * h + 2 * (cross >> 32) + (((cross & 0xffffffff) * 2 + (low >> 32)) >> 32);
      bits = bits * 2 + (high >> 63);
      y = high >> 63 ? high : high << 1;
    }
  return bits;
}

int
main (void)
{
  tests_begin ();
  check_begin ("chunks of every base");
  for (int base = 2; base <= 256; base++)
    {
      const struct comba_chunk *c = &comba_chunks[base - 2];
      mp_limb_t big = 1;
      int digits = 0;
      while ((comba_dlimb) big * (unsigned) base * 5 <= (comba_dlimb) 3 << GMP_LIMB_BITS)
        big *= (mp_limb_t) base, digits++;
      if (c->big != big || c->digits != digits)
        check_fail ("base %d: %d digits", base, digits);
      const mp_limb_t d = big << c->shift;
      if (d >> (GMP_LIMB_BITS - 1) == 0 || d >> c->shift != big)
        check_fail ("base %d: shift", base);
      if ((base & (base - 1)) == 0)
        continue;
      /* (beta + v) d <= beta^2 - 1 < (beta + v + 1) d, both less beta d */
      const comba_dlimb rest = ((comba_dlimb) ~d << GMP_LIMB_BITS) | COMBA_LIMB_MAX, v = c->inverse - 1;
      if (v * d > rest || rest - v * d >= d)
        check_fail ("base %d: inverse", base);
      const uint64_t bits = log2_of (big);
      if (c->bits != bits)
        check_fail ("base %d: logarithm %llx, not %llx", base, (unsigned long long) c->bits, (unsigned long long) bits);
      const comba_dlimb one = (comba_dlimb) 1 << (GMP_LIMB_BITS == 64 ? 104 : 62);
      if (c->per_bit < one / (bits + 1) + 1 - (GMP_LIMB_BITS == 32) || c->per_bit > one / bits + 1)
        check_fail ("base %d: chunks per bit", base);
    }
  check_end ();

#if GMP_LIMB_BITS == 64
  check_begin ("reciprocals of powers of ten");
  mp_limb_t power[2 * COMBA_TENS + 2] = { 1 }, product[4 * COMBA_TENS + 8];
  mp_size_t n = 1;
  for (int m = 1; m <= COMBA_TENS; m++)
    {
      power[n] = comba_mul_1 (power, power, n, 10000000000000000000u, 0);
      n += power[n] != 0;
      const struct comba_ten *ten = &comba_tens[m - 1];
      /* I 10^(19 m) = beta^places + x, 0 < x <= 10^(19 m) */
      reference_mul (product, comba_tens_limbs + ten->at, ten->n, power, n);
      mp_limb_t other = product[ten->places] ^ 1, zero = 0;
      for (mp_size_t i = ten->places + 1; i < ten->n + n; i++)
        other |= product[i];
      for (mp_size_t i = n; i < ten->places; i++)
        other |= product[i];
      for (mp_size_t i = 0; i < n; i++)
        zero |= product[i];
      if (other != 0 || zero == 0 || comba_cmp_var (product, power, n) > 0)
        check_fail ("10^%d", 19 * m);
      reference_mul (product, power, n, power, n);
      mp_limb_t more = comba_mul_1 (product, product, 2 * n, 8, 0);
      product[2 * n] = more;
      for (mp_size_t i = ten->places; i <= 2 * n; i++)
        if (product[i] != 0)
          check_fail ("places of 10^%d", 19 * m);
    }
  check_end ();
#endif
  return tests_end ();
}
