/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues on radix-2^48 digits, by two workers (paper 003, except for how A
   B is shared).  The context extends that of kernels/x86_64/avx2fma/montgomery48.c.

   B = 2^48; N is the number of digits there.  T, a multiple of 4, is about N / 2.  An element has
   digits as there and stands for x B^T mod P, |x| <= (1 + 2^-29) P.  The product of A and B is A B
   B^-T mod P.  Columns of A B below S belong to worker 0 (C), the others to worker 1 (E B^S); S is
   a whole number of tiles, about N.

   Worker 0, the Montgomery part: q = C mu mod B^T in balanced digits, |q| <= (1/2 + 2^-36) B^T, and
     Z = (C + q P) B^-T,  |Z| <= (1/2 + 2^-36) P + N B^(S+1-T),
   because columns are below N 2^95.  The carry of its columns below T follows from column T-1, as
   in kernels/x86_64/avx2fma/montgomery48.c.

   Worker 1, the Barrett part: F = E B^(S-T), |F| < 2^(2b - 48T + 1), where P has b bits.  J is the
   largest with 48J <= b - 31.  U is F B^-J, rounded: all digits of F from J on, and W of them hold
   4U.  With nu = floor (B^K / P), K = J + W + 1, q is U nu B^(J-K), rounded from the column below
   on, and
     |F / P - q| < 1/2 + 2^-31 + |U| B^(J-K) + 2^-36 < 1/2 + 2^-30.
   The second term is what U omits of F, the third what nu omits.  The last is what the column below
   would receive from further down, at most 2^11 (kernels/x86_64/avx2fma/montgomery48.c), and the
   same for U.  So F - q P is below (1/2 + 2^-30) P.

   The sum of both parts is the product.  It is below (1 + 2^-29) P, where N B^(S+1-T) <= 2^-32 P,
   and needs no correction.  It is known modulo B^(N+1) and below 2 B^N, so column N counts in its
   top digit where that has room for two more bits (HALF_TOP); where N is no multiple of 4, B^N >=
   2^32 beta^n.

   Bounds: those of kernels/x86_64/avx2fma/montgomery48.c.  A top digit of (1 + 2^-29) 2^48 enlarges
   one product of 2^96 by 2^68, and four columns with BIAS are below 4 (2^55 + 2^56) < 2^59.

   Except for init, time and addresses depend on n and the bits of P alone. */

#include "kernels/x86_64/avx2fma/montgomery48_tpl.h"
#include "mul/short.h"
#include "parallel/job_memory.h"
#include "parallel/pool.h"

enum { BIPARTITE_MIN = 41, BIPARTITE_MAX = MOD_MAX };

/* Worker 0 starts earlier and also adds up: it gets at most this many columns of A B more. */
enum { LEAD_MOST = 8 };

static inline mp_size_t
lower_digits (mp_size_t digits)
{
  return digits / 2 & -VECTOR;
}

/* S, such that worker 0 does about LEAD vector products more than worker 1. */
static mp_size_t
lower_columns (mp_size_t digits, int lead, int square)
{
  const mp_size_t tile = square ? SQUARE_TILE : TILE, columns = (mp_size_t) lead * (square ? VECTOR : VECTOR / 2) / digits;
  return (digits + (columns < 0 ? 0 : columns < LEAD_MOST ? columns : LEAD_MOST) + tile / 2) / tile * tile;
}

/* Checks for the smallest P that worker 1's quotient depends on its own columns alone, and that
   N B^(S+1-T) is small enough. */
#define LEAST_BITS(n) (64 * ((n) - 1) + 1)
#define MOST_LOWER(n) (ELEMENT_DIGITS (n) + LEAD_MOST + SQUARE_TILE / 2 - (ELEMENT_DIGITS (n) / 2 & -VECTOR))
_Static_assert ((LEAST_BITS (BIPARTITE_MIN) - 31) / DIGIT_BITS >= MOST_LOWER (BIPARTITE_MIN) + VECTOR
                && (MOST_LOWER (BIPARTITE_MIN) + 1) * DIGIT_BITS + 9 <= LEAST_BITS (BIPARTITE_MIN) - 33,
                "both parts must be long enough");

/* A context: that of montgomery48, then numbers, then the factor for decode, R^2 B^-T mod P in
   digits, and copies of the digits of -nu. */
enum { AT_T, AT_J, AT_W, AT_NU, AT_Q, AT_S, AT_S_SQR, NUMBERS = 8 };

struct bipartite
{
  mp_size_t digits, t, j, w, nu, q; /* N, T, J, W; digits of nu, and of q, rounded up to vectors */
  double *decode_factor, *nu_copies;
};

/* An upper bound of the digits of nu. */
static inline mp_size_t
most_nu_digits (mp_size_t n)
{
  return ELEMENT_DIGITS (n) - lower_digits (ELEMENT_DIGITS (n)) + 3 * VECTOR;
}

static size_t
context_size (mp_size_t n)
{
  return comba_representation_montgomery48.context_size (n) + NUMBERS + element_size (n)
         + comba_whole_lines (copies_size (most_nu_digits (n), 1));
}

static inline mp_ptr
numbers (mp_srcptr context)
{
  return (mp_ptr) context + comba_representation_montgomery48.context_size ((mp_size_t) context[AT_N]);
}

static inline struct bipartite
parts_of (mp_srcptr context)
{
  const mp_ptr p = numbers (context);
  double *const decode_factor = (double *) (p + NUMBERS);
  return (struct bipartite) {
    .digits = (mp_size_t) context[AT_DIGITS], .t = (mp_size_t) p[AT_T], .j = (mp_size_t) p[AT_J],
    .w = (mp_size_t) p[AT_W], .nu = (mp_size_t) p[AT_NU], .q = (mp_size_t) p[AT_Q],
    .decode_factor = decode_factor, .nu_copies = decode_factor + element_size ((mp_size_t) context[AT_N]),
  };
}

/* A worker's memory: two arrays of columns, and copies of an operand or digits in their place.
   Worker 1's also has its part of the result, columns 0..N, rounded up to vectors. */
enum { BEFORE = TILE + 2 * VECTOR, SET = 2 * TILE_HIGH_AT };
_Static_assert (TILE_HIGH_AT >= BEFORE + 3 * (ELEMENT_DIGITS (BIPARTITE_MAX) / 2) + 2 * SQUARE_TILE, "columns, in tiles");

static inline int64_t *
columns_in (mp_ptr memory, int set)
{
  return (int64_t *) memory + BEFORE + set * SET;
}

static inline double *
digits_in (mp_ptr memory)
{
  return (double *) memory + 2 * SET + BEFORE;
}

static inline size_t
lower_itch (mp_size_t digits)
{
  return comba_worker_limbs (2 * SET + BEFORE + copies_size (digits, SQUARE_VECTORS));
}

static inline size_t
sum_size (mp_size_t digits)
{
  return comba_worker_limbs (WHOLE_VECTORS (digits) + VECTOR);
}

static size_t
product_itch (mp_size_t n)
{
  const mp_size_t digits = ELEMENT_DIGITS (n);
  return 2 * lower_itch (digits) + sum_size (digits);
}

/* For the other functions: the scratch of montgomery48, and two elements. */
static size_t
itch (mp_size_t n)
{
  const size_t product = product_itch (n), others = comba_representation_montgomery48.itch (n) + 2 * element_size (n);
  return comba_whole_lines (product > others ? product : others);
}

/* One product; yp is NULL for a square. */
struct task
{
  struct bipartite b;
  mp_size_t s;
  mp_srcptr context;
  const double *xp, *yp;
  mp_ptr lower, upper;          /* the workers' memory */
  int64_t *sum;

  /* Valid in the caller only. */
  mp_ptr zp;                    /* may equal xp or yp */
  const struct comba_pool *pool;
};

/* Columns FROM..TO-1 of x y, or of x^2; whole tiles are written. */
static ALWAYS_INLINE void
put_product (const struct task *task, int64_t *low, double *copies, mp_size_t from, mp_size_t to)
{
  const mp_size_t digits = task->b.digits;
  if (task->yp != NULL)
    {
      put_copies (copies, task->yp, digits, 1);
      mul_tiles (low, task->xp, WHOLE_VECTORS (digits), copies, digits, from, to);
    }
  else
    {
      put_copies (copies, task->xp, digits, SQUARE_VECTORS);
      sqr_tiles (low, task->xp, copies, digits, from, to);
    }
}

/* Worker 0: C to the first array, q P from column T-1 on to the second. */
static void
partial_montgomery (const struct task *task)
{
  const mp_size_t digits = task->b.digits, t = task->b.t, end = t + WHOLE_VECTORS (digits) + VECTOR;
  int64_t *const c = columns_in (task->lower, 0), *const other = columns_in (task->lower, 1);
  double *const low = digits_in (task->lower), *const q = low + t;
  const unsigned mxcsr = begin_arithmetic ();
  put_product (task, c, low, 0, task->s);
  put_zero_columns (c - VECTOR);
  for (mp_size_t k = task->s; k < end; k += VECTOR)
    put_zero_columns (c + k);
  put_digits (low, (struct columns) { c, NULL, 0 }, 0, t, HALF);

  put_zero_columns (other - VECTOR);
  mul_tiles (other, low, t, mu_copies (task->context), t, -(-t & (TILE - 1)), t);
  put_digits (q, (struct columns) { other, NULL, 0 }, 0, t, HALF);

  put_zero_columns (other + t - 2 * VECTOR);
  mul_tiles (other, q, t, p_copies (task->context), digits, t - VECTOR, end);
  end_arithmetic (mxcsr);
}

/* Four columns, the first of which lacks the BIAS_ABOVE of a column before it. */
static ALWAYS_INLINE __m256i
first_sums_at (const int64_t *low, mp_size_t k)
{
  return _mm256_add_epi64 (sums_at (low, k), _mm256_setr_epi64x (TILE_BIAS_ABOVE, 0, 0, 0));
}

/* Worker 1: F - q P, as columns. */
static void
partial_barrett (const struct task *task)
{
  const struct bipartite *const b = &task->b;
  const mp_size_t digits = b->digits, s = task->s, end = WHOLE_VECTORS (digits) + VECTOR;
  int64_t *const e = columns_in (task->upper, 0) - s, *const other = columns_in (task->upper, 1);
  double *const u = digits_in (task->upper), *const q = u + b->w;
  const unsigned mxcsr = begin_arithmetic ();
  put_product (task, e, u, s, 2 * digits);
  put_zero_columns (e + s - VECTOR);
  put_zero_columns (e + 2 * digits);
  put_zero_columns (e + 2 * digits + VECTOR);
  put_digits (u, (struct columns) { e, NULL, 0 }, b->t + b->j, b->w, HALF);

  /* q begins at column b->w + 1. */
  mul_tiles (other, u, b->w, b->nu_copies, b->nu, (b->w - 1) & -VECTOR, b->w + 1 + b->q);
  put_digits (q, (struct columns) { other, NULL, 0 }, b->w + 1, b->q, HALF);

  put_zero_columns (other - VECTOR);
  mul_tiles (other, q, b->q, p_copies (task->context), digits, 0, end);
  int64_t *const sum = task->sum;
  const mp_size_t apart = s - b->t;
  _mm256_store_si256 ((__m256i *) sum, first_sums_at (other, 0));
  for (mp_size_t k = VECTOR; k < apart; k += VECTOR)
    _mm256_store_si256 ((__m256i *) (sum + k), sums_at (other, k));
  _mm256_store_si256 ((__m256i *) (sum + apart), _mm256_add_epi64 (sums_at (other, apart), first_sums_at (e, s)));
  for (mp_size_t k = apart + VECTOR; k < end; k += VECTOR)
    _mm256_store_si256 ((__m256i *) (sum + k), _mm256_add_epi64 (sums_at (other, k), sums_at (e, k + b->t)));
  end_arithmetic (mxcsr);
}

/* The product, from both parts. */
struct shares
{
  const int64_t *c, *qp, *sum;  /* c and qp begin at column T */
};

static ALWAYS_INLINE __m256i
product_at (const struct shares *s, mp_size_t k)
{
  return _mm256_add_epi64 (_mm256_add_epi64 (sums_at (s->c, k), sums_at (s->qp, k)),
                           _mm256_load_si256 ((const __m256i *) (s->sum + k)));
}

static void
add_shares (const struct task *task)
{
  double *const zp = (double *) task->zp;
  const mp_size_t digits = task->b.digits, t = task->b.t, last = WHOLE_VECTORS (digits) - VECTOR;
  const struct shares s = { columns_in (task->lower, 0) + t, columns_in (task->lower, 1) + t, task->sum };
  const __m256i half = _mm256_set1_epi64x (HALF);
  const unsigned mxcsr = begin_arithmetic ();
  __m256i before = carries_of (_mm256_add_epi64 (sums_at (s.c, -VECTOR), sums_at (s.qp, -VECTOR)));
  for (mp_size_t k = 0; k < last; k += VECTOR)
    _mm256_store_pd (zp + k, next_digits (&before, product_at (&s, k), half));

  /* Column N, if it follows these, is added to the digit before it. */
  const __m256i above = _mm256_permute4x64_epi64 (_mm256_slli_epi64 (product_at (&s, last + VECTOR), DIGIT_BITS), 0);
  const __m256i columns = _mm256_add_epi64 (product_at (&s, last), _mm256_blend_epi32 (_mm256_setzero_si256 (), above, 0xc0));
  _mm256_store_pd (zp + last, next_digits (&before, columns, _mm256_setr_epi64x (HALF, HALF, HALF, HALF_TOP)));
  if (digits % VECTOR != 0)
    _mm_store_pd (zp + digits, _mm_setzero_pd ());
  end_arithmetic (mxcsr);
}

static inline mp_size_t
modulus_limbs (mp_srcptr context)
{
  return (mp_size_t) context[AT_N];
}

static struct task
task_of (mp_srcptr context, mp_srcptr xp, mp_srcptr yp, mp_ptr memory)
{
  struct task task = { .b = parts_of (context), .context = context, .xp = (const double *) xp, .yp = (const double *) yp };
  task.s = (mp_size_t) numbers (context)[yp == NULL ? AT_S_SQR : AT_S];
  task.lower = memory;
  task.upper = task.lower + lower_itch (task.b.digits);
  task.sum = (int64_t *) task.upper + lower_itch (task.b.digits);
  return task;
}

/* x R from montgomery48, multiplied by B^T, which has one nonzero digit. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const size_t size = element_size ((mp_size_t) context[AT_N]);
  double *const factor = (double *) scratch;
  comba_representation_montgomery48.encode (k, context, xp, ap, an, scratch + size);
  memset (factor, 0, BYTES (size));
  factor[parts_of (context).t] = 1;
  comba_representation_montgomery48.mul (k, context, xp, xp, scratch, scratch + size);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_ptr y = scratch, rest = scratch + element_size ((mp_size_t) context[AT_N]);
  comba_representation_montgomery48.mul (k, context, y, xp, (mp_srcptr) parts_of (context).decode_factor, rest);
  comba_representation_montgomery48.decode (k, context, rp, y, rest);
}

static inline mp_size_t
bits_of (mp_srcptr pp, mp_size_t n)
{
  return 64 * n - __builtin_clzll (pp[n - 1]);
}

static inline mp_size_t
digits_of_bits (mp_size_t bits)
{
  return (bits + DIGIT_BITS - 1) / DIGIT_BITS;
}

/* -nu.  With r = B^K mod P, nu = (B^K - r) / P == r mu modulo beta^l, and nu < beta^l. */
static void
make_nu (const struct comba_config *k, const struct bipartite *b, mp_srcptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const mp_size_t whole = WHOLE_VECTORS (b->nu), l = (DIGIT_BITS * b->nu + 63) / 64;
  ASSERT (l <= n && b->nu <= most_nu_digits (n));
  const mp_ptr r = scratch, mu = r + n, nu = mu + l, rest = nu + l;
  power_of_two (k, context, r, DIGIT_BITS * (b->j + b->w + 1), r + n);
  comba_mod_mu (k, mu, l, pp, n, rest);
  comba_mullo_n (k, nu, r, mu, l, rest);
  double *const d = (double *) scratch + comba_whole_lines (2 * n + 2 * l);
  digits_of_limbs (d, whole, nu, l);
  for (mp_size_t i = 0; i < whole; i++)
    d[i] = 0 - d[i];
  put_copies (b->nu_copies, d, whole, 1);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (BIPARTITE_MIN <= n && n <= BIPARTITE_MAX);
  comba_representation_montgomery48.init (k, context, pp, n, scratch);
  const mp_size_t bits = bits_of (pp, n), digits = ELEMENT_DIGITS (n), t = lower_digits (digits);
  const mp_size_t j = (bits - 31) / DIGIT_BITS, w = WHOLE_VECTORS (digits_of_bits (2 * bits + 3) - t - j);
  const mp_ptr p = numbers (context);
  p[AT_T] = (mp_limb_t) t;
  p[AT_J] = (mp_limb_t) j;
  p[AT_W] = (mp_limb_t) w;
  p[AT_NU] = (mp_limb_t) digits_of_bits (DIGIT_BITS * (j + w + 1) - bits + 3);
  p[AT_Q] = (mp_limb_t) WHOLE_VECTORS (digits_of_bits (bits + 4) - t);
  p[AT_S] = (mp_limb_t) lower_columns (digits, k->radix_lead, 0);
  p[AT_S_SQR] = (mp_limb_t) lower_columns (digits, k->radix_lead_sqr, 1);
  const struct bipartite b = parts_of (context);
  make_nu (k, &b, context, pp, n, scratch);

  const mp_size_t bit = DIGIT_BITS * (RADIX_DIGITS (n) - t), count = bit / 64 + 1;
  memset (scratch, 0, BYTES (count));
  scratch[bit / 64] = (mp_limb_t) 1 << bit % 64;
  comba_representation_montgomery48.encode (k, context, (mp_ptr) b.decode_factor, scratch, count, scratch + comba_whole_lines (count));
}

#define MOST_WORKERS 2
#include "residue/two_workers_tpl.h"

const struct comba_pool_representation comba_pool_representation_bipartite48 =
  COMBA_TWO_WORKERS_REPRESENTATION ("bipartite48", BIPARTITE_MIN, BIPARTITE_MAX, 1);
