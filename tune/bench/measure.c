/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "measure.h"
#include "elsewhere.h"
#include "machine.h"
#include "modular.h"
#include "operands.h"
#include "turns.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASS_NS 50e6            /* a pass over one job takes at most about this long */
#define REST_NS 600e3           /* longer than workers of the pool stay awake */
#define WAKE_NS 300e3           /* longer than they need to wake up */

/* One call of a library. */
struct call
{
  const struct library *library;
  enum function function;
  struct operands on;
  const struct turn *turns;     /* NULL: always the same call */

  /* POWM: a is the base, and its lowest limbs are the exponent; b is the modulus. */
  mp_size_t en;
  mp_ptr scratch;
  int own_time;

  struct modular modular;
  struct operation_room *room;  /* of an operation */
};

/* Limbs of scratch for mpn_powm; GMP's mpn_binvert_itch is below this. */
static size_t
powm_scratch (mp_size_t n)
{
  return 8 * (size_t) n + 1024;
}

/* The call of a job by a library, except for modular products, on these operands. */
static struct call
call_of (const struct library *l, const struct job *job, struct operands on, mp_ptr scratch)
{
  struct call c = { .library = l, .function = job->function, .on = on, .scratch = scratch };
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

/* The time of one call, from REPEATS of them.  An operation begins with the operands of set FIRST. */
static double
time_calls_from (struct call *call, size_t first, size_t repeats)
{
  const struct library *l = call->library;
  const struct call c = *call;
  use_threads (l);
  double (*const time_ns) (void) = c.own_time ? cpu_ns : now_ns;
  double start = time_ns ();
  if (c.turns != NULL)
    turn_calls (l, c.function, &c.on, c.turns, repeats);
  else switch (c.function)
    {
    case MUL_N:
      for (size_t i = 0; i < repeats; i++)
        l->mul_n (c.on.rp, c.on.ap, c.on.bp, c.on.bn);
      break;
    case SQR:
      for (size_t i = 0; i < repeats; i++)
        l->sqr (c.on.rp, c.on.ap, c.on.bn);
      break;
    case MUL_1:
    case ADDMUL_1:
    case SUBMUL_1:
      for (size_t i = 0; i < repeats; i++)
        c.on.rp[c.on.an] = l->by_limb[c.function - MUL_1] (c.on.rp, c.on.ap, c.on.an, c.on.bp[0]);
      break;
    case MUL_BASECASE:
      for (size_t i = 0; i < repeats; i++)
        l->mul_basecase (c.on.rp, c.on.ap, c.on.an, c.on.bp, c.on.bn);
      break;
    case SQR_BASECASE:
      for (size_t i = 0; i < repeats; i++)
        l->sqr_basecase (c.on.rp, c.on.ap, c.on.bn);
      break;
    case POWM:
      for (size_t i = 0; i < repeats; i++)
        l->powm (c.on.rp, c.on.ap, c.on.an, c.on.ap, c.en, c.on.bp, c.on.bn, c.scratch);
      break;
    case MUL:
      for (size_t i = 0; i < repeats; i++)
        l->mul (c.on.rp, c.on.ap, c.on.an, c.on.bp, c.on.bn);
      break;
    default:
      if (is_operation (c.function))
        operation_calls (c.room, l, first, repeats);
      else
        modular_calls (&call->modular, repeats);
      break;
    }
  return (time_ns () - start) / repeats;
}

static double
time_calls (struct call *call, size_t repeats)
{
  return time_calls_from (call, 0, repeats);
}

/* The number of calls that take SAMPLE_NS.  An interrupt makes it too small, so it is computed several
   times, each from the last, but not for a call that is far longer. */
static size_t
calibrate (struct call *c)
{
  size_t repeats = 1;
  for (int i = 0; i < 4; i++)
    {
      double ns;
      while (ns = time_calls (c, repeats), ns * repeats < SAMPLE_NS / 4)
        repeats *= 2;
      if (repeats == 1 && ns > 100 * SAMPLE_NS)
        break;
      repeats = fmax (repeats, ceil (SAMPLE_NS / ns));
    }
  return repeats;
}

/* The result of one call, at on.rp. */
static void
compute (struct call *c)
{
  time_calls (c, 1);
  if (is_modular (c->function))
    modular_result (&c->modular);
}

/* The same for an operation. */
static int
check_operation (const struct call both[SIDES], const struct job *job)
{
  const int same = operation_same (both[COMBA].room, both[REFERENCE].library, both[COMBA].library);
  if (same < 0)
    fprintf (stderr, "comba-bench: out of memory\n");
  else if (same == 0)
    fprintf (stderr, "comba-bench: %s, size %ld: the results differ\n", function_names[job->function], (long) job->size);
  return same == 1 ? 0 : -1;
}

/* Checks that both libraries compute the same; for sizes in turns, at the largest size. */
static int
check_same (const struct call both[SIDES])
{
  struct call calls[SIDES] = { both[REFERENCE], both[COMBA] };
  calls[REFERENCE].turns = calls[COMBA].turns = NULL;
  const struct call c = calls[COMBA];
  mp_size_t rn = c.function == POWM || is_modular (c.function) ? c.on.bn : c.on.an + c.on.bn;
  mp_ptr expected = malloc (rn * sizeof (mp_limb_t));
  if (expected == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }
  memset (c.on.rp, 0x5a, rn * sizeof (mp_limb_t));
  compute (&calls[REFERENCE]);
  memcpy (expected, c.on.rp, rn * sizeof (mp_limb_t));
  memset (c.on.rp, 0x5a, rn * sizeof (mp_limb_t));
  compute (&calls[COMBA]);
  int differ = memcmp (expected, c.on.rp, rn * sizeof (mp_limb_t)) != 0;
  if (differ)
    fprintf (stderr, "comba-bench: %s, %ld x %ld limbs: the results differ\n",
             function_names[c.function], (long) c.on.an, (long) c.on.bn);
  free (expected);
  return -differ;
}

/* The samples of a library. */
static size_t
samples_in (const struct measurement *m, int passes)
{
  return (size_t) passes * m->placements * SAMPLES;
}

/* Room for one more pass. */
static int
grow_samples (struct measurement *m)
{
  for (int side = 0; side < SIDES; side++)
    {
      struct sample *more
        = realloc (m->samples[side], samples_in (m, m->passes + 1) * sizeof *more);
      if (more == NULL)
        {
          fprintf (stderr, "comba-bench: out of memory\n");
          return -1;
        }
      m->samples[side] = more;
    }
  return 0;
}

/* Chooses the number of repeats, anew for each pass, and of placements. */
static void
prepare (struct measurement *m, struct call calls[SIDES])
{
  double placement_ns = 0;
  m->own_time = 0;
  for (int side = 0; side < SIDES; side++)
    {
      struct call *c = &calls[side];
      size_t repeats = m->repeats[side] = calibrate (c);
      double ns = fmin (time_calls (c, repeats), time_calls (c, repeats));
      placement_ns += (SAMPLES + 1) * repeats * ns;
      m->own_time |= repeats * ns > LONG_NS && c->library->threads <= 1 && is_on_one_cpu ();
    }
  if (m->placements == 0)
    m->placements = fmax (1, fmin (PLACEMENTS, PASS_NS / placement_ns));
}

/* The samples of a library at a placement, in ascending order: all, or the undisturbed ones.
   Returns their number. */
static size_t
pick (double *cycles, const struct measurement *m, enum side side, int placement, int all)
{
  size_t n = 0;
  for (size_t i = 0; i < samples_in (m, m->passes); i++)
    {
      const struct sample *s = &m->samples[side][i];
      if ((int) (i / SAMPLES % m->placements) == placement && (all || !s->disturbed))
        cycles[n++] = s->cycles;
    }
  sort_numbers (cycles, n);
  return n;
}

enum choice { LEFT_OUT, ALONE, WITH_NEIGHBOURS };

/* Finds the placements with enough undisturbed samples; all if none has.  ROOM is for the samples
   of a library. */
static void
choose_placements (enum choice chosen[PLACEMENTS], struct measurement *m, double *room)
{
  int any = 0;
  m->alone = 0;
  for (int p = 0; p < m->placements; p++)
    {
      chosen[p] = ALONE;
      for (int side = 0; side < SIDES; side++)
        {
          const size_t n = pick (room, m, side, p, 0);
          if (n < NEEDED)
            chosen[p] = LEFT_OUT;
          m->alone += n;
        }
      any += chosen[p] == ALONE;
    }
  m->scarce = 2 * any < m->placements;
  for (int p = 0; p < m->placements && any == 0; p++)
    chosen[p] = WITH_NEIGHBOURS;
}

/* Computes the members below SAMPLES from them. */
static int
evaluate (struct measurement *m)
{
  double *picked = malloc (samples_in (m, m->passes) * sizeof *picked);
  if (picked == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }
  enum choice chosen[PLACEMENTS];
  choose_placements (chosen, m, picked);
  for (int side = 0; side < SIDES; side++)
    {
      double sum = 0;
      size_t all = 0;
      int placements = 0;
      for (int p = 0; p < m->placements; p++)
        if (chosen[p] != LEFT_OUT)
          {
            const size_t n = pick (picked + all, m, side, p, chosen[p] == WITH_NEIGHBOURS);
            const double median = quantile (picked + all, n, 0.5);
            for (size_t i = all; i < all + n; i++)
              picked[i] /= median;
            sum += median;
            all += n;
            placements++;
          }
      sort_numbers (picked, all);
      m->cycles[side] = sum / placements;
      m->spread[side] = quantile (picked, all, 0.75) - quantile (picked, all, 0.25);
    }
  free (picked);
  return 0;
}

/* Calls that are not timed; with several threads, until all are awake. */
static void
warm (struct call *c, size_t repeats)
{
  const double start = now_ns ();
  do
    time_calls (c, repeats);
  while (c->library->threads > 1 && now_ns () < start + WAKE_NS);
}

/* Waits until workers sleep, because polling workers would slow one thread down.  This thread stays
   awake: a run that has too little of its CPU is not valid. */
static void
rest (void)
{
  const double start = now_ns ();
  while (now_ns () < start + REST_NS)
    ;
}

/* Gives short calls of an operation other operands for try TRY of sample SAMPLE, whose seed SEED begins,
   computed by L.  The CPU may have learned the branches of those that it has seen. */
static void
refresh (struct call *c, const struct library *l, uint64_t seed, int sample, int try)
{
  if (c->room == NULL || c->room->count == 1)
    return;
  seed = (seed * SAMPLES + (uint64_t) sample) * TRIES + (uint64_t) try;
  operation_refresh (c->room, l, splitmix (&seed));
}

/* The samples of a library at a placement.  The clock may depend on the running code, so calls of
   the same library precede each reading, of an operation with the last sets of operands.  Others
   follow it: the first vector products after a pause take a microsecond or two longer.  SEED and L
   are for refresh. */
static void
take_samples (struct sample *samples, struct call *c, size_t repeats, uint64_t seed, const struct library *l)
{
  const int threads = c->library->threads;
  const size_t before_each = (repeats + 3) / 4;
  warm (c, repeats);
  int elsewhere = threads > 1 && disturbed_elsewhere ();
  time_calls (c, repeats);
  struct reading before = read_clock ();
  for (int i = 0; i < SAMPLES; i++)
    for (int try = 0; try == 0 || (try < TRIES && samples[i].disturbed); try++)
      {
        if (before.disturbed)
          {
            await_core ();
            warm (c, repeats);
            before = read_clock ();
          }
        refresh (c, l, seed, i, try);
        time_calls_from (c, c->room != NULL && c->room->count > before_each ? c->room->count - before_each : 0, before_each);
        const double ns = time_calls (c, repeats);
        const struct reading after = read_clock ();
        samples[i] = sample_between (ns, &before, &after);
        before = after;
      }
  elsewhere |= threads > 1 && disturbed_elsewhere ();
  for (int i = 0; i < SAMPLES; i++)
    samples[i].disturbed |= elsewhere;
}

/* What the jobs of one function need in addition to operands. */
struct rooms
{
  mp_ptr operands;
  mp_ptr powm;                  /* scratch */
  mp_ptr modular;               /* the modulus, and a product */
  struct turn *turns;
  struct operation_room operation;
};

static int
make_rooms (struct rooms *rooms, const struct job *job)
{
  *rooms = (struct rooms) { .operands = NULL };
  if (is_operation (job->function))
    return operation_make_room (&rooms->operation, operation_of (job->function), job->an, job->bn) == 0;
  rooms->operands = operands_room (job->an, job->bn);
  if (job->function == POWM)
    rooms->powm = malloc (powm_scratch (job->bn) * sizeof (mp_limb_t));
  if (is_modular (job->function))
    rooms->modular = operands_room (job->bn, job->bn);
  if (job->turns_from != 0)
    rooms->turns = malloc (TURNS * sizeof *rooms->turns);
  return rooms->operands != NULL && (job->turns_from == 0 || rooms->turns != NULL) && (job->function != POWM || rooms->powm != NULL)
         && (!is_modular (job->function) || rooms->modular != NULL);
}

static void
free_rooms (struct rooms *rooms)
{
  free (rooms->operands);
  free (rooms->powm);
  free (rooms->modular);
  free (rooms->turns);
  operation_free_room (&rooms->operation);
}

static void
end_calls (struct call calls[SIDES])
{
  for (int side = 0; side < SIDES; side++)
    if (is_modular (calls[side].function) && calls[side].modular.library != NULL)
      modular_end (&calls[side].modular);
}

/* The calls of both libraries at a placement.  Returns 0, or -1 after a message. */
static int
begin_calls (struct call calls[SIDES], const struct library libraries[SIDES],
             const struct job *job, struct rooms *rooms, int placement)
{
  if (is_operation (job->function))
    {
      operation_place (&rooms->operation, &libraries[REFERENCE], job->exponent, placement);
      for (int side = 0; side < SIDES; side++)
        calls[side] = (struct call) { .library = &libraries[side], .function = job->function, .room = &rooms->operation };
      if (operation_prepare (&rooms->operation, &libraries[COMBA]) == 0)
        return 0;
      fprintf (stderr, "comba-bench: out of memory\n");
      return -1;
    }
  const struct operands on = operands_place (rooms->operands, job->an, job->bn, placement);
  if (rooms->turns != NULL)
    choose_turns (rooms->turns, job, placement);
  for (int side = 0; side < SIDES; side++)
    {
      calls[side] = call_of (&libraries[side], job, on, rooms->powm);
      calls[side].turns = rooms->turns;
    }
  if (!is_modular (job->function))
    return 0;

  /* Mixes the placement's number, so that offsets do not repeat. */
  const struct operands other
    = operands_place (rooms->modular, job->bn, job->bn, placement + PLACEMENTS);
  modular_operands (job, &on, &other);
  for (int side = 0; side < SIDES; side++)
    {
      use_threads (&libraries[side]);
      if (modular_begin (&calls[side].modular, &libraries[side], job, &on, &other,
                         placement + 2 * PLACEMENTS) != 0)
        {
          calls[side].modular.library = NULL;
          end_calls (calls);
          return -1;
        }
    }
  return 0;
}

/* The samples of a pass at a placement.  Returns 0, or -1 after a message. */
static int
measure_placement (struct measurement *m, struct call calls[SIDES], int placement)
{
  if (is_operation (m->job.function) ? check_operation (calls, &m->job) != 0 : check_same (calls) != 0)
    return -1;
  if (placement == 0)
    {
      prepare (m, calls);
      if (grow_samples (m) != 0)
        return -1;
    }
  for (int i = 0; i < SIDES; i++)
    {
      const enum side side = (m->passes + i) % SIDES;
      calls[side].own_time = m->own_time;
      if (calls[SIDES - 1 - side].library->threads > 1)
        rest ();
      take_samples (m->samples[side] + samples_in (m, m->passes) + (size_t) placement * SAMPLES,
                    &calls[side], m->repeats[side], (uint64_t) m->passes * PLACEMENTS + (uint64_t) placement,
                    calls[REFERENCE].library);
    }
  return is_operation (m->job.function) ? check_operation (calls, &m->job) : 0;
}

int
measure_pass (struct measurement *m, const struct library libraries[SIDES])
{
  struct rooms rooms;
  int failed = 0;
  if (!make_rooms (&rooms, &m->job))
    {
      fprintf (stderr, "comba-bench: no memory for operands of %ld limbs\n", (long) m->job.an);
      failed = -1;
    }
  for (int p = 0; !failed && (p == 0 || p < m->placements); p++)
    {
      struct call calls[SIDES];
      failed = begin_calls (calls, libraries, &m->job, &rooms, p);
      if (!failed)
        {
          failed = measure_placement (m, calls, p);
          end_calls (calls);
        }
    }
  free_rooms (&rooms);
  if (failed)
    return -1;
  if (libraries[COMBA].threads > 1)
    rest ();            /* the next job may be for one thread */

  m->passes++;
  return evaluate (m);
}

size_t
count_samples (const struct measurement *m)
{
  return SIDES * samples_in (m, m->passes);
}

double
measured_ratio (const struct measurement *m)
{
  return m->cycles[REFERENCE] / m->cycles[COMBA];
}

double
measured_spread (const struct measurement *m)
{
  return fmax (m->spread[REFERENCE], m->spread[COMBA]);
}

int
has_too_few_passes (const struct measurement *m)
{
  return m->passes * SAMPLES < NEEDED;
}

int
is_noisy (const struct measurement *m)
{
  for (int side = 0; side < SIDES; side++)
    if (m->spread[side] > NOISY_SPREAD && m->spread[side] * m->cycles[side] > NOISY_CYCLES)
      return 1;
  return m->scarce;
}
