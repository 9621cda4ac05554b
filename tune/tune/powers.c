/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Times of powers with short exponents by every method, and the costs (struct comba_powm_costs) for
   which comba_powm_method loses least against the fastest of them. */

#include "powers.h"
#include "lines.h"
#include "../clock.h"
#include "powm/powm.h"
#include <math.h>
#include <stdlib.h>

enum { LEAST_SIZE = 8, MOST_SIZE = 640, ROUNDS = 9 };

/* A step must lower the mean loss by this much. */
#define LEAST_GAIN 0.0001

struct operands
{
  const struct comba_config *k;
  mp_ptr p, b, r;
};

/* Allocates operands of up to n limbs.  Returns 0 if an allocation fails. */
static int
make_operands (struct operands *o, const struct comba_config *k, mp_size_t n)
{
  *o = (struct operands) { .k = k, .p = lines ((size_t) n), .b = lines ((size_t) n), .r = lines ((size_t) n) };
  if (o->p == NULL || o->b == NULL || o->r == NULL)
    return 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      o->p[i] = (mp_limb_t) ((i + 3) * (i + 5)) * (mp_limb_t) 0x9e3779b97f4a7c15u;
      o->b[i] = ~o->p[i] * 3;
    }
  return 1;
}

static void
free_operands (struct operands *o)
{
  free (o->p);
  free (o->b);
  free (o->r);
}

/* P becomes an odd number of n limbs with its highest bit set. */
static void
set_size (const struct operands *o, mp_size_t n)
{
  o->p[0] |= 1;
  o->p[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
}

static int
repeats_for (mp_size_t n)
{
  return 1 + (int) (20000 / (n * n));
}

double
representation_time (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  /* The time of a square is an eighth of the difference between B^512 and B^2. */
  const mp_limb_t e[2] = { 2, 512 };
  double least[2] = { HUGE_VAL, HUGE_VAL };
  struct operands o;
  const size_t context = rep->context_size (n);
  const mp_ptr scratch = lines (context + comba_powm_itch (rep, n, &e[1], 1));
  const int possible = make_operands (&o, k, n) && scratch != NULL;
  if (possible)
    {
      const int repeats = repeats_for (n);
      set_size (&o, n);
      for (int i = 0; i < 2 * ROUNDS; i++)
        {
          double start = 0;
          for (int j = -1; j < repeats; j++)
            {
              if (j == 0)
                start = now_ns ();
              rep->init (k, scratch, o.p, n, scratch + context);
              comba_powm (k, rep, scratch, n, o.r, o.b, n, &e[i % 2], 1, scratch + context);
            }
          least[i % 2] = fmin (least[i % 2], (now_ns () - start) / repeats);
        }
    }
  free (scratch);
  free_operands (&o);
  return possible ? fmax (least[1] - least[0], 0) / 8 : 0;
}

const mp_limb_t powm_exponents[POWM_EXPONENTS] = { 2, 3, 5, 16, 17, 0x55, 257, 0x2d3, 0x2d35, 0x10001, 0x2d35b, 0x5a6b6d5b };

/* Nanoseconds of B^e by METHOD, as callers of mpz_powm wait for them; negative if an allocation
   fails. */
static double
power_time (const struct operands *o, enum comba_powm_method method, mp_size_t n, mp_limb_t e)
{
  const int repeats = repeats_for (n);
  double least = HUGE_VAL;
  for (int round = 0; round < ROUNDS; round++)
    {
      double start = 0;
      for (int j = -1; j < repeats; j++)
        {
          if (j == 0)
            start = now_ns ();
          if (!comba_powm_by (method, o->k, o->r, o->b, n, &e, 1, o->p, n))
            return -1;
        }
      least = fmin (least, (now_ns () - start) / repeats);
    }
  return least;
}

/* Returns 0 if an allocation fails. */
static int
measure (struct powm_times *t, struct operands *o)
{
  const mp_size_t ntt = o->k->thresholds.mod_ntt, end = ntt < MOST_SIZE / 2 ? 2 * ntt : MOST_SIZE;
  t->sizes = 0;
  for (mp_size_t n = LEAST_SIZE; n <= end && t->sizes < POWM_SIZES; n += 1 + n / 16)
    {
      set_size (o, n);
      for (int method = 0; method < POWM_METHODS; method++)
        for (int e = 0; e < POWM_EXPONENTS; e++)
          {
            const double time = power_time (o, (enum comba_powm_method) method, n, powm_exponents[e]);
            if (time < 0)
              return 0;
            t->ns[t->sizes][method][e] = time;
          }
      t->n[t->sizes++] = n;
    }
  return 1;
}

/* The loss of the choices by COSTS: the sum over all powers of log (time / least time). */
static double
loss_of (const struct comba_config *k, const struct comba_powm_costs *costs, const struct powm_times *t)
{
  struct comba_config with = *k;
  with.powm_costs = *costs;
  double loss = 0;
  for (int i = 0; i < t->sizes; i++)
    for (int e = 0; e < POWM_EXPONENTS; e++)
      {
        const mp_size_t n = t->n[i];
        const int chosen = comba_powm_method (&with, n, 0, (size_t) n * GMP_LIMB_BITS, &powm_exponents[e], 1);
        double least = HUGE_VAL;
        for (int method = 0; method < POWM_METHODS; method++)
          least = fmin (least, t->ns[i][method][e]);
        loss += log (t->ns[i][chosen][e] / least);
      }
  return loss;
}

/* COST times UP / DOWN, changed by at least 1, and not 0. */
static unsigned
moved (unsigned cost, int up, int down)
{
  const unsigned next = (cost * (unsigned) up + (unsigned) down / 2) / (unsigned) down;
  return next != cost ? next : up > down ? cost + 1 : cost > 1 ? cost - 1 : 1;
}

double
fit_powm_costs (struct comba_powm_costs *costs, const struct comba_config *k, const struct powm_times *t)
{
  static const struct { int up, down; } steps[] = {
    { 3, 2 }, { 2, 3 }, { 5, 4 }, { 4, 5 }, { 10, 9 }, { 9, 10 }, { 25, 24 }, { 24, 25 }
  };
  unsigned *const of[] = {
    &costs->division, &costs->division_wait, &costs->digits, &costs->digits_wait, &costs->barrett, &costs->cached,
    &costs->at_once
  };
  enum { STEPS = sizeof steps / sizeof steps[0], COSTS = sizeof of / sizeof of[0] };
  const double powers = t->sizes * POWM_EXPONENTS, least_gain = LEAST_GAIN * powers;
  double loss = loss_of (k, costs, t);
  /* Each round takes the best step in one cost, or in two at once: a row with less latency may cost
     more. */
  for (;;)
    {
      const struct comba_powm_costs from = *costs;
      struct comba_powm_costs best = from;
      double least = loss - least_gain;
      for (int i = 0; i < STEPS * COSTS * STEPS * COSTS; i++)
        {
          const int step = i % STEPS, c = i / STEPS % COSTS, by = i / STEPS / COSTS % STEPS;
          const int other = (c + i / STEPS / COSTS / STEPS) % COSTS;
          *costs = from;
          *of[c] = moved (*of[c], steps[step].up, steps[step].down);
          if (other != c)
            *of[other] = moved (*of[other], steps[by].up, steps[by].down);
          const double now = loss_of (k, costs, t);
          if (now < least)
            {
              least = now;
              best = *costs;
            }
        }
      *costs = best;
      if (least == loss - least_gain)
        break;
      loss = least;
    }
  return powers > 0 ? exp (loss / powers) - 1 : 0;
}

double
measure_powers (const struct comba_config *k, struct comba_powm_costs *costs)
{
  static struct powm_times t;
  struct operands o;
  double loss = -1;
  if (make_operands (&o, k, MOST_SIZE) && k->addmul_1 != NULL && measure (&t, &o))
    loss = fit_powm_costs (costs, k, &t);
  free_operands (&o);
  return loss;
}
