# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Portable C.

libcomba_core_la_SOURCES += \
  mpn/kernels/portable/column.h mpn/kernels/portable/mul_comba.c \
  mpn/kernels/portable/mul_comba_tpl.h mpn/kernels/portable/mul_strips_tpl.h mpn/kernels/portable/portable.h \
  mpn/kernels/portable/sqr_comba.c mpn/kernels/portable/word32.h mpn/kernels/portable/word64.h
