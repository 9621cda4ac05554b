# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Columns by mul, add and adc, in assembly, which every x86-64 CPU runs.

if X86_64
noinst_LTLIBRARIES += libcomba_mulq.la
comba_parts += libcomba_mulq.la
libcomba_mulq_la_SOURCES = \
  mpn/x86_64/asm.h mpn/x86_64/mulq/mulq.h mpn/x86_64/mulq/columns.h mpn/x86_64/mulq/sqr_columns.h \
  mpn/x86_64/mulq/set.c mpn/x86_64/mulq/mul_n.S mpn/x86_64/mulq/mul_by.S mpn/x86_64/mulq/mul_1.S \
  mpn/x86_64/mulq/mul_basecase.c mpn/x86_64/mulq/sqr_n.S mpn/x86_64/mulq/sqr_strips.S \
  mpn/x86_64/mulq/sqr_basecase.c mpn/x86_64/mulq/redc.S mpn/x86_64/mulq/redc_rows.c
endif
