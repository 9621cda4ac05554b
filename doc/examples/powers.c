/* Ten powers modulo one number, side by side where that is faster. */

#include <stdio.h>
#include <comba.h>

enum { N = 32, COUNT = 10 };

int
main (void)
{
  static mp_limb_t p[N], e[N], b[COUNT][N], r[COUNT][N];
  struct comba_power powers[COUNT];
  mpn_random (p, N);
  mpn_random (e, N);
  p[0] |= 1;
  for (int i = 0; i < COUNT; i++)
    {
      mpn_random (b[i], N);
      powers[i] = (struct comba_power) {
        .rp = r[i], .bp = b[i], .bn = N, .ep = e, .en = N, .pp = p, .n = N
      };
    }

  int status = comba_powm_many (powers, COUNT);
  if (status != COMBA_OK)
    {
      fprintf (stderr, "powers: %s\n", comba_status_text (status));
      return 1;
    }

  mpz_t base, exponent, modulus, power, first;
  mpz_roinit_n (base, b[0], N);
  mpz_roinit_n (exponent, e, N);
  mpz_roinit_n (modulus, p, N);
  mpz_init (power);
  mpz_powm (power, base, exponent, modulus);
  if (mpz_cmp (power, mpz_roinit_n (first, r[0], N)) == 0)
    puts ("the same as mpz_powm");
  mpz_clear (power);
  return 0;
}
