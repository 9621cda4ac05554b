/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Contexts: checks, choices, and all that is precomputed, in one piece of memory. */

#include "api/context.h"
#include "residue/contexts.h"
#include "split/methods.h"
#include "mul/paths/paths.h"
#include "mul/mul.h"
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
  if (n < 1 || n > COMBA_REPRESENTATION_MAX)
    return COMBA_BAD_SIZE;
  if (n == 1 && pp[0] <= 1)
    return COMBA_BAD_MODULUS;
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < n; i++)
    any |= pp[i];
  return any == 0 ? COMBA_BAD_MODULUS : pp[n - 1] == 0 ? COMBA_BAD_SIZE : COMBA_OK;
}

/* Bipartite, in a form of its own for a team of shares: the path's; or NULL. */
static const struct comba_pool_representation *
own_bipartite (const struct comba_config *k, int path)
{
  return path == COMBA_PATH_DIGITS ? k->digits
         : path == COMBA_PATH_CRT_BIPARTITE ? &comba_pool_representation_crt_bipartite : NULL;
}

static int
has_own (const struct comba_pool_representation *rep, const struct comba_config *k, mp_size_t n, int threads)
{
  return rep != NULL && threads >= rep->shares && comba_representation_serves (&rep->rep, k, n, 1);
}

/* As many of THREADS as it has work for. */
static int
threads_of (const struct comba_pool_representation *rep, int threads)
{
  return threads < rep->most ? threads : rep->most;
}

/* The form by a team that keeps transforms, of Barrett's kind or Montgomery's. */
static const struct comba_pool_representation *
kept_form (int barrett)
{
  return barrett ? &comba_pool_representation_barrett_cached : &comba_pool_representation_montgomery_cached;
}

/* Where a step for halves is for more threads than these, and more are allowed, digits are faster if there are such, or else
   transforms kept, a prime for each. */
enum { HALVES_THREADS = 3 };

/* Whether there are digits for three workers and more. */
static int
has_digits_for_more (const struct comba_config *k, mp_size_t n)
{
  return has_own (k->digits, k, n, 3) && k->digits->most >= 3;
}

/* What a step for halves is for so many threads. */
static int
halves_path (const struct comba_config *k, mp_size_t n, int threads)
{
  return threads <= HALVES_THREADS ? COMBA_PATH_CRT_BIPARTITE
         : has_digits_for_more (k, n) ? COMBA_PATH_DIGITS : COMBA_PATH_CACHED;
}

struct comba_step
comba_mod_planned (const struct comba_config *k, mp_size_t n, int odd, int threads)
{
  const struct comba_step sequential = { .path = COMBA_PATH_SEQUENTIAL, .threads = 1 };
  if (threads < 2)
    return sequential;
  struct comba_step s = comba_step_for (odd ? &k->plans.mod : &k->plans.mod_even, n, n);
  if (s.threads > threads)
    s.threads = threads;
  if (s.threads < 2)
    return sequential;
  if (odd && s.path == COMBA_PATH_CRT_BIPARTITE)
    s.path = halves_path (k, n, s.threads);
  if (s.path == COMBA_PATH_CACHED)
    return comba_representation_serves (&kept_form (!odd)->rep, k, n, odd) ? s : sequential;
  if (!odd)
    return sequential;
  if (s.path == COMBA_PATH_DIGITS || s.path == COMBA_PATH_CRT_BIPARTITE)
    {
      const struct comba_pool_representation *own = own_bipartite (k, s.path);
      if (!has_own (own, k, n, s.threads))
        return sequential;
      s.threads = threads_of (own, s.threads);
      return s;
    }
  const struct comba_split_method *method = comba_split_method (comba_path_algorithm (s.path));
  return method != NULL && n >= (s.parts > 0 ? s.parts : method->min_parts) ? s : sequential;
}

/* By several threads, as planned; or by whom it was before there were any. */
static void
choose_auto (struct comba_mod *m, struct comba_mod_choice *c, int odd)
{
  const int allowed = comba_threads_allowed ();
  const int threads = c->threads == 0 || c->threads > allowed ? allowed : c->threads;
  const struct comba_step s = comba_mod_planned (m->k, m->n, odd, threads);
  c->parts = s.parts;
  c->threads = s.threads;
  m->path = s.path;
  c->algorithm = !odd ? COMBA_MOD_BARRETT
    : s.threads > 1 ? comba_path_algorithm (s.path) : COMBA_MOD_MONTGOMERY;
}

/* In digits if that is what the plan says, or for no more threads than digits are for. */
static int
is_for_digits (const struct comba_mod *m, const struct comba_mod_choice *c)
{
  if (c->algorithm != COMBA_MOD_BIPARTITE || !has_own (m->k->digits, m->k, m->n, c->threads))
    return 0;
  return c->threads <= m->k->digits->most
         || comba_mod_planned (m->k, m->n, 1, c->threads).path == COMBA_PATH_DIGITS;
}

/* Montgomery's or Barrett's: by several threads if that was planned, or if it was asked for and one
   thread keeps transforms too. */
static void
choose_whole (struct comba_mod *m, struct comba_mod_choice *c, int odd)
{
  const int barrett = c->algorithm == COMBA_MOD_BARRETT;
  c->parts = 1;
  const struct comba_representation *alone = barrett ? &comba_representation_barrett_cached : &comba_representation_montgomery_cached;
  if (c->threads > 1
      && (m->path == COMBA_PATH_CACHED || comba_representation_serves (alone, m->k, m->n, odd)))
    {
      m->path = COMBA_PATH_CACHED;
      m->pooled = kept_form (barrett);
      m->rep = &m->pooled->on_pool;
      return;
    }
  c->threads = 1;
  m->rep = comba_representation_for (m->k, m->n, odd, barrett ? COMBA_REPRESENTATION_BARRETT : COMBA_REPRESENTATION_MONTGOMERY);
}

static int
path_of (int algorithm)
{
  for (int path = COMBA_PATH_BIPARTITE; path < COMBA_PATHS; path++)
    if (comba_path_algorithm (path) == algorithm)
      return path;
  return COMBA_PATH_SEQUENTIAL;
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
  if (c.threads < 0 || (c.threads > 1 && c.threads > comba_threads_limit (NULL)))
    return COMBA_BAD_THREADS;
  if (c.algorithm == COMBA_MOD_AUTO)
    choose_auto (m, &c, is_odd (pp));
  if (c.algorithm != COMBA_MOD_BARRETT && !is_odd (pp))
    return COMBA_EVEN_MODULUS;

  if (c.algorithm == COMBA_MOD_MONTGOMERY || c.algorithm == COMBA_MOD_BARRETT)
    choose_whole (m, &c, is_odd (pp));
  else
    {
      const struct comba_split_method *split = comba_split_method (c.algorithm);
      if (split == NULL)
        return COMBA_BAD_ALGORITHM;
      if (c.parts == 0)
        c.parts = split->min_parts;
      if (c.parts < split->min_parts || c.parts > split->max_parts || c.parts > m->n)
        return COMBA_BAD_PARTS;
      if (c.threads == 0)
        c.threads = comba_threads_allowed ();
      if (m->path == COMBA_PATH_SEQUENTIAL && is_for_digits (m, &c))
        m->path = COMBA_PATH_DIGITS;
      m->pooled = own_bipartite (m->k, m->path);
      if (m->pooled != NULL)
        {
          m->rep = &m->pooled->on_pool;
          c.threads = threads_of (m->pooled, c.threads);
        }
      else
        {
          m->path = path_of (c.algorithm);
          m->split = split;
          m->rep = &comba_representation_split;
        }
    }
  m->chosen = c;
  m->plain = comba_representation_for (m->k, m->n, 0, COMBA_REPRESENTATION_BARRETT);
  return COMBA_OK;
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* The form whose context is kept, if it is one's. */
static const struct comba_representation *
own_form (const struct comba_mod *m)
{
  return m->pooled != NULL ? &m->pooled->rep : m->rep;
}

/* Of elements that a form wants aligned. */
static inline size_t
copies_size (const struct comba_mod *m)
{
  return 2 * m->rep->element_size (m->n);
}

/* Of the calls. */
static void
set_itch (struct comba_mod *m)
{
  const mp_size_t n = m->n;
  m->plain_itch = larger (m->plain->itch (n), comba_mod_fold_itch (n));
  m->form_itch = copies_size (m) + m->rep->itch (n);
  if (m->split != NULL)           /* reduction alone takes as much as the methods */
    m->split_itch = comba_whole_lines (m->split->itch (n, m->chosen.parts, m->chosen.threads));
}

/* Takes the memory for the context and what has to be kept, and makes the latter. */
static int
fill (struct comba_mod *m, mp_srcptr pp)
{
  const mp_size_t n = m->n;
  const int parts = m->chosen.parts, threads = m->chosen.threads;
  const mp_size_t h = m->split != NULL ? m->split->split_size (n, parts) / 2 : 0;
  const size_t p_size = comba_whole_lines (n);
  const size_t plain_size = comba_whole_lines (m->plain->context_size (n));
  const size_t f_size = m->split != NULL
    ? p_size + comba_whole_lines (m->split->context_size (n, parts, threads))
      + comba_whole_lines (comba_split_context_size (n, 2, threads))
    : m->rep == m->plain ? 0 : comba_whole_lines (own_form (m)->context_size (n));
  size_t itch = larger (larger (m->plain_itch, m->form_itch) + m->split_itch,
                        2 * (size_t) h + 1 + comba_mod_fold_itch (n));

  struct comba_scratch s;
  const mp_ptr scratch = comba_scratch_get (&s, itch + COMBA_ALIGNED_LIMBS);
  m->memory = malloc (BYTES (plain_size + f_size + COMBA_ALIGNED_LIMBS));
  if (scratch != NULL && m->memory != NULL)
    {
      const mp_ptr plain = comba_align (m->memory), rest = plain + plain_size;
      const mp_ptr free = comba_align (scratch);
      m->plain->init (m->k, plain, pp, n, free);
      m->plain_context = plain;
      const mp_srcptr p = m->pp = comba_barrett_parts (plain).pp;
      const mp_srcptr nu = m->np = comba_barrett_parts (plain).np;
      if (m->split != NULL)
        {
          memset (free, 0, BYTES (2 * h));
          free[2 * h] = 1;
          comba_mod_fold (m->k, rest, free, 2 * h + 1, p, n, nu, free + 2 * h + 1);
          comba_mod_finish (rest, 0, rest, p, n, nu + n - 1);
          m->split->init (m->k, rest + p_size, p, n, parts, threads, free);
          m->entry = rest, m->split_context = rest + p_size;
          const mp_ptr redc = rest + p_size
            + comba_whole_lines (m->split->context_size (n, parts, threads));
          comba_reduction_init (m->k, redc, p, n, 2 * n, h, threads, free);
          m->redc_context = redc;
        }
      else if (m->rep == m->plain)
        m->form_context = plain;
      else
        {
          own_form (m)->init (m->k, rest, p, n, free);
          m->form_context = rest;
        }
    }
  comba_scratch_put (&s);
  return scratch != NULL && m->memory != NULL ? COMBA_OK : COMBA_NO_MEMORY;
}

int
comba_mod_new (struct comba_mod **context, const struct comba_config *k, mp_srcptr pp,
               mp_size_t n, const struct comba_mod_choice *choice)
{
  int status = comba_mod_bad_modulus (pp, n);
  if (status != COMBA_OK)
    return status;
  struct comba_mod m = { .k = k, .n = n };
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

COMBA_EXPORT int
comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n,
                const struct comba_mod_choice *choice)
{
  return comba_mod_new (context, comba_active (), pp, n, choice);
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
comba_mod_begin_with (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                      const struct comba_pool *pool)
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
  call->has_team = pool != NULL;
  call->alone = COMBA_POOL_ALONE (m->pooled != NULL && m->pooled->shares > 0
                                  ? m->pooled->shares : 1);
  if (pool == NULL)
    pool = &call->alone;
  if (m->split != NULL)
    {
      call->split = (struct comba_split_context) {
        .method = m->split, .n = m->n, .context = m->split_context, .entry = m->entry,
        .pp = m->pp, .np = m->np, .pool = pool, .scratch = p,
      };
      call->context = (mp_srcptr) &call->split;
    }
  else if (m->pooled != NULL)
    {
      call->on_pool = (struct comba_on_pool_context) { m->pooled, m->form_context, pool };
      call->context = (mp_srcptr) &call->on_pool;
    }
  return COMBA_OK;
}

static const struct comba_pool *
take (const struct comba_mod *m, enum comba_wake wake)
{
  return m->chosen.threads > 1 ? comba_pool_take (m->chosen.threads, wake) : NULL;
}

/* Gives the team back if there is no memory. */
static int
begin_by (const struct comba_pool *pool, struct comba_mod_call *call, const struct comba_mod *m, size_t itch)
{
  int status = comba_mod_begin_with (call, m, itch, pool);
  if (status != COMBA_OK && pool != NULL)
    comba_pool_give ();
  return status;
}

static enum comba_wake
wake_for_one (const struct comba_mod *m)
{
  return comba_wake_for (m->k, 2 * m->n, 2 * m->n);
}

int
comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch, int many)
{
  return begin_by (take (m, many ? COMBA_WAKE_NOW : wake_for_one (m)), call, m, itch);
}

int
comba_mod_begin_product (struct comba_mod_call *call, const struct comba_mod *m)
{
  const struct comba_pool *pool = take (m, wake_for_one (m));
  const struct comba_pool_representation *shared = m->pooled;
  const int none = pool != NULL && shared != NULL && shared->product_itch != NULL
                   && shared->product_itch (m->n) <= pool->memory_limbs;
  return begin_by (pool, call, m, none ? copies_size (m) : m->form_itch);
}

void
comba_mod_end (struct comba_mod_call *call)
{
  if (call->has_team)
    {
      comba_parallel_count (call->m->path);
      comba_pool_give ();
    }
  comba_scratch_put (&call->memory);
}
