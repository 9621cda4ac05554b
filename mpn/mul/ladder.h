/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The ladder: from the sizes of the operands to the code that multiplies them.

     a kernel of that size, with a jump of its own    comba_ladder_... (exported functions)
     a kernel of that size or shape                   comba_kernel_...
     a basecase                                       comba_mul_basecase, comba_sqr_basecase
     Toom, FFT, NTT                                   mul/mul.c

   The time of kernels and basecases depends on the sizes alone. */

#ifndef COMBA_MUL_LADDER_H
#define COMBA_MUL_LADDER_H

#include "dispatch/config.h"
#include "mul/fft/fft.h"

/* Returns whether mul_unequal handles an x bn limbs, an > bn > mul_by_max. */
static inline int
comba_is_unequal (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  return bn < k->thresholds.mul_toom22 && an <= k->mul_unequal_an_max;
}

/* Returns whether products of an >= bn limbs use transforms.  The mean size decides; unequal
   operands use them from mul_ntt_by limbs of b on. */
static inline int
comba_is_ntt (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const mp_size_t n = k->thresholds.mul_ntt;
  return (bn >= k->thresholds.mul_ntt_by || bn >= n) && an / 2 + bn / 2 >= n && k->ntt != NULL;
}

/* Beyond this ratio cutting a into pieces saves more than the FFT, on any CPU: both ways consist of
   the same transforms, of one length or of several. */
#define COMBA_FFT_RATIO 32

/* Returns whether products of an >= bn limbs use the FFT, if it is long enough: likewise. */
static inline int
comba_is_fft (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const mp_size_t n = an / 2 + bn / 2, from = k->thresholds.mul_fft;
  return bn >= k->thresholds.mul_fft_by && n >= from && an / COMBA_FFT_RATIO <= bn && k->fft != NULL
         && comba_fft_gains (k->fft, from, n, an, bn);
}

/* Returns whether mul_basecase multiplies an x bn limbs for every bn <= an: AN is below the thresholds
   of the wide basecase, of Toom and of transforms. */
static inline int
comba_is_short (const struct comba_config *k, mp_size_t an)
{
  const struct comba_thresholds *t = &k->thresholds;
  return an < t->mul_wide && an < t->mul_toom22 && an < t->mul_ntt && an < t->mul_fft;
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] if there is a kernel for these sizes
   an >= bn >= 1.  rp overlaps neither source; the sources may overlap.  No scratch.
   Returns whether there is a kernel; if not, rp is unchanged. */
static inline int
comba_kernel_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (an == bn && bn <= k->mul_n_max)
    k->mul_n[bn] (rp, ap, an, bp);
  else if (bn <= k->mul_by_max && an <= k->mul_by_an_max)
    k->mul_by[bn] (rp, ap, an, bp);
  else if (an > bn && comba_is_unequal (k, an, bn))
    k->mul_unequal (rp, ap, an, bp, bn);
  else
    return 0;
  return 1;
}

/* rp[0..2n-1] = ap[0..n-1]^2 if there is a kernel for this size; n >= 1, rp does not overlap ap.
   Otherwise as comba_kernel_mul. */
static inline int
comba_kernel_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n > k->sqr_n_max)
    return 0;
  k->sqr_n[n] (rp, ap);
  return 1;
}

/* rp[0..an+bn-1] = ap[0..an-1] * bp[0..bn-1] by a basecase
     an >= bn >= 1.  Overlap as above.  No scratch.

   The wide basecase multiplies an x bn limbs if (an - by) (bn - by + 2) >= (n - by) (n - by + 2),
   where n = mul_wide and by = mul_wide_by.  So n is its threshold for equal operands, and it begins
   at a smaller bn if the other operand is long. */
static inline void
comba_mul_basecase (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const mp_size_t n = k->thresholds.mul_wide, by = k->thresholds.mul_wide_by;
  if (bn >= k->wide.min && bn <= k->wide.max && bn >= by
      && (uint64_t) (an - by) * (uint64_t) (bn - by + 2) >= (uint64_t) (n - by) * (uint64_t) (n - by + 2)
      && k->wide.mul != NULL)
    k->wide.mul (rp, ap, an, bp, bn);
  else
    k->mul_basecase (rp, ap, an, bp, bn);
}

/* rp[0..2n-1] = ap[0..n-1]^2 by a basecase; n >= 1, rp does not overlap ap.  No scratch.  The wide
   one does n limbs from sqr_wide on, as far as its range goes. */
static inline void
comba_sqr_basecase (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  const int wide = n >= k->wide.min && n <= k->wide.max && n >= k->thresholds.sqr_wide;
  (wide ? k->wide.sqr : k->sqr_basecase) (rp, ap, n);
}

/* COMBA_BY_SIZE (n, ONE, TWO, CALL): CALL (n), n at most own_jumps of the configuration, with a
   constant for 3 to 8 limbs, so that each of these sizes has its own indirect jump.  TWO is used
   for two limbs, and ONE for one limb, on a path without a taken branch.

   Where sizes alternate, a single jump has many targets.  Zen 4 often mispredicts it: 10 to 20
   cycles a call, as much as such a small product takes.  It predicts the comparisons.  Sizes 2 to 4
   come first, because a taken branch costs a sixth of their time.  Intel's CPUs predict targets as
   well as comparisons, unless hundreds of calls alternate in a repeating order.  There the
   comparisons would only delay products of 5 to 8 limbs, so own_jumps is 4.

   Comparing an int takes a byte less, which keeps the path of one limb within one cache line. */

#define COMBA_BY_SIZE(n, ONE, TWO, CALL)                         \
  (unlikely ((int) (n) == 3) ? CALL (3)                          \
   : unlikely ((int) (n) == 2) ? TWO                             \
   : unlikely ((int) (n) == 4) ? CALL (4)                        \
   : likely ((int) (n) == 1) ? ONE                               \
   : (n) <= 6 ? ((n) == 5 ? CALL (5) : CALL (6))                 \
   : (n) == 7 ? CALL (7) : CALL (8))

/* COMBA_TWO_LIMBS: rp[0..3] = ap[0..1] * bp[0..1]; returns rp[3].  rp overlaps neither source; the
   sources may overlap.

   On x86-64 an inline product of two limbs is faster than a jump to one: it takes only a cycle
   longer than one limb.  It is a single statement that avoids callee-saved registers.  From C,
   compilers use these for double limbs, and saving them takes as long as the jump.  Elsewhere this
   is CALL (2). */

#ifdef COMBA_X86_64
#define COMBA_TWO_LIMBS(rp, ap, bp, CALL) comba_mul_two_limbs (rp, ap, bp)

/* The contract of COMBA_TWO_LIMBS.  Its time is constant. */
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

/* As comba_kernel_mul for n x n limbs, n >= 1, with own jumps for small sizes. */
static ALWAYS_INLINE int
comba_ladder_mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
#define MUL_N(size) (void) k->mul_n[size] (rp, ap, n, bp)
  if (likely (n <= k->own_jumps))
    COMBA_BY_SIZE (n, comba_mul_limbs (rp, *ap, *bp), (void) COMBA_TWO_LIMBS (rp, ap, bp, MUL_N), MUL_N);
  else if (likely (n <= k->mul_n_max))
    MUL_N (n);
  else
    return 0;
  return 1;
#undef MUL_N
}

/* As comba_kernel_sqr, with own jumps for small sizes. */
static ALWAYS_INLINE int
comba_ladder_sqr (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
#define SQR_N(size) (void) k->sqr_n[size] (rp, ap)
  if (likely (n <= k->own_jumps))
    COMBA_BY_SIZE (n, comba_mul_limbs (rp, *ap, *ap), (void) COMBA_TWO_LIMBS (rp, ap, ap, SQR_N), SQR_N);
  else if (likely (n <= k->sqr_n_max))
    SQR_N (n);
  else
    return 0;
  return 1;
#undef SQR_N
}

/* As comba_kernel_mul, with own jumps for small sizes and the top limb in *TOP.  Squares (ap == bp,
   an == bn) are left to the caller.  Uses mul_rows[] and mul_equal[], which are slower back to back
   but faster when interleaved with other code. */
static ALWAYS_INLINE int
comba_ladder_mul (const struct comba_config *k, mp_limb_t *top, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                  mp_size_t bn)
{
#define MUL_N(size) k->mul_n[size] (rp, ap, an, bp)
#define MUL_BY(size) k->mul_by[size] (rp, ap, an, bp)
  if (likely (an > bn && bn <= k->mul_by_max))
    {
      if (likely (an <= k->mul_rows_to[bn]))
        return *top = k->mul_rows[an] (rp, ap, an, bp, bn), 1;
      if (likely (an <= k->mul_by_an_max))
        return *top = bn <= k->own_jumps ? COMBA_BY_SIZE (bn, MUL_BY (1), MUL_BY (2), MUL_BY) : MUL_BY (bn), 1;
    }
  else if (an > bn && comba_is_unequal (k, an, bn))
    return *top = k->mul_unequal (rp, ap, an, bp, bn), 1;
  else if (an == bn && ap != bp)
    {
      if (likely (bn <= k->own_jumps))
        return *top = COMBA_BY_SIZE (bn, MUL_N (1), COMBA_TWO_LIMBS (rp, ap, bp, MUL_N), MUL_N), 1;
      if (bn <= k->mul_n_max)
        return *top = bn <= COMBA_MUL_EQUAL_MAX && k->mul_equal[bn] != NULL ? k->mul_equal[bn] (rp, ap, an, bp)
                      : MUL_N (bn), 1;
    }
  return 0;
#undef MUL_N
#undef MUL_BY
}

#endif
