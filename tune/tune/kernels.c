/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products are timed in the way that callers of mpn_mul use them: one after the other, through the
   ladder, none depending on the result of another. */

#include "kernels.h"
#include "lines.h"
#include "optimize.h"
#include "../clock.h"
#include "arith/scratch.h"
#include "mul/ladder.h"
#include "residue/representation.h"
#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 9, CALLS = 256, PLACES = 8, LONGEST = 2 * COMBA_FIXED_MAX };

/* Operands, and several areas for results. */
struct room
{
  mp_limb_t a[LONGEST], b[LONGEST], r[PLACES][2 * LONGEST];
};

size_t
kernels_extent (const double *first, const double *second, size_t n, size_t inherited)
{
  const size_t best = best_threshold (first, second, n);
  const double gain = threshold_loss (first, second, n, inherited) - threshold_loss (first, second, n, best);
  return gain < KERNELS_WORTH * (double) n ? inherited : best;
}

int
kernels_choice (const double *times, int n, int inherited)
{
  const int best = least_of (times, n);
  return times[best] > (1 - KERNELS_WORTH) * times[inherited] ? inherited : best;
}

/* As mpn_mul. */
static mp_limb_t __attribute__ ((noinline))
multiply (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_limb_t top = 0;
  if (!comba_ladder_mul (k, &top, rp, ap, an, bp, bn))
    comba_mul_basecase (k, rp, ap, an, bp, bn);
  return top;
}

/* The least time of COUNT products an[i] x bn[i] by each of WAYS configurations, timed
   alternately. */
static void
time_products (double *times, const struct comba_config *k, int ways, struct room *m, const unsigned char *an,
               const unsigned char *bn, int count)
{
  for (int way = 0; way < ways; way++)
    times[way] = HUGE_VAL;
  for (int turn = 0; turn < 2 * ROUNDS * ways; turn++)
    {
      const int way = turn % (2 * ways) < ways ? turn % ways : ways - 1 - turn % ways;
      const double start = now_ns ();
      for (int i = 0; i < count; i++)
        multiply (&k[way], m->r[i % PLACES], m->a, an[i], m->b, bn[i]);
      times[way] = fmin (times[way], now_ns () - start);
    }
}

/* mul_rows[an] against mul_by[bn], for each bn. */
static void
measure_mul_rows (struct comba_config *k, struct comba_config *way, struct room *m)
{
  for (mp_size_t bn = 1; bn <= COMBA_FIXED_MAX; bn++)
    {
      unsigned char a[CALLS], b[CALLS];
      double rows[COMBA_MUL_ROWS_MAX], by[COMBA_MUL_ROWS_MAX];
      size_t n = 0;
      for (mp_size_t an = bn + 1; an <= COMBA_MUL_ROWS_MAX && bn <= k->mul_by_max && k->mul_rows[an] != NULL; an++, n++)
        {
          double times[2];
          for (int i = 0; i < CALLS; i++)
            a[i] = (unsigned char) an, b[i] = (unsigned char) bn;
          way[0] = way[1] = *k;
          way[0].mul_rows_to[bn] = COMBA_MUL_ROWS_MAX;
          way[1].mul_rows_to[bn] = 0;
          time_products (times, way, 2, m, a, b, CALLS);
          rows[n] = times[0], by[n] = times[1];
        }
      const mp_size_t old = k->mul_rows_to[bn];
      const size_t serves = n == 0 ? 0 : kernels_extent (rows, by, n, old > bn ? (size_t) (old - bn) : 0);
      k->mul_rows_to[bn] = (unsigned char) (serves > 0 ? bn + (mp_size_t) serves : 0);
    }
}

/* Random sizes.  Those up to 4, 6 or 8 limbs, or as many as are inherited, have jumps of their
   own. */
static void
measure_own_jumps (struct comba_config *k, struct comba_config *way, struct room *m)
{
  enum { LEAST = 4, STEP = 2, MOST = 8 };
  mp_size_t most = MOST;
#define X(name) most = k->name < most ? k->name : most;
  COMBA_FIXED_MAXIMA (X)
#undef X
  if (k->own_jumps > most)
    k->own_jumps = most;
  if (most < LEAST)
    return;
  unsigned char n[16 * CALLS];
  uint64_t state = 1;
  for (int i = 0; i < 16 * CALLS; i++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      n[i] = (unsigned char) (1 + (state >> 33) % MOST);
    }
  int ways = 0, inherited = 0;
  double times[MOST];
  for (mp_size_t jumps = LEAST; jumps <= most; jumps += STEP)
    {
      if (jumps <= k->own_jumps)
        inherited = ways;
      way[ways] = *k;
      way[ways++].own_jumps = jumps;
    }
  way[inherited].own_jumps = k->own_jumps;
  time_products (times, way, ways, m, n, n, 16 * CALLS);
  k->own_jumps = way[kernels_choice (times, ways, inherited)].own_jumps;
}

/* The least time of CALLS products, or squares, with reduction by rows, with the kernels of K and
   without its row_mul_n and row_sqr_n for n limbs. */
static int
time_rows (double times[2], const struct comba_config *k, struct comba_config *without, mp_size_t n, int square)
{
  const struct comba_representation *const rep = &comba_representation_montgomery_rows;
  const size_t context = rep->context_size (n), element = rep->element_size (n);
  const size_t whole = 2 * comba_whole_lines ((size_t) n);
  const mp_ptr p = lines (whole + context + 2 * element + rep->itch (n));
  if (p == NULL)
    return -1;
  const mp_ptr c = p + whole, x = c + context, z = x + element, scratch = z + element;
  *without = *k;
  without->row_mul_n[n] = NULL;
  without->row_sqr_n[n] = NULL;
  for (mp_size_t i = 0; i < n; i++)
    p[i] = (mp_limb_t) (2 * i + 3) * (mp_limb_t) 0x9e3779b97f4a7c15u;
  p[0] |= 1;
  rep->init (k, c, p, n, scratch);
  rep->encode (k, c, x, p, n - 1, scratch);
  times[0] = times[1] = HUGE_VAL;
  for (int turn = 0; turn < 4 * ROUNDS; turn++)
    {
      const int way = (turn ^ turn >> 1) & 1;
      const struct comba_config *const by = way == 0 ? k : without;
      const double start = now_ns ();
      for (int i = 0; i < CALLS / 4; i++)
        if (square)
          rep->sqr (by, c, z, x, scratch);
        else
          rep->mul (by, c, z, x, x, scratch);
      times[way] = fmin (times[way], now_ns () - start);
    }
  free (p);
  return 0;
}

static int
measure_row_products (struct comba_config *k, struct comba_config *way)
{
  for (mp_size_t n = COMBA_REDC_ROWS_MIN; n <= COMBA_ROW_PRODUCTS_MAX; n++)
    for (int square = 0; square < 2; square++)
      {
        double times[2];
        if ((square ? (void *) k->row_sqr_n[n] : (void *) k->row_mul_n[n]) == NULL)
          continue;
        if (time_rows (times, k, way, n, square) != 0)
          return -1;
        if (kernels_choice (times, 2, 0) == 0)
          continue;
        if (square)
          k->row_sqr_n[n] = NULL;
        else
          k->row_mul_n[n] = NULL;
      }
  return 0;
}

int
measure_kernels (struct comba_config *k)
{
  struct room *const m = malloc (sizeof *m);
  struct comba_config *const ways = malloc (8 * sizeof *ways), tuned = *k;
  int failed = m == NULL || ways == NULL;
  if (!failed)
    {
      for (int i = 0; i < LONGEST; i++)
        {
          m->a[i] = (mp_limb_t) (2 * i + 1) * (mp_limb_t) 0x9e3779b97f4a7c15u;
          m->b[i] = ~m->a[i] * 3;
        }
      measure_mul_rows (&tuned, ways, m);
      measure_own_jumps (&tuned, ways, m);
      failed = measure_row_products (&tuned, ways) != 0;
    }
  free (m);
  free (ways);
  if (failed)
    return -1;
  *k = tuned;
  return 0;
}
