/* Paillier's cryptosystem: a product of ciphertexts modulo n^2 is a
   ciphertext of the sum.  A demonstration, with a tiny key: comba_mod_
   functions are not constant-time.  With real keys use mpz_powm_sec. */

#include <comba.h>
#include <stdio.h>
#include <stdlib.h>

static void
must (int status)
{
  if (status != COMBA_OK)
    {
      fprintf (stderr, "%s\n", comba_status_text (status));
      exit (1);
    }
}

/* c = (1 + m n) r^n mod n^2, for a random r. */
static void
encrypt (mpz_t c, const mpz_t m, const mpz_t r, const mpz_t n,
         const struct comba_mod *square)
{
  mpz_t s;
  mpz_init (s);
  must (comba_mod_powm_mpz (square, s, r, n));
  mpz_mul (c, m, n);
  mpz_add_ui (c, c, 1);
  must (comba_mod_mul_mpz (square, c, c, s));
  mpz_clear (s);
}

/* m = (c^lambda mod n^2 - 1) / n / lambda mod n. */
static void
decrypt (mpz_t m, const mpz_t c, const mpz_t lambda, const mpz_t n,
         const struct comba_mod *square)
{
  mpz_t inverse;
  mpz_init (inverse);
  mpz_invert (inverse, lambda, n);
  must (comba_mod_powm_mpz (square, m, c, lambda));
  mpz_sub_ui (m, m, 1);
  mpz_divexact (m, m, n);
  mpz_mul (m, m, inverse);
  mpz_mod (m, m, n);
  mpz_clear (inverse);
}

int
main (void)
{
  mpz_t p, q, n, n2, lambda, a, b, r;
  mpz_inits (p, q, n, n2, lambda, a, b, r, NULL);
  mpz_ui_pow_ui (p, 3, 100);
  mpz_ui_pow_ui (q, 5, 68);
  mpz_nextprime (p, p);
  mpz_nextprime (q, q);
  mpz_mul (n, p, q);
  mpz_mul (n2, n, n);
  mpz_sub_ui (p, p, 1);
  mpz_sub_ui (q, q, 1);
  mpz_lcm (lambda, p, q);

  struct comba_mod *square;
  must (comba_mod_init_mpz (&square, n2));
  mpz_set_ui (a, 1200);
  mpz_set_ui (b, 34);
  mpz_set_ui (r, 56789);
  encrypt (a, a, r, n, square);
  mpz_set_ui (r, 98765);
  encrypt (b, b, r, n, square);
  must (comba_mod_mul_mpz (square, a, a, b));
  decrypt (a, a, lambda, n, square);
  gmp_printf ("1200 + 34 = %Zd\n", a);

  comba_mod_clear (square);
  mpz_clears (p, q, n, n2, lambda, a, b, r, NULL);
  return 0;
}
