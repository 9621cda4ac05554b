/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Contexts: checks, choices, and all that is precomputed, in one piece of memory. */

#include "context.h"
#include "parallel/threads.h"
#include "toom/toom.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

static int
is_odd (mp_srcptr pp)
{
  return (pp[0] & 1) != 0;
}

int
comba_mod_bad_modulus (mp_srcptr pp, mp_size_t n)
{
  if (n < 1 || n > COMBA_FORM_MAX)
    return COMBA_BAD_SIZE;
  if (n == 1 && pp[0] <= 1)
    return COMBA_BAD_MODULUS;
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < n; i++)
    any |= pp[i];
  return any == 0 ? COMBA_BAD_MODULUS : pp[n - 1] == 0 ? COMBA_BAD_SIZE : COMBA_OK;
}

static const struct comba_kernels *
kernels (void)
{
  const struct comba_kernels *k = comba_active ();
  return k->uncounted != NULL ? k->uncounted : k;
}

/* Fills in what the choice leaves open; the choice is sound for P, or what is wrong. */
static int
choose (struct comba_mod *m, mp_srcptr pp, const struct comba_mod_choice *choice)
{
  struct comba_mod_choice c = { .algorithm = COMBA_MOD_AUTO };
  if (choice != NULL)
    c = *choice;
  if (c.algorithm < 0 || c.algorithm >= COMBA_MOD_ALGORITHMS)
    return COMBA_BAD_ALGORITHM;
  if (c.threads < 0 || c.threads > comba_threads_limit (NULL))
    return COMBA_BAD_THREADS;
  if (c.algorithm == COMBA_MOD_AUTO)
    c.algorithm = is_odd (pp) ? COMBA_MOD_MONTGOMERY : COMBA_MOD_BARRETT;
  if (c.algorithm != COMBA_MOD_BARRETT && !is_odd (pp))
    return COMBA_EVEN_MODULUS;

  if (c.algorithm == COMBA_MOD_MONTGOMERY || c.algorithm == COMBA_MOD_BARRETT)
    {
      c.parts = c.threads = 1;
      m->form = comba_form_for (m->k, m->n, is_odd (pp),
                                c.algorithm == COMBA_MOD_BARRETT ? COMBA_FORM_BARRETT
                                : COMBA_FORM_MONTGOMERY);
    }
  else
    {
      m->split = comba_split_method (c.algorithm);
      if (m->split == NULL)
        return COMBA_BAD_ALGORITHM;
      m->form = &comba_form_split;
      if (c.parts == 0)
        c.parts = m->split->min_parts;
      if (c.parts < m->split->min_parts || c.parts > m->split->max_parts || c.parts > m->n)
        return COMBA_BAD_PARTS;
      if (c.threads == 0)
        c.threads = comba_threads_allowed ();
    }
  m->chosen = c;
  return COMBA_OK;
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* Of the calls. */
static void
set_itch (struct comba_mod *m)
{
  const mp_size_t n = m->n;
  size_t product = 2 * (size_t) n + larger (comba_product_itch (n, n), comba_pbr_itch (2 * n, n, n));
  m->itch = larger (product, comba_mod_fold_itch (n));
  m->itch = larger (m->itch, m->form->itch (n) + 2 * m->form->element_size (n));
  if (m->split != NULL)
    m->split_itch = comba_whole_lines (m->split->itch (n, m->chosen.parts, m->chosen.threads));
}

/* Takes the memory for the context and what has to be kept, and makes the latter. */
static int
fill (struct comba_mod *m, mp_srcptr pp)
{
  const mp_size_t n = m->n;
  const int parts = m->chosen.parts, threads = m->chosen.threads;
  const mp_size_t h = m->split != NULL ? m->split->split_size (n, parts) / 2 : 0;
  const size_t p_size = comba_whole_lines (n), n_size = comba_whole_lines (n + 1);
  const size_t f_size = m->split != NULL
    ? p_size + comba_whole_lines (m->split->context_size (n, parts, threads))
    : comba_whole_lines (m->form->context_size (n));
  size_t itch = larger (m->itch + m->split_itch, comba_mod_nu_itch (n, n));
  itch = larger (itch, 2 * (size_t) h + 1 + comba_mod_fold_itch (n));

  struct comba_scratch s;
  const mp_ptr scratch = comba_scratch_get (&s, itch + COMBA_ALIGNED_LIMBS);
  m->memory = malloc (BYTES (p_size + n_size + f_size + COMBA_ALIGNED_LIMBS));
  if (scratch != NULL && m->memory != NULL)
    {
      const mp_ptr p = comba_align (m->memory), nu = p + p_size, rest = nu + n_size;
      const mp_ptr free = comba_align (scratch);
      memcpy (p, pp, BYTES (n));
      comba_mod_nu (m->k, nu, n, p, n, free);
      m->pp = p, m->np = nu;
      if (m->split != NULL)
        {
          memset (free, 0, BYTES (2 * h));
          free[2 * h] = 1;
          comba_mod_fold (m->k, rest, free, 2 * h + 1, p, n, nu, free + 2 * h + 1);
          comba_mod_finish (rest, 0, rest, p, n, nu + n - 1);
          m->split->init (m->k, rest + p_size, p, n, parts, threads, free);
          m->entry = rest, m->split_context = rest + p_size;
        }
      else
        {
          m->form->init (m->k, rest, p, n, free);
          m->form_context = rest;
        }
    }
  comba_scratch_put (&s);
  return scratch != NULL && m->memory != NULL ? COMBA_OK : COMBA_NO_MEMORY;
}

COMBA_EXPORT int
comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n,
                const struct comba_mod_choice *choice)
{
  int status = comba_mod_bad_modulus (pp, n);
  if (status != COMBA_OK)
    return status;
  struct comba_mod m = { .k = kernels (), .n = n };
  status = choose (&m, pp, choice);
  if (status != COMBA_OK)
    return status;
  set_itch (&m);

  const int saved = errno;
  struct comba_mod *result = malloc (sizeof *result);
  status = result != NULL ? fill (&m, pp) : COMBA_NO_MEMORY;
  if (status == COMBA_OK)
    {
      *result = m;
      *context = result;
    }
  else
    {
      free (m.memory);
      free (result);
    }
  errno = saved;
  return status;
}

COMBA_EXPORT void
comba_mod_clear (struct comba_mod *context)
{
  if (context == NULL)
    return;
  const int saved = errno;
  free (context->memory);
  free (context);
  errno = saved;
}

COMBA_EXPORT struct comba_mod_choice
comba_mod_chosen (const struct comba_mod *context)
{
  return context->chosen;
}

int
comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch)
{
  const size_t all = itch + m->split_itch + COMBA_ALIGNED_LIMBS;
  mp_ptr p = comba_scratch_get (&call->memory, all);
  if (p == NULL)
    {
      comba_scratch_put (&call->memory);
      return COMBA_NO_MEMORY;
    }
  p = comba_align (p);
  call->m = m;
  call->context = m->form_context;
  call->scratch = p + m->split_itch;
  call->has_team = 0;
  if (m->split != NULL)
    {
      const struct comba_team *team = comba_team_take (m->chosen.threads, 1);
      call->has_team = team != NULL;
      call->alone = COMBA_TEAM_ALONE (1);
      call->split = (struct comba_split_context) {
        .method = m->split, .n = m->n, .context = m->split_context, .entry = m->entry,
        .pp = m->pp, .np = m->np, .team = team != NULL ? team : &call->alone, .scratch = p,
      };
      call->context = (mp_srcptr) &call->split;
    }
  return COMBA_OK;
}

void
comba_mod_end (struct comba_mod_call *call)
{
  if (call->has_team)
    comba_team_give ();
  comba_scratch_put (&call->memory);
}
