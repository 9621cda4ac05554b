/* Is 2^4423 - 1 a probable prime?  Fermat's test with base 3.
   There is nothing about comba in this program. */

#include <gmp.h>
#include <stdio.h>

int
main (void)
{
  mpz_t p, e, x;
  mpz_inits (p, e, x, NULL);
  mpz_ui_pow_ui (p, 2, 4423);
  mpz_sub_ui (p, p, 1);
  mpz_sub_ui (e, p, 1);
  mpz_set_ui (x, 3);
  mpz_powm (x, x, e, p);
  puts (mpz_cmp_ui (x, 1) == 0 ? "probably prime" : "composite");
  mpz_clears (p, e, x, NULL);
  return 0;
}
