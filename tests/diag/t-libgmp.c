/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_list_libgmp: what becomes of the calls inside a libgmp that binds them late. */

#include "../tests.h"
#include <comba.h>
#include <dlfcn.h>
#include <string.h>

enum { LIMBS = 40 };

static int
multiplies (void *libgmp)
{
  void (*init) (mpz_ptr) = (void (*) (mpz_ptr)) dlsym (libgmp, "__gmpz_init");
  void (*set) (mpz_ptr, unsigned long, unsigned long)
    = (void (*) (mpz_ptr, unsigned long, unsigned long)) dlsym (libgmp, "__gmpz_ui_pow_ui");
  void (*mul) (mpz_ptr, mpz_srcptr, mpz_srcptr)
    = (void (*) (mpz_ptr, mpz_srcptr, mpz_srcptr)) dlsym (libgmp, "__gmpz_mul");
  void (*clear) (mpz_ptr) = (void (*) (mpz_ptr)) dlsym (libgmp, "__gmpz_clear");
  if (init == NULL || set == NULL || mul == NULL || clear == NULL)
    return 0;
  mpz_t a, b, r;
  init (a), init (b), init (r);
  set (a, 2, LIMBS * GMP_LIMB_BITS - 1);
  set (b, 2, LIMBS * GMP_LIMB_BITS / 2);
  mul (r, a, b);
  clear (a), clear (b), clear (r);
  return 1;
}

int
main (void)
{
  tests_begin ();
  struct comba_bindings bindings = { 1, 2, 3 };
  char path[4096] = "unchanged";
  CHECK_THAT (comba_list_libgmp (0, path, sizeof path, &bindings) == 0 && strcmp (path, "unchanged") == 0
              && bindings.pending == 3, "without a libgmp nothing is written");

  void *libgmp = dlopen ("libgmp.so.10", RTLD_LAZY);
  CHECK_THAT (libgmp != NULL, "libgmp.so.10 can be opened");
  if (libgmp == NULL)
    return tests_end ();

  const unsigned mul = 1u << COMBA_ENTRY_MUL;
  size_t length = comba_list_libgmp (0, path, sizeof path, &bindings);
  CHECK_THAT (length == strlen (path) && strstr (path, "/libgmp.so.10") != NULL, "finds %s", path);
  CHECK_THAT ((bindings.replaceable & mul) != 0, "its calls of mpn_mul can be replaced");
  CHECK_THAT (((bindings.bound ^ bindings.pending) & mul) != 0, "they are either bound to comba or pending");
  const unsigned before = bindings.pending & mul;
  CHECK_THAT (comba_list_libgmp (1, path, sizeof path, &bindings) == 0, "there is one libgmp");

  CHECK_THAT (multiplies (libgmp), "libgmp multiplies");
  comba_list_libgmp (0, NULL, 0, &bindings);
  CHECK_THAT ((bindings.bound & mul) != 0 && (bindings.pending & mul) == 0,
              "after a call of mpn_mul, %s before, it is bound to comba", before ? "pending" : "bound");

  char start[8] = "xxxxxxx";
  CHECK_THAT (comba_list_libgmp (0, start, 4, NULL) == length && strlen (start) == 3
              && strncmp (start, path, 3) == 0 && start[4] == 'x', "a short buffer takes the beginning of the path");

  for (size_t e = 0; e < COMBA_ENTRIES; e++)
    CHECK_THAT (comba_list_entry (e) != NULL, "entry %zu has a name", e);
  CHECK_THAT (strcmp (comba_list_entry (COMBA_ENTRY_MUL), "mul") == 0, "the name of mpn_mul's entry is mul");
  CHECK_THAT (comba_list_entry (COMBA_ENTRIES) == NULL, "there is no entry beyond the last");
  return tests_end ();
}
