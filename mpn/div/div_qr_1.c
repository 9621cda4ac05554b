/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Quotients by one limb, with remainder and exact. */

#include "div/div.h"
#include "div/one_limb.h"

/* The limb that begins at bit s of low. */
static ALWAYS_INLINE mp_limb_t
extract (mp_limb_t low, mp_limb_t high, int s)
{
  return low >> s | high << 1 << (GMP_LIMB_BITS - 1 - s);
}

/* *q = (x - *carry) / d modulo beta; *carry becomes what this takes from the next limb.  (Compilers
   have too few registers for four of these.) */
static ALWAYS_INLINE void
divide_exactly (mp_ptr q, mp_srcptr x, mp_limb_t *carry, mp_limb_t d, mp_limb_t inverse)
{
#ifdef COMBA_X86_64
  __asm__ ("movq %[x], %%rax\n\tsubq %[c], %%rax\n\tsbbq %[c], %[c]\n\timulq %[inverse], %%rax\n\t"
           "movq %%rax, %[q]\n\tmulq %[d]\n\tsubq %[c], %%rdx\n\tmovq %%rdx, %[c]"
           : [c] "+&r" (*carry), [q] "=m" (*q) : [x] "m" (*x), [inverse] "r" (inverse), [d] "r" (d)
           : "rax", "rdx", "cc");
#else
  mp_limb_t low;
  const mp_limb_t difference = *x - *carry, borrow = *x < *carry;
  *q = difference * inverse;
  *carry = comba_multiply_limbs (*q, d, &low) + borrow;
#endif
}

/* qp[0..n-1] = floor (np[0..n-1] / d), by COMBA_CHAINS chains of n / COMBA_CHAINS limbs; the
   highest one also has the rest.  INVERSE is 1/d mod beta.  Returns the remainder, which is known
   to be 0 if EXACT. */
static ALWAYS_INLINE mp_limb_t
chains (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t divisor, int exact, int narrow)
{
  const mp_size_t m = n / COMBA_CHAINS;
  struct comba_limb_divisor d;
  comba_limb_divisor_init (&d, divisor, narrow);
  struct comba_fold_sum x3 = { .high = 0 }, x2, x1, x0;
  x3 = comba_fold_limbs (&d, x3, np + 3 * m, n - 3 * m, narrow);
  x2 = comba_fold_limbs (&d, x3, np + 2 * m, m, narrow);
  x1 = comba_fold_limbs (&d, x2, np + m, m, narrow);
  mp_limb_t c3 = comba_fold_end (&d, x3, narrow), c2 = comba_fold_end (&d, x2, narrow);
  mp_limb_t c1 = comba_fold_end (&d, x1, narrow), c0 = 0;
  if (!exact)
    {
      x0 = comba_fold_limbs (&d, x1, np, m, narrow);
      c0 = comba_fold_end (&d, x0, narrow);
    }

  const mp_limb_t r = c0, inverse = comba_inverse_limb (divisor);
  const mp_srcptr n3 = np + 3 * m;
  const mp_ptr q3 = qp + 3 * m;
  mp_size_t i = 0;
  for (; i < m; i++)
    {
      divide_exactly (qp + i, np + i, &c0, divisor, inverse);
      divide_exactly (qp + i + m, np + i + m, &c1, divisor, inverse);
      divide_exactly (qp + i + 2 * m, np + i + 2 * m, &c2, divisor, inverse);
      divide_exactly (q3 + i, n3 + i, &c3, divisor, inverse);
    }
  for (n -= 3 * m; i < n; i++)
    divide_exactly (q3 + i, n3 + i, &c3, divisor, inverse);
  return r;
}

/* Separate functions, so that short operands do not pay for the stack. */
#define CHAINS(name, exact, narrow)                                             \
  static mp_limb_t __attribute__ ((noinline))                                   \
  name (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)                      \
  {                                                                             \
    return chains (qp, np, n, d, exact, narrow);                                \
  }
CHAINS (exact_narrow, 1, 1)
CHAINS (exact_wide, 1, 0)
CHAINS (inexact_narrow, 0, 1)
CHAINS (inexact_wide, 0, 0)

/* Division by the odd part of the divisor, then a shift. */
static mp_limb_t
by_chains (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t divisor)
{
  const int s = __builtin_ctzll (divisor);
  const mp_limb_t d = divisor >> s;
  mp_limb_t r = comba_fold_is_narrow (d) ? inexact_narrow (qp, np, n, d) : inexact_wide (qp, np, n, d);
  if (s > 0)
    {
      r += (qp[0] & (((mp_limb_t) 1 << s) - 1)) * d;
      comba_rshift (qp, qp, n, s);
    }
  return r;
}

static void __attribute__ ((noinline))
exact_by_chains (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t divisor)
{
  const int s = __builtin_ctzll (divisor);
  const mp_limb_t d = divisor >> s;
  if (comba_fold_is_narrow (d))
    exact_narrow (qp, np, n, d);
  else
    exact_wide (qp, np, n, d);
  if (s > 0)
    comba_rshift (qp, qp, n, s);
}

/* With a reciprocal, limb by limb. */
static mp_limb_t
by_reciprocal (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d, mp_limb_t r)
{
  const int s = comba_leading_zeros (d);
  const mp_limb_t normalized = d << s, inverse = comba_inverse_2by1 (normalized);
  struct comba_pair u = comba_shifted ((struct comba_pair) { .low = np[n - 1], .high = r }, s);
  for (mp_size_t i = n - 1; i > 0; i--)
    {
      const struct comba_pair next = comba_shifted ((struct comba_pair) { .low = np[i - 1] }, s);
      qp[i] = comba_quotient_2by1 (&u.high, u.low | next.high, normalized, inverse);
      u.low = next.low;
    }
  qp[0] = comba_quotient_2by1 (&u.high, u.low, normalized, inverse);
  return u.high >> s;
}

mp_limb_t
comba_div_fraction_1 (mp_ptr qp, mp_size_t n, mp_limb_t r, mp_limb_t d)
{
  const int s = comba_leading_zeros (d);
  const mp_limb_t normalized = d << s, inverse = comba_inverse_2by1 (normalized);
  for (r <<= s; n > 0; n--)
    qp[n - 1] = comba_quotient_2by1 (&r, 0, normalized, inverse);
  return r >> s;
}

mp_limb_t
comba_div_qr_1 (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  ASSERT (n >= 0 && d != 0);
  /* Wide sums gain half as much a limb. */
  if (n >= k->one_limb.chains && n >= 2 * COMBA_CHAINS && (qp == np || COMBA_SEPARATE (qp, n, np, n))
      && (n >= k->one_limb.chains * 3 / 2 || comba_fold_is_narrow (d)))
    return by_chains (qp, np, n, d);
  mp_limb_t r = 0;
  if (n > 0 && np[n - 1] < d)
    {
      r = np[--n];
      qp[n] = 0;
    }
  if (n < k->one_limb.inverse)
    while (n-- > 0)
      qp[n] = comba_divide_limbs (r, np[n], d, &r);
  else if (n > 0)
    r = by_reciprocal (qp, np, n, d, r);
  return r;
}

/* An even divisor, n >= 2. */
static void __attribute__ ((noinline))
exact_even (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t divisor)
{
  const int s = __builtin_ctzll (divisor);
  const mp_limb_t d = divisor >> s, inverse = comba_inverse_limb (d);
  mp_limb_t high = 0, borrow = 0, low, upper = np[1], x = extract (np[0], upper, s);
  for (mp_size_t i = 1; i < n; i++)
    {
      const mp_limb_t q = (x - high) * inverse, above = i + 1 < n ? np[i + 1] : 0, next = extract (upper, above, s);
      borrow += x < high;
      qp[i - 1] = q;
      upper = above;
      x = next - borrow;
      borrow = next < borrow;
      high = comba_multiply_limbs (q, d, &low);
    }
  qp[n - 1] = (x - high) * inverse;
}

void
comba_divexact_1 (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  ASSERT (n >= 1 && d != 0);
  if (n >= 2 * COMBA_CHAINS && n >= k->one_limb.exact_chains)
    {
      exact_by_chains (qp, np, n, d);
      return;
    }
  if (n == 1)
    {
      qp[0] = np[0] / d;
      return;
    }
  if (d % 2 == 0)
    {
      exact_even (qp, np, n, d);
      return;
    }
  /* The borrow of a limb is taken from the next one while the product is computed. */
  const mp_limb_t inverse = comba_inverse_limb (d);
  mp_limb_t high = 0, borrow = 0, low, x = np[0];
  for (mp_size_t i = 1; i < n; i++)
    {
      const mp_limb_t q = (x - high) * inverse, next = np[i];
      borrow += x < high;
      qp[i - 1] = q;
      x = next - borrow;
      borrow = next < borrow;
      high = comba_multiply_limbs (q, d, &low);
    }
  qp[n - 1] = (x - high) * inverse;
}
