/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection of the CPU configuration.

   At load only the environment and a tuning file are read: most processes that preload the library
   never multiply, and self-test and CPUID would slow their start.  The first call of an exported
   function selects.  If its size has a kernel of its own, only those kernels are tested, since its
   stack may have no room for the frames of others.  The first call of another size has the rest
   tested, and needs as much stack itself.

   Selecting takes no lock, in any thread or signal handler.  It computes a pointer to a constant
   table; several threads may do so at the same time, and the first one publishes.  It does not call
   malloc; the memory of the self-test is mapped (arith/scratch.h). */

#include "dispatch/select.h"
#include "dispatch/tuning.h"
#include "dispatch/by_limb.h"
#include "dispatch/messages.h"
#include "comba.h"
#include <stdlib.h>
#include <string.h>

static const struct comba_config choosing
  = { .stub = COMBA_CHOOSES, .by_limb = COMBA_BY_LIMB_ASKING, .linear = COMBA_LINEAR_ASKING };
static const struct comba_config counting
  = { .stub = COMBA_COUNTS, .by_limb = COMBA_BY_LIMB_ASKING, .linear = COMBA_LINEAR_ASKING };

/* From load: the index of the configuration that COMBA_CPU or a tuning file asks for; and that
   configuration with the file's settings, its name NULL if there is none.  Written once, before the
   stub is published. */
enum { UNREAD = -2, NOTHING = -1 };
static int asked = UNREAD;
static struct comba_config tuned;
static int tuned_threads;

static const char *_Atomic config_source = "built-in";
static const char *_Atomic tuning_source = "built-in";

_Atomic int comba_all_tested = 1;

const char *
comba_config_source (void)
{
  return config_source;
}

const char * COMBA_AT_LOAD
comba_tuning_source (void)
{
  return tuning_source;
}

int COMBA_AT_LOAD
comba_tuned_threads (void)
{
  return tuned_threads;
}

/* Parts of the self-test: kernels for fixed sizes, and the rest. */
enum part { FIXED, REST, PARTS };

/* Bit i: configuration i failed its self-test. */
static _Atomic unsigned failed;

/* Whether configuration i passes PART of its self-test.  A failure gives one line; nothing is
   tested twice. */
static int
passes (int i, enum part part)
{
  static _Atomic unsigned passed[PARTS];
  const unsigned bit = 1u << i;
  if ((failed & bit) != 0)
    return 0;
  if ((passed[part] & bit) != 0)
    return 1;
  if ((part == FIXED ? comba_selftest_fixed : comba_selftest_rest) (comba_configs[i]))
    {
      passed[part] |= bit;
      return 1;
    }
  if ((atomic_fetch_or (&failed, bit) & bit) == 0)
    {
      comba_warn ("CPU configuration %s fails its self-test on this machine; falling back to the next one;"
                  " please report this", comba_configs[i]->name);
      if (i == asked && tuned.name != NULL)
        comba_warn ("tuning file %s is for CPU configuration %s; using only its number of threads",
                    tuning_source, comba_configs[i]->name);
    }
  return 0;
}

static int COMBA_AT_LOAD
suits (int i)
{
  const struct comba_config *k = comba_configs[i];
  return k->suits == NULL || comba_cpu_is (k->suits);
}

/* Whether configuration i may be selected without COMBA_CPU. */
static int COMBA_AT_LOAD
offers_itself (int i)
{
  return comba_config_runs (i) && suits (i);
}

static const struct comba_config *
choose (enum part last)
{
  if (asked >= 0)
    {
      if (passes (asked, FIXED) && (last == FIXED || passes (asked, REST)))
        return tuned.name != NULL ? &tuned : comba_configs[asked];
      config_source = tuning_source = "built-in";
    }
  for (int i = 0; comba_configs[i] != NULL; i++)
    if (offers_itself (i) && passes (i, FIXED) && (last == FIXED || passes (i, REST)))
      return comba_configs[i];
  comba_warn ("no CPU configuration passes its self-test on this machine; aborting; please report this");
  abort ();
}

const struct comba_config *
comba_chosen_for_fixed (void)
{
  if (comba_all_tested)
    return comba_chosen ();
  const struct comba_config *k = choose (FIXED), *stub = &choosing;
  atomic_compare_exchange_strong (&comba_entry_table, &stub, k);
  return k;
}

const struct comba_config *
comba_chosen (void)
{
  static const struct comba_config *_Atomic chosen;
  const struct comba_config *k = chosen, *unset = NULL;
  if (k == NULL)
    {
      k = choose (REST);
      if (!atomic_compare_exchange_strong (&chosen, &unset, k))
        k = unset;
    }
  if (!comba_all_tested)
    {
      const struct comba_config *now = comba_entry ();
      while (now != k && now != &counting && !atomic_compare_exchange_weak (&comba_entry_table, &now, k))
        ;
      /* Otherwise calls keep coming here: one may have read the table of a configuration that
         failed. */
      comba_all_tested = failed == 0;
    }
  return k;
}

/* The index of the best configuration that runs here and suits this CPU. */
static int COMBA_AT_LOAD
best (void)
{
  int i = 0;
  while (!offers_itself (i))
    i++;
  return i;
}

/* The index of the configuration NAME, or NOTHING.  Of several with that name the first that suits
   this CPU, else the last. */
static int COMBA_AT_LOAD
find (const char *name)
{
  int found = NOTHING;
  for (int i = 0; comba_configs[i] != NULL && (found < 0 || !suits (found)); i++)
    if (strcmp (comba_configs[i]->name, name) == 0)
      found = i;
  return found;
}

/* Whether configuration i is the one that its name stands for on this CPU. */
static int COMBA_AT_LOAD
has_its_name (int i)
{
  return find (comba_configs[i]->name) == i;
}

static int COMBA_AT_LOAD
named (const char *name)
{
  int i = find (name);
  if (i < 0)
    {
      struct comba_text allowed = { .length = 0 };
      for (i = 0; comba_configs[i] != NULL; i++)
        if (has_its_name (i))
          comba_text_add (&allowed, " %s", comba_configs[i]->name);
      i = best ();
      comba_warn ("COMBA_CPU=%.40s is not a CPU configuration of this build (available:%s); using %s", name,
                  allowed.text, comba_configs[i]->name);
      return i;
    }
  const char *reason = comba_configs[i]->why_not ();
  if (reason != NULL)
    {
      i = best ();
      comba_warn ("COMBA_CPU=%s cannot be used: %s; using %s", name, reason,
                  comba_configs[i]->name);
      return i;
    }
  config_source = "COMBA_CPU";
  return i;
}

static void COMBA_AT_LOAD
tune (const struct comba_config *k)
{
  struct comba_tuning t;
  const char *path = comba_tuning_read (&t, k);
  if (path == NULL)
    return;
  tuned = *k;
  comba_tuning_apply (&tuned, &t);
  tuning_source = path;
  tuned_threads = t.threads;
}

void COMBA_AT_LOAD
comba_select (void)
{
  if (asked != UNREAD)
    return;
  asked = NOTHING;
  const char *name = comba_getenv ("COMBA_CPU");
  const int file = comba_tuning_find ();
  if (name != NULL)
    asked = named (name);
  else if (file)
    asked = best ();
  if (file)
    tune (comba_configs[asked]);
  comba_all_tested = 0;
  atomic_store_explicit (&comba_entry_table, &choosing, memory_order_release);
}

const struct comba_config *
comba_builtin_config (void)
{
  return comba_configs[find (comba_chosen ()->name)];
}

int
comba_serve_counting (int on)
{
  comba_select ();
  const struct comba_config *k = comba_chosen ();
  return atomic_exchange (&comba_entry_table, on ? &counting : k) == &counting;
}

COMBA_EXPORT const char *
comba_list_cpu_config (size_t i, const char **reason)
{
  for (int j = 0; comba_configs[j] != NULL; j++)
    if (has_its_name (j) && i-- == 0)
      {
        const struct comba_config *k = comba_configs[j];
        if (reason != NULL)
          {
            *reason = k->why_not ();
            if (*reason == NULL && !comba_selftest (k))
              *reason = "its self-test failed";
          }
        return k->name;
      }
  return NULL;
}
