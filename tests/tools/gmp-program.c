/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A program that uses GMP's public functions and no mpn function: 3^25236 has 12041 digits.  A
   square, a power modulo 7^100.  Ends with exit code 3. */

#include <gmp.h>
#include <stdio.h>

int
main (void)
{
  mpz_t x, p;
  mpz_inits (x, p, NULL);
  mpz_ui_pow_ui (x, 3, 25236);
  printf ("digits %zu\n", mpz_sizeinbase (x, 10));
  mpz_mul (x, x, x);
  mpz_ui_pow_ui (p, 7, 100);
  mpz_powm_ui (x, x, 1000, p);
  mpz_clears (x, p, NULL);
  return 3;
}
