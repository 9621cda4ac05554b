/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by 1 to 8 limbs, and of 1 to 3, on any i386: Comba's columns in three registers, all
   loops over products unrolled.
   Bound: a column stays below 2^96.
   The contracts are those of comba_mul_fixed_fn and comba_sqr_fixed_fn (dispatch/config.h). */

#include "kernels/x86_32/x86_32.h"
#include "arith/unroll.h"
#include "kernels/portable/column.h"

struct column
{
  mp_limb_t r0, r1, r2;
};

/* c += *x * *y.  In assembly, because compilers do not generate the carry into the third
   register. */
static ALWAYS_INLINE void
add_product (struct column *c, const mp_limb_t *x, const mp_limb_t *y)
{
  __asm__ ("movl %3, %%eax\n\tmull %4\n\taddl %%eax, %0\n\tadcl %%edx, %1\n\tadcl $0, %2"
           : "+r" (c->r0), "+r" (c->r1), "+r" (c->r2) : "m" (*x), "m" (*y) : "eax", "edx", "cc");
}

static ALWAYS_INLINE void
double_and_add (struct column *c, struct column carry)
{
  __asm__ ("addl %0, %0\n\tadcl %1, %1\n\tadcl %2, %2\n\taddl %3, %0\n\tadcl %4, %1\n\tadcl $0, %2"
           : "+r" (c->r0), "+r" (c->r1), "+r" (c->r2) : "g" (carry.r0), "g" (carry.r1) : "cc");
}

static ALWAYS_INLINE mp_limb_t
take_word (struct column *c)
{
  mp_limb_t word = c->r0;
  *c = (struct column) { c->r1, c->r2, 0 };
  return word;
}

/* rp[0..an+b-1] = ap[0..an-1] * bp[0..b-1]; returns the top limb; b is a constant. */
static ALWAYS_INLINE mp_limb_t
mul_by (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, int b)
{
  struct column c = { 0, 0, 0 };
  UNROLL for (int k = 0; k < b - 1; k++)
    {
      UNROLL for (int i = 0; i <= k; i++)
        add_product (&c, ap + i, bp + k - i);
      rp[k] = take_word (&c);
    }
  rp += b - 1;
  for (mp_srcptr end = ap + an - b + 1; ap < end; ap++, rp++)
    {
      UNROLL for (int i = 0; i < b; i++)
        add_product (&c, ap + i, bp + b - 1 - i);
      *rp = take_word (&c);
    }
  UNROLL for (int k = 0; k < b - 1; k++)
    {
      UNROLL for (int i = k; i < b - 1; i++)
        add_product (&c, ap + i, bp + b - 1 - i + k);
      rp[k] = take_word (&c);
    }
  return rp[b - 1] = c.r0;
}

static ALWAYS_INLINE mp_limb_t
mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, int n)
{
  struct column c = { 0, 0, 0 };
  UNROLL for (int k = 0; k < 2 * n - 1; k++)
    {
      const int last = COLUMN_LAST (k, n);
      UNROLL for (int i = COLUMN_FIRST (k, n); i <= last; i++)
        add_product (&c, ap + i, bp + k - i);
      rp[k] = take_word (&c);
    }
  return rp[2 * n - 1] = c.r0;
}

static ALWAYS_INLINE mp_limb_t
sqr_n (mp_ptr rp, mp_srcptr ap, int n)
{
  struct column carry = { 0, 0, 0 };
  UNROLL for (int k = 0; k < 2 * n - 1; k++)
    {
      struct column c = { 0, 0, 0 };
      UNROLL for (int i = COLUMN_FIRST (k, n); i < k - i; i++)
        add_product (&c, ap + i, ap + k - i);
      double_and_add (&c, carry);
      if (k % 2 == 0)
        add_product (&c, ap + k / 2, ap + k / 2);
      rp[k] = take_word (&c);
      carry = c;
    }
  return rp[2 * n - 1] = carry.r0;
}

#define DEFINE(b)                                                               \
  mp_limb_t                                                                     \
  comba_mul_by_##b##_x86 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)  \
  {                                                                             \
    return mul_by (rp, ap, an, bp, b);                                          \
  }
COMBA_X86_MUL_BY (DEFINE)
#undef DEFINE

#define DEFINE(n)                                                               \
  mp_limb_t                                                                     \
  comba_mul_n_##n##_x86 (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)   \
  {                                                                             \
    (void) an;                                                                  \
    return mul_n (rp, ap, bp, n);                                               \
  }
COMBA_X86_MUL_N (DEFINE)
#undef DEFINE

#define DEFINE(n)                                                               \
  mp_limb_t                                                                     \
  comba_sqr_n_##n##_x86 (mp_ptr rp, mp_srcptr ap)                               \
  {                                                                             \
    return sqr_n (rp, ap, n);                                                   \
  }
COMBA_X86_SQR_N (DEFINE)
#undef DEFINE
