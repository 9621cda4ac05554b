/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice between the sequential functions and the paths.  The contracts are in
   mul/paths/paths.h. */

#include "mul/paths/paths.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/ntt/ntt.h"
#include "arith/race_detectors.h"

const struct comba_path comba_paths[COMBA_PATHS] = {
  [COMBA_PATH_COLUMNS] = { .mul = comba_mul_columns, .sqr = comba_sqr_columns },
  [COMBA_PATH_BLOCKS] = { .mul = comba_mul_blocks },
  [COMBA_PATH_POINTS] = { .mul = comba_mul_points, .sqr = comba_sqr_points },
  [COMBA_PATH_NTT] = { .mul = comba_mul_transforms, .sqr = comba_sqr_transforms },
};

static atomic_ullong calls[COMBA_PATHS_COUNTED];
COMBA_TELL_ATOMIC (calls)

unsigned long long
comba_parallel_calls (enum comba_path_number path)
{
  return (unsigned) path < COMBA_PATHS_COUNTED
         ? atomic_load_explicit (&calls[path], memory_order_relaxed) : 0;
}

void
comba_parallel_count (enum comba_path_number path)
{
  /* Only one thread has the pool. */
  const unsigned long long before = comba_parallel_calls (path);
  atomic_store_explicit (&calls[path], before + 1, memory_order_relaxed);
}

void
comba_parallel_forget_calls (void)
{
  for (int path = 0; path < COMBA_PATHS_COUNTED; path++)
    atomic_store_explicit (&calls[path], 0, memory_order_relaxed);
}

/* Returns whether the geometric mean of the sizes is at least FROM. */
static int
reaches (mp_size_t from, mp_size_t an, mp_size_t bn)
{
  return (comba_dlimb) (mp_limb_t) from * (mp_limb_t) from
         <= (comba_dlimb) (mp_limb_t) an * (mp_limb_t) bn;
}

struct comba_step
comba_step_for (const struct comba_plan *plan, mp_size_t an, mp_size_t bn)
{
  struct comba_step step = { .path = COMBA_PATH_SEQUENTIAL };
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0
                  && reaches (plan->steps[i].from, an, bn); i++)
    step = plan->steps[i];
  return step;
}

enum comba_wake
comba_wake_for (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const mp_size_t from = k->thresholds.parallel_wake;
  return reaches (from, an, bn) ? COMBA_WAKE_NOW
         : reaches (from - from / 3, an, bn) ? COMBA_WAKE_AFTER : COMBA_WAKE_NEXT;
}

static const struct comba_pool *
take (const struct comba_config *k, const struct comba_step *step, mp_size_t an, mp_size_t bn)
{
  return comba_pool_take (step->threads, comba_wake_for (k, an, bn));
}

static int
finished (const struct comba_step *step, int done)
{
  if (done)
    comba_parallel_count (step->path);
  comba_pool_give ();
  return done;
}

int
comba_parallel_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                    mp_srcptr bp, mp_size_t bn)
{
  int balanced = an / 2 <= bn;
  struct comba_step step = comba_step_for (balanced ? &k->plans.mul : &k->plans.mul_unbalanced,
                                           an, bn);
  const struct comba_path *path = &comba_paths[step.path];
  const struct comba_pool *pool = path->mul != NULL ? take (k, &step, an, bn) : NULL;
  return pool != NULL && finished (&step, path->mul (k, pool, rp, ap, an, bp, bn));
}

int
comba_parallel_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct comba_step step = comba_step_for (&k->plans.sqr, n, n);
  const struct comba_path *path = &comba_paths[step.path];
  const struct comba_pool *pool = path->sqr != NULL ? take (k, &step, n, n) : NULL;
  return pool != NULL && finished (&step, path->sqr (k, pool, rp, ap, n));
}

/* From so many limbs of the result on, comba_mul_any needs less memory, so that conversions and
   roots of COMBA_NTT_LITTLE_FROM limbs need little more than GMP's.  A requirement, not a crossover. */
enum { LEAN_FROM = 9000 };

static int
mul_lean (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return an + bn >= LEAN_FROM && comba_is_ntt (k, an, bn) && comba_ntt_mul_lean (k->ntt, rp, ap, an, bp, bn);
}

/* The FFT would need more than the NTT. */
static int
mul_without_fft (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  return an + bn > 2 * COMBA_PRODUCT_FFT_MAX && comba_is_fft (k, an, bn) && comba_is_ntt (k, an, bn)
         && comba_ntt_mul (k->ntt, rp, ap, an, bp, bn);
}

void
comba_mul_any (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const int may_share = comba_threads_allowed () > 1;
  if (an < bn)
    comba_mul_any (k, rp, bp, bn, ap, an);
  else if (ap == bp && an == bn)
    {
      if ((!may_share || !comba_parallel_sqr (k, rp, ap, an))
          && (an < k->thresholds.sqr_ntt
              || (!mul_lean (k, rp, ap, an, ap, an) && !mul_without_fft (k, rp, ap, an, ap, an))))
        comba_sqr (k, rp, ap, an);
    }
  else if ((!may_share || !comba_parallel_mul (k, rp, ap, an, bp, bn)) && !mul_lean (k, rp, ap, an, bp, bn)
           && !mul_without_fft (k, rp, ap, an, bp, bn))
    comba_mul (k, rp, ap, an, bp, bn);
}
