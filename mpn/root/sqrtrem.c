/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Square roots of any size. */

#include "root/root.h"
#include "root/sqrt_limbs.h"
#include "div/div.h"
#include "mul/mul.h"
#include "arith/quotient_3by2.h"
#include "arith/scratch.h"
#include <string.h>

static int
is_halved (const struct comba_config *k, mp_size_t n)
{
  return n >= 2 && 2 * n >= k->thresholds.root_halves;
}

/* Limbs on the stack: GMP takes as much, and a call that holds other scratch pays for that of its
   products. */
enum { STACK = 600 };

/* Zimmermann's halves: the root S' of the upper half and its remainder; then the remainder divided
   by 2 S' is the lower half of the root, or 1 more.  n >= 2.  Scratch: n + n/2 + 1 limbs, after the
   recursion.
   If FREE >= 0, only the root without its FREE lowest bits is needed, and whether it is exact.
   Returns NOT_EXACT once that is known; then the root may be 1 too large in the other bits. */
enum { NOT_EXACT = 2 };
static mp_limb_t
halves (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n, int free, mp_ptr scratch)
{
  const mp_size_t l = n / 2, h = n - l;
  const mp_ptr q = scratch, square = q + l + 1;
  mp_limb_t more = comba_sqrtrem_normalised (k, sp + l, np + 2 * l, h, scratch);
  if (more != 0)
    comba_sub_n (np + 2 * l, np + 2 * l, sp + l, h);    /* R' - S' <= S' */
  if (h >= 3)
    q[l] = comba_div_qr_normalized (k, q, np + l, n, sp + l, h, comba_inverse_3by2 (sp[n - 1], sp[n - 2]));
  else
    comba_divide (k, q, np + l, np + l, n, sp + l, h);
  const mp_limb_t odd = q[0] & 1;
  mp_limb_t top = q[l] + more;          /* of twice the lower half; at most 2 */
  comba_rshift (sp, q, l, 1);
  sp[l - 1] |= top << (GMP_LIMB_BITS - 1);
  mp_limb_t carry = odd ? comba_add_n (np + l, np + l, sp + l, h) : 0;
  if (unlikely (top > 1))
    {
      /* The quotient is beta^l; but the lower half is at most beta^l - 1. */
      memset (sp, 0xff, (size_t) l * sizeof (mp_limb_t));
      carry += comba_add_n (np + l, np + l, sp + l, h);
      carry += comba_add_n (np + l, np + l, sp + l, h);
    }
  if (free >= 0)
    {
      /* S or S - 1 is the root.  The remainder for S is positive, or only bits that are not needed
         change. */
      const mp_limb_t top_square = COMBA_HIGH ((comba_dlimb) sp[l - 1] * sp[l - 1] + 2 * (comba_dlimb) sp[l - 1]);
      if ((free > 1 && (sp[0] & (((mp_limb_t) 1 << free) - 1)) >= 2)
          || carry != 0 || (h > l && np[2 * l] != 0) || np[2 * l - 1] > top_square)
        return NOT_EXACT;
    }
  comba_sqr (k, square, sp, l);
  carry -= comba_sub_in_var (np, n, square, 2 * l);
  while (unlikely (carry >> (GMP_LIMB_BITS - 1) != 0))
    {
      /* R + 2S - 1, S - 1 */
      carry += comba_add_n (np, np, sp, n);
      comba_sub_1_var (sp, n, 1);
      carry += comba_add_n (np, np, sp, n);
    }
  return carry;
}

mp_limb_t
comba_sqrtrem_normalised (const struct comba_config *k, mp_ptr sp, mp_ptr np, mp_size_t n, mp_ptr scratch)
{
  return is_halved (k, n) ? halves (k, sp, np, n, -1, scratch) : comba_sqrtrem_basecase (k, sp, np, n);
}

/* Numbers of at most 64 bits. */
static mp_size_t
root_of_64 (mp_ptr sp, mp_ptr rp, uint64_t x)
{
  uint64_t r;
  const int shift = __builtin_clzll (x) & -2;
  const uint32_t s = comba_root_64 (x << shift, &r) >> shift / 2;
  sp[0] = s;
  r = x - (uint64_t) s * s;
  if (rp == NULL)
    return r != 0;
  mp_size_t rn = 0;
  for (; r != 0; r = r >> (GMP_LIMB_BITS - 1) >> 1)
    rp[rn++] = (mp_limb_t) r;
  return rn;
}

#if GMP_LIMB_BITS == 64
static mp_size_t
root_of_128 (mp_ptr sp, mp_ptr rp, mp_srcptr np)
{
  const int shift = __builtin_clzll (np[1]) & -2;
  struct comba_pair x = { .high = np[1], .low = np[0] }, r;
  if (shift == 0)
    {
      sp[0] = comba_root_two_limbs (x, &r.low, &r.high);
      if (rp == NULL)
        return (r.low | r.high) != 0;
    }
  else
    {
      const struct comba_pair a = { .high = x.high << shift | x.low >> (64 - shift), .low = x.low << shift };
      const mp_limb_t s = comba_root_two_limbs (a, &r.low, &r.high) >> shift / 2;
      sp[0] = s;
      r = comba_pair_sub (x, comba_pair_product (s, s));
      if (rp == NULL)
        return (r.low | r.high) != 0;
    }
  const mp_size_t rn = r.high != 0 ? 2 : r.low != 0;
  if (rn > 0)
    rp[0] = r.low;
  if (rn > 1)
    rp[1] = r.high;
  return rn;
}
#endif

/* xp[0..n-1] = ap[0..n-1] * 2^s, which fits; xp may be ap. */
static ALWAYS_INLINE void
shift_up (mp_ptr xp, mp_srcptr ap, mp_size_t n, int s)
{
  for (mp_size_t i = n - 1; i > 0; i--)
    xp[i] = ap[i] << s | ap[i - 1] >> 1 >> (GMP_LIMB_BITS - 1 - s);
  xp[0] = ap[0] << s;
}

static ALWAYS_INLINE void
shift_down (mp_ptr rp, mp_srcptr ap, mp_size_t n, int s)
{
  for (mp_size_t i = 0; i < n - 1; i++)
    rp[i] = ap[i] >> s | ap[i + 1] << 1 << (GMP_LIMB_BITS - 1 - s);
  rp[n - 1] = ap[n - 1] >> s;
}

/* What N is multiplied by: 2^shift and, if n is odd, beta. */
static ALWAYS_INLINE int
even_shift (mp_srcptr np, mp_size_t n)
{
  return (__builtin_clzll (np[n - 1]) - (64 - GMP_LIMB_BITS)) & -2;
}

/* The end, for S = sp[0..m-1] and R = t[0..m-1] + CARRY beta^m of N beta^odd 2^shift. */
static ALWAYS_INLINE mp_size_t
unshifted (mp_ptr sp, mp_ptr rp, mp_size_t m, mp_ptr t, mp_limb_t carry, mp_size_t odd, int shift)
{
  /* N 2^2f = S^2 + R, S = s 2^f + s0: the remainder of N is (R + 2 s0 S - s0^2) / 2^2f. */
  const int f = (shift + (odd ? GMP_LIMB_BITS : 0)) / 2;
  mp_limb_t s0 = 0;
  if (f != 0)
    {
      s0 = sp[0] & (((mp_limb_t) 1 << f) - 1);
      if (rp != NULL)
        {
          carry += comba_addmul_1 (t, sp, m, 2 * s0);
          mp_limb_t square[2];
          comba_mul_limbs (square, s0, s0);
          carry -= comba_sub_in_var (t, m, square, 2);
        }
      shift_down (sp, sp, m, f);
    }
  mp_size_t rn = m + 1;
  t[m] = carry;
  if (rp == NULL)
    {
      while (rn > 0 && t[rn - 1] == 0)
        rn--;
      return rn != 0 || s0 != 0;
    }
  rn -= odd;
  t += odd;
  shift_down (t, t, rn, shift);
  while (rn > 0 && t[rn - 1] == 0)
    rn--;
  for (mp_size_t i = 0; i < rn; i++)
    rp[i] = t[i];
  return rn;
}

/* With N beta^odd 2^shift in t, of 2m limbs.  Memory: 4m + 2 limbs.  t[2m] is free for the
   remainder's carry. */
static ALWAYS_INLINE mp_size_t
root_shifted (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n, mp_ptr t)
{
  const mp_size_t m = (n + 1) / 2, odd = n & 1;
  const int shift = even_shift (np, n);
  t[0] = 0;
  shift_up (t + odd, np, n, shift);
  mp_limb_t carry;
  const int f = (shift + (odd ? GMP_LIMB_BITS : 0)) / 2;
  if (rp == NULL && is_halved (k, m))
    {
      carry = halves (k, sp, t, m, f, t + 2 * m);
      if (carry == NOT_EXACT)
        {
          if (f != 0)
            shift_down (sp, sp, m, f);
          return 1;
        }
    }
  else
    carry = comba_sqrtrem_normalised (k, sp, t, m, t + 2 * m);
  return unshifted (sp, rp, m, t, carry, odd, shift);
}

/* Returns whether there was memory. */
static int __attribute__ ((noinline))
by_newton (mp_size_t *rn, const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n)
{
  const mp_size_t m = (n + 1) / 2, odd = n & 1;
  const int shift = even_shift (np, n);
  struct comba_scratch held;
  const mp_ptr t = comba_scratch_get (&held, comba_sqrtrem_newton_itch (k, m), 0);
  if (t != NULL)
    {
      comba_sqrtrem_newton (k, sp, t, np, m, (int) odd, shift);
      *rn = unshifted (sp, rp, m, t, t[m], odd, shift);
    }
  comba_scratch_put (&held);
  return t != NULL;
}

/* In a frame of its own. */
static mp_size_t __attribute__ ((noinline))
root_of_few (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n)
{
  mp_limb_t t[18];
  return root_shifted (k, sp, rp, np, n, t);
}

mp_size_t
comba_sqrtrem (const struct comba_config *k, mp_ptr sp, mp_ptr rp, mp_srcptr np, mp_size_t n)
{
  ASSERT (n >= 1 && np[n - 1] != 0);
  if (n == 1)
    return root_of_64 (sp, rp, np[0]);
  if (n == 2)
#if GMP_LIMB_BITS == 64
    return root_of_128 (sp, rp, np);
#else
    return root_of_64 (sp, rp, (uint64_t) np[1] << 32 | np[0]);
#endif
  if (n <= 8)
    return root_of_few (k, sp, rp, np, n);
  const mp_size_t m = (n + 1) / 2;
  mp_size_t rn;
  if (2 * m >= k->thresholds.root_newton && m >= COMBA_SQRTREM_NEWTON_MIN
      && by_newton (&rn, k, sp, rp, np, n))
    return rn;
  struct comba_scratch held;
  const size_t limbs = 4 * (size_t) m + 2;
  const mp_ptr t = COMBA_SCRATCH_GET_TO (STACK, &held, limbs, COMBA_SCRATCH_NEEDED);
  if (t == NULL)
    comba_no_memory (limbs);
  rn = root_shifted (k, sp, rp, np, n, t);
  comba_scratch_put (&held);
  return rn;
}
