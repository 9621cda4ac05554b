/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Forms of residues.

   A form is a way of holding residues in which products are cheap, with everything
   that it precomputes for one modulus: limbs or digits, times a power of the base or
   not.  A whole exponentiation stays in one form.  What a form calls an element is
   ELEMENT_SIZE limbs that only its own functions understand; values need not be
   reduced.

   A context is made once, never written again, and may serve any number of threads.
   Contexts and scratch are aligned to 64 bytes, elements if a form says so; sizes are multiples
   of 8 limbs.  Nothing here takes memory. */

#ifndef COMBA_RESIDUE_REPRESENTATION_H
#define COMBA_RESIDUE_REPRESENTATION_H

#include "dispatch/config.h"

/* P in a form of Montgomery's over limbs. */
struct comba_odd_modulus
{
  mp_srcptr p;
  mp_size_t n;                  /* limbs of P, as elements have them */
  mp_limb_t mu;                 /* -1/P mod beta */
  mp_size_t weight;
};

struct comba_representation
{
  const char *name;

  /* Moduli served: odd ones only, or any; of MIN to MAX limbs. */
  int odd_only;
  mp_size_t min, max;

  /* Elements are aligned to 64 bytes. */
  int aligned;

  /* Whether it is worth it, by the thresholds of k; NULL: always. */
  int (*pays) (const struct comba_config *k, mp_size_t n);

  /* For a modulus of n limbs: limbs of the context, of an element, of the scratch of
     any function below. */
  size_t (*context_size) (mp_size_t n);
  size_t (*element_size) (mp_size_t n);
  size_t (*itch) (mp_size_t n);

  /* For estimates of time (powm/powm_cost.c): how many products init, encode and decode take together, for odd P; and the
     digits of an element, all that there is room for in the last vector or block.  NULL over limbs. */
  int setup;
  mp_size_t (*digits) (mp_size_t n);

  /* Makes the context of pp[0..n-1] > 1, pp[n-1] != 0. */
  void (*init) (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
                mp_ptr scratch);

  /* xp becomes ap[0..an-1] mod P; an >= 0, ap of any value. */
  void (*encode) (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                 mp_size_t an, mp_ptr scratch);

  /* rp[0..n-1] becomes what the element xp stands for, below P; rp does not overlap xp. */
  void (*decode) (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                 mp_ptr scratch);

  /* rp[0..n-1] becomes the residue of x b, B below beta^n, which need not enter: what it has
     less than an element is what leave would take away.  1 <= bn <= n; rp may be bp.  Returns 1,
     or 0 with nothing done: bn = n, and B is not below P.  NULL in most forms. */
  int (*decode_times) (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                      mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  /* zp = xp * yp, zp = xp^2; zp may be xp or yp. */
  void (*mul) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
               mp_srcptr yp, mp_ptr scratch);
  void (*sqr) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
               mp_ptr scratch);

  /* zp = 2 xp^2, as fast as sqr; zp may be xp.  NULL in most forms. */
  void (*sqr_twice) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                     mp_ptr scratch);

  /* zp = xp c; zp may be xp; n >= 3, k->addmul_1 is not NULL.  NULL where it is not much faster
     than a product. */
  void (*mul_limb) (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                    mp_limb_t c, mp_ptr scratch);

  /* Both or none, in forms whose elements are limbs, x beta^weight mod P and, below beta^n, more.
     What of CONTEXT powers of two need; and rp[0..n-1] = X mod P, which the element X is, as
     it is. */
  struct comba_odd_modulus (*odd_modulus) (mp_srcptr context);
  void (*remainder) (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                     mp_ptr scratch);
};

/* max of a form without limit: beyond, sizes in bytes could overflow. */
#define COMBA_REPRESENTATION_MAX ((mp_size_t) 1 << (GMP_LIMB_BITS - 12))

/* Over limbs, for any kernel set: Montgomery's, for odd P, and Barrett's. */
extern const struct comba_representation comba_representation_montgomery, comba_representation_barrett;

/* Montgomery's modulo one and two limbs, for any set with a multiplier. */
extern const struct comba_representation comba_representation_one_two_limbs;

/* The same reduced by rows, for P of few limbs; k->addmul_1 is not NULL. */
extern const struct comba_representation comba_representation_montgomery_rows;

/* The same elements as these have, with the transforms of P and mu, or nu, kept, for kernel
   sets that have transforms. */
extern const struct comba_representation comba_representation_montgomery_cached, comba_representation_barrett_cached;

/* Whether FORM is for a modulus of n limbs, ODD or not, with the kernels k. */
int comba_representation_serves (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n,
                       int odd);

/* THE decision: in which representation residues modulo P of n limbs, ODD or not, are held, wherever one is
   chosen.  It is the first in the list of k (.representations of its file in config/) that serves such a
   modulus and is of KIND; Montgomery's are those for odd moduli only.  A representation serves the sizes
   min to max for which its code is written, unless its pays () says no; that reads the thresholds of k
   (mod_pmr, mod_ntt, powm_limb_form_max) and nothing else.

   A caller without memory for that one passes it as AFTER, and gets the next that serves; else AFTER is
   NULL.  Returns NULL if there is none.

   Before it come, for powers, what needs no representation (powm/powm_any.c), and, for several threads,
   plans mod and mod_even of k (comba_mod_planned in split/modulus.c). */
enum comba_representation_kind
{
  COMBA_REPRESENTATION_ANY,
  COMBA_REPRESENTATION_MONTGOMERY,
  COMBA_REPRESENTATION_BARRETT
};
const struct comba_representation *comba_representation_for (const struct comba_config *k, mp_size_t n, int odd,
                                                             enum comba_representation_kind kind,
                                                             const struct comba_representation *after);

/* A form whose products are for a team (parallel/pool.h) of SHARES to MOST threads, or as many of them as have
   work at a size; or, with 0 for both, of any number.  Elements and contexts are those of the form; its own
   mul and sqr do SHARES shares one after the other. */
struct comba_pool;

struct comba_pool_representation
{
  struct comba_representation rep;
  int shares, most;
  void (*mul) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch);
  void (*sqr) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_ptr scratch);

  /* Limbs of scratch of these two alone, which take none from a team with as much memory; NULL: ITCH, whatever the team has. */
  size_t (*product_itch) (mp_size_t n);

  /* The same by a team, for who knows of forms alone: contexts are struct
     comba_on_pool_context, and are not made by it. */
  struct comba_representation on_pool;
};

struct comba_on_pool_context
{
  const struct comba_pool_representation *rep;
  mp_srcptr context;            /* of the form */
  const struct comba_pool *pool;
};

/* Those that keep transforms, by a team: the contexts and elements of the forms. */
extern const struct comba_pool_representation comba_pool_representation_montgomery_cached, comba_pool_representation_barrett_cached;

/* Bipartite, with transforms kept, for two workers: elements of its own. */
extern const struct comba_pool_representation comba_pool_representation_crt_bipartite;

/* What .on_pool has besides the form's name, range and sizes. (on_pool.c) */
void comba_on_pool_encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp,
                         mp_srcptr ap, mp_size_t an, mp_ptr scratch);
void comba_on_pool_decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp,
                         mp_srcptr xp, mp_ptr scratch);
void comba_on_pool_mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                       mp_srcptr yp, mp_ptr scratch);
void comba_on_pool_sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                       mp_ptr scratch);
#define COMBA_ON_POOL_FUNCTIONS                                  \
  .encode = comba_on_pool_encode, .decode = comba_on_pool_decode,     \
  .mul = comba_on_pool_mul, .sqr = comba_on_pool_sqr

#endif
