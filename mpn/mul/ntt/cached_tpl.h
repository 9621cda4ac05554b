/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products with a prepared operand, and cyclic products.  Included by a field file.

   A prepared operand has an area for each prime.  It holds the leaves (mul/ntt/transposed_tpl.h),
   the roots, their inverses, the twisted roots, and the scale. */

struct prepared
{
  size_t words;                 /* words of a transform */
  size_t roots, twisted, scale;  /* offsets */
  size_t area;                  /* size of the area */
};

/* Words for each word of the leaves: 2 if they are expanded. */
static int
expanded_words (const struct shape *s)
{
#if EXPANDED_WORDS
  return words_of (s) <= EXPANDED_WORDS ? 2 : 1;
#else
  (void) s;
  return 1;
#endif
}

/* The leaves, from AT on, as a factor.  The second function makes them, in place, from what the
   transform yields, the last ones first. */
static struct factor
prepared_factor (uint64_t *leaves, size_t at, const struct shape *s)
{
  const int expanded = expanded_words (s);
#if EXPANDED_WORDS
  if (expanded == 2)
    return (struct factor) { leaves + 2 * at, 0, 2, multiply_expanded };
#endif
  return (struct factor) { leaves + at, 0, expanded, multiply_leaves };
}

/* Puts VECTORS leaves from word AT on into the layout of a prepared operand. */
static void
store_leaves (uint64_t *leaves, size_t at, size_t vectors, const struct ring *ring, const struct shape *s)
{
#if EXPANDED_WORDS
  if (expanded_words (s) == 2)
    expand_leaves (leaves + 2 * at, leaves + at, vectors, ring);
#else
  (void) leaves, (void) at, (void) vectors, (void) ring, (void) s;
#endif
}

/* Returns the layout of the area for one prime. */
static struct prepared
prepared_of (const struct shape *s)
{
  struct prepared r;
  r.words = words_of (s);
  r.roots = (expanded_words (s) * r.words + 7) & -(size_t) 8;
  r.twisted = r.roots + TABLES * roots_of (s);
  r.scale = r.twisted + (s->L == 12 ? 4 * roots_of (s) : 0);
  r.area = r.scale + 8;
  return r;
}

/* The shape of products of a kind.  Returns 0 if there is no transform of that length. */
static int
shape_of_kind (struct shape *s, const struct comba_ntt_kind *kind)
{
  if (kind->m != 0)
    return cyclic_shape_of (s, kind->m, kind->for_crt) == kind->m;
  return kind->an >= kind->bn ? shape_of (s, kind->an, kind->bn, 0, 1)
    : shape_of (s, kind->bn, kind->an, 0, 1);
}

/* wrapped_size, prepared_size, prepared_itch, multiply_prepared (mul_prepared), prepare_operand
   (prepare), mulmod_itch and mulmod are members of struct comba_ntt and have their contracts. */
static mp_size_t
wrapped_size (mp_size_t n)
{
  struct shape s;
  return cyclic_shape_of (&s, n, 0);
}

static size_t
prepared_size (const struct comba_ntt_kind *kind)
{
  struct shape s;
  return shape_of_kind (&s, kind) ? PRIMES * prepared_of (&s).area : 0;
}

static size_t
prepared_itch (const struct comba_ntt_kind *kind, int threads)
{
  struct shape s;
  return shape_of_kind (&s, kind)
         ? coefficients_itch (&s, threads) + 2 * (size_t) threads + LANES : 0;
}

/* The ring of prime I, in its area of a prepared operand. */
static struct ring
ring_of (int i, uint64_t *area, const struct shape *s)
{
  const struct prepared at = prepared_of (s);
  const size_t n = roots_of (s);
  uint64_t *roots = area + at.roots;
  return (struct ring) {
    .prime = &primes[i],
    .roots = roots_in (roots, n, 0), .inverses = roots_in (roots, n, 1), .leaves = roots_in (roots, n, 0),
    .scale = { area[at.scale], area[at.scale + 1] },
  };
}

/* The roots for the leaves of third J of a cyclic transform. */
static struct roots
leaves_of (int j, uint64_t *area, const struct shape *s)
{
  const struct prepared at = prepared_of (s);
  const size_t n = roots_of (s);
  uint64_t *roots = area + (j == 0 ? at.roots : at.twisted + (j - 1) * 2 * n);
  return (struct roots) { roots, roots + n };
}

/* Fills in the ring in that area. */
static void
new_ring (int i, uint64_t *area, const struct shape *s)
{
  const struct ring ring = ring_of (i, area, s);
  struct root scale;
  make_ring (&ring, &scale, s);
  area[prepared_of (s).scale] = scale.w, area[prepared_of (s).scale + 1] = scale.q;
  for (int j = 1; j < s->L / 4 && is_cyclic (s); j++)
    {
      const struct roots twisted = leaves_of (j, area, s);
      twist_roots (&twisted, &ring.roots, roots_of (s),
                  known_root (ring.prime->third[j - 1], ring.prime), ring.prime);
    }
}

/* From limbs to the third level, modulo some primes, columns FROM to TO - 1 of 2^levels. */
static void
forward_to_nodes (uint64_t *x, size_t stride, const struct shape *s, mp_srcptr ap, mp_size_t an,
                  uint64_t *areas, struct primes_of of, size_t from, size_t to)
{
  if (is_cyclic (s))
    {
      struct cutter c;
      set_cutter (&c, ap, an, s->bits);
      forward_cyclic (s->L, x, stride, s->levels, &c, of, from, to);
    }
  else
    for (int i = of.first; i < of.end; i++)
      {
        const struct ring ring = ring_of (i, areas + i * prepared_of (s).area, s);
        forward_limbs (x + i * stride, s, ap, an, &ring, from, to);
      }
}

/* The node of the tree that is node J of the transform. */
static size_t
node_of (int j, const struct shape *s)
{
  return (size_t) (is_cyclic (s) ? j % 4 : j);
}

/* The number of nodes, from node J of the transform on and before END, that are adjacent in the
   tree. */
static int
side_by_side (int j, int end, const struct shape *s)
{
  const int next = is_cyclic (s) ? j / 4 * 4 + 4 : s->L;
  return (next < end ? next : end) - j;
}

static void
prepare_operand (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  struct shape s;
  shape_of_kind (&s, kind);
  const size_t area = prepared_of (&s).area, node = (size_t) LANES << s.levels;
  const unsigned before = begin_arithmetic ();
  for (int i = 0; i < PRIMES; i++)
    new_ring (i, prepared + i * area, &s);
  forward_to_nodes (prepared, area, &s, bp, bn, prepared, (struct primes_of) { 0, PRIMES }, 0,
                    (size_t) 1 << s.levels);
  for (int i = 0; i < PRIMES; i++, prepared += area)
    {
      struct ring ring = ring_of (i, prepared, &s);
      const int n = is_cyclic (&s) ? 4 : s.L;
      for (int j = s.L - n; j >= 0; j -= n)
        {
          forward_nodes (prepared + j * node, s.levels, 0, (size_t) n, &ring);
          if (is_cyclic (&s))
            ring.leaves = leaves_of (j / 4, prepared, &s);
          store_leaves (prepared, j * node, (size_t) n << s.levels, &ring, &s);
        }
    }
  end_arithmetic (before);
}

/* The steps of a product with a prepared operand, with the meaning of those in
   mul/ntt/multiply_tpl.h. */
static void
encode_prepared (const struct job *job, struct residues *r, size_t from, size_t to)
{
  const int i = (int) (r - job->of);
  forward_to_nodes (job->of[0].x, job->words, &job->p->s, job->p->ap, job->p->an, job->of[0].area,
                    (struct primes_of) { i, i + 1 }, from, to);
}

/* A unit is a node. */
static void
multiply_prepared_nodes (const struct job *job, struct residues *r, size_t from, size_t to)
{
  const struct shape *s = &job->p->s;
  const size_t node = (size_t) LANES << s->levels;
  struct ring ring = r->ring;
  const int is_square = r->y == r->x;
  for (int j = (int) from, n; j < (int) to; j += n)
    {
      n = side_by_side (j, (int) to, s);
      if (is_cyclic (s))
        ring.leaves = leaves_of (j / 4, r->area, s);
      const struct factor f = is_square ? (struct factor) { r->y + j * node, 0, 1, multiply_leaves }
        : prepared_factor (r->y, j * node, s);
      multiply_nodes (r->x + j * node, f, s->levels, node_of (j, s), (size_t) n, &ring);
    }
}

/* A unit is a column. */
static void
decode_prepared (const struct job *job, struct residues *r, size_t from, size_t to)
{
  const struct shape *s = &job->p->s;
  if (is_cyclic (s))
    inverse_cyclic (s->L, r->x, s->levels, from, to, &r->ring.inverses, r->ring.prime);
  else
    inverse_top (s->L, 0, r->x, s->levels, from, to, &r->ring.inverses, r->ring.prime);
}

/* All steps for a share of the primes.  The operand is cut once for all of them. */
static void
multiply_share (struct job *job, int share)
{
  const int threads = job->p->threads;
  const struct primes_of of = primes_of_share (share, threads);
  const size_t block = (size_t) 1 << job->p->s.levels;
  const unsigned before = begin_arithmetic ();
  if (threads > 1 && job->apart == 0)
    comba_reclaim (job->of[of.first].x, (size_t) (of.end - of.first) * job->words * sizeof *job->of[0].x);
  forward_to_nodes (coefficients_for (job, share), job->words, &job->p->s, job->p->ap, job->p->an, job->of[0].area, of,
                    0, block);
  for (int i = of.first; i < of.end; i++)
    {
      multiply_prepared_nodes (job, &job->of[i], 0, (size_t) job->p->s.L);
      decode_prepared (job, &job->of[i], 0, block);
      hand_over (job, i, share);
    }
  if (job->apart != 0)
    end_streams ();
  end_arithmetic (before);
}

static void
share_of_primes (void *call, int share)
{
  with_job (multiply_share, call, share);
}

/* The job for a product with a prepared operand, by any thread. */
static void
make_prepared_job (struct job *job, const struct product *p)
{
  const struct prepared at = prepared_of (&p->s);
  *job = (struct job) {
    .p = p, .words = at.words, .levels = p->s.levels,
    .apart = has_own_coefficients (&p->s, p->threads) ? PRIMES * at.words : 0,
    .beyond = (mp_ptr) (p->scratch + coefficients_itch (&p->s, p->threads)),
  };
  for (int i = 0; i < PRIMES; i++)
    {
      uint64_t *area = p->prepared + i * at.area;
      uint64_t *x = p->scratch + (size_t) share_of_prime (i, p->threads) * job->apart + i * at.words;
      job->of[i] = (struct residues) {
        .x = x, .y = p->square ? x : area, .ring = ring_of (i, area, &p->s), .area = area,
      };
    }
}

/* rp[0..rn-1] = a times the operand with these areas, or a times itself. */
static void
multiply_with (const struct comba_pool *pool, const struct shape *s, mp_ptr rp, mp_size_t rn,
               mp_srcptr ap, mp_size_t an, uint64_t *areas, int square, uint64_t *all)
{
  struct call call = {
    .product = {
      .s = *s, .make_job = make_prepared_job, .threads = pool->threads, .square = square != 0,
      .rp = rp, .rn = rn, .ap = ap, .an = an, .scratch = all, .prepared = areas,
    },
  };
  struct job *job = &call.job;
  make_prepared_job (job, &call.product);
  if (whole_primes (pool->threads))
    post_call (pool, share_of_primes, &call);
  else
    {
      run (pool, job, encode_prepared, (size_t) 1 << s->levels);
      run (pool, job, multiply_prepared_nodes, (size_t) s->L);
      run (pool, job, decode_prepared, (size_t) 1 << s->levels);
    }

  mp_limb_t carry = put_together (pool, &call);
  if (is_cyclic (s))
    {
      /* Limbs beyond beta^m are added at 1. */
      carry = comba_add_1_var (rp, rn, carry);
      carry += comba_add_in_var (rp, rn, job->beyond + BEYOND * (pool->threads - 1), BEYOND);
      carry = comba_add_1_var (rp, rn, carry);
      ASSERT (carry == 0);
    }
}

static void
multiply_prepared (const struct comba_pool *pool, const struct comba_ntt_kind *kind, mp_ptr rp,
                   mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr prepared, mp_ptr scratch)
{
  struct shape s;
  shape_of_kind (&s, kind);
  multiply_with (pool, &s, rp, rn, ap, an, (uint64_t *) prepared, 0, align (scratch));
}

static size_t
mulmod_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m };
  return prepared_size (&kind) + prepared_itch (&kind, 1);
}

static void
mulmod (mp_size_t m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
        mp_ptr scratch)
{
  const struct comba_ntt_kind kind = { .m = m };
  struct shape s;
  shape_of_kind (&s, &kind);
  const size_t area = prepared_of (&s).area;
  const int square = ap == bp && an == bn;
  uint64_t *areas = align (scratch);
  if (square)
    {
      const unsigned before = begin_arithmetic ();
      for (int i = 0; i < PRIMES; i++)
        new_ring (i, areas + i * area, &s);
      end_arithmetic (before);
    }
  else
    prepare_operand (&kind, areas, bp, bn);
  multiply_with (&COMBA_POOL_ALONE (1), &s, rp, m, ap, an, areas, square,
                 areas + PRIMES * area);
}
