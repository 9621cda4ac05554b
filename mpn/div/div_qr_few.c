/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by 3 to 15 limbs: straight code for each size.  Operands are shifted as they are read.
   The partial remainder is in registers as far as there are enough. */

#include "div/div.h"
#include "div/one_limb.h"
#include "arith/quotient_3by2.h"
#include "arith/unroll.h"

/* Rows do not wait for each other from this size on. */
enum { AHEAD_FROM = 5 };

/* x - t.low; returns the borrow plus t.high. */
static ALWAYS_INLINE mp_limb_t
sub_low (mp_limb_t *x, struct comba_pair t)
{
#if defined __x86_64__ && GMP_LIMB_BITS == 64
  mp_limb_t limb = *x;
  __asm__ ("subq %[low], %[x]\n\tadcq $0, %[high]" : [x] "+&r" (limb), [high] "+r" (t.high) : [low] "r" (t.low) : "cc");
  *x = limb;
  return t.high;
#else
  const mp_limb_t limb = *x;
  *x = limb - t.low;
  return t.high + (limb < t.low);
#endif
}

/* Limb i of N 2^s. */
static ALWAYS_INLINE mp_limb_t
shifted_limb (mp_srcptr np, mp_size_t i, int s)
{
  return np[i] << s | (i == 0 ? 0 : np[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s));
}

/* The same for i > 0. */
static ALWAYS_INLINE mp_limb_t
shifted_upper (mp_srcptr np, mp_size_t i, int s)
{
  return np[i] << s | np[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s);
}

/* u beta^(n-2) + r[0..n-3] is below D = d beta^(n-2) + dp[0..n-3].  It becomes the remainder of
   itself times beta plus x; returns the quotient. */
static ALWAYS_INLINE mp_limb_t
row (struct comba_pair *u, mp_limb_t *r, mp_limb_t x, struct comba_pair d, const mp_limb_t *dp, mp_size_t n,
     mp_limb_t inverse)
{
  mp_limb_t q, top = 0, borrow = 0;
  if (likely (u->high < d.high || u->low < d.low))
    q = comba_quotient_3by2 (u, r[n - 3], d, inverse);
  else
    {
      /* u = d: the highest quotient limb is beta - 1, or less by one unit. */
      q = COMBA_LIMB_MAX;
      *u = comba_pair_add_limb (d, r[n - 3]);
      top = u->high < d.high;
    }
UNROLL
  for (mp_size_t i = 0; i < n - 2; i++)
    {
      const mp_limb_t next = r[i];
      borrow = sub_low (&x, comba_pair_add_limb (comba_pair_product (q, dp[i]), borrow));
      r[i] = x;
      x = next;
    }
  const struct comba_pair v = comba_pair_sub (*u, (struct comba_pair) { .low = borrow });
  top -= v.high > u->high;
  *u = v;
  if (unlikely (top != 0))      /* q is too large by one unit */
    {
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < n - 2; i++)
        {
          const comba_dlimb t = (comba_dlimb) r[i] + dp[i] + carry;
          r[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
        }
      *u = comba_pair_add_limb (comba_pair_add (*u, d), carry);
      q--;
    }
  return q;
}

/* The upper limbs of the partial remainder before its lower limbs are known: u beta + x is too large
   by EXCESS, 0 to 2 units. */
struct upper
{
  struct comba_pair u;
  mp_limb_t x, excess;
};

static ALWAYS_INLINE void
make_exact (struct upper *v)
{
  v->u = comba_pair_sub (v->u, (struct comba_pair) { .low = v->x < v->excess });
  v->x -= v->excess;
  v->excess = 0;
}

/* As row, for n >= 4, with V instead of u and r[n-3].  A row would wait for the last borrow of the
   one above.  Instead, its upper limbs come from the two highest products with D's lower limbs.  The
   borrow of the other products, EXCESS, is subtracted a row later. */
static ALWAYS_INLINE mp_limb_t
row_ahead (struct upper *v, mp_limb_t *r, mp_limb_t x, struct comba_pair d, const mp_limb_t *dp, mp_size_t n,
           mp_limb_t inverse)
{
  struct comba_pair u = v->u;
  if (unlikely (!comba_pair_below (u, d)))
    goto rarely;
  const mp_limb_t q = comba_quotient_3by2 (&u, v->x, d, inverse);
  if (unlikely (u.high <= 1))   /* q may be too large */
    goto rarely;
  const struct comba_pair fourth = comba_pair_product (q, dp[n - 4]);
  v->x = r[n - 4];
  const mp_limb_t less = sub_low (&v->x, comba_pair_add_limb (comba_pair_product (q, dp[n - 3]), fourth.high));
  v->u = comba_pair_sub (comba_pair_sub (u, (struct comba_pair) { .low = v->excess }), (struct comba_pair) { .low = less });

  mp_limb_t borrow = 0;
UNROLL
  for (mp_size_t i = 0; i < n - 4; i++)
    {
      const mp_limb_t next = r[i];
      borrow = sub_low (&x, comba_pair_add_limb (comba_pair_product (q, dp[i]), borrow));
      r[i] = x;
      x = next;
    }
  v->excess = sub_low (&x, comba_pair_add_limb (fourth, borrow)) - fourth.high;
  r[n - 4] = x;
  return q;

rarely:
  make_exact (v);
  r[n - 3] = v->x;
  const mp_limb_t exact = row (&v->u, r, x, d, dp, n, inverse);
  v->x = r[n - 3];
  return exact;
}

/* low[0..n-1] and r[0..n-1] are scratch. */
static ALWAYS_INLINE void
divide (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t n, mp_limb_t inverse, mp_limb_t *low,
        mp_limb_t *r)
{
  const int s = comba_leading_zeros (dp[n - 1]);
  const struct comba_pair d = { .high = shifted_limb (dp, n - 1, s), .low = shifted_limb (dp, n - 2, s) };
UNROLL
  for (mp_size_t i = 0; i < n - 2; i++)
    low[i] = shifted_limb (dp, i, s);

  /* The n highest limbs of N 2^s are below D, even without the overflow of the shift if N's highest
     limb is below D's. */
  mp_size_t rows = nn - n + 1;
  struct upper v = { .u = { .high = np[nn - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s) } };
  if (np[nn - 1] < dp[n - 1])
    {
      qp[--rows] = 0;
      v.u.high = shifted_upper (np, nn - 1, s);
    }
  v.u.low = shifted_upper (np, rows + n - 2, s);
  r[0] = shifted_limb (np, rows, s);
UNROLL
  for (mp_size_t i = 1; i < n - 2; i++)
    r[i] = shifted_upper (np, rows + i, s);
  if (n >= AHEAD_FROM)
    {
      v.x = r[n - 3];
      while (rows-- > 0)
        qp[rows] = row_ahead (&v, r, shifted_limb (np, rows, s), d, low, n, inverse);
      make_exact (&v);
      r[n - 3] = v.x;
    }
  else
    while (rows-- > 0)
      qp[rows] = row (&v.u, r, shifted_limb (np, rows, s), d, low, n, inverse);

  r[n - 2] = v.u.low, r[n - 1] = v.u.high;
UNROLL
  for (mp_size_t i = 0; i < n - 1; i++)
    rp[i] = r[i] >> s | r[i + 1] << 1 << (GMP_LIMB_BITS - 1 - s);
  rp[n - 1] = v.u.high >> s;
}

#define FEW(n)                                                                                  \
  static void __attribute__ ((noinline))                                                        \
  by_##n (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_limb_t inverse)    \
  {                                                                                             \
    mp_limb_t low[n], r[n];                                                                     \
    divide (qp, rp, np, nn, dp, n, inverse, low, r);                                            \
  }
FEW (3)
FEW (4)
FEW (5)
FEW (6)
FEW (7)
FEW (8)
FEW (9)
FEW (10)
FEW (11)
FEW (12)
FEW (13)
FEW (14)
FEW (15)

void
comba_div_qr_few (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_limb_t inverse)
{
  ASSERT (nn >= dn && dn >= 3 && dn <= COMBA_DIV_FEW && dp[dn - 1] != 0);
  static void (*const by[]) (mp_ptr, mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_limb_t)
    = { by_3, by_4, by_5, by_6, by_7, by_8, by_9, by_10, by_11, by_12, by_13, by_14, by_15 };
  by[dn - 3] (qp, rp, np, nn, dp, inverse);
}
