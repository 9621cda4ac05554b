/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo one number, many times: a libcomba's by a context, in the working form
   (MOD_MUL, MOD_SQR) or with plain residues (MOD_MUL_PLAIN, MOD_SQR_PLAIN); a libgmp's by
   mpz_mul and mpz_mod, with room for their results. */

#ifndef BENCH_MODULAR_H
#define BENCH_MODULAR_H

#include "libraries.h"
#include "operands.h"
#include "plan.h"

/* One library's side of a job. */
struct modular
{
  const struct library *library;
  enum function function;
  mp_size_t n;
  mp_ptr rp;

  /* A libcomba's: elements, aligned as they like to be, and the residues. */
  struct comba_mod *context;
  mp_ptr x, y, z, room;
  mp_srcptr ap, bp;

  /* A libgmp's; its r is rp. */
  mpz_t a, b, p, product, r;
};

/* Makes ON->ap and ON->bp residues of the modulus, OTHER->ap, which becomes one with its
   highest bit set: what GMP divides by fastest. */
void modular_operands (const struct job *job, const struct operands *on,
                       const struct operands *other);

/* Prepares a product of ON->ap and ON->bp modulo OTHER->ap, with a product of so many limbs
   and twice as many at OTHER->rp; PLACEMENT is where comba's elements are.  Returns 0, or
   -1 after a message on stderr; modular_end is then not due. */
int modular_begin (struct modular *m, const struct library *l, const struct job *job,
                   const struct operands *on, const struct operands *other, int placement);
void modular_end (struct modular *m);

/* So many products.  Functions of comba that fail end the program. */
void modular_calls (struct modular *m, size_t repeats);

/* The last product's residue in the n limbs at ON->rp. */
void modular_result (struct modular *m);

#endif
