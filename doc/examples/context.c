/* r = a^e b mod P, with a context for P. */

#include <comba.h>
#include <stdio.h>

int
main (void)
{
  mpz_t p, a, b, e, r;
  mpz_init_set_str (p, "1000000000000000000000000000057", 10);
  mpz_init_set_si (a, -2);
  mpz_init_set_ui (b, 3);
  mpz_init_set_ui (e, 101);
  mpz_init (r);

  struct comba_mod *m;
  int status = comba_mod_init_mpz (&m, p);      /* any P > 1 */
  if (status == COMBA_OK)
    {
      status = comba_mod_powm_mpz (m, r, a, e);
      if (status == COMBA_OK)
        status = comba_mod_mul_mpz (m, r, r, b);
      comba_mod_clear (m);
    }
  if (status == COMBA_OK)
    gmp_printf ("%Zd\n", r);
  else
    fprintf (stderr, "%s\n", comba_status_text (status));

  mpz_clears (p, a, b, e, r, NULL);
  return status != COMBA_OK;
}
