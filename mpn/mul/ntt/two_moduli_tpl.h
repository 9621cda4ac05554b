/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products in less memory: modulo beta^k + 1 and then modulo beta^m - 1.  Included by a field file.

   Both are branches of cyclic transforms (mul/ntt/cyclic_tpl.h), about half as long as the
   product, so the coefficients of one branch for all primes are the most that memory holds at a
   time.  The transform of b and the roots are made for one prime after the other, and lie in the
   result until it is written there.  With residues P and Q, the product is P + (beta^k + 1) w,
   where w is (Q - P) / (beta^k + 1) modulo beta^m - 1 (comba_wrapped_combine, mul/wrapped.h).
   k + m limbs suffice if k <= m.  Otherwise the product of the moduli is below beta^(k+m). */

#include "mul/wrapped.h"

/* The most scratch in limbs of a product: not more than GMP's up to an = 16 bn, if the pieces into
   which GMP cuts the longer operand are not short.  Otherwise GMP needs half as much, but comba
   would take a tenth more time for that, or a quarter. */
enum { SHORT_PIECES = 5000 };   /* limbs of b */
static size_t
most_scratch (mp_size_t an, mp_size_t bn)
{
  if (an / 8 < bn)
    return 5 * ((size_t) an + (size_t) bn) / 2;
  const size_t halves = bn < SHORT_PIECES ? 68 : an / 16 < bn ? 39 : 56;
  return halves * (size_t) bn / 2 + 4096;
}

/* One of the two products. */
struct branch
{
  struct shape s;               /* of the cyclic transform of both branches */
  int branch;                   /* 0: modulo beta^m - 1; 1: modulo beta^m + 1 */
  mp_size_t m;
  size_t words, roots;          /* of a transform; of a table of roots */
};

/* Tables: the roots, their inverses, and those for the leaves of the second and last third. */
enum { ROOTS, INVERSES, TWISTED, ALL_TABLES = 4 };

struct branch_areas
{
  struct place y[PRIMES], roots[PRIMES][ALL_TABLES];
  struct used used;
};

struct two_moduli
{
  struct branch first, second;  /* the longer one comes first */
  int at_once;                  /* primes */
  size_t all;                   /* scratch in limbs */
};

/* The pairs of lengths k and m, in some power of two of coefficients. */
static const struct { unsigned char plus, minus; } branch_lengths[] = {
  { 3, 3 }, { 4, 4 }, { 4, 3 }, { 2, 3 }, { 6, 3 }, { 8, 3 },
};

/* The branch of UNITS 2^exponent coefficients; returns 0 if there is none. */
static int
branch_of (struct branch *b, int branch, int units, int exponent, int bits)
{
  const int third = units % 3 == 0;
  int levels = exponent - 1;
  for (int i = third ? units / 3 : units; i > 1; i /= 2)
    levels++;
  for (int i = LANES; i > 1; i /= 2)
    levels--;
  *b = (struct branch) {
    .s = { .bits = bits, .L = third ? 12 : 4, .levels = levels }, .branch = branch,
    .words = (size_t) units << exponent, .roots = (size_t) 1 << (levels + branch),
  };
  b->m = (mp_size_t) (b->words / GMP_LIMB_BITS) * bits;
  return exponent >= 6 && levels > LEVELS_MIN && levels <= LEVELS_MAX;
}

/* Whether the leaves of the second and third third have roots of their own. */
static int
has_twisted_roots (const struct branch *b)
{
  return b->s.L == 12 && LANES > 1;
}

/* The areas of a branch; FREE: aligned words of the result. */
static struct branch_areas
branch_areas_of (const struct branch *b, int at_once, size_t free)
{
  struct branch_areas r = { .used.scratch = PRIMES * b->words };
  for (int i = 0; i < at_once; i++)
    r.y[i] = place_of (&r.used, b->words, free);
  for (int i = 0; i < at_once; i++)
    for (int t = 0; t < (has_twisted_roots (b) ? ALL_TABLES : TWISTED); t++)
      r.roots[i][t] = t == INVERSES && MIRRORED ? r.roots[i][ROOTS] : place_of (&r.used, 2 * b->roots, free);
  return r;
}

/* Words of the result from limb AT on that are free, after alignment. */
static size_t
free_words (mp_size_t rn, mp_size_t at)
{
  return rn - at > LANES ? (size_t) (rn - at - LANES) : 0;
}

/* One thread writes the second result over its own coefficients, which begin so many words behind
   it.  The result has M limbs, the first prime WORDS coefficients, and both are passed through at
   the same pace, so coefficients are read before they are overwritten.  Some words more, because
   whole vectors are written. */
static size_t
behind_result (const struct two_moduli *t, int threads)
{
  enum { AHEAD = 64 };
  const size_t words = t->second.words, m = (size_t) t->second.m;
  return threads > 1 ? 0 : (m > words ? (m - words + LANES - 1) / LANES * LANES : 0) + AHEAD;
}

/* What the second branch needs, and the combination; with several threads, its result replaces its
   y and roots. */
static size_t
scratch_for_second (const struct two_moduli *t, mp_size_t rn, int threads)
{
  const size_t work = branch_areas_of (&t->second, t->at_once, free_words (rn, t->first.m)).used.scratch;
  const size_t combine = comba_wrapped_combine_itch (t->first.branch == 0 ? t->first.m : t->second.m);
  const size_t result = threads == 1 ? t->second.words + combine : PRIMES * t->second.words + (size_t) t->second.m;
  return behind_result (t, threads) + (work > result ? work : result);
}

/* MORE: words beside those of the second branch. */
static size_t
scratch_for (const struct two_moduli *t, mp_size_t rn, size_t more, int threads)
{
  const size_t first = branch_areas_of (&t->first, t->at_once, free_words (rn, 0)).used.scratch;
  const size_t second = scratch_for_second (t, rn, threads) + more;
  return (first > second ? first : second) + 2 * (size_t) threads + LANES;
}

/* Returns bits for coefficients that suffice for an and bn limbs, multiplied modulo x^p + 1 or
   x^p - 1.  BITS, which are few enough, yield at least as many.  With a and b coefficients, b <=
   a <= 2p, each of them meets one of the other operand in a coefficient of the product, and those
   that lie p apart meet the same one. */
static int
folded_bits (mp_size_t an, mp_size_t bn, size_t p, int bits)
{
  const size_t a = coefficients_of (an, bits), b = coefficients_of (bn, bits), more = a > p ? a - p : 0;
  return bits_for (b > p ? a + 2 * (b - p) : b + (b < more ? b : more));
}

/* The shortest branches with lengths PAIR for an and bn limbs.  Returns 0 if there are none. */
static int
branches_of (struct two_moduli *t, int pair, mp_size_t an, mp_size_t bn)
{
  const int plus = branch_lengths[pair].plus, minus = branch_lengths[pair].minus;
  for (int exponent = 6; exponent < 40; exponent++)
    {
      const size_t p = (size_t) (plus < minus ? plus : minus) << exponent;
      const mp_size_t limbs_a_bit = (mp_size_t) ((((size_t) plus + minus) << exponent) / 64), step = BITS_STEP;
      const mp_size_t limbs = an + bn + (plus > minus);
      int bits = bits_for (2 * (size_t) bn);
      for (int i = 0; i < 2; i++)
        bits = folded_bits (an, bn, p, bits);
      if (limbs_a_bit * bits < limbs || coefficients_of (an, bits) > 2 * p)
        continue;
      while (bits - step >= CYCLIC_BITS_MIN && limbs_a_bit * (bits - step) >= limbs
             && coefficients_of (an, bits - step) <= 2 * p && folded_bits (an, bn, p, bits - step) >= bits - step)
        bits -= step;
      struct branch b[2];
      if (!branch_of (&b[0], 1, plus, exponent, bits) || !branch_of (&b[1], 0, minus, exponent, bits))
        continue;
      t->first = b[plus < minus], t->second = b[plus >= minus];
      return t->first.m < an + bn;
    }
  return 0;
}

/* The fastest way for an and bn limbs that needs at most MOST limbs of scratch, or the one that
   needs least; with lengths PAIR, or any if PAIR is negative.  Returns the words that are
   transformed, or 0 if there is none.  Each thread has its own primes, or all share one; that
   takes longer. */
static size_t
two_moduli_of (struct two_moduli *best, int pair, mp_size_t an, mp_size_t bn, int threads, size_t most)
{
  size_t least = 0;
  const int pairs = (int) (sizeof branch_lengths / sizeof *branch_lengths);
  for (int i = pair < 0 ? 0 : pair; i < (pair < 0 ? pairs : pair + 1) && an <= LIMBS_MAX; i++)
    for (int whole = 0; whole < 2; whole++)
      {
        struct two_moduli t;
        if ((whole && (threads == 1 || !whole_primes (threads))) || !branches_of (&t, i, an, bn))
          continue;
        t.at_once = whole ? threads : 1;
        t.all = scratch_for (&t, an + bn, 0, threads);
        size_t cost = 3 * (t.first.words + t.second.words);
        if (threads > 1 && !whole)
          cost += cost / 8;
        if (least == 0 || (t.all <= most ? cost < least || best->all > most : t.all < best->all))
          *best = t, least = cost;
      }
  return least;
}

static size_t
pieces_itch (const struct shape *s, mp_size_t an, mp_size_t bn, int threads)
{
  return areas_of (s, 1, (an - 1) % s->piece + 1 + bn, bn, threads).all;
}

/* As two_moduli_of, for pieces of a whose transforms are multiplied by the same transforms of b. */
static size_t
pieces_of (struct shape *best, mp_size_t an, mp_size_t bn, int threads, size_t most)
{
  size_t least = 0;
  for (mp_size_t quarters = 4; quarters <= 32 && quarters < 4 * (an / bn); quarters++)
    {
      const mp_size_t pieces = (4 * an - 1) / (quarters * bn) + 1, equal = (an - 1) / pieces + 1;
      struct shape s;
      if (!shape_of (&s, equal < bn ? bn : equal, bn, 0, !whole_primes (threads)))
        continue;
      s.lean = threads == 1 && TABLES * roots_of (&s) <= free_words ((an - 1) % s.piece + 1 + bn, 0);
      if (pieces_itch (&s, an, bn, threads) > most)
        continue;
      const size_t cost = (2 * (size_t) pieces + 1) * words_of (&s);
      if (least == 0 || cost < least)
        *best = s, least = cost;
    }
  return least;
}

/* The work for one branch.  The arrays are for each prime; y is x in squares. */
struct branch_work
{
  const struct branch *b;
  mp_srcptr ap, bp;
  mp_size_t an, bn;
  int threads, levels;          /* levels of the current nodes */
  uint64_t *x[PRIMES], *y[PRIMES], *roots[PRIMES][ALL_TABLES];
};

static struct roots
branch_table (const struct branch_work *w, int i, int table)
{
  return (struct roots) { w->roots[i][table], w->roots[i][table] + w->b->roots };
}

/* The ring of prime i, for the leaves of third J. */
static struct ring
branch_ring (const struct branch_work *w, int i, int j)
{
  return (struct ring) {
    .prime = &primes[i], .roots = branch_table (w, i, ROOTS), .inverses = branch_table (w, i, INVERSES),
    .scale = scale_of (&primes[i], w->b->s.levels + 2, w->b->s.L / 4),
    .leaves = branch_table (w, i, j > 0 && has_twisted_roots (w->b) ? TWISTED + j - 1 : ROOTS),
  };
}

/* A step: does units FROM to TO - 1 of the work modulo prime i. */
typedef void branch_step_fn (const struct branch_work *w, int i, size_t from, size_t to);

static void
make_branch_roots (const struct branch_work *w, int i)
{
  const struct ring ring = branch_ring (w, i, 0);
  make_roots (&ring.roots, w->b->roots, ring.prime);
  make_inverses (&ring.inverses, &ring.roots, w->b->roots, ring.prime);
  for (int j = 1; j < 3 && has_twisted_roots (w->b); j++)
    {
      const struct ring twisted = branch_ring (w, i, j);
      twist_roots (&twisted.leaves, &ring.roots, w->b->roots, known_root (ring.prime->third[j - 1], ring.prime),
                   ring.prime);
    }
}

/* Columns FROM to TO - 1 of the nodes of a branch, in pairs, modulo COUNT primes from prime i on:
   x[0] and x[1] from the number of cutter c.  If LOW, it is no longer than the branch.  Vectors
   from VECTORS on are zero. */
static ALWAYS_INLINE void
encode_columns (int thirds, int branch, int low, int count, uint64_t *const *x, int levels, const struct cutter *c,
                size_t vectors, int i, size_t from, size_t to)
{
  const size_t block = (size_t) 1 << levels, node = block * LANES;
  const struct modulus m[2] = { modulus_of (&primes[i]), modulus_of (&primes[i + count - 1]) };
  const struct root shift[2] = { half_shift (c->bits, &primes[i]), half_shift (c->bits, &primes[i + count - 1]) };
  for (size_t at = from, phase = from % 3; at < to; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      vec v[2][3][2];
      UNROLL
      for (int j = 0; j < thirds; j++)
        UNROLL
        for (int a = 0; a < 2; a++)
          {
            int minus = 0;
            const size_t n = low ? block_in_branch (thirds, levels, phase, a, j, &minus)
              : block_of (thirds, levels, phase, a, j);
            const size_t at0 = (n << levels) + at;
            const size_t at1 = low ? 0 : (block_of (thirds, levels, phase, a + 2, j) << levels) + at;
            if (at0 >= vectors && (low || at1 >= vectors))
              UNROLL
              for (int k = 0; k < count; k++)
                v[k][j][a] = set1 (0);
            else
              {
                const struct halves h = halves_at (c, at0);
                UNROLL
                for (int k = 0; k < count; k++)
                  v[k][j][a] = residue_of (h, shift[k], &m[k]);
                if (low && branch == 1 && thirds == 3 && minus)
                  UNROLL
                  for (int k = 0; k < count; k++)
                    v[k][j][a] = difference (set1 (0), v[k][j][a], m[k].p2);
                if (!low && (at1 < vectors || branch == 1))
                  {
                    const struct halves upper = halves_at (c, at1);
                    UNROLL
                    for (int k = 0; k < count; k++)
                      {
                        const vec z = residue_of (upper, shift[k], &m[k]);
                        v[k][j][a] = branch == 0 ? add (v[k][j][a], z) : difference (v[k][j][a], z, m[k].p2);
                      }
                  }
              }
          }
      UNROLL
      for (int k = 0; k < count; k++)
        branch_column (thirds, branch, x[k] + at * LANES, 2 * node, node, v[k], !low, &primes[i + k], &m[k]);
    }
}

/* x[0..count-1] = the nodes of ap[0..an-1] modulo COUNT primes, 1 or 2, from prime i on. */
static void
encode_operand (const struct branch *b, uint64_t *const *x, mp_srcptr ap, mp_size_t an, int i, int count, size_t from,
                size_t to)
{
  struct cutter c;
  set_cutter (&c, ap, an, b->s.bits);
  const size_t coefficients = coefficients_of (an, b->s.bits), vectors = vectors_of (coefficients);
  const int low = coefficients <= b->words, levels = b->s.levels;
  if (b->s.L == 4 && count == 1)
    encode_columns (1, b->branch, low, 1, x, levels, &c, vectors, i, from, to);
  else if (b->s.L == 4)
    encode_columns (1, b->branch, low, 2, x, levels, &c, vectors, i, from, to);
  else if (count == 1)
    encode_columns (3, b->branch, low, 1, x, levels, &c, vectors, i, from, to);
  else
    encode_columns (3, b->branch, low, 2, x, levels, &c, vectors, i, from, to);
}

/* So many units more make the roots. */
static size_t
root_units (const struct branch *b)
{
  return ((size_t) 2 << b->s.levels) / LANES;
}

/* The roots, and the nodes of the operands; the last units are columns. */
static void
encode_branch (const struct branch_work *w, int i, size_t from, size_t to)
{
  const size_t before = root_units (w->b);
  if (from == 0)
    make_branch_roots (w, i);
  from = from > before ? from - before : 0, to = to > before ? to - before : 0;
  encode_operand (w->b, &w->x[i], w->ap, w->an, i, 1, from, to);
  if (w->y[i] != w->x[i])
    encode_operand (w->b, &w->y[i], w->bp, w->bn, i, 1, from, to);
}

/* The nodes of a third. */
static size_t
nodes_of_third (const struct branch_work *w)
{
  return (size_t) 2 << (w->b->s.levels - w->levels);
}

/* The products; a unit is a node. */
static void
multiply_branch (const struct branch_work *w, int i, size_t from, size_t to)
{
  const size_t words = (size_t) LANES << w->levels, third = nodes_of_third (w);
  for (size_t n; from < to; from += n)
    {
      n = third - from % third < to - from ? third - from % third : to - from;
      const struct ring ring = branch_ring (w, i, (int) (from / third));
      const struct factor f = {
        .y = w->y[i] + from * words, .is_nodes = w->y[i] != w->x[i], .stride = 1, .multiply = multiply_leaves,
      };
      multiply_nodes (w->x[i] + from * words, f, w->levels, w->b->branch * third + from % third, n, &ring);
    }
}

/* Three levels of all nodes; a unit is a column. */
static void
pass_branch (const struct branch_work *w, int i, int inverse, uint64_t *x, size_t from, size_t to)
{
  const size_t stride = (size_t) 1 << (w->levels - 3), third = nodes_of_third (w);
  const struct ring ring = branch_ring (w, i, 0);
  for (size_t n; from < to; from += n)
    {
      const size_t node = from / stride, at = from % stride;
      n = stride - at < to - from ? stride - at : to - from;
      (inverse ? inverse_8_columns : forward_8_columns) (x + (8 * stride * node + at) * LANES, stride, n,
                                                         w->b->branch * third + node % third,
                                                         inverse ? &ring.inverses : &ring.roots, ring.prime);
    }
}

static void
descend_branch (const struct branch_work *w, int i, size_t from, size_t to)
{
  pass_branch (w, i, 0, w->x[i], from, to);
  if (w->y[i] != w->x[i])
    pass_branch (w, i, 0, w->y[i], from, to);
}

static void
ascend_branch (const struct branch_work *w, int i, size_t from, size_t to)
{
  pass_branch (w, i, 1, w->x[i], from, to);
}

/* (1 - 2^-bits) H / cofactor modulo p, H = 2^(PRODUCT_BITS - 1), is added to each coefficient
   modulo x^N + 1.  None becomes negative: it is at least -T (2^bits - 1)^2, where T 2^(2 bits) <=
   H (bits_for).  The sum grows by (beta^m - 1) H 2^-bits, which is -2 H 2^-bits modulo
   beta^m + 1. */
static uint64_t
offset_of (const struct prime *prime, int bits)
{
  uint64_t x = prime->offset;
  for (int i = 0; i < bits; i++)
    x = (x + (-(x & 1) & prime->p)) / 2;
  return prime->offset >= x ? prime->offset - x : prime->offset + prime->p - x;
}

/* The coefficients; a unit is a column. */
static void
decode_branch (const struct branch_work *w, int i, size_t from, size_t to)
{
  const struct ring ring = branch_ring (w, i, 0);
  inverse_branch (w->b->s.L, w->b->branch, w->x[i], w->b->s.levels, offset_of (ring.prime, w->b->s.bits), from, to,
                  &ring.inverses, ring.prime);
}

/* What is posted: the work, or a step of it for prime i. */
struct branch_step
{
  const struct branch_work *w;
  branch_step_fn *f;
  int i;
  size_t units;
};

static void
share_of_branch_step (void *arg, int share)
{
  const struct branch_step *step = arg;
  const unsigned before = begin_arithmetic ();
  step->f (step->w, step->i, begin_of (step->units, share, step->w->threads),
           begin_of (step->units, share + 1, step->w->threads));
  end_arithmetic (before);
}

/* All steps for a share of the primes.  The operands are cut once for two primes where there is
   memory: b's transform for the second prime lies where a's for the third will be. */
static void
share_of_branch (void *arg, int share)
{
  const struct branch_step *step = arg;
  const struct branch_work *w = step->w;
  const struct primes_of of = primes_of_share (share, w->threads);
  const size_t columns = (size_t) 1 << w->levels;
  const unsigned before = begin_arithmetic ();
  struct branch_work own = *w;
  for (int i = of.first; i < of.end; i += 2)
    {
      const int count = i + 1 < of.end ? 2 : 1, square = w->y[i] == w->x[i], spare = i + 2 < of.end;
      encode_operand (w->b, &own.x[i], w->ap, w->an, i, count, 0, columns);
      if (spare && !square)
        {
          own.y[i + 1] = own.x[i + 2];
          encode_operand (w->b, &own.y[i], w->bp, w->bn, i, 2, 0, columns);
        }
      for (int k = i; k < i + count; k++)
        {
          make_branch_roots (w, k);
          if (!spare && !square)
            encode_operand (w->b, &own.y[k], w->bp, w->bn, k, 1, 0, columns);
          multiply_branch (&own, k, 0, (size_t) w->b->s.L / 2);
          decode_branch (&own, k, 0, columns);
        }
    }
  end_arithmetic (before);
}

/* All steps, one prime after the other, by all threads. */
static void
branch_in_steps (const struct comba_pool *pool, struct branch_work *w)
{
  const size_t columns = (size_t) 1 << w->levels, half = (size_t) w->b->s.L / 2;
  int passes = 0;
  for (size_t nodes = half; w->levels - 3 * passes >= 3 + LEVELS_MIN; nodes *= 8, passes++)
    if (((nodes - 1) / w->threads + 1) * w->threads <= nodes + nodes / 16)
      break;
#define RUN(f, units)                                                   \
  comba_pool_post (pool, share_of_branch_step, &(struct branch_step) { w, f, i, units }, sizeof (struct branch_step))
  for (int i = 0; i < PRIMES; i++)
    {
      RUN (encode_branch, root_units (w->b) + columns);
      for (int pass = 0; pass < passes; pass++, w->levels -= 3)
        RUN (descend_branch, half * columns / 8);
      RUN (multiply_branch, half << 3 * passes);
      for (int pass = 0; pass < passes; pass++)
        {
          w->levels += 3;
          RUN (ascend_branch, half * columns / 8);
        }
      RUN (decode_branch, columns);
    }
#undef RUN
}

/* The job that puts the coefficients of a branch together. */
static void
make_branch_job (struct job *job, const struct product *p)
{
  *job = (struct job) { .p = p, .words = words_of (&p->s) / 2, .levels = p->s.levels, .beyond = (mp_ptr) p->prepared };
  job->of[0].x = p->scratch;
}

/* zp[0..b->m-1] + the returned limb times beta^m = a b modulo beta^m - 1 or beta^m + 1.
   free[0..n-1] is free memory of the result, which zp may overlap. */
static mp_limb_t
multiply_in_branch (const struct comba_pool *pool, const struct branch *b, int at_once, mp_ptr zp, mp_ptr free,
                    size_t n, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, uint64_t *scratch,
                    uint64_t *beyond)
{
  const struct branch_areas areas = branch_areas_of (b, at_once, n);
  uint64_t *const in_result = align (free);
  struct branch_work w = {
    .b = b, .ap = ap, .bp = bp, .an = an, .bn = bn, .threads = pool->threads, .levels = b->s.levels,
  };
  for (int i = 0; i < PRIMES; i++)
    {
      const int turn = share_of_prime (i, at_once);
      const struct place y = areas.y[turn];
      w.x[i] = scratch + i * b->words;
      w.y[i] = ap == bp && an == bn ? w.x[i] : (y.in_result ? in_result : scratch) + y.at;
      for (int t = 0; t < ALL_TABLES; t++)
        w.roots[i][t] = (areas.roots[turn][t].in_result ? in_result : scratch) + areas.roots[turn][t].at;
    }
  if (at_once == pool->threads)
    comba_pool_post (pool, share_of_branch, &(struct branch_step) { .w = &w }, sizeof (struct branch_step));
  else
    branch_in_steps (pool, &w);

  struct call call = {
    .product = {
      .s = b->s, .threads = pool->threads, .make_job = make_branch_job, .rp = zp, .rn = b->m, .scratch = scratch,
      .prepared = beyond,
    },
  };
  make_branch_job (&call.job, &call.product);
  const mp_limb_t carry = put_together (pool, &call);
  const mp_srcptr last = (mp_srcptr) beyond + BEYOND * (pool->threads - 1);
  if (b->branch == 1)
    return comba_wrapped_end_plus (zp, b->m, carry, last, PRODUCT_BITS - b->s.bits);
  comba_wrapped_end (zp, b->m, carry, last);
  return 0;
}

/* rp[0..m-1] == ap[0..an-1] (mod beta^m - 1), an > m. */
static void
fold_operand (mp_ptr rp, mp_size_t m, mp_srcptr ap, mp_size_t an)
{
  mp_limb_t carry = 0;
  memcpy (rp, ap, (size_t) m * sizeof (mp_limb_t));
  for (mp_size_t at = m; at < an; at += m)
    carry += comba_add_in_var (rp, m, ap + at, an - at < m ? an - at : m);
  while (carry != 0)
    carry = comba_add_1_var (rp, m, carry);
}

/* rp[0..rn-1] = ap[0..an-1] * bp[0..bn-1] modulo beta^k + 1 and beta^m - 1, rn <= k + m. */
static void
multiply_by_two_moduli (const struct comba_pool *pool, const struct two_moduli *t, mp_ptr rp, mp_size_t rn,
                        mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr limbs)
{
  uint64_t *scratch = align (limbs);
  uint64_t *beyond = scratch + t->all - LANES - 2 * (size_t) pool->threads;
  const size_t behind = behind_result (t, pool->threads);
  const mp_ptr zp = (mp_ptr) (scratch + (behind > 0 ? 0 : PRIMES * t->second.words));
  const mp_ptr spare = (mp_ptr) (scratch + (behind > 0 ? behind + t->second.words : 0));
  const mp_limb_t first = multiply_in_branch (pool, &t->first, t->at_once, rp, rp, free_words (rn, 0), ap, an, bp, bn,
                                              scratch, beyond);
  if (coefficients_of (an, t->second.s.bits) > 2 * t->second.words)
    {
      const mp_ptr folded = (mp_ptr) (scratch + scratch_for_second (t, rn, pool->threads));
      fold_operand (folded, t->second.m, ap, an);
      ap = folded, an = t->second.m;
    }
  const mp_limb_t second = multiply_in_branch (pool, &t->second, t->at_once, zp, rp + t->first.m,
                                               free_words (rn, t->first.m), ap, an, bp, bn, scratch + behind, beyond);
  ASSERT (behind > 0 || comba_wrapped_combine_itch (t->first.m) <= PRIMES * t->second.words);
  if (t->first.branch == 1)
    comba_wrapped_combine (rp, rn, rp, first, t->first.m, zp, t->second.m, spare);
  else
    comba_wrapped_combine (rp, rn, zp, second, t->second.m, rp, t->first.m, spare);
}

/* Products modulo M = (beta^k + 1) (beta^m - 1), k >= m, k + m >= n, of up to k + m and bn limbs:
   the pair with the fewest words.  A coefficient is the sum of at most two products for each
   coefficient of b.  Returns 0 if there is none. */
static int
moduli_of (struct two_moduli *best, mp_size_t n, mp_size_t bn, int threads)
{
  size_t least = 0;
  for (size_t i = 0; i < sizeof branch_lengths / sizeof *branch_lengths && n <= LIMBS_MAX; i++)
    for (int exponent = 6; exponent < 40; exponent++)
      {
        const int plus = branch_lengths[i].plus, minus = branch_lengths[i].minus;
        const mp_size_t limbs_a_bit = (mp_size_t) (((size_t) (plus + minus) << exponent) / 64), limbs = n + (plus > minus);
        int bits = bits_for (2 * (size_t) bn);
        for (int j = 0; j < 2; j++)
          bits = bits_for (2 * coefficients_of (bn, bits));
        if (plus < minus || limbs_a_bit * bits < limbs)
          continue;
        while (bits - BITS_STEP >= CYCLIC_BITS_MIN && limbs_a_bit * (bits - BITS_STEP) >= limbs)
          bits -= BITS_STEP;
        struct two_moduli t;
        if (coefficients_of (bn, bits) > (size_t) 2 * minus << exponent
            || !branch_of (&t.first, 1, plus, exponent, bits) || !branch_of (&t.second, 0, minus, exponent, bits))
          continue;
        const size_t cost = t.first.words + t.second.words;
        /* Each thread has its own primes, if that needs no more than other products. */
        for (int at_once = threads > 1 && whole_primes (threads) ? threads : 1;; at_once = 1)
          {
            t.at_once = at_once;
            t.all = scratch_for (&t, t.first.m + t.second.m, (size_t) t.second.m, threads);
            if (at_once == 1 || t.all <= 5 * (size_t) n / 2)
              break;
          }
        if (least == 0 || cost < least)
          *best = t, least = cost;
        break;
      }
  return least != 0;
}

/* moduli_itch and mul_moduli are members of struct comba_ntt and have their contracts. */
static size_t
moduli_itch (struct comba_ntt_moduli *moduli, mp_size_t n, mp_size_t bn, int threads)
{
  struct two_moduli t;
  if (!moduli_of (&t, n, bn, threads))
    return 0;
  *moduli = (struct comba_ntt_moduli) { .n = n, .bn = bn, .k = t.first.m, .m = t.second.m };
  return t.all;
}

static void
mul_moduli (const struct comba_pool *pool, const struct comba_ntt_moduli *moduli, mp_ptr rp, mp_srcptr ap, mp_size_t an,
            mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  struct two_moduli t;
  moduli_of (&t, moduli->n, moduli->bn, pool->threads);
  multiply_by_two_moduli (pool, &t, rp, moduli->k + moduli->m, ap, an, bp, bn, scratch);
}

/* As way_for, for a product that is to take little memory.  A separate function, so that others do
   not pay for the stack. */
static struct two_moduli __attribute__ ((noinline))
little_way_for (struct shape *s, mp_size_t an, mp_size_t bn, int threads, int is_short)
{
  struct two_moduli t;
  const size_t most = most_scratch (an, bn);
  if (is_short)
    {
      struct shape whole;
      const size_t pieces = pieces_of (s, an, bn, threads, most);
      shape_of (&whole, an, bn, 0, 0);
      if (pieces != 0 && pieces < 3 * words_of (&whole))
        return (struct two_moduli) { .all = pieces_itch (s, an, bn, threads) };
      *s = whole;
      s->lean = 1;
      return (struct two_moduli) { .all = areas_of (s, 0, an + bn, bn, threads).all };
    }
  const size_t cost = two_moduli_of (&t, -1, an, bn, threads, most), pieces = pieces_of (s, an, bn, threads, most);
  if (pieces != 0 && (cost == 0 || t.all > most || pieces < cost))
    return (struct two_moduli) { .all = pieces_itch (s, an, bn, threads) };
  if (cost == 0)
    t.all = 0;
  return t;
}

/* The way of mul: t->all is the scratch in limbs, or 0 if there is none; transforms of one shape if
   t->at_once is 0. */
static struct two_moduli
way_for (struct shape *s, mp_size_t an, mp_size_t bn, int threads)
{
  const int is_short = an + bn < 2 * COMBA_NTT_LITTLE_FROM;
  if (an >= COMBA_NTT_LITTLE_FROM && (threads == 1 || !is_short))
    return little_way_for (s, an, bn, threads, is_short);
  const int found = shape_for (s, an, bn, threads);
  return (struct two_moduli) { .all = found ? areas_of (s, s->piece < an, an + bn, bn, threads).all : 0 };
}

/* itch, itch_exactly, multiply_any (mul), lean_itch, mul_lean, two_moduli_itch and mul_two_moduli are
   members of struct comba_ntt and have their contracts. */
static size_t
itch_exactly (mp_size_t an, mp_size_t bn, int threads)
{
  struct shape s;
  return way_for (&s, an, bn, threads).all;
}

/* Shorter operands may need more: the longest ones below COMBA_NTT_LITTLE_FROM, and lean shapes,
   which have up to 9/2 times the limbs of the result. */
static size_t
itch (mp_size_t an, mp_size_t bn, int threads)
{
  const mp_size_t from = COMBA_NTT_LITTLE_FROM, n = an + bn;
  size_t most = itch_exactly (an, bn, threads);
  if (most == 0 || an < from || (threads > 1 && n < 2 * from))
    return most;
  const size_t others[] = {
    5 * (size_t) n / 2, 9 * (size_t) (n < 2 * from ? n : 2 * from) / 2,
    threads > 1 ? itch_exactly (from, from - 1, threads) : itch_exactly (from - 1, bn < from ? bn : from - 1, threads),
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    most = others[i] > most ? others[i] : most;
  return most;
}

static void
multiply_any (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
              mp_ptr scratch)
{
  struct shape s;
  const struct two_moduli t = way_for (&s, an, bn, pool->threads);
  if (t.at_once != 0)
    multiply_by_two_moduli (pool, &t, rp, an + bn, ap, an, bp, bn, scratch);
  else
    multiply_shape (pool, &s, rp, ap, an, bp, bn, scratch);
}

/* In one piece, unless a is much longer. */
static int
lean_shape_of (struct shape *s, mp_size_t an, mp_size_t bn)
{
  if (!shape_of (s, an, bn, 1, 0))
    return 0;
  s->lean = s->piece >= an || TABLES * roots_of (s) <= free_words ((an - 1) % s->piece + 1 + bn, 0);
  return 1;
}

static size_t
lean_itch (mp_size_t an, mp_size_t bn)
{
  struct shape s;
  if (!lean_shape_of (&s, an, bn))
    return 0;
  return s.piece < an ? pieces_itch (&s, an, bn, 1) : areas_of (&s, 0, an + bn, bn, 1).all;
}

static void
mul_lean (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  struct shape s;
  lean_shape_of (&s, an, bn);
  multiply_shape (&COMBA_POOL_ALONE (1), &s, rp, ap, an, bp, bn, scratch);
}

static size_t
two_moduli_itch (int pair, mp_size_t an, mp_size_t bn, int threads)
{
  struct two_moduli t;
  const int known = pair < (int) (sizeof branch_lengths / sizeof *branch_lengths);
  return known && two_moduli_of (&t, pair, an, bn, threads, most_scratch (an, bn)) != 0 ? t.all : 0;
}

static void
mul_two_moduli (const struct comba_pool *pool, int pair, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                mp_size_t bn, mp_ptr scratch)
{
  struct two_moduli t;
  two_moduli_of (&t, pair, an, bn, pool->threads, most_scratch (an, bn));
  multiply_by_two_moduli (pool, &t, rp, an + bn, ap, an, bp, bn, scratch);
}
