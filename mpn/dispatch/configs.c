/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernel sets of this build.  A new set is one line here. */

#include "arith/arith.h"
#include "kernels/shiftadd/shiftadd.h"
#ifdef COMBA_IFMA
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "kernels/x86_64/avx512ifma/zen4.h"
#include "kernels/x86_64/avx512ifma/zen5.h"
#endif
#ifdef COMBA_AVX2
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mulx/mulx.h"
#endif
#ifdef COMBA_ADX
#include "kernels/x86_64/adx/adx.h"
#endif
#ifdef COMBA_X86_64
#include "kernels/x86_64/mul/mul.h"
#endif
#ifdef COMBA_ARM64
#include "kernels/arm64/arm64.h"
#endif
#ifdef COMBA_X86_32
#include "kernels/x86_32/x86_32.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#endif

const struct comba_kernels *const comba_kernel_sets[] = {
#ifdef COMBA_WITHOUT_MULTIPLIER
  &comba_nomul_kernels,
#endif
#ifdef COMBA_IFMA
  &comba_zen5_kernels,
  &comba_zen4_kernels,
  &comba_ifma_kernels,
#endif
#ifdef COMBA_AVX2
  &comba_avx2_kernels,
  &comba_fma_kernels,
#endif
#if defined COMBA_ADX && defined COMBA_AVX2
  &comba_adx_amd_kernels,
#endif
#ifdef COMBA_ADX
  &comba_adx_kernels,
#endif
#ifdef COMBA_X86_64
  &comba_mulq_kernels,
#endif
#ifdef COMBA_ARM64
  &comba_arm64_kernels,
#endif
#ifdef COMBA_X86_32
  &comba_ifma_kernels,
  &comba_avx2_kernels,
  &comba_sse2_kernels,
#endif
  &comba_generic_kernels,
  &comba_comba_kernels,
#if GMP_LIMB_BITS == 64
  &comba_mc64_kernels,
#endif
  &comba_mc32_kernels,
#ifndef COMBA_WITHOUT_MULTIPLIER
  &comba_nomul_kernels,
#endif
  NULL
};

/* Asked once, as CPUID takes long in virtual machines.  Bit i for set i. */
int
comba_set_runs (size_t i)
{
  enum { KNOWN = 1 << 30 };
  static _Atomic int runs;
  if (runs == 0)
    {
      int found = KNOWN;
      for (int j = 0; comba_kernel_sets[j] != NULL; j++)
        found |= (comba_kernel_sets[j]->why_not () == NULL) << j;
      runs = found;
    }
  return runs >> i & 1;
}

const char *
comba_runs_anywhere (void)
{
  return NULL;
}
