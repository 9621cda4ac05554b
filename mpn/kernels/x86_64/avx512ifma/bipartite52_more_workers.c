/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues on radix-2^52 digits, by three or more workers
   (kernels/x86_64/avx512ifma/bipartite52.h).  The 2s vectors of columns of A B and the s of the
   result are cut by the cost of their products, at places that every worker can compute.  Two
   stages do the work:

     1. Worker 0 computes the columns of A B below T and makes Q from them; worker 1 computes
        those from D-2+T on and makes q.  The columns between are divided among all, with more for
        those that have no quotient to make.
     2. Each worker computes a range of columns of the result: Q P, -q P, and the part of A B there.

   C and E meet where worker 1's columns begin: m is as large as possible.  The caller reduces
   the sum.  Nobody shares the work on a quotient of s/2 vectors and its columns; from six
   workers on it takes longer than the part of any other. */

#include "kernels/x86_64/avx512ifma/bipartite52.h"

/* The arguments posted to workers. */
struct call
{
  mp_srcptr context, xp, yp;    /* yp is NULL for a square */
  mp_ptr memory;
  int workers;
};

_Static_assert (sizeof (struct call) <= COMBA_POST_BYTES, "workers must be told");

/* The layout of the memory: columns of A B and a vector of zeros; columns of the result and the
   other needs of worker 1; Q, framed, and the carry of C + Q P above it; q; and copies of x and
   y for worker 0 (kernels/x86_64/avx512ifma/bipartite52_two_workers.c says why). */
struct places
{
  size_t ab, r, c, Q, carry, q, x, y, end;
};

static inline size_t
place (size_t *end, size_t limbs)
{
  const size_t at = *end;
  *end += comba_worker_limbs (limbs);
  return at;
}

static struct places
places_for (int s)
{
  const size_t h = (size_t) lower_vectors (s), w = (size_t) most_quotient_vectors (s);
  struct places p = { .end = 0 };
  p.ab = place (&p.end, 8 * (2 * (size_t) s + 1));
  p.r = place (&p.end, 8 * (size_t) s);
  p.c = place (&p.end, 8 * w);
  p.Q = place (&p.end, framed_size ((int) h) + 1);
  p.carry = p.Q + framed_size ((int) h);
  p.q = place (&p.end, framed_size ((int) w));
  p.x = place (&p.end, framed_size (s));
  p.y = place (&p.end, framed_size (s));
  return p;
}

size_t
comba_bipartite52_more_itch (int s)
{
  return places_for (s).end;
}

struct areas
{
  struct bipartite b;
  __m512i *ab, *r, *c;
  uint64_t *Q, *carry, *q, *x, *y;      /* digit 0 */
};

static struct areas
areas_of (const struct call *call)
{
  const struct bipartite b = parts_of (call->context);
  const struct places p = places_for (b.s);
  const mp_ptr m = call->memory;
  return (struct areas) {
    b, columns_at (m + p.ab), columns_at (m + p.r), columns_at (m + p.c), m + p.Q + FRAME, m + p.carry, m + p.q + FRAME,
    m + p.x + FRAME, m + p.y + FRAME,
  };
}

/* Costs, in units of half a product of a vector and eight digits. */

/* The cost of the vectors of columns of A B below k. */
static long
product_cost (const struct bipartite *b, int k)
{
  const long s = b->s, left = 2 * s - k;
  return k <= s ? (long) k * (k + 1) : 2 * s * s - left * (left - 1);
}

/* The cost of those of the result below k. */
static long
result_cost (const struct bipartite *b, int k)
{
  const long h = b->h, w = b->w, middle = b->s - b->h, above = k - middle;
  return 2 * h * k - (above > 0 ? above * above : 0) + (k <= w ? (long) k * (k + 1) : w * (2 * k - w + 1));
}

/* The vector between FROM and TO at which the cost of the vectors below is nearest to COST. */
static int
cut (long (*below) (const struct bipartite *, int), const struct bipartite *b, int from, int to, long cost)
{
  while (from < to)
    {
      const int k = (from + to) / 2;
      if (below (b, k) + below (b, k + 1) >= 2 * cost)
        to = k;
      else
        from = k + 1;
    }
  return from;
}

/* The order of ranges: that of worker 0, then of 2, 3, ..., then of worker 1. */
static int
order_of (int worker, int workers)
{
  return worker == 0 ? 0 : worker == 1 ? workers - 1 : worker - 1;
}

/* The first vector of worker 1's columns of A B. */
static int
highest_columns (const struct bipartite *b)
{
  return b->h + (b->D - 2) / 8;
}

/* The first vector of the nth range of the columns between. */
static int
middle_cut (const struct bipartite *b, int nth, int workers, int square)
{
  const int top = highest_columns (b);
  if (nth == 0)
    return b->h;
  if (nth == workers)
    return top;
  const long h = b->h, w = b->w, times = square ? 2 : 1;        /* products of squares cost half */
  const long low = product_cost (b, b->h), middle = product_cost (b, top) - low;
  const long first = low + times * h * (h + 1);
  const long second = product_cost (b, 2 * b->s) - low - middle + times * w * (w + 1);
  const long each = (first + middle + second) / workers;
  const long first_more = each > first ? each - first : 0, second_more = each > second ? each - second : 0;
  const long others = middle - first_more - second_more;
  return cut (product_cost, b, b->h, top, low + first_more + others * (nth - 1) / (workers - 2));
}

static int
result_cut (const struct bipartite *b, int nth, int workers)
{
  return cut (result_cost, b, 0, b->s, result_cost (b, b->s) * nth / workers);
}

static inline int
least (int a, int b)
{
  return a < b ? a : b;
}

static inline int
most (int a, int b)
{
  return a > b ? a : b;
}

/* Vectors FROM to TO - 1 of the columns of A B. */
static void
products (const struct areas *a, const uint64_t *x, const uint64_t *y, int square, int from, int to)
{
  const int s = a->b.s, upper = most (from, s);
  strips (square ? LOWER_SQR : LOWER, a->ab + from, x, s, y, s, from, least (to, s), 0);
  strips (square ? UPPER_SQR : UPPER, a->ab + upper, x, s, y, s, upper, to, 0);
}

static void
share_products (void *arg, int i)
{
  const struct call *call = arg;
  const struct areas a = areas_of (call);
  const int s = a.b.s, square = call->yp == NULL, nth = order_of (i, call->workers);
  const uint64_t *x = call->xp + FRAME, *y = square ? x : call->yp + FRAME;
  if (i == 0)
    {
      copy_element (a.x - FRAME, call->xp, s);
      if (!square)
        copy_element (a.y - FRAME, call->yp, s);
      x = a.x, y = square ? a.x : a.y;
      products (&a, x, y, square, 0, a.b.h);
      *a.carry = lower_quotient (&a.b, call->context, a.Q, a.ab);
    }
  else
    {
      fetch (x, s + 1);
      if (!square)
        fetch (y, s + 1);
    }
  if (i == 1)
    {
      products (&a, x, y, square, highest_columns (&a.b), 2 * s);
      a.ab[2 * s] = _mm512_setzero_si512 ();
      upper_quotient (&a.b, a.q, (const uint64_t *) (a.ab + a.b.h) + a.b.D - 2, a.c);
    }
  products (&a, x, y, square, middle_cut (&a.b, nth, call->workers, square),
            middle_cut (&a.b, nth + 1, call->workers, square));
}

static void
share_result (void *arg, int i)
{
  const struct call *call = arg;
  const struct areas a = areas_of (call);
  const int s = a.b.s, h = a.b.h, w = a.b.w, nth = order_of (i, call->workers);
  const int from = result_cut (&a.b, nth, call->workers), to = result_cut (&a.b, nth + 1, call->workers);
  const uint64_t *p = part (call->context, s, PART_P);

  fetch (a.q, w);
  fetch (a.Q, h);
  fetch ((const uint64_t *) (a.ab + h + from), to - from);
  strips (LOWER, a.r + from, a.q, w, a.b.complement, s, from, least (to, w), 0);
  int rest = most (from, w);
  strips (MIDDLE, a.r + rest, a.q, w, a.b.complement, s, rest, to, 0);
  strips (MIDDLE, a.r + from, a.Q, h, p, s, h + from, h + least (to, s - h), 0xff);
  rest = most (from, s - h);
  strips (UPPER, a.r + rest, a.Q, h, p, s, h + rest, h + to, 0xff);
  for (int v = from; v < to; v++)
    a.r[v] = _mm512_add_epi64 (a.r[v], a.ab[h + v]);
}

void
comba_bipartite52_more (const struct comba_pool *pool, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr memory)
{
  static const struct comba_stage stages[] = { { share_products, 0 }, { share_result, 1 }, { NULL, 0 } };
  const struct bipartite b = parts_of (context);
  struct comba_pool some = *pool;
  some.threads = least (pool->threads, b.h);
  struct call call = { context, xp, yp, memory, some.threads };
  comba_pool_stages (&some, stages, &call, sizeof call);

  const struct areas a = areas_of (&call);
  uint64_t *r = (uint64_t *) a.r;
  fetch (r, b.s);
  r[0] += *a.carry;
  reduce_sum (&b, context, zp + FRAME, r, NULL);
}
