/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The configurations of config/list.h, with everything that their files name. */

#include "kernels/modified_comba/modified_comba.h"
#include "kernels/portable/portable.h"
#include "kernels/shiftadd/shiftadd.h"
#include "residue/small.h"
#include "mul/ntt/ntt.h"
#include "mul/toom/toom.h"
#ifdef COMBA_X86_64
#include "dispatch/x86.h"
#include "kernels/x86_64/mul/mulq.h"
#endif
#ifdef COMBA_ADX
#include "kernels/x86_64/adx/adx.h"
#endif
#ifdef COMBA_AVX2
#include "kernels/x86_64/avx2fma/avx2fma.h"
#include "kernels/x86_64/mulx/mulx.h"
#endif
#ifdef COMBA_IFMA
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#endif
#ifdef COMBA_ARM64
#include "kernels/arm64/arm64.h"
#endif
#ifdef COMBA_X86_32
#include "dispatch/x86.h"
#include "kernels/x86_32/x86_32.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#endif

/* Inherited members are overridden. */
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

#include "config/list.h"
#define CONFIG_DEFINE
#include "config/list.h"
#undef CONFIG_DEFINE

#define CONFIG_POINTER
const struct comba_config *const comba_configs[] = {
#include "config/list.h"
  NULL
};
