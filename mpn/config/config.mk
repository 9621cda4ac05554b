# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A file for each CPU, and the self-test.

libcomba_core_la_SOURCES += \
  mpn/config/portable.c mpn/config/portable.h mpn/config/no_multiplier.c mpn/config/selftest.c

if X86_64
libcomba_core_la_SOURCES += mpn/config/x86_64.c
endif
if ADX
libcomba_core_la_SOURCES += mpn/config/x86_64_adx.c
endif
if AVX2
libcomba_core_la_SOURCES += mpn/config/x86_64_adx_amd.c mpn/config/haswell.c mpn/config/zen3.c
endif
if IFMA
libcomba_core_la_SOURCES += mpn/config/icelake.c mpn/config/zen4.c mpn/config/zen5.c
endif
if X86_32
libcomba_core_la_SOURCES += mpn/config/i386.c
endif
if ARM64
libcomba_core_la_SOURCES += mpn/config/arm64.c
endif
