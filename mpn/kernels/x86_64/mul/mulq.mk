# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# mul, add and adc, in assembly, which every x86-64 CPU runs; and the linear steps of Toom.

if X86_64
libcomba_core_la_SOURCES += \
  mpn/kernels/x86_64/mul/add_two.S mpn/kernels/x86_64/mul/by_limb_few.c \
  mpn/kernels/x86_64/mul/by_limb_few.h mpn/kernels/x86_64/mul/columns_mul.h \
  mpn/kernels/x86_64/mul/divide_rows.S mpn/kernels/x86_64/mul/linear.c \
  mpn/kernels/x86_64/mul/mulq.h \
  mpn/kernels/x86_64/mul/mul_1.S mpn/kernels/x86_64/mul/mul_basecase.c \
  mpn/kernels/x86_64/mul/mul_by.S mpn/kernels/x86_64/mul/mul_n.S mpn/kernels/x86_64/mul/redc.S \
  mpn/kernels/x86_64/mul/redc_rows.c mpn/kernels/x86_64/mul/sqr_basecase.c \
  mpn/kernels/x86_64/mul/sqr_columns_mul.h mpn/kernels/x86_64/mul/sqr_n.S \
  mpn/kernels/x86_64/mul/sqr_strips.S mpn/kernels/x86_64/mul/sub_divide_3.S \
  mpn/kernels/x86_64/mul/toom2_recompose.c mpn/kernels/x86_64/mul/toom2_sums.S \
  mpn/kernels/x86_64/mul/toom3.c mpn/kernels/x86_64/mul/toom_divide.c \
  mpn/kernels/x86_64/mul/toom_linear.h mpn/kernels/x86_64/mul/toom_submul.S
endif
