/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "lead.h"
#include "gather.h"
#include "kernels.h"
#include "timing.h"
#include "residue/representation.h"
#include <math.h>
#include <stdlib.h>

#define LARGEST 10000           /* limbs, for a plan whose last step uses radix-2^52 digits */

int
lead_sizes (const struct comba_plan *plan, mp_size_t *first, mp_size_t *last)
{
  *first = *last = 0;
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0; i++)
    if (plan->steps[i].path == COMBA_PATH_RADIX_BIPARTITE && plan->steps[i].threads == 2)
      {
        const int is_last = i + 1 == COMBA_PLAN_STEPS || plan->steps[i + 1].threads == 0;
        *first = *first == 0 ? plan->steps[i].from : *first;
        *last = is_last ? LARGEST : plan->steps[i + 1].from - 1;
      }
  return *last > 0;
}

/* The best of several leads for a shape, on average over all sizes. */
static int
measure_lead (int *lead, const struct comba_config *k, size_t at, enum shape shape, double until)
{
  static const int leads[] = { 0, 160, 320, 640, 1000, 1500, 2000, 2500, 3000 };
  enum { LEADS = 1 + sizeof leads / sizeof leads[0] };
  struct comba_config *const tables = malloc (LEADS * sizeof *tables);
  struct series s = { .shape = shape, .tables = LEADS, .table = tables, .typical = 1, .balanced = 1 };
  mp_size_t first, last;
  lead_sizes (&k->plans.mod, &first, &last);
  if (tables == NULL || series_add (&s, first, last < k->radix_bipartite->rep.max ? last : k->radix_bipartite->rep.max, 1.15) != 0)
    {
      free (tables);
      return -1;
    }
  for (int i = 0; i < LEADS; i++)
    {
      tables[i] = *k;
      tables[i].plans.mod = (struct comba_plan) { { { 1, COMBA_PATH_RADIX_BIPARTITE, 2 } } };
      if (i > 0)
        *(int *) ((char *) &tables[i] + at) = leads[i - 1];
    }
  int failed = 0;
  do
    failed = series_pass (&s, until) != 0;
  while (!failed && now_ns () < until);
  series_trim (&s);
  double sums[LEADS] = { 0 };
  for (size_t i = 0; i < s.n && !failed; i++)
    {
      double times[LEADS];
      series_times_at (&s, i, times);
      for (int c = 0; c < LEADS; c++)
        sums[c] += log (times[c]);
    }
  for (int c = 0; c < LEADS && s.n > 0; c++)
    sums[c] = exp (sums[c] / (double) s.n);
  *lead = *(int *) ((char *) &tables[s.n > 0 ? kernels_choice (sums, LEADS, 0) : 0] + at);
  series_free (&s);
  free (tables);
  return failed ? -1 : 0;
}

int
measure_leads (struct comba_config *k, int threads, double seconds)
{
  mp_size_t first, last;
  if (k->radix_bipartite == NULL || threads < 2 || !lead_sizes (&k->plans.mod, &first, &last) || first > k->radix_bipartite->rep.max)
    return 0;
  spread_workers (1);
  const double now = now_ns ();
  const int failed = measure_lead (&k->radix_lead, k, offsetof (struct comba_config, radix_lead), SHAPE_MODULAR_MUL,
                                   now + 0.5e9 * seconds) != 0
                     || measure_lead (&k->radix_lead_sqr, k, offsetof (struct comba_config, radix_lead_sqr),
                                      SHAPE_MODULAR, now + 1e9 * seconds) != 0;
  spread_workers (0);
  return failed ? -1 : 0;
}
