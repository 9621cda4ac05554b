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

const struct comba_config *const comba_configs[] = {
#ifdef COMBA_WITHOUT_MULTIPLIER
  &comba_config_no_multiplier,
#endif
#ifdef COMBA_IFMA
  &comba_config_zen5,
  &comba_config_zen4,
  &comba_config_icelake,
#endif
#ifdef COMBA_AVX2
  &comba_config_zen3,
  &comba_config_haswell,
#endif
#if defined COMBA_ADX && defined COMBA_AVX2
  &comba_config_x86_64_adx_amd,
#endif
#ifdef COMBA_ADX
  &comba_config_x86_64_adx,
#endif
#ifdef COMBA_X86_64
  &comba_config_x86_64,
#endif
#ifdef COMBA_ARM64
  &comba_config_arm64,
#endif
#ifdef COMBA_X86_32
  &comba_config_i386_ifma,
  &comba_config_i386_avx2,
  &comba_config_i386_sse2,
#endif
  &comba_config_portable,
  &comba_config_comba,
#if GMP_LIMB_BITS == 64
  &comba_config_mc64,
#endif
  &comba_config_mc32,
#ifndef COMBA_WITHOUT_MULTIPLIER
  &comba_config_no_multiplier,
#endif
  NULL
};

/* Asked once, as CPUID takes long in virtual machines.  Bit i for set i. */
int
comba_config_runs (size_t i)
{
  enum { KNOWN = 1 << 30 };
  static _Atomic int runs;
  if (runs == 0)
    {
      int found = KNOWN;
      for (int j = 0; comba_configs[j] != NULL; j++)
        found |= (comba_configs[j]->why_not () == NULL) << j;
      runs = found;
    }
  return runs >> i & 1;
}

const char *
comba_runs_anywhere (void)
{
  return NULL;
}
