/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The split methods, by number and as a representation.  An element is x beta^h mod P, canonical:
   comba.h promises that equal residues have equal ones. */

#include "split/method.h"
#include "residue/reduce.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

const struct comba_split_method *
comba_split_method (enum comba_algorithm algorithm)
{
  static const struct comba_split_method *const methods[COMBA_ALGORITHMS] = {
    [COMBA_ALGORITHM_BIPARTITE] = &comba_bipartite,
    [COMBA_ALGORITHM_TRIPARTITE] = &comba_tripartite,
    [COMBA_ALGORITHM_MULTIPARTITE_1] = &comba_multipartite_1,
    [COMBA_ALGORITHM_MULTIPARTITE_2] = &comba_multipartite_2,
  };
  return methods[algorithm];
}

enum comba_algorithm
comba_path_algorithm (int path)
{
  static const enum comba_algorithm algorithms[COMBA_PATHS] = {
    [COMBA_PATH_CACHED] = COMBA_ALGORITHM_MONTGOMERY,
    [COMBA_PATH_RADIX_BIPARTITE] = COMBA_ALGORITHM_BIPARTITE,
    [COMBA_PATH_CRT_BIPARTITE] = COMBA_ALGORITHM_BIPARTITE,
    [COMBA_PATH_BIPARTITE] = COMBA_ALGORITHM_BIPARTITE,
    [COMBA_PATH_TRIPARTITE] = COMBA_ALGORITHM_TRIPARTITE,
  };
  return algorithms[path];
}

static const struct comba_split_context *
read_context (mp_srcptr context)
{
  return (const struct comba_split_context *) context;
}

static size_t
context_size (mp_size_t n)
{
  (void) n;
  return comba_whole_lines ((sizeof (struct comba_split_context) - 1) / sizeof (mp_limb_t) + 1);
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (n);
}

static size_t
itch (mp_size_t n)
{
  size_t fold = comba_mod_fold_itch (n);
  return comba_whole_lines (fold > (size_t) n ? fold : (size_t) n);
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) scratch;
  const struct comba_split_context *c = read_context (context);
  c->method->mul (k, c->context, c->pool, zp, xp, yp, c->scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) scratch;
  const struct comba_split_context *c = read_context (context);
  c->method->sqr (k, c->context, c->pool, zp, xp, c->scratch);
}

/* a beta^2h / beta^h. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const struct comba_split_context *c = read_context (context);
  comba_mod_fold (k, xp, ap, an, c->pp, c->n, c->np, scratch);
  comba_mod_finish (xp, 0, xp, c->pp, c->n, c->np + c->n - 1);
  mul (k, context, xp, xp, c->entry, scratch);
}

/* x / beta^h. */
static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct comba_split_context *c = read_context (context);
  memset (scratch, 0, BYTES (c->n));
  scratch[0] = 1;
  c->method->mul (k, c->context, c->pool, rp, xp, scratch, c->scratch);
}

const struct comba_representation comba_representation_split = {
  .name = "split",
  .odd_only = 1,
  .min = 1,
  .max = COMBA_REPRESENTATION_MAX,
  .context_size = context_size,
  .element_size = element_size,
  .itch = itch,
  .encode = encode,
  .decode = decode,
  .mul = mul,
  .sqr = sqr,
};
