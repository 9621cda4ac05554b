/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Linear steps in C, for which x86-64 has assembly (kernels/x86_64/mul): the recomposition of
   Toom-22, x - c y, and exact divisions.  The contracts are in mul/toom/toom.h.

   Exact division from the low end (Jebelean 1993): let t be the column x - c y minus the borrow of
   the columns below.  Then q = t / d modulo B, and (c y + q d) / B is the borrow of the next
   column.  Each limb waits for two products of the previous one, so two or four independent
   divisions share one loop. */

#include "mul/toom/toom.h"
#include "arith/arith.h"

void
comba_toom2_recompose (mp_ptr rp, mp_size_t rn, mp_ptr middle, mp_size_t h, int add)
{
  ASSERT (rn >= 3 * h);
  mp_srcptr v0 = rp, vinf = rp + 2 * h;

  mp_limb_t carry;
  if (add)
    carry = comba_add_n (middle, v0, middle, 2 * h);
  else
    carry = -comba_sub_n (middle, v0, middle, 2 * h);
  carry += comba_add_in_var (middle, 2 * h, vinf, rn - 2 * h);

  carry += comba_add_n (rp + h, rp + h, middle, 2 * h);
  carry = comba_add_1_var (rp + 3 * h, rn - 3 * h, carry);
  ASSERT (carry == 0);
  (void) carry;
}

void
comba_toom_submul (mp_ptr x, mp_srcptr y, mp_size_t n, mp_limb_t c)
{
  mp_limb_t borrow0 = 0, borrow1 = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t0 = (comba_dlimb) c * y[i] + borrow0;
      comba_dlimb t1 = (comba_dlimb) c * y[n + i] + borrow1;
      borrow0 = (mp_limb_t) (t0 >> GMP_LIMB_BITS) + (x[i] < (mp_limb_t) t0);
      borrow1 = (mp_limb_t) (t1 >> GMP_LIMB_BITS) + (x[n + i] < (mp_limb_t) t1);
      x[i] -= (mp_limb_t) t0;
      x[n + i] -= (mp_limb_t) t1;
    }
}

/* One of the divisions.  PLAIN: c = 0. */
struct chain
{
  mp_limb_t borrow;     /* c y + q d of the columns below */
  mp_limb_t last;       /* the previous limb of the quotient, not yet shifted */
};

static inline __attribute__ ((always_inline)) mp_limb_t
quotient (struct chain *r, const struct comba_toom_division *p, mp_limb_t x, mp_limb_t y,
          int plain)
{
  mp_limb_t t = x, more = 0;
  if (!plain)
    {
      comba_dlimb cy = (comba_dlimb) p->c * y;
      t -= (mp_limb_t) cy;
      more = (mp_limb_t) (cy >> GMP_LIMB_BITS) + (t > x);
    }
  mp_limb_t u = t - r->borrow;
  more += u > t;
  mp_limb_t q = u * p->inverse;
  r->borrow = (mp_limb_t) ((comba_dlimb) q * p->d >> GMP_LIMB_BITS) + more;
  return q;
}

static inline __attribute__ ((always_inline)) void
next (struct chain *r, const struct comba_toom_division *p, mp_size_t i, mp_size_t offset,
      int plain)
{
  mp_ptr x = p->x + offset;
  mp_limb_t q = quotient (r, p, x[i], p->y[offset + i], plain);
  if (i > 0)
    x[i - 1] = r->last >> p->shift | q << 1 << (GMP_LIMB_BITS - 1 - p->shift);
  r->last = q;
}

/* The top limb is shifted arithmetically. */
static inline void
end (const struct chain *r, const struct comba_toom_division *p, mp_size_t top)
{
  mp_limb_t sign = -(r->last >> (GMP_LIMB_BITS - 1));
  p->x[top] = r->last >> p->shift | sign << 1 << (GMP_LIMB_BITS - 1 - p->shift);
}

static inline __attribute__ ((always_inline)) void
divide (struct comba_toom_division p, mp_size_t n, int plain)
{
  struct chain even = { 0, 0 }, odd = { 0, 0 };
  for (mp_size_t i = 0; i < n; i++)
    {
      next (&even, &p, i, 0, plain);
      next (&odd, &p, i, n, plain);
    }
  end (&even, &p, n - 1);
  end (&odd, &p, 2 * n - 1);
}

static inline __attribute__ ((always_inline)) void
divide_two (struct comba_toom_division p, struct comba_toom_division q, mp_size_t n, int plain)
{
  struct chain p_even = { 0, 0 }, p_odd = { 0, 0 }, q_even = { 0, 0 }, q_odd = { 0, 0 };
  for (mp_size_t i = 0; i < n; i++)
    {
      next (&p_even, &p, i, 0, plain);
      next (&p_odd, &p, i, n, plain);
      next (&q_even, &q, i, 0, plain);
      next (&q_odd, &q, i, n, plain);
    }
  end (&p_even, &p, n - 1);
  end (&p_odd, &p, 2 * n - 1);
  end (&q_even, &q, n - 1);
  end (&q_odd, &q, 2 * n - 1);
}

void
comba_toom_divide (const struct comba_toom_division *p, mp_size_t n)
{
  ASSERT (p->d * p->inverse == 1);
  if (p->c == 0)
    divide (*p, n, 1);
  else
    divide (*p, n, 0);
}

void
comba_toom_divide_two (const struct comba_toom_division p[2], mp_size_t n)
{
  ASSERT (p[0].d * p[0].inverse == 1 && p[1].d * p[1].inverse == 1);
  if (p[0].c == 0 && p[1].c == 0)
    divide_two (p[0], p[1], n, 1);
  else
    divide_two (p[0], p[1], n, 0);
}
