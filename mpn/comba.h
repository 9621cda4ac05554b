/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The public interface of libcomba.

   The multiplication functions themselves are declared in gmp.h (mpn_mul_n,
   mpn_sqr, mpn_mul): libcomba defines them under GMP's own names, with GMP's
   contracts.  What follows tells a program which comba serves it, and how.

   Every function here may be called from any thread at any time. */

#ifndef COMBA_H
#define COMBA_H

#include <stddef.h>
#include <gmp.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define COMBA_VERSION "0.1.0"

/* The version of the library that is loaded; COMBA_VERSION is the header's. */
const char *comba_version (void);

/* The name of the CPU configuration that was selected for this process. */
const char *comba_cpu_config (void);

/* The CPU configurations of this build, best first.  Returns the name of set i, or
   NULL when there are no more.  *WHY_NOT (if WHY_NOT is not NULL) becomes NULL
   when this CPU can run the set and it passes its self-test, else a phrase
   that says what is missing. */
const char *comba_list_cpu_config (size_t i, const char **why_not);

/* The settings of the library: their names, values and sources, by index.

   Returns the name of setting I, or NULL if I is beyond the last.  Writes its value to
   VALUE as snprintf does: at most SIZE bytes with the terminating null byte, and nothing if
   SIZE is 0 (then VALUE may be NULL).  1024 bytes hold every value.  *SOURCE (if SOURCE is not
   NULL) becomes "built-in", the path of a tuning file, or the name of the environment variable
   or function that set it.  Beyond the last setting nothing is written. */
const char *comba_list_setting (size_t i, char *value, size_t size, const char **source);

/* The tuning files that were looked for when the library was loaded; the last that
   exists counts.  Returns the path of file I, or NULL when there are no more.
   *STATE (if STATE is not NULL) becomes a phrase that says what came of it. */
const char *comba_list_tuning_file (size_t i, const char **state);

/* Threads.  Products from some size on can be shared among several threads.  Without
   being asked for more, libcomba uses one: its caller's.  Results do not depend on
   the number of threads.

   comba_set_num_threads: calls from now on use N threads at most, the caller's among
   them, 1 <= N; with N < 1 as many as COMBA_NUM_THREADS or the tuning file said.
   Returns how many that is: no more than the CPUs that the process may use, OpenMP's
   OMP_NUM_THREADS and OMP_THREAD_LIMIT allow, 64, and one in a forked child.
   comba_get_num_threads: that number. */
int comba_set_num_threads (int n);
int comba_get_num_threads (void);

/* Whose threads these are: "posix", POSIX threads of libcomba's own, the default; or "openmp", those of the
   program's OpenMP runtime, for a program that uses OpenMP itself.  NULL: what the environment variable
   COMBA_THREADS says, else "openmp" if the program is linked with libcomba_omp, else "posix".  "openmp" opens
   libcomba_omp.so.0, which is looked for beside libcomba and in the loader's path.  Returns 1, or 0 if there is
   no such engine: then nothing changes.  Calls that have begun go on with the engine that they have.  Like
   comba_set_num_threads with N > 1, not for signal handlers. */
int comba_set_thread_engine (const char *name);

/* Modular multiplication.

   A context holds a modulus P = pp[0..n-1], pp[n-1] != 0, P > 1, and all that is
   precomputed for it.  It does not change after comba_mod_init and may serve any
   number of threads at the same time; residues are n limbs and below P unless said
   otherwise, and results may be where operands are.  Functions return COMBA_OK or
   what is wrong, and have then written nothing.  Time depends on values.

   The algorithms are those of P. Giorgi, L. Imbert, T. Izard, Parallel modular
   multiplication on multi-core processors (2013). */

enum comba_status
{
  COMBA_OK,
  COMBA_BAD_MODULUS,            /* zero or one */
  COMBA_BAD_SIZE,               /* no limbs, a leading zero limb, or a size outside its range */
  COMBA_EVEN_MODULUS,           /* the algorithm is for odd ones */
  COMBA_BAD_RESIDUE,            /* not below the modulus */
  COMBA_BAD_ALGORITHM,          /* there is none of this number */
  COMBA_BAD_PARTS,              /* parts that the algorithm cannot have, or more than n */
  COMBA_BAD_THREADS,            /* negative, or more than can be had */
  COMBA_NO_MEMORY
};

/* A phrase for a status. */
const char *comba_status_text (int status);

enum comba_mod_algorithm
{
  COMBA_MOD_AUTO,               /* what is fastest for this size, as tuned */
  COMBA_MOD_MONTGOMERY,
  COMBA_MOD_BARRETT,            /* for any modulus; the others are for odd ones */
  COMBA_MOD_BIPARTITE,
  COMBA_MOD_TRIPARTITE,
  COMBA_MOD_MULTIPARTITE_1,     /* k-ary, one product QP (algorithm 4) */
  COMBA_MOD_MULTIPARTITE_2,     /* k-ary, each weight reduces on its own (algorithm 3) */
  COMBA_MOD_ALGORITHMS
};

struct comba_mod;

/* Makes a context for pp[0..n-1], with everything as tuned, and stores it in *CONTEXT.  Takes
   as long as a few products.
   COMBA_BAD_MODULUS, COMBA_BAD_SIZE, COMBA_NO_MEMORY. */
int comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n);

/* The same with a chosen algorithm, number of parts and number of threads; 0 means "as tuned".
   PARTS is the k of multipartite multiplication.  THREADS counts the caller's; a call never
   uses more than comba_get_num_threads.  With COMBA_MOD_AUTO a context uses several threads if
   the plan `mod' of the tuning names them for its size and comba_get_num_threads allows them
   when the context is made; THREADS, if not 0, is an upper bound.  COMBA_MOD_MONTGOMERY and
   COMBA_MOD_BARRETT use one thread, unless THREADS is larger and the modulus is large enough
   for cached transforms.
   As comba_mod_init, and COMBA_EVEN_MODULUS, COMBA_BAD_ALGORITHM, COMBA_BAD_PARTS,
   COMBA_BAD_THREADS. */
int comba_mod_init_with (struct comba_mod **context, mp_srcptr pp, mp_size_t n, int algorithm,
                         int parts, int threads);

/* Frees it; after the last use by any thread.  CONTEXT may be NULL. */
void comba_mod_clear (struct comba_mod *context);

/* The context's algorithm (enum comba_mod_algorithm, never COMBA_MOD_AUTO), number of parts and
   number of threads, both at least 1. */
int comba_mod_algorithm (const struct comba_mod *context);
int comba_mod_parts (const struct comba_mod *context);
int comba_mod_threads (const struct comba_mod *context);

/* Plain residues: rp = ap * bp mod P, rp = ap^2 mod P, by one Barrett reduction whatever
   the algorithm (for large P with transforms of it kept).  COMBA_BAD_RESIDUE, COMBA_NO_MEMORY. */
int comba_mod_mul (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_srcptr bp);
int comba_mod_sqr (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap);

/* rp[0..n-1] = cp[0..cn-1] mod P, any cn >= 0 and any value.
   COMBA_BAD_SIZE (cn < 0), COMBA_NO_MEMORY. */
int comba_mod_reduce (const struct comba_mod *context, mp_ptr rp, mp_srcptr cp, mp_size_t cn);

/* Reduction alone, by the threads of a context whose algorithm splits it (bipartite to
   multipartite): rp[0..n-1] = cp[0..cn-1] beta^-h mod P, 0 <= cn <= 2n, any value; h limbs are
   taken away from below and the others from above, at the same time.  beta is
   2^GMP_LIMB_BITS; rp may be cp, or in it.

   comba_mod_redc_shift: that h, half of n rounded up, or -1 with another algorithm, and where
   bipartite products are made of the CPU's own digits or, with COMBA_MOD_AUTO, by
   transforms.  With one that splits, the working form (below) of x is x beta^h mod P, below P, in
   the lowest n of its limbs: of a sum of products of elements, made in limbs and below beta^2n,
   comba_mod_redc makes the element of the sum of products, by one reduction.

   COMBA_BAD_SIZE (cn), COMBA_BAD_ALGORITHM (the shift is -1), COMBA_NO_MEMORY. */
mp_size_t comba_mod_redc_shift (const struct comba_mod *context);
int comba_mod_redc (const struct comba_mod *context, mp_ptr rp, mp_srcptr cp, mp_size_t cn);

/* rp = ap^E mod P, E = ep[0..en-1], en >= 0, leading zeros allowed; 1 for E = 0.
   By sliding windows in the working form.
   COMBA_BAD_SIZE (en < 0), COMBA_BAD_RESIDUE, COMBA_NO_MEMORY. */
int comba_mod_powm (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_srcptr ep,
                    mp_size_t en);

/* The working form: residues as the algorithm likes them (Montgomery's, digits, ...),
   comba_mod_encoded_size limbs each, which only the functions below understand.  Operands
   come from them, and are not checked.  They are fastest where they are aligned to 64
   bytes.  COMBA_BAD_RESIDUE (comba_mod_encode), COMBA_NO_MEMORY. */
mp_size_t comba_mod_encoded_size (const struct comba_mod *context);
int comba_mod_encode (const struct comba_mod *context, mp_ptr xp, mp_srcptr ap);
int comba_mod_decode (const struct comba_mod *context, mp_ptr rp, mp_srcptr xp);
int comba_mod_mul_encoded (const struct comba_mod *context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp);
int comba_mod_sqr_encoded (const struct comba_mod *context, mp_ptr zp, mp_srcptr xp);

/* Partial reductions, without a context.  beta is 2^GMP_LIMB_BITS, P as above; results
   may be where operands are.

   Partial Montgomery reduction (algorithm 1): P odd, C = cp[0..m-1], m >= 1, 0 <= t <= n.
   rp[0..max(m-t,n)-1] = R == C beta^-t (mod P), 0 <= R < max (beta^(m-t), beta^n).
   mup[0..t-1] = -1/P mod beta^t, t >= 1, from comba_partial_montgomery_mu; the lowest
   limbs of a longer one serve as well, and any mup for t = 0.

   Partial Barrett reduction (algorithm 2): any P, C = cp[0..m-1], 0 <= t <= m-n.
   rp[0..m-t-1] = R == C (mod P), 0 <= R < beta^(m-t).
   nup[0..t] = floor (beta^(n+t) / P), t >= 0, from comba_partial_barrett_nu (for
   P = beta^(n-1) it is less by 1, so that it fits); the highest t + 1 limbs of a longer
   one serve as well.

   COMBA_BAD_MODULUS, COMBA_BAD_SIZE (n, a leading zero limb, m, t), COMBA_EVEN_MODULUS,
   COMBA_NO_MEMORY. */
int comba_partial_montgomery_mu (mp_ptr mup, mp_size_t t, mp_srcptr pp, mp_size_t n);
int comba_partial_montgomery (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                              mp_size_t n, mp_srcptr mup);
int comba_partial_barrett_nu (mp_ptr nup, mp_size_t t, mp_srcptr pp, mp_size_t n);
int comba_partial_barrett (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                           mp_size_t n, mp_srcptr nup);

/* How an algorithm that splits the reduction (bipartite to multipartite) would share one
   product, or square, of n limbs in PARTS parts (2 but for multipartite) among THREADS
   threads with the CPU configuration that serves: for people, in LENGTH bytes at TEXT, which may
   be NULL with LENGTH = 0.  Returns the length of the whole text, as snprintf does; zero
   if that cannot be, or if there is no memory. */
size_t comba_mod_schedule (char *text, size_t length, int algorithm, mp_size_t n, int parts,
                           int threads, int square);

/* Counting of calls, per exported function and size.  It is off unless
   COMBA_VERBOSE=1 or COMBA_REPORT asks for it, or comba_count_calls does. */

enum comba_entry
{
  COMBA_ENTRY_MUL_N,            /* mpn_mul_n; its size is n */
  COMBA_ENTRY_SQR,              /* mpn_sqr; its size is n */
  COMBA_ENTRY_MUL,              /* mpn_mul; its size is that of the smaller operand */
  COMBA_ENTRY_POWM,             /* mpn_powm; its size is that of the modulus */
  /* On x86-64; elsewhere these are GMP's. */
  COMBA_ENTRY_MUL_1,            /* mpn_mul_1, mpn_mul_1c; its size is n */
  COMBA_ENTRY_ADDMUL_1,         /* mpn_addmul_1; its size is n */
  COMBA_ENTRY_SUBMUL_1,         /* mpn_submul_1; its size is n */
  COMBA_ENTRY_MUL_BASECASE,     /* mpn_mul_basecase; its size is that of the smaller operand */
  COMBA_ENTRY_SQR_BASECASE,     /* mpn_sqr_basecase; its size is n */
  COMBA_ENTRY_REDC,             /* mpn_redc_1, mpn_redc_2; its size is that of the modulus */
  COMBA_ENTRY_MULMOD_BNM1,      /* mpn_mulmod_bnm1; its size is that of the modulus */
  COMBA_ENTRIES
};

/* Bucket 0 holds calls of size 1, bucket b > 0 those of 2^(b-1) < size <= 2^b. */
#define COMBA_BUCKETS 48

/* Turns counting on (ON != 0) or off.  Returns what it was.  The counters keep
   their values.  A forked child starts again from zero. */
int comba_count_calls (int on);

/* The calls counted in one bucket, or in all of them with BUCKET = -1; zero
   for an entry or bucket that does not exist. */
unsigned long long comba_calls (enum comba_entry entry, int bucket);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* COMBA_H */
