/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Complex Fourier transforms with AVX2 and FMA: four points to the vector.

   A product of at most 2 V limbs, V = N / 4, is the polynomial of 2 N digits modulo x^(2N) + 1.  Its
   residue modulo x^N - i, with digit j as the real part of coefficient j and digit N + j as the
   imaginary part, is the whole product: that is the right angle of R. Crandall and B. Fagin,
   Discrete weighted transforms and large-integer arithmetic, 1994.

   Products modulo beta^(2V) + 1 are the same with longer operands.

   A node is a polynomial modulo x^m - e(t), e(t) = exp (2 pi i t).  A step divides it among R nodes
   modulo x^(m/R) - e((t + c) / R), from the root x^N - i down to single points.  The steps are at
   most one of 2, at most one of 3 or 5, and then steps of 4.  The last two, of a leaf of 16 points, are
   done in registers.  The inverse takes the steps in reverse; its factor 1 / N is applied to the
   points.

   Each operation below is rounded once, as written.  doc/algorithms/fft.md counts the roundings and
   proves a bound of the error; tests/mul/fft/bound.py computes it.  A step that is rounded more
   often needs a new proof. */

#include <immintrin.h>
#include <stdatomic.h>
#include "mul/fft/fft.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "arith/unroll.h"
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/avx2fma/mxcsr.h"

typedef __m256d vec;

enum { LANES = 4, LEAF = 16, DEPTH_MAX = 5 };

struct points
{
  vec re, im;
};

/* A root of unity, and with its square and cube, for a step of 4. */
struct root
{
  double re, im;
};

struct roots
{
  struct root power[3];
};

/* The roots of a leaf's first step, and of the four nodes of its second one. */
struct leaf
{
  struct roots first;
  double second[3][2][LANES];
};

/* Returns the number of nodes above the leaves at DEPTH. */
#define NODES(depth) ((((size_t) 1 << 2 * (depth)) - 1) / 3)

/* One length of transforms: N = 16 TWOS ODD 4^DEPTH.  A step of 2, if TWOS is 2, has the root HALF.
   The step of 3 or 5 of half h, if ODD is not 1, has the roots parts[h].  TWOS ODD trees of 4^DEPTH
   leaves follow. */
struct length
{
  int twos, odd, depth;
  struct roots *nodes;          /* of all trees, each level by level */
  struct leaf *leaves;
  struct root half, parts[2][4];
  _Atomic int state;
};

enum { UNSET, SETTING, SET };

static ALWAYS_INLINE int
trees_of (const struct length *l)
{
  return l->twos * l->odd;
}

/* N / 4: the vectors of a transform, and half the limbs of a product. */
static ALWAYS_INLINE size_t
vectors_of (const struct length *l)
{
  return ((size_t) trees_of (l) * LEAF / LANES) << 2 * l->depth;
}

/* The lengths, and memory for their roots. */
#define LENGTHS(X)                                                                              \
  X (1, 1, 1) X (2, 1, 1) X (1, 3, 1) X (1, 1, 2) X (1, 5, 1) X (2, 3, 1) X (2, 1, 2) X (2, 5, 1)       \
  X (1, 3, 2) X (1, 1, 3) X (1, 5, 2) X (2, 3, 2) X (2, 1, 3) X (2, 5, 2) X (1, 3, 3) X (1, 1, 4)       \
  X (1, 5, 3) X (2, 3, 3) X (2, 1, 4) X (2, 5, 3) X (1, 3, 4) X (1, 1, 5) X (1, 5, 4) X (2, 3, 4)       \
  X (2, 1, 5)
#define MEMORY(twos, odd, depth)                                                        \
  static struct roots nodes_##twos##odd##depth[(twos) * (odd) * NODES (depth)];         \
  static struct leaf leaves_##twos##odd##depth[((size_t) (twos) * (odd)) << 2 * (depth)];
#define LENGTH(twos, odd, depth) \
  { twos, odd, depth, nodes_##twos##odd##depth, leaves_##twos##odd##depth, .state = UNSET },
LENGTHS (MEMORY)
static struct length lengths[] = { LENGTHS (LENGTH) };

/* The longest one, and the longest for products modulo beta^m + 1, m = 2 V, whose operands may have m
   limbs each, so that the error is twice as large. */
#define LONGEST ((mp_size_t) 4 * LEAF / LANES << 2 * DEPTH_MAX)
#define PLUS_LONGEST 8192

/* The shortest length for products of N limbs; there is one. */
static struct length *
length_for (mp_size_t n)
{
  struct length *l = lengths;
  while (2 * vectors_of (l) < (size_t) n)
    l++;
  return l;
}

/* Roots.  Angles are fractions of a turn, multiplied by 2^64. */

#define QUARTER ((uint64_t) 1 << 62)

static struct root
root_at (uint64_t angle)
{
  double root[2];
  comba_fft_root (root, angle);
  return (struct root) { root[0], root[1] };
}

/* e (k t / R) for the node modulo x^m - e(t), T < 2^64; an error of less than 2 for k < R. */
static struct root
part_root (uint64_t t, unsigned k, unsigned r)
{
  return root_at ((uint64_t) ((unsigned __int128) t * k / r));
}

static struct roots
roots_of (uint64_t t)
{
  return (struct roots) { { part_root (t, 1, 4), part_root (t, 2, 4), part_root (t, 3, 4) } };
}

/* Child C of a node after a step of 4: of the points in the order e(t/4), -e(t/4), i e(t/4),
   -i e(t/4). */
static uint64_t
child (uint64_t t, unsigned c)
{
  static const unsigned char quarters[] = { 0, 2, 1, 3 };
  return t / 4 + quarters[c] * QUARTER;
}

/* The roots of a node DEPTH levels above the leaves and of all below it; it is number I of its level. */
static void
set_tree (struct roots *level, struct leaf *leaves, uint64_t t, int depth, size_t width, size_t i)
{
  if (depth > 0)
    {
      level[i] = roots_of (t);
      for (unsigned c = 0; c < 4; c++)
        set_tree (level + width, leaves, child (t, c), depth - 1, 4 * width, 4 * i + c);
      return;
    }
  leaves[i].first = roots_of (t);
  for (unsigned c = 0; c < 4; c++)
    {
      const struct roots r = roots_of (child (t, c));
      for (int k = 0; k < 3; k++)
        leaves[i].second[k][0][c] = r.power[k].re, leaves[i].second[k][1][c] = r.power[k].im;
    }
}

static void
set_roots (struct length *l)
{
  const unsigned odd = (unsigned) l->odd;
  size_t tree = 0;
  l->half = part_root (QUARTER, 1, 2);
  for (int h = 0; h < l->twos; h++)
    {
      const uint64_t t = l->twos == 2 ? QUARTER / 2 + (uint64_t) h * 2 * QUARTER : QUARTER;
      for (unsigned k = 1; k < odd; k++)
        l->parts[h][k - 1] = part_root (t, k, odd);
      for (unsigned c = 0; c < odd; c++, tree++)
        set_tree (l->nodes + tree * NODES (l->depth), l->leaves + (tree << 2 * l->depth),
                  odd == 1 ? t : t / odd + c * (~(uint64_t) 0 / odd), l->depth, 1, 0);
    }
}

/* Returns whether the roots are there.  The first call computes them; it holds no lock, so a call that
   comes meanwhile does not wait. */
static int
has_roots (struct length *l)
{
  int state = atomic_load_explicit (&l->state, memory_order_acquire);
  if (likely (state == SET))
    return 1;
  if (state != UNSET || !atomic_compare_exchange_strong (&l->state, &state, SETTING))
    return 0;
  set_roots (l);
  atomic_store_explicit (&l->state, SET, memory_order_release);
  return 1;
}

/* Arithmetic. */

static ALWAYS_INLINE vec number (double x) { return _mm256_set1_pd (x); }
static ALWAYS_INLINE vec broadcast (const double *p) { return _mm256_broadcast_sd (p); }

static ALWAYS_INLINE struct points
root_in_lanes (const struct root *r)
{
  return (struct points) { broadcast (&r->re), broadcast (&r->im) };
}

static ALWAYS_INLINE struct points
add (struct points x, struct points y)
{
  return (struct points) { _mm256_add_pd (x.re, y.re), _mm256_add_pd (x.im, y.im) };
}

static ALWAYS_INLINE struct points
sub (struct points x, struct points y)
{
  return (struct points) { _mm256_sub_pd (x.re, y.re), _mm256_sub_pd (x.im, y.im) };
}

/* x + i y, x - i y */
static ALWAYS_INLINE struct points
add_i (struct points x, struct points y)
{
  return (struct points) { _mm256_sub_pd (x.re, y.im), _mm256_add_pd (x.im, y.re) };
}

static ALWAYS_INLINE struct points
sub_i (struct points x, struct points y)
{
  return (struct points) { _mm256_add_pd (x.re, y.im), _mm256_sub_pd (x.im, y.re) };
}

/* x y; with two roundings a part. */
static ALWAYS_INLINE struct points
mul (struct points x, struct points y)
{
  return (struct points) { _mm256_fmsub_pd (x.re, y.re, _mm256_mul_pd (x.im, y.im)),
                           _mm256_fmadd_pd (x.re, y.im, _mm256_mul_pd (x.im, y.re)) };
}

/* x times the conjugate of y */
static ALWAYS_INLINE struct points
mul_conjugate (struct points x, struct points y)
{
  return (struct points) { _mm256_fmadd_pd (x.re, y.re, _mm256_mul_pd (x.im, y.im)),
                           _mm256_fmsub_pd (x.im, y.re, _mm256_mul_pd (x.re, y.im)) };
}

/* x y for a real y */
static ALWAYS_INLINE struct points
mul_real (struct points x, vec y)
{
  return (struct points) { _mm256_mul_pd (x.re, y), _mm256_mul_pd (x.im, y) };
}

/* x + y z, x - y z, x + i y z and x - i y z for a real z */
static ALWAYS_INLINE struct points
add_mul (struct points x, struct points y, vec z)
{
  return (struct points) { _mm256_fmadd_pd (y.re, z, x.re), _mm256_fmadd_pd (y.im, z, x.im) };
}

static ALWAYS_INLINE struct points
sub_mul (struct points x, struct points y, vec z)
{
  return (struct points) { _mm256_fnmadd_pd (y.re, z, x.re), _mm256_fnmadd_pd (y.im, z, x.im) };
}

static ALWAYS_INLINE struct points
add_i_mul (struct points x, struct points y, vec z)
{
  return (struct points) { _mm256_fnmadd_pd (y.im, z, x.re), _mm256_fmadd_pd (y.re, z, x.im) };
}

static ALWAYS_INLINE struct points
sub_i_mul (struct points x, struct points y, vec z)
{
  return (struct points) { _mm256_fmadd_pd (y.im, z, x.re), _mm256_fnmadd_pd (y.re, z, x.im) };
}

/* f[c] = the sum of i^(c j) f[j], for c = 0, 2, 1, 3 */
static ALWAYS_INLINE void
sums_4 (struct points f[4])
{
  const struct points s = add (f[0], f[2]), d = sub (f[0], f[2]), t = add (f[1], f[3]), e = sub (f[1], f[3]);
  f[0] = add (s, t), f[1] = sub (s, t), f[2] = add_i (d, e), f[3] = sub_i (d, e);
}

/* A step of 4: f holds the quarters of a node. */
static ALWAYS_INLINE void
split_4 (struct points f[4], struct points w1, struct points w2, struct points w3)
{
  f[2] = mul (f[2], w2), f[1] = mul (f[1], w1), f[3] = mul (f[3], w3);
  sums_4 (f);
}

/* The reverse, times 4. */
static ALWAYS_INLINE void
join_4 (struct points f[4], struct points w1, struct points w2, struct points w3)
{
  const struct points s = add (f[0], f[1]), t = sub (f[0], f[1]), d = add (f[2], f[3]), e = sub (f[2], f[3]);
  f[0] = add (s, d), f[2] = mul_conjugate (sub (s, d), w2);
  f[1] = mul_conjugate (sub_i (t, e), w1), f[3] = mul_conjugate (add_i (t, e), w3);
}

/* f[c] = the sum of e (c j / 3) f[j] */
static ALWAYS_INLINE void
sums_3 (struct points f[3])
{
  const vec height = number (0x1.bb67ae8584caap-1);     /* sin (2 pi / 3) */
  const struct points t = add (f[1], f[2]), d = sub (f[1], f[2]), v = sub_mul (f[0], t, number (0.5));
  f[0] = add (f[0], t), f[1] = add_i_mul (v, d, height), f[2] = sub_i_mul (v, d, height);
}

/* f[c] = the sum of e (c j / 5) f[j] */
static ALWAYS_INLINE void
sums_5 (struct points f[5])
{
  const vec c1 = number (0x1.3c6ef372fe95p-2), c2 = number (-0x1.9e3779b97f4a8p-1);     /* cos (2 pi j / 5) */
  const vec s1 = number (0x1.e6f0e134454ffp-1), s2 = number (0x1.2cf2304755a5ep-1);     /* sin (2 pi j / 5) */
  const struct points t1 = add (f[1], f[4]), t2 = add (f[2], f[3]), d1 = sub (f[1], f[4]), d2 = sub (f[2], f[3]);
  const struct points a1 = add_mul (add_mul (f[0], t1, c1), t2, c2), a2 = add_mul (add_mul (f[0], t1, c2), t2, c1);
  const struct points b1 = add_mul (mul_real (d2, s2), d1, s1), b2 = sub_mul (mul_real (d1, s2), d2, s1);
  f[0] = add (f[0], add (t1, t2));
  f[1] = add_i (a1, b1), f[2] = add_i (a2, b2), f[3] = sub_i (a2, b2), f[4] = sub_i (a1, b1);
}

static ALWAYS_INLINE void
sums (struct points f[], int r)
{
  if (r == 2)
    {
      const struct points s = add (f[0], f[1]), d = sub (f[0], f[1]);
      f[0] = s, f[1] = d;
    }
  else if (r == 3)
    sums_3 (f);
  else if (r == 4)
    sums_4 (f);
  else
    sums_5 (f);
}

/* The reverse, times R.  The sum for the conjugate of e (c / r) is that of r - c. */
static ALWAYS_INLINE void
join_odd (struct points f[], int r, const struct points w[])
{
  if (r == 2)
    {
      const struct points s = add (f[0], f[1]), d = sub (f[0], f[1]);
      f[0] = s, f[1] = mul_conjugate (d, w[1]);
      return;
    }
  if (r == 3)
    sums_3 (f);
  else
    sums_5 (f);
  struct points g[5];
  UNROLL
  for (int j = 1; j < r; j++)
    g[j] = mul_conjugate (f[r - j], w[j]);
  UNROLL
  for (int j = 1; j < r; j++)
    f[j] = g[j];
}

/* Leaves. */

static ALWAYS_INLINE void
transpose (vec *a, vec *b, vec *c, vec *d)
{
  const vec ab = _mm256_unpacklo_pd (*a, *b), ab2 = _mm256_unpackhi_pd (*a, *b);
  const vec cd = _mm256_unpacklo_pd (*c, *d), cd2 = _mm256_unpackhi_pd (*c, *d);
  *a = _mm256_permute2f128_pd (ab, cd, 0x20), *b = _mm256_permute2f128_pd (ab2, cd2, 0x20);
  *c = _mm256_permute2f128_pd (ab, cd, 0x31), *d = _mm256_permute2f128_pd (ab2, cd2, 0x31);
}

static ALWAYS_INLINE void
transpose_points (struct points f[4])
{
  transpose (&f[0].re, &f[1].re, &f[2].re, &f[3].re);
  transpose (&f[0].im, &f[1].im, &f[2].im, &f[3].im);
}

static ALWAYS_INLINE struct points
second_root (const struct leaf *l, int k)
{
  return (struct points) { _mm256_loadu_pd (l->second[k][0]), _mm256_loadu_pd (l->second[k][1]) };
}

/* Afterwards the points of lane c are those of child c. */
static ALWAYS_INLINE void
split_leaf (struct points *x, const struct leaf *l)
{
  struct points f[4] = { x[0], x[1], x[2], x[3] };
  split_4 (f, root_in_lanes (&l->first.power[0]), root_in_lanes (&l->first.power[1]),
           root_in_lanes (&l->first.power[2]));
  transpose_points (f);
  split_4 (f, second_root (l, 0), second_root (l, 1), second_root (l, 2));
  x[0] = f[0], x[1] = f[1], x[2] = f[2], x[3] = f[3];
}

static ALWAYS_INLINE void
join_leaf (struct points *x, const struct leaf *l)
{
  struct points f[4] = { x[0], x[1], x[2], x[3] };
  join_4 (f, second_root (l, 0), second_root (l, 1), second_root (l, 2));
  transpose_points (f);
  join_4 (f, root_in_lanes (&l->first.power[0]), root_in_lanes (&l->first.power[1]),
          root_in_lanes (&l->first.power[2]));
  x[0] = f[0], x[1] = f[1], x[2] = f[2], x[3] = f[3];
}

/* So few leaves stay in the first-level cache, and so many steps of them do not depend on each other. */
enum { LEAVES_TOGETHER = 4 };

/* x = x y, point by point, in the leaves, whose last two steps are done here both ways.  In squares
   y = x. */
static void
multiply_leaves (struct points *x, struct points *y, const struct length *l)
{
  const size_t leaves = (size_t) trees_of (l) << 2 * l->depth;
  const vec scale = number (1 / (double) (LANES * vectors_of (l)));
  for (size_t first = 0; first < leaves; first += LEAVES_TOGETHER)
    {
      const size_t n = leaves - first < LEAVES_TOGETHER ? leaves - first : LEAVES_TOGETHER;
      struct points *const xs = x + first * LANES, *const ys = y + first * LANES;
      const struct leaf *const roots = l->leaves + first;
      for (size_t i = 0; i < n; i++)
        split_leaf (xs + i * LANES, &roots[i]);
      if (y != x)
        for (size_t i = 0; i < n; i++)
          split_leaf (ys + i * LANES, &roots[i]);
      for (size_t i = 0; i < n * LANES; i++)
        xs[i] = mul_real (mul (xs[i], ys[i]), scale);
      for (size_t i = 0; i < n; i++)
        join_leaf (xs + i * LANES, &roots[i]);
    }
}

/* The points of an operand that stays: times 1 / N. */
static void
prepare_leaves (struct points *x, const struct length *l)
{
  const size_t leaves = (size_t) trees_of (l) << 2 * l->depth;
  const vec scale = number (1 / (double) (LANES * vectors_of (l)));
  for (size_t i = 0; i < leaves; i++)
    split_leaf (x + i * LANES, &l->leaves[i]);
  for (size_t i = 0; i < leaves * LANES; i++)
    x[i] = mul_real (x[i], scale);
}

/* As multiply_leaves, with points y from prepare_leaves. */
static void
multiply_prepared_leaves (struct points *x, const struct points *y, const struct length *l)
{
  const size_t leaves = (size_t) trees_of (l) << 2 * l->depth;
  for (size_t first = 0; first < leaves; first += LEAVES_TOGETHER)
    {
      const size_t n = leaves - first < LEAVES_TOGETHER ? leaves - first : LEAVES_TOGETHER;
      struct points *const xs = x + first * LANES;
      const struct points *const ys = y + first * LANES;
      for (size_t i = 0; i < n; i++)
        split_leaf (xs + i * LANES, &l->leaves[first + i]);
      for (size_t i = 0; i < n * LANES; i++)
        xs[i] = mul (xs[i], ys[i]);
      for (size_t i = 0; i < n; i++)
        join_leaf (xs + i * LANES, &l->leaves[first + i]);
    }
}

/* Digits.  Adding 2^15 to each digit, with carries, makes the digits nonnegative; subtracting it from
   each one again leaves balanced digits.  The carry out of the highest limb is one digit more. */

#define BIAS 0x8000800080008000

/* Returns the carry. */
static int
add_bias (mp_ptr tp, mp_srcptr ap, mp_size_t an, size_t tn)
{
  unsigned char carry = 0;
  mp_size_t i = 0;
  for (; i < an; i++)
    {
      unsigned long long sum;
      carry = _addcarry_u64 (carry, ap[i], BIAS, &sum);
      tp[i] = sum;
    }
  if ((size_t) i < tn)
    tp[i++] = BIAS + carry;
  for (; (size_t) i < tn; i++)
    tp[i] = BIAS;
  return carry;
}

static ALWAYS_INLINE vec
digits_of (const mp_limb_t *p)
{
  const __m128i biased = _mm_loadl_epi64 ((const __m128i *) p);
  const __m128i digits = _mm_xor_si128 (biased, _mm_set1_epi16 ((short) 0x8000));
  return _mm256_cvtepi32_pd (_mm_cvtepi16_epi32 (digits));
}

/* Coefficients 4 I to 4 I + 3. */
static ALWAYS_INLINE struct points
digits_at (const mp_limb_t *tp, size_t i, size_t v)
{
  return (struct points) { digits_of (tp + i), digits_of (tp + v + i) };
}

enum source { IN_PLACE, DIGITS, SHORT_DIGITS };

/* A step of R: 2, 3, 4 or 5, in place, from the 2 V limbs at TP, or from V limbs and the digit TOP
   above them, the imaginary part of coefficient 0. */
static ALWAYS_INLINE void
step (struct points *x, size_t q, int r, const struct root *roots, enum source from, const mp_limb_t *tp, int top)
{
  const size_t v = q * (size_t) r;
  struct points w[5], f[5];
  vec imaginary = _mm256_set_pd (0, 0, 0, top);
  UNROLL
  for (int j = 1; j < r; j++)
    w[j] = root_in_lanes (&roots[j - 1]);
  for (size_t i = 0; i < q; i++, imaginary = number (0))
    {
      UNROLL
      for (size_t j = 0; j < (size_t) r; j++)
        f[j] = from == IN_PLACE ? x[i + j * q] : from == DIGITS ? digits_at (tp, i + j * q, v)
               : (struct points) { digits_of (tp + i + j * q), imaginary };
      UNROLL
      for (int j = 1; j < r; j++)
        f[j] = from == SHORT_DIGITS ? mul_real (w[j], f[j].re) : mul (f[j], w[j]);
      sums (f, r);
      UNROLL
      for (size_t j = 0; j < (size_t) r; j++)
        x[i + j * q] = f[j];
    }
}

/* Level by level within the first-level cache, node by node above. */
enum { LEVELS_TOGETHER = 3 };

/* The steps of node I of its level, DEPTH levels above the leaves; LEVEL is the level's roots, WIDTH
   nodes. */
static void
split_tree (struct points *x, const struct roots *level, int depth, size_t width, size_t i)
{
  if (depth > LEVELS_TOGETHER)
    {
      const size_t q = (size_t) 1 << 2 * depth;
      step (x, q, 4, level[i].power, IN_PLACE, NULL, 0);
      for (size_t c = 0; c < 4; c++)
        split_tree (x + c * q, level + width, depth - 1, 4 * width, 4 * i + c);
      return;
    }
  for (size_t nodes = 1; depth > 0; depth--, nodes *= 4, level += width, width *= 4, i *= 4)
    for (size_t j = 0, q = (size_t) 1 << 2 * depth; j < nodes; j++)
      step (x + 4 * q * j, q, 4, level[i + j].power, IN_PLACE, NULL, 0);
}

/* The first step, from digits. */
static ALWAYS_INLINE void
first_step (struct points *x, const struct length *l, enum source from, const mp_limb_t *tp, int top)
{
  const size_t v = vectors_of (l);
  if (l->twos == 2)
    step (x, v / 2, 2, &l->half, from, tp, top);
  else if (l->odd == 3)
    step (x, v / 3, 3, l->parts[0], from, tp, top);
  else if (l->odd == 5)
    step (x, v / 5, 5, l->parts[0], from, tp, top);
  else
    step (x, v / 4, 4, l->nodes->power, from, tp, top);
}

/* All steps down to the leaves.  Returns digit 4 an, which is 0 or 1. */
static int
transform (struct points *x, mp_ptr tp, mp_srcptr ap, mp_size_t an, const struct length *l)
{
  const size_t v = vectors_of (l), tree = v / (size_t) trees_of (l);
  const int is_short = (size_t) an <= v, top = add_bias (tp, ap, an, is_short ? v : 2 * v);
  if (is_short)
    first_step (x, l, SHORT_DIGITS, tp, (size_t) an == v ? top : 0);
  else
    first_step (x, l, DIGITS, tp, 0);
  if (trees_of (l) == 1)
    {
      for (size_t c = 0; c < 4; c++)
        split_tree (x + c * v / 4, l->nodes + 1, l->depth - 1, 4, c);
      return top;
    }
  if (l->twos == 2)
    {
      for (size_t h = 0; h < 2; h++)
        if (l->odd == 3)
          step (x + h * v / 2, tree, 3, l->parts[h], IN_PLACE, NULL, 0);
        else if (l->odd == 5)
          step (x + h * v / 2, tree, 5, l->parts[h], IN_PLACE, NULL, 0);
    }
  for (size_t t = 0; t < (size_t) trees_of (l); t++)
    split_tree (x + t * tree, l->nodes + t * NODES (l->depth), l->depth, 1, 0);
  return top;
}

/* Rounds the coefficients of a vector, and adds up pairs d0 + 2^16 d1 and d2 + 2^16 d3: those of the
   real parts in words 0 and 2 of the sum, of the imaginary parts in words 1 and 3. */
static ALWAYS_INLINE vec
pairs_of (struct points f)
{
  const vec integer = number (0x1.8p52);
  const __m256i zero = _mm256_castpd_si256 (integer);
  const __m256i re = _mm256_sub_epi64 (_mm256_castpd_si256 (_mm256_add_pd (f.re, integer)), zero);
  const __m256i im = _mm256_sub_epi64 (_mm256_castpd_si256 (_mm256_add_pd (f.im, integer)), zero);
  const __m256i even = _mm256_unpacklo_epi64 (re, im), odd = _mm256_unpackhi_epi64 (re, im);
  return _mm256_castsi256_pd (_mm256_add_epi64 (even, _mm256_slli_epi64 (odd, 16)));
}

/* The reverse of a step.  If LAST, x[i].re holds the pairs of vector i afterwards. */
static ALWAYS_INLINE void
join_step (struct points *x, size_t q, int r, const struct root *roots, int last)
{
  struct points w[5], f[5];
  UNROLL
  for (int j = 1; j < r; j++)
    w[j] = root_in_lanes (&roots[j - 1]);
  for (size_t i = 0; i < q; i++)
    {
      UNROLL
      for (size_t j = 0; j < (size_t) r; j++)
        f[j] = x[i + j * q];
      if (r == 4)
        join_4 (f, w[1], w[2], w[3]);
      else
        join_odd (f, r, w);
      UNROLL
      for (size_t j = 0; j < (size_t) r; j++)
        if (last)
          x[i + j * q].re = pairs_of (f[j]);
        else
          x[i + j * q] = f[j];
    }
}

static void
join_tree (struct points *x, const struct roots *level, int depth, size_t width, size_t i)
{
  const size_t q = (size_t) 1 << 2 * depth;
  if (depth == 0)
    return;
  if (depth > LEVELS_TOGETHER)
    for (size_t c = 0; c < 4; c++)
      join_tree (x + c * q, level + width, depth - 1, 4 * width, 4 * i + c);
  else
    for (int d = 1; d < depth; d++)
      {
        const size_t below = (size_t) 1 << 2 * (depth - d), r = (size_t) 1 << 2 * d;
        const size_t nodes = below, at = NODES (depth - d) * width;
        for (size_t j = 0; j < nodes; j++)
          join_step (x + 4 * r * j, r, 4, level[at + i * nodes + j].power, 0);
      }
  join_step (x, q, 4, level[i].power, 0);
}

/* The steps in reverse, from the leaves up. */
static void
inverse_transform (struct points *x, const struct length *l)
{
  const size_t v = vectors_of (l), tree = v / (size_t) trees_of (l);
  if (trees_of (l) == 1)
    {
      for (size_t c = 0; c < 4; c++)
        join_tree (x + c * v / 4, l->nodes + 1, l->depth - 1, 4, c);
      join_step (x, v / 4, 4, l->nodes->power, 1);
      return;
    }
  for (size_t t = 0; t < (size_t) trees_of (l); t++)
    join_tree (x + t * tree, l->nodes + t * NODES (l->depth), l->depth, 1, 0);
  if (l->twos == 2)
    {
      for (size_t h = 0; h < 2; h++)
        if (l->odd == 3)
          join_step (x + h * v / 2, tree, 3, l->parts[h], 0);
        else if (l->odd == 5)
          join_step (x + h * v / 2, tree, 5, l->parts[h], 0);
      join_step (x, v / 2, 2, &l->half, 1);
    }
  else if (l->odd == 3)
    join_step (x, tree, 3, l->parts[0], 1);
  else
    join_step (x, tree, 5, l->parts[0], 1);
}

typedef int64_t pair __attribute__ ((may_alias));

/* rp[0..rn-1] = the sum of the coefficients and CARRY.  Coefficients are below 2^46, pairs below
   2^63.  Returns the carry, below 2^32. */
static int64_t
add_up (mp_ptr rp, size_t rn, const struct points *x, size_t v, int64_t carry)
{
  for (size_t part = 0; part < 2; part++)
    {
      const size_t first = part * v, end = rn < first + v ? rn : first + v;
      for (size_t i = first; i < end; i++)
        {
          const pair *pairs = (const pair *) &x[i - first].re + part;
          const int64_t low = pairs[0] + carry, high = pairs[2];
          const uint64_t limb = (uint64_t) low + ((uint64_t) high << 32);
          carry = (low >> 63) + (high >> 32) + (limb < (uint64_t) low);
          rp[i] = limb;
        }
    }
  return carry;
}

/* The points of both operands, and the digits of one. */
static size_t
itch (mp_size_t an, mp_size_t bn)
{
  const size_t v = vectors_of (length_for (an + bn));
  return 2 * v * (sizeof (struct points) / sizeof (mp_limb_t)) + 2 * v + COMBA_ALIGNED_LIMBS;
}

static int
multiply (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  ASSERT (an >= 1 && bn >= 1);
  struct length *const l = length_for (an + bn);
  const size_t v = vectors_of (l);
  struct points *const x = (struct points *) comba_align (scratch), *y = x + v;
  const mp_ptr tp = (mp_ptr) (y + v);
  const unsigned mxcsr = begin_arithmetic ();
  const int can = has_roots (l);
  if (can)
    {
      const int square = ap == bp && an == bn;
      const int a_top = transform (x, tp, ap, an, l), b_top = square ? a_top : transform (y, tp, bp, bn, l);
      multiply_leaves (x, square ? x : y, l);
      inverse_transform (x, l);
      /* The product of the top digits has the weight x^(4 an + 4 bn).  If that is x^(2 N), it comes
         back as x^0 with the other sign. */
      const size_t rn = (size_t) (an + bn);
      add_up (rp, rn, x, v, rn == 2 * v ? a_top & b_top : 0);
    }
  _mm_setcsr (mxcsr);           /* always, as tiny values may raise more flags than inexact */
  return can;
}

/* Prepared operands: the points, memory for the digits, and the limbs and the top digit. */

static mp_size_t
size (mp_size_t n)
{
  return n <= LONGEST ? (mp_size_t) (2 * vectors_of (length_for (n))) : 0;
}

static size_t
point_limbs (mp_size_t m)
{
  return (size_t) m / 2 * (sizeof (struct points) / sizeof (mp_limb_t));
}

static size_t
prepared_size (mp_size_t m)
{
  return point_limbs (m) + (size_t) m + COMBA_ALIGNED_LIMBS;
}

static int
prepare (mp_size_t m, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (1 <= bn && bn < m && size (m) == m);
  struct length *const l = length_for (m);
  const mp_ptr digits = prepared + point_limbs (m), about = digits + m;
  const unsigned mxcsr = begin_arithmetic ();
  const int can = has_roots (l);
  if (can)
    {
      about[0] = (mp_limb_t) bn;
      about[1] = (mp_limb_t) transform ((struct points *) prepared, digits, bp, bn, l);
      prepare_leaves ((struct points *) prepared, l);
    }
  _mm_setcsr (mxcsr);
  return can;
}

/* rp[0..m-1] = rp + CARRY beta^m modulo beta^m + 1.  Returns the top limb. */
static mp_limb_t
end_plus (mp_ptr rp, mp_size_t m, int64_t carry)
{
  if (carry > 0)
    return comba_add_1_var (rp, m, comba_sub_1_var (rp, m, (mp_limb_t) carry));
  return comba_add_1_var (rp, m, comba_sub_1_var (rp, m, comba_add_1_var (rp, m, (mp_limb_t) -carry)));
}

/* The points and the digits of an operand. */
static size_t
prepared_itch (mp_size_t m)
{
  return point_limbs (m) + (size_t) m + COMBA_ALIGNED_LIMBS;
}

static mp_limb_t
mul_prepared (mp_size_t m, mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_srcptr prepared, mp_ptr scratch)
{
  const mp_srcptr about = prepared + point_limbs (m) + m;
  const mp_size_t all = an + (mp_size_t) about[0];
  ASSERT (1 <= an && an < m && 1 <= rn && (rn == m ? all <= m || m <= PLUS_LONGEST : all <= m && rn <= all));
  struct length *const l = length_for (m);
  const size_t v = vectors_of (l);
  struct points *const x = (struct points *) comba_align (scratch);
  const mp_ptr tp = (mp_ptr) (x + v);
  const unsigned mxcsr = begin_arithmetic ();
  const int top = transform (x, tp, ap, an, l);
  multiply_prepared_leaves (x, (const struct points *) prepared, l);
  inverse_transform (x, l);
  const int64_t carry = add_up (rp, (size_t) rn, x, v, all == m ? top & (int) about[1] : 0);
  _mm_setcsr (mxcsr);
  return rn == m ? end_plus (rp, m, all == m ? 0 : carry) : 0;
}

const struct comba_fft comba_fft_avx2 = {
  LONGEST, itch, multiply, PLUS_LONGEST, size, prepared_size, prepare, prepared_itch, mul_prepared
};
