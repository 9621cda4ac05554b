/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What tests/ct/disassembly must find: each leak_... depends on operand values in one way;
   clean_kernel does not, which is not visible without optimisation, when everything is on the
   stack.  Compiled, never run. */

#include "dispatch/config.h"
#include <string.h>

/* A function that the compiler cannot see into. */
#define HIDE(x) __asm__ volatile ("" : "+r" (x))

static void
clean_add (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t x = ap[i] + carry;
      carry = x < carry;
      rp[i] += x;
      carry += rp[i] < x;
    }
}

static void
clean_copy (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  memcpy (rp, ap, n * sizeof (mp_limb_t));
}

typedef void one_fn (mp_ptr, mp_srcptr, mp_size_t);
static one_fn *const clean_functions[] = { clean_add, clean_copy };

void
leak_branch (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  if (ap[0] == 7)
    __asm__ volatile ("nop" ::: "memory");
  rp[0] = ap[0];
}

void
leak_carry (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  rp[0] = ap[0] + ap[1];
  if (rp[0] < ap[1])
    __asm__ volatile ("nop" ::: "memory");
}

void
leak_address (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  rp[0] = ap[ap[0] & 7];
}

void
leak_table (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  static const mp_limb_t squares[4] = { 0, 1, 4, 9 };
  (void) n;
  rp[0] = squares[ap[0] & 3];
}

void
leak_store (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  rp[ap[0] & 7] = 1;
}

void
leak_division (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  __asm__ volatile ("divq %1" : "=a" (rp[0]) : "r" (ap[1]), "a" (ap[0]), "d" (n) : "cc");
}

/* The value goes through the stack, in a variable that other code writes. */
void
leak_spilled (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  volatile mp_limb_t x = 0;
  x = ap[n - 1];
  if (x != 0)
    __asm__ volatile ("nop" ::: "memory");
  rp[0] = n;
}

void
leak_copied (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mp_limb_t x[8] = { 0 };
  mp_limb_t *p = x;
  HIDE (p);
  memcpy (p, ap, n * sizeof (mp_limb_t));
  if (x[1] != 0)
    __asm__ volatile ("nop" ::: "memory");
  rp[0] = n;
}

void
leak_size (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  memcpy (rp, ap, ap[0]);
}

static __attribute__ ((noinline)) mp_limb_t
pick (mp_srcptr ap, mp_limb_t i)
{
  HIDE (i);
  return ap[i];
}

void
leak_callee (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  rp[0] = pick (ap, ap[1]) + 1;
}

void
leak_jump (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  clean_functions[ap[0] & 1] (rp, ap, n);
}

/* Through a vector register. */
void
leak_vector (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mp_limb_t x;
  __asm__ volatile ("vmovdqu64 (%1), %%zmm16\n\t"
                    "vpaddq %%zmm16, %%zmm16, %%zmm17\n\t"
                    "vmovq %%xmm17, %0" : "=r" (x) : "r" (ap) : "memory");
  rp[0] = ap[x];
  rp[1] = n;
}

void
leak_kortest (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) rp, (void) n;
  __asm__ volatile ("vmovdqu64 (%0), %%zmm16\n\t"
                    "vptestmq %%zmm16, %%zmm16, %%k1\n\t"
                    "kortestb %%k1, %%k1\n\t"
                    "jz 1f\n\t"
                    "nop\n"
                    "1:" :: "r" (ap) : "memory", "cc");
}

void
leak_vptest (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) rp, (void) n;
  __asm__ volatile ("vmovdqu (%0), %%ymm0\n\t"
                    "vptest %%ymm0, %%ymm0\n\t"
                    "jc 1f\n\t"
                    "nop\n"
                    "1:" :: "r" (ap) : "memory", "cc");
}

void
leak_gather (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) rp, (void) n;
  __asm__ volatile ("vmovdqu64 (%0), %%zmm16\n\t"
                    "kxnorb %%k1, %%k1, %%k1\n\t"
                    "vpgatherqq (%0,%%zmm16,8), %%zmm17%{%%k1%}" :: "r" (ap) : "memory");
}

void
leak_mask (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  __asm__ volatile ("kmovq (%1), %%k1\n\t"
                    "vmovdqu64 %%zmm16, (%0)%{%%k1%}" :: "r" (rp), "r" (ap) : "memory");
}

/* Whether a sum of doubles was exact. */
void
leak_flags (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) n;
  unsigned flags;
  __asm__ volatile ("vmovupd (%1), %%ymm16\n\t"
                    "vaddpd (%1), %%ymm16, %%ymm16\n\t"
                    "stmxcsr %0" : "=m" (flags) : "r" (ap) : "memory");
  if (flags & 0x20)
    rp[0] = 0;
}

/* How doubles are added. */
void
leak_rounding (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) rp, (void) n;
  __asm__ volatile ("ldmxcsr (%0)" :: "r" (ap) : "memory");
}

/* An instruction that is not in the list, whatever its operands are. */
void
leak_unlisted (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  (void) rp, (void) ap;
  __asm__ volatile ("pdep %0, %0, %0" : "+r" (n));
}

#ifdef __OPTIMIZE__
/* Sizes may decide: loops, a division, a copy, a table of functions, an indexed array, values that
   are spilled to the stack. */
void
clean_kernel (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mp_limb_t block[16];
  mp_size_t blocks = (n + 15) / 16;
  while (n > 0)
    {
      mp_size_t m = n / blocks--;
      clean_functions[m & 1] (block, ap, m);
      clean_copy (rp, block, m);
      rp += m, ap += m, n -= m;
    }
}
#endif
