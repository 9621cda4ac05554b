/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of algorithm, representation and threads for a modulus, and its memory.  The contracts
   are in split/modulus.h. */

#include "split/modulus.h"
#include "residue/contexts.h"
#include "residue/reduce.h"
#include "parallel/pool.h"
#include "mul/paths/paths.h"
#include "mul/mul.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* The bipartite representation of a path, for the pool; NULL if the path has none. */
static const struct comba_pool_representation *
own_bipartite (const struct comba_config *k, int path)
{
  return path == COMBA_PATH_RADIX_BIPARTITE ? k->radix_bipartite
         : path == COMBA_PATH_CRT_BIPARTITE ? &comba_pool_representation_crt_bipartite : NULL;
}

static int
has_own (const struct comba_pool_representation *rep, const struct comba_config *k, mp_size_t n, int threads)
{
  return rep != NULL && threads >= rep->shares && comba_representation_serves (&rep->rep, k, n, 1);
}

/* The number of threads, at most THREADS, for which REP has work. */
static int
threads_of (const struct comba_pool_representation *rep, int threads)
{
  return threads < rep->most ? threads : rep->most;
}

/* The representation with cached transforms for the pool: Barrett or Montgomery. */
static const struct comba_pool_representation *
cached_representation (int barrett)
{
  return barrett ? &comba_pool_representation_barrett_cached : &comba_pool_representation_montgomery_cached;
}

/* With more threads than these, where a step says CRT-split bipartite, radix-2^52 digits are faster
   if the configuration has them.  Otherwise cached transforms are, with a prime for each thread. */
enum { CRT_BIPARTITE_THREADS = 3 };

/* Whether there are radix-2^52 digits for three and more workers. */
static int
has_digits_for_more (const struct comba_config *k, mp_size_t n)
{
  return has_own (k->radix_bipartite, k, n, 3) && k->radix_bipartite->most >= 3;
}

/* The path for a CRT-split bipartite step and THREADS threads. */
static int
crt_bipartite_path (const struct comba_config *k, mp_size_t n, int threads)
{
  return threads <= CRT_BIPARTITE_THREADS ? COMBA_PATH_CRT_BIPARTITE
         : has_digits_for_more (k, n) ? COMBA_PATH_RADIX_BIPARTITE : COMBA_PATH_CACHED;
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
    s.path = crt_bipartite_path (k, n, s.threads);
  if (s.path == COMBA_PATH_CACHED)
    return comba_representation_serves (&cached_representation (!odd)->rep, k, n, odd) ? s : sequential;
  if (!odd)
    return sequential;
  if (s.path == COMBA_PATH_RADIX_BIPARTITE || s.path == COMBA_PATH_CRT_BIPARTITE)
    {
      const struct comba_pool_representation *own = own_bipartite (k, s.path);
      if (!has_own (own, k, n, s.threads))
        return sequential;
      s.threads = threads_of (own, s.threads);
      return s;
    }
  const struct comba_split_method *method = comba_split_method (comba_path_algorithm (s.path));
  return method != NULL && n >= method->min_parts ? s : sequential;
}

/* By several threads, if the plan says so; or by one. */
static void
choose_auto (struct comba_mod *m, struct comba_modulus_choice *c, int odd)
{
  comba_threads_settle ();
  const int allowed = comba_threads_allowed ();
  const int threads = c->threads == 0 || c->threads > allowed ? allowed : c->threads;
  const struct comba_step s = comba_mod_planned (m->k, m->n, odd, threads);
  c->parts = 0;
  c->threads = s.threads;
  m->path = s.path;
  c->algorithm = !odd ? COMBA_ALGORITHM_BARRETT
    : s.threads > 1 ? comba_path_algorithm (s.path) : COMBA_ALGORITHM_MONTGOMERY;
}

/* Whether radix-2^52 digits are used: if the plan says so, or for at most as many threads as they
   can use. */
static int
is_for_digits (const struct comba_mod *m, const struct comba_modulus_choice *c)
{
  if (c->algorithm != COMBA_ALGORITHM_BIPARTITE || !has_own (m->k->radix_bipartite, m->k, m->n, c->threads))
    return 0;
  return c->threads <= m->k->radix_bipartite->most
         || comba_mod_planned (m->k, m->n, 1, c->threads).path == COMBA_PATH_RADIX_BIPARTITE;
}

/* Montgomery or Barrett.  Several threads are used if the plan says so, or if they were requested
   and one thread would use cached transforms, too. */
static void
choose_unsplit (struct comba_mod *m, struct comba_modulus_choice *c, int odd)
{
  const int barrett = c->algorithm == COMBA_ALGORITHM_BARRETT;
  c->parts = 1;
  const struct comba_representation *alone
    = barrett ? &comba_representation_barrett_cached : &comba_representation_montgomery_cached;
  if (c->threads > 1
      && (m->path == COMBA_PATH_CACHED || comba_representation_serves (alone, m->k, m->n, odd)))
    {
      m->path = COMBA_PATH_CACHED;
      m->pooled = cached_representation (barrett);
      m->rep = &m->pooled->on_pool;
      return;
    }
  c->threads = 1;
  m->rep = comba_representation_for (m->k, m->n, odd,
                                     barrett ? COMBA_REPRESENTATION_BARRETT : COMBA_REPRESENTATION_MONTGOMERY,
                                     NULL);
}

/* By a method, or in a bipartite representation. */
static void
choose_split (struct comba_mod *m, struct comba_modulus_choice *c)
{
  const struct comba_split_method *split = comba_split_method (c->algorithm);
  if (c->parts == 0)
    c->parts = split->min_parts;
  if (c->threads == 0)
    {
      comba_threads_settle ();
      c->threads = comba_threads_allowed ();
    }
  if (m->path == COMBA_PATH_SEQUENTIAL && is_for_digits (m, c))
    m->path = COMBA_PATH_RADIX_BIPARTITE;
  m->pooled = own_bipartite (m->k, m->path);
  if (m->pooled != NULL)
    {
      m->rep = &m->pooled->on_pool;
      c->threads = threads_of (m->pooled, c->threads);
      return;
    }
  m->path = c->algorithm == COMBA_ALGORITHM_BIPARTITE ? COMBA_PATH_BIPARTITE
            : c->algorithm == COMBA_ALGORITHM_TRIPARTITE ? COMBA_PATH_TRIPARTITE : COMBA_PATH_MULTIPARTITE;
  m->split = split;
  m->rep = &comba_representation_split;
}

/* Fills in the members that CHOICE leaves open. */
static void
choose (struct comba_mod *m, mp_srcptr pp, const struct comba_modulus_choice *choice)
{
  const int odd = (pp[0] & 1) != 0;
  struct comba_modulus_choice c = *choice;
  if (c.algorithm == COMBA_ALGORITHM_AUTO)
    choose_auto (m, &c, odd);
  if (comba_split_method (c.algorithm) == NULL)
    choose_unsplit (m, &c, odd);
  else
    choose_split (m, &c);
  m->chosen = c;
  m->canonical = comba_representation_for (m->k, m->n, 0, COMBA_REPRESENTATION_BARRETT, NULL);
}

/* The representation that makes the context. */
static const struct comba_representation *
base (const struct comba_mod *m)
{
  return m->pooled != NULL ? &m->pooled->rep : m->rep;
}

/* Of two elements, where a representation needs them aligned. */
static inline size_t
copies_size (const struct comba_mod *m)
{
  return 2 * m->rep->element_size (m->n);
}

/* The scratch of calls. */
static void
set_itch (struct comba_mod *m)
{
  const mp_size_t n = m->n;
  m->canonical_itch = comba_larger (m->canonical->itch (n), comba_mod_fold_itch (n));
  m->rep_itch = copies_size (m) + m->rep->itch (n);
  if (m->split != NULL)           /* reduction alone takes as much as the methods */
    m->split_itch = comba_whole_lines (m->split->itch (n, m->chosen.parts, m->chosen.threads));
}

/* Allocates the memory for all precomputed values, and computes them.  Returns 0 if the allocation
   fails. */
static int
fill (struct comba_mod *m, mp_srcptr pp, struct comba_scratch *context)
{
  const mp_size_t n = m->n;
  const int parts = m->chosen.parts, threads = m->chosen.threads;
  const mp_size_t h = m->split != NULL ? m->split->split_size (n, parts) / 2 : 0;
  const size_t p_size = comba_whole_lines (n);
  const size_t canonical_size = comba_whole_lines (m->canonical->context_size (n));
  const size_t rep_size = m->split != NULL
    ? p_size + comba_whole_lines (m->split->context_size (n, parts, threads))
      + comba_whole_lines (comba_split_context_size (n, 2, threads))
    : m->rep == m->canonical ? 0 : comba_whole_lines (base (m)->context_size (n));
  size_t itch = comba_larger (comba_larger (m->canonical_itch, m->rep_itch) + m->split_itch,
                        2 * (size_t) h + 1 + comba_mod_fold_itch (n));

  struct comba_scratch s;
  const mp_ptr scratch = COMBA_SCRATCH_GET (&s, itch + COMBA_ALIGNED_LIMBS, 0);
  const size_t size = canonical_size + rep_size + COMBA_ALIGNED_LIMBS;
  m->memory = context != NULL ? comba_scratch_get (context, size, COMBA_SCRATCH_SECRET | COMBA_SCRATCH_SHARED)
                              : malloc (BYTES (size));
  if (scratch != NULL && m->memory != NULL)
    {
      const mp_ptr canonical = comba_align (m->memory), rest = canonical + canonical_size;
      const mp_ptr free = comba_align (scratch);
      m->canonical->init (m->k, canonical, pp, n, free);
      m->canonical_context = canonical;
      const mp_srcptr p = m->pp = comba_barrett_parts (canonical).pp;
      const mp_srcptr nu = m->np = comba_barrett_parts (canonical).np;
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
      else if (m->rep == m->canonical)
        m->rep_context = canonical;
      else
        {
          base (m)->init (m->k, rest, p, n, free);
          m->rep_context = rest;
        }
    }
  comba_scratch_put (&s);
  return scratch != NULL && m->memory != NULL;
}

/* Makes a modulus whose memory comes from CONTEXT, or from malloc if that is NULL.  Returns 0 if an
   allocation fails. */
static int
make (struct comba_mod *m, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
      const struct comba_modulus_choice *choice, struct comba_scratch *context)
{
  *m = (struct comba_mod) { .k = k, .n = n };
  choose (m, pp, choice);
  set_itch (m);
  return fill (m, pp, context);
}

int
comba_mod_make_in_scratch (struct comba_mod *m, struct comba_scratch *context, const struct comba_config *k,
                           mp_srcptr pp, mp_size_t n, const struct comba_modulus_choice *choice)
{
  return make (m, k, pp, n, choice, context);
}

int
comba_mod_make (struct comba_mod **modulus, const struct comba_config *k, mp_srcptr pp, mp_size_t n,
                const struct comba_modulus_choice *choice)
{
  struct comba_mod m = { .memory = NULL };
  const int saved = errno;
  struct comba_mod *result = malloc (sizeof *result);
  const int done = result != NULL && make (&m, k, pp, n, choice, NULL);
  if (done)
    {
      *result = m;
      *modulus = result;
    }
  else
    {
      free (m.memory);
      free (result);
    }
  errno = saved;
  return done;
}

void
comba_mod_free (struct comba_mod *modulus)
{
  const int saved = errno;
  free (modulus->memory);
  free (modulus);
  errno = saved;
}

int
comba_mod_begin_with (struct comba_mod_call *call, const struct comba_mod *m, size_t itch,
                      const struct comba_pool *pool, int flags)
{
  const size_t all = itch + m->split_itch + COMBA_ALIGNED_LIMBS;
  call->memory.memory = NULL;
  mp_ptr p = call->small;
  if (all > sizeof call->small / sizeof call->small[0])
    p = comba_scratch_get (&call->memory, all, flags + (pool != NULL ? COMBA_SCRATCH_SHARED : 0));
  if (p == NULL)
    return 0;
  p = comba_align (p);
  call->m = m;
  call->context = m->rep_context;
  call->scratch = p + m->split_itch;
  call->has_pool = pool != NULL;
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
      call->on_pool = (struct comba_on_pool_context) { m->pooled, m->rep_context, pool };
      call->context = (mp_srcptr) &call->on_pool;
    }
  return 1;
}

static const struct comba_pool *
take (const struct comba_mod *m, enum comba_wake wake)
{
  return m->chosen.threads > 1 ? comba_pool_take (m->chosen.threads, wake) : NULL;
}

/* Gives the pool back if an allocation fails. */
static int
begin_by (const struct comba_pool *pool, struct comba_mod_call *call, const struct comba_mod *m, size_t itch, int flags)
{
  const int begun = comba_mod_begin_with (call, m, itch, pool, flags);
  if (!begun && pool != NULL)
    comba_pool_give ();
  return begun;
}

static enum comba_wake
wake_for_one (const struct comba_mod *m)
{
  return comba_wake_for (m->k, 2 * m->n, 2 * m->n);
}

int
comba_mod_begin (struct comba_mod_call *call, const struct comba_mod *m, size_t itch, int many)
{
  return begin_by (take (m, many ? COMBA_WAKE_NOW : wake_for_one (m)), call, m, itch, many ? COMBA_SCRATCH_SECRET : 0);
}

int
comba_mod_begin_product (struct comba_mod_call *call, const struct comba_mod *m)
{
  const struct comba_pool *pool = take (m, wake_for_one (m));
  const struct comba_pool_representation *pooled = m->pooled;
  const int none = pool != NULL && pooled != NULL && pooled->product_itch != NULL
                   && pooled->product_itch (m->n) <= pool->memory_limbs;
  return begin_by (pool, call, m, none ? copies_size (m) : m->rep_itch, 0);
}

void
comba_mod_end (struct comba_mod_call *call)
{
  if (call->has_pool)
    {
      comba_parallel_count (call->m->path);
      comba_pool_give ();
    }
  comba_scratch_put (&call->memory);
}
