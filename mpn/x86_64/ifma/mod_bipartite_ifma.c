/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues in digits of 52 bits, by two workers (paper 003, but for
   how A B is shared).

   N = 8s digits hold 2^32 P, D <= N digits hold 2^5 P, T = 8h is about half of N.  What
   stands for x is x beta^T modulo P, any such number below 4P, and the product of A and B
   is A B beta^-T modulo P.  The columns of A B below N + 8m are worker 0's, C, the others are
   worker 1's, E beta^(8m): equally many products, of squares too, if m = 0; 8m <= D-2-(N-T).

     Worker 0, partial Montgomery: Q = C mu mod beta^T, R0 = (C + Q P) / beta^T.
     Worker 1, partial Barrett of F = E beta^(N-T+8m): with u the 8w digits of F from D-2 on,
       nu = floor (beta^(8w+D-2) / P) and q = floor (u nu / beta^(8w)), R1 = F - q P.

   Columns are below 2^63, so C is less than 2^12 beta^(N+8m), and beta^(N-T+8m) far less than
   P: R0 < 2P.  u has no more than D-T+2 digits since F < 16P^2 / beta^T and 16P < beta^D,
   and nu no more than 8w.  q is less than F/P by less than 4, to which u and the columns of
   u nu below 8w-1 add less than 1 together, nu one, column 8w-1 one, rounding one: R1 < 4P.

   The sum is less than 6P and known modulo beta^N.  Its digits D-2 and D-1, and what
   column D-3 has above 52 bits, estimate it modulo beta^D in units of beta^(D-2), at most 3
   too low, and P is 2^47 units and more.  What this says is certainly in it of P is
   subtracted, and the result is below 2P.

   Worker 0 has the larger part (m > 0): it begins sooner, and adds up the sum, for which the
   lines that worker 1 has written are best asked for before its own part is done.

   Instructions and addresses depend on n and the bits of P alone, but for init. */

#include "x86_64/ifma/ifma.h"
#include "x86_64/ifma/residues.h"
#include "parallel/areas.h"
#include "parallel/team.h"

/* Three vectors for each worker at least. */
enum { BIPARTITE_MIN = 34, BIPARTITE_MAX = 390 };
_Static_assert (MOD_VECTORS (BIPARTITE_MIN) >= 6, "halves must be long enough");
_Static_assert ((int) BIPARTITE_MIN > (int) SHORT_LIMBS, "digits must have 52 bits");

/* A column of the sum: C or E, Q P, q P and six times P. */
_Static_assert (32 * MOD_VECTORS (BIPARTITE_MAX) + 48 < 1 << (COLUMN_BITS + 1 - 52),
                "columns must not overflow");

/* A context: that of comba_form_ifma, then h, D and w, then what is framed.  Of s digits:
   beta^N - P, beta^(N+T) and beta^(2N-T), factors that lead from and to other forms; of w
   digits: nu and the same reversed. */
enum { BIPARTITE_H, BIPARTITE_D, BIPARTITE_W };

struct bipartite
{
  int s, h, D, w;
  mp_ptr complement, entering, leaving, nu, reversed;   /* digit 0 */
};

/* h: worker 1's quotient has s - h vectors or one more, so that of an odd s worker 0's half is
   the larger one. */
static inline int
lower_vectors (int s)
{
  return (s + 1) / 2;
}

static inline int
most_quotient_vectors (int s)
{
  return s - lower_vectors (s) + 1;
}

static size_t
context_size (mp_size_t n)
{
  int s = MOD_VECTORS (n);
  return comba_form_ifma.context_size (n) + CONTEXT_DIGITS + 3 * framed_size (s)
         + 2 * framed_size (most_quotient_vectors (s));
}

/* What the context says, or is going to. */
static inline struct bipartite
parts_of (mp_srcptr context)
{
  struct bipartite b = { .s = context_vectors (context) };
  mp_ptr p = (mp_ptr) context + comba_form_ifma.context_size ((mp_size_t) context[CONTEXT_LIMBS]);
  b.h = (int) p[BIPARTITE_H], b.D = (int) p[BIPARTITE_D], b.w = (int) p[BIPARTITE_W];
  b.complement = p + CONTEXT_DIGITS + FRAME;
  b.entering = b.complement + framed_size (b.s);
  b.leaving = b.entering + framed_size (b.s);
  b.nu = b.leaving + framed_size (b.s);
  b.reversed = b.nu + framed_size (most_quotient_vectors (b.s));
  return b;
}

/* Memory of a product.  Of worker 0: s+h vectors of columns, h of framed digits, and x and y; of worker 1: s
   vectors of columns of E and zeros above them, s of -q P, w of u nu and as many framed
   digits.  Beyond it what the other form needs, and an element. */
static inline size_t
lower_itch (int s)
{
  int h = lower_vectors (s);
  return comba_area (8 * (s + h) + framed_size (h) + 2 * framed_size (s));
}

static inline size_t
shares_itch (int s)
{
  int w = most_quotient_vectors (s);
  return lower_itch (s) + comba_area (8 * (2 * s + 1 + w) + framed_size (w));
}

static size_t
itch (mp_size_t n)
{
  int s = MOD_VECTORS (n);
  return shares_itch (s) + comba_form_ifma.itch (n) + framed_size (s);
}

/* One product: yp is NULL in squares. */
struct task
{
  struct bipartite b;
  int m;
  mp_srcptr context, xp, yp;
  mp_ptr lower, upper;          /* the memory of the workers */

  /* What the caller alone knows. */
  mp_ptr zp;                    /* may be xp or yp */
  const struct comba_team *team;
};

static inline uint64_t *
minus_qp (const struct task *t)
{
  return t->upper + 8 * (t->b.s + 1);
}

/* What another worker wrote comes line by line unless it is asked for before; and what it
   has read is claimed before it is written. */
static inline void
fetch (const uint64_t *p, int vectors)
{
  for (int v = 0; v < vectors; v++)
    __builtin_prefetch (p + 8 * v);
}

static inline void
claim (const uint64_t *p, int vectors)
{
  for (int v = 0; v < vectors; v++)
    __builtin_prefetch (p + 8 * v, 1);
}

/* Has worker 1's result on its way, if that is done and not yet ASKED for; returns whether it is. */
static inline int
ask (const struct task *task, int asked)
{
  if (asked || !comba_team_is_done (task->team, 1))
    return asked;
  fetch (minus_qp (task), task->b.s);
  return 1;
}

static void
copy_element (mp_ptr zp, mp_srcptr xp, int s)
{
  for (int v = 0; v < s + 2; v++)
    vectors (zp)[v] = _mm512_loadu_si512 (xp + 8 * v);
}

/* By copies of x and y: where the caller has just made them worker 1 takes their lines away while it reads
   them, and they would have to come back; and z, which may be x, can be claimed. */
static void
partial_montgomery (const struct task *task)
{
  const int s = task->b.s, h = task->b.h, m = task->m;
  const uint64_t *p = part (task->context, s, PART_P);
  __m512i *c = columns_at (task->lower);
  uint64_t *q = task->lower + 8 * (s + h) + FRAME;
  uint64_t *x = q + framed_size (h), *y = x;

  copy_element (x - FRAME, task->xp, s);
  if (task->yp != NULL)
    {
      y = x + framed_size (s);
      copy_element (y - FRAME, task->yp, s);
    }
  clear_frame (q, h);
  claim (task->lower + 8 * h, s);
  strips (task->yp != NULL ? LOWER : LOWER_SQR, c, x, s, y, s, 0, s, 0);
  uint64_t carry = normalise (q, 52, c, h, 0);
  uint64_t below = q[8 * h - 1];
  strips (LOWER, c, q, h, part (task->context, s, PART_MU), h, 0, h, 0);
  normalise (q, 52, c, h, 0);
  below += column_below (q, part (task->context, s, PART_REVERSED) + 8 * (s - h), h, 52);
  carry += (below + (1 << 12) - 1) >> 52;
  claim (task->zp + FRAME, s);  /* worker 1 has long read x and y */
  int asked = ask (task, 0);
  strips (MIDDLE, c + h, q, h, p, s, h, s, 0xff);
  asked = ask (task, asked);
  strips (task->yp != NULL ? UPPER : UPPER_SQR, c + s, x, s, y, s, s, s + m, 0);
  for (int v = m; m > 0 && v < h; v++)
    c[s + v] = _mm512_setzero_si512 ();
  ask (task, asked);
  strips (UPPER, c + s, q, h, p, s, s, s + h, m > 0 ? 0xff : 0);
  c[h] = _mm512_add_epi64 (c[h], _mm512_maskz_set1_epi64 (1, (long long) carry));
}

static void
partial_barrett (const struct task *task)
{
  const int s = task->b.s, w = task->b.w, m = task->m;
  const uint64_t *x = task->xp + FRAME, *y = task->yp != NULL ? task->yp + FRAME : x;
  const uint64_t *from = task->upper + task->b.D - 2 - 8 * (s - task->b.h);
  __m512i *e = columns_at (task->upper), *r = columns_at (minus_qp (task)), *c = r + s;
  uint64_t *q = minus_qp (task) + 8 * (s + w) + FRAME;

  fetch (x, s + 1);
  if (y != x)
    fetch (y, s + 1);
  claim (minus_qp (task), s);
  clear_frame (q, w);
  strips (task->yp != NULL ? UPPER : UPPER_SQR, e + m, x, s, y, s, s + m, 2 * s, 0);
  e[s] = _mm512_setzero_si512 ();
  struct normal u = { .above = _mm512_setzero_si512 () };
  for (int v = 0; v < w; v++)
    vectors (q)[v] = normal_digits (&u, _mm512_loadu_si512 (from + 8 * v), 52);
  uint64_t below = column_below (q, task->b.reversed, w, 52);
  strips (UPPER, c, q, w, task->b.nu, w, w, 2 * w, 0);
  normalise (q, 52, c, w, below >> 52);
  strips (LOWER, r, q, w, task->b.complement, s, 0, w, 0);
  strips (MIDDLE, r + w, q, w, task->b.complement, s, w, s, 0);
  for (int v = m; v < task->b.h; v++)
    r[s - task->b.h + v] = _mm512_add_epi64 (r[s - task->b.h + v], e[v]);
}

/* How often P is in the sum of the columns R0 and R1, as far as is certain. */
static inline uint64_t
certain_quotient (const uint64_t *r0, const uint64_t *r1, const uint64_t *p, int D)
{
  typedef unsigned __int128 uint128_t;
  const uint128_t mask = ((uint128_t) 1 << 104) - 1;
  const uint128_t unit = ((uint128_t) p[D - 1] << 52) + p[D - 2] + 1;
  const uint64_t below = (r0[D - 3] + r1[D - 3]) >> 52;
  uint128_t sum = (((uint128_t) (r0[D - 1] + r1[D - 1]) << 52) + (r0[D - 2] + r1[D - 2])
                   + below + 3) & mask;
  uint64_t k = 0;
  for (int j = 1; j < 6; j++)
    k += sum >= j * unit + 3;
  return k;
}

/* z = R0 + R1 - k P.  The highest lines of R1 come first. */
static void
add_shares (const struct task *task)
{
  const int s = task->b.s, D = task->b.D;
  const uint64_t *r0 = task->lower + 8 * task->b.h, *r1 = minus_qp (task);
  const uint64_t *complement = task->b.complement;
  uint64_t *z = task->zp + FRAME;

  __builtin_prefetch (r1 + D - 1);
  __builtin_prefetch (r1 + D - 3);
  fetch (r1, s);
  const uint64_t k = certain_quotient (r0, r1, part (task->context, s, PART_P), D);
  const __m512i times = _mm512_set1_epi64 ((long long) k);
  struct normal r = { .above = _mm512_setzero_si512 () };
  for (int v = 0; v < s; v++)
    {
      __m512i sum = _mm512_add_epi64 (_mm512_load_si512 (r0 + 8 * v), _mm512_load_si512 (r1 + 8 * v));
      sum = _mm512_madd52lo_epu64 (sum, times, _mm512_load_si512 (complement + 8 * v));
      sum = _mm512_madd52hi_epu64 (sum, times, _mm512_loadu_si512 (complement + 8 * v - 1));
      vectors (z)[v] = normal_digits (&r, sum, 52);
    }
  clear_frame (z, s);
}

/* m: worker 0 has about LEAD products of vectors more to do than worker 1, of which a vector of
   columns in the middle has 16s, or 8s in squares. */
enum { LEAD = 2560 };

static int
shift (const struct bipartite *b, int square)
{
  const int most = (b->D - 2) / 8 - (b->s - b->h);
  const int steps = LEAD / (16 * b->s) - (b->h - b->w), m = square ? steps : (steps + 1) / 2;
  return m < 0 ? 0 : m < most ? m : most;
}

static inline size_t
shares_size (mp_srcptr context)
{
  return shares_itch (context_vectors (context));
}

static struct task
task_of (mp_srcptr context, mp_srcptr xp, mp_srcptr yp, mp_ptr memory)
{
  struct task task = { .b = parts_of (context), .context = context, .xp = xp, .yp = yp };
  task.m = shift (&task.b, yp == NULL);
  task.lower = memory;
  task.upper = memory + lower_itch (task.b.s);
  return task;
}

/* The form by comba_form_ifma takes beta^-N along. */
static void
enter (const struct comba_kernels *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  comba_mod_enter_ifma (context, parts_of (context).entering - FRAME, xp, ap, an, scratch);
}

static void
leave (const struct comba_kernels *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct bipartite b = parts_of (context);
  mp_ptr y = scratch, rest = scratch + framed_size (b.s);
  comba_mod_mul_ifma (y, xp, b.leaving - FRAME, context, 8 * b.s, rest);
  comba_form_ifma.leave (k, context, rp, y, rest);
}

/* nu: with r = beta^(8w+D-2) mod P it is (beta^(8w+D-2) - r) / P, and so r mu modulo
   beta^(8w). */
static void
make_nu (const struct comba_kernels *k, const struct bipartite *b, mp_srcptr context, mp_size_t n,
         mp_ptr scratch)
{
  const int s = b->s, w = b->w;
  mp_srcptr r2 = part (context, s, PART_R2) - FRAME;
  mp_ptr x = scratch, limbs = scratch + framed_size (s), rest = limbs + framed_size (s);

  digits_of_power (x + FRAME, 0, 52, s, 52 * (8 * (w - s) + b->D - 2));
  comba_mod_mul_ifma (x, x, r2, context, 8 * s, rest);
  comba_mod_mul_ifma (x, x, r2, context, 8 * s, rest);
  comba_form_ifma.leave (k, context, limbs, x, rest);
  digits_of_limbs (x + FRAME, 0, 52, s, limbs, n);
  strips (LOWER, columns_at (rest), x + FRAME, w, part (context, s, PART_MU), w, 0, w, 0);
  normalise (b->nu, 52, columns_at (rest), w, 0);
  clear_frame (b->nu, w);
  for (int i = 0; i < 8 * w; i++)
    b->reversed[i] = b->nu[8 * w - 1 - i];
  clear_frame (b->reversed, w);
}

static void
init (const struct comba_kernels *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (BIPARTITE_MIN <= n && n <= BIPARTITE_MAX);
  comba_form_ifma.init (k, context, pp, n, scratch);
  const int s = MOD_VECTORS (n), h = lower_vectors (s);
  const int D = (int) ((bits_of_limbs (pp, n) + 5 + 51) / 52);
  mp_ptr p = context + comba_form_ifma.context_size (n);
  p[BIPARTITE_H] = (mp_limb_t) h;
  p[BIPARTITE_D] = (mp_limb_t) D;
  p[BIPARTITE_W] = (mp_limb_t) (D - 8 * h + 2 + 7) / 8;

  const struct bipartite b = parts_of (context);
  mp_srcptr r2 = part (context, s, PART_R2) - FRAME;
  make_complement (b.complement, 52, part (context, s, PART_P), s);
  digits_of_power (b.entering, 0, 52, s, 52 * 8 * h);
  comba_mod_mul_ifma (b.entering - FRAME, b.entering - FRAME, r2, context, 8 * s, scratch);
  digits_of_power (b.leaving, 0, 52, s, 52 * 8 * (s - h));
  comba_mod_mul_ifma (b.leaving - FRAME, b.leaving - FRAME, r2, context, 8 * s, scratch);
  make_nu (k, &b, context, n, scratch);
}

static size_t
element_size (mp_size_t n)
{
  return framed_size (MOD_VECTORS (n));
}

#include "mod/two_workers.h"

const struct comba_team_form comba_bipartite_form_ifma =
  COMBA_TWO_WORKERS_FORM ("bipartite-ifma", BIPARTITE_MIN, BIPARTITE_MAX, 0);
