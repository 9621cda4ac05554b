/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The first pass forward and the last pass back: from the blocks of a polynomial to nodes of the
   third level of the tree.  Included by a field file.

   A polynomial of L blocks of B = 2^levels vectors, L = 5, 6, 7 or 8, is one of less than L terms
   in X = x^B, whose coefficients are its blocks.  Its residues at the first L nodes of the third
   level determine it (a truncated transform, van der Hoeven 2004): the values at X = 1, -1, i, -i,
   z, -z, iz, -iz, where z^2 = i.  So there are four lengths in each octave.

   Where the field file has HALF_NODES, L = 5, 6 and 7 may end with half a node: the last block ends
   after B / 2 vectors, and only the first child of the last node is stored.  (With 8 that takes as
   long as the whole node.) */

#if HALF_NODES
#define FOR_TOPS(X) X (5, 0) X (6, 0) X (7, 0) X (8, 0) X (5, 1) X (6, 1) X (7, 1)
#else
#define FOR_TOPS(X) X (5, 0) X (6, 0) X (7, 0) X (8, 0)
#endif

/* The factors of the first pass: W is that of the last node. */
struct forward_top_roots
{
  struct root shift, i, z, iz, w;
};

static ALWAYS_INLINE struct forward_top_roots
forward_top_roots_of (int L, struct root shift, const struct prime *prime)
{
  return (struct forward_top_roots) {
    .shift = shift, .i = known_root (prime->first[1], prime),
    .z = known_root (prime->first[2], prime), .iz = known_root (prime->first[3], prime),
    .w = known_root (prime->first[L - 1], prime),
  };
}

/* x = the nodes at column AT, words below 16p, of coefficients v[0..L-1] below 2p; the others are
   zero.  A HALF node has two columns, which are done one after the other, the UPPER one first: it
   stores its part of the child in the place of the lower one. */
static ALWAYS_INLINE void
forward_column (int L, int half, int upper, uint64_t *x, size_t at, int levels, vec *v,
                const struct forward_top_roots *r, const struct modulus *m)
{
  const size_t block = (size_t) 1 << levels;
  uint64_t *last = x + ((L - 1) * block + at) * LANES;

  UNROLL
  for (int j = 0; j < 4; j++)
    {
      vec y = v[j + 4];
      v[j + 4] = difference (v[j], y, m->p4);           /* (2p, 6p) */
      v[j] = add (v[j], y);                             /* [0, 4p) */
    }
  UNROLL
  for (int j = 0; j < 2; j++)
    {
      vec y = v[j + 2];
      v[j + 2] = difference (v[j], y, add (m->p4, m->p));       /* (p, 9p) */
      v[j] = add (v[j], y);                                     /* [0, 8p) */
      split (&v[j + 4], &v[j + 6], r->i, m);                    /* (p, 7p) */
    }
  vec y = v[1];
  v[1] = difference (v[0], y, m->p8);                   /* (0, 16p) */
  v[0] = add (v[0], y);                                 /* [0, 16p) */
  split (&v[2], &v[3], r->i, m);                        /* (0, 10p) */
  split (&v[4], &v[5], r->z, m);                        /* (0, 8p) */
  split (&v[6], &v[7], r->iz, m);

  UNROLL
  for (int j = 0; j < L - 1; j++)
    store (x + (j * block + at) * LANES, v[j]);
  if (upper)
    store (last - block / 2 * LANES, multiply_root (v[L - 1], r->w, m, 0));
  else
    store (last, half ? add (v[L - 1], load (last)) : v[L - 1]);        /* [0, 12p) */
}

/* x = the nodes of the coefficients from cutter c; vectors of them from VECTORS on are zero.  The
   results are words below 16p.  Does vectors FROM to TO - 1 of each block, 0 to B - 1 for all.  If
   the last node is HALF, it does these and those B / 2 further, 0 to B / 2 - 1 for all. */
static ALWAYS_INLINE void
forward_top_of (int L, int half, uint64_t *x, int levels, size_t from, size_t to,
                const struct cutter *c, size_t vectors, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const struct forward_top_roots r = forward_top_roots_of (L, half_shift (c->bits, prime), prime);
  const size_t block = (size_t) 1 << levels, blocks = (vectors + block - 1) >> levels;
  for (int upper = half; upper >= 0; upper--)
    {
      const size_t offset = upper ? block / 2 : 0;
      for (size_t at = offset + from; at < offset + to; at++)
        {
          vec v[8];
          UNROLL
          for (int j = 0; j < 8; j++)
            v[j] = j < L && (size_t) j < blocks
              ? residue_of (halves_at (c, j * block + at), r.shift, &m) : set1 (0);
          forward_column (L, half, upper, x, at, levels, v, &r, &m);
        }
    }
}

/* The same for any L. */
static void
forward_top (int L, int half, uint64_t *x, int levels, size_t from, size_t to,
             const struct cutter *c, size_t vectors, const struct prime *prime)
{
  switch (2 * L - half)
    {
#define CASE(L, half)                                                           \
      case 2 * L - half:                                                        \
        forward_top_of (L, half, x, levels, from, to, c, vectors, prime);       \
        break;
      FOR_TOPS (CASE)
#undef CASE
    }
}

#if TOGETHER_WORDS
/* All columns modulo some primes, WORDS apart: COLUMNS columns are cut once, into memory at H, and
   then done for one prime after the other. */

static ALWAYS_INLINE void
forward_top_together_of (int L, int half, uint64_t *x, size_t words, int levels, const struct cutter *c,
                         size_t vectors, struct primes_of of, struct halves (*h)[8], size_t columns)
{
  const size_t block = (size_t) 1 << levels, blocks = (vectors + block - 1) >> levels;
  struct root shift[PRIMES];
  for (int k = of.first; k < of.end; k++)
    shift[k] = half_shift (c->bits, &primes[k]);
  for (int upper = half; upper >= 0; upper--)
    {
      const size_t end = upper ? block : block >> half;
      for (size_t at = upper ? block / 2 : 0; at < end; at += columns)
        {
          const size_t n = end - at < columns ? end - at : columns;
          for (size_t i = 0; i < n; i++)
            for (int j = 0; j < L && (size_t) j < blocks; j++)
              h[i][j] = halves_at (c, j * block + at + i);
          for (int k = of.first; k < of.end; k++)
            {
              const struct modulus mk = modulus_of (&primes[k]);
              const struct forward_top_roots rk = forward_top_roots_of (L, shift[k], &primes[k]);
              for (size_t i = 0; i < n; i++)
                {
                  vec v[8];
                  UNROLL
                  for (int j = 0; j < 8; j++)
                    v[j] = j < L && (size_t) j < blocks ? residue_of (h[i][j], rk.shift, &mk) : set1 (0);
                  forward_column (L, half, upper, x + (k - of.first) * words, at + i, levels, v, &rk, &mk);
                }
            }
        }
    }
}

/* The same for any L. */
static void
forward_top_together (int L, int half, uint64_t *x, size_t words, int levels, const struct cutter *c,
                      size_t vectors, struct primes_of of, struct halves (*h)[8], size_t columns)
{
  switch (2 * L - half)
    {
#define CASE(L, half)                                                           \
      case 2 * L - half:                                                        \
        forward_top_together_of (L, half, x, words, levels, c, vectors, of, h, columns); \
        break;
      FOR_TOPS (CASE)
#undef CASE
    }
}
#endif

/* The way back is an interpolation: from values v[0..L-1] below 2p to 8 times the coefficients
   c[0..L-1], any words. */

struct top_roots
{
  struct root i, z, iz, minus_i, inverse_z, half;
};

/* Returns the constants of the interpolation. */
static struct top_roots
top_roots_of (const struct roots *inverses, const struct prime *prime)
{
  return (struct top_roots) {
    .i = known_root (prime->first[1], prime), .z = known_root (prime->first[2], prime),
    .iz = known_root (prime->first[3], prime),
    .minus_i = inverse_at (inverses, 1, prime), .inverse_z = inverse_at (inverses, 2, prime),
    .half = root_of ((prime->p + 1) / 2, prime),
  };
}

/* x - y + 2p, y < 2p. */
static ALWAYS_INLINE vec
minus (vec x, vec y, const struct modulus *m)
{
  return difference (x, y, m->p2);
}

/* Four terms from their values at 1, -1, i, -i: 4 times the coefficients, below 8p. */
static ALWAYS_INLINE void
interpolate_4 (vec *v, const struct top_roots *r, const struct modulus *m)
{
  vec a = add (v[0], v[1]), b = minus (v[0], v[1], m);                  /* < 4p */
  vec c = add (v[2], v[3]);                                             /* < 4p */
  vec d = multiply_root (minus (v[2], v[3], m), r->minus_i, m, 0);
  v[0] = add (a, c);
  v[1] = add (b, d);
  v[2] = difference (a, c, m->p4);
  v[3] = minus (b, d, m);
}

/* c4 from the value at z. */
static ALWAYS_INLINE void
interpolate_5 (vec *v, const struct top_roots *r, const struct modulus *m)
{
  interpolate_4 (v, r, m);              /* 4 (c0 + c4), 4 c1, 4 c2, 4 c3 */
  vec known = add (add (multiply_root (v[1], r->z, m, 0), multiply_root (v[2], r->i, m, 0)),
                   multiply_root (v[3], r->iz, m, 0));                  /* < 6p */
  vec d = add (v[4], v[4]);
  d = difference (add (d, d), known, m->p8);
  d = reduce (d, m, 0);                 /* 4 (c0 - c4) */
  v[4] = minus (v[0], d, m);
  v[0] = add (v[0], d);
  UNROLL
  for (int j = 1; j < 4; j++)
    v[j] = add (v[j], v[j]);
}

/* Three terms from the values at 1, -1, i, below 4p: 4 times the coefficients. */
static ALWAYS_INLINE void
interpolate_3 (vec *v0, vec *v1, vec *v2, const struct top_roots *r, const struct modulus *m)
{
  vec s = reduce (add (*v0, *v1), m, 0);                        /* 2 (c0 + c2) */
  vec t = difference (*v0, *v1, m->p4);                         /* 2 c1, < 8p */
  vec d = minus (add (*v2, *v2), multiply_root (t, r->i, m, 0), m);
  d = reduce (d, m, 0);                                         /* 2 (c0 - c2) */
  *v0 = add (s, d);
  *v1 = add (t, t);
  *v2 = minus (s, d, m);
}

/* The even coefficients from X^2 = 1, -1, i, and the odd ones. */
static ALWAYS_INLINE void
interpolate_6 (vec *v, const struct top_roots *r, const struct modulus *m)
{
  const struct root w[3] = { { 0, 0 }, r->minus_i, r->inverse_z };
  UNROLL
  for (int j = 0; j < 3; j++)
    {
      vec y = v[2 * j + 1];
      v[2 * j + 1] = minus (v[2 * j], y, m);
      v[2 * j] = add (v[2 * j], y);
      if (j > 0)
        v[2 * j + 1] = multiply_root (v[2 * j + 1], w[j], m, 0);
    }
  interpolate_3 (&v[0], &v[2], &v[4], r, m);
  interpolate_3 (&v[1], &v[3], &v[5], r, m);
}

/* c4, c5, c6 from the values at z, -z, iz. */
static ALWAYS_INLINE void
interpolate_7 (vec *v, const struct top_roots *r, const struct modulus *m)
{
  /* At X^2 = i: (c0 - c4) + i (c2 - c6) =: d0 + i d2, and d1 + i c3. */
  vec t0 = add (v[4], v[5]), t1 = multiply_root (minus (v[4], v[5], m), r->inverse_z, m, 0);
  t0 = reduce (add (t0, t0), m, 0), t1 = add (t1, t1);          /* 4 of them */

  interpolate_4 (v, r, m);              /* 4 (c0 + c4), 4 (c1 + c5), 4 (c2 + c6), 4 c3 */
  vec ic3 = multiply_root (v[3], r->i, m, 0);
  vec d1 = reduce (minus (t1, ic3, m), m, 0);                   /* 4 d1 */

  /* At iz, whose square is -i: d0 - i d2 + iz (d1 - i c3). */
  vec u = add (v[6], v[6]);
  u = minus (add (u, u), multiply_root (minus (d1, ic3, m), r->iz, m, 0), m);
  u = reduce (u, m, 0);                                         /* 4 (d0 - i d2) */
  vec d0 = multiply_root (add (t0, u), r->half, m, 0);
  vec d2 = multiply_root (minus (t0, u, m), r->minus_i, m, 0);
  d2 = multiply_root (d2, r->half, m, 0);

  v[4] = minus (v[0], d0, m), v[0] = add (v[0], d0);
  v[5] = minus (v[1], d1, m), v[1] = add (v[1], d1);
  v[6] = minus (v[2], d2, m), v[2] = add (v[2], d2);
  v[3] = add (v[3], v[3]);
}

/* In place: from nodes to 8 times the coefficients, columns FROM to TO - 1. */
static ALWAYS_INLINE void
inverse_top_of (void (*interpolate) (vec *, const struct top_roots *, const struct modulus *),
                int L, uint64_t *x, int levels, size_t from, size_t to,
                const struct roots *inverses, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const struct top_roots r = top_roots_of (inverses, prime);
  const size_t block = (size_t) 1 << levels;
  for (size_t at = from; at < to; at++)
    {
      vec v[8];
      UNROLL
      for (int j = 0; j < L; j++)
        v[j] = load (x + (j * block + at) * LANES);
      interpolate (v, &r, &m);
      UNROLL
      for (int j = 0; j < L; j++)
        store (x + (j * block + at) * LANES, v[j]);
    }
}

#if HALF_NODES
/* 8 times the coefficients, as the others. */
static ALWAYS_INLINE void
interpolate_4_of_8 (vec *v, const struct top_roots *r, const struct modulus *m)
{
  interpolate_4 (v, r, m);
  UNROLL
  for (int j = 0; j < 4; j++)
    v[j] = add (v[j], v[j]);
}

/* The value of c[0..L-2], any words, at point L - 1: X = z, -z, iz; below 8p. */
static ALWAYS_INLINE vec
value_at_last (int L, const vec *c, const struct top_roots *r, const struct modulus *m)
{
  vec e[4];                                             /* X^4 = -1 */
  UNROLL
  for (int j = 0; j < 4; j++)
    {
      e[j] = reduce (c[j], m, 0);
      if (j + 4 < L - 1)
        e[j] = minus (e[j], reduce (c[j + 4], m, 0), m);        /* < 4p */
    }
  const struct root square = L <= 6 ? r->i : r->minus_i;        /* X^2 */
  vec d0 = add (e[0], multiply_root (e[2], square, m, 0));
  vec d1 = add (e[1], multiply_root (e[3], square, m, 0));      /* < 6p */
  d1 = multiply_root (d1, L <= 6 ? r->z : r->iz, m, 0);
  return L % 2 != 0 ? add (d0, d1) : minus (d0, d1, m);
}

/* x / 8 modulo p. */
static uint64_t
eighth_of (uint64_t x, const struct prime *prime)
{
  for (int i = 0; i < 3; i++)
    x = (x + (-(x & 1) & prime->p)) / 2;
  return x;
}

/* The upper halves of the blocks have L - 1 coefficients, which the first L - 1 nodes determine.
   Their value at the last point and the stored child of the last node determine the lower half of
   that node, which replaces the child. */
static ALWAYS_INLINE void
inverse_upper_of (void (*interpolate) (vec *, const struct top_roots *, const struct modulus *), int L,
                  uint64_t *x, int levels, size_t from, size_t to, const struct roots *inverses,
                  const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const struct top_roots r = top_roots_of (inverses, prime);
  const struct root w = root_of (eighth_of (prime->first[L - 1].w, prime), prime);
  const size_t block = (size_t) 1 << levels;
  uint64_t *upper = x + block / 2 * LANES, *last = x + (L - 1) * block * LANES;
  for (size_t at = from; at < to; at++)
    {
      vec v[8];
      UNROLL
      for (int j = 0; j < L - 1; j++)
        v[j] = load (upper + (j * block + at) * LANES);
      interpolate (v, &r, &m);
      UNROLL
      for (int j = 0; j < L - 1; j++)
        store (upper + (j * block + at) * LANES, v[j]);
      vec known = multiply_root (value_at_last (L, v, &r, &m), w, &m, 0);
      store (last + at * LANES, reduce (minus (load (last + at * LANES), known, &m), &m, 0));
    }
}

/* The same for any L. */
static void
inverse_upper (int L, uint64_t *x, int levels, size_t from, size_t to, const struct roots *inverses,
               const struct prime *prime)
{
  switch (L)
    {
    case 5: inverse_upper_of (interpolate_4_of_8, 5, x, levels, from, to, inverses, prime); break;
    case 6: inverse_upper_of (interpolate_5, 6, x, levels, from, to, inverses, prime); break;
    default: inverse_upper_of (interpolate_6, 7, x, levels, from, to, inverses, prime); break;
    }
}
#endif

/* x = 8 times the coefficients, any words, from nodes below 2p.  FROM and TO as above. */
static void
inverse_top (int L, int half, uint64_t *x, int levels, size_t from, size_t to,
             const struct roots *inverses, const struct prime *prime)
{
#if HALF_NODES
  if (half)
    inverse_upper (L, x, levels, from, to, inverses, prime);
#else
  (void) half;
#endif
  switch (L)
    {
    case 5: inverse_top_of (interpolate_5, 5, x, levels, from, to, inverses, prime); break;
    case 6: inverse_top_of (interpolate_6, 6, x, levels, from, to, inverses, prime); break;
    case 7: inverse_top_of (interpolate_7, 7, x, levels, from, to, inverses, prime); break;
    default:
      inverse_8_columns (x + from * LANES, (size_t) 1 << levels, to - from, 0, inverses, prime);
      break;
    }
}
