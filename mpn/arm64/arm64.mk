# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AArch64's mul and umulh, in assembly: no flags needed.

if ARM64
noinst_LTLIBRARIES += libcomba_arm64.la
comba_parts += libcomba_arm64.la
libcomba_arm64_la_SOURCES = \
  mpn/arm64/arm64.h mpn/arm64/asm.h mpn/arm64/columns.h mpn/arm64/set.c \
  mpn/arm64/mul_n.S mpn/arm64/mul_by.S mpn/arm64/mul_basecase.c \
  mpn/arm64/sqr_n.S mpn/arm64/triangle_by.S mpn/arm64/double_add_squares.S \
  mpn/arm64/sqr_basecase.c
endif
