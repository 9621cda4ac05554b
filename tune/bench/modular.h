/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Many products modulo one number.  A libcomba uses a context, with encoded residues (MOD_MUL,
   MOD_SQR) or canonical ones (MOD_MUL_PLAIN, MOD_SQR_PLAIN).  A libgmp uses mpz_mul and mpz_mod,
   with room for their results. */

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

  /* For a libcomba: elements, aligned as it prefers, and the residues. */
  struct comba_mod *context;
  mp_ptr x, y, z, room;
  mp_srcptr ap, bp;

  /* For a libgmp; its r is rp. */
  mpz_t a, b, p, product, r;
};

/* Makes ON->ap and ON->bp residues of the modulus OTHER->ap, whose highest bit is set: GMP divides
   fastest by such a modulus. */
void modular_operands (const struct job *job, const struct operands *on,
                       const struct operands *other);

/* Prepares a product of ON->ap and ON->bp modulo OTHER->ap.  OTHER->rp has room for a product of n
   limbs and for twice as many; PLACEMENT is where comba's elements are.  Returns 0, or -1 after a
   message on stderr; then modular_end must not be called. */
int modular_begin (struct modular *m, const struct library *l, const struct job *job,
                   const struct operands *on, const struct operands *other, int placement);
void modular_end (struct modular *m);

/* Does REPEATS products.  If a function of comba fails, the program ends. */
void modular_calls (struct modular *m, size_t repeats);

/* Writes the residue of the last product to the n limbs at ON->rp. */
void modular_result (struct modular *m);

#endif
