/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Representations of residues.

   A representation holds residues so that products modulo P are cheap: as limbs or as redundant
   digits, with or without a Montgomery factor.  Its context holds everything precomputed for one
   P.  A whole exponentiation stays in one representation.  An element is element_size (n) limbs
   that only the representation's own functions understand.  Elements are lazy: their value is
   congruent to the residue, and may exceed P up to a bound that the representation's file states.
   So equal residues may have different elements.

   init writes a context once; afterwards it is read-only, and any number of threads may share it.
   Contexts and scratch are aligned to 64 bytes, elements if .aligned is set; the sizes of contexts,
   elements and scratch are multiples of 8 limbs.  Nothing here allocates.

   Unless a contract says otherwise, context and scratch overlap nothing, SCRATCH has itch (n)
   limbs, P has n limbs, and time may depend on the values: in products on rare corrections by P; in
   init, encode and decode on more, such as the quotients of divisions.  Constant-time powers use
   only representations with .sec set, as stated there.  The source of a representation is named in
   its file.

   This is the interface for kernels, together with residue/contexts.h, residue/divide_rows.h,
   residue/precompute.h, residue/small.h and residue/two_workers_tpl.h; kernels include nothing else
   of residue/. */

#ifndef COMBA_RESIDUE_REPRESENTATION_H
#define COMBA_RESIDUE_REPRESENTATION_H

#include "dispatch/config.h"

/* P in a Montgomery representation over limbs: the element of x is congruent to x beta^weight. */
struct comba_odd_modulus
{
  mp_srcptr p;
  mp_size_t n;                  /* limbs of P and of an element */
  mp_limb_t mu;                 /* -1/P mod beta */
  mp_size_t weight;
};

/* Returns a size in limbs for a modulus of n limbs, min <= n <= max. */
typedef size_t comba_residue_size_fn (mp_size_t n);

/* Writes the context of P = pp[0..n-1].
   P > 1, pp[n-1] != 0, P odd if odd_only; min <= n <= max.  CONTEXT overlaps neither pp nor
   SCRATCH; it keeps no pointer to pp. */
typedef void comba_residue_init_fn (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
                                    mp_ptr scratch);

/* Element xp = ap[0..an-1] mod P.
   an >= 0, any value; xp does not overlap ap. */
typedef void comba_residue_encode_fn (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                                      mp_size_t an, mp_ptr scratch);

/* rp[0..n-1] = the canonical residue of element xp.
   rp does not overlap xp. */
typedef void comba_residue_decode_fn (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                                      mp_ptr scratch);

/* Elements: zp = xp * yp mod P, zp = xp^2 mod P, and zp = xp * c mod P for a limb c.
   zp may equal xp, yp or both. */
typedef void comba_residue_mul_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                   mp_srcptr yp, mp_ptr scratch);
typedef void comba_residue_sqr_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                   mp_ptr scratch);
typedef void comba_residue_mul_limb_fn (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                                        mp_limb_t c, mp_ptr scratch);

/* rp[0..size-1] = table[index*size..index*size+size-1]
   index < count; rp does not overlap TABLE.  Time depends on size and count alone: all of TABLE is
   read. */
typedef void comba_residue_select_fn (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index);

/* What constant-time powers need besides.  REP has the same contexts and elements, or is the same.
   INIT is its init for callers that know r2p[0..n-1] = R^2 mod P; its time depends on n alone.  In a
   context that INIT made, so does that of decode, mul and sqr of REP, and of encode for an = n.
   The element of x is congruent to x R, and all its limbs are zero but digits (n) of them, or n over
   limbs, from limb FRAME on. */
struct comba_representation_sec
{
  const struct comba_representation *rep;
  size_t frame;
  size_t (*radix_bits) (mp_size_t n);   /* R = 2^radix_bits (n) */
  void (*init) (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_srcptr r2p,
                mp_ptr scratch);
  comba_residue_select_fn *select;
};

struct comba_representation
{
  const char *name;

  /* The moduli that the code supports: odd ones only, or any; of MIN to MAX limbs. */
  int odd_only;
  mp_size_t min, max;

  /* 1: elements must be aligned to 64 bytes. */
  int aligned;

  /* Whether it is worth using for n limbs, by the thresholds of k or by the number of digits
     that n limbs need; NULL: always. */
  int (*pays) (const struct comba_config *k, mp_size_t n);

  /* Limbs of the context, of an element, and of the scratch that any function below needs. */
  comba_residue_size_fn *context_size, *element_size, *itch;

  /* For estimates of time (powm/powm_cost.c): the time of init, encode and decode together, in
     products, for odd P; and the digits of an element, those that pad the last vector or block
     included.  digits is NULL over limbs. */
  int setup;
  mp_size_t (*digits) (mp_size_t n);

  comba_residue_init_fn *init;
  comba_residue_encode_fn *encode;
  comba_residue_decode_fn *decode;

  /* rp[0..n-1] = x b mod P, canonical, for element xp and b = bp[0..bn-1].  B is not encoded:
     the missing Montgomery factor makes this product the decode step.
     1 <= bn <= n; rp may equal bp.
     Returns 1; or 0, with nothing done, if b >= P and the representation requires b < P.
     NULL in most representations. */
  int (*decode_times) (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                       mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

  comba_residue_mul_fn *mul;
  comba_residue_sqr_fn *sqr;

  /* zp = 2 xp^2 mod P, as fast as sqr; zp may equal xp.  NULL in most representations. */
  comba_residue_sqr_fn *sqr_twice;

  /* Requires n >= 3 and k->addmul_1 != NULL.  NULL where it would not be much faster than mul. */
  comba_residue_mul_limb_fn *mul_limb;

  /* For powers of two; both are NULL, or elements are n limbs with value X == x beta^weight (mod
     P), X < beta^n.  odd_modulus returns P and the weight; its pointer lives as long as CONTEXT.
     remainder computes rp[0..n-1] = X mod P, canonical, without removing the factor beta^weight. */
  struct comba_odd_modulus (*odd_modulus) (mp_srcptr context);
  comba_residue_decode_fn *remainder;

  /* NULL where constant-time powers do not use it. */
  const struct comba_representation_sec *sec;
};

/* MAX of a representation without size limit: beyond it sizes in bytes could overflow. */
#define COMBA_REPRESENTATION_MAX ((mp_size_t) 1 << (GMP_LIMB_BITS - 12))

/* Over limbs, for any configuration: Montgomery (odd P) and Barrett (any P).  Their functions
   are public for representations with the same elements. */
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

/* Montgomery with word-by-word reduction, n >= 3 limbs; requires k->addmul_1 != NULL. */
extern const struct comba_representation comba_representation_montgomery_rows;

/* Montgomery for constant-time powers only, over limbs, for any configuration and n >= 1.  No
   configuration lists it. */
extern const struct comba_representation comba_representation_montgomery_sec;

/* Elements as in comba_representation_montgomery and comba_representation_barrett; products use
   cached transforms of P and its inverse.  For configurations with an NTT (k->ntt != NULL). */
extern const struct comba_representation comba_representation_montgomery_cached;
extern const struct comba_representation comba_representation_barrett_cached;

/* The same with complex transforms, for configurations with an FFT (k->fft != NULL). */
extern const struct comba_representation comba_representation_montgomery_fft;

/* Returns whether REP supports a modulus of n limbs, ODD or not, and pays with configuration k. */
int comba_representation_serves (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n,
                                 int odd);

/* Returns whether k lists REP for n limbs. */
int comba_representation_listed (const struct comba_representation *rep, const struct comba_config *k, mp_size_t n);

enum comba_representation_kind
{
  COMBA_REPRESENTATION_ANY,
  COMBA_REPRESENTATION_MONTGOMERY,
  COMBA_REPRESENTATION_BARRETT
};

/* Chooses the representation for residues modulo P of n limbs, ODD or not.  Every caller that needs
   one asks here.  Returns the first entry in k->representations that lists n, is of KIND, and
   serves such a modulus (comba_representation_serves); NULL if there is none.  Representations for
   odd moduli only are the Montgomery ones.

   A caller without enough memory for the answer calls again with that representation as AFTER and
   gets the next one, behind all entries of AFTER; the first call passes NULL.

   Two decisions come first: powers that need no representation (powm/powm_any.c), and with
   several threads the plans mod and mod_even of k (comba_mod_planned in split/modulus.c). */
const struct comba_representation *comba_representation_for (const struct comba_config *k, mp_size_t n, int odd,
                                                             enum comba_representation_kind kind,
                                                             const struct comba_representation *after);

/* A representation whose products run on a pool (parallel/pool.h) of SHARES to MOST threads; 0
   for both means any number.  At small sizes some of the threads may have no work.  Elements and
   contexts are those of REP, whose own mul and sqr do the SHARES jobs one after the other in the
   calling thread. */
struct comba_pool;

struct comba_pool_representation
{
  struct comba_representation rep;
  int shares, most;
  void (*mul) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch);
  void (*sqr) (const struct comba_pool *pool, const struct comba_config *k, mp_srcptr context,
               mp_ptr zp, mp_srcptr xp, mp_ptr scratch);

  /* Limbs of scratch for these two functions alone; they use the pool's memory instead of
     SCRATCH if it is that large.  NULL: they always need itch (n) limbs of SCRATCH. */
  comba_residue_size_fn *product_itch;

  /* The same for callers that know only struct comba_representation: its context argument points
     to a struct comba_on_pool_context, which the caller fills in.  It has no init. */
  struct comba_representation on_pool;
};

struct comba_on_pool_context
{
  const struct comba_pool_representation *rep;
  mp_srcptr context;            /* made by rep->rep.init */
  const struct comba_pool *pool;
};

/* With cached transforms: contexts and elements as in the representations above. */
extern const struct comba_pool_representation comba_pool_representation_montgomery_cached;
extern const struct comba_pool_representation comba_pool_representation_barrett_cached;

/* CRT-split bipartite with cached transforms, for two workers; its elements are its own. */
extern const struct comba_pool_representation comba_pool_representation_crt_bipartite;

/* The functions of .on_pool, which pass the call on.  (residue/on_pool.c) */
comba_residue_encode_fn comba_on_pool_encode;
comba_residue_decode_fn comba_on_pool_decode;
comba_residue_mul_fn comba_on_pool_mul;
comba_residue_sqr_fn comba_on_pool_sqr;
#define COMBA_ON_POOL_FUNCTIONS \
  .encode = comba_on_pool_encode, .decode = comba_on_pool_decode, .mul = comba_on_pool_mul, .sqr = comba_on_pool_sqr

#endif
