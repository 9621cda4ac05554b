/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A number to digits of a base. */

#include "radix/get_str.h"
#include "radix/radix.h"
#include "arith/quotient_3by2.h"
#include "arith/scratch.h"
#include "div/div.h"
#include "mul/factor.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/paths/paths.h"
#include <string.h>

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1], in any order. */
static void
product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an < bn)
    product (k, rp, bp, bn, ap, an);
  else if (!comba_kernel_mul (k, rp, ap, an, bp, bn))
    comba_mul_any (k, rp, ap, an, bp, bn);
}

/* fp[0..h-1] += 2^bit, or -= if DOWN; there is no carry out. */
static void
move (mp_ptr fp, mp_size_t h, size_t bit, int down)
{
  const mp_size_t at = (mp_size_t) (bit / GMP_LIMB_BITS);
  const mp_limb_t x = (mp_limb_t) 1 << bit % GMP_LIMB_BITS;
  if (down)
    comba_sub_1_var (fp + at, h - at, x);
  else
    comba_add_1_var (fp + at, h - at, x);
}

#if GMP_LIMB_BITS == 64
/* Base 10, m <= COMBA_TENS chunks, two limbs or more.  The reciprocal exceeds the true one by at
   most beta^-places, which makes the number, in units of its last digit, too large by 1/8 at most
   (radix/chunks.h). */
static unsigned char *
by_table (const struct comba_config *k, unsigned char *str, mp_srcptr up, mp_size_t un, mp_size_t m)
{
  const struct comba_chunk *const c = &comba_chunks[10 - 2];
  const struct comba_ten *const ten = &comba_tens[m - 1];
  mp_limb_t tp[2 * COMBA_TENS + 2];
  product (k, tp, comba_tens_limbs + ten->at, ten->n, up, un);
  const mp_size_t h = comba_chunk_limbs (c, m);
  const mp_ptr fp = tp + ten->places - h;
  move (fp, h, comba_chunk_part (c, m, h), 0);
  return comba_get_str_leaf (k, str, 10, fp, h, m, 1);
}
#endif

/* A reciprocal: limbs[0..n-1] / beta^places. */
struct reciprocal
{
  mp_srcptr limbs;
  mp_size_t n, places;
};

/* Numbers are split at big^(leaf 2^i), i = 0..levels-1.  The parts are integers, down to
   leaf 2^scaled chunks; these become fractions, which are split further. */
struct tree
{
  const struct comba_config *k;
  const struct comba_chunk *c;
  int base, scaled;
  int in_little;                /* memory: no more than GMP's */
  mp_size_t leaf;
  mp_ptr work, end;             /* of one step; of all memory */
  struct reciprocal reciprocal; /* of powers[scaled] */
  struct comba_radix_power powers[GMP_LIMB_BITS];
};

/* str[0..] = the digits of the LEAF 2^LEVEL chunks in fp[0..h-1], h = comba_chunk_limbs of them;
   returns their end.  SPARE has as many limbs for the lower parts. */
static unsigned char *
split_fraction (const struct tree *t, unsigned char *str, mp_ptr fp, mp_size_t h, int level, int leading, mp_ptr spare)
{
  if (level == 0)
    return comba_get_str_leaf (t->k, str, t->base, fp, h, t->leaf, leading);
  level--;
  const struct comba_radix_power *const p = &t->powers[level];
  const mp_size_t half = comba_chunk_limbs (t->c, t->leaf << level), low = h - p->zeros;
  ASSERT (spare + half <= t->work && t->work + low + p->n <= t->end);
  product (t->k, t->work, fp, low, p->limbs, p->n);
  memcpy (spare, t->work + low - half, (size_t) half * sizeof (mp_limb_t));

  const mp_ptr upper = fp + h - half;
  const mp_limb_t rest = spare[half - 1] >> (GMP_LIMB_BITS - 2);
  if (rest == 0 || rest == 3)
    move (upper, half, comba_chunk_part (t->c, t->leaf << level, half), rest == 3);
  unsigned char *const end = split_fraction (t, str, upper, half, level, leading, spare + half);
  return split_fraction (t, end, spare, half, level, leading && end == str, fp);
}

/* The same for the integer xp[0..xn-1], which is destroyed, with a fraction of it. */
static unsigned char *
split_as_fraction (const struct tree *t, unsigned char *str, mp_srcptr xp, mp_size_t xn, int leading, mp_ptr spare)
{
  const struct reciprocal *const r = &t->reciprocal;
  const mp_size_t m = t->leaf << t->scaled, h = comba_chunk_limbs (t->c, m), from = r->places - h;
  ASSERT (spare + h <= t->work && t->work + xn + r->n <= t->end);
  product (t->k, t->work, xp, xn, r->limbs, r->n);
  for (mp_size_t i = 0; i < h; i++)
    spare[i] = from + i < xn + r->n ? t->work[from + i] : 0;
  move (spare, h, comba_chunk_part (t->c, m, h), 0);
  return split_fraction (t, str, spare, h, t->scaled, leading, spare + h);
}

/* Makes a divisor of three limbs or more of P; TP has p->n limbs. */
static void
make_divisor (struct comba_radix_power *p, mp_ptr tp)
{
  p->shift = (int) (p->n * GMP_LIMB_BITS - (mp_size_t) comba_bits (p->limbs, p->n));
  if (p->shift != 0)
    {
      memcpy (tp, p->limbs, (size_t) p->n * sizeof (mp_limb_t));
      comba_lshift (p->limbs, tp, p->n, p->shift);
    }
  p->inverse = comba_inverse_3by2 (p->limbs[p->n - 1], p->limbs[p->n - 2]);
}

/* qp[0..qn-1] = floor (X / P), X = xp[0..xn-1] < big^m P, for P = powers[LEVEL] = big^m; the remainder
   replaces X.  Returns qn: at most a limb longer than P.  All memory behind Q is free. */
static mp_size_t
divide (const struct tree *t, mp_ptr qp, mp_ptr xp, mp_size_t xn, int level)
{
  const struct comba_radix_power *const p = &t->powers[level];
  const mp_size_t nn = xn - p->zeros;
  if (nn < p->n)
    return 0;
  const mp_ptr rp = xp + p->zeros, np = qp + nn - p->n + 1;
  if (p->n < 3)
    {
      comba_divide (t->k, qp, rp, rp, nn, p->limbs, p->n);
      return nn - p->n + 1;
    }
  ASSERT (np + nn + 1 <= t->end);
  np[nn] = 0;
  if (p->shift == 0)
    memcpy (np, rp, (size_t) nn * sizeof (mp_limb_t));
  else
    {
      np[nn] = rp[nn - 1] >> (GMP_LIMB_BITS - p->shift);
      comba_lshift (np, rp, nn, p->shift);
    }
  (t->in_little ? comba_div_qr_in_little : comba_div_qr_normalized) (t->k, qp, np, nn + 1, p->limbs, p->n, p->inverse);
  if (p->shift == 0)
    memcpy (rp, np, (size_t) p->n * sizeof (mp_limb_t));
  else
    comba_rshift (rp, np, p->n, p->shift);
  return nn - p->n + 1;
}

/* The same for powers[scaled], with its reciprocal. */
static mp_size_t
divide_by_reciprocal (const struct tree *t, mp_ptr qp, mp_ptr xp, mp_size_t xn)
{
  const struct comba_radix_power *const p = &t->powers[t->scaled];
  const struct reciprocal *const r = &t->reciprocal;
  const mp_size_t pn = p->n + p->zeros, drop = pn - 2;
  const mp_ptr tp = t->work;
  if (xn < pn)
    return 0;
  ASSERT (qp + pn <= tp && tp + xn - drop + r->n <= t->end && tp + pn + p->n <= t->end);
  /* At most 3 off. */
  product (t->k, tp, xp + drop, xn - drop, r->limbs, r->n);
  for (mp_size_t i = 0; i < pn; i++)
    qp[i] = r->places - drop + i < xn - drop + r->n ? tp[r->places - drop + i] : 0;
  /* The remainder, and a limb that says whether it is too large or negative. */
  product (t->k, tp, qp, pn, p->limbs, p->n);
  const mp_ptr rp = xp + p->zeros;
  mp_limb_t top = xn > pn ? rp[p->n] : 0;
  top -= tp[p->n] + comba_sub_n (rp, rp, tp, p->n);
  while ((top >> (GMP_LIMB_BITS - 1)) != 0)
    {
      top += comba_add_n (rp, rp, p->limbs, p->n);
      comba_sub_1_var (qp, pn, 1);
    }
  while (top != 0 || comba_cmp_var (rp, p->limbs, p->n) >= 0)
    {
      top -= comba_sub_n (rp, rp, p->limbs, p->n);
      comba_add_1_var (qp, pn, 1);
    }
  return pn;
}

/* As split_fraction, for the integer xp[0..xn-1]. */
static unsigned char *
split_integer (const struct tree *t, unsigned char *str, mp_ptr xp, mp_size_t xn, int level, int leading, mp_ptr spare)
{
  while (xn > 0 && xp[xn - 1] == 0)
    xn--;
  if (xn == 0)
    {
      const size_t zeros = leading ? 0 : (size_t) (t->leaf << level) * t->c->digits;
      memset (str, 0, zeros);
      return str + zeros;
    }
  if (level == t->scaled)
    return split_as_fraction (t, str, xp, xn, leading, spare);
  level--;
  const mp_size_t qn = level == t->scaled && level > 0 ? divide_by_reciprocal (t, spare, xp, xn) : divide (t, spare, xp, xn, level);
  const mp_size_t pn = t->powers[level].n + t->powers[level].zeros;
  unsigned char *const end = split_integer (t, str, spare, qn, level, leading, spare + qn);
  return split_integer (t, end, xp, xn < pn ? xn : pn, level, leading && end == str, spare);
}

/* Digits by division by big in place, the last ones first, turned round at the end.  No scratch. */
static size_t
without_memory (unsigned char *str, int base, mp_ptr up, mp_size_t un)
{
  const struct comba_chunk *const c = &comba_chunks[base - 2];
  unsigned char *end = str;
  while (un > 1 || up[0] >= c->big)
    {
      mp_limb_t x = 0;
      for (mp_size_t i = un; i-- > 0;)
        up[i] = comba_divide_limbs (x, up[i], c->big, &x);
      un -= up[un - 1] == 0;
      for (int i = c->digits; i > 0; i--, x /= (mp_limb_t) base)
        *end++ = (unsigned char) (x % (mp_limb_t) base);
    }
  for (mp_limb_t x = up[0]; x != 0; x /= (mp_limb_t) base)
    *end++ = (unsigned char) (x % (mp_limb_t) base);
  for (unsigned char *low = str, *high = end - 1; low < high; low++, high--)
    {
      const unsigned char digit = *low;
      *low = *high;
      *high = digit;
    }
  return (size_t) (end - str);
}

/* A leaf alone: the fraction by division.  Returns the number of digits. */
static size_t __attribute__ ((noinline))
by_division (const struct comba_config *k, unsigned char *str, int base, mp_ptr up, mp_size_t un, mp_size_t m)
{
  const struct comba_chunk *const c = &comba_chunks[base - 2];
  const mp_size_t h = comba_chunk_limbs (c, m);
  const size_t itch = comba_radix_power_itch (m);
  struct comba_scratch held;
  const mp_ptr fp = COMBA_SCRATCH_GET (&held, (size_t) (un + 2 * h + 2) + 2 * itch, 0);
  if (fp == NULL)
    return without_memory (str, base, up, un);
  const mp_ptr np = fp + h + 2, pp = np + un + h;
  const struct comba_radix_power p = comba_radix_power (k, pp, pp + itch, base, m);
  const mp_size_t zeros = h - p.zeros, nn = un + zeros;
  memset (np, 0, (size_t) zeros * sizeof (mp_limb_t));
  memcpy (np + zeros, up, (size_t) un * sizeof (mp_limb_t));
  comba_divide (k, fp, np, np, nn, p.limbs, p.n);
  for (mp_size_t i = nn - p.n + 1; i < h; i++)
    fp[i] = 0;
  move (fp, h, comba_chunk_part (c, m, h), 0);
  const unsigned char *const end = comba_get_str_leaf (k, str, base, fp, h, m, 1);
  comba_scratch_put (&held);
  return (size_t) (end - str);
}

/* The reciprocal of P = big^m, for fractions of h limbs; ip has h + 2 limbs, TP 4h + 16. */
static struct reciprocal
reciprocal (const struct tree *t, const struct comba_radix_power *p, mp_size_t m, mp_size_t h, mp_ptr ip, mp_ptr tp)
{
  (void) m;
#if GMP_LIMB_BITS == 64
  if (t->base == 10 && m <= COMBA_TENS)
    {
      const struct comba_ten *const ten = &comba_tens[m - 1];
      return (struct reciprocal) { .limbs = comba_tens_limbs + ten->at, .n = ten->n, .places = ten->places };
    }
#endif
  const mp_size_t n = h + 1;
  const int s = (int) (p->n * GMP_LIMB_BITS - (mp_size_t) comba_bits (p->limbs, p->n));
  mp_srcptr dp = p->limbs;
  if (s != 0)
    {
      comba_lshift (tp, p->limbs, p->n, s);
      dp = tp;
    }
  comba_radix_inverse (t->k, ip, dp, p->n, n, tp + p->n);
  if (s != 0)
    {
      memcpy (tp, ip, (size_t) (n + 1) * sizeof (mp_limb_t));
      comba_lshift (ip, tp, n + 1, s);
    }
  return (struct reciprocal) { .limbs = ip, .n = n + 1, .places = n + p->n + p->zeros };
}

/* From this size on only the quarters of a number become fractions, not its halves, which takes hardly
   longer and needs less memory than GMP. */
enum { LONG = 8000 };

/* The zero limbs at the low end of big^m. */
static mp_size_t
power_zeros (int base, const struct comba_chunk *c, mp_size_t m)
{
  return (mp_size_t) ((size_t) m * (size_t) c->digits * (size_t) __builtin_ctz ((unsigned) base) / GMP_LIMB_BITS);
}

/* The limbs of all powers; of the parts on the way to a fraction, and of two for its halves. */
static size_t
powers_itch (const struct tree *t, int levels)
{
  size_t n = comba_radix_power_itch (t->leaf);
  for (int i = 0; i + 1 < levels; i++)
    n += 2 * (size_t) (comba_chunk_limbs (t->c, t->leaf << i) - power_zeros (t->base, t->c, t->leaf << i));
  return n;
}

static size_t
parts_itch (const struct tree *t, int levels)
{
  size_t n = 2 * (size_t) comba_chunk_limbs (t->c, t->leaf << t->scaled) + 4 * GMP_LIMB_BITS;
  for (int i = t->scaled; i < levels; i++)
    n += (size_t) comba_chunk_limbs (t->c, t->leaf << i);
  return n;
}

/* LEVELS > 0 splits.  Returns the number of digits. */
static size_t __attribute__ ((noinline))
by_tree (const struct comba_config *k, unsigned char *str, int base, mp_ptr up, mp_size_t un, mp_size_t leaf, int levels,
         int scaled)
{
  struct tree t;
  t.k = k, t.c = &comba_chunks[base - 2], t.base = base, t.leaf = leaf, t.scaled = scaled;
  t.in_little = un >= COMBA_NTT_LITTLE_FROM;
  const mp_size_t h = comba_chunk_limbs (t.c, leaf << scaled);
  const size_t powers = powers_itch (&t, levels), inverse = (size_t) h + 2, spare = parts_itch (&t, levels);
  /* A product, or the end of the first numerator, which begins behind its quotient in SPARE. */
  const mp_size_t top = leaf << (levels - 1);
  mp_size_t last = un;
  if (scaled < levels - 1)
    last += comba_chunk_limbs (t.c, top) - power_zeros (base, t.c, top) - ((mp_size_t) spare - 2 * GMP_LIMB_BITS);
  const size_t work = (size_t) (last > 2 * h ? last : 2 * h) + 16;
  struct comba_scratch held;
  mp_ptr pp = COMBA_SCRATCH_GET (&held, powers + inverse + spare + work, 0);
  if (pp == NULL)
    return without_memory (str, base, up, un);
  const mp_ptr ip = pp + powers, sp = ip + inverse;
  t.work = sp + spare, t.end = t.work + work;

  t.powers[0] = comba_radix_power (k, pp, sp, base, leaf);
  size_t used = comba_radix_power_itch (leaf);
  for (int i = 1; i < levels; i++)
    {
      const struct comba_radix_power *const p = &t.powers[i - 1];
      pp += used;
      used = 2 * (size_t) p->n;
      comba_sqr (k, pp, p->limbs, p->n);
      t.powers[i] = (struct comba_radix_power) { .limbs = pp, .n = 2 * p->n, .zeros = 2 * p->zeros };
      comba_radix_power_strip (&t.powers[i]);
    }
  t.reciprocal = reciprocal (&t, &t.powers[scaled], leaf << scaled, h, ip, sp);
  for (int i = scaled > 0 ? scaled + 1 : 0; i < levels; i++)
    if (t.powers[i].n >= 3)
      make_divisor (&t.powers[i], sp);
  const unsigned char *const end = split_integer (&t, str, up, un, levels, 1, sp);
  comba_scratch_put (&held);
  return (size_t) (end - str);
}

size_t
comba_get_str (const struct comba_config *k, unsigned char *str, int base, mp_ptr up, mp_size_t un)
{
  ASSERT (base >= 2 && base <= 256 && un >= 0 && (un == 0 || up[un - 1] != 0));
  if (un == 0)
    {
      str[0] = 0;
      return 1;
    }
  if (comba_base_is_power_of_two (base))
    return comba_get_str_power_of_two (str, base, up, un);
  if (un == 1)
    return (size_t) (comba_get_str_one_limb (str, base, up[0]) - str);

#if GMP_LIMB_BITS == 64
  if (base == 10 && un == 2)
    return (size_t) (comba_get_str_two_limbs (str, up[1], up[0]) - str);
#endif

  const mp_size_t m = comba_chunks_of (&comba_chunks[base - 2], comba_bits (up, un));
  const mp_size_t tree = k->thresholds.get_str_tree > 3 ? k->thresholds.get_str_tree : 3;
  if (un < tree)
    {
#if GMP_LIMB_BITS == 64
      if (base == 10 && m <= COMBA_TENS)
        return (size_t) (by_table (k, str, up, un, m) - str);
#endif
      return by_division (k, str, base, up, un, m);
    }
  int levels = 1;
  while (((m - 1) >> levels) + 1 >= tree)
    levels++;
  const int scaled = un < k->thresholds.get_str_scaled ? 0 : levels - (un >= LONG && levels > 2 ? 2 : 1);
  return by_tree (k, str, base, up, un, ((m - 1) >> levels) + 1, levels, scaled);
}
