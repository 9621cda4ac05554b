/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* GMP's operations apart from multiplication: mpz_ functions, which a libgmp computes with comba in
   front of it or without, and mpn functions, which comba or a libgmp defines.  DIV_QR compares
   mpn_tdiv_qr with comba_div_qr, whose divisor is precomputed. */

#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include "operands.h"
#include <comba.h>

/* X (CONSTANT, function, name, title).  The title is that of a row of the table, where n is the
   size.  Names of mpn functions have no prefix. */
#define BENCH_MPZ_OPERATIONS(X) \
  X (MPZ_MUL, mpz_mul, "mpz_mul", "product n x n") \
  X (MPZ_TDIV_QR, mpz_tdiv_qr, "mpz_tdiv_qr", "division 2n / n") \
  X (MPZ_TDIV_QR_HALF, mpz_tdiv_qr, "mpz_tdiv_qr_half", "division n / (n/2)") \
  X (MPZ_TDIV_Q_UI, mpz_tdiv_q_ui, "mpz_tdiv_q_ui", "division by 1 limb") \
  X (MPZ_TDIV_Q_2, mpz_tdiv_q, "mpz_tdiv_q_2", "division by 2 limbs") \
  X (MPZ_DIVEXACT, mpz_divexact, "mpz_divexact", "exact division 2n / n") \
  X (MPZ_GET_STR, mpz_get_str, "mpz_get_str", "to decimal") \
  X (MPZ_SET_STR, mpz_set_str, "mpz_set_str", "from decimal") \
  X (MPZ_SQRTREM, mpz_sqrtrem, "mpz_sqrtrem", "square root") \
  X (MPZ_ROOT, mpz_root, "mpz_root", "cube root") \
  X (MPZ_GCD, mpz_gcd, "mpz_gcd", "gcd") \
  X (MPZ_GCDEXT, mpz_gcdext, "mpz_gcdext", "gcdext") \
  X (MPZ_INVERT, mpz_invert, "mpz_invert", "inverse modulo") \
  X (MPZ_JACOBI, mpz_jacobi, "mpz_jacobi", "Jacobi symbol") \
  X (MPZ_POWM, mpz_powm, "mpz_powm", "power modulo") \
  X (MPZ_POWM_SEC, mpz_powm_sec, "mpz_powm_sec", "the same, constant-time") \
  X (MPZ_ADD, mpz_add, "mpz_add", "sum") \
  X (MPZ_SUB, mpz_sub, "mpz_sub", "difference") \
  X (MPZ_MUL_2EXP, mpz_mul_2exp, "mpz_mul_2exp", "shift left") \
  X (MPZ_TDIV_Q_2EXP, mpz_tdiv_q_2exp, "mpz_tdiv_q_2exp", "shift right") \
  X (MPZ_POPCOUNT, mpz_popcount, "mpz_popcount", "population count") \
  X (MPZ_HAMDIST, mpz_hamdist, "mpz_hamdist", "Hamming distance") \
  X (MPZ_COM, mpz_com, "mpz_com", "complement")

#define BENCH_MPN_OPERATIONS(X) \
  X (TDIV_QR, mpn_tdiv_qr, "tdiv_qr", "mpn_tdiv_qr 2n / n") \
  X (DIV_QR, mpn_tdiv_qr, "div_qr", "comba_div_qr 2n / n") \
  X (DIVREM_1, mpn_divrem_1, "divrem_1", "mpn_divrem_1") \
  X (MOD_1, mpn_mod_1, "mod_1", "mpn_mod_1") \
  X (DIVEXACT_1, mpn_divexact_1, "divexact_1", "mpn_divexact_1") \
  X (SQRTREM, mpn_sqrtrem, "sqrtrem", "mpn_sqrtrem") \
  X (ADD_N, mpn_add_n, "add_n", "mpn_add_n") \
  X (SUB_N, mpn_sub_n, "sub_n", "mpn_sub_n") \
  X (LSHIFT, mpn_lshift, "lshift", "mpn_lshift") \
  X (RSHIFT, mpn_rshift, "rshift", "mpn_rshift") \
  X (COPYI, mpn_copyi, "copyi", "mpn_copyi") \
  X (COPYD, mpn_copyd, "copyd", "mpn_copyd") \
  X (COM, mpn_com, "com", "mpn_com") \
  X (POPCOUNT, mpn_popcount, "popcount", "mpn_popcount") \
  X (HAMDIST, mpn_hamdist, "hamdist", "mpn_hamdist")

#define BENCH_OPERATIONS(X) BENCH_MPZ_OPERATIONS (X) BENCH_MPN_OPERATIONS (X)

#define BENCH_CONSTANT(constant, function, name, title) OPERATION_##constant,
enum operation
{
  BENCH_OPERATIONS (BENCH_CONSTANT)
  OPERATIONS,
  MPZ_OPERATIONS = OPERATION_TDIV_QR
};
#undef BENCH_CONSTANT

/* The name by which libraries export the operation's function, and the title of its row. */
const char *operation_symbol (enum operation op);
const char *operation_title (enum operation op);

/* The sizes of the table without --sizes, and the largest of them that is for OP: some operations
   take too long at others. */
#define OPERATION_SIZES "2,4,8,16,32,64,128,256,1024,16384"
mp_size_t operation_most (enum operation op);

/* The operands' limbs at size N, and the bits of the exponent; 0 if there is none. */
void operation_shape (enum operation op, mp_size_t n, mp_size_t *an, mp_size_t *bn, long *exponent);

/* The operands of one call, and its results. */
struct operation_set
{
  mpz_t a, b, c;
  mpz_ptr r, q, t;              /* shared by all sets */
  char *text;                   /* decimal, to read */
  char *string;                 /* to write to; shared */
  unsigned long count, limb;    /* bits to shift, a divisor */
  mp_limb_t word;               /* what the function returned */
  struct comba_div *divisor;    /* b, for comba_div_qr */
};

/* Short calls have several sets of operands in turn, and fresh ones for each sample, as a CPU learns
   the branches of those that it has seen. */
enum { OPERATION_SETS = 64 };

/* The operands of a job at a placement.  Begins as { .room = NULL }. */
struct operation_room
{
  enum operation op;
  mp_size_t an, bn;
  long exponent;
  size_t count;                 /* sets: a power of 2 */
  mp_size_t text_limbs;         /* of one set */
  mp_ptr room, more;
  mpz_t r, q, t;
  const struct library *dividing;       /* whose divisors the sets have, or NULL */
  struct operation_set sets[OPERATION_SETS];
};

struct library;

/* Room for a job's operands.  Returns 0, or -1 if an allocation fails. */
int operation_make_room (struct operation_room *room, enum operation op, mp_size_t an, mp_size_t bn);
void operation_free_room (struct operation_room *room);

/* Operands at a placement.  L computes those that depend on each other. */
void operation_place (struct operation_room *room, const struct library *l, long exponent, int placement);

/* Other operands there, chosen by SEED, but for precomputed divisors. */
void operation_refresh (struct operation_room *room, const struct library *l, uint64_t seed);

/* Precomputes the divisors for comba_div_qr of L, which has it, if that is the room's operation.  The
   next operation_place or operation_free_room frees them.  Returns 0, or -1 if an allocation fails. */
int operation_prepare (struct operation_room *room, const struct library *l);

/* REPEATS calls of L's function, with one set after the other from set FIRST on. */
void operation_calls (struct operation_room *room, const struct library *l, size_t first, size_t repeats);

/* Whether the functions of two libraries give the same results for each set.  Returns 1 or 0, or -1
   if an allocation fails. */
int operation_same (struct operation_room *room, const struct library *a, const struct library *b);

#endif
