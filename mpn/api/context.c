/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Making and freeing contexts.  The contracts are in comba.h and api/context.h. */

#include "api/context.h"
#include "parallel/threads.h"

/* The numbers of comba.h are those of split/method.h. */
#define X(name) _Static_assert ((int) COMBA_MOD_##name == (int) COMBA_ALGORITHM_##name, #name)
X (AUTO);
X (MONTGOMERY);
X (BARRETT);
X (BIPARTITE);
X (TRIPARTITE);
X (MULTIPARTITE_1);
X (MULTIPARTITE_2);
#undef X
_Static_assert ((int) COMBA_MOD_ALGORITHMS == (int) COMBA_ALGORITHMS, "as many algorithms");

int
comba_mod_bad_modulus (mp_srcptr pp, mp_size_t n)
{
  if (n < 1 || n > COMBA_REPRESENTATION_MAX)
    return COMBA_BAD_SIZE;
  if (n == 1 && pp[0] <= 1)
    return COMBA_BAD_MODULUS;
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < n; i++)
    any |= pp[i];
  return any == 0 ? COMBA_BAD_MODULUS : pp[n - 1] == 0 ? COMBA_BAD_SIZE : COMBA_OK;
}

/* The status of a choice for a modulus of n limbs. */
static int
bad_choice (int algorithm, int parts, int threads, mp_size_t n, int odd)
{
  if (algorithm < 0 || algorithm >= COMBA_MOD_ALGORITHMS)
    return COMBA_BAD_ALGORITHM;
  if (threads < 0 || (threads > 1 && threads > comba_threads_limit (NULL)))
    return COMBA_BAD_THREADS;
  if (!odd && algorithm != COMBA_MOD_AUTO && algorithm != COMBA_MOD_BARRETT)
    return COMBA_EVEN_MODULUS;
  const struct comba_split_method *split = comba_split_method (algorithm);
  if (split == NULL)
    return COMBA_OK;
  if (parts == 0)
    parts = split->min_parts;
  return parts < split->min_parts || parts > split->max_parts || parts > n ? COMBA_BAD_PARTS : COMBA_OK;
}

int
comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
               int algorithm, int parts, int threads)
{
  int status = comba_mod_bad_modulus (pp, n);
  if (status != COMBA_OK)
    return status;
  status = bad_choice (algorithm, parts, threads, n, (pp[0] & 1) != 0);
  if (status != COMBA_OK)
    return status;
  const struct comba_modulus_choice how = { algorithm, parts, threads };
  return comba_mod_status (comba_mod_make (context, k, pp, n, &how));
}

COMBA_EXPORT int
comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n)
{
  return comba_mod_new (context, comba_active (), pp, n, COMBA_MOD_AUTO, 0, 0);
}

COMBA_EXPORT int
comba_mod_init_with (struct comba_mod **context, mp_srcptr pp, mp_size_t n, int algorithm,
                     int parts, int threads)
{
  return comba_mod_new (context, comba_active (), pp, n, algorithm, parts, threads);
}

COMBA_EXPORT void
comba_mod_clear (struct comba_mod *context)
{
  if (context != NULL)
    comba_mod_free (context);
}

COMBA_EXPORT mp_size_t
comba_mod_size (const struct comba_mod *context)
{
  return context->n;
}

COMBA_EXPORT int
comba_mod_algorithm (const struct comba_mod *context)
{
  return (int) context->chosen.algorithm;
}

COMBA_EXPORT int
comba_mod_parts (const struct comba_mod *context)
{
  return context->chosen.parts;
}

COMBA_EXPORT int
comba_mod_threads (const struct comba_mod *context)
{
  return context->chosen.threads;
}
