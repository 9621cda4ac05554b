/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of the kernel set, made once when the library is loaded. */

#include "select.h"
#include "tuning.h"
#include "diag/diag.h"
#include <stdlib.h>
#include <string.h>

/* The set that was chosen, and the same for when calls are counted.  Written
   once, before either is published. */
static struct comba_kernels chosen, counting;

static const char *kernels_source = "built-in", *tuning_source = "built-in";
static int tuned_threads;

const char *
comba_kernels_source (void)
{
  return kernels_source;
}

const char *
comba_tuning_source (void)
{
  return tuning_source;
}

int
comba_tuned_threads (void)
{
  return tuned_threads;
}

static const char *
why_not (const struct comba_kernels *k)
{
  const char *reason = k->why_not ();
  if (reason == NULL && !comba_selftest (k))
    reason = "its self-test failed";
  return reason;
}

static const struct comba_kernels *
best (void)
{
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    {
      const struct comba_kernels *k = comba_kernel_sets[i];
      if (k->why_not () != NULL)
        continue;
      if (comba_selftest (k))
        return k;
      comba_warn ("kernel set %s fails its self-test on this machine and is not used", k->name);
    }
  comba_warn ("no kernel set passes its self-test on this machine");
  abort ();
}

static const struct comba_kernels *
by_name (const char *name)
{
  for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
    if (strcmp (comba_kernel_sets[i]->name, name) == 0)
      return comba_kernel_sets[i];
  return NULL;
}

static const struct comba_kernels *
asked_for (const char *name)
{
  const struct comba_kernels *k = by_name (name);
  const char *reason = NULL;
  if (k != NULL)
    {
      reason = why_not (k);
      if (reason == NULL)
        {
          kernels_source = "COMBA_CPU";
          return k;
        }
    }

  const struct comba_kernels *instead = best ();
  if (k != NULL)
    comba_warn ("COMBA_CPU=%s cannot be used: %s; taking %s", name, reason, instead->name);
  else
    {
      struct comba_text allowed = { .length = 0 };
      for (size_t i = 0; comba_kernel_sets[i] != NULL; i++)
        comba_text_add (&allowed, " %s", comba_kernel_sets[i]->name);
      comba_warn ("COMBA_CPU=%.40s is unknown (allowed:%s); taking %s", name, allowed.text,
                  instead->name);
    }
  return instead;
}

static void
tune (struct comba_kernels *k)
{
  struct comba_tuning t;
  const char *path = comba_tuning_read (&t, k);
  if (path == NULL)
    return;
  comba_tuning_apply (k, &t);
  tuning_source = path;
  tuned_threads = t.threads;
}

static mp_limb_t
sizes_from_2 (mp_size_t max)
{
  return max > 1 ? max - 1 : 0;
}

void
comba_select (void)
{
  if (chosen.name != NULL)
    return;
  const char *name = comba_getenv ("COMBA_CPU");
  chosen = name != NULL ? *asked_for (name) : *best ();
  tune (&chosen);

  counting = chosen;
  counting.mul_n_max = counting.mul_by_max = counting.sqr_n_max = 0;
  counting.uncounted = &chosen;

  chosen.mul_n_sizes = sizes_from_2 (chosen.mul_n_max);
  chosen.sqr_n_sizes = sizes_from_2 (chosen.sqr_n_max);

  atomic_store_explicit (&comba_active_table, &chosen, memory_order_release);
}

int
comba_serve_counting (int on)
{
  comba_select ();
  return atomic_exchange_explicit (&comba_active_table, on ? &counting : &chosen,
                                   memory_order_acq_rel) == &counting;
}

COMBA_EXPORT const char *
comba_list_kernel_set (size_t i, const char **reason)
{
  for (size_t j = 0; comba_kernel_sets[j] != NULL; j++)
    if (j == i)
      {
        if (reason != NULL)
          *reason = why_not (comba_kernel_sets[i]);
        return comba_kernel_sets[i]->name;
      }
  return NULL;
}
