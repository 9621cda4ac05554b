/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "ways.h"
#include "papers.h"
#include "../clock.h"
#include "../bench/machine.h"
#include "mul/mul.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLE 30e3             /* ns */
#define NAP 600000              /* ns: longer than workers of the pool wait */
#define LONG_NAP 20000000       /* ns: longer than threads of an OpenMP runtime wait */
#define NOISY_SPREAD 0.05
#define NOISY_NS 1

enum
{
  PLACES = 4,
  ROUNDS = 4,                   /* at one placement, in one pass */
  TRIES = 5000                  /* calls, until the pool is available */
};

/* The first number of a result; that of squares is the next. */
enum { PRODUCT = 1 };

int passes = 6;
struct noise noise;

static int
once_kernel (const struct way *w, const struct operands *o)
{
  if (w->square)
    w->k->sqr_basecase (o->rp, o->ap, o->bn);
  else
    w->k->mul_basecase (o->rp, o->ap, o->bn, o->bp, o->bn);
  return 1;
}

static int
once_config (const struct way *w, const struct operands *o)
{
  const struct comba_config *k = w->k;
  mp_size_t n = o->bn;
  if (w->square && n <= k->sqr_n_max)
    k->sqr_n[n] (o->rp, o->ap);
  else if (w->square)
    comba_sqr (k, o->rp, o->ap, n);
  else if (n <= k->mul_n_max)
    k->mul_n[n] (o->rp, o->ap, n, o->bp);
  else
    comba_mul_n (k, o->rp, o->ap, o->bp, n);
  return 1;
}

const struct comba_pool *
take_pool (const struct way *w)
{
  if (w->pool != NULL)
    return w->pool;
  const struct comba_pool *pool = comba_pool_take (w->threads, COMBA_WAKE_NOW);
  if (pool == NULL || pool->threads == w->threads)
    return pool;
  comba_pool_give ();
  return NULL;
}

void
give_pool (const struct way *w)
{
  if (w->pool == NULL)
    comba_pool_give ();
}

static int
by_columns (const struct way *w, const struct comba_pool *pool, const struct operands *o)
{
  return w->square ? comba_sqr_columns (w->k, pool, o->rp, o->ap, o->bn)
                   : comba_mul_columns (w->k, pool, o->rp, o->ap, o->bn, o->bp, o->bn);
}

static int
once_threads (const struct way *w, const struct operands *o)
{
  const struct comba_pool *pool = take_pool (w);
  if (pool == NULL)
    return 0;
  int done = by_columns (w, pool, o);
  give_pool (w);
  return done;
}

static int
once_words (const struct way *w, const struct operands *o)
{
  w->words (o->rp, o->ap, o->bp, w->n);
  return 1;
}

static int
once_library (const struct way *w, const struct operands *o)
{
  w->library->mul_n (o->rp, o->ap, o->bp, o->bn);
  return 1;
}

struct way
way_kernel (const struct comba_config *k, int square)
{
  return (struct way) { .once = once_kernel, .k = k, .square = square, .result = PRODUCT + square };
}

struct way
way_config (const struct comba_config *k, int square)
{
  return (struct way) { .once = once_config, .k = k, .square = square, .result = PRODUCT + square };
}

struct way
way_threads (const struct comba_config *k, int square, int threads)
{
  return (struct way) {
    .once = once_threads, .k = k, .square = square, .threads = threads, .result = PRODUCT + square
  };
}

struct way
way_words (words_fn *f, mp_size_t n)
{
  return (struct way) { .once = once_words, .words = f, .n = n, .result = PRODUCT };
}

struct way
way_library (const struct library *l)
{
  return (struct way) { .once = once_library, .library = l, .result = PRODUCT };
}

struct operands
place_bits (mp_ptr room, int bits, int i)
{
  mp_size_t n = limbs_for (bits);
  struct operands o = operands_place (room, n, n, i);
  int above = n * GMP_LIMB_BITS - bits;
  o.ap[n - 1] = o.ap[n - 1] << above >> above;
  o.bp[n - 1] = o.bp[n - 1] << above >> above;
  return o;
}

static int
needs_pool (const struct way *w)
{
  return w->threads > 0 && w->pool == NULL;
}

/* The time of one call; HUGE_VAL if a call fails. */
static double
sample (const struct way *w, const struct operands *o, size_t repeats)
{
  int done = 1;
  double start = now_ns ();
  for (size_t i = 0; i < repeats; i++)
    done &= w->once (w, o);
  double ns = (now_ns () - start) / repeats;
  return done ? ns : HUGE_VAL;
}

/* Whether W can be done.  Ends a back-off of the pool. */
static int
can_do (const struct way *w, const struct operands *o)
{
  for (int i = 0; i < (needs_pool (w) ? TRIES : 1); i++)
    {
      comba_pool_end_back_off ();
      if (w->once (w, o))
        return 1;
    }
  return 0;
}

static size_t
calibrate (const struct way *w, const struct operands *o)
{
  size_t repeats = 1;
  double ns;
  for (int i = 0; i < TRIES; i++)
    {
      comba_pool_end_back_off ();
      ns = sample (w, o, repeats);
      if (ns == HUGE_VAL)
        continue;
      if (ns * repeats >= SAMPLE / 4)
        return (size_t) fmax (repeats, ceil (SAMPLE / ns));
      repeats *= 2;
    }
  return repeats;
}

/* Results with the same number must be equal. */
static void
check_same (const struct way *ways, int n, const struct operands *o)
{
  size_t size = (o->an + o->bn) * sizeof (mp_limb_t);
  mp_ptr expected = malloc (size);
  if (expected == NULL)
    give_up ("out of memory");
  for (int w = 1; w < n; w++)
    {
      int first = 0;
      while (ways[first].result != ways[w].result)
        first++;
      memset (o->rp, 0, size);
      if (first == w || ways[w].result == 0 || !can_do (&ways[w], o))
        continue;
      memcpy (expected, o->rp, size);
      memset (o->rp, 0, size);
      if (can_do (&ways[first], o) && memcmp (expected, o->rp, size) != 0)
        give_up ("two ways to the same result give different ones");
    }
  free (expected);
}

struct series
{
  size_t repeats;
  double *ns;                   /* room for samples_max (): sample i is at placement i / ROUNDS % PLACES */
  int samples;
};

/* At most twice as many further passes, while a way is noisy. */
static int
passes_max (void)
{
  return 3 * passes;
}

static int
samples_max (void)
{
  return PLACES * ROUNDS * passes_max ();
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static struct timed
evaluate (const struct series *s)
{
  double best[PLACES], excess[PLACES * ROUNDS * 3 * PASSES_MAX], sum = 0;
  for (int p = 0; p < PLACES; p++)
    best[p] = HUGE_VAL;
  for (int i = 0; i < s->samples; i++)
    best[i / ROUNDS % PLACES] = fmin (best[i / ROUNDS % PLACES], s->ns[i]);
  for (int p = 0; p < PLACES; p++)
    sum += best[p];
  if (sum == HUGE_VAL)
    return (struct timed) { NAN, 0 };
  for (int i = 0; i < s->samples; i++)
    excess[i] = s->ns[i] / best[i / ROUNDS % PLACES] - 1;
  qsort (excess, s->samples, sizeof excess[0], compare_doubles);
  return (struct timed) { sum / PLACES, excess[s->samples / 4] };
}

static int
is_noisy (const struct timed *t)
{
  return t->spread > NOISY_SPREAD && t->spread * t->ns > NOISY_NS;
}

/* One pass over the placements, for the ways that use the pool or for those that do not. */
static void
pass (const struct way *ways, int n, struct series *series, mp_ptr room, int bits, int pool)
{
  int any = 0;
  for (int w = 0; w < n; w++)
    any |= needs_pool (&ways[w]) == pool;
  for (int p = 0; any && p < PLACES; p++)
    {
      struct operands o = place_bits (room, bits, p);
      if (!pool && comba_pool_workers () > 0)
        nanosleep (&(struct timespec) { .tv_nsec = NAP }, NULL);
      for (int round = -1; round < ROUNDS; round++)     /* the first one is a warm-up */
        for (int w = 0; w < n; w++)
          if (needs_pool (&ways[w]) == pool)
            {
              struct series *s = &series[w];
              if (s->repeats == 0)
                s->repeats = can_do (&ways[w], &o) ? calibrate (&ways[w], &o) : 1;
              if (pool)
                can_do (&ways[w], &o);
              double ns = sample (&ways[w], &o, s->repeats);
              if (round >= 0)
                s->ns[s->samples++] = ns;
            }
    }
}

void
time_ways (const struct way *ways, int n, int bits, struct timed *t)
{
  mp_ptr room = operands_room (limbs_for (bits), limbs_for (bits));
  struct series *series = calloc (n, sizeof *series);
  double *ns = malloc (n * samples_max () * sizeof *ns);
  if (room == NULL || series == NULL || ns == NULL)
    give_up ("out of memory");
  for (int w = 0; w < n; w++)
    series[w].ns = ns + w * samples_max ();
  struct operands o = place_bits (room, bits, 0);
  check_same (ways, n, &o);

  int noisy = 1;
  for (int i = 0; i < passes || (noisy && i < passes_max ()); i++)
    {
      pass (ways, n, series, room, bits, 0);
      pass (ways, n, series, room, bits, 1);
      noisy = 0;
      for (int w = 0; w < n; w++)
        {
          t[w] = evaluate (&series[w]);
          noisy += is_noisy (&t[w]);
        }
    }
  noise.all += n;
  noise.noisy += noisy;
  free (ns);
  free (series);
  free (room);
}

int
has_openmp (void)
{
  static int has = -1;
  if (has < 0)
    has = comba_set_thread_engine ("openmp") && comba_set_thread_engine ("posix");
  return has;
}

/* Alternates with one thread, which checks the result. */
double
time_openmp (struct way w, int bits)
{
  if (w.threads > comba_threads_allowed () || !has_openmp ())
    return NAN;
  const struct way ways[] = { way_kernel (w.k, w.square), w };
  struct timed t[2];
  spread_threads (0);
  comba_set_thread_engine ("openmp");
  time_ways (ways, 2, bits, t);
  comba_set_thread_engine ("posix");
  nanosleep (&(struct timespec) { .tv_nsec = LONG_NAP }, NULL);
  spread_threads (1);
  return t[1].ns;
}

void
table_openmp (struct table *t, double ns, int decimals)
{
  if (has_openmp ())
    table_number (t, ns, decimals);
  else
    table_text (t, "no libcomba_omp");
}

enum { RUNS = 8, ROUNDS_EACH = 4 };     /* rounds at one placement, for each pass */

/* Recorded by a pool that does its jobs one after the other and reads the clock; also by a copy of
   it with fewer threads. */
static struct
{
  int run;
  double ns[RUNS][COMBA_THREADS_MAX];
} watch;

static void
run_watched (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  for (int i = 0; i < pool->threads; i++)
    {
      double start = now_ns ();
      f (arg, i);
      watch.ns[watch.run][i] += now_ns () - start;
    }
  watch.run += watch.run < RUNS - 1;
}

/* The time of a reading of the clock. */
static double
clock_ns (void)
{
  double best = HUGE_VAL;
  for (int i = 0; i < ROUNDS_EACH * passes; i++)
    {
      double start = now_ns ();
      for (int j = 0; j < 99; j++)
        now_ns ();
      best = fmin (best, (now_ns () - start) / 100);
    }
  return best;
}

/* One round: REPEATS calls. */
static double
time_watched (struct way w, const struct operands *o, size_t repeats, double clock)
{
  const struct comba_pool pool = { .threads = w.threads, .run = run_watched };
  w.pool = &pool;
  memset (&watch, 0, sizeof watch);
  double start = now_ns ();
  for (size_t i = 0; i < repeats; i++)
    {
      watch.run = 0;
      if (!w.once (&w, o))
        return NAN;
    }
  double ns = now_ns () - start;
  for (int run = 0; run < watch.run; run++)
    {
      double busiest = 0;
      for (int i = 0; i < w.threads; i++)
        {
          busiest = fmax (busiest, watch.ns[run][i]);
          ns -= watch.ns[run][i] + clock * repeats;
        }
      ns += fmax (0, busiest - clock * repeats);
    }
  return fmax (0, ns / repeats);
}

int
count_runs (struct way w, int bits)
{
  const struct comba_pool pool = { .threads = w.threads, .run = run_watched };
  w.pool = &pool;
  watch.run = 0;
  mp_ptr room = operands_room (limbs_for (bits), limbs_for (bits));
  if (room == NULL)
    give_up ("out of memory");
  struct operands o = place_bits (room, bits, 0);
  w.once (&w, &o);
  free (room);
  return watch.run;
}

double
time_threads (struct way w, int bits)
{
  if (w.threads <= comba_threads_allowed ())
    {
      struct timed t;
      time_ways (&w, 1, bits, &t);
      return t.ns;
    }
  mp_ptr room = operands_room (limbs_for (bits), limbs_for (bits));
  if (room == NULL)
    give_up ("out of memory");
  double clock = clock_ns (), best[PLACES], sum = 0;
  size_t repeats = 4;
  for (int p = 0; p < PLACES; p++)
    {
      struct operands o = place_bits (room, bits, p);
      best[p] = HUGE_VAL;
      for (int i = 0; i < ROUNDS_EACH * passes; i++)
        {
          double start = now_ns ();
          best[p] = fmin (best[p], time_watched (w, &o, repeats, clock));
          if (now_ns () - start < SAMPLE)
            repeats *= 2;
        }
      sum += best[p];
    }
  free (room);
  return sum < HUGE_VAL ? sum / PLACES : NAN;
}
