/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product: the transforms modulo each prime, then the coefficients by the Chinese remainder
   theorem.  Included by a field file.

   Several threads do it in steps.  If each can have the same number of primes, a thread does all
   transforms of its primes in one job; so does a single thread.  If not, each step is a job over
   all primes, and a thread has a range of it. */

#include "arith/arith.h"
#include "mul/mul.h"
#include <string.h>

/* rp[0..rn-1] = the sum of coefficient j times 2^(bits (j - first)), for the coefficients from
   FIRST on that begin there; modulo prime i they are x[i words...].  If BEYOND is not NULL, rn is a
   multiple of BITS, and beyond[0..BEYOND-1] receives the part of the sum beyond rp: less than
   2^(191 - bits) and a carry. */
enum { BEYOND = 128 / GMP_LIMB_BITS };
static void recombine (mp_ptr rp, mp_size_t rn, mp_ptr beyond, const uint64_t *x, size_t words,
                       size_t first, int bits);

/* Each prime's transforms are done by one thread. */
static int
whole_primes (int threads)
{
  return PRIMES % threads == 0;
}

/* A thread cuts the operands once for all its primes if all transforms together stay in the
   cache.  AGAIN: b is used for several pieces. */
static int
cut_together (const struct shape *s, int again, int threads)
{
  return whole_primes (threads) && words_of (s) <= TOGETHER_WORDS && (again || !s->lean);
}

/* Each thread has its own copy of the coefficients that it puts together.  The others write their
   residues there, bypassing their caches.  Writing again what another CPU has read takes far longer
   than reading what it wrote, so no thread reads another's transforms. */
static int
has_own_coefficients (const struct shape *s, int threads)
{
  return threads > 1 && whole_primes (threads) && words_of (s) <= STREAMED_WORDS;
}

/* Size of the coefficients of a product for all primes, in words of 64 bits; it does not shrink
   with more threads.  A thread prefetches words beyond its coefficients, which no thread may
   use. */
static size_t
coefficients_itch (const struct shape *s, int threads)
{
  const size_t words = PRIMES * words_of (s);
  if (threads == 1 || words_of (s) > STREAMED_WORDS)
    return words;
  return (size_t) (threads < PRIMES ? threads : PRIMES) * words + 2 * FAR_AHEAD;
}

/* Returns the primes of a share. */
static struct primes_of
primes_of_share (int share, int threads)
{
  return (struct primes_of) { share * PRIMES / threads, (share + 1) * PRIMES / threads };
}

/* Returns the share of prime I, if each prime is done by one thread. */
static int
share_of_prime (int i, int threads)
{
  return i * threads / PRIMES;
}

/* The primes whose roots are in use at the same time. */
static int
primes_at_once (int threads)
{
  return whole_primes (threads) ? threads : PRIMES;
}

/* The product of b and a, or of b and a piece of a, or of a and a prepared b
   (mul/ntt/cached_tpl.h).  It is posted to the workers, which derive everything else themselves:
   this is faster than reading the caller's results. */
struct job;
struct product
{
  struct shape s;
  int threads;
  char square;
  char b_too;                   /* b has to be transformed */
  char again;                   /* and its leaves are used again for the next piece */
  void (*make_job) (struct job *job, const struct product *p);
  mp_ptr rp;
  mp_size_t rn;
  mp_srcptr ap, bp;
  mp_size_t an, bn;
  uint64_t *scratch;
  uint64_t *prepared;           /* the areas of b, if it is prepared */
};

/* The work for such a product. */
struct job
{
  const struct product *p;
  size_t words, apart;
  int levels;                   /* of the current nodes of the tree */
  mp_ptr beyond;                /* BEYOND limbs for each thread but the last; cyclic: for all */
  struct residues
  {
    uint64_t *x, *y;            /* y == x for a square */
    struct ring ring;
    uint64_t *area;             /* of a prepared operand */
  } of[PRIMES];
};

/* The part that is posted to workers comes first. */
struct call
{
  struct product product;
  struct job job;
};

_Static_assert (sizeof (struct product) <= COMBA_POST_BYTES, "must fit in a mailbox");

/* Scratch, in words of 64 bits: for each prime the coefficients of a, later of the product, for
   each thread if it has its own; the coefficients of b, for each prime if the operands are cut
   together or b is used again; the roots and their inverses; the part of each thread but the last
   beyond its range of limbs; the call, which takes much of a small stack; the limbs in which two
   pieces overlap.  For one thread the scratch is
   monotonic, even past the size up to which operands are cut together: residue/ has scratch for N x
   N limbs and may multiply shorter operands.

   Lean shapes, for one thread, need less: while the result is not yet written, it holds the
   coefficients of b for one prime at a time, unless b is used again, and as many roots as fit. */
enum { LIMBS_PER_WORD = 64 / GMP_LIMB_BITS };

/* Returns the first address at or after MEMORY that is aligned for vectors. */
static uint64_t *
align (mp_ptr memory)
{
  return (uint64_t *) (((uintptr_t) memory + 8 * LANES - 1) & -(uintptr_t) (8 * LANES));
}

/* Where b's transforms or roots lie. */
struct place
{
  int in_result;                /* or in scratch */
  size_t at;
};

/* Used words. */
struct used
{
  size_t scratch, result;
};

/* N words in the result, if FREE are, or in scratch. */
static struct place
place_of (struct used *used, size_t n, size_t free)
{
  const int in_result = used->result + n <= free;
  size_t *const words = in_result ? &used->result : &used->scratch;
  *words += n;
  return (struct place) { in_result, *words - n };
}

/* The words of ring.roots, and of ring.inverses. */
enum { ROOTS_W, ROOTS_Q, INVERSES_W, INVERSES_Q, ALL_ROOTS = 4 };

struct areas
{
  size_t words;                 /* of a transform */
  size_t apart;                 /* distance between the coefficients of two threads; 0: shared */
  struct place y, roots[ALL_ROOTS];     /* TABLES roots_of words after these, those of the next thread */
  size_t x, beyond, call, overlap, all;
};

/* The number of roots that the first L nodes need; for a cyclic transform, nodes 0 to 3. */
static size_t
roots_of (const struct shape *s)
{
  return (size_t) (is_cyclic (s) ? 2 : 4) << s->levels;
}

/* For RN limbs of the result, which are free if S is lean; AGAIN: b is used for several pieces. */
static struct areas
areas_of (const struct shape *s, int again, mp_size_t rn, mp_size_t bn, int threads)
{
  struct areas r;
  const int at_once = primes_at_once (threads), all_y = again || cut_together (s, again, threads);
  const size_t free = s->lean && rn > LANES ? (size_t) (rn - LANES) : 0, n = roots_of (s);
  struct used used = { .scratch = coefficients_itch (s, threads) };
  r.words = words_of (s);
  r.apart = has_own_coefficients (s, threads) ? PRIMES * r.words : 0;
  r.x = 0;
  r.y = place_of (&used, (all_y ? PRIMES : at_once) * r.words, again ? 0 : free);
  const size_t together = 2 * PRIMES * (size_t) TOGETHER_WORDS;
  if (threads == 1 && !s->lean && r.words > TOGETHER_WORDS && together > used.scratch)
    used.scratch = together;
  for (int i = 0; i < ALL_ROOTS; i++)
    r.roots[i] = i >= INVERSES_W && MIRRORED ? r.roots[i - INVERSES_W] : place_of (&used, n, free);
  used.scratch += (at_once - 1) * TABLES * n;
  r.beyond = used.scratch;
  r.call = r.beyond + 2 * (size_t) (threads - 1);
  r.overlap = r.call + (sizeof (struct call) + sizeof (uint64_t) - 1) / sizeof (uint64_t);
  r.all = r.overlap + LANES;    /* for alignment */
  if (again)
    r.all += ((size_t) bn + LIMBS_PER_WORD - 1) / LIMBS_PER_WORD;
  return r;
}

/* A step: does units FROM to TO - 1 of the work modulo one prime. */
typedef void step_fn (const struct job *job, struct residues *r, size_t from, size_t to);

/* The shape of a product by THREADS threads.  Half nodes need other passes, which steps do not
   have. */
static int
shape_for (struct shape *s, mp_size_t an, mp_size_t bn, int threads)
{
  return shape_of (s, an, bn, 1, !whole_primes (threads));
}

/* Columns of the top; half a node has two columns in one. */
static size_t
columns_of (const struct shape *s)
{
  return ((size_t) 1 << s->levels) >> s->half;
}

/* The roots, and the scale that turns the transforms into coefficients divided by the cofactor.
   The inverse multiplies by L 2^levels if it is cyclic and by 8 2^levels if not. */
static void
make_ring (const struct ring *ring, struct root *scale, const struct shape *s)
{
  const struct prime *prime = ring->prime;
  const size_t n = roots_of (s);
  *scale = scale_of (prime, s->levels + (is_cyclic (s) ? 2 : 3), s->L == 12 ? 3 : 1);
  make_roots (&ring->roots, n, prime);
  make_inverses (&ring->inverses, &ring->roots, n, prime);
}

/* One unit. */
static void
prepare (const struct job *job, struct residues *r, size_t from, size_t to)
{
  (void) from, (void) to;
  make_ring (&r->ring, &r->ring.scale, &job->p->s);
}

/* From limbs to the third level, columns FROM to TO - 1. */
static void
forward_limbs (uint64_t *x, const struct shape *s, mp_srcptr ap, mp_size_t an,
               const struct ring *ring, size_t from, size_t to)
{
  struct cutter c;
  set_cutter (&c, ap, an, s->bits);
  forward_top (s->L, s->half, x, s->levels, from, to, &c, vectors_of (coefficients_of (an, s->bits)),
               ring->prime);
}

/* The same for the operands of a job; a unit is a column. */
static void
encode (const struct job *job, struct residues *r, size_t from, size_t to)
{
  forward_limbs (r->x, &job->p->s, job->p->ap, job->p->an, &r->ring, from, to);
  if (job->p->b_too)
    forward_limbs (r->y, &job->p->s, job->p->bp, job->p->bn, &r->ring, from, to);
}

/* Three levels of all nodes, by columns. */
static void
pass (void (*pass_8) (uint64_t *, size_t, size_t, size_t, const struct roots *,
                      const struct prime *),
      uint64_t *x, int levels, const struct roots *roots, const struct prime *prime, size_t from,
      size_t to)
{
  const size_t stride = (size_t) 1 << (levels - 3);
  while (from < to)
    {
      size_t node = from / stride, at = from % stride, n = stride - at;
      if (n > to - from)
        n = to - from;
      pass_8 (x + (8 * stride * node + at) * LANES, stride, n, node, roots, prime);
      from += n;
    }
}

/* One such pass of the operands, and of the product; a unit is a column. */
static void
descend (const struct job *job, struct residues *r, size_t from, size_t to)
{
  pass (forward_8_columns, r->x, job->levels, &r->ring.roots, r->ring.prime, from, to);
  if (job->p->b_too)
    pass (forward_8_columns, r->y, job->levels, &r->ring.roots, r->ring.prime, from, to);
}

static void
ascend (const struct job *job, struct residues *r, size_t from, size_t to)
{
  pass (inverse_8_columns, r->x, job->levels, &r->ring.inverses, r->ring.prime, from, to);
}

/* The product at nodes, from word AT on. */
static void
multiply_at (const struct job *job, struct residues *r, size_t at, int levels, size_t first, size_t nodes,
             const struct ring *ring)
{
  const struct factor f = {
    .y = r->y + at, .is_nodes = r->y != r->x && !job->p->again, .stride = 1, .multiply = multiply_leaves,
  };
  if (job->p->b_too && job->p->again)
    forward_nodes (f.y, levels, first, nodes, ring);
  multiply_nodes (r->x + at, f, levels, first, nodes, ring);
}

/* The products; a unit is a node. */
static void
multiply_from (const struct job *job, struct residues *r, size_t from, size_t to)
{
  multiply_at (job, r, (from << job->levels) * LANES, job->levels, from, to - from, &r->ring);
}

/* The products at the top.  A half node at its end has one level less, so its inverse has one
   doubling less. */
static void
multiply_top_nodes (const struct job *job, struct residues *r)
{
  const struct shape *s = &job->p->s;
  const size_t whole = (size_t) (s->L - s->half);
  multiply_from (job, r, 0, whole);
  if (s->half)
    {
      struct ring ring = r->ring;
      ring.scale = scale_of (ring.prime, s->levels - 1 + 3, 1);
      multiply_at (job, r, (whole << s->levels) * LANES, s->levels - 1, 2 * whole, 1, &ring);
    }
}

/* From the third level to the coefficients of the product modulo the prime, divided by the
   cofactor; a unit is a column. */
static void
decode (const struct job *job, struct residues *r, size_t from, size_t to)
{
  inverse_top (job->p->s.L, job->p->s.half, r->x, job->p->s.levels, from, to, &r->ring.inverses, r->ring.prime);
}

#if TOGETHER_WORDS
enum { COLUMNS_AT_LEAST = 4, COLUMNS_AT_MOST = 8 };

static void
forward_limbs_together (uint64_t *x, size_t words, const struct shape *s, mp_srcptr ap, mp_size_t an,
                        struct primes_of of, struct halves (*h)[8], size_t columns)
{
  struct cutter c;
  set_cutter (&c, ap, an, s->bits);
  forward_top_together (s->L, s->half, x, words, s->levels, &c,
                        vectors_of (coefficients_of (an, s->bits)), of, h, columns);
}
#endif

/* The beginning of share SHARE of n units. */
static size_t
begin_of (size_t n, int share, int threads)
{
  return n / threads * share + n % threads * share / threads;
}

/* The same for ranges of limbs.  The caller has its job at once, so it gets two units more before
   the rest is divided. */
static size_t
range_begins (size_t n, int share, int threads)
{
  if (n < 3)
    return begin_of (n, share, threads);
  return share == 0 ? 0 : 2 + begin_of (n - 2, share, threads);
}

/* Ranges of limbs: as many coefficients as a limb has bits are BITS limbs. */
static mp_size_t
limb_of (const struct job *job, int share)
{
  size_t ranges = ((size_t) job->p->rn - 1) / job->p->s.bits + 1;
  mp_size_t at = (mp_size_t) range_begins (ranges, share, job->p->threads) * job->p->s.bits;
  return at < job->p->rn ? at : job->p->rn;
}

/* Writes words FROM to END - 1 for another thread, which may read them when all streams have
   ended. */
static void
stream_words (uint64_t *y, const uint64_t *x, size_t from, size_t end)
{
#if STREAMED_WORDS
  for (; from < end; from += LANES)
    stream (y + from, load (x + from));
#else
  (void) y, (void) x, (void) from, (void) end;
#endif
}

/* Ends a thread's streams. */
static void
end_streams (void)
{
#if STREAMED_WORDS
  end_of_stream ();
#endif
}

/* The coefficients of the product that share SHARE puts together. */
static uint64_t *
coefficients_for (const struct job *job, int share)
{
  return job->of[0].x + (size_t) share * job->apart;
}

/* The first coefficient of its limbs. */
static size_t
coefficient_of (const struct job *job, int share)
{
  return (size_t) (limb_of (job, share) / job->p->s.bits) * GMP_LIMB_BITS;
}

/* Writes the coefficients that share SHARE has computed modulo prime I to the threads that put them
   together. */
static void
hand_over (const struct job *job, int i, int share)
{
  const int threads = job->p->threads;
  for (int to = 0; to < threads && job->apart != 0; to++)
    if (to != share)
      stream_words (coefficients_for (job, to) + i * job->words, job->of[i].x, coefficient_of (job, to),
                    to < threads - 1 ? coefficient_of (job, to + 1) : job->words);
}

#if TOGETHER_WORDS
static void
encode_operands (const struct job *job, struct primes_of of, struct halves (*h)[8], size_t columns)
{
  const struct residues *r = &job->of[of.first];
  forward_limbs_together (r->x, job->words, &job->p->s, job->p->ap, job->p->an, of, h, columns);
  if (job->p->b_too)
    forward_limbs_together (r->y, job->words, &job->p->s, job->p->bp, job->p->bn, of, h, columns);
}

/* A separate function, so that long operands do not pay for the stack. */
static void __attribute__ ((noinline))
encode_on_stack (const struct job *job, struct primes_of of, size_t columns)
{
  struct halves h[columns][8];
  encode_operands (job, of, h, columns);
}
#endif

/* The operands, modulo all primes of a share.  The memory of the roots, which are computed later,
   holds the columns, unless it is too short.  Few columns do for the operands of the self-test. */
static void
encode_together (const struct job *job, struct primes_of of)
{
#if TOGETHER_WORDS
  struct halves (*const h)[8] = (struct halves (*)[8]) job->of[of.first].ring.roots.w;
  const size_t columns = 4 * roots_of (&job->p->s) * sizeof (uint64_t) / sizeof *h;
  const size_t least = job->p->an < COMBA_PRODUCT_NTT_MIN ? 1 : COLUMNS_AT_LEAST;
  if (columns < least)
    encode_on_stack (job, of, least);
  else
    encode_operands (job, of, h, columns < COLUMNS_AT_MOST ? columns : COLUMNS_AT_MOST);
#else
  (void) job, (void) of;
#endif
}

static uint64_t *
area_at (const struct product *p, struct place place)
{
  return (place.in_result ? align (p->rp) : p->scratch) + place.at;
}

/* The job for a product without a prepared operand, by any thread. */
static void
make_whole_job (struct job *job, const struct product *p)
{
  const struct areas r = areas_of (&p->s, p->again, p->rn, p->bn, p->threads);
  const int at_once = primes_at_once (p->threads);
  const int all_y = p->again || cut_together (&p->s, p->again, p->threads);
  const size_t n = roots_of (&p->s);
  *job = (struct job) {
    .p = p, .words = r.words, .apart = r.apart, .levels = p->s.levels, .beyond = (mp_ptr) (p->scratch + r.beyond),
  };
  for (int i = 0; i < PRIMES; i++)
    {
      const int turn = share_of_prime (i, at_once);
      uint64_t *x = p->scratch + r.x + turn * r.apart + i * r.words;
      uint64_t *y = area_at (p, r.y) + (all_y ? i : turn) * r.words;
      uint64_t *w[ALL_ROOTS];
      for (int j = 0; j < ALL_ROOTS; j++)
        w[j] = area_at (p, r.roots[j]) + turn * TABLES * n;
      const struct roots roots = { w[ROOTS_W], w[ROOTS_Q] }, inverses = { w[INVERSES_W], w[INVERSES_Q] };
      job->of[i] = (struct residues) {
        .x = x, .y = p->square ? x : y,
        .ring = {
          .prime = &primes[i], .roots = roots, .inverses = inverses, .leaves = roots,
        },
      };
    }
}

/* Runs SHARE in all threads of the pool; job_of is for SHARE. */
static void
post_call (const struct comba_pool *pool, comba_job_fn *share, struct call *call)
{
  comba_pool_post (pool, share, call, sizeof call->product);
}

/* Does a share with its job. */
typedef void share_fn (struct job *job, int share);

/* A separate function, so that the caller does not pay for the stack. */
static void __attribute__ ((noinline))
with_own_job (share_fn *f, const struct product *p, int share)
{
  struct job own;
  p->make_job (&own, p);
  f (&own, share);
}

/* Calls F with the caller's job for share 0; workers make their own. */
static ALWAYS_INLINE void
with_job (share_fn *f, struct call *call, int share)
{
  if (share == 0)
    f (&call->job, 0);
  else
    with_own_job (f, &call->product, share);
}

/* All steps for a share of the primes. */
static void
transform_share (struct job *job, int share)
{
  const int threads = job->p->threads, together = cut_together (&job->p->s, job->p->again, threads);
  const struct primes_of of = primes_of_share (share, threads);
  const size_t columns = columns_of (&job->p->s);
  const unsigned before = begin_arithmetic ();
  if (together)
    encode_together (job, of);
  for (int i = of.first; i < of.end; i++)
    {
      struct residues own = job->of[i];         /* no thread writes near data that others read */
      if (threads > 1 && job->apart == 0)
        comba_reclaim (own.x, job->words * sizeof *own.x);
      prepare (job, &own, 0, 1);
      if (!together)
        encode (job, &own, 0, columns);
      multiply_top_nodes (job, &own);
      decode (job, &own, 0, columns);
      hand_over (job, i, share);
    }
  if (job->apart != 0)
    end_streams ();
  end_arithmetic (before);
}

static void
share_of_transforms (void *call, int share)
{
  with_job (transform_share, call, share);
}

/* A step for all threads. */
struct step
{
  struct job *job;
  step_fn *f;
  size_t units;                 /* for each prime */
};

_Static_assert (sizeof (struct step) <= COMBA_POST_BYTES, "must fit in a mailbox");

/* A thread's share of the units of all primes. */
static void
share_of_step (void *arg, int share)
{
  const struct step *step = arg;
  const size_t units = step->units;
  const int threads = step->job->p->threads;
  size_t from = begin_of (PRIMES * units, share, threads);
  const size_t to = begin_of (PRIMES * units, share + 1, threads);
  const unsigned before = begin_arithmetic ();
  while (from < to)
    {
      size_t i = from / units, first = from % units, n = units - first;
      if (n > to - from)
        n = to - from;
      step->f (step->job, &step->job->of[i], first, first + n);
      from += n;
    }
  end_arithmetic (before);
}

/* Does a step of UNITS units for each prime in all threads of the pool. */
static void
run (const struct comba_pool *pool, struct job *job, step_fn *f, size_t units)
{
  struct step step = { job, f, units };
  comba_pool_post (pool, share_of_step, &step, sizeof step);
}

/* The number of passes to make before the nodes are divided among the threads, so that each thread
   has about as many. */
static int
passes_for (const struct shape *s, int threads)
{
  int passes = 0;
  for (size_t nodes = PRIMES * (size_t) s->L; s->levels - 3 * passes >= 3 + LEVELS_MIN;
       nodes *= 8, passes++)
    {
      size_t most = (nodes - 1) / threads + 1;
      if (most * threads <= nodes + nodes / 16)
        break;
    }
  return passes;
}

/* All steps, one after the other, for threads that share each prime. */
static void
transform_in_steps (const struct comba_pool *pool, struct job *job)
{
  const struct shape *s = &job->p->s;
  const size_t block = (size_t) 1 << s->levels, columns = s->L * block / 8;
  int passes = passes_for (s, pool->threads);
  run (pool, job, prepare, 1);
  run (pool, job, encode, block);
  for (int i = 0; i < passes; i++, job->levels -= 3)
    run (pool, job, descend, columns);
  run (pool, job, multiply_from, (size_t) s->L << 3 * passes);
  for (int i = 0; i < passes; i++)
    {
      job->levels += 3;
      run (pool, job, ascend, columns);
    }
  run (pool, job, decode, block);
}

/* Puts together a thread's range of limbs. */
static void
put_share_together (struct job *job, int share)
{
  mp_size_t from = limb_of (job, share), to = limb_of (job, share + 1);
  mp_ptr beyond = share < job->p->threads - 1 || is_cyclic (&job->p->s)
                  ? job->beyond + BEYOND * share : NULL;
  const unsigned before = begin_arithmetic ();
  recombine (job->p->rp + from, to - from, beyond, coefficients_for (job, share), job->words,
             coefficient_of (job, share), job->p->s.bits);
  end_arithmetic (before);
}

static void
share_of_limbs (void *call, int share)
{
  with_job (put_share_together, call, share);
}

/* rp[0..rn-1] from the coefficients; returns the carry beyond rp. */
static mp_limb_t
put_together (const struct comba_pool *pool, struct call *call)
{
  const struct job *job = &call->job;
  mp_limb_t carry = 0;
  post_call (pool, share_of_limbs, call);
  for (int share = 1; share < pool->threads; share++)
    {
      mp_size_t at = limb_of (job, share), n = job->p->rn - at;
      carry += comba_add_in_var (job->p->rp + at, n, job->beyond + BEYOND * (share - 1),
                                 n < BEYOND ? n : BEYOND);
    }
  return carry;
}

/* The product of b and a piece of a: p->rp[0..p->rn-1]. */
static void
multiply_piece (const struct comba_pool *pool, struct call *call)
{
  make_whole_job (&call->job, &call->product);
  if (whole_primes (pool->threads))
    post_call (pool, share_of_transforms, call);
  else
    transform_in_steps (pool, &call->job);
  mp_limb_t carry = put_together (pool, call);
  ASSERT (carry == 0);
  (void) carry;
}

/* With transforms of shape S: in one piece, or in pieces of a.  The products of neighbouring pieces
   overlap by bn limbs: those of the previous piece are saved and added. */
static void
multiply_shape (const struct comba_pool *pool, const struct shape *s, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, mp_ptr limbs)
{
  uint64_t *const scratch = align (limbs);
  const int again = s->piece < an;
  const struct areas at = areas_of (s, again, again ? (an - 1) % s->piece + 1 + bn : an + bn, bn, pool->threads);
  const mp_ptr overlap = (mp_ptr) (scratch + at.overlap);
  struct call *const call = (struct call *) (scratch + at.call);
  struct product *const p = &call->product;
  *p = (struct product) {
    .s = *s, .make_job = make_whole_job, .threads = pool->threads, .square = ap == bp && an == bn,
    .again = (char) again, .bp = bp, .bn = bn, .scratch = scratch,
  };

  for (mp_size_t done = 0; done < an; done += p->an)
    {
      p->rp = rp + done;
      p->ap = ap + done;
      p->an = an - done < p->s.piece ? an - done : p->s.piece;
      p->rn = p->an + bn;
      p->b_too = done == 0 && !p->square;
      if (done > 0)
        memcpy (overlap, p->rp, (size_t) bn * sizeof (mp_limb_t));
      multiply_piece (pool, call);
      if (done > 0)
        {
          mp_limb_t carry = comba_add_in_var (p->rp, p->rn, overlap, bn);
          ASSERT (carry == 0);
          (void) carry;
        }
    }
}

#if GMP_LIMB_BITS == 32
/* one_length_itch (itch) and multiply_limbs (mul) are members of struct comba_ntt and have their
   contracts. */
static size_t
one_length_itch (mp_size_t an, mp_size_t bn, int threads)
{
  struct shape s;
  return shape_for (&s, an, bn, threads) ? LIMBS_PER_WORD * areas_of (&s, s.piece < an, 0, bn, threads).all : 0;
}

static void
multiply_limbs (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                mp_ptr limbs)
{
  struct shape s;
  shape_for (&s, an, bn, pool->threads);
  multiply_shape (pool, &s, rp, ap, an, bp, bn, limbs);
}
#endif
