/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Transforms below one node: two or three levels of the tree of mul/ntt/roots_tpl.h in one pass
   over memory.  Included by a field file.

   Forward passes take any words and yield words below 8 p.  Inverse passes take and yield values
   below 2 p, and each of their levels doubles the result.

   With ONE_COLUMN the passes of stride 1 are compiled separately, where a compiler may leave the
   roots in memory.  With few registers it would otherwise spill them to the stack for a loop of one
   step. */

/* From the two halves of a node to its children: (x + W y, x - W y).  x in [jp, kp) with j >= 1
   yields [(j-1)p, (k+1)p); y is any word. */
static ALWAYS_INLINE void
split (vec *x, vec *y, struct root w, const struct modulus *m)
{
  vec t = multiply_root (*y, w, m, 1);
  *y = sub (*x, t);
  *x = add (*x, t);
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

/* The same for x >= y. */
static ALWAYS_INLINE void
join_above (vec *x, vec *y, struct root w, const struct modulus *m, int bias)
{
  vec z = sub (*x, *y);
  *x = add (*x, *y);
  *y = multiply_root (z, w, m, bias);
}

/* The steps on one column of a node, with the roots of its levels from the top down. */
static ALWAYS_INLINE void
forward_column_8 (vec v[8], const struct root r[7], const struct modulus *m)
{
  UNROLL
  for (int j = 0; j < 4; j++)
    {
      v[j] = reduce (v[j], m, -3);      /* [3p, 5p) */
      split (&v[j], &v[j + 4], r[0], m);        /* [2p, 6p) */
    }
  UNROLL
  for (int h = 0; h < 2; h++)
    UNROLL
    for (int j = 0; j < 2; j++)
      split (&v[4 * h + j], &v[4 * h + j + 2], r[1 + h], m);    /* [p, 7p) */
  UNROLL
  for (int h = 0; h < 4; h++)
    split (&v[2 * h], &v[2 * h + 1], r[3 + h], m);      /* [0, 8p) */
}

/* The same for two levels, to values below 7p. */
static ALWAYS_INLINE void
forward_column_4 (vec v[4], const struct root r[3], const struct modulus *m)
{
  UNROLL
  for (int j = 0; j < 2; j++)
    {
      v[j] = reduce (v[j], m, -3);      /* [3p, 5p) */
      split (&v[j], &v[j + 2], r[0], m);        /* [2p, 6p) */
    }
  UNROLL
  for (int h = 0; h < 2; h++)
    split (&v[2 * h], &v[2 * h + 1], r[1 + h], m);      /* [p, 7p) */
}

/* Their inverse, from values below 2p to values below 2p. */
static ALWAYS_INLINE void
inverse_column_8 (vec v[8], const struct root r[7], const struct modulus *m)
{
  join (&v[0], &v[1], r[3], m->p2, m, -6);      /* [0, 4p), [6p, 8p) */
  join (&v[2], &v[3], r[4], m->p2, m, 0);       /* [0, 4p), [0, 2p) */
  join (&v[4], &v[5], r[5], m->p2, m, -2);      /* [0, 4p), [2p, 4p) */
  join (&v[6], &v[7], r[6], m->p2, m, 0);       /* [0, 4p), [0, 2p) */

  join (&v[0], &v[2], r[1], m->p4, m, -2);      /* [0, 8p), [2p, 4p) */
  join (&v[4], &v[6], r[2], m->p4, m, 0);       /* [0, 8p), [0, 2p) */
  join_above (&v[1], &v[3], r[1], m, -2);       /* [6p, 10p), [2p, 4p) */
  join_above (&v[5], &v[7], r[2], m, 0);        /* [2p, 6p), [0, 2p) */

  join (&v[0], &v[4], r[0], m->p8, m, 0);       /* [0, 16p), [0, 2p) */
  UNROLL
  for (int j = 1; j < 4; j++)
    join_above (&v[j], &v[j + 4], r[0], m, 0);

  UNROLL
  for (int j = 0; j < 4; j++)
    v[j] = reduce (v[j], m, 0);
}

/* The same for two levels. */
static ALWAYS_INLINE void
inverse_column_4 (vec v[4], const struct root r[3], const struct modulus *m)
{
  join (&v[0], &v[1], r[1], m->p2, m, -2);      /* [0, 4p), [2p, 4p) */
  join (&v[2], &v[3], r[2], m->p2, m, 0);       /* [0, 4p), [0, 2p) */
  join (&v[0], &v[2], r[0], m->p4, m, 0);       /* [0, 8p), [0, 2p) */
  join_above (&v[1], &v[3], r[0], m, 0);        /* [2p, 6p), [0, 2p) */
  v[0] = reduce (v[0], m, 0);
  v[1] = reduce (v[1], m, 0);
}

/* r[0..size-2] = the roots of the two or three levels below node k, or their inverses. */
static ALWAYS_INLINE void
roots_of_node (struct root *r, int inverse, int size, const struct roots *roots, size_t k, const struct prime *prime)
{
  UNROLL
  for (int h = 0; h < size - 1; h++)
    {
      const int level = h >= 3 ? 2 : h >= 1;
      const size_t at = (k << level) + (size_t) (h + 1 - (1 << level));
      r[h] = inverse ? inverse_at (roots, at, prime) : root_at (roots, at);
    }
}

/* Nodes FIRST, FIRST + 1, ..., of SIZE = 4 or 8 times STRIDE vectors each: vectors i, STRIDE + i,
   ... for i < COLUMNS.  For an inverse pass ROOTS are the inverses. */
static ALWAYS_INLINE void
pass_of (int inverse, int size, uint64_t *x, size_t stride, size_t columns, size_t first, size_t nodes,
         const struct roots *roots, const struct prime *prime)
{
  const struct modulus m = modulus_of (prime);
  for (size_t k = first; k < first + nodes; k++, x += (size_t) size * stride * LANES)
    {
      struct root r[7];
      roots_of_node (r, inverse, size, roots, k, prime);
      for (size_t i = 0; i < columns; i++)
        {
          vec v[8];
          uint64_t *at = x + i * LANES;
          UNROLL
          for (int j = 0; j < size; j++)
            v[j] = load (at + j * stride * LANES);
          if (size == 8)
            inverse ? inverse_column_8 (v, r, &m) : forward_column_8 (v, r, &m);
          else
            inverse ? inverse_column_4 (v, r, &m) : forward_column_4 (v, r, &m);
          UNROLL
          for (int j = 0; j < size; j++)
            store (at + j * stride * LANES, v[j]);
        }
    }
}

/* The same for all columns. */
static ALWAYS_INLINE void
whole_pass_of (int inverse, int size, uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots,
               const struct prime *prime)
{
  if (ONE_COLUMN && stride == 1)
    pass_of (inverse, size, x, 1, 1, first, nodes, roots, prime);
  else
    pass_of (inverse, size, x, stride, stride, first, nodes, roots, prime);
}

/* The passes over whole nodes, and over some columns of one node. */
#define PASSES(way, inverse)                                                                                           \
  static void                                                                                                          \
  way##_8 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots, const struct prime *p)   \
  {                                                                                                                    \
    whole_pass_of (inverse, 8, x, stride, first, nodes, roots, p);                                                     \
  }                                                                                                                    \
  static void                                                                                                          \
  way##_4 (uint64_t *x, size_t stride, size_t first, size_t nodes, const struct roots *roots, const struct prime *p)   \
  {                                                                                                                    \
    whole_pass_of (inverse, 4, x, stride, first, nodes, roots, p);                                                     \
  }                                                                                                                    \
  static void                                                                                                          \
  way##_8_columns (uint64_t *x, size_t stride, size_t columns, size_t node, const struct roots *roots,                 \
                   const struct prime *p)                                                                              \
  {                                                                                                                    \
    pass_of (inverse, 8, x, stride, columns, node, 1, roots, p);                                                       \
  }
PASSES (forward, 0)
PASSES (inverse, 1)
#undef PASSES
