/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products by two workers (struct comba_ntt_crt_halves, residue/crt_bipartite.c).  Included by a field file, which
   makes its table of COMBA_NTT_FUNCTIONS.

   All transforms are cyclic ones of N coefficients, x^N - 1 is beta^m - 1, and so x^(N/2) is beta^h.  The worker of end e
   makes its quotient of half e of each operand, of N/2 coefficients.  The sum S it makes in one branch of the tree alone, where
   x^(N/2) is 1 or -1: modulo x^(N/2) - 1 or x^(N/2) + 1, half as long, and limbs of that.  So nobody needs residues
   that another has made.  End 1 takes longer, and so does branch 1: that is end 0's. */

#include "parallel/job_memory.h"

static struct comba_ntt_kind
kind_of_halves (mp_size_t m)
{
  return (struct comba_ntt_kind) { .m = m, .in_halves = 1 };
}

static mp_size_t
wrap_halves (mp_size_t n)
{
  struct shape s;
  return cyclic_shape_of (&s, n, 1);
}

/* What a worker has for itself: the transforms of its halves of the operands, and then those of the operands in its
   branch; those of its quotient, then those of the others' halves there, and of the sum, and of Q; limbs that are put
   together.  A thread asks for words beyond those that it puts together.  And a CPU that sees it go from prime to prime asks
   for what would be the next ones' by itself (Zen 4: two of them), which the other thread would have to take back:
   so there is room for as many. */
struct half_areas
{
  size_t a, b, z, limbs, all;
};

static struct half_areas
half_areas_of (const struct shape *s)
{
  const size_t words = PRIMES * words_of (s);
  struct half_areas r = { .a = 0, .b = words, .z = 2 * words, .limbs = 3 * words + FAR_AHEAD };
  r.all = comba_worker_limbs (r.limbs + (size_t) s->piece / 2 + (size_t) s->bits + 2 + words);
  return r;
}

static size_t
halves_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = kind_of_halves (m);
  struct shape s;
  return shape_of_kind (&s, &kind) ? 2 * half_areas_of (&s).all + COMBA_WORKER_ALIGNMENT_LIMBS : 0;
}

/* An end of a product. */
struct half
{
  struct shape s;
  struct prepared p;
  int end, branch;
  int operands;                 /* 1 in squares */
  uint64_t *areas;              /* of P, whose ring serves all transforms */
  uint64_t *a, *b, *z;          /* b is a in squares */
  mp_ptr limbs;
  size_t node;                  /* words */
  mp_srcptr next;
  mp_size_t next_n;
};

static struct half
half_of (const struct comba_ntt_crt_halves *e, int end, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = kind_of_halves (e->m);
  struct half r = { .end = end, .branch = 1 - end, .operands = e->ap == e->bp ? 1 : 2, .areas = (uint64_t *) e->multiple,
                    .next = e->next, .next_n = e->next_n };
  shape_of_kind (&r.s, &kind);
  r.p = prepared_of (&r.s);
  r.node = (size_t) LANES << r.s.levels;
  const struct half_areas at = half_areas_of (&r.s);
  uint64_t *own = (uint64_t *) comba_worker_memory (scratch) + (size_t) end * at.all;
  r.a = own + at.a, r.b = r.operands == 1 ? r.a : own + at.b, r.z = own + at.z;
  r.limbs = own + at.limbs;
  return r;
}

/* The ring of a prime, and for the leaves of third J. */
static struct ring
half_ring (const struct half *w, int prime)
{
  return ring_of (prime, w->areas + (size_t) prime * w->p.area, &w->s);
}

static void
turn_ring (struct ring *ring, const struct half *w, int prime, int j)
{
  ring->leaves = leaves_of (j, w->areas + (size_t) prime * w->p.area, &w->s);
}

/* Reclaims what is next of third J of prime I.  All at once would keep the CPU from what it has to do. */
static void
claim_next (const struct half *w, int i, int j)
{
  const int thirds = w->s.L / 4;
  const mp_size_t part = w->next_n / (PRIMES * thirds) + 1, at = (i * thirds + j) * part, left = w->next_n - at;
  if (left > 0)
    comba_reclaim (w->next + at, (size_t) (left < part ? left : part) * sizeof *w->next);
}

/* From the leaves back to nodes, as forward_nodes. */
static void
inverse_nodes (uint64_t *x, int levels, size_t first, size_t nodes, const struct ring *ring)
{
  const size_t words = (size_t) LANES << levels;
  if (are_block (levels, nodes))
    inverse_block (x, levels, first, nodes, &ring->inverses, ring->prime);
  else
    for (size_t node = first; node < first + nodes; node++, x += words)
      if (are_block (levels, 1))
        inverse_block (x, levels, node, 1, &ring->inverses, ring->prime);
      else
        {
          inverse_nodes (x, levels - 3, 8 * node, 8, ring);
          inverse_8 (x, words / 8 / LANES, node, 1, &ring->inverses, ring->prime);
        }
}

/* x = the leaves of n limbs, N/2 coefficients or less. */
static void
forward_half (const struct half *w, uint64_t *x, mp_srcptr ap, mp_size_t n)
{
  const struct shape *s = &w->s;
  forward_low (s->L, 0, 2, x, w->p.words, s->levels, ap, n, s->bits);
  for (int i = 0; i < PRIMES; i++)
    {
      const struct ring ring = half_ring (w, i);
      for (int j = 0; j < s->L / 4; j++)
        forward_nodes (x + i * w->p.words + 4 * j * w->node, s->levels, 0, 4, &ring);
    }
}

/* The fewest coefficients, a power of 2, that are whole limbs and whole pairs of vectors. */
static size_t
fewest_coefficients (int bits)
{
  const size_t n = GMP_LIMB_BITS / (size_t) (bits & -bits);
  return n > 2 * LANES ? n : 2 * LANES;
}

/* Limbs FROM to FROM + N - 1 of x y, leaves both, somewhere in w->limbs; y of prime i is Y_WORDS further each.
   Coefficients from two limbs below or less are left out: what they come to is less than a unit.  x may be w->z. */
static mp_ptr
limbs_of_product (const struct half *w, uint64_t *x, struct factor f, size_t y_words, mp_size_t from, mp_size_t n)
{
  const struct shape *s = &w->s;
  const size_t words = w->p.words, vectors = (size_t) 1 << s->levels;
  for (int i = 0; i < PRIMES; i++)
    {
      uint64_t *z = w->z + i * words;
      struct ring ring = half_ring (w, i);
      for (int j = 0; j < s->L / 4; j++)
        {
          const size_t at = 4 * j * w->node;
          claim_next (w, i, j);
          turn_ring (&ring, w, i, j);
          f.multiply (z + at, x + i * words + at, f.y + i * y_words + f.stride * at, 4 * vectors, 0, &ring);
          inverse_nodes (z + at, s->levels, 0, 4, &ring);
        }
      inverse_cyclic (s->L, z, s->levels, 0, vectors, &ring.inverses, ring.prime);
    }
  const size_t step = fewest_coefficients (s->bits), before = from < 2 ? 0 : (size_t) (from - 2) * GMP_LIMB_BITS / s->bits;
  const size_t first = before / step * step;
  const mp_size_t at = (mp_size_t) (first * s->bits / GMP_LIMB_BITS);
  recombine (w->limbs, from + n - at, NULL, w->z, words, first, s->bits);
  return w->limbs + (from - at);
}

static void
halves_quotient (const struct comba_ntt_crt_halves *e, int end, mp_ptr qp, mp_ptr scratch)
{
  const struct half w = half_of (e, end, scratch);
  const mp_size_t h = e->m / 2, t = e->n - h;
  const mp_size_t at = end ? t : 0, n = end ? t : h, qn = end ? t + 1 : h;
  const unsigned before = begin_arithmetic ();
  forward_half (&w, w.a, e->ap + (end ? h : 0), n);
  if (w.operands == 2)
    forward_half (&w, w.b, e->bp + (end ? h : 0), n);
  const struct factor b = { w.b, 0, 1, multiply_leaves };
  const struct factor f = prepared_factor ((uint64_t *) e->factor[end], 0, &w.s);
  const mp_ptr c = limbs_of_product (&w, w.a, b, w.p.words, at, n);
  forward_half (&w, w.z, c, n);
  memcpy (qp, limbs_of_product (&w, w.z, f, w.p.area, at, qn), (size_t) qn * sizeof *qp);
  end_arithmetic (before);
}

/* From the nodes of the branch, two by two, to their leaves. */
static void
forward_pairs (const struct half *w, uint64_t *x)
{
  const struct shape *s = &w->s;
  for (int i = 0; i < PRIMES; i++)
    {
      const struct ring ring = half_ring (w, i);
      for (int j = 0; j < s->L / 4; j++)
        forward_nodes (x + i * (w->p.words / 2) + 2 * j * w->node, s->levels, 2 * w->branch, 2, &ring);
    }
}

/* x = the leaves of the other half of an operand in the branch. */
static void
forward_other_half (const struct half *w, uint64_t *x, const struct comba_ntt_crt_halves *e, mp_srcptr ap)
{
  const mp_size_t h = e->m / 2;
  forward_low (w->s.L, w->branch, 1, x, w->p.words / 2, w->s.levels, w->end ? ap : ap + h, w->end ? h : e->n - h,
               w->s.bits);
  forward_pairs (w, x);
}

/* x = the leaves of an operand, of which X has those of the own half and Y those of the other: the lower and the upper
   half's are added in branch 0, and the latter subtracted in branch 1, which is end 0's. */
static void
complete (const struct half *w, uint64_t *x, const uint64_t *y, size_t words, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = 0; k < words; k += LANES)
    {
      const vec own = load (x + k), other = load (y + k);
      store (x + k, reduce (w->branch == 0 ? add (own, other) : difference (own, other, m.p8), &m, 0));
    }
}

/* Of either operand the leaves of the own half in the branch are among those that halves_quotient has left. */
static void
halves_products (const struct comba_ntt_crt_halves *e, int end, mp_ptr scratch)
{
  const struct half w = half_of (e, end, scratch);
  const size_t words = w.p.words / 2, pair = 2 * w.node, vectors = pair / LANES;
  uint64_t *other_a = w.z + PRIMES * words, *other_b = w.z;
  const unsigned before = begin_arithmetic ();
  forward_other_half (&w, other_a, e, e->ap);
  if (w.operands == 2)
    forward_other_half (&w, other_b, e, e->bp);
  for (int i = 0; i < PRIMES; i++)
    {
      struct ring ring = half_ring (&w, i);
      for (int j = 0; j < w.s.L / 4; j++)
        {
          const size_t own = i * w.p.words + (2 * j + w.branch) * pair, at = i * words + j * pair;
          complete (&w, w.a + own, other_a + at, pair, ring.prime);
          if (w.operands == 2)
            complete (&w, w.b + own, other_b + at, pair, ring.prime);
          turn_ring (&ring, &w, i, j);
          multiply_leaves (w.z + at, w.a + own, w.b + own, vectors, w.branch * vectors, &ring);
        }
    }
  end_arithmetic (before);
}

static void
halves_sum (const struct comba_ntt_crt_halves *e, int end, mp_ptr rp, mp_srcptr qp, mp_ptr scratch)
{
  const struct half w = half_of (e, end, scratch);
  const struct shape *s = &w.s;
  const size_t words = w.p.words / 2, pair = 2 * w.node, vectors = pair / LANES;
  uint64_t *q = w.z + PRIMES * words;
  const struct factor f = prepared_factor (w.areas, w.branch * pair, s);
  const unsigned before = begin_arithmetic ();
  forward_branch (s->L, w.branch, q, words, s->levels, qp, e->n + 1, s->bits);
  forward_pairs (&w, q);
  for (int i = 0; i < PRIMES; i++)
    {
      const struct modulus m = modulus_of (&primes[i]);
      struct ring ring = half_ring (&w, i);
      for (int j = 0; j < s->L / 4; j++)
        {
          const size_t at = i * words + j * pair;
          claim_next (&w, i, j);
          turn_ring (&ring, &w, i, j);
          f.multiply (q + at, q + at, f.y + i * w.p.area + f.stride * 2 * j * pair, vectors, w.branch * vectors, &ring);
          for (size_t k = at; k < at + pair; k += LANES)
            store (w.z + k, reduce (add (load (w.z + k), load (q + k)), &m, 0));
          inverse_nodes (w.z + at, s->levels, 2 * w.branch, 2, &ring);
        }
      inverse_branch (s->L, w.branch, w.z + i * words, s->levels, &ring.inverses, ring.prime);
    }
  recombine (rp, e->m / 2, rp + e->m / 2, w.z, words, 0, s->bits);
  end_arithmetic (before);
}

#define COMBA_NTT_FUNCTIONS                                     \
  {                                                             \
    .itch = itch, .mul = multiply_limbs,                        \
    .wrap = wrap,                                               \
    .prepared_size = prepared_size, .prepared_itch = prepared_itch,     \
    .prepare = prepare_operand, .mul_prepared = multiply_prepared,      \
    .mulmod_itch = mulmod_itch, .mulmod = mulmod,               \
    .wrap_halves = wrap_halves, .halves_itch = halves_itch,     \
    .halves_quotient = halves_quotient, .halves_products = halves_products,   \
    .halves_sum = halves_sum,                                   \
  }
