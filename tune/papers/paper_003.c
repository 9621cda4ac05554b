/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* P. Giorgi, L. Imbert, T. Izard, Parallel modular multiplication on multi-core processors,
   2013. */

#include "papers.h"
#include "residue/representation.h"
#include "split/method.h"
#include "ways.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  SIZES = 9,
  ROUNDS_EACH = 6                    /* for each time, a second or two apart: other programs on a
                                        worker's CPU are not detected, but go away */
};
static const int bits[SIZES] = { 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384 };

/* Table 2, in microseconds; zero where it is empty.  METHOD is NULL for methods without several
   threads here: libcomba's Montgomery multiplication has one.  The paper has no products in
   radix-2^52 digits, which have no parts. */
static const struct row
{
  int threads;
  const char *name;
  const struct comba_split_method *method;
  int parts;
  double us[SIZES];
  int digits;
} rows[] = {
  { .threads = 2, .name = "bipartite in digits", .digits = 1 },
  { 2, "bipartite", &comba_bipartite, 2, { 0 } },
  { 2, "2-ary v1", &comba_multipartite_1, 2, { 0 } },
  { 2, "2-ary v2", &comba_multipartite_2, 2, { 0 } },
  { 3, "Montgomery", NULL, 0,
    { 3.63, 4.15, 4.95, 6.71, 8.84, 13.42, 20.11, 33.96, 50.50 } },
  { .threads = 3, .name = "bipartite in digits", .digits = 1 },
  { 3, "tripartite", &comba_tripartite, 2, { 0 } },
  { 3, "2-ary v1", &comba_multipartite_1, 2,
    { 2.59, 3.23, 3.83, 5.49, 7.43, 12.24, 18.26, 32.17, 48.40 } },
  { 3, "2-ary v2", &comba_multipartite_2, 2,
    { 1.47, 2.04, 2.86, 4.84, 7.45, 12.91, 19.95, 37.59, 58.48 } },
  { 4, "Montgomery", NULL, 0,
    { 3.73, 4.34, 4.94, 6.54, 9.60, 13.05, 19.09, 33.09, 49.77 } },
  { .threads = 4, .name = "bipartite in digits", .digits = 1 },
  { 4, "bipartite", &comba_bipartite, 2,
    { 3.93, 4.08, 4.69, 6.27, 7.94, 12.13, 17.12, 29.60, 44.65 } },
  { 4, "4-ary v1", &comba_multipartite_1, 4,
    { 2.75, 3.05, 3.68, 5.06, 7.07, 11.40, 17.38, 31.04, 48.16 } },
  { 4, "4-ary v2", &comba_multipartite_2, 4,
    { 1.68, 2.14, 2.90, 4.74, 7.20, 13.43, 20.60, 37.88, 60.99 } },
  { 6, "Montgomery", NULL, 0,
    { 4.66, 5.10, 5.71, 6.70, 8.72, 12.18, 17.30, 26.82, 41.94 } },
  { .threads = 6, .name = "bipartite in digits", .digits = 1 },
  { 6, "bipartite", &comba_bipartite, 2,
    { 4.82, 5.20, 5.39, 6.45, 7.88, 10.99, 15.16, 22.92, 34.58 } },
  { 6, "4-ary v1", &comba_multipartite_1, 4,
    { 3.32, 3.47, 3.83, 5.13, 6.56, 9.72, 14.48, 24.13, 36.22 } },
  { 6, "4-ary v2", &comba_multipartite_2, 4,
    { 1.95, 2.42, 3.03, 4.96, 6.91, 12.00, 17.82, 32.08, 49.84 } },
  { 8, "Montgomery", NULL, 0,
    { 7.62, 7.99, 8.59, 10.51, 13.01, 16.39, 20.18, 30.59, 42.36 } },
  { .threads = 8, .name = "bipartite in digits", .digits = 1 },
  { 8, "bipartite", &comba_bipartite, 2,
    { 10.12, 9.98, 10.33, 11.05, 12.25, 15.45, 18.90, 26.61, 36.58 } },
  { 8, "8-ary v1", &comba_multipartite_1, 8,
    { 5.85, 6.03, 6.44, 7.57, 8.87, 12.18, 16.06, 25.43, 37.80 } },
  { 8, "8-ary v2", &comba_multipartite_2, 8,
    { 3.98, 4.29, 4.92, 6.59, 8.84, 13.81, 19.88, 33.92, 51.10 } },
};
enum { ROWS = sizeof rows / sizeof rows[0] };
static const double best_sequential[SIZES] = {
  1.32, 2.53, 4.13, 8.18, 13.06, 26.03, 41.10, 79.76, 125.18
};

/* One thread. */
enum { GMP, MONTGOMERY, BARRETT, SEQUENTIAL };
static const char *const sequential_names[SEQUENTIAL] = {
  "GMP mul + tdiv_qr", "Montgomery", "Barrett"
};

/* One modulus, and the parameters of one way of multiplying. */
struct modular
{
  mp_size_t n;
  mp_ptr pp;
  struct comba_mod *context;
  mp_ptr x, y, z;               /* elements */
  const struct comba_split_method *method;
  const struct comba_pool_representation *rep;
  mp_ptr split_context, scratch;        /* of either */
};

static void *
limbs (size_t n)
{
  void *p;
  if (posix_memalign (&p, 64, (n + 8) * sizeof (mp_limb_t)) != 0)
    give_up ("out of memory");
  memset (p, 0, (n + 8) * sizeof (mp_limb_t));
  return p;
}

/* P >= 2^(bits-1), odd: numbers with one bit less are below it. */
static struct modular
new_modular (int size)
{
  struct modular m = { .n = limbs_for (size) };
  mp_ptr room = operands_room (m.n, m.n);
  m.pp = limbs (m.n);
  if (room != NULL)
    memcpy (m.pp, operands_place (room, m.n, m.n, 1000).ap, m.n * sizeof (mp_limb_t));
  free (room);
  m.pp[0] |= 1;
  m.pp[m.n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  return m;
}

static void
free_modular (struct modular *m)
{
  comba_mod_clear (m->context);
  free (m->pp);
  free (m->x), free (m->y), free (m->z);
  free (m->split_context), free (m->scratch);
}

/* Encoded residues, with random values. */
static struct modular
sequential (int size, int algorithm)
{
  struct modular m = new_modular (size);
  if (comba_mod_init_with (&m.context, m.pp, m.n, algorithm, 0, 1) != COMBA_OK)
    return m;
  size_t element = comba_mod_encoded_size (m.context);
  m.x = limbs (element), m.y = limbs (element), m.z = limbs (element);
  mp_ptr a = limbs (m.n);
  memcpy (a, m.pp, m.n * sizeof (mp_limb_t));
  a[m.n - 1] >>= 1;
  comba_mod_encode (m.context, m.x, a);
  a[0] ^= 1;
  comba_mod_encode (m.context, m.y, a);
  free (a);
  return m;
}

static struct modular
split (const struct comba_config *k, int size, const struct row *r)
{
  struct modular m = new_modular (size);
  m.method = r->method;
  m.split_context = limbs (m.method->context_size (m.n, r->parts, r->threads));
  m.scratch = limbs (m.method->itch (m.n, r->parts, r->threads));
  m.method->init (k, m.split_context, m.pp, m.n, r->parts, r->threads, m.scratch);
  return m;
}

/* By the pool, in the configuration's radix-2^52 digits, with random values.  No context if the
   configuration has no digits for this size. */
static struct modular
in_digits (const struct comba_config *k, int size, int threads)
{
  struct modular m = new_modular (size);
  const struct comba_pool_representation *f = k->radix_bipartite;
  if (f == NULL || threads > f->most || !comba_representation_serves (&f->rep, k, m.n, 1))
    return m;
  const size_t element = f->rep.element_size (m.n);
  m.rep = f;
  m.x = limbs (element), m.y = limbs (element), m.z = limbs (element);
  m.split_context = limbs (f->rep.context_size (m.n));
  m.scratch = limbs (f->rep.itch (m.n));
  f->rep.init (k, m.split_context, m.pp, m.n, m.scratch);
  mp_ptr a = limbs (m.n);
  memcpy (a, m.pp, m.n * sizeof (mp_limb_t));
  f->rep.encode (k, m.split_context, m.x, a + 1, m.n - 1, m.scratch);
  f->rep.encode (k, m.split_context, m.y, a + 2, m.n - 2, m.scratch);
  free (a);
  return m;
}

static int
once_gmp (const struct way *w, const struct operands *o)
{
  const struct modular *m = w->how;
  mp_size_t n = m->n;
  mp_limb_t q[n + 1], c[2 * n];
  w->library->mul_n (c, o->ap, o->bp, n);
  w->library->tdiv_qr (q, o->rp, 0, c, 2 * n, m->pp, n);
  return 1;
}

static int
once_sequential (const struct way *w, const struct operands *o)
{
  const struct modular *m = w->how;
  (void) o;
  return comba_mod_mul_encoded (m->context, m->z, m->x, m->y) == COMBA_OK;
}

static int
once_split (const struct way *w, const struct operands *o)
{
  const struct modular *m = w->how;
  const struct comba_pool *pool = take_pool (w);
  if (pool == NULL)
    return 0;
  m->method->mul (w->k, m->split_context, pool, o->rp, o->ap, o->bp, m->scratch);
  give_pool (w);
  return 1;
}

static int
once_digits (const struct way *w, const struct operands *o)
{
  const struct modular *m = w->how;
  const struct comba_pool *pool = take_pool (w);
  (void) o;
  if (pool == NULL)
    return 0;
  m->rep->mul (pool, w->k, m->split_context, m->z, m->x, m->y, m->scratch);
  give_pool (w);
  return 1;
}

static void
time_sequential (const struct papers *p, int size, double us[SEQUENTIAL])
{
  struct modular of[SEQUENTIAL] = {
    [GMP] = new_modular (size),
    [MONTGOMERY] = sequential (size, COMBA_MOD_MONTGOMERY),
    [BARRETT] = sequential (size, COMBA_MOD_BARRETT),
  };
  struct way ways[SEQUENTIAL];
  for (int i = 0; i < SEQUENTIAL; i++)
    ways[i] = (struct way) {
      .once = i == GMP ? once_gmp : once_sequential, .how = &of[i], .library = p->gmp
    };
  int first = p->gmp->tdiv_qr == NULL;  /* a libcomba has no division */
  struct timed t[SEQUENTIAL] = { { .ns = NAN } };
  time_ways (ways + first, SEQUENTIAL - first, size - 1, t + first);
  for (int i = 0; i < SEQUENTIAL; i++)
    {
      us[i] = t[i].ns / 1e3;
      free_modular (&of[i]);
    }
}

static struct way
way_split (const struct papers *p, const struct row *r, const struct modular *m)
{
  return (struct way) { .once = once_split, .k = p->best, .how = m, .threads = r->threads };
}

static double
time_split (const struct papers *p, int size, const struct row *r)
{
  struct modular m = split (p->best, size, r);
  double us = time_threads (way_split (p, r, &m), size - 1) / 1e3;
  free_modular (&m);
  return us;
}

static double
time_digits (const struct papers *p, int size, const struct row *r)
{
  struct modular m = in_digits (p->best, size, r->threads);
  struct way w = way_split (p, r, &m);
  w.once = once_digits;
  double us = m.rep != NULL ? time_threads (w, size - 1) / 1e3 : NAN;
  free_modular (&m);
  return us;
}

static double
time_row (const struct papers *p, int size, const struct row *r)
{
  return r->digits ? time_digits (p, size, r) : r->method != NULL ? time_split (p, size, r) : NAN;
}

static void
print_row (struct table *t, int threads, const char *name, const char *whose, const double *cells,
           const double *over)
{
  char number[8];
  snprintf (number, sizeof number, "%d", threads);
  table_text (t, number);
  table_text (t, name);
  table_text (t, whose);
  for (int s = 0; s < SIZES; s++)
    {
      double x = over != NULL ? over[s] / cells[s] : cells[s];
      table_number (t, cells[s] > 0 ? x : NAN, 2);
    }
}

struct measured
{
  double sequential[SEQUENTIAL][SIZES], best[SIZES], split[ROWS][SIZES];
};

/* Times; or, with RATIOS, the speed relative to the best of one thread. */
static void
print_table (const struct papers *p, const struct measured *m, int ratios)
{
  struct table *t = table_new (
    ratios ? "003.2r" : "003.2",
    ratios ? "Modular products: how many times as fast as the best of one thread"
           : "Modular products, microseconds",
    "threads|algorithm|whose|1024|1536|2048|3072|4096|6144|8192|12288|16384");
  const double *paper = ratios ? best_sequential : NULL, *here = ratios ? m->best : NULL;
  print_row (t, 1, "best", "paper", best_sequential, paper);
  for (int i = 0; i < SEQUENTIAL; i++)
    print_row (t, 1, sequential_names[i], "here", m->sequential[i], here);
  for (int i = 0; i < ROWS; i++)
    {
      if (rows[i].us[0] > 0)
        print_row (t, rows[i].threads, rows[i].name, "paper", rows[i].us, paper);
      if (rows[i].method != NULL || rows[i].digits)
        print_row (t, rows[i].threads, rows[i].name, "here", m->split[i], here);
    }
  table_print (t, p->out, p->format, ratios ? NULL
               : "With more threads than this machine has CPUs: the time of the busiest thread's jobs"
                 " plus the caller's time outside of jobs, without synchronisation.  Montgomery,"
                 " Barrett and digits: encoded residues.  GMP: mpn_mul_n and mpn_tdiv_qr.");
}

/* Table 1: parallel complexity on theta1 theta2 = 4 cores, in M (n/theta1, n/theta2), and
   synchronisations. */
static void
print_complexity (const struct papers *p)
{
  enum { SIZE = 16384, T = 4 };
  static const struct
  {
    struct row row;
    double complexity;
    int synchronisations;
  } of[] = {
    { { T, "bipartite", &comba_bipartite, 2, { 0 } }, 2.5, 6 },
    { { T, "4-ary v1", &comba_multipartite_1, 4, { 0 } }, 2.5 + 9.0 / (4 * T), 3 },
    { { T, "4-ary v2", &comba_multipartite_2, 4, { 0 } }, 1.5 + 9.0 / (4 * T) + T / 2.0, 2 },
  };
  struct way half = way_config (p->best, 0);
  struct timed unit;
  time_ways (&half, 1, SIZE / 2, &unit);

  struct table *t = table_new ("003.1", "Parallel complexity on four cores, here of 16384 bits",
                               "algorithm|paper: products of n/2|paper: synchronisations"
                               "|here: products of n/2|here: jobs posted");
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
    {
      struct modular m = split (p->best, SIZE, &of[i].row);
      struct way w = way_split (p, &of[i].row, &m);
      table_text (t, of[i].row.name);
      table_number (t, of[i].complexity, 2);
      table_number (t, of[i].synchronisations, 0);
      table_number (t, time_threads (w, SIZE - 1) / unit.ns, 2);
      table_number (t, count_runs (w, SIZE - 1), 0);
      free_modular (&m);
    }
  table_print (t, p->out, p->format, "The workers are synchronised before and after each job;"
               " the end of one is the beginning of the next.");
}

/* Measures all ways at all sizes, and keeps each time that is better than the one in M, or the
   first. */
static void
measure (const struct papers *p, struct measured *m)
{
  for (int s = 0; s < SIZES; s++)
    {
      double us[SEQUENTIAL];
      time_sequential (p, bits[s], us);
      for (int i = 0; i < SEQUENTIAL; i++)
        {
          m->sequential[i][s] = fmin (m->sequential[i][s], us[i]);
          m->best[s] = fmin (m->best[s], us[i]);
        }
      for (int i = 0; i < ROWS; i++)
        m->split[i][s] = fmin (m->split[i][s], time_row (p, bits[s], &rows[i]));
    }
}

void
paper_003 (const struct papers *p)
{
  static struct measured m;
  for (size_t i = 0; i < sizeof m / sizeof (double); i++)
    ((double *) &m)[i] = NAN;
  for (int round = 0; round < ROUNDS_EACH; round++)
    measure (p, &m);
  print_complexity (p);
  print_table (p, &m, 0);
  print_table (p, &m, 1);
}
