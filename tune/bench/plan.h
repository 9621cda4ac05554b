/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The list of jobs to measure, one function and shape each. */

#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "operations.h"
#include "sizes.h"

enum function
{
  MUL_N,
  SQR,
  MUL,
  MUL_1,
  ADDMUL_1,
  SUBMUL_1,
  MUL_BASECASE,
  SQR_BASECASE,
  POWM,
  MOD_MUL,                      /* these four: see modular.h */
  MOD_SQR,
  MOD_MUL_PLAIN,
  MOD_SQR_PLAIN,
  FIRST_OPERATION,              /* and the others of operations.h */
  FUNCTIONS = FIRST_OPERATION + OPERATIONS
};

extern const char *const function_names[FUNCTIONS];

static inline int
is_modular (enum function f)
{
  return f >= MOD_MUL && f <= MOD_SQR_PLAIN;
}

static inline int
is_operation (enum function f)
{
  return f >= FIRST_OPERATION;
}

static inline int
is_mpz (enum function f)
{
  return is_operation (f) && f < FIRST_OPERATION + MPZ_OPERATIONS;
}

static inline enum operation
operation_of (enum function f)
{
  return (enum operation) (f - FIRST_OPERATION);
}

struct job
{
  enum function function;
  mp_size_t an, bn;             /* an = bn except for MUL and operations; only the lowest limb of b
                                   counts for ..._1 */
  mp_size_t size;               /* for operations: n of operation_shape */
  double ratio;                 /* the requested an / bn; 0 if none */
  long exponent;                /* of a power: its bits */
  int even;                     /* for modular products: the modulus */
  mp_size_t turns_from;         /* for mul_n, sqr, mul: sizes from here to an in turns (turns.h); 0:
                                   one size */
  int threads;                  /* comba with so many threads against comba with one; 0: comba
                                   against the reference */
};

struct plan
{
  struct job *of;
  size_t n;
};

/* Each function adds jobs to a plan that begins as { NULL, 0 }. It returns NULL, or a phrase that
   says what is wrong.

   plan_add_sizes: one job a size; for MUL one a size and ratio, with bn the size and an the nearest
   to bn * ratio, or an = bn without ratios.  plan_add_powers: one POWM job a size of the modulus;
   the exponent has EXPONENT bits, or if that is 0 as many as the modulus, but at most POWM_BITS.
   plan_add_modular: one job a size of the modulus, which is even or odd.  plan_add_operation: one
   job a size, of the table's if there are none.  plan_add_shapes: one MUL
   job a shape.  plan_add_turns: one job, of mul_n, sqr or mul, for TEXT, which is LO-HI. */
#define POWM_BITS 1024
const char *plan_add_sizes (struct plan *plan, enum function function,
                            const struct sizes *sizes, const struct ratios *ratios);
const char *plan_add_powers (struct plan *plan, const struct sizes *sizes, long exponent);
const char *plan_add_modular (struct plan *plan, enum function function,
                              const struct sizes *sizes, int even);
const char *plan_add_operation (struct plan *plan, enum function function, const struct sizes *sizes);
const char *plan_add_shapes (struct plan *plan, const struct shapes *shapes);
const char *plan_add_turns (struct plan *plan, enum function function, const char *text);

/* The name of a job in tables: that of its function, with "_turns" for sizes in turns and
   "_T_threads" for T threads. */
const char *job_name (const struct job *job, char name[32]);

/* The standard list: mul_n and sqr at every size to 130, then every 3 % to 2048; mul at seven
   ratios.  The quick list: fewer sizes and ratios.  Of both, the jobs of the functions f with
   FUNCTIONS_WANTED[f] != 0; only mul_n, sqr and mul are in these lists. */
const char *plan_add_standard (struct plan *plan, const int functions_wanted[FUNCTIONS]);
const char *plan_add_quick (struct plan *plan, const int functions_wanted[FUNCTIONS]);

/* The list for a report: the quick one, longer operands, and of powers and products modulo a number
   those that DEFINED tells.  plan_add_threads: products, squares and products modulo a number with
   2, 4 and MOST threads, as far as these are at most MOST; none if MOST is below 2. */
enum { PAIRS = 3 };             /* numbers of threads, at most */
const char *plan_add_report (struct plan *plan, const int defined[FUNCTIONS]);
const char *plan_add_threads (struct plan *plan, int most, const int defined[FUNCTIONS]);

#endif
