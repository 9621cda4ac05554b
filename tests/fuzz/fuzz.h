/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The differential fuzzer of the exported functions and the API (mpn.c): its parts.

   An input is bytes: a header of FUZZ_HEADER bytes, which chooses function, configuration,
   thresholds, threads, refused allocations, places and sizes; then FUZZ_PROGRAM bytes for each
   operand.  Bytes that are missing come from a generator whose seed is a hash of the input, so
   every input is complete. */

#ifndef COMBA_FUZZ_FUZZ_H
#define COMBA_FUZZ_FUZZ_H

#include "../tests.h"
#include "comba.h"

enum
{
  FUZZ_FUNCTION, FUZZ_CONFIG, FUZZ_TUNING, FUZZ_TUNING_SEED, FUZZ_THREADS = FUZZ_TUNING_SEED + 2, FUZZ_REFUSED,
  FUZZ_SCRATCH, FUZZ_PLACES, FUZZ_OVERLAP = FUZZ_PLACES + 2, FUZZ_RELATION, FUZZ_SIZES, FUZZ_EXTRA = FUZZ_SIZES + 6,
  FUZZ_HEADER = FUZZ_EXTRA + 3,
  FUZZ_PROGRAM = 12, FUZZ_OPERANDS = 4, FUZZ_BYTES = FUZZ_HEADER + FUZZ_OPERANDS * FUZZ_PROGRAM
};

/* Limbs of the longest operand.  Without memory, longer products end with GMP's message
   (comba_mul_tiles). */
enum { FUZZ_LIMBS = 2700 };
/* Long operands (alone.c, --limbs): products, squares and divisions of up to fuzz_limbs limbs, at most
   FUZZ_MOST; nothing is refused then. */
enum { FUZZ_MOST = 20000 };
extern mp_size_t fuzz_limbs;

/* Numbers that an input's bytes do not give. */
uint64_t fuzz_random (uint64_t *state);

/* --- operands.c */

/* The n limbs that a program of FUZZ_PROGRAM bytes describes: up to three segments, each of ones,
   zeros, digits of 64, 52, 51 or 48 bits near their limits, runs, single bits and so on. */
void fuzz_operand (mp_ptr p, mp_size_t n, const uint8_t *program, uint64_t *state);

/* Areas for operands and results: between guards, or at the end or the beginning of mapped memory.
   PLACE says where.  An area may hold two operands that overlap. */
enum { FUZZ_AREAS = 8 };
mp_ptr fuzz_area (int area, mp_size_t n, unsigned place);
/* Returns the number of the area whose guards have been overwritten, or -1. */
int fuzz_areas_damaged (void);
/* Begins anew: no area is in use. */
void fuzz_areas_reset (void);

/* --- refuse.c: allocations of comba, which the linker leads here (--wrap). */

struct fuzz_refused
{
  unsigned every;               /* refuse each one whose number is a multiple, from the FIRST on; 0: none */
  unsigned first;
  int maps;                     /* refuse mappings and malloc, too; else only scratch that has a way without */
  int exact;                    /* scratch of exactly the size asked for, between guards, full of garbage */
};

/* Runs CALL (ARG) so.  Returns 0; or 1 if comba gave up with GMP's message for want of memory.  */
int fuzz_refusing (const struct fuzz_refused *how, void (*call) (void *arg), void *arg);

/* Whether the last call wrote outside its scratch, and the number of refusals in all. */
int fuzz_scratch_damaged (void);
extern unsigned long fuzz_refusals;
extern int fuzz_scratch_short;          /* plant a fault: scratch is a limb shorter than asked for */

/* --- reference.c: what results must be. */

/* GMP, in a library of its own. */

/* Opens it, and checks that its own calls do not reach comba.  Ends the process if there is none. */
void fuzz_reference_open (void);

/* rp[0..an+bn-1] = a b: by the schoolbook if it is short, and by GMP. */
void ref_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);
/* q, r of n / d; any of both may be NULL. */
void ref_div (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn);
/* rp[0..n-1] = b^e mod p; b, e may have leading zeros, p > 0. */
void ref_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n);
/* rp[0..n-1] = a mod p. */
void ref_mod (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n);
/* Returns whether a has an inverse mod p, and rp[0..n-1] = it. */
int ref_invert (mp_ptr rp, mp_srcptr ap, mp_srcptr pp, mp_size_t n);
/* r = a + b + carry, a - b - carry; return the carry. */
mp_limb_t ref_add (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry);
mp_limb_t ref_sub (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry);
/* Compare n limbs. */
int ref_cmp (mp_srcptr ap, mp_srcptr bp, mp_size_t n);

struct fuzz_gmp
{
  __typeof (mpn_mul) *mul;
  __typeof (mpn_tdiv_qr) *tdiv_qr;
  __typeof (mpn_get_str) *get_str;
  __typeof (mpn_set_str) *set_str;
  __typeof (mpn_sqrtrem) *sqrtrem;
  __typeof (mpn_perfect_square_p) *perfect_square_p;
  mp_size_t (*rootrem) (mp_ptr, mp_ptr, mp_srcptr, mp_size_t, mp_limb_t);
  int (*hgcd2) (mp_limb_t, mp_limb_t, mp_limb_t, mp_limb_t, void *);
  int (*hgcd2_jacobi) (mp_limb_t, mp_limb_t, mp_limb_t, mp_limb_t, void *, unsigned *);
  int (*jacobi_base) (mp_limb_t, mp_limb_t, int);
  int (*jacobi_2) (mp_srcptr, mp_srcptr, unsigned);
  __typeof (mpz_init) *z_init;
  __typeof (mpz_clear) *z_clear;
  __typeof (mpz_powm) *z_powm;
  __typeof (mpz_invert) *z_invert;
};
extern struct fuzz_gmp gmp;
/* Products of limbs in compared products, by the decimal digits of the shorter size. */
enum { FUZZ_DECADES = 6 };
extern unsigned long long fuzz_products[FUZZ_DECADES];

/* --- mpn.c */

/* Does what DATA says and compares.  Ends the process with abort after a difference. */
void fuzz_one (const uint8_t *data, size_t size);
/* Plants the fault NAME in every configuration; returns 0 if there is none with that name. */
int fuzz_plant (const char *name);
const char *fuzz_plant_name (size_t i);
/* The functions, by number. */
const char *fuzz_function (size_t i);
extern unsigned long fuzz_calls[256];
/* A new input, or a change of one with meaning. */
void fuzz_input (uint8_t data[FUZZ_BYTES], uint64_t *state);
void fuzz_change (uint8_t *data, size_t size, uint64_t *state);

#endif
