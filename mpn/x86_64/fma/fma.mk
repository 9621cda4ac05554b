# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# What avx2 has in doubles, for CPUs without ADX, over kernels of mulx, in assembly: no flags needed.

if AVX2
noinst_LTLIBRARIES += libcomba_fma.la
comba_parts += libcomba_fma.la
libcomba_fma_la_SOURCES = \
  mpn/x86_64/asm.h mpn/x86_64/fma/fma.h mpn/x86_64/fma/set.c mpn/x86_64/fma/rows.h mpn/x86_64/fma/mul_n.S mpn/x86_64/fma/mul_by.S mpn/x86_64/mulx_mul_1.h mpn/x86_64/mulx_rows.h mpn/x86_64/fma/mul_1.S mpn/x86_64/fma/addmul_1.S \
  mpn/x86_64/fma/mul_basecase.c mpn/x86_64/fma/sqr_basecase.c
endif
