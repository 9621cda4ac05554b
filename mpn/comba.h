/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The public interface of libcomba.

   The multiplication functions themselves are declared in gmp.h (mpn_mul_n, mpn_sqr, mpn_mul,
   ...): libcomba defines them under GMP's names, with GMP's contracts.  This header says which
   comba is loaded, controls its threads, and has functions for modular arithmetic and division.

   Threads.  Any thread may call any function here at any time, but call comba_mod_clear and
   comba_div_clear only after the last use of a context.  Not for signal handlers: functions that
   have scratch, comba_mod_clear, comba_div_clear, comba_set_num_threads and
   comba_set_thread_engine.

   Strings.  Every string that a function returns is constant and lives as long as the process;
   never free it.

   Scratch.  A little is on the stack; comba maps the rest itself, and keeps at most 16 MiB a
   thread for the next call.  No lock is held.  What powers have used is wiped, and so is all
   scratch if the program gave mp_set_memory_functions a reallocate or free function.  errno is
   preserved. */

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

/* The version of the library that is loaded.  COMBA_VERSION is the version of this header. */
const char *comba_version (void);

/* The name of the CPU configuration in use, such as "zen4". */
const char *comba_cpu_config (void);

/* The CPU configurations of this build, best first.

   Returns the name of configuration I, or NULL if I is beyond the last.  If WHY_NOT is not NULL,
   runs the configuration's self-test and sets *WHY_NOT: to NULL if this CPU can use the
   configuration, else to a phrase that says why not. */
const char *comba_list_cpu_config (size_t i, const char **why_not);

/* The settings of the library: CPU, configuration, threads, thresholds, plans.

   Returns the name of setting I, or NULL if I is beyond the last; then nothing is written.
   Writes the value to VALUE as snprintf does: at most SIZE bytes, the last of them a null byte;
   nothing if SIZE is 0, and then VALUE may be NULL.  1024 bytes hold every value.  If SOURCE is not
   NULL, *SOURCE says where it comes from: "built-in", the path of a tuning file, or such names as
   "COMBA_CPU", "comba_set_num_threads" and "affinity". */
const char *comba_list_setting (size_t i, char *value, size_t size, const char **source);

/* The paths where tuning files were looked for when the library was loaded.  The last file that
   exists is used.

   Returns path I, or NULL if I is beyond the last.  If STATE is not NULL, *STATE becomes a phrase:
   whether the file exists, is used, or why it was refused. */
const char *comba_list_tuning_file (size_t i, const char **state);


/* Memory */

/* Lets each later call map at most so many bytes for its scratch; SIZE_MAX: any number.  At
   first it is what COMBA_MEMORY_MAX says, or SIZE_MAX.  Unmaps the scratch that is cached for
   later calls.  A product that needs more takes a slower way, a power takes the least that it
   can have, and the functions below that return a status return COMBA_NO_MEMORY. */
void comba_set_memory_max (size_t bytes);

/* Returns that number. */
size_t comba_get_memory_max (void);

/* Threads

   comba uses the caller's thread alone unless the program, the environment or a tuning file allows
   more.  Results do not depend on the number of threads. */

/* Lets later calls use up to N threads, counting the caller's.  With N < 1 the limit is again that
   of COMBA_NUM_THREADS, of the tuning file, or 1.

   Returns the limit that now holds: N, or less if the process may use fewer CPUs (affinity, control
   groups), if OMP_NUM_THREADS or OMP_THREAD_LIMIT says so, or if N > 64.  A child forked after more
   than one thread was allowed has one. */
int comba_set_num_threads (int n);

/* Returns the limit that holds now. */
int comba_get_num_threads (void);

/* Chooses whose threads later calls use.  NAME is "posix", for POSIX threads of libcomba's own (the
   default); "openmp", for the threads of the program's OpenMP runtime; or NULL for the choice made
   at load: COMBA_THREADS, else "openmp" if the program is linked with libcomba_omp, else "posix".

   "openmp" opens libcomba_omp.so.0, from libcomba's own folder, by the loader's search path, or
   from where comba is installed.  Calls in progress keep their threads.

   Returns 1, or 0 with nothing changed if there is no such engine. */
int comba_set_thread_engine (const char *name);


/* Modular arithmetic

   A context holds a modulus P = pp[0..n-1] > 1, pp[n-1] != 0, with all that is precomputed for it.
   It never changes, and any number of threads may use it at the same time.

   beta is 2^GMP_LIMB_BITS.  A canonical residue is n limbs with a value below P.

   Functions that return int return COMBA_OK or another status, except comba_mod_algorithm,
   comba_mod_parts and comba_mod_threads.  With another status nothing was written, in results or in
   *CONTEXT.

   Timing: NO function below is constant-time, except comba_powm_many_sec.  Time depends on the
   values of modulus, operands and exponents.  For secrets, such as private keys, use that function,
   mpz_powm_sec and mpn_sec_mul.

   Source: P. Giorgi, L. Imbert, T. Izard, Parallel modular multiplication on multi-core processors,
   2013.  Algorithm numbers below are theirs. */

enum comba_status
{
  COMBA_OK,
  COMBA_BAD_MODULUS,            /* the modulus is below 2 */
  COMBA_BAD_SIZE,               /* a size is out of range, or the modulus has a top limb of 0 */
  COMBA_EVEN_MODULUS,           /* the modulus is even; the algorithm needs an odd one */
  COMBA_BAD_RESIDUE,            /* a residue is not below the modulus */
  COMBA_BAD_ALGORITHM,          /* no such algorithm */
  COMBA_BAD_PARTS,              /* the number of parts is out of range for the algorithm */
  COMBA_BAD_THREADS,            /* the number of threads is negative or above the limit */
  COMBA_NO_MEMORY,              /* an allocation failed */
  COMBA_NO_FUNCTION,            /* the context's algorithm does not have this function */
  COMBA_BAD_EXPONENT,           /* the exponent is negative */
  COMBA_STOPPED,                /* the program's function asked to stop */
  COMBA_NO_INVERSE              /* the number has a common divisor with the modulus */
};

/* Returns a phrase for STATUS, "unknown status" if there is no such status. */
const char *comba_status_text (int status);

enum comba_mod_algorithm
{
  COMBA_MOD_AUTO,               /* the fastest for the size, as tuned */
  COMBA_MOD_MONTGOMERY,
  COMBA_MOD_BARRETT,            /* for any modulus; the others need an odd one */
  COMBA_MOD_BIPARTITE,
  COMBA_MOD_TRIPARTITE,
  COMBA_MOD_MULTIPARTITE_1,     /* k-ary, with one product Q P (algorithm 4) */
  COMBA_MOD_MULTIPARTITE_2,     /* k-ary, one reduction for each weight (algorithm 3) */
  COMBA_MOD_ALGORITHMS          /* their number in this version */
};

struct comba_mod;

/* Makes a context for P = pp[0..n-1], n >= 1, as tuned for its size, and stores it in *CONTEXT.
   P is copied.  Free the context with comba_mod_clear.

   Scratch: O (n) limbs; the context, O (n) limbs, comes from malloc.
   Returns COMBA_OK, COMBA_BAD_MODULUS, COMBA_BAD_SIZE or COMBA_NO_MEMORY.
   Takes as long as 10 to 30 products. */
int comba_mod_init (struct comba_mod **context, mp_srcptr pp, mp_size_t n);

/* The same with a chosen ALGORITHM (enum comba_mod_algorithm), number of parts and number of
   threads.  0 means as tuned.

   PARTS is the k of multipartite multiplication, 2 to 16 and at most n; bipartite and tripartite
   take 2 or 0, the others ignore it.  THREADS counts the caller's.

   COMBA_MOD_AUTO uses several threads if the tuning (plan.mod, or plan.mod_even for even P) says so
   for n limbs, up to THREADS and to comba_get_num_threads at the time of this call.
   COMBA_MOD_MONTGOMERY and COMBA_MOD_BARRETT use one thread, or THREADS if P is large enough for
   cached transforms.  The others use THREADS, or with 0 comba_get_num_threads; bipartite
   multiplication may use fewer.  A call takes fewer threads if comba_get_num_threads is lower by
   then or another call has them.

   Scratch and context as comba_mod_init, and O (parts * threads) limbs.
   Returns also COMBA_EVEN_MODULUS, COMBA_BAD_ALGORITHM, COMBA_BAD_PARTS or COMBA_BAD_THREADS. */
int comba_mod_init_with (struct comba_mod **context, mp_srcptr pp, mp_size_t n, int algorithm,
                         int parts, int threads);

/* Frees CONTEXT, after its last use by any thread.  CONTEXT may be NULL. */
void comba_mod_clear (struct comba_mod *context);

/* Returns n, the limbs of the modulus and of canonical residues. */
mp_size_t comba_mod_size (const struct comba_mod *context);

/* Returns the context's algorithm, never COMBA_MOD_AUTO. */
int comba_mod_algorithm (const struct comba_mod *context);

/* Returns the context's number of parts, 1 for algorithms without parts. */
int comba_mod_parts (const struct comba_mod *context);

/* Returns the number of threads that the context is made for, 1 or more. */
int comba_mod_threads (const struct comba_mod *context);

/* rp[0..n-1] = ap[0..n-1] * bp[0..n-1] mod P, canonical residues.
   rp may be ap or bp.  Scratch: O (n) limbs.  Uses one thread.
   Returns COMBA_OK, COMBA_BAD_RESIDUE or COMBA_NO_MEMORY.
   Barrett's reduction, whatever the context's algorithm; with cached transforms for large P. */
int comba_mod_mul (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_srcptr bp);

/* rp[0..n-1] = ap[0..n-1]^2 mod P, canonical residues.
   rp may be ap.  Scratch: O (n) limbs.  Uses one thread.
   Returns COMBA_OK, COMBA_BAD_RESIDUE or COMBA_NO_MEMORY.
   As comba_mod_mul. */
int comba_mod_sqr (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap);

/* rp[0..n-1] = cp[0..cn-1] mod P.
   cn >= 0, any value.  rp may be cp.  Scratch: O (n) limbs.  Uses one thread.
   Returns COMBA_OK, COMBA_BAD_SIZE (cn < 0) or COMBA_NO_MEMORY.
   Partial Barrett reductions from the top (algorithm 2). */
int comba_mod_reduce (const struct comba_mod *context, mp_ptr rp, mp_srcptr cp, mp_size_t cn);

/* rp[0..n-1] = ap[0..n-1]^E mod P, canonical residues, E = ep[0..en-1]; 1 for E = 0.
   en >= 0, leading zeros allowed.  rp may be ap or ep.  Uses the context's threads.
   Scratch: O (n) limbs, and up to 2^11 encoded residues, fewer for shorter exponents.
   Returns COMBA_OK, COMBA_BAD_SIZE (en < 0), COMBA_BAD_RESIDUE or COMBA_NO_MEMORY.
   Time depends on every bit of E: not for secret exponents.
   Sliding windows over encoded residues. */
int comba_mod_powm (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_srcptr ep,
                    mp_size_t en);

/* Encoded residues: in the representation that the context multiplies in (Montgomery, radix-2^52
   digits, ...).  Only the functions below understand them, and only with the same context.  They
   come from comba_mod_encode or another of these functions, and are not checked.  They are fastest
   at addresses that are multiples of 64.

   Equal residues may have different encodings: decode them to compare.  Only where
   comba_mod_redc_shift is not -1 are the lowest n limbs the same. */

/* Returns the limbs of an encoded residue, n or more. */
mp_size_t comba_mod_encoded_size (const struct comba_mod *context);

/* xp = the encoding of the canonical residue ap[0..n-1].
   xp may overlap ap.  Scratch: O (n) limbs.  Uses the context's threads.
   Returns COMBA_OK, COMBA_BAD_RESIDUE or COMBA_NO_MEMORY. */
int comba_mod_encode (const struct comba_mod *context, mp_ptr xp, mp_srcptr ap);

/* rp[0..n-1] = the canonical residue that xp encodes.
   rp may overlap xp.  Scratch: O (n) limbs.  Uses the context's threads.
   Returns COMBA_OK or COMBA_NO_MEMORY. */
int comba_mod_decode (const struct comba_mod *context, mp_ptr rp, mp_srcptr xp);

/* zp = the encoding of x * y mod P, for x and y that xp and yp encode.
   zp may be xp or yp.  Scratch: O (n) limbs.  Uses the context's threads.
   Returns COMBA_OK or COMBA_NO_MEMORY.
   The context's algorithm. */
int comba_mod_mul_encoded (const struct comba_mod *context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp);

/* zp = the encoding of x^2 mod P, for x that xp encodes.
   zp may be xp.  Scratch: O (n) limbs.  Uses the context's threads.
   Returns COMBA_OK or COMBA_NO_MEMORY.
   The context's algorithm. */
int comba_mod_sqr_encoded (const struct comba_mod *context, mp_ptr zp, mp_srcptr xp);

/* zp = the encoding of x^E mod P, for x that xp encodes, E = ep[0..en-1]; of 1 for E = 0.
   en >= 0, leading zeros allowed.  zp may overlap xp and ep.  Uses the context's threads.
   Scratch: O (n) limbs, and up to 2^11 encoded residues, fewer for shorter exponents.
   Returns COMBA_OK, COMBA_BAD_SIZE (en < 0) or COMBA_NO_MEMORY.
   Time depends on every bit of E: not for secret exponents.
   Sliding windows with the context's algorithm. */
int comba_mod_powm_encoded (const struct comba_mod *context, mp_ptr zp, mp_srcptr xp, mp_srcptr ep,
                            mp_size_t en);

/* rp[0..n-1] = ap[0..n-1]^(2^t) mod P, canonical residues, by t squarings.
   After every EVERY of them, EVERY > 0, except after the last one, calls PROGRESS (arg, done, xp)
   with the number of squarings DONE and xp[0..n-1] = ap^(2^done) mod P; not if PROGRESS is NULL.
   PROGRESS may call any function of this header.  If it returns nonzero, rp = xp, and the chain
   goes on where it was with xp instead of ap and t - done instead of t.
   rp may be ap.  Scratch: O (n) limbs.  Uses the context's threads, but not during PROGRESS.
   Returns COMBA_OK, COMBA_STOPPED, COMBA_BAD_SIZE (EVERY = 0), COMBA_BAD_RESIDUE or
   COMBA_NO_MEMORY, which is possible at any time; rp is then unchanged.
   The context's algorithm. */
typedef int comba_progress_fn (void *arg, unsigned long long done, mp_srcptr xp);
int comba_mod_sqr_chain (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap,
                         unsigned long long t, unsigned long long every,
                         comba_progress_fn *progress, void *arg);

/* Returns the h of comba_mod_redc, ceil (n / 2); or -1 if the context has no such reduction: its
   algorithm is Montgomery or Barrett, or it multiplies in digits or by cached transforms.

   Where h >= 0, the lowest n limbs of an encoded residue are x beta^h mod P.  So comba_mod_redc
   turns a sum of products of encoded residues into the encoded sum of products by one reduction,
   if each product is of n x n limbs and the sum is below beta^2n. */
mp_size_t comba_mod_redc_shift (const struct comba_mod *context);

/* rp[0..n-1] = cp[0..cn-1] * beta^-h mod P, below P, h = comba_mod_redc_shift.
   0 <= cn <= 2n, any value.  rp may overlap cp at any offset.  Scratch: O (n) limbs.  Uses the
   context's threads.
   Returns COMBA_OK, COMBA_BAD_SIZE (cn), COMBA_NO_FUNCTION (h is -1) or COMBA_NO_MEMORY.
   Bipartite: h limbs are removed at the bottom and the others at the top, at the same time. */
int comba_mod_redc (const struct comba_mod *context, mp_ptr rp, mp_srcptr cp, mp_size_t cn);

/* Integers of any size and sign, reduced modulo P first.  A = ap[0..|an|-1], and A is negative if
   an < 0, as in mpz_roinit_n; leading zeros are allowed, and ap is not read for an = 0. */

/* rp[0..n-1] = A * B mod P, canonical, for A of size AN and B of size BN.
   rp may be ap or bp.  Scratch: O (n) limbs.  Uses one thread.
   Returns COMBA_OK or COMBA_NO_MEMORY.
   As comba_mod_reduce and comba_mod_mul. */
int comba_mod_mul_signed (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                          mp_srcptr bp, mp_size_t bn);

/* rp[0..n-1] = A^E mod P, canonical, for A of size AN, E = ep[0..en-1]; 1 for E = 0.
   en >= 0, leading zeros allowed.  rp may be ap or ep.  Uses the context's threads.
   Scratch: as comba_mod_powm.
   Returns COMBA_OK, COMBA_BAD_EXPONENT (en < 0) or COMBA_NO_MEMORY.
   Time depends on every bit of E: not for secret exponents.
   As comba_mod_reduce and comba_mod_powm. */
int comba_mod_powm_signed (const struct comba_mod *context, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                           mp_srcptr ep, mp_size_t en);

/* xp = the encoding of A mod P, for A of size AN.
   xp may overlap ap.  Scratch: O (n) limbs.  Uses the context's threads.
   Returns COMBA_OK or COMBA_NO_MEMORY.
   As comba_mod_reduce and comba_mod_encode. */
int comba_mod_encode_signed (const struct comba_mod *context, mp_ptr xp, mp_srcptr ap,
                             mp_size_t an);


/* The same with mpz_t: operands of any size and sign, results in [0, P) as by mpz_mod.  A result
   may be an operand.

   These functions are inline and call the caller's GMP, so that a result is lengthened by the
   libgmp that it belongs to; libcomba itself needs none.  From other languages call the functions
   above with the field _mp_size of an operand.

   Without memory for scratch they return COMBA_NO_MEMORY, and R keeps its value.  If R cannot be
   lengthened, GMP aborts the program, as in its own functions. */

#define COMBA_SIGNED_SIZE_(a) \
  (mpz_sgn (a) < 0 ? -(mp_size_t) mpz_size (a) : (mp_size_t) mpz_size (a))

/* comba_mod_init for P, a positive number.
   Returns COMBA_OK, COMBA_BAD_MODULUS (P < 2), COMBA_BAD_SIZE or COMBA_NO_MEMORY. */
static __inline__ int
comba_mod_init_mpz (struct comba_mod **context, mpz_srcptr p)
{
  return mpz_sgn (p) > 0 ? comba_mod_init (context, mpz_limbs_read (p), (mp_size_t) mpz_size (p))
    : COMBA_BAD_MODULUS;
}

/* xp = the encoding of A mod P, of comba_mod_encoded_size limbs.
   Otherwise as comba_mod_encode_signed. */
static __inline__ int
comba_mod_set_mpz (const struct comba_mod *context, mp_ptr xp, mpz_srcptr a)
{
  return comba_mod_encode_signed (context, xp, mpz_limbs_read (a), COMBA_SIGNED_SIZE_ (a));
}

/* R = the residue that xp encodes, in [0, P).
   Otherwise as comba_mod_decode. */
static __inline__ int
comba_mod_get_mpz (const struct comba_mod *context, mpz_ptr r, mp_srcptr xp)
{
  const mp_size_t n = comba_mod_size (context);
  const int status = comba_mod_decode (context, mpz_limbs_modify (r, n), xp);
  if (status == COMBA_OK)
    mpz_limbs_finish (r, n);
  return status;
}

/* R = A * B mod P.
   Otherwise as comba_mod_mul_signed. */
static __inline__ int
comba_mod_mul_mpz (const struct comba_mod *context, mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
  const mp_size_t n = comba_mod_size (context);
  mp_ptr rp = mpz_limbs_modify (r, n);  /* before A and B are read: it may move the limbs of R */
  const int status = comba_mod_mul_signed (context, rp, mpz_limbs_read (a), COMBA_SIGNED_SIZE_ (a),
                                           mpz_limbs_read (b), COMBA_SIGNED_SIZE_ (b));
  if (status == COMBA_OK)
    mpz_limbs_finish (r, n);
  return status;
}

/* R = A^E mod P; 1 for E = 0.
   E >= 0; for a negative E invert A first (mpz_invert).
   Otherwise as comba_mod_powm_signed, also in its timing: not for secret exponents. */
static __inline__ int
comba_mod_powm_mpz (const struct comba_mod *context, mpz_ptr r, mpz_srcptr a, mpz_srcptr e)
{
  const mp_size_t n = comba_mod_size (context);
  mp_ptr rp = mpz_limbs_modify (r, n);
  const int status = comba_mod_powm_signed (context, rp, mpz_limbs_read (a), COMBA_SIGNED_SIZE_ (a),
                                            mpz_limbs_read (e), COMBA_SIGNED_SIZE_ (e));
  if (status == COMBA_OK)
    mpz_limbs_finish (r, n);
  return status;
}

#undef COMBA_SIGNED_SIZE_


/* Many powers at once

   Powers of similar size are computed side by side, one in each lane of the CPU's vectors, if that
   is faster for their sizes on this CPU; the others one by one.  Any sizes may be mixed, in any
   order.  Threads share the powers, up to comba_get_num_threads of them. */

/* rp[0..n-1] = B^E mod P, canonical, for B = bp[0..|bn|-1], negative if bn < 0, E = ep[0..en-1] and
   P = pp[0..n-1] > 1, pp[n-1] != 0; 1 for E = 0.
   n >= 1, en >= 0; B and E may have leading zeros, and B may exceed P.  rp may be bp, ep or pp, and
   overlaps no operand of another power.  Powers that share a modulus, exponent or base have the
   same pointer; the modulus is then prepared only once for powers side by side. */
struct comba_power
{
  mp_ptr rp;
  mp_srcptr bp;
  mp_size_t bn;
  mp_srcptr ep;
  mp_size_t en;
  mp_srcptr pp;
  mp_size_t n;
};

/* Computes powers[0..count-1].
   Scratch: O (count) limbs, and for each thread O (n) limbs and tables of up to 2^7 encoded
   residues in every lane, or 2^11 for a power by itself.
   Returns COMBA_OK; COMBA_BAD_SIZE, COMBA_BAD_MODULUS or COMBA_BAD_EXPONENT (en < 0), with nothing
   written; or COMBA_NO_MEMORY: then each result is either right or unchanged.
   Time depends on every bit of all exponents: not for secret exponents.
   Montgomery multiplication by columns; sliding windows for a shared exponent, otherwise fixed ones;
   a power by itself as mpn_powm. */
int comba_powm_many (const struct comba_power *powers, size_t count);

/* The same in constant time, for odd P and bn >= 0.
   Returns also COMBA_EVEN_MODULUS, and COMBA_BAD_SIZE for bn < 0.
   Time depends on the sizes bn, en and n alone, and on which pointers to moduli are the same; not
   on the values of bases, exponents and moduli.  Leading zero limbs of E take as long as others.
   Every window reads its whole table. */
int comba_powm_many_sec (const struct comba_power *powers, size_t count);


/* rp[0..n-1] = 1 / A mod P, below P, for A = ap[0..an-1] and P = pp[0..n-1] > 0, odd or even, pp[n-1]
   != 0; 0 for P = 1.
   n >= 1, an >= 0; A may have leading zeros and exceed P; ap is not read for an = 0.  rp may overlap
   ap and pp at any offset.
   Scratch: O (n + an) limbs.  Uses one thread.
   Returns COMBA_OK; or, with nothing written, COMBA_NO_INVERSE if A and P have a common divisor,
   COMBA_BAD_SIZE or COMBA_NO_MEMORY.
   Time depends on the values: for secrets use mpn_sec_invert.
   Lehmer's algorithm, by halves for long P; only the cofactor of A is computed. */
int comba_invert (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n);


/* Partial reductions, without a context.  P = pp[0..n-1] > 1, pp[n-1] != 0, n >= 1.
   They use one thread. */

/* mup[0..t-1] = -1/P mod beta^t.
   P odd, 1 <= t <= n.  mup may overlap pp.  Scratch: O (t) limbs.
   Returns COMBA_OK, COMBA_BAD_MODULUS, COMBA_BAD_SIZE, COMBA_EVEN_MODULUS or COMBA_NO_MEMORY.
   The lowest limbs of a longer result serve a smaller t. */
int comba_partial_montgomery_mu (mp_ptr mup, mp_size_t t, mp_srcptr pp, mp_size_t n);

/* rp[0..max(m-t,n)-1] = R == C beta^-t (mod P), 0 <= R < max (beta^(m-t), beta^n), C = cp[0..m-1].
   P odd, m >= 1, 0 <= t <= n; mup[0..t-1] from comba_partial_montgomery_mu, not read if t = 0.
   rp may overlap any operand.  Scratch: O (m + n) limbs.
   Returns COMBA_OK, COMBA_BAD_MODULUS, COMBA_BAD_SIZE, COMBA_EVEN_MODULUS or COMBA_NO_MEMORY.
   Algorithm 1. */
int comba_partial_montgomery (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                              mp_size_t n, mp_srcptr mup);

/* nup[0..t] = floor (beta^(n+t) / P), minus 1 for P = beta^(n-1), so that it fits.
   t >= 0.  nup may overlap pp.  Scratch: O (n + t) limbs.
   Returns COMBA_OK, COMBA_BAD_MODULUS, COMBA_BAD_SIZE or COMBA_NO_MEMORY.
   The highest t + 1 limbs of a longer result serve a smaller t. */
int comba_partial_barrett_nu (mp_ptr nup, mp_size_t t, mp_srcptr pp, mp_size_t n);

/* rp[0..m-t-1] = R == C (mod P), 0 <= R < beta^(m-t), C = cp[0..m-1].
   0 <= t <= m-n; nup[0..t] from comba_partial_barrett_nu.  rp may overlap any operand.
   Scratch: O (m) limbs.
   Returns COMBA_OK, COMBA_BAD_MODULUS, COMBA_BAD_SIZE or COMBA_NO_MEMORY.
   Algorithm 2. */
int comba_partial_barrett (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                           mp_size_t n, mp_srcptr nup);

/* Writes a readable description of how THREADS threads would share one product (SQUARE = 0) or
   square modulo n limbs with ALGORITHM, one that splits the reduction: bipartite to multipartite.
   PARTS is as in comba_mod_init_with, but not 0; 1 <= THREADS <= 64.

   Writes to TEXT as snprintf does: at most LENGTH bytes, the last of them a null byte; TEXT may be
   NULL if LENGTH is 0.  Scratch: O (parts * threads) limbs.
   Returns the length of the whole text; 0 for arguments out of range or if an allocation failed. */
size_t comba_mod_schedule (char *text, size_t length, int algorithm, mp_size_t n, int parts,
                           int threads, int square);


/* Division by one number many times

   A context holds a divisor D = dp[0..dn-1] > 0, dp[dn-1] != 0, with its reciprocal, which
   mpn_tdiv_qr would compute again for each quotient.  It never changes, and any number of threads
   may use it at the same time.

   Timing: none of these functions is constant-time. */

struct comba_div;

/* Copies D = dp[0..dn-1], dn >= 1, and stores a new context for it in *CONTEXT.  Free it with
   comba_div_clear.
   Scratch: O (dn) limbs; the context, O (dn) limbs, comes from malloc.  Uses one thread.
   Returns COMBA_OK; or COMBA_BAD_SIZE (dp[dn-1] = 0, too) or COMBA_NO_MEMORY, with *CONTEXT
   unchanged.
   Takes as long as 5 to 10 products.
   Newton's iteration. */
int comba_div_init (struct comba_div **context, mp_srcptr dp, mp_size_t dn);

/* Frees CONTEXT, after its last use by any thread.  CONTEXT may be NULL. */
void comba_div_clear (struct comba_div *context);

/* N = Q D + R, 0 <= R < D, for N = np[0..nn-1], Q = qp[0..nn-dn], R = rp[0..dn-1].
   nn >= dn.  rp may be np; nothing else overlaps.  Scratch: O (nn) limbs.
   Uses up to comba_get_num_threads threads.
   Returns COMBA_OK; or COMBA_BAD_SIZE or COMBA_NO_MEMORY, with nothing written.
   Time depends on the values.
   Schoolbook division by one or several limbs a step, or products with the reciprocal. */
int comba_div_qr (const struct comba_div *context, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn);

/* R = N mod D, for N = np[0..nn-1], R = rp[0..dn-1].
   nn >= 0.  rp may be np; otherwise they do not overlap.  Scratch: O (nn + dn) limbs.
   Uses up to comba_get_num_threads threads.
   Returns COMBA_OK; or COMBA_BAD_SIZE or COMBA_NO_MEMORY, with nothing written.
   Time depends on the values.
   As comba_div_qr. */
int comba_div_r (const struct comba_div *context, mp_ptr rp, mp_srcptr np, mp_size_t nn);


/* Counting calls, by exported function and size.  Counting is off unless COMBA_VERBOSE=1,
   COMBA_REPORT or comba_count_calls turns it on. */

enum comba_entry
{
  COMBA_ENTRY_MUL_N,            /* mpn_mul_n, by n */
  COMBA_ENTRY_SQR,              /* mpn_sqr, by n */
  COMBA_ENTRY_MUL,              /* mpn_mul, by the size of the smaller operand */
  COMBA_ENTRY_POWM,             /* mpn_powm, by the size of the modulus */
  COMBA_ENTRY_GET_STR,          /* mpn_get_str, by the size of the number */
  COMBA_ENTRY_SET_STR,          /* mpn_set_str, by the limbs of so many digits */
  /* On x86-64; elsewhere GMP's own functions are used. */
  COMBA_ENTRY_MUL_1,            /* mpn_mul_1 and mpn_mul_1c, by n */
  COMBA_ENTRY_ADDMUL_1,         /* mpn_addmul_1, by n */
  COMBA_ENTRY_SUBMUL_1,         /* mpn_submul_1, by n */
  COMBA_ENTRY_MUL_BASECASE,     /* mpn_mul_basecase, by the size of the smaller operand */
  COMBA_ENTRY_SQR_BASECASE,     /* mpn_sqr_basecase, by n */
  COMBA_ENTRY_REDC,             /* mpn_redc_1 and mpn_redc_2, by the size of the modulus */
  COMBA_ENTRY_MULMOD_BNM1,      /* mpn_mulmod_bnm1, by the size of the result */
  COMBA_ENTRY_SQRTREM,          /* mpn_sqrtrem, by n */
  COMBA_ENTRY_ROOTREM,          /* mpn_rootrem, by n */
  COMBA_ENTRY_PERFECT_SQUARE,   /* mpn_perfect_square_p, by n */
  COMBA_ENTRY_DIVREM_1,         /* mpn_divrem_1, by the size of the quotient */
  COMBA_ENTRY_MOD_1,            /* mpn_mod_1, by n */
  COMBA_ENTRY_DIVEXACT_1,       /* mpn_divexact_1, by n */
  COMBA_ENTRY_HGCD2,            /* mpn_hgcd2 and mpn_hgcd2_jacobi: 2 limbs */
  /* On all. */
  COMBA_ENTRY_TDIV_QR,          /* mpn_tdiv_qr, by the size of the divisor */
  COMBA_ENTRY_DIV_Q,            /* mpn_div_q, by the size of the divisor */
  COMBA_ENTRY_DIVEXACT,         /* mpn_divexact, by the size of the divisor */
  /* On x86-64. */
  COMBA_ENTRY_SEC_POWM,         /* mpn_sec_powm, by the size of the modulus */
  COMBA_ENTRY_ADD_N,            /* mpn_add_n and mpn_add_nc, by n */
  COMBA_ENTRY_SUB_N,            /* mpn_sub_n and mpn_sub_nc, by n */
  COMBA_ENTRY_LSHIFT,           /* mpn_lshift, by n */
  COMBA_ENTRY_RSHIFT,           /* mpn_rshift, by n */
  COMBA_ENTRY_COPY,             /* mpn_copyi and mpn_copyd, by n */
  COMBA_ENTRY_COM,              /* mpn_com, by n */
  COMBA_ENTRY_POPCOUNT,         /* mpn_popcount and mpn_hamdist, by n */
  COMBA_ENTRIES                 /* their number in this version */
};

/* Bucket 0 holds calls of size 1, bucket b > 0 calls with 2^(b-1) < size <= 2^b. */
#define COMBA_BUCKETS 48

/* Returns the name of entry I (enum comba_entry), such as "mul_n", or NULL if I is beyond the
   last. */
const char *comba_list_entry (size_t i);

/* Turns counting on (ON != 0) or off.  The counters keep their values.
   Returns 1 if counting was on, else 0. */
int comba_count_calls (int on);

/* Returns the number of counted calls of ENTRY in BUCKET, or in all buckets if BUCKET is -1; 0 for
   an entry or bucket that does not exist.  With COMBA_VERBOSE=1 or COMBA_REPORT a forked child
   counts from 0 again. */
unsigned long long comba_calls (enum comba_entry entry, int bucket);

/* What becomes of the calls inside a libgmp.  Bit e of each member stands for entry e
   (enum comba_entry). */
struct comba_bindings
{
  unsigned replaceable;         /* libgmp makes such calls, and comba can replace them */
  unsigned bound;               /* the loader has bound such calls to comba; or libgmp calls e through
                                   a table of kernels, and comba's function is in it */
  unsigned pending;             /* bound, or that table is filled, when such calls first run */
};

/* The libgmp files in this process.

   Returns the length of the path of file I, or 0 if I is beyond the last; then nothing is written.
   Writes the path to PATH as snprintf does: at most SIZE bytes, the last of them a null byte;
   nothing if SIZE is 0, and then PATH may be NULL.  If BINDINGS is not NULL, sets *BINDINGS.
   Not for signal handlers: it takes the loader's lock. */
size_t comba_list_libgmp (size_t i, char *path, size_t size, struct comba_bindings *bindings);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* COMBA_H */
