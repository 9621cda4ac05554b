/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* One end of a bipartite product (struct comba_ntt_end in ntt.h), by cyclic transforms of N
   coefficients, all of them as long as the modulus alone.  Included by a field file, which makes
   its table of COMBA_NTT_FUNCTIONS.

   With m = 2h, beta^h is x^(N/2), which is 1 in the nodes 0 and 1 of the third level of each tree
   and -1 in the nodes 2 and 3: a product by it costs nothing.  Operands have N/2 coefficients, so
   U V and C F do not wrap, and what is wanted of them is put together alone; and the sum S is
   one of leaves, for which those of U V and U W stay where they are.  Its coefficients have at most N terms of
   U V + 2 U W, as one has the more of them where the other has less, and N/2 of Q P, as Q is a half
   too; the shape allows for 2N. */

static mp_size_t
end_wrap (mp_size_t n)
{
  struct shape s;
  mp_size_t m = n;
  do
    m = cyclic_shape_of (&s, m, 1);
  while (m != 0 && m % 2 != 0 && ++m);
  return m;
}

/* Residues modulo all primes: x of what is under way; v; and w, which becomes the leaves of
   U V + beta^h U W.  Then what is put together: C and Q, and what is below them. */
struct end_areas
{
  uint64_t *x, *v, *w;
  mp_ptr limbs;
};

static struct end_areas
end_areas_of (const struct prepared *at, mp_ptr scratch)
{
  uint64_t *x = align (scratch);
  const size_t size = PRIMES * at->words;
  return (struct end_areas) { x, x + size, x + 2 * size, x + 3 * size };
}

static size_t
end_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m, .halves = 1 };
  struct shape s;
  return shape_of_kind (&s, &kind)
         ? 3 * PRIMES * prepared_of (&s).words + (size_t) m + s.bits + 2 + LANES : 0;
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

static void
enter_half (const struct shape *s, uint64_t *x, mp_srcptr ap, mp_size_t an, uint64_t *areas)
{
  forward_to_nodes (x, prepared_of (s).words, s, ap, an, areas, (struct primes_of) { 0, PRIMES }, 0,
                    (size_t) 1 << s->levels);
}

/* What is done at node J of a prime. */
typedef void node_fn (const struct comba_ntt_end *e, const struct end_areas *a, size_t at, int j,
                      const uint64_t *area, const struct shape *s, const struct ring *ring);

/* At all nodes of all primes, with the roots of what is prepared, and back to the coefficients. */
static ALWAYS_INLINE void
at_nodes (node_fn *f, const struct comba_ntt_end *e, const struct end_areas *a,
          mp_srcptr prepared, const struct shape *s)
{
  const struct prepared p = prepared_of (s);
  uint64_t *area = (uint64_t *) prepared;
  for (int i = 0; i < PRIMES; i++, area += p.area)
    {
      struct ring ring = ring_of (i, area, s);
      for (int j = 0; j < s->L; j++)
        {
          const size_t node = ((size_t) j * LANES) << s->levels;
          ring.leaves = leaves_of (j / 4, area, s);
          f (e, a, i * p.words + node, j, area + node, s, &ring);
        }
      inverse_cyclic (s->L, a->x + i * p.words, s->levels, 0, (size_t) 1 << s->levels, &ring.inverses,
                      ring.prime);
    }
}

/* w = x + w, x - w, or that with 2 w; all below 2p. */
static void
add_middle (uint64_t *w, const uint64_t *x, size_t words, int negative, int twice,
            const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t i = 0; i < words; i += LANES)
    {
      const vec x0 = load (x + i), w0 = load (w + i), w1 = twice ? add (w0, w0) : w0;
      store (w + i, negative ? sub (add (x0, m.p4), w1) : add (x0, w1));
    }
}

/* x = U V; w = U V + beta^h U W. */
static void
start_node (const struct comba_ntt_end *e, const struct end_areas *a, size_t at, int j,
            const uint64_t *area, const struct shape *s, const struct ring *ring)
{
  (void) area;
  const size_t vectors = (size_t) 1 << s->levels, node = node_of (j, s), leaf = node << s->levels;
  uint64_t *x = a->x + at, *v = a->v == a->x ? x : a->v + at, *w = a->w + at;
  forward_node (x, s->levels, node, ring);
  if (v != x)
    forward_node (v, s->levels, node, ring);
  if (e->wn != 0)
    {
      forward_node (w, s->levels, node, ring);
      multiply_leaves (w, x, vectors, leaf, ring);
    }
  multiply_leaves (x, v, vectors, leaf, ring);
  if (e->wn != 0)
    add_middle (w, x, vectors * LANES, node >= 2, e->twice, ring->prime);
  else
    memcpy (w, x, vectors * LANES * sizeof *w);
  inverse_node (x, s->levels, node, ring);
}

/* x = C F. */
static void
factor_node (const struct comba_ntt_end *e, const struct end_areas *a, size_t at, int j,
             const uint64_t *area, const struct shape *s, const struct ring *ring)
{
  (void) e;
  multiply_node (a->x + at, (uint64_t *) area, 1, s->levels, node_of (j, s), ring);
}

/* x = w + Q P. */
static void
sum_node (const struct comba_ntt_end *e, const struct end_areas *a, size_t at, int j,
          const uint64_t *area, const struct shape *s, const struct ring *ring)
{
  (void) e;
  const struct modulus m = modulus_of (ring->prime);
  const size_t vectors = (size_t) 1 << s->levels, node = node_of (j, s);
  uint64_t *x = a->x + at, *w = a->w + at;
  forward_node (x, s->levels, node, ring);
  multiply_leaves (x, area, vectors, node << s->levels, ring);
  for (size_t i = 0; i < vectors * LANES; i += LANES)
    store (x + i, reduce (add (load (x + i), load (w + i)), &m, 0));
  inverse_node (x, s->levels, node, ring);
}

/* Limbs FROM to FROM + N - 1 of what x is, in AREA.  Coefficients from two limbs below or less are
   left out: what they come to is less than a unit. */
static mp_ptr
limbs_from (mp_size_t from, mp_size_t n, const struct end_areas *a, const struct shape *s)
{
  const mp_size_t first = from < 2 ? 0 : (from - 2) / s->bits * s->bits;
  recombine (a->limbs, from + n - first, NULL, a->x, prepared_of (s).words,
             (size_t) (first / s->bits) * GMP_LIMB_BITS, s->bits);
  return a->limbs + (from - first);
}

static void
end_of_product (const struct comba_ntt_end *e, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = e->m, .halves = 1 };
  struct shape s;
  shape_of_kind (&s, &kind);
  const struct prepared p = prepared_of (&s);
  struct end_areas a = end_areas_of (&p, scratch);
  uint64_t *roots = (uint64_t *) e->factor;
  enter_half (&s, a.x, e->up, e->un, roots);
  if (e->up == e->vp && e->un == e->vn)
    a.v = a.x;
  else
    enter_half (&s, a.v, e->vp, e->vn, roots);
  if (e->wn != 0)
    enter_half (&s, a.w, e->wp, e->wn, roots);

  at_nodes (start_node, e, &a, e->factor, &s);
  enter_half (&s, a.x, limbs_from (e->t, e->cn, &a, &s), e->cn, roots);
  at_nodes (factor_node, e, &a, e->factor, &s);
  enter_half (&s, a.x, limbs_from (e->t, e->qn, &a, &s), e->qn, roots);
  at_nodes (sum_node, e, &a, e->multiple, &s);
}

static void
end_limbs (mp_size_t m, mp_ptr rp, mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = m, .halves = 1 };
  struct shape s;
  shape_of_kind (&s, &kind);
  const struct prepared p = prepared_of (&s);
  mp_limb_t beyond[BEYOND];
  recombine (rp, m, beyond, end_areas_of (&p, scratch).x, p.words, 0, s.bits);
  mp_limb_t carry = comba_add_in_var (rp, m, beyond, BEYOND);
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
    .end_wrap = end_wrap, .end_itch = end_itch, .end = end_of_product, .end_limbs = end_limbs,  \
  }
