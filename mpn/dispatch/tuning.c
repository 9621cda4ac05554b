/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The rows of a tuning, and how they are printed.  The contracts are in dispatch/tuning.h. */

#include "dispatch/tuning_rows.h"
#include "comba.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The paths of each plan. */
#define PATHS_FROM_TO(from, to) ((2u << COMBA_PATH_##to) - (1u << COMBA_PATH_##from))
#define PRODUCT_PATHS PATHS_FROM_TO (SEQUENTIAL, NTT)
enum
{
  PATHS_mul = PRODUCT_PATHS,
  PATHS_mul_unbalanced = PRODUCT_PATHS,
  PATHS_sqr = PRODUCT_PATHS,
  PATHS_mod = 1u << COMBA_PATH_SEQUENTIAL | PATHS_FROM_TO (CACHED, TRIPARTITE),
  PATHS_mod_even = 1u << COMBA_PATH_SEQUENTIAL | 1u << COMBA_PATH_CACHED,
};

const struct comba_tuning_row comba_tuning_rows[COMBA_TUNING_ROWS] = {
#define X(name) { #name, offsetof (struct comba_tuning, name), 0 },
  COMBA_FIXED_MAXIMA (X)
#undef X
#define X(name) { #name, offsetof (struct comba_tuning, thresholds.name), 0 },
  COMBA_THRESHOLDS (X)
#undef X
#define X(name) { "plan." #name, offsetof (struct comba_tuning, plans.name), PATHS_##name },
  COMBA_PLANS (X)
#undef X
};

const char *const comba_path_names[COMBA_PATHS_COUNTED] = {
#define X(path, name) [COMBA_PATH_##path] = name,
  COMBA_PATH_LIST (X)
#undef X
  [COMBA_PATH_MULTIPARTITE] = "multipartite",
};

void
comba_tuning_of (struct comba_tuning *t, const struct comba_config *k)
{
  *t = (struct comba_tuning) {
#define X(name) .name = k->name,
    COMBA_FIXED_MAXIMA (X)
#undef X
    .thresholds = k->thresholds,
    .plans = k->plans,
  };
}

void
comba_tuning_apply (struct comba_config *k, const struct comba_tuning *t)
{
#define X(name)                                 \
  if (t->name < k->name)                        \
    k->name = t->name;                          \
  if (k->name < k->own_jumps)                   \
    k->own_jumps = k->name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  k->thresholds = t->thresholds;
  k->plans = t->plans;
  comba_config_derive (k);
}

void
comba_config_derive (struct comba_config *k)
{
  const mp_size_t toom22 = k->thresholds.mul_toom22;
  k->mul_by_an_max = k->mul_by_max > 0 ? comba_unshared_an_max (k, k->mul_by_max) : 0;
  k->mul_unequal_an_max = k->mul_unequal != NULL ? comba_unshared_an_max (k, toom22 > 2 ? toom22 - 1 : 1) : 0;
}

/* The longest step: a number of 19 digits, the longest name of a path, a number of two digits. */
_Static_assert ((size_t) COMBA_SETTING_VALUE
                > COMBA_PLAN_STEPS * sizeof ", 9223372036854775807 radix_bipartite 64",
                "a setting has room for a plan");

static void
print_plan (char value[COMBA_SETTING_VALUE], const struct comba_plan *plan)
{
  size_t length = 0;
  snprintf (value, COMBA_SETTING_VALUE, "none");
  for (int i = 0; i < COMBA_PLAN_STEPS && plan->steps[i].threads != 0
                  && length < COMBA_SETTING_VALUE; i++)
    {
      const struct comba_step *s = &plan->steps[i];
      length += snprintf (value + length, COMBA_SETTING_VALUE - length, "%s%ld %s %d", i > 0 ? ", " : "",
                          (long) s->from, comba_path_names[s->path], s->threads);
    }
}

const char *
comba_tuning_row (const struct comba_tuning *t, size_t i, char value[COMBA_SETTING_VALUE])
{
  if (i >= COMBA_TUNING_ROWS)
    return NULL;
  const struct comba_tuning_row *row = &comba_tuning_rows[i];
  const void *at = (const char *) t + row->offset;
  if (row->paths != 0)
    print_plan (value, at);
  else
    snprintf (value, COMBA_SETTING_VALUE, "%ld", (long) *(const mp_size_t *) at);
  return row->name;
}

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

void
comba_tuning_print (struct comba_text *file, const struct comba_tuning *t,
                    const struct comba_config *k)
{
  char cpu[COMBA_CPU_IDENTITY], date[sizeof "2026-11-20"] = "", value[COMBA_SETTING_VALUE];
  const char *name;
  time_t now = time (NULL);
  struct tm tm;
  if (gmtime_r (&now, &tm) != NULL)
    strftime (date, sizeof date, "%Y-%m-%d", &tm);
  comba_cpu_identity (cpu);

  comba_text_add (file, "comba %s\nconfig %s\ncpu %s\ndate %s\ncompiler %s\n", COMBA_VERSION,
                  k->name, cpu, date, COMPILER);
  if (t->threads > 0)
    comba_text_add (file, "threads %d\n", t->threads);
  for (size_t i = 0; (name = comba_tuning_row (t, i, value)) != NULL; i++)
    comba_text_add (file, "%s %s\n", name, value);
  comba_text_add (file, "end\n");
}
