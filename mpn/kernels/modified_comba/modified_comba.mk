# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Modified Comba on words of 32 and 64 bits (papers 000, 001, 004).

libcomba_core_la_SOURCES += mpn/kernels/modified_comba/modified_comba.h \
  mpn/kernels/modified_comba/mul_mc32.c mpn/kernels/modified_comba/mul_mc_tpl.h \
  mpn/kernels/modified_comba/sqr_mc32.c mpn/kernels/modified_comba/sqr_mc_tpl.h

if LIMB_64
libcomba_core_la_SOURCES += \
  mpn/kernels/modified_comba/mul_mc64.c mpn/kernels/modified_comba/sqr_mc64.c
endif
