/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "model.h"
#include "choices.h"
#include "gather.h"
#include "progress.h"
#include "comba.h"
#include "toom/toom.h"
#include "../clock.h"
#include "../bench/machine.h"
#include "../bench/operands.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE_FIRST 64
#define SIZE_LAST 65536
#define SIZE_FACTOR 1.41
#define VISIT_NS 1e6            /* for a choice at a size and placement */
enum { PLACES = 2, PASSES = 4 };

/* What the recording team saw. */
static struct
{
  int runs;
  double all, longest;          /* of shares, summed over the runs */
} record;

static void
run_recorded (const struct comba_team *team, comba_share_fn *f, void *arg)
{
  double longest = 0, first = now_ns (), before = first;
  for (int i = 0; i < team->threads; i++)
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

/* A share that takes SHARE_NS, long enough for the worker to come to its own. */
#define SHARE_NS 3000

static void
wait_share (void *arg, int share)
{
  (void) arg, (void) share;
  for (double end = now_ns () + SHARE_NS; now_ns () < end;)
    continue;
}

/* sync (2): what a team of 2 takes longer than its shares.  0 if no team comes. */
static double
measure_sync (void)
{
  enum { RUNS = 20, ROUNDS = 200 };
  double best = HUGE_VAL;
  for (int round = 0; round < ROUNDS; round++)
    {
      gather_team ();
      int done = 0;
      double start = now_ns ();
      for (int i = 0; i < RUNS; i++)
        {
          const struct comba_team *team = comba_team_take (2, COMBA_WAKE_NOW);
          if (team == NULL)
            continue;
          comba_team_run (team, wait_share, NULL);
          comba_team_give ();
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

/* A product or square by a choice; returns 0 if it is not for this size. */
static int
call_choice (const struct comba_kernels *k, const struct comba_step *choice, enum shape shape,
             const struct operands *o)
{
  const struct comba_path *path = &comba_paths[choice->path];
  struct comba_team team = { .threads = choice->threads, .run = run_recorded };
  if (choice->path != COMBA_PATH_SEQUENTIAL)
    return shape == SHAPE_SQR ? path->sqr (k, &team, o->rp, o->ap, o->an)
                              : path->mul (k, &team, o->rp, o->ap, o->an, o->bp, o->bn);
  if (shape == SHAPE_SQR)
    comba_sqr (k, o->rp, o->ap, o->an);
  else
    comba_mul (k, o->rp, o->ap, o->an, o->bp, o->bn);
  return 1;
}

/* The predicted time of a choice; HUGE_VAL if it is not for this size. */
static double
predict (const struct comba_kernels *k, const struct comba_step *choice, enum shape shape,
         mp_size_t an, mp_size_t bn, double sync, mp_ptr room)
{
  double sum = 0;
  for (int i = 0; i < PLACES; i++)
    {
      struct operands o = operands_place (room, an, bn, i);
      double best = HUGE_VAL, begin = now_ns (), start;
      int calls = 0;
      while ((start = now_ns ()) < begin + VISIT_NS || calls < 2)
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
      sum += best;
      progress_tick ();
    }
  return sum / PLACES;
}

/* Choices, and for each size the predicted times. */
struct prediction
{
  enum shape shape;
  int choices;
  struct comba_step choice[CHOICES_MAX];
  struct series measured;       /* one thread, and with two if there are two */
  double (*times)[CHOICES_MAX];
};

/* The fastest choice of at most THREADS threads. */
static int
fastest (const struct prediction *p, size_t i, int threads)
{
  int best = 0;
  for (int c = 1; c < p->choices; c++)
    if (p->choice[c].threads <= threads && p->times[i][c] < p->times[i][best])
      best = c;
  return best;
}

static void
print_sizes (const struct prediction *p, const char *name, int threads)
{
  printf ("\n### %s: predicted speed-up with T threads, and the best path\n\n", name);
  printf ("| limbs | sequential, us |");
  for (int i = 0; i < TEAM_SIZES && team_sizes[i] <= threads; i++)
    printf (" T = %d |", team_sizes[i]);
  printf (" T = 2, measured |\n| --- | --- |");
  for (int i = 0; i < TEAM_SIZES && team_sizes[i] <= threads; i++)
    printf (" --- |");
  printf (" --- |\n");
  for (size_t i = 0; i < p->measured.n; i++)
    {
      const double *times = p->times[i];
      printf ("| %ld | %.2f |", (long) p->measured.points[i].n, times[0] / 1000);
      for (int j = 0; j < TEAM_SIZES && team_sizes[j] <= threads; j++)
        {
          int c = fastest (p, i, team_sizes[j]);
          printf (c == 0 ? " 1 |" : " %.2f %s %d |", times[0] / times[c],
                  comba_paths[p->choice[c].path].name, p->choice[c].threads);
        }
      int c = fastest (p, i, 2);
      double measured[p->measured.tables], two = HUGE_VAL;
      series_times_at (&p->measured, i, measured);
      for (int m = 1; m < p->measured.tables; m++)
        if (c > 0 && p->measured.table[m].plans.mul.steps[0].path == p->choice[c].path)
          two = measured[m];
      if (two < HUGE_VAL)
        printf (" %.2f |\n", measured[0] / two);
      else
        printf (" - |\n");
    }
}

/* The first size at which a path gains. */
static void
print_begin (const struct prediction *p, int threads)
{
  printf ("\nFrom how many limbs on each path gains:\n\n| path |");
  for (int i = 0; i < TEAM_SIZES && team_sizes[i] <= threads; i++)
    printf (" T = %d |", team_sizes[i]);
  printf ("\n| --- |");
  for (int i = 0; i < TEAM_SIZES && team_sizes[i] <= threads; i++)
    printf (" --- |");
  for (int c = 1; c < p->choices; c++)
    {
      if (p->choice[c].path != p->choice[c - 1].path)
        printf ("\n| %s |", comba_paths[p->choice[c].path].name);
      mp_size_t first = 0;
      for (size_t i = 0; i < p->measured.n && first == 0; i++)
        if (p->times[i][c] < p->times[i][0])
          first = p->measured.points[i].n;
      if (first > 0)
        printf (" %ld |", (long) first);
      else
        printf (" - |");
    }
  printf ("\n");
}

static int
fill (struct prediction *p, const struct comba_kernels *k, double sync)
{
  struct series *s = &p->measured;
  p->times = malloc (s->n * sizeof *p->times);
  mp_ptr room = operands_room (2 * SIZE_LAST, SIZE_LAST);
  int failed = p->times == NULL || room == NULL;
  int hopeless[CHOICES_MAX] = { 0 };
  for (int pass = 0; pass < PASSES && !failed; pass++)
    failed = series_pass (s, HUGE_VAL) != 0;
  for (size_t i = 0; i < s->n && !failed; i++)
    {
      mp_size_t n = s->points[i].n, an, bn;
      shape_sizes (p->shape, n, &an, &bn);
      for (int c = 0; c < p->choices; c++)
        {
          p->times[i][c] = hopeless[c] ? HUGE_VAL
                           : predict (k, &p->choice[c], p->shape, an, bn, sync, room);
          hopeless[c] |= is_hopeless (p->times[i][c], p->times[i][0]);
        }
    }
  free (room);
  return failed ? -1 : 0;
}

static int
print_shape (const struct comba_kernels *k, const char *name, enum shape shape, int threads,
             double sync)
{
  struct prediction p = { .shape = shape };
  struct comba_step real[CHOICES_MAX];
  int count = list_choices (real, comba_threads_allowed () > 1 ? 2 : 1, shape);
  if (comba_threads_allowed () < 2)
    count = 1;
  struct comba_kernels *tables = choice_tables (k, real, count);
  p.choices = list_choices (p.choice, threads, shape);
  p.measured = (struct series) { .shape = shape, .tables = count, .table = tables,
                                 .strict = 1 };
  int failed = tables == NULL || series_add (&p.measured, SIZE_FIRST, SIZE_LAST, SIZE_FACTOR) != 0
               || fill (&p, k, sync) != 0;
  progress_end ();
  if (failed)
    fprintf (stderr, "comba-tune: out of memory\n");
  else
    {
      print_sizes (&p, name, threads);
      print_begin (&p, threads);
      fflush (stdout);
    }
  series_free (&p.measured);
  free (tables);
  free (p.times);
  return failed ? -1 : 0;
}

int
print_model (const struct comba_kernels *k, int threads, double sync)
{
  char cpu[256];
  const char *source = "given";
  if (comba_set_num_threads (2) > 1)
    spread_team (1);
  if (sync == 0)
    {
      sync = measure_sync ();
      source = "measured";
    }
  if (sync == 0)
    {
      fprintf (stderr, "comba-tune: --model: no second thread here to measure synchronisation "
               "with; give it by --sync\n");
      return -1;
    }
  cpu_model (cpu, sizeof cpu);
  printf ("comba %s, kernel set %s, %s\n\n", COMBA_VERSION, k->name, cpu);
  printf ("Predicted from shares that were timed one by one; sync (T) = %.0f ns * T / 2 (%s).\n",
          sync, source);
  progress_begin (60);
  progress_stage ("mul_n");
  if (print_shape (k, "mul_n", SHAPE_MUL, threads, sync) != 0)
    return -1;
  progress_stage ("mul, 4:1");
  if (print_shape (k, "mul, 2n x n/2", SHAPE_UNBALANCED, threads, sync) != 0)
    return -1;
  progress_stage ("sqr");
  return print_shape (k, "sqr", SHAPE_SQR, threads, sync);
}
