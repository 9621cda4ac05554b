/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by two workers (mod/bipartite_ntt.c): the quotient of an end, which one of them
   makes alone, and the sum of two cyclic products, of which each has some primes.  Included by a
   field file, which makes its table of COMBA_NTT_FUNCTIONS. */

#include "parallel/lines.h"

/* x = x y, from the third level to the coefficients, with the roots of what is prepared at AREAS;
   y is of the third level and changes, or x itself, or leaves. */
static void
multiply_to_coefficients (const struct shape *s, uint64_t *x, uint64_t *y, size_t y_stride,
                          int y_is_leaves, uint64_t *areas)
{
  const struct prepared p = prepared_of (s);
  const size_t node = (size_t) LANES << s->levels;
  for (int i = 0; i < PRIMES; i++, x += p.words, y += y_stride, areas += p.area)
    {
      const struct ring ring = ring_of (i, areas, s);
      for (int j = 0; j < s->L; j++)
        multiply_node (x + j * node, y + j * node, y_is_leaves, s->levels, j, &ring);
      inverse_top (s->L, 0, x, s->levels, 0, (size_t) 1 << s->levels, &ring.inverses, ring.prime);
    }
}

/* Limbs FROM to FROM + N - 1 of what x is, somewhere in LIMBS.  Coefficients from two limbs below or
   less are left out: what they come to is less than a unit. */
static mp_ptr
limbs_from (mp_ptr limbs, mp_size_t from, mp_size_t n, const uint64_t *x, const struct shape *s)
{
  const mp_size_t first = from < 2 ? 0 : (from - 2) / s->bits * s->bits;
  recombine (limbs, from + n - first, NULL, x, prepared_of (s).words,
             (size_t) (first / s->bits) * GMP_LIMB_BITS, s->bits);
  return limbs + (from - first);
}

static struct comba_ntt_kind
kind_of_end (mp_size_t h)
{
  return (struct comba_ntt_kind) { .an = h, .bn = h };
}

static size_t
end_itch (mp_size_t h)
{
  const struct comba_ntt_kind kind = kind_of_end (h);
  struct shape s;
  return shape_of_kind (&s, &kind)
         ? 2 * PRIMES * prepared_of (&s).words + (size_t) (2 * h + s.bits + 2) + LANES : 0;
}

static void
end_of_product (const struct comba_ntt_end *e, mp_ptr qp, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = kind_of_end (e->h);
  const struct primes_of all = { 0, PRIMES };
  struct shape s;
  shape_of_kind (&s, &kind);
  const struct prepared p = prepared_of (&s);
  const size_t block = (size_t) 1 << s.levels;
  uint64_t *areas = (uint64_t *) e->factor, *x = align (scratch), *v = x + PRIMES * p.words;
  const mp_ptr limbs = v + PRIMES * p.words;
  const unsigned before = begin_arithmetic ();
  forward_to_nodes (x, p.words, &s, e->up, e->un, areas, all, 0, block);
  if (e->up == e->vp)
    v = x;
  else
    forward_to_nodes (v, p.words, &s, e->vp, e->un, areas, all, 0, block);
  multiply_to_coefficients (&s, x, v, p.words, 0, areas);
  forward_to_nodes (x, p.words, &s, limbs_from (limbs, e->t, e->un, x, &s), e->un, areas, all, 0,
                    block);
  multiply_to_coefficients (&s, x, areas, p.area, 1, areas);
  memcpy (qp, limbs_from (limbs, e->t, e->qn, x, &s), (size_t) e->qn * sizeof *qp);
  end_arithmetic (before);
}

static void
inverse_node (uint64_t *x, int levels, size_t node, const struct ring *ring)
{
  if (levels <= BLOCK_LEVELS)
    {
      inverse_block (x, levels, node, &ring->inverses, ring->prime);
      return;
    }
  size_t child = (size_t) 1 << (levels - 3);
  for (size_t j = 0; j < 8; j++)
    inverse_node (x + j * child * LANES, levels - 3, 8 * node + j, ring);
  inverse_8 (x, child, node, 1, &ring->inverses, ring->prime);
}

/* The residues of A B, which those of the sum become, for each share if they are its own; of B; of Q; and what each
   share of the limbs has beyond its end. */
static size_t
sum_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m };
  struct shape s;
  return shape_of_kind (&s, &kind)
         ? coefficients_itch (&s, 2) + 2 * PRIMES * prepared_of (&s).words + 2 * 16 + LANES : 0;
}

static mp_ptr
beyond_of (int share, const struct shape *s, mp_ptr scratch)
{
  return (mp_ptr) align (scratch) + coefficients_itch (s, 2) + 2 * PRIMES * prepared_of (s).words + 16 * share;
}

/* Where the limbs of a share begin: as many coefficients as a limb has bits are BITS limbs. */
static mp_size_t
limbs_before (int share, const struct shape *s)
{
  return (mp_size_t) range_begins ((size_t) (s->piece / s->bits), share, 2) * s->bits;
}

/* The first coefficient of these. */
static size_t
sum_word (int share, const struct shape *s)
{
  return (size_t) (limbs_before (share, s) / s->bits) * GMP_LIMB_BITS;
}

/* The coefficients of the sum that a share puts together. */
static uint64_t *
sum_for (int share, const struct shape *s, mp_ptr scratch)
{
  return align (scratch) + (has_own_coefficients (s, 2) ? (size_t) share * PRIMES * words_of (s) : 0);
}

/* For sums the bits of products suffice, by which N 2^(2 bits) is at most half of 2^PRODUCT_BITS.  A
   coefficient of A B has N terms at most, and so has one of Q P: 2N terms are below 2^PRODUCT_BITS,
   and that is below 5/8 of the product of the primes (tests/ntt/primes.h asks for both), of which
   recombine makes coefficients. */

/* x = x y + q p at a node; from the third level of x, y and q and leaves of p to the third level. */
static void
sum_node (uint64_t *x, uint64_t *y, uint64_t *q, const uint64_t *p, int levels, size_t node,
          const struct ring *ring)
{
  const struct modulus m = modulus_of (ring->prime);
  const size_t vectors = (size_t) 1 << levels, leaf = node << levels;
  forward_node (q, levels, node, ring);
  multiply_leaves (q, p, vectors, leaf, ring);
  forward_node (x, levels, node, ring);
  if (y != x)
    forward_node (y, levels, node, ring);
  multiply_leaves (x, y, vectors, leaf, ring);
  for (size_t i = 0; i < vectors * LANES; i += LANES)
    store (x + i, reduce (add (load (x + i), load (q + i)), &m, 0));
  inverse_node (x, levels, node, ring);
}

/* What both parts of a share of the sum work at. */
struct part_of_sum
{
  struct shape s;
  struct prepared p;
  struct primes_of of;
  size_t block;
  uint64_t *areas, *x, *y, *q;          /* y is x in squares */
};

static struct part_of_sum
part_of_sum (const struct comba_ntt_sum *e, int share, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = e->m };
  struct part_of_sum r = { .of = primes_of_share (share, 2), .areas = (uint64_t *) e->multiple };
  shape_of_kind (&r.s, &kind);
  r.p = prepared_of (&r.s);
  r.block = (size_t) 1 << r.s.levels;
  r.x = sum_for (share, &r.s, scratch);
  r.y = align (scratch) + coefficients_itch (&r.s, 2);
  r.q = r.y + PRIMES * r.p.words;
  if (e->ap == e->bp)
    r.y = r.x;
  return r;
}

static void
sum_operands (const struct comba_ntt_sum *e, int share, mp_ptr scratch)
{
  const struct part_of_sum r = part_of_sum (e, share, scratch);
  const unsigned before = begin_arithmetic ();
  forward_to_nodes (r.x, r.p.words, &r.s, e->ap, e->n, r.areas, r.of, 0, r.block);
  if (r.y != r.x)
    forward_to_nodes (r.y, r.p.words, &r.s, e->bp, e->n, r.areas, r.of, 0, r.block);
  end_arithmetic (before);
}

static void
sum_of_products (const struct comba_ntt_sum *e, int share, mp_ptr scratch)
{
  const struct part_of_sum r = part_of_sum (e, share, scratch);
  const struct shape *s = &r.s;
  const size_t words = r.p.words, node = r.block * LANES;
  const int other = !share, has_own = has_own_coefficients (s, 2);
  const size_t from = sum_word (other, s), end = share ? sum_word (1, s) : words;
  const unsigned before = begin_arithmetic ();
  forward_to_nodes (r.q, words, s, e->qp, e->qn, r.areas, r.of, 0, r.block);
  for (int i = r.of.first; i < r.of.end; i++)
    {
      uint64_t *area = r.areas + i * r.p.area;
      struct ring ring = ring_of (i, area, s);
      for (int j = 0; j < s->L; j++)
        {
          const size_t at = i * words + j * node;
          ring.leaves = leaves_of (j / 4, area, s);
          sum_node (r.x + at, r.y + at, r.q + at, area + j * node, s->levels, node_of (j, s), &ring);
        }
      inverse_cyclic (s->L, r.x + i * words, s->levels, 0, r.block, &ring.inverses, ring.prime);
      if (has_own)
        stream_words (sum_for (other, s, scratch) + i * words, r.x + i * words, from, end);
    }
  if (has_own)
    end_streams ();
  end_arithmetic (before);
}

static void
sum_limbs (mp_size_t m, int share, mp_ptr rp, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = m };
  struct shape s;
  shape_of_kind (&s, &kind);
  const mp_size_t from = limbs_before (share, &s), to = limbs_before (share + 1, &s);
  const mp_ptr beyond = beyond_of (share, &s, scratch);
  const unsigned before = begin_arithmetic ();
  if (from < to)
    recombine (rp + from, to - from, beyond, sum_for (share, &s, scratch), prepared_of (&s).words,
               sum_word (share, &s), s.bits);
  else
    memset (beyond, 0, BEYOND * sizeof *beyond);
  end_arithmetic (before);
}

/* What goes beyond beta^m comes in at 1.  The lines that share 1 has written are asked for, first the one that is
   needed here. */
static void
sum_carries (mp_size_t m, mp_ptr rp, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = m };
  struct shape s;
  shape_of_kind (&s, &kind);
  const mp_size_t middle = limbs_before (1, &s), n = m - middle;
  comba_fetch (beyond_of (1, &s, scratch), BEYOND);
  comba_fetch (rp + middle, n);
  const mp_size_t most = n < BEYOND ? n : BEYOND;
  mp_limb_t carry = comba_add_in_var (rp + middle, n, beyond_of (0, &s, scratch), most);
  carry = comba_add_1_var (rp, m, carry);
  carry += comba_add_in_var (rp, m, beyond_of (1, &s, scratch), BEYOND);
  carry = comba_add_1_var (rp, m, carry);
  ASSERT (carry == 0);
  (void) carry;
}

#define COMBA_NTT_FUNCTIONS                                     \
  {                                                             \
    .itch = itch, .mul = multiply_limbs,                        \
    .wrap = wrap,                                               \
    .prepared_size = prepared_size, .prepared_itch = prepared_itch,     \
    .prepare = prepare_operand, .mul_prepared = multiply_prepared,      \
    .mulmod_itch = mulmod_itch, .mulmod = mulmod,               \
    .end_itch = end_itch, .end = end_of_product,                \
    .sum_itch = sum_itch, .sum_operands = sum_operands, .sum = sum_of_products,       \
    .sum_limbs = sum_limbs, .sum_carries = sum_carries,         \
  }
