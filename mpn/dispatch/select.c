/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The selection of the CPU configuration.

   At load only the environment and a tuning file are read: most processes that preload the library
   never multiply, and self-test and CPUID would slow their start.  The first call of an exported
   function selects, and tests what it needs, because its stack may have no room for the frames of
   other kernels: if its size has a kernel of its own, only such kernels; transforms only if it may
   use them.

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

_Atomic mp_size_t comba_tested_limbs = COMBA_ANY_LIMBS;

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

/* Parts of the self-test: kernels for fixed sizes; transforms; the rest, which is tested before
   transforms. */
enum part { FIXED, REST, TRANSFORMS, PARTS };

/* Bit i: configuration i failed its self-test. */
static _Atomic unsigned failed;

/* Whether configuration i passes PART of its self-test.  A failure gives one line; nothing is
   tested twice. */
static int
passes (int i, enum part part)
{
  static int (*const tests[PARTS]) (const struct comba_config *)
    = { comba_selftest_fixed, comba_selftest_rest, comba_selftest_transforms };
  static _Atomic unsigned passed[PARTS];
  const unsigned bit = 1u << i;
  if ((failed & bit) != 0)
    return 0;
  if ((passed[part] & bit) != 0)
    return 1;
  if (tests[part] (comba_configs[i]))
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

/* Whether configuration i passes all parts up to LAST. */
static int
passes_to (int i, enum part last)
{
  for (enum part part = FIXED; part <= last; part++)
    if (!passes (i, part))
      return 0;
  return 1;
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
      if (passes_to (asked, last))
        return tuned.name != NULL ? &tuned : comba_configs[asked];
      config_source = tuning_source = "built-in";
    }
  for (int i = 0; comba_configs[i] != NULL; i++)
    if (offers_itself (i) && passes_to (i, last))
      return comba_configs[i];
  comba_warn ("no CPU configuration passes its self-test on this machine; aborting; please report this");
  abort ();
}

const struct comba_config *
comba_chosen_for_fixed (void)
{
  if (comba_tested_limbs > 0)
    return comba_chosen_for (1);
  const struct comba_config *k = choose (FIXED), *stub = &choosing;
  atomic_compare_exchange_strong (&comba_entry_table, &stub, k);
  return k;
}

mp_size_t
comba_transforms_from (const struct comba_config *k)
{
  const struct comba_thresholds *t = &k->thresholds;
  mp_size_t from = t->mul_ntt;
  if (t->sqr_ntt < from)
    from = t->sqr_ntt;
  if (t->mod_ntt < from)
    from = t->mod_ntt;
#define X(name)                                                                          \
  for (const struct comba_step *s = k->plans.name.steps;                                 \
       s < k->plans.name.steps + COMBA_PLAN_STEPS && s->threads != 0; s++)               \
    if (s->from < from                                                                   \
        && (s->path == COMBA_PATH_NTT || s->path == COMBA_PATH_CACHED || s->path == COMBA_PATH_CRT_BIPARTITE)) \
      from = s->from;
  COMBA_PLANS (X)
#undef X
  /* Division by n limbs has products modulo beta^m - 1 for some m above n; from div_mu and bdiv_mu
     on, even for an m of about 2n. */
  if (t->div_mu < from)
    from = t->div_mu;
  if (t->bdiv_mu < from)
    from = t->bdiv_mu;
  from -= from / 4;
  /* Its operands are hardly longer than those of the FFT's products, such as those of a reciprocal. */
  mp_size_t fft = t->mul_fft < t->sqr_fft ? t->mul_fft : t->sqr_fft;
  if (t->mod_fft < fft)
    fft = t->mod_fft;
  return fft - fft / 16 < from ? fft - fft / 16 : from;
}

/* The configuration that has passed all parts up to LAST, published. */
static const struct comba_config *
chosen_by (enum part last)
{
  static const struct comba_config *_Atomic chosen[PARTS];
  const struct comba_config *k = chosen[TRANSFORMS], *unset = NULL;
  if (k == NULL)
    k = chosen[last];
  if (k == NULL)
    {
      k = choose (last);
      if (!atomic_compare_exchange_strong (&chosen[last], &unset, k))
        k = unset;
    }
  const mp_size_t tested = last == TRANSFORMS ? COMBA_ANY_LIMBS : comba_transforms_from (k) - 1;
  if (comba_tested_limbs < tested)
    {
      const struct comba_config *now = comba_entry ();
      while (now != k && now != &counting && !atomic_compare_exchange_weak (&comba_entry_table, &now, k))
        ;
      /* Otherwise calls keep coming here: one may have read the table of a configuration that
         failed. */
      if (failed == 0)
        comba_tested_limbs = tested;
    }
  return k;
}

const struct comba_config *
comba_chosen_for (mp_size_t limbs)
{
  /* Settings of a file have sizes of any proportions. */
  const struct comba_config *k = limbs < COMBA_ANY_LIMBS && tuned.name == NULL ? chosen_by (REST) : NULL;
  return k != NULL && limbs < comba_transforms_from (k) ? k : chosen_by (TRANSFORMS);
}

const struct comba_config *
comba_chosen (void)
{
  return chosen_by (TRANSFORMS);
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
  comba_tested_limbs = 0;
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
