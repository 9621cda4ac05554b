/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The CPU configurations of this build, best first.  Declares comba_config_NAME for each, or does
   with it what config/step.h says.  A new configuration is its file, config/NAME.c, and two lines
   here, before every configuration that is slower on CPUs that can run both. */

#include "dispatch/config.h"

#ifdef COMBA_WITHOUT_MULTIPLIER
#define CONFIG no_multiplier
#include "config/step.h"
#endif

#ifdef COMBA_IFMA
#define CONFIG zen5
#include "config/step.h"
#define CONFIG zen4
#include "config/step.h"
#define CONFIG icelake
#include "config/step.h"
#endif

#ifdef COMBA_AVX2
#define CONFIG zen3
#include "config/step.h"
#define CONFIG haswell
#include "config/step.h"
#endif

#ifdef COMBA_ADX
#define CONFIG x86_64_adx_amd
#include "config/step.h"
#define CONFIG x86_64_adx
#include "config/step.h"
#endif

#ifdef COMBA_X86_64
#define CONFIG x86_64
#include "config/step.h"
#endif

#ifdef COMBA_ARM64
#define CONFIG arm64
#include "config/step.h"
#endif

#ifdef COMBA_X86_32
#define CONFIG i386_ifma
#include "config/step.h"
#define CONFIG i386_avx2
#include "config/step.h"
#define CONFIG i386_sse2
#include "config/step.h"
#endif

#define CONFIG portable
#include "config/step.h"

/* For tests and comparisons. */
#define CONFIG comba
#include "config/step.h"
#if GMP_LIMB_BITS == 64
#define CONFIG mc64
#include "config/step.h"
#endif
#define CONFIG mc32
#include "config/step.h"
#ifndef COMBA_WITHOUT_MULTIPLIER
#define CONFIG no_multiplier
#include "config/step.h"
#endif
