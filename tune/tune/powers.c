/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Times of products modulo P as powers make them, and the costs that fit them best, by relative errors. */

#include "powers.h"
#include "lines.h"
#include "../clock.h"
#include "powm/powm.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 4096, ROUNDS = 9 };
enum way { DIVISION, BARRETT, REPRESENTATION };

struct measured
{
  const struct comba_config *k;
  mp_ptr p, b, r, scratch;
};

static void
power (const struct measured *m, enum way way, const struct comba_representation *rep, mp_size_t n, mp_limb_t e)
{
  if (way == DIVISION)
    comba_powm_short (m->k, m->r, m->b, n, e, m->p, n, m->scratch);
  else if (way == BARRETT)
    comba_powm_barrett (m->k, m->r, m->b, n, e, m->p, n, m->scratch);
  else
    {
      const size_t context = rep->context_size (n);
      rep->init (m->k, m->scratch, m->p, n, m->scratch + context);
      comba_powm (m->k, rep, m->scratch, n, m->r, m->b, n, &e, 1, m->scratch + context);
    }
}

/* Nanoseconds of a square and its reduction: an eighth of what B^512 takes longer than B^2; 0 without memory. */
static double
product_time (struct measured *m, enum way way, const struct comba_representation *rep, mp_size_t n)
{
  const mp_limb_t e[2] = { 2, 512 };
  const size_t limbs = way == DIVISION ? COMBA_POWM_SHORT_ITCH (n) : way == BARRETT ? comba_powm_barrett_itch (n)
    : rep->context_size (n) + comba_powm_itch (rep, n, &e[1], 1);
  double least[2] = { HUGE_VAL, HUGE_VAL };
  m->scratch = lines (limbs);
  if (m->scratch == NULL)
    return 0;
  m->p[0] |= 1;
  m->p[n - 1] |= 1;
  const int repeats = 1 + (int) (40000 / (n * n));
  for (int i = 0; i < 2 * ROUNDS; i++)
    {
      power (m, way, rep, n, e[i % 2]);
      const double start = now_ns ();
      for (int j = 0; j < repeats; j++)
        power (m, way, rep, n, e[i % 2]);
      least[i % 2] = fmin (least[i % 2], (now_ns () - start) / repeats);
    }
  free (m->scratch);
  return fmax (least[1] - least[0], 0) / 8;
}

/* Sums for y = x (s x + t), by least squares of relative errors. */
struct sums
{
  double xx, xy, yy, x, y;
};

static void
add (struct sums *s, double x, double y)
{
  if (y <= 0)
    return;
  const double a = x * x / y, b = x / y;
  s->xx += a * a;
  s->xy += a * b;
  s->yy += b * b;
  s->x += a;
  s->y += b;
}

/* s in *share and t / s in *wait, not below 0. */
static void
solve (const struct sums *s, unsigned *share, unsigned *wait)
{
  const double d = s->xx * s->yy - s->xy * s->xy;
  double a = d > 0 ? (s->x * s->yy - s->y * s->xy) / d : 0, t = d > 0 ? (s->y * s->xx - s->x * s->xy) / d : 0;
  if (a <= 0 || t < 0)
    {
      if (s->xx <= 0)
        return;
      a = s->x / s->xx;
      t = 0;
    }
  *share = (unsigned) lrint (fmax (a, 1));
  *wait = (unsigned) lrint (t / a);
}

/* Operands of up to n limbs.  Returns 0 if there is no memory. */
static int
make_operands (struct measured *m, const struct comba_config *k, mp_size_t n)
{
  *m = (struct measured) { .k = k, .p = lines ((size_t) n), .b = lines ((size_t) n), .r = lines ((size_t) n) };
  if (m->p == NULL || m->b == NULL || m->r == NULL)
    return 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      m->p[i] = (mp_limb_t) ((i + 3) * (i + 5)) * (mp_limb_t) 0x9e3779b97f4a7c15u;
      m->b[i] = ~m->p[i] * 3;
    }
  return 1;
}

static void
free_operands (struct measured *m)
{
  free (m->p);
  free (m->b);
  free (m->r);
}

double
representation_time (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  struct measured m;
  double t = 0;
  if (make_operands (&m, k, n))
    {
      m.p[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
      t = product_time (&m, REPRESENTATION, rep, n);
    }
  free_operands (&m);
  return t;
}

int
measure_powers (const struct comba_config *k, struct comba_powm_costs *costs)
{
  struct measured m;
  const mp_size_t pmr = k->thresholds.mod_pmr, ntt = k->thresholds.mod_ntt;
  const int possible = make_operands (&m, k, MOST) && k->addmul_1 != NULL;
  if (possible)
    {
      /* The unit, with and without a kernel for all of a reduction, and divisions, where these are faster than others. */
      const mp_size_t rows_to = pmr < 24 ? 24 : pmr > 96 ? 96 : pmr;
      double logs[2] = { 0 };
      int counts[2] = { 0 }, count = 0;
      struct sums division = { 0 }, digits = { 0 };
      for (mp_size_t n = 10; n <= rows_to; n += 1 + n / 5)
        {
          const int at_once = n <= COMBA_REDC_MAX && k->redc_n[n].redc != NULL;
          const double t = product_time (&m, REPRESENTATION, &comba_representation_montgomery_rows, n);
          logs[at_once] += log (fmax (t, 1) / 100 / (double) (n * (n + COMBA_POWM_ROWS_WAIT)));
          counts[at_once]++;
        }
      const double unit = counts[0] > 0 ? exp (logs[0] / counts[0]) : exp (logs[1] / counts[1]) * 100 / k->powm_costs.at_once;
      if (counts[0] > 0 && counts[1] > 0)
        costs->at_once = (unsigned) lrint (fmax (100 * exp (logs[1] / counts[1]) / unit, 1));
      for (mp_size_t n = 10; n <= rows_to; n += 1 + n / 5)
        add (&division, (double) n, product_time (&m, DIVISION, NULL, n) / unit);
      solve (&division, &costs->division, &costs->division_wait);

      for (mp_size_t n = 8; n < ntt && n <= 400; n += 1 + n / 6)
        {
          const struct comba_representation *const rep = comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL);
          if (rep->digits != NULL)
            add (&digits, (double) rep->digits (n), product_time (&m, REPRESENTATION, rep, n) / unit);
        }
      solve (&digits, &costs->digits, &costs->digits_wait);

      double ratio = 0;
      for (mp_size_t n = pmr; n >= 8 && n < 4 * pmr && n < MOST; n += 1 + n / 3, count++)
        ratio += log (fmax (product_time (&m, BARRETT, NULL, n), 1) / unit
                      / ((double) n * (double) (pmr + COMBA_POWM_ROWS_WAIT) * sqrt ((double) n / (double) pmr)));
      if (count > 0)
        costs->barrett = (unsigned) lrint (fmax (exp (ratio / count), 1));

      ratio = 0;
      count = 0;
      for (mp_size_t n = ntt + ntt / 8; n >= 8 && n < 3 * ntt && n < MOST; n += 1 + n / 3)
        if (comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL) == &comba_representation_montgomery_cached)
          {
            ratio += log (fmax (product_time (&m, REPRESENTATION, &comba_representation_montgomery_cached, n), 1)
                          / fmax (product_time (&m, BARRETT, NULL, n), 1));
            count++;
          }
      if (count > 0)
        costs->cached = (unsigned) lrint (100 * exp (ratio / count));
    }
  free_operands (&m);
  return possible ? 0 : -1;
}
