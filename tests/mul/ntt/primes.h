/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Checks of a constants file of mul/ntt, which must be included before, and of the shapes for it;
   LANES and BITS_MAX are those of the field file. */

#include "../../tests.h"
#include "mul/ntt/shape_tpl.h"
#include <math.h>

typedef unsigned __int128 wide;

static uint64_t
times (uint64_t x, uint64_t y, uint64_t p)
{
  return (uint64_t) ((wide) x * y % p);
}

static uint64_t
power (uint64_t x, uint64_t e, uint64_t p)
{
  uint64_t r = 1;
  for (; e != 0; e >>= 1, x = times (x, x, p))
    if (e & 1)
      r = times (r, x, p);
  return r;
}

/* p = t 2^ORDER + 1 with t < 2^ORDER is prime if some a^((p-1)/2) = -1 (Proth). */
static int
is_prime (uint64_t p)
{
  for (uint64_t a = 2; a < 100; a++)
    if (power (a, (p - 1) / 2, p) == p - 1)
      return (p - 1) >> ORDER < (uint64_t) 1 << ORDER;
  return 0;
}

static void
expect_roots (const struct root *first, const struct root *at, uint64_t p)
{
  if (times (at[0].w, at[0].w, p) != p - 1)
    check_fail ("i^2 is not -1");
  for (int s = 1; s < ORDER - 1; s++)
    if (times (at[s].w, at[s].w, p) != at[s - 1].w)
      check_fail ("entry 2^%d is no square root", s);
  for (int s = 0; s < ORDER - 1; s++)
    if (at[s].q != (uint64_t) (((wide) at[s].w << WORD) / p))
      check_fail ("quotient of entry 2^%d", s);
  for (int k = 0; k < 8; k++)
    {
      uint64_t w = 1;
      for (int s = 0; s < 3; s++)
        if (k >> s & 1)
          w = times (w, at[s].w, p);
      if (first[k].w != w || first[k].q != (uint64_t) (((wide) w << WORD) / p))
        check_fail ("entry %d", k);
    }
}

/* The product of the primes over 2^PRODUCT_BITS. */
static double
product (void)
{
  double p = ldexp (1, -PRODUCT_BITS);
  for (int i = 0; i < PRIMES; i++)
    p *= (double) primes[i].p;
  return p;
}

/* Coefficients are small enough for their recombination from residues: those of a product are below
   half the product of the primes, those of sums (mul/ntt/crt_bipartite_tpl.h), with an offset,
   below five eighths of it, and all below 2^PRODUCT_BITS. */
static void
check_shapes (void)
{
  struct shape s;
  check_begin ("words of %d bits, bits of coefficients", WORD);
  for (mp_size_t n = 1; n < 1 << 20; n += 1 + n / 64)
    if (shape_of (&s, n, n, 0, 0)
        && (is_cyclic (&s) || ldexp ((double) coefficients_of (n, s.bits), 2 * s.bits - PRODUCT_BITS)
                              > product () / 2))
      check_fail ("%d for %ld limbs", s.bits, (long) n);
#if GMP_LIMB_BITS == 64
  for (int for_crt = 0; for_crt < 2; for_crt++)
    for (mp_size_t m = 1; WORD != 32 && m < 1 << 20 && (m = cyclic_shape_of (&s, m, for_crt)) != 0; m++)
      {
        const double n = (double) (m / s.bits * 64), sum = ldexp ((for_crt ? 4 : 1) * n, 2 * s.bits - PRODUCT_BITS);
        if (!is_cyclic (&s) || sum > product () * 5 / 8 || sum > 1)
          check_fail ("%d for %ld limbs, for CRT: %d", s.bits, (long) m, for_crt);
        if (for_crt && m / 2 % s.bits != 0)
          check_fail ("no size for CRT at %ld limbs", (long) m);
      }
#endif
  check_end ();
}

int
main (void)
{
  tests_begin ();
  check_shapes ();
  const uint64_t mask = ~(uint64_t) 0 >> (64 - WORD);
  for (int i = 0; i < PRIMES; i++)
    {
      const struct prime *q = &primes[i];
      check_begin ("words of %d bits, prime %#llx", WORD, (unsigned long long) q->p);
      if (q->p > mask / 16 || q->p < mask / (WORD == 32 ? 32 : 17) || !is_prime (q->p))
        check_fail ("no prime, or not of this size");
      if (q->reciprocal != (uint64_t) (((wide) 1 << (2 * WORD - 5)) / q->p))
        check_fail ("reciprocal");
      if (((q->p * q->montgomery) & mask) != 1)
        check_fail ("inverse modulo a word");

      uint64_t cofactor = 1, digits = 0;
      for (int j = 0; j < PRIMES; j++)
        if (j != i)
          cofactor = times (cofactor, primes[j].p % q->p, q->p);
      for (int h = COLUMNS - 1; h >= 0; h--)
        digits = (uint64_t) ((((wide) digits << DIGIT) + q->cofactor[h]) % q->p);
      if (digits != cofactor || times (cofactor, q->cofactor_inverse, q->p) != 1)
        check_fail ("cofactor");
      uint64_t two = 1;
      for (int j = 1; j < PRODUCT_BITS; j++)
        two = times (two, 2, q->p);
      if (times (q->offset, cofactor, q->p) != two)
        check_fail ("offset");

      /* A multiple of the product of all primes, with k = 5, vanishes modulo each of them. */
      uint64_t rest = 0, top = 1;
      for (int h = COLUMNS - 1; h >= 0; h--)
        {
          rest = (uint64_t) ((((wide) rest << DIGIT) + minus_products[h][5]) % q->p);
          top = (uint64_t) (((wide) top << DIGIT) % q->p);
        }
      if (rest != top)
        check_fail ("multiple of the product");

      uint64_t w = q->third[0].w, w2 = q->third[1].w;
      if (w == 1 || w2 != times (w, w, q->p) || times (w, w2, q->p) != 1)
        check_fail ("cube roots of 1");
      for (int j = 0; j < 2; j++)
        if (q->third[j].q != (uint64_t) (((wide) q->third[j].w << WORD) / q->p))
          check_fail ("quotient of a cube root of 1");

      expect_roots (q->first, q->at, q->p);
      check_end ();
    }
  return tests_end ();
}
