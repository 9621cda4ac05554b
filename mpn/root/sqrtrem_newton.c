/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots of long numbers, without division.

   Of the upper h > n/2 limbs' pairs let S' be the root, R' the remainder, and X about beta^2h / 2S'.
   The lower l = n - h limbs of the root are about R' X / beta^(2h-l), and the root's square modulo
   beta^m - 1, m > n, yields the remainder.  Then X (1 + E) with E = 1 - 2 S X / beta^(n+h) is the
   next X: the product S X is known but for E, so it is computed modulo beta^m - 1, too.  Karp and
   Markstein, "High-precision division and square root" (1997), made the last step of the iteration
   one for the root; here every step is.

   X is wrong by a few units, E beta^h likewise, so E^2 beta^n is below 1 if n < 2h. */

#include "root/root.h"
#include "div/div.h"
#include "mul/cost.h"
#include "mul/factor.h"
#include "mul/ladder.h"
#include "mul/mul.h"
#include "mul/ntt/ntt.h"
#include "mul/wrapped.h"
#include "arith/scratch.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Below, division yields X. */
enum { LEAST = COMBA_SQRTREM_NEWTON_MIN };

/* The root of A = N beta^odd 2^shift, which has 2m limbs, N = np[0..2m-odd-1]. */
struct root
{
  const struct comba_config *k;
  mp_srcptr np;
  mp_size_t m;
  int odd, shift;
  int in_little;                /* memory: no more than GMP's */
};

/* rp[0..n-1] = limbs AT to AT + n - 1 of A, n >= 2 */
static void
take (const struct root *v, mp_ptr rp, mp_size_t at, mp_size_t n)
{
  if (v->odd && at == 0)
    {
      *rp++ = 0;
      n--;
    }
  else
    at -= v->odd;
  if (v->shift == 0)
    memcpy (rp, v->np + at, BYTES (n));
  else
    {
      comba_lshift (rp, v->np + at, n, v->shift);
      if (at > 0)
        rp[0] |= v->np[at - 1] >> (GMP_LIMB_BITS - v->shift);
    }
}

/* How to multiply modulo M, which is beta^m - 1 unless WAY is BY_MODULI. */
struct wrapped
{
  mp_size_t m;
  enum { FOLDED, IN_FACTORS, CYCLIC, BY_MODULI } way;
  size_t itch;
  struct comba_factor f;        /* for the linear steps, and for products BY_MODULI */
};

static const struct comba_pool alone = COMBA_POOL_ALONE (1);

/* Whether there are products of an and bn limbs modulo (beta^k + 1) (beta^m - 1), which need less
   memory. */
static int
has_moduli (const struct root *v, mp_size_t an, mp_size_t bn)
{
  return v->in_little && comba_is_ntt (v->k, an, bn) && v->k->ntt->moduli_itch != NULL;
}

/* The fastest for factors of up to n - 1 limbs and M >= beta^n; or the one in little memory. */
static struct wrapped
wrapped_for (const struct root *v, mp_size_t n)
{
  const struct comba_config *const k = v->k;
  const uint64_t whole = comba_mul_cost (k, n - 1, n - 1);
  struct wrapped w = { .m = comba_wrapped_size (k, n), .way = IN_FACTORS };
  struct comba_factor_way moduli = { .itch = 0 };
  uint64_t cost = comba_wrapped_cost (k, w.m, w.m, w.m);
  if (k->ntt != NULL && k->ntt->wrapped_size != NULL && n >= k->thresholds.mul_ntt)
    {
      const mp_size_t m = k->ntt->wrapped_size (n);
      if (m != 0 && comba_mul_cost (k, m, m) / 2 < cost)
        {
          cost = comba_mul_cost (k, m, m) / 2;
          w = (struct wrapped) { .m = m, .way = CYCLIC };
          if (has_moduli (v, n, n))
            moduli = comba_factor_way_by_moduli (k, n, n - 1, 1);
        }
    }
  if (whole <= cost)
    w = (struct wrapped) { .m = n, .way = FOLDED };
  else if (moduli.itch != 0)
    w = (struct wrapped) { .m = moduli.m, .way = BY_MODULI };
  w.itch = w.way == BY_MODULI ? moduli.itch : w.way == CYCLIC ? k->ntt->mulmod_itch (w.m)
           : w.way == IN_FACTORS ? comba_wrapped_itch (w.m) : 2 * (size_t) n + comba_product_itch (n, n);
  moduli.m = w.m;
  w.f = (struct comba_factor) { .k = k, .pool = &alone, .way = moduli };
  if (w.way != BY_MODULI)
    w.f.way.moduli = (struct comba_ntt_moduli) { .k = 0 };
  return w;
}

/* rp[0..m-1] = the product modulo M.  Equal operands make a square. */
static void
multiply_wrapped (const struct wrapped *w, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                  mp_ptr scratch)
{
  const struct comba_config *const k = w->f.k;
  if (w->way == BY_MODULI)
    k->ntt->mul_moduli (w->f.pool, &w->f.way.moduli, rp, ap, an, bp, bn, scratch);
  else if (w->way == CYCLIC)
    k->ntt->mulmod (w->m, rp, ap, an, bp, bn, scratch);
  else if (w->way == IN_FACTORS)
    comba_wrapped_product (k, rp, ap, an, bp, bn, w->m, scratch);
  else
    {
      if (ap == bp)
        comba_product_sqr (k, scratch, ap, an, scratch + 2 * an);
      else
        comba_product (k, scratch, ap, an, bp, bn, scratch + an + bn);
      comba_wrapped_fold (rp, scratch, an + bn, w->m);
    }
}

static mp_size_t
upper_part (mp_size_t n)
{
  return n / 2 + 1;
}

/* xp[0..n-1] = -xp[0..n-1] */
static void
negate (mp_ptr xp, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    xp[i] = ~xp[i];
  comba_add_1_var (xp, n, 1);
}

static int
is_negative (mp_srcptr xp, mp_size_t n)
{
  return xp[n - 1] >> (GMP_LIMB_BITS - 1) != 0;
}

/* Whether tp[0..n-1] + top beta^n > 2 sp[0..n-1], where the top bit of S is set and top <= 1. */
static int
exceeds_twice (mp_srcptr tp, mp_limb_t top, mp_srcptr sp, mp_size_t n)
{
  if (top == 0)
    return 0;
  for (mp_size_t i = n; i-- > 0;)
    {
      const mp_limb_t twice = sp[i] << 1 | (i > 0 ? sp[i - 1] >> (GMP_LIMB_BITS - 1) : 0);
      if (tp[i] != twice)
        return tp[i] > twice;
    }
  return 0;
}

/* For products of h + 1 and h limbs: scratch in little memory, or 0. */
static size_t
little_itch (const struct root *v, mp_size_t h)
{
  return has_moduli (v, h, h) ? v->k->ntt->two_moduli_itch (-1, h + 1, h, 1) : 0;
}

static size_t
product_itch (const struct root *v, mp_size_t h)
{
  const size_t little = little_itch (v, h);
  return little != 0 ? little : comba_product_itch (h, h);
}

/* rp[0..2h] = ap[0..h] * bp[0..h-1] */
static void
multiply (const struct root *v, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t h, mp_ptr scratch)
{
  if (little_itch (v, h) != 0)
    {
      v->k->ntt->mul_two_moduli (&alone, -1, rp, ap, h + 1, bp, h, scratch);
      return;
    }
  comba_product (v->k, rp, ap, h, bp, h, scratch);
  rp[2 * h] = ap[h] != 0 ? comba_addmul_1 (rp + h, bp, h, ap[h]) : 0;
}

/* Scratch of a level without its recursion.  Without INVERSE, t replaces R and X. */
static size_t
level_itch (const struct root *v, mp_size_t n, int inverse)
{
  const mp_size_t h = upper_part (n);
  const struct wrapped w = wrapped_for (v, n + 1);
  const size_t product = 2 * (size_t) h + 1 + product_itch (v, h), m = (size_t) w.m, dead = 2 * (size_t) h + 1;
  if (inverse)
    return m + (w.itch > product ? w.itch : product);
  return dead + product > m + w.itch ? dead + product : m + w.itch;
}

/* The root of the upper part by the other algorithms. */
static int
is_first (const struct comba_config *k, mp_size_t n)
{
  return n < LEAST || 4 * n < k->thresholds.root_newton;
}

/* R, X and the scratch. */
static size_t
newton_itch (const struct root *v, mp_size_t n)
{
  size_t most = level_itch (v, n, 0);
  const size_t rest = 2 * (size_t) upper_part (n) + 1;
  for (n = upper_part (n); !is_first (v->k, n); n = upper_part (n))
    {
      const size_t itch = rest + level_itch (v, n, 1);
      most = itch > most ? itch : most;
    }
  const size_t first = rest + 2 * (size_t) n + comba_sqrtrem_itch (n) + 2;
  return most > first ? most : first;
}

/* The first S, R and X. */
static void
first_root (const struct root *v, mp_ptr sp, mp_ptr xp, mp_ptr rp, mp_size_t n, mp_ptr scratch)
{
  const struct comba_config *const k = v->k;
  const mp_ptr t = scratch, more = t + 2 * n;
  take (v, t, 2 * (v->m - n), 2 * n);
  rp[n] = comba_sqrtrem_normalised (k, sp, t, n, more);
  memcpy (rp, t, BYTES (n));
  const mp_ptr twice = more;
  memset (t, 0xff, BYTES (2 * n));
  twice[n] = comba_add_n (twice, sp, sp, n);
  const mp_ptr rest = twice + n + 1;
  comba_divide (k, xp, rest, t, 2 * n, twice, n + 1);
}

/* xp[0..n-1] from X = xp[l..n-1].  t has m limbs. */
static void
next_inverse (const struct root *v, mp_ptr xp, mp_srcptr sp, mp_size_t n, const struct wrapped *w, mp_ptr t,
              mp_ptr scratch)
{
  const mp_size_t h = upper_part (n), l = n - h, m = w->m;
  /* t = |beta^(n+h) - 2 S X| */
  multiply_wrapped (w, t, sp, n, xp + l, h, scratch);
  const mp_limb_t carry = comba_add_n (t, t, t, m), one = 1;
  comba_factor_add (&w->f, t, &carry, 1, m);
  comba_factor_sub (&w->f, t, &one, 1, n + h);
  comba_factor_to_signed (&w->f, t);
  const int plus = is_negative (t, m);
  if (plus)
    negate (t, m);
  /* X and the upper part of E */
  const mp_ptr product = scratch;
  multiply (v, product, t + l, xp + l, h, scratch + 2 * h + 1);
  memset (xp, 0, BYTES (l));
  if (!plus)
    comba_sub_in_var (xp, n, product + 2 * h - l, l + 1);
  else if (comba_add_in_var (xp, n, product + 2 * h - l, l + 1) != 0)
    memset (xp, 0xff, BYTES (n));
}

/* S = sp[0..n-1] and R for the 2n highest limbs of A.  If INVERSE is set, R = rp[0..n] and X =
   xp[0..n-1]; or else the smaller R and X are at rp[0..h] and xp[0..h-1], SCRATCH behind both, and R
   is at rp[0..n] in the end.  Otherwise the contract of comba_sqrtrem_normalised. */
static void
newton (const struct root *v, mp_ptr sp, mp_ptr xp, mp_ptr rp, mp_size_t n, int inverse, mp_ptr scratch)
{
  if (is_first (v->k, n))
    {
      first_root (v, sp, xp, rp, n, scratch);
      return;
    }
  const mp_size_t h = upper_part (n), l = n - h;
  const mp_ptr x = inverse ? xp + l : xp;
  newton (v, sp + l, x, rp, h, 1, scratch);

  const struct wrapped w = wrapped_for (v, n + 1);
  const mp_ptr t = inverse ? scratch : rp, more = t + w.m;
  /* The lower limbs of the root. */
  const mp_ptr product = inverse ? more : scratch;
  multiply (v, product, rp, x, h, product + 2 * h + 1);
  if (product[2 * h] != 0)
    memset (sp, 0xff, BYTES (l));
  else
    memcpy (sp, product + 2 * h - l, BYTES (l));
  /* R = A - S^2 in two's complement of n + 1 limbs */
  multiply_wrapped (&w, t, sp, n, sp, n, more);
  for (mp_size_t at = 0; at < 2 * n; at += n)
    {
      take (v, more, 2 * (v->m - n) + at, n);
      comba_factor_sub (&w.f, t, more, n, at);
    }
  comba_factor_to_signed (&w.f, t);
  negate (t, w.m);
  mp_limb_t top = t[n];
  while (top >> (GMP_LIMB_BITS - 1) != 0)
    {
      comba_sub_1_var (sp, n, 1);
      top += comba_add_n (t, t, sp, n);
      top += comba_add_n (t, t, sp, n);
      top += comba_add_1_var (t, n, 1);
    }
  while (top > 1 || exceeds_twice (t, top, sp, n))
    {
      top -= comba_sub_n (t, t, sp, n);
      top -= comba_sub_n (t, t, sp, n);
      top -= comba_sub_1_var (t, n, 1);
      comba_add_1_var (sp, n, 1);
    }
  if (inverse)
    memcpy (rp, t, BYTES (n));
  rp[n] = top;
  if (inverse)
    next_inverse (v, xp, sp, n, &w, t, more);
}

static struct root
root_of (const struct comba_config *k, mp_srcptr np, mp_size_t m, int odd, int shift)
{
  return (struct root) { k, np, m, odd, shift, 2 * m >= COMBA_DIV_LITTLE_FROM };
}

size_t
comba_sqrtrem_newton_itch (const struct comba_config *k, mp_size_t m)
{
  const struct root v = root_of (k, NULL, m, 0, 0);
  return newton_itch (&v, m);
}

void
comba_sqrtrem_newton (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t m, int odd, int shift)
{
  const mp_size_t h = upper_part (m);
  const struct root v = root_of (k, np, m, odd, shift);
  newton (&v, sp, rp + h + 1, rp, m, 0, rp + 2 * h + 1);
}
