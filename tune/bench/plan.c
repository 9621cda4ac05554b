/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "plan.h"
#include "list.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME(constant, function, name, title) [FIRST_OPERATION + OPERATION_##constant] = name,
const char *const function_names[FUNCTIONS] = {
  "mul_n", "sqr", "mul", "mul_1", "addmul_1", "submul_1", "mul_basecase", "sqr_basecase", "powm",
  "mod_mul", "mod_sqr", "mod_mul_plain", "mod_sqr_plain",
  BENCH_OPERATIONS (NAME)
};
#undef NAME

static const char *
add_job (struct plan *plan, struct job job)
{
  struct job *of = list_grow (plan->of, plan->n, sizeof *of);
  if (of == NULL)
    return "out of memory";
  plan->of = of;
  of[plan->n++] = job;
  return NULL;
}

const char *
plan_add_sizes (struct plan *plan, enum function function, const struct sizes *sizes,
                const struct ratios *ratios)
{
  static double none[] = { 0 };
  static const struct ratios no_ratios = { none, 1 };
  if (function != MUL || ratios->n == 0)
    ratios = &no_ratios;

  const char *wrong = NULL;
  for (size_t i = 0; i < ratios->n && wrong == NULL; i++)
    for (size_t j = 0; j < sizes->n && wrong == NULL; j++)
      {
        mp_size_t bn = sizes->of[j];
        double ratio = ratios->of[i];
        double an = ratio != 0 ? floor (bn * ratio + 0.5) : bn;
        if (an > SIZES_LIMIT)
          return "a ratio times a size gives too large an operand";
        wrong = add_job (plan, (struct job) { .function = function, .an = an, .bn = bn, .ratio = ratio });
      }
  return wrong;
}

const char *
plan_add_powers (struct plan *plan, const struct sizes *sizes, long exponent)
{
  const char *wrong = NULL;
  for (size_t i = 0; i < sizes->n && wrong == NULL; i++)
    {
      mp_size_t n = sizes->of[i];
      long bits = n < POWM_BITS / GMP_NUMB_BITS ? n * GMP_NUMB_BITS : POWM_BITS;
      if (exponent > n * GMP_NUMB_BITS)
        return "a modulus is shorter than the exponent";
      wrong = add_job (plan, (struct job) { .function = POWM, .an = n, .bn = n,
                                            .exponent = exponent != 0 ? exponent : bits });
    }
  return wrong;
}

const char *
plan_add_modular (struct plan *plan, enum function function, const struct sizes *sizes, int even)
{
  const char *wrong = NULL;
  for (size_t i = 0; i < sizes->n && wrong == NULL; i++)
    wrong = add_job (plan, (struct job) { .function = function, .an = sizes->of[i],
                                          .bn = sizes->of[i], .even = even });
  return wrong;
}

const char *
plan_add_operation (struct plan *plan, enum function function, const struct sizes *sizes)
{
  const enum operation op = operation_of (function);
  struct sizes table = { NULL, 0 };
  const char *wrong = NULL;
  if (sizes->n == 0)
    wrong = sizes_add (&table, OPERATION_SIZES);
  const struct sizes *list = sizes->n != 0 ? sizes : &table;
  for (size_t i = 0; i < list->n && wrong == NULL; i++)
    if (sizes->n != 0 || list->of[i] <= operation_most (op))
      {
        struct job job = { .function = function, .size = list->of[i] };
        operation_shape (op, job.size, &job.an, &job.bn, &job.exponent);
        wrong = add_job (plan, job);
      }
  free (table.of);
  return wrong;
}

const char *
plan_add_shapes (struct plan *plan, const struct shapes *shapes)
{
  const char *wrong = NULL;
  for (size_t i = 0; i < shapes->n && wrong == NULL; i++)
    wrong = add_job (plan, (struct job) { .function = MUL, .an = shapes->of[i].an,
                                          .bn = shapes->of[i].bn });
  return wrong;
}

const char *
plan_add_turns (struct plan *plan, enum function function, const char *text)
{
  char *end;
  const long from = strtol (text, &end, 10);
  if (end == text || *end != '-')
    return "two sizes are needed, as 3-16";
  const char *second = end + 1;
  const long to = strtol (second, &end, 10);
  if (end == second || *end != '\0' || from < 1 || to <= from || to > SIZES_LIMIT)
    return "two sizes are needed, as 3-16";
  return add_job (plan, (struct job) { .function = function, .an = to, .bn = to, .turns_from = from });
}

const char *
job_name (const struct job *job, char name[32])
{
  if (job->threads > 0)
    snprintf (name, 32, "%s_%d_threads", function_names[job->function], job->threads);
  else
    snprintf (name, 32, "%s%s", function_names[job->function], job->turns_from != 0 ? "_turns" : "");
  return name;
}

/* A list: the sizes of mul_n and sqr, and the sizes and ratios of mul. */
static const char *
add_config (struct plan *plan, const int functions[FUNCTIONS], const char *square,
         const char *smaller, const char *ratio)
{
  const char *wrong = NULL;
  for (int f = 0; f < FUNCTIONS && wrong == NULL; f++)
    {
      struct sizes sizes = { NULL, 0 };
      struct ratios ratios = { NULL, 0 };
      if (!functions[f] || f == POWM || is_modular (f) || is_operation (f))
        continue;
      wrong = sizes_add (&sizes, f == MUL ? smaller : square);
      if (wrong == NULL)
        wrong = ratios_add (&ratios, ratio);
      if (wrong == NULL)
        wrong = plan_add_sizes (plan, f, &sizes, &ratios);
      free (sizes.of);
      free (ratios.of);
    }
  return wrong;
}

const char *
plan_add_standard (struct plan *plan, const int functions[FUNCTIONS])
{
  return add_config (plan, functions, "1-130,130-2048:3%", "1-8,8-200:10%", "1.1,1.5,2,3,5,10,100");
}

const char *
plan_add_quick (struct plan *plan, const int functions[FUNCTIONS])
{
  return add_config (plan, functions, "1-4,6,8,12,16,24,32,48,64,96,128,192,256,512,1024",
                  "2,4,8,16,32,64,128", "1.5,3,10");
}

/* The sizes of a function in a report. */
static const char *
report_sizes (enum function f)
{
  switch (f)
    {
    case MUL_N: case SQR: return "2048,4096,8192,16384";        /* beyond the quick list */
    case POWM: return "1,2,4,8,16,32,64";
    case MOD_MUL: case MOD_SQR: return "1,2,4,8,16,32,64,128,256,512,1024,2048,4096";
    default: return NULL;
    }
}

const char *
plan_add_report (struct plan *plan, const int defined[FUNCTIONS])
{
  static const int quick[FUNCTIONS] = { [MUL_N] = 1, [SQR] = 1, [MUL] = 1 };
  const char *wrong = plan_add_quick (plan, quick);
  for (int f = 0; f < FUNCTIONS && wrong == NULL; f++)
    {
      struct sizes sizes = { NULL, 0 };
      const struct ratios none = { NULL, 0 };
      if (report_sizes (f) == NULL || !defined[f])
        continue;
      wrong = sizes_add (&sizes, report_sizes (f));
      if (wrong == NULL)
        wrong = f == POWM ? plan_add_powers (plan, &sizes, 0)
                : is_modular (f) ? plan_add_modular (plan, f, &sizes, 0)
                : plan_add_sizes (plan, f, &sizes, &none);
      free (sizes.of);
    }
  return wrong;
}

const char *
plan_add_threads (struct plan *plan, int most, const int defined[FUNCTIONS])
{
  static const enum function functions[] = { MUL_N, SQR, MOD_MUL };
  int counts[PAIRS], kinds = 0;
  const char *wrong = NULL;
  for (int threads = 2; threads <= 4 && threads < most; threads += 2)
    counts[kinds++] = threads;
  if (most >= 2)
    counts[kinds++] = most;
  for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++)
    for (int i = 0; i < kinds && defined[functions[f]]; i++)
      for (mp_size_t n = 64; n <= 16384 && wrong == NULL; n *= 2)
        wrong = add_job (plan, (struct job) { .function = functions[f], .an = n, .bn = n, .threads = counts[i] });
  return wrong;
}
