# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# i386, by vectors: a library for each instruction set.

EXTRA_DIST += mpn/kernels/x86_32/digits28.h mpn/kernels/x86_32/ntt28_tpl.h \
  mpn/kernels/x86_32/primes_28.h mpn/kernels/x86_32/vector_columns_tpl.h mpn/kernels/x86_32/x86_32.h

if X86_32
noinst_LTLIBRARIES += libcomba_sse2.la libcomba_avx2.la libcomba_ifma_32.la
comba_parts += libcomba_sse2.la libcomba_avx2.la libcomba_ifma_32.la

libcomba_sse2_la_CFLAGS = $(AM_CFLAGS) -msse2
libcomba_sse2_la_SOURCES = mpn/kernels/x86_32/small_products.c mpn/kernels/x86_32/mul_n_sse2.c \
  mpn/kernels/x86_32/sse2.c mpn/kernels/x86_32/ntt_sse2.c

libcomba_avx2_la_CFLAGS = $(AM_CFLAGS) -mavx2 $(VECTOR_CFLAGS)
libcomba_avx2_la_SOURCES = mpn/kernels/x86_32/avx2.c mpn/kernels/x86_32/ntt_avx2.c

libcomba_ifma_32_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_ifma_32_la_SOURCES = mpn/kernels/x86_32/avx512ifma.c \
  mpn/kernels/x86_64/avx512ifma/radix52.h mpn/kernels/x86_64/avx512ifma/avx512ifma.h \
  mpn/kernels/x86_64/avx512ifma/sqr_windows.h mpn/kernels/x86_64/avx512ifma/mul_n_tpl.h \
  mpn/kernels/x86_64/avx512ifma/mul_n.c $(ntt_source) \
  mpn/kernels/x86_64/avx512ifma/ntt52_tpl.h mpn/kernels/x86_64/avx512ifma/ntt52.c
endif
