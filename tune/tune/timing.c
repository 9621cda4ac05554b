/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "timing.h"
#include "balance.h"
#include "choices.h"
#include "fit.h"
#include "gather.h"
#include "modular.h"
#include "progress.h"
#include "api/context.h"
#include "div/bdiv.h"
#include "div/div.h"
#include "gcd/gcd.h"
#include "div/divisor.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "powm/powm_many.h"
#include "radix/radix.h"
#include "root/root.h"
#include "arith/scratch.h"
#include "../bench/operands.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OUT 2.0                 /* times as slow as the best one, */
#define CONFIRMATIONS 4         /* confirmed in so many further samples */
#define CHANCES 16              /* rounds up to which several threads have further chances */
#define ENOUGH 4                /* rounds: from then on a table that is far from the best, */
#define FAR(rounds) (1.15 + 1.2 / (rounds))     /* times as slow, */
#define SAMPLES_MOST 6                /* samples of a table in a round, at most */
#define QUIET 3                 /* so many disturbed rounds count as one undisturbed round */
#define NAP 600000              /* ns: longer than workers of the pool wait */
#define TURNS 2e9               /* ns: of several series, one turn of each */

static struct
{
  unsigned long all, disturbed;
} rounds;

double
disturbed_rounds (void)
{
  return rounds.all > 0 ? (double) rounds.disturbed / rounds.all : 0;
}

/* Of SHAPE_DIVISION_PREPARED, for all calls of a sample. */
static struct comba_div *divisor;

static int
divide (const struct comba_config *k, enum shape shape, const struct operands *o)
{
  if (shape == SHAPE_DIVISION_PREPARED)
    return comba_div_by (divisor, o->rp, o->rp + o->an - o->bn + 1, o->ap, o->an);
  if (shape == SHAPE_DIVISION_EXACT || shape == SHAPE_DIVISION_HENSEL)
    comba_divexact (k, o->rp, o->ap, o->an, o->bp, o->bn);
  else
    comba_divide (k, o->rp, o->rp + o->an - o->bn + 1, o->ap, o->an, o->bp, o->bn);
  return 1;
}

/* Digits for n limbs. */
static const unsigned char *
digits_for (mp_size_t n)
{
  static unsigned char *digits;
  static size_t most;
  const size_t all = (size_t) n * (size_t) comba_bases[10].digits;
  if (all > most)
    {
      free (digits);
      digits = malloc (most = all);
      if (digits == NULL)
        comba_no_memory ((size_t) n);
      for (size_t i = 0; i < all; i++)
        digits[i] = (unsigned char) (1 + i % 9);
    }
  return digits;
}

/* Decimal digits of ap[0..n-1], n = bn, to rp; the number is copied, because it is destroyed. */
static void
to_digits (const struct comba_config *k, const struct operands *o)
{
  const mp_ptr copy = o->rp + o->an;
  memcpy (copy, o->ap, (size_t) o->bn * sizeof (mp_limb_t));
  copy[o->bn - 1] |= 1;
  comba_get_str (k, (unsigned char *) o->rp, 10, copy, o->bn);
}

/* Short exponents: their powers take much longer than the precomputation.  Half of the bits are
   set, as in random ones; powers one by one gain by runs of zeros. */
static void
many_powers (const struct comba_config *k, const struct operands *o)
{
  enum { COUNT = 8, EXPONENT = 4 };
  const mp_limb_t bytes = ~(mp_limb_t) 0 / 255;
  const mp_limb_t e[EXPONENT] = { 0x95 * bytes, 0x27 * bytes, 0xb1 * bytes, 0xd2 * bytes };
  static mp_limb_t r[COUNT][POWERS_MOST], p[POWERS_MOST];
  struct comba_power powers[COUNT];
  const mp_size_t n = o->bn;
  memcpy (p, o->bp, (size_t) n * sizeof (mp_limb_t));
  p[0] |= 1;
  for (int i = 0; i < COUNT; i++)
    powers[i] = (struct comba_power) { r[i], o->ap, n, e, EXPONENT, p, n };
  comba_powm_many_by (k, powers, COUNT, 0);
}

/* Calls in the same way as the library's entry points.  Returns 0 if THREADED and the pool did not
   do it. */
static inline int
call (const struct comba_config *k, enum shape shape, int threaded, const struct operands *o)
{
  if (is_division (shape))
    return divide (k, shape, o);
  mp_size_t n = o->bn;
  int done = 1;
  if (shape == SHAPE_ROOT)
    comba_sqrtrem (k, o->rp, o->rp + n, o->ap, n);
  else if (shape == SHAPE_INVERSE)
    comba_invert_var (k, o->rp, o->ap, n, o->bp, n);
  else if (shape == SHAPE_POWERS)
    many_powers (k, o);
  else if (shape == SHAPE_SET_STR)
    comba_set_str (k, o->rp, digits_for (n), (size_t) n * (size_t) comba_bases[10].digits, 10);
  else if (shape == SHAPE_SQR)
    {
      if (!comba_kernel_sqr (k, o->rp, o->ap, n) && (!threaded || !(done = comba_parallel_sqr (k, o->rp, o->ap, n))))
        comba_sqr (k, o->rp, o->ap, n);
    }
  else if (shape == SHAPE_DIGITS)
    to_digits (k, o);
  else if (!comba_kernel_mul (k, o->rp, o->ap, o->an, o->bp, n) && (!threaded || !(done = comba_parallel_mul (k, o->rp, o->ap, o->an, o->bp, n))))
    comba_mul (k, o->rp, o->ap, o->an, o->bp, n);
  return done;
}

/* The time of one call, from REPEATS of them; HUGE_VAL if the path had to do them and the pool was
   not available.  Long calls wake the workers themselves.  Workers that poll would slow one thread
   down, so they are left to fall asleep.  The clock may depend on the running code, so other calls
   precede the reading. */
static struct sample
sample (const struct series *s, const struct comba_config *k, const struct operands *o,
        size_t repeats)
{
  const struct sample none = { .cycles = HUGE_VAL };
  enum shape shape = s->shape;
  const struct comba_step *first = &plan_of (k, shape)->steps[0];
  int threaded = first->threads > 1 && shape != SHAPE_DIGITS && shape != SHAPE_INVERSE && shape != SHAPE_POWERS && !is_division (shape)
                 && (double) first->from * first->from <= (double) o->an * o->bn;
  int alone = s->typical && !threaded && comba_pool_workers () > 0;
  if (s->cold || alone)
    nanosleep (&(struct timespec) { .tv_nsec = NAP }, NULL);
  if (!s->typical)
    await_core ();
  if (is_modular (shape))
    return modular_sample (k, o, shape != SHAPE_MODULAR_EVEN, shape == SHAPE_MODULAR_MUL, repeats);
  if (threaded && !s->cold && !wake_workers () && s->strict && repeats > 1)
    return none;
  if (shape == SHAPE_DIVISION_PREPARED && !comba_div_make (&divisor, k, o->bp, o->bn))
    return none;
  for (size_t i = 0; i < (repeats + 3) / 4 && !s->cold; i++)
    call (k, shape, threaded, o);
  int done = 1;
  const struct reading before = read_clock ();
  const double start = now_ns ();
  for (size_t i = 0; i < repeats; i++)
    done &= call (k, shape, threaded, o);
  const double ns = (now_ns () - start) / repeats;
  const struct reading after = read_clock ();
  if (shape == SHAPE_DIVISION_PREPARED)
    comba_div_free (divisor);
  return done || !s->strict ? sample_between (ns, &before, &after) : none;
}

/* Whether the path of a table suits this size. */
static int
suits (const struct series *s, const struct comba_config *k, const struct operands *o)
{
  const struct comba_step *step = &plan_of (k, s->shape)->steps[0];
  if (!s->strict || step->threads < 2)
    return 1;
  if (is_modular (s->shape))
    return comba_mod_planned (k, o->bn, s->shape != SHAPE_MODULAR_EVEN, step->threads).threads > 1;
  const struct comba_path *path = &comba_paths[step->path];
  struct comba_pool pool = COMBA_POOL_ALONE (step->threads);
  if (s->shape == SHAPE_SQR)
    return path->sqr != NULL && path->sqr (k, &pool, o->rp, o->ap, o->an);
  return path->mul != NULL && path->mul (k, &pool, o->rp, o->ap, o->an, o->bp, o->bn);
}

int
is_hopeless (double time, double best)
{
  return time > 4 * best && time > 250e3 && time < HUGE_VAL;
}

/* Modular products by several threads make a context for each sample. */
static double
sample_cycles (const struct series *s)
{
  return is_modular (s->shape) && s->typical ? 10 * SAMPLE_CYCLES : SAMPLE_CYCLES;
}

/* Finds the number of calls in a sample, and the time of one. */
static double
calibrate (struct timed *t, const struct series *s, const struct comba_config *k,
           const struct operands *o)
{
  double cycles = HUGE_VAL;
  t->repeats = 1;
  if (s->cold)
    return 0;
  for (int i = 0; i < 2 || (i < 5 && cycles == HUGE_VAL); i++)
    {
      double last;
      while (last = sample (s, k, o, t->repeats).cycles, last * t->repeats < sample_cycles (s) / 4)
        t->repeats *= 2;
      cycles = fmin (cycles, last);
      if (last < HUGE_VAL)
        t->repeats = (size_t) fmax (t->repeats, ceil (sample_cycles (s) / last));
      if (last > 20 * sample_cycles (s))
        break;
    }
  return cycles;
}

/* Chances come in the first round; in the next one, a pass over all sizes later; and, because
   another program may have the worker's CPU in both, in rounds at doubling distances. */
static int
is_chance (const struct series *s, int rounds)
{
  return rounds < 2 || (s->typical && rounds <= CHANCES && (rounds & (rounds - 1)) == 0);
}

/* Decides whether each table is timed at this size, and in which samples, unless it is timed
   already. */
static void
qualify (const struct series *s, struct point *p, const struct operands *o)
{
  double best = HUGE_VAL;
  double times[s->tables];
  series_times_at (s, p - s->points, times);
  for (int c = 0; c < s->tables; c++)
    {
      struct timed *t = &p->of[c];
      if (p->rounds > 0 && !t->out)
        continue;
      times[c] = HUGE_VAL;
      t->first = HUGE_VAL;
      t->hopeless = p > s->points && p[-1].of[c].hopeless && !s->exhaustive;
      t->out = t->hopeless || !suits (s, &s->table[c], o);
      if (!t->out)
        times[c] = calibrate (t, s, &s->table[c], o);
    }
  for (int c = 0; c < s->tables; c++)
    best = fmin (best, times[c]);
  for (int c = 1; c < s->tables && s->strict; c++)
    {
      struct timed *t = &p->of[c];
      if (t->out || times[c] == HUGE_VAL)
        continue;
      for (int i = 0; i < CONFIRMATIONS && times[c] > OUT * best; i++)
        times[c] = fmin (times[c], sample (s, &s->table[c], o, t->repeats).cycles);
      t->out = times[c] > OUT * best;
      t->hopeless = is_hopeless (times[c], best);
      if (t->out)
        t->first = times[c];
    }
}

/* Whether a table has no samples in this round. */
static int
is_left_out (const struct point *p, int table)
{
  return p->of[table].out || (p->of[table].far && p->rounds % SELDOM != 0);
}

/* Whether the samples suffice: two undisturbed ones that agree, or three. */
static int
is_enough (const struct sample *s, int n)
{
  double least = HUGE_VAL, most = 0;
  int alone = 0;
  for (int i = 0; i < n; i++)
    if (!s[i].disturbed)
      {
        least = fmin (least, s[i].cycles);
        most = fmax (most, s[i].cycles);
        alone++;
      }
  return alone > 2 || (alone == 2 && most <= (1 + NOISE) * least + 2);
}

/* The median of n samples, n >= 1: of the undisturbed ones, or of all. */
static double
typical_of (const struct sample *s, int n, int quiet)
{
  double cycles[n];
  int count = 0;
  for (int i = 0; i < n; i++)
    if (!quiet || !s[i].disturbed)
      cycles[count++] = s[i].cycles;
  sort_numbers (cycles, count);
  return quantile (cycles, count, 0.5);
}

/* The result of a round for each table. */
static void
take (const struct series *s, struct point *p, const struct operands *o)
{
  struct sample samples[s->tables][SAMPLES_MOST];
  int n[s->tables];
  for (int i = 0; i < SAMPLES_MOST * s->tables; i++)
    {
      const int round = i / s->tables;
      const int c = round == 1 ? 2 * s->tables - 1 - i : i % s->tables;
      if (round == 0)
        n[c] = 0;
      if (!is_left_out (p, c) && (round < 2 || (!s->typical && !is_enough (samples[c], n[c]))))
        samples[c][n[c]++] = sample (s, &s->table[c], o, p->of[c].repeats);
    }
  const int slot = p->rounds % SLOTS;
  p->quiet[slot] = !s->typical;
  int all = 0, disturbed = 0;
  for (int c = 0; c < s->tables; c++)
    {
      all += n[c];
      for (int i = 0; i < n[c]; i++)
        disturbed += samples[c][i].disturbed;
      p->quiet[slot] &= n[c] == 0 || is_enough (samples[c], n[c]);
    }
  p->quiet[slot] &= 2 * disturbed < all;
  for (int c = 0; c < s->tables; c++)
    p->of[c].slots[slot] = n[c] > 0 ? typical_of (samples[c], n[c], p->quiet[slot]) : HUGE_VAL;
  rounds.all += !s->typical;
  rounds.disturbed += !s->typical && !p->quiet[slot];
}

static int
slots_used (const struct point *p)
{
  return p->rounds < SLOTS ? p->rounds : SLOTS;
}

/* The least time in a round. */
static double
best_of (const struct series *s, const struct point *p, int slot)
{
  double best = HUGE_VAL;
  for (int c = 0; c < s->tables; c++)
    best = fmin (best, p->of[c].slots[slot]);
  return best;
}

/* Marks tables that are far from the best in three of four rounds in which they have samples: a
   table that is near in some may be the best one for minutes. */
static void
find_far (const struct series *s, struct point *p)
{
  for (int c = 0; c < s->tables; c++)
    {
      double ratios[SLOTS];
      int n = 0;
      for (int i = 0; i < slots_used (p); i++)
        if (p->of[c].slots[i] < HUGE_VAL)
          ratios[n++] = p->of[c].slots[i] / best_of (s, p, i);
      sort_numbers (ratios, n);
      p->of[c].far = n > 0 && quantile (ratios, n, 0.25) > FAR (p->rounds);
    }
}

/* Among the last rounds. */
static int
undisturbed_rounds (const struct point *p)
{
  int quiet = 0;
  for (int i = 0; i < slots_used (p); i++)
    quiet += p->quiet[i];
  return quiet;
}

/* The number of rounds, where undisturbed ones count QUIET times, so that sizes without one come
   first.  Where one table alone is near the best, they count SELDOM times as much. */
static int
effort (const struct series *s, const struct point *p)
{
  int near = 0;
  for (int c = 0; c < s->tables; c++)
    near += !p->of[c].out && !p->of[c].far;
  const int rounds = p->rounds + (QUIET - 1) * undisturbed_rounds (p);
  return near > 1 || p->rounds < ENOUGH ? rounds : SELDOM * rounds;
}

void
shape_sizes (enum shape shape, mp_size_t n, mp_size_t *an, mp_size_t *bn)
{
  *an = shape == SHAPE_DIVISION || shape == SHAPE_DIVISION_EXACT || shape == SHAPE_DIVISION_PREPARED ? 2 * n : shape == SHAPE_DIVISION_NARROW ? 5 * n
        : shape == SHAPE_DIVISION_HENSEL ? 4 * n
        : shape == SHAPE_DIGITS ? 3 * n : shape == SHAPE_LONGER ? n + n / 2 : shape == SHAPE_UNBALANCED ? 2 * n
        : shape == SHAPE_INVERSE ? 2 * n : shape == SHAPE_LONG ? 4 * n : shape == SHAPE_NARROW ? 8 * n : n;
  *bn = shape == SHAPE_DIVISION_NARROW ? 4 * n : shape == SHAPE_DIVISION_HENSEL ? 2 * n : shape == SHAPE_UNBALANCED ? (n + 1) / 2 : shape == SHAPE_INVERSE ? 2 * n : n;
}

static void
measure_round (const struct series *s, struct point *p, mp_ptr room)
{
  mp_size_t an, bn;
  shape_sizes (s->shape, p->n, &an, &bn);
  struct operands o = operands_place (room, an, bn, p->rounds % PLACEMENTS);
  const mp_size_t size = bn < p->n ? bn : p->n;
  for (int i = 0; i < s->movings; i++)  /* means of sizes are rounded down */
    *s->moving[i].threshold = fmin (fmax (size - 1, s->moving[i].least), s->moving[i].most);
  if (is_chance (s, p->rounds))
    qualify (s, p, &o);
  if (s->balanced)
    p->hand_overs[p->rounds % SLOTS] = hand_over_cycles ();
  take (s, p, &o);
  p->rounds++;
  if (s->strict && s->typical && p->rounds >= ENOUGH)
    find_far (s, p);
}

int
series_pass (struct series *s, double until)
{
  mp_size_t longest = s->n > 0 ? s->points[s->n - 1].n : 1;
  mp_size_t an, bn;
  shape_sizes (s->shape, longest, &an, &bn);
  mp_ptr room = operands_room (an, bn);
  if (room == NULL)
    return -1;
  int least = 0;
  for (size_t i = 0; i < s->n; i++)
    if (i == 0 || effort (s, &s->points[i]) < least)
      least = effort (s, &s->points[i]);
  int measured = 0;
  for (size_t i = 0; i < s->n && (!measured || now_ns () < until); i++)
    if (effort (s, &s->points[i]) == least)
      {
        measure_round (s, &s->points[i], room);
        measured = 1;
        progress_tick ();
      }
  free (room);
  return 0;
}

int
series_turns (struct series *const s[], const double share[], int count, double until)
{
  double shares = 0;
  for (int i = 0; i < count; i++)
    shares += share[i];
  do
    {
      const double begin = now_ns (), round = fmin (TURNS, fmax (0, until - begin));
      double used = 0;
      for (int i = 0; i < count; i++)
        {
          const double end = begin + round * (used += share[i]) / shares;
          do
            if (series_pass (s[i], end) != 0)
              return -1;
          while (now_ns () < end);
        }
    }
  while (now_ns () < until);
  return 0;
}

static int
compare_points (const void *a, const void *b)
{
  mp_size_t x = ((const struct point *) a)->n, y = ((const struct point *) b)->n;
  return (x > y) - (x < y);
}

static int
is_among (const struct series *s, mp_size_t n)
{
  size_t i = 0;
  while (i < s->n && s->points[i].n != n)
    i++;
  return i < s->n;
}

int
series_add (struct series *s, mp_size_t first, mp_size_t last, double factor)
{
  for (mp_size_t n = first; n <= last; n = fmax (n + 1, ceil (n * factor)))
    {
      if (is_among (s, n))
        continue;
      struct point *more = realloc (s->points, (s->n + 1) * sizeof *more);
      if (more == NULL)
        return -1;
      s->points = more;
      more[s->n] = (struct point) { .n = n, .of = calloc (s->tables, sizeof *more[s->n].of) };
      if (more[s->n].of == NULL)
        return -1;
      s->n++;
    }
  qsort (s->points, s->n, sizeof *s->points, compare_points);
  return 0;
}

void
series_trim (struct series *s)
{
  size_t cached = 0;
  for (size_t i = 0; i < s->n; i++)
    if (s->points[i].rounds > 0)
      s->points[cached++] = s->points[i];
    else
      free (s->points[i].of);
  s->n = cached;
}

static int
is_part (const struct series *s, int slot, enum part part)
{
  return part == ALL || (slot / (s->strict ? SELDOM : 1) % 2 == 0) == (part == ONE_HALF);
}

/* WEIGHTS: of the slots. */
static void
times_at (const struct series *s, const struct point *p, enum part part, const double *weights,
          double *times)
{
  const int slots = slots_used (p), any = undisturbed_rounds (p) > 0;
  double measured[slots * s->tables + 1], weighted[slots + 1];
  int rounds = 0;
  for (int i = 0; i < slots; i++)
    if ((!any || p->quiet[i]) && is_part (s, i, part))
      {
        for (int c = 0; c < s->tables; c++)
          measured[rounds * s->tables + c] = p->of[c].slots[i];
        weighted[rounds++] = weights != NULL ? weights[i] : 1;
      }
  fit_times (times, measured, s->strict && s->typical ? weighted : NULL, rounds, s->tables);
  for (int c = 0; c < s->tables; c++)
    if (p->of[c].out)
      times[c] = p->of[c].first;
}

void
series_times_at (const struct series *s, size_t point, double *times)
{
  times_at (s, &s->points[point], ALL, NULL, times);
}

/* The weights of all slots of all sizes, one after the other; NULL if an allocation fails. */
static double *
balanced_weights (const struct series *s)
{
  double *weights = malloc ((2 * s->n * SLOTS + 1) * sizeof *weights);
  double *hand_overs = weights + s->n * SLOTS;
  size_t n = 0;
  for (size_t i = 0; i < s->n && weights != NULL; i++)
    for (int slot = 0; slot < slots_used (&s->points[i]); slot++)
      hand_overs[n++] = s->points[i].hand_overs[slot];
  if (weights != NULL)
    balance (weights, hand_overs, n);
  return weights;
}

double *
series_times (const struct series *s, enum part part)
{
  double *times = malloc (s->n * s->tables * sizeof *times);
  double *weights = s->balanced ? balanced_weights (s) : NULL;
  const int failed = times == NULL || (s->balanced && weights == NULL);
  size_t at = 0;
  for (size_t i = 0; i < s->n && !failed; i++)
    {
      times_at (s, &s->points[i], part, s->balanced ? weights + at : NULL, times + i * s->tables);
      at += slots_used (&s->points[i]);
    }
  free (weights);
  if (failed)
    free (times);
  return failed ? NULL : times;
}

int
series_measured (const struct series *s, struct measured *m)
{
  *m = (struct measured) {
    series_times (s, ALL), { series_times (s, ONE_HALF), series_times (s, OTHER_HALF) }
  };
  return m->all != NULL && m->halves[0] != NULL && m->halves[1] != NULL ? 0 : -1;
}

void
measured_free (struct measured *m)
{
  free (m->all);
  free (m->halves[0]);
  free (m->halves[1]);
}

void
series_free (struct series *s)
{
  for (size_t i = 0; i < s->n; i++)
    free (s->points[i].of);
  free (s->points);
}
