/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms below one node: two or three levels of the tree of roots_tpl.h in one
   pass over memory.  Included by a field file.

   Forward passes take any words and give words below 8 p; inverse passes take
   and give values below 2 p, and each of their levels doubles the result.

   With ONE_COLUMN the passes of stride 1 are compiled apart, where a compiler may leave the roots in
   memory: with few registers it sets them aside in the stack otherwise, for a loop of one step. */

/* From the two halves of a node to its children: (x + W y, x - W y).
   x in [jp, kp) with j >= 1 gives [(j-1)p, (k+1)p); any word y. */
static ALWAYS_INLINE void
split (vec *x, vec *y, struct root w, const struct modulus *m)
{
  vec t = multiply_root (*y, w, m, 1);
  *y = sub (*x, t);
  *x = add (*x, t);
}

/* Nodes first, first + 1, ..., of 8 stride vectors each. */
static ALWAYS_INLINE void
forward_8_of (uint64_t *x, size_t stride, size_t columns, size_t first, size_t nodes,
              const struct roots *roots, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = first; k < first + nodes; k++, x += 8 * stride * LANES)
    {
      const struct root r1 = root_at (roots, k);
      const struct root r2[] = { root_at (roots, 2 * k), root_at (roots, 2 * k + 1) };
      const struct root r3[] = { root_at (roots, 4 * k), root_at (roots, 4 * k + 1),
                                 root_at (roots, 4 * k + 2), root_at (roots, 4 * k + 3) };
      for (size_t i = 0; i < columns; i++)
        {
          vec v[8];
          uint64_t *at = x + i * LANES;
          UNROLL
          for (int j = 0; j < 8; j++)
            v[j] = load (at + j * stride * LANES);
          UNROLL
          for (int j = 0; j < 4; j++)
            {
              v[j] = reduce (v[j], &m, -3);     /* [3p, 5p) */
              split (&v[j], &v[j + 4], r1, &m); /* [2p, 6p) */
            }
          UNROLL
          for (int h = 0; h < 2; h++)
            UNROLL
            for (int j = 0; j < 2; j++)
              split (&v[4 * h + j], &v[4 * h + j + 2], r2[h], &m);      /* [p, 7p) */
          UNROLL
          for (int h = 0; h < 4; h++)
            split (&v[2 * h], &v[2 * h + 1], r3[h], &m);        /* [0, 8p) */
          UNROLL
          for (int j = 0; j < 8; j++)
            store (at + j * stride * LANES, v[j]);
        }
    }
}

static void
forward_8 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  if (ONE_COLUMN && stride == 1)
    forward_8_of (x, 1, 1, first, nodes, roots, prime);
  else
    forward_8_of (x, stride, stride, first, nodes, roots, prime);
}

/* Columns of one node: vectors i, stride + i, ... for i < COLUMNS. */
static void
forward_8_columns (uint64_t *x, size_t stride, size_t columns, size_t node,
                   const struct roots *roots, const struct prime *prime)
{
  forward_8_of (x, stride, columns, node, 1, roots, prime);
}

/* Of 4 stride vectors each. */
static ALWAYS_INLINE void
forward_4_of (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = first; k < first + nodes; k++, x += 4 * stride * LANES)
    {
      const struct root r1 = root_at (roots, k);
      const struct root r2[] = { root_at (roots, 2 * k), root_at (roots, 2 * k + 1) };
      for (size_t i = 0; i < stride; i++)
        {
          vec v[4];
          uint64_t *at = x + i * LANES;
          UNROLL
          for (int j = 0; j < 4; j++)
            v[j] = load (at + j * stride * LANES);
          UNROLL
          for (int j = 0; j < 2; j++)
            {
              v[j] = reduce (v[j], &m, -3);     /* [3p, 5p) */
              split (&v[j], &v[j + 2], r1, &m); /* [2p, 6p) */
            }
          UNROLL
          for (int h = 0; h < 2; h++)
            split (&v[2 * h], &v[2 * h + 1], r2[h], &m);        /* [p, 7p) */
          UNROLL
          for (int j = 0; j < 4; j++)
            store (at + j * stride * LANES, v[j]);
        }
    }
}

static void
forward_4 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  if (ONE_COLUMN && stride == 1)
    forward_4_of (x, 1, first, nodes, roots, prime);
  else
    forward_4_of (x, stride, first, nodes, roots, prime);
}

/* From two children to the halves of their node, doubled: (x + y, (x - y) / W).
   w is 1/W; OFFSET is a multiple of p that keeps x - y from becoming negative;
   the second half lies in [-bias p, (2 - bias) p). */
static ALWAYS_INLINE void
join (vec *x, vec *y, struct root w, vec offset, const struct modulus *m, int bias)
{
  vec z = difference (*x, *y, offset);
  *x = add (*x, *y);
  *y = multiply_root (z, w, m, bias);
}

/* The same where x >= y. */
static ALWAYS_INLINE void
join_above (vec *x, vec *y, struct root w, const struct modulus *m, int bias)
{
  vec z = sub (*x, *y);
  *x = add (*x, *y);
  *y = multiply_root (z, w, m, bias);
}

/* ROOTS are the inverses. */
static ALWAYS_INLINE void
inverse_8_of (uint64_t *x, size_t stride, size_t columns, size_t first, size_t nodes,
              const struct roots *roots, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = first; k < first + nodes; k++, x += 8 * stride * LANES)
    {
      const struct root r1 = root_at (roots, k);
      const struct root r2[] = { root_at (roots, 2 * k), root_at (roots, 2 * k + 1) };
      const struct root r3[] = { root_at (roots, 4 * k), root_at (roots, 4 * k + 1),
                                 root_at (roots, 4 * k + 2), root_at (roots, 4 * k + 3) };
      for (size_t i = 0; i < columns; i++)
        {
          vec v[8];
          uint64_t *at = x + i * LANES;
          UNROLL
          for (int j = 0; j < 8; j++)
            v[j] = load (at + j * stride * LANES);

          join (&v[0], &v[1], r3[0], m.p2, &m, -6);     /* [0, 4p), [6p, 8p) */
          join (&v[2], &v[3], r3[1], m.p2, &m, 0);      /* [0, 4p), [0, 2p) */
          join (&v[4], &v[5], r3[2], m.p2, &m, -2);     /* [0, 4p), [2p, 4p) */
          join (&v[6], &v[7], r3[3], m.p2, &m, 0);      /* [0, 4p), [0, 2p) */

          join (&v[0], &v[2], r2[0], m.p4, &m, -2);     /* [0, 8p), [2p, 4p) */
          join (&v[4], &v[6], r2[1], m.p4, &m, 0);      /* [0, 8p), [0, 2p) */
          join_above (&v[1], &v[3], r2[0], &m, -2);     /* [6p, 10p), [2p, 4p) */
          join_above (&v[5], &v[7], r2[1], &m, 0);      /* [2p, 6p), [0, 2p) */

          join (&v[0], &v[4], r1, m.p8, &m, 0);         /* [0, 16p), [0, 2p) */
          join_above (&v[1], &v[5], r1, &m, 0);
          join_above (&v[2], &v[6], r1, &m, 0);
          join_above (&v[3], &v[7], r1, &m, 0);

          UNROLL
          for (int j = 0; j < 4; j++)
            v[j] = reduce (v[j], &m, 0);
          UNROLL
          for (int j = 0; j < 8; j++)
            store (at + j * stride * LANES, v[j]);
        }
    }
}

/* ROOTS are the inverses. */
static void
inverse_8 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  if (ONE_COLUMN && stride == 1)
    inverse_8_of (x, 1, 1, first, nodes, roots, prime);
  else
    inverse_8_of (x, stride, stride, first, nodes, roots, prime);
}

/* Columns of one node: vectors i, stride + i, ... for i < COLUMNS. */
static void
inverse_8_columns (uint64_t *x, size_t stride, size_t columns, size_t node,
                   const struct roots *roots, const struct prime *prime)
{
  inverse_8_of (x, stride, columns, node, 1, roots, prime);
}

static ALWAYS_INLINE void
inverse_4_of (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = first; k < first + nodes; k++, x += 4 * stride * LANES)
    {
      const struct root r1 = root_at (roots, k);
      const struct root r2[] = { root_at (roots, 2 * k), root_at (roots, 2 * k + 1) };
      for (size_t i = 0; i < stride; i++)
        {
          vec v[4];
          uint64_t *at = x + i * LANES;
          UNROLL
          for (int j = 0; j < 4; j++)
            v[j] = load (at + j * stride * LANES);
          join (&v[0], &v[1], r2[0], m.p2, &m, -2);     /* [0, 4p), [2p, 4p) */
          join (&v[2], &v[3], r2[1], m.p2, &m, 0);      /* [0, 4p), [0, 2p) */
          join (&v[0], &v[2], r1, m.p4, &m, 0);         /* [0, 8p), [0, 2p) */
          join_above (&v[1], &v[3], r1, &m, 0);         /* [2p, 6p), [0, 2p) */
          v[0] = reduce (v[0], &m, 0);
          v[1] = reduce (v[1], &m, 0);
          UNROLL
          for (int j = 0; j < 4; j++)
            store (at + j * stride * LANES, v[j]);
        }
    }
}

static void
inverse_4 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
           const struct prime *prime)
{
  if (ONE_COLUMN && stride == 1)
    inverse_4_of (x, 1, first, nodes, roots, prime);
  else
    inverse_4_of (x, stride, first, nodes, roots, prime);
}
