/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The exported functions on i386, called with the stack at any multiple of 4 bytes, as old programs
   and those compiled with -mpreferred-stack-boundary=2 do.  A vector stored on such a stack ends
   the process.  Products against the reference, modular functions against the same calls on a stack
   that is aligned. */

#include "each_config.h"
#include "../residue/moduli.h"
#include "entry/undeclared.h"
#include <comba.h>

/* Calls FUNCTION with the stack and the arguments at SP. */
uintptr_t tests_call_at (uintptr_t function, void *sp);
__asm__ (".text\n"
         "tests_call_at:\n\t"
         "pushl %ebp\n\t"
         "movl %esp, %ebp\n\t"
         "movl 8(%ebp), %eax\n\t"
         "movl 12(%ebp), %esp\n\t"
         "call *%eax\n\t"
         "leave\n\t"
         "ret");

enum { STACK_BYTES = 1 << 18, ARGUMENTS = 8 };
static _Alignas (64) char stack[STACK_BYTES];

/* The distance of the stack from a multiple of 64 bytes at a call: 0 to 60. */
static unsigned offset;

static uintptr_t
call (uintptr_t function, const uintptr_t *arguments)
{
  char *sp = stack + STACK_BYTES - 128 - offset;
  memcpy (sp, arguments, ARGUMENTS * sizeof *arguments);
  return tests_call_at (function, sp);
}

#define CALL(function, ...) \
  call ((uintptr_t) function, (uintptr_t[ARGUMENTS]) { __VA_ARGS__ })
#define P(p) (uintptr_t) (p)

static void
mul (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context;
  if ((mp_limb_t) CALL (mpn_mul, P (rp), P (ap), P (an), P (bp), P (bn)) != rp[an + bn - 1])
    check_fail ("%ldx%ld: not the top limb", (long) an, (long) bn);
}

static void
mul_n (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) context, (void) bn;
  CALL (mpn_mul_n, P (rp), P (ap), P (bp), P (an));
}

static void
sqr (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) context;
  CALL (mpn_sqr, P (rp), P (ap), P (n));
}

/* Every size to 40, and some for each algorithm above. */
static mp_size_t
next (mp_size_t n)
{
  return n < 40 ? n + 1 : n + n / 2;
}

static void
try_products (const char *config)
{
  check_begin ("%s: mpn_mul, mpn_mul_n, mpn_sqr, the stack is off by %u", config, offset);
  for (mp_size_t n = 1; n <= (strcmp (config, "no_multiplier") == 0 ? 500 : 2500); n = next (n))
    {
      try_mul_briefly (mul_n, NULL, n, n);
      try_mul_briefly (mul, NULL, n, n);
      try_mul_briefly (mul, NULL, n + 1 + n / 3, n);
      try_mul_briefly (mul, NULL, 3 * n, n);
      try_sqr (sqr, NULL, n);
    }
  check_end ();
}

/* Results of all modular functions, n limbs each. */
enum { RESULTS = 8 };

static void
modular (mp_ptr rp, mp_size_t n, mp_srcptr ap, mp_srcptr bp, mp_srcptr pp)
{
  static const mp_limb_t e[] = { 0x1234567, 0xfedcba98, 0x10001 };
  const mp_size_t en = n < 3 ? n : 3;
  struct comba_mod *c = NULL;
  uintptr_t status = CALL (comba_mod_init, P (&c), P (pp), P (n));
  if (status != COMBA_OK)
    {
      check_fail ("%ld limbs: no context", (long) n);
      return;
    }
  mp_size_t rep = (mp_size_t) CALL (comba_mod_encoded_size, P (c));
  mp_ptr x = new_scratch ((size_t) rep), y = new_scratch ((size_t) rep);
  mp_ptr both = new_area (2 * n);
  memcpy (both, ap, (size_t) n * sizeof (mp_limb_t));
  memcpy (both + n, bp, (size_t) n * sizeof (mp_limb_t));

  CALL (__gmpn_powm, P (rp), P (ap), P (n), P (e), P (en), P (pp), P (n), 0);
  status |= CALL (comba_mod_mul, P (c), P (rp + n), P (ap), P (bp));
  status |= CALL (comba_mod_sqr, P (c), P (rp + 2 * n), P (ap));
  status |= CALL (comba_mod_reduce, P (c), P (rp + 3 * n), P (both), P (2 * n));
  status |= CALL (comba_mod_powm, P (c), P (rp + 4 * n), P (ap), P (e), P (en));
  status |= CALL (comba_mod_encode, P (c), P (x), P (ap));
  status |= CALL (comba_mod_encode, P (c), P (y), P (bp));
  status |= CALL (comba_mod_decode, P (c), P (rp + 5 * n), P (x));
  status |= CALL (comba_mod_mul_encoded, P (c), P (y), P (x), P (y));
  status |= CALL (comba_mod_decode, P (c), P (rp + 6 * n), P (y));
  status |= CALL (comba_mod_sqr_encoded, P (c), P (x), P (x));
  status |= CALL (comba_mod_decode, P (c), P (rp + 7 * n), P (x));
  if (status != COMBA_OK)
    check_fail ("%ld limbs: refused", (long) n);
  CALL (comba_mod_clear, P (c));
  free_area (both);
  free_scratch (x), free_scratch (y);
}

static void
try_modular (const char *config, unsigned off)
{
  check_begin ("%s: mpn_powm, comba_mod_*, the stack is off by %u", config, off);
  for (mp_size_t n = 1; n <= (strcmp (config, "no_multiplier") == 0 ? 20 : 200); n = next (n + n / 8))
    {
      mp_ptr p = new_area (n), a = new_area (n), b = new_area (n);
      mp_ptr r = new_area (RESULTS * n), expected = new_area (RESULTS * n);
      random_modulus (p, n, (int) random_below (MODULUS_KINDS), 1);
      random_residue (a, p, n, RESIDUE_KINDS - 1);
      random_residue (b, p, n, RESIDUE_KINDS - 1);
      offset = 0;
      modular (expected, n, a, b, p);
      offset = off;
      modular (r, n, a, b, p);
      expect_equal (r, expected, RESULTS * n, "%ld limbs", (long) n);
      check_area (r, "results");
      free_area (p), free_area (a), free_area (b), free_area (r), free_area (expected);
    }
  check_end ();
}

static void
body (const char *config)
{
  static const unsigned offsets[] = { 4, 8, 12, 60 };
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
    {
      offset = offsets[i];
      try_products (config);
      try_modular (config, offset);
    }
}

int
main (int argc, char **argv)
{
  return tests_each_config (argc, argv, body);
}
