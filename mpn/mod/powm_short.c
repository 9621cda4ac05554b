/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of few products, for which making a form would take longer: bit by bit, every
   product divided by P in the schoolbook way; or if they are not so few, reduced in
   Montgomery's, limb by limb.

   Residues are those of D = P 2^s, which has its top bit set; P comes in at the end.  To
   subtract q D, q (beta^n - D) is added: q is what a row has to carry out.

   A row would wait for the carries of the one before to reach the top, where its quotient
   is taken from.  So its three upper limbs are followed apart, by products of q and D's four
   upper limbs: a unit or two too large, they hardly ever make the quotient wrong, and never
   too small.  (Quotients of three limbs by two: Moeller and Granlund, Improved division by
   invariant integers, IEEE Trans. Comput. 60, 2011.) */

#include "powm.h"
#include "limb_steps.h"
#include "generic/generic.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

struct divisor
{
  comba_addmul_1_fn *addmul_1;
  mp_size_t n;
  mp_srcptr d, complement;
  mp_limb_t high, low, third, fourth;   /* D's upper limbs; zero for what D has not */
  mp_limb_t reciprocal;         /* (beta^3 - 1) / (high beta + low) - beta */
};

/* Algorithm 6 there. */
static mp_limb_t
reciprocal_of (mp_limb_t d1, mp_limb_t d0)
{
  mp_limb_t p;
  mp_limb_t v = comba_divide_limbs (~d1, COMBA_LIMB_MAX, d1, &p);
  p = d1 * v + d0;
  if (p < d0)
    {
      v--;
      if (p >= d1)
        {
          v--;
          p -= d1;
        }
      p -= d1;
    }
  comba_dlimb t = (comba_dlimb) v * d0;
  p += COMBA_HIGH (t);
  if (p < COMBA_HIGH (t))
    {
      v--;
      if (p > d1 || (p == d1 && (mp_limb_t) t >= d0))
        v--;
    }
  return v;
}

/* Two limbs.  (Joined as a double limb, compilers take them through memory.) */
struct pair
{
  mp_limb_t high, low;
};

static ALWAYS_INLINE struct pair
less (struct pair x, mp_limb_t high, mp_limb_t low)
{
  return (struct pair) { .high = x.high - high - (x.low < low), .low = x.low - low };
}

/* u beta + low divided by D's two upper limbs, u below these; u becomes what is left:
   algorithm 4 there. */
static ALWAYS_INLINE mp_limb_t
quotient (const struct divisor *d, struct pair *u, mp_limb_t low)
{
  const mp_limb_t d1 = d->high, d0 = d->low;
  mp_limb_t q0, t0, q1 = comba_multiply_limbs (d->reciprocal, u->high, &q0);
  q0 += u->low;
  q1 += u->high + (q0 < u->low);
  struct pair r = { .high = u->low - q1 * d1, .low = low };
  mp_limb_t t1 = comba_multiply_limbs (q1, d0, &t0);
  r = less (less (r, d1, d0), t1, t0);
  mp_limb_t back = -(mp_limb_t) (r.high >= q0);
  q1 += 1 + back;
  r.low += d0 & back;
  r.high += (d1 & back) + (r.low < (d0 & back));
  if (unlikely (r.high > d1 || (r.high == d1 && r.low >= d0)))
    {
      q1++;
      r = less (r, d1, d0);
    }
  *u = r;
  return q1;
}

/* rp[0..n-1] += q (beta^n - D), where rp[0..n] was to be less q D; returns what is left in
   rp[n]: zero, or less if q is too large. */
static ALWAYS_INLINE mp_limb_t
row (const struct divisor *d, mp_ptr rp, mp_limb_t q)
{
  return rp[d->n] + d->addmul_1 (rp, d->complement, d->n, q) - q;
}

/* The three limbs below up, as they are in memory. */
static ALWAYS_INLINE struct pair
upper (mp_srcptr up, mp_limb_t *low)
{
  *low = up[-3];
  return (struct pair) { .high = up[-1], .low = up[-2] };
}

/* tp[0..n-1] becomes tp[0..n+rows-1] mod D; tp[rows..n+rows-1] is below D before.  The
   limbs above are overwritten. */
static void
reduce (const struct divisor *d, mp_ptr tp, mp_size_t rows)
{
  mp_ptr rp = tp + rows;
  mp_limb_t low;
  struct pair u = upper (rp + d->n, &low);
  while (rp != tp)
    {
      mp_limb_t top;
      rp--;
      if (unlikely (u.high != rp[d->n]))        /* a unit too much made it run over */
        u = upper (rp + d->n + 1, &low);
      if (likely (u.high < d->high || (u.high == d->high && u.low < d->low)))
        {
          mp_limb_t q = quotient (d, &u, low), third, fourth;
          mp_limb_t above = comba_multiply_limbs (q, d->third, &third);
          mp_limb_t more = comba_multiply_limbs (q, d->fourth, &fourth);
          third += more;
          low = rp[d->n - 3] - third;
          u = less (u, 0, above + (third < more) + (rp[d->n - 3] < third));
          top = row (d, rp, q);
          if (likely (top == 0))
            continue;
        }
      else
        top = row (d, rp, COMBA_LIMB_MAX);
      while (top != 0)
        top += comba_add_n (rp, rp, d->d, d->n);
      u = upper (rp + d->n, &low);
    }
}

/* Residues: X itself, below D, or X beta^n (mod P), below beta^n (Montgomery's). */
struct modulus
{
  const struct comba_kernels *k;
  mp_srcptr p;
  mp_limb_t minus_inverse;      /* -1/P mod beta; zero: X itself */
  int shift;                    /* s */
  struct divisor d;
};

/* rp[0..n-1] == tp[0..2n-1] / beta^n (mod P), below beta^n, and not above P if
   tp[n..2n-1] is zero.  rp may be tp. */
static void
redc (const struct modulus *m, mp_ptr rp, mp_ptr tp)
{
  const mp_size_t n = m->d.n;
  for (mp_size_t i = 0; i < n; i++)
    tp[i] = m->d.addmul_1 (tp + i, m->p, n, tp[i] * m->minus_inverse);
  if (comba_add_n (rp, tp, tp + n, n) != 0)
    comba_sub_n (rp, rp, m->p, n);
}

static ALWAYS_INLINE void
reduce_product (const struct modulus *m, mp_ptr tp)
{
  if (m->minus_inverse != 0)
    redc (m, tp, tp);
  else
    reduce (&m->d, tp, m->d.n);
}

static void
mul (const struct modulus *m, mp_ptr rp, mp_srcptr ap, mp_srcptr bp)
{
  const mp_size_t n = m->d.n;
  if (n <= m->k->mul_n_max)
    m->k->mul_n[n] (rp, ap, n, bp);
  else
    m->k->mul_basecase (rp, ap, n, bp, n);
  reduce_product (m, rp);
}

static void
sqr (const struct modulus *m, mp_ptr rp, mp_srcptr ap)
{
  const mp_size_t n = m->d.n;
  if (n <= m->k->sqr_n_max)
    m->k->sqr_n[n] (rp, ap);
  else
    m->k->sqr_basecase (rp, ap, n);
  reduce_product (m, rp);
}

/* rp[0..n-1] stands for B; tp has 2n limbs. */
static void
enter (const struct modulus *m, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_ptr tp)
{
  const mp_size_t n = m->d.n;
  mp_size_t taken = bn < n ? bn : n;
  bn -= taken;
  memcpy (rp, bp + bn, BYTES (taken));
  memset (rp + taken, 0, BYTES (n - taken));
  if (comba_cmp_var (rp, m->d.d, n) >= 0)
    comba_sub_n (rp, rp, m->d.d, n);
  for (; bn > 0; bn -= taken)
    {
      taken = bn < n ? bn : n;
      memcpy (tp, bp + bn - taken, BYTES (taken));
      memcpy (tp + taken, rp, BYTES (n));
      reduce (&m->d, tp, taken);
      memcpy (rp, tp, BYTES (n));
    }
  if (m->minus_inverse != 0)
    {
      memset (tp, 0, BYTES (n));
      memcpy (tp + n, rp, BYTES (n));
      reduce (&m->d, tp, n);
      memcpy (rp, tp, BYTES (n));
    }
}

/* rp[0..n-1] = what xp[0..n-1] stands for, below P; tp has 2n limbs.  X mod P is
   (2^s X mod D) / 2^s. */
static void
leave (const struct modulus *m, mp_ptr rp, mp_srcptr xp, mp_ptr tp)
{
  const mp_size_t n = m->d.n;
  if (m->minus_inverse != 0)
    {
      memcpy (tp, xp, BYTES (n));
      memset (tp + n, 0, BYTES (n));
      redc (m, tp, tp);
      if (comba_cmp_var (tp, m->p, n) == 0)
        memset (rp, 0, BYTES (n));
      else
        memcpy (rp, tp, BYTES (n));
    }
  else if (m->shift == 0)
    memcpy (rp, xp, BYTES (n));
  else
    {
      tp[n] = xp[n - 1] >> (GMP_LIMB_BITS - m->shift);
      comba_lshift (tp, xp, n, m->shift);
      reduce (&m->d, tp, 1);
      comba_rshift (rp, tp, n, m->shift);
    }
}

/* D and beta^n - D. */
static void
make_divisor (mp_ptr dp, mp_ptr complement, mp_srcptr pp, mp_size_t n, int s)
{
  if (s == 0)
    memcpy (dp, pp, BYTES (n));
  else
    comba_lshift (dp, pp, n, s);
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      complement[i] = -dp[i] - borrow;
      borrow |= dp[i] != 0;
    }
}

static int
bits_of (mp_limb_t e)
{
  return 64 - __builtin_clzll (e);
}

static int
products_for (mp_limb_t e)
{
  return bits_of (e) + __builtin_popcountll (e) - 2;
}

/* A division waits for its quotients, Montgomery's reduction does not; but that takes one more
   division to enter and one more reduction to leave. */
static int
is_montgomerys (mp_size_t n, mp_limb_t e)
{
  return n >= 8 && products_for (e) >= 4;
}

int
comba_powm_is_short (const struct comba_kernels *k, mp_size_t n, mp_srcptr ep, mp_size_t en)
{
  int most = 0;
  for (const struct comba_short_step *s = k->short_powers; s->products > 0 && s->from <= n; s++)
    most = s->products;
  return n >= 3 && en == 1 && k->addmul_1 != NULL && bits_of (ep[0]) <= most + 1
    && products_for (ep[0]) <= most;
}

size_t
comba_powm_short_itch (mp_size_t n)
{
  return 7 * (size_t) n;
}

void
comba_powm_short (const struct comba_kernels *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                  mp_limb_t e, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 3 && bn >= 1 && e != 0 && pp[n - 1] != 0);
  mp_ptr dp = scratch, complement = dp + n, base = complement + n, x = base + n, t = x + 2 * n;
  const int s = __builtin_clzll (pp[n - 1]) - (64 - GMP_LIMB_BITS);
  make_divisor (dp, complement, pp, n, s);
  struct modulus m = {
    .k = k,
    .p = pp,
    .minus_inverse = is_montgomerys (n, e) ? -comba_inverse_limb (pp[0]) : 0,
    .shift = s,
    .d = {
      .addmul_1 = k->addmul_1,
      .n = n,
      .d = dp,
      .complement = complement,
      .high = dp[n - 1],
      .low = dp[n - 2],
      .third = dp[n - 3],
      .fourth = n > 3 ? dp[n - 4] : 0,
      .reciprocal = reciprocal_of (dp[n - 1], dp[n - 2]),
    },
  };

  enter (&m, base, bp, bn, t);
  mp_ptr from = base, spare = x;
  for (int bit = bits_of (e) - 2; bit >= 0; bit--)
    {
      sqr (&m, t, from);
      from = t, t = spare, spare = from;
      if ((e >> bit & 1) != 0)
        {
          mul (&m, t, from, base);
          from = t, t = spare, spare = from;
        }
    }
  leave (&m, rp, from, t);
}
