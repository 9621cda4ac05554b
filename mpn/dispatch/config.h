/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A CPU configuration: everything that depends on the CPU, in one struct.

   Each configuration is a file of designated initialisers in config/, named in config/list.h.  The
   library chooses the one for a process once (dispatch/select.c) and publishes it atomically.

   The types of kernels come first, with their contracts.  Unless a contract says otherwise:
   - sizes count limbs, beta = 2^GMP_LIMB_BITS, and x[i..j-1] names limbs, lowest first;
   - results overlap no operand, and operands may overlap each other;
   - a kernel takes no scratch, except comba_own_take (arith/scratch.h) in long basecases and
     divisions, and uses a bounded amount of stack;
   - its time depends on the sizes alone: addresses and branches never depend on limb values. */

#ifndef COMBA_DISPATCH_CONFIG_H
#define COMBA_DISPATCH_CONFIG_H

#include <stdatomic.h>
#include "arith/arith.h"

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1]
   an >= bn >= 1; rp overlaps neither source; the sources may overlap.
   No scratch, bounded stack.  Time depends on an and bn alone.
   Schoolbook products: by columns (Comba, or Modified Comba of paper 001), by rows, or on vectors
   of radix-2^52 or radix-2^48 digits. */
typedef void comba_mul_basecase_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an,
                                    mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2
   n >= 1; rp does not overlap ap.
   No scratch, bounded stack.  Time depends on n alone.
   As above (squares: paper 000); products a_i a_j with i != j are computed once and doubled. */
typedef void comba_sqr_basecase_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n);

/* rp[first..end-1] + beta^end pending[0..1] = the sum over k = first..end-1 of beta^k c_k, where
   column c_k is the sum of all a_i b_{k-i}.
   an >= bn >= 1, 0 <= first < end <= an+bn; no other limb of rp is read or written; rp and pending
   overlap neither source.  No scratch.  Time depends on the sizes, FIRST and END alone.
   The share of one thread in MC2x and MCMx (paper 004). */
typedef void comba_mul_columns_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                                   mp_size_t bn, mp_size_t first, mp_size_t end,
                                   mp_limb_t pending[2]);

/* The same for the square of ap[0..n-1]: n >= 1, 0 <= first < end <= 2n.  (Paper 000.) */
typedef void comba_sqr_columns_fn (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_size_t first,
                                   mp_size_t end, mp_limb_t pending[2]);

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] for one bn, which is the kernel's index in its table.
   an >= bn; rp overlaps neither source; the sources may overlap.  No scratch.
   Returns the top limb, rp[an+bn-1].  Time depends on an and bn alone.
   Kernels in mul_n[] ignore AN and take an = bn.  Schoolbook, as comba_mul_basecase_fn. */
typedef mp_limb_t comba_mul_fixed_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp);

/* The same for one an, which is the index in the table, and any bn >= 1: bn may exceed an.
   (mul_unequal, which has this type, takes any an >= bn.) */
#define COMBA_MUL_ROWS_MAX 32
typedef mp_limb_t comba_mul_rows_fn (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn);

/* rp[0..2n-1] = ap[0..n-1]^2 for one n, which is the index in the table.
   rp does not overlap ap.  No scratch.  Returns the top limb, rp[2n-1].
   Its time is constant.  Schoolbook, as comba_sqr_basecase_fn. */
typedef mp_limb_t comba_sqr_fixed_fn (mp_ptr rp, mp_srcptr ap);

/* The kernels behind the exported mpn_mul_1, mpn_addmul_1 and mpn_submul_1 (entry/mpn_by_limb.c),
   which only x86-64 replaces.  Contracts: arith/arith.h; here n >= 1.  In a resolver stub these
   pointers lead to functions that choose a configuration and then call its kernel. */
#define COMBA_BY_LIMB_MAX 32
struct comba_by_limb
{
  comba_mul_1_fn *mul_1[COMBA_BY_LIMB_MAX + 1]; /* [n] for n limbs, [0] for any number */
  comba_addmul_1_fn *addmul_1[COMBA_BY_LIMB_MAX + 1], *submul_1[COMBA_BY_LIMB_MAX + 1];
};

/* Initialises a table with one kernel that takes any number of limbs. */
#define COMBA_BY_LIMB_ANY(f) { [0 ... COMBA_BY_LIMB_MAX] = f }

/* Returns the index of the kernel for n >= 1 limbs. */
static inline mp_size_t
comba_by_limb_of (mp_size_t n)
{
  return n <= COMBA_BY_LIMB_MAX ? n : 0;
}

/* The kernels behind the exported linear functions (entry/mpn_linear.c), which only x86-64
   replaces.  Contracts: arith/arith.h.  Those of a resolver stub choose a configuration, then call
   its kernel. */
struct comba_linear
{
  comba_add_nc_fn *add_nc, *sub_nc;
  comba_shift_fn *lshift, *rshift;
  comba_copy_fn *copyi, *copyd, *com;
  comba_popcount_fn *popcount;
  comba_hamdist_fn *hamdist;
};

/* ROWS rows of Montgomery's reduction by P = pp[0..n-1], odd; mu = -1/P mod beta.

     beta^n tp'[0..rows-1] + beta^rows tp'[rows..rows+n-1] = tp[0..rows+n-1] + Q P

   tp' is tp afterwards.  0 <= Q < beta^rows makes the right side divisible by beta^rows, so its
   lowest ROWS limbs vanish.  Their places, tp'[0..rows-1], hold carries, whose weight is n limbs
   higher than their place.
   The textbook loop satisfies this: for i = 0..rows-1, add (tp[i] mu mod beta) P to tp[i..i+n-1],
   then put the carry in tp[i].  A kernel may carry more into tp'[0..rows-1] and leave less in
   tp'[n..n+rows-1].
   n >= COMBA_REDC_ROWS_MIN, n >= rows >= 1; tp does not overlap pp.  No scratch.
   Time depends on n and rows alone.
   Montgomery 1985, word by word. */
#define COMBA_REDC_ROWS_MIN 8
typedef void comba_redc_rows_fn (mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu, mp_size_t rows);

/* A whole Montgomery reduction modulo P of n limbs, where n is the index in the table:

     carry beta^n + zp[0..n-1] = (tp[0..2n-1] + Q P) / beta^rows

   for some Q >= 0 that makes the division exact.  Bounds of the lazy result:
     rows = n:              Q < 3 beta^n, so the result is below tp / beta^n + 3P;
     rows = n + 1, w = 1:   Q < beta^(n+1) + beta^n, so it is below tp / beta^(n+1) + P + P / beta.
   CONTEXT has, at the offsets COMBA_ROWS_... of residue/contexts.h, P, -1/P mod beta (mod beta^2 if
   w = 1), and F = (q P + 1) / beta^w with q = -1/P mod beta^w.
   zp overlaps neither tp nor the context; tp is clobbered.  No scratch.
   Returns the carry, 0 or 1.  Time depends on n alone.
   Montgomery 1985, in blocks of w rows (doc/algorithms/residues.md). */
typedef mp_limb_t comba_redc_fixed_fn (mp_ptr zp, mp_ptr tp, mp_srcptr context);
struct comba_redc_fixed
{
  comba_redc_fixed_fn *redc;
  mp_size_t w, rows;
};
#define COMBA_REDC_MAX 32
#define COMBA_REDC_W_MAX 9

/* N = Q D + R, 0 <= R < D, for N = np[0..nn-1], D = dp[0..dn-1]; Q is qp[0..nn-dn-1] and the limb
   returned, R = rp[0..dn-1]
   dn >= 3, nn >= dn, dn and nn - dn <= MAX (struct comba_div_vectors), dp[dn-1] != 0.  rp may be np;
   nothing else overlaps.  Scratch: comba_own_take's, or the stack.  RECIPROCAL is that of D's 128
   highest bits (comba_div_reciprocal_2 in div/div.h).
   Time depends on the values.  Schoolbook. */
typedef mp_limb_t comba_div_vectors_fn (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                                        mp_size_t dn, const mp_limb_t reciprocal[2]);

/* Kernels in add_mul_by[] have the type comba_mul_fixed_fn and add a product by w limbs, w being
   the index in the table: rp[0..n+w-1] = rp[0..n-1] + ap[0..n-1] * bp[0..w-1].
   n >= w; rp overlaps neither source.  No scratch.  Returns rp[n+w-1].
   Time depends on n and w alone.  Schoolbook. */
#define COMBA_ADD_MUL_BY_MAX 8

/* n rows cut into COUNT blocks for the kernels in add_mul_by[]: the first NARROW blocks have W - 1
   rows, the others W.  W is zero if the table lacks a kernel for either width. */
struct comba_row_blocks
{
  mp_size_t w, count, narrow;
};

/* Returns the fewest blocks for n >= 1 rows, of widths that differ by 1 at most. */
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

/* The largest size for which the tables mul_n[], mul_by[] and sqr_n[] are used.  Any value from
   zero to the length of the table gives right results.  comba-tune measures them. */
#define COMBA_FIXED_MAXIMA(X) \
  X (mul_n_max) \
  X (mul_by_max) \
  X (sqr_n_max)

/* Crossovers: the size in limbs from which the algorithm is used.  Any value gives right results.
   comba-tune measures those that are below COMBA_NEVER in the configuration.  a is the longer
   operand, b the shorter. */
#define COMBA_THRESHOLDS(X) \
  X (mul_wide)   /* n x n limbs: wide.mul from here */ \
  X (mul_wide_by) /* an x bn limbs: wide.mul beyond a hyperbola, and bn at least this */ \
  X (sqr_wide)   /* wide.sqr from here */ \
  X (mul_toom22) /* products: basecase below, Toom-22 (Karatsuba) from here */ \
  X (mul_pieces) /* bn, an >= 3 bn: basecase below, a cut into pieces from here */ \
  X (mul_toom33) /* mean size: Toom in 4 or 5 points */ \
  X (mul_toom32) /* bn, an > 5/4 bn: cheapest split from here; below, Toom-22 or pieces */ \
  X (mul_toom42) /* bn, an >= 2 bn: Toom-42; below, a is cut into pieces of bn limbs */ \
  X (mul_toom44) /* mean size: Toom in 6 to 8 points */ \
  X (mul_toom66) /* mean size: Toom in 11 or 12 points */ \
  X (mul_toom88) /* mean size: Toom in 15 or 16 points */ \
  X (mul_ntt)    /* mean size: NTT, for b from mul_ntt_by or mul_ntt limbs on */ \
  X (mul_ntt_by) /* bn: NTT from here, if the mean size is mul_ntt or more */ \
  X (sqr_toom2)  /* squares: basecase below, Toom-2 (Karatsuba) from here */ \
  X (sqr_halves) /* Toom-2 on vectors of radix-2^52 digits (toom->sqr2), while it can */ \
  X (sqr_toom3)  /* squares: Toom in 5 points, */ \
  X (sqr_toom4)  /* 7, */ \
  X (sqr_toom6)  /* 11, */ \
  X (sqr_toom8)  /* 15 points */ \
  X (sqr_ntt)    /* squares: NTT */ \
  X (mul_fft)    /* mean size: FFT, for b from mul_fft_by limbs on, as far as fft can */ \
  X (mul_fft_by) /* bn: FFT from here, if the mean size is mul_fft or more */ \
  X (sqr_fft)    /* squares: FFT, as far as fft can */ \
  X (get_str_tree)   /* to digits: split the number from this many limbs */ \
  X (get_str_scaled) /* with fractions (scaled remainders) from here, with integers below */ \
  X (set_str_tree) /* limbs of digits: divide and conquer from here, with smaller leaves */ \
  X (mod_blocks) /* word-by-word reduction: several rows at once (add_mul_by[]) */ \
  X (mod_pmr)    /* word by word below, reduction with short products from here */ \
  X (mod_wrapped)   /* its second product mod beta^m - 1, from here to 2 mul_ntt limbs */ \
  X (mod_ntt)    /* reduction with cached transforms of the modulus */ \
  X (mod_fft)    /* the same with complex transforms, odd moduli, as far as fft can */ \
  X (root_halves) /* square roots of n limbs: row by row below, by halves from here */ \
  X (root_newton) /* by Newton's iteration from here */ \
  X (div_adding)    /* rows by n limbs: from here they add multiples of beta^n - D */ \
  X (div_blocks)    /* 2n limbs by n, not precomputed: several rows at once (add_mul_by[]) */ \
  X (div_recursive) /* division by n limbs: rows below, recursive from here */ \
  X (div_narrow)    /* quotient of n limbs, divisor longer: rows below, recursive from here */ \
  X (div_vectors)   /* div_vectors from n limbs, quotients of a quarter of that or more */ \
  X (div_mu)        /* quotient of n limbs: with a reciprocal from here */ \
  X (div_prepared)  /* precomputed divisor, quotient of n limbs: with its reciprocal from here */ \
  X (bdiv_recursive) /* exact division, quotient of n limbs: rows below, recursive from here */ \
  X (bdiv_mu)       /* with an inverse modulo a power of beta from here */ \
  X (half_gcd)      /* half a gcd of n limbs: by matrices of one limb below, recursive from here */ \
  X (powm_lanes)    /* many powers modulo n limbs: side by side from here, */ \
  X (powm_lanes_end) /* and one by one again from here */ \
  X (parallel_wake) /* several threads: wake sleeping workers from here */

/* The cost model of products (mul/cost.h).  The unit is the time that the basecase takes for the
   product of two limbs.  n x n limbs cost n^2 + 2 n limb + call; Toom-22's linear steps cost
   STEP a limb.  Any values give right results.  comba-tune --config measures them. */
struct comba_costs
{
  unsigned limb, call, step;
};

/* Division by one limb: the sizes of the dividend from which each method is used.  Any values give
   right results.  comba-tune --config measures them. */
struct comba_one_limb
{
  unsigned short square;        /* remainders: folding by beta^2; below, a division a limb */
  unsigned short fold;          /* remainders modulo less than beta / 32: folding four limbs a step */
  unsigned short fold_wide;     /* the same modulo larger limbs */
  unsigned short inverse;       /* quotients: a reciprocal; below, a division a limb */
  unsigned short chains;        /* quotients: chains of exact division side by side */
  unsigned short exact_chains;  /* the same for exact quotients */
};

/* A threshold that is never reached: it disables its algorithm. */
#define COMBA_NEVER 1000000000

struct comba_thresholds
{
#define X(name) mp_size_t name;
  COMBA_THRESHOLDS (X)
#undef X
};

/* The parallel algorithms ("paths"), with their names in tuning files and reports. */
#define COMBA_PATH_LIST(X) \
  X (SEQUENTIAL, "sequential") \
  X (COLUMNS, "columns") \
  X (BLOCKS, "blocks") \
  X (POINTS, "points") \
  X (NTT, "ntt") \
  /* The paths above are for plans mul, mul_unbalanced and sqr; those below, modular products, \
     for plans mod and mod_even. */ \
  X (CACHED, "cached") /* Montgomery or Barrett reduction with cached transforms */ \
  X (RADIX_BIPARTITE, "radix_bipartite") /* bipartite on radix-2^52 or radix-2^48 digits */ \
  X (CRT_BIPARTITE, "crt_bipartite") /* CRT-split bipartite, cached transforms, two workers; \
                                        four threads and more take radix_bipartite or cached */ \
  X (BIPARTITE, "bipartite") \
  X (TRIPARTITE, "tripartite")

enum comba_path_number
{
#define X(path, name) COMBA_PATH_##path,
  COMBA_PATH_LIST (X)
#undef X
  COMBA_PATHS,
  COMBA_PATH_MULTIPARTITE = COMBA_PATHS,        /* in no plan: only in contexts that ask for it */
  COMBA_PATHS_COUNTED
};
extern const char *const comba_path_names[COMBA_PATHS_COUNTED];         /* dispatch/tuning.c */

/* The most steps of a plan, and threads of a step. */
#define COMBA_PLAN_STEPS 16
#define COMBA_THREADS_MAX 64

/* A plan says which path to take, with how many threads, from which size.  The step that
   counts is the last one whose FROM is at most the geometric mean of the operands' sizes.  Its path
   uses THREADS threads, or fewer if the caller may use fewer.  Below the first step products are
   sequential.  Steps ascend; one with no threads ends them.  Any values give right results.
   comba-tune measures them. */

struct comba_plan
{
  struct comba_step
  {
    mp_size_t from;
    int path, threads;
  } steps[COMBA_PLAN_STEPS];
};

/* The plans of a configuration. */
#define COMBA_PLANS(X) \
  X (mul)            /* products with an <= 2 bn */ \
  X (mul_unbalanced) /* longer a */ \
  X (sqr)            /* squares */ \
  X (mod)            /* modular products, P odd, by the limbs of P */ \
  X (mod_even)       /* modular products, P even: sequential or cached */

struct comba_plans
{
#define X(name) struct comba_plan name;
  COMBA_PLANS (X)
#undef X
};

/* The cost model of powers with short exponents (powm/powm_cost.c): the time of one product and its
   reduction modulo an odd P of n limbs.  Word-by-word Montgomery reduction costs 100 n (n + W) with
   W = COMBA_POWM_ROWS_WAIT, which defines the unit.  The others cost
     division n (n + division_wait)      schoolbook division, whose rows wait for quotient limbs;
     digits m (m + digits_wait)          radix-2^52 or radix-2^48 digits, m digits an element;
     barrett n (N + W) sqrt (n / N)      Barrett, N = thresholds.mod_pmr;
     cached percent of that              Barrett or Montgomery with cached transforms;
     at_once percent of word by word     a kernel in redc_n[] does the whole reduction.
   No CPU needs a W of its own: with the other costs fitted to it, W = 2 to 9 lets powers choose
   equally well.
   division = 0 without a multiplier: then every power uses a representation.
   Any values give right results.  comba-tune --config measures them. */
#define COMBA_POWM_ROWS_WAIT 6
#define COMBA_ROW_PRODUCTS_MAX 23
struct comba_powm_costs
{
  unsigned division, division_wait, digits, digits_wait, barrett, cached, at_once;
};

/* A representation of residues (residue/representation.h) and the sizes of P in limbs, FROM to
   TO, for which this configuration uses it; 0 stands for the representation's own limit (min,
   max), which no other value may exceed.  comba-tune --config measures FROM and TO. */
struct comba_representation;
struct comba_representation_range
{
  const struct comba_representation *rep;
  unsigned short from, to;
};
#define COMBA_REPRESENTATIONS_MAX 12    /* entries of the longest list */

struct comba_toom_linear;
struct comba_ntt;
struct comba_fft;
struct comba_small_kernels;
struct comba_lanes;
struct comba_pool_representation;

/* x86 CPUs, described by CPUID.  CPUs of other architectures never match. */
struct comba_cpus
{
  const char *maker;            /* vendor string: "AuthenticAMD" */
  unsigned family;              /* 0: any; else this family, and with LATER all higher ones */
  int later;
  unsigned model;               /* of FAMILY; 0: any */
  unsigned not_lines;           /* bit i excludes models 16 i to 16 i + 15 of FAMILY */
};

struct comba_config
{
  const char *name;
  const char *about;            /* which CPUs it is for, in a few words */

  /* Returns NULL if this CPU can run the configuration, else a phrase that names the missing
     feature (a static string).  Compiled without the -m flags of the configuration's kernels. */
  const char *(*why_not) (void);

  /* The CPUs that this configuration was measured on.  Other CPUs that can run it use it only by
     name (COMBA_CPU), and only if no configuration of the same name lists them.  NULL: all CPUs. */
  const struct comba_cpus *suits;

  /* COMBA_SERVES, or this is a resolver stub: a table without kernels, except by_limb's and
     linear's, which stands in for the configuration until the first call (COMBA_CHOOSES) or
     while calls are counted (COMBA_COUNTS).  A call finds no kernel for its size in the stub,
     and only then looks at this member (comba_counted in diag/diag.h): calls that do find a
     kernel pay for no check. */
  enum { COMBA_SERVES, COMBA_CHOOSES, COMBA_COUNTS } stub;

  /* The exported functions jump to the kernels of sizes up to this one by compares, one jump a
     size, and to larger ones by an indirect jump through the table (mul/ladder.h).  At most 8,
     mul_n_max, mul_by_max and sqr_n_max.  mpn_mul tries mul_rows[] first.  Smaller values give
     right results.  comba-tune --config measures it. */
  mp_size_t own_jumps;

  /* Kernels for fixed sizes 1 to ..._max; a maximum of zero means none.  mul_n[n] is for n x n
     limbs (its AN is n, or arbitrary), mul_by[n] for an x n limbs with an >= n, sqr_n[n] for
     squares.  On i386 the stack is aligned only to 4 bytes when they are called. */
#define X(name) mp_size_t name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  comba_mul_fixed_fn *mul_n[COMBA_FIXED_MAX + 1];
  comba_mul_fixed_fn *mul_by[COMBA_FIXED_MAX + 1];
  comba_sqr_fixed_fn *sqr_n[COMBA_FIXED_MAX + 1];

  /* The longest a, in limbs, for which mpn_mul takes mul_by[]: longer ones may be shared among
     threads.  Computed, not measured: comba_config_derive in dispatch/tuning.c, by
     comba_unshared_an_max. */
  mp_size_t mul_by_an_max;

  /* mpn_mul takes mul_equal[n], where it is not NULL and n > own_jumps, instead of mul_n[n]:
     slower back to back, faster when interleaved with other code, as under mpz_mul. */
  comba_mul_fixed_fn *mul_equal[COMBA_MUL_EQUAL_MAX + 1];

  /* mpn_mul takes mul_rows[an] instead of mul_by[bn] if bn < an <= mul_rows_to[bn] and bn <=
     mul_by_max.  mul_rows_to[bn] is zero where mul_by[bn] is faster or NULL.  mul_rows[]
     accumulates in memory: unlike mul_by[], a call can start before the previous product is
     complete.  comba-tune --config measures mul_rows_to. */
  unsigned char mul_rows_to[COMBA_FIXED_MAX + 1];
  comba_mul_rows_fn *mul_rows[COMBA_MUL_ROWS_MAX + 1];

  /* A basecase for an > bn > mul_by_max that returns the top limb; NULL if there is none.  It
     reaches the code for a shape by one indirect jump; a table like mul_by[] would add a second
     one to predict. */
  comba_mul_rows_fn *mul_unequal;

  /* The longest a, in limbs, for which mpn_mul takes mul_unequal; zero without one.  Computed like
     mul_by_an_max. */
  mp_size_t mul_unequal_an_max;

  /* Basecases for any size. */
  comba_mul_basecase_fn *mul_basecase;
  comba_sqr_basecase_fn *sqr_basecase;

  /* Other basecases, on wide vectors for example, from thresholds.mul_wide, mul_wide_by and
     sqr_wide on.  They serve while MIN <= bn <= MAX; all four members are zero if there are
     none.  MIN and MAX are the range that the code supports; MAX is smaller where the ordinary
     basecase wins again, and comba-tune --config measures that. */
  struct comba_wide
  {
    comba_mul_basecase_fn *mul;
    comba_sqr_basecase_fn *sqr;
    mp_size_t min, max;
  } wide;

  /* Division on vectors, with its MAX, from thresholds.div_vectors on; NULL if there is none. */
  struct comba_div_vectors
  {
    comba_div_vectors_fn *div;
    mp_size_t max;
  } div_vectors;

  /* Adds one row of a product (arith/arith.h); NULL without a multiplier. */
  comba_addmul_1_fn *addmul_1;

  struct comba_by_limb by_limb;

  /* NULL where GMP's functions are not replaced. */
  const struct comba_linear *linear;

  /* NULL where addmul_1, row by row, is as fast. */
  comba_redc_rows_fn *redc_rows;

  /* Whole reductions modulo n limbs; redc is NULL where there is no kernel.  An entry with w > 1
     requires n >= COMBA_REDC_ROWS_MIN, w <= COMBA_REDC_W_MAX and redc_rows, which computes F. */
  struct comba_redc_fixed redc_n[COMBA_REDC_MAX + 1];

  /* Several rows of a product at once; NULL where there is no kernel for that many. */
  comba_mul_fixed_fn *add_mul_by[COMBA_ADD_MUL_BY_MAX + 1];

  /* Toom-22 by several threads: from this many limbs on the caller multiplies copies of its
     operands, so that workers' reads do not take the cache lines away from it
     (mul/paths/points.c).  Any value gives right results.  comba-tune does not measure it. */
  mp_size_t points_copied;

  /* One thread's columns; both NULL where sums of whole products are faster
     (mul/paths/columns.c). */
  comba_mul_columns_fn *mul_columns;
  comba_sqr_columns_fn *sqr_columns;

  /* The linear steps of Toom-Cook (mul/toom/toom.h); never NULL. */
  const struct comba_toom_linear *toom;

  /* NTT products (mul/ntt/ntt.h); NULL if there are none. */
  const struct comba_ntt *ntt;

  /* Products of medium length by complex transforms (mul/fft/fft.h), which take precedence over the
     NTT and Toom; NULL if there are none. */
  const struct comba_fft *fft;

  /* Representations of residues, preferred ones first, ended by NULL.  The list includes one
     without size limit for odd moduli and one for all moduli.  A representation may have several
     entries with different sizes.  comba_representation_for chooses (residue/representation.h). */
  struct comba_representation_range representations[COMBA_REPRESENTATIONS_MAX + 1];

  /* comba_representation_montgomery52_blocks applies Karatsuba's formula to products and squares
     of at least this many vectors of eight digits.  comba-tune --config measures both. */
  int montgomery52_karatsuba_mul, montgomery52_karatsuba_sqr;

  /* Bipartite products on radix-2^52 or radix-2^48 digits, for two threads or more; NULL if
     there are none.  With two threads the caller does this many more vector products than the
     worker, which starts later and must send its sum back: radix_lead for products,
     radix_lead_sqr for squares.  Any value gives right results.  comba-tune --config measures
     both. */
  const struct comba_pool_representation *radix_bipartite;
  int radix_lead, radix_lead_sqr;

  /* Kernels for n limbs that finish their lowest limb early, because the first row of a
     word-by-word reduction waits for it; NULL where mul_n[n] and sqr_n[n] are as good
     (comba_row_mul_n).  comba-tune --config measures which to keep. */
  comba_mul_fixed_fn *row_mul_n[COMBA_ROW_PRODUCTS_MAX + 1];
  comba_sqr_fixed_fn *row_sqr_n[COMBA_ROW_PRODUCTS_MAX + 1];

  struct comba_powm_costs powm_costs;

  /* Kernels (residue/small.h) for powers with an exponent of one limb; NULL if there are none.
     They serve the sizes at which the list above has their representation, even behind a better
     one.  Exponents for which division is cheaper do not come here (powm/powm_cost.c). */
  const struct comba_small_kernels *powm_limb;

  /* Powers side by side (residue/lanes.h) for comba_powm_many, from thresholds.powm_lanes to
     powm_lanes_end; KERNEL is NULL if there are none.  A group takes PERCENT of the time of as many
     powers of its size as there are lanes, each by itself: it is formed if its powers need more
     than that.  Any value gives right results.  comba-tune --config measures PERCENT. */
  struct
  {
    const struct comba_lanes *kernel;
    unsigned percent;
  } lanes;

  /* Whether Euclid's algorithm on limbs, with its small quotients, is faster with the CPU's
     division than with comparisons (gcd/hgcd2.c).  comba-tune --config measures it. */
  int hgcd2_divides;

  struct comba_costs costs;
  struct comba_one_limb one_limb;
  struct comba_thresholds thresholds;
  struct comba_plans plans;
};

/* Returns the longest a, in limbs, whose product with bn >= 1 limbs lies below the first step of
   plans.mul_unbalanced: threads may share longer ones.  mul_by_an_max is this for bn = mul_by_max,
   mul_unequal_an_max for the longest b below Toom-22. */
static inline mp_size_t
comba_unshared_an_max (const struct comba_config *k, mp_size_t bn)
{
  const struct comba_step *first = &k->plans.mul_unbalanced.steps[0];
  return first->threads == 0 || first->from > 30000 ? COMBA_NEVER : (first->from * first->from - 1) / bn;
}

/* Both return the kernel that multiplies or squares n limbs for a word-by-word reduction; NULL if
   there is none. */
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

/* Returns whether this CPU can run comba_configs[i].  If not, call none of its functions, not even
   those that return scratch sizes: their files are compiled for other CPUs. */
int comba_config_runs (size_t i);

/* The table that exported functions read: the configuration in use, or a resolver stub.  Never
   NULL; a published table never changes.  Until the library's constructor has run it is the
   portable configuration, so that constructors that run earlier can multiply. */
extern const struct comba_config *_Atomic comba_entry_table
  __attribute__ ((visibility ("hidden")));

/* Returns that table. */
static inline const struct comba_config *
comba_entry (void)
{
  return atomic_load_explicit (&comba_entry_table, memory_order_acquire);
}

/* All return the configuration behind the resolver stub; the first call chooses it and runs its
   self-test, as much of it as the call needs, because a small stack has no room for all of it.
   comba_chosen_for_fixed tests the kernels for fixed sizes; its result serves those sizes only.
   comba_chosen_for tests transforms only if a call with operands of LIMBS limbs may use them.
   comba_chosen tests everything.  (dispatch/select.c) */
const struct comba_config *comba_chosen_for_fixed (void);
const struct comba_config *comba_chosen_for (mp_size_t limbs);
const struct comba_config *comba_chosen (void);

/* The table in use has passed its self-test for calls with so many limbs; 0: only its kernels for
   fixed sizes have. */
#define COMBA_ANY_LIMBS ((mp_size_t) ((mp_limb_t) -1 >> 1))
extern _Atomic mp_size_t comba_tested_limbs __attribute__ ((visibility ("hidden")));

/* Returns the configuration to use for all other sizes, given one that is not a resolver stub.
   LIMBS, at least 1, is a bound of the sizes that the call compares with thresholds of transforms:
   the longer operand of a product, the divisor, the modulus, the number to convert. */
static inline const struct comba_config *
comba_tested (const struct comba_config *k, mp_size_t limbs)
{
  return likely (limbs <= atomic_load_explicit (&comba_tested_limbs, memory_order_acquire)) ? k : comba_chosen_for (limbs);
}

/* Returns the configuration in use, tested in full; never a resolver stub. */
static inline const struct comba_config *
comba_active (void)
{
  const struct comba_config *k = comba_entry ();
  return likely (k->stub == COMBA_SERVES) ? comba_tested (k, COMBA_ANY_LIMBS) : comba_chosen ();
}

/* Switches the counting of calls on or off; returns whether it was on.  (dispatch/select.c) */
int comba_serve_counting (int on);

/* The known-answer self-test of a configuration; returns 1 if every answer is right.  _fixed
   tests the kernels for fixed sizes, _transforms transforms, _rest everything else.  Operands are
   in mapped memory, so that the stack is that of kernels.  (config/selftest.c) */
int comba_selftest_fixed (const struct comba_config *k);
int comba_selftest_rest (const struct comba_config *k);
int comba_selftest_transforms (const struct comba_config *k);
int comba_selftest (const struct comba_config *k);

/* Returns whether this CPU is one of CPUS.  (dispatch/identity.c) */
int comba_cpu_is (const struct comba_cpus *cpus);

/* why_not for a configuration that every CPU can run: returns NULL.  (dispatch/configs.c) */
const char *comba_runs_anywhere (void);

#endif
