/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products with a prepared operand, and cyclic ones.  Included by a field file, which
   makes its table of COMBA_NTT_FUNCTIONS.

   A prepared operand has an area for each prime: the leaves; the roots, their inverses and
   the turned ones; the scale. */

struct prepared
{
  size_t words;                 /* of a transform */
  size_t roots, turned, scale;  /* from where on */
  size_t area;                  /* all of it */
};

static struct prepared
prepared_of (const struct shape *s)
{
  struct prepared r;
  r.words = ((size_t) s->L << s->levels) * LANES;
  r.roots = (r.words + 7) & -(size_t) 8;
  r.turned = r.roots + 4 * roots_of (s);
  r.scale = r.turned + (s->L == 12 ? 4 * roots_of (s) : 0);
  r.area = r.scale + 8;
  return r;
}

static int
shape_of_kind (struct shape *s, const struct comba_ntt_kind *kind)
{
  if (kind->m != 0)
    return cyclic_shape_of (s, kind->m) == kind->m;
  return kind->an >= kind->bn ? shape_of (s, kind->an, kind->bn, 0)
    : shape_of (s, kind->bn, kind->an, 0);
}

static mp_size_t
wrap (mp_size_t n)
{
  struct shape s;
  return cyclic_shape_of (&s, n);
}

static size_t
prepared_size (const struct comba_ntt_kind *kind)
{
  struct shape s;
  return shape_of_kind (&s, kind) ? PRIMES * prepared_of (&s).area : 0;
}

static size_t
prepared_itch (const struct comba_ntt_kind *kind)
{
  struct shape s;
  return shape_of_kind (&s, kind) ? PRIMES * prepared_of (&s).words + LANES : 0;
}

static uint64_t *
align (mp_ptr scratch)
{
  return (uint64_t *) (((uintptr_t) scratch + 8 * LANES - 1) & -(uintptr_t) (8 * LANES));
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
    .roots = { roots, roots + n }, .inverses = { roots + 2 * n, roots + 3 * n },
    .leaves = { roots, roots + n },
    .scale = { area[at.scale], area[at.scale + 1] },
  };
}

/* The leaves' roots of third J of a cyclic transform. */
static struct roots
leaves_of (int j, uint64_t *area, const struct shape *s)
{
  const struct prepared at = prepared_of (s);
  const size_t n = roots_of (s);
  uint64_t *roots = area + (j == 0 ? at.roots : at.turned + (j - 1) * 2 * n);
  return (struct roots) { roots, roots + n };
}

/* Makes the ring there. */
static void
new_ring (int i, uint64_t *area, const struct shape *s)
{
  const struct ring ring = ring_of (i, area, s);
  struct root scale;
  make_ring (&ring, &scale, s);
  area[prepared_of (s).scale] = scale.w, area[prepared_of (s).scale + 1] = scale.q;
  for (int j = 1; j < s->L / 4 && is_cyclic (s); j++)
    {
      const struct roots turned = leaves_of (j, area, s);
      turn_roots (&turned, &ring.roots, roots_of (s), ring.prime->third[j - 1], ring.prime);
    }
}

/* From limbs to the third level, for all primes. */
static void
forward_to_nodes (uint64_t *x, size_t stride, const struct shape *s, mp_srcptr ap, mp_size_t an,
                  uint64_t *areas)
{
  if (is_cyclic (s))
    {
      struct cutter c = cutter_of (ap, an, s->bits);
      forward_cyclic (s->L, x, stride, s->levels, &c);
    }
  else
    for (int i = 0; i < PRIMES; i++)
      {
        const struct ring ring = ring_of (i, areas + i * prepared_of (s).area, s);
        forward_limbs (x + i * stride, s, ap, an, &ring, 0, (size_t) 1 << s->levels);
      }
}

/* Which node of the tree the J-th of the transform is. */
static size_t
node_of (int j, const struct shape *s)
{
  return (size_t) (is_cyclic (s) ? j % 4 : j);
}

static void
prepare_operand (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  struct shape s;
  shape_of_kind (&s, kind);
  const size_t area = prepared_of (&s).area, node = (size_t) LANES << s.levels;
  for (int i = 0; i < PRIMES; i++)
    new_ring (i, prepared + i * area, &s);
  forward_to_nodes (prepared, area, &s, bp, bn, prepared);
  for (int i = 0; i < PRIMES; i++, prepared += area)
    {
      const struct ring ring = ring_of (i, prepared, &s);
      for (int j = 0; j < s.L; j++)
        forward_node (prepared + j * node, s.levels, node_of (j, &s), &ring);
    }
}

/* rp[0..rn-1] = a times the operand whose areas these are, or times a itself. */
static void
multiply_with (const struct shape *s, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an,
               uint64_t *areas, int square, uint64_t *all)
{
  const struct prepared at = prepared_of (s);
  const size_t node = (size_t) LANES << s->levels;
  forward_to_nodes (all, at.words, s, ap, an, areas);
  for (int i = 0; i < PRIMES; i++)
    {
      uint64_t *area = areas + i * at.area, *x = all + i * at.words, *y = square ? x : area;
      struct ring ring = ring_of (i, area, s);
      for (int j = 0; j < s->L; j++)
        {
          if (is_cyclic (s))
            ring.leaves = leaves_of (j / 4, area, s);
          multiply_node (x + j * node, y + j * node, !square, s->levels, node_of (j, s), &ring);
        }
      if (is_cyclic (s))
        inverse_cyclic (s->L, x, s->levels, &ring.inverses, ring.prime);
      else
        inverse_top (s->L, x, s->levels, 0, (size_t) 1 << s->levels, &ring.inverses, ring.prime);
    }

  if (is_cyclic (s))
    {
      /* What goes beyond beta^m comes in at 1. */
      mp_limb_t beyond[2];
      recombine (rp, rn, beyond, all, at.words, 0, s->bits);
      mp_limb_t carry = comba_add_in_var (rp, rn, beyond, 2);
      carry = comba_add_1_var (rp, rn, carry);
      ASSERT (carry == 0);
      (void) carry;
    }
  else
    recombine (rp, rn, NULL, all, at.words, 0, s->bits);
}

static void
multiply_prepared (const struct comba_ntt_kind *kind, mp_ptr rp, mp_size_t rn, mp_srcptr ap,
                   mp_size_t an, mp_srcptr prepared, mp_ptr scratch)
{
  struct shape s;
  shape_of_kind (&s, kind);
  multiply_with (&s, rp, rn, ap, an, (uint64_t *) prepared, 0, align (scratch));
}

static size_t
mulmod_itch (mp_size_t m)
{
  const struct comba_ntt_kind kind = { .m = m };
  return prepared_size (&kind) + prepared_itch (&kind);
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
    for (int i = 0; i < PRIMES; i++)
      new_ring (i, areas + i * area, &s);
  else
    prepare_operand (&kind, areas, bp, bn);
  multiply_with (&s, rp, m, ap, an, areas, square, areas + PRIMES * area);
}

#define COMBA_NTT_FUNCTIONS                                     \
  {                                                             \
    .itch = itch, .mul = multiply_limbs,                        \
    .wrap = wrap,                                               \
    .prepared_size = prepared_size, .prepared_itch = prepared_itch,     \
    .prepare = prepare_operand, .mul_prepared = multiply_prepared,      \
    .mulmod_itch = mulmod_itch, .mulmod = mulmod,               \
  }
