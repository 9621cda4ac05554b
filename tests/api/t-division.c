/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_div_init, comba_div_qr and comba_div_r: every error with nothing written, short numerators,
   no memory, operands at the end of memory, threads that share a context.  Quotients of every size
   and algorithm: tests/div/t-divisor.c. */

#include "../tests.h"
#include "status.h"
#include "../div/operands.h"
#include "div/divisor.h"
#include <comba.h>
#include <pthread.h>

enum { MAX = 400, THREADS = 4 };

static void
expect_untouched (mp_srcptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    if (p[i] != 77)
      {
        check_fail ("a result was written");
        return;
      }
}

static void
fill (mp_ptr p, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    p[i] = 77;
}

static void
try_errors (void)
{
  const mp_limb_t d[3] = { 5, 6, 7 }, high[2] = { 3, 0 };
  mp_limb_t q[4], r[4], n[4] = { 1, 2, 3, 4 };
  struct comba_div *const none = (struct comba_div *) q, *context = none;
  expect (comba_div_init (&context, d, 0), COMBA_BAD_SIZE, "no limbs");
  expect (comba_div_init (&context, d, -1), COMBA_BAD_SIZE, "a negative size");
  expect (comba_div_init (&context, high, 2), COMBA_BAD_SIZE, "a high limb of 0");
  expect (comba_div_init (&context, d, (mp_size_t) ((size_t) -1 / 2 - 1)), COMBA_BAD_SIZE, "too large");
  if (context != none)
    check_fail ("a context was written");
  expect (comba_div_init (&context, d, 3), COMBA_OK, "a divisor");
  fill (q, 4), fill (r, 4);
  expect (comba_div_qr (context, q, r, n, 2), COMBA_BAD_SIZE, "N shorter than D");
  expect (comba_div_qr (context, q, r, n, -1), COMBA_BAD_SIZE, "a negative size");
  expect (comba_div_r (context, r, n, -1), COMBA_BAD_SIZE, "a negative size");
  expect_untouched (q, 4), expect_untouched (r, 4);

  const mp_limb_t short_rest[4] = { 1, 2, 0, 77 }, zero[4] = { 0, 0, 0, 77 };
  expect (comba_div_r (context, r, n, 2), COMBA_OK, "a short numerator");
  expect_equal (r, short_rest, 4, "a short numerator");
  fill (r, 4);
  expect (comba_div_r (context, r, n, 0), COMBA_OK, "N = 0");
  expect_equal (r, zero, 4, "N = 0");
  comba_div_clear (context);
  comba_div_clear (NULL);
}

static void
try_no_memory (void)
{
  struct comba_div *context, *unchanged = NULL;
  struct operands o;
  make (&o, 2 * MAX, MAX, 5, 5, TOP_ANY, REST_ANY);
  mp_ptr q = new_area (o.qn), r = new_area (o.dn);
  fill (q, o.qn), fill (r, o.dn);
  expect (comba_div_init (&context, o.d, o.dn), COMBA_OK, "a divisor");
  comba_set_memory_max (1);
  if (context->in > 0)          /* scratch is for a reciprocal */
    {
      expect (comba_div_init (&unchanged, o.d, o.dn), COMBA_NO_MEMORY, "no memory for a divisor");
      if (unchanged != NULL)
        check_fail ("a context was written");
    }
  expect (comba_div_qr (context, q, r, o.n, o.nn), COMBA_NO_MEMORY, "no memory for a quotient");
  expect (comba_div_r (context, r, o.n, o.nn), COMBA_NO_MEMORY, "no memory for a remainder");
  expect_untouched (q, o.qn), expect_untouched (r, o.dn);
  /* Enough for a copy of N, not for products with the reciprocal. */
  comba_set_memory_max ((size_t) (2 * MAX + 1) * sizeof (mp_limb_t) + 8192);
  expect (comba_div_qr (context, q, r, o.n, o.nn), COMBA_OK, "little memory");
  expect_equal (q, o.q, o.qn, "little memory");
  expect_equal (r, o.r, o.dn, "little memory");
  comba_set_memory_max (SIZE_MAX);
  check_area (q, "q"), check_area (r, "r");
  comba_div_clear (context);
  free_area (q), free_area (r), release (&o);
}

/* The operands end where memory ends. */
static void
try_edges (void)
{
  for (mp_size_t dn = 1; dn <= tests_max (40); dn++)
    for (mp_size_t nn = dn; nn <= 2 * dn + 3; nn++)
      {
        struct comba_div *context;
        struct operands o;
        make (&o, nn, dn, 5, 5, TOP_ANY, REST_ANY);
        expect (comba_div_init (&context, o.d, dn), COMBA_OK, "a divisor");
        mp_ptr n = new_edge_area (nn, 1), q = new_edge_area (o.qn, 1), r = new_edge_area (dn, 1);
        memcpy (n, o.n, BYTES (nn));
        make_read_only (n, nn);
        expect (comba_div_qr (context, q, r, n, nn), COMBA_OK, "a quotient");
        expect_equal (q, o.q, o.qn, "quotient of %ld by %ld limbs", (long) nn, (long) dn);
        expect_equal (r, o.r, dn, "remainder of %ld by %ld limbs", (long) nn, (long) dn);
        memset (r, 0, BYTES (dn));
        expect (comba_div_r (context, r, n, nn), COMBA_OK, "a remainder");
        expect_equal (r, o.r, dn, "remainder alone of %ld by %ld limbs", (long) nn, (long) dn);
        free_edge_area (n, nn), free_edge_area (q, o.qn), free_edge_area (r, dn);
        comba_div_clear (context);
        release (&o);
      }
}

struct user
{
  const struct comba_div *context;
  const struct operands *o;
  int wrong;
};

static void *
use (void *argument)
{
  struct user *const u = argument;
  const struct operands *const o = u->o;
  const int calls = o->dn <= tests_max (3000) ? 200 : 20;
  mp_ptr q = malloc (BYTES (o->qn)), r = malloc (BYTES (o->dn));
  for (int i = 0; i < calls; i++)
    u->wrong |= comba_div_qr (u->context, q, r, o->n, o->nn) != COMBA_OK || memcmp (q, o->q, BYTES (o->qn)) != 0
                || memcmp (r, o->r, BYTES (o->dn)) != 0;
  free (q), free (r);
  return NULL;
}

static void
try_threads (mp_size_t dn)
{
  struct comba_div *context;
  struct operands o[THREADS];
  struct user users[THREADS];
  pthread_t threads[THREADS];
  make (&o[0], 2 * dn, dn, 5, 5, TOP_ANY, REST_ANY);
  for (int i = 1; i < THREADS; i++)
    make_for (&o[i], 2 * dn + i, dn, o[0].d, 5, REST_ANY);
  expect (comba_div_init (&context, o[0].d, dn), COMBA_OK, "a divisor");
  int started = 0;
  for (; started < THREADS; started++)
    {
      users[started] = (struct user) { context, &o[started], 0 };
      if (pthread_create (&threads[started], NULL, use, &users[started]) != 0)
        break;
    }
  for (int i = 0; i < started; i++)
    {
      pthread_join (threads[i], NULL);
      if (users[i].wrong)
        check_fail ("thread %d has a wrong result", i);
    }
  comba_div_clear (context);
  for (int i = 0; i < THREADS; i++)
    release (&o[i]);
}

int
main (void)
{
  tests_begin ();
  check_begin ("errors");
  try_errors ();
  check_end ();
  check_begin ("no memory");
  try_no_memory ();
  check_end ();
  check_begin ("operands at the end of memory");
  try_edges ();
  check_end ();
  const mp_size_t sizes[] = { 1, 2, 7, 30, 100, MAX };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      check_begin ("%d threads share a divisor of %ld limbs", THREADS, (long) sizes[i]);
      try_threads (sizes[i]);
      check_end ();
    }
  comba_set_num_threads (2);
  check_begin ("a quotient by several threads");
  try_threads (3000);
  check_end ();
  return tests_end ();
}
