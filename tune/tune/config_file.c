/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contracts are in config_file.h. */

#include "config_file.h"
#include "representations.h"
#include "settings.h"
#include "dispatch/tuning.h"
#include <stdio.h>
#include <string.h>

/* The names of config/list.h in its order, which is that of comba_configs[]. */
#define CONFIG_NAME
static const char *const names[] = {
#include "config/list.h"
};
enum { NAMES = sizeof names / sizeof names[0] };

int
is_config_name (const char *name)
{
  for (int i = 0; i < NAMES; i++)
    if (strcmp (name, names[i]) == 0)
      return 0;
  return *name >= 'a' && *name <= 'z' && strlen (name) <= 40
         && name[strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* The file of a configuration: several tables may have the same .name. */
static const char *
file_of (const struct comba_config *k)
{
  for (int i = 0; i < NAMES; i++)
    if (comba_configs[i] == k)
      return names[i];
  return "portable";
}

/* This CPU for .suits, where it has a family and a model. */
static void
print_suits (struct comba_text *file)
{
  char cpu[COMBA_CPU_IDENTITY], maker[13];
  unsigned family, model;
  comba_cpu_identity (cpu);
  if (sscanf (cpu, "%12s family %u model %u", maker, &family, &model) == 3)
    comba_text_add (file, ".suits = &(const struct comba_cpus) { \"%s\", .family = %u, .model = %u },\n",
                    maker, family, model);
}

static void
print_number (struct comba_text *file, const char *name, mp_size_t builtin, mp_size_t tuned)
{
  if (tuned >= COMBA_NEVER && builtin < COMBA_NEVER)
    comba_text_add (file, ".%s = COMBA_NEVER,\n", name);
  else if (tuned != builtin)
    comba_text_add (file, ".%s = %ld,\n", name, (long) tuned);
}

static int
is_same_plan (const struct comba_plan *a, const struct comba_plan *b)
{
  for (int i = 0; i < COMBA_PLAN_STEPS; i++)
    {
      const struct comba_step *x = &a->steps[i], *y = &b->steps[i];
      if (x->threads == 0 && y->threads == 0)
        return 1;
      if (x->from != y->from || x->path != y->path || x->threads != y->threads)
        return 0;
    }
  return 1;
}

static void
print_plan (struct comba_text *file, const char *name, const struct comba_plan *builtin,
            const struct comba_plan *tuned)
{
#define PATH(name) [name] = #name
  static const char *const paths[COMBA_PATHS] = {
    PATH (COMBA_PATH_SEQUENTIAL), PATH (COMBA_PATH_COLUMNS), PATH (COMBA_PATH_BLOCKS), PATH (COMBA_PATH_POINTS),
    PATH (COMBA_PATH_NTT), PATH (COMBA_PATH_CACHED), PATH (COMBA_PATH_RADIX_BIPARTITE), PATH (COMBA_PATH_CRT_BIPARTITE),
    PATH (COMBA_PATH_BIPARTITE), PATH (COMBA_PATH_TRIPARTITE),
  };
#undef PATH
  if (is_same_plan (builtin, tuned))
    return;
  if (tuned->steps[0].threads == 0)
    {
      comba_text_add (file, ".plans.%s = { { { 0 } } },\n", name);
      return;
    }
  comba_text_add (file, ".plans.%s = { {\n", name);
  for (int i = 0; i < COMBA_PLAN_STEPS && tuned->steps[i].threads != 0; i++)
    {
      const struct comba_step *s = &tuned->steps[i];
      comba_text_add (file, "  { %ld, %s, %d },\n", (long) s->from, paths[s->path], s->threads);
    }
  comba_text_add (file, "} },\n");
}

/* The choices between kernels, if they were measured. */
static void
print_kernels (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k)
{
  mp_size_t last = k->mul_by_max;
  while (last > 0 && k->mul_rows_to[last] == 0)
    last--;
  if (memcmp (builtin->mul_rows_to, k->mul_rows_to, sizeof k->mul_rows_to) != 0)
    {
      comba_text_add (file, ".mul_rows_to = {%s", last == 0 ? " 0" : " [1] =");
      for (mp_size_t bn = 1; bn <= last; bn++)
        comba_text_add (file, "%s %d", bn > 1 ? "," : "", k->mul_rows_to[bn]);
      comba_text_add (file, " },\n");
    }
  for (mp_size_t n = 0; n <= COMBA_ROW_PRODUCTS_MAX; n++)
    {
      if (builtin->row_mul_n[n] != NULL && k->row_mul_n[n] == NULL)
        comba_text_add (file, ".row_mul_n[%ld] = NULL,\n", (long) n);
      if (builtin->row_sqr_n[n] != NULL && k->row_sqr_n[n] == NULL)
        comba_text_add (file, ".row_sqr_n[%ld] = NULL,\n", (long) n);
    }
}

void
print_config (struct comba_text *file, const char *name, const struct comba_config *builtin,
              const struct comba_config *k)
{
  char cpu[COMBA_CPU_IDENTITY];
  comba_cpu_identity (cpu);
  comba_text_add (file, "/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */\n\n"
                  "/* Measured by comba-tune on %s. */\n\n#include \"config/%s.c\"\n\n.name = \"%s\",\n"
                  ".about = \"as measured by comba-tune --config\",\n", cpu, file_of (builtin), name);
  print_suits (file);

  mp_size_t own_jumps = k->own_jumps;
#define X(name)                                                 \
  print_number (file, #name, builtin->name, k->name);           \
  if (k->name < own_jumps)                                      \
    own_jumps = k->name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  print_number (file, "own_jumps", builtin->own_jumps, own_jumps);
  print_kernels (file, builtin, k);
  print_number (file, "radix_lead", builtin->radix_lead, k->radix_lead);
  print_number (file, "radix_lead_sqr", builtin->radix_lead_sqr, k->radix_lead_sqr);
  struct comba_config derived = *k;
  comba_config_derive (&derived);
  print_number (file, "mul_by_an_max", builtin->mul_by_an_max, derived.mul_by_an_max);
  print_number (file, "mul_unequal_an_max", builtin->mul_unequal_an_max, derived.mul_unequal_an_max);
  print_representations (file, builtin, k);
  print_settings (file, builtin, k);
  print_number (file, "costs.limb", builtin->costs.limb, k->costs.limb);
  print_number (file, "costs.call", builtin->costs.call, k->costs.call);
  print_number (file, "costs.step", builtin->costs.step, k->costs.step);
#define COST(name) print_number (file, "powm_costs." #name, builtin->powm_costs.name, k->powm_costs.name)
  COST (division);
  COST (division_wait);
  COST (digits);
  COST (digits_wait);
  COST (barrett);
  COST (cached);
  COST (at_once);
#undef COST
#define X(name) print_number (file, "thresholds." #name, builtin->thresholds.name, k->thresholds.name);
  COMBA_THRESHOLDS (X)
#undef X
#define X(name) print_plan (file, #name, &builtin->plans.name, &k->plans.name);
  COMBA_PLANS (X)
#undef X
}
