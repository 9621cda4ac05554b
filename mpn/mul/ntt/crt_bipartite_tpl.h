/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products by two workers (struct comba_ntt_crt, residue/crt_bipartite.c).  Included by a
   field file, which fills in its table with COMBA_NTT_FUNCTIONS.

   All transforms are cyclic ones of N coefficients: x^N - 1 is beta^m - 1, so x^(N/2) is beta^h.
   The worker of end e computes its quotient from half e of each operand, N/2 coefficients.  It
   computes the sum S in one branch of the tree only, where x^(N/2) is 1 or -1: modulo x^(N/2) - 1
   or x^(N/2) + 1, half as long.  So no worker needs residues that the other has computed.  End 1
   takes longer, and so does branch 1; therefore end 0 has branch 1. */

#include "parallel/job_memory.h"

/* Returns the kind of such products. */
static struct comba_ntt_kind
kind_for_crt (mp_size_t m)
{
  return (struct comba_ntt_kind) { .m = m, .for_crt = 1 };
}

/* crt_size, crt_itch, crt_quotient, crt_products and crt_sum are members of struct comba_ntt and
   have their contracts. */
static mp_size_t
crt_size (mp_size_t n)
{
  struct shape s;
  return cyclic_shape_of (&s, n, 1);
}

/* The memory of one worker: the transforms of its halves of the operands, later those of the
   operands in its branch; those of its quotient, later those of the other halves in its branch, of
   the sum and of Q; and limbs that are put together.  A thread prefetches words beyond those that
   it puts together.  And a CPU that sees it go from prime to prime prefetches the next ones by
   itself (Zen 4: two of them), which the other thread would have to take back.  The areas leave
   room for that. */
struct half_areas
{
  size_t a, b, z, limbs, all;
};

/* Returns the offsets of these areas, and their size, in words. */
static struct half_areas
half_areas_of (const struct shape *s)
{
  const size_t words = PRIMES * words_of (s);
  struct half_areas r = { .a = 0, .b = words, .z = 2 * words, .limbs = 3 * words + FAR_AHEAD };
  r.all = comba_worker_limbs (r.limbs + (size_t) s->piece / 2 + (size_t) s->bits + 2 + words);
  return r;
}

static size_t
crt_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = kind_for_crt (m);
  struct shape s;
  return shape_of_kind (&s, &kind) ? 2 * half_areas_of (&s).all + COMBA_WORKER_ALIGNMENT_LIMBS : 0;
}

/* One end of a product. */
struct half
{
  struct shape s;
  struct prepared p;
  int end, branch;
  int operands;                 /* 1 in squares */
  uint64_t *areas;              /* those of P, whose ring is used for all transforms */
  uint64_t *a, *b, *z;          /* b == a in squares */
  mp_ptr limbs;
  size_t node;                  /* in words */
  mp_srcptr next;
  mp_size_t next_n;
};

/* Returns what the worker of END needs. */
static struct half
half_of (const struct comba_ntt_crt *e, int end, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = kind_for_crt (e->m);
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

/* Returns the ring of a prime. */
static struct ring
half_ring (const struct half *w, int prime)
{
  return ring_of (prime, w->areas + (size_t) prime * w->p.area, &w->s);
}

/* Makes it the ring for the leaves of third J. */
static void
turn_ring (struct ring *ring, const struct half *w, int prime, int j)
{
  ring->leaves = leaves_of (j, w->areas + (size_t) prime * w->p.area, &w->s);
}

/* Reclaims what third J of prime I writes next.  Reclaiming all at once would keep the CPU from its
   other work. */
static void
claim_next (const struct half *w, int i, int j)
{
  const int thirds = w->s.L / 4;
  const mp_size_t part = w->next_n / (PRIMES * thirds) + 1, at = (i * thirds + j) * part, left = w->next_n - at;
  if (left > 0)
    comba_reclaim (w->next + at, (size_t) (left < part ? left : part) * sizeof *w->next);
}

/* From the leaves back to nodes; the inverse of forward_nodes. */
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

/* x = the leaves of n limbs, at most N/2 coefficients. */
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

/* The smallest power of 2 of coefficients that are whole limbs and whole pairs of vectors. */
static size_t
fewest_coefficients (int bits)
{
  const size_t n = GMP_LIMB_BITS / (size_t) (bits & -bits);
  return n > 2 * LANES ? n : 2 * LANES;
}

/* Returns the address in w->limbs of limbs FROM to FROM + N - 1 of x y, both leaves; those of y for
   the next prime are Y_WORDS further.  Coefficients that end two limbs or more below FROM are left
   out: they sum to less than one unit.  x may be w->z. */
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
crt_quotient (const struct comba_ntt_crt *e, int end, mp_ptr qp, mp_ptr scratch)
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

/* From the nodes of the branch, in pairs, to their leaves. */
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

/* x = the leaves in the branch of the other half of an operand. */
static void
forward_other_half (const struct half *w, uint64_t *x, const struct comba_ntt_crt *e, mp_srcptr ap)
{
  const mp_size_t h = e->m / 2;
  forward_low (w->s.L, w->branch, 1, x, w->p.words / 2, w->s.levels, w->end ? ap : ap + h, w->end ? h : e->n - h,
               w->s.bits);
  forward_pairs (w, x);
}

/* x = the leaves of an operand.  X has those of this end's half, Y those of the other half.  Branch
   0 adds the lower and the upper half; branch 1, which end 0 has, subtracts the upper one. */
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

/* crt_quotient has left the leaves of this end's half of each operand, which include those in the
   branch. */
static void
crt_products (const struct comba_ntt_crt *e, int end, mp_ptr scratch)
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
crt_sum (const struct comba_ntt_crt *e, int end, mp_ptr rp, mp_srcptr qp, mp_ptr scratch)
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
      inverse_branch (s->L, w.branch, w.z + i * words, s->levels, ring.prime->offset, 0, vectors / 2, &ring.inverses,
                      ring.prime);
    }
  recombine (rp, e->m / 2, rp + e->m / 2, w.z, words, 0, s->bits);
  end_arithmetic (before);
}

#define COMBA_NTT_FUNCTIONS                                     \
  {                                                             \
    .itch = itch, .itch_exactly = itch_exactly, .mul = multiply_any,            \
    .lean_itch = lean_itch, .mul_lean = mul_lean,                               \
    .two_moduli_itch = two_moduli_itch, .mul_two_moduli = mul_two_moduli,       \
    .moduli_itch = moduli_itch, .mul_moduli = mul_moduli,       \
    .wrapped_size = wrapped_size,                               \
    .prepared_size = prepared_size, .prepared_itch = prepared_itch,     \
    .prepare = prepare_operand, .mul_prepared = multiply_prepared,      \
    .mulmod_itch = mulmod_itch, .mulmod = mulmod,               \
    .crt_size = crt_size, .crt_itch = crt_itch,                 \
    .crt_quotient = crt_quotient, .crt_products = crt_products, \
    .crt_sum = crt_sum,                                         \
  }
