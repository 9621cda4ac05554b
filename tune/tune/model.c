/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "model.h"
#include "choices.h"
#include "gather.h"
#include "progress.h"
#include "comba.h"
#include "mul/mul.h"
#include "../clock.h"
#include "../samples.h"
#include "../bench/machine.h"
#include "../bench/operands.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE_FIRST 64
#define SIZE_LAST 65536
#define MODULAR_LAST 8192
#define SIZE_FACTOR 1.41        /* from one size to the next, */
#define QUICK_FACTOR 8          /* or this with --quick */
#define ROUND_NS 1e6            /* for a choice at one size and placement */
enum { PLACES = 3, PASSES = 4 };

/* Recorded by a pool that does its jobs one after the other. */
static struct
{
  int runs;
  double all, longest;          /* time of the jobs, summed over the calls */
} record;

static void
run_recorded (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  double longest = 0, first = now_ns (), before = first;
  for (int i = 0; i < pool->threads; i++)
    {
      f (arg, i);
      double after = now_ns ();
      longest = fmax (longest, after - before - now_cost_ns ());
      before = after;
    }
  record.runs++;
  record.all += before - first;
  record.longest += longest;
}

/* A job of SHARE_NS, long enough for the worker to begin its own. */
#define SHARE_NS 3000

static void
wait_share (void *arg, int share)
{
  (void) arg, (void) share;
  for (double end = now_ns () + SHARE_NS; now_ns () < end;)
    continue;
}

/* sync (2): the time of a pool of 2 beyond its jobs. 0 if there is no pool. */
static double
measure_sync (void)
{
  enum { RUNS = 20, ROUNDS = 200 };
  double best = HUGE_VAL;
  for (int round = 0; round < ROUNDS; round++)
    {
      wake_workers ();
      int done = 0;
      double start = now_ns ();
      for (int i = 0; i < RUNS; i++)
        {
          const struct comba_pool *pool = comba_pool_take (2, COMBA_WAKE_NOW);
          if (pool == NULL)
            continue;
          comba_pool_run (pool, wait_share, NULL);
          comba_pool_give ();
          done++;
        }
      if (done == RUNS)
        best = fmin (best, (now_ns () - start) / RUNS - SHARE_NS);
    }
  return best < HUGE_VAL ? best : 0;
}

static double
sync_of (double sync, int threads)
{
  return sync * threads / 2;
}

static double size_factor;

static mp_size_t
size_last (enum shape shape)
{
  return is_modular (shape) ? MODULAR_LAST : SIZE_LAST;
}

/* A product or square by a choice; returns 0 if the choice does not suit this size. */
static int
call_choice (const struct comba_config *k, const struct comba_step *choice, enum shape shape,
             const struct operands *o)
{
  const struct comba_path *path = &comba_paths[choice->path];
  struct comba_pool pool = { .threads = choice->threads, .run = run_recorded };
  if (choice->path != COMBA_PATH_SEQUENTIAL)
    return shape == SHAPE_SQR ? path->sqr (k, &pool, o->rp, o->ap, o->an)
                              : path->mul (k, &pool, o->rp, o->ap, o->an, o->bp, o->bn);
  if (shape == SHAPE_SQR)
    comba_sqr (k, o->rp, o->ap, o->an);
  else
    comba_mul (k, o->rp, o->ap, o->an, o->bp, o->bn);
  return 1;
}

/* The predicted time of a choice in one round, with operands at PLACE; HUGE_VAL if it does not suit
   this size. */
static double
predict (const struct comba_config *k, const struct comba_step *choice, enum shape shape,
         mp_size_t an, mp_size_t bn, double sync, mp_ptr room, int place)
{
  struct operands o = operands_place (room, an, bn, place);
  double best = HUGE_VAL, begin = now_ns (), start;
  int calls = 0;
  while ((start = now_ns ()) < begin + ROUND_NS || calls < 2)
    {
      record.runs = 0;
      record.all = record.longest = 0;
      if (!call_choice (k, choice, shape, &o))
        return HUGE_VAL;
      double ns = now_ns () - start - record.all + record.longest
                  + record.runs * sync_of (sync, choice->threads);
      best = fmin (best, ns);
      calls++;
    }
  progress_tick ();
  return best;
}

/* Choices, and their times at each size. */
struct table
{
  const struct series *sizes;
  int choices;
  struct comba_step choice[CHOICES_MAX];
  double *times;                /* by size */
};

/* The fastest choice for at most THREADS threads at size i, among the choices from FIRST on. */
static int
fastest (const struct table *t, size_t i, int threads, int first)
{
  const double *times = t->times + i * t->choices;
  int best = first;
  for (int c = first + 1; c < t->choices; c++)
    if (t->choice[c].threads <= threads && times[c] < times[best])
      best = c;
  return best;
}

/* A column for each number of threads up to THREADS. */
static void
print_thread_counts (int threads)
{
  for (int i = 0; i < THREAD_COUNTS && thread_counts[i] <= threads; i++)
    printf (" T = %d |", thread_counts[i]);
}

static void
print_line (int threads)
{
  for (int i = 0; i < THREAD_COUNTS && thread_counts[i] <= threads; i++)
    printf (" --- |");
  printf ("\n");
}

static void
print_head (const char *name, const char *kind, const char *unit, int threads)
{
  printf ("\n### %s: %s speed-up with T threads, and the best path\n\n| limbs | sequential, %s |", name, kind, unit);
  print_thread_counts (threads);
  printf ("\n| --- | --- |");
  print_line (threads);
}

static void
print_choice (const struct table *t, size_t i, int c)
{
  const double *times = t->times + i * t->choices;
  const struct comba_step *choice = &t->choice[c];
  const char *name = comba_path_names[choice->path];
  if (c == 0)
    printf (" 1 |");
  else if (times[c] == HUGE_VAL)
    printf (" - |");
  else
    printf (" %.2f %s %d |", times[0] / times[c], name, choice->threads);
}

static void
print_speed_ups (const struct table *t, int threads)
{
  for (size_t i = 0; i < t->sizes->n; i++)
    {
      printf ("| %ld | %.2f |", (long) t->sizes->points[i].n, t->times[i * t->choices] / 1000);
      for (int j = 0; j < THREAD_COUNTS && thread_counts[j] <= threads; j++)
        print_choice (t, i, fastest (t, i, thread_counts[j], 0));
      printf ("\n");
    }
}

/* The first size at which a path is faster. */
static void
print_begin (const struct table *t, int threads)
{
  printf ("\nThe size in limbs from which each path is faster:\n\n| path |");
  print_thread_counts (threads);
  printf ("\n| --- |");
  print_line (threads);
  for (int c = 1; c < t->choices; c++)
    {
      if (t->choice[c].path != t->choice[c - 1].path)
        printf ("%s| %s |", c > 1 ? "\n" : "", comba_path_names[t->choice[c].path]);
      mp_size_t first = 0;
      for (size_t i = 0; i < t->sizes->n && first == 0; i++)
        if (t->times[i * t->choices + c] < t->times[i * t->choices])
          first = t->sizes->points[i].n;
      if (first > 0)
        printf (" %ld |", (long) first);
      else
        printf (" - |");
    }
  printf ("\n");
}

/* Fills T with the predicted times of the choices for up to THREADS threads: the median of several
   rounds.  A pass over all sizes lies between two rounds of one size, because a disturbance lasts
   for milliseconds.  Returns 0, or -1 if an allocation fails. */
static int
predict_all (struct table *t, const struct comba_config *k, int threads, double sync)
{
  const struct series *s = t->sizes;
  t->choices = list_choices (t->choice, k, threads, s->shape);
  const size_t all = s->n * t->choices;
  t->times = malloc (all * sizeof *t->times);
  double (*rounds)[PLACES] = malloc (all * sizeof *rounds);
  mp_ptr room = operands_room (2 * SIZE_LAST, SIZE_LAST);
  const int failed = t->times == NULL || rounds == NULL || room == NULL;
  for (int place = 0; place < PLACES && !failed; place++)
    {
      int hopeless[CHOICES_MAX] = { 0 };
      for (size_t i = 0; i < all; i++)
        {
          const int c = i % t->choices;
          mp_size_t an, bn;
          shape_sizes (s->shape, s->points[i / t->choices].n, &an, &bn);
          double *time = &rounds[i][place];
          *time = hopeless[c] ? HUGE_VAL
                  : predict (k, &t->choice[c], s->shape, an, bn, sync, room, place);
          hopeless[c] |= is_hopeless (*time, rounds[i - c][place]);
        }
    }
  for (size_t i = 0; i < all && !failed; i++)
    {
      sort_numbers (rounds[i], PLACES);
      t->times[i] = rounds[i][PLACES / 2];
    }
  free (room);
  free (rounds);
  return failed ? -1 : 0;
}

/* The sequential choice, and those with THREADS existing threads. */
static int
list_with_threads (struct comba_step choices[CHOICES_MAX], const struct comba_config *k, int threads, enum shape shape)
{
  const int all = list_choices (choices, k, threads, shape);
  int n = 1;
  for (int c = 1; c < all; c++)
    if (choices[c].threads == threads)
      choices[n++] = choices[c];
  return n;
}

/* Fills T, and S of its shape, with the times of the sequential product and of all paths with a
   pool of THREADS.  No path is dropped at a size because a pool of another size is faster there. */
static int
measure_threads (struct table *t, struct series *s, const struct comba_config *k, int threads)
{
  spread_workers (0);              /* threads on CPUs of their own use all CPUs */
  comba_set_num_threads (threads);
  spread_workers (1);
  t->sizes = s;
  t->choices = list_with_threads (t->choice, k, threads, s->shape);
  struct comba_config *tables = choice_tables (k, t->choice, t->choices);
  s->table = tables;
  s->tables = t->choices;
  int failed = tables == NULL || series_add (s, SIZE_FIRST, size_last (s->shape), size_factor) != 0;
  for (int pass = 0; pass < PASSES && !failed; pass++)
    failed = series_pass (s, HUGE_VAL) != 0;
  t->times = failed ? NULL : series_times (s, ALL);
  free (tables);
  return t->times == NULL ? -1 : 0;
}

/* Prints the gain of pools of up to THREADS threads. */
static int
print_measured (const struct comba_config *k, const char *name, enum shape shape, int threads)
{
  struct table pools[THREAD_COUNTS] = { { .times = NULL } };
  struct series sizes[THREAD_COUNTS] = { { .n = 0 } };
  int count = 0, failed = 0;
  for (; count < THREAD_COUNTS && thread_counts[count] <= threads && !failed; count++)
    {
      sizes[count] = (struct series) { .shape = shape, .strict = 1, .typical = 1 };
      failed = measure_threads (&pools[count], &sizes[count], k, thread_counts[count]) != 0;
    }
  progress_end ();
  if (!failed && count > 0)
    {
      print_head (name, "measured", "thousand cycles", threads);
      for (size_t i = 0; i < sizes[0].n; i++)
        {
          printf ("| %ld | %.2f |", (long) sizes[0].points[i].n, pools[0].times[i * pools[0].choices] / 1000);
          for (int j = 0; j < count; j++)
            print_choice (&pools[j], i, fastest (&pools[j], i, threads, 1));
          printf ("\n");
        }
    }
  for (int j = 0; j < count; j++)
    {
      free (pools[j].times);
      series_free (&sizes[j]);
    }
  return failed ? -1 : 0;
}

static int
print_predicted (const struct comba_config *k, const char *name, enum shape shape, int threads,
                 double sync)
{
  struct series s = { .shape = shape };
  struct table t = { .sizes = &s };
  const int failed = series_add (&s, SIZE_FIRST, size_last (shape), size_factor) != 0
                     || predict_all (&t, k, threads, sync) != 0;
  progress_end ();
  if (!failed)
    {
      print_head (name, "predicted", "us", threads);
      print_speed_ups (&t, threads);
      print_begin (&t, threads);
    }
  series_free (&s);
  free (t.times);
  return failed ? -1 : 0;
}

int
print_model (const struct comba_config *k, int threads, double sync, int quick)
{
  size_factor = quick ? QUICK_FACTOR : SIZE_FACTOR;
  char cpu[256];
  const char *source = "given";
  const int here = comba_set_num_threads (threads);
  if (here > 1)
    spread_workers (1);
  if (sync == 0)
    {
      sync = measure_sync ();
      source = "measured";
    }
  if (sync == 0)
    {
      fprintf (stderr, "comba-tune: --model: no second thread to measure synchronisation with; "
               "use --sync\n");
      return -1;
    }
  cpu_model (cpu, sizeof cpu);
  printf ("comba %s, CPU configuration %s, %s\n\n", COMBA_VERSION, k->name, cpu);
  printf ("Predicted from jobs timed one by one; sync (T) = %.0f ns * T / 2 (%s).\n",
          sync, source);
  progress_begin (60);
  static const struct { const char *name; enum shape shape; } shapes[] = {
    { "mul_n", SHAPE_MUL }, { "mul, 2n x n/2", SHAPE_UNBALANCED }, { "sqr", SHAPE_SQR },
    { "mod, squares modulo an odd number", SHAPE_MODULAR }
  };
  int failed = 0;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes && !failed; i++)
    {
      progress_stage (shapes[i].name);
      failed = (!is_modular (shapes[i].shape)
                && print_predicted (k, shapes[i].name, shapes[i].shape, threads, sync) != 0)
               || print_measured (k, shapes[i].name, shapes[i].shape, here) != 0;
      fflush (stdout);
    }
  if (failed)
    fprintf (stderr, "comba-tune: out of memory\n");
  return failed ? -1 : 0;
}
