/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "measure.h"
#include "machine.h"
#include "operands.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASS_NS 50e6            /* a pass over one job takes about as long at most */

/* One call. */
struct call
{
  enum function function;
  struct operands on;

  /* POWM: a is the base, and its lowest limbs are the exponent, b the modulus. */
  mp_size_t en;
  mp_ptr scratch;
};

/* Limbs of scratch for mpn_powm: GMP's mpn_binvert_itch is below this. */
static size_t
powm_scratch (mp_size_t n)
{
  return 8 * (size_t) n + 1024;
}

/* The call of a job on these operands. */
static struct call
call_of (const struct job *job, struct operands on, mp_ptr scratch)
{
  struct call c = { job->function, on, 0, scratch };
  if (job->function == POWM)
    {
      int top = (int) ((job->exponent - 1) % GMP_NUMB_BITS);
      c.en = (job->exponent - 1) / GMP_NUMB_BITS + 1;
      mp_limb_t bit = (mp_limb_t) 1 << top;
      on.ap[c.en - 1] = (on.ap[c.en - 1] & (bit - 1)) | bit;
      on.bp[0] |= 1;
      on.bp[on.bn - 1] |= (mp_limb_t) 1 << (GMP_NUMB_BITS - 1);
    }
  return c;
}

/* The time of one call, from REPEATS of them. */
static double
time_calls (const struct library *l, struct call c, size_t repeats)
{
  double start = now_ns ();
  switch (c.function)
    {
    case MUL_N:
      for (size_t i = 0; i < repeats; i++)
        l->mul_n (c.on.rp, c.on.ap, c.on.bp, c.on.bn);
      break;
    case SQR:
      for (size_t i = 0; i < repeats; i++)
        l->sqr (c.on.rp, c.on.ap, c.on.bn);
      break;
    case POWM:
      for (size_t i = 0; i < repeats; i++)
        l->powm (c.on.rp, c.on.ap, c.on.an, c.on.ap, c.en, c.on.bp, c.on.bn, c.scratch);
      break;
    default:
      for (size_t i = 0; i < repeats; i++)
        l->mul (c.on.rp, c.on.ap, c.on.an, c.on.bp, c.on.bn);
      break;
    }
  return (now_ns () - start) / repeats;
}

/* The number of calls that take SAMPLE_NS.  An interruption makes it too small; so
   it is found several times, each from the last. */
static size_t
calibrate (const struct library *l, struct call c)
{
  size_t repeats = 1;
  for (int i = 0; i < 4; i++)
    {
      double ns;
      while (ns = time_calls (l, c, repeats), ns * repeats < SAMPLE_NS / 4)
        repeats *= 2;
      repeats = fmax (repeats, ceil (SAMPLE_NS / ns));
    }
  return repeats;
}

/* Both libraries compute the same. */
static int
check_same (const struct library libraries[SIDES], struct call c)
{
  mp_size_t rn = c.function == POWM ? c.on.bn : c.on.an + c.on.bn;
  mp_ptr expected = malloc (rn * sizeof (mp_limb_t));
  if (expected == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }
  time_calls (&libraries[REFERENCE], c, 1);
  memcpy (expected, c.on.rp, rn * sizeof (mp_limb_t));
  memset (c.on.rp, 0x5a, rn * sizeof (mp_limb_t));
  time_calls (&libraries[COMBA], c, 1);
  int differ = memcmp (expected, c.on.rp, rn * sizeof (mp_limb_t)) != 0;
  if (differ)
    fprintf (stderr, "comba-bench: mpn_%s, %ld x %ld limbs: the results differ\n",
             function_names[c.function], (long) c.on.an, (long) c.on.bn);
  free (expected);
  return -differ;
}

static size_t
rounds_in (const struct measurement *m, int passes)
{
  return (size_t) passes * m->placements * ROUNDS;
}

/* Room for one more pass. */
static int
grow_rounds (struct measurement *m)
{
  struct round *more = realloc (m->rounds, rounds_in (m, m->passes + 1) * sizeof *more);
  if (more == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }
  m->rounds = more;
  return 0;
}

/* Decides the number of repeats, anew for each pass, and of placements. */
static void
prepare (struct measurement *m, const struct library libraries[SIDES], struct call c)
{
  double placement_ns = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const struct library *l = &libraries[side];
      size_t repeats = m->repeats[side] = calibrate (l, c);
      double ns = fmin (time_calls (l, c, repeats), time_calls (l, c, repeats));
      placement_ns += (2 * ROUNDS + 1) * repeats * ns;
    }
  if (m->placements == 0)
    m->placements = fmax (1, fmin (PLACEMENTS, PASS_NS / placement_ns));
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double
product (struct round round)
{
  return round.ns[REFERENCE] * round.ns[COMBA];
}

/* ns and spread, from the rounds. */
static int
evaluate (struct measurement *m)
{
  size_t n = rounds_in (m, m->passes);
  double *excess = malloc (n * sizeof *excess);
  if (excess == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }

  struct round best[PLACEMENTS];
  for (size_t i = 0; i < n; i++)
    {
      struct round *b = &best[i / ROUNDS % m->placements];
      if (i < rounds_in (m, 1) && i % ROUNDS == 0)
        *b = m->rounds[i];
      else if (product (m->rounds[i]) < product (*b))
        *b = m->rounds[i];
    }

  for (int side = 0; side < SIDES; side++)
    {
      double sum = 0;
      for (int p = 0; p < m->placements; p++)
        sum += best[p].ns[side];
      for (size_t i = 0; i < n; i++)
        excess[i] = m->rounds[i].ns[side] / best[i / ROUNDS % m->placements].ns[side] - 1;
      qsort (excess, n, sizeof *excess, compare_doubles);
      m->ns[side] = sum / m->placements;
      m->spread[side] = fabs (excess[n / 4]);
    }
  free (excess);
  return 0;
}

static struct round
time_round (const struct measurement *m, const struct library libraries[SIDES], struct call c)
{
  static const enum side order[] = { REFERENCE, COMBA, COMBA, REFERENCE };
  struct round round = { { HUGE_VAL, HUGE_VAL } };
  for (int i = 0; i < 4; i++)
    {
      double ns = time_calls (&libraries[order[i]], c, m->repeats[order[i]]);
      round.ns[order[i]] = fmin (round.ns[order[i]], ns);
    }
  return round;
}

int
measure_pass (struct measurement *m, const struct library libraries[SIDES])
{
  mp_ptr room = operands_room (m->job.an, m->job.bn);
  mp_ptr scratch = NULL;
  if (room != NULL && m->job.function == POWM)
    {
      scratch = malloc (powm_scratch (m->job.bn) * sizeof (mp_limb_t));
      if (scratch == NULL)
        free (room), room = NULL;
    }
  if (room == NULL)
    {
      fprintf (stderr, "comba-bench: no memory for operands of %ld limbs\n", (long) m->job.an);
      return -1;
    }

  int failed = 0;
  for (int p = 0; !failed && (p == 0 || p < m->placements); p++)
    {
      struct call c = call_of (&m->job, operands_place (room, m->job.an, m->job.bn, p), scratch);
      failed = check_same (libraries, c) != 0;
      if (failed)
        break;
      if (p == 0)
        {
          prepare (m, libraries, c);
          failed = grow_rounds (m) != 0;
          if (failed)
            break;
        }

      for (int side = 0; side < SIDES; side++)          /* warm */
        time_calls (&libraries[side], c, m->repeats[side]);
      struct round *rounds = m->rounds + rounds_in (m, m->passes) + (size_t) p * ROUNDS;
      for (int i = 0; i < ROUNDS; i++)
        rounds[i] = time_round (m, libraries, c);
    }
  free (room);
  free (scratch);
  if (failed)
    return -1;

  m->passes++;
  return evaluate (m);
}

double
measured_ratio (const struct measurement *m)
{
  return m->ns[REFERENCE] / m->ns[COMBA];
}

double
measured_spread (const struct measurement *m)
{
  return fmax (m->spread[REFERENCE], m->spread[COMBA]);
}

int
is_noisy (const struct measurement *m)
{
  for (int side = 0; side < SIDES; side++)
    if (m->spread[side] > NOISY_SPREAD && m->spread[side] * m->ns[side] > NOISY_NS)
      return 1;
  return 0;
}
