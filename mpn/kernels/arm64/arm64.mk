# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AArch64's mul and umulh, in assembly: no flags needed.

if ARM64
libcomba_core_la_SOURCES += \
  mpn/kernels/arm64/arm64.h mpn/kernels/arm64/asm_arm64.h mpn/kernels/arm64/columns_arm64.h \
  mpn/kernels/arm64/double_add_squares.S mpn/kernels/arm64/mul_basecase.c \
  mpn/kernels/arm64/mul_by.S mpn/kernels/arm64/mul_n.S mpn/kernels/arm64/sqr_basecase.c \
  mpn/kernels/arm64/sqr_n.S mpn/kernels/arm64/triangle_by.S
endif
