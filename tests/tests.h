/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Common code of the unit tests: TAP output, operands that cause long carries, areas with guards,
   and the reference multiplication.

   COMBA_TEST_SEED=N       repeats a run (the seed is printed)
   COMBA_TEST_EFFORT=N     N times as many operands at each size (default 1)
   COMBA_TEST_MAX=LIMBS    no larger operands (for Valgrind and emulators)
   COMBA_TEST_CONFIG=NAME  only that CPU configuration, in tests with much work for each (for
                           emulators)
   COMBA_TEST_EXEC=WORDS   the emulator's command, for tests that start themselves in a new process
   COMBA_TEST_OFFLINE=1    t-storms, as root, may take a CPU of the machine offline; if it is killed
                           meanwhile, the CPU stays offline */

#ifndef COMBA_TESTS_H
#define COMBA_TESTS_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dispatch/config.h"

/* TAP.  A check is one counted result; failures inside it are diagnostics.  tests_end prints the
   plan and returns main's result. */
void tests_begin (void);
int tests_end (void);
int tests_count (int more);     /* adds to the number of checks so far; returns it */
void check_begin (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
void check_fail (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
int check_failures (void);      /* in the running check */
void check_end (void);
void check_skip (const char *reason, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

#define CHECK_THAT(condition, ...)              \
  do                                            \
    {                                           \
      check_begin (__VA_ARGS__);                \
      if (!(condition))                         \
        check_fail ("not: %s", #condition);     \
      check_end ();                             \
    }                                           \
  while (0)

/* Returns why CPU configuration CONFIG is excluded here, or NULL. */
const char *tests_why_left_out (const char *config);

/* Returns why CPU configuration k cannot run here, or NULL: it is excluded, or its why_not.  An
   exception is the ADX configurations under Valgrind, which hides ADX from CPUID and yet knows its
   instructions.  (Not AVX2, whose transforms' scratch is included only where why_not says that the
   CPU runs it.) */
const char *tests_why_not (const struct comba_config *k);

/* Returns why a test of MEMBER, a pointer of configuration comba_configs[i], is left out, or NULL: the
   pointer is NULL; the configuration is excluded or cannot run here; or an earlier one that is
   tested has the same pointer. */
#define tests_why_not_by(i, member) tests_why_not_at (i, offsetof (struct comba_config, member))
const char *tests_why_not_at (size_t i, size_t offset);

int tests_effort (void);
mp_size_t tests_max (mp_size_t wanted);

/* The same for products by configuration CONFIG: a quarter, if that has no multiplier. */
mp_size_t tests_max_of (const char *config, mp_size_t wanted);

/* The size up to which every case is tried: WANTED, or a third of it if COMBA_TEST_MAX is below
   60. */
mp_size_t tests_every_to (mp_size_t wanted);

/* Bytes of n limbs. */
#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Numbers. */
mp_limb_t random_limb (void);
unsigned long random_below (unsigned long n);

/* Below n; the same for the same size in the whole run: so shapes repeat, and with them known
   products. */
unsigned long random_for (mp_size_t size, unsigned long n);

/* The kinds of operands: all ones, zero, one bit, few bits, long runs of ones
   and zeros, uniform, zero or ones in the lower or upper half. */
enum { OPERAND_KINDS = 9 };
void random_operand (mp_ptr p, mp_size_t n, int kind);

/* Areas: n limbs between guards, which check_area checks; filled with garbage. */
mp_ptr new_area (mp_size_t n);
void check_area (mp_srcptr p, const char *what);
void free_area (mp_ptr p);

/* n limbs at the end of mapped memory (AT_END) or at its beginning, which become read-only. */
mp_ptr new_edge_area (mp_size_t n, int at_end);
void make_read_only (mp_ptr p, mp_size_t n);
void free_edge_area (mp_ptr p, mp_size_t n);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], any an, bn >= 1, by the schoolbook's method if one of
   them is at most SCHOOLBOOK_LIMBS; nothing overlaps. */
enum { SCHOOLBOOK_LIMBS = 120 };
void reference_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* Compares; a difference is a failure of the running check. */
void expect_equal (mp_srcptr rp, mp_srcptr expected, mp_size_t n, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

/* The usual sizes: 1..200, then in growing steps to MAX. */
mp_size_t next_size (mp_size_t n);

/* Checks of anything that multiplies or squares, compared with the reference. */
typedef void mul_function (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                           mp_size_t bn);
typedef void sqr_function (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* The number of kinds of operands at a size (the reference is quadratic), three if COMBA_TEST_MAX
   is below 60.  For each, f is called tests_effort times; try_mul calls it once more. */
int kinds_at (mp_size_t an, mp_size_t bn);

/* One shape, every kind of operand for a against a random kind for b; guards;
   sources must not change. */
void try_mul (mul_function *f, void *context, mp_size_t an, mp_size_t bn);
void try_sqr (sqr_function *f, void *context, mp_size_t n);

/* One shape, two pairs of operands: ones, and any; squares of ones, and of any.  For tests that
   repeat the same shape for each CPU configuration and pool. */
void try_mul_briefly (mul_function *f, void *context, mp_size_t an, mp_size_t bn);
void try_sqr_briefly (sqr_function *f, void *context, mp_size_t n);

/* One shape with sources that overlap in every way, and with areas at the edges of memory. */
void try_mul_overlaps (mul_function *f, void *context, mp_size_t an, mp_size_t bn);
void try_mul_edges (mul_function *f, void *context, mp_size_t an, mp_size_t bn);
void try_sqr_edges (sqr_function *f, void *context, mp_size_t n);

#endif
