/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Montgomery's representation over limbs, reduced word by word: an element is congruent to x beta^n
   modulo P, and below beta^n.

   Where the configuration has products of several rows, they are done in blocks of up to eight.
   With mu = -1/P mod beta^w, mu P is beta^w F - 1.  So adding F times the w lowest limbs, w limbs
   up, removes these limbs and needs no product for a quotient (residue/small.h does the same limb
   by limb).  This leaves n + w limbs, and the last w rows are Montgomery's own.

   Blocks are as equal as possible, the narrower ones first.  The product of a block has as many
   limbs as remain, or one less, and nothing carries out of it.  The result R is below beta^n + 2P
   and little more.

   A kernel for all rows (redc_n) chooses its own blocks, and R is below beta^n + 3P.  Or it does
   all rows but the last two with w = 1, those two at once, and one row more.  Elements are then x
   beta^(n+1), and R is below P + 2 beta^(n-1). */

#include "residue/representation.h"
#include "residue/contexts.h"
#include "residue/divide_rows.h"
#include "arith/scratch.h"
#include "arith/limb_steps.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "arith/arith.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

enum { MIN = 3 };

/* Up to so many limbs products need no scratch, so that a power with a short exponent fits on the
   stack.  Longer ones would take more stack there than GMP's. */
enum { SHORT_MAX = 24 };

/* The context: n; the number of rows; w, the rows of the last block and of wide blocks before it
   (narrow blocks have one less); the number of blocks before the last; s and the reciprocal of
   residue/divide_rows.h; -1/P mod beta, or mod beta^2 for a kernel for all rows with w = 1; and
   areas of n limbs, where AREA_NARROW is F for such a kernel. */
enum
{
  AT_N, AT_ROWS, AT_WIDE, AT_NARROW_COUNT, AT_WIDE_COUNT, AT_SHIFT, AT_RECIPROCAL,
  AT_MU = COMBA_ROWS_M,
  AREAS = COMBA_ROWS_P
};
enum area { AREA_P, AREA_NARROW, AREA_WIDE, AREA_D, AREA_COMPLEMENT, AREA_COUNT };

static mp_srcptr
area (mp_srcptr context, enum area i)
{
  return context + AREAS + i * comba_whole_lines (context[AT_N]);
}

static size_t
context_size (mp_size_t n)
{
  return AREAS + AREA_COUNT * comba_whole_lines (n);
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines (n);
}

/* A product, and the limbs that the reduction saves.  Encoding takes 3n. */
static size_t
itch (mp_size_t n)
{
  size_t product = n <= SHORT_MAX ? 0 : comba_product_itch (n, n), reduction = (size_t) n;
  return comba_whole_lines (2 * (size_t) n + (product > reduction ? product : reduction));
}

/* The kernel that does all rows, or NULL. */
static ALWAYS_INLINE const struct comba_redc_fixed *
kernel_for (const struct comba_config *k, mp_size_t n)
{
  return n <= COMBA_REDC_MAX && k->redc_n[n].redc != NULL ? &k->redc_n[n] : NULL;
}

/* 1 + mu P, whose limbs become zero one after the other: beta^i F after i rows. */
static void
init_blocks (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr t)
{
  const struct comba_row_blocks s = comba_row_blocks (k->add_mul_by, n);
  const mp_size_t w = s.w;
  if (w == 0)
    return;
  context[AT_WIDE] = (mp_limb_t) w;
  context[AT_NARROW_COUNT] = (mp_limb_t) s.narrow;
  context[AT_WIDE_COUNT] = (mp_limb_t) (s.count - 1 - s.narrow);
  memset (t, 0, BYTES (n));
  t[0] = 1;
  for (mp_size_t i = 0; i < w; i++)
    {
      if (i == w - 1)
        memcpy ((mp_ptr) area (context, AREA_NARROW), t + i, BYTES (n));
      t[n + i] = k->addmul_1 (t + i, pp, n, t[i] * context[AT_MU]);
    }
  memcpy ((mp_ptr) area (context, AREA_WIDE), t + w, BYTES (n));
}

/* With w = 1 a kernel needs -1/P mod beta^2, which is mu (1 + beta F). */
static void
init_kernel (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n,
             const struct comba_redc_fixed *kernel)
{
  const mp_limb_t mu = context[AT_MU];
  const mp_size_t w = kernel->w;
  ASSERT (w == 1 || (w <= COMBA_REDC_W_MAX && n >= COMBA_REDC_ROWS_MIN && k->redc_rows != NULL));
  mp_limb_t t[COMBA_REDC_MAX + COMBA_REDC_W_MAX];
  context[AT_ROWS] = (mp_limb_t) kernel->rows;
  memset (t, 0, BYTES (n + w));
  t[0] = 1;
  if (w == 1)
    {
      t[n] = k->addmul_1 (t, pp, n, mu);
      context[AT_MU + 1] = t[1] * mu;
    }
  else
    {
      k->redc_rows (t, pp, n, mu, w);
      comba_add_n (t + n, t + n, t, w);
    }
  memcpy ((mp_ptr) area (context, AREA_NARROW), t + w, BYTES (n));
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  const struct comba_redc_fixed *const kernel = kernel_for (k, n);
  context[AT_N] = context[AT_ROWS] = context[AT_WIDE] = (mp_limb_t) n;
  context[AT_NARROW_COUNT] = context[AT_WIDE_COUNT] = 0;
  context[AT_MU] = -comba_inverse_limb (pp[0]);
  memcpy ((mp_ptr) area (context, AREA_P), pp, BYTES (n));
  if (kernel != NULL)
    init_kernel (k, context, pp, n, kernel);
  else if (n >= k->thresholds.mod_blocks)
    init_blocks (k, context, pp, n, scratch);
  struct comba_divisor d = comba_divisor_init (k, (mp_ptr) area (context, AREA_D),
                                               (mp_ptr) area (context, AREA_COMPLEMENT), pp, n);
  context[AT_SHIFT] = (mp_limb_t) d.shift;
  context[AT_RECIPROCAL] = d.rows.inverse;
}

/* COUNT blocks of w limbs; returns the address of the remaining limbs. */
static ALWAYS_INLINE mp_ptr
take_blocks (const struct comba_config *k, mp_srcptr f, mp_ptr tp, mp_size_t n, mp_size_t w,
             mp_limb_t count)
{
  for (; count > 0; count--, tp += w)
    k->add_mul_by[w] (tp + w, f, n, tp);
  return tp;
}

/* The last w rows.  The carry of a row replaces the limb that the row has made zero. */
static ALWAYS_INLINE void
take_rows (const struct comba_config *k, mp_srcptr context, mp_ptr tp, mp_size_t n, mp_size_t w)
{
  const mp_limb_t mu = context[AT_MU];
  const mp_srcptr p = area (context, AREA_P);
  if (k->redc_rows != NULL && n >= COMBA_REDC_ROWS_MIN)
    {
      k->redc_rows (tp, p, n, mu, w);
      return;
    }
  comba_addmul_1_fn *const addmul_1 = k->addmul_1;
  for (mp_size_t i = 0; i < w; i++)
    tp[i] = addmul_1 (tp + i, p, n, tp[i] * mu);
}

/* zp[0..n-1] == tp[0..2n-1] / beta^rows (mod P), by a kernel.  t is destroyed. */
static ALWAYS_INLINE void
redc_at_once (const struct comba_redc_fixed *kernel, mp_srcptr context, mp_ptr zp, mp_ptr tp)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  mp_limb_t carry = kernel->redc (zp, tp, context);
  while (carry != 0)
    carry -= comba_sub_n (zp, zp, area (context, AREA_P), n);
}

/* The same, by any method; above[0..n-1] is scratch. */
static void
redc (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_ptr tp, mp_ptr above)
{
  const mp_size_t n = (mp_size_t) context[AT_N], w = (mp_size_t) context[AT_WIDE];
  const struct comba_redc_fixed *const kernel = kernel_for (k, n);
  mp_limb_t carry;
  if (kernel != NULL)
    {
      redc_at_once (kernel, context, zp, tp);
      return;
    }
  if (w == n)
    {
      take_rows (k, context, tp, n, n);
      carry = comba_add_n (zp, tp, tp + n, n);
    }
  else
    {
      const mp_limb_t narrow = context[AT_NARROW_COUNT];
      const mp_size_t first = w - (narrow > 0), rest = n - first;
      memcpy (above, tp + n + first, BYTES (rest));
      tp = take_blocks (k, area (context, AREA_NARROW), tp, n, w - 1, narrow);
      if (narrow > 0)
        tp[n + w - 1] = 0;
      tp = take_blocks (k, area (context, AREA_WIDE), tp, n, w, context[AT_WIDE_COUNT]);
      take_rows (k, context, tp, n, w);
      carry = comba_add_n (tp + n, tp + n, tp, w);
      memcpy (zp, tp + w, BYTES (first));
      carry += comba_add_n (zp + first, tp + w + first, above, rest);
    }
  while (carry != 0)
    carry -= comba_sub_n (zp, zp, area (context, AREA_P), n);
}

/* rp[0..n+bn-1] = xp[0..n-1] * bp[0..bn-1], n >= bn. */
static void
product (const struct comba_config *k, mp_ptr rp, mp_srcptr xp, mp_size_t n, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  comba_mul_fixed_fn *const mul_n = bn == n ? comba_row_mul_n (k, n) : NULL;
  if (mul_n != NULL)
    mul_n (rp, xp, n, bp);
  else if (n <= SHORT_MAX)
    comba_mul_basecase (k, rp, xp, n, bp, bn);
  else
    comba_product (k, rp, xp, n, bp, bn, scratch);
}

/* At the sizes for which there are kernels, function calls between these and a power would take a
   tenth to a fifth of the time. */
static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  const struct comba_redc_fixed *const kernel = kernel_for (k, n);
  if (kernel != NULL && n <= k->mul_n_max)
    {
      k->mul_n[n] (scratch, xp, n, yp);
      redc_at_once (kernel, context, zp, scratch);
      return;
    }
  mp_ptr more = scratch + 2 * n;
  product (k, scratch, xp, n, yp, n, more);
  redc (k, context, zp, scratch, more);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  const struct comba_redc_fixed *const kernel = kernel_for (k, n);
  if (kernel != NULL && n <= k->sqr_n_max)
    {
      k->sqr_n[n] (scratch, xp);
      redc_at_once (kernel, context, zp, scratch);
      return;
    }
  mp_ptr more = scratch + 2 * n;
  comba_sqr_fixed_fn *const sqr_n = comba_row_sqr_n (k, n);
  if (sqr_n != NULL)
    sqr_n (scratch, xp);
  else if (n <= SHORT_MAX)
    comba_sqr_basecase (k, scratch, xp, n);
  else
    comba_product_sqr (k, scratch, xp, n, more);
  redc (k, context, zp, scratch, more);
}

static struct comba_divisor
divisor (const struct comba_config *k, mp_srcptr context)
{
  return comba_divisor_of (k, area (context, AREA_D), area (context, AREA_COMPLEMENT),
                           (mp_size_t) context[AT_N], (int) context[AT_SHIFT],
                           context[AT_RECIPROCAL]);
}

static void
mul_limb (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_limb_t c,
          mp_ptr scratch)
{
  const struct comba_divisor d = divisor (k, context);
  comba_divisor_mul_limb (&d, zp, xp, c, scratch);
}

/* A mod D, times beta^rows mod D.  A short A is not divided alone, but with the zero limbs below
   it. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N], zeros = (mp_size_t) context[AT_ROWS];
  const mp_size_t rows = zeros + (an < n ? an - n : 0);
  const struct comba_divisor d = divisor (k, context);
  if (an <= n)
    memcpy (scratch + zeros, ap, BYTES (an));
  else
    {
      comba_divisor_encode (&d, scratch + 2 * n, ap, an, scratch);
      memmove (scratch + zeros, scratch + 2 * n, BYTES (n));
    }
  memset (scratch, 0, BYTES (zeros));
  comba_divisor_subtract (&d, scratch + rows);
  comba_divisor_reduce (&d, scratch, rows);
  memcpy (xp, scratch, BYTES (n));
}

/* rp[0..n-1] = t / beta^rows mod P, below P, where t < beta^n P is at the beginning of the
   scratch. */
static void
finish (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  redc (k, context, rp, scratch, scratch + 2 * n);
  while (comba_cmp_var (rp, area (context, AREA_P), n) >= 0)
    comba_sub_n (rp, rp, area (context, AREA_P), n);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  memcpy (scratch, xp, BYTES (n));
  memset (scratch + n, 0, BYTES (n));
  finish (k, context, rp, scratch);
}

/* x B / beta^rows is below P. */
static int
decode_times (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
             mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  if (bn == n && comba_cmp_var (bp, area (context, AREA_P), n) >= 0)
    return 0;
  product (k, scratch, xp, n, bp, bn, scratch + 2 * n);
  memset (scratch + n + bn, 0, BYTES (n - bn));
  finish (k, context, rp, scratch);
  return 1;
}

static struct comba_odd_modulus
odd_modulus (mp_srcptr context)
{
  const mp_size_t n = (mp_size_t) context[AT_N];
  return (struct comba_odd_modulus) {
    .p = area (context, AREA_P), .n = n, .mu = context[AT_MU], .weight = (mp_size_t) context[AT_ROWS]
  };
}

static void
residue (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
         mp_ptr scratch)
{
  const struct comba_divisor d = divisor (k, context);
  comba_divisor_decode (&d, rp, xp, d.rows.n, scratch);
}

static int
pays (const struct comba_config *k, mp_size_t n)
{
  return k->addmul_1 != NULL && n < k->thresholds.mod_pmr;
}

const struct comba_representation comba_representation_montgomery_rows = {
  .name = "montgomery_rows",
  .odd_only = 1,
  .min = MIN,
  .max = COMBA_REPRESENTATION_MAX,
  .pays = pays,
  .context_size = context_size,
  .element_size = element_size,
  .itch = itch,
  .init = init,
  .encode = encode,
  .decode = decode,
  .decode_times = decode_times,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = mul_limb,
  .odd_modulus = odd_modulus,
  .remainder = residue,
};
