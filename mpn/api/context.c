/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Contexts for users: the checks of their arguments. */

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

/* What is wrong with a choice for a modulus of n limbs: a status. */
static int
bad_choice (const struct comba_mod_choice *c, mp_size_t n, int odd)
{
  if (c->algorithm < 0 || c->algorithm >= COMBA_MOD_ALGORITHMS)
    return COMBA_BAD_ALGORITHM;
  if (c->threads < 0 || (c->threads > 1 && c->threads > comba_threads_limit (NULL)))
    return COMBA_BAD_THREADS;
  if (!odd && c->algorithm != COMBA_MOD_AUTO && c->algorithm != COMBA_MOD_BARRETT)
    return COMBA_EVEN_MODULUS;
  const struct comba_split_method *split = comba_split_method (c->algorithm);
  if (split == NULL)
    return COMBA_OK;
  const int parts = c->parts == 0 ? split->min_parts : c->parts;
  return parts < split->min_parts || parts > split->max_parts || parts > n ? COMBA_BAD_PARTS : COMBA_OK;
}

int
comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
               const struct comba_mod_choice *choice)
{
  int status = comba_mod_bad_modulus (pp, n);
  if (status != COMBA_OK)
    return status;
  const struct comba_mod_choice c = choice != NULL ? *choice : (struct comba_mod_choice) { 0 };
  status = bad_choice (&c, n, (pp[0] & 1) != 0);
  if (status != COMBA_OK)
    return status;
  const struct comba_modulus_choice how = { c.algorithm, c.parts, c.threads };
  return comba_mod_status (comba_mod_make (context, k, pp, n, &how));
}

COMBA_EXPORT int
comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n,
                const struct comba_mod_choice *choice)
{
  return comba_mod_new (context, comba_active (), pp, n, choice);
}

COMBA_EXPORT void
comba_mod_clear (struct comba_mod *context)
{
  if (context != NULL)
    comba_mod_free (context);
}

COMBA_EXPORT struct comba_mod_choice
comba_mod_chosen (const struct comba_mod *context)
{
  const struct comba_modulus_choice *c = &context->chosen;
  return (struct comba_mod_choice) { c->algorithm, c->parts, c->threads };
}
