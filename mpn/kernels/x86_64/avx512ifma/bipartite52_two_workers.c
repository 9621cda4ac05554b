/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues on radix-2^52 digits, by two workers
   (kernels/x86_64/avx512ifma/bipartite52.h), and the representation, which
   kernels/x86_64/avx512ifma/bipartite52_more_workers.c extends to more workers.

   Columns of A B below N + 8m belong to worker 0 (C), the others to worker 1 (E beta^(8m)); with
   m = 0 both have equally many products, of squares too.  Worker 0 gets the larger part (m > 0):
   it starts earlier and also adds the two results, for which it should request worker 1's result
   before its own part is done. */

#include "kernels/x86_64/avx512ifma/bipartite52.h"
#include "parallel/pool.h"

static size_t
context_size (mp_size_t n)
{
  int s = MOD_VECTORS (n);
  return comba_representation_montgomery52.context_size (n) + CONTEXT_DIGITS + 3 * framed_size (s)
         + 2 * framed_size (most_quotient_vectors (s));
}

/* The memory of a product.  Worker 0: s+h vectors of columns, h of framed digits, and x and y.
   Worker 1: s vectors of columns of R1, the first of which lie below those of E, so that E ends
   s-h vectors later, one of zeros above, w of u nu, and as many framed digits. */
static inline size_t
lower_itch (int s)
{
  int h = lower_vectors (s);
  return comba_worker_limbs (8 * (s + h) + framed_size (h) + 2 * framed_size (s));
}

static inline int
upper_columns (int s)
{
  return 2 * s - lower_vectors (s) + 1;
}

static inline size_t
shares_itch (int s)
{
  int w = most_quotient_vectors (s);
  return lower_itch (s) + comba_worker_limbs (8 * (upper_columns (s) + w) + framed_size (w));
}

static size_t
product_itch (mp_size_t n)
{
  const int s = MOD_VECTORS (n);
  return comba_larger (shares_itch (s), comba_bipartite52_more_itch (s));
}

/* For the other functions: the scratch of comba_representation_montgomery52, and two elements. */
static size_t
itch (mp_size_t n)
{
  return comba_larger (product_itch (n), comba_representation_montgomery52.itch (n) + 2 * framed_size (MOD_VECTORS (n)));
}

/* One product; yp is NULL for a square. */
struct task
{
  struct bipartite b;
  int m;
  mp_srcptr context, xp, yp;
  mp_ptr lower, upper;          /* the memory of the workers */

  /* Valid in the caller only. */
  mp_ptr zp;                    /* may equal xp or yp */
  const struct comba_pool *pool;
};

/* Worker 1's result. */
static inline uint64_t *
r1_of (const struct task *t)
{
  return t->upper;
}

/* Requests worker 1's result if it is complete and was not requested before (ASKED); returns
   whether it has been requested. */
static inline int
ask (const struct task *task, int asked)
{
  if (asked || !comba_pool_is_done (task->pool, 1))
    return asked;
  fetch (r1_of (task), task->b.s);
  return 1;
}

/* Worker 1's reads take x and y out of the caller's cache, which has often just computed them.
   So worker 0 works on copies, and z, which may equal x, can be reclaimed.  The first strip uses
   the originals: a store right after the post waits for the post's store, and a vector loaded
   from two stores waits for both. */
static void
partial_montgomery (const struct task *task)
{
  const int s = task->b.s, h = task->b.h, m = task->m;
  const enum shape lower = task->yp != NULL ? LOWER : LOWER_SQR, upper = task->yp != NULL ? UPPER : UPPER_SQR;
  const mp_srcptr xp = task->xp, yp = task->yp != NULL ? task->yp : xp;
  const uint64_t *p = part (task->context, s, PART_P);
  __m512i *c = columns_at (task->lower);
  uint64_t *q = task->lower + 8 * (s + h) + FRAME;
  uint64_t *x = q + framed_size (h), *y = x;

  const int first = first_strip (h);
  strips (lower, c, xp + FRAME, s, yp + FRAME, s, 0, first, 0);
  copy_element (x - FRAME, xp, s);
  if (task->yp != NULL)
    {
      y = x + framed_size (s);
      copy_element (y - FRAME, yp, s);
    }
  strips (lower, c + first, x, s, y, s, first, h, 0);
  const uint64_t carry = lower_quotient (&task->b, task->context, q, c);
  strips (lower, c + h, x, s, y, s, h, s, 0);
  claim (task->zp + FRAME, s);  /* worker 1 has read x and y long ago */
  strips (MIDDLE, c + h, q, h, p, s, h, s, 0xff);
  int asked = ask (task, 0);
  strips (upper, c + s, x, s, y, s, s, s + m, 0);
  for (int v = m; m > 0 && v < h; v++)
    c[s + v] = _mm512_setzero_si512 ();
  asked = ask (task, asked);
  if (!asked)                   /* the lowest digits are complete long before the others */
    fetch (r1_of (task), task->b.w);
  strips (UPPER, c + s, q, h, p, s, s, s + h / 2, m > 0 ? 0xff : 0);
  ask (task, asked);
  strips (UPPER, c + s + h / 2, q, h, p, s, s + h / 2, s + h, m > 0 ? 0xff : 0);
  c[h] = _mm512_add_epi64 (c[h], _mm512_maskz_set1_epi64 (1, (long long) carry));
}

static void
partial_barrett (const struct task *task)
{
  const int s = task->b.s, w = task->b.w, m = task->m, above = s - task->b.h;
  const uint64_t *x = task->xp + FRAME, *y = task->yp != NULL ? task->yp + FRAME : x;
  __m512i *r = columns_at (r1_of (task)), *e = r + above, *c = r + upper_columns (s);
  uint64_t *q = r1_of (task) + 8 * (upper_columns (s) + w) + FRAME;

  fetch (x + 8 * m, s + 1 - m); /* the vectors below do not contribute to these columns */
  if (y != x)
    fetch (y + 8 * m, s + 1 - m);
  strips (task->yp != NULL ? UPPER : UPPER_SQR, e + m, x, s, y, s, s + m, 2 * s, 0);
  e[s] = _mm512_setzero_si512 ();
  claim (r1_of (task), s);
  upper_quotient (&task->b, q, r1_of (task) + task->b.D - 2, c);
  for (int v = w; v < above + m; v++)
    r[v] = _mm512_setzero_si512 ();
  strips (LOWER, r, q, w, task->b.complement, s, 0, w, 0);
  strips (MIDDLE, r + w, q, w, task->b.complement, s, w, s, 0xff);
}

/* Adds both results and reduces the sum; requests the highest digits of R1 first. */
static void
add_shares (const struct task *task)
{
  const uint64_t *r1 = r1_of (task);
  __builtin_prefetch (r1 + task->b.D - 1);
  __builtin_prefetch (r1 + task->b.D - 3);
  fetch (r1, task->b.s);
  reduce_sum (&task->b, task->context, task->zp + FRAME, task->lower + 8 * task->b.h, r1);
}

/* m, such that worker 0 does about LEAD vector products more than worker 1; a vector of columns
   in the middle has 16s, or 8s in squares.  E begins above the w vectors of q P to which nothing
   is added. */
static int
shift (const struct bipartite *b, int lead, int square)
{
  const int least = b->w - (b->s - b->h), most = (b->D - 2) / 8 - (b->s - b->h);
  const int steps = lead / (16 * b->s) - (b->h - b->w);
  const int m = square ? steps : (steps + 1) / 2;
  return m < least ? least : m < most ? m : most;
}

static inline mp_size_t
modulus_limbs (mp_srcptr context)
{
  return (mp_size_t) context[CONTEXT_LIMBS];
}

static struct task
task_of (mp_srcptr context, mp_srcptr xp, mp_srcptr yp, mp_ptr memory)
{
  struct task task = { .b = parts_of (context), .context = context, .xp = xp, .yp = yp };
  task.m = yp == NULL ? task.b.m_sqr : task.b.m;
  task.lower = memory;
  task.upper = memory + lower_itch (task.b.s);
  return task;
}

/* The function of comba_representation_montgomery52 multiplies by beta^-N, which the factor
   compensates. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  comba_mod_encode_ifma (context, parts_of (context).encode_factor - FRAME, xp, ap, an, scratch);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const struct bipartite b = parts_of (context);
  mp_ptr y = scratch, rest = scratch + framed_size (b.s);
  comba_mod_mul_ifma (y, xp, b.decode_factor - FRAME, context, 8 * b.s, 0, rest);
  comba_representation_montgomery52.decode (k, context, rp, y, rest);
}

/* nu.  With r = beta^(8w+D-2) mod P, nu = (beta^(8w+D-2) - r) / P == r mu modulo beta^(8w). */
static void
make_nu (const struct comba_config *k, const struct bipartite *b, mp_srcptr context, mp_size_t n,
         mp_ptr scratch)
{
  const int s = b->s, w = b->w;
  mp_srcptr r2 = part (context, s, PART_R2) - FRAME;
  mp_ptr x = scratch, limbs = scratch + framed_size (s), rest = limbs + framed_size (s);

  digits_of_power (x + FRAME, 0, 52, s, 52 * (8 * (w - s) + b->D - 2));
  comba_mod_mul_ifma (x, x, r2, context, 8 * s, 0, rest);
  comba_mod_mul_ifma (x, x, r2, context, 8 * s, 0, rest);
  comba_representation_montgomery52.decode (k, context, limbs, x, rest);
  digits_of_limbs (x + FRAME, 0, 52, s, limbs, n);
  strips (LOWER, columns_at (rest), x + FRAME, w, part (context, s, PART_MU), w, 0, w, 0);
  normalise (b->nu, 52, columns_at (rest), w, 0);
  clear_frame (b->nu, w);
  for (int i = 0; i < 8 * w; i++)
    b->reversed[i] = b->nu[8 * w - 1 - i];
  clear_frame (b->reversed, w);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (BIPARTITE_MIN <= n && n <= BIPARTITE_MAX);
  comba_representation_montgomery52.init (k, context, pp, n, scratch);
  const int s = MOD_VECTORS (n), h = lower_vectors (s);
  const int D = (int) ((bits_of_limbs (pp, n) + 5 + 51) / 52);
  mp_ptr p = context + comba_representation_montgomery52.context_size (n);
  p[BIPARTITE_H] = (mp_limb_t) h;
  p[BIPARTITE_D] = (mp_limb_t) D;
  p[BIPARTITE_W] = (mp_limb_t) (D - 8 * h + 2 + 7) / 8;
  const struct bipartite of_size = parts_of (context);
  p[BIPARTITE_M] = (mp_limb_t) shift (&of_size, k->radix_lead, 0);
  p[BIPARTITE_M_SQR] = (mp_limb_t) shift (&of_size, k->radix_lead_sqr, 1);

  const struct bipartite b = parts_of (context);
  mp_srcptr r2 = part (context, s, PART_R2) - FRAME;
  make_complement (b.complement, 52, part (context, s, PART_P), s);
  digits_of_power (b.encode_factor, 0, 52, s, 52 * 8 * h);
  comba_mod_mul_ifma (b.encode_factor - FRAME, b.encode_factor - FRAME, r2, context, 8 * s, 0, scratch);
  digits_of_power (b.decode_factor, 0, 52, s, 52 * 8 * (s - h));
  comba_mod_mul_ifma (b.decode_factor - FRAME, b.decode_factor - FRAME, r2, context, 8 * s, 0, scratch);
  make_nu (k, &b, context, n, scratch);
}

static size_t
element_size (mp_size_t n)
{
  return framed_size (MOD_VECTORS (n));
}

#define product_by_more comba_bipartite52_more
#define MOST_WORKERS COMBA_THREADS_MAX
#include "residue/two_workers_tpl.h"

const struct comba_pool_representation comba_pool_representation_bipartite52 =
  COMBA_TWO_WORKERS_REPRESENTATION ("bipartite52", BIPARTITE_MIN, BIPARTITE_MAX, 0);
