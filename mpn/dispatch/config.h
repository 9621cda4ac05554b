/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A CPU configuration: everything that depends on the CPU, in one struct.

   Each is a file of designated initialisers in config/, named in config/list.h.  The one that serves a process is
   chosen once (dispatch/select.c) and published atomically. */

#ifndef COMBA_DISPATCH_CONFIG_H
#define COMBA_DISPATCH_CONFIG_H

#include <stdatomic.h>
#include "arith/arith.h"

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1; rp overlaps neither source; the sources may overlap.
   No scratch, bounded stack.  Time depends on an and bn alone. */
typedef void comba_mul_basecase_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                    mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1; rp does not overlap ap.  No scratch, bounded stack.
   Time depends on n alone. */
typedef void comba_sqr_basecase_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* Columns first..end-1 of a product, of limbs: column k is the sum of a_i b_{k-i}.
   rp[first..end-1] are they, carried among themselves; what they carry into the limbs
   END and END + 1 is pending[0..1].
   an >= bn >= 1, 0 <= first < end <= an+bn; no other limb of rp is read or written.
   Otherwise as comba_mul_basecase_fn. */
typedef void comba_mul_columns_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                                   mp_size_t bn, mp_size_t first, mp_size_t end,
                                   mp_limb_t pending[2]);

/* The same of a square, end <= 2n. */
typedef void comba_sqr_columns_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first,
                                   mp_size_t end, mp_limb_t pending[2]);

/* A kernel for one size of b, the index of the table that it is reached through.
   rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]; returns the top limb, rp[an+bn-1].
   Otherwise as comba_mul_basecase_fn. */
typedef mp_limb_t comba_mul_fixed_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

/* A kernel for one size of a, the index of its table: the same for any bn >= 1, also above an. */
#define COMBA_MUL_ROWS_MAX 32
typedef mp_limb_t comba_mul_rows_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2 for one n; returns the top limb, rp[2n-1].
   Otherwise as comba_sqr_basecase_fn. */
typedef mp_limb_t comba_sqr_fixed_fn (mp_ptr rp, mp_srcptr ap);

/* What is exported of products by one limb (arith/arith.h) where GMP's functions of the same names are replaced (entry/mpn_by_limb.c), which is
   on x86-64; in a gate, what asks and calls them then. */
#define COMBA_BY_LIMB_MAX 32
struct comba_by_limb
{
  comba_mul_1_fn *mul_1[COMBA_BY_LIMB_MAX + 1];         /* [n] is for n limbs, [0] for any number of them */
  comba_addmul_1_fn *addmul_1[COMBA_BY_LIMB_MAX + 1], *submul_1[COMBA_BY_LIMB_MAX + 1];
};

/* A table of one kernel that is for any number of limbs. */
#define COMBA_BY_LIMB_ANY(f) { [0 ... COMBA_BY_LIMB_MAX] = f }

/* Where the kernel for n limbs is. */
static inline mp_size_t
comba_by_limb_of (mp_size_t n)
{
  return n <= COMBA_BY_LIMB_MAX ? n : 0;
}

/* Rows of Montgomery's reduction by P = pp[0..n-1], odd; mu = -1/P mod beta.  For i = 0..rows-1
   tp[i] mu P is added to tp[i..i+n-1], and tp[i], then zero, becomes the limb carried out; or more
   is carried to tp[0..rows-1] and less is left in tp[n..]: beta^n tp[0..rows-1] + beta^rows
   tp[rows..rows+n-1] is the same.
   n >= COMBA_REDC_ROWS_MIN, n >= rows >= 1; tp does not overlap pp.  Time depends on n and rows alone. */
#define COMBA_REDC_ROWS_MIN 8
typedef void comba_redc_rows_fn (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows);

/* A whole reduction by P, n being the index of a table, in Montgomery's form by beta^rows, of which the context is
   (residue/contexts.h), with F of w limbs: zp[0..n-1] = (tp[0..2n-1] + q P) / beta^rows with a q that makes it whole,
   but for the limb carried out, which is returned.  With n rows q < 3 beta^n, with n + 1, and w = 1,
   q < beta^(n+1) + beta^n.  t is used up; zp overlaps neither. */
typedef mp_limb_t comba_redc_fixed_fn (mp_ptr zp, mp_ptr tp, mp_srcptr context);
struct comba_redc_fixed
{
  comba_redc_fixed_fn *redc;
  mp_size_t w, rows;
};
#define COMBA_REDC_MAX 32
#define COMBA_REDC_W_MAX 9

/* comba_addmul_1_fn with a product of w limbs, the index of its table:
   rp[0..n+w-1] = rp[0..n-1] + ap[0..n-1] * bp[0..w-1]; returns rp[n+w-1].
   n >= w; rp overlaps neither source. */
#define COMBA_ADD_MUL_BY_MAX 8

/* Blocks of W limbs, but the NARROW first ones of one less, for n rows of which ADD_MUL_BY does several at once; W is zero
   if it has no kernel for one. */
struct comba_row_blocks
{
  mp_size_t w, count, narrow;
};

static inline struct comba_row_blocks
comba_row_blocks (comba_mul_fixed_fn *const *add_mul_by, mp_size_t n)
{
  const mp_size_t count = (n + COMBA_ADD_MUL_BY_MAX - 1) / COMBA_ADD_MUL_BY_MAX, w = (n + count - 1) / count;
  const mp_size_t narrow = count * w - n;
  const int has_kernels = add_mul_by[w] != NULL && add_mul_by[w - (narrow > 0)] != NULL;
  return (struct comba_row_blocks) { .w = has_kernels ? w : 0, .count = count, .narrow = narrow };
}

/* The largest size that a table of these can have. */
#define COMBA_FIXED_MAX 71
#define COMBA_MUL_EQUAL_MAX 8

/* How far the tables of a set serve: one row each.  Any value from zero to the length
   of the table gives right results. */
#define COMBA_FIXED_MAXIMA(X) \
  X (mul_n_max) \
  X (mul_by_max) \
  X (sqr_n_max)

/* Crossovers, in limbs: one row each.  Any value gives right results. */
#define COMBA_THRESHOLDS(X) \
  X (mul_wide)   /* the wide basecase from here, n x n limbs; and for other shapes, */ \
  X (mul_wide_by) /* on the hyperbola beyond so many limbs of b (comba_mul_basecase) */ \
  X (sqr_wide) \
  X (mul_toom22) /* mul: basecase below, Toom-22 (Karatsuba) from here */ \
  X (mul_pieces) /* a thrice b and more, by b: basecase below, a in pieces from here */ \
  X (mul_toom33) /* mul, unbalanced ones by the mean size: 4, 5 points */ \
  X (mul_toom32) /* a longer than 5/4 of b, by b: what costs least (mul/toom/choice.c) from here, Toom-22 or pieces below */ \
  X (mul_toom42) /* a twice b and more, by b: pieces as long as b below, Toom-42 from here */ \
  X (mul_toom44) /* 6 to 8 points */ \
  X (mul_toom66) /* 11, 12 points */ \
  X (mul_toom88) /* 15, 16 points */ \
  X (mul_ntt)    /* transforms, by the mean size, */ \
  X (mul_ntt_by) /* and the shorter one of so many limbs */ \
  X (sqr_toom2)  /* sqr: basecase below, Toom-2 (Karatsuba) from here */ \
  X (sqr_halves) /* Toom-2 in digits (toom->sqr2) from here, as far as it reaches */ \
  X (sqr_toom3) \
  X (sqr_toom4) \
  X (sqr_toom6) \
  X (sqr_toom8) \
  X (sqr_ntt) \
  X (mod_blocks) /* reductions by rows: several at once (add_mul_by) from here */ \
  X (mod_pmr)    /* reductions with short products; by rows below */ \
  X (mod_wrap)   /* their second product modulo beta^m - 1, to where its halves are transforms */ \
  X (mod_ntt)    /* reductions with the transforms of the modulus kept, by its size */ \
  X (parallel_wake) /* several threads: sleeping workers are woken from here */

/* The time of products, in that of a product of two limbs in the basecase (mul/cost.h): n x n limbs take n^2 +
   2 n LIMB + CALL, and Toom-22's linear steps STEP for each limb.  Any values give right results. */
struct comba_costs
{
  unsigned limb, call, step;
};

/* A threshold that puts what it is for out of use. */
#define COMBA_NEVER 1000000000

struct comba_thresholds
{
#define X(name) mp_size_t name;
  COMBA_THRESHOLDS (X)
#undef X
};

/* Which path, with how many threads, from which size on (geometric mean of the sizes
   of the operands), if so many may be used (mul/paths/paths.h); sequential below
   the first step.  Steps in ascending order, ended by one with no threads.  Any
   values give right results. */
#define COMBA_PATH_LIST(X) /* and the name in tuning files and reports */ \
  X (SEQUENTIAL, "sequential") \
  X (COLUMNS, "columns") \
  X (BLOCKS, "blocks") \
  X (POINTS, "points") \
  X (NTT, "ntt") \
  /* From here on modular products, in plans mod and mod_even only; the paths above are in the other plans only. */ \
  X (CACHED, "cached") /* Montgomery's or Barrett's, with cached transforms */ \
  X (RADIX_BIPARTITE, "radix_bipartite") /* bipartite, in the configuration's own digits */ \
  X (CRT_BIPARTITE, "crt_bipartite") /* bipartite, with cached transforms; for more than three threads digits, or cached */ \
  X (BIPARTITE, "bipartite") \
  X (TRIPARTITE, "tripartite")

enum comba_path_number
{
#define X(path, name) COMBA_PATH_##path,
  COMBA_PATH_LIST (X)
#undef X
  COMBA_PATHS,
  COMBA_PATH_MULTIPARTITE = COMBA_PATHS,        /* in no plan, only in contexts that ask for it; counted all the same */
  COMBA_PATHS_COUNTED
};
extern const char *const comba_path_names[COMBA_PATHS_COUNTED];         /* dispatch/tuning.c */

/* The most steps of a plan, and threads of a step. */
#define COMBA_PLAN_STEPS 16
#define COMBA_THREADS_MAX 64

struct comba_plan
{
  struct comba_step
  {
    mp_size_t from;
    int path, threads;
  } steps[COMBA_PLAN_STEPS];
};

/* Plans: one row each.  Operands are balanced if the longer one is at most twice as
   long as the other.  mod: products modulo an odd number of so many limbs; mod_even: an even one, with
   transforms kept or by one thread. */
#define COMBA_PLANS(X) \
  X (mul) \
  X (mul_unbalanced) \
  X (sqr) \
  X (mod) \
  X (mod_even)

struct comba_plans
{
#define X(name) struct comba_plan name;
  COMBA_PLANS (X)
#undef X
};

/* The time of a product and its reduction modulo an odd P of n limbs, from which powers with short exponents choose
   their way (powm/powm_cost.c).  By rows of Montgomery's reduction it is 100 n (n + W), W = COMBA_POWM_ROWS_WAIT, which
   fixes the unit.  It is
     division n (n + division_wait)      with a division by rows, where a row waits for its quotient;
     digits m (m + digits_wait)          in a representation by digits, m digits to an element;
     barrett n (N + W) sqrt (n / N)      by Barrett's reductions, N = thresholds.mod_pmr;
     cached percent of that              with cached transforms;
     at_once percent of that by rows     where a kernel does all of a reduction (redc_n).
   Where there is no multiplier division is 0: every power takes a representation.  Any values give right results. */
#define COMBA_POWM_ROWS_WAIT 6
#define COMBA_ROW_PRODUCTS_MAX 23
struct comba_powm_costs
{
  unsigned division, division_wait, digits, digits_wait, barrett, cached, at_once;
};

/* A representation of residues (residue/representation.h), and the sizes of P in limbs at which it serves; 0 is the
   representation's own limit, which no other value exceeds. */
struct comba_representation;
struct comba_representation_range
{
  const struct comba_representation *rep;
  unsigned short from, to;
};
#define COMBA_REPRESENTATIONS_MAX 12    /* entries of the longest list */

struct comba_toom_linear;
struct comba_ntt;
struct comba_small_kernels;
struct comba_pool_representation;

/* x86 CPUs by what CPUID says; no other CPU is one of them. */
struct comba_cpus
{
  const char *maker;            /* "AuthenticAMD" */
  unsigned family;              /* 0: any; this one, or with LATER those of higher numbers too */
  int later;
  unsigned model;               /* of FAMILY; 0: any */
  unsigned not_lines;           /* bit i: not models 16 i to 16 i + 15 of FAMILY */
};

struct comba_config
{
  const char *name;

  /* NULL if this CPU can run the set, else a phrase that says what is missing.
     Compiled without the set's own -m flags. */
  const char *(*why_not) (void);

  /* The CPUs that it was made for; on others that can run it, it serves only if it is asked for and no other of its
     name does.  NULL: all that can run it. */
  const struct comba_cpus *suits;

  /* Not COMBA_SERVES: a gate.  It stands where the table that serves would, and has no kernels but by_limb's, so
     that the way to those for fixed sizes is free of checks: every call finds no kernel for its size,
     and asks then (comba_counted in diag/diag.h). */
  enum { COMBA_SERVES, COMBA_CHOOSES, COMBA_COUNTS } stub;

  /* Up to this size, which is none above 8 nor above any of the next three, each has a jump of its own in the exported
     functions (mul/ladder.h); in mpn_mul after mul_rows[], below. */
  mp_size_t own_jumps;

  /* Kernels for fixed sizes, which serve up to the size in ..._max, zero where
     there are none: n x n (its an is n, or anything), an x n with any an >= n,
     and squares.  On i386 they are called with the stack at any multiple of 4 bytes. */
#define X(name) mp_size_t name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  comba_mul_fixed_fn *mul_n[COMBA_FIXED_MAX + 1];
  comba_mul_fixed_fn *mul_by[COMBA_FIXED_MAX + 1];
  comba_sqr_fixed_fn *sqr_n[COMBA_FIXED_MAX + 1];

  /* mpn_mul takes mul_by[] for an a of up to so many limbs: comba_unshared_an_max (). */
  mp_size_t mul_by_an_max;

  /* mpn_mul takes mul_equal[n], where it is not NULL, for mul_n[n]: what takes longer if it is called again and again, and less
     with other work between calls.  mpz_mul calls mpn_mul.  Beyond own_jumps. */
  comba_mul_fixed_fn *mul_equal[COMBA_MUL_EQUAL_MAX + 1];

  /* mpn_mul takes mul_rows[an], which is the faster way to the same, for an a of up to mul_rows_to[bn] limbs; zero where there is
     none, and where there is no mul_by[].  It has its sums in memory and so, other than mul_by[], can begin
     before the last product has ended. */
  unsigned char mul_rows_to[COMBA_FIXED_MAX + 1];
  comba_mul_rows_fn *mul_rows[COMBA_MUL_ROWS_MAX + 1];

  /* Of unequal lengths beyond mul_by_max: a basecase that returns the top limb, for any an >= bn.  NULL and zero where there is
     none.  It finds the code for a shape by one jump, whichever bn is; mul_by[] would be another that CPUs have to foresee. */
  comba_mul_rows_fn *mul_unequal;

  /* mpn_mul takes it for an a of up to so many limbs: comba_unshared_an_max (). */
  mp_size_t mul_unequal_an_max;

  /* Kernels for any size. */
  comba_mul_basecase_fn *mul_basecase;
  comba_sqr_basecase_fn *sqr_basecase;

  /* Others for operands that are long enough (thresholds.mul_wide, sqr_wide): wide vectors, say.  They serve while the
     shorter operand has MIN to MAX limbs: no more than they can do, and to where they are faster.  NULL and zero where there
     are none. */
  struct comba_wide
  {
    comba_mul_basecase_fn *mul;
    comba_sqr_basecase_fn *sqr;
    mp_size_t min, max;
  } wide;

  /* A row of a product; NULL without a multiplier. */
  comba_addmul_1_fn *addmul_1;

  struct comba_by_limb by_limb;

  /* NULL where that is not faster than rows one by one. */
  comba_redc_rows_fn *redc_rows;

  /* Whole reductions of few limbs; redc is NULL where there is no kernel.  With w > 1, n >= COMBA_REDC_ROWS_MIN, there has to
     be redc_rows, which makes F. */
  struct comba_redc_fixed redc_n[COMBA_REDC_MAX + 1];

  /* Several rows at once; NULL where there is no kernel for so many. */
  comba_mul_fixed_fn *add_mul_by[COMBA_ADD_MUL_BY_MAX + 1];

  /* Toom-22 by several threads: from so many limbs on the caller multiplies copies of its factors (mul/paths/points.c).
     Any value gives right results. */
  mp_size_t points_copied;

  /* Both NULL where these are not faster than sums of products (mul/paths/columns.c). */
  comba_mul_columns_fn *mul_columns;
  comba_sqr_columns_fn *sqr_columns;

  /* The linear steps of Toom-Cook (mul/toom/toom.h). */
  const struct comba_toom_linear *toom;

  /* Transforms (mul/ntt/ntt.h); NULL if there are none. */
  const struct comba_ntt *ntt;

  /* Representations of residues, best first, ended by NULL; one without limit for odd moduli and one for all are
     among them.  One may have several entries, whose sizes differ. */
  struct comba_representation_range representations[COMBA_REPRESENTATIONS_MAX + 1];

  /* Products and squares in comba_representation_montgomery52_blocks are divided by Karatsuba's formula from so many
     vectors of digits on. */
  int montgomery52_karatsuba_mul, montgomery52_karatsuba_sqr;

  /* Bipartite products in digits, by two threads or more; NULL if there are none.  By two of them: how many products of
     vectors the caller has more to do than the other thread, which begins later and whose sum has to come back; of squares. */
  const struct comba_pool_representation *radix_bipartite;
  int radix_lead, radix_lead_sqr;

  /* Kernels for n limbs that have their lowest limb early, which the first row of a reduction waits for; NULL where mul_n
     and sqr_n are as good (comba_row_mul_n). */
  comba_mul_fixed_fn *row_mul_n[COMBA_ROW_PRODUCTS_MAX + 1];
  comba_sqr_fixed_fn *row_sqr_n[COMBA_ROW_PRODUCTS_MAX + 1];

  struct comba_powm_costs powm_costs;

  /* Kernels (residue/small.h) for powers by an exponent of one limb, modulo as few limbs as they are for; NULL if none.
     Where the list has their representation for longer exponents, behind a better one
     or not, exponents of one limb always go this way.  Short ones are divided (powm/powm_cost.c). */
  const struct comba_small_kernels *powm_limb;

  struct comba_costs costs;
  struct comba_thresholds thresholds;
  struct comba_plans plans;
};

/* The longest a whose product with bn >= 1 limbs is too short for plans.mul_unbalanced: threads may share longer ones.
   Kept for the longest b of mul_by[] (mul_by_an_max), and the longest below Toom-22 (mul_unequal_an_max). */
static inline mp_size_t
comba_unshared_an_max (const struct comba_config *k, mp_size_t bn)
{
  const struct comba_step *first = &k->plans.mul_unbalanced.steps[0];
  return first->threads == 0 || first->from > 30000 ? COMBA_NEVER : (first->from * first->from - 1) / bn;
}

/* Products for reductions by rows; NULL if there is no kernel for n limbs. */
static inline comba_mul_fixed_fn *
comba_row_mul_n (const struct comba_config *k, mp_size_t n)
{
  return n <= COMBA_ROW_PRODUCTS_MAX && k->row_mul_n[n] != NULL ? k->row_mul_n[n]
         : n <= k->mul_n_max ? k->mul_n[n] : NULL;
}

static inline comba_sqr_fixed_fn *
comba_row_sqr_n (const struct comba_config *k, mp_size_t n)
{
  return n <= COMBA_ROW_PRODUCTS_MAX && k->row_sqr_n[n] != NULL ? k->row_sqr_n[n]
         : n <= k->sqr_n_max ? k->sqr_n[n] : NULL;
}

/* The configurations of this build, best first, ended by NULL (config/list.c). */
extern const struct comba_config *const comba_configs[];

/* Whether this CPU can run set i.  Nothing of another one may be called, sizes of scratch included:
   its files are compiled for its CPU. */
int comba_config_runs (size_t i);

/* What calls from outside read: the table that serves, or a gate.  Never NULL, and what it points
   to never changes once published.  Before the library's constructor has run it
   is the portable set, so that a constructor that runs earlier may multiply. */
extern const struct comba_config *_Atomic comba_entry_table
  __attribute__ ((visibility ("hidden")));

static inline const struct comba_config *
comba_entry (void)
{
  return atomic_load_explicit (&comba_entry_table, memory_order_acquire);
}

/* The table that is behind the gates, chosen if that has not been done: for its kernels for fixed sizes alone, with
   5 KB of the stack (icelake, zen4, zen5: 9), or for everything.  (dispatch/select.c) */
const struct comba_config *comba_chosen_for_fixed (void);
const struct comba_config *comba_chosen (void);

/* Zero while a table may serve of which only the kernels for fixed sizes have been tested. */
extern _Atomic int comba_all_tested __attribute__ ((visibility ("hidden")));

/* The table to go on with for other sizes than those, from one that is no gate. */
static inline const struct comba_config *
comba_tested (const struct comba_config *k)
{
  return likely (atomic_load_explicit (&comba_all_tested, memory_order_acquire)) ? k : comba_chosen ();
}

/* The table that serves. */
static inline const struct comba_config *
comba_active (void)
{
  const struct comba_config *k = comba_entry ();
  return likely (k->stub == COMBA_SERVES) ? comba_tested (k) : comba_chosen ();
}

/* Counts calls from now on, or does not; returns whether they were counted before.
   (dispatch/select.c) */
int comba_serve_counting (int on);

/* The known-answer self-test of one set: 1 if every answer is right; of its kernels for fixed sizes, with 5 KB of the
   stack (icelake, zen4, zen5: 9), of the rest, or of both.  (config/selftest.c) */
int comba_selftest_fixed (const struct comba_config *k);
int comba_selftest_rest (const struct comba_config *k);
int comba_selftest (const struct comba_config *k);

/* Whether this CPU is one of them. (dispatch/identity.c) */
int comba_cpu_is (const struct comba_cpus *cpus);

/* why_not for a set that every CPU can run: returns NULL. (dispatch/configs.c) */
const char *comba_runs_anywhere (void);

#endif
