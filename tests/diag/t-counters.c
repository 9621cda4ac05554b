/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counting: off at first; by size; from many threads; from zero in a child. */

#include "../tests.h"
#include "entry/undeclared.h"
#include "gcd/gcd.h"
#include <comba.h>
#include <pthread.h>

enum { THREADS = 8, CALLS = 5000 };

static void *
multiply (void *unused)
{
  (void) unused;
  mp_limb_t a[3] = { 1, 2, 3 }, r[6];
  for (int i = 0; i < CALLS; i++)
    mpn_mul_n (r, a, a, 3);
  return NULL;
}

/* Whether the entry is exported on this architecture. */
static int
is_counted (int e)
{
#ifdef COMBA_X86_64
  (void) e;
  return 1;
#else
  return e < COMBA_ENTRY_MUL_1 || (e >= COMBA_ENTRY_TDIV_QR && e < COMBA_ENTRY_SEC_POWM);
#endif
}

int
main (void)
{
  tests_begin ();
  mp_limb_t a[300] = { 1 }, b[300] = { 2 }, r[600];

  mpn_mul_n (r, a, b, 3);
  mpn_sqr (r, a, 3);
  mpn_mul (r, a, 5, b, 3);
  for (int e = 0; e < COMBA_ENTRIES; e++)
    CHECK_THAT (comba_calls (e, -1) == 0, "nothing is counted unasked: entry %d", e);

  CHECK_THAT (comba_count_calls (1) == 0, "counting was off");
  CHECK_THAT (comba_count_calls (1) == 1, "counting is on");

  static const struct
  {
    mp_size_t n;
    int bucket;
  } sizes[] = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 2 }, { 5, 3 }, { 8, 3 }, { 9, 4 }, { 16, 4 },
                { 17, 5 }, { 256, 8 }, { 257, 9 } };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      mp_size_t n = sizes[i].n;
      unsigned long long before[COMBA_ENTRIES];
      for (int e = 0; e < COMBA_ENTRIES; e++)
        before[e] = comba_calls (e, sizes[i].bucket);
      mpn_mul_n (r, a, b, n);
      mpn_sqr (r, a, n);
      mpn_mul (r, a, 300, b, n);
      unsigned char written[300 * 20];
      mp_limb_t number[300] = { 1 };
      number[n - 1] |= 1;
      mpn_get_str (written, 10, number, n);
      mp_limb_t modulus[300] = { 1 };
      modulus[n - 1] |= 1;
      __gmpn_powm (r, a, 1, b, 1, modulus, n, NULL);
      static const mp_limb_t zero[300];
      mpn_tdiv_qr (r, r + 300, 0, a, 300, modulus, n);
      __gmpn_div_q (r, a, 300, modulus, n, NULL);
      __gmpn_divexact (r, zero, 300, modulus, n);
      static const unsigned char digits[257 * 19] = { 1 };
      mpn_set_str (r, digits, (size_t) n * (GMP_LIMB_BITS == 64 ? 19 : 9), 10);
#ifdef COMBA_X86_64
      mpn_mul_1 (r, a, n, 7);
      mpn_addmul_1 (r, a, n, 7);
      mpn_submul_1 (r, a, n, 7);
      __gmpn_mul_basecase (r, a, 300, b, n);
      __gmpn_sqr_basecase (r, a, n);
      __gmpn_redc_1 (r + n, r, modulus, n, COMBA_LIMB_MAX);
      mp_limb_t scratch[600];
      __gmpn_mulmod_bnm1 (r, n, a, n, b, n, scratch);
      a[n - 1] |= 1;
      mpn_sqrtrem (r, scratch, a, n);
      a[0] ^= 2 * (mp_limb_t) mpn_perfect_square_p (a, n);      /* used: the function is declared pure */
      __gmpn_rootrem (r, scratch, a, n, 3);
      mpn_divrem_1 (r, 0, a, n, 7);
      r[0] = mpn_mod_1 (a, n, 7);
      mpn_divexact_1 (r, a, n, 7);
      mpn_add_n (r, a, b, n);
      mpn_sub_n (r, a, b, n);
      mpn_lshift (r, a, n, 1);
      mpn_rshift (r, a, n, 1);
      mpn_copyi (r, a, n);
      mpn_com (r, a, n);
      r[0] = mpn_popcount (a, n);
      mp_ptr tp = malloc (BYTES (mpn_sec_powm_itch (n, 2, n)));
      mpn_sec_powm (r, a, n, b, 2, modulus, n, tp);
      free (tp);
      struct comba_matrix1 m;
      if (n == 2)
        __gmpn_hgcd2 (COMBA_LIMB_MAX, 0, COMBA_LIMB_MAX / 2, 1, &m);
#endif
      check_begin ("%ld limbs count in bucket %d", (long) n, sizes[i].bucket);
      for (int e = 0; e < COMBA_ENTRIES; e++)
        if (comba_calls (e, sizes[i].bucket) != before[e] + (unsigned) (is_counted (e) && (e != COMBA_ENTRY_HGCD2 || n == 2)))
          check_fail ("entry %d", e);
      check_end ();
    }

  CHECK_THAT (comba_calls (COMBA_ENTRIES, -1) == 0, "an unknown entry counts nothing");
  CHECK_THAT (comba_calls (COMBA_ENTRY_MUL, COMBA_BUCKETS) == 0, "nor does an unknown bucket");

  unsigned long long before = comba_calls (COMBA_ENTRY_MUL_N, 2);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, multiply, NULL) != 0)
      return 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  CHECK_THAT (comba_calls (COMBA_ENTRY_MUL_N, 2) == before + THREADS * CALLS,
              "no call of %d threads is lost", THREADS);

  comba_count_calls (0);
  before = comba_calls (COMBA_ENTRY_SQR, -1);
  mpn_sqr (r, a, 3);
  CHECK_THAT (comba_calls (COMBA_ENTRY_SQR, -1) == before, "counting can be turned off");
  return tests_end ();
}
