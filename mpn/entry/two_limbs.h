/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* rp[0..3] = ap[0..1] * bp[0..1]; returns the top limb, rp[3].  rp overlaps neither source, which may be the same.

   Two limbs are not worth a jump on x86-64: in place they take as long as one limb and a cycle.  One statement, which
   leaves alone the registers that a function must save: compilers take them for double limbs, and the saving takes as
   long as the jump.  Elsewhere CALL (2) is called. */

#ifndef COMBA_ENTRY_TWO_LIMBS_H
#define COMBA_ENTRY_TWO_LIMBS_H

#include "limb.h"

#ifdef COMBA_X86_64
#define COMBA_TWO_LIMBS(rp, ap, bp, CALL) comba_mul_two_limbs (rp, ap, bp)

static ALWAYS_INLINE mp_limb_t
comba_mul_two_limbs (mp_ptr rp, mp_srcptr ap, mp_srcptr bp)
{
  mp_limb_t r1, r2, r3;
  __asm__ ("movq   (%[ap]), %%rax\n\t"
           "mulq   (%[bp])\n\t"
           "movq   %%rax, (%[rp])\n\t"
           "movq   %%rdx, %[r1]\n\t"
           "movq   8(%[ap]), %%rax\n\t"
           "mulq   8(%[bp])\n\t"
           "movq   %%rax, %[r2]\n\t"
           "movq   %%rdx, %[r3]\n\t"
           "movq   (%[ap]), %%rax\n\t"
           "mulq   8(%[bp])\n\t"
           "addq   %%rax, %[r1]\n\t"
           "adcq   %%rdx, %[r2]\n\t"
           "adcq   $0, %[r3]\n\t"
           "movq   8(%[ap]), %%rax\n\t"
           "mulq   (%[bp])\n\t"
           "addq   %%rax, %[r1]\n\t"
           "adcq   %%rdx, %[r2]\n\t"
           "adcq   $0, %[r3]\n\t"
           "movq   %[r1], 8(%[rp])\n\t"
           "movq   %[r2], 16(%[rp])\n\t"
           "movq   %[r3], 24(%[rp])"
           : [r1] "=&r" (r1), [r2] "=&r" (r2), [r3] "=&r" (r3), "=m" (*(mp_limb_t (*)[4]) rp)
           : [rp] "r" (rp), [ap] "r" (ap), [bp] "r" (bp), "m" (*(const mp_limb_t (*)[2]) ap),
             "m" (*(const mp_limb_t (*)[2]) bp)
           : "rax", "rdx", "cc");
  return r3;
}

#else
#define COMBA_TWO_LIMBS(rp, ap, bp, CALL) CALL (2)
#endif

#endif
