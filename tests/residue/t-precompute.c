/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mu and nu, checked by their definitions. */

#include "moduli.h"
#include "residue/precompute.h"

/* P mu + 1 is 0 below beta^t. */
static void
try_mu (const struct comba_config *k, mp_size_t n, mp_size_t t, int kind)
{
  mp_ptr p = new_area (n), mu = new_area (t), product = new_area (n + t), zero = new_area (t);
  mp_ptr scratch = new_scratch (comba_mod_mu_itch (t));
  random_modulus (p, n, kind, 1);
  comba_mod_mu (k, mu, t, p, n, scratch);
  reference_mul (product, p, n, mu, t);
  memset (zero, 0xff, BYTES (t));
  expect_equal (product, zero, t, "P mu for %ld limbs of P, kind %d, t = %ld", (long) n, kind,
                (long) t);
  check_area (mu, "mu"), check_area (p, "P");
  free_scratch (scratch);
  free_area (p), free_area (mu), free_area (product), free_area (zero);
}

/* nu P + rest = beta^(n+t); for P = beta^(n-1) the rest is P more. */
static void
try_nu (const struct comba_config *k, mp_size_t n, mp_size_t t, int kind, int odd)
{
  const mp_size_t size = n + t + 1;
  mp_ptr p = new_area (n), nu = new_area (t + 1), rest = new_area (n), sum = new_area (size);
  mp_ptr power = new_area (size), remainder = new_area (n);
  mp_ptr scratch = new_scratch (comba_mod_nu_itch (n, t));
  random_modulus (p, n, kind, odd);
  comba_mod_nu_rest (k, nu, rest, t, p, n, scratch);

  memset (power, 0, BYTES (size));
  power[n + t] = 1;
  reference_mod (remainder, power, size, p, n);
  expect_equal (rest, remainder, n, "beta^%ld mod P of %ld limbs, kind %d", (long) (n + t),
                (long) n, kind);

  int is_power = p[n - 1] == 1;
  for (mp_size_t i = 0; i < n - 1; i++)
    is_power &= p[i] == 0;
  reference_mul (sum, nu, t + 1, p, n);
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < size; i++)
    {
      comba_dlimb x = (comba_dlimb) sum[i] + (i < n ? rest[i] : 0) + carry;
      x += is_power && i < n ? p[i] : 0;
      sum[i] = (mp_limb_t) x;
      carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  expect_equal (sum, power, size, "nu P + rest for %ld limbs of P, kind %d, t = %ld", (long) n,
                kind, (long) t);

  memset (rest, 0, BYTES (n));
  memcpy (sum, nu, BYTES (t + 1));
  comba_mod_nu (k, nu, t, p, n, scratch);
  expect_equal (nu, sum, t + 1, "nu alone");
  check_area (nu, "nu"), check_area (rest, "rest"), check_area (p, "P");
  free_scratch (scratch);
  free_area (p), free_area (nu), free_area (rest), free_area (sum);
  free_area (power), free_area (remainder);
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: mu", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 300); n += 1 + n / 8)
    for (mp_size_t t = 1; t <= tests_max_of (k->name, 300); t += 1 + t / 8)
      try_mu (k, n, t, (int) random_below (MODULUS_KINDS));
  for (int kind = 0; kind < MODULUS_KINDS; kind++)
    {
      for (mp_size_t n = 1; n <= tests_max (40); n++)
        try_mu (k, n, n, kind);
      try_mu (k, tests_max_of (k->name, 1100), tests_max_of (k->name, 1100), kind);
    }
  check_end ();

  check_begin ("%s: nu", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 200); n += 1 + n / 6)
    for (mp_size_t t = 0; t <= tests_max_of (k->name, 200); t += 1 + t / 6)
      try_nu (k, n, t, (int) random_below (MODULUS_KINDS), (int) random_below (2));
  for (int kind = 0; kind < MODULUS_KINDS; kind++)
    for (mp_size_t n = 1; n <= tests_max (40); n++)
      for (int odd = 0; odd < 2; odd++)
        try_nu (k, n, n, kind, odd);
  try_nu (k, tests_max_of (k->name, 700), tests_max_of (k->name, 700), 7, 1);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  return tests_end ();
}
