/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Cyclic transforms: the first pass forward and the last pass back of products modulo u^(4B) - 1 or
   u^(12B) - 1, where u is a step by one vector and B = 2^levels.  Included by a field file.

   The former has the nodes 0 to 3 of the third level.  The latter consists of three of these, by
   Good's map: with u = s t, s^3 = 1 and t^(4B) = 1, vector v has the power v mod 3 of s and v mod
   4B of t, and there are no twiddle factors.  Third j is the polynomial at s = w^j, a cube root of
   1; its leaves are modulo y^LANES = w^j W, with tables of their own. */

/* Vectors of block 4 e + a have the power a of t^B, and vector b of it, b mod 3 = PHASE, has the
   power J of s.  This is the block for 2^levels mod 3 = 1 and 2. */
#define BLOCK(power, a) (4 * (((power) + 9 - (a)) % 3) + (a))
#define BLOCKS(sign, phase, a) { BLOCK (sign * (0 - phase), a), BLOCK (sign * (1 - phase), a), BLOCK (sign * (2 - phase), a) }
#define PHASE(sign, phase) \
  { BLOCKS (sign, phase, 0), BLOCKS (sign, phase, 1), BLOCKS (sign, phase, 2), BLOCKS (sign, phase, 3) }
static const unsigned char good_map[2][3][4][3] = {
  { PHASE (1, 0), PHASE (1, 1), PHASE (1, 2) }, { PHASE (-1, 0), PHASE (-1, 1), PHASE (-1, 2) },
};
#undef PHASE
#undef BLOCKS
#undef BLOCK

/* Returns that block, for a vector b with b mod 3 = PHASE; without thirds it is a. */
static ALWAYS_INLINE size_t
block_of (int thirds, int levels, size_t phase, int a, int j)
{
  return thirds == 1 ? (size_t) a : good_map[levels % 2][phase][a][j];
}

/* From values below BOUND, 2p or 4p, to those at s = 1, w, w^2, below 3 BOUND. */
static ALWAYS_INLINE void
forward_thirds (vec *v0, vec *v1, vec *v2, vec bound, struct root w, const struct modulus *m)
{
  vec d = multiply_root (difference (*v1, *v2, bound), w, m, 0);
  vec a = *v0, b = *v1, c = *v2;
  *v0 = add (add (a, b), c);
  *v1 = difference (add (a, d), c, bound);      /* w^2 = -1 - w */
  *v2 = difference (a, add (b, d), add (bound, m->p2));
}

/* The inverse: from values below 8p to 3 times the coefficients, below 6p. */
static ALWAYS_INLINE void
inverse_thirds (vec *v0, vec *v1, vec *v2, struct root w, const struct modulus *m)
{
  vec a = reduce (*v0, m, 0), b = reduce (*v1, m, 0), c = reduce (*v2, m, 0);
  vec d = multiply_root (difference (c, b, m->p2), w, m, 0);
  *v0 = add (add (a, b), c);
  *v1 = difference (add (a, d), b, m->p2);
  *v2 = difference (a, add (c, d), m->p4);
}

/* Values at 1, -1, i, -i of four terms.  The first two terms are below 6p and the others below 2p;
   the values are below 16p. */
static ALWAYS_INLINE void
evaluate_4 (vec *v, struct root i, const struct modulus *m)
{
  UNROLL
  for (int j = 0; j < 2; j++)
    {
      vec y = v[j + 2];
      v[j + 2] = difference (v[j], y, m->p4);           /* (2p, 10p) */
      v[j] = add (v[j], y);                             /* [0, 8p) */
    }
  vec y = v[1];
  v[1] = difference (v[0], y, m->p8);                   /* (0, 16p) */
  v[0] = add (v[0], y);                                 /* [0, 16p) */
  split (&v[2], &v[3], i, m);                           /* (p, 11p) */
}

/* For each prime, the constants that reduce coefficients of BITS bits. */
static ALWAYS_INLINE void
set_moduli (struct modulus *m, struct root *shift, struct primes_of of, int bits)
{
  for (int k = of.first; k < of.end; k++)
    m[k] = modulus_of (&primes[k]), shift[k] = half_shift (bits, &primes[k]);
}

/* x[0..L*B-1] = the nodes of the coefficients from cutter c; L = 4 thirds; those of the next prime
   are WORDS further.  The results are below 16p.  Does vectors FROM to TO - 1 of each of the L
   blocks, modulo the primes OF.FIRST to OF.END - 1. */
static ALWAYS_INLINE void
forward_cyclic_of (int thirds, uint64_t *x, size_t words, int levels, const struct cutter *c,
                   struct primes_of of, size_t from, size_t to)
{
  struct modulus m[PRIMES];
  struct root shift[PRIMES];
  set_moduli (m, shift, of, c->bits);
  const size_t block = (size_t) 1 << levels;
  for (size_t at = from, phase = from % 3; at < to; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      struct halves h[3][4];
      for (int j = 0; j < thirds; j++)
        for (int a = 0; a < 4; a++)
          h[j][a] = halves_at (c, (block_of (thirds, levels, phase, a, j) << levels) + at);
      for (int k = of.first; k < of.end; k++)
        {
          vec v[3][4];
          UNROLL
          for (int a = 0; a < 4; a++)
            {
              UNROLL
              for (int j = 0; j < thirds; j++)
                v[j][a] = residue_of (h[j][a], shift[k], &m[k]);
              if (thirds == 3)
                forward_thirds (&v[0][a], &v[1][a], &v[2][a], m[k].p2, known_root (primes[k].third[0], &primes[k]),
                                &m[k]);
              UNROLL
              for (int j = 0; j < thirds; j++)
                if (thirds == 3 && a >= 2)
                  v[j][a] = reduce (v[j][a], &m[k], 0);
            }
          UNROLL
          for (int j = 0; j < thirds; j++)
            {
              evaluate_4 (v[j], known_root (primes[k].first[1], &primes[k]), &m[k]);
              UNROLL
              for (int a = 0; a < 4; a++)
                store (x + k * words + ((4 * j + a) * block + at) * LANES, v[j][a]);
            }
        }
    }
}

/* The same for L = 4 or 12. */
static void
forward_cyclic (int L, uint64_t *x, size_t words, int levels, const struct cutter *c,
                struct primes_of of, size_t from, size_t to)
{
  if (L == 4)
    forward_cyclic_of (1, x, words, levels, c, of, from, to);
  else
    forward_cyclic_of (3, x, words, levels, c, of, from, to);
}

/* inverse_cyclic for L = 4 or, with THIRDS = 3, 12. */
static ALWAYS_INLINE void
inverse_cyclic_of (int thirds, uint64_t *x, int levels, size_t from, size_t to,
                   const struct roots *inverses, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const struct top_roots r = top_roots_of (inverses, prime);
  const size_t block = (size_t) 1 << levels;
  for (size_t at = from, phase = from % 3; at < to; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      vec v[3][4];
      UNROLL
      for (int j = 0; j < thirds; j++)
        {
          UNROLL
          for (int a = 0; a < 4; a++)
            v[j][a] = load (x + ((4 * j + a) * block + at) * LANES);
          interpolate_4 (v[j], &r, &m);
        }
      UNROLL
      for (int a = 0; a < 4; a++)
        {
          if (thirds == 3)
            inverse_thirds (&v[0][a], &v[1][a], &v[2][a], known_root (prime->third[0], prime),
                            &m);
          UNROLL
          for (int j = 0; j < thirds; j++)
            store (x + ((block_of (thirds, levels, phase, a, j) << levels) + at) * LANES, v[j][a]);
        }
    }
}

/* x[0..L*B-1] = L times the coefficients, any words, from nodes below 2p.  Does vectors FROM to TO
   - 1 of each block. */
static void
inverse_cyclic (int L, uint64_t *x, int levels, size_t from, size_t to,
                const struct roots *inverses, const struct prime *prime)
{
  if (L == 4)
    inverse_cyclic_of (1, x, levels, from, to, inverses, prime);
  else
    inverse_cyclic_of (3, x, levels, from, to, inverses, prime);
}

/* Branches: t^(2B) = 1 has the nodes 0 and 1 of each third, t^(2B) = -1 has 2 and 3.  They are the
   residues modulo u^(6B) - 1 and u^(6B) + 1, or u^(2B) - 1 and u^(2B) + 1.  Their coefficients are
   vectors 0 to 6B - 1: those with the powers c of s and a B + b of t, a < 2, and those with (a + 2)
   B + b, which have the opposite sign in branch 1. */
static ALWAYS_INLINE size_t
block_in_branch (int thirds, int levels, size_t phase, int a, int j, int *minus)
{
  const size_t n = block_of (thirds, levels, phase, a, j);
  *minus = n >= 6;
  return *minus ? n - 6 : n;
}

/* x = column AT of the nodes of a branch, in pairs.  Those of the next third are STRIDE words
   further.  v[j][a] is at most 2p, or below 4p if WIDE; the results are below 16p. */
static ALWAYS_INLINE void
branch_column (int thirds, int branch, uint64_t *x, size_t stride, size_t node, vec (*v)[2], int wide,
               const struct prime *prime, const struct modulus *m)
{
  UNROLL
  for (int a = 0; a < 2; a++)
    if (thirds == 3)
      forward_thirds (&v[0][a], &v[1][a], &v[2][a], wide ? m->p4 : m->p2, known_root (prime->third[0], prime), m);
  UNROLL
  for (int j = 0; j < thirds; j++)      /* below 6p, or 12p */
    {
      if (branch == 0)
        {
          vec y = v[j][1];
          if (wide)
            y = reduce (y, m, 0);
          v[j][1] = difference (v[j][0], y, wide ? m->p2 : add (m->p4, m->p2));
          v[j][0] = add (v[j][0], y);
        }
      else
        {
          v[j][0] = difference (v[j][0], set1 (0), m->p);
          split (&v[j][0], &v[j][1], known_root (prime->first[1], prime), m);
        }
      store (x + j * stride, v[j][0]);
      store (x + j * stride + node, v[j][1]);
    }
}

/* Another thread may have written the operand just now, so the limbs for column AT of BLOCKS blocks
   are prefetched some columns ahead. */
enum { COLUMNS_AHEAD = 2, FETCHED = 128 /* bytes: a column and the limbs around it */ };

/* Prefetches that column. */
static ALWAYS_INLINE void
ask_column (mp_srcptr ap, int bits, size_t at, size_t block, size_t blocks)
{
  for (size_t i = 0; i < blocks && at < block; i++)
    {
      const uintptr_t p = (uintptr_t) ap + (i * block + at) * (size_t) (LANES * bits / 8);
      comba_fetch_result ((mp_srcptr) p, FETCHED / sizeof *ap);
    }
}

/* The nodes of BRANCHES branches from FIRST on, as forward_cyclic would make them, of a number with
   only the coefficients 0 to 6B - 1 or 2B - 1. */
static ALWAYS_INLINE void
forward_low_of (int thirds, int first, int branches, uint64_t *x, size_t words, int levels, mp_srcptr ap,
                const struct cutter *c)
{
  struct modulus m[PRIMES];
  struct root shift[PRIMES];
  set_moduli (m, shift, (struct primes_of) { 0, PRIMES }, c->bits);
  const size_t block = (size_t) 1 << levels, node = block * LANES;
  for (size_t at = 0; at < COLUMNS_AHEAD; at++)
    ask_column (ap, c->bits, at, block, 2 * thirds);
  for (size_t at = 0, phase = 0; at < block; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      ask_column (ap, c->bits, at + COLUMNS_AHEAD, block, 2 * thirds);
      struct halves h[3][2];
      int minus[3][2];
      for (int j = 0; j < thirds; j++)
        for (int a = 0; a < 2; a++)
          h[j][a] = halves_at (c, (block_in_branch (thirds, levels, phase, a, j, &minus[j][a]) << levels) + at);
      for (int k = 0; k < PRIMES; k++)
        {
          vec v[2][3][2];
          UNROLL
          for (int j = 0; j < thirds; j++)
            UNROLL
            for (int a = 0; a < 2; a++)
              {
                v[1][j][a] = v[0][j][a] = residue_of (h[j][a], shift[k], &m[k]);
                if (thirds == 3 && minus[j][a])
                  v[1][j][a] = difference (set1 (0), v[0][j][a], m[k].p2);
              }
          UNROLL
          for (int b = 0; b < branches; b++)
            branch_column (thirds, first + b, x + k * words + at * LANES + 2 * b * node, 2 * branches * node, node,
                           v[first + b], 0, &primes[k], &m[k]);
        }
    }
}

/* The same for any branches. */
static ALWAYS_INLINE void
forward_low_branches (int thirds, int first, int branches, uint64_t *x, size_t words, int levels, mp_srcptr ap,
                      const struct cutter *c)
{
  if (branches == 2)
    forward_low_of (thirds, 0, 2, x, words, levels, ap, c);
  else if (first == 0)
    forward_low_of (thirds, 0, 1, x, words, levels, ap, c);
  else
    forward_low_of (thirds, 1, 1, x, words, levels, ap, c);
}

/* The same for L = 4 or 12, and ap[0..an-1]. */
static void
forward_low (int L, int first, int branches, uint64_t *x, size_t words, int levels, mp_srcptr ap, mp_size_t an, int bits)
{
  struct cutter c;
  set_cutter (&c, ap, an, bits);
  if (L == 4)
    forward_low_branches (1, first, branches, x, words, levels, ap, &c);
  else
    forward_low_branches (3, first, branches, x, words, levels, ap, &c);
}

/* The nodes of a branch, in pairs. */
static ALWAYS_INLINE void
forward_branch_of (int thirds, int branch, uint64_t *x, size_t words, int levels, mp_srcptr ap, const struct cutter *c)
{
  struct modulus m[PRIMES];
  struct root shift[PRIMES];
  set_moduli (m, shift, (struct primes_of) { 0, PRIMES }, c->bits);
  const size_t block = (size_t) 1 << levels, node = block * LANES;
  for (size_t at = 0; at < COLUMNS_AHEAD; at++)
    ask_column (ap, c->bits, at, block, 4 * thirds);
  for (size_t at = 0, phase = 0; at < block; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      ask_column (ap, c->bits, at + COLUMNS_AHEAD, block, 4 * thirds);
      struct halves h[3][4];
      for (int j = 0; j < thirds; j++)
        for (int a = 0; a < 4; a++)
          h[j][a] = halves_at (c, (block_of (thirds, levels, phase, a, j) << levels) + at);
      for (int k = 0; k < PRIMES; k++)
        {
          vec v[3][2];
          UNROLL
          for (int j = 0; j < thirds; j++)
            UNROLL
            for (int a = 0; a < 2; a++)
              {
                const vec y = residue_of (h[j][a], shift[k], &m[k]), z = residue_of (h[j][a + 2], shift[k], &m[k]);
                v[j][a] = branch == 0 ? add (y, z) : difference (y, z, m[k].p2);
              }
          branch_column (thirds, branch, x + k * words + at * LANES, 2 * node, node, v, 1, &primes[k], &m[k]);
        }
    }
}

/* The same for L = 4 or 12, and ap[0..an-1]. */
static void
forward_branch (int L, int branch, uint64_t *x, size_t words, int levels, mp_srcptr ap, mp_size_t an, int bits)
{
  struct cutter c;
  set_cutter (&c, ap, an, bits);
  if (L == 4 && branch == 0)
    forward_branch_of (1, 0, x, words, levels, ap, &c);
  else if (L == 4)
    forward_branch_of (1, 1, x, words, levels, ap, &c);
  else if (branch == 0)
    forward_branch_of (3, 0, x, words, levels, ap, &c);
  else
    forward_branch_of (3, 1, x, words, levels, ap, &c);
}

/* In place: from nodes below 2p to L times the coefficients of a branch, any words; columns FROM to
   TO - 1.  In branch 1, where they have a sign, OFFSET < p is added. */
static ALWAYS_INLINE void
inverse_branch_of (int thirds, int branch, uint64_t *x, int levels, uint64_t offset, size_t from, size_t to,
                   const struct roots *inverses, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  const struct top_roots r = top_roots_of (inverses, prime);
  const vec more = set1 (root_of (offset, prime).w);
  const size_t block = (size_t) 1 << levels;
  for (size_t at = from, phase = from % 3; at < to; at++, phase = phase < 2 ? phase + 1 : 0)
    {
      vec v[3][2];
      UNROLL
      for (int j = 0; j < thirds; j++)
        {
          const vec y = load (x + (2 * j * block + at) * LANES), z = load (x + ((2 * j + 1) * block + at) * LANES);
          v[j][0] = add (y, z), v[j][1] = minus (y, z, &m);
          if (branch == 1)
            v[j][1] = multiply_root (v[j][1], r.minus_i, &m, 0);
          v[j][0] = add (v[j][0], v[j][0]), v[j][1] = add (v[j][1], v[j][1]);
        }
      UNROLL
      for (int a = 0; a < 2; a++)
        {
          if (thirds == 3)
            inverse_thirds (&v[0][a], &v[1][a], &v[2][a], known_root (prime->third[0], prime), &m);
          UNROLL
          for (int j = 0; j < thirds; j++)
            {
              vec y = v[j][a];
              int minus;
              const size_t n = block_in_branch (thirds, levels, phase, a, j, &minus);
              if (branch == 1)
                y = minus ? difference (more, y, m.p8) : add (y, more);
              store (x + ((n << levels) + at) * LANES, y);
            }
        }
    }
}

/* The same for L = 4 or 12. */
static void
inverse_branch (int L, int branch, uint64_t *x, int levels, uint64_t offset, size_t from, size_t to, const struct roots *inverses,
                const struct prime *prime)
{
  if (L == 4 && branch == 0)
    inverse_branch_of (1, 0, x, levels, offset, from, to, inverses, prime);
  else if (L == 4)
    inverse_branch_of (1, 1, x, levels, offset, from, to, inverses, prime);
  else if (branch == 0)
    inverse_branch_of (3, 0, x, levels, offset, from, to, inverses, prime);
  else
    inverse_branch_of (3, 1, x, levels, offset, from, to, inverses, prime);
}
