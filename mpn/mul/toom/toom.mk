# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Toom-Cook.

libcomba_core_la_SOURCES += \
  mpn/mul/toom/eliminate.c mpn/mul/toom/evaluate.c mpn/mul/toom/interpolate.c \
  mpn/mul/toom/join.c mpn/mul/toom/mul_pieces.c mpn/mul/toom/pieces.c mpn/mul/toom/sequences.c \
  mpn/mul/toom/sequences.h mpn/mul/toom/toom.h mpn/mul/toom/toom22_mul.c \
  mpn/mul/toom/toom2_abs_difference.c mpn/mul/toom/toom2_sqr.c mpn/mul/toom/toom_mul.c \
  mpn/mul/toom/unequal.c

# x86-64 has its own (mpn/kernels/x86_64/mul).
if !X86_64
libcomba_core_la_SOURCES += mpn/mul/toom/divide.c mpn/mul/toom/submul.c mpn/mul/toom/toom2_recompose.c
endif
