/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Representations of residues.

   A representation is a way of holding residues in which products are cheap, with all that it precomputes
   for one modulus: limbs or digits, times a power of the base or not.  A whole exponentiation stays in one
   representation.  An element is ELEMENT_SIZE limbs that only the representation's own functions understand;
   values need not be reduced.

   A context is made once, never written again, and may serve any number of threads.  Contexts and scratch
   are aligned to 64 bytes, elements if the representation says so; sizes are multiples of 8 limbs.  Nothing
   here allocates.

   For kernels, with residue/contexts.h, divide_rows.h, precompute.h, small.h and two_workers_tpl.h; they
   include nothing else of residue/. */

#ifndef COMBA_RESIDUE_REPRESENTATION_H
#define COMBA_RESIDUE_REPRESENTATION_H

#include "dispatch/config.h"

/* P in a Montgomery representation over limbs. */
struct comba_odd_modulus
{
  mp_srcptr p;
  mp_size_t n;                  /* limbs of P, as elements have them */
  mp_limb_t mu;                 /* -1/P mod beta */
  mp_size_t weight;
};

/* Limbs of something for a modulus of n limbs. */
typedef size_t comba_residue_size_fn (mp_size_t n);

/* Makes the context of pp[0..n-1] > 1, pp[n-1] != 0. */
typedef void comba_residue_init_fn (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
                                    mp_ptr scratch);

/* xp becomes ap[0..an-1] mod P; an >= 0, ap of any value. */
typedef void comba_residue_encode_fn (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                                      mp_size_t an, mp_ptr scratch);

/* rp[0..n-1] becomes the residue that the element xp stands for, below P; rp does not overlap xp. */
typedef void comba_residue_decode_fn (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                                      mp_ptr scratch);

/* zp = xp * yp, zp = xp^2, zp = xp c; zp may be xp or yp. */
typedef void comba_residue_mul_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                   mp_srcptr yp, mp_ptr scratch);
typedef void comba_residue_sqr_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                   mp_ptr scratch);
typedef void comba_residue_mul_limb_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                        mp_limb_t c, mp_ptr scratch);

struct comba_representation
{
  const char *name;

  /* Moduli that the code can serve: odd ones only, or any; of MIN to MAX limbs. */
  int odd_only;
  mp_size_t min, max;

  /* Elements are aligned to 64 bytes. */
  int aligned;

  /* Whether it serves, by the thresholds of k or how many digits n limbs are; NULL: always. */
  int (*pays) (const struct comba_config *k, mp_size_t n);

  /* Of the context, of an element, of the scratch of any function below. */
  comba_residue_size_fn *context_size, *element_size, *itch;

  /* For estimates of time (powm/powm_cost.c): how many products init, encode and decode take together, for odd
     P; and the digits of an element, all that there is room for in the last vector or block.  NULL over limbs. */
  int setup;
  mp_size_t (*digits) (mp_size_t n);

  comba_residue_init_fn *init;
  comba_residue_encode_fn *encode;
  comba_residue_decode_fn *decode;

  /* rp[0..n-1] becomes the residue of x b, B below beta^n.  B is not encoded: the missing Montgomery factor
     makes this product the decode step.  1 <= bn <= n; rp may be bp.  Returns 1; or 0 with nothing done, if
     bn = n and B is not below P.  NULL in most representations. */
  int (*decode_times) (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                       mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  comba_residue_mul_fn *mul;
  comba_residue_sqr_fn *sqr;

  /* zp = 2 xp^2, as fast as sqr; zp may be xp.  NULL in most representations. */
  comba_residue_sqr_fn *sqr_twice;

  /* n >= 3, k->addmul_1 is not NULL.  NULL where it is not much faster than a product. */
  comba_residue_mul_limb_fn *mul_limb;

  /* Both or neither, where elements are limbs, x beta^weight mod P, or more by a multiple of P but below
     beta^n: what powers of two need of CONTEXT; and rp[0..n-1] = X mod P, the element X taken as a number. */
  struct comba_odd_modulus (*odd_modulus) (mp_srcptr context);
  comba_residue_decode_fn *remainder;
};

/* MAX of a representation without limit: beyond, sizes in bytes could overflow. */
#define COMBA_REPRESENTATION_MAX ((mp_size_t) 1 << (GMP_LIMB_BITS - 12))

/* Over limbs, for any configuration: Montgomery, for odd P, and Barrett; and their functions, for
   representations with the same elements. */
extern const struct comba_representation comba_representation_montgomery, comba_representation_barrett;
comba_residue_size_fn comba_montgomery_element_size, comba_montgomery_itch;
comba_residue_size_fn comba_barrett_element_size, comba_barrett_itch;
comba_residue_init_fn comba_montgomery_init, comba_barrett_init;
comba_residue_encode_fn comba_montgomery_encode, comba_barrett_encode;
comba_residue_decode_fn comba_montgomery_decode, comba_barrett_decode;
comba_residue_mul_fn comba_montgomery_mul, comba_barrett_mul;
comba_residue_sqr_fn comba_montgomery_sqr, comba_barrett_sqr;
comba_residue_mul_limb_fn comba_montgomery_mul_limb, comba_barrett_mul_limb;

/* Montgomery modulo one and two limbs, for any configuration with a multiplier. */
extern const struct comba_representation comba_representation_one_two_limbs;

/* Montgomery reduced row by row, for small P; k->addmul_1 is not NULL. */
extern const struct comba_representation comba_representation_montgomery_rows;

/* The elements of comba_representation_montgomery and comba_representation_barrett, with cached transforms of P
   and its inverse, for configurations that have transforms. */
extern const struct comba_representation comba_representation_montgomery_cached;
extern const struct comba_representation comba_representation_barrett_cached;

/* Whether REP can serve a modulus of n limbs, ODD or not, with the configuration k; whether k lists it for n limbs. */
int comba_representation_serves (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n,
                                 int odd);
int comba_representation_listed (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n);

enum comba_representation_kind
{
  COMBA_REPRESENTATION_ANY,
  COMBA_REPRESENTATION_MONTGOMERY,
  COMBA_REPRESENTATION_BARRETT
};

/* THE decision: in which representation residues modulo P of n limbs, ODD or not, are held, wherever one is
   chosen.  It is the first in the list of k (.representations of its file in config/) that serves such a
   modulus and is of KIND; Montgomery's are those for odd moduli only.  A representation serves the sizes
   of its entry, but none outside min to max, for which its code is written, nor where its pays () says no: by the
   thresholds of k (mod_pmr, mod_ntt), or, of vectors of digits, by how many n limbs are.

   A caller without memory for that one passes it as AFTER, and gets the next that serves, behind all entries of AFTER;
   else AFTER is NULL.  Returns NULL if there is none.

   Before it come, for powers, what needs no representation (powm/powm_any.c), and, for several threads,
   plans mod and mod_even of k (comba_mod_planned in split/modulus.c). */
const struct comba_representation *comba_representation_for (const struct comba_config *k, mp_size_t n, int odd,
                                                             enum comba_representation_kind kind,
                                                             const struct comba_representation *after);

/* A representation whose products are for a pool (parallel/pool.h) of SHARES to MOST threads, or as many of
   them as have work at a size; or, with 0 for both, of any number.  Elements and contexts are those of REP,
   whose own mul and sqr do SHARES shares one after the other. */
struct comba_pool;

struct comba_pool_representation
{
  struct comba_representation rep;
  int shares, most;
  void (*mul) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch);
  void (*sqr) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_ptr scratch);

  /* Limbs of scratch of these two alone, which use none if the pool has as much memory; NULL: ITCH, whatever
     the pool has. */
  comba_residue_size_fn *product_itch;

  /* The same on a pool, for callers that know representations only: contexts are struct
     comba_on_pool_context, and are not made by it. */
  struct comba_representation on_pool;
};

struct comba_on_pool_context
{
  const struct comba_pool_representation *rep;
  mp_srcptr context;            /* of rep->rep */
  const struct comba_pool *pool;
};

/* With cached transforms: the contexts and elements of the representations above. */
extern const struct comba_pool_representation comba_pool_representation_montgomery_cached;
extern const struct comba_pool_representation comba_pool_representation_barrett_cached;

/* CRT-split bipartite, with cached transforms, for two workers: elements of its own. */
extern const struct comba_pool_representation comba_pool_representation_crt_bipartite;

/* What .on_pool has besides the representation's name, range and sizes. (on_pool.c) */
comba_residue_encode_fn comba_on_pool_encode;
comba_residue_decode_fn comba_on_pool_decode;
comba_residue_mul_fn comba_on_pool_mul;
comba_residue_sqr_fn comba_on_pool_sqr;
#define COMBA_ON_POOL_FUNCTIONS \
  .encode = comba_on_pool_encode, .decode = comba_on_pool_decode, .mul = comba_on_pool_mul, .sqr = comba_on_pool_sqr

#endif
