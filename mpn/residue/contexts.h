/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The layout of some representations' contexts: offsets in limbs, for kernels in C and assembly
   and for representations that extend these. */

#ifndef COMBA_RESIDUE_CONTEXTS_H
#define COMBA_RESIDUE_CONTEXTS_H

/* Small moduli (residue/small.h). */
#define COMBA_SMALL_F 0                 /* F = (m P + 1) / beta, m mod beta; n limbs */
#define COMBA_SMALL_P 16                /* P, n limbs */
#define COMBA_SMALL_ZERO 32             /* n + COMBA_SMALL_ZEROS zero limbs, at most 16 */
#define COMBA_SMALL_ZEROS 2
#define COMBA_SMALL_K 48                /* for comba_fold_encode (arith/limb_steps.h) */
#define COMBA_SMALL_M 64                /* m = -1/P mod beta^2, two limbs */
#define COMBA_SMALL_N 66                /* n */
#define COMBA_SMALL_D 72                /* P 2^s, normalised: the top bit of n limbs is set */
#define COMBA_SMALL_SIZE 88

#define COMBA_SMALL_MAX 16

/* Montgomery with word-by-word reduction (residue/montgomery_rows.c): the part that kernels
   read. */
#define COMBA_ROWS_M 8          /* -1/P mod beta; mod beta^2 for a kernel in redc_n[] with w = 1 */
#define COMBA_ROWS_P 16         /* P, n limbs */
/* For kernels in redc_n[]: F = (q P + 1) / beta^w, q = -1/P mod beta^w; n limbs. */
#define COMBA_ROWS_F(n) (COMBA_ROWS_P + ((n) + 7) / 8 * 8)

#ifndef __ASSEMBLER__

#include "arith/scratch.h"

/* For templates over one of the two kinds below: OWN (f) is comba_KIND_f. */
#define KIND_PASTE_(a, b, c) a##b##c
#define KIND_PASTE(a, b, c) KIND_PASTE_ (a, b, c)
#define KIND_STRING_(kind) #kind
#define KIND_STRING(kind) KIND_STRING_ (kind)
#define OWN(f) KIND_PASTE (comba_, KIND, _##f)

/* Barrett (residue/barrett.c): n, then P, and nu = floor (beta^(2n) / P) of n + 1 limbs. */
struct comba_barrett_context
{
  mp_size_t n;
  mp_ptr pp, np;
};

/* Returns the limbs of the context. */
static inline size_t
comba_barrett_size (mp_size_t n)
{
  return 8 + comba_whole_lines (n) + comba_whole_lines (n + 1);
}

/* Returns the places in a context, also in one that is not yet written, for P of n limbs. */
static inline struct comba_barrett_context
comba_barrett_of (mp_srcptr context, mp_size_t n)
{
  const mp_ptr p = (mp_ptr) context + 8;
  return (struct comba_barrett_context) { n, p, p + comba_whole_lines (n) };
}

/* Returns the places in a context that has been written. */
static inline struct comba_barrett_context
comba_barrett_parts (mp_srcptr context)
{
  return comba_barrett_of (context, (mp_size_t) context[0]);
}

/* Montgomery over limbs (residue/montgomery.c): n, then P, mu = -1/P mod beta^n, and beta^(2n)
   mod P, by which encode multiplies. */
struct comba_montgomery_context
{
  mp_size_t n;
  mp_ptr pp, mp, square;
};

/* As comba_barrett_size, comba_barrett_of and comba_barrett_parts. */
static inline size_t
comba_montgomery_size (mp_size_t n)
{
  return 8 + 3 * comba_whole_lines (n);
}

static inline struct comba_montgomery_context
comba_montgomery_of (mp_srcptr context, mp_size_t n)
{
  const mp_ptr p = (mp_ptr) context + 8;
  const size_t area = comba_whole_lines (n);
  return (struct comba_montgomery_context) { n, p, p + area, p + 2 * area };
}

static inline struct comba_montgomery_context
comba_montgomery_parts (mp_srcptr context)
{
  return comba_montgomery_of (context, (mp_size_t) context[0]);
}

#endif

#endif
