/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A program that gives GMP its own allocators (mp_set_memory_functions): scratch never comes from
   them.  If it frees or reallocates by a function of its own, every page that comba gives back or
   keeps for later has been wiped; after powers it has been for every program.

   This file's mmap, mremap, munmap and madvise stand before the C library's, so they see every
   mapping of comba. */

#include "../tests.h"
#include "comba.h"
#include "arith/scratch.h"
#include "entry/undeclared.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LIMBS = 700, LONG = 450000, MAPPINGS = 64 };

static unsigned long asked;     /* of the program's functions */
static struct { char *at; size_t bytes; } mappings[MAPPINGS];
static int secret_given_back, unexpected;

/* Wiped memory is zero.  P and BYTES are those of pages. */
static int
has_secret (const void *p, size_t bytes)
{
  const uint64_t *words = p;
  uint64_t any = 0;
  for (size_t i = 0; i < bytes / sizeof *words; i++)
    any |= words[i];
  return any != 0;
}

static void
add_mapping (void *p, size_t bytes)
{
  for (int i = 0; i < MAPPINGS && p != MAP_FAILED; i++)
    if (mappings[i].at == NULL)
      {
        mappings[i].at = p;
        mappings[i].bytes = bytes;
        return;
      }
  unexpected += p != MAP_FAILED;
}

/* Forgets the end of a mapping from P on; it may be all of it. */
static void
remove_mapping (char *p)
{
  for (int i = 0; i < MAPPINGS; i++)
    if (mappings[i].at != NULL && p >= mappings[i].at && p < mappings[i].at + mappings[i].bytes)
      {
        mappings[i].bytes = (size_t) (p - mappings[i].at);
        if (mappings[i].bytes == 0)
          mappings[i].at = NULL;
        return;
      }
}

__attribute__ ((visibility ("default"))) void *
mmap (void *p, size_t bytes, int protection, int flags, int file, off_t offset)
{
#ifdef SYS_mmap2
  void *result = (void *) syscall (SYS_mmap2, p, bytes, protection, flags, file, offset >> 12);
#else
  void *result = (void *) syscall (SYS_mmap, p, bytes, protection, flags, file, offset);
#endif
  if (file == -1)
    add_mapping (result, bytes);
  return result;
}

__attribute__ ((visibility ("default"))) void *
mremap (void *p, size_t old_bytes, size_t bytes, int flags, ...)
{
  void *result = (void *) syscall (SYS_mremap, p, old_bytes, bytes, flags, NULL);
  if (result != MAP_FAILED)
    {
      remove_mapping (p);
      add_mapping (result, bytes);
    }
  return result;
}

__attribute__ ((visibility ("default"))) int
munmap (void *p, size_t bytes)
{
  secret_given_back |= has_secret (p, bytes);
  remove_mapping (p);
  return (int) syscall (SYS_munmap, p, bytes);
}

/* Returns whether a secret is in memory that comba keeps, or was in memory that it gave back, and
   begins anew.  OWN: also in the memory of a thread for kernels. */
static int
leaks_in (int own)
{
  int found = secret_given_back;
  secret_given_back = 0;
  for (int i = 0; i < MAPPINGS; i++)
    if (mappings[i].at != NULL)
      {
        if (own || mappings[i].bytes != COMBA_OWN_LIMBS * sizeof (mp_limb_t))
          found |= has_secret (mappings[i].at, mappings[i].bytes);
        memset (mappings[i].at, 0, mappings[i].bytes);
      }
  return found;
}

static int
leaks (void)
{
  return leaks_in (1);
}

static void *
allocate (size_t bytes)
{
  asked++;
  return malloc (bytes);
}

static void *
reallocate (void *p, size_t old_bytes, size_t bytes)
{
  (void) old_bytes;
  asked++;
  return realloc (p, bytes);
}

static void
release (void *p, size_t bytes)
{
  (void) bytes;
  asked++;
  free (p);
}

static mp_ptr a, b, r, expected;

static void
multiply (mp_size_t n)
{
  random_operand (a, n, 0);
  random_operand (b, n, 0);
  leaks ();
  mpn_mul_n (r, a, b, n);
}

static void
try_products (const char *name, int wiped)
{
  multiply (LIMBS);
  reference_mul (expected, a, LIMBS, b, LIMBS);
  check_begin ("%s: scratch of a product", name);
  expect_equal (r, expected, 2 * LIMBS, "product");
  if (asked > 0)
    check_fail ("the program's functions were asked");
  if (leaks () == wiped)
    check_fail (wiped ? "not wiped" : "wiped for nothing, or not seen");
  check_end ();

  /* So long that its end is given back. */
  if (tests_max (LONG) < LONG)
    {
      check_skip ("COMBA_TEST_MAX is less", "%s: long scratch", name);
      return;
    }
  check_begin ("%s: long scratch", name);
  multiply (LONG);
  if (leaks () == wiped)
    check_fail (wiped ? "not wiped" : "wiped for nothing, or not seen");
  if (asked > 0)
    check_fail ("the program's functions were asked");
  check_end ();
}

static void
try_powers (const char *name)
{
  const mp_limb_t e[2] = { 65537, 3 };
  check_begin ("%s: powers are wiped", name);
  for (mp_size_t n = 20; n <= LIMBS; n += n / 3)
    for (mp_size_t en = 1; en <= 2; en++)
      {
        random_operand (a, n, 0);
        random_operand (b, n, 0);
        b[0] |= 1, b[n - 1] |= 1;
        leaks ();
        __gmpn_powm (r, a, n, e, en, b, n, NULL);
        if (leaks_in (en > 1))
          check_fail ("modulo %ld limbs, an exponent of %ld", (long) n, (long) en);
        if (asked > 0)
          check_fail ("the program's functions were asked");
      }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  a = new_area (LONG), b = new_area (LONG), r = new_area (2 * LONG), expected = new_area (2 * LIMBS);

  try_products ("GMP's own functions", 0);
  try_powers ("GMP's own functions");

  mp_set_memory_functions (allocate, NULL, NULL);
  try_products ("an allocate function", 0);
  mp_set_memory_functions (NULL, NULL, release);
  try_products ("a free function", 1);
  mp_set_memory_functions (NULL, reallocate, NULL);
  try_products ("a reallocate function", 1);
  mp_set_memory_functions (allocate, reallocate, release);
  for (int threads = 1; threads <= 2; threads++)
    {
      comba_set_num_threads (threads);
      try_products (threads == 1 ? "all functions" : "all functions, two threads", 1);
      try_powers (threads == 1 ? "all functions" : "all functions, two threads");
    }
  CHECK_THAT (asked == 0, "nothing was asked of the program's functions");
  CHECK_THAT (unexpected == 0, "all mappings were seen");
  return tests_end ();
}
