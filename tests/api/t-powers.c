/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Many powers and squaring chains of comba.h: every error with nothing written, chains that are
   interrupted and resumed.  Results of powers: tests/powm/t-powm-many.c. */

#include "../residue/moduli.h"
#include "status.h"
#include <comba.h>

enum { MAX = 60, T = 300 };

static void
try_errors (void)
{
  mp_limb_t r[4], b[4] = { 1, 2, 3, 4 }, e[2] = { 5, 6 }, p[4] = { 7, 0, 0, 9 }, zero[2] = { 0, 0 }, one[1] = { 1 }, high[2] = { 3, 0 };
  mp_limb_t even[4] = { 6, 1, 0, 9 };
  const struct comba_power good = { r, b, 4, e, 2, p, 4 };
  struct { struct comba_power power; int status, sec; } cases[8];
  int count = 0;
#define CASE(s, q, ...) do { struct comba_power x = good; __VA_ARGS__; cases[count].power = x; cases[count].status = s; \
                             cases[count++].sec = q; } while (0)
  CASE (COMBA_BAD_SIZE, COMBA_BAD_SIZE, x.n = 0);
  CASE (COMBA_BAD_MODULUS, COMBA_BAD_MODULUS, (x.pp = zero, x.n = 2));
  CASE (COMBA_BAD_MODULUS, COMBA_BAD_MODULUS, (x.pp = one, x.n = 1));
  CASE (COMBA_BAD_SIZE, COMBA_BAD_SIZE, (x.pp = high, x.n = 2));
  CASE (COMBA_BAD_EXPONENT, COMBA_BAD_EXPONENT, x.en = -1);
  CASE (COMBA_OK, COMBA_BAD_SIZE, x.bn = -4);
  CASE (COMBA_OK, COMBA_EVEN_MODULUS, x.pp = even);
  for (int i = 0; i < count; i++)
    for (int sec = 0; sec < 2; sec++)
      {
        struct comba_power powers[3] = { good, good, cases[i].power };
        mp_limb_t first[4] = { 0 }, second[4];
        powers[0].rp = first;
        powers[1].rp = second;
        const int status = sec ? cases[i].sec : cases[i].status;
        expect (sec ? comba_powm_many_sec (powers, 3) : comba_powm_many (powers, 3), status, "powers");
        if (status != COMBA_OK && (first[0] | first[1] | first[2] | first[3]) != 0)
          check_fail ("a result was written");
      }
  expect (comba_powm_many (NULL, 0), COMBA_OK, "no powers");
  comba_set_memory_max (1);
  mp_limb_t big_p[100], big_e[100], big_r[100];
  memset (big_p, 0xff, sizeof big_p), memset (big_e, 0xff, sizeof big_e), memset (big_r, 0, sizeof big_r);
  const struct comba_power big = { big_r, big_p, 99, big_e, 100, big_p, 100 };
  expect (comba_powm_many (&big, 1), COMBA_NO_MEMORY, "without memory");
  expect (comba_powm_many_sec (&big, 1), COMBA_NO_MEMORY, "without memory");
  comba_set_memory_max (SIZE_MAX);
  for (int i = 0; i < 100; i++)
    if (big_r[i] != 0)
      check_fail ("a result was written");
}

struct state
{
  const struct comba_mod *context;
  mp_srcptr expected;           /* after every squaring, from 0 on */
  mp_ptr last;
  mp_size_t n;
  unsigned long long from, every, done, stop;
  int calls;
};

static int
progress (void *arg, unsigned long long done, mp_srcptr xp)
{
  struct state *const s = arg;
  s->calls++;
  if (done % s->every != 0)
    check_fail ("called after %llu squarings", done);
  expect_equal (xp, s->expected + (s->from + done) * (unsigned long long) s->n, s->n, "%llu squarings", done);
  memcpy (s->last, xp, BYTES (s->n));
  s->done = done;
  return done >= s->stop;
}

static void
try_chain (mp_size_t n, int odd)
{
  mp_ptr p = new_area (n), r = new_area (n), last = new_area (n), expected = new_area ((T + 1) * n);
  struct comba_mod *context;
  random_modulus (p, n, (int) random_below (MODULUS_KINDS), odd);
  expect (comba_mod_init (&context, p, n), COMBA_OK, "context");
  random_residue (expected, p, n, (int) random_below (RESIDUE_KINDS));
  for (mp_size_t i = 0; i < T; i++)
    expect (comba_mod_sqr (context, expected + (i + 1) * n, expected + i * n), COMBA_OK, "square");
  for (unsigned long long t = 0; t <= T; t += t < 4 ? 1 : 1 + random_below (200))
    {
      struct state s = { context, expected, last, n, 0, 1 + random_below (100), 0, ~0ull, 0 };
      memcpy (r, expected, BYTES (n));
      expect (comba_mod_sqr_chain (context, r, r, t, s.every, random_below (4) ? progress : NULL, &s), COMBA_OK, "chain");
      expect_equal (r, expected + t * (unsigned long long) n, n, "%llu squares modulo %ld limbs", t, (long) n);
      if (s.calls > 0 && (unsigned long long) s.calls != (t - 1) / s.every)
        check_fail ("%d calls for %llu squares, every %llu", s.calls, t, s.every);

      s.calls = 0;
      s.stop = 1 + random_below (T);
      const int status = comba_mod_sqr_chain (context, r, expected, t, s.every, progress, &s);
      if (status == COMBA_STOPPED)
        {
          expect_equal (r, last, n, "the state after %llu squarings", s.done);
          s.from = s.done;
          s.stop = ~0ull;
          expect (comba_mod_sqr_chain (context, r, r, t - s.from, s.every, progress, &s), COMBA_OK, "resumed");
        }
      else
        expect (status, COMBA_OK, "chain");
      expect_equal (r, expected + t * (unsigned long long) n, n, "%llu squares, resumed", t);
    }
  expect (comba_mod_sqr_chain (context, r, expected, 1, 0, NULL, NULL), COMBA_BAD_SIZE, "every 0");
  expect (comba_mod_sqr_chain (context, r, p, 1, 1, NULL, NULL), COMBA_BAD_RESIDUE, "no residue");
  check_area (r, "chain");
  comba_mod_clear (context);
  free_area (p), free_area (r), free_area (last), free_area (expected);
}

static int
note_progress (void *arg, unsigned long long done, mp_srcptr xp)
{
  (void) xp;
  unsigned long long *const sum = arg;
  *sum = 100000 * *sum + done;
  return 0;
}

/* Longer than a chain holds the pool at a time, and so is every stretch between two calls. */
static void
try_long_chain (void)
{
  enum { N = 3 };
  unsigned long long calls = 0;
  mp_limb_t p[N], a[N], r[N];
  struct comba_mod *context;
  random_modulus (p, N, 0, 1);
  random_residue (a, p, N, RESIDUE_KINDS - 1);
  expect (comba_mod_init (&context, p, N), COMBA_OK, "context");
  expect (comba_mod_sqr_chain (context, r, a, 5000, 2100, note_progress, &calls), COMBA_OK, "chain");
  if (calls != 210004200)
    check_fail ("called after %llu squarings, not after 2100 and 4200", calls);
  for (int i = 0; i < 5000; i++)
    comba_mod_sqr (context, a, a);
  expect_equal (r, a, N, "a long chain");
  comba_mod_clear (context);
}

int
main (void)
{
  tests_begin ();
  check_begin ("errors of many powers");
  try_errors ();
  check_end ();
  for (int threads = 1; threads <= 2; threads++)
    {
      comba_set_num_threads (threads);
      check_begin ("squaring chains, threads: %d", threads);
      for (mp_size_t n = 1; n <= tests_max (MAX); n += n < 20 ? 1 : 9)
        for (int odd = 0; odd < 2; odd++)
          try_chain (n, odd);
      try_chain (tests_max (120), 1);
      try_long_chain ();
      check_end ();
    }
  return tests_end ();
}
