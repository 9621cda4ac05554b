# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products without a multiplier (paper 002).

libcomba_core_la_SOURCES += \
  mpn/kernels/shiftadd/basecase_shiftadd.c mpn/kernels/shiftadd/mul_sliding_windows.c \
  mpn/kernels/shiftadd/shiftadd.h mpn/kernels/shiftadd/sliding_windows.h \
  mpn/kernels/shiftadd/sqr_sliding_windows.c
