/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A program that opens GMP as PHP opens its extension: with RTLD_DEEPBIND, so that libgmp's
   internal calls bypass preloaded libraries.  Then it opens the libraries that its arguments name,
   squares a number and ends with exit code 3. */

#include <dlfcn.h>
#include <gmp.h>
#include <stdio.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF (x)
#define FIND(name) __typeof__ (name) *const gmp_##name = dlsym (gmp, TEXT (name))

int
main (int argc, char **argv)
{
  void *gmp = dlopen ("libgmp.so.10", RTLD_LAZY | RTLD_GLOBAL | RTLD_DEEPBIND);
  if (gmp == NULL)
    return fprintf (stderr, "%s\n", dlerror ()), 1;
  for (int i = 1; i < argc; i++)
    if (dlopen (argv[i], RTLD_NOW) == NULL)
      return fprintf (stderr, "%s\n", dlerror ()), 1;

  FIND (mpz_init);
  FIND (mpz_ui_pow_ui);
  FIND (mpz_mul);
  FIND (mpz_sizeinbase);
  mpz_t x;
  gmp_mpz_init (x);
  gmp_mpz_ui_pow_ui (x, 3, 25236);
  gmp_mpz_mul (x, x, x);
  printf ("bits %zu\n", gmp_mpz_sizeinbase (x, 2));
  return 3;
}
