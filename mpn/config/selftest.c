/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The known-answer self-test of a CPU configuration.  It takes 0.2 milliseconds, once a process.

   (B^an - 1) (B^bn - 1) = B^(an+bn) - B^an - B^bn + 1 is known for every size and produces every
   carry.  One product and one square of arbitrary operands are known by value, others are compared
   with the portable basecase, and reductions with portable rows.

   The first call may be in a thread with a small stack, so all operands and results are in static
   memory: a function takes limbs from it as from a stack, and gives them back when it returns. */

#include "dispatch/config.h"
#include "arith/arith.h"
#include "arith/limb_steps.h"
#include "arith/scratch.h"
#include "residue/contexts.h"
#include "residue/lanes.h"
#include "mul/fft/fft.h"
#include "mul/ntt/ntt.h"
#include "mul/ladder.h"
#include "div/div.h"
#include "config/list.h"
#include <stdatomic.h>
#include <string.h>

#define WORD_LIMBS (64 / GMP_LIMB_BITS)
#define ONES_MAX 37                     /* limbs, except for longer kernels for n x n */

/* Little-endian words of 64 bits; PRODUCT = A * B, SQUARE = A^2. */
static const uint64_t A[] = {
  0x007545eeaa2c5a45, 0x70f7e4d2666c60a1, 0xab3aa80cfd637e20,
  0xffffffffffffffff, 0xffffffffffffffff, 0xd0add65634d12627,
  0xefa0f10035177a29, 0x0000000000000000, 0xe7932665515da99d,
  0x3a36dc883834ec6e, 0xa5c4425e738cb8ae, 0x41333ea67ca1dbb6,
};

static const uint64_t B[] = {
  0x8719d44383b7beb1, 0xdb5b5b4e505cb370, 0xffffffffffffffff,
  0xe3948047cf057ed4, 0xb0e9dd0c44675d85, 0x8000000000000000,
  0x17f1695901d609f7, 0xac1992d9287f9da7, 0x1a5fe0d6217badf6,
};

static const uint64_t PRODUCT[] = {
  0xf1c6984569fc9fb5, 0xdeac11d51af255c8, 0x62104c3bc5250eae,
  0x1d37cd80d0025f81, 0x1b2a7b9c6734062d, 0x8087e100555f521d,
  0xc2a9a6ecc7b50d3f, 0xa9db0b44d905a4a6, 0xb2ac519e6162c6f2,
  0xdc3395cde977e74f, 0x32475e13388ade55, 0xee0d9f3846155527,
  0x2a16c9cb66287605, 0xc35b8d657a51b20d, 0xc910fe9d2a7c4b62,
  0xde07e6151046a7b5, 0xaaf736e227d37d28, 0x21c013e76b7531b2,
  0x243fe817c726e051, 0xe9a355184889496b, 0x06b79fa4889fd79b,
};

static const uint64_t SQUARE[] = {
  0x4751f9decb8c9699, 0x7ba51a1b74f75d91, 0x370015b5cc6a84c7,
  0x05e24ce5dfb82e8f, 0xed5ac7a6d569586c, 0xd448b265b9427e1e,
  0xb90b4171a91523f0, 0x8542cf0d570031ee, 0x39469737762eb54a,
  0xfd99c86e8377a5b2, 0x852f0cee2ba64a4c, 0xd67231c1a55ecae9,
  0xc086de3e0c00c882, 0x4c3d69e56da4aa09, 0x8cf6baf50cc36239,
  0xab4957c58cebfdae, 0x2af69d1e6d073cd8, 0xf43651cf1d11bcf7,
  0xb4838e54135dbb7b, 0xe2cbaaa2f0d3f94c, 0x0a9afd1f03dcf7ac,
  0xf59f29eab32d7afc, 0x8ff6523f7bdff564, 0x109b101290f4eab4,
};

#define MAX_OF(x, y) ((x) > (y) ? (x) : (y))
#define WORDS(x) (sizeof (x) / sizeof (x)[0])
#define LIMBS(x) (WORDS (x) * WORD_LIMBS)

/* rp[0..n-1] = the limbs of words[0..count-1], repeated. */
static void
to_limbs (mp_ptr rp, size_t n, const uint64_t *words, size_t count)
{
  for (size_t i = 0; i < n; i++)
    rp[i] = (mp_limb_t) (words[i / WORD_LIMBS % count]
                         >> (i % WORD_LIMBS * GMP_LIMB_BITS % 64));
}

/* Takes n limbs of *MEMORY. */
static mp_ptr
take (mp_ptr *memory, mp_size_t n)
{
  const mp_ptr p = *memory;
  *memory += n;
  return p;
}

static mp_ptr
take_ones (mp_ptr *memory, mp_size_t n)
{
  return memset (take (memory, n), 0xff, (size_t) n * sizeof (mp_limb_t));
}

static mp_ptr
take_words (mp_ptr *memory, mp_size_t n, const uint64_t *words, size_t count)
{
  const mp_ptr p = take (memory, n);
  to_limbs (p, n, words, count);
  return p;
}

static int
equal (mp_srcptr rp, mp_srcptr expected, mp_size_t n)
{
  return memcmp (rp, expected, n * sizeof (mp_limb_t)) == 0;
}

/* rp[0..an+bn-1] = (B^an - 1) (B^bn - 1), an >= bn. */
static void
product_of_ones (mp_ptr rp, mp_size_t an, mp_size_t bn)
{
  for (mp_size_t i = 0; i < an + bn; i++)
    rp[i] = i < bn ? 0 : COMBA_LIMB_MAX;
  rp[0] = 1;
  rp[an]--;
}

/* The size after n: all sizes up to which the loops of kernels are unrolled, then in steps, and the
   largest. */
static mp_size_t
next_size (mp_size_t n)
{
  enum { EACH_TO = 24, STEP = 8 };
  return n < EACH_TO || n == ONES_MAX ? n + 1 : n + STEP < ONES_MAX ? n + STEP : ONES_MAX;
}

/* The same for n x n limbs, up to MOST: all sizes up to ONES_MAX.  Above, where kernels are tiles
   of vectors, one size for each number of vectors, and the largest. */
static mp_size_t
next_n (mp_size_t n, mp_size_t most)
{
  enum { VECTOR_LIMBS = 6 };
  return n < ONES_MAX || n == most ? n + 1 : n + VECTOR_LIMBS < most ? n + VECTOR_LIMBS : most;
}

static int
ones_right (const struct comba_config *k, mp_ptr memory)
{
  const mp_ptr ones = take_ones (&memory, ONES_MAX), r = take (&memory, 2 * ONES_MAX);
  const mp_ptr expected = take (&memory, 2 * ONES_MAX);

  for (mp_size_t an = 1; an <= ONES_MAX; an = next_size (an))
    {
      /* Balanced, slightly unbalanced and very unbalanced. */
      const mp_size_t bns[] = { an, an - an / 4, an / 2, 1 + an / 8 };
      for (size_t i = 0; i < WORDS (bns); i++)
        if (bns[i] >= 1)
          {
            product_of_ones (expected, an, bns[i]);
            comba_mul_basecase (k, r, ones, an, ones, bns[i]);
            if (!equal (r, expected, an + bns[i]))
              return 0;
          }
      product_of_ones (expected, an, an);
      comba_sqr_basecase (k, r, ones, an);
      if (!equal (r, expected, 2 * an))
        return 0;
      if (k->addmul_1 != NULL)
        {
          memset (r, 0, (size_t) an * sizeof r[0]);
          for (mp_size_t i = 0; i < an; i++)
            r[an + i] = k->addmul_1 (r + i, ones, an, COMBA_LIMB_MAX);
          if (!equal (r, expected, 2 * an))
            return 0;
        }
      for (mp_size_t bn = 1; bn <= COMBA_ADD_MUL_BY_MAX && bn <= an; bn++)
        if (k->add_mul_by[bn] != NULL)
          {
            product_of_ones (expected, an, bn);
            memcpy (r, ones, (size_t) an * sizeof r[0]);
            mp_limb_t top = k->add_mul_by[bn] (r, ones, an, ones);
            comba_add_in_var (expected, an + bn, ones, an);
            if (!equal (r, expected, an + bn) || top != r[an + bn - 1])
              return 0;
          }
    }
  return 1;
}

static int
values_right (const struct comba_config *k, mp_ptr memory)
{
  const mp_ptr a = take_words (&memory, LIMBS (A), A, WORDS (A)), b = take_words (&memory, LIMBS (B), B, WORDS (B));
  const mp_ptr r = take (&memory, LIMBS (SQUARE)), expected = take (&memory, LIMBS (SQUARE));

  to_limbs (expected, LIMBS (PRODUCT), PRODUCT, WORDS (PRODUCT));
  comba_mul_basecase (k, r, a, LIMBS (A), b, LIMBS (B));
  if (!equal (r, expected, LIMBS (PRODUCT)))
    return 0;

  to_limbs (expected, LIMBS (SQUARE), SQUARE, WORDS (SQUARE));
  comba_sqr_basecase (k, r, a, LIMBS (A));
  return equal (r, expected, LIMBS (SQUARE));
}

/* Larger sizes, for which ones test little: they have almost only zeros as signed digits. */
static int
basecase_right (const struct comba_config *k, mp_ptr memory)
{
  const mp_ptr a = take_words (&memory, ONES_MAX, A, WORDS (A));
  const mp_ptr b = take_words (&memory, ONES_MAX, SQUARE, WORDS (SQUARE));
  const mp_ptr r = take (&memory, 2 * ONES_MAX), expected = take (&memory, 2 * ONES_MAX);
  for (mp_size_t n = ONES_MAX; n > ONES_MAX - 4; n--)
    {
      comba_config_portable.mul_basecase (expected, a, ONES_MAX, b, n);
      comba_mul_basecase (k, r, a, ONES_MAX, b, n);
      if (!equal (r, expected, ONES_MAX + n))
        return 0;
      comba_config_portable.mul_basecase (expected, b, n, b, n);
      comba_sqr_basecase (k, r, b, n);
      if (!equal (r, expected, 2 * n))
        return 0;
    }
  return 1;
}

/* One kernel for a fixed size, which also returns the top limb.  The result is in r. */
static int
fixed_mul_right (comba_mul_fixed_fn *f, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                 mp_srcptr expected, mp_ptr r)
{
  mp_limb_t top = f (r, ap, an, bp);
  return equal (r, expected, an + bn) && top == expected[an + bn - 1];
}

/* Rows of an limbs for each of bp[0..bn-1]. */
static int
rows_product_right (comba_mul_rows_fn *f, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                    mp_srcptr expected, mp_ptr r)
{
  mp_limb_t top = f (r, ap, an, bp, bn);
  return equal (r, expected, an + bn) && top == expected[an + bn - 1];
}

static int
fixed_sqr_right (comba_sqr_fixed_fn *f, mp_srcptr ap, mp_size_t n, mp_srcptr expected, mp_ptr r)
{
  mp_limb_t top = f (r, ap);
  return equal (r, expected, 2 * n) && top == expected[2 * n - 1];
}

/* expected[0..n] = ap[0..n-1] * b: by mul_1, with a carry that is subtracted again; added to its
   own lower limbs; and subtracted from these.  All by the kernels at AT. */
static int
by_limb_right (const struct comba_by_limb *f, mp_size_t at, mp_srcptr ap, mp_size_t n, mp_limb_t b,
               mp_srcptr expected, mp_ptr r)
{
  const mp_ptr sum = r + n + 1;
  r[n] = f->mul_1[at] (r, ap, n, b, COMBA_LIMB_MAX);
  comba_sub_1_var (r, n + 1, COMBA_LIMB_MAX);
  if (!equal (r, expected, n + 1))
    return 0;
  r[n] = f->addmul_1[at] (r, ap, n, b);
  sum[n] = expected[n] + comba_add_n (sum, expected, expected, n);
  return equal (r, sum, n + 1) && f->submul_1[at] (r, ap, n, b) == sum[n] && equal (r, expected, n);
}

/* Sums and differences against comba_add_n, which the other parts trust; the rest limb by limb.
   r[0..n-1] is scratch. */
static int
linear_right (const struct comba_linear *f, mp_srcptr ap, mp_srcptr bp, mp_size_t n,
              mp_ptr expected, mp_ptr r)
{
  const unsigned s = 1 + (unsigned) n % (GMP_LIMB_BITS - 1), t = GMP_LIMB_BITS - s;
  mp_bitcnt_t ones = 0, differ = 0;
  mp_limb_t top = comba_add_n (expected, ap, bp, n);
  top += comba_add_1_var (expected, n, 1);
  if (f->add_nc (r, ap, bp, n, 1) != top || !equal (r, expected, n)
      || f->sub_nc (r, r, bp, n, 1) != top || !equal (r, ap, n))
    return 0;
  for (mp_size_t i = 0; i < n; i++)
    expected[i] = ap[i] << s | (i > 0 ? ap[i - 1] >> t : 0);
  if (f->lshift (r, ap, n, s) != ap[n - 1] >> t || !equal (r, expected, n))
    return 0;
  for (mp_size_t i = 0; i < n; i++)
    expected[i] = ap[i] >> s | (i < n - 1 ? ap[i + 1] << t : 0);
  if (f->rshift (r, ap, n, s) != ap[0] << t || !equal (r, expected, n))
    return 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      expected[i] = ~ap[i];
      for (int bit = 0; bit < GMP_LIMB_BITS; bit++)
        ones += ap[i] >> bit & 1, differ += (ap[i] ^ bp[i]) >> bit & 1;
    }
  f->com (r, ap, n);
  if (!equal (r, expected, n) || f->popcount (ap, n) != ones || f->hamdist (ap, bp, n) != differ)
    return 0;
  f->copyi (r, ap, n);
  f->copyd (expected, bp, n);
  return equal (r, ap, n) && equal (expected, bp, n);
}

/* The most limbs of a kernel for a fixed size. */
static mp_size_t
fixed_max (const struct comba_config *k)
{
  return k->mul_n_max > ONES_MAX ? k->mul_n_max : ONES_MAX;
}

/* Products of ones, and products of A and B, compared with the portable basecase. */
static int
fixed_right (const struct comba_config *k, mp_ptr memory)
{
  comba_mul_basecase_fn *const reference = comba_config_portable.mul_basecase;
  const mp_size_t most = fixed_max (k);
  ASSERT (k->sqr_n_max <= most && k->mul_by_max <= ONES_MAX);
  const mp_ptr ones = take_ones (&memory, most), expected = take (&memory, 2 * most);
  const mp_ptr a = take_words (&memory, most, A, WORDS (A)), b = take_words (&memory, most, SQUARE, WORDS (SQUARE));
  const mp_ptr product = take (&memory, 2 * most), r = take (&memory, 2 * most + 2);

  for (mp_size_t n = 1; n <= k->mul_n_max; n = next_n (n, k->mul_n_max))
    {
      product_of_ones (expected, n, n);
      reference (product, a, n, b, n);
      if (!fixed_mul_right (k->mul_n[n], ones, n, ones, n, expected, r)
          || !fixed_mul_right (k->mul_n[n], a, n, b, n, product, r))
        return 0;
    }
  for (mp_size_t n = 1; n <= COMBA_MUL_EQUAL_MAX; n++)
    if (k->mul_equal[n] != NULL)
      {
        product_of_ones (expected, n, n);
        reference (product, a, n, b, n);
        if (!fixed_mul_right (k->mul_equal[n], ones, n, ones, n, expected, r)
            || !fixed_mul_right (k->mul_equal[n], a, n, b, n, product, r))
          return 0;
      }
  for (mp_size_t bn = 1; bn <= k->mul_by_max; bn++)
    for (mp_size_t an = bn; an <= ONES_MAX; an = next_size (an))
      {
        product_of_ones (expected, an, bn);
        reference (product, a, an, b, bn);
        if (!fixed_mul_right (k->mul_by[bn], ones, an, ones, bn, expected, r)
            || !fixed_mul_right (k->mul_by[bn], a, an, b, bn, product, r))
          return 0;
      }
  for (mp_size_t bn = k->mul_by_max + 1; bn < ONES_MAX && k->mul_unequal != NULL; bn++)
    for (mp_size_t an = bn + 1; an <= ONES_MAX; an = next_size (an))
      {
        product_of_ones (expected, an, bn);
        reference (product, a, an, b, bn);
        if (!rows_product_right (k->mul_unequal, ones, an, ones, bn, expected, r)
            || !rows_product_right (k->mul_unequal, a, an, b, bn, product, r))
          return 0;
      }
  for (mp_size_t an = 1; an <= COMBA_MUL_ROWS_MAX && k->mul_rows[an] != NULL; an++)
    for (mp_size_t bn = 1; bn <= an && bn <= 3; bn++)
      {
        product_of_ones (expected, an, bn);
        reference (product, a, an, b, bn);
        if (!rows_product_right (k->mul_rows[an], ones, an, ones, bn, expected, r)
            || !rows_product_right (k->mul_rows[an], a, an, b, bn, product, r))
          return 0;
      }
  for (mp_size_t n = 1; n <= ONES_MAX && k->linear != NULL; n = next_size (n))
    if (!linear_right (k->linear, a, b, n, expected, r)
        || !linear_right (k->linear, ones, a, n, expected, r))
      return 0;
  for (mp_size_t n = 1; n <= ONES_MAX && k->by_limb.mul_1[0] != NULL; n = next_size (n))
    {
      product_of_ones (expected, n, 1);
      reference (product, a, n, b, 1);
      const mp_size_t at[] = { 0, comba_by_limb_of (n) };
      for (size_t i = 0; i < WORDS (at); i++)
        if (!by_limb_right (&k->by_limb, at[i], ones, n, COMBA_LIMB_MAX, expected, r)
            || !by_limb_right (&k->by_limb, at[i], a, n, b[0], product, r))
          return 0;
    }
  for (mp_size_t n = 1; n <= k->sqr_n_max; n++)
    {
      product_of_ones (expected, n, n);
      reference (product, a, n, a, n);
      if (!fixed_sqr_right (k->sqr_n[n], ones, n, expected, r)
          || !fixed_sqr_right (k->sqr_n[n], a, n, product, r))
        return 0;
    }
  return 1;
}

enum { REDUCTION_MAX = COMBA_REDC_MAX, ROWS_MAX = 18 };

/* A copy of tp[0..2n-1], with two zeros above it. */
static mp_ptr
take_product (mp_ptr *memory, mp_srcptr tp, mp_size_t n)
{
  const mp_ptr p = take (memory, 2 * n + 2);
  memcpy (p, tp, 2 * (size_t) n * sizeof tp[0]);
  p[2 * n] = p[2 * n + 1] = 0;
  return p;
}

/* tp[0..2n+1] += q P, which makes tp[0..count-1] zero, by rows of the portable addmul_1; mu =
   -1/P. */
static void
portable_rows (mp_ptr tp, mp_srcptr pp, mp_limb_t mu, mp_size_t n, mp_size_t count)
{
  for (mp_size_t i = 0; i < count; i++)
    {
      const mp_limb_t carry = comba_config_portable.addmul_1 (tp + i, pp, n, tp[i] * mu);
      comba_add_1_var (tp + i + n, n + 2 - i, carry);
    }
}

/* A kernel for all rows: its result for tp[0..2n-1] is that of portable rows, or P more, or, with n
   rows, 2P more. */
static int
whole_reduction_right (const struct comba_redc_fixed *kernel, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu, mp_size_t n,
                       mp_ptr memory)
{
  const mp_ptr t = take_product (&memory, tp, n), z = take (&memory, n + 1);
  portable_rows (t, pp, mu, n, kernel->rows);
  const mp_ptr expected = t + kernel->rows;

  const mp_ptr context = take (&memory, COMBA_ROWS_F (n) + n), u = take (&memory, 2 * n);
  memset (u, 0, 2 * (size_t) n * sizeof u[0]);
  u[0] = 1;
  context[COMBA_ROWS_M] = mu;
  memcpy (context + COMBA_ROWS_P, pp, (size_t) n * sizeof u[0]);
  for (mp_size_t i = 0; i < kernel->w; i++)
    {
      u[n + i] = comba_config_portable.addmul_1 (u + i, pp, n, u[i] * mu);
      if (i == 0)
        context[COMBA_ROWS_M + 1] = mu * u[1];
    }
  memcpy (context + COMBA_ROWS_F (n), u + kernel->w, (size_t) n * sizeof u[0]);
  memcpy (u, tp, 2 * (size_t) n * sizeof u[0]);
  z[n] = kernel->redc (z, u, context);
  for (int more = kernel->rows > n ? 1 : 2; more > 0 && !equal (z, expected, n + 1); more--)
    expected[n] += comba_add_n (expected, expected, pp, n);
  return equal (z, expected, n + 1);
}

/* Kernels for some rows, here for all n. */
static int
rows_right (comba_redc_rows_fn *redc, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu, mp_size_t n, mp_ptr memory)
{
  const mp_ptr expected = take_product (&memory, tp, n), t = take_product (&memory, tp, n), z = take (&memory, n + 1);
  portable_rows (expected, pp, mu, n, n);
  redc (t, pp, n, mu, n);
  z[n] = comba_add_n (z, t, t + n, n);
  return equal (z, expected + n, n + 1);
}

/* Montgomery reductions of tp[0..2n-1] by P = pp[0..n-1]. */
static int
reduction_right (const struct comba_config *k, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu, mp_size_t n, mp_ptr memory)
{
  const struct comba_redc_fixed *const whole = n <= COMBA_REDC_MAX && k->redc_n[n].redc != NULL ? &k->redc_n[n] : NULL;
  comba_redc_rows_fn *const rows = n >= COMBA_REDC_ROWS_MIN && n <= ROWS_MAX ? k->redc_rows : NULL;
  return (whole == NULL || whole_reduction_right (whole, tp, pp, mu, n, memory))
         && (rows == NULL || rows_right (rows, tp, pp, mu, n, memory));
}

/* Reductions of ones modulo ones, and of arbitrary limbs: kernels for all rows at all sizes,
   kernels for some rows as far as loops are unrolled. */
static int
reductions_right (const struct comba_config *k, mp_ptr memory)
{
  const mp_ptr ones = take_ones (&memory, 2 * REDUCTION_MAX), p = take_words (&memory, REDUCTION_MAX, A, WORDS (A));
  const mp_ptr t = take_words (&memory, 2 * REDUCTION_MAX, SQUARE, WORDS (SQUARE));
  const mp_limb_t mu = -comba_inverse_limb (p[0]);
  for (mp_size_t n = 1; n <= REDUCTION_MAX; n++)
    if (!reduction_right (k, ones, ones, 1, n, memory) || !reduction_right (k, t, p, mu, n, memory))
      return 0;
  return 1;
}

/* One product by transforms; not tested if there is no memory for it, as then products use no
   transforms, either. */
static int
transform_right (const struct comba_config *k, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                 mp_srcptr expected, mp_ptr r)
{
  struct comba_scratch s;
  const mp_ptr scratch = comba_scratch_get (&s, k->ntt->itch (an, bn, 1), 0);
  if (scratch != NULL)
    k->ntt->mul (&COMBA_POOL_ALONE (1), r, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
  return scratch == NULL || equal (r, expected, an + bn);
}

/* Complex transforms of several lengths, of digits that are nearly all of the largest absolute value.
   One that is refused is not tested, as then products use none, either. */
enum { FFT_MAX = 384, FFT_SHORT = 16 };

static int
fft_right (const struct comba_config *k, mp_ptr memory)
{
  static const uint64_t extreme[] = { 0x7fff7fff7fff7fff, 0x8000800080008000, 0x7fff800080007fff };
  static const mp_size_t lengths[] = { 40, 192, 320, FFT_MAX };
  const mp_ptr a = take_words (&memory, FFT_MAX - FFT_SHORT, extreme, WORDS (extreme));
  const mp_ptr r = take (&memory, FFT_MAX), expected = take (&memory, FFT_MAX);
  for (size_t i = 0; i < WORDS (lengths) && k->fft != NULL; i++)
    {
      const mp_size_t an = lengths[i] - FFT_SHORT;
      comba_config_portable.mul_basecase (expected, a, an, a + 1, FFT_SHORT);
      if (comba_fft_mul (k->fft, r, a, an, a + 1, FFT_SHORT) && !equal (r, expected, lengths[i]))
        return 0;
    }
  return 1;
}

/* Transforms modulo primes: the same, with the largest possible coefficients. */
static int
transforms_right (const struct comba_config *k, mp_ptr memory)
{
  if (k->ntt == NULL)
    return 1;
  const mp_ptr a = take_words (&memory, LIMBS (A), A, WORDS (A)), b = take_words (&memory, LIMBS (B), B, WORDS (B));
  const mp_ptr ones = take_ones (&memory, ONES_MAX), expected = take (&memory, 2 * ONES_MAX);
  const mp_ptr r = take (&memory, 2 * ONES_MAX);
  to_limbs (expected, LIMBS (PRODUCT), PRODUCT, WORDS (PRODUCT));
  if (!transform_right (k, a, LIMBS (A), b, LIMBS (B), expected, r))
    return 0;

  product_of_ones (expected, ONES_MAX, ONES_MAX);
  return transform_right (k, ones, ONES_MAX, ones, ONES_MAX, expected, r);
}

static int
all_transforms_right (const struct comba_config *k, mp_ptr memory)
{
  return fft_right (k, memory) && transforms_right (k, memory);
}

enum { DIVISION_MAX = 128, DIVISION_Q = 7 };

/* Q D = np[0..dn+qn-1] divided by D = dp[0..dn-1]. */
static int
division_right (const struct comba_config *k, mp_srcptr np, mp_srcptr dp, mp_size_t dn, mp_srcptr qp, mp_size_t qn,
                mp_ptr memory)
{
  const mp_ptr q = take (&memory, qn), r = take (&memory, dn);
  mp_limb_t reciprocal[2], any = 0;
  comba_div_reciprocal_of (reciprocal, dp, dn);
  any = k->div_vectors.div (q, r, np, dn + qn, dp, dn, reciprocal);
  for (mp_size_t i = 0; i < dn; i++)
    any |= r[i];
  return any == 0 && equal (q, qp, qn);
}

/* Divisions on vectors, of ones by ones and of arbitrary limbs. */
static int
divisions_right (const struct comba_config *k, mp_ptr memory)
{
  const mp_size_t most = k->div_vectors.max;
  if (k->div_vectors.div == NULL)
    return 1;
  ASSERT (most <= DIVISION_MAX);
  const mp_ptr ones = take_ones (&memory, most), product = take (&memory, most + DIVISION_Q);
  for (mp_size_t dn = DIVISION_Q; dn <= most; dn = dn + 6 > most && dn < most ? most : dn + 6)
    {
      product_of_ones (product, dn, DIVISION_Q);
      if (!division_right (k, product, ones, dn, ones, DIVISION_Q, memory))
        return 0;
    }
  const mp_ptr a = take_words (&memory, LIMBS (A), A, WORDS (A)), b = take_words (&memory, LIMBS (B), B, WORDS (B));
  to_limbs (product, LIMBS (PRODUCT), PRODUCT, WORDS (PRODUCT));
  return division_right (k, product, b, LIMBS (B), a, LIMBS (A), memory)
         && division_right (k, product, a, LIMBS (A), b, LIMBS (B), memory);
}

enum
{
  LANES_MIN = 4, LANES_LIMBS = 8,       /* sizes for each number of columns beyond whole fours */
  LANES_DIGITS_MAX = 11,
  LANES_ELEMENT = (LANES_DIGITS_MAX + COMBA_LANES_PADDING) * COMBA_LANES_MAX,
  LANES_ENTRIES = 4, LANES_ALIGNMENT = 64 / sizeof (mp_limb_t)
};

/* rp[0..n-1] + TOP beta^n, in two's complement with three bits of TOP, becomes a canonical residue if
   it is between -P and 8P. */
static void
subtract_modulus (mp_ptr rp, mp_limb_t top, mp_srcptr pp, mp_size_t n)
{
  mp_limb_t less[LANES_LIMBS], borrow;
  if ((top & 4) != 0)
    comba_add_n (rp, rp, pp, n);
  else
    for (top &= 3; (borrow = comba_sub_n (less, rp, pp, n)) <= top; top -= borrow)
      memcpy (rp, less, (size_t) n * sizeof rp[0]);
}

/* In each lane x y / R against the product by portable rows, for y = y0 2^s with R = 2^s beta^n; the
   square against the product of x by x; and entries of a table. */
static int
lanes_right_for (const struct comba_lanes *v, mp_size_t n, mp_ptr memory)
{
  const mp_size_t digits = (GMP_LIMB_BITS * n + 3 + v->digit_bits - 1) / v->digit_bits;
  const mp_size_t words = v->lanes * (digits + COMBA_LANES_PADDING);
  const int shift = (int) (v->digit_bits * digits - GMP_LIMB_BITS * n);
  mp_ptr e[LANES_ENTRIES], p, scratch;
  ASSERT (digits <= LANES_DIGITS_MAX);
  memory += -((uintptr_t) memory / sizeof (mp_limb_t)) % LANES_ALIGNMENT;
  for (int i = 0; i < LANES_ENTRIES; i++)
    e[i] = take (&memory, words);
  p = take (&memory, LANES_ELEMENT + COMBA_LANES_MAX);
  scratch = take (&memory, LANES_ELEMENT);
  memset (e[0], 0, (size_t) (memory - e[0]) * sizeof e[0][0]);
  const mp_ptr moduli = take_words (&memory, n + COMBA_LANES_MAX, A, WORDS (A));
  const mp_ptr x = take_words (&memory, n + COMBA_LANES_MAX, SQUARE, WORDS (SQUARE));
  const mp_ptr y0 = take_words (&memory, n + COMBA_LANES_MAX, B, WORDS (B));
  const mp_ptr own = take (&memory, n), y = take (&memory, n), r = take (&memory, n), t = take (&memory, 2 * n + 2);
  for (int pass = 0; pass < 2; pass++)
    {
      if (pass == 1)
        {
          v->mul (e[2], e[0], e[1], p, digits, scratch);
          v->sqr (e[3], e[0], p, digits, scratch);
          v->mul (e[1], e[0], e[0], p, digits, scratch);
        }
      for (int l = 0; l < v->lanes; l++)
        {
          memcpy (own, moduli + l, (size_t) n * sizeof own[0]);
          own[0] |= 1;
          own[n - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
          const mp_limb_t mu = -comba_inverse_limb (own[0]);
          if (pass == 0)
            {
              const mp_limb_t digit = mu & (((mp_limb_t) 1 << v->digit_bits) - 1);
              for (mp_size_t i = 0; i < n; i++)
                y[i] = (i < n - 1 ? y0[l + i] << shift : 0) | (i > 0 ? y0[l + i - 1] >> (GMP_LIMB_BITS - shift) : 0);
              v->put (e[0], l, digits, x + l, n);
              v->put (e[1], l, digits, y, n);
              v->put (p, l, digits, own, n);
              v->put (p + words, l, 1, &digit, 1);
              continue;
            }
          comba_config_portable.mul_basecase (t, x + l, n, y0 + l, n - 1);
          t[2 * n - 1] = t[2 * n] = t[2 * n + 1] = 0;
          portable_rows (t, own, mu, n, n);
          subtract_modulus (t + n, t[2 * n], own, n);
          subtract_modulus (r, v->get (r, n, e[2], l, digits), own, n);
          if (!equal (r, t + n, n))
            return 0;
          subtract_modulus (t, v->get (t, n, e[3], l, digits), own, n);
          subtract_modulus (r, v->get (r, n, e[1], l, digits), own, n);
          if (!equal (r, t, n))
            return 0;
        }
    }
  mp_limb_t index[COMBA_LANES_MAX];
  for (int l = 0; l < v->lanes; l++)
    index[l] = (mp_limb_t) (l + l / LANES_ENTRIES) % LANES_ENTRIES;
  v->select (scratch, e[0], words / v->lanes, LANES_ENTRIES, index);
  for (mp_size_t i = 0; i < words; i++)
    if (scratch[i] != e[index[i % v->lanes]][i])
      return 0;
  return 1;
}

/* Residues side by side. */
static int
lanes_right (const struct comba_config *k, mp_ptr memory)
{
  for (mp_size_t n = LANES_MIN; n <= LANES_LIMBS && k->lanes.kernel != NULL; n++)
    if (!lanes_right_for (k->lanes.kernel, n, memory))
      return 0;
  return 1;
}

static int
rest_right (const struct comba_config *k, mp_ptr memory)
{
  return ones_right (k, memory) && values_right (k, memory) && basecase_right (k, memory)
         && reductions_right (k, memory) && divisions_right (k, memory) && lanes_right (k, memory);
}

/* What the functions above take: operands, products, and a result with room for a sum; most of all,
   the arrays of reductions and those of one reduction, those of divisions, those of residues side by
   side, or those of complex transforms. */
enum
{
  REDUCTION_LIMBS = 5 * REDUCTION_MAX + (2 * REDUCTION_MAX + 2) + (REDUCTION_MAX + 1)
                    + (COMBA_ROWS_F (REDUCTION_MAX) + REDUCTION_MAX) + 2 * REDUCTION_MAX,
  DIVISION_LIMBS = 3 * DIVISION_MAX + 2 * DIVISION_Q + 2 * LIMBS (A) + 2 * LIMBS (B),
  SIDE_BY_SIDE_LIMBS = LANES_ALIGNMENT + (LANES_ENTRIES + 2) * LANES_ELEMENT + COMBA_LANES_MAX
                       + 3 * (LANES_LIMBS + COMBA_LANES_MAX) + 3 * LANES_LIMBS + (2 * LANES_LIMBS + 2),
  FFT_LIMBS = 3 * FFT_MAX,
  REST_LIMBS = MAX_OF (FFT_LIMBS, MAX_OF (SIDE_BY_SIDE_LIMBS, MAX_OF (REDUCTION_LIMBS, DIVISION_LIMBS)))
};

typedef int part_fn (const struct comba_config *k, mp_ptr memory);

/* A separate function, so that others do not pay for the stack. */
static int __attribute__ ((noinline))
right_on_stack (part_fn *part, const struct comba_config *k, mp_size_t n)
{
  mp_limb_t memory[n];
  return part (k, memory);
}

/* PART with n limbs: static ones, which need no system call, or mapped ones if another thread has
   these, or a handler has left them.  They are on the stack only if the process has no memory. */
static int
right_with (part_fn *part, const struct comba_config *k, mp_size_t n)
{
  static mp_limb_t limbs[REST_LIMBS];
  static atomic_flag taken = ATOMIC_FLAG_INIT;
  if (n <= REST_LIMBS && !atomic_flag_test_and_set (&taken))
    {
      const int right = part (k, limbs);
      atomic_flag_clear (&taken);
      return right;
    }
  struct comba_scratch s;
  const mp_ptr memory = comba_scratch_get (&s, (size_t) n, COMBA_SCRATCH_NEEDED);
  const int right = memory != NULL ? part (k, memory) : right_on_stack (part, k, n);
  comba_scratch_put (&s);
  return right;
}

int
comba_selftest_fixed (const struct comba_config *k)
{
  return right_with (fixed_right, k, 9 * fixed_max (k) + 2);
}

int
comba_selftest_rest (const struct comba_config *k)
{
  return right_with (rest_right, k, REST_LIMBS);
}

int
comba_selftest_transforms (const struct comba_config *k)
{
  return right_with (all_transforms_right, k, REST_LIMBS);
}

int
comba_selftest (const struct comba_config *k)
{
  return comba_selftest_fixed (k) && comba_selftest_rest (k) && comba_selftest_transforms (k);
}
