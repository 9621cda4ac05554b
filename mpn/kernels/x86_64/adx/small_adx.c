/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The form for small moduli (residue/small.h) with the reductions in registers. */

#include "kernels/x86_64/adx/adx.h"
#include "powm/powm.h"
#include "arith/arith.h"
#include "config/list.h"

static comba_redc_fn *const redc[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_ROW) };
static comba_redc_fn *const redc_1[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_1_ROW) };
static comba_fold_fn *const fold[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_FOLD_ROW) };

static comba_redc_carry_fn *const redc_carry[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_CARRY_ROW) };

/* Whether P is so near beta^n that a reduction may carry. */
static ALWAYS_INLINE int
carries (mp_srcptr context, mp_size_t n)
{
  return unlikely (context[COMBA_SMALL_P + n - 1] >= COMBA_LIMB_MAX - 1);
}

static void
reduce_near (mp_ptr zp, mp_ptr tp, mp_srcptr context)
{
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  if (redc_carry[n] (zp, tp, context) != 0)
    comba_sub_n (zp, zp, context + COMBA_SMALL_P, n);
}

static ALWAYS_INLINE comba_redc_fn *
reduction (mp_srcptr context, mp_size_t n)
{
  return carries (context, n) ? reduce_near : redc[n];
}

/* The upper limbs of a, then the lower ones, then zeros, until one limb is too many below. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N], upper = an < n + 1 ? an : n + 1;
  for (mp_size_t i = 0; i < 2 * n; i++)
    scratch[i] = 0;
  for (mp_size_t i = 0; i < upper; i++)
    scratch[n - i] = ap[an - 1 - i];
  if (an > upper)
    fold[n] (scratch, ap, an - upper, context);
  fold[n] (scratch, context + COMBA_SMALL_ZERO, upper + 1, context);
  redc_1[n] (xp, scratch, context);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_small_decode (context, rp, xp, scratch, reduction (context, (mp_size_t) context[COMBA_SMALL_N]));
}

static int
decode_times (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
             mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_small_decode_times (context, rp, xp, bp, bn, scratch, comba_config_x86_64_adx.mul_n[n],
                           reduction (context, n));
  return 1;
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_config_x86_64_adx.mul_n[n] (scratch, xp, n, yp);
  reduction (context, n) (zp, scratch, context);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_config_x86_64_adx.sqr_n[n] (scratch, xp);
  reduction (context, n) (zp, scratch, context);
}

static int
pays (const struct comba_config *k, mp_size_t n)
{
  return n <= k->powm_limb_form_max;
}

const struct comba_representation comba_representation_small_adx = {
  .name = "small_adx",
  .setup = 3,
  .odd_only = 1,
  .min = 3,
  .max = COMBA_ADX_SMALL_MAX,
  .pays = pays,
  .context_size = comba_small_context_size,
  .element_size = comba_small_element_size,
  .itch = comba_small_itch,
  .init = comba_small_init,
  .encode = encode,
  .decode = decode,
  .decode_times = decode_times,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = comba_small_mul_limb,
  .odd_modulus = comba_small_odd_modulus,
  .remainder = comba_small_remainder,
};

/* comba_powm_width is not more for exponents of one limb. */
enum { WIDEST = 3 };

/* What a power needs. */
struct steps
{
  mp_size_t n;
  mp_srcptr context;
  comba_mul_fixed_fn *product;
  comba_sqr_fixed_fn *square;
  comba_redc_fn *reduce;
};

static ALWAYS_INLINE void
multiply (const struct steps *s, mp_ptr zp, mp_srcptr xp, mp_srcptr yp)
{
  mp_limb_t t[2 * COMBA_SMALL_MAX];
  s->product (t, xp, s->n, yp);
  s->reduce (zp, t, s->context);
}

static ALWAYS_INLINE void
square (const struct steps *s, mp_ptr zp, mp_srcptr xp)
{
  mp_limb_t t[2 * COMBA_SMALL_MAX];
  s->square (t, xp);
  s->reduce (zp, t, s->context);
}

/* The lowest AT bits of E after the power at FROM, or, NULL, at first none; xp has room for a power.
   Returns where the power is. */
static ALWAYS_INLINE mp_srcptr
by_bits (const struct steps *s, mp_ptr xp, mp_srcptr from, mp_srcptr base, mp_limb_t e, int at)
{
  if (from == NULL)
    {
      from = base;
      at--;
    }
  for (; at > 0; from = xp)
    {
      square (s, xp, from);
      at--;
      if ((e >> at & 1) != 0)
        multiply (s, xp, xp, base);
    }
  return from;
}

/* B^E, E of AT bits, by windows of WIDTH bits, B's odd powers in a table. */
static mp_srcptr
by_windows (const struct steps *s, int width, mp_ptr xp, mp_limb_t table[][COMBA_SMALL_MAX],
            mp_limb_t e, int at)
{
  mp_srcptr from = NULL;
  while (at > 0)
    {
      if ((e >> (at - 1) & 1) == 0)
        {
          square (s, xp, from);
          from = xp;
          at--;
          continue;
        }
      int low = at > width ? at - width : 0;
      low += __builtin_ctzll (e >> low);
      const mp_srcptr power = table[(e >> low & (((mp_limb_t) 1 << (at - low)) - 1)) >> 1];
      if (from == NULL)
        from = power;
      else
        {
          for (; at > low; at--, from = xp)
            square (s, xp, from);
          multiply (s, xp, xp, power);
        }
      at = low;
    }
  return from;
}

void
comba_powm_limb_adx (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr pp, mp_size_t n)
{
  ASSERT (n >= 3 && n <= COMBA_ADX_SMALL_MAX && (pp[0] & 1) != 0 && bn >= 1 && e > 0);
  mp_limb_t context[COMBA_SMALL_SIZE], t[2 * COMBA_SMALL_MAX];
  mp_limb_t table[1 << (WIDEST - 1)][COMBA_SMALL_MAX], x[COMBA_SMALL_MAX];
  comba_small_init (NULL, context, pp, n, NULL);
  const struct steps s = {
    .n = n, .context = context, .product = comba_config_x86_64_adx.mul_n[n],
    .square = comba_config_x86_64_adx.sqr_n[n], .reduce = reduction (context, n)
  };

  while (bn > 1 && bp[bn - 1] == 0)
    bn--;
  if (bn == 1 && bp[0] == 2)
    {
      mp_limb_t scratch[4 * COMBA_SMALL_MAX];
      if (comba_powm_two (NULL, &comba_representation_small_adx, context, n, rp, &e, 1, scratch))
        return;
    }
  const int zero = bp[bn - 1] == 0, bits = (int) comba_bits (&e, 1);
  const int width = comba_powm_width (&e, 1);
  ASSERT (width <= WIDEST);
  const int by_limbs = bn == 1 && !zero && comba_powm_limbs_pay (n, bp[0], &e, (size_t) bits - 1, width);
  struct comba_unreduced whole;
  whole.left = (size_t) bits - 1, whole.p = bp, whole.n = bn;
  /* Modulo 3 and 4 limbs whole powers take as long as two steps. */
  if (2 * bn <= n && !zero && (n > 4 || (bn == 1 && bp[0] >> 8 * n == 0)) && (by_limbs || width == 1))
    comba_powm_unreduced (&comba_config_x86_64_adx, &whole, bp, bn, &e, 1, n);
  if (by_limbs)
    {
      encode (NULL, context, x, whole.p, whole.n, t);
      comba_powm_limbs (NULL, &comba_representation_small_adx, context, x, bp[0], &e, whole.left, t);
      comba_small_decode (context, rp, x, t, s.reduce);
      return;
    }

  const int begun = (int) whole.left < bits - 1, at = begun ? (int) whole.left : bits;
  if (begun)
    encode (NULL, context, x, whole.p, whole.n, t);
  /* The last product is by B as it is, if it can be. */
  const int last = width == 1 && at > 0 && bits > 1 && (e & 1) != 0 && bn <= n;
  const mp_limb_t below = at < GMP_LIMB_BITS ? e & (((mp_limb_t) 1 << at) - 1) : e;
  const mp_limb_t rest = below - (mp_limb_t) last;
  if (!begun || rest != 0)
    encode (NULL, context, table[0], bp, bn, t);
  mp_srcptr from = begun ? x : NULL;
  if (width > 1)
    {
      const int powers = 1 << (width - 1);
      ASSERT (!begun);
      square (&s, table[powers - 1], table[0]);
      for (int i = 1; i < powers; i++)
        multiply (&s, table[i], table[i - 1], table[powers - 1]);
      from = by_windows (&s, width, x, table, rest, at);
    }
  else
    from = by_bits (&s, x, from, table[0], rest, at);
  if (last)
    comba_small_decode_times (context, rp, from, bp, bn, t, s.product, s.reduce);
  else
    comba_small_decode (context, rp, from, t, s.reduce);
}
