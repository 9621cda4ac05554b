# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Toom-Cook.

libcomba_core_la_SOURCES += \
  mpn/mul/toom/choice.c mpn/mul/toom/interpolate.c mpn/mul/toom/linear.c \
  mpn/mul/toom/sequences.h mpn/mul/toom/toom.h mpn/mul/toom/toom22.c mpn/mul/toom/toom_mul.c

# x86-64 has its own (mpn/kernels/x86_64/mul).
if !X86_64
libcomba_core_la_SOURCES += mpn/mul/toom/steps.c
endif
