/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers modulo small P by an exponent of one limb, in the representation of small moduli
   (residue/small.h), without calls through the representation's function pointers. */

#include "powm/powm.h"
#include "residue/small.h"

/* The largest comba_powm_width for exponents of one limb. */
enum { WIDEST = 3 };

/* The functions and constants of a power. */
struct steps
{
  mp_size_t n;
  mp_srcptr context;
  comba_mul_fixed_fn *product;
  comba_sqr_fixed_fn *square;
  comba_redc_fn *reduce;
  mp_ptr t;                     /* 2n limbs of scratch */
};

static ALWAYS_INLINE void
multiply (const struct steps *s, mp_ptr zp, mp_srcptr xp, mp_srcptr yp)
{
  s->product (s->t, xp, s->n, yp);
  s->reduce (zp, s->t, s->context);
}

static ALWAYS_INLINE void
square (const struct steps *s, mp_ptr zp, mp_srcptr xp)
{
  s->square (s->t, xp);
  s->reduce (zp, s->t, s->context);
}

/* Applies the lowest AT bits of E to the power at FROM; NULL means that there is none yet.  xp has
   room for a power.  Returns the address of the result. */
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

/* B^E, E of AT bits, by windows of WIDTH bits, with the odd powers of B in a table. */
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
comba_powm_limb (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e,
                 mp_srcptr pp, mp_size_t n)
{
  ASSERT (n >= COMBA_POWM_LIMB_LEAST && n <= k->powm_limb->rep->max && (pp[0] & 1) != 0 && bn >= 1 && e > 0);
  const struct comba_small_kernels *const kernels = k->powm_limb;
  const struct comba_representation *const rep = kernels->rep;
  mp_limb_t context[COMBA_SMALL_SIZE], t[2 * COMBA_SMALL_MAX];
  mp_limb_t x[COMBA_SMALL_MAX];
  /* A power that begins unreduced needs only the first entry of the table. */
  union
  {
    mp_limb_t table[1 << (WIDEST - 1)][COMBA_SMALL_MAX];
    struct
    {
      mp_limb_t base[COMBA_SMALL_MAX];
      mp_limb_t limbs[2][COMBA_SMALL_MAX];
    };
  } room;
  mp_limb_t (*const table)[COMBA_SMALL_MAX] = room.table;
  comba_small_init (k, context, pp, n, NULL);
  const struct steps s = {
    .n = n, .context = context, .product = kernels->mul_n[n], .square = kernels->sqr_n[n],
    .reduce = kernels->reduction (context, n), .t = t
  };

  while (bn > 1 && bp[bn - 1] == 0)
    bn--;
  if (bn == 1 && bp[0] == 2 && comba_powm_two (k, rep, context, n, rp, &e, 1, table[0]))
    return;
  const int zero = bp[bn - 1] == 0, bits = (int) comba_powm_bits (&e, 1);
  const int width = comba_powm_width (&e, 1);
  ASSERT (width <= WIDEST);
  const int by_limbs = bn == 1 && !zero && comba_powm_limbs_pay (n, bp[0], &e, (size_t) bits - 1, width);
  struct comba_unreduced whole = { (size_t) bits - 1, bn, bp, { room.limbs[0], room.limbs[1] } };
  /* Modulo 3 and 4 limbs unreduced powers take as long as two steps. */
  if (2 * bn <= n && !zero && (n > 4 || (bn == 1 && bp[0] >> 8 * n == 0)) && (by_limbs || width == 1))
    comba_powm_unreduced (k, &whole, bp, bn, &e, 1, n);
  if (by_limbs)
    {
      rep->encode (k, context, x, whole.p, whole.n, t);
      comba_powm_limbs (k, rep, context, x, bp[0], &e, whole.left, t);
      comba_small_decode (context, rp, x, t, s.reduce);
      return;
    }

  const int begun = (int) whole.left < bits - 1, at = begun ? (int) whole.left : bits;
  if (begun)
    rep->encode (k, context, x, whole.p, whole.n, t);
  /* Whether the last product can be by B without encoding. */
  const int last = width == 1 && at > 0 && bits > 1 && (e & 1) != 0 && bn <= n;
  const mp_limb_t below = at < GMP_LIMB_BITS ? e & (((mp_limb_t) 1 << at) - 1) : e;
  const mp_limb_t rest = below - (mp_limb_t) last;
  if (!begun || rest != 0)
    rep->encode (k, context, table[0], bp, bn, t);
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
